"""Removes a document from the data: its text, its entry, and its rulings, whose ids are withdrawn."""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from kb.base import paths
from kb.base.errors import BadInput, Finding
from kb.base.files import writing
from kb.base.shape import suggest
from kb.corpus import ids
from kb.corpus.documents import MANIFEST, read_manifest
from kb.model.corpus import Document
from kb.pipeline import sources
from kb.pipeline.authoring.adding import withdrawn
from kb.pipeline.authoring.manifest import without_entry
from kb.pipeline.authoring.trial import Copy, FileChange, copy_of
from kb.pipeline.run import attempt


@dataclass(frozen=True)
class Removed:
    """The result of removing a ``document``: the ids that are withdrawn, the game that is removed with it (or an empty
    string), the changed files, and what keeps the data from being built."""

    document: Document
    withdrawn: tuple[str, ...]
    game: str
    files: list[FileChange]
    to_do: list[Finding]


def remove(
    id: str,
    reason: str,
    data: str | None = None,
    dry_run: bool = False,
    waiting: Callable[[str], None] = lambda said: None,
) -> Removed:
    """Remove the document ``id``, whole or not at all; with ``dry_run`` nothing is written.

    A game of which it is the only document is removed too, unless the game has a board or rules. Raises
    :class:`BadInput` for an unknown document and for a missing ``reason``. ``data`` and ``waiting`` are as in
    :func:`kb.pipeline.authoring.adding.add`.
    """
    place = data or paths.data()
    alone = nullcontext() if dry_run else writing(place, waiting)
    with alone, copy_of(place) as copy:
        known = {each.id: each for each in read_manifest(copy.at)}
        standing = ids.load_register(copy.at).standing
        if id not in known:
            hint = suggest(id, known) or f"documents are: {', '.join(known)}"
            if id in standing:
                hint = f'a ruling is left out with: kb add FILE --document {standing[id].document} --leave-out "TEXT" --reason "..."'
            raise BadInput(Finding(f"there is no document '{id}'", hint=hint))
        gone = tuple(key for key, event in standing.items() if event.document == id)
        if gone and not reason.strip():
            what = f"{', '.join(gone[:3])}{' …' if len(gone) > 3 else ''} would be withdrawn without a reason"
            raise BadInput(Finding(what, hint="give the reason with --reason"))
        today = datetime.date.today().isoformat()
        why = " ".join(reason.split())
        ids.append_events(copy.at, [ids.RegisterEntry(key, "withdrawn", today, reason=why) for key in gone])
        document = known.pop(id)
        copy.write(MANIFEST, without_entry(copy.read(MANIFEST), id))
        kept = {part.file for each in known.values() for part in each.parts}
        own = {part.file for part in document.parts} | ({document.received.file} if document.received else set())
        for file in own - kept:
            copy.remove(file)
        game = document.game if _is_bare(copy, document.game, known.values()) else ""
        for file in _files_of(copy, game) if game else ():
            copy.remove(file)
        tried = attempt(copy.at, sources.read(copy.at))
        to_do = [withdrawn(each, dict.fromkeys(gone, "")) for each in tried.findings]
        if not dry_run:
            copy.install()
        return Removed(document, gone, game, copy.changes(), sorted(to_do, key=lambda each: (each.file, each.line)))


def _is_bare(copy: Copy, game: str, others: Iterable[Document]) -> bool:
    """Return whether no other document is of a game, and nothing but its name is known of it."""
    used = any(each.game == game for each in others)
    folder = Path(copy.at, "games", game)
    return not used and folder.is_dir() and [each.name for each in folder.iterdir()] == ["game.yaml"]


def _files_of(copy: Copy, game: str) -> list[str]:
    """Return the files of a game without board and rules."""
    folders = ("sections", "verdicts", "phrasings", "claims")
    files = [f"games/{game}/game.yaml", *(f"{folder}/{game}.yaml" for folder in folders)]
    return [each for each in files if os.path.exists(os.path.join(copy.at, each))]
