"""Reads the files that people write beside the documents: verdicts, phrasings, relations, comparisons.

These files are in our own words and name rulings by id. An unknown name is a finding with file, line and the
nearest name that exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated, Literal

from kb.base.data_files import Listed, Many, Prose, Table, made, read
from kb.base.errors import Finding
from kb.base.shape import Name, Names, Text, unknown
from kb.model.corpus import Game, Printing, Relation, VerdictKind
from kb.model.evidence import Compared, Comparison, Pair, Stance

RulingId = Annotated[str, Name("ruling")]
#: words of a verdict, and characters of the question that it answers, at most
LONGEST_VERDICT, LONGEST_QUESTION = 30, 60
#: how many ways to ask a ruling has
WAYS_TO_ASK = (3, 50)
#: a verdict is read without the question: it does not begin with the answer to it
WORDS_OF_VERDICTS = ("yes:", "yes,", "yes.", "no:", "no,", "no.")


@dataclass(frozen=True)
class Link:
    """A section that a ruling interprets or amends, and the reason."""

    section: Annotated[str, Name("section")]
    why: Prose


@dataclass(frozen=True)
class Amendment:
    """A change of a section by an erratum."""

    section: Annotated[str, Name("section")]
    action: Literal["replace", "delete", "add"]
    old: Prose = ""
    new: Prose = ""


@dataclass(frozen=True)
class Verdict:
    """An entry of the file of verdicts (docs/data.md, Verdicts); empty fields are not written yet."""

    id: RulingId
    verdict: Prose = ""
    kind: VerdictKind | None = None
    asks: Prose = ""
    sections: tuple[Link, ...] = ()
    depends_on: tuple[Annotated[str, Name("option")], ...] = ()
    amends: tuple[Amendment, ...] = ()
    printings: tuple[Printing, ...] = ()
    readings: tuple[Annotated[str, Name("reading")], ...] = ()
    file: str = made(default="")
    line: int = made(default=0)
    lines: Mapping[str, int] = made(default_factory=dict)


@dataclass(frozen=True)
class _Stance:
    says: Prose
    rulings: Annotated[tuple[str, ...], Many(Name("ruling"), least=1)]


@dataclass(frozen=True)
class _Pair:
    games: tuple[Prose, ...]
    holds: Compared
    case: Prose = ""
    says: Literal["same", "different", ""] = ""
    why: Prose = ""
    line: int = made(default=0)


@dataclass(frozen=True)
class Topic:
    """A question that several games answer, as ``data/relations.yaml`` has it."""

    id: str
    title: Prose
    games: Mapping[Annotated[str, Name("game")], _Stance]
    pairs: Listed[_Pair]
    file: str = made(default="")
    line: int = made(default=0)


@dataclass
class Curated:
    """The content of all curated files, with the findings about them."""

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    phrasings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def load(data: str, games: Sequence[Game], names: Names) -> Curated:
    """Read all curated files. Wrong entries are left out, with findings. ``names`` has each ``ruling``, ``section``,
    ``option`` and ``reading`` that may be named."""
    out = Curated()
    names = names.having(game=[game.id for game in games])
    ways = {"rulings": ways_to_ask("ruling", WAYS_TO_ASK)}
    for game in games:
        own = names.having(printing=game.printings[1:])
        file = f"verdicts/{game.id}.yaml"
        for each in read(data, file, {"rulings": tuple[Verdict, ...]}, "verdict file", own, out.findings)["rulings"]:
            bad = list(_wrong_verdict(each, game, out))
            out.findings += bad
            if not bad:
                out.verdicts[each.id] = each
        file = f"phrasings/{game.id}.yaml"
        out.phrasings |= read(data, file, ways, "phrasing file", names, out.findings)["rulings"]
    keys = {"topics": tuple[Topic, ...], "relations": tuple[Relation, ...]}
    found = read(data, "relations.yaml", keys, "relation file", names, out.findings)
    for row, line in zip(found["relations"], getattr(found["relations"], "lines", ()), strict=True):
        if row.ruling == row.other:
            what = f"'{row.ruling}' is related to itself"
            out.findings.append(Finding(what, "data/relations.yaml", line, "name the other ruling"))
        else:
            out.relations += (row,)
    for topic in found["topics"]:
        bad = list(_wrong_topic(topic, games))
        out.findings += bad
        if not bad:
            out.comparisons += (_comparison(topic, games),)
    return out


def ways_to_ask(of: str, many: tuple[int, int]) -> Table:
    """Return the kind of a table of ways to ask, by the name of an item of the kind ``of``. ``many`` are the least and
    the greatest number for an item."""
    return Table(Name(of), Many(Text(1_000), least=many[0], most=many[1]))


def _wrong_verdict(row: Verdict, game: Game, out: Curated) -> Iterator[Finding]:
    """Yield findings about a verdict that has all keys and known names."""
    line = row.lines.get("verdict", row.line)
    if row.id in out.verdicts:
        yield Finding(f"'{row.id}' has two verdicts", row.file, row.line, "remove one")
    if (many := len(row.verdict.split())) > LONGEST_VERDICT:
        yield Finding(f"the verdict of '{row.id}' has {many} words", row.file, line, f"shorten it to {LONGEST_VERDICT}")
    if row.verdict.lower().startswith(WORDS_OF_VERDICTS):
        what, hint = f"the verdict of '{row.id}' begins with a yes or no", "write what is true whatever was asked"
        yield Finding(what, row.file, line, hint)
    yield from _wrong_question(row)
    mentioned = {each.printing for each in row.printings}
    for printing in [each for each in game.printings[1:] if row.verdict and each not in mentioned]:
        what = f"'{row.id}' does not say whether it holds in the printing of {printing}"
        yield Finding(what, row.file, row.line, "add the printing under 'printings': same, differs or unknown")


def _wrong_question(row: Verdict) -> Iterator[Finding]:
    """Yield findings about the question that a verdict answers: a yes, a no or *depends* means nothing without it, a
    value answers no such question."""
    line, needed = row.lines.get("asks", row.line), row.kind not in (None, VerdictKind.VALUE)
    if needed and not row.asks:
        hint = f"write under 'asks' what '{row.kind}' answers, in at most {LONGEST_QUESTION} characters"
        yield Finding(f"'{row.id}' does not say which question its verdict answers", row.file, row.line, hint)
    elif row.asks and not needed:
        yield Finding(
            f"'{row.id}' has 'asks', but its verdict is not yes, no or depends", row.file, line, "remove 'asks'"
        )
    elif row.asks and (len(row.asks) > LONGEST_QUESTION or not row.asks.endswith("?")):
        what = f"'{row.asks}' is not one question of at most {LONGEST_QUESTION} characters"
        yield Finding(what, row.file, line, "shorten the question, and end it with a question mark")


#: the optional key that a pair with each comparison has; a reason may be left out
_KEYS = {Compared.SAME: "case", Compared.DIFFERENT: "case", Compared.SAID: "says", Compared.NOT_COMPARABLE: "why"}


def _wrong_topic(topic: Topic, games: Sequence[Game]) -> Iterator[Finding]:
    """Yield findings about the games of a topic, and about its pairs: each pair of games has one."""
    prefixes = {game.id: f"{game.prefix}-" for game in games}
    lines = getattr(topic.games, "lines", {})
    for game, stance in topic.games.items():
        for name in stance.rulings:
            if not name.startswith(prefixes[game]):
                yield Finding(f"'{name}' is not a ruling of {game}", topic.file, lines[game], "move it to its game")
    first: dict[frozenset[str], int] = {}
    for pair in topic.pairs:
        yield from unknown(pair.games, topic.games, "game of the topic", topic.file, pair.line)
        yield from (Finding(what, topic.file, pair.line, hint) for what, hint in _wrong_pair(pair))
        if first.setdefault(frozenset(pair.games), pair.line) != pair.line:
            hint = f"first on line {first[frozenset(pair.games)]}; remove one"
            yield Finding("this pair of games occurs twice", topic.file, pair.line, hint)
    for one, other in combinations(topic.games, 2):
        if frozenset((one, other)) not in first:
            what = f"topic '{topic.id}' does not say how {one} and {other} compare"
            yield Finding(what, topic.file, topic.line, f"add a pair under 'pairs': {' or '.join(Compared)}")


def _wrong_pair(pair: _Pair) -> Iterator[tuple[str, str]]:
    """Yield each mistake in a pair of games, and a hint."""
    key = _KEYS[pair.holds]
    for other in ("case", "says", "why"):
        if other != key and getattr(pair, other):
            yield f"'{other}' is not allowed in a pair that is {pair.holds}", "remove it"
    if not getattr(pair, key) and key != "why":
        hint = "name a case that is played in both games" if key == "case" else "same or different"
        yield f"a pair that is {pair.holds} needs '{key}'", hint
    if len(set(pair.games)) != 2 or len(pair.games) != 2:
        yield f"a pair has two games, not {len(set(pair.games))}", "name two games of the topic"


def _comparison(topic: Topic, games: Iterable[Game]) -> Comparison:
    """Return a topic, its games and those of its pairs in the order of ``games``."""
    order = [game.id for game in games if game.id in topic.games]
    pairs = []
    for pair in topic.pairs:
        one, other = sorted(pair.games, key=order.index)
        pairs.append(Pair((one, other), pair.holds, pair.case, pair.says, pair.why, pair.line))
    pairs.sort(key=lambda pair: [order.index(game) for game in pair.games])
    stances = (Stance(game, topic.games[game].says, topic.games[game].rulings) for game in order)
    return Comparison(topic.id, topic.title, tuple(stances), tuple(pairs), topic.file)
