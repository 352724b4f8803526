"""What a reader is told of an event: what is played there, what that does to a ruling, and the rulings of its house."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.event_log.event import Event, HouseRuling

#: what an option is that is on or off
FORCE = {"on": "in force", "off": "not in force"}


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


def held(event: Event) -> str:
    """When and where it is held: ``2026-11-20 to 2026-11-22, Town hall``; empty where nobody said."""
    first, last = event.dates
    return ", ".join(part for part in (f"{first} to {last}" if last != first else first, event.place) if part)


def whose(event: Event, ruling: HouseRuling) -> str:
    """Whose a house ruling is, and that it is not official."""
    return f"house ruling of {event.name}, by {ruling.by}, {ruling.on}; not official"


def mark(event: Event, ruling: HouseRuling, official: str) -> str:
    """What an official ruling is told to meet at an event: ``At Spring Open house-3 overrides this``."""
    what = "overrides this" if official in ruling.overrides else "tells how this is taken"
    return f"At {event.name} {ruling.id} {what}"


def bearing(ruling: HouseRuling) -> str:
    """What a house ruling overrides and interprets, in a line; empty where it names nothing."""
    parts = (("Overrides", ruling.overrides), ("Interprets", ruling.interprets))
    return " ".join(f"{what} {', '.join(ids)}." for what, ids in parts if ids)
