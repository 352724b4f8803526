"""Reads scenario files: from YAML to :class:`Scenario`, with all findings about a file at once.

``kb check --schema`` prints the JSON Schema of the shapes by which a file is read, for editors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, NamedTuple, TypedDict, TypeVar, cast

from kb.base.errors import BadInput, Finding, KBError, raise_if
from kb.base.shape import (
    LONGEST,
    MOST_FINDINGS,
    SEE,
    Defined,
    FileReader,
    ListOf,
    Name,
    Number,
    OneOf,
    Record,
    Slug,
    Text,
    ValueKind,
    line_of,
    quoted,
    suggest,
    what_is,
)
from kb.cases.acts import VERBS
from kb.cases.expectations.keys import PLAYED, WHERE
from kb.cases.expectations.printed import PRINTED
from kb.cases.language import grammar
from kb.cases.language.grammar import MOST_DICE, MOST_UNITS_IN_ALL
from kb.cases.language.scenario import (
    REFERENCE,
    Act,
    Case,
    Crossing,
    Expectation,
    Given,
    PositionTable,
    Scenario,
    overlaid,
    units_of,
)
from kb.cases.language.units import Chosen, Units
from kb.cases.language.vocabulary import vocabulary
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook

T = TypeVar("T")
#: the keys of an act that a contrast may replace without ``do``
SHORT = ("dice", "choices", "refused", "refused_by")
#: returns the rule book of a game, board and rule set (both may be empty); raises :class:`KBError` if it is unknown
RulesOf = Callable[[str, str, str], Rulebook]


class Unread(NamedTuple):
    """An invalid scenario: its name (file and line without an id), its title, and the findings."""

    name: str
    title: str
    findings: tuple[Finding, ...]


class SoundFile(NamedTuple):
    """The valid scenarios of a file of a ``game``, the invalid ones, and all findings."""

    game: str
    scenarios: tuple[Scenario, ...]
    unread: tuple[Unread, ...]
    findings: tuple[Finding, ...]


def read_sound(root: object, name: str, rules_of: RulesOf, own: bool = False) -> SoundFile:
    """Return the valid and the invalid scenarios of a file. ``name`` is the name of the file in messages. In a user's
    ``own`` file a scenario need not name a ruling. Raises :class:`BadInput` if an error concerns the whole file."""
    rules = rules_named(root, name, rules_of)
    assert isinstance(root, dict)
    reader = FileReader(vocabulary(rules), name)
    rows, most = root.get("scenarios"), grammar.MOST_SCENARIOS
    if not isinstance(rows, list) or not 1 <= len(rows) <= most:
        line = line_of(root, "scenarios", 1) if rows else 1
        raise BadInput(Finding(f"a file of scenarios needs 'scenarios', a list of 1 to {most}", name, line, SEE))
    game, board = rules.ruleset.game, rules.board.id
    found, unread = [], []
    for at, row in enumerate(rows):
        before, line = len(reader.findings), line_of(rows, at, 1)
        if scenario := _scenario(reader, row, line, own):
            found.append(replace(scenario, game=game, board=board, ruleset=rules.ruleset.id, file=name))
        else:
            id, title = (str(row.get(key, ""))[:LONGEST] if isinstance(row, dict) else "" for key in ("id", "title"))
            unread.append(Unread(f"{game}/{id}" if id else f"{name}:{line}", title, (*reader.findings[before:],)))
    first: dict[str, int] = {}
    for each in found:
        if (other := first.setdefault(each.id, each.line)) != each.line:
            hint = f"first on line {other}; rename one"
            reader.add_finding(f"the scenario '{each.id}' occurs twice", each.line, hint)
    return SoundFile(game, tuple(found), tuple(unread), tuple(dict.fromkeys(reader.findings)))


def rules_named(root: object, name: str, rules_of: RulesOf, known: tuple[str, ...] = grammar.FILE_KEYS) -> Rulebook:
    """Return the rule book that the keys of a file (``root``) name. ``known`` are the keys that it may have, ``name``
    is the file in messages. Raises :class:`BadInput`, also for unknown keys."""
    if not isinstance(root, dict):
        raise BadInput(Finding("a file of scenarios must be a mapping of keys", name, 1, "begin with 'game: ...'"))
    findings = [
        Finding(
            f"unknown key {quoted(key)} in a file of scenarios",
            name,
            line_of(root, key, 1),
            suggest(key[:LONGEST], known) or SEE,
        )
        for key in list(root)[:MOST_FINDINGS]
        if key not in known
    ]
    header = {key: root.get(key, "") for key in ("game", "board", "ruleset")}
    for key, value in header.items():
        if (
            not isinstance(value, str)
            or len(value) > LONGEST
            or os.path.basename(value) != value
            or value.startswith(".")
        ):
            findings.append(Finding(f"{what_is(value)} is not a {key}", name, line_of(root, key, 1), "write its id"))
    if not header["game"]:
        findings.append(Finding("a file of scenarios needs 'game'", name, 1, "begin with 'game: ...'"))
    raise_if(findings)
    try:
        return rules_of(header["game"], header["board"], header["ruleset"])
    except KBError as error:
        if isinstance(error, BadInput):
            raise
        finding = error.findings[0]
        raise BadInput(Finding(finding.message, name, line_of(root, "game", 1), finding.hint)) from None


# -- the shapes of a file


@dataclass(frozen=True)
class Items(ValueKind, Generic[T]):
    """A list of 1 to ``most`` items, read by ``one``, which returns None for an invalid item.

    ``name`` is the name of an item in the schema, ``hint`` an example.
    """

    name: str
    most: int
    hint: str
    one: Callable[[FileReader, object, int], T | None]

    def read(self, reader: FileReader, value: object, line: int) -> tuple[T, ...]:
        """Return the valid items; none, with a finding, if the value is not a list of 1 to ``most`` items."""
        if not isinstance(value, list) or not 1 <= len(value) <= self.most:
            reader.add_finding(f"'{reader.key}' must be a list of 1 to {self.most}", line, f"write {self.hint}")
            return ()
        read = (self.one(reader, row, line_of(value, at, line)) for at, row in enumerate(value))
        return tuple(each for each in read if each)

    def schema(self) -> dict[str, object]:
        """Return the schema of a list of such items."""
        item = {"$ref": f"#/$defs/{self.name}"}
        return {"type": "array", "items": item, "minItems": 1, "maxItems": self.most}


def _item_shape(played: bool) -> Record:
    """Return the shape of an expectation: of a played case, or of a reference proof."""
    keys = {key: row.kind for key, row in (PLAYED if played else PRINTED).items()}
    return Record("an expectation", optional={**keys, **(grammar.ABOUT if played else {})})


def _read_item(reader: FileReader, row: object, line: int, played: bool = True) -> Expectation | None:
    """Return the expectation of a mapping. ``played`` is whether it is about a played case or about printed facts.
    Return None, with a finding, if ``row`` is not a mapping or expects nothing."""
    if not isinstance(row, dict):
        reader.add_finding(f"expected an expectation, found {what_is(row)}", line, SEE)
        return None
    read = _item_shape(played).read(reader, row, line) or {}
    step, cycle = cast("str | None", read.pop("in", None)), cast("int | None", read.pop("round", None))
    if not read and not row.keys() - grammar.ABOUT.keys():
        reader.add_finding("this item expects nothing", line, f"one of {', '.join(PLAYED if played else PRINTED)}")
        return None
    of_part = [key for key, each in PLAYED.items() if each.of_part]
    if (step or cycle) and not read.keys() & {*of_part}:
        message = f"'in' and 'round' go with {', '.join(of_part[:-1])} or {of_part[-1]}"
        reader.add_finding(message, line, "leave them out")
    return Expectation(read, step or "", cycle or 0, line)


_TABLES = "tables: - lost: {...}"
RESULTS = Items("played", grammar.MOST_EXPECTED, _TABLES, _read_item)
FACTS = Items("printed", grammar.MOST_EXPECTED, _TABLES, partial(_read_item, played=False))


def _act_shape(verb: str) -> Record:
    """Return the shape of the mapping of an act; ``verb`` is the key of its verb."""
    row = VERBS[verb]
    optional = {**row.optional, **grammar.EVERY_ACT, grammar.THEN: RESULTS}
    return Record(f"'{verb}'", {verb: row.main, **row.required}, optional)


def read_act(reader: FileReader, value: object, line: int) -> Act | None:
    """Return an act: a verb with its keys; None unless there is exactly one verb."""
    if not isinstance(value, dict):
        reader.add_finding(f"expected an action, found {what_is(value)}", line, "write {battle: sz5}")
        return None
    kinds = [key for key in value if key in VERBS]
    if len(kinds) != 1:
        keys = ", ".join(map(quoted, list(value)[:5])) or "no keys"
        message = f"one action has both '{kinds[0]}' and '{kinds[1]}'" if kinds else f"no action among {keys}"
        near = "" if kinds else next(filter(None, (reader.words.nearest(key, VERBS) for key in value)), "")
        reader.add_finding(message, line, near or f"one of {', '.join(VERBS)}")
        return None
    read = cast("dict[str, Given]", _act_shape(kinds[0]).read(reader, value, line))
    act = Act(kinds[0], read.pop(kinds[0]), read, cast("str", read.pop("power", "") or ""), line=line)
    act = replace(act, **{key: _field_of_act(key, read.pop(key, ())) for key in (*SHORT, "which", grammar.THEN)})
    if act.must_be_refused and act.then:
        reader.add_finding("'then' after an action that is refused", line, "leave it out: nothing has happened")
    return act


def _field_of_act(key: str, value: object) -> bool | tuple[object, ...]:
    """Convert a value that was read under a key of an act to the value of its field."""
    if key == "refused":
        return value == "yes"
    items = tuple(value) if isinstance(value, (list, tuple)) else ()
    if key == "choices":
        return tuple(pair for each in items for pair in (each or {}).items())
    return items


ACTS = Items("act", grammar.MOST_ACTS, "actions: - {battle: sz5}", read_act)


@dataclass(frozen=True)
class Change(ValueKind):
    """The change of the position in a contrast: 0 removes units, and no key is required."""

    def read(self, reader: FileReader, value: object, line: int) -> dict[str, object]:
        """Return the keys of the position that change; empty, with findings, if the change is invalid."""
        reader.change = True
        try:
            return grammar.POSITION.read(reader, value, line) or {}
        finally:
            reader.change = False

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a position, but without required keys."""
        schema = grammar.POSITION.schema()
        del schema["required"]
        return schema


