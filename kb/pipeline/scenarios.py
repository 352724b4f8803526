"""Reads and plays the scenarios, in their own game and in other printings and games, and describes the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.corpus import claims
from kb.engine.core.rulebook import Rulebook
from kb.errors import Collector, Finding, raise_if
from kb.games.board_model import Board
from kb.games.rulesets import RuleSet
from kb.model import Section
from kb.pipeline.causes import Causes
from kb.pipeline.rulebooks import Books
from kb.pipeline.sources import Sources
from kb.proof import Claim, StoredPrinting, StoredScenario
from kb.scenarios.analysis.claims import Trials
from kb.scenarios.analysis.crossing import in_other_game, unknown
from kb.scenarios.analysis.printings import in_other_printing
from kb.scenarios.analysis.readings import decisive
from kb.scenarios.analysis.renaming import Names
from kb.scenarios.expectations.key import Sections
from kb.scenarios.expectations.naming import names
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.language.scenario import REFERENCE, Scenario
from kb.scenarios.play.run import ScenarioResult, check
from kb.scenarios.reading import library
from kb.scenarios.telling.picturing import stored_cases
from kb.scenarios.telling.stories import story


@dataclass(frozen=True)
class Played:
    """Scenarios with their results (``scenarios``), and as JSON to be stored beside the base (``parsed``).

    ``findings`` are about scenarios that could not be played, where others are played all the same.
    """

    scenarios: tuple[StoredScenario, ...]
    parsed: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


def play(
    data: str,
    books: Books,
    sections: Iterable[Section],
    rulesets: Iterable[RuleSet],
    games: Iterable[str],
    boards: Sequence[Board] = (),
) -> Played:
    """Read, play and tell every scenario of some games; ``boards`` have the names for sentences about differences.

    Raises :class:`BadInput` with every finding about how they are written.
    """
    written, findings = _written(data, books, games)
    raise_if(findings)
    return _played(data, written, books, sections, rulesets, boards)


def play_sound(sources: Sources, data: str, games: Iterable[str]) -> Played:
    """The scenarios of some games that can be played, and in ``findings`` what is wrong with the others."""
    written, findings = _written(data, sources.books, games)
    played = _played(data, written, sources.books, sources.catalogues.sections, sources.rulesets, sources.boards)
    return replace(played, findings=tuple(findings))


def _written(data: str, books: Books, games: Iterable[str]) -> tuple[list[Scenario], list[Finding]]:
    """The scenarios that can be played, and everything that keeps others from being played."""
    findings: list[Finding] = []
    known: list[Scenario] = []
    for game in games:
        sound, others = library.load_sound(data, game, books)
        known += sound
        findings += others
    playable = []
    for each in known:
        own = library.unknown_games([each], books)
        own = own or _unknown_names([each], books)
        findings += own
        if not own:
            playable.append(each)
    return playable, findings


def _played(
    data: str,
    known: Sequence[Scenario],
    books: Books,
    sections: Iterable[Section],
    rulesets: Iterable[RuleSet],
    boards: Sequence[Board],
) -> Played:
    rows = ({"id": s.id, "title": s.title, "pages": s.pages, "parent": s.parent} for s in sections)
    look_up = library.sections_of(rows)
    others = OtherRules(books, _printings(rulesets), look_up, Causes(boards))
    trials = Trials(lambda each: books(each.game, each.board, each.ruleset))
    carried: dict[str, list[Claim]] = {}
    for claim in claims.of_cases(data):
        carried.setdefault(claim.scenario, []).append(claim)
    stored = tuple(_stored(each, others, trials, carried.get(each.name, ())) for each in known)
    return Played(stored, tuple(map(library.as_json, known)))


def play_scenarios(sources: Sources, data: str, games: Iterable[str] = ()) -> Played:
    """Stage 5, beside the links: the scenarios of some games, by default of all. Raises :class:`BadInput`."""
    wanted = games or library.sizes(data)
    return play(data, sources.books, sources.catalogues.sections, sources.rulesets, wanted, sources.boards)


def joined(parts: Iterable[Callable[[], Played]]) -> Played:
    """The results of several parts, in the order of the scenarios' files.

    Raises :class:`BadInput` with the findings of all parts.
    """
    collect = Collector()
    found = [collect(part) for part in parts]
    collect.close()
    pairs = [pair for each in found if each for pair in zip(each.scenarios, each.parsed, strict=True)]
    pairs.sort(key=lambda pair: pair[0].game)
    findings = tuple(finding for each in found if each for finding in each.findings)
    return Played(tuple(stored for stored, _ in pairs), tuple(parsed for _, parsed in pairs), findings)


def _unknown_names(scenarios: Iterable[Scenario], books: Books) -> list[Finding]:
    """A finding for each name with which a scenario cannot be played in another game."""
    return [
        finding
        for each in scenarios
        for crossing in each.elsewhere
        for finding in unknown(
            each, books(each.game, each.board, each.ruleset), books(crossing.game, crossing.board, ""), crossing
        )
    ]


Printings = Mapping[tuple[str, str], Sequence[RuleSet]]


def _printings(rulesets: Iterable[RuleSet]) -> Printings:
    """The rule sets that are other printings of one, by its game and id."""
    found: dict[tuple[str, str], list[RuleSet]] = {}
    for each in rulesets:
        if each.like:
            found.setdefault((each.game, each.like), []).append(each)
    return found


@dataclass(frozen=True)
class OtherRules:
    """The rules that scenarios are played by besides their own."""

    books: Books
    printings: Printings
    look_up: Sections
    causes: Causes

    def results(self, report: ScenarioResult, own: Rulebook) -> Iterator[StoredPrinting]:
        """The scenario in other games, and under the rules of the other printings, each on its board in that place."""
        scenario = report.scenario
        for crossing in scenario.elsewhere:
            target = self.books(crossing.game, crossing.board, "")
            found = in_other_game(report, own, target, crossing, self.look_up)
            readings = decisive(report, target, crossing.names, found.holds, self.look_up)
            yield replace(self._told(found, own, target, crossing.names), readings=readings)
        for each in self.printings.get((scenario.game, own.ruleset.id), ()):
            board = each.boards[own.ruleset.boards.index(own.board.id)]
            target = self.books(scenario.game, board, each.id)
            yield self._told(in_other_printing(report, own, target, self.look_up), own, target, {})

    def _told(self, found: StoredPrinting, own: Rulebook, target: Rulebook, names: Names) -> StoredPrinting:
        return replace(found, made_by=self.causes.told(found.rules, own, target, names))


def unplayed(sources: Sources, data: str) -> Played:
    """The scenarios that are written as they should be, as if all held, without stories and results."""
    sound, findings = library.load_sound(data, "", sources.books)
    return Played(tuple(map(_unplayed, sound)), (), tuple(findings))


def _unplayed(scenario: Scenario) -> StoredScenario:
    return StoredScenario(
        id=scenario.name,
        game=scenario.game,
        ruleset=scenario.ruleset,
        title=scenario.title,
        proof=scenario.proof,
        story=(),
        rulings=scenario.rulings,
        sections=scenario.sections,
        rules=scenario.rules,
        passed=True,
        contrast_passed=True,
        fingerprints=scenario.fingerprints,
        file=scenario.file,
        line=scenario.line,
        expectations=tuple(names(scenario)),
    )


def _stored(scenario: Scenario, others: OtherRules, trials: Trials, carried: Sequence[Claim]) -> StoredScenario:
    """A scenario, played; ``carried`` are the claims that name it."""
    rules = others.books(scenario.game, scenario.board, scenario.ruleset)
    report = check(rules, scenario, others.look_up)
    return replace(
        _unplayed(scenario),
        story=tuple(story(scenario, rules)),
        passed=report.passed,
        contrast_passed=report.contrast_passed,
        cases=tuple(stored_cases(report, rules)),
        printings=tuple(others.results(report, rules)),
        shows=_shows(report, trials, carried),
        readings=decisive(report, rules, {}, "same", others.look_up) if scenario.elsewhere else (),
    )


def _shows(report: ScenarioResult, trials: Trials, carried: Sequence[Claim]) -> dict[tuple[str, str, str, str], str]:
    """By what a scenario shows each of some claims that it carries, without those that name what it does not expect;
    nothing where it is not played or fails."""
    if report.scenario.proof == REFERENCE or not report.all_passed:
        return {}
    known = names(report.scenario)
    by_carrier = {
        each.carrier: each for each in carried if {each.expectation, each.limit or each.expectation} <= known.keys()
    }
    played = [each for each in report.cases if isinstance(each, PlayedCase)]
    own = trials.of_scenario(report.scenario, played)
    return {carrier: own.of(claim).noticed.name.lower() for carrier, claim in by_carrier.items()}
