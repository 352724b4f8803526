"""Adds a document to the data: its text, its entry and the ids of its rulings; and lists the missing texts."""

from __future__ import annotations

import datetime
import difflib
import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

from kb.base import background, paths
from kb.base.english import counted
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import writing
from kb.cases.language.scenario import fingerprint
from kb.corpus import ids
from kb.corpus.documents import read, read_manifest
from kb.corpus.entries import topic_of
from kb.corpus.reader import passages_of
from kb.corpus.typography import plain
from kb.games import catalogue
from kb.model.corpus import Document, ReceivedFile, Ruling, SourceText
from kb.model.standing import OFFICIAL
from kb.pipeline import sources
from kb.pipeline.authoring import forms
from kb.pipeline.authoring.documents import (
    ReadFile,
    Received,
    Request,
    check_request,
    rater,
    read_file,
    receive,
)
from kb.pipeline.authoring.manifest import write_document, write_game
from kb.pipeline.authoring.new_game import new_game
from kb.pipeline.authoring.trial import Copy, FileChange, copy_of
from kb.pipeline.rulings import Identified, identify, read_passages
from kb.pipeline.run import attempt, unexplained
from kb.store.proofs import missing_claims

#: two questions with at least this likeness (0 to 100) may be the same
_SAME_QUESTION = 60
#: the number of lines from that of a finding that count as the same place
_SAME_PLACE = 4


class Row(TypedDict):
    """A ruling that appears, changes or vanishes. ``words`` are the runs of words that differ, before and after."""

    id: str
    line: int
    line_end: int
    question: str
    answer: str
    fingerprint: NotRequired[str]
    words: NotRequired[list[tuple[str, str]]]


@dataclass(frozen=True)
class Added:
    """The result of adding a file. ``appears``, ``changes`` and ``vanishes`` are rulings, ``files`` the changes.

    ``ids`` are the ids of its entries, in order. ``unchanged`` is the number of rulings of the document that stay as
    they are, ``drafts`` the number of all drafts in the data. The findings in ``to_do`` keep the data from being built,
    those in ``proofs`` from being proved; those in ``look`` are worth a look.
    """

    received: Received
    ids: tuple[str, ...]
    unchanged: int
    appears: list[Row]
    changes: list[Row]
    vanishes: list[Row]
    drafts: int
    files: list[FileChange]
    to_do: list[Finding]
    proofs: list[Finding]
    look: list[Finding]


def add(
    request: Request, data: str | None = None, dry_run: bool = False, waiting: Callable[[str], None] = lambda said: None
) -> Added:
    """Add a document, whole or not at all; with ``dry_run`` nothing is written.

    ``data`` is by default the folder that :mod:`kb.base.paths` names. If another process writes there, ``waiting`` gets
    a message, and the function waits. Raises :class:`BadInput` with everything that keeps the document from being
    added.
    """
    check_request(request)
    file = read_file(request.file)
    text = file.text
    place = data or paths.data()
    alone = nullcontext() if dry_run else writing(place, waiting)
    with alone, copy_of(place) as copy, background.gc_paused():
        games = catalogue.games(copy.at)
        # no checksum is compared, since a process that was killed may have left a document half installed
        texts = [read(each, copy.at, verify=False) for each in read_manifest(copy.at)]
        before = identify(read_passages(texts), games, ids.load_register(copy.at))
        if request.new_game:
            game = new_game(request.new_game, games)
            request, games = replace(request, game=game.id), (*games, game)
            write_game(copy, game)
        rulings = ((before.game(each), id, each.passage) for id, each in before.by_id.items())
        received = receive(text, request, texts, games, rulings)
        again = _converted_again(copy, received.document, texts) if file.converted else []
        received = replace(received, document=_with_file(copy, received.document, file))
        write_document(copy, received.document, text)
        added = _identify(copy, before.register, received, request, dry_run)
        added.look[:0] = again
        if file.encoding:
            what = f"the file is not UTF-8 and is read as {file.encoding}"
            added.look.insert(0, Finding(what, request.file, 0, "save it as UTF-8"))
        if not dry_run:
            copy.install()
    return added


