"""Counters: every unit has a silhouette, every power letters and a colour, and scripts draw them as Python does."""

from __future__ import annotations

import csv
import json
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.assets import assets, link
from kb.web.drawing.counters import UNKNOWN, badges, counter, looks, silhouette, symbols, words
from kb.web.site import Site
from tests.conftest import ROOT

SVG = "{http://www.w3.org/2000/svg}"
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
    drawn = ElementTree.fromstring(counter(unit, "germany", 2))
    assert [use.get("href") for use in drawn.iter(f"{SVG}use")] == ["#unknown"]
    assert drawn.findtext(f"{SVG}title") == words(unit, "germany", 2)


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
    stacks = [stack for (text,) in pictures for space in json.loads(text).get("spaces", []) for stack in space["units"]]
    assert {stack["power"] for stack in stacks} <= set(looks())
    marks = {mark for stack in stacks for mark in stack["is"]}
    assert {"damaged", "submerged", "airborne", "aboard transport"} <= marks
    assert [mark for mark in marks if not badges([mark])] == []


def test_a_counter_says_in_words_what_it_shows() -> None:
    drawn = ElementTree.fromstring(counter("submarine", "united-kingdom", 12, ["damaged", "submerged"], "/s.svg"))
    assert drawn.get("role") == "img" and drawn.get("class") == "counter power-united-kingdom"
    assert drawn.findtext(f"{SVG}title") == "United Kingdom: 12 submarines (damaged, submerged)"
    assert [each.text for each in drawn.iter(f"{SVG}text")] == ["UK", "12"]
    shapes = [use.get("href") for use in drawn.iter(f"{SVG}use")]
    assert shapes == ["/s.svg#submarine", "/s.svg#mark-damaged", "/s.svg#mark-submerged"]
    assert "style" not in {name for each in drawn.iter() for name in each.attrib}


def test_the_example_is_what_is_drawn() -> None:
    from kb.web.drawing import counters

    (example,) = re.findall(r"<svg class.*</svg>", counters.__doc__ or "", re.S)
    drawn = counter("submarine", "germany", 2, ["submerged"], "…/counters.svg")
    assert re.sub(r">\s+<", "><", example) == re.sub(r' xmlns="[^"]*"| (?=/>)', "", drawn)


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
    named = [("--ink", f"--shade-{each}") for each in range(5)] + [("--ink", "--paper")]
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
        assert ElementTree.canonicalize(text) == ElementTree.canonicalize(python.replace(f' xmlns="{SVG[1:-1]}"', ""))
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
