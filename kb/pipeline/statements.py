"""What can be found beside the rulings: what rules and printed values say, as sentences with ways to ask.

A rule or value is the same ``subject`` in every game that has it, and has one statement for each of them. The wordings
for printed values are in ``data/values.yaml``, statements that belong to no rule in ``data/statements.yaml``.
"""

from __future__ import annotations

import os
import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from kb.base import data_files
from kb.base.data_files import Many, Prose, Table, made
from kb.base.english import a, listed, plural, sentence
from kb.base.errors import Collector, Finding, raise_if
from kb.base.model import Catalogues, Game, Option, Section
from kb.base.shape import Name, Names, Slug, Text, unknown
from kb.base.values import CitedRule, Statement
from kb.base.written import YamlMapping
from kb.corpus import curated
from kb.games.board_model import FIGURES, Board, Confidence, UnitKind, UnitType
from kb.games.names import Wording, power_name
from kb.games.rulesets import RuleSet
from kb.pipeline.sources import Sources
from kb.text.rules import only_with

_VALUES = "values.yaml"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
#: a part of a printed table that becomes statements, such as ``units.cost``
Column = str
#: the words that every wording may use
_WORDS = ("name", "a_name", "value", "currency", "s", "are")
#: the columns of the boards that become statements, with the further words of their wordings
COLUMNS: Mapping[Column, tuple[str, ...]] = {
    **{f"units.{figure}": () for figure in FIGURES if figure != "carrier_cost"},
    "units.transport_cost": ("room",),
    "units.transport_room": ("loads",),
    "units.note": (),
    "powers.turn": ("ordinal",),
    "powers.capitals": (),
    "treasury": (),
    "technology": (),
    "objectives": ("condition",),
    "spaces.value": (),
    "spaces.owner": (),
    "setup": (),
}


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """The sentence about a value of a column, the sentence about 0 where that differs, and the ways to ask.

    ``by_name`` are the words with which a player asks for the value of a named space; it is empty where values are
    ranked by ``ask``.
    """

    says: Prose
    ask: tuple[Prose, ...] = ()
    by_name: tuple[Prose, ...] = ()
    zero: Prose = ""
    file: str = made(default="")
    line: int = made(default=0)
    lines: Mapping[str, int] = made(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Value:
    """A printed value: its column, the row it is in and what this is called, the value, and further words.

    ``number`` decides between singular and plural; ``of`` is the space or power that it is about, empty where a board
    that lacks it has another game.
    """

    column: Column
    row: str
    name: str
    value: str
    number: int = 2
    of: str = ""
    confidence: str = "public"
    further: Mapping[str, str] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """``units/cruiser.cost``: the table, the row and, where the table has several, the column."""
        table, point, column = self.column.partition(".")
        return f"{table}/{self.row}{point}{column}"

    def words(self, currency: str) -> dict[str, str]:
        """Return the words for its wordings."""
        one = self.number == 1
        counted = {"currency": _currency(currency, self.number), "s": "" if one else "s", "are": "is" if one else "are"}
        return {"name": self.name, "a_name": a(self.name), "value": self.value, **counted, **self.further}


def load_columns(data: str) -> dict[Column, PrintedValue]:
    """Return the wordings of each column. Raises :class:`BadInput`."""
    columns: Mapping[str, PrintedValue]
    findings: list[Finding] = []
    keys = {"values": Mapping[Annotated[str, Name("column of the boards")], PrintedValue]}
    names = Names(**{"column of the boards": COLUMNS})
    columns = data_files.read(data, _VALUES, keys, "table of printed values", names, findings)["values"]
    if not findings:
        what = f"data/{_VALUES}"
        findings += [Finding(f"'{each}' is not told", what, 0, "add it") for each in COLUMNS if each not in columns]
    for name, column in columns.items():
        findings += _wrong_words(name, column)
    raise_if(findings)
    return dict(columns)


def _wrong_words(name: str, column: PrintedValue) -> Iterator[Finding]:
    """Yield a finding for each wording with words in braces that have no value."""
    for key in column.lines:
        wordings, line = getattr(column, key), column.lines[key]
        for wording in [wordings] if isinstance(wordings, str) else wordings:
            try:
                used = [word for _, word, _, _ in string.Formatter().parse(wording) if word is not None]
            except ValueError as error:
                yield Finding(f"'{wording}': {error}", column.file, line, "write each brace with its partner")
            else:
                yield from unknown(used, (*_WORDS, *COLUMNS[name]), "word in braces", column.file, line)


def of_boards(
    boards: Sequence[Board], games: Sequence[Game], told: Mapping[Column, PrintedValue]
) -> Iterator[Statement]:
    """Yield a statement for each printed value of each game; where its boards differ, it has the value of each."""
    for game in games:
        own = [board for board in boards if board.game == game.id]
        things = {board.id: {*(each.id for each in board.spaces), *(each.id for each in board.powers)} for board in own}
        found: dict[str, list[tuple[Board, _Value]]] = {}
        for board in own:
            for value in _values(board, game.currency):
                found.setdefault(value.subject, []).append((board, value))
        for subject, values in found.items():
            yield _statement(game, subject, values, told, own, things)


def _statement(
    game: Game,
    subject: str,
    values: Sequence[tuple[Board, _Value]],
    told: Mapping[Column, PrintedValue],
    boards: Sequence[Board],
    things: Mapping[str, Collection[str]],
) -> Statement:
    """Return a printed value of a game; ``things`` are the ids of the spaces and powers of each of its boards."""
    says: dict[str, list[Board]] = {}
    asks: dict[str, None] = {}
    for board, value in values:
        how, words = told[value.column], value.words(game.currency)
        wording = how.zero if how.zero and value.value == "0" else how.says
        says.setdefault(sentence(wording.format(**words)), []).append(board)
        asks.update(dict.fromkeys(each.format(**words) for each in how.ask))
    about = values[0][1].of
    concerned = [board for board in boards if not about or about in things[board.id]]
    whole = [text if len(held) == len(concerned) else f"{_where(held, boards)}: {text}" for text, held in says.items()]
    marks = {value.confidence for _, value in values}
    confidence = next(each for each in ("unverified", "public", "stated") if each in marks)
    by_name = told[values[0][1].column].by_name
    return Statement(f"value:{game.id}/{subject}", game.id, subject, " ".join(whole), confidence, tuple(asks), by_name)


def _where(held: Iterable[Board], boards: Sequence[Board]) -> str:
    """Return some boards of a game by what parts their titles: ``1941``; ``Global 1940, first edition``; an edition
    alone where all the game's boards of that edition are meant."""
    titles = [board.title.split() for board in boards]
    same = next((n for n, words in enumerate(zip(*titles, strict=False)) if len(set(words)) > 1), 0)

    def by_edition(some: Iterable[Board]) -> dict[tuple[str, ...], list[str]]:
        editions: dict[str, tuple[str, ...]] = {}
        for board in some:
            name, _, edition = " ".join(board.title.split()[same:]).partition(", ")
            editions[name] = (*editions.get(name, ()), edition)
        names: dict[tuple[str, ...], list[str]] = {}
        for name, of in editions.items():
            names.setdefault(of, []).append(name)
        return names

    every = {name for names in by_edition(boards).values() for name in names}
    parts = (
        listed(of) if any(of) and every == set(names) else ", ".join(filter(None, (listed(names), listed(of))))
        for of, names in by_edition(held).items()
    )
    where = "; ".join(parts)
    return where[:1].upper() + where[1:]


def _currency(currency: str, count: int) -> str:
    """Return what so much money is called: ``1 IPC``, ``2 IPCs``; in the published games it has a plural."""
    return plural(currency, count) if currency == "IPC" else currency


def _values(board: Board, currency: str) -> Iterator[_Value]:
    """Yield every printed value of a board that becomes a statement."""
    yield from _units(board)
    yield from _powers(board, currency)
    for each in (_technologies, _objectives, _spaces, _set_up):
        yield from each(board)


def _units(board: Board) -> Iterator[_Value]:
    room = str(max((unit.transport_room or 0 for unit in board.units), default=0))
    further = {"units.transport_cost": {"room": room}, "units.transport_room": {"loads": _loads(board.units)}}
    for unit in board.units:
        for figure in FIGURES:
            value, column = getattr(unit, figure), f"units.{figure}"
            if value is not None and column in COLUMNS:
                yield _Value(column, unit.id, unit.name, str(value), value, further=further.get(column, {}))
        if unit.note:
            yield _Value("units.note", unit.id, unit.name, unit.note)


def _loads(units: Iterable[UnitType]) -> str:
    """Return what each unit takes of a transport's room: ``an infantry takes 2, any other land unit 3``."""
    by_cost: dict[int, list[str]] = {}
    for unit in units:
        if unit.transport_cost is not None and unit.kind is UnitKind.LAND:
            by_cost.setdefault(unit.transport_cost, []).append(a(unit.name))
    few, *most = sorted(by_cost.items(), key=lambda pair: len(pair[1])) or [(0, ["nothing"])]
    others = "".join(f", any other land unit {cost}" for cost, _ in most[-1:])
    named = [few, *most[:-1]]
    return ", ".join(f"{listed(names)} takes {cost}" for cost, names in named) + others


def _powers(board: Board, currency: str) -> Iterator[_Value]:
    names = Wording(board)
    for power in board.powers:
        name, of = power_name(power.id), power.id
        ordinal = _ORDINALS[power.turn - 1] if 0 < power.turn <= len(_ORDINALS) else f"number {power.turn}"
        yield _Value("powers.turn", of, name, str(power.turn), of=of, further={"ordinal": ordinal})
        if power.capitals:
            capitals = listed(map(names.space, power.capitals))
            yield _Value("powers.capitals", of, name, capitals, len(power.capitals), of)
        money = [
            f"{each.ipc} {_currency(currency, each.ipc)}{f' ({each.economy.capitalize()})' if each.economy else ''}"
            for each in power.treasuries
            if each.ipc
        ]
        if money:
            yield _Value("treasury", of, name, listed(money), of=of)


def _technologies(board: Board) -> Iterator[_Value]:
    for each in board.technologies:
        if each.effect:
            yield _Value("technology", each.id, each.name, each.effect, confidence=str(each.confidence))


def _objectives(board: Board) -> Iterator[_Value]:
    names = Wording(board)
    for each in board.objectives:
        where = f" ({listed(map(names.space, each.spaces))})" if 0 < len(each.spaces) <= 8 else ""
        condition = {"condition": f"{each.condition}{where}"}
        yield _Value(
            "objectives", each.id, power_name(each.power), str(each.ipc), each.ipc, each.power, "public", condition
        )


def _spaces(board: Board) -> Iterator[_Value]:
    for space in board.spaces:
        if space.value is not None:
            yield _Value("spaces.value", space.id, space.name, str(space.value), space.value, space.id)
        if space.owner:
            yield _Value("spaces.owner", space.id, space.name, power_name(space.owner), of=space.id)


def _set_up(board: Board) -> Iterator[_Value]:
    names = Wording(board)
    standing: dict[str, dict[str, dict[str, int]]] = {}
    for each in board.setup:
        standing.setdefault(each.space, {}).setdefault(each.power, {})[each.unit] = each.count
    for space, powers in standing.items():
        yield _Value("setup", space, names.space(space), names.by_power(powers), of=space)


_FILE = os.path.join("phrasings", "rules.yaml")


def load(
    data: str, read: Sources, known: Catalogues, rules: Sequence[CitedRule], findings: list[Finding]
) -> tuple[Statement, ...]:
    """Return every statement: those of the rules, of what no rule limits, and of the printed values.

    What is wrong in the files is added to ``findings``, and left out.
    """
    collect, names = Collector(), {rule.rule for rule in rules}
    asked = collect(load_phrasings, data, names) or {}
    told = collect(load_columns, data)
    written = load_written(data, known.games, known.sections, names, findings)
    findings += collect.findings
    later, optional = printings(read.rulesets, read.boards), conditions(read.rulesets, known.options)
    values = of_boards(read.boards, known.games, told) if told is not None else ()
    return (*of_rules(rules, asked, later, optional), *written, *values)


def load_phrasings(data: str, rules: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Read the ways to ask for each of the ``rules`` that has some. Raises :class:`BadInput`."""
    keys = {"rules": curated.ways_to_ask("rule", (1, 100))}
    return dict(data_files.read(data, _FILE, keys, "file of phrasings", Names(rule=rules))["rules"])


_WRITTEN = "statements.yaml"


@dataclass(frozen=True)
class PlayedStatement:
    """What a statement of ``data/statements.yaml`` has for each game."""

    scenario: Prose
    section: str = ""
    confidence: Confidence = Confidence.UNVERIFIED


@dataclass(frozen=True)
class _Statement:
    """A statement of ``data/statements.yaml``, with eight to twelve ways to ask."""

    id: Annotated[str, Slug()]
    says: Prose
    ask: Annotated[tuple[str, ...], Many(Text(1_000), least=8, most=12)]
    games: Annotated[YamlMapping, Table(Name("game"), data_files.kind_of(PlayedStatement))]
    file: str = made(default="")
    line: int = made(default=0)
    lines: Mapping[str, int] = made(default_factory=dict)


#: the keys of ``data/statements.yaml``
STATEMENTS = {"statements": tuple[_Statement, ...]}


def load_written(
    data: str, games: Iterable[Game], sections: Iterable[Section], rules: Collection[str], findings: list[Finding]
) -> tuple[Statement, ...]:
    """Read the statements that belong to no rule; wrong ones are left out, with ``findings``.

    ``rules`` are names that no statement may have.
    """
    known: dict[str, set[str]] = {game.id: set() for game in games}
    for section in sections:
        known[section.game].add(section.id)
    out: list[Statement] = []
    found = data_files.read(data, _WRITTEN, STATEMENTS, "file of statements", Names(game=known), findings)
    for each in found["statements"]:
        bad = list(_wrong_statement(each, known, rules))
        findings += bad
        asks = (each.id.replace("-", " "), *each.ask)
        for game, own in () if bad else each.games.items():
            line, played = each.games.lines[game], f"{game}/{own.scenario}"
            confidence = str(own.confidence)
            out.append(
                Statement(
                    f"{game}/{each.id}", game, each.id, each.says, confidence, asks, (), own.section, played, line
                )
            )
    return tuple(out)


def _wrong_statement(
    each: _Statement, known: Mapping[str, Collection[str]], rules: Collection[str]
) -> Iterator[Finding]:
    """Yield the findings about a statement that has all keys; ``known`` are the sections of each game."""
    if each.id in rules:
        what = f"'{each.id}' cannot be the id of a statement"
        yield Finding(what, each.file, each.lines["id"], "it is the name of a rule")
    if (many := len(each.says.split())) > curated.LONGEST_VERDICT:
        hint = f"at most {curated.LONGEST_VERDICT}"
        yield Finding(f"'{each.id}' says {many} words", each.file, each.lines["says"], hint)
    if not each.games:
        yield Finding(f"'{each.id}' is of no game", each.file, each.lines["games"], "name the games that it is true of")
    for game, own in each.games.items():
        if own.section:
            yield from unknown([own.section], known[game], "section", each.file, each.games.lines[game])


def unplayed(statements: Iterable[Statement], scenarios: Collection[str]) -> list[Finding]:
    """Return a finding for each statement of what no rule limits whose scenario is none of those known by their ids."""
    return [
        finding
        for each in statements
        if each.played
        for finding in unknown([each.played], scenarios, "scenario", f"data/{_WRITTEN}", each.line)
    ]


def printings(rulesets: Iterable[RuleSet], boards: Iterable[Board]) -> dict[str, str]:
    """Return what a rule set of a later printing is called, by its id: ``2012 printing``."""
    years = {(board.game, board.id): board.printing for board in boards}
    return {
        each.id: f"{years[each.game, each.boards[0]]} printing"
        for each in rulesets
        if each.like and (each.game, each.boards[0]) in years
    }


def conditions(rulesets: Iterable[RuleSet], options: Iterable[Option]) -> dict[str, str]:
    """Without what a rule does not hold, by the id of the national advantage or option: a sentence."""
    advantages = [advantage for each in rulesets for advantage in each.advantages]
    return {
        **{each.id: only_with("option", each.title) for each in options},
        **{each.id: only_with("national advantage", each.title) for each in advantages},
    }


def of_rules(
    rules: Iterable[CitedRule],
    asked: Mapping[str, Sequence[str]],
    later: Mapping[str, str],
    optional: Mapping[str, str],
) -> Iterator[Statement]:
    """Yield a statement for each rule of each game, with what it depends on.

    Where a ``later`` printing says otherwise, or has no such rule, that is added; ``optional`` has the
    :func:`conditions`.
    """
    by_name: dict[str, list[CitedRule]] = {}
    rulesets: dict[str, dict[str, None]] = {}
    for rule in rules:
        by_name.setdefault(f"{rule.game}/{rule.rule}", []).append(rule)
        rulesets.setdefault(rule.game, {})[rule.ruleset] = None
    for name, (rule, *others) in by_name.items():
        says = [_said(rule, later), *(_said(each, later) for each in others if each.about != rule.about)]
        having = {rule.ruleset, *(each.ruleset for each in others)}
        says += [
            f"{later[each]}: no such rule." for each in rulesets[rule.game] if each in later and each not in having
        ]
        if condition := optional.get(rule.advantage or rule.option):  # an unknown one is told with the rule sets
            says.append(condition)
        asks = (rule.rule.replace("-", " "), *asked.get(rule.rule, ()))
        yield Statement(name, rule.game, rule.rule, " ".join(says), rule.confidence, asks)


def _said(rule: CitedRule, later: Mapping[str, str]) -> str:
    return f"{later[rule.ruleset]}: {rule.about}" if rule.ruleset in later else rule.about
