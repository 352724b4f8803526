"""Strategic bombing raids with escorts and interceptors, and rockets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.engine.battle import STEPS, defenders_at
from kb.engine.core import notes
from kb.engine.core.actions import Action, Raid, Rocket, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, Names, Number, NumberByUnit, Steps, Technologies, Units
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths
from kb.engine.core.position import Battle, Edit, Facts, Mark, Unit, replace
from kb.engine.core.rules import candidates, changes, effect_of, forbids, happens, holds, refuses
from kb.engine.core.table import Die
from kb.engine.fire import fire_at, guns_fire
from kb.engine.landing import can_land_in, land_each
from kb.engine.units import lose, pick_any
from kb.games.board_model import UnitKind


def has_enemy_complex(play: Play, types: Names, power: str, territory: str, target: str = "") -> bool:
    """Return whether an enemy's unit of one of the types is in a territory, of the type ``target`` if that is named."""
    return any(unit.type in types and target in ("", unit.type) for unit in play.enemies_at(power, territory))


def strike(play: Play, territory: str, loss: int, target: str = "") -> tuple[Facts, tuple[Edit, ...]]:
    """Return the facts and the edits of a raid or rocket whose dice made a ``loss``. A facility takes damage if a rule
    names one; else the holder of the territory, if any, pays IPCs."""
    struck = play.ask("damaged-by-a-strike", None, territory=territory, target=target)
    if struck is None:
        if not (victim := play.holder(territory)):
            return {"ipcs": 0}, ()
        paid = play.ask("payment-for-a-raid", loss, victim=victim)
        return {"ipcs": paid}, (("treasuries", victim, play.position.treasuries.get(victim, 0) - paid),)
    damage = play.ask("damage-of-a-strike", loss, complex=struck, territory=territory)
    return {"damage": damage, "struck": struck}, play.put(replace(struck, damage=struck.damage + damage))


@changes("The strike damages {now} and costs no IPCs.", "damaged-by-a-strike")
def strikes_damage_the_complex(
    play: Play, answer: Unit | None, territory: str, target: str, *, units: Units
) -> Unit | None:
    """Raids and rockets put damage markers on their target ({units:one}); its owner loses no IPCs."""
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


@changes("{now} fires at its raiders itself.", "fires-at-raiders", units="struck")
def facilities_fire_at_their_raiders(play: Play, answer: Unit | None, struck: Unit | None) -> Unit | None:
    """{units:a} that is raided fires at its raiders itself; antiaircraft guns in its territory do not."""
    return struck if struck else answer


@changes("{gun} hits raiders with {now} or less.", "antiaircraft-hits-on", units="gun")
def facilities_hit_raiders(play: Play, *, hits_on: Number) -> int:
    """A facility ({units:one}) hits a raider with {hits_on:roll}."""
    return hits_on


@refuses("{unit} cannot raid {target}.", Raid)
def some_raid_certain_facilities_only(play: Play, action: Raid, *, units: Units, targets: Units) -> Breaches:
    """{units} raid {targets} only."""
    struck = play.ask("damaged-by-a-strike", None, territory=action.territory, target=action.target)
    for unit in play.units(action.units):
        if struck and unit.type in units and struck.type not in targets:
            yield {"unit": unit, "target": struck}


@changes("{unit} does {now} damage.", "raid-loss", units="unit")
def some_bombers_do_more_damage(play: Play, answer: int, *, damage: Number) -> int:
    """{units} add {damage} to each of their damage dice in a raid."""
    return answer + damage


@refuses("{unit} belongs to {owner}, not to {power}.", Raid, Rocket)
def strikes_use_ones_own_units(play: Play, action: Raid | Rocket) -> Breaches:
    """A power raids only with its own bombers[rocket?, and fires only its own rockets]."""
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
def raiders_are_over_the_target(play: Play, action: Raid, unit: Unit) -> IsBreach:
    """Bombers raid the territory to which they flew in the combat move."""
    return unit.at != action.territory


