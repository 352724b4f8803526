"""A position as a picture: stable places, lines that can be followed, and the same told in words."""

from __future__ import annotations

import csv
import json
import re
import zlib
from copy import deepcopy
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge import KnowledgeBase
from kb.text import captions
from kb.web.assets import assets, link
from kb.web.drawing import counters as counter_drawing
from kb.web.drawing.board import COLUMNS, Plan, draw, places, strain
from kb.web.drawing.counters import UNKNOWN, badges, css_class, looks, silhouette, symbols, tile
from kb.web.site import Site
from tests.conftest import ROOT, Sample

SVG = "{http://www.w3.org/2000/svg}"
POWERS = ("germany", "united-kingdom", "anzac")


def stack(power: str, unit: str, count: int = 1, *marks: str) -> dict[str, Any]:
    return {"power": power, "unit": unit, "count": count, "is": list(marks)}


def space(name: str, kind: str = "sea-zone", holder: str = "", *units: dict[str, Any]) -> dict[str, Any]:
    return {"id": name.lower(), "name": name, "kind": kind, "holder": holder, "units": list(units)}


def picture(*spaces: dict[str, Any], borders: tuple[str, ...] = ()) -> Any:
    return {"spaces": list(spaces), "borders": [border.split("-") for border in borders]}


def texts(svg: str, css: str = "") -> list[str]:
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return ["".join(each.itertext()) for each in found if css in (each.get("class") or "").split() or not css]


def counters(svg: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(svg).iter() if "counter" in (each.get("class") or "").split()]


def described(svg: str) -> str:
    return ElementTree.fromstring(svg).findtext(f"{SVG}desc") or ""


@st.composite
def graphs(draw: st.DrawFn, most: int = 14) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    spaces = tuple(f"s{number}" for number in range(draw(st.integers(1, most))))
    pairs = [(one, other) for one in spaces for other in spaces if one < other]
    return spaces, tuple(draw(st.lists(st.sampled_from(pairs), unique=True, max_size=20)) if pairs else ())


@given(graphs())
def test_every_space_has_a_place_of_its_own(graph: Any) -> None:
    found = places(*graph)
    assert set(found) == set(graph[0])
    assert len(set(found.values())) == len(found)
    assert {cell.column for cell in found.values()} <= set(range(COLUMNS))


@pytest.mark.parametrize("count", [4, 6, 8, 12])
def test_a_ring_of_spaces_is_drawn_as_a_ring(count: int) -> None:
    ring = tuple(f"s{number}" for number in range(count))
    shuffled = tuple(sorted(ring, key=lambda each: int(each[1:]) * 7 % count))
    borders = tuple((ring[at - 1], ring[at]) for at in range(count))
    found = places(shuffled, borders)
    assert [strain(found[one], found[other]) for one, other in borders] == [1] * count


@given(graphs(), st.data())
def test_no_line_goes_behind_a_box_that_it_does_not_belong_to(graph: Any, data: st.DataObject) -> None:
    spaces, borders = graph
    plan = Plan(places(spaces, borders), borders)
    boxes = plan.boxes({each: data.draw(st.integers(30, 150)) for each in spaces})
    for border, path in zip(plan.borders, plan.paths(boxes), strict=True):
        for x, y in along(path):
            behind = {
                each
                for each, box in boxes.items()
                if box.x + 0.2 < x < box.x + box.width - 0.2 and box.y + 0.2 < y < box.y + box.height - 0.2
            }
            assert behind <= set(border)
            assert -0.1 <= x <= 340.1


def along(path: str) -> list[tuple[float, float]]:
    """Points on a path of straight lines."""
    corners = [tuple(map(float, corner.split())) for corner in re.split("[ML]", path)[1:]]
    legs = zip(corners, corners[1:], strict=False)
    return [(a[0] + (b[0] - a[0]) * t / 40, a[1] + (b[1] - a[1]) * t / 40) for a, b in legs for t in range(41)]


