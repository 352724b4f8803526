"""Reads what people wrote beside the documents: verdicts, phrasings, relations, comparisons.

These files are in our own words and name rulings by id. An unknown name is a finding with file, line and the
nearest name that exists.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb import phrasing, yamlfile
from kb.comparison import Comparison
from kb.corpus.comparisons import read_topics
from kb.corpus.todo import MARK
from kb.errors import BadInput, Finding
from kb.model import Amendment, Game, Printing, Relation, SectionLink, VerdictKind
from kb.shape import Shape, check, unique, unknown
from kb.statement import Phrasing

LONGEST_VERDICT = 20
PHRASINGS = (3, 40)
#: a verdict stands alone, before a reader who asked anything: it does not begin with the answer to one question
WORDS_OF_VERDICTS = ("yes:", "yes,", "yes.", "no:", "no,", "no.")
ACTIONS = ("replace", "delete", "add")
RELATION_KINDS = ("supersedes", "restates", "rests-on", "extends", "corrects", "see-also", "tension")

_VERDICT = Shape(
    required={"id": "str", "verdict": "str", "kind": "str", "sections": "list"},
    optional={"depends_on": "texts", "amends": "list", "printings": "list", "readings": "texts"},
)
_LINK = Shape(required={"section": "str", "why": "str"})
_AMENDS = Shape(required={"section": "str", "action": "str"}, optional={"old": "str", "new": "str"})
_PRINTING = Shape(required={"printing": "str", "holds": "str"}, optional={"note": "str"})
_RELATION = Shape(required={"kind": "str", "ruling": "str", "other": "str"}, optional={"note": "str"})


@dataclass(frozen=True)
class CuratedVerdict:
    """What the verdict file says of one ruling."""

    verdict: str
    kind: str
    sections: tuple[SectionLink, ...]
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
    phrasings: dict[str, tuple[Phrasing, ...]] = field(default_factory=dict)
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
    """Read all curated files. Findings are collected, not raised."""
    out = Curated()
    missing: list[Finding] = []
    for game in games:
        own = {ruling for ruling in names.rulings if ruling.startswith(f"{game.prefix}-")}
        for ruling in sorted(own - _verdicts(data, game, names, out, own)):
            what, hint = f"ruling '{ruling}' has no verdict", f"write one of at most {LONGEST_VERDICT} words"
            missing.append(Finding(what, f"data/verdicts/{game.id}.yaml", 0, hint))
        for ruling in sorted(own - _phrasings(data, game, names, out, own)):
            what = f"ruling '{ruling}' has no phrasings"
            missing.append(Finding(what, f"data/phrasings/{game.id}.yaml", 0, f"write at least {PHRASINGS[0]}"))
    _relations(data, games, names, out)
    out.findings += missing
    return out


def _root(data: str, file: str, shape: Shape, what: str, out: Curated) -> Any:
    name = f"data/{file}"
    try:
        root = yamlfile.load(os.path.join(data, file), name)
    except BadInput as error:
        out.findings += error.findings
        return None
    bad = check(root, shape, name, what)
    out.findings += bad
    return None if bad else root


def _verdicts(data: str, game: Game, names: KnownNames, out: Curated, own: set[str]) -> set[str]:
    """Read a game's verdicts. Returns the ids that have one, valid or not; ``own`` if the file is unreadable."""
    file = f"verdicts/{game.id}.yaml"
    root = _root(data, file, Shape(required={"rulings": "list"}), "verdict file", out)
    if root is None:
        return own
    for row, line in zip(root["rulings"], root["rulings"].lines, strict=True):
        bad = check(row, _VERDICT, f"data/{file}", "verdict", line)
        if not bad:
            bad = _wrong_verdict(row, game, names, f"data/{file}", line)
        if not bad and row["id"] in out.verdicts:
            bad = [Finding(f"'{row['id']}' has two verdicts", f"data/{file}", line, "remove one")]
        out.findings += bad
        if not bad:
            out.verdicts[row["id"]] = _verdict(row, f"data/{file}", line)
    if not all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in root["rulings"]):
        return own
    return {row["id"] for row in root["rulings"]}