def _with_file(copy: Copy, document: Document, file: ReadFile) -> Document:
    """Keep the file from which the text of a document was converted, and return the document with the entry of that
    file. A file that is a text already is not kept. The kept file of an earlier issue is removed."""
    if document.received:  # that of the document before
        copy.remove(document.received.file)
    if file.converted is None:
        return replace(document, received=None)
    name = f"received/{document.id}{forms.ENDINGS[file.converted.form]}"
    digest = hashlib.sha256(file.content).hexdigest()
    copy.write(name, file.content)
    left_out = "; ".join(file.converted.left_out)
    return replace(document, received=ReceivedFile(name, digest, file.converted.by, left_out))


def _converted_again(copy: Copy, document: Document, texts: Sequence[SourceText]) -> list[Finding]:
    """Return a finding if the kept file of a re-issued document is converted to another text today. The converter then
    causes a part of the changes."""
    before = next((each for each in texts if each.document.id == document.id), None)
    if before is None or before.document.received is None:
        return []
    path = os.path.join(copy.at, before.document.received.file)
    try:
        text = read_file(path).text
    except BadInput as error:
        return error.findings
    was, now = (each.splitlines() for each in (before.text, text))
    many = sum(line[:1] in "+-" for line in list(difflib.unified_diff(was, now, n=0, lineterm=""))[2:])
    if not many:
        return []
    kept = before.document.received
    what = f"{counted(many, 'line')} of the text differ because of the converter alone ({kept.converted_by})"
    return [Finding(what, f"data/{kept.file}", 0, "compare the changed rulings with this file, which is as received")]


def _identify(copy: Copy, register: ids.Register, received: Received, request: Request, dry_run: bool) -> Added:
    """Give the rulings of a copy of the data their ids, find the texts that are still missing, and return the result.
    Raises :class:`BadInput` if rulings would be withdrawn without a reason, but not for a ``dry_run``."""
    known = sources.read(copy.at)
    own, found = received.document, received.passages
    topical = tuple(replace(each, topic=topic_of(own, each.heading)) for each in found.passages)
    passages = tuple(
        replace(found, text=text, passages=topical) if text.document.id == own.id else passages_of(text)
        for text in known.texts
    )
    after = identify(passages, known.catalogues.games, ids.load_register(copy.at))
    gone = after.assignment.missing
    open_ends = unexplained(gone, request.reason, request.successor)
    if gone and request.successor and request.successor not in register.standing.keys() - {*gone}:
        what = f"the successor '{request.successor}' is not a current ruling"
        open_ends.insert(0, Finding(what, hint="name another"))
    raise_if([] if dry_run else open_ends)
    today = datetime.date.today().isoformat()
    if events := ids.events_of(after.candidates, after.assignment, today, request.reason, request.successor):
        ids.append_events(copy.at, events)
    tried = attempt(copy.at, known, passages)
    rulings = {each.id: each for each in tried.corpus.rulings} if tried.corpus else {}
    retired = {each.id: each.successor for each in ids.load_register(copy.at).retired}
    to_do = sorted((withdrawn(each, retired) for each in tried.findings), key=lambda each: (each.file, each.line))
    appears, changes, vanishes, unchanged = _differences(after, received.document.id)
    new = [rulings[row["id"]] for row in appears if row["id"] in rulings]
    fresh = {each.id for each in new}
    official = [each for each in rulings.values() if each.standing == OFFICIAL and each.id not in fresh]
    # each claim of a ruling with other words has a finding of its own
    wrong = {missing_claims(row["id"], rulings[row["id"]].game) for row in changes if row["id"] in rulings}
    undated = Finding("the date of the document is missing", request.file, 0, "add it with --date YYYY-MM-DD")
    reworded = [row["id"] for row in changes if row["words"]]
    return Added(
        received=received,
        ids=tuple(id for id, each in after.by_id.items() if each.document == received.document.id),
        unchanged=unchanged,
        appears=appears,
        changes=changes,
        vanishes=vanishes,
        drafts=sum(bool(each.draft) for each in rulings.values()),
        files=copy.changes(),
        to_do=[*(open_ends if dry_run else ()), *to_do],
        proofs=[each for each in tried.unsound if each not in wrong],
        look=[
            *([] if received.document.published else [undated]),
            *_answered(request.file, new, official),
            *_mentions(copy, gone, reworded, to_do),
        ],
    )