_CONTRAST = {
    "title": Text(),
    "expect": RESULTS,
    "change": Defined("change", Change()),
    "do": ACTS,
    **{key: grammar.EVERY_ACT[key] for key in ("dice", "choices", "refused")},
    "refused_by": ListOf(Name("rule"), 20, sort=True),
}
#: the keys of a scenario, and those of a contrast
SCENARIO_KEYS = (
    *("id", "ruling", "section", "fingerprint", "title", "proof"),
    *("position", "do", "expect", "contrast", "elsewhere"),
)
CONTRAST_KEYS = tuple(_CONTRAST)


@cache
def _scenario_shape(played: bool) -> Record:
    """Return the shape of a scenario. Its contrast has other keys if nothing is played."""
    contrast = _CONTRAST if played else {"title": Text(), "expect": FACTS}
    kinds: dict[str, ValueKind] = {
        **{"id": Slug(), "ruling": grammar.IDS, "section": grammar.IDS, "fingerprint": grammar.IDS, "title": Text()},
        "proof": OneOf(("play", REFERENCE)),
        "position": Defined("position", grammar.POSITION),
        "do": ACTS,
        "expect": RESULTS if played else FACTS,
        "contrast": ListOf(Record("a contrast", optional=contrast), grammar.MOST_CASES, 1, single=True),
        "elsewhere": grammar.ELSEWHERE,
    }
    return Record("a scenario", optional={key: kinds[key] for key in SCENARIO_KEYS})


