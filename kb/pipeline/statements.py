"""Makes the statements: rules and printed values as sentences, with ways to ask.

A rule or value is the same ``subject`` in every game that has it, and has one statement for each of them. The wordings
for printed values are in ``data/values.yaml``, statements that belong to no rule in ``data/statements.yaml``.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from kb.base import data_files
from kb.base.data_files import Many, Prose, Table, made
from kb.base.english import a, capital, listed, plural, sentence
from kb.base.english import number as number_in_words
from kb.base.errors import Collector, Finding, raise_if
from kb.base.shape import Name, Names, Slug, Text, unknown
from kb.base.written import YamlMapping
from kb.corpus import curated
from kb.games.board_model import FIGURES, Board, Confidence, Neutral
from kb.games.names import Wording, power_name
from kb.model.corpus import Catalogues, Game, Section
from kb.model.evidence import CitedRule, Statement
from kb.pipeline.sources import Sources
from kb.text.board_words import is_shut, loads
from kb.text.rules import only_with
from kb.words.lexicon import Thing

_ASKED, _VALUES, _WRITTEN = "phrasings/rules.yaml", "values.yaml", "statements.yaml"


def load(
    data: str, read: Sources, known: Catalogues, rules: Sequence[CitedRule], findings: list[Finding]
) -> tuple[Statement, ...]:
    """Return every statement: of the rules, of ``data/statements.yaml``, and of the printed values. Wrong entries of
    the files are left out, with ``findings``."""
    collect, names = Collector(), {rule.rule for rule in rules}
    asked = collect(load_phrasings, data, names) or {}
    columns = collect(load_columns, data)
    written = load_written(data, known.games, known.sections, names, findings)
    findings += collect.findings
    years = {(board.game, board.id): board.printing for board in read.boards}
    first_boards = {each.id: years.get((each.game, each.boards[0])) for each in read.rulesets if each.like}
    later = {ruleset: f"{year} printing" for ruleset, year in first_boards.items() if year is not None}
    conditions = {each.id: only_with("option", each.title) for each in known.options}
    for advantage in (advantage for each in read.rulesets for advantage in each.advantages):
        conditions[advantage.id] = only_with(f"national advantage of {power_name(advantage.power)}", advantage.title)
    phases = {board: [each.title for each in ruleset.phases] for ruleset in read.rulesets for board in ruleset.boards}
    values = of_boards(read.boards, known.games, columns, phases) if columns is not None else ()
    stated = (*_of_rules(rules, asked, later, conditions), *written, *values)
    return (*stated, *_lacking(read.lexicon.things, {game.id: game.short or game.title for game in known.games}))


# -- rules -------------------------------------------------------------------------------------


def load_phrasings(data: str, rules: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the ways to ask for each of the ``rules`` that has some. Raises :class:`BadInput`."""
    keys = {"rules": curated.ways_to_ask("rule", (1, 100))}
    return dict(data_files.read(data, _ASKED, keys, "file of phrasings", Names(rule=rules))["rules"])


def _of_rules(
    rules: Iterable[CitedRule],
    asked: Mapping[str, Sequence[str]],
    later: Mapping[str, str],
    conditions: Mapping[str, str],
) -> Iterator[Statement]:
    """Yield a statement for each rule of each game; ``asked`` has the ways to ask for a rule.

    ``later`` has the names of rule sets of later printings: if one of them differs or lacks the rule, the statement
    says so. ``conditions`` has a sentence for each national advantage or option without which a rule does not hold.
    """
    by_name: dict[str, list[CitedRule]] = {}
    rulesets: dict[str, dict[str, None]] = {}
    for rule in rules:
        by_name.setdefault(f"{rule.game}/{rule.rule}", []).append(rule)
        rulesets.setdefault(rule.game, {})[rule.ruleset] = None
    for name, own in by_name.items():
        first, having = own[0], {each.ruleset for each in own}
        says = [
            f"{later[each.ruleset]}: {each.about}" if each.ruleset in later else each.about
            for each in own
            if each is first or each.about != first.about
        ]
        lacking = (each for each in rulesets[first.game] if each in later and each not in having)
        says += [f"{later[each]}: no such rule." for each in lacking]
        if condition := conditions.get(first.advantage or first.option):  # an unknown one is a finding of its rule set
            says.append(condition)
        asks = (first.rule.replace("-", " "), *asked.get(first.rule, ()))
        yield Statement(name, first.game, first.rule, " ".join(says), first.confidence, asks, names=first.names)