@refuses("There is no enemy industrial complex in {territory}.", Raid)
def raid_needs_complex(play: Play, action: Raid, *, raided_units: Fact) -> IsBreach:
    """A raid is made on an enemy's {raided_units:one}."""
    return not has_enemy_complex(play, raided_units, action.power, action.territory, action.target)


@refuses("{unit} has attacked this turn.", Raid)
def one_attack_a_turn(play: Play, unit: Unit) -> IsBreach:
    """An aircraft attacks only once in a turn: it either makes a bombing raid or takes part in a battle."""
    return bool(unit.marks & {Mark.RAIDED, Mark.FOUGHT})


@changes("{unit} rolls {now} dice in the raid.", "dice-of-a-raider", technologies="unit")
def heavy_bombers_raid_with_two_dice(play: Play, answer: int, unit: Unit, *, units: Units = (), dice: Number) -> int:
    """With the technology {technologies}, each [{units:one}|bomber] rolls {dice:die} in a raid."""
    return dice if not units or unit.type in units else answer


@changes("{unit} uses the best of its dice, {now}.", "damage-rolled", technologies="unit", units="unit")
def heavy_bombers_raid_with_the_better_die(play: Play, faces: list[int]) -> int:
    """{technologies}: only the best of the dice of {units:a} counts in a raid."""
    return max(faces)


@changes("{unit} costs its victim {now} IPCs, as many as {territory} is worth.", "raid-loss")
def raid_capped_by_territory_value(play: Play, answer: int, territory: str) -> int:
    """A bomber costs its victim no more IPCs than the territory is worth."""
    return min(answer, play.board.space(territory).value or 0)


@changes("{victim} has only {now} IPCs to pay.", "payment-for-a-raid")
def raid_pays_at_most_what_there_is(play: Play, answer: int, victim: str) -> int:
    """The victim of a raid pays the loss or all it has, whichever is less."""
    return min(answer, play.position.treasuries.get(victim, 0))


@effect_of(Raid)
def raid(play: Play, action: Raid) -> None:
    """Resolve a raid. Guns fire before the air battle, or the target itself after it; surviving bombers roll."""
    victim, territory = play.holder(action.territory), action.territory
    play.announce("start of a raid", power=action.power)
    struck = play.ask("damaged-by-a-strike", None, territory=territory, target=action.target)
    defender = play.ask("fires-at-raiders", None, struck=struck)
    together = play.units(play.ask("raiders-in-an-air-battle", action.units, territory=territory, power=action.power))
    arriving = [unit for unit in together if not unit.has(Mark.INTERCEPTED)]
    if not defender:
        arriving = guns_fire(play, territory, arriving, "raid-antiaircraft")
    play.announce("raiders arrive", raiders=arriving, territory=territory)
    raiders = play.units(action.units)
    if defender:
        bombers = [unit for unit in raiders if not play.holds("escorts-drop-no-bombs", unit=unit)]
        fire_at(play, [defender], territory, bombers, "raid-antiaircraft")
        raiders = play.units([unit.id for unit in raiders])
    bombers = [unit for unit in raiders if not play.holds("escorts-drop-no-bombs", unit=unit)]
    losses = _losses(play, action.power, territory, bombers)
    effect, edits = strike(play, territory, sum(losses), action.target)
    done = play.put(*(unit.marked(Mark.RAIDED, Mark.FOUGHT) for unit in raiders))
    facts = {"victim": victim, "territory": territory, "losses": losses, **effect}
    play.emit("raided", *done, *edits, power=action.power, units=raiders, **facts)


