"""Finds the proof of each ruling, and the conclusions from the results of cases.

A ruling is proved by its scenarios, unless one fails or is out of date.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.base import data_files
from kb.base.data_files import Prose, made
from kb.base.errors import Finding
from kb.base.shape import suggest, unknown
from kb.cases.language.scenario import REFERENCE
from kb.cases.reading import library
from kb.corpus.curated import Verdict
from kb.games.board_model import Confidence
from kb.model.corpus import Corpus, Printing, Relation, Ruling, RulingReading, Section
from kb.model.evidence import CitedRule, Claim, Compared, Comparison, Pair, Proof, StoredPrinting, StoredScenario
from kb.pipeline import claims
from kb.store.proofs import NOT_YET, failed_proof, missing_proof


class Shown:
    """The results of scenarios, by ruling. A scenario that fails or is out of date shows nothing of other printings.

    Two facts are known of the rules of another printing: documents say that some rulings hold there (``verdicts``), and
    its rule set has lines of its own.
    """

    def __init__(
        self,
        scenarios: Sequence[StoredScenario],
        claims: Iterable[Claim],
        rules: Iterable[CitedRule],
        verdicts: Mapping[str, Verdict],
    ) -> None:
        self._all: dict[str, list[StoredScenario]] = {}
        self._sound: dict[str, list[StoredScenario]] = {}
        #: the rules, by id, that each ruling's scenarios and those of its claims cite
        self._cited: dict[str, dict[str, None]] = {}
        known: dict[str, StoredScenario] = {}
        for each in scenarios:
            for ruling in each.rulings:
                self._all.setdefault(ruling, []).append(each)
            for ruling in () if each.suspect or not each.all_passed else each.rulings:
                self._sound.setdefault(ruling, []).append(each)
                self._cited.setdefault(ruling, {}).update(_rules(each))
            if each.all_passed and not each.suspect:
                known[each.name] = each
        for claim in claims:
            if scenario := known.get(claim.scenario):
                cited = {f"{scenario.ruleset}/{claim.rule}": None} if claim.rule else _rules(scenario)
                self._cited.setdefault(claim.ruling, {}).update(cited)
        self._rules = {rule.id: rule for rule in rules}
        self._same = {
            (id, each.printing) for id, own in verdicts.items() for each in own.printings if each.holds == "same"
        }

    def proof(self, ruling: str, reason: str) -> Proof:
        """Return the proof of a ruling: without scenarios ``none``, for the ``reason`` given; ``none`` also if one
        fails or is out of date; ``reference`` if all its scenarios are references, else ``play``."""
        scenarios = self._all.get(ruling, ())
        if not scenarios:
            return Proof("none", reason)
        failed = [each.id for each in scenarios if not each.all_passed]
        if failed:
            return Proof("none", f"the engine disagrees: {', '.join(failed)}")
        suspect = [each.id for each in scenarios if each.suspect]
        if suspect:
            return Proof("none", f"its words have changed since {', '.join(suspect)} was written")
        return Proof("reference" if all(each.proof == REFERENCE for each in scenarios) else "play")

    def printing(self, ruling: str, printing: Printing) -> Printing:
        """Return a printing of a ruling as the data states it. If that leaves open whether the ruling holds there, its
        cases decide: it differs if one of them has another result. Without cases there, it stays unknown, on the basis
        ``none``."""
        if printing.holds != "unknown":
            return printing
        cases = self._sound.get(ruling, ())
        results = [(each, there) for each in cases for there in each.printings if there.printing == printing.printing]
        if not results:
            return replace(printing, basis="none")
        otherwise = [(each, there) for each, there in results if there.holds == "differs"]
        known = (any if otherwise else all)(self._is_known(*each) for each in otherwise or results)
        return replace(
            printing,
            holds="differs" if otherwise else "same",
            basis="play" if known else "reading",
            cases=tuple(each.id for each, _ in otherwise),
        )

    def _is_known(self, case: StoredScenario, there: StoredPrinting) -> bool:
        """Return whether rules that are known of a printing decide the result of a case there. If the result is the
        same, all rules that it cites must be known. Else one of the rules that make the difference must be, if any rule
        makes it."""
        if there.holds == "same":
            return all(self._rule(case, there, rule) for rule in case.rules)
        return not there.rules or any(self._rule(case, there, rule) for rule in there.rules)

    def _rule(self, case: StoredScenario, there: StoredPrinting, rule: str) -> bool:
        """Return whether a rule is known of a printing: its rule set leaves the rule out, or has its own verified line
        of it, or the rule cites a ruling that holds there according to documents."""
        first, other = (self._rules.get(f"{ruleset}/{rule}") for ruleset in (case.ruleset, there.ruleset))
        if other is None:
            return True
        written = first is None or replace(first, id=other.id, ruleset=other.ruleset) != other
        known = written and other.confidence != Confidence.UNVERIFIED
        return known or any((cite, there.printing) in self._same for cite in other.cites)

    def readings(self, ruling: str, written: tuple[RulingReading, ...]) -> tuple[RulingReading, ...]:
        """Return the readings that a ruling rests on: the ``written`` ones, then the readings of the rules that its
        cases cite, each with its rules."""
        found: dict[str, list[str]] = {}
        for rule in self._cited.get(ruling, ()):
            for reading in self._rules[rule].readings if rule in self._rules else ():
                found.setdefault(reading, []).append(rule)
        for each in written:
            found.pop(each.reading, None)
        return (*written, *(RulingReading(reading, tuple(rules)) for reading, rules in found.items()))


def _rules(scenario: StoredScenario) -> dict[str, None]:
    """Return the ids of the rules that a scenario cites, in order."""
    return dict.fromkeys(f"{scenario.ruleset}/{rule}" for rule in scenario.rules)


def wrong_comparisons(comparisons: Iterable[Comparison], scenarios: Sequence[StoredScenario]) -> list[Finding]:
    """Return a finding for each pair of games whose case is unknown, is not about the topic, is not played in both
    games, or has another result than the pair states. A case that fails is not compared: it has a finding of its
    own."""
    known = {each.id: each for each in scenarios}
    return [
        Finding(what, topic.file, pair.line, hint)
        for topic in comparisons
        for pair in topic.pairs
        if pair.case
        for what, hint in _wrong_pair(topic, pair, known)
    ]


def _wrong_pair(topic: Comparison, pair: Pair, known: Mapping[str, StoredScenario]) -> Iterator[tuple[str, str]]:
    """Yield a message and a hint for each error in the case of a pair of games. ``known`` has the scenarios by id."""
    case = known.get(pair.case)
    if case is None:
        yield f"unknown case '{pair.case}'", suggest(pair.case, known) or "name it as game/id"
        return
    own = {ruling for stance in topic.stances for ruling in stance.rulings}
    if case.rulings and own.isdisjoint(case.rulings):
        yield f"{pair.case} does not prove a ruling of the topic", "name a scenario of one of the topic's rulings"
    if not case.cases:
        return  # it is read and not played
    there = {game: _there(case, game) for game in pair.games if game != case.game}
    missing = [game for game, found in there.items() if found is None]
    if missing:
        yield f"{pair.case} is not played in {' and '.join(missing)}", "play it there under 'elsewhere'"
    if missing or not case.all_passed:
        return
    results = ["" if each.impossible else each.holds for each in there.values() if each]
    if "" in results or results == ["differs", "differs"]:
        hint = "name a scenario of one of the two games"
        yield f"{pair.case} has another result in both games than in {case.game}", hint
    elif (shown := Compared.DIFFERENT if "differs" in results else Compared.SAME) is not pair.comparison:
        yield f"{pair.case} has {shown} results in {' and '.join(pair.games)}", f"write {shown}, or another case"


def _there(case: StoredScenario, game: str) -> StoredPrinting | None:
    """Return the result of a case in another game; None if it is not played there."""
    return next((each for each in case.printings if each.game == game and not each.printing), None)


def with_readings(
    comparisons: Iterable[Comparison], scenarios: Iterable[StoredScenario], rules: Iterable[CitedRule]
) -> tuple[Comparison, ...]:
    """Return the comparisons. A pair gets ``by_reading`` and its ``readings`` if only our readings, or rules that are
    not verified, decide its case in one of the games."""
    cases, known = {each.id: each for each in scenarios}, {each.id: each for each in rules}

    def marked(pair: Pair) -> Pair:
        """Return a pair with ``by_reading`` and ``readings`` set; unchanged if it lacks a case."""
        case = cases.get(pair.case)
        if case is None:
            return pair
        sides = [case if game == case.game else _there(case, game) for game in pair.games]
        there = [each for each in sides if each is not None]
        decisive = dict.fromkeys(reading for side in there for reading in side.readings)
        weak = _weak_rules(case, there, known, pair.comparison is Compared.DIFFERENT)
        found = tuple(dict.fromkeys((*decisive, *(reading for rule in weak for reading in rule.readings))))
        return replace(pair, by_reading=bool(decisive or weak), readings=found)

    return tuple(replace(topic, pairs=tuple(map(marked, topic.pairs))) for topic in comparisons)


def _weak_rules(
    case: StoredScenario,
    sides: Sequence[StoredScenario | StoredPrinting],
    rules: Mapping[str, CitedRule],
    differ: bool,
) -> list[CitedRule]:
    """Return the weak rules (:func:`_is_weak`) that decide a case in two games, whose results are ``sides``.

    If the results ``differ``, return the weak ones of the rules that make the difference, if each of these is weak in
    one of the games; else an empty list. If the results are equal, return the rules that the case cites in each game
    that has all of them, and in which all are weak.
    """
    if differ:
        lines = {line for side in sides if isinstance(side, StoredPrinting) for line in side.rules}
        found = [[rule for side in sides if (rule := rules.get(f"{side.ruleset}/{line}"))] for line in sorted(lines)]
        weak = [rule for each in found for rule in each if _is_weak(rule)]
        return weak if all(any(map(_is_weak, each)) for each in found) else []
    cited = ([rules.get(f"{side.ruleset}/{rule}") for rule in case.rules] for side in sides)
    return [rule for each in cited if all(rule and _is_weak(rule) for rule in each) for rule in each if rule]


def _is_weak(rule: CitedRule) -> bool:
    """Return whether we are the only source of a rule: no document states it, it cites no ruling, and it is
    unverified or rests on a reading."""
    if rule.confidence == Confidence.STATED or any("/" not in cite for cite in rule.cites):
        return False
    return rule.confidence == Confidence.UNVERIFIED or bool(rule.readings)


_UNPROVED = "unproved.yaml"


@dataclass(frozen=True)
class Unproved:
    """A ruling that nothing can prove, with the reason."""

    ruling: str
    reason: Prose
    line: int = made(default=0)


def unproved(data: str) -> dict[str, Unproved]:
    """Return the entries of ``data/unproved.yaml`` by ruling; empty without the file. Raises :class:`BadInput`."""
    if not os.path.exists(os.path.join(data, _UNPROVED)):
        return {}
    rows = data_files.read(data, _UNPROVED, {"unproved": tuple[Unproved, ...]}, "register of unproved rulings")
    return {each.ruling: each for each in rows["unproved"]}


def wrong_scenarios(
    scenarios: Sequence[StoredScenario],
    unproved: Mapping[str, Unproved],
    known: Collection[str],
    sections: Iterable[Section],
) -> list[Finding]:
    """Return a finding for each scenario of an unknown ruling or section, and each wrong line of the unproved rulings;
    ``known`` are the ids of rulings."""
    findings = library.unknown_references(scenarios, set(known), [section.id for section in sections])
    proved = {ruling: each for each in scenarios for ruling in each.rulings}
    name = f"data/{_UNPROVED}"
    for ruling, each in unproved.items():
        findings += unknown([ruling], known, "ruling", name, each.line)
        if ruling in proved:
            what = f"{ruling} is proved by the scenario {proved[ruling].name}"
            findings.append(Finding(what, name, each.line, "remove the ruling from this file"))
    return findings


def lacking(corpus: Corpus) -> tuple[Finding, ...]:
    """Return a finding for each scenario that failed or is out of date, and each ruling that lacks scenarios or claims.

    Drafts, rulings of a game without rules, and rulings that nothing can prove need no scenario. Claims are needed only
    if another ruling of the game has some.
    """
    games = {ruling.id: ruling.game for ruling in corpus.rulings if not ruling.draft}
    unsound = (
        failed_proof(each.id, each.all_passed, each.file, each.line)
        for each in corpus.scenarios
        if each.suspect or not each.all_passed
    )
    unproved = (missing_proof(ruling.id) for ruling in corpus.rulings if ruling.proof.reason == NOT_YET)
    return (*unsound, *unproved, *claims.missing(corpus.claims, games))


def resting_on_drafts(
    rulings: Iterable[Ruling],
    relations: Iterable[Relation],
    rules: Iterable[CitedRule],
    scenarios: Iterable[StoredScenario],
) -> list[Finding]:
    """Return a finding for each draft that a proof rests on: the draft has a case, a rule of the engine cites it, or a
    ruling with a case rests on it."""
    drafts = {ruling.id: ruling for ruling in rulings if ruling.draft}
    proved = {ruling: each.id for each in scenarios for ruling in each.rulings}
    resting = (each for each in relations if each.kind == "rests-on" and each.ruling in proved)
    because = {
        **{each.other: f"{each.ruling} rests on it" for each in resting},
        **{cite: f"the rule {rule.id} rests on it" for rule in rules for cite in rule.cites},
        **{ruling: f"{case} proves it" for ruling, case in proved.items()},
    }
    return [
        Finding(
            f"{key} is a draft, and {because[key]}",
            f"data/verdicts/{ruling.game}.yaml",
            0,
            f"write its {' and '.join(ruling.draft)}",
        )
        for key, ruling in drafts.items()
        if key in because
    ]
