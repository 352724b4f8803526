"""``kb event``: begins and checks the file of an event."""

from __future__ import annotations

import os

import kb
from kb.base import background
from kb.base.english import counted
from kb.base.errors import BadInput, Finding
from kb.base.files import beside, locked, write_whole
from kb.cli.house import STYLE
from kb.cli.terminal import Screen, print_json, say
from kb.events.choices import read_event
from kb.events.file import TEMPLATE
from kb.store import lookup
from kb.text import events as told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.event_log.event import Event
    from kb.events.cases import CheckedHouse
    from kb.knowledge import KnowledgeBase


def new(file: str) -> int:
    """Write a file that explains every key. Raises :class:`BadInput` where it is there already or cannot be written."""
    try:
        with locked(beside(file), file):
            if os.path.lexists(file):
                raise BadInput(Finding("there is such a file already", file, 0, "name another, or edit this one"))
            write_whole(file, TEMPLATE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "that is no name of a file"
        raise BadInput(Finding(f"cannot be written ({reason})", file, 0, "name another file")) from None
    print(f"{file} is begun: edit it, then: kb event check {file}")
    return 0


# -- ``kb event check``: everything that is wrong in the file of an event, and its house rulings' cases played


def check(file: str, json: bool = False) -> int:
    """Check the file: 0 if all is well, 1 if a case does not come out as it has to.

    Raises :class:`kb.base.errors.KBError` with every finding about the file; those about cases are told, with status 2.
    """
    from kb.events.cases import play
    from kb.service.checking import rule_books, sections_of

    with kb.open() as base, background.gc_paused():
        event = read_event(base, file)
        done = play(event, rule_books(base), sections_of(base))
        if json:
            print_json({"event": event.plain(), "cases": [each.plain() for each in done.played]})
        else:
            _show(base, event, done)
    say(*(f"kb: {finding}" for finding in dict.fromkeys(done.findings)))
    return 2 if done.findings else 0 if all(each.good for each in done.played) else 1


def _show(base: KnowledgeBase, event: Event, done: CheckedHouse) -> None:
    screen = Screen(pager=False)
    games, options = lookup.short_titles(base.connection), lookup.titles(base.connection, "options")
    screen.line(f"Event: {told.chosen(event, games, options) or 'nothing is chosen'}")
    if told.held(event):
        screen.line(f"Held:  {told.held(event)}")
    for each in event.house:
        screen.wrapped(told.whose(event, each), "  ", f"{screen.paint(each.id, 'bold', STYLE)}  ", STYLE)
        for case in done.played:
            if case.ruling is each:
                word = screen.paint("ok", "green") if case.good else screen.paint("WRONG", "bold", "red")
                screen.wrapped(case.told, "    ", f"  {word}  ")
    wrong = sum(not case.good for case in done.played)
    many = f"{counted(len(event.house), 'house ruling')} with {counted(len(done.played), 'case')}"
    screen.line(f"{many}: {f'{wrong} wrong' if wrong else 'all is well' if not done.findings else 'see below'}")
    screen.show()
