"""The battle board: the battle that is being fought, its steps, and who takes part."""

from __future__ import annotations

from collections.abc import Callable, Container

from kb.engine import questions
from kb.engine.board.powers import among_enemies, defends, enemies_at, fights_for, is_hostile, on_the_surface
from kb.engine.board.printed import is_kind, is_land, type_of
from kb.engine.core.play import Play
from kb.engine.core.position import Battle, Edit, Mark, Unit, replace
from kb.engine.units.moving import came_by_sea
from kb.games.board_model import UnitKind


def the_battle(play: Play) -> Battle:
    """The battle that is being fought."""
    battle = play.position.battle
    assert battle is not None, "no battle is being fought"
    return battle


def change_battle(play: Play, **changes: object) -> Edit:
    """The edit that changes the battle."""
    return ("battle", None, replace(the_battle(play), **changes))


def leave_battle(play: Play, gone: Container[int], **changes: object) -> Edit:
    """The edit that takes units off the battle board, with other changes of the battle."""
    battle = the_battle(play)
    return change_battle(
        play,
        attackers=tuple(unit for unit in battle.attackers if unit not in gone),
        defenders=tuple(unit for unit in battle.defenders if unit not in gone),
        **changes,
    )


# -- steps


Step = Callable[[Play], None]
#: the steps of combat by name; a rule set composes a cycle of them
STEPS: dict[str, Step] = {}
#: the steps at which a battle waits, each with the question whether there is anything to decide
WAITING: dict[str, Callable[[Play], bool]] = {}


def step(name: str, waits: Callable[[Play], bool] | None = None) -> Callable[[Step], Step]:
    """Register a step of combat; ``waits`` tells whether the battle waits there for a decision."""

    def take(function: Step) -> Step:
        STEPS[name] = function
        if waits:
            WAITING[name] = waits
        return function

    return take


# -- participants


def attackers_at(play: Play, space: str, power: str) -> list[Unit]:
    """The units with which a power would attack in a space."""
    there = [unit for unit in play.position.at(space) if takes_part(play, unit)]
    own = [unit for unit in there if fights_for(play, unit, power)]
    return [unit for unit in own if play.ask(questions.fights_again, unit=unit)]


def takes_part(play: Play, unit: Unit) -> bool:
    """Whether a unit can be on a battle board: it can be a casualty, is up, and is not cargo of a transport."""
    afloat = unit.aboard and is_kind(play, unit, UnitKind.LAND)
    return type_of(play, unit).has("hits") and on_the_surface(unit) and not afloat


def defenders_at(play: Play, space: str, power: str) -> list[Unit]:
    """The enemies of a power that would defend a space together."""
    there = [unit for unit in enemies_at(play, power, space) if takes_part(play, unit)]
    return [unit for unit in there if defends(play, unit)]


def pending_battles(play: Play, *powers: str) -> tuple[str, ...]:
    """The spaces where powers, by default those on turn, have units among enemies: battles that are not fought yet."""
    return tuple(
        dict.fromkeys(
            space
            for power in powers or play.players
            for space in among_enemies(play, power)
            if attackers_at(play, space, power) and defenders_at(play, space, power)
        )
    )


def must_be_fought(play: Play) -> tuple[str, ...]:
    """The pending battles to which units of powers on turn are bound, and the one that is being fought."""
    battle = play.position.battle
    unfinished = (battle.space,) if battle else ()
    # a unit that has moved there has to fight, unless a rule says otherwise
    bound = dict.fromkeys(
        space
        for power in play.players
        for space in pending_battles(play, power)
        if space not in unfinished
        and any(
            play.adjust(questions.is_bound_to_fight, unit.has(Mark.COMBAT_MOVED), unit=unit)
            for unit in attackers_at(play, space, power)
        )
    )
    return (*unfinished, *(space for space in bound if play.ask(questions.battle_is_due, space=space)))


def belongs_to_an_assault(play: Play, space: str, power: str) -> bool:
    """Whether units of a power went ashore in a territory, or went or will go ashore from a sea zone."""
    if is_land(play, space):
        return any(came_by_sea(play, unit) for unit in attackers_at(play, space, power))
    own = (unit for unit in play.position.units.values() if fights_for(play, unit, power))
    return any(
        (unit.aboard and unit.bound and unit.at == space) or (came_by_sea(play, unit) and unit.came[-1] == space)
        for unit in own
    )


def attacked_lands(play: Play, power: str) -> list[str]:
    """The lands that a power attacks after its combat moves: where it has moved, and where its cargo is to land."""
    units = [unit for unit in play.position.units.values() if unit.power == power]
    there = {unit.at for unit in units if unit.has(Mark.COMBAT_MOVED)} | {unit.bound for unit in units if unit.aboard}
    lands = (space for space in sorted(there) if space and is_land(play, space))
    return [space for space in lands if is_hostile(play, power, space)]
