"""The words of sentences about cases of one game: the names of its board, the titles of its rule set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from kb.base.english import listed, number, spaced
from kb.cases.language.units import Chosen, Row, State, counts
from kb.cases.language.vocabulary import NONE
from kb.engine.core.position import PROVOKED, UNPROVOKED
from kb.games.board_model import Board
from kb.games.names import Wording, power_name
from kb.games.rulesets import RuleSet

V = TypeVar("V")
#: the rule of games in which researchers roll the research dice, stay, and roll again
_KEEPS_RESEARCHERS = "researchers-roll-a-die-each"


class GameWords(Wording):
    """The words of a board, with the titles of a rule set's phases and advantages."""

    def __init__(self, board: Board, ruleset: RuleSet) -> None:
        super().__init__(board)
        titles = [(each.id, each.title) for each in ruleset.phases]
        titles += [(each.id, each.title) for each in ruleset.advantages]
        titles += [(each.id, each.name) for each in board.technologies]
        self.titles = dict(titles)
        self.other_names |= self.titles
        self.keeps_researchers = any(line.rule == _KEEPS_RESEARCHERS for line in ruleset.rules)

    def titled(self, name: str) -> str:
        """Return the title of a phase, advantage or technology; any other name with spaces in place of hyphens."""
        return self.titles.get(name) or name.replace("-", " ")

    def chosen(self, option: Chosen, power: str = "") -> str:
        """Return one option of a choice: units with the state that distinguishes them, an account, a space, or
        ``nothing``. Units of ``power`` are named without their power."""
        if isinstance(option, str):
            return "nothing" if option == NONE else power_name(option) if "/" in option else self.space(option)
        return self.rows(sorted(option, key=lambda row: (row.power or power, row.unit)), power) or "nothing"

    def rows(self, units: Iterable[Row], power: str = "") -> str:
        """Return units with their state, and with the names of their powers other than ``power``."""
        by_power: dict[str, list[str]] = {}
        for row in units:
            text = f"{number(row.number)} {self.unit(row.unit, row.number)}{self._state(row.state)}"
            by_power.setdefault("" if row.power == power else row.power, []).append(text)
        return listed(f"{listed(own)}{f' of {power_name(owner)}' if owner else ''}" for owner, own in by_power.items())

    def _state(self, state: Mapping[str, State]) -> str:
        """Return the state of units, in brackets."""
        values = {key: () if value == NONE else value for key, value in state.items()}
        parts = [says(self, values[key]) for key, says in _STATES.items() if key in values]
        return f" ({', '.join(filter(None, parts))})" if any(parts) else ""

    def war(self, power: str, other: str, how: str) -> str:
        """Return a clause about the war of a power on another (``how``: whether it was declared, provoked or not)."""
        names = (power_name(power), power_name(other))
        if how in (PROVOKED, UNPROVOKED):
            return f"{names[0]} has declared war on {names[1]}, {how}"
        return (
            f"{names[0]} and {names[1]} are at war" if how != NONE else f"{names[0]} has not declared war on {names[1]}"
        )

    def ship(self, ship: str) -> str:
        """Return a ship by its type or its name."""
        return f"the {self.unit(ship)}" if self.is_unit(ship) else ship

    def fill(self, template: str, **values: object) -> str:
        """Fill a template with values in the words of the game: ``{land:space} is worth {ipcs}``.

        The format after the colon is a key of ``_FORMS``, or ``die/dice`` for a number. ``[the {target:unit}|all]``
        becomes the first part whose values are all given, or an empty string.
        """
        shown = {key: _Worded(self, value) for key, value in values.items()}

        def choose(part: re.Match[str]) -> str:
            """Return the first way of a part in brackets whose values are all given; or an empty string."""
            return next((way for way in part[1].split("|") if {*_NAMES.findall(way)} <= shown.keys()), "")

        return _OPTIONAL.sub(choose, template).format_map(shown)


#: a part of a template in brackets; the names of the values in a template
_OPTIONAL, _NAMES = re.compile(r"\[(.*?)\]"), re.compile(r"\{(\w+)")
#: the phrase for each part of the state of units; each part has values of its own type
_STATES: dict[str, Callable[[GameWords, Any], str]] = {
    "name": lambda words, name: f"called {name}" if name else "without a name",
    "cargo": lambda words, cargo: f"with {words.rows(cargo) or 'nothing'} aboard",
    "is": lambda words, marks: ", ".join(mark.replace("-", " ") for mark in marks) or "without a mark",
    "damage": lambda words, hits: f"damaged by {number(hits)}",
    "spent": lambda words, points: f"{points} movement spent",
    "left": lambda words, points: f"with {points or 'no'} movement left",
    "aboard": lambda words, ship: f"aboard {ship or 'nothing'}",
    "came": lambda words, spaces: f"from {listed(map(words.space, spaces))}" if spaces else "not from the sea",
    "bound": lambda words, space: f"bound for {words.space(space) if space else 'nowhere'}",
}

#: the units that retreat, by the word of an act
_WHO = {"all": "everything", "aircraft": "its aircraft"}
#: the formats of a value in a template; each is for values of one type
_FORMS: dict[str, Callable[[GameWords, Any], str]] = {
    "": lambda words, value: str(value),
    "by power": GameWords.by_power,
    "by space": lambda words, spaces: tell_each(
        spaces, lambda space, there: f"in {words.space(space)}: {words.by_power(there)}"
    ),
    "capital": lambda words, text: text.capitalize(),
    "chosen": lambda words, units: words.chosen(units) if isinstance(units, tuple) else str(units),
    "holder": lambda words, power: power_or_nobody(power),
    "name": lambda words, power: power_name(power),
    "names": lambda words, powers: listed(map(power_name, powers)) or "nobody",
    "plain": lambda words, value: plain(value),
    "ship": GameWords.ship,
    "space": GameWords.space,
    "spaced": lambda words, name: spaced(name),
    "spaces": lambda words, spaces: listed(map(words.space, spaces)) or "nowhere",
    "sentences": lambda words, ids: listed(map(spaced, ids)),
    "titles": lambda words, names: listed(map(words.titled, names)) or "nothing",
    "unit": GameWords.unit,
    "units": lambda words, units: words.by_power(counts(units)) if isinstance(units, tuple) else words.units(units),
    "way": GameWords.way,
    "who": lambda words, who: words.chosen(who) if isinstance(who, tuple) else _WHO[who],
}


class _Worded:
    """A value that formats itself for a template."""

    def __init__(self, words: GameWords, value: object) -> None:
        self._words, self._value = words, value

    def __format__(self, form: str) -> str:
        return (
            counted(cast("int", self._value), *form.split("/"))
            if "/" in form
            else _FORMS[form](self._words, self._value)
        )


def plain(value: object) -> str:
    """Return a value of a scenario file on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {plain(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return " ".join(plain(each) for each in value) or "nothing"
    return str(value)


def tell_each(table: Mapping[str, V], tell: Callable[[str, V], str]) -> str:
    """Return the clauses that ``tell`` returns for the entries of a mapping, joined: ``a, b and c``."""
    return listed(tell(key, value) for key, value in table.items())


def power_or_nobody(power: str) -> str:
    """Return the name of a power, or ``nobody``."""
    return "nobody" if power == NONE else power_name(power)


def counted(count: int, one: str, many: str) -> str:
    """Return a number with its noun, the form ``one`` or ``many``: ``one die``, ``two dice``, ``13 dice``, ``no
    dice``."""
    return f"{number(count)} {one if count == 1 else many}"
