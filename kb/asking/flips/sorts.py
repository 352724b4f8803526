"""The sorts of changes that are tried: which makes them, how large one is, and the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking.flips import acts, position
from kb.asking.flips.change import Changes, RequestChange, Sort
from kb.asking.flips.scope import Scope
from kb.engine.core.rulebook import Rulebook

#: how large a change of a sort is where it does not say itself and its size is not 1, the smallest
_SIZES: dict[Sort, float] = {
    **{"without": 1.5, "instead": 1.6, "state": 1.2, "turn": 1.5, "round": 1.2, "bought": 1.2, "note": 2.2},
    **{"order": 1.2, "added": 1.4, "choice": 1.5, "die": 2.0},
}
#: those of units in a space
OF_UNITS = frozenset[Sort]({"more", "fewer", "without", "instead", "state", "cargo"})
#: those of one's own choice, which say nothing by themselves when something else comes of them
OWN_CHOICES: tuple[Sort, ...] = ("act", "left out", "order", "added")


def size_of(change: RequestChange) -> float:
    """How large a change is."""
    return _SIZES.get(change.sort, 1.0) if change.size is None else change.size


def changes(scope: Scope, others: Sequence[Rulebook] = ()) -> Changes:
    """Every change once, the nearest first: those that decide most often before those that seldom do; of both each
    kind in its turn, so that a search that is broken off has tried some of every kind. ``others`` are the other
    printings of the rules."""
    done = set[str]()
    for change in _changes(scope, others):
        if change.do is not None:  # several ways lead to the same actions
            said = [(act.kind, act.what, act.given, act.power, act.which) for act in change.do]
            key = repr((change.position, said))
            if key in done:
                continue
            done.add(key)
        yield change


def _changes(scope: Scope, others: Sequence[Rulebook]) -> Changes:
    spaces, near = scope.spaces, scope.near
    lands = dict.fromkeys((*near, *scope.looked.keys("holders")))
    yield from _in_turn(
        position.one_more(scope, spaces),
        acts.others(scope),
        position.fewer(scope, spaces),
        position.holders(scope, (*spaces, *(space for space in lands if space not in spaces))),
        position.tables(scope),
        position.wars(scope),
        position.money(scope),
        position.cargo(scope, spaces),
        acts.left_out(scope),
        acts.instead(scope),
        acts.with_more_cargo(scope),
        acts.substituted(scope),
    )
    yield from _in_turn(
        position.one_more(scope, near),
        position.printings(scope, others),
        position.all_held(scope),
        position.times(scope),
        position.states(scope, spaces),
        position.notes(scope),
        position.bought(scope),
        position.instead(scope, spaces),
        position.fewer(scope, near),
        acts.luck(scope),
        acts.one_more(scope),
        acts.in_anothers_turn(scope),
        acts.placed(scope),
        acts.from_elsewhere(scope),
    )


def _in_turn(*kinds: Changes) -> Changes:
    """One change of each kind, then another of each, until none is left."""
    waiting: list[Iterator[RequestChange]] = list(kinds)
    while waiting:
        going = []
        for each in waiting:
            change = next(each, None)
            if change is not None:
                yield change
                going.append(each)
        waiting = going
