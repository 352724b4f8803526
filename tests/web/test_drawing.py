"""A position as a picture: stable places, lines that can be followed, and the same told in words."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.knowledge import KnowledgeBase
from kb.web.drawing import captions
from kb.web.drawing.board import COLOURS, draw
from kb.web.drawing.layout import COLUMNS, places, strain
from kb.web.drawing.lines import Plan
from tests.conftest import ROOT

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


def test_units_stand_under_their_power_with_its_sign() -> None:
    drawn = draw(picture(space("A", "sea-zone", "", stack("united-kingdom", "aircraft-carrier", 2))), powers=POWERS)
    assert texts(drawn, "power") == ["United Kingdom"]
    assert texts(drawn, "units") == ["2 aircraft carriers"]
    assert "UK" in texts(drawn)
    assert 'class="sign power-1"' in drawn


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


def test_a_power_keeps_its_colour_and_more_powers_than_colours_are_no_mistake() -> None:
    many = [f"power-{chr(97 + number)}" for number in range(COLOURS + 2)]
    drawn = draw(picture(space("A", "sea-zone", "", *(stack(each, "tank") for each in many))), powers=many)
    assert drawn.count('class="sign power-0"') == 2
    assert 'class="sign power-x"' in draw(picture(space("A", "sea-zone", "", stack("nobody", "tank"))), powers=many)


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


def test_what_came_has_a_plus_and_what_stayed_has_no_mark() -> None:
    drawn = draw(AFTER, BEFORE, POWERS)
    assert texts(drawn, "come") == ["1 submarine", "(submerged), +1", "2 tanks, +2"]
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


def test_every_case_that_is_played_can_be_drawn_and_told(base: KnowledgeBase) -> None:
    cases = base.connection.execute(
        "select c.*, g.powers from scenario_cases c join scenarios s on s.id = c.scenario join games g on g.id = s.game"
    ).fetchall()
    played = [case for case in cases if json.loads(case["after"]).get("spaces")]
    assert len(played) > 100
    for case in played:
        before, after = json.loads(case["before"]), json.loads(case["after"])
        drawn = draw(after, before, json.loads(case["powers"]))
        assert not re.search(r'\s(?:id|style|on\w+)="', drawn)
        told = described(drawn)
        for each in after["spaces"]:
            assert captions.name(each) in told
            assert all(captions.label(stack["power"]) in told for stack in each["units"])


def colours_of(scheme: str) -> dict[str, str]:
    """The colours that the style sheets give a scheme."""
    found = {}
    for name in ("kb.css", "drawing.css"):
        sheet = (ROOT / "kb/web/static/kb" / name).read_text()
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
def test_words_can_be_read_on_every_colour(scheme: str) -> None:
    colours = colours_of(scheme)
    pairs = [("--sign-ink", f"--power-{each}") for each in [*range(COLOURS), "x"]]
    pairs += [("--ink", f"--shade-{each}") for each in range(5)]
    pairs += [(ink, ground) for ink in ("--ink", "--muted") for ground in ("--land", "--sea")]
    for ink, ground in pairs:
        lighter, darker = sorted((brightness(colours[ink]), brightness(colours[ground])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, f"{ink} on {ground}"
