"""Adds a document to the data: its text, its entry and the ids of its rulings; and lists what is still open."""

from __future__ import annotations

import datetime
import difflib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from kb.base import background, paths, yamlfile
from kb.base.errors import Finding, raise_if
from kb.base.files import write_all, writing
from kb.base.model import Document, Game, Ruling, Topic
from kb.base.standing import OFFICIAL
from kb.cases.language.scenario import fingerprint
from kb.corpus import ids
from kb.corpus.documents import MANIFEST, lines_of, read, read_manifest
from kb.corpus.typography import plain
from kb.games import catalogue
from kb.pipeline import sources
from kb.pipeline.authoring.documents import Received, Request, check_request, rater, read_file, receive
from kb.pipeline.authoring.new_game import new_game
from kb.pipeline.rulings import Identified, doubled, identified, identify, read_passages
from kb.pipeline.run import attempt, unexplained
from kb.store.proofs import missing_claims

#: two questions with at least this likeness (0 to 100) may be the same
_SAME_QUESTION = 60
#: so many lines from that of a finding on are the same place
_SAME_PLACE = 4

Row = dict[str, Any]


@dataclass(frozen=True)
class Added:
    """The result of adding a file. ``appears``, ``changes`` and ``vanishes`` are rulings, ``files`` the changes.

    ``unchanged`` is the number of rulings of the document that stay as they are, ``drafts`` that of all drafts in the
    data. ``to_do`` keeps the data from being built, ``proofs`` from being proved, ``look`` is worth a look.
    """

    received: Received
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

    Where another process writes the data, wait for it; ``waiting`` gets a sentence then. Raises :class:`BadInput` with
    everything that keeps the document from being added.
    """
    check_request(request)
    text, guessed = read_file(request.file)
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
            _write_game(copy, game)
        rulings = ((before.game(each), id, each.passage) for id, each in before.by_id.items())
        received = receive(text, request, texts, games, rulings)
        _write_document(copy, received.document, text)
        added = _identify(copy, before.register, received, request, dry_run)
        if guessed:
            what = f"it is not UTF-8 and is read as {guessed}"
            added.look.insert(0, Finding(what, request.file, 0, "save it as UTF-8"))
        if not dry_run:
            copy.install()
    return added


def _identify(copy: Copy, register: ids.Register, received: Received, request: Request, dry_run: bool) -> Added:
    """Give the rulings of a copy of the data their ids, and find what is still open."""
    known = sources.read(copy.at)
    after = identified(copy.at, known)
    gone = after.assignment.missing
    open_ends = unexplained(gone, request.reason, request.successor)
    if gone and request.successor and request.successor not in register.standing.keys() - {*gone}:
        open_ends.insert(0, Finding(f"'{request.successor}' cannot take over", hint="name a ruling that is in use"))
    raise_if([*doubled(after), *([] if dry_run else open_ends)])
    today = datetime.date.today().isoformat()
    if events := ids.events_of(after.candidates, after.assignment, today, request.reason, request.successor):
        ids.append_events(copy.at, events)
    tried = attempt(copy.at, known)
    rulings = {each.id: each for each in tried.corpus.rulings} if tried.corpus else {}
    retired = {each.id: each.successor for each in ids.load_register(copy.at).retired}
    to_do = sorted((_withdrawn(each, retired) for each in tried.findings), key=lambda each: (each.file, each.line))
    rows = _differences(after, received.document.id)
    new = [rulings[row["id"]] for row in rows["appears"] if row["id"] in rulings]
    official = [each for each in rulings.values() if each.standing == OFFICIAL and each not in new]
    # each claim of a ruling with other words has a finding of its own
    wrong = {missing_claims(row["id"], rulings[row["id"]].game) for row in rows["changes"] if row["id"] in rulings}
    undated = Finding("it has no date, so it is shown as undated", request.file, 0, "add it with --date YYYY-MM-DD")
    reworded = [row["id"] for row in rows["changes"] if row["words"]]
    return Added(
        received=received,
        **rows,
        drafts=sum(bool(each.draft) for each in rulings.values()),
        files=copy.changes(),
        to_do=[*(open_ends if dry_run else ()), *to_do],
        proofs=[each for each in tried.unsound if each not in wrong],
        look=[
            *([] if received.document.published else [undated]),
            *_answered(request.file, new, official),
            *received.passages.doubts,
            *_mentions(copy, gone, reworded, to_do),
        ],
    )


def _differences(found: Identified, document: str) -> Row:
    """Return the rulings that appear, change and vanish, as rows, and how many of a document stay as they are."""
    given, standing = found.assignment, found.register.standing
    rows: list[Row] = []
    for id, candidate in found.by_id.items():
        passage = candidate.passage
        asked = passage.question if passage.kind == "answer" else f"{passage.question}: {passage.answer}"
        rows.append({"id": id, "line": passage.line_start, "question": asked})
    new = sorted((*given.fresh, *given.returned))
    for i in new:
        passage = found.candidates[i].passage
        rows[i]["fingerprint"] = fingerprint(plain(passage.question), plain(passage.answer))
    for i in given.changed:
        rows[i]["words"] = _changed_words(standing[given.ids[i]], found.candidates[i])
    touched = {*new, *given.changed}
    return {
        "unchanged": sum(each.document == document for i, each in enumerate(found.candidates) if i not in touched),
        "appears": [rows[i] for i in new],
        "changes": [rows[i] for i in given.changed],
        "vanishes": [{"id": id, "line": 0, "question": standing[id].question} for id in given.missing],
    }


def _changed_words(event: ids.RegisterEntry, candidate: ids.Candidate) -> list[tuple[str, str]]:
    """Return the runs of words that differ, before and after; empty where only typography changed."""
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


def _withdrawn(finding: Finding, retired: dict[str, str]) -> Finding:
    """Return a finding about an unknown ruling; of one that is withdrawn it says so."""
    named = re.search(r"unknown (?:section or )?ruling '([\w-]+)'", finding.message)
    if named is None or named[1] not in retired:
        return finding
    successor = retired[named[1]]
    hint = f"name {successor}, or none" if successor else "name another ruling, or none"
    return Finding(f"names {named[1]}, which is withdrawn", finding.file, finding.line, hint)


def _mentions(
    copy: Copy, gone: Collection[str], reworded: Collection[str], to_do: Iterable[Finding]
) -> Iterator[Finding]:
    """Yield a finding for each line of the data, outside the places of ``to_do``, that names a ruling which is gone or
    has other words. They are worth a look, but nothing waits for it."""
    near = {(each.file, each.line + more) for each in to_do for more in range(_SAME_PLACE)}
    groups = (
        (gone, "which is withdrawn", "see whether it should"),
        (reworded, "which has other words now", "read it again"),
    )
    for name in (each for each in sources.checksums(copy.at) if each.endswith(".yaml")):
        lines, file = copy.read(name).splitlines(), f"data/{name}"
        for rulings, what, hint in (each for each in groups if each[0]):
            pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, rulings))})(?![\w-])")
            for at, line in enumerate(lines, 1):
                if (found := pattern.search(line)) and (file, at) not in near:
                    yield Finding(f"names {found[1]}, {what}", file, at, hint)


# -- the copy of the data ----------------------------------------------------------------------


class FileChange(NamedTuple):
    """A change of a file: its path below the data, its bytes before (none where it is new) and after."""

    path: str
    before: bytes | None
    after: bytes

    def lines(self) -> tuple[int, int]:
        """Return how many lines the change adds and removes."""
        was, now = ((raw or b"").decode("utf-8", "replace").splitlines() for raw in self[1:])
        marks = [line[0] for line in difflib.unified_diff(was, now, n=0, lineterm="")][2:]
        return marks.count("+"), marks.count("-")


class Copy:
    """A copy of the ``data``, in the folder ``at``, in which a change is tried. Paths of files are below the data."""

    def __init__(self, data: str, at: str) -> None:
        self.data, self.at = data, at
        self._before = _files(at)

    def read(self, path: str) -> str:
        """Return the text of a file of the copy."""
        return Path(self.at, path).read_bytes().decode("utf-8", "replace")

    def write(self, path: str, text: str) -> None:
        """Write a file of the copy."""
        place = Path(self.at, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())

    def changes(self) -> list[FileChange]:
        """Return the files that differ from the data, in the order of their paths; the manifest and the register come
        last.

        A document counts when the manifest names it, and its rulings when the register has their ids.
        """
        last, now = (MANIFEST, ids.REGISTER), _files(self.at)
        changed = [FileChange(path, self._before.get(path), now[path]) for path in now]
        found = [each for each in changed if each.before != each.after]
        return sorted(found, key=lambda each: last.index(each.path) if each.path in last else -1)

    def install(self) -> None:
        """Write the changes into the data, which is locked (:func:`kb.base.files.writing`).

        Raises :class:`BadInput` also where the data was changed since it was copied.
        """
        changed = [path for path, content in _files(self.data).items() if self._before.get(path) != content]
        raise_if(Finding("was changed meanwhile", f"data/{path}", 0, "run it again") for path in changed)
        write_all(self.data, {each.path: each.after for each in self.changes()})


@contextmanager
def copy_of(data: str) -> Iterator[Copy]:
    """A copy of the data, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="kb-adding-") as folder:
        at = os.path.join(folder, "data")
        shutil.copytree(data, at, ignore=shutil.ignore_patterns(".*"))
        yield Copy(data, at)


