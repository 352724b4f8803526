"""Loads the rule sets of the games from ``data/games/<game>/rules/``, with every finding at once.

A rule set says which of the engine's named rules a game uses, with which numbers and units; every line cites the
section or ruling that says so and how well that is known. One that is ``like`` another has the lines that differ: they
stand in the place of the other's, new ones follow, and ``without`` names those that fall away.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kb.base import yamlfile
from kb.base.errors import BadInput, Collector, Finding, NotFound, raise_if
from kb.base.shape import Shape, check, suggest
from kb.base.written import YamlList
from kb.games.board_model import Confidence

#: a number, or names (of units, spaces, powers, phases, other rules)
Given = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of a rule set: a rule by its name, what it rests on, and what is given to it.

    ``cites`` are ids of sections and rulings; ``readings`` of places the documents leave open, and what we take;
    ``advantage`` is the national advantage it belongs to, ``option`` the option without which it does not hold. It is
    written on ``line`` of ``file``, what is given under a key on that key's line in ``lines``.
    """

    rule: str
    cites: tuple[str, ...]
    confidence: Confidence
    given: Mapping[str, Given] = field(default_factory=dict)
    advantage: str = ""
    option: str = ""
    readings: tuple[str, ...] = ()
    note: str = ""
    line: int = field(default=0, compare=False)
    file: str = field(default="", compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class SharedFact:
    """What several rules share, by name: ``names``, such as the types that are complexes, or a ``table`` of them."""

    fact: str
    cites: tuple[str, ...]
    confidence: Confidence
    names: tuple[str, ...] = ()
    table: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    line: int = field(default=0, compare=False)
    file: str = field(default="", compare=False)


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

    ``covers`` is everything; the document, where no more of the game is known than that tells; or part, as long as only
    a part of these is played. ``like`` is the rule set of which this one is another printing, ``called`` what players
    call its printing; ``data`` is the folder it was read from, or the file in which it was packed. ``otherwise`` are
    lines that do not hold and would if the readings that each names were taken the other way: they follow ``rules``, or
    replace the line of the same rule.
    """

    id: str
    game: str
    title: str
    boards: tuple[str, ...]
    phases: tuple[Phase, ...]
    steps: tuple[str, ...]
    rules: tuple[RuleLine, ...]
    facts: tuple[SharedFact, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    covers: str = "everything"
    file: str = ""
    like: str = ""
    data: str = field(default="", compare=False, repr=False)
    otherwise: tuple[RuleLine, ...] = ()
    called: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it has all that is to be played: then a scenario has to depend on each of its rules and numbers."""
        return self.covers != "part"

    @property
    def options(self) -> tuple[str, ...]:
        """The options that some of its rules hold with, in their order."""
        return tuple(dict.fromkeys(line.option for line in self.rules if line.option))


_COVERS = ("everything", "document", "part")
#: the line of a rule set that is left aside, with the boards of its game, until all of it is written
DRAFT = "covers: draft"
_PHASE = Shape.of(
    """
    id            Its id, by which rules and `kb ask` call it.
    title         What it is called.
    cites=texts   The sections and rulings that say so.
    """
)
_ADVANTAGE = Shape.of(
    """
    id            Its id.
    title         What it is called.
    power         The power that may have it.
    cites=texts   The sections and rulings that say so.
    confidence    As of a rule.
    note=?        A remark for readers.
    """
)
_FACT = Shape.of(
    """
    fact          Its name, of those in `kb/engine/core/rules.py`.
    cites=texts   The sections and rulings that say so.
    confidence    As of a rule.
    names=texts?  What it is, such as the types of units that are complexes.
    table=table?  The same by another name, such as the phases of each action.
    """
)
_RULE = Shape.of(
    """
    rule             Its name in the engine.
    cites=texts      The sections (`rev/p3-blitz`) and rulings (`rev-com-13`) it rests on; at least one.
    confidence       `stated` in an official document, `public` in a named source, or `unverified`.
    given=table?     What the rule needs of this game: numbers, and lists of names (units, spaces, powers, phases, other
      rules), under the keys that the rule declares.
    readings=texts?  Places the documents leave open, and what we take: ids of `data/readings.yaml`.
    advantage=?      The national advantage it belongs to: then it holds for powers that play with it.
    option=?         The option of `data/options.yaml` without which it does not hold: where a table plays with it, the
      position says so.
    note=?           A remark for the reader.
    """
)
#: what each row of the lists of a rule set has
ROWS = {"phases": _PHASE, "advantages": _ADVANTAGE, "facts": _FACT, "rules": _RULE, "otherwise": _RULE}
RULE_SET = Shape.of(
    f"""
    id               What commands call it; the name of its file.
    title            The game and its printing, in words.
    boards=texts     The boards that it is played on, the first where none is named.
    covers=?         `everything` (the default); `document`, where no more of the game is known than that tells; `part`,
      as long as only a part is played; or `{DRAFT.partition(": ")[2]}`: it is left aside, with the boards of the game,
      until this line says something else.
    called=texts?    What players call its printing, where they say more than the game: `second edition`.
    phases=list      The phases of a turn, in order; with them positions have a phase and turns go on.
    steps=texts      The steps of one cycle of combat, in order; with them battles are fought. None:
      how a battle comes out is given with it.
    advantages=list? Optional rules of one power.
    facts=list?      What several rules share.
    rules=list       The rules, in order; with them `kb check` and `kb ask` refuse what is not allowed. Nearly everything
      is allowed without.
    otherwise=list?  Lines that would hold if their `readings` were taken the other way; they never hold in play.
    """
)
#: a rule set that is like another names what differs only
_HEAD = ("id", "title", "boards")
_LIKE = Shape(
    required={**{key: RULE_SET.required[key] for key in _HEAD}, "like": "str"},
    optional={
        **{key: kind for key, kind in RULE_SET.required.items() if key not in _HEAD},
        **RULE_SET.optional,
        "without": "texts",
    },
)


def files(data: str, game: str = "") -> list[str]:
    """Return the files of the rule sets, or of those of a game, but for drafts."""
    paths = sorted(glob.glob(os.path.join(data, "games", game or "*", "rules", "*.yaml")))
    return [path for path in paths if not is_draft_file(path)]


def is_draft_file(path: str) -> bool:
    """Return whether a rule set says that it is a draft, whatever else is wrong with it."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(line.startswith(DRAFT) for line in file)


def is_draft(data: str, game: str) -> bool:
    """Return whether a game has rule sets, and none that is no draft."""
    return not files(data, game) and bool(glob.glob(os.path.join(data, "games", game, "rules", "*.yaml")))


def load_rulesets(data: str, game: str = "") -> tuple[RuleSet, ...]:
    """Return every rule set that is no draft, or those of one game; those that are like another one come after the
    others of their game.

    Raises :class:`BadInput` with every finding.
    """
    collect = Collector()
    whole: list[RuleSet | None] = []
    differing: list[tuple[Any, str, str]] = []
    for path in files(data, game):
        of = os.path.basename(os.path.dirname(os.path.dirname(path)))
        name = f"data/games/{of}/rules/{os.path.basename(path)}"
        root = yamlfile.filled(collect(yamlfile.load, path, name), {"phases": "list", "steps": "list", "rules": "list"})
        if isinstance(root, dict) and "like" in root:
            differing.append((root, of, name))
        else:
            whole.append(collect(_parsed, root, of, name, RULE_SET))
    collect.close()
    found = [each for each in whole if each]
    found += [each for row in differing if (each := collect(_differing, *row, tuple(found)))]
    collect.close()
    return tuple(replace(each, data=data) for each in sorted(found, key=lambda each: each.game))


def load_ruleset(data: str, game: str, ruleset: str = "") -> RuleSet:
    """Return one rule set of a game, see :func:`find_ruleset`. Raises :class:`BadInput` or :class:`NotFound`."""
    return find_ruleset(load_rulesets(data, game), game, ruleset)


def find_ruleset(rulesets: Iterable[RuleSet], game: str, ruleset: str = "") -> RuleSet:
    """Return a rule set among those of a game by its id or what it is called, by default the one of the game's name, or
    its first.

    Raises :class:`NotFound` where the game has none of that name.
    """
    found = {each.id: each for each in rulesets}
    wanted = ruleset or (game if game in found else next(iter(found), game))
    found |= {name: each for each in [*found.values()] for name in each.called}
    if wanted not in found:
        raise NotFound(Finding(f"there is no rule set '{wanted}' of '{game}'", hint=suggest(wanted, found)))
    return found[wanted]


def _differing(root: Any, game: str, name: str, whole: tuple[RuleSet, ...]) -> RuleSet:
    """Return a rule set that is like another one: its lines replace or follow the other's, and some fall away."""
    own = _parsed(root, game, name, _LIKE)
    base = next((each for each in whole if each.game == game and each.id == root["like"]), None)
    if base is None:
        hint = suggest(root["like"], [each.id for each in whole if each.game == game])
        hint = hint or "name one that is like no other"
        raise BadInput(Finding(f"like unknown rule set '{root['like']}'", name, root.lines["like"], hint))
    lines = {line.rule: line for line in base.rules}
    raise_if(_unlike(root, own, lines, name))
    gone = set(root.get("without", ()))
    lines = {rule: line for rule, line in lines.items() if rule not in gone} | {line.rule: line for line in own.rules}
    facts = {each.fact: each for each in (*base.facts, *own.facts)}
    return replace(
        own,
        phases=own.phases or base.phases,
        steps=own.steps or base.steps,
        rules=tuple(lines.values()),
        facts=tuple(facts.values()),
        advantages=own.advantages or base.advantages,
        covers=root.get("covers", base.covers),
        like=base.id,
        otherwise=(*base.otherwise, *own.otherwise),
    )


def _unlike(root: Any, own: RuleSet, lines: Mapping[str, RuleLine], name: str) -> Iterator[Finding]:
    """Return findings about what is taken away and is not there, and about what says nothing new."""
    added = {line.rule: line.line for line in own.rules}
    rows = root.get("without", ())
    for rule, at in zip(rows, getattr(rows, "lines", ()), strict=True):
        if rule not in lines:
            yield Finding(f"no rule '{rule}' to be without", name, at, suggest(rule, lines) or "remove it")
        elif rule in added:
            yield Finding(f"without '{rule}', which line {added[rule]} has", name, at, "a line replaces by itself")
    for line in own.rules:
        if line == lines.get(line.rule):
            yield Finding(f"'{line.rule}' says nothing new", name, line.line, "remove the line")


def _wrong(root: Any, head: Shape, name: str) -> Iterator[Finding]:
    """Yield every finding about what a rule set says. Raises :class:`BadInput` if its form is wrong."""
    raise_if(check(root, head, name, "rule set"))
    raise_if(
        finding
        for key, shape in ROWS.items()
        for row in [root.get(key, YamlList(0))]
        for each, line in zip(row, row.lines, strict=True)
        for finding in check(each, shape, name, "rule" if key == "otherwise" else key.removesuffix("s"), line)
    )
    for key in ("rule", "fact"):
        seen = dict[str, int]()
        for row in root.get(f"{key}s", ()):
            if seen.setdefault(row[key], row.line) != row.line:
                what = f"the {key} '{row[key]}' is there twice"
                yield Finding(what, name, row.line, f"first on line {seen[row[key]]}")
    if "like" not in root and not root["phases"]:
        yield Finding("has no phases yet", name, root.lines["phases"], "with them positions have a phase")
    if root.get("covers", "everything") not in _COVERS:
        hint = f"one of {', '.join(_COVERS)}"
        yield Finding(f"unknown covers '{root['covers']}'", name, root.lines["covers"], hint)
    rules = (*root.get("rules", ()), *root.get("otherwise", ()))
    for row in rules:
        for key, value in row.get("given", {}).items():
            names = isinstance(value, list) and all(isinstance(each, str) for each in value)
            if not names and not (isinstance(value, str) and value.isascii() and value.isdigit()):
                at = row["given"].lines[key]
                yield Finding(f"'{key}' must be a number or a list of names", name, at, "see docs/data.md")
    for row in root.get("otherwise", ()):
        if not row.get("readings"):
            hint = "name those that would be taken the other way"
            yield Finding(f"'{row['rule']}' names no reading", name, row.line, hint)
    for row in (*rules, *root.get("facts", ()), *root.get("advantages", ())):
        if row["confidence"] not in set(Confidence):
            hint = suggest(row["confidence"], list(Confidence)) or f"one of {', '.join(Confidence)}"
            yield Finding(f"unknown confidence '{row['confidence']}'", name, row.lines["confidence"], hint)
        if not row["cites"]:
            yield Finding("cites nothing", name, row.lines["cites"], "name the section or ruling that says so")


def _parsed(root: Any, game: str, name: str, head: Shape) -> RuleSet:
    """Return a rule set as its file has it. Raises :class:`BadInput` with every finding."""
    raise_if(_wrong(root, head, name))
    return RuleSet(
        id=root["id"],
        game=game,
        title=root["title"],
        boards=tuple(root["boards"]),
        file=name,
        phases=tuple(Phase(row["id"], row["title"], tuple(row["cites"])) for row in root.get("phases", ())),
        steps=tuple(root.get("steps", ())),
        covers=root.get("covers", "everything"),
        called=tuple(root.get("called", ())),
        rules=tuple(_line(row, name) for row in root.get("rules", ())),
        facts=tuple(
            SharedFact(
                row["fact"],
                *_grounds(row),
                names=tuple(row.get("names", ())),
                table={key: tuple(value) for key, value in row.get("table", {}).items()},
                line=row.line,
                file=name,
            )
            for row in root.get("facts", ())
        ),
        advantages=tuple(
            Advantage(row["id"], row["title"], row["power"], *_grounds(row), row.get("note", ""))
            for row in root.get("advantages", ())
        ),
        otherwise=tuple(_line(row, name) for row in root.get("otherwise", ())),
    )


def _grounds(row: Any) -> tuple[tuple[str, ...], Confidence]:
    return tuple(row["cites"]), Confidence(row["confidence"])


def _line(row: Any, name: str) -> RuleLine:
    given: Mapping[str, Any] = row.get("given", {})
    return RuleLine(
        row["rule"],
        *_grounds(row),
        given={key: tuple(value) if isinstance(value, list) else int(value) for key, value in given.items()},
        advantage=row.get("advantage", ""),
        option=row.get("option", ""),
        readings=tuple(row.get("readings", ())),
        note=row.get("note", ""),
        line=row.line,
        file=name,
        lines=getattr(given, "lines", {}),
    )
