"""Reads scenario files: from YAML to :class:`Scenario`, with every finding about a file at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kb.base import yamlfile
from kb.base.errors import BadInput, Finding, KBError, raise_if
from kb.base.shape import (
    LONGEST,
    MOST_FINDINGS,
    SEE,
    FileReader,
    line_of,
    quoted,
    suggest,
    what_is,
)
from kb.cases.acts import VERBS
from kb.cases.expectations.keys import WHERE
from kb.cases.language import grammar
from kb.cases.language.grammar import MOST_DICE
from kb.cases.language.scenario import (
    REFERENCE,
    Act,
    Case,
    Crossing,
    Expectation,
    Scenario,
    Value,
    lines_of_leaves,
    overlaid,
)
from kb.cases.language.units import Units
from kb.cases.language.vocabulary import Vocabulary
from kb.cases.reading import shapes
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook

#: gives the rule book of a game, board and rule set (both may be empty); raises :class:`KBError` where there is none
RulesOf = Callable[[str, str, str], Rulebook]


def read_file(path: str, name: str, rules_of: RulesOf, own: bool = False) -> tuple[Scenario, ...]:
    """Return the scenarios of a file; ``name`` is how messages call it. In one's ``own`` file no ruling need be named.

    Raises :class:`BadInput` with every finding.
    """
    return read_text(yamlfile.load(path, name), name, rules_of, own)


@dataclass(frozen=True)
class Unread:
    """A scenario that is not written as it should be: its name as far as it has one, its title, what is wrong."""

    name: str
    title: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class SoundFile:
    """The scenarios of a file of a ``game`` that are written as they should be, the others, and every finding."""

    game: str
    scenarios: tuple[Scenario, ...]
    unread: tuple[Unread, ...]
    findings: tuple[Finding, ...]


def read_text(root: Value, name: str, rules_of: RulesOf, own: bool = False) -> tuple[Scenario, ...]:
    """Return the scenarios of a file whose YAML is read already. Raises :class:`BadInput` with every finding."""
    read = read_sound(root, name, rules_of, own)
    raise_if(read.findings)
    return read.scenarios


def read_sound(root: Value, name: str, rules_of: RulesOf, own: bool = False) -> SoundFile:
    """Return the scenarios of a file, as far as they are written as they should be.

    Raises :class:`BadInput` where what is wrong concerns the whole file.
    """
    rules = rules_named(root, name, rules_of)
    reader = FileReader(Vocabulary(rules.board, rules.ruleset), name)
    rows = root.get("scenarios")
    if not isinstance(rows, list) or not 1 <= len(rows) <= grammar.MOST_SCENARIOS:
        most = grammar.MOST_SCENARIOS
        raise BadInput(
            Finding(
                f"a file needs 'scenarios', a list of 1 to {most}",
                name,
                line_of(root, "scenarios", 1) if rows else 1,
                SEE,
            )
        )
    game, board = rules.ruleset.game, rules.board.id
    found, unread = [], []
    for at, row in enumerate(rows):
        before, line = len(reader.findings), line_of(rows, at, 1)
        if scenario := _ScenarioReader(reader, row, line, own).read():
            found.append(scenario)
        else:
            id, title = (str(row.get(key, ""))[:LONGEST] if isinstance(row, dict) else "" for key in ("id", "title"))
            unread.append(Unread(f"{game}/{id}" if id else f"{name}:{line}", title, (*reader.findings[before:],)))
    first: dict[str, int] = {}
    for each in found:
        if first.setdefault(each.id, each.line) != each.line:
            reader.add_finding(f"the scenario '{each.id}' is there twice", each.line, f"first on line {first[each.id]}")
    sound = tuple(replace(each, game=game, board=board, ruleset=rules.ruleset.id, file=name) for each in found)
    return SoundFile(game, sound, tuple(unread), tuple(dict.fromkeys(reader.findings)))


def rules_named(root: Value, name: str, rules_of: RulesOf, known: tuple[str, ...] = grammar.FILE_KEYS) -> Rulebook:
    """Return the rule book a file is written for, which may have the keys that are known. Raises :class:`BadInput`."""
    if not isinstance(root, dict):
        raise BadInput(Finding("a file of scenarios is a table of keys", name, 1, "begin with 'game: ...'"))
    findings = [
        Finding(
            f"unknown key {quoted(key)} in a file",
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
            findings.append(Finding(f"{what_is(value)} is no {key}", name, line_of(root, key, 1), "name one by its id"))
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


class _ScenarioReader:
    """One scenario while it is read."""

    def __init__(self, reader: FileReader, row: Value, line: int, own: bool) -> None:
        self.reader, self.row, self.line, self.own = reader, row, line, own

    def read(self) -> Scenario | None:
        """Return the scenario, or nothing where there are findings about it."""
        row, reader = self.row, self.reader
        before = len(reader.findings)
        if not isinstance(row, dict):
            reader.add_finding(f"{what_is(row)} where a scenario must stand", self.line)
            return None
        frame = shapes.scenario_shape().read(reader, row, self.line)
        ids = {key: frame.get(key) or [] for key in ("ruling", "section", "fingerprint")}
        self._belongs(ids)
        cases = CaseReader(reader, frame.get("proof") != REFERENCE, self.own)
        first, lines = cases.main(row, self.line)
        contrasts = self._contrasts(cases, first) if len(reader.findings) == before else ()
        if len(reader.findings) > before:
            return None
        return Scenario(
            id=frame["id"],
            game="",
            board="",
            ruleset="",
            case=first,
            contrasts=contrasts,
            rulings=tuple(ids["ruling"]),
            sections=tuple(ids["section"]),
            fingerprints=tuple(ids["fingerprint"]),
            title=frame.get("title", ""),
            proof=frame.get("proof", "play"),
            elsewhere=tuple(
                Crossing(
                    game,
                    each.get("board", ""),
                    each.get("names") or {},
                    tuple(each.get("differs") or ()),
                    line_of(row["elsewhere"], game, self.line),
                )
                for game, each in frame.get("elsewhere", {}).items()
            ),
            line=self.line,
            lines=lines,
        )

    def _belongs(self, ids: dict[str, list[str]]) -> None:
        """What ties a scenario to the rules: an id, a ruling or section, a fingerprint for each ruling."""
        row, add_finding = self.row, self.reader.add_finding
        if "id" not in row:
            add_finding("a scenario needs 'id'", self.line, "a slug that no other scenario of the game has")
        elif "/" in str(row["id"]):
            add_finding(f"{what_is(row['id'])} is no id", row.lines["id"], "small letters, digits and hyphens")
        if not self.own and not ids["ruling"] and not ids["section"]:
            add_finding("a scenario needs 'ruling' or 'section'", self.line, "name what it proves")
        if ids["fingerprint"] and len(ids["fingerprint"]) != len(ids["ruling"]):
            counts = [(len(ids[key]), key) for key in ("fingerprint", "ruling")]
            message = " for ".join(f"{count or 'no'} {word}{'' if count == 1 else 's'}" for count, word in counts)
            add_finding(message, row.lines["fingerprint"], "one for each ruling, in their order")
        if not self.own and "contrast" not in row:
            add_finding("a scenario needs 'contrast'", self.line, "the same with the one decisive fact changed")

    def _contrasts(self, cases: CaseReader, first: Case) -> tuple[Case, ...]:
        """Return the contrasts, each over the case itself."""
        written = self.row.get("contrast", [])
        line = line_of(self.row, "contrast", self.line) if "contrast" in self.row else self.line
        rows = written if isinstance(written, list) else [written]
        if len(rows) > grammar.MOST_CASES:
            return self.reader.add_finding(f"{len(rows)} contrasts", line, f"at most {grammar.MOST_CASES}") or ()
        lines = (
            line_of(written, at, line) if rows is written else getattr(row, "line", line) for at, row in enumerate(rows)
        )
        found = [cases.contrast(row, first, at) for row, at in zip(rows, lines, strict=True)]
        return tuple(each for each in found if each)


class CaseReader:
    """Reads the cases of one scenario: ``played`` by the engine, or looked up in the printed facts; of the base, or of
    a file of one's ``own``, which need not say what it expects."""

    def __init__(self, reader: FileReader, played: bool, own: bool = False) -> None:
        self.reader, self.played, self.own = reader, played, own

    def main(self, row: Value, line: int) -> tuple[Case, dict[str, int]]:
        """Return the case of a scenario itself, with the line of each leaf of its position."""
        position, lines = self._position(row, line)
        case = Case(position, self._do(row, line), self._expect(row), line=line, own=self.own)
        if case.asks and not (self.own and self.played):
            self.reader.add_finding("a scenario needs 'expect'", line, "say what comes of it")
        self._check_names(case)
        return case, lines

    def unexpecting(self, row: Value, line: int) -> Case:
        """Return a position and what is done in it, if anything; what is expected, if anything, is left aside."""
        position, _ = self._position(row, line)
        case = Case(position, self._do(row, line) if row.get("do") else (), (), line=line, own=True)
        self._check_names(case)
        return case

    def contrast(self, row: Value, first: Case, line: int) -> Case | None:
        """Return a contrast: what it says, over the case it is the contrast of."""
        if not isinstance(row, dict):
            self.reader.add_finding(f"{what_is(row)} where a contrast must stand", line)
            return None
        before = len(self.reader.findings)
        frame = shapes.contrast_shape(self.played).read(self.reader, row, line)
        change = self._change(row)
        do = self._do(row, line) if "do" in row else self._short(row, first.do, line)
        expect = self._expect(row)
        if len(self.reader.findings) > before:
            return None
        case = Case(overlaid(first.position, change), do, expect, frame.get("title", ""), change, line, self.own)
        self._check_decisive(row, first, case, line)
        self._check_names(case)
        return case

    def act(self, row: Value, line: int) -> Act | None:
        """Return one action; nothing where there are findings about it."""
        act = shapes.ACT.read(self.reader, row, line)
        if act and act.refused and not act.refused_by and not self.own:
            self.reader.add_finding(
                "a case of the base says why an action is refused", line, "write refused_by: [rule]"
            )
        return act

    def _position(self, row: Value, line: int) -> tuple[dict[str, Value], dict[str, int]]:
        if not self.played:
            for key in ("position", "do"):
                if key in row:
                    message = f"a reference proof has no '{key}'"
                    self.reader.add_finding(message, row.lines[key], "it looks up what is printed")
            return {}, {}
        if "position" not in row:
            hint = "say whose turn and which phase it is, and who stands where"
            self.reader.add_finding("a scenario needs 'position'", line, hint)
            return {}, {}
        written = row["position"]
        position = grammar.POSITION.read(self.reader, written, row.lines["position"]) or {}
        lines = lines_of_leaves(written, self.reader.words) if isinstance(written, dict) else {}
        if position.get("scenery"):
            position["scenery"] = [
                self._scenery(path or "", lines, written.lines["scenery"]) for path in position["scenery"]
            ]
        return position, lines

    def _scenery(self, path: str, lines: Mapping[str, int], line: int) -> str:
        """Return the path of scenery, which names a line that is there, in ids."""
        head, _, rest = path.partition(".")
        space, _, inner = rest.partition(".")
        found = self.reader.words.find("space", space) if head == "spaces" else None
        full = ".".join(part for part in (head, found or space, inner) if part)
        if not any(leaf == full or leaf.startswith(f"{full}.") for leaf in lines):
            hint = suggest(full[:LONGEST], lines) or "name a line of the position, as spaces.norway"
            self.reader.add_finding(f"scenery {quoted(full)} is not in the position", line, hint)
        return full

    def _change(self, row: Value) -> dict[str, Value]:
        self.reader.change = True
        try:
            return (
                grammar.POSITION.read(self.reader, row["change"], row.lines["change"]) or {} if "change" in row else {}
            )
        finally:
            self.reader.change = False

    def _do(self, row: Value, line: int) -> tuple[Act, ...]:
        if not self.played:
            return ()
        rows = row.get("do")
        at = line_of(row, "do", line) if "do" in row else line
        if not isinstance(rows, list) or not rows:
            return self.reader.add_finding("a scenario needs 'do'", at, "a list of actions: - {battle: sz5}") or ()
        if len(rows) > grammar.MOST_ACTS:
            return self.reader.add_finding(f"{len(rows)} actions", at, f"at most {grammar.MOST_ACTS}") or ()
        acts = tuple(each for n, item in enumerate(rows) if (each := self.act(item, line_of(rows, n, at))))
        dice = sum(len(act.dice) for act in acts)
        if dice > MOST_DICE:
            self.reader.add_finding(f"{dice} dice", at, f"at most {MOST_DICE}")
        return acts

    def _short(self, row: Value, acts: tuple[Act, ...], line: int) -> tuple[Act, ...]:
        """Return the actions with the dice, choices or refusal that a contrast gives instead of one action's."""
        made = list(acts)
        for key in shapes.SHORT:
            if key not in row or not acts:
                continue
            at = line_of(row, key, line)
            having = [
                n
                for n, act in enumerate(made)
                if (act.must_be_refused if key.startswith("refused") else bool(getattr(act, key)))
            ] or [len(made) - 1]
            if len(having) > 1:
                self.reader.add_finding(f"{len(having)} actions have {key}", at, "write out 'do'")
                continue
            read = [] if row[key] == [] else grammar.EVERY_ACT[key].read(self.reader, row[key], at)
            made[having[0]] = replace(made[having[0]], **_replaced(key, read))
        return tuple(made)

    def _expect(self, row: Value) -> tuple[Expectation, ...]:
        self.reader.key = "expect"
        items = shapes.Items(self.played)
        return items.read(self.reader, row["expect"], row.lines["expect"]) if "expect" in row else ()

    def _check_names(self, case: Case) -> None:
        for message, line, hint in wrong_names(case):
            self.reader.add_finding(message, line, hint)

    def _check_decisive(self, row: Value, first: Case, case: Case, line: int) -> None:
        """A contrast changes the one decisive fact, and says what comes of it."""
        if not self.played:
            if not case.expect:
                hint = "a neighbouring fact that comes out the other way"
                self.reader.add_finding("a contrast needs 'expect'", line, hint)
            return
        done, first_done = (tuple(replace(act, line=0) for act in each.do) for each in (case, first))
        if case.position == first.position and done == first_done:
            self.reader.add_finding("a contrast says the same as the case", line, "change the decisive fact")
        elif not row.keys() & {"change", "do", "title"}:
            hint = "'change' a fact of the position, or say in 'title' what the other dice or choices show"
            self.reader.add_finding("a contrast that is mere luck", line, hint)
        if case.asks and not any(act.must_be_refused for act in first.do) and not (self.own and first.asks):
            self.reader.add_finding("a contrast needs 'expect'", line, "say what comes of it")


