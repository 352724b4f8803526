"""The expectations of reference proofs, about printed facts: a row for each key, in the order of the documentation."""

from __future__ import annotations

from collections.abc import Mapping

from kb.base.english import listed
from kb.base.shape import ByShape, ListOf, Name, OneOf, Record, Slug, TableOf, Text
from kb.cases.expectations.key import Key, Printed, in_order, of_named
from kb.cases.language.grammar import ACCOUNT, HOLDER, IPC, POWER, SPACE, UNIT, WHO_HAS
from kb.cases.language.scenario import Expectation
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords, tell_each
from kb.engine.setup import treasuries
from kb.games.board_model import FIGURES


def _border(printed: Printed, spaces: list[str], borders: bool) -> list[str] | str:
    """Return ``spaces`` if whether they border each other is ``borders``; else a text that states the opposite."""
    there = printed.rules.board.bordering(*spaces)
    return spaces if there is borders else f"{spaces[0]} {'touches' if there else 'does not touch'} {spaces[1]}"


def _yes(truth: bool) -> str:
    return "yes" if truth else "no"


def _canal(printed: Printed, id: str, _wanted: object) -> dict[str, list[str]]:
    """Return the sea zones that a canal connects, and the land whose holder opens it, each sorted."""
    canal = next(each for each in printed.rules.board.canals if each.id == id)
    return {"between": sorted((canal.one, canal.other)), "lands": sorted(canal.lands)}


def _tell_canal(words: GameWords, id: str, facts: Mapping[str, list[str]]) -> str:
    """Return the given facts of a canal as a sentence."""
    between = f"is between {listed(map(words.space, facts['between']))}" if "between" in facts else ""
    lands = f"is opened by {listed(map(words.space, facts['lands']))}" if "lands" in facts else ""
    return f"{words.other_names[id]} {listed((between, lands))}"


def _figure(printed: Printed, unit: str, figure: str) -> str:
    """Return a printed figure of a unit type as text: ``unknown`` if no source gives it, ``none`` if it has none."""
    kind = printed.rules.board.unit(unit)
    value = getattr(kind, figure)
    return "unknown" if figure in kind.unknown else NONE if value is None else str(value)


def _tell_figures(words: GameWords, unit: str, figures: Mapping[str, str]) -> str:
    """Return printed figures of a unit type as a sentence."""
    told = tell_each(figures, lambda figure, number: f"{figure.replace('_', ' ')} {number}")
    return f"{words.unit(unit)}: {told}"


def _setup(printed: Printed, _wanted: object, _item: Expectation) -> dict[str, dict[str, dict[str, int]]]:
    """Return the number of units of the whole set-up, by space, power and type."""
    there: dict[str, dict[str, dict[str, int]]] = {}
    for row in printed.rules.board.setup:
        there.setdefault(row.space, {}).setdefault(row.power, {})[row.unit] = row.count
    return there


def _section(printed: Printed, section: str, wanted: Mapping[str, str]) -> Mapping[str, str]:
    """Return the ``wanted`` fields of a section, ``none`` for a missing one; ``wanted`` itself without sections."""
    if not printed.sections:
        return wanted
    facts = printed.sections(section) or {}
    return {key: facts.get(key, NONE) for key in wanted}


