"""Losses: who may be picked, the owner's pick, and taking units off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from kb.engine.play import Play
from kb.engine.position import Unit

#: a pick as a player says it: sorted (power, unit type, damage) with how many
Pick = tuple[tuple[str, str, int], ...]


def picks(units: Sequence[Unit], number: int) -> list[Pick]:
    """Every distinct way to pick ``number`` of the units, as (power, unit type, number)."""
    groups = sorted(Counter((unit.power, unit.type) for unit in units).items())
    number = min(number, len(units))
    found: list[Pick] = []
    for counts in product(*(range(count + 1) for _, count in groups)):
        if sum(counts) == number:
            found.append(tuple((*key, n) for (key, _), n in zip(groups, counts, strict=True) if n))
    return found


def pick(play: Play, power: str, what: str, space: str, units: Sequence[Unit], number: int) -> list[Unit]:
    """Have a power pick ``number`` of the units."""
    if number <= 0 or not units:
        return []
    if number >= len(units):
        return list(units)
    return picked(units, play.choose(power, what, space, picks(units, number)))


def picked(units: Sequence[Unit], choice: Any) -> list[Unit]:
    """The units that a pick means: of equal ones the damaged, then the first."""
    out: list[Unit] = []
    for power, kind, number in choice:
        same = sorted((u for u in units if (u.power, u.type) == (power, kind)), key=lambda u: (-u.damage, u.id))
        out += same[:number]
    return out


def lose(play: Play, units: Iterable[Unit], space: str, why: str) -> None:
    """Take units off the board, with all that is aboard them."""
    gone = [unit for unit in units if unit.id in play.position.units]
    if not gone:
        return
    play.happen("lost", *play.remove(*gone), units=gone, space=space, why=why)
    for unit in gone:
        aboard = [cargo for cargo in play.position.at(unit.at) if cargo.aboard == unit.id]
        attacks = play.position.battle.attackers if play.position.battle else ()
        asked = [cargo for cargo in aboard if cargo.id not in attacks]
        doomed = [cargo for cargo in asked if play.ask("goes-down-with-its-ship", True, cargo=cargo, ship=unit)]
        if doomed:
            lose(play, doomed, space, "cargo")
        left = play.units([cargo.id for cargo in aboard])
        if left:
            play.happen("in-the-air", *play.put(*(cargo.marked(aboard=0) for cargo in left)), units=left, space=space)
