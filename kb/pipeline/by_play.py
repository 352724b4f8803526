"""What follows for a ruling from how its cases are played: whether it holds in other printings where no document says
so, and the readings that it leans on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.games.board_model import Confidence
from kb.model import Printing, Ruling, RulingReading
from kb.proof import CitedRule, Claim, StoredPrinting, StoredScenario


def told(
    rulings: Iterable[Ruling],
    scenarios: Sequence[StoredScenario],
    claims: Iterable[Claim],
    rules: Iterable[CitedRule],
) -> tuple[Ruling, ...]:
    """The rulings with what play tells of them. A scenario that fails or is out of date tells nothing."""
    sound = [each for each in scenarios if each.all_passed and not each.suspect]
    own: dict[str, list[StoredScenario]] = {}
    for scenario in sound:
        for name in scenario.rulings:
            own.setdefault(name, []).append(scenario)
    cited = _cited(own, {each.name: each for each in sound}, claims)
    known = {rule.id: rule for rule in rules}
    readings = {rule.id: rule.readings for rule in known.values()}
    given = tuple(rulings)
    confirmed = _Confirmed(given, known)
    return tuple(
        replace(
            ruling,
            printings=tuple(_printing(each, own.get(ruling.id, ()), confirmed) for each in ruling.printings),
            readings=(*ruling.readings, *_readings(ruling, cited.get(ruling.id, {}), readings)),
        )
        for ruling in given
    )


class _Confirmed:
    """What is known of the rules of other printings, beside that a printing is taken to have them of the first."""

    def __init__(self, rulings: Iterable[Ruling], rules: Mapping[str, CitedRule]) -> None:
        self._rules = rules
        self._same = {
            (ruling.id, each.printing)
            for ruling in rulings
            for each in ruling.printings
            if each.holds == "same" and each.basis == "documents"
        }

    def result(self, case: StoredScenario, there: StoredPrinting) -> bool:
        """Whether rules that are known of a printing decide what becomes of a case there: of one that comes out the
        same each that it cites, of one that differs one of those that make the difference."""
        if there.holds == "same":
            return all(self._rule(case, there, rule) for rule in case.rules)
        return not there.rules or any(self._rule(case, there, rule) for rule in there.rules)

    def _rule(self, case: StoredScenario, there: StoredPrinting, rule: str) -> bool:
        """Whether a rule is known of a printing: it is left out there or written for it and not unverified, or cites a
        ruling of which documents say that it holds there."""
        first, other = (self._rules.get(f"{ruleset}/{rule}") for ruleset in (case.ruleset, there.ruleset))
        if other is None:
            return True
        written = first is None or replace(first, id=other.id, ruleset=other.ruleset) != other
        known = written and other.confidence != Confidence.UNVERIFIED
        return known or any((cite, there.printing) in self._same for cite in other.cites)


def _printing(printing: Printing, scenarios: Iterable[StoredScenario], confirmed: _Confirmed) -> Printing:
    """What is said of another printing; where that is nothing, whether a ruling's cases come out the same there."""
    if printing.holds != "unknown":
        return printing
    results = [(each, there) for each in scenarios for there in each.printings if there.printing == printing.printing]
    if not results:
        return printing
    otherwise = [(each, there) for each, there in results if there.holds == "differs"]
    known = (any if otherwise else all)(confirmed.result(*each) for each in otherwise or results)
    return replace(
        printing,
        holds="differs" if otherwise else "same",
        basis="play" if known else "reading",
        cases=tuple(each.id for each, _ in otherwise),
    )


def _cited(
    own: Mapping[str, Iterable[StoredScenario]], known: Mapping[str, StoredScenario], claims: Iterable[Claim]
) -> dict[str, dict[str, None]]:
    """The rules, by id, that each ruling's scenarios and those of its claims cite."""
    cited: dict[str, dict[str, None]] = {}
    for ruling, scenarios in own.items():
        for scenario in scenarios:
            cited.setdefault(ruling, {}).update(_rules(scenario))
    for claim in claims:
        if claim.scenario in known:
            scenario = known[claim.scenario]
            rules = {f"{scenario.ruleset}/{claim.rule}": None} if claim.rule else _rules(scenario)
            cited.setdefault(claim.ruling, {}).update(rules)
    return cited


def _rules(scenario: StoredScenario) -> dict[str, None]:
    return dict.fromkeys(f"{scenario.ruleset}/{rule}" for rule in scenario.rules)


def _readings(
    ruling: Ruling, cited: Iterable[str], readings: Mapping[str, tuple[str, ...]]
) -> tuple[RulingReading, ...]:
    """The readings that cited rules rest on, each with these rules; not those that the ruling itself rests on."""
    found: dict[str, list[str]] = {}
    for rule in cited:
        for reading in readings.get(rule, ()):
            found.setdefault(reading, []).append(rule)
    known = {each.reading for each in ruling.readings}
    return tuple(RulingReading(reading, tuple(rules)) for reading, rules in found.items() if reading not in known)