_ROWS: tuple[Key[Printed], ...] = (
    Key(
        "touch: [sz16, balkans]",
        "two spaces border each other",
        ListOf(SPACE, 2, 2),
        lambda printed, wanted, item: _border(printed, wanted, True),
        lambda words, spaces: f"{words.space(spaces[0])} borders {words.space(spaces[1])}",
    ),
    Key(
        "apart: [sz14, balkans]",
        "two spaces do not border each other",
        ListOf(SPACE, 2, 2),
        lambda printed, wanted, item: _border(printed, wanted, False),
        lambda words, spaces: f"{words.space(spaces[0])} does not border {words.space(spaces[1])}",
    ),
    Key(
        "held_by: {norway: germany}",
        "who holds territories at the start",
        TableOf(SPACE, HOLDER),
        lambda printed, land, wanted: printed.rules.board.space(land).held_by or NONE,
        "{value:holder} holds {key:space}",
        of_each=True,
    ),
    Key(
        "owner: {norway: germany}",
        "the powers with their emblems on territories",
        TableOf(SPACE, HOLDER),
        lambda printed, land, wanted: printed.rules.board.space(land).owner or NONE,
        "{key:space} is {value:holder}'s",
        of_each=True,
    ),
    Key(
        "value: {norway: 3}",
        "the IPC values of territories",
        TableOf(SPACE, IPC),
        lambda printed, land, wanted: printed.rules.board.space(land).value or 0,
        "{key:space} is worth {value}",
        of_each=True,
    ),
    Key(
        "island: {japan: yes}",
        "whether territories are islands; `yes` or `no`",
        TableOf(SPACE, OneOf(("yes", "no"))),
        lambda printed, land, wanted: _yes(printed.rules.board.is_island(land)),
        lambda words, land, yes: f"{words.space(land)} is {'an' if yes == 'yes' else 'not an'} island",
        of_each=True,
    ),
    Key(
        "impassable: {sahara: yes}",
        "whether spaces are closed to everyone; `yes` or `no`",
        TableOf(SPACE, OneOf(("yes", "no"))),
        lambda printed, land, wanted: _yes(printed.rules.board.space(land).closed),
        lambda words, space, yes: f"{words.space(space)} is {'closed' if yes == 'yes' else 'open'}",
        of_each=True,
    ),
    Key(
        "canal: {suez-canal: {between: [sz15, sz34], lands: [...]}}",
        "the zones that a canal connects, and the lands that open it",
        TableOf(
            Name("canal"),
            Record(
                "a canal", optional={"between": ListOf(SPACE, 2, 2, sort=True), "lands": ListOf(SPACE, 5, sort=True)}
            ),
        ),
        _canal,
        _tell_canal,
        of_named(),
        of_each=True,
    ),
    Key(
        "unit: {fighter: {cost: 10}}",
        "figures of the unit table; `none`: the unit lacks the figure; `unknown`: no source gives it",
        TableOf(UNIT, Record("a unit", optional=dict.fromkeys(FIGURES, ByShape(word=Text(20))))),
        lambda printed, unit, figures: {figure: _figure(printed, unit, figure) for figure in figures},
        _tell_figures,
        of_named(),
        of_each=True,
    ),
    Key(
        "setup: {germany: {germany: {tank: 2}}}",
        "the numbers of the given units there at the start",
        TableOf(SPACE, WHO_HAS),
        _setup,
        "set-up, {value:by space}",
        of_named(of_named(of_named())),
    ),
    Key(
        "phases: [combat-move, conduct-combat]",
        "phases in their order",
        ListOf(Name("phase"), 20, 2),
        lambda printed, wanted, item: [each.id for each in printed.rules.ruleset.phases],
        "in this order, {value:titles}",
        in_order,
    ),
    Key(
        "powers: [germany, japan]",
        "powers in the order of their turns",
        ListOf(POWER, 20, 2),
        lambda printed, wanted, item: printed.rules.order,
        "in this order, {value:names}",
        in_order,
    ),
    Key(
        "treasury: {germany: 40}",
        "the IPCs with which powers begin",
        TableOf(ACCOUNT, IPC),
        lambda printed, power, wanted: treasuries(printed.rules.board).get(power, 0),
        "{key:name} has {value} IPCs",
        of_each=True,
    ),
    Key(
        'section: {rev/special-combats: {pages: "19"}}',
        "`title`, `pages`, `parent` of a section of the rule book",
        TableOf(Slug(), Record("a section", optional={"title": Text(), "pages": Text(20), "parent": Slug()})),
        _section,
        lambda words, section, facts: (
            f"the section {section} has {listed(f'the {key} {each}' for key, each in facts.items())}"
        ),
        of_named(),
        of_each=True,
    ),
)

#: the rows by key
PRINTED: dict[str, Key[Printed]] = {row.key: row for row in _ROWS}
