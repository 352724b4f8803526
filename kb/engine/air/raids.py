"""Strategic bombing raids and rockets against the industry of a territory and its holder's treasury."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle.fire import fire_at, guns_fire
from kb.engine.core import notes
from kb.engine.core.actions import Action, Raid, Rocket
from kb.engine.core.play import Play
from kb.engine.core.position import Edit, Facts, Mark, Unit, replace
from kb.engine.core.rules import (
    Breaches,
    Fact,
    Names,
    Number,
    NumberByUnit,
    Technologies,
    Units,
    candidates,
    changes,
    effect_of,
    holds,
    refuses,
)
from kb.engine.core.table import Die
from kb.games.board_model import UnitKind


def has_enemy_complex(play: Play, types: Names, power: str, territory: str, target: str = "") -> bool:
    """Whether an enemy's facility of one of the types, or the target that is named, is in a territory."""
    return any(unit.type in types and target in ("", unit.type) for unit in play.enemies_at(power, territory))


def payment(play: Play, victim: str, loss: int) -> tuple[int, tuple[Edit, ...]]:
    """What the victim of a raid or rocket pays to the bank, and the edit that does it."""
    if not victim:
        return 0, ()
    paid = play.ask("raid-pays-at-most-what-there-is", loss, victim=victim)
    return paid, (("treasuries", victim, play.position.treasuries.get(victim, 0) - paid),)


def strike(play: Play, territory: str, loss: int, target: str = "") -> tuple[Facts, tuple[Edit, ...]]:
    """What a raid or rocket does to a territory's holder or complex, and the edits that do it."""
    struck = play.ask("strikes-damage-the-complex", None, territory=territory, target=target)
    if struck is None:
        paid, edits = payment(play, play.holder(territory), loss)
        return {"ipcs": paid}, edits
    damage = play.ask("damage-of-a-strike", loss, complex=struck, territory=territory)
    return {"damage": damage, "struck": struck}, play.put(replace(struck, damage=struck.damage + damage))


@changes("The strike damages {now} and costs no IPCs.")
def strikes_damage_the_complex(
    play: Play, answer: Unit | None, territory: str, target: str, *, units: Units
) -> Unit | None:
    """Raids and rockets put damage markers on their target (an {units:one}) instead of costing its owner IPCs."""
    there = [unit for unit in play.position.at(territory) if unit.type in units and target in ("", unit.type)]
    return min(there, key=lambda unit: units.index(unit.type), default=answer)


@changes("At most {now} more damage fits on {complex}.", "damage-of-a-strike")
def damage_has_a_limit(play: Play, answer: int, complex: Unit, territory: str, *, times: Number) -> int:
    """The damage of an industrial complex is at most {times} times the IPC value of its territory."""
    most = times * (play.board.space(territory).value or 0)
    return min(answer, max(0, most - complex.damage))


@changes("At most {now} more damage fits on {complex}.", "damage-of-a-strike")
def facilities_have_a_damage_limit(play: Play, answer: int, complex: Unit, *, limits: NumberByUnit) -> int:
    """Each type of facility takes a limited number of damage markers ({<unit>})."""
    if complex.type not in limits:
        return answer
    return min(answer, max(0, limits[complex.type] - complex.damage))


@changes("{now} fires at its raiders itself.")
def facilities_fire_at_their_raiders(
    play: Play, answer: Unit | None, struck: Unit | None, *, units: Units
) -> Unit | None:
    """{units:a} that is raided fires at its raiders itself; antiaircraft guns in its territory do not."""
    return struck if struck and struck.type in units else answer


@changes("{gun} hits raiders with {now} or less.", "antiaircraft-hits-on")
def facilities_hit_raiders(play: Play, answer: int, gun: Unit, *, units: Units, hits_on: Number) -> int:
    """A facility ({units:one}) hits a raider with a roll of {hits_on} or less."""
    return hits_on if gun.type in units else answer


