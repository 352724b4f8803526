"""Reads what people wrote beside the documents: verdicts, phrasings, relations, comparisons.

These files are in our own words and name rulings by id. An unknown name is a finding with file, line and the
nearest name that exists.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from kb.base.errors import BadInput, Finding
from kb.base.model import Amendment, Game, Printing, Relation, SectionLink, VerdictKind
from kb.base.shape import Shape, unique, unknown
from kb.base.values import Compared, Comparison, Pair, Stance
from kb.base.yamlfile import DataEntry, entries, read, sound


def ways_to_ask(of: DataEntry) -> list[Finding]:
    """Return a finding where the ways to ask for a ruling or rule are not a list of texts."""
    rows = of.value
    if isinstance(rows, list) and all(isinstance(row, str) and row.strip() for row in rows):
        return []
    return [of.wrong(f"a way to ask for '{of.key}' cannot be read", "write a list of texts")]


_TOPIC = Shape(required={"id": "str", "title": "str", "games": "table", "pairs": "list"})
_STANCE = Shape(required={"says": "str", "rulings": "texts"})
_PAIR = Shape(required={"games": "texts", "holds": "str"}, optional={"case": "str", "says": "str", "why": "str"})
_PLAYED = (Compared.SAME, Compared.DIFFERENT)
#: which of the optional keys each comparison has; a reason may be left out
_KEYS = {**dict.fromkeys(_PLAYED, "case"), Compared.SAID: "says", Compared.NOT_COMPARABLE: "why"}


def read_topics(
    rows: Any, games: Sequence[Game], rulings: Collection[str], file: str, findings: list[Finding]
) -> tuple[Comparison, ...]:
    """Return the comparisons of the list ``rows``; what is wrong with a topic is added to ``findings``."""

    def wrong(topic: DataEntry) -> Iterable[Finding]:
        return topic.check(_TOPIC, "topic") or (*_wrong_stances(topic, games, rulings), *_wrong_pairs(topic))

    return tuple(_comparison(each, games) for each in sound(rows, file, wrong, findings))


def _wrong_stances(topic: DataEntry, games: Sequence[Game], rulings: Collection[str]) -> Iterator[Finding]:
    known = {game.id: game for game in games}
    for each in entries(topic.value["games"], topic.file):
        game, stance = each.key, each.value
        bad = unknown([game], known, "game", each.file, each.line) or each.check(_STANCE, "stance")
        if not bad:
            bad = unknown(stance["rulings"], rulings, "ruling", each.file, each.line)
            strangers = [name for name in stance["rulings"] if not name.startswith(f"{known[game].prefix}-")]
            bad += [each.wrong(f"'{name}' is not a ruling of {game}", "move it to its game") for name in strangers]
        yield from bad


def _wrong_pairs(topic: DataEntry) -> Iterator[Finding]:
    """Return findings about the pairs of a topic; each two of its games are one of them, once."""
    told: dict[frozenset[str], int] = {}
    for each in entries(topic.value["pairs"], topic.file):
        pair, bad = each.value, each.check(_PAIR, "pair")
        if not bad:
            bad = unknown(pair["games"], topic.value["games"], "game of the topic", each.file, each.line)
            bad += unknown([pair["holds"]], list(Compared), "comparison", each.file, each.line) or _wrong_keys(each)
            if len(set(pair["games"])) != 2 or len(pair["games"]) != 2:
                bad.append(each.wrong("a pair is of two games", "name two games of the topic"))
            first = told.setdefault(frozenset(pair["games"]), each.line)
            if first != each.line:
                bad.append(each.wrong("this pair is told twice", f"first in line {first}"))
        yield from bad
    for one, other in combinations(topic.value["games"], 2):
        if frozenset((one, other)) not in told:
            what = f"topic '{topic.value['id']}' does not say how {one} and {other} compare"
            yield topic.wrong(what, f"add it under 'pairs': {', '.join(Compared)}")


def _wrong_keys(each: DataEntry) -> list[Finding]:
    pair = each.value
    holds = Compared(pair["holds"])
    key = _KEYS[holds]
    findings = [
        each.wrong(f"a pair that is {holds} has no '{other}'", "leave it out")
        for other in ("case", "says", "why")
        if other != key and other in pair
    ]
    if key not in pair and holds is not Compared.NOT_COMPARABLE:
        hint = "name a case that is played in both games" if key == "case" else "same or different"
        findings.append(each.wrong(f"a pair that is {holds} needs '{key}'", hint))
    return findings + unknown([pair["says"]] if "says" in pair else (), list(_PLAYED), "answer", each.file, each.line)


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
PHRASINGS = (3, 40)
#: a verdict stands alone, before a reader who asked anything: it does not begin with the answer to one question
WORDS_OF_VERDICTS = ("yes:", "yes,", "yes.", "no:", "no,", "no.")
ACTIONS = ("replace", "delete", "add")
RELATION_KINDS = ("supersedes", "restates", "rests-on", "extends", "corrects", "see-also", "tension")

#: what may be written of a ruling in the file of verdicts
VERDICT = Shape.of(
    """
    id                 The ruling.
    verdict=?          What it comes to, in our own words, at most 30: true whatever was asked, without a yes or no
      before it; default, as a draft: the first sentence of the answer.
    kind=?             What the answer to the document's question amounts to: `yes`, `no`, `value` (a number, place,
      moment or text) or `depends`; default: by the first word of the answer.
    sections=list?     What it interprets: each `section` with `why`, the words by which we know; default: the sections
      that its words name, or else, as a draft, the heading it stands under.
    depends_on=texts?  The options without which it means nothing.
    amends=list?       What an erratum does to a section: `section`, `action` (`replace`, `delete` or `add`), `old`,
      `new`.
    printings=list?    Whether it holds in each other `printing` of its game: `holds` (`same`, `differs` or `unknown`)
      and a `note`.
    readings=texts?    The readings of ours that it rests on.
    """
)
_LINK = Shape(required={"section": "str", "why": "str"})
_AMENDS = Shape(required={"section": "str", "action": "str"}, optional={"old": "str", "new": "str"})
_PRINTING = Shape(required={"printing": "str", "holds": "str"}, optional={"note": "str"})
_RELATION = Shape(required={"kind": "str", "ruling": "str", "other": "str"}, optional={"note": "str"})


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
    file: str = ""
    line: int = 0


@dataclass
class Curated:
    """The content of all curated files, with the findings about them."""

    verdicts: dict[str, CuratedVerdict] = field(default_factory=dict)
    phrasings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class KnownNames:
    """The names that curated data may use."""

    rulings: Collection[str]
    sections: Collection[str]
    options: Collection[str]
    readings: Collection[str]


def load(data: str, games: Sequence[Game], names: KnownNames) -> Curated:
    """Read all curated files. Findings are collected, not raised; what nobody has written yet is none."""
    out = Curated()
    for game in games:
        _verdicts(data, game, names, out)
        _phrasings(data, game, names, out)
    _relations(data, games, names, out)
    return out


def _rows(data: str, file: str, under: Mapping[str, str], what: str, out: Curated) -> Any:
    """Return the rows of a file under its only key, or its table where it has several; ``None`` where it is
    unreadable."""
    try:
        root = read(data, file, under, what)
    except BadInput as error:
        out.findings += error.findings
        return None
    return root[next(iter(under))] if len(under) == 1 else root


def _verdicts(data: str, game: Game, names: KnownNames, out: Curated) -> None:
    """Read a game's verdicts."""
    file = f"verdicts/{game.id}.yaml"
    rows = _rows(data, file, {"rulings": "list"}, "verdict file", out)
    if rows is None:
        return

    def wrong(each: DataEntry) -> list[Finding]:
        bad = each.check(VERDICT, "verdict") or _wrong_verdict(each, game, names)
        if not bad and each.value["id"] in out.verdicts:
            bad = [each.wrong(f"'{each.value['id']}' has two verdicts", "remove one")]
        return bad

    for each in sound(rows, f"data/{file}", wrong, out.findings):
        out.verdicts[each.value["id"]] = _verdict(each)


