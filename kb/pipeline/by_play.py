"""What follows for a ruling from how its cases are played: whether it holds in other printings where no document says
so, and the readings that it leans on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.model import Printing, Ruling, RulingReading
from kb.proof import CitedRule, Claim, StoredScenario


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
    readings = {rule.id: rule.readings for rule in rules}
    return tuple(
        replace(
            ruling,
            printings=tuple(_printing(each, own.get(ruling.id, ())) for each in ruling.printings),
            readings=(*ruling.readings, *_readings(ruling, cited.get(ruling.id, {}), readings)),
        )
        for ruling in rulings
    )


def _printing(printing: Printing, scenarios: Iterable[StoredScenario]) -> Printing:
    """What is said of another printing; where that is nothing, whether a ruling's cases come out the same there."""
    if printing.holds != "unknown":
        return printing
    results = [(each, there) for each in scenarios for there in each.printings if there.printing == printing.printing]
    if not results:
        return printing
    otherwise = tuple(each.id for each, there in results if there.holds == "differs")
    return replace(printing, holds="differs" if otherwise else "same", basis="play", cases=otherwise)


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
