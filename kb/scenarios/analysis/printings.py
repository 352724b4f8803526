"""The same scenario under the rules of another printing: is the result the same, and if not, what causes it?

A printing is a rule set that is ``like`` another one. The recorded dice are reused, each for the same roll. That
another rule decides the same way is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.engine.core.given import values_given
from kb.engine.core.registry import RULES
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.proof import StoredPrinting
from kb.scenarios.analysis import renaming
from kb.scenarios.analysis.mutants import is_result
from kb.scenarios.analysis.renaming import Names
from kb.scenarios.expectations.key import Sections
from kb.scenarios.expectations.played import ActResult, ActStatus, Failure, PlayedCase
from kb.scenarios.language.scenario import Value
from kb.scenarios.language.words import GameWords
from kb.scenarios.play.playing import replay
from kb.scenarios.play.run import ScenarioResult, failures, look_up
from kb.scenarios.telling.sentences import act_sentence, expectation_sentence
from kb.wording.english import agreeing, spaced


@dataclass(frozen=True, slots=True)
class Difference:
    """What comes out otherwise under other rules, first (``why``, empty if nothing does): something that is expected,
    or that something cannot even be tried there (``impossible``); and the rules ``fired`` in both."""

    why: str
    impossible: bool
    fired: frozenset[str]

    @property
    def holds(self) -> str:
        """The word for it in what is told of a scenario."""
        return "differs" if self.why else "same"


def in_other_printing(
    result: ScenarioResult, home: Rulebook, other: Rulebook, sections: Sections | None = None
) -> StoredPrinting:
    """What becomes of a scenario and its contrasts, played by the rules of ``home``, by those and on the board of
    ``other``."""
    outcome = difference(result, other, {}, sections)
    lines = tuple(rule for rule in differing(home, other) if rule in outcome.fired) if outcome.why else ()
    return StoredPrinting(other.ruleset.id, other.board.printing, outcome.holds, outcome.why, lines, other.ruleset.game)


def difference(result: ScenarioResult, other: Rulebook, names: Names, sections: Sections | None = None) -> Difference:
    """What comes out otherwise under the rules of ``other``, where things may have other ``names``; ``result`` is what
    came of the scenario in its own game."""
    scenario = result.scenario
    why, impossible, fired = "", False, frozenset(scenario.rules)
    for place, here in enumerate(result.cases):
        renamed = renaming.case(here.case, names)
        acts: list[ActResult] | None = None
        if isinstance(here, PlayedCase):
            again = replay(other, renamed, renaming.record(here.record, names))
            fired |= here.fired | again.fired
            found, acts = _differences(again), again.acts
        else:
            found = iter(look_up(other, renamed, sections).failures)
        failure = next(found, None)
        if failure is not None and not why:
            told = _told(failure, acts, GameWords(other.board, other.ruleset))
            why = agreeing(f"{'in the contrast ' if place else ''}{told}")
            impossible = failure.got is ActStatus.IMPOSSIBLE
    return Difference(why, impossible, fired)


def _differences(played: PlayedCase) -> Iterator[Failure]:
    """Every result that is not as expected; that a move is refused for another reason is none."""
    for result in played.acts:
        if result.status is ActStatus.IMPOSSIBLE:
            yield Failure(result.act.kind, ActStatus.DONE, ActStatus.IMPOSSIBLE, result.act.line)
    for failure in failures(played):
        if is_result(failure) and _legal(failure.expected) != _legal(failure.got):
            yield failure


def _legal(value: Value) -> Value:
    """Of a judgement whether it is legal; of anything else the thing itself."""
    return value["legal"] if isinstance(value, dict) and "legal" in value else value


def _told(failure: Failure, acts: Iterable[ActResult] | None, words: GameWords) -> str:
    """What comes, instead of what came; of a judgement only that, and of which act. ``acts`` are those that were
    played, if any were."""
    if failure.got is ActStatus.IMPOSSIBLE:
        return "it cannot be played there"
    if isinstance(failure.got, dict) and "legal" in failure.got:
        judged = f"not allowed ({', '.join(map(spaced, failure.got['refused_by']))})"
        what = next(_plainly(result, words) for result in acts or () if result.act.line == failure.line)
        return f"{what}: {'allowed' if failure.got['legal'] else judged}"
    if isinstance(failure.got, str) and not isinstance(failure.expected, str):
        return f"{failure.key}: {failure.got}"
    played = acts is not None
    actual, expected = (
        expectation_sentence(words, failure.key, each, played) for each in (failure.got, failure.expected)
    )
    return f"{actual} (not {expected})"


def _plainly(result: ActResult, words: GameWords) -> str:
    """An act without its dice and choices."""
    assert result.action is not None
    act = replace(result.act, dice=(), choices=(), refused=False, refused_by=())
    return act_sentence(words, act, result.action.power)


def differing(home: Rulebook, other: Rulebook) -> list[str]:
    """The rules that one of two printings has and the other has not, or has with other numbers, names or facts."""
    names: Iterable[str] = dict.fromkeys((*home.lines, *other.lines))
    return [name for name in names if _given(home, name) != _given(other, name)]


def _given(rules: Rulebook, name: str) -> object:
    line = rules.lines.get(name)
    return None if line is None else (values_given(RULES[name].given, line, rules.facts), line.option)