def _schema(kind: ValueKind) -> dict[str, Any]:  # its values are mappings and lists of many forms
    """Return the JSON Schema of a kind of value."""
    return kind.schema()


def schema() -> dict[str, object]:
    """Return the JSON Schema of a file of scenarios, for editors."""
    scenario, ids = _schema(_scenario_shape(played=True)), _schema(grammar.IDS)
    number = {"anyOf": [*ids["anyOf"], Number(0, 99999999).schema()]}
    expect = {"anyOf": [RESULTS.schema(), FACTS.schema()]}
    scenario["properties"] |= {"fingerprint": number, "expect": expect}
    for contrast in scenario["properties"]["contrast"]["anyOf"]:
        contrast.get("items", contrast)["properties"]["expect"] = expect
    items = {}
    for played, rows in ((True, PLAYED), (False, PRINTED)):
        shape = _schema(_item_shape(played))
        for key, row in rows.items():
            shape["properties"][key] |= {"description": f"{row.details}; {row.example}"}
        items[played] = {**shape, "minProperties": 1}
    acts = []
    for key, verb in VERBS.items():
        about = ". ".join((f"A power {verb.summary}", f"{verb.example} {verb.details}".strip()))
        acts.append({**_act_shape(key).schema(), "description": about})
    names = {key: {"type": "string"} for key in grammar.FILE_KEYS if key != "scenarios"}
    scenarios = {"type": "array", "items": {**scenario, "required": ["id"]}, "minItems": 1}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenarios of an Axis & Allies game",
        "type": "object",
        "additionalProperties": False,
        "properties": {**names, "scenarios": {**scenarios, "maxItems": grammar.MOST_SCENARIOS}},
        "required": ["game", "scenarios"],
        "$defs": {
            "units": grammar.UNITS.kind.schema(),
            "chosen": grammar.CHOSEN.schema(),
            "position": grammar.POSITION.schema(),
            "change": Change().schema(),
            "act": {"oneOf": acts},
            "played": items[True],
            "printed": items[False],
        },
    }


