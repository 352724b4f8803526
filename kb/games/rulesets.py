"""Loads the rule sets of the games from ``data/games/<game>/rules/``, with all findings at once.

A rule set lists the rules of the engine that a game uses, with their numbers and units; every line cites its section or
ruling and gives its confidence. One that is ``like`` another has only the lines that differ: they replace the other's,
new ones follow, and ``without`` names the lines that are left out.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kb.base import yamlfile
from kb.base.data_files import made, value_of
from kb.base.errors import BadInput, Collector, Finding, NotFound, raise_if
from kb.base.shape import suggest
from kb.games.board_model import Confidence

#: a number, or names (of units, spaces, powers, phases, other rules)
Given = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One line of a rule set: a rule by its name, its citations, and the values of its parameters.

    ``cites`` are ids of sections and rulings; ``readings`` are ids of readings; ``advantage`` is the national advantage
    to which it belongs, ``option`` the option without which it does not apply. It is written on ``line`` of ``file``,
    the value of a key on that key's line in ``lines``.
    """

    rule: str
    cites: tuple[str, ...]
    confidence: Confidence
    given: Mapping[str, Given] = field(default_factory=dict)
    advantage: str = ""
    option: str = ""
    readings: tuple[str, ...] = ()
    note: str = ""
    line: int = made(default=0, compare=False)
    file: str = made(default="", compare=False)
    lines: Mapping[str, int] = made(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class SharedFact:
    """A fact that several rules share, with its ``names``, such as the types of units that are complexes."""

    fact: str
    cites: tuple[str, ...]
    confidence: Confidence
    names: tuple[str, ...] = ()
    line: int = made(default=0, compare=False)
    file: str = made(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn.

    ``actions`` are the kinds of actions that it allows, with the sections and rulings that permit each.
    """

    id: str
    title: str
    cites: tuple[str, ...]
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advantage:
    """A national advantage (an optional rule of one power)."""

    id: str
    title: str
    power: str
    cites: tuple[str, ...]
    confidence: Confidence
    note: str = ""
    line: int = made(default=0, compare=False)


class Covers(StrEnum):
    """The extent of a rule set: everything; the rules of the document, if no others are known; or a part of these."""

    EVERYTHING = "everything"
    DOCUMENT = "document"
    PART = "part"


#: the line of a rule set that is ignored, with the boards of its game, until all of it is written
DRAFT = "covers: draft"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules and numbers of one printing. ``steps`` are the steps of one cycle of combat, in order.

    ``like`` is the rule set of which this one is another printing, ``without`` the lines of it that are left out;
    ``called`` has the players' names of its printing; ``data`` is the folder or packed file from which it was read.
    ``otherwise`` are lines that would apply if the readings that each names were reversed: they follow ``rules``, or
    replace the line of the same rule. ``played`` are the default options, by board.
    """

    id: str
    title: str
    boards: tuple[str, ...]
    game: str = made(default="")
    phases: tuple[Phase, ...] = ()
    steps: tuple[str, ...] = ()
    rules: tuple[RuleLine, ...] = ()
    facts: tuple[SharedFact, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    covers: Covers = Covers.EVERYTHING
    file: str = made(default="")
    like: str = ""
    without: tuple[str, ...] = ()
    data: str = made(default="", compare=False, repr=False)
    otherwise: tuple[RuleLine, ...] = ()
    called: tuple[str, ...] = ()
    played: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    line: int = made(default=0, compare=False, repr=False)
    lines: Mapping[str, int] = made(default_factory=dict, compare=False, repr=False)

    @property
    def whole(self) -> bool:
        """Whether it has everything that is played, so that scenarios must depend on each of its rules and numbers."""
        return self.covers is not Covers.PART

    @property
    def permissions(self) -> tuple[tuple[str, ...], ...]:
        """The sections and rulings that each phase, each action of a phase and each advantage cites."""
        phases = (cites for each in self.phases for cites in (each.cites, *each.actions.values()))
        return (*phases, *(each.cites for each in self.advantages))

    @property
    def options(self) -> tuple[str, ...]:
        """The options on which some of its rules depend, in their order."""
        return tuple(dict.fromkeys(line.option for line in self.rules if line.option))


def files(data: str, game: str = "") -> list[str]:
    """Return the files of all rule sets, or of those of a game, except drafts."""
    paths = sorted(glob.glob(os.path.join(data, "games", game or "*", "rules", "*.yaml")))
    return [path for path in paths if not is_draft_file(path)]


def is_draft_file(path: str) -> bool:
    """Return whether a file is marked as a draft, even if it is otherwise invalid."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(line.startswith(DRAFT) for line in file)


def is_draft(data: str, game: str) -> bool:
    """Return whether a game has rule sets, all of which are drafts."""
    return not files(data, game) and bool(glob.glob(os.path.join(data, "games", game, "rules", "*.yaml")))


def load_rulesets(data: str, game: str = "") -> tuple[RuleSet, ...]:
    """Return all rule sets except drafts, or those of one game, by game; those that are like another one come last in
    their game. Raises :class:`BadInput` with every finding."""
    collect = Collector()
    found: list[RuleSet] = []
    for path in files(data, game):
        of = os.path.basename(os.path.dirname(os.path.dirname(path)))
        if read := collect(_read, path, of, f"data/games/{of}/rules/{os.path.basename(path)}", data):
            found.append(read)
    collect.close()
    whole = [each for each in found if not each.like]
    whole += [each for own in found if own.like and (each := collect(_completed, own, tuple(whole)))]
    collect.close()
    return tuple(sorted(whole, key=lambda each: each.game))


def load_ruleset(data: str, game: str, ruleset: str = "") -> RuleSet:
    """Return one rule set of a game, see :func:`find_ruleset`. Raises :class:`BadInput` or :class:`NotFound`."""
    return find_ruleset(load_rulesets(data, game), game, ruleset)


def printings_of(ruleset: RuleSet, board: str, known: Iterable[RuleSet]) -> list[tuple[str, str]]:
    """Return the ids of a board and a rule set for each rule set of ``known`` that is another printing of ``ruleset``.
    The index of that board in its rule set is the index of ``board`` in ``ruleset``. The list is empty if ``ruleset``
    is another printing itself."""
    place = ruleset.boards.index(board)
    return [(each.boards[place], each.id) for each in known if (each.game, each.like) == (ruleset.game, ruleset.id)]


def find_ruleset(rulesets: Iterable[RuleSet], game: str, ruleset: str = "") -> RuleSet:
    """Return a rule set among those of a game by its id or a name of its printing; by default the one named like the
    game, else the first. Raises :class:`NotFound` for an unknown name."""
    found = {each.id: each for each in rulesets}
    wanted = ruleset or (game if game in found else next(iter(found), game))
    found |= {name: each for each in [*found.values()] for name in each.called}
    if wanted not in found:
        hint = suggest(wanted, found) or f"rule sets are: {', '.join(found)}"
        raise NotFound(Finding(f"there is no rule set '{wanted}' of '{game}'", hint=hint))
    return found[wanted]


def _completed(own: RuleSet, whole: tuple[RuleSet, ...]) -> RuleSet:
    """Return the rule set ``own`` merged with the one in ``whole`` that it is like. Raises :class:`BadInput`."""
    known = {each.id: each for each in whole if each.game == own.game and not each.like}
    if own.like not in known:
        hint = suggest(own.like, known) or "name one, or remove 'like'"
        what = f"'{own.like}' is not a rule set of this game without 'like'"
        raise BadInput(Finding(what, own.file, own.lines["like"], hint))
    base = known[own.like]
    lines = {line.rule: line for line in base.rules}
    raise_if(_unlike(own, lines))
    lines = {rule: lines[rule] for rule in lines if rule not in own.without} | {line.rule: line for line in own.rules}
    facts = {each.fact: each for each in (*base.facts, *own.facts)}
    return replace(
        own,
        phases=own.phases or base.phases,
        steps=own.steps or base.steps,
        rules=tuple(lines.values()),
        facts=tuple(facts.values()),
        advantages=own.advantages or base.advantages,
        played=own.played or base.played,
        covers=own.covers if "covers" in own.lines else base.covers,
        otherwise=(*base.otherwise, *own.otherwise),
    )


def _unlike(own: RuleSet, lines: Mapping[str, RuleLine]) -> Iterator[Finding]:
    """Yield findings about a rule set that is like another one with these ``lines`` (by rule): names in ``without``
    that are unknown or have a line of their own, and lines that repeat the other's."""
    added = {line.rule: line.line for line in own.rules}
    for rule, at in zip(own.without, getattr(own.without, "lines", ()), strict=True):
        if rule not in lines:
            yield Finding(f"unknown rule '{rule}' under 'without'", own.file, at, suggest(rule, lines) or "remove it")
        elif rule in added:
            yield Finding(f"'{rule}' is under 'without', but line {added[rule]} adds it", own.file, at, "remove one")
    for line in own.rules:
        if line == lines.get(line.rule):
            yield Finding(f"'{line.rule}' repeats the line of '{own.like}'", own.file, line.line, "remove the line")


def _read(path: str, game: str, name: str, data: str) -> RuleSet:
    """Return the rule set of the file ``path``, called ``name`` in messages, not merged with others. It keeps ``game``
    and the folder ``data``. Raises :class:`BadInput`."""
    found = replace(value_of(RuleSet, yamlfile.load(path, name), name), game=game, data=data)
    raise_if(_wrong(found))
    return found


def _wrong(found: RuleSet) -> Iterator[Finding]:
    """Yield the findings about a rule set beyond the form of its lines."""
    if not found.like:
        missing = [key for key in ("phases", "steps", "rules") if key not in found.lines]
        yield from (Finding(f"a rule set needs '{key}'", found.file, found.line, "add it") for key in missing)
        if not found.phases and "phases" in found.lines:
            yield Finding("the list of phases is empty", found.file, found.lines["phases"], "add a phase")
    for what, names in {
        "rule": [(each.rule, each.line) for each in found.rules],
        "fact": [(each.fact, each.line) for each in found.facts],
    }.items():
        seen = dict[str, int]()
        for name, line in names:
            if seen.setdefault(name, line) != line:
                hint = f"first on line {seen[name]}; remove one"
                yield Finding(f"the {what} '{name}' occurs twice", found.file, line, hint)
    for each in found.otherwise:
        if not each.readings:
            hint = "list the readings that it reverses"
            yield Finding(f"'{each.rule}' under 'otherwise' has no readings", found.file, each.line, hint)
    for option in (option for options in found.played.values() for option in options):
        if option not in found.options:
            hint = suggest(option, found.options) or "name one that a rule has"
            yield Finding(f"no rule has the option '{option}'", found.file, found.lines["played"], hint)
    for rows in (found.rules, found.otherwise, found.facts, found.advantages):
        for row in rows:
            if not row.cites:
                yield Finding("the line cites nothing", found.file, row.line, "add its section or ruling")
