"""What proves each claim: the expectation of a scenario that it names, unless that fails or is out of date."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from kb.base.errors import Finding
from kb.base.model import Ruling
from kb.base.shape import suggest
from kb.base.values import NOT_CUT, Claim, StoredScenario
from kb.cases.language.scenario import REFERENCE, Scenario
from kb.corpus import claims as written
from kb.corpus.claims import OfficialText
from kb.store.proofs import missing_claims


def read(files: written.ClaimFiles, rulings: Iterable[Ruling]) -> tuple[tuple[Claim, ...], list[Finding]]:
    """Return the :func:`claims_in` of the words of rulings."""
    return claims_in(files, ((each.id, each.game, each.question_text, each.answer_text) for each in rulings))


def claims_in(
    files: written.ClaimFiles, rulings: Iterable[tuple[str, str, str, str]]
) -> tuple[tuple[Claim, ...], list[Finding]]:
    """Return the claims of rulings (id, game, plain question and answer) in their order, and what is wrong with them; a
    ruling that is not cut into claims yet has one of all its words."""
    by_game: dict[str, dict[str, OfficialText]] = {}
    order: dict[str, int] = {}
    for ruling, game, question, answer in rulings:
        by_game.setdefault(game, {})[ruling] = OfficialText(question, answer)
        order[ruling] = len(order)
    found: list[Claim] = []
    findings: list[Finding] = []
    for game, texts in by_game.items():
        claims, wrong = written.load(files, game, texts)
        found += [*claims, *written.uncut(texts, claims)]
        findings += wrong
    return tuple(sorted(found, key=lambda claim: (order[claim.ruling], claim.number))), findings


def missing(claims: Iterable[Claim], games: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return a finding for each ruling that is not cut into claims although others of its game are; ``games`` has the
    game of each ruling that is asked for them."""
    claims = tuple(claims)
    begun = {games.get(claim.ruling) for claim in claims if claim.reason != NOT_CUT}
    return tuple(
        missing_claims(claim.ruling, games[claim.ruling])
        for claim in claims
        if claim.reason == NOT_CUT and games.get(claim.ruling) in begun
    )


#: what a claim may name: a scenario as it is written, or as the base stores it
_Any = TypeVar("_Any", Scenario, StoredScenario)


def wrong_proofs(
    claims: Iterable[Claim], scenarios: Iterable[_Any], expectations: Callable[[_Any], Collection[str]]
) -> list[Finding]:
    """Return a finding for each claim with an unknown scenario, expectation or rule, or with a scenario of another
    kind.

    ``expectations`` gives the names of what a scenario expects.
    """
    known = {each.name: each for each in scenarios}
    findings = []
    for claim in claims:
        if claim.scenario:
            wrong = _wrong(claim, known, expectations)
            findings += [Finding(message, claim.file, claim.line, hint) for message, hint in wrong]
    return findings


def _wrong(
    claim: Claim, known: Mapping[str, _Any], expectations: Callable[[_Any], Collection[str]]
) -> Iterator[tuple[str, str]]:
    """Return what is wrong with how a claim is proved, each with a hint."""
    if claim.scenario not in known:
        yield f"unknown scenario '{claim.scenario}'", suggest(claim.scenario, known) or "name a scenario"
        return
    scenario = known[claim.scenario]
    is_reference = scenario.proof == REFERENCE
    if is_reference and claim.proof == "play":
        yield f"{claim.scenario} is a reference case", "name it under 'check'"
    if not is_reference and claim.proof == "reference":
        yield f"{claim.scenario} is no reference case", "name it under 'case'"
    names = expectations(scenario)
    for name in filter(None, (claim.expectation, claim.limit)):
        if name not in names:
            yield f"{claim.scenario} has no expectation '{name}'", f"it has {', '.join(names)}"
    if claim.limit == claim.expectation:
        yield f"'{claim.limit}' is the claim's own expectation", "name as limit where what it allows ends"
    if claim.rule and claim.rule not in scenario.rules:
        cited = ", ".join(scenario.rules) or "none"
        yield f"{claim.scenario} does not cite the rule '{claim.rule}'", f"it cites {cited}"


def proved(claims: Iterable[Claim], scenarios: Iterable[StoredScenario]) -> tuple[Claim, ...]:
    """Return the claims. A claim is not proved if its scenario is missing, fails or is out of date."""
    known = {each.name: each for each in scenarios}
    return tuple(_proved(claim, known.get(claim.scenario)) if claim.scenario else claim for claim in claims)


def _proved(claim: Claim, scenario: StoredScenario | None) -> Claim:
    if scenario is None:
        return replace(claim, proof="none", reason=f"there is no scenario {claim.scenario}")
    if not scenario.all_passed:
        return replace(claim, proof="none", reason=f"the engine disagrees: {scenario.name}")
    if scenario.suspect:
        return replace(claim, proof="none", reason=f"its words have changed since {scenario.name} was written")
    return replace(claim, shown_by=scenario.shows.get(claim.carrier, ""))
