"""What the odds ask about a few units holds for every number of them, damaged or whole: all small forces are tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

import pytest

from benchmarks.odds import battle
from kb.engine.combat.fight import begin
from kb.engine.core.actions import Fight, Node
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.odds.chain import boundary
from kb.engine.odds.every_throw import last_different
from kb.engine.odds.fire import Fire, hits_of
from kb.engine.odds.forces import ATTACKER, DEFENDER, Counts, Force, Groups, Order
from kb.engine.odds.stretches import Asker, CyclePoint, GunFire, Stretch, Volley
from tests.read_once import RULES_OF

Side = Mapping[str, int]

OLD_FLEET = {"submarine": 2, "destroyer": 1, "fighter": 1, "battleship": 1, "transport": 1}
BATTLES = [
    ("revised", "karelia-ssr", {"infantry": 3, "artillery": 2, "tank": 1}, {"infantry": 2, "fighter": 1}),
    ("revised", "sz5", {"submarine": 3, "fighter": 1}, {"submarine": 1, "destroyer": 1}),
    ("revised", "sz5", OLD_FLEET, OLD_FLEET),
    ("anniversary", "sz5", {**OLD_FLEET, "battleship": 2, "submarine": 1}, {**OLD_FLEET, "submarine": 1}),
    ("europe-1999", "baltic-sea", OLD_FLEET, OLD_FLEET),
    (
        "europe-1940",
        "normandy-bordeaux",
        {"infantry": 2, "mechanized-infantry": 2, "artillery": 2, "tank": 1, "tactical-bomber": 2, "fighter": 1},
        {"infantry": 1, "tank": 1},
    ),
    (
        "europe-1940",
        "sz110",
        {"submarine": 1, "destroyer": 1, "fighter": 2, "tactical-bomber": 2, "battleship": 1},
        {"submarine": 2, "destroyer": 1, "aircraft-carrier": 2},
    ),
    (
        "europe-1940",
        "sz110",
        {"submarine": 1, "fighter": 1, "battleship": 1, "aircraft-carrier": 1},
        {"destroyer": 1, "transport": 1, "fighter": 1, "battleship": 1},
    ),
]


def begun(rules: Rulebook, position: Position, space: str) -> Asker:
    """Who asks about a battle that has begun."""
    play = Play(rules, position, NoDice(), Node("odds", {}))
    begin(play, Fight("germany", space))
    order, now = Order(play.rules, None), play.position.battle
    assert now is not None
    attackers = Force(play, ATTACKER, play.units(now.attackers), order)
    return Asker(play.rules, play.position, attackers, Force(play, DEFENDER, play.units(now.defenders), order))


def states(force: Force) -> Iterator[int]:
    """Every state with some units, of ships of two hits with so many damaged as there can be."""
    first = force.states[force.first]
    families = [
        sum(n for n, other in zip(first, force.groups, strict=True) if other.family == group.family)
        for group in force.groups
    ]
    for counts in product(*(range(most + 1) for most in families)):
        sums: dict[int, int] = {}
        for group, count in zip(force.groups, counts, strict=True):
            sums[group.family] = sums.get(group.family, 0) + count
        if any(counts) and all(sums[group.family] <= most for group, most in zip(force.groups, families, strict=True)):
            yield force.number(counts)


def of_those_there(stretch: Stretch, alive: tuple[Counts, Counts]) -> object:
    """A stretch without the groups of which there are no units, and without strengths."""

    def there(side: int, groups: Groups | tuple[int, ...]) -> Groups:
        return frozenset(group for group in groups if alive[side][group])

    def shot(one: Volley | GunFire) -> object:
        if isinstance(one, GunFire):
            return one
        own, other = (0, 1) if one.attacking else (1, 0)
        classes = {(there(other, able), there(own, groups), ships) for able, groups, ships in one.classes}
        return one.attacking, there(own, one.groups), one.outside, classes, there(other, one.last)

    fired = {(side, group) for side, group in stretch.then.fired if alive[not side][group]}
    return (
        [there(side, stretch.swept[side]) for side in (0, 1)],
        stretch.over,
        [shot(one) for one in stretch.shots],
        (stretch.then.step, stretch.then.cycle, fired),
        [there(side, stretch.stays[side]) for side in (0, 1)],
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "space", "attacker", "defender"), BATTLES)
def test_what_is_asked_of_few_holds_for_all(game: str, space: str, attacker: Side, defender: Side) -> None:
    """In every state of small forces the engine, asked about all units, tells what the odds take from fewer.

    That is who fires in which step at whom, who is swept away, when the battle is over, and with which strengths.
    """
    # a wolf pack: three submarines attack better than two, as long as there are three
    rules = RULES_OF(game)
    if rules.on("wolf-packs-last-the-battle"):
        rules = rules.without("wolf-packs-last-the-battle")
    enemy = "united-kingdom" if game.startswith("europe") else "soviet-union"
    position = battle(space, attacker, defender, enemy)
    holders = {} if "sea" in space else position.holders
    position = replace(position, holders=holders, advantages={"germany": frozenset({"wolf-packs"})})
    asker = begun(rules, position, space)
    fire = Fire(asker)
    attackers, defenders = asker.forces
    between = CyclePoint(boundary(asker.steps), last_different(asker.rules))
    compared = 0
    for pair in product(list(states(attackers)), list(states(defenders))):
        alive = attackers.states[pair[0]], defenders.states[pair[1]]
        point = between
        while True:
            stretch = asker.stretch(pair, pair, point)
            assert of_those_there(stretch, alive) == of_those_there(asker._asked(alive, alive, point, False), alive)
            for volley in stretch.shots:
                assert isinstance(volley, Volley)
                own, other = (0, 1) if volley.attacking else (1, 0)
                found = fire.hits(volley, alive[own], asker.forces[other].present[pair[other]], point)
                assert found.classes == hits_of(volley, fire._asked(volley, alive[own], alive[other], point)).classes
                compared += 1
            if stretch.over or any(stretch.swept) or stretch.then.step == between.step:
                break
            point = stretch.then
    assert compared > 50