def _differences(found: Identified, document: str) -> tuple[list[Row], list[Row], list[Row], int]:
    """Return the rulings that appear, change and vanish, as rows, and how many of a document stay as they are."""
    given, standing = found.assignment, found.register.standing
    rows: list[Row] = []
    for id, candidate in found.by_id.items():
        passage = candidate.passage
        asked = (
            passage.question if passage.kind == "answer" else f"{passage.question}: {passage.answer}".removeprefix(": ")
        )
        answer = passage.answer if passage.kind == "answer" else ""
        first, last = passage.line_start, passage.line_end
        rows.append({"id": id, "line": first, "line_end": last, "question": asked, "answer": answer})
    new = sorted((*given.fresh, *given.returned))
    for i in new:
        passage = found.candidates[i].passage
        rows[i]["fingerprint"] = fingerprint(plain(passage.question), plain(passage.answer))
    for i in given.changed:
        rows[i]["words"] = _changed_words(standing[given.ids[i]], found.candidates[i])
    touched = {*new, *given.changed}
    gone: list[Row] = [
        {"id": id, "line": 0, "line_end": 0, "question": standing[id].question, "answer": ""} for id in given.missing
    ]
    unchanged = sum(each.document == document for i, each in enumerate(found.candidates) if i not in touched)
    return [rows[i] for i in new], [rows[i] for i in given.changed], gone, unchanged


def _changed_words(event: ids.RegisterEntry, candidate: ids.Candidate) -> list[tuple[str, str]]:
    """Return the runs of words that differ, before and after; empty if only typography changed."""
    was, now = (f"{each.question} {each.answer}".split() for each in (event, candidate))
    blocks = difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    return [(" ".join(was[a:b]), " ".join(now[c:d])) for tag, a, b, c, d in blocks if tag != "equal"]


def _answered(file: str, new: Iterable[Ruling], official: Sequence[Ruling]) -> Iterator[Finding]:
    """Yield a finding for each new unofficial ruling with a question that an official ruling of the game answers."""
    for ruling in (each for each in new if each.standing != OFFICIAL):
        own = [each for each in official if each.game == ruling.game and each.question_text]
        for likest, score in rater((each, each.question_text) for each in own)(ruling.question_text)[:1]:
            if score >= _SAME_QUESTION:
                message = f"the official {likest.id} answers a question like that of {ruling.id}"
                yield Finding(message, file, ruling.line_start, "compare the answers")


def withdrawn(finding: Finding, retired: dict[str, str]) -> Finding:
    """Return a finding; one about an unknown ruling that is among the ``retired`` names its successor instead."""
    named = re.search(r"unknown (?:section or )?ruling '([\w-]+)'", finding.message)
    if named is None or named[1] not in retired:
        return finding
    successor = retired[named[1]]
    hint = f"name {successor}, or remove the name" if successor else "name another ruling, or remove the name"
    return Finding(f"names the ruling {named[1]}, which is withdrawn", finding.file, finding.line, hint)


def _mentions(
    copy: Copy, gone: Collection[str], reworded: Collection[str], to_do: Iterable[Finding]
) -> Iterator[Finding]:
    """Yield a finding for each line of the data, outside the places of ``to_do``, that names a withdrawn ruling
    (``gone``) or one with other words (``reworded``)."""
    near = {(each.file, each.line + more) for each in to_do for more in range(_SAME_PLACE)}
    groups = (
        (gone, "which is withdrawn", "name its successor, or remove the name"),
        (reworded, "which has other words now", "compare this text with the new words"),
    )
    for name in (each for each in sources.checksums(copy.at) if each.endswith(".yaml") and (gone or reworded)):
        lines, file = copy.read(name).splitlines(), f"data/{name}"
        for rulings, what, hint in (each for each in groups if each[0]):
            pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, rulings))})(?![\w-])")
            for at, line in enumerate(lines, 1):
                if (found := pattern.search(line)) and (file, at) not in near:
                    yield Finding(f"names the ruling {found[1]}, {what}", file, at, hint)
