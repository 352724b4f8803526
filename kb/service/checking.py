"""Plays a user's scenarios, returns their results, and finds lines of a position that change nothing.

A line changes nothing where the scenario and its contrasts also pass without it. In a user's file the events have to be
the same without it, too, because such a file may expect little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING, Any

from kb.base import background, paths, yamlfile
from kb.base.errors import Finding, NotPlayed, raise_if
from kb.base.written import from_plain, with_default
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import (
    REFERENCE,
    Case,
    Plain,
    Scenario,
    leaves,
    one_more,
    overlaid,
    path_text,
    position_of,
    position_table,
    without,
)
from kb.cases.play.playing import ScenarioResult, run, within
from kb.cases.play.playing import check as checked
from kb.cases.reading import library
from kb.cases.reading.files import Unread, read_sound
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games import packed
from kb.store import lookup
from kb.store.scenarios import games_with_rules
from kb.text import cases as reporting
from kb.text import traces

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

#: how messages call a text that is no file
NAME = "what is checked"
#: seconds of processor time that a program's file may take, and for which lines are looked for that change nothing
LONGEST, _LOOKING = 5.0, 1.0


def rule_books(base: KnowledgeBase | None) -> library.RulesLoader:
    """Return the rule books of the data, from the packed file of the build where the data have not changed since.

    Raises :class:`DamagedBuild` where the file is not the one that was built.
    """
    build = base.build if base else None
    if build is None or packed.NAME not in build.files:
        return library.RulesLoader(paths.data())
    return library.quickest(paths.data(), packed.held(build.path(packed.NAME), build.read(packed.NAME)))


def raise_if_not_played(base: KnowledgeBase, game: str) -> None:
    """Raise :class:`NotPlayed` for a game of the base that has no rules."""
    if game not in games_with_rules(base.connection):
        raise NotPlayed(base.short_titles[game])


@dataclass
class OwnFile:
    """The result of a file: a report of each scenario that could be read, and those that could not (``unread``);
    ``findings`` are mistakes, ``warnings`` are doubts about the scenario of a name."""

    reports: list[ScenarioResult]
    unread: list[Unread]
    findings: list[Finding]
    warnings: dict[str, list[Finding]] = field(default_factory=dict)


def check(
    base: KnowledgeBase | None,
    written: str | Mapping[str, Any],
    game: str = "",
    *,
    rules_of: library.RulesLoader | None = None,
) -> list[dict[str, Any]]:
    """Return the results of the scenarios of a file, as YAML or JSON text or as plain values (docs/scenarios.md), of
    one game or all.

    Raises :class:`BadInput` with every finding where something is not written as it should be, and where it takes
    longer than :data:`LONGEST` (in the main thread; elsewhere it is not bounded: see :mod:`kb.service.engine_process`).
    """
    books = rules_of or rule_books(base)
    with background.gc_paused():
        own = check_file(written, NAME, base, books, base.game_named(game) if base and game else game)
    raise_if(dict.fromkeys((*own.findings, *(each for report in own.reports for each in report.findings))))
    return [row(each, own.warnings[each.scenario.name]) for each in own.reports]


def check_file(
    written: str | Mapping[str, Any],
    name: str,
    base: KnowledgeBase | None,
    rules_of: library.RulesLoader,
    game: str = "",
    seconds: float = LONGEST,
) -> OwnFile:
    """Return the results of a user's file, whose name in messages is ``name``, as far as it is valid.

    Raises :class:`BadInput` where a mistake concerns the whole file, and where it takes longer.
    """
    until, report = process_time() + _LOOKING, reporter(base, rules_of)
    with within(seconds, name):
        root = yamlfile.parse(written, name) if isinstance(written, str) else from_plain(written)
        read = read_sound(with_default(root, "game", game), name, rules_of, own=True)
        asked = game in ("", read.game)
        own = OwnFile(
            [report(each) for each in read.scenarios if asked],
            [each for each in read.unread if asked],
            list(read.findings),
        )
        for result in own.reports:
            doubtful = [warning for case in result.cases for warning in case.warnings]
            if result.all_passed:
                doubtful += needless(rules_of.of(result.scenario), result.scenario, until)
            own.warnings[result.scenario.name] = doubtful
        return own


def reporter(base: KnowledgeBase | None, rules_of: library.RulesLoader) -> Callable[[Scenario], ScenarioResult]:
    """Return a function that checks a scenario under the rules of its game."""
    sections = sections_of(base)
    return lambda scenario: checked(rules_of.of(scenario), scenario, sections)


def sections_of(base: KnowledgeBase | None) -> Callable[[str], dict[str, Any] | None]:
    """Return a function that looks up a section in a base."""

    def section(name: str) -> dict[str, Any] | None:
        try:
            return lookup.row(base.connection, "sections", name) if base else None
        except KeyError:
            return None

    return section


def row(report: ScenarioResult, warnings: Iterable[Finding] = ()) -> dict[str, Any]:
    """Return the result of a scenario as plain values, with its ``warnings``."""
    scenario = report.scenario
    return {
        **_row(scenario.name, scenario.title, reporting.reason(report), scenario.rulings, scenario.sections),
        "proof": scenario.proof,
        "passed": report.passed,
        "contrast_passed": report.contrast_passed,
        "rules": report.rules,
        "warnings": [str(each) for each in dict.fromkeys(warnings)],
    }


def unread_row(unread: Unread) -> dict[str, Any]:
    """Return the same of a scenario that is not written as it should be, and was not played."""
    return _row(unread.name, unread.title, f"not read: {'; '.join(dict.fromkeys(map(str, unread.findings)))}")


def _row(
    name: str, title: str, reason: str, rulings: Iterable[str] = (), sections: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the fields of every scenario, as of one that has not passed."""
    return {
        "id": name,
        "ruling": next(iter(rulings), None),
        "rulings": list(rulings),
        "sections": list(sections),
        "title": title,
        "proof": "play",
        "passed": False,
        "contrast_passed": False,
        "rules": [],
        "reason": reason,
        "warnings": [],
    }