def wrong_names(case: Case) -> Iterator[tuple[str, int, str]]:
    """Yield what is wrong with the names of units, its line, and a hint: a position gives each once, acts use those."""
    given = list(_named(case.position.get("spaces") or {}))
    for name in dict.fromkeys(name for name in given if given.count(name) > 1):
        yield f"two units are named {quoted(name)}", case.line, "name each its own way"
    for act in case.do:
        if act.which and not VERBS[act.kind].takes_units(act):
            hint = "leave it out; what powers choose is said in choices: {fighter: [{name: A}]}"
            yield f"'which' in an act that names no units: '{act.kind}'", act.line, hint
    used = [(name, act.line) for act in case.do for name in VERBS[act.kind].names(act)]
    used += [(name, item.line) for item in case.expected for name in item.checks.get(WHERE) or ()]
    for name, line in used:
        if name not in given:
            yield f"no unit is named {quoted(name)}", line, suggest(name, given) or "name it in the position"


def _replaced(key: str, read: Value) -> dict[str, Value]:
    """Return what a contrast puts in the place of a key of an act. What is refused has no dice and no choices; it may
    be refused otherwise, or not at all."""
    made = {key: shapes.field_of_act(key, read)}
    if key.startswith("refused"):
        made = {"refused": False, "refused_by": (), **made}
        made |= {"dice": (), "choices": (), "then": ()} if made[key] else {}
    return made


def _named(spaces: Value) -> Iterator[str]:
    """Yield the names given to units, in their order."""
    for contents in spaces.values():
        for units in (contents or {}).values():
            yield from _names_in(units) if isinstance(units, tuple) else ()


def _names_in(units: Units) -> Iterator[str]:
    for row in units:
        if row.state.get("name"):
            yield row.state["name"]
        yield from _names_in(row.state.get("cargo", ()))