def test_two_lanes_beside_the_same_boxes_are_two_lines() -> None:
    spaces = tuple("abcdefgh")
    plan = Plan(places(spaces, ()), [("a", "g"), ("c", "g"), ("a", "h"), ("b", "g")])
    paths = plan.paths(plan.boxes(dict.fromkeys(spaces, 60.0)))
    upright = [re.split("[ML]", path)[2].split()[0] for path in paths]
    assert len(set(upright)) == len(upright)


def test_units_stand_under_their_power_each_behind_its_counter() -> None:
    ships = (stack("united-kingdom", "aircraft-carrier", 2), stack("germany", "submarine", 1, "submerged"))
    drawn = draw(picture(space("A", "sea-zone", "", *ships)), powers=POWERS, sprite="/sprite.svg")
    assert texts(drawn, "power") == ["Germany", "United Kingdom"]
    assert texts(drawn, "units") == ["1 submarine (submerged)", "2 aircraft carriers"]
    assert texts(drawn, "letters") == ["G", "UK"]
    assert [each.get("class") for each in counters(drawn)] == ["counter power-germany", "counter power-united-kingdom"]
    shapes = [[use.get("href") for use in each.iter(f"{SVG}use")] for each in counters(drawn)]
    assert shapes == [["/sprite.svg#submarine", "/sprite.svg#mark-submerged"], ["/sprite.svg#aircraft-carrier"]]


def test_words_begin_behind_the_counter_and_end_in_the_box() -> None:
    names = ("mechanized-infantry", "strategic-bomber", "major-industrial-complex")
    units = [stack("germany", name, 1, "aboard aircraft carrier") for name in names]
    drawn = ElementTree.fromstring(draw(picture(space("A", "territory", "", *units), space("B"))))
    group = drawn.find(f"{SVG}g[@class='land']")
    assert group is not None
    box = group.find(f"{SVG}rect")
    assert box is not None
    left, right = float(box.attrib["x"]), float(box.attrib["x"]) + float(box.attrib["width"])
    words = [each for each in group.iter(f"{SVG}text") if each.get("class") == "units"]
    assert len(words) > len(names) and right < 170
    for each in words:
        assert left + counter_drawing.WIDTH < float(each.attrib["x"])
        assert float(each.attrib["x"]) + 6 * len(each.text or "") < right


@pytest.mark.parametrize(
    ("unit", "count", "told"),
    [
        ("infantry", 3, "3 infantry"),
        ("submarine", 1, "1 submarine"),
        ("tank", 2, "2 tanks"),
        ("artillery", 2, "2 artillery"),
        ("galley-box", 2, "2 galley boxes"),
    ],
)
def test_units_are_counted_as_people_say_it(unit: str, count: int, told: str) -> None:
    assert captions.several(unit, count) == told


def test_a_power_looks_the_same_in_every_game_and_one_that_is_new_has_its_initials() -> None:
    for order in (POWERS, ()):
        drawn = draw(
            picture(space("A", "sea-zone", "", stack("germany", "tank"), stack("new-land", "tank"))), None, order
        )
        assert [each.get("class") for each in counters(drawn)] == ["counter power-germany", "counter power-other"]
        assert texts(drawn, "letters") == ["G", "NL"]


def test_land_and_sea_differ_in_words_and_in_shape() -> None:
    drawn = ElementTree.fromstring(draw(picture(space("North", "sea-zone"), space("South", "territory", "germany"))))
    sea, land = (drawn.find(f"{SVG}g[@class='{kind}']") for kind in ("sea", "land"))
    assert sea is not None and land is not None
    assert sea.find(f"{SVG}rect").get("rx") != land.find(f"{SVG}rect").get("rx")  # type: ignore[union-attr]
    assert "sea zone" in "".join(sea.itertext())
    assert "territory" in "".join(land.itertext())


BEFORE = picture(
    space("A", "sea-zone", "", stack("germany", "submarine", 2), stack("united-kingdom", "destroyer")),
    space("B", "territory", "germany", stack("germany", "infantry", 3)),
    borders=("a-b",),
)
AFTER = picture(
    space("A", "sea-zone", "", stack("germany", "submarine", 1, "submerged")),
    space("B", "territory", "united-kingdom", stack("germany", "infantry", 1), stack("united-kingdom", "tank", 2)),
    borders=("a-b",),
)


