"""Changes on a terminal: by groups, and the history of a ruling."""

from __future__ import annotations

from kb.text import changes as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from kb.cli.terminal import Screen

    Plain = dict[str, Any]


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