def _losses(play: Play, power: str, territory: str, bombers: list[Unit]) -> list[int]:
    """Roll for the bombers of a power together; return the loss that each causes, in damage markers or IPCs."""
    dice = [play.ask("dice-of-a-raider", 1, unit=bomber) for bomber in bombers]
    each = [Die(bomber.id) for bomber, number in zip(bombers, dice, strict=True) for _ in range(number)]
    rolled = iter(play.roll(power, "raid", territory, each))
    losses = []
    for bomber, number in zip(bombers, dice, strict=True):
        faces = [next(rolled) for _ in range(number)]
        loss = play.ask("damage-rolled", sum(faces), unit=bomber, faces=faces)
        losses.append(play.ask("raid-loss", loss, unit=bomber, territory=territory))
    return losses


def targets_in(play: Play, territory: str) -> list[str]:
    """Return the facilities of a territory to choose from; one empty text if there are not several."""
    there = dict.fromkeys(unit.type for unit in play.position.at(territory))
    targets = [kind for kind in there if play.rules.kinds[kind] is UnitKind.FACILITY]
    return targets if len(targets) > 1 else [""]


@candidates(Raid)
def possible_raids(play: Play, power: str) -> Iterator[Action]:
    """Yield the raid of each aircraft on each facility in its territory."""
    for plane in play.commanded(power, UnitKind.AIR):
        if play.is_land(plane.at):
            for target in targets_in(play, plane.at):
                yield Raid(power, (plane.id,), plane.at, target)


# -- rockets


def within_range(play: Play, start: str, end: str, spaces: int) -> bool:
    """Return whether a rocket reaches a space over at most ``spaces`` borders, of land and sea alike."""
    reached = frontier = {start}
    for _ in range(spaces):
        near = {near for space in frontier for near in play.board.around(space)} - reached
        frontier = {space for space in sorted(near) if not play.holds("rockets-avoid-neutral-land", space=space)}
        reached = reached | frontier
    return end in reached


@refuses("{power} has not developed rockets.", Rocket)
def rockets_need_technology(play: Play, action: Rocket, *, technologies: Technologies) -> IsBreach:
    """A power can fire rockets only if it has the technology {technologies}."""
    return not play.has_technology(action.power, technologies)


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
def rocket_needs_complex(play: Play, action: Rocket, *, units: Units) -> IsBreach:
    """A rocket is aimed at an enemy's {units:one}."""
    return not has_enemy_complex(play, units, action.power, action.territory, action.target)


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
def one_rocket_a_complex(play: Play, action: Rocket) -> IsBreach:
    """An industrial complex can be the target of only one rocket in a player's turn."""
    return notes.ROCKET_STRUCK.is_set(play.position, action.territory)


@refuses("{unit} did not belong to the side of {power} when the turn began.", Rocket)
def rockets_held_since_start(play: Play, action: Rocket) -> Breaches:
    """A gun that was captured this turn fires no rocket."""
    gun = _gun(play, action)
    if play.changed_hands(gun) or not play.allied(action.power, play.held_at_start(gun.at)):
        yield {"unit": gun, "power": action.power}


@changes("The rocket costs {now} IPCs, as many as {territory} is worth.", "rocket-loss")
def rocket_capped_by_territory_value(play: Play, answer: int, territory: str) -> int:
    """A rocket costs its victim no more IPCs than the territory is worth."""
    return min(answer, play.board.space(territory).value or 0)


@effect_of(Rocket)
def rocket(play: Play, action: Rocket) -> None:
    """Roll a die for the IPCs that the holder of the territory loses, or for the damage of a facility."""
    gun, territory = _gun(play, action), action.territory
    victim = play.holder(territory)
    rolled = sum(play.roll(action.power, "rocket", territory, [Die(gun.id)]))
    loss = play.ask("rocket-loss", rolled, territory=territory)
    effect, edits = strike(play, territory, loss, action.target)
    done = (*play.put(gun.marked(Mark.LAUNCHED_ROCKET)), notes.ROCKET_STRUCK.edit(True, territory))
    facts = {"victim": victim, "territory": territory, "loss": loss, **effect}
    play.emit("rocket-struck", *done, *edits, power=action.power, unit=gun, **facts)


def _gun(play: Play, action: Rocket) -> Unit:
    """Return the launcher of a rocket."""
    return play.position.units[action.gun]