def test_what_went_is_struck_through_with_a_minus() -> None:
    drawn = draw(AFTER, BEFORE, POWERS)
    assert texts(drawn, "gone") == ["−2 submarines", "−1 destroyer", "−2 infantry"]
    assert drawn.count('text-decoration="line-through"') == 3
    gone = [each for each in counters(drawn) if "gone" in (each.get("class") or "").split()]
    assert [use.get("href") for each in gone for use in each.iter(f"{SVG}use")] == [
        "#submarine",
        "#destroyer",
        "#infantry",
    ]


def test_what_came_has_a_plus_and_what_stayed_has_no_mark() -> None:
    drawn = draw(AFTER, BEFORE, POWERS)
    assert texts(drawn, "come") == ["1 submarine", "(submerged),", "+1", "2 tanks, +2"]
    assert [line for line in texts(drawn, "units") if "infantry" in line] == ["1 infantry", "−2 infantry"]


def test_units_of_which_only_the_state_changed_did_not_go() -> None:
    before = picture(space("A", "sea-zone", "", stack("germany", "submarine", 1)))
    after = picture(space("A", "sea-zone", "", stack("germany", "submarine", 1, "submerged")))
    assert texts(draw(after, before), "units") == ["1 submarine (now submerged)"]
    assert texts(draw(before, after), "units") == ["1 submarine (no longer submerged)"]


def test_a_new_holder_is_told_with_the_old_one() -> None:
    told = " ".join(texts(draw(AFTER, BEFORE, POWERS), "turned"))
    assert told == "territory, now held by United Kingdom (was Germany)"


def test_nothing_changed_is_nothing_marked() -> None:
    assert draw(AFTER, deepcopy(AFTER), POWERS) == draw(AFTER, powers=POWERS).replace(
        "The position in", "What changed in"
    )


def test_the_description_says_what_the_picture_shows() -> None:
    told = described(draw(AFTER, BEFORE, POWERS))
    assert (
        "A (sea zone): Germany 1 submarine (submerged), +1 and 2 submarines gone; United Kingdom 1 destroyer gone."
        in told
    )
    assert "B (territory, now held by United Kingdom (was Germany))" in told
    assert "A borders B." in told


def test_whatever_a_name_holds_is_text() -> None:
    nasty = "<script>alert('1')</script> & \"co\" ]]>"
    drawn = draw(picture({**space("a", "territory", nasty, stack(nasty, nasty, 1, nasty)), "name": nasty}))
    assert "<script" not in drawn
    assert nasty in described(drawn)


def test_borders_to_spaces_that_are_not_drawn_are_left_out() -> None:
    drawn = draw(picture(space("A"), space("B"), borders=("a-b", "b-a", "a-a", "a-zz")))
    assert drawn.count("<path") == 1


def test_forty_spaces_are_all_drawn() -> None:
    names = [f"N{number}" for number in range(40)]
    borders = tuple(f"n{number}-n{(number * 7 + 3) % 40}" for number in range(40))
    drawn = draw(picture(*(space(name) for name in names), borders=borders))
    assert texts(drawn, "name") == names


def test_every_case_that_is_played_can_be_drawn_and_told(base: KnowledgeBase, sample: Sample) -> None:
    cases = base.connection.execute(
        "select c.*, g.powers from scenario_cases c join scenarios s on s.id = c.scenario join games g on g.id = s.game"
    ).fetchall()
    played = [case for case in cases if json.loads(zlib.decompress(case["after"])).get("spaces")]
    assert len(played) > 100
    for case in sample(played):
        before, after = json.loads(zlib.decompress(case["before"])), json.loads(zlib.decompress(case["after"]))
        drawn = draw(after, before, json.loads(case["powers"]))
        assert not re.search(r'\s(?:id|style|on\w+)="', drawn)
        told = described(drawn)
        for each in after["spaces"]:
            assert captions.name(each) in told
            assert all(captions.label(stack["power"]) in told for stack in each["units"])


