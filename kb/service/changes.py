"""What changed: since an edition, against another installation, in every edition, of one ruling."""

from __future__ import annotations

import os

from kb.base.errors import BadInput, Finding, NotFound
from kb.store import history, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.base.history.state import State
    from kb.base.shape import Plain
    from kb.base.values import Change
    from kb.knowledge import KnowledgeBase


def changes(
    base: KnowledgeBase, since: str = "", game: str = "", *, against: str | None = None, ruling: str | None = None
) -> Plain:
    """What changed, as ``kb.service.types.ChangesReply``: what is not recorded yet, or else in the last edition.

    With ``since`` (an edition or a day) what is otherwise than it was then; with ``against`` (the path of a build or of
    a file of ``kb export``, so only for who may read files here) than in another installation. ``ruling`` and ``game``
    keep to one. Raises
    :class:`BadInput`, :class:`NotFound` for an unknown ruling, :class:`QueryError` for an unknown game.
    """
    wanted = base.game_named(game) if game else ""
    named = _id(base, ruling) if ruling else ""
    head, found = _compared(base, since, against)
    things = history.things(base.connection, found)
    if named:
        things = [each for each in things if (each["what"], each["id"]) == ("ruling", named)]
    if wanted:
        things = [each for each in things if wanted in each["games"]]
    return {**head, "things": things}


def editions(base: KnowledgeBase) -> Plain:
    """Every edition with what changed in it, the newest first; ``kb.service.types.EditionsReply``."""
    rows = base.connection
    told = [{**each, "things": history.things(rows, history.changes(rows, each["id"]))} for each in _editions(base)]
    return {"editions": told}


def of_ruling(base: KnowledgeBase, ruling: str) -> Plain:
    """The history of a ruling or of a withdrawn id; ``kb.service.types.HistoryReply``. Raises :class:`NotFound`."""
    id = _id(base, ruling)
    return {"ruling": id, "history": history.of_ruling(base.connection, id)}


def _editions(base: KnowledgeBase) -> list[Plain]:
    return history.editions(base.connection)


def _compared(base: KnowledgeBase, since: str, against: str | None) -> tuple[Plain, Sequence[Change]]:
    """What is told before the changes, and the changes."""
    if since and against:
        raise BadInput(Finding("since and against are two things to compare with", hint="leave out one of them"))
    if against:
        return {"against": against}, _against(base, against)
    known = _editions(base)
    if since:
        edition = _edition(known, since)
        return {"since": edition}, history.since(base.connection, edition["id"])
    return (
        ({"edition": known[0]}, history.changes(base.connection, known[0]["id"])) if known else ({"edition": None}, ())
    )


def _edition(known: Sequence[Plain], since: str) -> Plain:
    """The edition of this id, or the last on or before a day. Raises :class:`BadInput` where there is none."""
    from kb.base.history.editions import is_day

    recorded = [each for each in known if each["on"]]
    for each in recorded:
        if each["id"] == since or (is_day(since) and each["on"] <= since):
            return each
    first = f"the first is {recorded[-1]['id']}" if recorded else "none is recorded"
    what = f"there is no edition on or before {since}" if is_day(since) else f"there is no edition '{since[:40]}'"
    raise BadInput(Finding(what, hint=first if is_day(since) else f"name one, or a day such as 2026-11-22; {first}"))


def _against(base: KnowledgeBase, other: str) -> Sequence[Change]:
    """What is otherwise here than in another build, or in the rulings that ``kb export`` of it printed."""
    from kb.base.history.state import RULING, abridged, compare, load_export, of_kinds

    now = history.state(base.connection)
    if os.path.isdir(other):
        return abridged(compare(_built(other), now))
    return abridged(compare(load_export(other), of_kinds(now, [RULING])))


def _built(folder: str) -> State:
    """The state of a build in a folder: of the one in which builds are published, or of one build itself."""
    from kb.store import read

    found = read.find(folder) if os.path.exists(os.path.join(folder, read.CURRENT)) else read.in_directory(folder)
    connection = read.connect(found)
    try:
        return history.state(connection)
    finally:
        connection.close()


def _id(base: KnowledgeBase, name: str) -> str:
    """The id that is meant, of a ruling or a withdrawn one. Raises :class:`NotFound`."""
    row = base.by_id(name)
    if row is not None:
        return str(row["id"])
    gone = lookup.retired(base.connection, name)
    if gone is None:
        raise NotFound(base.missing(name))
    return str(gone["id"])