def _files(folder: str) -> dict[str, bytes]:
    return {path: Path(folder, path).read_bytes() for path in sources.checksums(folder)}


# -- entries -----------------------------------------------------------------------------------

_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ./&()_-]*[A-Za-z0-9.)])?")
_LIKE_OTHER_VALUES = re.compile(r"[\d.-]+|true|false|yes|no|null", re.I)


def scalar(text: str) -> str:
    """``text`` as a YAML value in one line, in quotes where it needs them or could be taken for a number.

    >>> scalar("Transports"), scalar("It's 10: go"), scalar("005"), scalar("One\\u2028Two")
    ('Transports', '"It\\'s 10: go"', '"005"', '"One\\\\u2028Two"')
    """
    bare = _PLAIN.fullmatch(text) and not _LIKE_OTHER_VALUES.fullmatch(text)
    # YAML takes U+2028, U+2029 and U+0085 for the end of a line, and refuses U+007F
    return text if bare else json.dumps(text, ensure_ascii=not text.isprintable()).replace("\x7f", "\\u007f")


def _write_game(copy: Copy, game: Game) -> None:
    """Write the files of a new game into a copy of the data."""
    known = {"id": game.id, "title": game.title, "short": game.short, "prefix": game.prefix}
    for folder, text in (
        (f"games/{game.id}/game", "".join(f"{key}: {scalar(value)}\n" for key, value in known.items())),
        (f"sections/{game.id}", f"game: {game.id}\nbook: {scalar(game.title)}\nsections:\n"),
        (f"verdicts/{game.id}", "rulings:\n"),
        (f"phrasings/{game.id}", "rulings:\n"),
    ):
        copy.write(f"{folder}.yaml", text)


