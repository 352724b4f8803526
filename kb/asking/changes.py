"""All small changes of what is asked, in the order in which they are tried: all kinds in turn, the nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.asking.whatif import of_actors, of_acts, of_circumstances, of_order, of_units
from kb.asking.whatif.change import Change
from kb.asking.whatif.scene import Scene
from kb.engine.core.rulebook import Rulebook


def changes(scene: Scene, others: Sequence[Rulebook] = ()) -> Iterator[Change]:
    """Every change: first those that decide most often, then those that seldom do; of both each kind in its turn, so
    that a search that is broken off has tried some of every kind.

    ``others`` are the other printings of the rules.
    """
    yield from _in_turn(_often(scene))
    yield from _in_turn(_seldom(scene, others))


def _often(scene: Scene) -> Iterator[Iterator[Change]]:
    spaces = scene.spaces
    yield of_units.one_more(scene, spaces, scene.powers)
    yield of_acts.others(scene)
    yield of_units.fewer(scene, spaces)
    yield of_circumstances.holders(scene, spaces)
    yield of_circumstances.tables(scene)
    yield of_circumstances.wars(scene)
    yield of_circumstances.money(scene)
    yield of_units.cargo(scene, spaces)
    yield of_order.left_out(scene)
    yield of_order.instead(scene)


def _seldom(scene: Scene, others: Sequence[Rulebook]) -> Iterator[Iterator[Change]]:
    spaces, near = scene.spaces, scene.near
    lands = [space for space in scene.looked.keys("holders") if space not in spaces]
    yield of_units.one_more(scene, near, scene.powers)
    yield of_circumstances.printings(scene, others)
    yield of_circumstances.all_held(scene)
    yield of_circumstances.times(scene)
    yield of_units.states(scene, spaces)
    yield of_circumstances.notes(scene)
    yield of_circumstances.bought(scene)
    yield of_circumstances.holders(scene, (*lands, *(space for space in near if space not in lands)))
    yield of_units.instead(scene, spaces)
    yield of_units.fewer(scene, near)
    yield of_order.luck(scene)
    yield of_order.one_more(scene)
    yield of_actors.substituted(scene)
    yield of_actors.in_anothers_turn(scene)
    yield of_actors.placed(scene)
    yield of_actors.from_elsewhere(scene)


def _in_turn(kinds: Iterable[Iterator[Change]]) -> Iterator[Change]:
    """One change of each kind, then another of each, until none is left."""
    waiting = list(kinds)
    while waiting:
        going = []
        for each in waiting:
            change = next(each, None)
            if change is not None:
                yield change
                going.append(each)
        waiting = going