# -- one scenario


class CaseTable(TypedDict, total=False):
    """The position, actions and expectations of a case, as read."""

    position: PositionTable
    do: tuple[Act, ...]
    expect: tuple[Expectation, ...]


class ContrastTable(CaseTable, total=False):
    """A contrast as read; it may change the ``SHORT`` keys of an act."""

    title: str
    change: PositionTable
    dice: list[int]
    choices: list[dict[str, Chosen]]
    refused: str
    refused_by: list[str]


class CrossingTable(TypedDict, total=False):
    """Another game of a scenario, as read."""

    board: str
    names: dict[str, str]
    differs: list[str]


class ScenarioTable(CaseTable, total=False):
    """A scenario as read."""

    id: str
    ruling: list[str]
    section: list[str]
    fingerprint: list[str]
    title: str
    proof: str
    contrast: list[ContrastTable]
    elsewhere: dict[str, CrossingTable]


def _scenario(reader: FileReader, row: object, line: int, own: bool) -> Scenario | None:
    """Return the scenario of a ``row``, or None if there are findings about it; ``own``: of a user's file."""
    before = len(reader.findings)
    if not isinstance(row, dict):
        reader.add_finding(f"expected a scenario, found {what_is(row)}", line)
        return None
    played = row.get("proof") != REFERENCE
    for key in () if played else ("position", "do"):
        if key in row:
            message = f"a scenario with 'proof: reference' has no '{key}'"
            reader.add_finding(message, line_of(row, key, line), "leave it out: printed facts need none")
    read = cast("ScenarioTable", _scenario_shape(played).read(reader, row, line))
    _check_ties(reader, row, read, line, own)
    case = read_case(reader, row, read, line, played, own)
    if case.asks and not (own and played):
        reader.add_finding("a scenario needs 'expect'", line, "state the result")
    written = row.get("contrast", [])
    rows = written if isinstance(written, list) else [written]
    contrasts = [
        _contrast(reader, each, case, getattr(one, "line", line), played)
        for each, one in zip(read.get("contrast") or (), rows, strict=False)
        if len(reader.findings) == before
    ]
    if len(reader.findings) > before:
        return None
    crossings = (
        Crossing(
            game,
            each.get("board", ""),
            each.get("names") or {},
            tuple(each.get("differs") or ()),
            line_of(row["elsewhere"], game, line),
        )
        for game, each in read.get("elsewhere", {}).items()
    )
    return Scenario(
        id=read["id"],
        game="",
        board="",
        ruleset="",
        case=case,
        contrasts=tuple(contrasts),
        rulings=tuple(read.get("ruling") or ()),
        sections=tuple(read.get("section") or ()),
        fingerprints=tuple(read.get("fingerprint") or ()),
        title=read.get("title", ""),
        proof=read.get("proof", "play"),
        elsewhere=tuple(crossings),
        line=line,
    )