@candidates(Rocket)
def possible_rockets(play: Play, power: str) -> Iterator[Action]:
    """Yield the rocket of each gun at each facility of each territory."""
    lands = {unit.at for unit in play.position.units.values() if play.is_facility(unit)}
    types = play.fact("rocket-launchers")
    for gun in (unit for unit in play.position.units.values() if unit.power == power and unit.type in types):
        for land in sorted(lands):
            for target in targets_in(play, land):
                yield Rocket(power, gun.id, land, target)


# -- an optional rule of raids: fighters that escort the bombers, and fighters that meet them in the air


#: the step of a battle while fighters meet raiders
_IN_THE_AIR = "air-battle"


@holds("{unit} escorts the bombers.", units="unit")
def fighters_escort_raids(play: Play, bombers: Sequence[Unit]) -> bool:
    """{units} may escort bombers on a bombing raid."""
    return bool(bombers)


@holds("{unit} drops no bombs.", units="unit")
def escorts_drop_no_bombs(play: Play) -> bool:
    """{units} that escort a bombing raid drop no bombs."""
    return True


@tells(
    interceptors_named="{units} will meet raiders over {territory}",
    interceptors_kept="No interceptors will meet raiders over {territory}",
)
@happens(
    "Before the combat the defenders choose the fighters that will meet raiders.",
    "end of combat-move",
    "start of a raid",
)
def defenders_name_their_interceptors(play: Play, power: str, *, units: Units, raiders_: Units) -> None:
    """After the combat move a defender may name any number of the {units} of a territory as interceptors against
    {raiders}."""
    raiders = [unit for unit in play.position.units.values() if unit.type in raiders_]
    for territory in sorted({unit.at for unit in raiders if play.fights_for(unit, power)}):
        named_before = notes.INTERCEPTS.is_set(play.position, territory)
        if named_before or not has_enemy_complex(play, play.fact("raided-units"), power, territory):
            continue
        fighters = [unit for unit in play.enemies_at(power, territory) if unit.type in units]
        named: list[int] = []
        for owner in play.owners_in_turn(fighters):
            own = [unit for unit in fighters if unit.power == owner]
            named += [unit.id for unit in pick_any(play, owner, "interceptors", territory, own)]
        if fighters:
            note = notes.INTERCEPTS.edit(tuple(named), territory)
            if named:
                play.emit("interceptors-named", note, units=play.units(named), territory=territory)
            else:
                play.emit("interceptors-kept", note, territory=territory)


@tells(air_battle_begins="{attackers} against {defenders} in the air", air_battle_ends="")
@happens("The interceptors meet the raiders.", "raiders arrive")
def interceptors_meet_the_raid(play: Play, raiders: list[Unit], territory: str, *, steps: Steps) -> None:
    """[facilities-fire-at-their-raiders?Before the raided facility fires and the bombs fall|After the antiaircraft fire
    and before the bombs fall], interceptors fight the raiders for one cycle in the air. The steps are: {steps}."""
    meeting = _still_to_meet(play, territory)
    if not raiders or not meeting:
        return
    ids = tuple(unit.id for unit in raiders), tuple(unit.id for unit in meeting)
    battle = Battle(territory, raiders[0].power, *ids, step=_IN_THE_AIR)
    play.emit("air-battle-begins", ("battle", None, battle), attackers=raiders, defenders=meeting, space=territory)
    for step in steps:
        with play.step(step, space=territory):
            STEPS[step](play)
    flown = play.put(*(unit.marked(Mark.INTERCEPTED) for unit in play.units((*ids[0], *ids[1]))))
    over = notes.AIR_BATTLE.edit(True, territory)
    play.emit("air-battle-ends", ("battle", None, None), over, *flown, space=territory)


def _still_to_meet(play: Play, territory: str) -> list[Unit]:
    """Return the interceptors of a territory that have not met raiders yet."""
    named = play.units(notes.INTERCEPTS.get(play.position, territory))
    return [unit for unit in named if not unit.has(Mark.INTERCEPTED)]


