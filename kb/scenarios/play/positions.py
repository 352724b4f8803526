"""Makes an engine's position of one that is written: the printed holders, and what the scenario says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kb.engine import setup
from kb.engine.core.notes import GAME_NOTES, TURN_NOTES, YES, Note
from kb.engine.core.position import Clock, Mark, Position, Unit
from kb.games.board_model import Board
from kb.scenarios.language.scenario import Plain, Value
from kb.scenarios.language.vocabulary import NONE


@dataclass(slots=True)
class Start:
    """The position a case begins in, and the ids of the units that have a name in it."""

    position: Position
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Printed:
    """What a board says about the beginning, made once for it."""

    board: Board
    holders: Mapping[str, str]
    treasuries: Mapping[str, int]
    nothing: Mapping[str, int]


_last: list[_Printed] = []


def _printed(board: Board) -> _Printed:
    if not _last or _last[0].board is not board:
        treasuries = setup.treasuries(board)
        _last[:] = [_Printed(board, setup.holders(board), treasuries, dict.fromkeys(treasuries, 0))]
    return _last[0]


def start(board: Board, written: Plain) -> Start:
    """The position that is written, and the names in it."""
    printed, spaces = _printed(board), written.get("spaces", {})
    whole = written.get("from") == "setup"
    build = _Builder()
    if whole:
        for row in board.setup:
            if row.space not in spaces:
                build.some(row.unit, row.power, row.space, row.count)
    holders = dict(printed.holders)
    for space, contents in spaces.items():
        build.contents(space, contents)
        holder = contents.get("held_by")
        if holder == NONE:
            holders.pop(space, None)
        elif holder:
            holders[space] = holder
    position = Position(
        clock=Clock(written.get("round", 1), written["turn"], written["phase"]),
        units=setup.stowed(board, build.units, written["turn"]),
        holders=holders,
        treasuries={**(printed.treasuries if whole else printed.nothing), **written.get("treasuries", {})},
        technologies=_sets(written.get("technologies", {})),
        advantages=_sets(written.get("advantages", {})),
        researchers=dict(written.get("researchers", {})),
        bought={
            (power, unit): count for power, units in written.get("bought", {}).items() for unit, count in units.items()
        },
        turn_notes=_notes(written.get("notes", {}), TURN_NOTES),
        game_notes=_notes(written.get("game_notes", {}), GAME_NOTES),
        wars={**setup.wars(board), **_wars(written.get("wars", {}))},
        options=frozenset(written.get("options", ())),
    )
    return Start(position, build.names)


def _wars(written: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], str]:
    return {(power, on): how for power, wars in written.items() for on, how in wars.items()}


def _sets(written: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    return {power: frozenset(names) for power, names in written.items()}


def _notes(written: Plain, known: Iterable[Note]) -> dict[tuple[str, ...], Value]:
    """``captured: [norway]`` is (captured, norway): true; a table gives each its value; else the note has the value."""
    made: dict[tuple[str, ...], Value] = {}
    for note in known:
        value = written.get(note.name)
        if value is None:
            continue
        if not note.key:
            made[note.name,] = True if note.value == YES else value
        elif note.value == YES:
            made |= {(note.name, about): True for about in value}
        else:
            made |= {(note.name, about): each for about, each in value.items()}
    return made


class _Builder:
    """Gives each unit its id, in the order in which they are written."""

    def __init__(self) -> None:
        self.units: dict[int, Unit] = {}
        self.names: dict[str, tuple[int, ...]] = {}

    def some(self, kind: str, power: str, space: str, count: int, **more: Value) -> list[Unit]:
        """Put equal units somewhere."""
        first = len(self.units) + 1
        made = [Unit(each, kind, power, space, **more) for each in range(first, first + count)]
        self.units |= {unit.id: unit for unit in made}
        return made

    def contents(self, space: str, contents: Plain) -> None:
        """Put what is written of a space there."""
        for power, units in contents.items():
            if power != "held_by":
                self.group(space, power, units, 0)

    def group(self, space: str, power: str, units: Plain, ship: int) -> None:
        """Put units of a power in a space, or aboard a ship there."""
        for kind, some in units.items():
            for entry in some if isinstance(some, list) else ({"count": some},):
                self.entry(space, power, kind, entry, ship)

    def entry(self, space: str, power: str, kind: str, entry: Plain, ship: int) -> None:
        """Put units that have something in common besides their type."""
        made = self.some(
            kind,
            power,
            space,
            entry.get("count", 1),
            aboard=ship,
            damage=entry.get("damage", 0),
            spent=entry.get("spent", 0),
            came=tuple(entry.get("came", ())),
            bound=entry.get("bound", ""),
            marks=frozenset(map(Mark, entry.get("is", ()))),
            name=entry.get("name", ""),
        )
        if "name" in entry:
            self.names[entry["name"]] = tuple(unit.id for unit in made)
        for unit in made:
            for owner, cargo in entry.get("cargo", {}).items():
                self.group(space, owner or power, cargo, unit.id)
