"""What a reader is told of an event's choices: what they are, and what they do to a ruling."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.event import Event

IN_FORCE, NOT_IN_FORCE = "in force", "not in force"


def chosen(event: Event, games: Mapping[str, str], options: Mapping[str, str]) -> str:
    """The choices in a line; empty if there are none. ``games`` and ``options`` have titles by id."""
    parts = [event.name, games.get(event.game, ""), f"{event.printing} printing" if event.printing else ""]
    for label, named in ((IN_FORCE, event.on), (NOT_IN_FORCE, event.off)):
        parts += [f"{label}: {', '.join(options[each] for each in named)}"] * bool(named)
    return " · ".join(part for part in parts if part)


def other_game(event: Event, game: str, short: Mapping[str, str]) -> str:
    """What to know of a ruling of ``game`` at an event; empty where it is the event's own game."""
    if not event.game or event.game == game:
        return ""
    return f"A ruling of {short[game]}; this event plays {short[event.game]}."