@refuses("{unit} cannot raid {target}.", Raid)
def some_raid_certain_facilities_only(play: Play, action: Raid, *, units: Units, targets: Units) -> Breaches:
    """{units} raid {targets} only."""
    struck = play.ask("strikes-damage-the-complex", None, territory=action.territory, target=action.target)
    for unit in play.units(action.units):
        if struck and unit.type in units and struck.type not in targets:
            yield {"unit": unit, "target": struck}


@changes("{unit} does {now} damage.", "raid-loss")
def some_bombers_do_more_damage(play: Play, answer: int, unit: Unit, *, units: Units, damage: Number) -> int:
    """{units} add {damage} to each of their damage dice in a raid."""
    return answer + damage if unit.type in units else answer


@refuses("{unit} belongs to {owner}, not to {power}.", Raid, Rocket)
def strikes_use_ones_own_units(play: Play, action: Raid | Rocket) -> Breaches:
    """A power can raid only with its own bombers and fire only its own rockets."""
    for unit in play.units(action.units if isinstance(action, Raid) else (action.gun,)):
        if not play.obeys(unit, action.power):
            yield {"unit": unit, "owner": unit.power, "power": action.power}


@refuses("{unit} cannot make a bombing raid.", Raid)
def bombers_raid(play: Play, action: Raid, *, units_: Units) -> Breaches:
    """Only {units} raid."""
    units = play.units(action.units)
    bombers = [unit for unit in units if unit.type in units_]
    for unit in units:
        if not (unit in bombers or play.holds("fighters-escort-raids", unit=unit, bombers=bombers)):
            yield {"unit": unit}


@refuses("{unit} is not in {territory}.", Raid)
def raiders_are_over_the_target(play: Play, action: Raid) -> Breaches:
    """Bombers raid the territory to which they flew in the combat move."""
    for unit in play.units(action.units):
        if unit.at != action.territory:
            yield {"unit": unit, "territory": action.territory}


@refuses("There is no enemy industrial complex in {territory}.", Raid)
def raid_needs_complex(play: Play, action: Raid, *, raided_units: Fact) -> Breaches:
    """A raid is made on an enemy's {raided_units:one}."""
    if not has_enemy_complex(play, raided_units, action.power, action.territory, action.target):
        yield {"territory": action.territory}


@refuses("{unit} has attacked this turn.", Raid)
def one_attack_a_turn(play: Play, action: Raid) -> Breaches:
    """An aircraft attacks only once in a turn: it either makes a bombing raid or takes part in a battle."""
    for unit in play.units(action.units):
        if unit.marks & {Mark.RAIDED, Mark.FOUGHT}:
            yield {"unit": unit}


@changes("{unit} rolls {now} dice in the raid.")
def heavy_bombers_raid_with_two_dice(
    play: Play, answer: int, unit: Unit, *, technologies: Technologies, units: Units = (), dice: Number
) -> int:
    """With the technology {technologies}, each [{units:one}|bomber] rolls {dice:die} in a raid."""
    developed = play.has_technology(unit.power, technologies)
    return dice if developed and (not units or unit.type in units) else answer


@changes("{unit} uses the best of its dice, {now}.")
def heavy_bombers_raid_with_the_better_die(
    play: Play, answer: int, unit: Unit, faces: list[int], *, technologies: Technologies, units: Units
) -> int:
    """{technologies}: only the best of the dice of {units:a} counts in a raid."""
    return max(faces) if play.gains(unit, units, technologies) else answer


@changes("{unit} costs its victim {now} IPCs, as many as {territory} is worth.", "raid-loss")
def raid_capped_by_territory_value(play: Play, answer: int, territory: str) -> int:
    """A bomber costs its victim no more IPCs than the territory is worth."""
    return min(answer, play.board.space(territory).value or 0)


@changes("{victim} has only {now} IPCs to pay.")
def raid_pays_at_most_what_there_is(play: Play, answer: int, victim: str) -> int:
    """The victim of a raid pays the loss or all it has, whichever is less."""
    return min(answer, play.position.treasuries.get(victim, 0))


