"""The decisions that are open while a battle waits, and the powers that make them: found by asking the rules."""

from __future__ import annotations

from dataclasses import dataclass

from kb.engine.board.unit_types import is_kind
from kb.engine.combat.retreat import who_retreats
from kb.engine.combat.submarines import Submerge
from kb.engine.core.actions import Fight, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.core.verdict import Node
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a power may decide: press, retreat (to a space), withdraw (aircraft), submerge (unit types)."""

    power: str
    what: str
    detail: str = ""


def offers(rules: Rulebook, position: Position) -> tuple[Offer, ...]:
    """Every decision that is open in a battle that waits; none where no battle waits."""
    battle = position.battle
    if battle is None or not battle.step:
        return ()
    play = Play(rules, position, NoDice(), Node("offers", {}))
    attackers = play.units(battle.attackers)
    found = []
    for power in dict.fromkeys(unit.power for unit in play.units(battle.units)):
        own = [unit for unit in play.units(battle.units) if unit.power == power]
        for unit in own:
            offer = Offer(power, "submerge", unit.type)
            if offer not in found and _legal(play, Submerge(power, (unit.id,))):
                found.append(offer)
    planes = tuple(unit.id for unit in attackers if is_kind(play, unit, UnitKind.AIR))
    going = tuple(unit.id for unit in who_retreats(play, battle))
    for space in battle.came:
        if len(planes) < len(going) and _legal(play, Retreat(battle.attacker, going, space)):
            found.append(Offer(battle.attacker, "retreat", space))
    if planes and _legal(play, Retreat(battle.attacker, planes)):
        found.append(Offer(battle.attacker, "withdraw"))
    if _legal(play, Fight(battle.attacker, battle.space)):
        found.append(Offer(battle.attacker, "press"))
    return tuple(found)


def _legal(play: Play, action: Fight | Retreat | Submerge) -> bool:
    return next(play.refusals(action), None) is None
