"""Takes a document over into the data: its text, its entry and its ids; and lists what is still open."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from kb.base import background, paths
from kb.base.errors import Finding, raise_if
from kb.base.files import writing
from kb.base.model import Ruling
from kb.base.standing import OFFICIAL
from kb.cases.language.scenario import fingerprint
from kb.corpus import documents as corpus_documents
from kb.corpus import ids
from kb.corpus.typography import plain
from kb.games import catalogue
from kb.pipeline import sources
from kb.pipeline.authoring import documents, new_game
from kb.pipeline.authoring.documents import Request, Row, check_request, rater
from kb.pipeline.authoring.sheet import Copy, FileChange, copy_of
from kb.pipeline.rulings import Identified, doubled, identified, identify, read_passages
from kb.pipeline.run import attempt, unexplained
from kb.store.proofs import missing_claims

#: two questions whose likeness is at least this (0 to 100) may be the same
_SAME_QUESTION = 60
#: so many lines from that of a finding on are the same place
_SAME_PLACE = 4


@dataclass(frozen=True)
class Added:
    """What adding a file comes to. ``appears``, ``changes`` and ``vanishes`` are rulings, ``files`` what is written.

    ``drafts`` says how many rulings of the data are drafts; ``to_do`` keeps the data from being built, ``proofs`` from
    being proved, ``look`` is worth a look.
    """

    received: documents.Received
    reading: documents.DocumentReading
    unchanged: int
    appears: list[Row]
    changes: list[Row]
    vanishes: list[Row]
    drafts: int = 0
    files: list[FileChange] = field(default_factory=list)
    to_do: list[Finding] = field(default_factory=list)
    proofs: list[Finding] = field(default_factory=list)
    look: list[Finding] = field(default_factory=list)


def add(
    request: Request, data: str | None = None, dry_run: bool = False, waiting: Callable[[str], None] = lambda said: None
) -> Added:
    """Take over a document, whole or not at all; with ``dry_run`` nothing is written.

    Where another process writes the data, wait for it; ``waiting`` gets a sentence then. Raises :class:`BadInput` with
    everything that keeps the document from being taken over.
    """
    check_request(request)
    text, guessed = documents.read_file(request.file)
    place = data or paths.data()
    alone = nullcontext() if dry_run else writing(place, waiting)
    with alone, copy_of(place) as copy, background.gc_paused():
        games = catalogue.games(copy.at)
        # what a process that was killed has left is completed, so no checksum is compared
        texts = [corpus_documents.read(each, copy.at, verify=False) for each in corpus_documents.read_manifest(copy.at)]
        before = identify(read_passages(texts), games, ids.load_register(copy.at))
        if request.new_game:
            game = new_game.new_game(request.new_game, games)
            request, games = replace(request, game=game.id), (*games, game)
            new_game.install(copy, game)
        received = documents.place_document(text, request, texts, games)
        own = received.document
        known = [*(each.document for each in texts if each.document.id != own.id), own]
        rulings = [(id, each.passage) for id, each in before.by_id.items() if before.game(each) == own.game]
        reading = documents.read_document(received, request, known, rulings)
        documents.install(copy, received, reading)
        added = _take_over(copy, before, received, reading, request, dry_run)
        if guessed:
            what = f"it is not UTF-8 and is read as {guessed}"
            added.look.insert(0, Finding(what, request.file, 0, "save it as UTF-8"))
        if not dry_run:
            copy.install()
    return added


def _take_over(
    copy: Copy,
    before: Identified,
    received: documents.Received,
    reading: documents.DocumentReading,
    request: Request,
    dry: bool,
) -> Added:
    """Give the rulings their ids and find what is still open."""
    read = sources.read(copy.at)
    after = identified(copy.at, read)
    found, standing, missing = after.assignment, before.register.standing, after.assignment.missing
    open_ends = unexplained(missing, request.reason, request.successor)
    if missing and request.successor and request.successor not in standing.keys() - {*missing}:
        open_ends.insert(0, Finding(f"'{request.successor}' cannot take over", hint="name a ruling that is in use"))
    raise_if([*doubled(after), *([] if dry else open_ends)])
    today = datetime.date.today().isoformat()
    if events := ids.events_of(after.candidates, found, today, request.reason, request.successor):
        ids.append_events(copy.at, events)
    tried = attempt(copy.at, read)
    rulings = {each.id: each for each in tried.corpus.rulings} if tried.corpus else {}
    known = ids.load_register(copy.at)
    to_do = sorted((_withdrawn(each, known) for each in tried.findings), key=lambda each: (each.file, each.line))
    rows = documents.differences(found, after.candidates, standing, reading.document.id, missing)
    for row in rows["appears"]:
        passage = after.by_id[row["id"]].passage
        row["fingerprint"] = fingerprint(plain(passage.question), plain(passage.answer))
    new = [rulings[row["id"]] for row in rows["appears"] if row["id"] in rulings]
    official = [each for each in rulings.values() if each.standing == OFFICIAL and each not in new]
    # each claim of a ruling whose words changed has a finding of its own
    wrong = {missing_claims(row["id"], rulings[row["id"]].game) for row in rows["changes"] if row["id"] in rulings}
    reworded = [row["id"] for row in rows["changes"] if row["words"]]
    return Added(
        received=received,
        reading=reading,
        **rows,
        drafts=sum(bool(each.draft) for each in rulings.values()),
        files=copy.changes(),
        to_do=[*(open_ends if dry else ()), *to_do],
        proofs=[each for each in tried.unsound if each not in wrong],
        look=[
            *_undated(request, reading),
            *_answered(request, new, official),
            *reading.passages.doubts,
            *_mentions(copy, reworded, missing, to_do),
        ],
    )


def _undated(request: Request, reading: documents.DocumentReading) -> list[Finding]:
    """Return what to say of a document that gives no date."""
    if reading.document.published:
        return []
    return [Finding("it gives no date, so it is shown as undated", request.file, 0, "say it with --date YYYY-MM-DD")]


def _answered(request: Request, new: Iterable[Ruling], official: Sequence[Ruling]) -> Iterator[Finding]:
    """Yield a finding for each new unofficial ruling whose question an official ruling of the game answers."""
    questions = [(each, each.question_text) for each in official if each.question_text]
    for ruling in (each for each in new if each.standing != OFFICIAL):
        found = rater((each, text) for each, text in questions if each.game == ruling.game)(ruling.question_text)
        if found and found[0][1] >= _SAME_QUESTION:
            message = f"the official {found[0][0].id} answers a question like that of {ruling.id}"
            yield Finding(message, request.file, ruling.line_start, "compare the answers")


def _withdrawn(finding: Finding, known: ids.Register) -> Finding:
    """Return a finding about an unknown ruling; of one that is withdrawn it says so."""
    named = re.search(r"unknown (?:section or )?ruling '([\w-]+)'", finding.message)
    gone: Mapping[str, str] = {each.id: each.successor for each in known.retired}
    if named is None or named[1] not in gone:
        return finding
    successor = gone[named[1]]
    hint = f"name {successor}, or none" if successor else "name another ruling, or none"
    return Finding(f"names {named[1]}, which is withdrawn", finding.file, finding.line, hint)


def _mentions(
    copy: Copy, reworded: Collection[str], gone: Collection[str], told: Iterable[Finding]
) -> Iterator[Finding]:
    """Return what names rulings that are gone or have other words.

    These are worth a look, but nothing waits for it. Places of the findings ``told`` are left out.
    """
    near = {(each.file, each.line + more) for each in told for more in range(_SAME_PLACE)}
    for name in (each for each in sources.checksums(copy.at) if each.endswith(".yaml")):
        text, file = copy.read(name), f"data/{name}"
        for rulings, what, hint in (
            (gone, "which is withdrawn", "see whether it should"),
            (reworded, "whose words have changed", "read it again"),
        ):
            found = ((at, ruling) for at, ruling in _named(text, rulings) if (file, at) not in near)
            yield from (Finding(f"names {ruling}, {what}", file, at, hint) for at, ruling in found)


def _named(text: str, rulings: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that name one of some rulings, with the first that each names."""
    if not rulings:
        return
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, rulings))})(?![\w-])")
    for at, line in enumerate(text.splitlines(), 1):
        if match := pattern.search(line):
            yield at, match[1]