def _wrong_verdict(verdict: DataEntry, game: Game, names: KnownNames) -> list[Finding]:
    row, file, line = verdict.value, verdict.file, verdict.line
    findings = unknown([row["id"]], names.rulings, "ruling", file, line)
    many = len(row.get("verdict", "").split())
    if many > LONGEST_VERDICT:
        hint = f"at most {LONGEST_VERDICT}"
        findings.append(verdict.wrong(f"the verdict of '{row['id']}' has {many} words", hint, "verdict"))
    if row.get("verdict", "").lower().startswith(WORDS_OF_VERDICTS):
        what, hint = f"the verdict of '{row['id']}' begins with a yes or no", "write what is true whatever was asked"
        findings.append(verdict.wrong(what, hint, "verdict"))
    if "kind" in row:
        findings += unknown([row["kind"]], list(VerdictKind), "verdict kind", file, row.lines["kind"])
    for key, shape in (("sections", _LINK), ("amends", _AMENDS), ("printings", _PRINTING)):
        for each in entries(row[key], file) if key in row else ():
            findings += each.check(shape, key.rstrip("s")) or _unknown_names(each, game, names)
    mentioned = {item.get("printing") for item in row.get("printings", ()) if isinstance(item, dict)}
    for printing in [p for p in game.printings[1:] if "verdict" in row and p not in mentioned]:
        what = f"'{row['id']}' does not say whether it holds in the printing of {printing}"
        findings.append(verdict.wrong(what, "add it under 'printings': same, differs or unknown"))
    for key, what, known in (("depends_on", "option", names.options), ("readings", "reading", names.readings)):
        findings += unknown(row.get(key, ()), known, what, file, row.lines.get(key, line))
    return findings