# -- lines that change nothing


_SCENERY = "take it out, or name it in 'scenery'"


def needless(rules: Rulebook, scenario: Scenario, until: float = float("inf")) -> Iterator[Finding]:
    """Yield a finding for each line without which all is the same. Stops at ``until`` of the clock of processor time.

    A scenario without expectations has no findings.
    """
    if scenario.proof == REFERENCE or scenario.case.asks:
        return
    position = position_table(scenario.case.position)
    scenery = tuple(position.get("scenery", ()))
    for path in leaves(position):
        name = path_text(path)
        if process_time() > until:
            return
        if any(name == each or name.startswith(f"{each}.") or each.startswith(f"{name}.") for each in scenery):
            continue
        # a number may be the largest that makes no difference: two damage markers do not put a base out of action
        altered = [each for each in (without(position, path), one_more(position, path)) if each is not None]
        if all(
            _runs(rules, case, overlaid(position_of(each), case.change)) for each in altered for case in scenario.cases
        ):
            line = _line(scenario, name)
            yield Finding(f"'{name}' changes nothing in {scenario.id}", scenario.file, line, _SCENERY)
    for case in scenario.contrasts:
        change, first = position_table(case.change), scenario.case.position
        for path in leaves(change):
            if process_time() > until:
                return
            others = [without(change, path, keep=0), one_more(change, path)]
            if all(_runs(rules, case, overlaid(first, position_of(each))) for each in others if each is not None):
                what = f"'{path_text(path)}' in the change changes nothing in {scenario.id}"
                yield Finding(what, scenario.file, case.line, "change the one decisive fact only")


def _line(scenario: Scenario, name: str) -> int:
    """Return the line of a part of the position: its own, or that of the part it is in."""
    while name and name not in scenario.lines:
        name = name.rpartition(".")[0]
    return scenario.lines.get(name, scenario.line)


def _runs(rules: Rulebook, case: Case, position: Plain) -> bool:
    """Return whether a case passes from another position, and of one's own file whether the same happens in it."""
    other = run(rules, replace(case, position=position))
    return other.passed and (not case.own or _what_happens(other) == _what_happens(run(rules, case)))


def _what_happens(played: PlayedCase) -> list[str]:
    """Return the trace of a case and the reasons of every refusal."""
    reasons = (reason for act in played.acts for reason in (*act.reasons, *act.leaned_on))
    return [*traces.trace_text(played.rules, played.traces), *traces.reasons(played.rules, reasons)]
