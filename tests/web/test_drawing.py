"""A position as a picture: stable places, lines that can be followed, and the same told in words."""

from __future__ import annotations

import csv
import json
import re
import zlib
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge import KnowledgeBase
from kb.text import captions
from kb.web.assets import link
from kb.web.drawing.board import COLUMNS, draw, places
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


def test_units_stand_under_their_power_each_behind_its_counter() -> None:
    ships = (stack("united-kingdom", "aircraft-carrier", 2), stack("germany", "submarine", 1, "submerged"))
    drawn = draw(picture(space("A", "sea-zone", "", *ships)), powers=POWERS, sprite="/sprite.svg")
    assert texts(drawn, "power") == ["Germany", "United Kingdom"]
    assert texts(drawn, "units") == ["1 submarine (submerged)", "2 aircraft carriers"]
    assert texts(drawn, "letters") == ["G", "UK"]
    assert [each.get("class") for each in counters(drawn)] == ["counter power-germany", "counter power-united-kingdom"]
    shapes = [[use.get("href") for use in each.iter(f"{SVG}use")] for each in counters(drawn)]
    assert shapes == [["/sprite.svg#submarine", "/sprite.svg#mark-submerged"], ["/sprite.svg#aircraft-carrier"]]


def test_a_power_looks_the_same_in_every_game_and_one_that_is_new_has_its_initials() -> None:
    for order in (POWERS, ()):
        drawn = draw(
            picture(space("A", "sea-zone", "", stack("germany", "tank"), stack("new-land", "tank"))), None, order
        )
        assert [each.get("class") for each in counters(drawn)] == ["counter power-germany", "counter power-other"]
        assert texts(drawn, "letters") == ["G", "NL"]


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


def test_what_came_has_a_plus_and_what_stayed_has_no_mark() -> None:
    drawn = draw(AFTER, BEFORE, POWERS)
    assert texts(drawn, "come") == ["1 submarine", "(submerged),", "+1", "2 tanks, +2"]
    assert [line for line in texts(drawn, "units") if "infantry" in line] == ["1 infantry", "−2 infantry"]


def test_a_new_holder_is_told_with_the_old_one() -> None:
    told = " ".join(texts(draw(AFTER, BEFORE, POWERS), "turned"))
    assert told == "territory, now held by United Kingdom (was Germany)"


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
