"""What is printed on the boards, charts and cards, as sentences with ways to ask (``data/values.yaml``)."""

from __future__ import annotations

import os
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb import yamlfile
from kb.errors import Finding, raise_if
from kb.games.board_model import FIGURES, Board, UnitKind, UnitType
from kb.model import Game
from kb.shape import Shape, check, unknown
from kb.statement import Phrasing, Statement
from kb.wording.board import Wording, power_name
from kb.wording.english import a, listed, plural, sentence

_FILE = "values.yaml"
_VALUE = Shape(required={"says": "str", "ask": "texts"}, optional={"zero": "str"})
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
#: a part of a printed table that is told, such as ``units.cost``
Column = str
#: the words that every wording may use
_WORDS = ("name", "a_name", "value", "currency", "s", "are")
#: the columns of the boards that are told, with the further words of their wordings
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
class Told:
    """How the values of a column are told, a value of 0 where that is told otherwise, and how they are asked for."""

    says: str
    ask: tuple[str, ...]
    zero: str = ""


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
        """The words for its wordings."""
        one = self.number == 1
        counted = {"currency": _currency(currency, self.number), "s": "" if one else "s", "are": "is" if one else "are"}
        return {"name": self.name, "a_name": a(self.name), "value": self.value, **counted, **self.further}


def load(data: str) -> dict[Column, Told]:
    """How each column is told. Raises :class:`BadInput`."""
    name = f"data/{_FILE}"
    root = yamlfile.load(os.path.join(data, _FILE), name)
    raise_if(check(root, Shape(required={"values": "table"}), name, "table of printed values"))
    columns = root["values"]
    findings = [Finding(f"'{each}' is not told", name, 0, "add it") for each in COLUMNS if each not in columns]
    for column, row in columns.items():
        line = columns.lines[column]
        bad = unknown([column], COLUMNS, "column of the boards", name, line)
        bad = bad or check(row, _VALUE, name, "printed value", line)
        findings += bad or _wrong_words(row, (*_WORDS, *COLUMNS[column]), name, line)
    raise_if(findings)
    return {column: Told(row["says"], tuple(row["ask"]), row.get("zero", "")) for column, row in columns.items()}


def _wrong_words(row: Mapping[str, object], known: Sequence[str], name: str, line: int) -> Iterator[Finding]:
    """A finding for each wording with words in braces that nothing stands for."""
    lines = getattr(row, "lines", {})
    for key, wordings in row.items():
        for wording in wordings if isinstance(wordings, list) else [str(wordings)]:
            try:
                used = [word for _, word, _, _ in string.Formatter().parse(wording) if word is not None]
            except ValueError as error:
                yield Finding(f"'{wording}': {error}", name, lines.get(key, line), "write each brace with its partner")
            else:
                yield from unknown(used, known, "word in braces", name, lines.get(key, line))


def of_boards(boards: Sequence[Board], games: Sequence[Game], told: Mapping[Column, Told]) -> Iterator[Statement]:
    """A statement for each printed value of each game; where its boards differ, each is told."""
    for game in games:
        own = [board for board in boards if board.game == game.id]
        found: dict[str, list[tuple[Board, _Value]]] = {}
        for board in own:
            for value in _values(board, game.currency):
                found.setdefault(value.subject, []).append((board, value))
        for subject, values in found.items():
            yield _stated(game, subject, values, told, own)


def _stated(
    game: Game,
    subject: str,
    values: Sequence[tuple[Board, _Value]],
    told: Mapping[Column, Told],
    boards: Sequence[Board],
) -> Statement:
    says: dict[str, list[Board]] = {}
    asks: dict[str, None] = {}
    for board, value in values:
        how, words = told[value.column], value.words(game.currency)
        wording = how.zero if how.zero and value.value == "0" else how.says
        says.setdefault(sentence(wording.format(**words)), []).append(board)
        asks.update(dict.fromkeys(each.format(**words) for each in how.ask))
    about = values[0][1].of
    concerned = [board for board in boards if not about or about in _things(board)]
    whole = [text if len(held) == len(concerned) else f"{_where(held, boards)}: {text}" for text, held in says.items()]
    marks = {value.confidence for _, value in values}
    confidence = next(each for each in ("unverified", "public", "stated") if each in marks)
    return Statement(
        f"value:{game.id}/{subject}", game.id, subject, " ".join(whole), confidence, tuple(map(Phrasing, asks))
    )


def _things(board: Board) -> set[str]:
    return {space.id for space in board.spaces} | {power.id for power in board.powers}


def _where(held: Iterable[Board], boards: Sequence[Board]) -> str:
    """Some boards of a game by what parts their titles: ``1941``; ``Global 1940, first edition``; an edition alone
    where all the game's boards of that edition are meant."""
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
    """What so much money is called: ``1 IPC``, ``2 IPCs``; in the published games it has a plural."""
    return plural(currency, count) if currency == "IPC" else currency


def _values(board: Board, currency: str) -> Iterator[_Value]:
    """Every printed value of a board that is told."""
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
    """What each unit takes of a transport's room: ``an infantry takes 2, any other land unit 3``."""
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
