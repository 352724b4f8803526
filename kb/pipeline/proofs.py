"""Stage 5, its end: what proves each ruling, and what follows from how cases are played.

A ruling is proved by its scenarios, unless one fails or is out of date.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.base import data_files
from kb.base.data_files import Prose, made
from kb.base.errors import Finding
from kb.base.model import Corpus, Printing, Relation, Ruling, RulingReading, Section
from kb.base.shape import suggest, unknown
from kb.base.values import CitedRule, Claim, Compared, Comparison, Pair, Proof, StoredPrinting, StoredScenario
from kb.cases.language.scenario import REFERENCE
from kb.cases.reading import library
from kb.corpus.curated import Verdict
from kb.games.board_model import Confidence
from kb.pipeline import claims
from kb.store.proofs import NOT_YET, failed_proof, missing_proof


def _by_ruling(scenarios: Iterable[StoredScenario]) -> dict[str, list[StoredScenario]]:
    found: dict[str, list[StoredScenario]] = {}
    for scenario in scenarios:
        for ruling in scenario.rulings:
            found.setdefault(ruling, []).append(scenario)
    return found


class Shown:
    """What scenarios show of rulings. A scenario that fails or is out of date shows nothing of other printings.

    Of the rules of another printing this is known: documents say that some rulings hold there (``verdicts``), and its
    rule set has lines of its own.
    """

    def __init__(
        self,
        scenarios: Sequence[StoredScenario],
        claims: Iterable[Claim],
        rules: Iterable[CitedRule],
        verdicts: Mapping[str, Verdict],
    ) -> None:
        sound = [each for each in scenarios if each.all_passed and not each.suspect]
        self._all, self._sound = _by_ruling(scenarios), _by_ruling(sound)
        self._rules = {rule.id: rule for rule in rules}
        self._cited = _rules_of_rulings(self._sound, {each.name: each for each in sound}, claims)
        self._same = {
            (id, each.printing) for id, own in verdicts.items() for each in own.printings if each.holds == "same"
        }

    def proof(self, ruling: str, reason: str) -> Proof:
        """Return what proves a ruling: play before reference, or ``none`` where a scenario fails or is out of date;
        without scenarios for a ``reason``."""
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
        """Return what is known of a ruling in another printing; where nothing is written, whether its cases come out
        the same there."""
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
        """Return whether rules that are known of a printing decide the result of a case there: all rules that it cites
        where the result is the same, or one of those that make the difference."""
        if there.holds == "same":
            return all(self._rule(case, there, rule) for rule in case.rules)
        return not there.rules or any(self._rule(case, there, rule) for rule in there.rules)

    def _rule(self, case: StoredScenario, there: StoredPrinting, rule: str) -> bool:
        """Return whether a rule is known of a printing: it is left out there or written for it and not unverified, or
        cites a ruling of which documents say that it holds there."""
        first, other = (self._rules.get(f"{ruleset}/{rule}") for ruleset in (case.ruleset, there.ruleset))
        if other is None:
            return True
        written = first is None or replace(first, id=other.id, ruleset=other.ruleset) != other
        known = written and other.confidence != Confidence.UNVERIFIED
        return known or any((cite, there.printing) in self._same for cite in other.cites)

    def readings(self, ruling: str, written: tuple[RulingReading, ...]) -> tuple[RulingReading, ...]:
        """Return the readings that a ruling rests on: those that are ``written``, then those that the rules cited by
        its cases rest on, each with these rules."""
        found: dict[str, list[str]] = {}
        for rule in self._cited.get(ruling, ()):
            for reading in self._rules[rule].readings if rule in self._rules else ():
                found.setdefault(reading, []).append(rule)
        known = {each.reading for each in written}
        return (
            *written,
            *(RulingReading(reading, tuple(rules)) for reading, rules in found.items() if reading not in known),
        )


def _rules_of_rulings(
    own: Mapping[str, Iterable[StoredScenario]], known: Mapping[str, StoredScenario], claims: Iterable[Claim]
) -> dict[str, dict[str, None]]:
    """Return the rules, by id, that each ruling's scenarios and those of its claims cite."""
    cited: dict[str, dict[str, None]] = {}
    for ruling, scenarios in own.items():
        for scenario in scenarios:
            cited.setdefault(ruling, {}).update(_rules(scenario))
    for claim in claims:
        if claim.scenario in known:
            scenario = known[claim.scenario]
            rules = {f"{scenario.ruleset}/{claim.rule}": None} if claim.rule else _rules(scenario)
            cited.setdefault(claim.ruling, {}).update(rules)
    return cited


