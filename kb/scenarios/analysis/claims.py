"""Mutation tests of claims: the very expectation that carries a claim must not hold under changed rules.

Switched off is a rule that the scenario cites, or one of its numbers or of the figures of units in the case is moved by
one. Where a claim names a rule, it is that rule or its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kb.engine.core.rulebook import Rulebook
from kb.proof import Claim
from kb.scenarios.analysis.mutants import Baseline, of_rules, of_units
from kb.scenarios.expectations.naming import Named, names
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.playing import replay
from kb.scenarios.play.run import holds


class NoticedBy(StrEnum):
    """What was changed when the expectation of a claim did no longer hold."""

    RULE = "rule switched off"
    NUMBER = "number of a rule moved by one"
    FIGURE = "figure of a unit moved by one"
    NOTHING = "nothing"
    #: it does not hold under the rules as they are, either
    BROKEN = "fails"


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a claim: what its expectation noticed, of which rule or unit, and which rules were tried.

    ``instead`` are the rules that refuse the act of a claim when those tried are off.
    """

    claim: Claim
    noticed: NoticedBy
    rules: tuple[str, ...]
    of: str = ""
    instead: tuple[str, ...] = ()


class Trials:
    """Tries claims, and keeps the cases and the changed rules for further claims of the same scenarios."""

    def __init__(self, rules_of: Callable[[Scenario], Rulebook]) -> None:
        self._rules_of = rules_of
        self._played: dict[tuple[str, int], Baseline] = {}
        self._changed: dict[tuple[int, NoticedBy, str], tuple[Rulebook, ...]] = {}

    def of(self, claims: Iterable[Claim], scenarios: Mapping[str, Scenario]) -> Iterator[Trial]:
        """What becomes of each claim that is proved by play; ``scenarios`` has them by name, as they are played."""
        for claim in claims:
            if claim.proof == "play":
                scenario = scenarios[claim.scenario]
                yield self._trial(claim, scenario, names(scenario)[claim.expectation])

    def _trial(self, claim: Claim, scenario: Scenario, named: Named) -> Trial:
        key = (scenario.name, named.case)
        if key not in self._played:
            self._played[key] = Baseline(scenario, scenario.cases[named.case], self._rules_of(scenario))
        base = self._played[key]
        if base.played.findings or not holds(base.played, named):
            return Trial(claim, NoticedBy.BROKEN, ())
        own = (claim.rule,) if claim.rule else tuple(dict.fromkeys((*base.case.rules, *scenario.rules)))
        tried = tuple(rule for rule in own if rule in base.rules.lines)
        units = [unit.id for unit in base.rules.board.units if unit.id in base.words] if not claim.rule else []
        ways = ((NoticedBy.RULE, tried), (NoticedBy.NUMBER, tried), (NoticedBy.FIGURE, units))
        for way, about in ways:
            for each in about:
                if any(self._fails(base, named, changed) for changed in self._rules(base.rules, way, each)):
                    return Trial(claim, way, tried, each)
        return Trial(claim, NoticedBy.NOTHING, tried, instead=self._instead(base, named, tried))

    def _fails(self, base: Baseline, named: Named, rules: Rulebook) -> bool:
        return not holds(replay(rules, base.case, base.played.record), named)

    def _instead(self, base: Baseline, named: Named, tried: tuple[str, ...]) -> tuple[str, ...]:
        """The rules that refuse an act with some rules off; none where it is legal, or where no act is named."""
        if named.act < 0:
            return ()
        result = replay(base.rules.without(*tried), base.case, base.played.record).acts[named.act]
        return tuple(dict.fromkeys(reason.rule for reason in result.reasons))

    def _rules(self, rules: Rulebook, way: NoticedBy, about: str) -> tuple[Rulebook, ...]:
        """The rules with one switched off, or with each number of it, or of a unit, one up and one down."""
        key = (id(rules), way, about)
        if key not in self._changed:
            if way is NoticedBy.RULE:
                self._changed[key] = (rules.without(about),)
            else:
                found = of_rules(rules, about) if way is NoticedBy.NUMBER else of_units(rules, about)
                self._changed[key] = tuple(changed for _, _, changed in found)
        return self._changed[key]