def _check_ties(reader: FileReader, row: Mapping[str, object], read: ScenarioTable, line: int, own: bool) -> None:
    """Add findings about the id, rulings, sections and fingerprints of a scenario. Unless it is from a user's ``own``
    file, it must name a ruling or section, and have a contrast. ``row`` is the scenario as written."""
    ids = {key: cast("list[str]", read.get(key) or []) for key in ("ruling", "section", "fingerprint")}
    if "id" not in row:
        reader.add_finding("a scenario needs 'id'", line, "a slug that no other scenario of the game has")
    elif "/" in str(row["id"]):
        message = f"{what_is(row['id'])} is not an id"
        reader.add_finding(message, line_of(row, "id", line), "lowercase letters, digits and hyphens")
    if not own and not ids["ruling"] and not ids["section"]:
        reader.add_finding("a scenario needs 'ruling' or 'section'", line, "name the one that it proves")
    if ids["fingerprint"] and len(ids["fingerprint"]) != len(ids["ruling"]):
        counts = [(len(ids[key]), key) for key in ("fingerprint", "ruling")]
        message = " for ".join(f"{count or 'no'} {word}{'' if count == 1 else 's'}" for count, word in counts)
        reader.add_finding(message, line_of(row, "fingerprint", line), "one for each ruling, in their order")
    if not own and "contrast" not in row:
        reader.add_finding("a scenario needs 'contrast'", line, "the same with the one decisive fact changed")


def read_case(
    reader: FileReader,
    row: Mapping[str, object],
    read: CaseTable,
    line: int,
    played: bool = True,
    own: bool = True,
    idle: bool = False,
) -> Case:
    """Return the case of a ``row`` whose values have been ``read``; add findings about missing keys and its acts.

    A case that is ``played`` needs a position and actions, an ``idle`` one only a position. The refusals of a case of
    a user (``own``) need not name their rules.
    """
    needed = {"position": "give the turn, the phase and the units", "do": f"a list of {ACTS.hint}"}
    for key, hint in needed.items() if played else ():
        if key not in row and not (idle and key == "do"):
            reader.add_finding(f"a scenario needs '{key}'", line, hint)
    case = Case(read.get("position") or {}, read.get("do") or (), read.get("expect") or (), line=line, own=own)
    _check_acts(reader, case)
    return case


def _check_acts(reader: FileReader, case: Case) -> None:
    """Add findings about the acts of a case: too many dice, a refusal without its rules, and wrong units."""
    dice = sum(len(act.dice) for act in case.do)
    if dice > MOST_DICE:
        reader.add_finding(f"the case has {dice} dice", case.do[0].line, f"write at most {MOST_DICE}")
    for act in case.do:
        if act.refused and not act.refused_by and not case.own:
            message = "a scenario of the knowledge base must name the rules that refuse an action"
            reader.add_finding(message, act.line, "write refused_by: [rule]")
    for message, line, hint in wrong_units(case):
        reader.add_finding(message, line, hint)


def _contrast(reader: FileReader, read: ContrastTable, first: Case, line: int, played: bool) -> Case:
    """Return a contrast of the case ``first``. Its position is that of ``first`` with the change applied. Its actions
    are its own ``do``, or else those of ``first`` with the dice, choices or refusal that it gives."""
    change = read.get("change") or PositionTable()
    do = read["do"] if "do" in read else _with_short_keys(reader, read, first.do, line)
    position = overlaid(first.position, change)
    case = Case(position, do, read.get("expect", ()), read.get("title", ""), change, line, first.own)
    _check_decisive(reader, read, first, case, line, played)
    _check_acts(reader, case)
    return case


