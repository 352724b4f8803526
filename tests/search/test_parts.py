"""A question that clearly asks several things is told what answers each, and one that does not is left whole."""

from __future__ import annotations

import json

import pytest

from kb.knowledge import KnowledgeBase
from kb.search.parts import split
from tests.conftest import Run
from tests.questions import SEVERAL

WHOLE = [
    "can my sub attack and submerge in the same round",
    "my opponent says that my subs may submerge although i have a destroyer there, is that right or do they have to stay",
    "can a transport that starts next to enemy ships leave, load elsewhere and do an amphib this turn",
    "may i build a dd in a zone with an enemy battleship and have both there at end of turn",
    "does a unit that moved and that was attacked retreat",
    "may my fighters retreat? the battle was at sea",
    "can i retreat? or must i fight on?",
    "what happens when a sub attacks and is hit",
    "do subs submerge and do not fire",
    "can i move? can i fight? can i land? can i build?",
]


@pytest.mark.parametrize("text", WHOLE)
def test_what_is_not_clearly_several_questions_is_one(base: KnowledgeBase, text: str) -> None:
    assert split(text) == []
    assert base.search(text).parts == []


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        (
            "Can my sub submerge, and does the destroyer stop it?",
            [("Can my sub submerge",) * 2, ("does the destroyer stop it", "does the destroyer stop sub")],
        ),
        ("do rockets hit ships and must I pay", [("do rockets hit ships",) * 2, ("must I pay", "must I pay rockets")]),
        ("can i scramble? if so, how many?", [("can i scramble",) * 2, ("how many", "")]),
        ("does my bomber hit subs? is that so?", []),
        ("do you like it? and can he say that?", []),
    ],
)
def test_each_part_is_searched_of_what_the_first_is_about(
    base: KnowledgeBase, text: str, searched: list[tuple[str, str]]
) -> None:
    assert base._reader.parts(text) == searched


def test_each_part_has_what_surely_answers_it_or_nothing(base: KnowledgeBase) -> None:
    for text in SEVERAL:
        found = base.search(text)
        assert len(found.parts) == 2, text
        for part in found.parts:
            assert part.query.raw in text and len(part) <= 1
            assert not (part and part.rules)
    planes, rockets, tanks = (base.search(text) for text in SEVERAL[:3])
    assert [[hit.id for hit in part] for part in planes.parts] == [["ann-err-9"], ["e99-sub-1"]]
    assert [part.query.raw for part in planes.other_parts()] == ["can subs hit planes"]
    assert [hit.id for hit in planes] == [hit.id for hit in base.search(SEVERAL[0], limit=100)][:10]
    assert [bool(part) for part in rockets.parts] == [True, False]
    assert tanks.rules[0].subject == tanks.parts[1].rules[0].subject
    assert [part.query.raw for part in tanks.other_parts()] == ["do tanks blitz"]


def test_a_game_that_one_part_names_is_that_of_all(base: KnowledgeBase) -> None:
    parts = base.search("can planes hit subs? can subs hit planes in revised?").parts
    assert {hit.game for part in parts for hit in part} <= {"revised"}


def test_the_terminal_and_programs_tell_of_each_part(kb_command: Run) -> None:
    told = kb_command("search", SEVERAL[0]).stdout
    assert told.index("ann-err-9") < told.index("Of it: can subs hit planes\ne99-sub-1") < told.index("rev-")
    assert (
        "Of it: how much damage do they do\n  Nothing here surely answers that."
        in kb_command("search", SEVERAL[1]).stdout
    )
    parts = json.loads(kb_command("search", "--json", SEVERAL[0]).stdout)["parts"]
    assert [[part["query"], part["state"], [hit["id"] for hit in part["results"]]] for part in parts] == [
        ["can planes hit subs", "answered", ["ann-err-9"]],
        ["can subs hit planes", "answered", ["e99-sub-1"]],
    ]
