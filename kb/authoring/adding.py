"""Takes a document over into the data: its text, its entry, its ids, stubs and marks; and tells what is still open."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from kb import gc_pause, journal, paths
from kb.authoring import documents, placing, rests, stubs
from kb.authoring.copied import Copy, copy_of
from kb.authoring.request import Request, check
from kb.authoring.words import Row, changed_words, row
from kb.corpus import ids, register
from kb.corpus.todo import TO_DO
from kb.errors import Finding, raise_if
from kb.journal import Change
from kb.model import Ruling
from kb.pipeline import proofs, stages
from kb.pipeline.run import attempt
from kb.scenarios.language.scenario import fingerprint
from kb.store.failed_proofs import missing_claims


@dataclass(frozen=True)
class Added:
    """What adding a file comes to. ``appears``, ``changes`` and ``vanishes`` are rulings, ``files`` what is written.

    ``to_do`` keeps the data from being built, ``proofs`` from being proved, ``look`` is worth a look.
    """

    received: placing.Received
    reading: documents.Reading
    unchanged: int
    appears: list[Row]
    changes: list[Row]
    vanishes: list[Row]
    files: list[Change] = field(default_factory=list)
    to_do: list[Finding] = field(default_factory=list)
    proofs: list[Finding] = field(default_factory=list)
    look: list[Finding] = field(default_factory=list)


def add(
    request: Request,
    data: str | None = None,
    dry_run: bool = False,
    waiting: Callable[[str], None] = lambda said: None,
) -> Added:
    """Take over a document, whole or not at all; with ``dry_run`` nothing is written.

    Where another process writes the data, wait for it; ``waiting`` gets a sentence then. Raises :class:`BadInput` with
    everything that keeps the document from being taken over.
    """
    check(request)
    text = placing.read(request.file)
    place = data or paths.data()
    alone = nullcontext() if dry_run else journal.writing(place, waiting)
    with alone, copy_of(place) as copy, gc_pause.paused():
        before = _read(copy.at)
        games = before.sources.catalogues.games
        received = placing.place(text, request, before.sources.texts, games)
        of_others = [document for document in before.sources.documents if document.id != received.document.id]
        reading = documents.read(received, request, [*of_others, received.document], before.rulings)
        documents.install(copy, received, reading)
        added = _take_over(copy, before, (received, reading), request, dry_run)
        if not dry_run:
            copy.install()
    return added


def _read(data: str) -> stages.Rulings:
    """The rulings of a folder of data, with their ids."""
    sources = stages.read(data)
    return stages.rulings(sources, stages.read_passages(sources, stages.blocks(sources)), register.load(data))


@dataclass(frozen=True)
class _Difference:
    """What a document changed, by the ids: the rulings that are new, those with other words and these, those gone."""

    after: stages.Rulings
    new: list[Ruling]
    reworded: dict[str, tuple[Ruling, rests.Words]]
    gone: tuple[str, ...]

    @classmethod
    def of(cls, before: stages.Rulings, after: stages.Rulings) -> _Difference:
        """The difference that the register ``before`` and the documents ``after`` make."""
        found, known = after.assignment, before.register.standing
        by_id = {ruling.id: ruling for ruling in after.rulings}
        reworded = {
            found.ids[i]: (by_id[found.ids[i]], changed_words(known[found.ids[i]], after.candidates[i]))
            for i in found.changed
        }
        new = [by_id[found.ids[i]] for i in sorted((*found.fresh, *found.returned))]
        return cls(after, new, reworded, found.missing)

    def rows(self, before: stages.Rulings, near: Sequence[stubs.Near], document: str) -> dict[str, Any]:
        """The rulings of the document as :class:`Added` has them."""
        pairs = zip(self.after.assignment.ids, self.after.candidates, strict=True)
        rows = {key: (row(key, candidate), candidate.document) for key, candidate in pairs}
        touched = {*(each.id for each in self.new), *self.reworded}
        return {
            "unchanged": sum(of == document and key not in touched for key, (_, of) in rows.items()),
            "appears": [{**rows[each.ruling.id][0], **_told(each)} for each in near],
            "changes": [{**rows[key][0], "words": words} for key, (_, words) in self.reworded.items()],
            "vanishes": [
                {"id": key, "line": 0, "question": before.register.standing[key].question} for key in self.gone
            ],
        }


def _take_over(
    copy: Copy, before: stages.Rulings, found: tuple[placing.Received, documents.Reading], request: Request, dry: bool
) -> Added:
    """Give the rulings their ids, write stubs and marks into the copy, and find what is still open."""
    received, reading = found
    after = _read(copy.at)
    difference = _Difference.of(before, after)
    unexplained = _unexplained(difference.gone, before.register, request)
    raise_if([*stages.doubled(after), *([] if dry else unexplained)])
    near = _write(copy, before, difference, request)
    sources = replace(after.sources, unproved=proofs.unproved(copy.at))
    tried = attempt(copy.at, play=False, sources=sources)  # words change nothing of how cases are played
    known = register.load(copy.at)
    to_do = sorted(
        (_withdrawn(each, known) for each in _first(tried.findings)), key=lambda each: (each.file, each.line)
    )
    # a ruling of which each claim has wrong words now counts as not cut
    wrong = {missing_claims(key, ruling.game) for key, (ruling, _) in difference.reworded.items()}
    reworded = [key for key, (_, words) in difference.reworded.items() if words]
    return Added(
        received=received,
        reading=reading,
        **difference.rows(before, near, reading.document.id),
        files=copy.changes(),
        to_do=[*(unexplained if dry else ()), *to_do],
        proofs=[each for each in tried.unsound if each not in wrong],
        look=rests.mentions(copy, reworded, difference.gone, to_do),
    )


def _write(copy: Copy, before: stages.Rulings, difference: _Difference, request: Request) -> list[stubs.Near]:
    """Write ids, marks and stubs into the copy. Returns the new rulings with those that are like them."""
    after, today = difference.after, datetime.date.today().isoformat()
    events = ids.events_of(after.candidates, after.assignment, today, request.reason, request.successor)
    if events:
        register.append(copy.at, events)
    rests.remove(copy, difference.gone)
    rests.mark(copy, difference.reworded)
    standing = [each for each in before.rulings if each.id not in difference.gone]
    near = stubs.near(difference.new, standing)
    stubs.write(copy, near, after.sources.catalogues, standing)
    return near


def _told(near: stubs.Near) -> Row:
    """The rulings that are most like a new one, and the fingerprint for its scenarios."""
    alike = [{"id": like.of.id, "alike": round(like.score)} for like in near.others]
    return {"near": alike, "fingerprint": fingerprint(near.ruling.question_text, near.ruling.answer_text)}


def _unexplained(missing: Sequence[str], known: register.Register, request: Request) -> list[Finding]:
    """A finding for each ruling that would be withdrawn without a reason, and for what is said of none."""
    if not missing and (request.reason or request.successor):
        return [Finding("no ruling is withdrawn", hint="leave out --reason and --successor")]
    findings = []
    if request.successor and (request.successor in missing or request.successor not in known.ever):
        findings.append(Finding(f"'{request.successor}' cannot take over", hint="name a ruling that stands"))
    if not request.reason.strip():
        hint = 'say why with --reason "..."; the register keeps it'
        findings += [Finding(f"{each} would be withdrawn without a reason", hint=hint) for each in missing]
    return findings


def _first(findings: Sequence[Finding]) -> list[Finding]:
    """The findings; of those in a line with a mark only the mark, which comes first."""
    marked = {(each.file, each.line): each for each in reversed(findings) if each.message.startswith(TO_DO)}
    return [each for each in findings if marked.get((each.file, each.line), each) is each]


def _withdrawn(finding: Finding, known: register.Register) -> Finding:
    """A finding about an unknown ruling; of one that is withdrawn it says so."""
    named = re.search(r"unknown (?:section or )?ruling '([\w-]+)'", finding.message)
    gone: Mapping[str, str] = {each.id: each.successor for each in known.retired}
    if named is None or named[1] not in gone:
        return finding
    successor = gone[named[1]]
    hint = f"name {successor}, or none" if successor else "name another ruling, or none"
    return Finding(f"names {named[1]}, which is withdrawn", finding.file, finding.line, hint)
