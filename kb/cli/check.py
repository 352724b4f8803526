"""``kb check``: plays scenarios and compares the results with their expectations."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress

import kb
from kb.base import background, paths
from kb.base.errors import BadInput, Finding, KBError, NoBuild, NotFound
from kb.base.shape import suggest
from kb.cases.analysis import elsewhere as crossings
from kb.cases.analysis import mutants
from kb.cases.analysis.mutants import Unnoticed
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import Scenario
from kb.cases.play.playing import ScenarioResult
from kb.cases.reading import library
from kb.cases.reading.scenario_files import Unread
from kb.cli.terminal import STANDARD_INPUT, Screen, print_json, read_named, say
from kb.engine.core.rulebook import Rulebook
from kb.knowledge import KnowledgeBase
from kb.service import checking
from kb.service.claims import claim_row, try_claims
from kb.text import cases as reporting
from kb.text.cases import happened
from kb.text.stories import Teller
from kb.text.traces import texts

#: seconds that a user's own file may take
_LONGEST = 1.4


def run(
    ids: Sequence[str] = (),
    game: str | None = None,
    trace: bool = False,
    mutants: bool = False,
    json: bool = False,
) -> int:
    """Check the scenarios named by ruling, section or id, or a file of one's own; all without names. Return 0 if all
    passed (with ``mutants``: and notice each change), 1 if not or there are none, 2 for findings."""
    began = time.perf_counter()
    with closing(_Work(game)) as work:
        with background.gc_paused():
            findings = work.check(ids)
        if findings and not work.reports and not json:
            raise BadInput(*findings)
        sound = all(report.all_passed for report in work.reports)
        missed: list[Unnoticed] = []
        if mutants and sound:
            missed = work.missed(whole=not ids)
            findings += work.wrong_crossings()
        elif mutants:
            say("some scenarios fail: correct them first; no rule was switched off")
        if json:
            print_json([*(work.row(report, missed) for report in work.reports), *map(checking.unread_row, work.unread)])
        else:
            screen = Screen()
            _show(screen, work, trace, brief=not ids)
            for each in missed:
                screen.line(screen.paint(reporting.describe_unnoticed(each), "red"))
            if mutants and sound and not missed:
                screen.line("every rule that is cited is needed")
            seconds = "" if ids else f" ({time.perf_counter() - began:.2f} s)"
            screen.line(reporting.check_summary(work.reports, len(work.unread)) + seconds)
            screen.show()
        warnings = (f"kb: warning: {finding}" for report in work.reports for finding in report.warnings)
        say(*dict.fromkeys(f"kb: {finding}" for finding in (*findings, *work.suspects())), *dict.fromkeys(warnings))
    if findings:
        return 2
    return 0 if work.reports and not missed and sound else 1


def check_claims(ids: Sequence[str] = (), game: str | None = None, json: bool = False) -> int:
    """Try the claims of rulings, a game or all. Return 1 if one notices no change, 2 for errors in files, else 0."""
    with closing(_Work(game)) as work, background.gc_paused():
        if work.base is None:
            raise NoBuild(Finding("there is no knowledge base", hint="run 'kb build'"))
        tried = try_claims(work.base, work.rules_of, work.library, ids, work.game)
    if json:
        print_json([claim_row(each) for each in tried.trials])
    else:
        screen = Screen()
        for each in tried.trials if ids else tried.survivors:
            screen.wrapped(reporting.describe_trial(each), "  ", "", "red" if each in tried.survivors else "green")
        for line in reporting.claims_summary(tried.claims, tried.trials, tried.uncut):
            screen.wrapped(line, "  ", "")
        screen.show()
    say(*dict.fromkeys(f"kb: {finding}" for finding in tried.findings))
    return 2 if tried.findings else 1 if tried.survivors else 0


class _Work:
    """The scenarios that are checked, their rule books, and the results."""

    def __init__(self, game: str | None) -> None:
        self.base: KnowledgeBase | None = None
        with suppress(NoBuild):  # verdicts, texts and sections come from it, if there is one
            self.base = kb.open()
        try:
            self.rules_of = checking.rule_books(self.base)
            self.game = (self.base.game_named(game) if self.base else game) if game else ""
            if self.base and self.game:
                checking.raise_if_not_played(self.base, self.game)
        except KBError:
            self.close()
            raise
        self.report = checking.reporter(self.base, self.rules_of)
        self.reports: list[ScenarioResult] = []
        self.unread: list[Unread] = []

    def close(self) -> None:
        """Close the base."""
        if self.base is not None:
            self.base.close()

    def check(self, ids: Sequence[str]) -> list[Finding]:
        """Check everything, or the names and files given; return all findings, also those of the scenarios."""
        own = [
            each for each in ids if each == STANDARD_INPUT or each.endswith((".yaml", ".yml")) or os.path.isfile(each)
        ]
        named = [each for each in ids if each not in own]
        findings = [finding for path in own for finding in self._check_file(path)]
        if named:
            self.reports += map(self.report, _chosen(self.library(self.game), named, self.base))
        elif not own:
            self.reports += map(self.report, self.library(self.game))
        return findings + [finding for report in self.reports for finding in report.findings]

    def _check_file(self, path: str) -> list[Finding]:
        """Check a user's file as far as it is valid; return the mistakes in the rest."""
        text, name = read_named(path)
        own = checking.check_file(text, name, self.base, self.rules_of, self.game, _LONGEST)
        self.reports += own.reports
        self.unread += own.unread
        return list(own.findings)

    def row(self, report: ScenarioResult, missed: Iterable[Unnoticed]) -> dict[str, object]:
        """Return the result of a scenario as plain values, with the rules in ``missed`` that it does not need."""
        row = checking.row(report)
        unneeded = [each.what for each in missed if each.scenario == report.scenario.name]
        return {**row, "unneeded": unneeded} if unneeded else {**row}

    def library(self, game: str) -> tuple[Scenario, ...]:
        """Return the scenarios of the data, of one game or all."""
        return library.load(paths.data(), game, self.rules_of)

    def suspects(self) -> list[Finding]:
        """Return a finding for each scenario whose ruling has changed since the scenario was written."""
        known = [report.scenario for report in self.reports]
        return library.suspects(known, self._text, needed=False) if self.base else []

    def _text(self, ruling: str) -> tuple[str, str] | None:
        """Return the words of a ruling's question and answer; None for an unknown ruling, or without a base."""
        row = self.base.by_id(ruling) if self.base else None
        return (row["question_text"], row["answer_text"]) if row else None

    def verdict(self, scenario: Scenario) -> str:
        """Return the verdict of the first ruling of a scenario; empty if it has none, or without a base."""
        row = self.base.by_id(scenario.rulings[0]) if self.base and scenario.rulings else None
        return row["verdict"] if row else ""

    def wrong_crossings(self) -> list[Finding]:
        """Return a finding for each wrong statement about other games: whether a scenario differs there, and why."""
        found = library.unknown_games([report.scenario for report in self.reports], self.rules_of)
        sections = checking.sections_of(self.base)
        return found or [
            finding
            for report in self.reports
            for each in report.scenario.elsewhere
            for finding in crossings.findings(
                report, self.rules_of.of(report.scenario), self.rules_of(each.game, each.board), each, sections
            )
        ]

    def missed(self, whole: bool) -> list[Unnoticed]:
        """Return the rules that a scenario cites and does not need. If ``whole``, because all scenarios are checked,
        also return the rules and numbers that none of them needs."""
        grouped = library.by_rules([report.scenario for report in self.reports], self.rules_of)
        groups = [(rules, scenarios, mutants.baselines(rules, scenarios)) for rules, scenarios in grouped]
        found = [each for rules, _, known in groups for each in mutants.cited(rules, known)]
        return [*found, *mutants.missed(groups)] if whole else found


