"""Reads what people wrote beside the documents: verdicts, phrasings, relations, comparisons.

These files are in our own words and name rulings by id. An unknown name is a finding with file, line and the
nearest name that exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from kb.base.errors import BadInput, Finding
from kb.base.model import Amendment, Game, Printing, Relation, SectionLink, VerdictKind
from kb.base.shape import ListOf, Name, Names, OneOf, Record, TableOf, Text, unique, unknown
from kb.base.values import Compared, Comparison, Pair, Stance
from kb.base.yamlfile import DataEntry, entries, read, sound

#: a sentence or two
_TEXT = Text(1_000)
_PLAYED = (Compared.SAME, Compared.DIFFERENT)
TOPIC = Record(
    "a topic",
    {
        "id": _TEXT,
        "title": _TEXT,
        "games": TableOf(Name("game"), Record("a stance", {"says": _TEXT, "rulings": ListOf(Name("ruling"), least=1)})),
        "pairs": ListOf(
            Record(
                "a pair",
                {"games": ListOf(_TEXT), "holds": OneOf(tuple(Compared))},
                {"case": _TEXT, "says": OneOf(_PLAYED), "why": _TEXT},
            )
        ),
    },
)
#: which of the optional keys each comparison has; a reason may be left out
_KEYS = {**dict.fromkeys(_PLAYED, "case"), Compared.SAID: "says", Compared.NOT_COMPARABLE: "why"}


def _wrong_topic(topic: DataEntry, games: Sequence[Game]) -> Iterator[Finding]:
    """Yield findings about the games of a topic whose keys are sound, and about its pairs: each two of its games are
    one, once."""
    prefixes = {game.id: f"{game.prefix}-" for game in games}
    for each in entries(topic.value["games"], topic.file):
        for name in each.value["rulings"]:
            if not name.startswith(prefixes[each.key]):
                yield each.wrong(f"'{name}' is not a ruling of {each.key}", "move it to its game")
    told: dict[frozenset[str], int] = {}
    for each in entries(topic.value["pairs"], topic.file):
        of = each.value["games"]
        yield from unknown(of, topic.value["games"], "game of the topic", each.file, each.line)
        yield from _wrong_keys(each)
        if len(set(of)) != 2 or len(of) != 2:
            yield each.wrong("a pair is of two games", "name two games of the topic")
        first = told.setdefault(frozenset(of), each.line)
        if first != each.line:
            yield each.wrong("this pair is told twice", f"first in line {first}")
    for one, other in combinations(topic.value["games"], 2):
        if frozenset((one, other)) not in told:
            what = f"topic '{topic.value['id']}' does not say how {one} and {other} compare"
            yield topic.wrong(what, f"add it under 'pairs': {', '.join(Compared)}")


def _wrong_keys(each: DataEntry) -> Iterator[Finding]:
    pair = each.value
    holds = Compared(pair["holds"])
    key = _KEYS[holds]
    for other in ("case", "says", "why"):
        if other != key and other in pair:
            yield each.wrong(f"a pair that is {holds} has no '{other}'", "leave it out")
    if key not in pair and holds is not Compared.NOT_COMPARABLE:
        hint = "name a case that is played in both games" if key == "case" else "same or different"
        yield each.wrong(f"a pair that is {holds} needs '{key}'", hint)


def _comparison(topic: DataEntry, games: Sequence[Game]) -> Comparison:
    """Return a topic, its games in the order of ``games``, and so those of its pairs."""
    row = topic.value
    order = [game.id for game in games if game.id in row["games"]]
    stances = (Stance(game, row["games"][game]["says"], tuple(row["games"][game]["rulings"])) for game in order)
    pairs = []
    for each in entries(row["pairs"], topic.file):
        one, other = sorted(each.value["games"], key=order.index)
        rest = {key: each.value.get(key, "") for key in ("case", "says", "why")}
        pairs.append(Pair((one, other), Compared(each.value["holds"]), **rest, line=each.line))
    pairs.sort(key=lambda pair: [order.index(game) for game in pair.games])
    return Comparison(row["id"], row["title"], tuple(stances), tuple(pairs), topic.file)


LONGEST_VERDICT = 30
#: how many ways to ask a ruling has
WAYS_TO_ASK = (3, 40)
#: a verdict stands alone, before a reader who asked anything: it does not begin with the answer to one question
WORDS_OF_VERDICTS = ("yes:", "yes,", "yes.", "no:", "no,", "no.")
#: what may be written of a ruling in the file of verdicts (docs/data.md, Verdicts)
VERDICT = Record(
    "a verdict",
    {"id": Name("ruling")},
    {
        "verdict": _TEXT,
        "kind": OneOf(tuple(VerdictKind)),
        "sections": ListOf(Record("a link", {"section": Name("section"), "why": _TEXT})),
        "depends_on": ListOf(Name("option")),
        "amends": ListOf(
            Record(
                "an amendment",
                {"section": Name("section"), "action": OneOf(("replace", "delete", "add"))},
                {"old": _TEXT, "new": _TEXT},
            )
        ),
        "printings": ListOf(
            Record(
                "a printing",
                {"printing": Name("printing"), "holds": OneOf(("same", "differs", "unknown"))},
                {"note": _TEXT},
            )
        ),
        "readings": ListOf(Name("reading")),
    },
)
RELATION = Record(
    "a relation",
    {
        "kind": OneOf(("supersedes", "restates", "rests-on", "extends", "corrects", "see-also", "tension")),
        "ruling": Name("ruling"),
        "other": Name("ruling"),
    },
    {"note": _TEXT},
)


@dataclass(frozen=True)
class CuratedVerdict:
    """What the verdict file says of one ruling; what is empty nobody has written yet."""

    verdict: str = ""
    kind: str = ""
    sections: tuple[SectionLink, ...] = ()
    depends_on: tuple[str, ...] = ()
    amends: tuple[Amendment, ...] = ()
    printings: tuple[Printing, ...] = ()
    readings: tuple[str, ...] = ()


@dataclass
class Curated:
    """The content of all curated files, with the findings about them."""

    verdicts: dict[str, CuratedVerdict] = field(default_factory=dict)
    phrasings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def load(data: str, games: Sequence[Game], names: Names) -> Curated:
    """Read all curated files. Findings are collected, not raised; what nobody has written yet is none.

    ``names`` has each ``ruling``, ``section``, ``option`` and ``reading`` that may be named.
    """
    out = Curated()
    names = names.having(game=[game.id for game in games])
    for game in games:
        _verdicts(data, game, names.having(printing=game.printings[1:]), out)
        _phrasings(data, game, names, out)
    _relations(data, games, names, out)
    return out


def _rows(data: str, file: str, under: Mapping[str, str], what: str, out: Curated) -> Any:
    """Return the table of a file; ``None`` where it is unreadable."""
    try:
        return read(data, file, under, what)
    except BadInput as error:
        out.findings += error.findings
        return None


def _verdicts(data: str, game: Game, names: Names, out: Curated) -> None:
    """Read a game's verdicts."""
    file = f"verdicts/{game.id}.yaml"
    root = _rows(data, file, {"rulings": "list"}, "verdict file", out)

    def wrong(each: DataEntry) -> Iterable[Finding]:
        return each.check(VERDICT, names=names) or _wrong_verdict(each, game, out)

    for each in sound(root["rulings"], f"data/{file}", wrong, out.findings) if root else ():
        out.verdicts[each.value["id"]] = _verdict(each.value)


