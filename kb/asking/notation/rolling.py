"""Dice that a line tells: their faces, or only who hits and who misses."""

from __future__ import annotations

from kb.asking.notation.clause import Clause
from kb.asking.notation.deeds import DICE, Act, Deeds, does
from kb.asking.notation.scene import Standing

#: a face that always hits, one that never does
_HIT, _MISS = 1, 6


@does(DICE)
def roll(deeds: Deeds, clause: Clause) -> None:
    """Dice go to the last battle, or to what was done last."""
    if clause.verb in ("hit", "battle") and not (clause.dice or clause.missed):
        return
    act = deeds.last_rolled()
    if clause.dice:
        _add(act, clause.dice)
    elif clause.missed or clause.mentions:
        shooters = _shooters(deeds, clause, act.get("battle", ""))
        number = sum(count for _, count in shooters)
        _add(act, [_MISS if clause.missed else _HIT] * number)
        if clause.missed:
            deeds.scene.assume("misses", str(number))
        for standing, _ in shooters if not clause.missed else ():
            deeds.scene.assume("hit", standing.unit)
    else:
        deeds.lost.append("hits")


def _add(act: Act, faces: list[int]) -> None:
    act["dice"] = [*act.get("dice", []), *faces]


def _shooters(deeds: Deeds, clause: Clause, here: str) -> list[tuple[Standing, int]]:
    """Those who roll, each with how many dice: the units or the power that is named, else all who can hit."""
    if clause.mentions:
        known = [(deeds.scene.find(mention, clause.power), mention) for mention in clause.mentions]
        return [
            (standing, mention.count or (standing.count if mention.many else 1))
            for standing, mention in known
            if standing is not None
        ]
    there = [each for each in deeds.scene.everyone() if each.now == here and clause.power in ("", each.power)]
    return [(each, each.count) for each in there if _can_hit(deeds, each)]


def _can_hit(deeds: Deeds, standing: Standing) -> bool:
    unit = deeds.scene.rules.board.unit(standing.unit)
    return bool(unit.defense if deeds.scene.hostile(standing.power) else unit.attack)
