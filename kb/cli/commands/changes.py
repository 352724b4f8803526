"""``kb changes``: what changed since an edition or against another installation; ``--record`` records an edition."""

from __future__ import annotations

import kb
from kb.cli.changes import show_groups, show_history
from kb.cli.terminal import Screen, print_json, say
from kb.errors import BadInput, Finding, KBError, NotFound
from kb.store import history, lookup
from kb.wording import changes as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kb.change import Change
    from kb.history.state import State
    from kb.knowledge import KnowledgeBase

    Plain = dict[str, Any]

_SOME, _NONE = 0, 1


def run(
    since: str | None = None,
    ruling: str | None = None,
    game: str | None = None,
    against: str | None = None,
    record: bool = False,
    title: str = "",
    on: str = "",
    json: bool = False,
    no_pager: bool = False,
) -> int:
    """List what changed, or with ``record`` append an edition. Returns 0 if there is something, else 1."""
    if record:
        if since or ruling or game or against:
            raise KBError(Finding("--record records everything", hint="leave out what narrows the list"))
        return _record(title, on, json)
    if title or on:
        raise KBError(Finding("--title and --on go with --record", hint="add --record"))
    if since and against:
        raise KBError(Finding("--since and --against are two things to compare with", hint="leave out one of them"))
    with kb.open() as base:
        wanted = base.game_named(game) if game else ""
        if ruling and not (since or against):
            return _history(base, ruling, json, no_pager)
        head, changes = _compared(base, since, against)
        things = history.things(base.connection, changes)
        if ruling:
            name = _id(base, ruling)
            things = [each for each in things if (each["what"], each["id"]) == ("ruling", name)]
        if wanted:
            things = [each for each in things if wanted in each["games"]]
        if json:
            print_json({**head, "things": things})
        else:
            _show(base, head, things, Screen(not no_pager))
    return _SOME if things else _NONE


def _compared(base: KnowledgeBase, since: str | None, against: str | None) -> tuple[Plain, Sequence[Change]]:
    """What is told before the changes, and the changes."""
    editions = history.editions(base.connection)
    if against:
        return {"against": against}, _against(base, against)
    if since:
        edition = _edition(editions, since)
        return {"since": edition}, history.since(base.connection, edition["id"])
    if not editions:
        return {"edition": None}, ()
    return {"edition": editions[0]}, history.changes(base.connection, editions[0]["id"])


def _edition(editions: Sequence[Plain], since: str) -> Plain:
    """The edition of this id, or the last on or before a day. Raises :class:`BadInput` where there is none."""
    from kb.history.editions import is_day

    recorded = [each for each in editions if each["on"]]
    for each in recorded:
        if each["id"] == since or (is_day(since) and each["on"] <= since):
            return each
    first = f"the first is {recorded[-1]['id']}" if recorded else "record one: kb changes --record"
    what = f"there is no edition on or before {since}" if is_day(since) else f"there is no edition '{since[:40]}'"
    raise BadInput(Finding(what, hint=first if is_day(since) else f"name one, or a day such as 2026-11-22; {first}"))


def _against(base: KnowledgeBase, other: str) -> Sequence[Change]:
    """What is otherwise here than in another build, or in the rulings that ``kb export`` of it printed."""
    import os

    from kb.history.compare import compare, told
    from kb.history.state import RULING, of_kinds

    now = history.state(base.connection)
    if os.path.isdir(other):
        return told(compare(_built(other), now))
    return told(compare(_exported(other), of_kinds(now, [RULING])))


def _built(folder: str) -> State:
    """The state of a build in a folder: of those that builds are published in, or of one build itself."""
    import os

    from kb.store import read

    found = read.find(folder) if os.path.exists(os.path.join(folder, read.CURRENT)) else read.in_directory(folder)
    connection = read.connect(found)
    try:
        return history.state(connection)
    finally:
        connection.close()


def _exported(path: str) -> State:
    """The state of the rulings that a file of ``kb export`` has. Raises :class:`BadInput`, a line for each bad one."""
    from kb.history.exported import load

    return load(path)


def _id(base: KnowledgeBase, name: str) -> str:
    """The id that is meant, of a ruling or a withdrawn one. Raises :class:`NotFound`."""
    row = base.by_id(name)
    if row is not None:
        return str(row["id"])
    plain = "-".join(name.lower().split())
    if lookup.retired(base.connection, plain) is None:
        raise NotFound(base.missing(name))
    return plain


def _history(base: KnowledgeBase, name: str, json: bool, no_pager: bool) -> int:
    id = _id(base, name)
    found = history.of_ruling(base.connection, id)
    if json:
        print_json({"ruling": id, "history": found})
    else:
        screen = Screen(not no_pager)
        screen.line(screen.paint(id, "bold", "cyan"))
        show_history(screen, found)
        screen.show()
    return _SOME if found else _NONE


def _show(base: KnowledgeBase, head: Plain, things: list[Plain], screen: Screen) -> None:
    edition = head.get("edition")
    if "against" in head:
        screen.wrapped(f"Here, against {head['against']}: {wording.summary(things)}")
    elif "since" in head:
        screen.wrapped(f"Since {wording.edition(head['since'])}: {wording.summary(things)}")
    elif edition is None:
        screen.line("No edition is recorded, and there is nothing.")
    else:
        screen.wrapped(f"{wording.edition(edition)} ({wording.summary(things)})")
        if edition["on"]:
            screen.line("Nothing has changed since.")
        if edition["place"] == 1:
            screen.wrapped(wording.began(things))
            screen.show()
            return
    show_groups(screen, things, lookup.short_titles(base.connection))
    screen.show()


def _record(title: str, on: str, json: bool) -> int:
    """Append an edition with the state of the data, unless it is that of the last edition."""
    import datetime

    from kb import paths
    from kb.history import editions
    from kb.history.compare import by_thing
    from kb.pipeline import history as recording
    from kb.pipeline import run as pipeline

    day = on or datetime.date.today().isoformat()
    data = paths.data()
    found, _ = pipeline.corpus(data)
    recorded = editions.load(data)
    edition = editions.next_edition(recorded, recording.state(found), day, title or f"The state of {day}")
    if edition is None:
        told = f"nothing changed since {recorded[-1].id}; nothing is recorded" if recorded else "there is nothing"
        print_json({"edition": None}) if json else say(told)
        return _NONE
    editions.append(data, edition)
    changed = len(by_thing(edition.changes))
    if json:
        print_json({"edition": {"id": edition.id, "on": edition.on, "title": edition.title, "changed": changed}})
    else:
        say(f"recorded edition {edition.id}: {changed} changed", "run 'kb build', then commit data/history.jsonl")
    return _SOME