def _write_document(copy: Copy, document: Document, text: str) -> None:
    """Write a document and its entry in the manifest into a copy of the data."""
    lines, files = lines_of(text), dict[str, str]()
    for part in document.parts:
        files[part.file] = files.get(part.file, "") + "".join(lines[part.first - 1 : part.last])
    for file, own in files.items():
        copy.write(file, own)
    names = "id number game title kind published publisher approved_by interprets standing sha256 note"
    rows = [f"    {key}: {scalar(value)}\n" for key in names.split() if (value := getattr(document, key))]
    lists = {
        "parts": [f"{{file: {part.file}, lines: {part.lines}}}" for part in document.parts],
        "topics": [_topic(topic) for topic in document.topics],
        "continues": [scalar(wording) for wording in document.continues],
    }
    for key, each in lists.items():
        rows += [f"    {key}:\n"] * bool(each) + [f"      - {row}\n" for row in each]
    copy.write(MANIFEST, with_entry(copy.read(MANIFEST), document.id, "  - " + "".join(rows).lstrip()))


def _topic(topic: Topic) -> str:
    options = f", options: [{', '.join(topic.options)}]" if topic.options else ""
    return f"{{heading: {scalar(topic.heading)}, slug: {topic.slug}{options}}}"


def with_entry(manifest: str, id: str, entry: str) -> str:
    """Return a manifest with an entry in place of that of the document ``id``, or else behind the last one. All other
    lines stay as they are."""
    lines = manifest.splitlines(keepends=True)
    if not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    root = yamlfile.parse(manifest, MANIFEST)
    rows = root["documents"]
    if not rows:
        at = root.lines["documents"] - 1
        return "".join([*lines[:at], "documents:\n", entry, *lines[at + 1 :]])
    known, starts = [row["id"] for row in rows], [*(line - 1 for line in rows.lines), len(lines)]
    at = known.index(id) if id in known else len(known) - 1
    end = starts[at + 1]
    while re.match(r"\s*(#|$)", lines[end - 1]):  # remarks above the next entry
        end -= 1
    return "".join([*lines[: starts[at] if id in known else end], entry, *lines[end:]])
