"""Positions as boxes with counters: units under their power, changes in words, and a look for every power and unit."""

from __future__ import annotations

import csv
import json
import re
import zlib
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from kb.knowledge import KnowledgeBase
from kb.text import captions
from kb.web.assets import link
from kb.web.counters import UNKNOWN, badges, board, css_class, looks, silhouette, symbols
from kb.web.site import Site
from tests.conftest import ROOT
from tests.web.apart import Get

POWERS = ("germany", "united-kingdom", "anzac")


def stack(power: str, unit: str, count: int = 1, *marks: str) -> dict[str, Any]:
    return {"power": power, "unit": unit, "count": count, "is": list(marks)}


def space(name: str, kind: str = "sea-zone", holder: str = "", *units: dict[str, Any]) -> dict[str, Any]:
    return {"id": name.lower(), "name": name, "kind": kind, "holder": holder, "units": list(units)}


def picture(*spaces: dict[str, Any], borders: tuple[str, ...] = ()) -> Any:
    return {"spaces": list(spaces), "borders": [border.split("-") for border in borders]}


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


def test_units_are_under_their_power_and_changes_are_in_words() -> None:
    sea, land = board(AFTER, BEFORE, POWERS)
    assert [(each["name"], each["letters"], each["css"]) for each in sea["powers"]] == [
        ("Germany", "G", "power-germany"),
        ("United Kingdom", "UK", "power-united-kingdom"),
    ]
    assert [(entry.text, entry.change) for each in sea["powers"] for entry in each["units"]] == [
        ("1 submarine (submerged), +1", "come"),
        ("−2 submarines", "gone"),
        ("−1 destroyer", "gone"),
    ]
    assert land["standing"].text == "territory, now held by United Kingdom (was Germany)"
    assert (sea["is_sea"], land["is_sea"], sea["near"], land["near"]) == (True, False, "B", "A")
    assert all(not entry.change for each in board(AFTER) for power in each["powers"] for entry in power["units"])


def test_a_power_that_is_new_has_its_initials() -> None:
    (sea,) = board(picture(space("A", "sea-zone", "", stack("new-land", "tank"))))
    assert [(each["letters"], each["css"]) for each in sea["powers"]] == [("NL", "power-other")]


def test_a_page_shows_the_position_before_and_after(get: Get) -> None:
    page = get("/scenario/revised/destroyer-hit-shoots-back").text
    assert page.count('<ul class="board">') >= 2 and 'class="counter power-germany' in page
    assert re.search(r'<use href="[^"]*counters.svg#submarine"', page) and "−1 destroyer" in page


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


def test_a_script_draws_the_same_faces_and_each_silhouette_is_seen(opened: Any, live: str, here: Site) -> None:
    page = opened()
    page.goto(f"{live}/scenario/revised/only-cargo-goes-ashore")
    drawn = page.evaluate(BY_SCRIPT, [link(here, "counters.js"), COUNTERS])
    for text, (unit, power, count, marks) in zip(drawn, COUNTERS, strict=True):
        name = f"{captions.label(power)}: {captions.several(unit, count)}{captions.marked(marks)}"
        shapes = [f"#{silhouette(unit)}", *(f"#{each}" for each in badges(marks))]
        assert f"<title>{name}</title>" in text and f'class="counter {css_class(power)}"' in text
        assert [each.partition("counters.svg")[2] for each in re.findall(r'href="([^"]*)"', text)] == shapes
    page.wait_for_load_state("networkidle")
    with_shape = [page.locator("svg").nth(at).screenshot() for at in range(len(COUNTERS))]
    page.evaluate("document.querySelectorAll('use').forEach((use) => use.remove())")
    empty = [page.locator("svg").nth(at).screenshot() for at in range(len(COUNTERS))]
    assert [each for each, *shots in zip(COUNTERS, with_shape, empty, strict=True) if shots[0] == shots[1]] == []
