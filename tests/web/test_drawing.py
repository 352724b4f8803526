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
from kb.web.drawing import counters as counter_drawing
from kb.web.drawing.board import draw
from kb.web.drawing.layout import COLUMNS, Plan, places, strain
from tests.conftest import Sample

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
    played = [case for case in cases if json.loads(case["after"]).get("spaces")]
    assert len(played) > 100
    for case in sample(played):
        before, after = json.loads(case["before"]), json.loads(case["after"])
        drawn = draw(after, before, json.loads(case["powers"]))
        assert not re.search(r'\s(?:id|style|on\w+)="', drawn)
        told = described(drawn)
        for each in after["spaces"]:
            assert captions.name(each) in told
            assert all(captions.label(stack["power"]) in told for stack in each["units"])