def _with_short_keys(reader: FileReader, read: ContrastTable, acts: tuple[Act, ...], line: int) -> tuple[Act, ...]:
    """Return ``acts`` with the dice, choices or refusal that a contrast gives. Each of these replaces that of the only
    action that has it, or is added to the last action if none has it. An action that becomes refused loses its dice,
    choices and ``then``."""
    made = list(acts)
    for key in SHORT if acts else ():
        if key not in read:
            continue
        refusing = key.startswith("refused")
        having = [n for n, act in enumerate(made) if (act.must_be_refused if refusing else getattr(act, key))]
        if len(having) > 1:
            says = f"'{key}' of a contrast changes one action, and {len(having)} of the scenario have it"
            reader.add_finding(says, line, "write all actions of the contrast under 'do'")
            continue
        fields: dict[str, object] = {key: _field_of_act(key, read.get(key))}
        if refusing:
            undone = {"dice": (), "choices": (), "then": ()} if fields[key] else {}
            fields = {"refused": False, "refused_by": (), **fields, **undone}
        place = having[0] if having else len(made) - 1
        made[place] = replace(made[place], **fields)
    return tuple(made)


def _check_decisive(reader: FileReader, read: ContrastTable, first: Case, case: Case, line: int, played: bool) -> None:
    """Add a finding if a contrast (``case``) equals the case ``first``, or differs from it only in dice and choices
    without having a title. Add a finding if it expects no result, unless ``first`` has a refused act or is a user's
    question. A contrast that is not ``played`` needs only expectations."""
    if not played:
        if not case.expect:
            hint = "expect a related fact with the opposite value"
            reader.add_finding("a contrast needs 'expect'", line, hint)
        return
    done, first_done = (tuple(replace(act, line=0) for act in each.do) for each in (case, first))
    if case.position == first.position and done == first_done:
        reader.add_finding("the contrast is the same as the case", line, "change the decisive fact")
    elif not read.keys() & {"change", "do", "title"}:
        hint = "'change' a fact of the position, or state in 'title' what the other dice or choices show"
        reader.add_finding("the contrast differs only in dice or choices", line, hint)
    if case.asks and not any(act.must_be_refused for act in first.do) and not (first.own and first.asks):
        reader.add_finding("a contrast needs 'expect'", line, "state the result")


def wrong_units(case: Case) -> Iterator[tuple[str, int, str]]:
    """Yield each error about the units of a case as a whole, with its line and a hint: more than
    :data:`MOST_UNITS_IN_ALL` units, a name given twice, ``which`` in an act without units, and unknown names."""
    there = [units for some in (case.position.get("spaces") or {}).values() for units in units_of(some or {}).values()]
    if (number := sum(map(_number_of, there))) > MOST_UNITS_IN_ALL:
        yield (
            f"a position with {number:,} units",
            case.line,
            f"at most {MOST_UNITS_IN_ALL:,}, beside the printed set-up",
        )
    given = [name for units in there for name in _names_in(units)]
    for name in dict.fromkeys(name for name in given if given.count(name) > 1):
        yield f"two units are named {quoted(name)}", case.line, "give each its own name"
    for act in case.do:
        if act.which and not VERBS[act.kind].takes_units(act):
            hint = "leave it out; write choices of powers as choices: {fighter: [{name: A}]}"
            yield f"'{act.kind}' does not take units, so 'which' does not apply", act.line, hint
    used = [(name, act.line) for act in case.do for name in VERBS[act.kind].names(act)]
    where = ((item, item.checks.get(WHERE)) for item in case.expected)
    used += [(name, item.line) for item, units in where if isinstance(units, dict) for name in units]
    for name, line in used:
        if isinstance(name, str) and name not in given:  # another value has a finding already
            yield f"no unit is named {quoted(name)}", line, suggest(name, given) or "name it in the position"


def _number_of(units: Units) -> int:
    """Return the number of units, including those aboard."""
    return sum((row.number or 0) * (1 + _number_of(row.cargo)) for row in units)


def _names_in(units: Units) -> Iterator[str]:
    """Yield the names that units and those aboard were given (``name: A``), in their order."""
    for row in units:
        yield from filter(None, (str(row.state.get("name", "")),))
        yield from _names_in(row.cargo)
