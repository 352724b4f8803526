"""The engine in a process of its own: it answers, it is ended where it takes too long, and the next one answers."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from kb.asking_process import AskingProcess
from kb.errors import KBError, NotFound
from kb.store import read

SEA = {"germany": {"submarine": 1}, "united-kingdom": {"destroyer": 1}}
POSITION = {"turn": "germany", "phase": "conduct-combat", "spaces": {"sz5": SEA}}
ASKED = json.dumps({"game": "revised", "position": POSITION, "do": [{"battle": "sz5"}]})


@pytest.fixture
def process(built: str) -> Iterator[AskingProcess]:
    process = AskingProcess(read.find(built).directory)
    yield process
    process.close()


def test_it_answers_one_question_after_another(process: AskingProcess) -> None:
    assert process.answer(ASKED)["waiting"][0]["dice"] == 1
    assert process.answer("{")["errors"]
    assert process.answer(ASKED)["waiting"][0]["dice"] == 1


def test_a_game_that_is_none_is_told(process: AskingProcess) -> None:
    with pytest.raises(NotFound, match="there is no game 'toy'"):
        process.boards("toy")


def test_what_takes_too_long_is_ended_and_the_next_question_is_answered(process: AskingProcess) -> None:
    process.answer(ASKED)
    process._limit = 0.0
    with pytest.raises(KBError, match="takes longer"):
        process.answer(ASKED)
    process._limit = 10.0
    assert process.answer(ASKED)["legal"] is True


def test_a_scenario_that_plays_nothing_is_no_case(process: AskingProcess) -> None:
    assert process.case("revised/no-such-case", "data/scenarios/revised/combat.yaml") is None
