"""The same scenario under the rules of another printing: does it come out the same, and if not, by which line of data?

A printing is a rule set that is ``like`` another one. The dice fall as they fell, each where it belongs; that another
rule decides the same is no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.proof import ToldPrinting
from kb.scenarios import renaming
from kb.scenarios.mutants import NO_RESULT
from kb.scenarios.playing import Deed, Fate, Ran, replay
from kb.scenarios.printed import Sections
from kb.scenarios.renaming import Names
from kb.scenarios.run import Failure, Report, failures, look_up
from kb.scenarios.telling import Teller


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What comes out otherwise under other rules, first (``why``, empty if nothing does): something that is expected,
    or that something cannot even be tried there (``impossible``); and the rules ``fired`` in both."""

    why: str
    impossible: bool
    fired: frozenset[str]

    @property
    def holds(self) -> str:
        """The word for it in what is told of a scenario."""
        return "differs" if self.why else "same"


def under(report: Report, own: Rulebook, other: Rulebook, sections: Sections | None = None) -> ToldPrinting:
    """What becomes of a scenario and its contrasts, played by the rules of ``own``, by those and on the board of
    ``other``."""
    came = otherwise(report, other, {}, sections)
    lines = tuple(rule for rule in differing(own, other) if rule in came.fired) if came.why else ()
    return ToldPrinting(other.ruleset.id, other.board.printing, came.holds, came.why, lines, other.ruleset.game)


def otherwise(report: Report, other: Rulebook, names: Names, sections: Sections | None = None) -> Otherwise:
    """What comes out otherwise under the rules of ``other``, where things may have other ``names``; ``report`` is what
    came of the scenario in its own game."""
    scenario = report.scenario
    why, impossible, fired = "", False, frozenset(scenario.rules)
    for place, result in enumerate(report.results):
        there = renaming.case(result.case, names)
        deeds: list[Deed] = []
        if result.ran is None:
            found = iter(look_up(other, there, sections).failures)
        else:
            again = replay(other, there, renaming.record(result.ran.record, names))
            fired |= result.ran.fired | again.fired
            found, deeds = _otherwise(again), again.deeds
        failure = next(found, None)
        if failure is not None and not why:
            why = f"{'in the contrast ' if place else ''}{_told(failure, deeds, Teller(other))}"
            impossible = failure.got is Fate.IMPOSSIBLE
    return Otherwise(why, impossible, fired)


def _otherwise(ran: Ran) -> Iterator[Failure]:
    """Every result that is not as expected; that a move is refused for another reason is none."""
    for deed in ran.deeds:
        if deed.fate is Fate.IMPOSSIBLE:
            yield Failure(deed.act.kind, Fate.DONE, Fate.IMPOSSIBLE, deed.act.line)
    for failure in failures(ran):
        if failure.key not in NO_RESULT and _legal(failure.expected) != _legal(failure.got):
            yield failure


def _legal(value: Any) -> Any:
    """Of a judgement whether it is legal; of anything else the thing itself."""
    return value["legal"] if isinstance(value, dict) and "legal" in value else value


def _told(failure: Failure, deeds: Iterable[Deed], teller: Teller) -> str:
    """What comes, instead of what came; of a judgement only that, and of which deed."""
    if failure.got is Fate.IMPOSSIBLE:
        return "it cannot be played there"
    if isinstance(failure.got, dict) and "legal" in failure.got:
        judged = f"refused by {', '.join(failure.got['refused_by'])} (not allowed)"
        what = next(_plainly(deed, teller) for deed in deeds if deed.act.line == failure.line)
        return f"{what}: {'allowed (not refused)' if failure.got['legal'] else judged}"
    if isinstance(failure.got, str) and not isinstance(failure.expected, str):
        return f"{failure.key}: {failure.got}"
    came, instead = (teller.words.check(failure.key, each) for each in (failure.got, failure.expected))
    return f"{came} (not {instead})"


def _plainly(deed: Deed, teller: Teller) -> str:
    """A deed without its dice and choices."""
    assert deed.action is not None
    act = replace(deed.act, dice=(), choices=(), refused_by=())
    return teller.words.act(act, deed.action.power)


def differing(own: Rulebook, other: Rulebook) -> list[str]:
    """The rules that one of two printings has and the other has not, or has with other numbers or names."""
    names: Iterable[str] = dict.fromkeys((*own.lines, *other.lines))
    return [name for name in names if _given(own, name) != _given(other, name)]


def _given(rules: Rulebook, name: str) -> Any:
    line = rules.lines.get(name)
    return None if line is None else (dict(line.given), line.option)