# -- statements of the file --------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedStatement:
    """The case of a statement of ``data/statements.yaml`` in one game, and its section; one of them may be missing."""

    scenario: str = ""
    section: str = ""
    confidence: Confidence = Confidence.UNVERIFIED


@dataclass(frozen=True)
class _Statement:
    """A statement of ``data/statements.yaml``, with eight to forty ways to ask."""

    id: Annotated[str, Slug()]
    says: Prose
    ask: Annotated[tuple[str, ...], Many(Text(1_000), least=8, most=50)]
    games: Annotated[YamlMapping[PlayedStatement], Table(Name("game"), data_files.kind_of(PlayedStatement))]
    file: str = made(default="")
    lines: Mapping[str, int] = made(default_factory=dict)


#: the keys of ``data/statements.yaml``
STATEMENTS = {"statements": tuple[_Statement, ...]}


def load_written(
    data: str, games: Iterable[Game], sections: Iterable[Section], rules: Collection[str], findings: list[Finding]
) -> tuple[Statement, ...]:
    """Return the statements of ``statements.yaml`` in the folder ``data``. Wrong ones are left out, with ``findings``.
    No statement may have a name of ``rules``."""
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
            played = f"{game}/{own.scenario}" if own.scenario else "", each.games.lines[game]
            name = f"{game}/{each.id}"
            out.append(Statement(name, game, each.id, each.says, str(own.confidence), asks, (), own.section, *played))
    return tuple(out)


def _wrong_statement(
    each: _Statement, known: Mapping[str, Collection[str]], rules: Collection[str]
) -> Iterator[Finding]:
    """Yield the findings about a statement whose keys are complete; ``known`` are the ids of the sections of each
    game, ``rules`` the names of rules, which no statement may have."""
    if each.id in rules:
        what = f"'{each.id}' is the name of a rule, so no statement may have it"
        yield Finding(what, each.file, each.lines["id"], "choose another id")
    if (many := len(each.says.split())) > curated.LONGEST_VERDICT:
        hint = f"shorten it to {curated.LONGEST_VERDICT}"
        yield Finding(f"'{each.id}' has {many} words under 'says'", each.file, each.lines["says"], hint)
    if not each.games:
        yield Finding(f"'{each.id}' has no games", each.file, each.lines["games"], "name the games in which it is true")
    for game, own in each.games.items():
        if not (own.scenario or own.section):
            yield Finding(
                f"'{each.id}' lacks a proof in '{game}'", each.file, each.games.lines[game], "add a scenario or section"
            )
        if own.section:
            yield from unknown([own.section], known[game], "section", each.file, each.games.lines[game])


def unplayed(statements: Iterable[Statement], scenarios: Collection[str]) -> list[Finding]:
    """Return a finding for each statement with a scenario that is not among ``scenarios``, their ids."""
    return [
        finding
        for each in statements
        if each.played
        for finding in unknown([each.played], scenarios, "scenario", f"data/{_WRITTEN}", each.line)
    ]


# -- what a game lacks -------------------------------------------------------------------------


def _lacking(things: Iterable[Thing], titles: Mapping[str, str]) -> Iterator[Statement]:
    """Yield for each of ``things`` and each game that lacks it a statement that names the games that have it.
    ``titles`` are the titles of the games, by id."""
    for thing in things:
        having = listed(f"{titles[game]} ({remark})" if remark else titles[game] for game, remark in thing.has.items())
        for game in thing.lacks:
            verb = "do" if len(thing.has) > 1 else "does"
            says = f"{titles[game]} has no {thing.title}, but {having} {verb}."
            subject = f"not-in/{thing.id}"
            yield Statement(f"not-in:{game}/{thing.id}", game, subject, says, str(Confidence.PUBLIC))


# -- printed values ----------------------------------------------------------------------------

