"""House rulings of an event on a terminal: apart from the official ones, in their own colour, never as official."""

from __future__ import annotations

from kb.base.errors import Finding, NotFound
from kb.events.choices import asked_id
from kb.text import events as told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.cli.terminal import Screen
    from kb.event_log.event import Event, HouseRuling

STYLE = "magenta"


def named(event: Event | None, ids: Iterable[str]) -> tuple[list[str], list[HouseRuling], dict[str, NotFound]]:
    """Of some ids those that are no house rulings', the house rulings of the others, and an error for each that is
    none's."""
    rest, rulings, missing = [], [], dict[str, NotFound]()
    for each in ids:
        name = asked_id(each)
        known = [ruling for ruling in (event.house if event else ()) if ruling.id == name]
        if not name:
            rest.append(each)
        elif known:
            rulings += known
        else:
            missing[each] = NotFound(_none(event, name))
    return rest, rulings, missing


def _none(event: Event | None, name: str) -> Finding:
    if event is None or not event.name:
        return Finding(f"{name} is a house ruling of an event", hint="name the event's file with --event")
    there = ", ".join(each.id for each in event.house)
    return Finding(f"{event.name} has no {name}", hint=f"there are: {there}" if there else "it has no house rulings")


def show(screen: Screen, event: Event, rulings: Iterable[HouseRuling]) -> None:
    """House rulings, one below the other, each saying whose it is."""
    for each in rulings:
        if screen.lines:
            screen.line()
        name = screen.paint(each.id, "bold", STYLE)
        screen.wrapped(told.whose(event, each), "  ", f"{name}  ", STYLE)
        screen.wrapped(each.question, "     ", "  Q  ")
        screen.wrapped(each.answer, "     ", "  A  ", STYLE)
        for line in (told.bearing(each), each.note):
            if line:
                screen.wrapped(line, "     ", None, "dim")


def mark(screen: Screen, event: Event, ruling: str, indent: str = "") -> None:
    """A line on each house ruling that overrides or interprets an official one."""
    for each in event.bearing_on(ruling):
        screen.wrapped(f"{told.mark(event, each, ruling)}.", indent, None, "bold", STYLE)
