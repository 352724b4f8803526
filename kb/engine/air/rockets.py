"""Rocket strikes: antiaircraft guns, or air bases, that shoot at the industry of territories some spaces away."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine import questions
from kb.engine.air.raids import has_enemy_complex, strike, targets_in
from kb.engine.board.abilities import has_technology
from kb.engine.board.holders import held_at_start, holder_of
from kb.engine.board.sides import allied
from kb.engine.board.unit_types import is_kind
from kb.engine.core import given, notes
from kb.engine.core.actions import Action, Rocket
from kb.engine.core.facts import ROCKET_LAUNCHERS
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Facts, Mark, Unit
from kb.engine.core.registry import answers, candidates, effect_of, refuses
from kb.engine.core.table import Die
from kb.games.board_model import UnitKind


def within_range(play: Play, start: str, end: str, spaces: int) -> bool:
    """Whether a rocket gets from one space to another over at most so many borders, land and sea alike."""
    reached = frontier = {start}
    for _ in range(spaces):
        near = {near for space in frontier for near in play.board.around(space)} - reached
        frontier = {space for space in sorted(near) if play.ask(questions.air.rocket_may_cross, space=space)}
        reached = reached | frontier
    return end in reached


@refuses("{power} has not developed rockets.", Rocket)
def rockets_need_technology(
    play: Play,
    action: Rocket,
    *,
    technologies: Names = given.technologies("the technologies with which rockets are fired"),
) -> Iterator[Facts]:
    """A power fires rockets only with the technology {technologies}."""
    if not has_technology(play, action.power, technologies):
        yield {"power": action.power}


@refuses("{unit} cannot fire rockets.", Rocket)
def guns_fire_rockets(play: Play, action: Rocket, *, units: Names = given.fact(ROCKET_LAUNCHERS)) -> Iterator[Facts]:
    """{units} fire rockets, as long as they work."""
    gun = _gun(play, action)
    if gun.type not in units or not play.ask(questions.guns.base_works, base=gun):
        yield {"unit": gun}


@refuses("{territory} is more than {spaces} spaces away from {unit}.", Rocket)
def rocket_range(play: Play, action: Rocket, *, spaces: int = given.number("its range, in spaces")) -> Iterator[Facts]:
    """A rocket flies at most {spaces:space}."""
    gun = _gun(play, action)
    if not within_range(play, gun.at, action.territory, spaces):
        yield {"unit": gun, "territory": action.territory, "spaces": spaces}


@answers("A rocket is not fired over {space}, which is neutral.", questions.air.rocket_may_cross)
def rockets_avoid_neutral_land(play: Play, answer: bool, space: str) -> bool:
    """Rockets are not fired over neutral territory."""
    return answer and play.board.space(space).neutral is None


@refuses("There is no enemy industrial complex in {territory}.", Rocket)
def rocket_needs_complex(
    play: Play, action: Rocket, *, units: Names = given.units("the types that rockets are aimed at")
) -> Iterator[Facts]:
    """A rocket is aimed at an enemy's {units:one}."""
    if not has_enemy_complex(play, units, action.power, action.territory, action.target):
        yield {"territory": action.territory}


@refuses("{unit} has fired a rocket this turn.", Rocket)
def one_rocket_a_gun(play: Play, action: Rocket) -> Iterator[Facts]:
    """Each launcher fires one rocket in a turn."""
    if (gun := _gun(play, action)).has(Mark.LAUNCHED_ROCKET):
        yield {"unit": gun}


@refuses("{other} in {space} has fired a rocket this turn.", Rocket)
def one_gun_a_territory(play: Play, action: Rocket) -> Iterator[Facts]:
    """Of the guns in a territory one fires a rocket in a turn."""
    gun = _gun(play, action)
    for other in play.position.at(gun.at):
        if other.id != gun.id and other.has(Mark.LAUNCHED_ROCKET):
            yield {"other": other, "space": gun.at}


@refuses("The complex in {territory} has been struck by a rocket this turn.", Rocket)
def one_rocket_a_complex(play: Play, action: Rocket) -> Iterator[Facts]:
    """A complex is the target of one rocket in a player's turn."""
    if notes.ROCKET_STRUCK.is_set(play.position, action.territory):
        yield {"territory": action.territory}


@refuses("{space} was not friendly when the turn began.", Rocket)
def rockets_held_since_start(play: Play, action: Rocket) -> Iterator[Facts]:
    """A gun that was captured this turn fires no rocket."""
    gun = _gun(play, action)
    if not allied(play, action.power, held_at_start(play, gun.at)):
        yield {"space": gun.at}


@answers("The rocket costs {now} IPCs, as many as {territory} is worth.", questions.air.rocket_loss)
def rocket_capped_by_territory_value(play: Play, answer: int, unit: Unit, territory: str) -> int:
    """A rocket costs its victim no more IPCs than the territory is worth."""
    return min(answer, play.board.space(territory).value or 0)


@effect_of(Rocket)
def rocket(play: Play, action: Rocket) -> None:
    """Roll a die for the loss of the one who holds the territory."""
    gun, territory = _gun(play, action), action.territory
    victim = holder_of(play, territory)
    rolled = sum(play.roll(action.power, "rocket", territory, [Die(gun.id)]))
    loss = play.adjust(questions.air.rocket_loss, rolled, unit=gun, territory=territory)
    effect, edits = strike(play, territory, loss, action.target)
    done = (*play.put(gun.marked(Mark.LAUNCHED_ROCKET)), notes.ROCKET_STRUCK.edit(True, territory))
    facts = {"victim": victim, "territory": territory, "loss": loss, **effect}
    play.emit("rocket-struck", *done, *edits, power=action.power, unit=gun, **facts)


def _gun(play: Play, action: Rocket) -> Unit:
    return play.position.units[action.gun]


@candidates(Rocket)
def possible_rockets(play: Play, power: str) -> Iterator[Action]:
    """Each gun at each territory with a facility."""
    lands = {unit.at for unit in play.position.units.values() if is_kind(play, unit, UnitKind.FACILITY)}
    types = play.fact(ROCKET_LAUNCHERS)
    for gun in (unit for unit in play.position.units.values() if unit.power == power and unit.type in types):
        for land in sorted(lands):
            for target in targets_in(play, land):
                yield Rocket(power, gun.id, land, target)