@changes("All raiders of {territory} meet the interceptors together.", "raiders-in-an-air-battle")
def all_raiders_meet_the_interceptors(
    play: Play, answer: tuple[int, ...], territory: str, power: str
) -> tuple[int, ...]:
    """All raiders of a territory, whatever their targets, meet its interceptors in one air battle."""
    if not (meeting := _still_to_meet(play, territory)):
        return answer
    there = [unit for unit in play.position.at(territory) if play.is_air(unit) and unit.id not in answer]
    others = [
        unit
        for unit in there
        if any(play.permits(Raid(power, (*answer, unit.id), territory, each)) for each in targets_in(play, territory))
    ]
    if not others:
        return answer
    after = play.supposing(play.put(*(unit.marked(Mark.INTERCEPTED) for unit in meeting)))
    if defenders_at(after, territory, power):
        others = pick_any(play, power, "raiders", territory, others)
    return (*answer, *(unit.id for unit in others))


@refuses("{unit} did not meet the interceptors of {territory} with the other raiders.", Raid)
def raiders_come_together(play: Play, action: Raid, unit: Unit) -> IsBreach:
    """Once raiders have met the interceptors of a territory, no other aircraft raid it in that turn."""
    return notes.AIR_BATTLE.is_set(play.position, action.territory) and not unit.has(Mark.INTERCEPTED)


@changes("Aircraft have other combat values in an air battle.", "attack-values", "defense-values")
def escorts_and_interceptors_have_values_of_their_own(
    play: Play, answer: Strengths, units: list[Unit], attacking: bool, *, units_: Units, attack: Number, defense: Number
) -> Strengths:
    """In the air battle of a raid, {units} hit with {attack:roll} when attacking and with {defense:roll} when
    defending. Other aircraft hit nothing."""
    if play.battle.step != _IN_THE_AIR:
        return answer
    value = attack if attacking else defense
    return {unit.id: value if unit.type in units_ else 0 for unit in units}


@changes(
    "Jet fighters escort at a higher number.",
    "attack-values",
    "defense-values",
    units="units",
    technologies="units",
)
def jets_escort_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    attack: Number | None = None,
    defense: Number | None = None,
) -> Strengths:
    """{technologies}: in the air {units} hit with {attack:roll} as they attack[, and with {defense:roll} as they
    defend]."""
    strength = attack if attacking else defense
    if strength is None or play.battle.step != _IN_THE_AIR:
        return answer
    return {**answer, **{unit.id: strength for unit in units}}


@forbids("{unit} fought in the air battle and takes part in no other battle this turn.", "fights")
def interceptors_fight_nowhere_else(play: Play, unit: Unit) -> bool:
    """A fighter that has fought raiders in the air takes part in no other battle of the turn."""
    return unit.has(Mark.INTERCEPTED)


@happens("Interceptors that cannot go home look for a place to land.", "end of conduct-combat")
def interceptors_whose_home_fell_fly_one_space(play: Play, power: str, *, spaces: Number) -> None:
    """Interceptors whose territory was captured may fly {spaces:space} to friendly land or a friendly carrier."""
    land_each(play, _homeless(play, power), spaces, can_land_in)


@happens("Interceptors without a place to land are lost.", "end of conduct-combat")
def homeless_interceptors_are_lost(play: Play, power: str) -> None:
    """Interceptors that find no landing place are lost."""
    for plane in _homeless(play, power):
        lose(play, [plane], plane.at, "no-landing")


def _homeless(play: Play, attacker: str) -> list[Unit]:
    """Return the interceptors that met raiders of ``attacker``, over land that is now hostile to them."""
    met = (plane for plane in play.all_aircraft() if plane.has(Mark.INTERCEPTED))
    return [
        plane
        for plane in met
        if not play.fights_for(plane, attacker) and play.is_hostile(plane.power, plane.at) and play.is_land(plane.at)
    ]
