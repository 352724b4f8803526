"""A fact of any kind is told in words, never as Python writes it."""

from __future__ import annotations

import pytest

from kb.base.english import sentence
from kb.engine.core.position import Unit
from kb.engine.purchase import Purchase
from kb.games.names import Wording
from kb.text.ruling import page
from tests.read_once import boards

UNIT = Unit(1, "submarine", "germany", "sz5")


@pytest.fixture(scope="module")
def wording() -> Wording:
    return Wording(next(board for board in boards() if board.canals))


def test_values_of_every_kind_are_told_in_words(wording: Wording) -> None:
    assert wording.thing("unit", UNIT) == "Germany's submarine"
    assert wording.thing("units", [UNIT, UNIT]) == "two submarines of Germany"
    assert wording.thing("action", Purchase("germany", ())) == "purchase"
    assert wording.thing("units", {"submarine": 2}) == "two submarines"
    assert wording.thing("space", None) == "nothing"
    assert wording.thing("count", 3) == "3"
    assert wording.thing("canal", wording.board.canals[0]) == wording.board.canals[0].name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Germany has 1 IPCs", "Germany has 1 IPC."),
        ("repairing 1 damage markers costs 11 IPCs.", "Repairing 1 damage marker costs 11 IPCs."),
        ("the United States's fighter", "The United States' fighter."),
        ("in sea zone 1 ships fire", "In sea zone 1 ships fire."),
        ("one or more spaces", "One or more spaces."),
    ],
)
def test_numbers_and_names_agree_with_what_follows(text: str, told: str) -> None:
    assert sentence(text) == told


@pytest.mark.parametrize(
    ("pages", "pages_are", "told"),
    [
        ("15", "printed", ", page 15"),
        ("15-16", "estimated", ", pages 15-16 (estimated)"),
        ("combat-move", "site", ", on the page “combat move”"),
        ("", "unknown", ", page not known"),
    ],
)
def test_pages(pages: str, pages_are: str, told: str) -> None:
    assert page({"pages": pages, "pages_are": pages_are, "confidence": "stated"}) == told


def test_templates_take_plurals(wording: Wording) -> None:
    facts = {"unit": "tank", "one": 1, "two": 2}
    assert (
        wording.filled("{unit:many} and {one} {unit:{one}}, {two} {unit:{two}}", facts) == "Tanks and 1 tank, 2 tanks."
    )
