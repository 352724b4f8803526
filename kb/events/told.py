"""What a reader is told of an event's choices: what they are, and what they do to a ruling."""

from __future__ import annotations

from kb.events.choices import STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.events.choices import Event

#: what an option is that is on or off
FORCE = dict(zip(STATES, ("in force", "not in force"), strict=True))


def chosen(event: Event, games: Mapping[str, str], options: Mapping[str, str]) -> str:
    """The choices in a line; empty if there are none. ``games`` and ``options`` have titles by id."""
    parts = [event.name, games.get(event.game, ""), f"{event.printing} printing" if event.printing else ""]
    for state, label in FORCE.items():
        named = getattr(event, state)
        parts += [f"{label}: {', '.join(options[each] for each in named)}"] * bool(named)
    return " · ".join(part for part in parts if part)


def other_game(event: Event, game: str, short: Mapping[str, str]) -> str:
    """What to know of a ruling of ``game`` at an event; empty where it is the event's own game."""
    if not event.game or event.game == game:
        return ""
    return f"A ruling of {short[game]}; this event plays {short[event.game]}."
