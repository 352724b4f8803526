"""Whether the comparisons of games are what play shows: each that is the same or different has a case that tells, and
it is known whether rules decide that case or only readings of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.comparison import Compared, Comparison, Pair
from kb.errors import Finding
from kb.games.board_model import Confidence
from kb.proof import CitedRule, StoredPrinting, StoredScenario
from kb.shape import suggest


def find_errors(comparisons: Iterable[Comparison], scenarios: Sequence[StoredScenario]) -> list[Finding]:
    """A finding for each pair of games whose case there is not, that is about something else, that is not played in
    both games, or that comes out otherwise than the pair says.

    A case that fails is told as such, and shows nothing.
    """
    known = {each.id: each for each in scenarios}
    return [
        Finding(what, topic.file, pair.line, hint)
        for topic in comparisons
        for pair in topic.pairs
        if pair.case
        for what, hint in _wrong(topic, pair, known)
    ]


def _wrong(topic: Comparison, pair: Pair, known: Mapping[str, StoredScenario]) -> Iterator[tuple[str, str]]:
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
    """What a case shows of two games in which it is played; nothing where it comes out as in its own game in neither,
    or cannot be played in one of them."""
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
    """What becomes of a case in another game; nothing where nobody tried."""
    return next((each for each in case.printings if each.game == game and not each.printing), None)


def with_readings(
    comparisons: Iterable[Comparison], scenarios: Iterable[StoredScenario], rules: Iterable[CitedRule]
) -> tuple[Comparison, ...]:
    """The comparisons, marked where nothing but readings of ours decides the case of a pair in one of the games."""
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
    weak = _differing(there, rules) if pair.comparison is Compared.DIFFERENT else _cited(case, there, rules)
    found = tuple(dict.fromkeys((*decisive, *(reading for rule in weak for reading in rule.readings))))
    return replace(pair, by_reading=bool(decisive or weak), readings=found)


def _differing(sides: Iterable[StoredScenario | StoredPrinting], rules: Mapping[str, CitedRule]) -> list[CitedRule]:
    """The rules that make the difference, if each of them is weak; none where a number or another rule makes it."""
    lines = {line for side in sides if isinstance(side, StoredPrinting) for line in side.rules}
    found = [[rule for side in sides if (rule := rules.get(f"{side.ruleset}/{line}"))] for line in sorted(lines)]
    weak = [rule for each in found for rule in each if is_weak(rule)]
    return weak if all(any(map(is_weak, each)) for each in found) else []


def _cited(
    case: StoredScenario, sides: Iterable[StoredScenario | StoredPrinting], rules: Mapping[str, CitedRule]
) -> list[CitedRule]:
    """The rules that the case cites, as those games have them in which each is there and is weak."""
    found = ([rules.get(f"{side.ruleset}/{rule}") for rule in case.rules] for side in sides)
    return [rule for each in found if all(rule and is_weak(rule) for rule in each) for rule in each if rule]


def is_weak(rule: CitedRule) -> bool:
    """Whether nothing but us says what a rule says: no document states it, it cites no ruling, and it is unverified or
    rests on a reading."""
    if rule.confidence == Confidence.STATED or any("/" not in cite for cite in rule.cites):
        return False
    return rule.confidence == Confidence.UNVERIFIED or bool(rule.readings)