@effect_of(Raid)
def raid(play: Play, action: Raid) -> None:
    """Guns fire at the raiders, or after the air battle the target itself does; the bombers left roll for damage."""
    victim, territory = play.holder(action.territory), action.territory
    struck = play.ask("strikes-damage-the-complex", None, territory=territory, target=action.target)
    defender = play.ask("facilities-fire-at-their-raiders", None, struck=struck)
    together = play.units(
        play.ask("all-raiders-meet-the-interceptors", action.units, territory=territory, power=action.power)
    )
    arriving = [unit for unit in together if not unit.has(Mark.INTERCEPTED)]
    if not defender:
        arriving = guns_fire(play, territory, arriving, "raid-antiaircraft")
    play.announce("raiders arrive", raiders=arriving, territory=territory)
    raiders = play.units(action.units)
    if defender:
        bombers = [unit for unit in raiders if not play.holds("escorts-drop-no-bombs", unit=unit)]
        fire_at(play, [defender], territory, bombers, "raid-antiaircraft")
        raiders = play.units([unit.id for unit in raiders])
    losses = _losses(
        play, action.power, territory, [unit for unit in raiders if not play.holds("escorts-drop-no-bombs", unit=unit)]
    )
    effect, edits = strike(play, territory, sum(losses), action.target)
    done = play.put(*(unit.marked(Mark.RAIDED, Mark.FOUGHT) for unit in raiders))
    facts = {"victim": victim, "territory": territory, "losses": losses, **effect}
    play.emit("raided", *done, *edits, power=action.power, units=raiders, **facts)


def _losses(play: Play, power: str, territory: str, bombers: list[Unit]) -> list[int]:
    """What each bomber costs the victim."""
    dice = [play.ask("heavy-bombers-raid-with-two-dice", 1, unit=bomber) for bomber in bombers]
    each = [Die(bomber.id) for bomber, number in zip(bombers, dice, strict=True) for _ in range(number)]
    faces = iter(play.roll(power, "raid", territory, each))
    rolled = [[next(faces) for _ in range(number)] for number in dice]
    sums = [
        play.ask("heavy-bombers-raid-with-the-better-die", sum(each), unit=bomber, faces=each)
        for bomber, each in zip(bombers, rolled, strict=True)
    ]
    return [
        play.ask("raid-loss", loss, unit=bomber, territory=territory)
        for bomber, loss in zip(bombers, sums, strict=True)
    ]


def targets_in(play: Play, territory: str) -> list[str]:
    """The facilities of a territory to choose from; no name where there are not several."""
    there = dict.fromkeys(unit.type for unit in play.position.at(territory))
    targets = [kind for kind in there if play.rules.kinds[kind] is UnitKind.FACILITY]
    return targets if len(targets) > 1 else [""]


@candidates(Raid)
def possible_raids(play: Play, power: str) -> Iterator[Action]:
    """Each aircraft at each facility where it is."""
    for plane in play.commanded(power, UnitKind.AIR):
        if play.is_land(plane.at):
            for target in targets_in(play, plane.at):
                yield Raid(power, (plane.id,), plane.at, target)


# -- rockets


def within_range(play: Play, start: str, end: str, spaces: int) -> bool:
    """Whether a rocket gets from one space to another over at most so many borders, land and sea alike."""
    reached = frontier = {start}
    for _ in range(spaces):
        near = {near for space in frontier for near in play.board.around(space)} - reached
        frontier = {space for space in sorted(near) if not play.holds("rockets-avoid-neutral-land", space=space)}
        reached = reached | frontier
    return end in reached


@refuses("{power} has not developed rockets.", Rocket)
def rockets_need_technology(play: Play, action: Rocket, *, technologies: Technologies) -> Breaches:
    """A power can fire rockets only if it has the technology {technologies}."""
    if not play.has_technology(action.power, technologies):
        yield {"power": action.power}


@refuses("{unit} cannot fire rockets.", Rocket)
def guns_fire_rockets(play: Play, action: Rocket, *, rocket_launchers: Fact) -> Breaches:
    """Rockets are fired only by {rocket_launchers} that are in working order."""
    gun = _gun(play, action)
    if gun.type not in rocket_launchers or not play.ask("base-works", True, base=gun):
        yield {"unit": gun}


