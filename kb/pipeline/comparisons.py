"""Whether the comparisons of games are what play shows: each that is the same or different has a case that tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.comparison import Compared, Comparison, Pair
from kb.errors import Finding
from kb.proof import StoredScenario
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
    found = next((each for each in case.printings if each.game == game and not each.printing), None)
    if found is None:
        return None
    return "" if found.impossible else found.holds
