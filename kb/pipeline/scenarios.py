"""Reads and plays the scenarios, in their own game and in other printings and games, and describes the results:
also, in words, the causes of other results under other rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from kb.base import paths, yamlfile
from kb.base.background import in_background
from kb.base.errors import Collector, Finding
from kb.base.packing import packed, unpacked
from kb.cases.analysis.elsewhere import decisive, in_other_game, in_other_printing, unknown
from kb.cases.analysis.mutants import Trials
from kb.cases.expectations.key import names
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import REFERENCE, Scenario
from kb.cases.play.playing import ScenarioResult, check
from kb.cases.reading import library
from kb.engine.core.rulebook import Rulebook
from kb.games.rulesets import printings_of
from kb.model.evidence import Claim, StoredPrinting, StoredScenario
from kb.pipeline import claims, kept
from kb.pipeline.kept import digest_of, program
from kb.pipeline.sources import Sources
from kb.text.cases import stored_cases
from kb.text.rules import Causes
from kb.text.stories import story


@dataclass(frozen=True)
class Played:
    """Scenarios with their results. ``findings`` are about scenarios that could not be played."""

    scenarios: tuple[StoredScenario, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class _File:
    """A file of scenarios: its name in messages, its text, and the key of its results."""

    name: str
    text: str
    key: str


def play(sources: Sources, data: str, built: str = "", fresh: bool = False) -> Played:
    """Return the results of every scenario, in the order of their files.

    The results of a file as it is, under the rules as they are, are taken from the results kept beside the builds in
    ``built``, unless they shall be ``fresh``. Other files are played in two other processes, and their results kept. An
    invalid scenario is left out, with findings.
    """
    basis = _Basis(sources, claims.of_cases(sources.claims))
    unreadable = Collector()
    files = [each for path, name in library.files(data) if (each := unreadable(basis.file, path, name))]
    before = {} if fresh or not built else kept.load(built)
    known = {each.name: before[each.key] for each in files if each.key in before}
    missing = sorted((each for each in files if each.name not in known), key=lambda each: -len(each.text))
    findings, wrong = list(unreadable.findings), set[str]()
    groups = [group for group in (missing[::2], missing[1::2]) if group]
    with in_background(*(partial(basis.play, group) for group in groups)) as wait:
        for name, text, bad in chain.from_iterable(wait()):
            known[name] = text
            findings += bad
            wrong |= {name} if bad else set()
    if missing and built:
        kept.save(built, {each.key: known[each.name] for each in files if each.name not in wrong})
    found = [json.loads(known[each.name]) for each in files]
    stored = tuple(each for own in found for each in _results(own))
    return Played(stored, (*findings, *library.doubled(stored)))


class _Basis:
    """The rules, boards and claims by which scenarios are played. ``carried`` are the claims that scenarios prove.

    The result of a file is a text: JSON with the ``scenarios`` packed.
    """

    def __init__(self, sources: Sources, carried: Iterable[Claim]) -> None:
        self._books, self._rulesets = sources.books, sources.rulesets
        #: the claims that each scenario carries, by its name and their carrier
        self._carried: dict[str, dict[str, Claim]] = {}
        for claim in carried:
            self._carried.setdefault(claim.scenario, {})[claim.carrier] = claim
        #: the rules of each game, and the fields of its sections that cases look up, as texts
        self._given = dict(sources.packed)
        rows = []
        for section in sources.catalogues.sections:
            rows.append({key: getattr(section, key) for key in ("id", "title", "pages", "parent")})
            self._given[section.game] = f"{self._given.get(section.game, '')}{rows[-1]}"
        self._look_up, self._causes = library.sections_of(rows), Causes(sources.boards)
        self._all_given, self._program = digest_of(*self._given.values()), program()

    def file(self, path: str, name: str) -> _File:
        """Return a file of scenarios, with a key of all that affects its result. Raises :class:`BadInput`."""
        text, game = yamlfile.text_in(path, name), library.game_of(name)
        given = self._all_given if "elsewhere" in text else self._given.get(game, "")
        carried = [(each, sorted(claims)) for each, claims in self._carried.items() if each.startswith(f"{game}/")]
        return _File(name, text, digest_of(self._program, name, text, given, repr(sorted(carried))))

    def play(self, files: Iterable[_File]) -> list[tuple[str, str, list[Finding]]]:
        """Read, play and describe the scenarios of some files: the name of each, its result, and findings."""
        return [(each.name, *self._played(each)) for each in files]

    def _played(self, file: _File) -> tuple[str, list[Finding]]:
        """Play the valid scenarios of a file; return its result as a text, and findings about the others."""
        written, findings = library.sound_in(file.text, file.name, self._books)
        playable = []
        for each in written:
            own = library.unknown_games([each], self._books) or self._unknown_names(each)
            findings += own
            playable += [] if own else [each]
        plain = {"scenarios": packed(list(map(self._stored, playable)))}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")), findings

    def _unknown_names(self, scenario: Scenario) -> list[Finding]:
        """Return a finding for each name with which a scenario cannot be played in another game."""
        own = self._books(scenario.game, scenario.board, scenario.ruleset)
        return [
            finding
            for crossing in scenario.elsewhere
            for finding in unknown(scenario, own, self._books(crossing.game, crossing.board, ""), crossing)
        ]

    def _stored(self, scenario: Scenario) -> StoredScenario:
        """Play a scenario, and return it with its results as the base stores it."""
        rules = self._books(scenario.game, scenario.board, scenario.ruleset)
        report = check(rules, scenario, self._look_up)
        return replace(
            _unplayed(scenario),
            story=tuple(story(scenario, rules)),
            passed=report.passed,
            contrast_passed=report.contrast_passed,
            cases=tuple(stored_cases(report, rules)),
            printings=tuple(self._elsewhere(report, rules)),
            shows=self._shows(report, rules),
            readings=decisive(report, rules, {}, "same", self._look_up) if scenario.elsewhere else (),
        )

    def _elsewhere(self, report: ScenarioResult, own: Rulebook) -> Iterator[StoredPrinting]:
        """Yield the results of a scenario in other games, then under the rules of each other printing."""
        scenario = report.scenario
        for crossing in scenario.elsewhere:
            target, names = self._books(crossing.game, crossing.board, ""), crossing.names
            found = in_other_game(report, target, crossing, self._look_up)
            readings = decisive(report, target, names, found.holds, self._look_up)
            yield replace(found, made_by=self._causes.told(found.rules, own, target, names), readings=readings)
        for board, ruleset in printings_of(own.ruleset, own.board.id, self._rulesets):
            target = self._books(scenario.game, board, ruleset)
            found = in_other_printing(report, own, target, self._look_up)
            yield replace(found, made_by=self._causes.told(found.rules, own, target, {}))

    def _shows(self, report: ScenarioResult, rules: Rulebook) -> dict[str, str]:
        """Return for each claim of a scenario, by the claim's key, the name of the change of the rules that its
        expectation noticed. Claims on expectations that the scenario lacks are left out. The result is empty if the
        scenario is a reference or fails."""
        if report.scenario.proof == REFERENCE or not report.all_passed:
            return {}
        known = names(report.scenario)
        played = [each for each in report.cases if isinstance(each, PlayedCase)]
        own = Trials(report.scenario, rules, played)
        return {
            at: own.of(each).noticed.name.lower()
            for at, each in self._carried.get(report.scenario.name, {}).items()
            if {each.expectation, each.limit or each.expectation} <= known.keys()
        }


def unplayed(sources: Sources, data: str) -> Played:
    """Return the valid scenarios of the folder ``data`` without playing them: those of a file with a kept result with
    it, the others as if they held, without stories and results."""
    basis, before = _Basis(sources, claims.of_cases(sources.claims)), kept.load(paths.built())
    collect = Collector()
    found: list[StoredScenario] = []
    for path, name in library.files(data):
        file = collect(basis.file, path, name)
        if file and file.key in before:
            found += _results(json.loads(before[file.key]))
        elif file:
            sound, findings = library.sound_in(file.text, name, sources.books)
            found += map(_unplayed, sound)
            collect.add(findings)
    return Played(tuple(found), (*collect.findings, *library.doubled(found)))


def _results(plain: Mapping[str, Iterable[object]]) -> Iterator[StoredScenario]:
    """Return the scenarios of a kept result; ``plain`` is its parsed JSON."""
    return (unpacked(StoredScenario, each) for each in plain["scenarios"])


def _unplayed(scenario: Scenario) -> StoredScenario:
    """Return a scenario as the base stores it, as if it had passed, without a story and results."""
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