#: the words that every wording may use
_WORDS = ("name", "a_name", "value", "currency", "s", "are")
#: the marks whose spaces are listed in a statement
LISTED_MARKS = ("convoy", "kamikaze", "chinese-may-enter", "middle-east")
#: the friends of the neutrals of each kind
_NEUTRALS = {
    Neutral.STRICT: "a strict neutral",
    Neutral.PRO_AXIS: "a neutral friendly to the Axis",
    Neutral.PRO_ALLIES: "a neutral friendly to the Allies",
}
#: the columns of the boards that become statements
COLUMNS = (
    *(f"units.{figure}" for figure in FIGURES if figure != "carrier_cost"),
    *("units.profile", "powers.turn", "powers.capitals", "treasury", "technology", "technology.number", "objectives"),
    *("spaces.value", "spaces.owner", "spaces.neutral", "setup"),
    *(
        "phases",
        "order",
        "cities",
        "closed",
        "canals",
        "wars",
        "economies",
        *(f"marks.{mark}" for mark in LISTED_MARKS),
    ),
)
#: the further words of the wordings of single columns
_FURTHER = {
    "units.attack": "roll",
    "units.defense": "roll",
    "units.transport_cost": "loads",
    "units.transport_room": "loads",
    "technology.number": "chart",
    "canals": "between",
    "economies": "economy",
    "powers.turn": "ordinal",
    "objectives": "condition",
}
#: the figures of the profile of a unit
_PROFILE = ("cost", "attack", "defense", "move")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """The sentence about a value of a column, the sentence about 0 if that differs, and the ways to ask.

    ``answer`` is the value alone, if a question for it wants just that: ``12 IPCs``.

    ``by_name`` are the words with which a player asks for the value of a named space or unit; values with ``ask`` are
    ranked, too.
    """

    says: Prose
    ask: tuple[Prose, ...] = ()
    by_name: tuple[Prose, ...] = ()
    zero: Prose = ""
    answer: Prose = ""
    file: str = made(default="")
    lines: Mapping[str, int] = made(default_factory=dict)


def load_columns(data: str) -> dict[str, PrintedValue]:
    """Return the wordings of each column of :data:`COLUMNS`. Raises :class:`BadInput` also if one has none."""
    columns: Mapping[str, PrintedValue]
    findings: list[Finding] = []
    keys = {"values": Mapping[Annotated[str, Name("column of the boards")], PrintedValue]}
    names = Names(**{"column of the boards": COLUMNS})
    columns = data_files.read(data, _VALUES, keys, "table of printed values", names, findings)["values"]
    if not findings:
        lacking = (each for each in COLUMNS if each not in columns)
        what = "the printed values of the column '{}' lack a wording"
        findings += [Finding(what.format(each), f"data/{_VALUES}", 0, "add the column") for each in lacking]
    for name, column in columns.items():
        for key, line in column.lines.items():
            wordings = getattr(column, key)
            for wording in [wordings] if isinstance(wordings, str) else wordings:
                findings += _wrong_words(wording, (*_WORDS, _FURTHER.get(name, "name")), column.file, line)
    raise_if(findings)
    return dict(columns)


def _wrong_words(wording: str, words: Collection[str], file: str, line: int) -> list[Finding]:
    """Return the findings about braces of a wording that do not hold one of the ``words`` allowed."""
    try:
        used = [word for _, word, _, _ in string.Formatter().parse(wording) if word is not None]
    except ValueError as error:
        return [Finding(f"'{wording}': {error}", file, line, "write braces in pairs")]
    return list(unknown(used, words, "word in braces", file, line))


@dataclass(frozen=True, slots=True)
class _Value:
    """A printed value: its column and row, and the words for the wordings of the column.

    ``of`` is the space or power that it is about; empty if a board without it is not of another kind.
    """

    column: str
    row: str
    words: Mapping[str, str]
    of: str
    confidence: str

    @property
    def subject(self) -> str:
        """``units/cruiser.cost``: the table, the row and, if the table has several, the column."""
        table, point, column = self.column.partition(".")
        return f"{table}/{self.row}{point}{column}"


def of_boards(
    boards: Sequence[Board],
    games: Sequence[Game],
    columns: Mapping[str, PrintedValue],
    phases: Mapping[str, Sequence[str]],
) -> Iterator[Statement]:
    """Yield a statement for each printed value of each game, and for its order of phases. If the boards of a game
    differ, the statement gives the value of each board. ``columns`` has the wordings of each column, ``phases`` the
    titles of the phases by board id."""
    for game in games:
        own = [board for board in boards if board.game == game.id]
        things = {board.id: {*(each.id for each in board.spaces), *(each.id for each in board.powers)} for board in own}
        found: dict[str, list[tuple[Board, _Value]]] = {}
        for board in own:
            order = _Value("phases", "all", {"value": ", ".join(phases.get(board.id, ()))}, "", "public")
            for value in (*_values(board, game.currency), order):
                found.setdefault(value.subject, []).append((board, value))
        for subject, values in found.items():
            yield _statement(game, subject, values, columns[values[0][1].column], own, things)