BOARDS = sorted(path for path in (ROOT / "data/games").glob("*/boards/*") if path.is_dir())
IDS = [f"{board.parent.parent.name}/{board.name}" for board in BOARDS]
STATIC = ROOT / "kb/web/static/kb"


def column(board: Any, table: str, name: str) -> list[str]:
    """A column of one of a board's tables, if it has this table."""
    path = board / f"{table}.csv"
    return [row[name] for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())] if path.exists() else []


UNITS = sorted({unit for board in BOARDS for unit in column(board, "units", "unit")})


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_every_unit_of_every_board_has_a_silhouette(board: Any) -> None:
    assert [unit for unit in column(board, "units", "unit") if silhouette(unit) != unit] == []


def test_no_two_silhouettes_are_the_same() -> None:
    sprite = ElementTree.parse(STATIC / "counters.svg").getroot()
    shapes = {each.get("id"): [ElementTree.tostring(part) for part in each] for each in sprite}
    assert set(shapes) == symbols()
    assert [{one, other} for one, other in combinations(shapes, 2) if shapes[one] == shapes[other]] == []


def test_there_are_units_to_walk_and_no_silhouette_that_nothing_has() -> None:
    assert len(UNITS) > 20
    assert {each for each in symbols() if not each.startswith("mark-")} == {*UNITS, UNKNOWN}


@pytest.mark.parametrize("unit", ["zeppelin", "mark-damaged", "", "<script>"])
def test_a_unit_without_a_silhouette_is_seen_to_have_none(unit: str) -> None:
    assert silhouette(unit) == UNKNOWN


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_the_powers_of_a_board_have_letters_and_colours_of_their_own(board: Any) -> None:
    own = [looks()[each] for each in column(board, "powers", "power")]
    for key in ("letters", "light", "dark"):
        assert len({look[key] for look in own}) == len(own)  # type: ignore[literal-required]


def test_no_two_powers_look_alike() -> None:
    for one, other in combinations(looks().values(), 2):
        assert one["letters"] != other["letters"] and one["light"] != other["light"] and one["dark"] != other["dark"]


def test_whoever_has_units_in_a_picture_has_a_look_and_every_mark_a_symbol(base: KnowledgeBase) -> None:
    pictures = base.connection.execute("select before from scenario_cases union select after from scenario_cases")
    stacks = [
        stack
        for (packed,) in pictures
        for space in json.loads(zlib.decompress(packed)).get("spaces", [])
        for stack in space["units"]
    ]
    assert {stack["power"] for stack in stacks} <= set(looks())
    marks = {mark for stack in stacks for mark in stack["is"]}
    assert {"damaged", "submerged", "airborne", "aboard transport"} <= marks
    assert [mark for mark in marks if not badges([mark])] == []


def counter(unit: str, power: str, count: int, marks: list[str], sprite: str) -> str:
    """What ``counters.js`` has to make: the face of a counter in a drawing, with its number, named in words."""
    wide, parent = f"{57 + 9 * len(str(count))}", ElementTree.Element("svg")
    tile(parent, unit, power, 0, 0, marks, sprite=sprite)
    face = "".join(ElementTree.tostring(each, encoding="unicode") for each in parent[0])
    told = f"{captions.label(power)}: {captions.several(unit, count)}{captions.marked(marks)}"
    return (
        f'<svg class="counter {css_class(power)}" viewBox="0 0 {wide} 26" width="{wide}" height="26" role="img">'
        f'<title>{told}</title>{face}<text class="number" x="55" y="19">{count}</text></svg>'
    )


def test_the_example_is_what_is_drawn() -> None:
    from kb.web.drawing import counters

    (example,) = re.findall(r"<svg class.*</svg>", counters.__doc__ or "", re.S)
    drawn = counter("submarine", "germany", 2, ["submerged"], "…/counters.svg")
    assert re.sub(r">\s+<", "><", example) == re.sub(r" (?=/>)", "", drawn)


def colours_of(scheme: str) -> dict[str, str]:
    """The colours that the style sheets give a scheme."""
    found = {}
    for name in ("kb.css", "drawing.css"):
        sheet = (STATIC / name).read_text()
        for media, block in re.findall(r"(@media[^{]*\{\s*)?:root \{(.*?)\}", sheet, re.S):
            if not media or f"color-scheme: {scheme}" in media:
                found.update(re.findall(r"(--[\w-]+): (#[0-9a-f]{3,6})\b", block))
    return found