def _wrong_verdict(row: Any, game: Game, names: KnownNames, file: str, line: int) -> list[Finding]:
    findings = unknown([row["id"]], names.rulings, "ruling", file, line)
    if len(row["verdict"].split()) > LONGEST_VERDICT:
        many = len(row["verdict"].split())
        findings.append(
            Finding(
                f"the verdict of '{row['id']}' has {many} words",
                file,
                row.lines["verdict"],
                f"at most {LONGEST_VERDICT}",
            )
        )
    if row["verdict"].lower().startswith(WORDS_OF_VERDICTS):
        what, hint = f"the verdict of '{row['id']}' begins with a yes or no", "write what is true whatever was asked"
        findings.append(Finding(what, file, row.lines["verdict"], hint))
    findings += unknown([row["kind"]], list(VerdictKind), "verdict kind", file, row.lines["kind"])
    for key, shape in (("sections", _LINK), ("amends", _AMENDS), ("printings", _PRINTING)):
        for item, at in zip(row.get(key, ()), getattr(row.get(key), "lines", ()), strict=True):
            bad = check(item, shape, file, key.rstrip("s"), at)
            if not bad and "section" in item:
                bad = unknown([item["section"]], names.sections, "section", file, at)
            if not bad and "action" in item:
                bad += unknown([item["action"]], ACTIONS, "action", file, at)
            if not bad and "holds" in item:
                bad = unknown([item["holds"]], ("same", "differs", "unknown"), "answer", file, at)
                bad += unknown([item["printing"]], game.printings[1:], "printing", file, at)
            findings += bad
    mentioned = {item.get("printing") for item in row.get("printings", ()) if isinstance(item, dict)}
    for printing in [p for p in game.printings[1:] if p not in mentioned]:
        what = f"'{row['id']}' does not say whether it holds in the printing of {printing}"
        findings.append(Finding(what, file, line, "add it under 'printings': same, differs or unknown"))
    for key, known in (("depends_on", names.options), ("readings", names.readings)):
        what = key.replace("depends_on", "option").rstrip("s")
        findings += unknown(row.get(key, ()), known, what, file, row.lines.get(key, line))
    return findings


def _verdict(row: Any, file: str, line: int) -> CuratedVerdict:
    amends = tuple(
        Amendment(a["action"], a["section"], a.get("old", ""), a.get("new", "")) for a in row.get("amends", ())
    )
    amended = {a.where for a in amends}
    return CuratedVerdict(
        verdict=row["verdict"],
        kind=row["kind"],
        sections=tuple(
            SectionLink(s["section"], "amends" if s["section"] in amended else "interprets", "curated", s["why"])
            for s in row["sections"]
        ),
        depends_on=tuple(row.get("depends_on", ())),
        amends=amends,
        printings=tuple(_printing(each) for each in row.get("printings", ())),
        readings=tuple(row.get("readings", ())),
        file=file,
        line=line,
    )


def _printing(row: Any) -> Printing:
    basis = "none" if row["holds"] == "unknown" else "documents"
    return Printing(row["printing"], row["holds"], row.get("note", ""), basis)


def _phrasings(data: str, game: Game, names: KnownNames, out: Curated, own: set[str]) -> set[str]:
    """Read a game's phrasings. Returns the ids that have any, valid or not; ``own`` if the file is unreadable."""
    file = f"phrasings/{game.id}.yaml"
    name = f"data/{file}"
    root = _root(data, file, Shape(required={"rulings": "table"}), "phrasing file", out)
    if root is None:
        return own
    fewest, most = PHRASINGS
    for ruling, rows in root["rulings"].items():
        line = root["rulings"].lines[ruling]
        bad = unknown([ruling], names.rulings, "ruling", name, line)
        asked = phrasing.read(rows)
        if asked is None:
            bad.append(phrasing.unreadable(ruling, name, line))
        elif not fewest <= len(asked) <= most and not any(MARK in each.text for each in asked):
            bad.append(Finding(f"'{ruling}' needs {fewest} to {most} phrasings", name, line, "write or remove some"))
        out.findings += bad
        if asked is not None and not bad:
            out.phrasings[ruling] = asked
    return set(root["rulings"])


def _relations(data: str, games: Sequence[Game], names: KnownNames, out: Curated) -> None:
    file = "data/relations.yaml"
    root = _root(data, "relations.yaml", Shape(required={"topics": "list", "relations": "list"}), "relation file", out)
    if root is None:
        return
    relations: list[Relation] = []
    for row, line in zip(root["relations"], root["relations"].lines, strict=True):
        bad = check(row, _RELATION, file, "relation", line)
        if not bad:
            bad = unknown([row["kind"]], RELATION_KINDS, "kind of relation", file, line)
            bad += unknown([row["ruling"]], names.rulings, "ruling", file, line)
            bad += unknown([row["other"]], names.rulings, "ruling", file, line)
            if row["ruling"] == row["other"]:
                bad.append(Finding(f"'{row['ruling']}' is related to itself", file, line, "name the other ruling"))
        out.findings += bad
        if not bad:
            relations.append(Relation(row["ruling"], row["other"], row["kind"], "curated", row.get("note", "")))
    out.relations = tuple(relations)
    out.findings += unique(root["topics"], "id", file, "topic")
    out.comparisons = read_topics(root["topics"], games, names.rulings, file, out.findings)
