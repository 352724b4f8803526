"""Games are called the same or different only if a case that is played in both has that result; others are marked."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.cases.analysis.elsewhere import difference
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import check
from kb.knowledge import KnowledgeBase
from kb.model.evidence import Compared, Comparison, Pair
from kb.pipeline import run
from tests.conftest import ROOT, edit
from tests.read_once import RULES_OF, scenarios

DATA = str(ROOT / "data")
WORDS = {"same", "different", "said", "not comparable"}


@pytest.fixture(scope="module")
def topics() -> tuple[Comparison, ...]:
    return run.corpus(DATA)[0].comparisons


def test_every_two_games_of_every_topic_are_compared_once(base: KnowledgeBase) -> None:
    for row in base.connection.execute("select id from topics").fetchall():
        games = [
            each[0] for each in base.connection.execute("select game from topic_games where topic = ?", [row["id"]])
        ]
        pairs = base.connection.execute("select game, other_game from topic_pairs where topic = ?", [row["id"]])
        told = Counter(frozenset(pair) for pair in map(tuple, pairs))
        assert told == Counter(map(frozenset, combinations(games, 2))), row["id"]


def test_each_answer_of_another_game_has_one_of_four_words(base: KnowledgeBase) -> None:
    for row in base.connection.execute("select id from rulings").fetchall():
        for each in base.ruling(row["id"])["elsewhere"]:
            played = each["comparison"] in ("same", "different")
            assert each["comparison"] in WORDS and bool(each["scenario"]) is played, (row["id"], each)
            assert (each["said"] in ("same", "different")) is (each["comparison"] == "said"), (row["id"], each)


def test_what_is_told_of_a_case_in_another_game_has_no_holes(base: KnowledgeBase) -> None:
    """A hole is a name that is missing in a sentence; who reads it does not know the ids of rules."""
    rows = base.connection.execute("select scenario, game, why, made_by from scenario_printings where why <> ''")
    told = [(row["scenario"], line) for row in rows.fetchall() for line in (row["why"], *row["made_by"].splitlines())]
    assert told
    for scenario, line in told:
        assert not re.search(r"\.\.|  | [,;.)]|\(\)|[{}]|\bNone\b", line), (scenario, line)


def test_each_case_is_of_the_topic_and_comes_out_so_when_it_is_played_again(topics: tuple[Comparison, ...]) -> None:
    """Played here, whatever the build stored: the case under its own rules, and again under those of each game."""
    cases = {each.name: each for each in scenarios()}
    known: dict[tuple[str, str], bool] = {}
    for topic in topics:
        own = {ruling for stance in topic.stances for ruling in stance.rulings}
        for pair in (each for each in topic.pairs if each.case):
            case = cases[pair.case]
            assert not case.rulings or own & set(case.rulings), (topic.id, pair)
            same = [_as_at_home(case, game, known) for game in pair.games]
            assert same != [False, False], (topic.id, pair)
            assert all(same) is (pair.comparison is Compared.SAME), (topic.id, pair)


def _as_at_home(case: Scenario, game: str, known: dict[tuple[str, str], bool]) -> bool:
    """Return whether a case has the same result in a game as in its own; it must be possible there."""
    if game == case.game:
        return True
    if (case.name, game) not in known:
        (crossing,) = (each for each in case.elsewhere if each.game == game)
        outcome = difference(check(RULES_OF.of(case), case), RULES_OF(crossing.game, crossing.board), crossing.names)
        assert not outcome.impossible, (case.name, game)
        known[case.name, game] = not outcome.why
    return known[case.name, game]


def test_most_comparisons_are_played(topics: tuple[Comparison, ...]) -> None:
    """Before pairs had lines of their own, a case proved 94 of 173."""
    pairs: list[Pair] = [pair for topic in topics for pair in topic.pairs]
    assert sum(bool(pair.case) for pair in pairs) >= 120
    assert all(pair.why for pair in pairs if pair.comparison is Compared.NOT_COMPARABLE)


#: lines of data/relations.yaml, a replacement for a part of each, and its finding
WRONG = {
    "{games: [revised, anniversary], holds: different, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("different", "same"),
        "comes out different in revised and anniversary; the pair is different",
    ),
    "{games: [revised, europe-1940], holds: different, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("a-fighter-sweeps-a-lone-transport", "transports-are-not-sunk-in-passing"),
        "anniversary/transports-are-not-sunk-in-passing is not played in revised",
    ),
    "{games: [anniversary, europe-1940], holds: same, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("anniversary/a-fighter-sweeps-a-lone-transport", "revised/planes-pass-a-closed-canal-by-sea"),
        "revised/planes-pass-a-closed-canal-by-sea is of no ruling of the topic",
    ),
    "{games: [anniversary, europe-1940], holds: same, case: anniversary/transports-are-no-cannon-fodder}": (
        ("no-cannon", "mo-cannon"),
        "there is no case 'anniversary/transports-are-mo-cannon-fodder'",
    ),
}


def test_a_comparison_that_no_case_shows_is_told_with_its_line(own_data: Path, out: str) -> None:
    file = own_data / "relations.yaml"
    expected = []
    for line, (change, told) in WRONG.items():
        edit(file, line, line.replace(*change))
        number = file.read_text("utf-8").partition(line.replace(*change))[0].count("\n") + 1
        expected.append((f"data/relations.yaml:{number}:", told))
    with pytest.raises(BadInput) as refused:
        run.build(str(own_data), out)
    found = sorted(map(str, refused.value.findings))
    assert {each.partition(" ")[0] for each in found} == {at for at, _ in expected}
    for at, told in expected:
        assert any(each.startswith(at) and told in each for each in found), (at, told, found)