def brightness(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_silhouettes_can_be_seen_on_every_colour(scheme: str) -> None:
    colours = colours_of(scheme)
    pairs = [(colours["--sign-ink"], look[scheme]) for look in looks().values()]  # type: ignore[literal-required]
    named = [("--ink", "--paper")]
    named += [(ink, ground) for ink in ("--ink", "--muted") for ground in ("--land", "--sea")]
    for ink, ground in [*pairs, *((colours[ink], colours[ground]) for ink, ground in named)]:
        lighter, darker = sorted((brightness(ink), brightness(ground)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"{ink} on {ground}"


#: draws counters by the script, each at whole pixels, and gives each as text
BY_SCRIPT = """async ([module, all]) => {
  const { counter } = await import(module);
  document.body.replaceChildren(...all.map(([unit, power, count, marks]) => counter({ unit, power, count, marks })));
  const texts = [...document.body.children].map((each) => each.outerHTML);
  [...document.body.children].forEach((each, at) => {
    Object.assign(each.style, { position: "absolute", left: "8px", top: `${8 + 32 * at}px` });
  });
  return texts;
}"""
COUNTERS = [
    *((unit, "germany", 1, []) for unit in UNITS),
    *(("tank", power, 3, []) for power in looks() if power),
    *(("infantry", "japan", 10, [mark]) for mark in ("damaged", "submerged", "airborne", "aboard transport", "tired")),
    ("submarine", "new-land", 2, ["damaged", "submerged"]),
    (UNKNOWN, "germany", 1, []),
]


def test_a_script_draws_what_python_draws_and_each_silhouette_is_seen(opened: Any, live: str, here: Site) -> None:
    page = opened()
    page.goto(f"{live}/scenario/revised/only-cargo-goes-ashore")
    drawn = page.evaluate(BY_SCRIPT, [link(here, "counters.js"), COUNTERS])
    for text, (unit, power, count, marks) in zip(drawn, COUNTERS, strict=True):
        python = counter(unit, power, count, marks, link(here, "counters.svg"))
        assert ElementTree.canonicalize(text) == ElementTree.canonicalize(python)
    page.wait_for_load_state("networkidle")
    with_shape = [page.locator("svg").nth(at).screenshot() for at in range(len(COUNTERS))]
    page.evaluate("document.querySelectorAll('use').forEach((use) => use.remove())")
    empty = [page.locator("svg").nth(at).screenshot() for at in range(len(COUNTERS))]
    assert [each for each, *shots in zip(COUNTERS, with_shape, empty, strict=True) if shots[0] == shots[1]] == []


@pytest.mark.parametrize(("how", "white"), [({}, False), ({"media": "print"}, True)])
def test_powers_have_their_colours_on_a_screen_and_none_on_paper(
    opened: Any, live: str, how: dict[str, str], white: bool
) -> None:
    page = opened(color_scheme="dark")
    page.emulate_media(**how)
    page.goto(f"{live}/scenario/europe-1940/a-scramble-draws-submarines-in")
    colours = page.evaluate("[...document.querySelectorAll('.counter .tile')].map((e) => getComputedStyle(e).fill)")
    inks = page.evaluate(
        "[...document.querySelectorAll('.counter:not(.gone) use')].map((e) => getComputedStyle(e).fill)"
    )
    assert len(colours) > 10
    assert ({*colours} - {"none"} == {"rgb(255, 255, 255)"}) is white
    assert ("rgb(0, 0, 0)" in inks) is white


def test_the_files_of_counters_are_served_as_what_they_are() -> None:
    types = {name: assets()[name].type for name in ("counters.svg", "counters.js", "counter_parts.js", "powers.css")}
    assert types["counters.svg"] == "image/svg+xml"
    assert types["powers.css"] == "text/css; charset=utf-8"
    assert {types["counters.js"], types["counter_parts.js"]} == {"text/javascript; charset=utf-8"}