@refuses("{territory} is more than {spaces} spaces away from {unit}.", Rocket)
def rocket_range(play: Play, action: Rocket, *, spaces: Number) -> Breaches:
    """A rocket flies at most {spaces:space}."""
    gun = _gun(play, action)
    if not within_range(play, gun.at, action.territory, spaces):
        yield {"unit": gun, "territory": action.territory, "spaces": spaces}


@holds("A rocket is not fired over {space}, which is neutral.")
def rockets_avoid_neutral_land(play: Play, space: str) -> bool:
    """Rockets cannot be fired over neutral territory."""
    return play.board.space(space).neutral is not None


@refuses("There is no enemy industrial complex in {territory}.", Rocket)
def rocket_needs_complex(play: Play, action: Rocket, *, units: Units) -> Breaches:
    """A rocket is aimed at an enemy's {units:one}."""
    if not has_enemy_complex(play, units, action.power, action.territory, action.target):
        yield {"territory": action.territory}


@refuses("{unit} has fired a rocket this turn.", Rocket)
def one_rocket_a_gun(play: Play, action: Rocket) -> Breaches:
    """Each rocket launcher can fire only one rocket in a turn."""
    if (gun := _gun(play, action)).has(Mark.LAUNCHED_ROCKET):
        yield {"unit": gun}


@refuses("{other} in {space} has fired a rocket this turn.", Rocket)
def one_gun_a_territory(play: Play, action: Rocket) -> Breaches:
    """Only one of the antiaircraft guns in a territory can fire a rocket in a turn."""
    gun = _gun(play, action)
    for other in play.position.at(gun.at):
        if other.id != gun.id and other.has(Mark.LAUNCHED_ROCKET):
            yield {"other": other, "space": gun.at}


@refuses("The complex in {territory} has been struck by a rocket this turn.", Rocket)
def one_rocket_a_complex(play: Play, action: Rocket) -> Breaches:
    """An industrial complex can be the target of only one rocket in a player's turn."""
    if notes.ROCKET_STRUCK.is_set(play.position, action.territory):
        yield {"territory": action.territory}


@refuses("{space} was not friendly when the turn began.", Rocket)
def rockets_held_since_start(play: Play, action: Rocket) -> Breaches:
    """A gun that was captured this turn fires no rocket."""
    gun = _gun(play, action)
    if not play.allied(action.power, play.held_at_start(gun.at)):
        yield {"space": gun.at}


@changes("The rocket costs {now} IPCs, as many as {territory} is worth.")
def rocket_capped_by_territory_value(play: Play, answer: int, territory: str) -> int:
    """A rocket costs its victim no more IPCs than the territory is worth."""
    return min(answer, play.board.space(territory).value or 0)


@effect_of(Rocket)
def rocket(play: Play, action: Rocket) -> None:
    """Roll a die for the loss of the one who holds the territory."""
    gun, territory = _gun(play, action), action.territory
    victim = play.holder(territory)
    rolled = sum(play.roll(action.power, "rocket", territory, [Die(gun.id)]))
    loss = play.ask("rocket-capped-by-territory-value", rolled, territory=territory)
    effect, edits = strike(play, territory, loss, action.target)
    done = (*play.put(gun.marked(Mark.LAUNCHED_ROCKET)), notes.ROCKET_STRUCK.edit(True, territory))
    facts = {"victim": victim, "territory": territory, "loss": loss, **effect}
    play.emit("rocket-struck", *done, *edits, power=action.power, unit=gun, **facts)


def _gun(play: Play, action: Rocket) -> Unit:
    return play.position.units[action.gun]


@candidates(Rocket)
def possible_rockets(play: Play, power: str) -> Iterator[Action]:
    """Each gun at each territory with a facility."""
    lands = {unit.at for unit in play.position.units.values() if play.is_facility(unit)}
    types = play.fact("rocket-launchers")
    for gun in (unit for unit in play.position.units.values() if unit.power == power and unit.type in types):
        for land in sorted(lands):
            for target in targets_in(play, land):
                yield Rocket(power, gun.id, land, target)
