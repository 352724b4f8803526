"""Stages 2 to 4: blocks and passages of the documents, and rulings with their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.corpus import passages, register
from kb.corpus.blocks import Blocks
from kb.corpus.errata import amendment
from kb.corpus.ids import Assignment, Candidate, assign
from kb.corpus.passages import Passages
from kb.corpus.typography import plain
from kb.errors import Finding, raise_if
from kb.model import (
    Amendment,
    Authority,
    Document,
    Passage,
    Ruling,
    RulingKind,
)
from kb.pipeline.sources import Sources

_AUTHORITY = {
    RulingKind.ERRATUM: Authority.ERRATUM,
    RulingKind.RULE_CHANGE: Authority.ERRATUM,
    RulingKind.ANSWER: Authority.OFFICIAL_ANSWER,
    RulingKind.OPTIONAL_RULE: Authority.OFFICIAL_ANSWER,
    RulingKind.STATEMENT: Authority.RULE_BOOK,
}


@dataclass(frozen=True)
class Rulings:
    """Rulings with their ids, before anything is linked to them."""

    sources: Sources
    rulings: tuple[Ruling, ...]
    passages: tuple[Passages, ...]
    candidates: tuple[Candidate, ...]
    assignment: Assignment
    register: register.Register


def blocks(sources: Sources) -> tuple[Blocks, ...]:
    """Stage 2: the lines of each document with their Markdown blocks."""
    return tuple(passages.blocks_of(text) for text in sources.texts)


def read_passages(sources: Sources, found: Sequence[Blocks]) -> tuple[Passages, ...]:
    """Stage 3: questions with answers, errata, statements, optional rules; the ledger of the rest."""
    out = tuple(passages.passages_of(text, own) for text, own in zip(sources.texts, found, strict=True))
    raise_if(finding for each in out for finding in each.findings)
    return out


def rulings(sources: Sources, found: Sequence[Passages], known: register.Register) -> Rulings:
    """Stage 4: passages become rulings with their ids for life, by the register."""
    prefix = {game.id: game.prefix for game in sources.catalogues.games}
    candidates = tuple(
        Candidate.of(passage, own.text.document.id, prefix[own.text.document.game])
        for own in found
        for passage in own.passages
    )
    assignment = assign(candidates, known)
    by_id = {d.id: d for d in sources.documents}
    made: list[Ruling] = []
    siblings: dict[str, list[str]] = {}
    for candidate, ruling_id in zip(candidates, assignment.ids, strict=True):
        siblings.setdefault(candidate.document, []).append(ruling_id)
    for position, (candidate, ruling_id) in enumerate(zip(candidates, assignment.ids, strict=True), start=1):
        own = siblings[candidate.document]
        made.append(_ruling(candidate.passage, ruling_id, by_id[candidate.document], position, own))
    return Rulings(sources, tuple(made), tuple(found), candidates, assignment, known)


def _ruling(passage: Passage, ruling_id: str, document: Document, position: int, siblings: Sequence[str]) -> Ruling:
    amends = amendment(passage)
    if passage.kind is RulingKind.ERRATUM and amends is None:
        amends = Amendment("amend", passage.question, "", plain(passage.answer))
    return Ruling(
        id=ruling_id,
        game=document.game,
        document=document.id,
        kind=passage.kind,
        heading=passage.heading,
        position=position,
        question=passage.question,
        answer=passage.answer,
        question_text=plain(passage.question),
        answer_text=plain(passage.answer),
        line_start=passage.line_start,
        line_end=passage.line_end,
        authority=_AUTHORITY[passage.kind],
        authority_date=document.published,
        parent=siblings[passage.parent] if passage.parent >= 0 else "",
        emphasis=passage.emphasis,
        amendments=(amends,) if amends else (),
        depends_on=passage.topic.options,
    )


def doubled(found: Rulings) -> list[Finding]:
    """A finding for every ruling whose words stand twice in one document."""
    findings = []
    for one, other in found.assignment.doubles:
        file, line = _place(found, one)
        what = f"the same ruling stands twice, also at {file}:{line}"
        findings.append(Finding(what, *_place(found, other), "remove one of them"))
    return findings


def unregistered(found: Rulings) -> list[Finding]:
    """A finding for every difference between the documents and the register of ids."""
    hint = "run 'kb build --plan' to look, 'kb build --register' to record it"
    a = found.assignment
    differences = (
        (a.fresh, "a ruling that the register does not have (it would be {})"),
        (a.changed, "the words of {} are not those in the register"),
        (a.returned, "{} was withdrawn and is here again"),
    )
    findings = [
        Finding(what.format(a.ids[i]), *_place(found, i), hint) for indexes, what in differences for i in indexes
    ]
    missing = "{} is in the register but in no document"
    findings += [Finding(missing.format(key), f"data/{register.REGISTER}", 0, hint) for key in a.missing]
    return findings


def _place(found: Rulings, index: int) -> tuple[str, int]:
    candidate = found.candidates[index]
    text = next(own.text for own in found.passages if own.text.document.id == candidate.document)
    return text.place(candidate.passage.line_start)