def _wrong_verdict(verdict: DataEntry, game: Game, out: Curated) -> Iterator[Finding]:
    """Yield findings about a verdict whose keys and names are sound."""
    row = verdict.value
    id, says = row["id"], row.get("verdict", "")
    if id in out.verdicts:
        yield verdict.wrong(f"'{id}' has two verdicts", "remove one")
    if (many := len(says.split())) > LONGEST_VERDICT:
        yield verdict.wrong(f"the verdict of '{id}' has {many} words", f"at most {LONGEST_VERDICT}", "verdict")
    if says.lower().startswith(WORDS_OF_VERDICTS):
        what, hint = f"the verdict of '{id}' begins with a yes or no", "write what is true whatever was asked"
        yield verdict.wrong(what, hint, "verdict")
    mentioned = {item["printing"] for item in row.get("printings", ())}
    for printing in [p for p in game.printings[1:] if says and p not in mentioned]:
        what = f"'{id}' does not say whether it holds in the printing of {printing}"
        yield verdict.wrong(what, "add it under 'printings': same, differs or unknown")


def _verdict(row: Mapping[str, Any]) -> CuratedVerdict:
    amends = tuple(
        Amendment(a["action"], a["section"], a.get("old", ""), a.get("new", "")) for a in row.get("amends", ())
    )
    amended = {a.where for a in amends}
    return CuratedVerdict(
        verdict=row.get("verdict", ""),
        kind=row.get("kind", ""),
        sections=tuple(
            SectionLink(s["section"], "amends" if s["section"] in amended else "interprets", "curated", s["why"])
            for s in row.get("sections", ())
        ),
        depends_on=tuple(row.get("depends_on", ())),
        amends=amends,
        printings=tuple(
            Printing(p["printing"], p["holds"], p.get("note", ""), "none" if p["holds"] == "unknown" else "documents")
            for p in row.get("printings", ())
        ),
        readings=tuple(row.get("readings", ())),
    )


def _phrasings(data: str, game: Game, names: Names, out: Curated) -> None:
    """Read a game's phrasings."""
    file = f"phrasings/{game.id}.yaml"
    root = _rows(data, file, {"rulings": "table"}, "phrasing file", out)
    for each in sound_ways(root["rulings"], f"data/{file}", "ruling", WAYS_TO_ASK, names, out.findings) if root else ():
        out.phrasings[each.key] = tuple(each.value)


def sound_ways(
    rows: Any, file: str, of: str, many: tuple[int, int], names: Names, findings: list[Finding]
) -> Iterator[DataEntry]:
    """Yield the ways to ask for each ruling or rule (``of``) of a table, at least and at most so ``many``.

    What is wrong with others is added to ``findings``.
    """
    ways = ListOf(_TEXT, least=many[0], most=many[1])
    known = names.words(of)
    return sound(
        rows,
        file,
        lambda each: unknown([each.key], known, of, each.file, each.line) + each.check(ways),
        findings,
    )


def _relations(data: str, games: Sequence[Game], names: Names, out: Curated) -> None:
    file = "data/relations.yaml"
    root = _rows(data, "relations.yaml", {"topics": "list", "relations": "list"}, "relation file", out)
    if root is None:
        return

    def wrong(each: DataEntry) -> list[Finding]:
        bad, row = each.check(RELATION, names=names), each.value
        if not bad and row["ruling"] == row["other"]:
            bad.append(each.wrong(f"'{row['ruling']}' is related to itself", "name the other ruling"))
        return bad

    def wrong_topic(each: DataEntry) -> Iterable[Finding]:
        return each.check(TOPIC, names=names) or _wrong_topic(each, games)

    rows = (each.value for each in sound(root["relations"], file, wrong, out.findings))
    out.relations = tuple(
        Relation(row["ruling"], row["other"], row["kind"], "curated", row.get("note", "")) for row in rows
    )
    out.findings += unique(root["topics"], "id", file, "topic")
    out.comparisons = tuple(_comparison(each, games) for each in sound(root["topics"], file, wrong_topic, out.findings))