def _statement(
    game: Game,
    subject: str,
    values: Sequence[tuple[Board, _Value]],
    column: PrintedValue,
    boards: Sequence[Board],
    things: Mapping[str, Collection[str]],
) -> Statement:
    """Return the statement of the ``values`` of a subject, each with the board that has it. ``column`` has their
    wordings; ``boards`` are those of the game, ``things`` the ids of the spaces and powers of each."""
    says: dict[str, list[Board]] = {}
    answers: dict[str, list[Board]] = {}
    asks: dict[str, None] = {}
    for board, value in values:
        is_zero = bool(column.zero) and value.words["value"] == "0"
        says.setdefault(sentence((column.zero if is_zero else column.says).format(**value.words)), []).append(board)
        answers.setdefault("" if is_zero else capital(column.answer.format(**value.words)), []).append(board)
        asks.update(dict.fromkeys(each.format(**value.words) for each in column.ask))
    about = values[0][1].of
    concerned = [each for each in boards if not about or about in things[each.id]]

    def joined(texts: Mapping[str, list[Board]], between: str) -> str:
        """Return the texts with ``between`` them, each after the names of its boards unless all boards have it."""
        where = {
            text: "" if len(held) == len(concerned) else f"{_where(held, boards)}: " for text, held in texts.items()
        }
        return between.join(f"{where[text]}{text}" for text in texts)

    marks = {value.confidence for _, value in values}
    confidence = next(each for each in ("unverified", "public", "stated") if each in marks)
    name = f"value:{game.id}/{subject}"
    answer = "" if "" in answers else joined(answers, "; ")
    return Statement(name, game.id, subject, joined(says, " "), confidence, tuple(asks), column.by_name, answer=answer)


def _where(held: Iterable[Board], boards: Sequence[Board]) -> str:
    """Return the names of the boards in ``held``, some of the ``boards`` of a game, by the parts in which titles
    differ: ``1941``; ``Global 1940, first edition``; the edition alone for all boards of that edition."""
    titles = [board.title.split() for board in boards]
    same = next((n for n, words in enumerate(zip(*titles, strict=False)) if len(set(words)) > 1), 0)
    those, every = {board.id for board in held}, set[str]()
    editions: dict[str, list[str]] = {}
    for board, words in zip(boards, titles, strict=True):
        name, _, edition = " ".join(words[same:]).partition(", ")
        every.add(name)
        if board.id in those:
            editions.setdefault(name, []).append(edition)
    named: dict[tuple[str, ...], list[str]] = {}
    for name, own in editions.items():
        named.setdefault(tuple(own), []).append(name)
    parts = (
        listed(own) if any(own) and len(names) == len(every) else ", ".join(filter(None, map(listed, (names, own))))
        for own, names in named.items()
    )
    where = "; ".join(parts)
    return where[:1].upper() + where[1:]


def _money(currency: str, count: int) -> str:
    """Return the currency of an amount of ``count``: ``IPC`` or ``IPCs``; other currencies do not have a plural."""
    return plural(currency, count) if currency == "IPC" else currency


