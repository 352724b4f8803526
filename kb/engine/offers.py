"""The decisions that are open while a battle waits, and the powers that make them: found by asking the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.engine.board.printed import is_kind
from kb.engine.combat.retreat import who_retreats
from kb.engine.combat.submarines import Submerge
from kb.engine.core.actions import Action, Fight, Retreat
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import NoDice
from kb.engine.core.verdict import Node
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a power may decide: press, retreat (to a space), withdraw (aircraft), submerge (unit types).

    ``action`` does it; of submarines that are equal it is that of one.
    """

    power: str
    what: str
    action: Action = field(compare=False)
    detail: str = ""


def offers(rules: Rulebook, position: Position) -> tuple[Offer, ...]:
    """Every decision that is open in a battle that waits; none where no battle waits."""
    battle = position.battle
    if battle is None or not battle.step:
        return ()
    play = Play(rules, position, NoDice(), Node("offers", {}))
    attackers = play.units(battle.attackers)
    found: list[Offer] = []
    for power in dict.fromkeys(unit.power for unit in play.units(battle.units)):
        own = [unit for unit in play.units(battle.units) if unit.power == power]
        for unit in own:
            offer = Offer(power, "submerge", Submerge(power, (unit.id,)), unit.type)
            if offer not in found and _legal(play, offer):
                found.append(offer)
    planes = tuple(unit.id for unit in attackers if is_kind(play, unit, UnitKind.AIR))
    going = tuple(unit.id for unit in who_retreats(play, battle))
    who, where = battle.attacker, battle.space
    ways = [Offer(who, "retreat", Retreat(who, going, to), to) for to in battle.came if len(planes) < len(going)]
    ways += [Offer(who, "withdraw", Retreat(who, planes))] if planes else []
    ways += [Offer(who, "press", Fight(who, where))]
    return (*found, *(way for way in ways if _legal(play, way)))


def _legal(play: Play, offer: Offer) -> bool:
    return next(play.refusals(offer.action), None) is None
