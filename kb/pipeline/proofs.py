"""Stage 5, its end: what proves each ruling, and what follows from how cases are played.

A ruling is proved by its scenarios, unless one fails or is out of date.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kb.base import yamlfile
from kb.base.errors import Finding, raise_if, rules_not_played
from kb.base.model import Corpus, Printing, Ruling, RulingReading, Section
from kb.base.shape import Record, Text, suggest, unique
from kb.base.values import (
    CitedRule,
    Claim,
    Compared,
    Comparison,
    Pair,
    Proof,
    StoredPrinting,
    StoredScenario,
)
from kb.cases.language.scenario import REFERENCE
from kb.cases.reading import library
from kb.corpus.links import with_comparisons
from kb.games.board_model import Confidence
from kb.pipeline import claims, statements
from kb.store.proofs import NOT_OF_DRAFTS, NOT_YET, failed_proof, missing_proof

if TYPE_CHECKING:
    from kb.pipeline.scenarios import Played
    from kb.pipeline.sources import Sources


def with_play(
    rulings: Iterable[Ruling],
    scenarios: Sequence[StoredScenario],
    claims: Iterable[Claim],
    rules: Iterable[CitedRule],
) -> tuple[Ruling, ...]:
    """Return the rulings with what play tells of them. A scenario that fails or is out of date tells nothing."""
    sound = [each for each in scenarios if each.all_passed and not each.suspect]
    own = _by_ruling(sound)
    cited = _rules_of_rulings(own, {each.name: each for each in sound}, claims)
    known = {rule.id: rule for rule in rules}
    readings = {rule.id: rule.readings for rule in known.values()}
    given = tuple(rulings)
    confirmed = _Confirmed(given, known)
    return tuple(
        replace(
            ruling,
            printings=tuple(_printing(each, own.get(ruling.id, ()), confirmed) for each in ruling.printings),
            readings=(*ruling.readings, *_readings(ruling, cited.get(ruling.id, {}), readings)),
        )
        for ruling in given
    )


def _by_ruling(scenarios: Iterable[StoredScenario]) -> dict[str, list[StoredScenario]]:
    found: dict[str, list[StoredScenario]] = {}
    for scenario in scenarios:
        for ruling in scenario.rulings:
            found.setdefault(ruling, []).append(scenario)
    return found


class _Confirmed:
    """What is known of the rules of other printings, beside that a printing is taken to have them of the first."""

    def __init__(self, rulings: Iterable[Ruling], rules: Mapping[str, CitedRule]) -> None:
        self._rules = rules
        self._same = {
            (ruling.id, each.printing)
            for ruling in rulings
            for each in ruling.printings
            if each.holds == "same" and each.basis == "documents"
        }

    def result(self, case: StoredScenario, there: StoredPrinting) -> bool:
        """Return whether rules that are known of a printing decide what becomes of a case there: of one that comes out
        the same each that it cites, of one that differs one of those that make the difference."""
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


def _printing(printing: Printing, scenarios: Iterable[StoredScenario], confirmed: _Confirmed) -> Printing:
    """Return what is said of another printing; where that is nothing, whether a ruling's cases come out the same
    there."""
    if printing.holds != "unknown":
        return printing
    results = [(each, there) for each in scenarios for there in each.printings if there.printing == printing.printing]
    if not results:
        return printing
    otherwise = [(each, there) for each, there in results if there.holds == "differs"]
    known = (any if otherwise else all)(confirmed.result(*each) for each in otherwise or results)
    return replace(
        printing,
        holds="differs" if otherwise else "same",
        basis="play" if known else "reading",
        cases=tuple(each.id for each, _ in otherwise),
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


def _readings(
    ruling: Ruling, cited: Iterable[str], readings: Mapping[str, tuple[str, ...]]
) -> tuple[RulingReading, ...]:
    """Return the readings that cited rules rest on, each with these rules; not those that the ruling itself rests
    on."""
    found: dict[str, list[str]] = {}
    for rule in cited:
        for reading in readings.get(rule, ()):
            found.setdefault(reading, []).append(rule)
    known = {each.reading for each in ruling.readings}
    return tuple(RulingReading(reading, tuple(rules)) for reading, rules in found.items() if reading not in known)


def wrong_comparisons(comparisons: Iterable[Comparison], scenarios: Sequence[StoredScenario]) -> list[Finding]:
    """Return a finding for each pair of games whose case there is not, that is about something else, that is not played
    in both games, or that comes out otherwise than the pair says.

    A case that fails is told as such, and shows nothing.
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
UNPROVED = Record("an unproved ruling", {"ruling": Text(), "reason": Text(1_000)})


def unproved(data: str) -> dict[str, tuple[str, int]]:
    """Return the rulings that nothing can prove, each with the reason and its line. Raises :class:`BadInput`."""
    if not os.path.exists(os.path.join(data, _UNPROVED)):
        return {}
    rows = yamlfile.read(data, _UNPROVED, {"unproved": "list"}, "register of unproved rulings")["unproved"]
    findings = unique(rows, "ruling", f"data/{_UNPROVED}", "ruling")
    for each in yamlfile.entries(rows, f"data/{_UNPROVED}"):
        findings += each.check(UNPROVED)
    raise_if(findings)
    return {row["ruling"]: (row["reason"], row.line) for row in rows}


