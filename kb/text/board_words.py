"""The words of a rule set and its boards that the sentence of a rule may have in braces, such as ``{closed}``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from kb.base.english import listed, plural, spaced
from kb.base.english import number as number_in_words
from kb.games.board_model import Board, Canal, Hindrance, Pays, UnitKind
from kb.games.names import Wording, power_name
from kb.games.rulesets import RuleSet


def loads(board: Board) -> str:
    """Return the cargo that a transport carries, in units: ``one infantry and one other land unit, or two infantry``.

    Every load to which no unit can be added is named. Units of equal cost are alike; those of the most common cost are
    *other land units*.
    """
    room = max((unit.transport_room or 0 for unit in board.units), default=0)
    by_cost: dict[int, list[str]] = {}
    for unit in board.units:
        if unit.transport_cost and unit.kind is UnitKind.LAND:
            by_cost.setdefault(unit.transport_cost, []).append(unit.name)
    if not by_cost:
        return ""
    common = max(by_cost, key=lambda cost: len(by_cost[cost]))
    called = {cost: "other land unit" if cost == common else " or ".join(named) for cost, named in by_cost.items()}
    numbers = [range(room // cost + 1) for cost in by_cost]
    found = []
    for counts in product(*numbers):
        left = room - sum(count * cost for count, cost in zip(counts, by_cost, strict=True))
        if 0 <= left < min(by_cost):
            parts = [(count, called[cost]) for count, cost in zip(counts, by_cost, strict=True) if count]
            found.append(listed(f"{number_in_words(count)} {plural(name, count)}" for count, name in parts))
    return ", or ".join(found)


def is_shut(board: Board, canal: Canal) -> bool:
    """Return whether no ship passes a canal, as one of its banks is closed to all."""
    return any(board.space(land).closed for land in canal.lands)


def _canals(board: Board) -> Iterator[str]:
    """Yield each canal with the lands that open it, or that it is closed."""
    names = Wording(board)
    for canal in board.canals:
        lands = "closed to all ships" if is_shut(board, canal) else listed(map(names.space, canal.lands))
        yield f"{canal.name}: {lands}"


def _unpaid(board: Board) -> Iterator[str]:
    """Yield the names of the spaces with a mark that pays no income."""
    dry = {mark.id for mark in board.marks if mark.income}
    return (space.name for space in board.spaces if not dry.isdisjoint(space.marks))


def _needed(board: Board) -> Iterator[str]:
    """Yield each space that pays only the holder of other spaces, with these."""
    names = Wording(board)
    return (f"{space.name}: {listed(map(names.space, space.needs))}" for space in board.spaces if space.needs)


def _unplayed(board: Board) -> Iterator[str]:
    """Yield the owner of each space that is owned by a power not on the board."""
    played = {power.id for power in board.powers}
    return (power_name(space.owner) for space in board.spaces if space.owner and space.owner not in played)


def _lands_of_objectives(board: Board, wanted: Callable[..., bool]) -> Iterator[str]:
    """Yield the power and the spaces of each objective that has spaces and that ``wanted`` accepts."""
    names = Wording(board)
    for each in board.objectives:
        if each.spaces and wanted(each):
            yield f"{power_name(each.power)}: {listed(map(names.space, each.spaces))}"


#: the words that a rule set has of its boards: what each board has, and how all of it is joined
_OF_BOARDS: dict[str, tuple[Callable[[Board], Iterator[str]], str]] = {
    "closed": (lambda board: (space.name for space in board.spaces if space.closed), ""),
    "canals": (_canals, "; "),
    "unpaid": (_unpaid, ""),
    "needed": (_needed, "; "),
    "moneyless": (
        lambda board: (power_name(each.id) for each in board.powers if not any(t.ipc for t in each.treasuries)),
        "",
    ),
    "unplayed": (_unplayed, ""),
    "unsold": (lambda board: (plural(unit.name, 2).lower() for unit in board.units if unit.cost is None), ""),
    "carrier-aircraft": (lambda board: (plural(unit.name, 2).lower() for unit in board.units if unit.carrier_cost), ""),
    "spoiled": (lambda board: _lands_of_objectives(board, lambda each: Hindrance.ATTACKED in each.without), "; "),
    "first": (lambda board: _lands_of_objectives(board, lambda each: each.pays is Pays.ONCE), "; "),
    "loads": (lambda board: iter([loads(board)]), "; "),
}
#: all words that a sentence may have in braces
WORDS = (*_OF_BOARDS, "phases", "steps-of-a-cycle")


def words_of(rules: RuleSet, boards: Sequence[Board]) -> dict[str, str]:
    """Return the text for each of :data:`WORDS`, from a rule set and its ``boards``; empty if they lack what the word
    stands for."""
    found = {}
    for word, (of, between) in _OF_BOARDS.items():
        entries = [*dict.fromkeys(entry for board in boards for entry in of(board))]
        found[word] = between.join(entries) if between else listed(entries)
    order = {"phases": [each.title for each in rules.phases], "steps-of-a-cycle": map(spaced, rules.steps)}
    return {**found, **{word: ", ".join(names) for word, names in order.items()}}
