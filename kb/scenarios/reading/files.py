"""Reads scenario files: from YAML to :class:`Scenario`, with every finding about a file at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from kb import yamlfile
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.errors import BadInput, Finding, KBError, raise_if
from kb.scenarios.language import grammar
from kb.scenarios.language.scenario import REFERENCE, Case, Crossing, Scenario, Value
from kb.scenarios.language.vocabulary import Vocabulary
from kb.scenarios.reading.cases import CaseReader
from kb.shape import LONGEST, MOST_FINDINGS, SEE, FileReader, OneOf, Slug, Text, line_of, quoted, suggest, what_is

#: gives the rule book of a game, board and rule set (both may be empty); raises :class:`KBError` where there is none
RulesOf = Callable[[str, str, str], Rulebook]


def read_file(path: str, name: str, rules_of: RulesOf, own: bool = False) -> tuple[Scenario, ...]:
    """The scenarios of a file; ``name`` is how messages call it. In one's ``own`` file no ruling need be named.

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
    """The scenarios of a file whose YAML is read already. Raises :class:`BadInput` with every finding."""
    read = read_sound(root, name, rules_of, own)
    raise_if(read.findings)
    return read.scenarios


def read_sound(root: Value, name: str, rules_of: RulesOf, own: bool = False) -> SoundFile:
    """The scenarios of a file, as far as they are written as they should be.

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
        if scenario := _Scenario(reader, row, line, own).read():
            found.append(scenario)
        else:
            id, title = (str(row.get(key, ""))[:LONGEST] if isinstance(row, dict) else "" for key in ("id", "title"))
            unread.append(Unread(f"{game}/{id}" if id else f"{name}:{line}", title, (*reader.findings[before:],)))
    _doubles(reader, found)
    sound = tuple(_belonging(each, game, board, rules.ruleset.id, name) for each in found)
    return SoundFile(game, sound, tuple(unread), tuple(dict.fromkeys(reader.findings)))


def _belonging(scenario: Scenario, game: str, board: str, ruleset: str, file: str) -> Scenario:
    return replace(scenario, game=game, board=board, ruleset=ruleset, file=file)


def rules_named(root: Value, name: str, rules_of: RulesOf, known: tuple[str, ...] = grammar.FILE_KEYS) -> Rulebook:
    """The rule book a file is written for, which may have the keys that are known. Raises :class:`BadInput`."""
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


def _doubles(reader: FileReader, found: list[Scenario]) -> None:
    first: dict[str, int] = {}
    for each in found:
        if first.setdefault(each.id, each.line) != each.line:
            reader.add_finding(f"the scenario '{each.id}' is there twice", each.line, f"first on line {first[each.id]}")


class _Scenario:
    """One scenario while it is read."""

    def __init__(self, reader: FileReader, row: Value, line: int, own: bool) -> None:
        self.reader, self.row, self.line, self.own = reader, row, line, own

    def read(self) -> Scenario | None:
        """The scenario, or nothing where there are findings about it."""
        row, reader = self.row, self.reader
        before = len(reader.findings)
        if not isinstance(row, dict):
            reader.add_finding(f"{what_is(row)} where a scenario must stand", self.line)
            return None
        self._keys(row, grammar.SCENARIO_KEYS, "a scenario")
        ids = {key: self._list(key) for key in ("ruling", "section", "fingerprint")}
        proof = OneOf(("play", REFERENCE)).read(reader, row.get("proof", "play"), self._at("proof"))
        self._belongs(ids)
        cases = CaseReader(reader, proof != REFERENCE, self.own)
        first, lines = cases.main(row, self.line)
        contrasts = self._contrasts(cases, first) if len(reader.findings) == before else ()
        elsewhere = self._elsewhere()
        if len(reader.findings) > before:
            return None
        return Scenario(
            id=Slug().read(reader, row["id"], self._at("id")) or "",
            game="",
            board="",
            ruleset="",
            case=first,
            contrasts=contrasts,
            rulings=tuple(ids["ruling"]),
            sections=tuple(ids["section"]),
            fingerprints=tuple(ids["fingerprint"]),
            title=Text().read(reader, row["title"], self._at("title")) if "title" in row else "",
            proof=proof,
            elsewhere=elsewhere,
            line=self.line,
            lines=lines,
        )

    def _at(self, key: str) -> int:
        return line_of(self.row, key, self.line) if key in self.row else self.line

    def _list(self, key: str) -> list[str]:
        return grammar.IDS.read(self.reader, self.row[key], self._at(key)) or [] if key in self.row else []

    def _keys(self, row: Value, known: tuple[str, ...], what: str) -> None:
        for key in row:
            if key not in known:
                hint = self.reader.words.nearest(key, known) or f"it has {', '.join(known)}"
                self.reader.add_finding(f"unknown key {quoted(key)} in {what}", line_of(row, key, self.line), hint)

    def _belongs(self, ids: dict[str, list[str]]) -> None:
        """What ties a scenario to the rules: an id, a ruling or section, a fingerprint for each ruling."""
        row, add_finding = self.row, self.reader.add_finding
        if "id" not in row:
            add_finding("a scenario needs 'id'", self.line, "a slug that no other scenario of the game has")
        elif "/" in str(row["id"]):
            add_finding(f"{what_is(row['id'])} is no id", self._at("id"), "small letters, digits and hyphens")
        if not self.own and not ids["ruling"] and not ids["section"]:
            add_finding("a scenario needs 'ruling' or 'section'", self.line, "name what it proves")
        if ids["fingerprint"] and len(ids["fingerprint"]) != len(ids["ruling"]):
            counts = [(len(ids[key]), key) for key in ("fingerprint", "ruling")]
            message = " for ".join(f"{count or 'no'} {word}{'' if count == 1 else 's'}" for count, word in counts)
            add_finding(message, self._at("fingerprint"), "one for each ruling, in their order")
        if not self.own and "contrast" not in row:
            add_finding("a scenario needs 'contrast'", self.line, "the same with the one decisive fact changed")

    def _elsewhere(self) -> tuple[Crossing, ...]:
        """The other games in which it is played; what these call things is known only where it is played."""
        written = self.row.get("elsewhere", {})
        read = grammar.ELSEWHERE.read(self.reader, written, self._at("elsewhere")) or {}
        return tuple(
            Crossing(
                game,
                each.get("board", ""),
                each.get("names") or {},
                tuple(each.get("differs") or ()),
                line_of(written, game, self.line),
            )
            for game, each in read.items()
            if each is not None
        )

    def _contrasts(self, cases: CaseReader, first: Case) -> tuple[Case, ...]:
        """The contrasts, each over the case itself."""
        written = self.row.get("contrast", [])
        line = self._at("contrast")
        rows = written if isinstance(written, list) else [written]
        if len(rows) > grammar.MOST_CASES:
            self.reader.add_finding(f"{len(rows)} contrasts", line, f"at most {grammar.MOST_CASES}")
            return ()
        found = []
        for at, row in enumerate(rows):
            own_line = line_of(written, at, line) if isinstance(written, list) else getattr(row, "line", line)
            if not isinstance(row, dict):
                self.reader.add_finding(f"{what_is(row)} where a contrast must stand", own_line)
                continue
            self._keys(row, grammar.CONTRAST_KEYS if cases.played else ("title", "expect"), "a contrast")
            found.append(cases.contrast(row, first, own_line))
        return tuple(each for each in found if each)