def wrong_scenarios(
    scenarios: Sequence[StoredScenario],
    unproved: Mapping[str, tuple[str, int]],
    rulings: Iterable[Ruling],
    sections: Iterable[Section],
) -> list[Finding]:
    """Return a finding for each scenario of an unknown ruling or section, and each wrong line of the unproved
    rulings."""
    known = {ruling.id for ruling in rulings}
    findings = library.unknown_references(scenarios, known, [section.id for section in sections])
    proved = {ruling: each for each in scenarios for ruling in each.rulings}
    name = f"data/{_UNPROVED}"
    for ruling, (_, line) in unproved.items():
        if ruling not in known:
            findings.append(
                Finding(f"unknown ruling '{ruling}'", name, line, suggest(ruling, known) or "name a ruling")
            )
        elif ruling in proved:
            findings.append(Finding(f"{ruling} is proved by {proved[ruling].name}", name, line, "remove it here"))
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
    unproved = (missing_proof(ruling) for ruling, proof in corpus.proofs.items() if proof.reason == NOT_YET)
    return (*unsound(corpus.scenarios), *unproved, *claims.missing(corpus.claims, games))


def proofs(
    rulings: Iterable[Ruling],
    scenarios: Iterable[StoredScenario],
    reasons: Mapping[str, tuple[str, int]],
    not_played: Mapping[str, str],
) -> dict[str, Proof]:
    """Return what proves each ruling: play before reference; a ruling whose scenario fails or is suspect is not proved.

    ``reasons`` are by ruling, ``not_played`` by game: why nothing is played there.
    """
    by_ruling = _by_ruling(scenarios)

    def reason(ruling: Ruling) -> str:
        if ruling.id in reasons:
            return reasons[ruling.id][0]
        return not_played.get(ruling.game) or (NOT_OF_DRAFTS if ruling.draft else NOT_YET)

    return {ruling.id: _proof(by_ruling.get(ruling.id, ()), reason(ruling)) for ruling in rulings}


def _proof(scenarios: Sequence[StoredScenario], reason: str) -> Proof:
    if not scenarios:
        return Proof("none", reason)
    failed = [each.id for each in scenarios if not each.all_passed]
    if failed:
        return Proof("none", f"the engine disagrees: {', '.join(failed)}")
    suspect = [each.id for each in scenarios if each.suspect]
    if suspect:
        return Proof("none", f"its words have changed since {', '.join(suspect)} was written")
    return Proof("reference" if all(each.proof == REFERENCE for each in scenarios) else "play")


def prove(corpus: Corpus, sources: Sources, played: Played) -> Corpus:
    """Stage 5, its end: the corpus with the scenarios and what proves each ruling.

    Raises :class:`BadInput` for scenarios of unknown rulings or sections, for comparisons that no case shows, and for
    claims that name no scenario or expectation.
    """
    raise_if(wrong_proofs(corpus, sources, played))
    return with_proofs(corpus, sources, played)


def wrong_proofs(corpus: Corpus, sources: Sources, played: Played) -> list[Finding]:
    """Return what is wrong with scenarios, comparisons, claims and statements; a proof that does not hold is none of
    it."""
    findings = wrong_scenarios(played.scenarios, sources.unproved, corpus.rulings, sources.catalogues.sections)
    findings += [*resting_on_drafts(corpus, played.scenarios), *wrong_comparisons(corpus.comparisons, played.scenarios)]
    findings += statements.unplayed(corpus.statements, {each.id for each in played.scenarios})
    return findings + claims.wrong_proofs(corpus.claims, played.scenarios, lambda each: each.expectations)


def resting_on_drafts(corpus: Corpus, scenarios: Iterable[StoredScenario]) -> list[Finding]:
    """Return a finding for each draft that something proved rests on: it has a case itself, a rule of the engine cites
    it, or a ruling that has a case rests on it."""
    drafts = {ruling.id: ruling for ruling in corpus.rulings if ruling.draft}
    proved = {ruling: each.id for each in scenarios for ruling in each.rulings}
    because = {
        **{
            each.other: f"{each.ruling} rests on it"
            for each in corpus.relations
            if each.kind == "rests-on" and each.ruling in proved
        },
        **{cite: f"the rule {rule.id} rests on it" for rule in corpus.rules for cite in rule.cites},
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


def with_proofs(corpus: Corpus, sources: Sources, played: Played) -> Corpus:
    """Return the corpus with the scenarios and what proves each ruling."""
    texts = {ruling.id: (ruling.question_text, ruling.answer_text) for ruling in corpus.rulings}
    cases = tuple(replace(each, suspect=bool(library.suspects([each], texts.get))) for each in played.scenarios)
    cut = claims.proved(corpus.claims, cases)
    with_rules = {each.game for each in sources.rulesets}
    not_played = {
        game.id: rules_not_played(game.short) for game in corpus.catalogues.games if game.id not in with_rules
    }
    compared = with_readings(corpus.comparisons, cases, corpus.rules)
    return replace(
        corpus,
        rulings=with_play(corpus.rulings, cases, cut, corpus.rules),
        comparisons=compared,
        relations=with_comparisons(corpus.relations, compared),
        scenarios=cases,
        proofs=proofs(corpus.rulings, cases, sources.unproved, not_played),
        claims=cut,
    )
