"""Positions as text and back: one line for each fact, without loss.

    round 1
    turn germany
    phase conduct-combat
    option technology
    treasury germany 40
    technology germany: jet-power
    war germany france old
    holds germany: eastern-europe germany
    sz5: germany submarine 41-42
    sz5: germany infantry 50 aboard=49 came=germany>sz5 is=loaded
    turn note contested sz5 = true

Units that are alike stand on one line with their ids. Names are slugs, as on the boards; notes are JSON,
tuples as lists; a line that begins with # is a remark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from kb.engine.core.position import Battle, Clock, Position, Unit
from kb.engine.core.values import replace
from kb.engine.notation_values import (
    BATTLE,
    UNIT,
    NotationError,
    read_fields,
    read_name,
    read_note,
    read_number,
    short,
    write_fields,
    write_name,
    write_note,
)
from kb.errors import Finding, raise_if
from kb.shape import suggest

K = TypeVar("K")
V = TypeVar("V")
_HINT = "see kb/engine/notation.py for how a position is written"
#: no run of ids is longer
_LONGEST_RUN = 10_000


def write(position: Position) -> str:
    """A position as text; :func:`read` gives it back. Raises :class:`ValueError` for a name with spaces."""
    return "\n".join(_lines(position)) + "\n"


def read(text: str) -> Position:
    """The position that a text describes. Raises :class:`kb.errors.BadInput` with every finding, each with its line."""
    return _Reader(text).position()


# -- writing


def _lines(position: Position) -> Iterator[str]:
    clock = position.clock
    yield from (f"round {clock.round}", f"turn {write_name(clock.turn)}", f"phase {write_name(clock.phase)}")
    for option in sorted(position.options):
        yield f"option {write_name(option)}"
    for power, ipcs in position.treasuries.items():
        yield f"treasury {write_name(power)} {ipcs}"
    for power, count in position.researchers.items():
        yield f"researchers {write_name(power)} {count}"
    for (one, other), how in position.wars.items():
        yield f"war {_names((one, other, how))}"
    for what, table in (("technology", position.technologies), ("advantage", position.advantages)):
        for power, known in table.items():
            yield f"{what} {write_name(power)}: {_names(sorted(known))}".rstrip()
    for (power, kind), count in position.bought.items():
        yield f"bought {write_name(power)} {write_name(kind)} {count}"
    lands: dict[str, list[str]] = {}
    for land, power in sorted(position.holders.items()):
        lands.setdefault(power, []).append(land)
    for power, held in lands.items():
        yield f"holds {write_name(power)}: {_names(held)}"
    yield from _units(position.units.values())
    if battle := position.battle:
        yield f"battle {write_name(battle.space)}: {write_name(battle.attacker)}{write_fields(battle, BATTLE)}"
    for what, notes in (("turn", position.turn_notes), ("game", position.game_notes)):
        for key, value in notes.items():
            yield f"{what} note {_names(key)} = {write_note(value)}"


def _units(units: Iterable[Unit]) -> Iterator[str]:
    alike: dict[Unit, list[int]] = {}
    for unit in units:
        alike.setdefault(replace(unit, id=0), []).append(unit.id)
    for unit, ids in sorted(alike.items(), key=lambda each: (each[0].at, each[1])):
        told = _names((unit.power, unit.type))
        yield f"{write_name(unit.at)}: {told} {_runs(ids)}{write_fields(unit, UNIT)}"


def _names(names: Iterable[str]) -> str:
    return " ".join(map(write_name, names))


def _runs(ids: Iterable[int]) -> str:
    """Ids in order, neighbours joined.

    >>> _runs([1, 2, 3, 7, 9])
    '1-3,7,9'
    """
    runs: list[list[int]] = []
    for number in sorted(ids):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ",".join("-".join(map(str, run)) for run in runs)


# -- reading


class _Reader:
    """Reads a text line by line."""

    def __init__(self, text: str) -> None:
        self.findings: list[Finding] = []
        # Any: by field, of the types of the fields, see Clock and Position
        self.clock: dict[str, Any] = {}
        self.units: dict[int, Unit] = {}
        self.tables: dict[str, dict[Any, Any]] = {name: {} for name in _TABLES}
        self.battle: Battle | None = None
        self.options: dict[str, bool] = {}
        for number, line in enumerate(text.split("\n"), 1):
            try:
                if line.strip() and not line.startswith("#"):
                    self._line(line.strip())
            except NotationError as wrong:
                self.findings.append(Finding(str(wrong), "position", number, wrong.hint))

    def position(self) -> Position:
        """The position. Raises :class:`kb.errors.BadInput`."""
        for key in ("round", "turn", "phase"):
            if key not in self.clock:
                self.findings.append(Finding(f"there is no '{key}'", "position", 1, f"add a line '{key} ...'"))
        named = {unit.aboard for unit in self.units.values()} | set(self.battle.units if self.battle else ())
        for number in sorted(named - {0} - self.units.keys()):
            self.findings.append(
                Finding(f"unit {number} is named and is nowhere", "position", 1, "say where it stands")
            )
        raise_if(self.findings)
        units = dict(sorted(self.units.items()))
        return Position(Clock(**self.clock), units, **self.tables, battle=self.battle, options=frozenset(self.options))

    def _line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.endswith(":"):
            self._unit(word[:-1], rest.split())
        elif word in ("turn", "game") and rest.startswith("note "):
            self._note(word, rest)
        elif word in _LINES:
            _LINES[word](self, word, rest)
        else:
            raise NotationError(f"'{short(word)}' begins no line", suggest(word, _LINES) or _HINT)

    def _put(self, table: dict[K, V], key: K, value: V) -> None:
        if key in table:
            raise NotationError(f"'{short(str(key))}' is told twice", "remove one of the two")
        table[key] = value

    def clocked(self, word: str, rest: str) -> None:
        """``round 1``, ``turn germany``, ``phase combat-move``."""
        self._put(self.clock, word, read_number(rest) if word == "round" else read_name(rest))

    def counted(self, word: str, rest: str) -> None:
        """``treasury germany 40``, ``researchers germany 2``, ``bought germany tank 2``."""
        *names, count = _exactly(rest, 3 if word == "bought" else 2)
        key = tuple(map(read_name, names))
        self._put(self.tables[_LINE_OF[word]], key if word == "bought" else key[0], read_number(count))

    def listed(self, word: str, rest: str) -> None:
        """``holds germany: norway``, ``technology germany: jet-power``."""
        power, colon, names = rest.partition(":")
        if not colon:
            raise NotationError("a colon is missing after the power", f"write '{word} germany: ...'")
        told = [read_name(name) for name in names.split()]
        if word == "holds":
            for land in told:
                self._put(self.tables["holders"], land, read_name(power))
        else:
            self._put(self.tables[_LINE_OF[word]], read_name(power), frozenset(told))

    def warred(self, word: str, rest: str) -> None:
        """``war germany france old``."""
        one, other, how = map(read_name, _exactly(rest, 3))
        self._put(self.tables["wars"], (one, other), how)

    def played(self, word: str, rest: str) -> None:
        """``option technology``."""
        self._put(self.options, read_name(rest), True)

    def fought(self, word: str, rest: str) -> None:
        """``battle sz5: germany attackers=41 defenders=7``."""
        space, _, told = rest.partition(":")
        attacker, *parts = told.split() or [""]
        if self.battle:
            raise NotationError("a second battle", "one battle is fought at a time")
        self.battle = Battle(read_name(space), read_name(attacker), **read_fields(parts, BATTLE))

    def _note(self, word: str, rest: str) -> None:
        told, equals, value = rest.partition(" = ")
        key = tuple(map(read_name, told.split()[1:]))
        if not equals or not key:
            raise NotationError("this is no note", "write for example 'turn note contested sz5 = true'")
        self._put(self.tables[f"{word}_notes"], key, read_note(value))

    def _unit(self, space: str, words: list[str]) -> None:
        if len(words) < 3:
            raise NotationError(
                "units have a power, a type and ids", "write for example 'sz5: germany submarine 41-42'"
            )
        power, kind, ids, *state = words
        unit = Unit(0, read_name(kind), read_name(power), read_name(space), **read_fields(state, UNIT))
        for number in _ids(ids):
            self._put(self.units, number, replace(unit, id=number))


def _ids(word: str) -> Iterator[int]:
    for run in word.split(","):
        first, _, last = run.partition("-")
        low, high = read_number(first), read_number(last or first)
        if not 0 < low <= high < low + _LONGEST_RUN:
            raise NotationError(f"'{short(run)}' are no ids", "write for example 1-3,7")
        yield from range(low, high + 1)


def _exactly(rest: str, number: int) -> list[str]:
    words = rest.split()
    if len(words) != number:
        raise NotationError(f"{number} words are wanted after the first, not {len(words)}", _HINT)
    return words


_TABLES = (
    "holders",
    "treasuries",
    "researchers",
    "technologies",
    "advantages",
    "bought",
    "turn_notes",
    "game_notes",
    "wars",
)
#: which table of a position a line is about
_LINE_OF = {
    "treasury": "treasuries",
    "researchers": "researchers",
    "bought": "bought",
    "technology": "technologies",
    "advantage": "advantages",
}
_LINES: dict[str, Callable[[_Reader, str, str], None]] = {
    "round": _Reader.clocked,
    "turn": _Reader.clocked,
    "phase": _Reader.clocked,
    "treasury": _Reader.counted,
    "researchers": _Reader.counted,
    "bought": _Reader.counted,
    "holds": _Reader.listed,
    "technology": _Reader.listed,
    "advantage": _Reader.listed,
    "battle": _Reader.fought,
    "option": _Reader.played,
    "war": _Reader.warred,
}