def _rules(scenario: StoredScenario) -> dict[str, None]:
    return dict.fromkeys(f"{scenario.ruleset}/{rule}" for rule in scenario.rules)


def wrong_comparisons(comparisons: Iterable[Comparison], scenarios: Sequence[StoredScenario]) -> list[Finding]:
    """Return a finding for each pair of games whose case there is not, that is about something else, that is not played
    in both games, or that comes out otherwise than the pair says.

    A case that fails has a finding of its own, and shows nothing.
    """
    known = {each.id: each for each in scenarios}
    return [
        Finding(what, topic.file, pair.line, hint)
        for topic in comparisons
        for pair in topic.pairs
        if pair.case
        for what, hint in _wrong_pair(topic, pair, known)
    ]


def _wrong_pair(topic: Comparison, pair: Pair, known: Mapping[str, StoredScenario]) -> Iterator[tuple[str, str]]:
    case = known.get(pair.case)
    if case is None:
        yield f"there is no case '{pair.case}'", suggest(pair.case, known) or "name it as game/id"
        return
    own = {ruling for stance in topic.stances for ruling in stance.rulings}
    if case.rulings and own.isdisjoint(case.rulings):
        yield f"{pair.case} is of no ruling of the topic", "name a case that is on the question"
    if not case.cases:
        return  # it is read and not played
    results = [result_in(case, game) for game in pair.games]
    missing = [game for game, result in zip(pair.games, results, strict=True) if result is None]
    if missing:
        yield f"{pair.case} is not played in {' and '.join(missing)}", "play it there under 'elsewhere'"
        return
    shown = compared(case, pair.games)
    if not case.all_passed:
        return
    if shown is None:
        yield f"{pair.case} comes out otherwise in both games than in {case.game}", "choose a case of one of the two"
    elif shown is not pair.comparison:
        yield f"{pair.case} comes out {shown} in {' and '.join(pair.games)}", f"the pair is {shown}, or choose another"


def compared(case: StoredScenario, games: Sequence[str]) -> Compared | None:
    """Return what a case shows of two games in which it is played; nothing where it comes out as in its own game in
    neither, or cannot be played in one of them."""
    results = [result_in(case, game) for game in games]
    if "" in results or results == ["differs", "differs"]:
        return None
    return Compared.SAME if results == ["same", "same"] else Compared.DIFFERENT


def result_in(case: StoredScenario, game: str) -> str | None:
    """``same`` or ``differs``, whether a case comes out in a game as in its own; empty if it cannot be played there,
    nothing where nobody tried."""
    if game == case.game:
        return "same"
    found = _there(case, game)
    if found is None:
        return None
    return "" if found.impossible else found.holds


def _there(case: StoredScenario, game: str) -> StoredPrinting | None:
    """Return what becomes of a case in another game; nothing where nobody tried."""
    return next((each for each in case.printings if each.game == game and not each.printing), None)


def with_readings(
    comparisons: Iterable[Comparison], scenarios: Iterable[StoredScenario], rules: Iterable[CitedRule]
) -> tuple[Comparison, ...]:
    """Return the comparisons, marked where nothing but readings of ours decides the case of a pair in one of the
    games."""
    cases, known = {each.id: each for each in scenarios}, {each.id: each for each in rules}
    return tuple(
        replace(topic, pairs=tuple(_with_readings(pair, cases.get(pair.case), known) for pair in topic.pairs))
        for topic in comparisons
    )


