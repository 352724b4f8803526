"""What an attack needs, and what a combat move is for (later games)."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import terms
from kb.engine.actions import Fight, Move
from kb.engine.combat.battles import attackers_at, defenders_at, must_be_fought
from kb.engine.movement.moves import Facts, going, is_combat_move
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, refuses
from kb.engine.special.scramble import can_scramble
from kb.games.board_model import UnitKind


@refuses("attacks-need-an-attack-value", "Nobody in {space} has an attack value.", Fight, Move)
def attacks_need_an_attack_value(play: Play, action: Fight | Move) -> Iterator[Facts]:
    """What has no attack value attacks nobody by itself, nor is it sent to; warships go first.

    Source in Europe 1940: e40-com-1.
    """
    if isinstance(action, Fight):
        attacked: tuple[str, ...] = () if play.position.battle else (action.space,)
    elif is_combat_move(play):
        play = play.supposing(going(play, play.units(action.units), action.route))
        attacked = tuple(space for space in dict.fromkeys(action.route) if space in must_be_fought(play))
    else:
        attacked = ()
    for space in attacked:
        if _is_unarmed(play, space, action.power):
            yield {"space": space}


@answers("unarmed-units-are-in-no-battle", "What is left in {space} attacks nobody.", "battle-is-due")
def unarmed_units_are_in_no_battle(play: Play, answer: bool, space: str) -> bool:
    """Who has lost all that could attack before the battle began need not fight it.

    Source in Europe 1940: e40-com-1.
    """
    return answer and (is_combat_move(play) or not _is_unarmed(play, space, play.turn))


def _is_unarmed(play: Play, space: str, power: str) -> bool:
    """Whether a power would attack without any attack value; who is scrambled against has to fight anyway."""
    own = attackers_at(play, space, power)
    forced = any(unit.has(Mark.SCRAMBLED) for unit in defenders_at(play, space, power))
    return bool(own) and not forced and not any(terms.type_of(play, unit).attack for unit in own)


@refuses("combat-moves-have-a-reason", "{unit} neither fights in {space} nor has another reason to move now.", Move)
def combat_moves_have_a_reason(play: Play, action: Move) -> Iterator[Facts]:
    """In the combat move certain units go where they fight, or support a landing.

    Source in Europe 1940: e40/p2-combat-move, e40-mov-4.
    """
    space = action.route[-1]
    for unit in play.units(action.units) if is_combat_move(play) else ():
        if unit.type not in play.names("combat-moves-have-a-reason", "units"):
            continue
        if _leads_to_combat(play, unit, space, action.power) or _may_bombard(play, unit, space):
            continue
        if not play.ask("has-a-reason-to-move", False, unit=unit, action=action):
            yield {"unit": unit, "space": space}


def _leads_to_combat(play: Play, unit: Unit, space: str, power: str) -> bool:
    """Whether a unit could fight where it goes; land of another side is no place for an idle visit."""
    strange = terms.is_land(play, space) and not terms.is_friendly_land(play, power, terms.holder(play, space))
    return strange or terms.is_hostile(play, power, space) or bool(terms.enemies_to_meet(play, power, space))


def _may_bombard(play: Play, ship: Unit, zone: str) -> bool:
    """Whether a ship could support a landing from a zone."""
    shore = [space for space in play.board.around(zone) if terms.is_land(play, space)]
    guns = play.ask("bombards", ship.type in play.names("battleships-bombard", "units"), unit=ship)
    return bool(guns) and any(terms.is_hostile(play, ship.power, space) for space in shore)


@answers("who-leaves-a-fight-has-a-reason", "{unit} leaves a zone with enemies in it.", "has-a-reason-to-move")
def who_leaves_a_fight_has_a_reason(play: Play, answer: bool, unit: Unit, action: Move) -> bool:
    """Who begins beside enemies may leave them to the others, even beside those that can be ignored.

    Source in Europe 1940: e40-mov-1.
    """
    return answer or (not unit.came and bool(terms.enemies_to_meet(play, action.power, action.route[0])))


@answers("escorts-have-a-reason", "{unit} escorts a transport.", "has-a-reason-to-move")
def escorts_have_a_reason(play: Play, answer: bool, unit: Unit, action: Move) -> bool:
    """A ship that is to escort a transport sails its whole way with it. Source in Europe 1940: e40-sub-6."""
    rule = "escorts-have-a-reason"
    escorted = {each.type for each in play.units(action.units)} & set(play.names(rule, "units"))
    return answer or (bool(escorted) and terms.is_kind(play, unit, UnitKind.SHIP))


@answers("danger-is-reason-enough", "{unit} goes where there may be combat.", "has-a-reason-to-move")
def danger_is_reason_enough(play: Play, answer: bool, unit: Unit, action: Move) -> bool:
    """The chance of a scramble, or of a submarine on the way, is reason enough. Source in Europe 1940: e40-mov-4."""
    return answer or any(
        _is_dangerous(play, action.power, zone) for zone in action.route[1:] if terms.is_sea(play, zone)
    )


def _is_dangerous(play: Play, power: str, zone: str) -> bool:
    near = [space for space in play.board.around(zone) if terms.is_land(play, space)]
    planes = [unit for space in near for unit in terms.enemies(play, power, space)]
    return bool(terms.enemies_to_meet(play, power, zone)) or any(can_scramble(play, plane) for plane in planes)