def _values(board: Board, currency: str) -> Iterator[_Value]:
    """Yield every printed value of a board that becomes a statement."""
    names = Wording(board)

    def value(
        column: str,
        row: str,
        name: str,
        shown: str,
        number: int = 2,
        of: str = "",
        confidence: str = "public",
        **more: str,
    ) -> _Value:
        """Return a value: ``name`` and ``shown`` are the words for the row and the value, ``number`` decides between
        singular and plural, ``more`` are further words; the others are those of :class:`_Value`."""
        own = {"name": name, "a_name": a(name) if name else "", "value": shown, "currency": _money(currency, number)}
        own |= {"s": "", "are": "is"} if number == 1 else {"s": "s", "are": "are"}
        return _Value(column, row, own | more, of, confidence)

    cargo = {"loads": loads(board)}
    for unit in board.units:
        for figure in FIGURES:
            number, column = getattr(unit, figure), f"units.{figure}"
            if number is not None and column in COLUMNS:
                roll = f"{number} or less" if number > 1 else f"a {number}"
                yield value(column, unit.id, unit.name, str(number), number, roll=roll, **cargo)
        figures = [f"{each} {getattr(unit, each)}" for each in _PROFILE if getattr(unit, each) is not None]
        if len(figures) > 1 or unit.note:
            yield value("units.profile", unit.id, unit.name, "; ".join(filter(None, (", ".join(figures), unit.note))))
    for power in board.powers:
        name, of = power_name(power.id), power.id
        ordinal = _ORDINALS[power.turn - 1] if 0 < power.turn <= len(_ORDINALS) else f"number {power.turn}"
        yield value("powers.turn", of, name, str(power.turn), of=of, ordinal=ordinal)
        if power.capitals:
            yield value("powers.capitals", of, name, listed(map(names.space, power.capitals)), len(power.capitals), of)
        money = [
            f"{each.ipc} {_money(currency, each.ipc)}{f' ({each.economy.capitalize()})' if each.economy else ''}"
            for each in power.treasuries
            if each.ipc
        ]
        if money:
            yield value("treasury", of, name, listed(money), of=of)
    for technology in (each for each in board.technologies if each.effect):
        confidence = str(technology.confidence)
        yield value("technology", technology.id, technology.name, technology.effect, confidence=confidence)
    several = max((technology.chart for technology in board.technologies), default=1) > 1
    for technology in board.technologies:
        chart = f" on breakthrough chart {technology.chart}" if several else ""
        yield value("technology.number", technology.id, technology.name, str(technology.number), chart=chart)
    for each in board.objectives:
        where = f" ({listed(map(names.space, each.spaces))})" if 0 < len(each.spaces) <= 8 else ""
        name, condition = power_name(each.power), f"{each.condition}{where}"
        yield value("objectives", each.id, name, str(each.ipc), each.ipc, each.power, condition=condition)
    called = {power.id: power_name(power.id) for power in board.powers}  # a territory with the name of a power
    for space in board.spaces:
        if space.value is not None:
            yield value(
                "spaces.value", space.id, called.get(space.id, space.name), str(space.value), space.value, space.id
            )
        if space.owner:
            yield value(
                "spaces.owner", space.id, called.get(space.id, space.name), power_name(space.owner), of=space.id
            )
        if space.neutral and not space.closed:
            army = f"; it has {number_in_words(space.army)} infantry" if space.army is not None else ""
            yield value("spaces.neutral", space.id, space.name, f"{_NEUTRALS[space.neutral]}{army}", of=space.id)
    standing: dict[str, dict[str, dict[str, int]]] = {}
    for line in board.setup:
        standing.setdefault(line.space, {}).setdefault(line.power, {})[line.unit] = line.count
    for place, powers in standing.items():
        yield value("setup", place, called.get(place, names.space(place)), names.by_power(powers), of=place)
    for column, row, name, shown, more in _lists(board, names):
        yield value(column, row, name, shown, 2, "", "public", **more)


def _lists(board: Board, names: Wording) -> Iterator[tuple[str, str, str, str, dict[str, str]]]:
    """Yield the facts about a board as a whole: column, row, name, value and further words."""
    turns: dict[int, list[str]] = {}
    for power in board.powers:
        turns.setdefault(power.turn, []).append(power_name(power.id))
    yield "order", "all", "", ", ".join(" with ".join(turns[turn]) for turn in sorted(turns)), {}
    cities = [f"{space.city} ({names.space(space.id)})" for space in board.spaces if space.city]
    if cities:
        yield "cities", "all", str(len(cities)), listed(cities), {}
    closed = [names.space(space.id) for space in board.spaces if space.closed]
    if closed:
        yield "closed", "all", "", listed(closed), {}
    for canal in board.canals:
        note = f"; {canal.note}" if canal.note else ""
        between = f"{names.space(canal.one)} and {names.space(canal.other)}"
        held = "0" if is_shut(board, canal) else f"{listed(map(names.space, canal.lands))}{note}"
        yield "canals", canal.id, canal.name, held, {"between": between}
    wars: dict[str, list[str]] = {}
    for one, other in board.wars:
        wars.setdefault(one, []).append(other)
    if wars:
        told = [f"{power_name(one)} with {listed(map(power_name, others))}" for one, others in wars.items()]
        yield "wars", "all", "", "; ".join(told), {}
    economies: dict[tuple[str, str], list[str]] = {}
    for space in board.spaces:
        if space.economy and space.value:
            economies.setdefault((space.owner, space.economy), []).append(names.space(space.id))
    for (owner, economy), lands in economies.items():
        yield "economies", f"{owner}-{economy}", power_name(owner), listed(lands), {"economy": economy.capitalize()}
    for mark in LISTED_MARKS:
        marked = [names.space(space.id) for space in board.spaces if mark in space.marks]
        if marked:
            yield f"marks.{mark}", "all", "", listed(marked), {}
