"""All small changes of what is asked, in the order in which they are tried: all kinds in turn, the nearest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking.whatif import of_actors, of_acts, of_circumstances, of_order, of_units
from kb.asking.whatif.change import Change
from kb.asking.whatif.scene import Scene
from kb.engine.core.rulebook import Rulebook


def changes(scene: Scene, others: Sequence[Rulebook] = ()) -> Iterator[Change]:
    """Every change, each kind in its turn, so that a search that is broken off has tried some of every kind.

    ``others`` are the other printings of the rules.
    """
    spaces, near = scene.spaces, scene.near
    lands = [space for space in scene.looked.keys("holders") if space not in spaces]
    waiting = [
        of_acts.others(scene),
        of_units.fewer(scene, spaces),
        of_units.one_more(scene, spaces, scene.powers),
        of_circumstances.holders(scene, (*spaces, *lands)),
        of_circumstances.all_held(scene),
        of_circumstances.times(scene),
        of_units.states(scene, spaces),
        of_units.cargo(scene, spaces),
        of_circumstances.tables(scene),
        of_circumstances.wars(scene),
        of_circumstances.money(scene),
        of_circumstances.bought(scene),
        of_circumstances.notes(scene),
        of_circumstances.printings(scene, others),
        of_units.instead(scene, spaces),
        of_order.left_out(scene),
        of_order.instead(scene),
        of_actors.substituted(scene),
        of_actors.in_anothers_turn(scene),
        of_actors.placed(scene),
        of_actors.from_elsewhere(scene),
        of_order.luck(scene),
        of_order.one_more(scene),
        of_units.one_more(scene, near, scene.powers),
        of_units.fewer(scene, near),
        of_circumstances.holders(scene, [space for space in near if space not in lands]),
    ]
    while waiting:
        going = []
        for each in waiting:
            change = next(each, None)
            if change is not None:
                yield change
                going.append(each)
        waiting = going