def _with_readings(pair: Pair, case: StoredScenario | None, rules: Mapping[str, CitedRule]) -> Pair:
    if case is None:
        return pair
    sides = [case if game == case.game else _there(case, game) for game in pair.games]
    there = [each for each in sides if each is not None]
    decisive = dict.fromkeys(reading for side in there for reading in side.readings)
    weak = _differing(there, rules) if pair.comparison is Compared.DIFFERENT else _weak_cited(case, there, rules)
    found = tuple(dict.fromkeys((*decisive, *(reading for rule in weak for reading in rule.readings))))
    return replace(pair, by_reading=bool(decisive or weak), readings=found)


def _differing(sides: Iterable[StoredScenario | StoredPrinting], rules: Mapping[str, CitedRule]) -> list[CitedRule]:
    """Return the rules that make the difference, if each of them is weak; none where a number or another rule makes
    it."""
    lines = {line for side in sides if isinstance(side, StoredPrinting) for line in side.rules}
    found = [[rule for side in sides if (rule := rules.get(f"{side.ruleset}/{line}"))] for line in sorted(lines)]
    weak = [rule for each in found for rule in each if is_weak(rule)]
    return weak if all(any(map(is_weak, each)) for each in found) else []


def _weak_cited(
    case: StoredScenario, sides: Iterable[StoredScenario | StoredPrinting], rules: Mapping[str, CitedRule]
) -> list[CitedRule]:
    """Return the rules that the case cites, as those games have them in which each is there and is weak."""
    found = ([rules.get(f"{side.ruleset}/{rule}") for rule in case.rules] for side in sides)
    return [rule for each in found if all(rule and is_weak(rule) for rule in each) for rule in each if rule]


def is_weak(rule: CitedRule) -> bool:
    """Return whether nothing but us says what a rule says: no document states it, it cites no ruling, and it is
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
    """Return the rulings that nothing can prove. Raises :class:`BadInput`."""
    if not os.path.exists(os.path.join(data, _UNPROVED)):
        return {}
    keys = {"unproved": tuple[Unproved, ...]}
    return {
        each.ruling: each for each in data_files.read(data, _UNPROVED, keys, "register of unproved rulings")["unproved"]
    }


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
            findings.append(Finding(f"{ruling} is proved by {proved[ruling].name}", name, each.line, "remove it here"))
    return findings


def unsound(scenarios: Iterable[StoredScenario]) -> tuple[Finding, ...]:
    """Return a finding for each examined scenario that failed or is suspect."""
    return tuple(
        failed_proof(each.id, each.all_passed, each.file, each.line)
        for each in scenarios
        if each.suspect or not each.all_passed
    )


def lacking(corpus: Corpus) -> tuple[Finding, ...]:
    """Return everything that the proofs of a corpus lack: scenarios that hold, scenarios at all, claims."""
    games = {ruling.id: ruling.game for ruling in corpus.rulings if not ruling.draft}
    unproved = (missing_proof(ruling.id) for ruling in corpus.rulings if ruling.proof.reason == NOT_YET)
    return (*unsound(corpus.scenarios), *unproved, *claims.missing(corpus.claims, games))


def resting_on_drafts(
    rulings: Iterable[Ruling],
    relations: Iterable[Relation],
    rules: Iterable[CitedRule],
    scenarios: Iterable[StoredScenario],
) -> list[Finding]:
    """Return a finding for each draft that something proved rests on: it has a case itself, a rule of the engine cites
    it, or a ruling that has a case rests on it."""
    drafts = {ruling.id: ruling for ruling in rulings if ruling.draft}
    proved = {ruling: each.id for each in scenarios for ruling in each.rulings}
    because = {
        **{
            each.other: f"{each.ruling} rests on it"
            for each in relations
            if each.kind == "rests-on" and each.ruling in proved
        },
        **{cite: f"the rule {rule.id} rests on it" for rule in rules for cite in rule.cites},
        **{ruling: f"{case} proves it" for ruling, case in proved.items()},
    }
    what, hint = "{} is a draft, and {}", "write its {}"
    return [
        Finding(
            what.format(key, because[key]),
            f"data/verdicts/{ruling.game}.yaml",
            0,
            hint.format(" and ".join(ruling.draft)),
        )
        for key, ruling in drafts.items()
        if key in because
    ]
