"""Mutation tests of claims: the very expectation that carries a claim must not hold under changed rules.

Switched off is a rule that the scenario cites, or one of its numbers is moved by one; where a claim names a rule, that
one. What a claim allows no rule brings about: such a claim names as its limit the expectation that does not hold
without the rule that ends what is allowed. A claim about a printed figure names it, and that figure is moved. Where
only some other figure of a unit makes a difference, the claim is shown by dice alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.engine.core.rulebook import Rulebook
from kb.proof import Claim
from kb.scenarios.analysis.mutants import Baseline, of_rules, of_units
from kb.scenarios.expectations.key import Named, names
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.playing import replay
from kb.scenarios.play.run import holds


class NoticedBy(StrEnum):
    """What was changed when the expectation of a claim did no longer hold."""

    RULE = "rule switched off"
    NUMBER = "number of a rule moved by one"
    #: or the number moved of the rule that ends what is allowed
    LIMIT = "rule of the limit switched off"
    FIGURE = "printed figure moved by one"
    DICE = "dice only"
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
    """Tries claims, and keeps the rules without one of them for further claims."""

    def __init__(self, rules_of: Callable[[Scenario], Rulebook]) -> None:
        self._rules_of = rules_of
        self._without: dict[tuple[int, str], Rulebook] = {}

    def of(self, claims: Iterable[Claim], scenarios: Mapping[str, Scenario]) -> Iterator[Trial]:
        """What becomes of each claim that is proved by play; ``scenarios`` has them by name, as they are played."""
        known: dict[str, ScenarioTrials] = {}
        for claim in claims:
            if claim.proof == "play":
                if claim.scenario not in known:
                    known[claim.scenario] = self.of_scenario(scenarios[claim.scenario])
                yield known[claim.scenario].of(claim)

    def of_scenario(self, scenario: Scenario, played: Sequence[PlayedCase] = ()) -> ScenarioTrials:
        """What tries the claims of one scenario; ``played`` are its cases where they have been played already."""
        return ScenarioTrials(scenario, self._rules_of(scenario), self._off, played)

    def _off(self, rules: Rulebook, rule: str) -> Rulebook:
        """The rules without one of them."""
        key = (id(rules), rule)
        if key not in self._without:
            self._without[key] = rules.without(rule)
        return self._without[key]


class ScenarioTrials:
    """Tries the claims of one scenario. ``without`` gives its rules without one of them."""

    def __init__(
        self,
        scenario: Scenario,
        rules: Rulebook,
        without: Callable[[Rulebook, str], Rulebook],
        played: Sequence[PlayedCase],
    ) -> None:
        self._scenario, self._rules, self._without, self._played = scenario, rules, without, played
        self._names = names(scenario)
        self._cases: dict[int, Baseline] = {}
        self._replays: dict[tuple[int, str], PlayedCase] = {}

    def of(self, claim: Claim) -> Trial:
        """What becomes of a claim."""
        named, limit = self._names[claim.expectation], self._names[claim.limit] if claim.limit else None
        if not all(self._holds(each) for each in (named, limit) if each):
            return Trial(claim, NoticedBy.BROKEN, ())
        if claim.figure:
            fails = self._fails(named, of_units(self._rules, *claim.figure.split(".", 1)))
            return Trial(claim, NoticedBy.FIGURE if fails else NoticedBy.NOTHING, (), claim.figure)
        carrier = limit or named
        tried = self._tried(claim, carrier)
        for rule in tried:
            if not holds(self._replay(carrier, rule), carrier):
                return Trial(claim, NoticedBy.LIMIT if limit else NoticedBy.RULE, tried, rule)
        for rule in tried:
            if self._fails(carrier, of_rules(self._rules, rule)):
                return Trial(claim, NoticedBy.LIMIT if limit else NoticedBy.NUMBER, tried, rule)
        for unit in () if claim.rule or limit else self._units(named):
            if self._fails(named, of_units(self._rules, unit)):
                return Trial(claim, NoticedBy.DICE, tried, unit)
        return Trial(claim, NoticedBy.NOTHING, tried, instead=self._instead(carrier, tried))

    def _holds(self, named: Named) -> bool:
        played = self._case(named).played
        return not played.findings and holds(played, named)

    def _case(self, named: Named) -> Baseline:
        """The case of an expectation, under the rules as they are."""
        if named.case not in self._cases:
            played = self._played[named.case] if self._played else None
            self._cases[named.case] = Baseline(self._scenario, self._scenario.cases[named.case], self._rules, played)
        return self._cases[named.case]

    def _tried(self, claim: Claim, named: Named) -> tuple[str, ...]:
        """The rules that are tried: that of the claim, or those that the case of an expectation and the others cite."""
        cited = (*self._case(named).case.rules, *self._scenario.rules)
        return tuple(
            rule for rule in dict.fromkeys((claim.rule,) if claim.rule else cited) if rule in self._rules.lines
        )

    def _units(self, named: Named) -> list[str]:
        """The units of the case of an expectation."""
        words = self._case(named).words
        return [unit.id for unit in self._rules.board.units if unit.id in words]

    def _replay(self, named: Named, rule: str) -> PlayedCase:
        """The case of an expectation without a rule, played once for all claims."""
        key = (named.case, rule)
        if key not in self._replays:
            base = self._case(named)
            self._replays[key] = replay(self._without(self._rules, rule), base.case, base.played.record)
        return self._replays[key]

    def _fails(self, named: Named, changed: Iterable[tuple[str, str, Rulebook]]) -> bool:
        """Whether an expectation does not hold when one number is moved; ``changed`` has the rules with each moved."""
        base = self._case(named)
        return any(not holds(replay(rules, base.case, base.played.record), named) for _, _, rules in changed)

    def _instead(self, named: Named, tried: tuple[str, ...]) -> tuple[str, ...]:
        """The rules that refuse an act with some rules off; none where it is legal, or where no act is named."""
        if named.act < 0:
            return ()
        base = self._case(named)
        result = replay(self._rules.without(*tried), base.case, base.played.record).acts[named.act]
        return tuple(dict.fromkeys(reason.rule for reason in result.reasons))
