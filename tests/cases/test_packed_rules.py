"""Rule books from the packed file of a build equal those from the data folder, and so do all hints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.base.errors import NotFound
from kb.base.packing import unpacked
from kb.cases.language import vocabulary
from kb.cases.reading.library import RulesLoader, quickest
from kb.games import packed
from kb.store import read
from kb.words import lexicon
from tests.conftest import ROOT, edit
from tests.read_once import boards, rulesets

DATA = str(ROOT / "data")


@pytest.fixture(scope="module")
def path(built: str) -> str:
    return read.find(built).path(packed.NAME)


def test_every_board_and_rule_set_is_the_same(path: str) -> None:
    places, sets = boards(), rulesets()
    known = packed.boards_by_game(path)
    assert {board.game for board in places} == set(known)
    for game in known:
        own, rules = packed.game(path, game)
        assert own == tuple(board for board in places if board.game == game)
        expected = [replace(each, data=path) for each in sets if each.game == game]
        # the text has the fields that comparisons ignore: the lines on which rules are written
        assert [repr(each) for each in rules] == [repr(each) for each in expected]
        assert [each.data for each in rules] == [path] * len(rules)


@pytest.mark.parametrize("name", ["1941", "pacific", "classic", "revized", "", "-head", "-words"])
def test_an_unknown_game_has_the_same_message(path: str, name: str) -> None:
    told = []
    for data in (DATA, path):
        with pytest.raises(NotFound) as error:
            RulesLoader(data)(name)
        told.append(str(error.value))
    assert told[0] == told[1]


def test_the_lexicon_is_the_same(path: str) -> None:
    words = unpacked(lexicon.Lexicon, packed.line(path, packed.WORDS))
    fresh = lexicon.load(DATA, packed.boards_by_game(path))
    assert replace(words, _terms={}) == replace(fresh, _terms={})
    assert vocabulary.game_named("aar", DATA) == vocabulary.game_named("aar", path)


def test_a_change_of_the_data_is_detected(path: str, own_data: Path) -> None:
    assert packed.line(path, packed.HEAD)["digest"] == packed.digest(DATA) == packed.digest(str(own_data))
    rules = own_data / "games" / "revised" / "rules"
    (rules / "revised.yaml").rename(rules / "renamed.yaml")
    renamed = packed.digest(str(own_data))
    edit(rules / "renamed.yaml", "id: revised\n", "id: revised \n")
    assert len({packed.digest(DATA), renamed, packed.digest(str(own_data))}) == 3


def test_the_quickest_loader_reads_the_file_only_if_it_is_up_to_date(path: str, own_data: Path) -> None:
    assert quickest(DATA, path).source == path
    assert quickest(DATA, f"{path}.none").source == DATA
    edit(own_data / "games" / "revised" / "game.yaml", "id: revised\n", "id: revised \n")
    assert quickest(str(own_data), path).source == str(own_data)
