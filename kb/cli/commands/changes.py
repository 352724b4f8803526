"""``kb changes``: what changed since an edition or against another installation; ``--record`` records an edition."""

from __future__ import annotations

import kb
from kb.base.errors import Finding, KBError
from kb.cli.terminal import Screen, print_json, say
from kb.service import changes as reads
from kb.store import lookup
from kb.text import changes as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.base.shape import Plain


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
    with kb.open() as base:
        alone = bool(ruling) and not (since or against or game)
        found = (
            reads.of_ruling(base, ruling or "")
            if alone
            else reads.changes(base, since or "", game or "", against=against, ruling=ruling)
        )
        if json:
            print_json(found)
        else:
            screen = Screen(not no_pager)
            if "history" in found:
                screen.line(screen.paint(found["ruling"], "bold", "cyan"))
                show_history(screen, found["history"])
            else:
                for line in wording.opening(found):
                    screen.wrapped(line)
                if not wording.is_first(found.get("edition")):
                    show_groups(screen, found["things"], lookup.short_titles(base.connection))
            screen.show()
    return _SOME if found["history" if alone else "things"] else _NONE


def show_groups(screen: Screen, things: Iterable[Plain], games: Mapping[str, str]) -> None:
    """Show things that changed, under headings; ``games`` are the short names of the games."""
    for heading, group in wording.groups(things):
        screen.line()
        screen.line(screen.paint(f"{heading} ({len(group)})", "bold"))
        for thing in group:
            screen.wrapped(wording.title(thing, games), "    ", f"  {screen.paint(thing['id'], 'cyan')}  ")
            if why := wording.withdrawn(thing):
                screen.wrapped(why, "    ", None, "yellow")
            for change in thing["changes"]:
                _change(screen, change)


def show_history(screen: Screen, history: Iterable[Plain]) -> None:
    """Show the editions in which a ruling changed, with its old words in full."""
    screen.line()
    screen.line(screen.paint("History", "bold"))
    for entry in history:
        screen.wrapped(f"{wording.edition(entry)} ({wording.event(entry)})", "    ", "  ")
        for change in wording.readable(entry):
            _change(screen, change)


def _change(screen: Screen, change: Plain) -> None:
    """A field before and after; what the other text lacks stands in ``[- -]`` and ``{+ +}``: seen without colour."""
    before, after = wording.marked(change["was"], change["now"])
    screen.line(screen.paint(f"    {wording.field(change['field'])}", "dim"))
    if before:
        screen.wrapped(wording.in_marks(before, "[-", "-]"), "      ", "    - ", "red")
    if after:
        screen.wrapped(wording.in_marks(after, "{+", "+}"), "      ", "    + ", "green")


def _record(title: str, on: str, json: bool) -> int:
    """Append an edition with the state of the data, unless it is that of the last edition."""
    import datetime

    from kb.base import journal, paths
    from kb.base.history import editions
    from kb.base.history.state import by_thing
    from kb.pipeline import proofs
    from kb.pipeline import run as pipeline

    day = on or datetime.date.today().isoformat()
    data = paths.data()
    with journal.writing(data, say):
        found, _ = pipeline.corpus(data)
        recorded = editions.load(data)
        edition = editions.next_edition(recorded, proofs.state_of_corpus(found), day, title or f"The state of {day}")
        if edition is not None:
            editions.append(data, edition)
    if edition is None:
        print_json({"edition": None}) if json else say(wording.not_recorded(recorded[-1].id if recorded else ""))
        return _NONE
    changed = len(by_thing(edition.changes))
    if json:
        print_json({"edition": {"id": edition.id, "on": edition.on, "title": edition.title, "changed": changed}})
    else:
        say(f"recorded edition {edition.id}: {changed} changed", "run 'kb build', then commit data/history.jsonl")
    return _SOME
