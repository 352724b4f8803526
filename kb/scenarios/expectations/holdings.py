"""What is expected of what powers have: land, money, bought units, technologies, researchers."""

from __future__ import annotations

from kb.scenarios.expectations.key import Both, expects
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.kinds import ListOf, Number, TableOf, Word
from kb.scenarios.language.scenario import Expectation, Value
from kb.scenarios.language.shapes import ACCOUNT, HOLDER, IPC, MOST_UNITS, NUMBERS, POWER, SPACE
from kb.scenarios.language.vocabulary import NONE
from kb.scenarios.language.words import GameWords, counted, power_or_nobody, tell_each
from kb.wording.board import power_name
from kb.wording.english import listed


def tell_holders(words: GameWords, value: Value) -> str:
    """Who holds territories."""
    return tell_each(value, lambda land, power: f"{power_or_nobody(power)} holds {words.space(land)}")


@expects(
    "holds",
    TableOf(SPACE, HOLDER),
    written="`holds: {norway: germany}`",
    details="who holds it; `none`: nobody",
    tell=tell_holders,
)
def _holds(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {land: played.position.holders.get(land, NONE) for land in wanted}


def tell_treasuries(words: GameWords, value: Value) -> str:
    """What powers have in their treasuries."""
    return tell_each(value, lambda power, ipcs: f"{power_name(power)} has {ipcs} IPCs")


@expects(
    "treasury",
    TableOf(ACCOUNT, IPC),
    written="`treasury: {germany: 12}`",
    details="the IPCs that it has",
    tell=tell_treasuries,
)
def _treasury(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {power: played.position.treasuries.get(power, 0) for power in wanted}


def _tell_bought(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda power, units: f"{power_name(power)} is still to place {words.units(units)}")


@expects(
    "bought",
    TableOf(ACCOUNT, NUMBERS),
    written="`bought: {germany: {infantry: 2}}`",
    details="what waits in the mobilization zone",
    tell=_tell_bought,
)
def _bought(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    got: dict[str, dict[str, int]] = {power: {} for power in wanted}
    for (power, unit), count in played.position.bought.items():
        if power in got and count:
            got[power][unit] = count
    return wanted, got


def _tell_technology(words: GameWords, value: Value) -> str:
    return tell_each(
        value, lambda power, names: f"{power_name(power)} has {listed(map(words.titled, names)) or 'nothing'}"
    )


@expects(
    "technology",
    TableOf(POWER, ListOf(Word("technology"), 20, sort=True)),
    written="`technology: {germany: [rockets]}`",
    details="exactly the technologies that it has",
    tell=_tell_technology,
)
def _technology(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {power: sorted(played.position.technologies.get(power, ())) for power in wanted}


def _tell_researchers(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda power, n: f"{power_name(power)} has {counted(n, 'researcher', 'researchers')}")


@expects(
    "researchers",
    TableOf(POWER, Number(0, MOST_UNITS, "number of researchers")),
    written="`researchers: {germany: 2}`",
    details="those that are kept",
    tell=_tell_researchers,
)
def _researchers(played: PlayedCase, wanted: Value, item: Expectation) -> Both:
    return wanted, {power: played.position.researchers.get(power, 0) for power in wanted}
