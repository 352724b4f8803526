"""Games are called the same or different only if a case that is played in both has that result; others are marked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.cases.analysis.elsewhere import difference
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import check
from kb.knowledge import KnowledgeBase
from kb.pipeline import run
from kb.service.look_up import compare
from tests.conftest import edit
from tests.read_once import RULES_OF, scenarios

WORDS = {"same", "different", "said", "not comparable"}


def test_every_two_games_of_every_topic_are_compared_once(base: KnowledgeBase) -> None:
    for topic in compare(base):
        told = Counter(frozenset(pair["games"]) for pair in topic["pairs"])
        games = [each["game"] for each in topic["games"]]
        assert told == Counter(map(frozenset, combinations(games, 2))), topic["topic"]


def test_each_answer_of_another_game_has_one_of_four_words(base: KnowledgeBase) -> None:
    for row in base.connection.execute("select id from rulings").fetchall():
        for each in base.ruling(row["id"])["elsewhere"]:
            played = each["comparison"] in ("same", "different")
            assert each["comparison"] in WORDS and bool(each["scenario"]) is played, (row["id"], each)
            assert (each["said"] in ("same", "different")) is (each["comparison"] == "said"), (row["id"], each)


def test_each_case_is_of_the_topic_and_comes_out_so_when_it_is_played_again(base: KnowledgeBase) -> None:
    """Played here, whatever the build stored: the case under its own rules, and again under those of each game."""
    cases = {each.name: each for each in scenarios()}
    known: dict[tuple[str, str], bool] = {}
    for topic in compare(base):
        own = {ruling["id"] for game in topic["games"] for ruling in game["rulings"]}
        for pair in (each for each in topic["pairs"] if each["scenario"]):
            case = cases[pair["scenario"]]
            assert not case.rulings or own & set(case.rulings), (topic["topic"], pair)
            same = [_as_at_home(case, game, known) for game in pair["games"]]
            assert same != [False, False], (topic["topic"], pair)
            assert pair["comparison"] == ("same" if all(same) else "different"), (topic["topic"], pair)


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


def test_most_comparisons_are_played(base: KnowledgeBase) -> None:
    """Before pairs had lines of their own, a case proved 94 of 173."""
    pairs = [pair for topic in compare(base) for pair in topic["pairs"]]
    assert sum(bool(pair["scenario"]) for pair in pairs) >= 120
    assert all(pair["why"] for pair in pairs if pair["comparison"] == "not comparable")


#: lines of data/relations.yaml, a replacement for a part of each, and its finding
WRONG = {
    "{games: [revised, anniversary], holds: different, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("different", "same"),
        "has different results in revised and anniversary; write different, or another case",
    ),
    "{games: [revised, europe-1940], holds: different, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("a-fighter-sweeps-a-lone-transport", "transports-are-not-sunk-in-passing"),
        "anniversary/transports-are-not-sunk-in-passing is not played in revised",
    ),
    "{games: [anniversary, europe-1940], holds: same, case: anniversary/a-fighter-sweeps-a-lone-transport}": (
        ("anniversary/a-fighter-sweeps-a-lone-transport", "revised/planes-pass-a-closed-canal-by-sea"),
        "revised/planes-pass-a-closed-canal-by-sea does not prove a ruling of the topic",
    ),
    "{games: [anniversary, europe-1940], holds: same, case: anniversary/transports-are-no-cannon-fodder}": (
        ("no-cannon", "mo-cannon"),
        "unknown case 'anniversary/transports-are-mo-cannon-fodder'",
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
