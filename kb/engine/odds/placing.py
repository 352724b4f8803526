"""What a side can be left with after hits, and how likely that is."""

from __future__ import annotations

from kb.engine.battle.casualties import assign
from kb.engine.battle.state import the_battle
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.table import Choice, NoDice, Option
from kb.engine.core.verdict import Node
from kb.engine.odds.chances import NEVER, Chances, all_of, at_most, vectors
from kb.engine.odds.forces import Groups
from kb.engine.odds.order import InOrder
from kb.engine.odds.stretches import Asker, Moment, NotModelled, Volley

#: states of a side, with the chance of each
Left = tuple[list[int], tuple[float, ...]]
#: what hits can fall on, of these what is hit last, and how many hits
_Hits = tuple[tuple[Groups, int, int], ...]


class Placing:
    """Places hits by the order of losses. Where hits of several kinds compete, the engine is asked to place them."""

    def __init__(self, asker: Asker, order: InOrder) -> None:
        self.asker, self.order = asker, order
        self._placed: dict[object, int] = {}
        self._left: dict[object, Left] = {}

    def after(self, volley: Volley, chances: tuple[Chances, ...], state: int, against: int, moment: Moment) -> Left:
        """What can be left of the target side in a state after a volley of a side in the state ``against``."""
        force = self.asker.forces[volley.attacking]
        able = [(targets, nth) for nth, (targets, _, _) in enumerate(volley.classes) if len(chances[nth]) > 1]
        paths = [force.path(state, targets, volley.last) for targets, _ in able]
        if all(path is paths[0] or path == paths[0] for path in paths):
            total = all_of(chances[nth] for _, nth in able)
            total = at_most(total, len(paths[0]) - 1) if able else total
            return (paths[0][: len(total)] if able else [state]), total
        key = (volley.attacking, state, volley.classes, volley.last, tuple(chances[nth] for _, nth in able))
        found = self._left.get(key)
        if found is None:
            found = self._left[key] = self._competing(volley, chances, state, against, moment, able, paths)
        return found

    def _competing(
        self,
        volley: Volley,
        chances: tuple[Chances, ...],
        state: int,
        against: int,
        moment: Moment,
        able: list[tuple[Groups, int]],
        paths: list[list[int]],
    ) -> Left:
        """The same where hits fall on different units: as far as all of them would fall on the same ones, that
        decides; else the engine is asked."""
        common = 0
        for states in zip(*paths, strict=False):
            if any(each != states[0] for each in states):
                break
            common += 1
        shares: dict[int, float] = {}
        for hits, share in vectors(
            [at_most(chances[nth], len(path) - 1) for (_, nth), path in zip(able, paths, strict=True)]
        ):
            total = sum(hits)
            if total < common:
                left = paths[0][total]
            else:
                told = tuple(
                    (targets, nth, number) for (targets, nth), number in zip(able, hits, strict=True) if number
                )
                left = self._place(volley, state, against, moment, told)
            shares[left] = shares.get(left, 0.0) + share
        force = self.asker.forces[volley.attacking]
        kept = sorted((left for left in shares if shares[left] > NEVER), key=lambda left: -force.hits[left])
        return kept, tuple(shares[left] for left in kept)

    def _place(self, volley: Volley, state: int, against: int, moment: Moment, hits: _Hits) -> int:
        force = self.asker.forces[volley.attacking]
        if len(hits) == 1:
            targets, _, number = hits[0]
            path = force.path(state, targets, volley.last)
            return path[min(number, len(path) - 1)]
        key = (volley.attacking, state, volley.last, tuple((targets, number) for targets, _, number in hits))
        found = self._placed.get(key)
        if found is None:
            found = self._placed[key] = self._asked(volley, state, against, moment, hits)
        return found

    def _asked(self, volley: Volley, state: int, against: int, moment: Moment, hits: _Hits) -> int:
        """Have the engine place the hits."""
        force, other = self.asker.forces[volley.attacking], self.asker.forces[not volley.attacking]
        counts = (force.states[state], other.states[against])
        alive = (counts[1], counts[0]) if volley.attacking else counts
        play, units = self.asker.play(alive, alive, moment)
        play.table = _Ordered(play, self.order)
        ours, theirs = units[not volley.attacking], units[volley.attacking]
        shots = []
        for _, nth, number in hits:
            _, groups, ships = volley.classes[nth]
            shooter = next((ours[group][0] for group in groups if ours[group]), None)
            shots.append((shooter or play.position.units[ships[0]], number))
        before = play.position
        assign(play, shots, the_battle(play).defenders if volley.attacking else the_battle(play).attackers)
        marked = the_battle(play).marked
        left = [0] * len(force.groups)
        places = {(group.family, group.damage): number for number, group in enumerate(force.groups)}
        for group, some in enumerate(theirs):
            for unit in some:
                if unit.id not in marked:
                    left[places[force.groups[group].family, play.position.units[unit.id].damage]] += 1
        assert before.battle is not None
        return force.number(tuple(left))


class _Ordered(NoDice):
    """Chooses by an order of losses."""

    def __init__(self, play: Play, order: InOrder) -> None:
        self.play, self.order = play, order

    def choose(self, choice: Choice, position: Position) -> Option:
        """What comes first in the order."""
        if choice.what != "casualties":
            raise NotModelled(f"a choice for {choice.what}")
        return self.order.choice(Play(self.play.rules, position, NoDice(), Node("odds", {})), choice)
