"""What proves each ruling: its scenarios, unless one fails or is out of date."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kb import yamlfile
from kb.corpus.relations import with_comparisons
from kb.errors import Finding, raise_if
from kb.model import Corpus, Ruling, Section
from kb.pipeline import by_play, claims, comparisons
from kb.proof import Proof, StoredScenario
from kb.scenarios.language.scenario import REFERENCE
from kb.scenarios.reading import library
from kb.shape import Shape, suggest, unique
from kb.shape import check as check_shape
from kb.store.failed_proofs import NOT_YET, failed_proof, missing_proof

if TYPE_CHECKING:
    from kb.pipeline.scenarios import Played
    from kb.pipeline.sources import Sources

_UNPROVED = "unproved.yaml"


_ROW = Shape(required={"ruling": "str", "reason": "str"})


def unproved(data: str) -> dict[str, tuple[str, int]]:
    """The rulings that nothing can prove, each with the reason and its line. Raises :class:`BadInput`."""
    path = os.path.join(data, _UNPROVED)
    if not os.path.exists(path):
        return {}
    name = f"data/{_UNPROVED}"
    root = yamlfile.load(path, name)
    raise_if(check_shape(root, Shape(required={"unproved": "list"}), name, "register of unproved rulings"))
    rows = root["unproved"]
    findings = unique(rows, "ruling", name, "ruling")
    for row, line in zip(rows, rows.lines, strict=True):
        findings += check_shape(row, _ROW, name, "unproved ruling", line)
    raise_if(findings)
    return {row["ruling"]: (row["reason"], row.line) for row in rows}


def find_errors(
    scenarios: Sequence[StoredScenario],
    unproved: Mapping[str, tuple[str, int]],
    rulings: Iterable[Ruling],
    sections: Iterable[Section],
) -> list[Finding]:
    """A finding for each scenario of an unknown ruling or section, and each wrong line of the unproved rulings."""
    known = {ruling.id for ruling in rulings}
    findings = library.unknown_references(scenarios, known, [section.id for section in sections])
    proved = {ruling: each for each in scenarios for ruling in each.rulings}
    name = f"data/{_UNPROVED}"
    for ruling, (_, line) in unproved.items():
        if ruling not in known:
            findings.append(
                Finding(f"unknown ruling '{ruling}'", name, line, suggest(ruling, known) or "name a ruling")
            )
        elif ruling in proved:
            findings.append(Finding(f"{ruling} is proved by {proved[ruling].name}", name, line, "remove it here"))
    return findings


def mark_suspects(scenarios: Iterable[StoredScenario], rulings: Iterable[Ruling]) -> tuple[StoredScenario, ...]:
    """The scenarios, marked as suspect where the words of their rulings have changed."""
    texts = {ruling.id: (ruling.question_text, ruling.answer_text) for ruling in rulings}
    return tuple(replace(each, suspect=bool(library.suspects([each], texts.get))) for each in scenarios)


def unsound(scenarios: Iterable[StoredScenario]) -> tuple[Finding, ...]:
    """A finding for each examined scenario that failed or is suspect."""
    return tuple(
        failed_proof(each.id, each.all_passed, each.file, each.line)
        for each in scenarios
        if each.suspect or not each.all_passed
    )


def missing(proofs: Mapping[str, Proof]) -> tuple[Finding, ...]:
    """A finding for each ruling that has neither a scenario nor a reason why it has none."""
    return tuple(missing_proof(ruling) for ruling, proof in proofs.items() if proof.reason == NOT_YET)


def lacking(corpus: Corpus) -> tuple[Finding, ...]:
    """Everything that the proofs of a corpus lack: scenarios that hold, scenarios at all, claims."""
    games = {ruling.id: ruling.game for ruling in corpus.rulings}
    return (*unsound(corpus.scenarios), *missing(corpus.proofs), *claims.missing(corpus.claims, games))


def proofs(
    rulings: Iterable[Ruling], scenarios: Iterable[StoredScenario], reasons: Mapping[str, tuple[str, int]]
) -> dict[str, Proof]:
    """What proves each ruling: play before reference; a ruling whose scenario fails or is suspect is not proved."""
    by_ruling: dict[str, list[StoredScenario]] = {}
    for each in scenarios:
        for ruling in each.rulings:
            by_ruling.setdefault(ruling, []).append(each)
    return {
        ruling.id: _proof(by_ruling.get(ruling.id, ()), reasons.get(ruling.id, (NOT_YET, 0))[0]) for ruling in rulings
    }


def _proof(scenarios: Sequence[StoredScenario], reason: str) -> Proof:
    if not scenarios:
        return Proof("none", reason)
    failed = [each.id for each in scenarios if not each.all_passed]
    if failed:
        return Proof("none", f"the engine disagrees: {', '.join(failed)}")
    suspect = [each.id for each in scenarios if each.suspect]
    if suspect:
        return Proof("none", f"its words have changed since {', '.join(suspect)} was written")
    return Proof("reference" if all(each.proof == REFERENCE for each in scenarios) else "play")


def prove(corpus: Corpus, sources: Sources, played: Played) -> Corpus:
    """Stage 5, its end: the corpus with the scenarios and what proves each ruling.

    Raises :class:`BadInput` for scenarios of unknown rulings or sections, for comparisons that no case shows, and for
    claims that name no scenario or expectation.
    """
    raise_if(wrong_proofs(corpus, sources, played))
    return told(corpus, sources, played)


def wrong_proofs(corpus: Corpus, sources: Sources, played: Played) -> list[Finding]:
    """What is wrong with the scenarios, comparisons and claims; a proof that does not hold is none of it."""
    findings = find_errors(played.scenarios, sources.unproved, corpus.rulings, sources.catalogues.sections)
    findings += comparisons.find_errors(corpus.comparisons, played.scenarios)
    return findings + claims.wrong_proofs(corpus.claims, played.scenarios, lambda each: each.expectations)


def told(corpus: Corpus, sources: Sources, played: Played) -> Corpus:
    """The corpus with the scenarios and what proves each ruling."""
    cases = mark_suspects(played.scenarios, corpus.rulings)
    cut = claims.proved(corpus.claims, cases)
    compared = comparisons.with_readings(corpus.comparisons, cases, corpus.rules)
    return replace(
        corpus,
        rulings=by_play.told(corpus.rulings, cases, cut, corpus.rules),
        comparisons=compared,
        relations=with_comparisons(corpus.relations, compared),
        scenarios=cases,
        proofs=proofs(corpus.rulings, cases, sources.unproved),
        claims=cut,
    )
