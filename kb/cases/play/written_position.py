"""A position as a case writes it, in full: the inverse of :func:`kb.cases.play.playing.start`.

Nothing is left to a default: who holds each territory, what is aboard what, every treasury and war, each power by name.
The battle that waits in a position, and notes that no file can write, are not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kb.cases.language.vocabulary import NONE
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import Position, Unit
from kb.games.board_model import Board, SpaceKind

Plain = dict[str, Any]


def written_position(board: Board, position: Position) -> Plain:
    """The position; units that are equal and stand next to each other in its order are one entry."""
    clock = position.clock
    bought: dict[str, dict[str, int]] = {}
    for (power, unit), count in position.bought.items():
        if count:
            bought.setdefault(power, {})[unit] = count
    wars: dict[str, dict[str, str]] = {}
    for (power, other), how in position.wars.items():
        wars.setdefault(power, {})[other] = how
    return {
        "turn": clock.turn,
        "phase": clock.phase,
        "round": clock.round,
        "options": sorted(position.options),
        "spaces": {space.id: there for space in board.spaces if (there := _contents(position, space.id, board))},
        "treasuries": dict(position.treasuries),
        "technologies": {power: sorted(names) for power, names in position.technologies.items() if names},
        "advantages": {power: sorted(names) for power, names in position.advantages.items() if names},
        "researchers": {power: number for power, number in position.researchers.items() if number},
        "bought": bought,
        "wars": wars,
        "notes": _notes(position.turn_notes, TURN_NOTES),
        "game_notes": _notes(position.game_notes, GAME_NOTES),
    }


def _contents(position: Position, space: str, board: Board) -> Plain:
    """Who holds a space, where anybody can, and what stands there."""
    holder, printed = position.holders.get(space, ""), board.space(space)
    held = printed.kind is SpaceKind.TERRITORY or printed.held_by or holder
    units = [unit for unit in position.at(space) if not unit.aboard]
    return {**({"held_by": holder or NONE} if held else {}), **_units(position, units)}


def _units(position: Position, units: Iterable[Unit]) -> Plain:
    """Units by power and type: a number, or a list where something is to say of them."""
    found: dict[str, dict[str, list[Plain]]] = {}
    for unit in units:
        entries = found.setdefault(unit.power, {}).setdefault(unit.type, [])
        entry = _entry(position, unit)
        if entries and {**entries[-1], "count": 1} == {**entry, "count": 1}:
            entries[-1]["count"] += 1
        else:
            entries.append({**entry, "count": 1})
    return {power: {kind: _number_or_list(some) for kind, some in types.items()} for power, types in found.items()}


def _number_or_list(entries: list[Plain]) -> int | list[Plain]:
    return entries[0]["count"] if len(entries) == 1 and entries[0].keys() == {"count"} else entries


def _entry(position: Position, unit: Unit) -> Plain:
    """All that is to say of a unit."""
    said = {
        "name": unit.name,
        "damage": unit.damage,
        "is": sorted(unit.marks),
        "spent": unit.spent,
        "came": list(unit.came),
        "bound": unit.bound,
        "cargo": _units(position, position.aboard(unit)),
    }
    return {key: value for key, value in said.items() if value}


def _notes(notes: Mapping[tuple[str, ...], object], known: Iterable[Note]) -> Plain:
    """The notes that a file can write."""
    found: Plain = {}
    for note in known:
        own = {key[1:]: value for key, value in notes.items() if key[0] == note.name}
        if not own or not note.in_files:
            continue
        if not note.key:
            (value,) = own.values()
            found[note.name] = YES if note.value == YES else value
        elif note.value == YES:
            found[note.name] = sorted(about for (about,) in own)
        else:
            found[note.name] = {about: value for (about,), value in own.items()}
    return found