def _unknown_names(item: DataEntry, game: Game, names: KnownNames) -> list[Finding]:
    """Return findings about the names in a link to a section, an amendment or what is said of a printing."""
    holds = ("same", "differs", "unknown")
    known: tuple[tuple[str, Collection[str], str], ...] = (
        ("section", names.sections, "section"),
        ("action", ACTIONS, "action"),
        ("holds", holds, "answer"),
        ("printing", game.printings[1:], "printing"),
    )
    return [
        finding
        for key, among, what in known
        if key in item.value
        for finding in unknown([item.value[key]], among, what, item.file, item.line)
    ]


def _verdict(verdict: DataEntry) -> CuratedVerdict:
    row = verdict.value
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
        file=verdict.file,
        line=verdict.line,
    )


def _phrasings(data: str, game: Game, names: KnownNames, out: Curated) -> None:
    """Read a game's phrasings."""
    file, (fewest, most) = f"phrasings/{game.id}.yaml", PHRASINGS
    rows = _rows(data, file, {"rulings": "table"}, "phrasing file", out)
    if rows is None:
        return

    def wrong(each: DataEntry) -> list[Finding]:
        bad = unknown([each.key], names.rulings, "ruling", each.file, each.line) + ways_to_ask(each)
        if not bad and not fewest <= len(each.value) <= most:
            bad.append(each.wrong(f"'{each.key}' needs {fewest} to {most} phrasings", "write or remove some"))
        return bad

    for each in sound(rows, f"data/{file}", wrong, out.findings):
        out.phrasings[each.key] = tuple(each.value)


def _relations(data: str, games: Sequence[Game], names: KnownNames, out: Curated) -> None:
    root = _rows(data, "relations.yaml", {"topics": "list", "relations": "list"}, "relation file", out)
    if root is None:
        return
    file = "data/relations.yaml"

    def wrong(each: DataEntry) -> list[Finding]:
        bad, row = each.check(_RELATION, "relation"), each.value
        if not bad:
            bad = unknown([row["kind"]], RELATION_KINDS, "kind of relation", file, each.line)
            bad += unknown([row["ruling"], row["other"]], names.rulings, "ruling", file, each.line)
            if row["ruling"] == row["other"]:
                bad.append(each.wrong(f"'{row['ruling']}' is related to itself", "name the other ruling"))
        return bad

    rows = (each.value for each in sound(root["relations"], file, wrong, out.findings))
    out.relations = tuple(
        Relation(row["ruling"], row["other"], row["kind"], "curated", row.get("note", "")) for row in rows
    )
    out.findings += unique(root["topics"], "id", file, "topic")
    out.comparisons = read_topics(root["topics"], games, names.rulings, file, out.findings)
