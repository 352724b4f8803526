"""Loads the rule sets of the games from ``data/games/<game>/rules/``, with every finding at once.

A rule set says which of the engine's named rules a game uses, with which numbers and units; every
line cites the section or ruling that says so and how well that is known.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb import yamlfile
from kb.errors import BadInput, Finding, NotFound, raise_if
from kb.games.board_model import Confidence
from kb.shape import Shape, check, suggest

#: a number, or names (of units, spaces, powers, phases)
Given = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of a rule set: a rule by its name, what it rests on, and what is given to it.

    ``cites`` are ids of sections and rulings; ``readings`` of places the documents leave open, and what we take;
    ``advantage`` is the national advantage it belongs to.
    """

    rule: str
    cites: tuple[str, ...]
    confidence: Confidence
    given: Mapping[str, Given] = field(default_factory=dict)
    advantage: str = ""
    readings: tuple[str, ...] = ()
    note: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn, in its place in the sequence."""

    id: str
    title: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advantage:
    """A national advantage (an optional rule of one power)."""

    id: str
    title: str
    power: str
    cites: tuple[str, ...]
    confidence: Confidence
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One printing's choice of rules and numbers. ``steps`` are those of one cycle of combat, in order.

    ``covers`` is everything, or part as long as only a part of the game is played.
    """

    id: str
    game: str
    title: str
    boards: tuple[str, ...]
    phases: tuple[Phase, ...]
    steps: tuple[str, ...]
    rules: tuple[RuleLine, ...]
    advantages: tuple[Advantage, ...] = ()
    covers: str = "everything"
    file: str = ""


_COVERS = ("everything", "part")
_SET = Shape(
    required={"id": "str", "title": "str", "boards": "texts", "phases": "list", "steps": "texts", "rules": "list"},
    optional={"advantages": "list", "covers": "str"},
)
_PHASE = Shape(required={"id": "str", "title": "str", "cites": "texts"})
_ADVANTAGE = Shape(
    required={"id": "str", "title": "str", "power": "str", "cites": "texts", "confidence": "str"},
    optional={"note": "str"},
)
_RULE = Shape(
    required={"rule": "str", "cites": "texts", "confidence": "str"},
    optional={"given": "table", "advantage": "str", "readings": "texts", "note": "str"},
)


def load_rulesets(data: str, game: str = "") -> tuple[RuleSet, ...]:
    """Every rule set, or those of one game. Raises :class:`BadInput` with every finding."""
    found: list[RuleSet] = []
    findings: list[Finding] = []
    for path in sorted(glob.glob(os.path.join(data, "games", game or "*", "rules", "*.yaml"))):
        of = os.path.basename(os.path.dirname(os.path.dirname(path)))
        name = f"data/games/{of}/rules/{os.path.basename(path)}"
        try:
            found.append(_ruleset(yamlfile.load(path, name), of, name))
        except BadInput as error:
            findings += error.findings
    raise_if(findings)
    return tuple(found)


def load_ruleset(data: str, game: str, ruleset: str = "") -> RuleSet:
    """One rule set of a game (by default the one of the game's name, or its first).

    Raises :class:`BadInput`, or :class:`NotFound` where the game has none of that name.
    """
    found = {each.id: each for each in load_rulesets(data, game)}
    wanted = ruleset or (game if game in found else next(iter(found), game))
    if wanted not in found:
        raise NotFound(Finding(f"there is no rule set '{wanted}' of '{game}'", hint=suggest(wanted, found)))
    return found[wanted]


def _ruleset(root: Any, game: str, name: str) -> RuleSet:
    findings = check(root, _SET, name, "rule set")
    raise_if(findings)
    for key, shape, what in (
        ("phases", _PHASE, "phase"),
        ("rules", _RULE, "rule"),
        ("advantages", _ADVANTAGE, "advantage"),
    ):
        rows = root.get(key, yamlfile.Rows(0))
        for row, line in zip(rows, rows.lines, strict=True):
            findings += check(row, shape, name, what, line)
    raise_if(findings)
    findings += _doubles(root, name)
    if root.get("covers", "everything") not in _COVERS:
        findings.append(
            Finding(f"unknown covers '{root['covers']}'", name, root.lines["covers"], f"one of {', '.join(_COVERS)}")
        )
    for row in (*root["rules"], *root.get("advantages", ())):
        if row["confidence"] not in set(Confidence):
            hint = suggest(row["confidence"], list(Confidence)) or f"one of {', '.join(Confidence)}"
            findings.append(Finding(f"unknown confidence '{row['confidence']}'", name, row.lines["confidence"], hint))
        if not row["cites"]:
            findings.append(
                Finding("cites nothing", name, row.lines["cites"], "name the section or ruling that says so")
            )
    raise_if(findings)
    return RuleSet(
        id=root["id"], game=game, title=root["title"], boards=tuple(root["boards"]), file=name,
        phases=tuple(Phase(row["id"], row["title"], tuple(row["cites"])) for row in root["phases"]),
        steps=tuple(root["steps"]), covers=root.get("covers", "everything"),
        rules=tuple(_line(row, name) for row in root["rules"]),
        advantages=tuple(
            Advantage(row["id"], row["title"], row["power"], tuple(row["cites"]), Confidence(row["confidence"]), row.get("note", ""))
            for row in root.get("advantages", ())
        ),
    )  # fmt: skip


def _doubles(root: Any, name: str) -> list[Finding]:
    findings, seen = [], dict[str, int]()
    for row in root["rules"]:
        if seen.setdefault(row["rule"], row.line) != row.line:
            what = f"the rule '{row['rule']}' is there twice"
            findings.append(Finding(what, name, row.line, f"first on line {seen[row['rule']]}"))
    return findings


def _line(row: Any, name: str) -> RuleLine:
    given: dict[str, Given] = {}
    for key, value in row.get("given", {}).items():
        at = row["given"].lines[key]
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            given[key] = tuple(value)
        elif isinstance(value, str) and value.isdigit():
            given[key] = int(value)
        else:
            raise BadInput(Finding(f"'{key}' must be a number or a list of names", name, at, "see docs/rulesets.md"))
    return RuleLine(
        rule=row["rule"], cites=tuple(row["cites"]), confidence=Confidence(row["confidence"]), given=given,
        advantage=row.get("advantage", ""), readings=tuple(row.get("readings", ())), note=row.get("note", ""), line=row.line,
    )  # fmt: skip
