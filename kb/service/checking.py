"""Plays a user's scenarios and returns their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kb.base import background, paths, yamlfile
from kb.base.errors import Finding, NotPlayed, raise_if
from kb.base.written import from_plain, with_default
from kb.cases.play.playing import ScenarioResult, within
from kb.cases.play.playing import check as checked
from kb.cases.reading import library
from kb.cases.reading.scenario_files import Unread, read_sound
from kb.games import packed
from kb.store import lookup
from kb.store.scenarios import games_with_rules
from kb.text import cases as reporting

if TYPE_CHECKING:
    from kb.cases.language.scenario import Scenario
    from kb.knowledge import KnowledgeBase
    from kb.model.replies import CheckedScenario

#: the name of a text without a file in messages
NAME = "what is checked"
#: seconds of processor time that a program's file may take
LONGEST = 5.0


class OwnFile(NamedTuple):
    """The content of a user's file: results of the valid scenarios, the invalid scenarios, and the findings."""

    reports: list[ScenarioResult]
    unread: list[Unread]
    findings: tuple[Finding, ...]


def rule_books(base: KnowledgeBase | None) -> library.RulesLoader:
    """Return the rule books of the data, from the packed file of the build if the data have not changed since. Raises
    :class:`DamagedBuild` if the file differs from the one that was built."""
    build = base.build if base else None
    if build is None or packed.NAME not in build.files:
        return library.RulesLoader(paths.data())
    return library.quickest(paths.data(), packed.held(build.path(packed.NAME), build.read(packed.NAME)))


def raise_if_not_played(base: KnowledgeBase, game: str) -> None:
    """Raise :class:`NotPlayed` for a game of the database without rules."""
    if game not in games_with_rules(base.connection):
        raise NotPlayed(base.short_titles[game])


def check(
    base: KnowledgeBase | None,
    written: str | Mapping[str, object],
    game: str = "",
    *,
    rules_of: library.RulesLoader | None = None,
) -> list[CheckedScenario]:
    """Return the results of the scenarios of a file. ``written`` is the file as YAML or JSON text, or as plain values
    (docs/scenarios.md). With a ``game``, a file of another game has an empty result.

    Raises :class:`BadInput` with all findings if the file is invalid, or if it takes longer than :data:`LONGEST` (in
    the main thread; in others time is not limited: see :mod:`kb.service.engine_process`).
    """
    books = rules_of or rule_books(base)
    with background.gc_paused():
        own = check_file(written, NAME, base, books, base.game_named(game) if base and game else game)
    raise_if(dict.fromkeys((*own.findings, *(each for report in own.reports for each in report.findings))))
    return list(map(row, own.reports))


def check_file(
    written: str | Mapping[str, object],
    name: str,
    base: KnowledgeBase | None,
    rules_of: library.RulesLoader,
    game: str = "",
    seconds: float = LONGEST,
) -> OwnFile:
    """Return the results of the valid part of a user's file. ``written`` is its text or its plain values, ``name`` its
    name in messages.

    The results are empty for a file of another game than ``game``. Raises :class:`BadInput` if an error concerns the
    whole file, or if it takes longer than ``seconds``.
    """
    report = reporter(base, rules_of)
    with within(seconds, name):
        root = yamlfile.parse(written, name) if isinstance(written, str) else from_plain(written)
        read = read_sound(with_default(root, "game", game), name, rules_of, own=True)
        if game not in ("", read.game):
            return OwnFile([], [], read.findings)
        return OwnFile(list(map(report, read.scenarios)), list(read.unread), read.findings)


def reporter(base: KnowledgeBase | None, rules_of: library.RulesLoader) -> Callable[[Scenario], ScenarioResult]:
    """Return a function that checks a scenario under the rules of its game."""
    sections = sections_of(base)
    return lambda scenario: checked(rules_of.of(scenario), scenario, sections)


def sections_of(base: KnowledgeBase | None) -> Callable[[str], Mapping[str, str] | None]:
    """Return a function that returns the row of a section of ``base`` by its id. The function returns None for an
    unknown id, or if ``base`` is None."""

    def section(name: str) -> Mapping[str, str] | None:
        """Return the row of a section of the base by its id; None if it, or the base, is missing."""
        try:
            return dict(lookup.row(base.connection, "sections", name)) if base else None
        except KeyError:
            return None

    return section


def row(report: ScenarioResult) -> CheckedScenario:
    """Return the result of a scenario as plain values."""
    scenario = report.scenario
    return {
        **_row(scenario.name, scenario.title, reporting.reason(report), scenario.rulings, scenario.sections),
        "proof": scenario.proof,
        "passed": report.passed,
        "contrast_passed": report.contrast_passed,
        "rules": report.rules,
        "warnings": list(map(str, report.warnings)),
    }


def unread_row(unread: Unread) -> CheckedScenario:
    """Return the row of an invalid scenario, which was not played."""
    return _row(unread.name, unread.title, f"not read: {'; '.join(dict.fromkeys(map(str, unread.findings)))}")


def _row(
    name: str, title: str, reason: str, rulings: Iterable[str] = (), sections: Iterable[str] = ()
) -> CheckedScenario:
    """Return the fields of a scenario that has not passed. ``name`` is its id, ``reason`` why it has not passed."""
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
