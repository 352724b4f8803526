"""Dry run of a new or re-issued document: which rulings are new, changed or withdrawn, which curated data to check."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kb import paths
from kb.corpus import curated, documents, passages, register
from kb.corpus.ids import Candidate, assign
from kb.corpus.typography import plain, words
from kb.errors import BadInput, Finding
from kb.model import Document, Part, Ruling, SourceText
from kb.pipeline import claims, links, proofs, stages
from kb.proof import NOT_CUT
from kb.scenarios.reading import library
from kb.shape import suggest


def plan(path: str, document: str | None = None, data: str | None = None) -> dict[str, Any]:
    """What building with the file ``path`` in the place of ``document`` would change. Nothing is written.

    ``document`` may be a game: then the file is a new document of it; by default it is the document whose words the
    file shares most. Returns ``document``, ``sha256`` and ``lines`` (a number) of the file, ``unchanged`` (a number),
    ``appears``, ``changes``, ``vanishes`` (rows with ``id``, ``line``, ``question``), ``suspect`` (rows with ``id``,
    ``what``), ``findings`` and ``unsound`` (the proofs that would fail), both text. Raises
    :class:`BadInput` if the file cannot be read or the document is unknown.
    """
    data = data or paths.data()
    sources = stages.read(data)
    raw = _raw(path)
    known = register.load(data)
    place = _place(raw, sources, document)
    found = passages.passages_of(_text(raw, path, place))
    prefix = next(game.prefix for game in sources.catalogues.games if game.id == place.game)
    candidates = [Candidate.of(passage, place.id, prefix) for passage in found.passages]
    own = register.Register(tuple(e for e in known.events if e.document == place.id or e.event == "withdrawn"))
    result = assign(candidates, register.Register(tuple(e for e in known.events if e.id in own.ever)))
    standing = own.standing
    appears = [_row(result.ids[i], candidates[i]) for i in result.fresh]
    changes = [
        {**_row(result.ids[i], candidates[i]), "words": _changed(standing[result.ids[i]], candidates[i])}
        for i in result.changed
    ]
    vanishes = [{"id": key, "line": 0, "question": standing[key].question} for key in result.missing]
    touched = {row["id"] for row in (*changes, *vanishes)}
    scenarios = stages.play(sources, data).scenarios
    reworded = {result.ids[i]: candidates[i] for i in result.changed}
    unsound = proofs.unsound(proofs.mark_suspects(scenarios, _after(sources, known, reworded)))
    return {
        "document": place.id,
        "sha256": found.text.document.sha256,
        "lines": len(found.text.origins),
        "unchanged": len(candidates) - len(appears) - len(changes),
        "appears": appears,
        "changes": changes,
        "vanishes": vanishes,
        "suspect": _suspect(data, sources, known, touched),
        "findings": [str(f) for f in found.findings],
        "unsound": [str(f) for f in unsound],
    }


def _raw(path: str) -> str:
    try:
        with open(path, "rb") as file:
            text, findings = documents.decode(file.read(), path)
    except OSError as error:
        raise BadInput(Finding(f"cannot be read ({error.strerror})", path, 0, "name a document")) from None
    if not findings and not text.strip():
        findings = [Finding("there is no text in it", path, 0, "name a document")]
    if findings:
        raise BadInput(*findings)
    return text


def _text(raw: str, path: str, place: Document) -> SourceText:
    """The text of a file in the place of a document."""
    document = replace(place, parts=(Part(path, 1, 0),), sha256=hashlib.sha256(raw.encode()).hexdigest())
    return SourceText(document, raw, tuple((path, n) for n in range(1, len(documents.lines_of(raw)) + 1)))


def _place(raw: str, sources: stages.Sources, document: str | None) -> Document:
    by_id = {d.id: d for d in sources.documents}
    if document is not None:
        if document in by_id:
            return by_id[document]
        if document in (games := {g.id: g for g in sources.catalogues.games}):
            topics = tuple(topic for d in sources.documents if d.game == document for topic in d.topics)
            return Document(
                f"{document}-new", "", document, games[document].title, "faq", "", "", "", "", "", (), topics
            )
        hint = suggest(document, [*by_id, *games]) or f"documents are: {', '.join(by_id)}"
        raise BadInput(Finding(f"there is no document or game '{document}'", hint=hint))
    file_words = set(words(raw).split())
    shared = {
        d.id: len(file_words & (own := set(words(text.text).split()))) / max(1, len(file_words | own))
        for d, text in zip(sources.documents, sources.texts, strict=True)
    }
    best = max(shared, key=lambda key: shared[key])
    if shared[best] < 0.5:
        names = ", ".join(game.id for game in sources.catalogues.games)
        hint = f"say which document or game it is with --document (a game is one of: {names})"
        raise BadInput(Finding("the file is not a re-issue of any document", hint=hint))
    return by_id[best]


def _row(ruling: str, candidate: Candidate) -> dict[str, Any]:
    asked = (
        candidate.passage.question
        if candidate.passage.kind == "answer"
        else f"{candidate.passage.question}: {candidate.passage.answer}"
    )
    return {"id": ruling, "line": candidate.passage.line_start, "question": asked}


def _changed(event: register.RegisterEntry, candidate: Candidate) -> list[tuple[str, str]]:
    """The runs of words that differ, before and after; empty where only typography changed."""
    was = f"{event.question} {event.answer}".split()
    now = f"{candidate.question} {candidate.answer}".split()
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    return [(" ".join(was[a:b]), " ".join(now[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _after(sources: stages.Sources, known: register.Register, reworded: Mapping[str, Candidate]) -> list[Ruling]:
    """The rulings as they are, some with the words that they would have."""
    made = stages.rulings(sources, stages.read_passages(sources, stages.blocks(sources)), known)
    return [
        replace(ruling, question_text=plain(to.passage.question), answer_text=plain(to.passage.answer))
        if (to := reworded.get(ruling.id))
        else ruling
        for ruling in made.rulings
    ]


def _suspect(data: str, sources: stages.Sources, known: register.Register, touched: set[str]) -> list[dict[str, str]]:
    """The curated data that rests on rulings whose words changed or vanished."""
    written = curated.load(data, sources.catalogues.games, links.names(known.standing, sources))
    cases = library.load(data, rules_of=sources.books) if touched else ()
    cut = claims.read(data, _after(sources, known, {}))[0] if touched else ()
    rows = []
    for ruling in sorted(touched):
        verdict = written.verdicts.get(ruling)
        if verdict:
            rows.append({"id": ruling, "what": f"verdict: {verdict.verdict} ({verdict.file}:{verdict.line})"})
            rows += [{"id": ruling, "what": f"phrasing: {asked.text}"} for asked in written.phrasings.get(ruling, ())]
            rows += [{"id": ruling, "what": f"link to {link.section}: {link.evidence}"} for link in verdict.sections]
        rows += [
            {"id": ruling, "what": f"claim “{claim.words}” ({claim.file}:{claim.line})"}
            for claim in cut
            if claim.ruling == ruling and claim.reason != NOT_CUT
        ]
        rows += [
            {"id": ruling, "what": f"{r.kind} {r.ruling} / {r.other}"}
            for r in written.relations
            if ruling in (r.ruling, r.other)
        ]
        rows += [
            {"id": ruling, "what": f"topic {topic.id}"}
            for topic in written.comparisons
            for s in topic.stances
            if ruling in s.rulings
        ]
        rows += [
            {"id": ruling, "what": f"scenario {case.name}: {case.title} ({case.file}:{case.line})"}
            for case in cases
            if ruling in case.rulings
        ]
    return rows