def _chosen(known: Iterable[Scenario], names: Sequence[str], base: KnowledgeBase | None) -> list[Scenario]:
    """Return those of the ``known`` scenarios that are named, each once. A name is the id of a ruling, a section or a
    scenario. Raises :class:`NotFound` for a name without a scenario."""
    by_name: dict[str, list[Scenario]] = {}
    for each in known:
        for name in (each.id, each.name, *each.rulings, *each.sections):
            by_name.setdefault(name, []).append(each)
    found: dict[str, Scenario] = {}
    for name in names:
        named = by_name.get(name.lower())
        if named is None:
            ruling = base.by_id(name) if base else None
            if base and ruling:
                checking.raise_if_not_played(base, ruling["game"])
            message = f"ruling {name} lacks a scenario" if ruling else f"there is no scenario of '{name[:60]}'"
            hint = suggest(name.lower()[:60], by_name) or "name a ruling, a section, a scenario or a file"
            raise NotFound(Finding(message, hint=hint))
        found |= {each.name: each for each in named}
    return list(found.values())


def _show(screen: Screen, work: _Work, trace: bool, brief: bool) -> None:
    """Print the result of each scenario: of one that failed always, of one that passed unless ``brief``.

    ``trace`` prints those that passed, too, with every step.
    """
    for report in work.reports:
        rules = work.rules_of.of(report.scenario)
        if not report.all_passed:
            screen.line(screen.paint("FAILED", "bold", "red"))
            for line in reporting.lines(report, rules, work.verdict(report.scenario)):
                screen.wrapped(line, " " * (len(line) - len(line.lstrip()) + 2), "")
            screen.line()
        elif trace or not brief:
            _show_passed(screen, report, rules, trace or report.scenario.case.asks)


def _show_passed(screen: Screen, report: ScenarioResult, rules: Rulebook, trace: bool) -> None:
    """Print a scenario that passed, or expects nothing: its title, and with ``trace`` every step."""
    scenario = report.scenario
    ties = ", ".join((*scenario.rulings, *scenario.sections))
    title = scenario.title or "; ".join(each.title for each in scenario.contrasts if each.title)
    screen.wrapped(
        f"{title}{f'  ({ties})' if ties else ''}",
        "  ",
        f"{screen.paint('played' if scenario.case.asks else 'passed', 'green')}  {screen.paint(scenario.name, 'cyan')}  ",
    )
    if not trace:
        return
    teller, cited = Teller(rules), set[str]()
    for number, result in enumerate(report.cases):
        if number:
            title = f": {result.case.title}" if result.case.title else ""
            screen.line(f"  {screen.paint(f'contrast {number}', 'bold')}{title}")
        steps = texts(happened(result, teller), cited) if isinstance(result, PlayedCase) else []
        expected = teller.expected(result.case.expect) if steps else ()
        for line in (*teller.setting(scenario, number), *steps, *expected):
            screen.wrapped(line, " " * (len(line) - len(line.lstrip()) + 6), "    ")
    screen.line()
