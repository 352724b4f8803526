"""The names of the powers, spaces and units of a board, and templates filled with facts."""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Protocol, TypeGuard

from kb.base.english import listed, number, plural, possessive, sentence, spaced
from kb.games.board_model import Board, Canal, Side

#: the facts that are powers, even if a territory has the same id
_POWERS = {"power", "owner", "by", "was", "now", "on", "holder", "victim", "turn", "other"}
_SMALL = ("of", "the", "and")


class UnitInPlay(Protocol):
    """A unit in play."""

    @property
    def power(self) -> str:
        """The power that owns it."""

    @property
    def type(self) -> str:
        """The type: ``submarine``."""


_SIDES = frozenset(side.value for side in Side)


@lru_cache(maxsize=1024)
def power_name(power: str) -> str:
    """Return a power's name: ``the United Kingdom``, ``Germany``; an account's: ``the United Kingdom (Pacific)``."""
    power, _, economy = power.partition("/")
    if economy:
        return f"{power_name(power)} ({economy.capitalize()})"
    if len(power) == 5 and power.endswith("zac"):
        return power.upper()
    if power in _SIDES:
        return f"the {power.capitalize()}"
    name = " ".join(word if word in _SMALL else word.capitalize() for word in power.split("-"))
    return f"the {name}" if "-" in power else name


def chooses(power: str) -> str:
    """Return a power, or the powers of a side together, with their verb: ``Germany chooses``, ``the Allies choose``."""
    return f"{power_name(power)} {'choose' if power == Side.ALLIES else 'chooses'}"


def _is_unit(value: object) -> TypeGuard[UnitInPlay]:
    """Return whether a value has a power and a type, as units in play do."""
    return hasattr(value, "power") and hasattr(value, "type")


def table_of(units: Iterable[UnitInPlay]) -> dict[str, dict[str, int]]:
    """Return the numbers of units in play by power and type."""
    found: dict[str, dict[str, int]] = {}
    for unit in units:
        own = found.setdefault(unit.power, {})
        own[unit.type] = own.get(unit.type, 0) + 1
    return found


class Wording:
    """The names of the objects of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.powers = {power.id for power in board.powers} | {space.owner for space in board.spaces if space.owner}
        self._spaces = {space.id: space.name for space in board.spaces}
        self._units = {unit.id: unit.name for unit in board.units}
        economies = {each.economy for seat in board.powers for each in seat.treasuries if each.economy}
        self.other_names = {canal.id: canal.name for canal in board.canals} | {
            each: each.capitalize() for each in economies
        }
        self.other_names |= {side.value: power_name(side.value) for side in Side}
        self.other_names |= {
            each.id: f"{power_name(each.power)} {each.id.rpartition('-')[2]}" for each in board.objectives
        }

    def space(self, space: str) -> str:
        """Return the printed name of a space; an unknown id is returned unchanged."""
        return self._spaces.get(space, space)

    def unit(self, unit: str, count: int = 1) -> str:
        """Return the printed name of a unit, in the plural unless ``count`` is 1; an unknown id becomes words."""
        return plural(self._units.get(unit, spaced(unit)), count)

    def is_unit(self, word: str) -> bool:
        """Return whether a word is the id of a type of unit."""
        return word in self._units

    def way(self, route: Sequence[str]) -> str:
        """Return a route of two or more spaces: ``from Germany by Eastern Europe to the Balkans``."""
        start, *between, end = map(self.space, route)
        return f"from {start}{f' by {listed(between)}' if between else ''} to {end}"

    def units(self, counts: Mapping[str, int]) -> str:
        """Return units in words: ``one submarine and two destroyers``, or ``nothing``."""
        return listed(f"{number(count)} {self.unit(unit, count)}" for unit, count in counts.items()) or "nothing"

    def by_power(self, counts: Mapping[str, Mapping[str, int]]) -> str:
        """Return units of several powers in words; an empty power is not named."""
        groups = (
            (f" of {power_name(power)}" if power else "", self.units(units)) for power, units in counts.items() if units
        )
        return listed(f"{units}{whose}" for whose, units in groups) or "nothing"

    def group(self, units: Sequence[UnitInPlay]) -> str:
        """Return units in play in words, by power and type; ``nothing`` if there are none."""
        return self.by_power(table_of(units))

    def in_words(self, key: str, value: object) -> str:
        """Return the value of a fact in words. ``key`` is the name of the fact, which distinguishes powers from
        territories of the same name. A value of another type, such as an action, is named by its class."""
        if isinstance(value, (frozenset, set)):
            return self._all_in_words(key, sorted(value, key=str))
        if isinstance(value, (list, tuple)):
            return self._all_in_words(key, value)
        if isinstance(value, bool) or value is None:
            return "nothing" if value is None else "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, Mapping) and value and all(self.is_unit(each) for each in value):
            return self.units(value)
        if isinstance(value, Mapping):
            return listed(f"{self.in_words(key, each)}: {count}" for each, count in value.items())
        if isinstance(value, (str, Enum)):
            return self._name(key, str(value.value if isinstance(value, Enum) else value))
        if isinstance(value, Canal):
            return value.name
        if _is_unit(value):
            return f"{possessive(power_name(value.power))} {self.unit(value.type)}"
        return type(value).__name__.lower()

    def _all_in_words(self, key: str, values: Sequence[object]) -> str:
        """Return the values of the fact ``key`` in words: units by power and type, others as a list; or ``nothing``."""
        units = [value for value in values if _is_unit(value)]
        if units and len(units) == len(values):
            return self.group(units)
        return listed(self.in_words(key.removesuffix("s"), value) for value in values) or "nothing"

    def _name(self, key: str, text: str) -> str:
        """Return the name of the id ``text`` in the fact ``key``: of a power, space, unit ...; an unknown id as
        words."""
        whose = text.partition("/")[0]
        if whose in self.powers and (key in _POWERS or text not in self._spaces):
            return power_name(text)
        if text in self._spaces:
            return self._spaces[text]
        if text in self._units:
            return self._units[text]
        return self.other_names.get(text) or spaced(text)

    def filled(self, template: str, facts: Mapping[str, object]) -> str:
        """Fill a template with facts, as a sentence: ``{unit}``, ``{unit.power}``, ``{unit:many}`` for the plural and
        ``{unit:{count}}`` for the form after ``count``. A missing fact is rendered as ``...``."""
        text = sentence(_Filler(self).vformat(template, (), facts))
        return text.removesuffix(".") if text.endswith("..") else text


class _Filler(string.Formatter):
    """Fills a template in the words of a board."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def get_field(self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[object, str]:
        """Return a fact, or a part of it such as ``cargo.power``, in words, and the name of the fact; ``...`` if it is
        missing. ``kwargs`` are the facts."""
        name, _, part = field_name.partition(".")
        if name not in kwargs:
            return "...", name
        value = kwargs[name]
        return self.wording.in_words(part or name, getattr(value, part, "...") if part else value), name

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a fact; with a format, the name of a unit in the plural unless the format is 1."""
        return plural(str(value), 1 if format_spec == "1" else 2) if format_spec else str(value)
