"""The result of a play, part by part, for mutation tests, comparisons of games, and answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.played import Failure, PlayedCase
from kb.engine.core.notes import GAME_NOTES
from kb.engine.core.position import Event, Mark, Position, replace
from kb.engine.game import offers
from kb.games.names import table_of

#: the events of losses and of damage
LOST, DAMAGED = "lost", "damaged"
#: the events of dice that are rolled, and of aircraft that land
ROLLED, LANDED = "rolled", "landed"
RESULTS = (
    *(
        DAMAGED,
        "captured",
        "taken",
        "raided",
        "rocket-struck",
        "submerged",
        "developed",
        "treasury-taken",
        "complex-reduced",
    ),
    *("tribute-paid", "collected", "bonus-paid", "joined-a-side", "repaired", "won"),
    *("claimed", "raised", "reinforced", LANDED, "neutrals-turned"),
)
#: the notes of a game that are results
_NOTED_RESULTS = {note.name for note in GAME_NOTES if note.is_result}
#: a part of the result: its name, and a value to compare
Part = tuple[str, object]


def outcome(played: PlayedCase, course: bool = False) -> Iterator[Part]:
    """Yield the parts of the result of a case; parts that are cheap to compare come first. The ``course`` of events,
    such as the order of shots, is a part only on request: different events may have the same result."""
    yield "legal", tuple(act.status for act in played.acts)
    yield LOST, lost(played.events)
    end = played.position
    yield "units", _standing(end)
    yield "holders", end.holders
    yield "treasuries", end.treasuries
    yield "holdings", (end.technologies, end.researchers, end.bought, end.clock, end.battle is None)
    yield "politics", (end.wars, {key: value for key, value in end.game_notes.items() if key[0] in _NOTED_RESULTS})
    yield (
        "choices",
        [(each.choice.power, each.choice.what, each.choice.space, each.choice.options) for each in played.offered],
    )
    yield "winner", [event.facts.get("side") for event in played.events if event.name == "won"]
    for position in played.decisions:
        yield "decisions", sorted((offer.power, offer.what, offer.detail) for offer in offers(played.rules, position))

    if course:
        yield "course", [(event.name, *map(event.facts.get, ("what", "space", "faces"))) for event in played.events]


def differing(one: Iterable[Part], other: Iterable[Part]) -> str:
    """Return the name of the first part in which two results differ; empty if they are equal. Parts pair by order."""
    return next((part for (part, here), (_, there) in zip(one, other, strict=False) if here != there), "")


def lost(events: Iterable[Event]) -> Mapping[str, Mapping[str, int]]:
    """Return the numbers of lost units, by power and type."""
    return table_of(unit for event in events if event.name == LOST for unit in event.facts["units"])


def results(events: Iterable[Event], end: Position) -> Iterator[Event]:
    """Yield the events that are results, except losses: damage only of units that are still damaged at the end, and the
    landings in a space as one event at the end."""
    landed: dict[object, Event] = {}
    for event in events:
        if event.name == DAMAGED:
            units = tuple(unit for unit in event.facts["units"] if unit.id in end.units and end.units[unit.id].damage)
            if units:
                yield replace(event, facts={**event.facts, "units": units})
        elif event.name == LANDED:
            space, before = event.facts["space"], landed.get(event.facts["space"])
            units = (*(before.facts["units"] if before else ()), *event.facts["units"])
            landed[space] = replace(event, facts={**event.facts, "units": units})
        elif event.name in RESULTS:
            yield event
    yield from landed.values()


def is_result(failure: Failure) -> bool:
    """Return whether a failure is about a result, not about the course of play. Failures of acts are about results."""
    return failure.key not in PLAYED or PLAYED[failure.key].is_result


def _standing(position: Position) -> Counter[tuple[object, ...]]:
    """Count the units by space, power, type, damage, whether they are submerged, and the type that they are aboard."""
    units = position.units
    return Counter(
        (
            unit.at,
            unit.power,
            unit.type,
            unit.damage,
            Mark.SUBMERGED in unit.marks,
            units[unit.aboard].type if unit.aboard in units else "",
        )
        for unit in units.values()
    )
