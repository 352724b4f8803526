"""What is expected of the printed map, charts and components, in proofs that look it up and play nothing."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine.core.rulebook import Rulebook
from kb.engine.setup import treasuries as setup_treasuries
from kb.games.board_model import FIGURES, Board, Canal, UnitType
from kb.scenarios.expectations.holdings import tell_holders, tell_treasuries
from kb.scenarios.expectations.key import Both, Sections, looks_up
from kb.scenarios.expectations.units import tell_spaces
from kb.scenarios.language.kinds import ByShape, ListOf, Number, OneOf, Record, Slug, TableOf, Text, Word
from kb.scenarios.language.scenario import Value
from kb.scenarios.language.shapes import ACCOUNT, HOLDER, IPC, NUMBERS, POWER, SPACE, UNIT, WHO_HAS
from kb.scenarios.language.vocabulary import NONE
from kb.scenarios.language.words import GameWords, plain, power_or_nobody, tell_each
from kb.wording.board import power_name
from kb.wording.english import listed

_YES_OR_NO = TableOf(SPACE, OneOf(("yes", "no")))
_LOADS = TableOf(UNIT, ListOf(NUMBERS, 20, 1))
_FIGURE = ByShape(word=Text(20))


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


# -- the map


@looks_up(
    "touch",
    ListOf(SPACE, 2, 2),
    written="`touch: [sz16, balkans]`",
    details="two spaces border each other",
    tell=lambda words, value: f"{words.space(value[0])} borders {words.space(value[1])}",
)
def _touch(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return f"{wanted[0]} touches {wanted[1]}", _touching(rules.board, *wanted)


@looks_up(
    "apart",
    ListOf(SPACE, 2, 2),
    written="`apart: [sz14, balkans]`",
    details="two spaces do not border each other",
    tell=lambda words, value: f"{words.space(value[0])} does not border {words.space(value[1])}",
)
def _apart(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return f"{wanted[0]} does not touch {wanted[1]}", _touching(rules.board, *wanted)


def _touching(board: Board, one: str, other: str) -> str:
    return f"{one} {'touches' if board.bordering(one, other) else 'does not touch'} {other}"


@looks_up(
    "held_by",
    TableOf(SPACE, HOLDER),
    written="`held_by: {norway: germany}`",
    details="who holds territories at the start",
    tell=tell_holders,
)
def _held_by(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {land: rules.board.space(land).held_by or NONE for land in wanted}


def _tell_owner(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda land, power: f"{words.space(land)} is {power_or_nobody(power)}'s")


@looks_up(
    "owner",
    TableOf(SPACE, HOLDER),
    written="`owner: {norway: germany}`",
    details="whose emblem territories bear",
    tell=_tell_owner,
)
def _owner(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {land: rules.board.space(land).owner or NONE for land in wanted}


@looks_up(
    "value",
    TableOf(SPACE, IPC),
    written="`value: {norway: 3}`",
    details="what territories are worth",
    tell=lambda words, value: tell_each(value, lambda land, ipcs: f"{words.space(land)} is worth {ipcs}"),
)
def _value(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {land: rules.board.space(land).value or 0 for land in wanted}


def _tell_island(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda land, yes: f"{words.space(land)} is {'an' if yes == 'yes' else 'no'} island")


@looks_up(
    "island",
    _YES_OR_NO,
    written="`island: {japan: yes}`",
    details="whether territories are islands; `yes` or `no`",
    tell=_tell_island,
)
def _island(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {land: _yes(rules.board.is_island(land)) for land in wanted}


def _tell_impassable(words: GameWords, value: Value) -> str:
    return tell_each(value, lambda space, yes: f"{words.space(space)} is {'closed' if yes == 'yes' else 'open'}")


@looks_up(
    "impassable",
    _YES_OR_NO,
    written="`impassable: {sahara: yes}`",
    details="whether spaces are closed to everyone; `yes` or `no`",
    tell=_tell_impassable,
)
def _impassable(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {land: _yes(rules.board.space(land).closed) for land in wanted}


def _tell_canal(words: GameWords, value: Value) -> str:
    names = {canal.id: canal.name for canal in words.board.canals}

    def tell(canal: str, facts: Mapping[str, Value]) -> str:
        lands = f"is opened by {listed(map(words.space, facts['lands']))}" if "lands" in facts else ""
        between = f"is between {listed(map(words.space, facts['between']))}" if "between" in facts else ""
        return f"{names[canal]} {listed((between, lands))}"

    return tell_each(value, tell)


@looks_up(
    "canal",
    TableOf(
        Word("canal"),
        Record("a canal", optional={"between": ListOf(SPACE, 2, 2, sort=True), "lands": ListOf(SPACE, 5, sort=True)}),
    ),
    written="`canal: {suez-canal: {between: [sz15, sz34], lands: [...]}}`",
    details="between which zones a canal is, and whose lands open it",
    tell=_tell_canal,
)
def _canal(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    known = {canal.id: canal for canal in rules.board.canals}
    return wanted, {canal: {key: _of_canal(known[canal], key) for key in facts} for canal, facts in wanted.items()}


def _of_canal(canal: Canal, key: str) -> list[str]:
    return sorted((canal.one, canal.other) if key == "between" else canal.lands)


# -- units


def _tell_unit(words: GameWords, value: Value) -> str:
    def tell(unit: str, figures_by_name: Mapping[str, Value]) -> str:
        figures = tell_each(figures_by_name, lambda figure, number: f"{figure.replace('_', ' ')} {number}")
        return f"{words.unit(unit)}: {figures}"

    return tell_each(value, tell)


@looks_up(
    "unit",
    TableOf(UNIT, Record("a unit", optional=dict.fromkeys(FIGURES, _FIGURE))),
    written="`unit: {fighter: {cost: 10}}`",
    details="figures of the unit table; `none`: it has no such figure; `unknown`: nobody knows it",
    tell=_tell_unit,
)
def _unit(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {
        unit: {key: _figure(rules.board.unit(unit), key) for key in figures} for unit, figures in wanted.items()
    }


def _figure(kind: UnitType, key: str) -> str:
    figure = getattr(kind, key)
    return "unknown" if key in kind.unknown else NONE if figure is None else str(figure)


@looks_up(
    "setup",
    TableOf(SPACE, WHO_HAS),
    written="`setup: {germany: {germany: {tank: 2}}}`",
    details="how many of the units named stand there at the start",
    tell=lambda words, value: f"set-up, {tell_spaces(words, value)}",
)
def _setup(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    counts = {(row.space, row.power, row.unit): row.count for row in rules.board.setup}
    got = {
        space: {power: {kind: counts.get((space, power, kind), 0) for kind in kinds} for power, kinds in powers.items()}
        for space, powers in wanted.items()
    }
    return wanted, got


def _tell_loads(words: GameWords, value: Value, has: str) -> str:
    return tell_each(value, lambda ship, loads: f"{words.ship(ship)} {has} {' or '.join(map(words.units, loads))}")


@looks_up(
    "room",
    _LOADS,
    written="`room: {transport: [{infantry: 2}]}`",
    details="loads that a ship has room for",
    tell=lambda words, value: _tell_loads(words, value, "has room for"),
)
def _room(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, {ship: [load for load in loads if _fits(rules.board, ship, load)] for ship, loads in wanted.items()}


@looks_up(
    "no_room",
    _LOADS,
    written="`no_room: {transport: [{tank: 2}]}`",
    details="loads that a ship has no room for",
    tell=lambda words, value: _tell_loads(words, value, "has no room for"),
)
def _no_room(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    board = rules.board
    return wanted, {ship: [load for load in loads if not _fits(board, ship, load)] for ship, loads in wanted.items()}


def _fits(board: Board, ship: str, load: Mapping[str, int]) -> bool:
    """Whether cargo, or aircraft, fit aboard a ship."""
    for space, cost in (("transport_room", "transport_cost"), ("carrier_room", "carrier_cost")):
        costs = [getattr(board.unit(kind), cost) for kind in load]
        if all(costs) and getattr(board.unit(ship), space):
            taken = sum(each * count for each, count in zip(costs, load.values(), strict=True))
            return bool(taken <= getattr(board.unit(ship), space))
    return False


# -- the order of play, charts, the rule book


@looks_up(
    "phases",
    ListOf(Word("phase"), 20, 2),
    written="`phases: [combat-move, conduct-combat]`",
    details="phases in the order in which they come",
    tell=lambda words, value: f"in this order, {listed(map(words.titled, value))}",
)
def _phases(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, [phase.id for phase in rules.ruleset.phases if phase.id in wanted]


@looks_up(
    "powers",
    ListOf(POWER, 20, 2),
    written="`powers: [germany, japan]`",
    details="powers in the order of their turns",
    tell=lambda words, value: f"in this order, {listed(map(power_name, value))}",
)
def _powers(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    return wanted, [power for power in rules.order if power in wanted]


@looks_up(
    "treasury",
    TableOf(ACCOUNT, IPC),
    written="`treasury: {germany: 40}`",
    details="what powers begin with",
    tell=tell_treasuries,
)
def _treasury(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    begin = setup_treasuries(rules.board)
    return wanted, {power: begin.get(power, 0) for power in wanted}


@looks_up(
    "technology",
    TableOf(Word("technology"), Number(1, 12, "number of the die")),
    written="`technology: {rockets: 2}`",
    details="the numbers of technologies on their chart",
    tell=lambda words, value: f"numbers on the chart: {plain(value)}",
)
def _technology(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    numbers = {technology.id: technology.number for technology in rules.board.technologies}
    return wanted, {technology: numbers[technology] for technology in wanted}


def _tell_section(words: GameWords, value: Value) -> str:
    def tell(section: str, facts: Mapping[str, str]) -> str:
        return f"the section {section} has {listed(f'the {key} {each}' for key, each in facts.items())}"

    return tell_each(value, tell)


@looks_up(
    "section",
    TableOf(Slug(), Record("a section", optional={"title": Text(), "pages": Text(20), "parent": Slug()})),
    written='`section: {rev/special-combats: {pages: "19"}}`',
    details="`title`, `pages`, `parent` of a section of the rule book",
    tell=_tell_section,
)
def _section(rules: Rulebook, wanted: Value, sections: Sections | None) -> Both:
    """Sections are passed over where they are not at hand."""
    if not sections:
        return wanted, wanted
    found = {section: sections(section) or {} for section in wanted}
    return wanted, {section: {key: facts.get(key, NONE) for key in wanted[section]} for section, facts in found.items()}
