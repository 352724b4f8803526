"""What a result must rest on: rules, readings of what the documents leave open, rules that nothing confirms."""

from __future__ import annotations

from kb.games.board_model import Confidence
from kb.scenarios.expectations.key import Both, expects
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, Word
from kb.scenarios.language.scenario import BECAUSE, Expectation, Value
from kb.scenarios.language.shapes import RULES
from kb.scenarios.language.words import GameWords
from kb.wording.english import listed, spaced


def _named(words: GameWords, value: Value) -> str:
    """Ids are sentences without their capital and full stop."""
    return listed(map(spaced, value))


@expects(
    BECAUSE,
    RULES,
    written=f"`{BECAUSE}: [rule]`",
    details="these rules decided something, or were leaned on",
    tell=_named,
    is_result=False,
    opening="Because:",
)
def _because(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    """The rules that had a say; others may have had one, too."""
    fired = played.fired
    return wanted, [rule for rule in wanted if rule in fired]


@expects(
    "readings",
    ListOf(Word("reading"), 20, 1, sort=True),
    written="`readings: [undefended-land]`",
    details="a rule that had a say holds what we take where the documents leave something open: ids of "
    "`data/readings.yaml`",
    tell=_named,
    is_result=False,
    opening="Left open, and taken as in:",
)
def _readings(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    leant_on = {each for rule in played.fired for each in played.rules.lines[rule].readings}
    return wanted, [each for each in wanted if each in leant_on]


@expects(
    "unverified",
    RULES,
    written="`unverified: [rule]`",
    details="these rules had a say, and are marked as not verified in the rule set",
    tell=_named,
    is_result=False,
    opening="Not verified:",
)
def _unverified(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    doubtful = {rule for rule in played.fired if played.rules.lines[rule].confidence == Confidence.UNVERIFIED}
    return wanted, [rule for rule in wanted if rule in doubtful]
