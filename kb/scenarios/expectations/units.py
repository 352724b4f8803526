"""What is expected of the units on the board: where they stand, damage, submerged submarines, cargo."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine.core.position import Mark
from kb.scenarios.expectations.key import Both, expects, without_empty
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import TableOf, Word
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import COUNT, NAME, NAMED, NUMBERS, POWER, SPACE, WHO_HAS
from kb.scenarios.language.words import GameWords, counted, tell_each
from kb.wording.board import power_name, table_of
from kb.wording.english import number

#: the word for units that are on the board no more
_LOST = "lost"


@expects(
    "stands",
    TableOf(SPACE, WHO_HAS),
    written="`stands: {sz5: {germany: {submarine: 1}}}`",
    details="all that is in a space, cargo and submerged units too; `{}` is nothing",
    tell=lambda words, value: tell_spaces(words, value),
)
def _stands(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    expected = {space: without_empty(units) for space, units in wanted.items()}
    return expected, {space: table_of(played.position.at(space)) for space in wanted}


def tell_spaces(words: GameWords, value: Value) -> str:
    """The units in several spaces."""
    return tell_each(value, lambda space, there: f"in {words.space(space)}: {words.by_power(there)}")


def _tell_where(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda name, space: f"{name} is {'lost' if space == _LOST else f'in {words.space(space)}'}")


@expects(
    "where",
    TableOf(NAMED, Word("space", (_LOST,))),
    written="`where: {A: sz5, B: lost}`",
    details="where the units of a name are that the position gives them; `lost`: they are not on the board any more",
    tell=_tell_where,
)
def _where(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {name: _places(played, name) for name in wanted}


def _places(played: PlayedCase, name: str) -> str:
    """The space of the units of a name; of several units each space, once."""
    units = [played.position.units.get(unit) for unit in played.names.get(name, ())]
    return " and ".join(dict.fromkeys(unit.at if unit else _LOST for unit in units)) or _LOST


def _tell_damaged(words: GameWords, value: Value) -> str:
    def tell(space: str, units: Mapping[str, int]) -> str:
        hits = tell_each(units, lambda unit, count: f"{counted(count, 'hit', 'hits')} on the {words.unit(unit)}")
        return f"{hits or 'no hits'} in {words.space(space)}"

    return tell_each(value, tell)


@expects(
    "damaged",
    TableOf(SPACE, NUMBERS),
    written="`damaged: {sz5: {battleship: 1}}`",
    details="hits on what stands there",
    tell=_tell_damaged,
)
def _damaged(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got: dict[str, dict[str, int]] = {space: {} for space in wanted}
    for space, damage in got.items():
        for unit in played.position.at(space):
            if unit.damage:
                damage[unit.type] = damage.get(unit.type, 0) + unit.damage
    return wanted, got


def _tell_submerged(words: GameWords, value: Value) -> str:
    def tell(space: str, by_power: Mapping[str, int]) -> str:
        whose = tell_each(by_power, lambda power, count: f"{number(count)} of {power_name(power)}")
        return f"submerged in {words.space(space)}: {whose or 'none'}"

    return tell_each(value, tell)


@expects(
    "submerged",
    TableOf(SPACE, TableOf(POWER, COUNT)),
    written="`submerged: {sz5: {germany: 1}}`",
    details="how many units of each power are submerged there",
    tell=_tell_submerged,
)
def _submerged(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got = {}
    for space in wanted:
        below = table_of(unit for unit in played.position.at(space) if unit.has(Mark.SUBMERGED))
        got[space] = {power: sum(own.values()) for power, own in below.items()}
    return wanted, got


def _tell_aboard(words: GameWords, value: Value) -> str:
    def tell(space: str, ships: Mapping[str, Value]) -> str:
        where = words.space(space)
        return tell_each(ships, lambda ship, units: f"{words.units(units)} aboard {words.ship(ship)} in {where}")

    return tell_each(value, tell)


@expects(
    "aboard",
    TableOf(SPACE, TableOf(NAME, NUMBERS)),
    written="`aboard: {sz6: {transport: {infantry: 2}}}`",
    details="by the type of the ship, or its name",
    tell=_tell_aboard,
)
def _aboard(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got = {space: {ship: _cargo(played, space, ship) for ship in ships} for space, ships in wanted.items()}
    return wanted, got


def _cargo(played: PlayedCase, space: str, ship: str) -> dict[str, int]:
    units = played.position.at(space)
    named = played.names.get(ship)
    ships = {unit.id for unit in units if (unit.id in named if named else unit.type == ship)}
    found: dict[str, int] = {}
    for unit in units:
        if unit.aboard in ships:
            found[unit.type] = found.get(unit.type, 0) + 1
    return found
