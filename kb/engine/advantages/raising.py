"""National advantages that raise units, spend them, or touch money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Invoke
from kb.engine.advantages.deeds import in_own_phase, invoked, invokes
from kb.engine.combat.battles import defenders_at
from kb.engine.losses import lose, pick
from kb.engine.moments import COMBAT_MOVE, DEVELOP_WEAPONS, MOBILIZE_UNITS, end_of, start_of
from kb.engine.play import Play
from kb.engine.position import Mark, Unit
from kb.engine.registry import answers, happens, refuses
from kb.engine.table import Die
from kb.engine.values import replace
from kb.games.board_model import UnitKind

Facts = dict[str, Any]


def raise_units(play: Play, power: str, kind: str, number: int, space: str) -> None:
    """Put new units of a power into a space."""
    first = play.next_id()
    new = [Unit(first + n, kind, power, space, marks=frozenset({Mark.MOBILIZED})) for n in range(number)]
    play.happen("raised", *play.put(*new), units=new, space=space, power=power)


@happens("treaty-infantry", "The treaty is broken: four infantry stand up.", end_of(COMBAT_MOVE))
def treaty_infantry(play: Play, power: str) -> None:
    """The first attack on the treaty's land raises four infantry there before combat.

    Source in Revised: rev/na-ussr-nonaggression-treaty.
    """
    rule = "treaty-infantry"
    owner = terms.player_of(play, rule)
    if not owner or power not in play.names(rule, "against") or ("treaty", "over") in play.position.game_notes:
        return
    attacked = sorted({u.at for u in play.position.units.values() if u.power == power and _attacks(play, u, owner)})
    places = [space for space in attacked if play.ask("treaty-covers", True, space=space, owner=owner)]
    if places and play.ask("treaty-in-force", True, owner=owner):
        for space in play.ask("treaty-places", tuple(places), owner=owner):
            raise_units(play, owner, play.names(rule, "units")[0], play.number(rule, "number"), space)
        play.happen("treaty-ended", ("game_notes", ("treaty", "over"), True), power=owner)


def _attacks(play: Play, unit: Unit, victim: str) -> bool:
    """Whether a unit stands where it attacks the victim: on its land, or among its units."""
    there = any(other.power == victim for other in play.position.at(unit.at))
    return there or terms.holder(play, unit.at) == victim


@answers("treaty-is-about-red-land", "{space} is not red land: the treaty is not about it.", "treaty-covers")
def treaty_is_about_red_land(play: Play, answer: bool, space: str, owner: str) -> bool:
    """Only attacks on the owner's original land count, none at sea. Source in Revised: rev-ussr-1, rev-ussr-3."""
    return answer and terms.is_land(play, space) and play.board.space(space).owner == owner


@answers("treaty-infantry-stand-in-one-place", "{owner} chooses one territory for all four.", "treaty-places")
def treaty_infantry_stand_in_one_place(play: Play, answer: tuple[str, ...], owner: str) -> tuple[str, ...]:
    """Of several attacked territories the owner picks one. Source in Revised: rev-ussr-4."""
    return (play.choose(owner, "treaty", answer[0], list(answer)),)


@answers("treaty-broken-by-its-owner", "{owner} broke the treaty itself.", "treaty-in-force")
def treaty_broken_by_its_owner(play: Play, answer: bool, owner: str) -> bool:
    """The owner's own attack ended the treaty. Source in Revised: rev-ussr-2."""
    return answer and not play.position.game_notes.get(("treaty", "broken"))


@happens("attacking-on-land-breaks-the-treaty", "{power} breaks the treaty by its attack.", end_of(COMBAT_MOVE))
def attacking_on_land_breaks_the_treaty(play: Play, power: str) -> None:
    """An attack by the owner on the other power's land, or on its units on land, breaks the treaty.

    Source in Revised: rev-ussr-2.
    """
    rule = "attacking-on-land-breaks-the-treaty"
    if not terms.plays_advantage(play, rule, power) or ("treaty", "broken") in play.position.game_notes:
        return
    for other in play.names(rule, "against"):
        own = [unit for unit in play.position.units.values() if unit.power == power and _attacks(play, unit, other)]
        if any(play.ask("breaks-the-treaty", True, space=unit.at) for unit in own):
            play.happen("treaty-broken", ("game_notes", ("treaty", "broken"), True), power=power)
            return


@answers("fighting-at-sea-keeps-the-treaty", "{space} is at sea: that does not break the treaty.", "breaks-the-treaty")
def fighting_at_sea_keeps_the_treaty(play: Play, answer: bool, space: str) -> bool:
    """An attack on naval units does not break it. Source in Revised: rev-ussr-2."""
    return answer and terms.is_land(play, space)


@happens("chinese-divisions", "A Chinese division is raised.", start_of(MOBILIZE_UNITS))
def chinese_divisions(play: Play, power: str) -> None:
    """One free infantry a round in a Chinese territory. Source in Revised: rev/na-us-chinese-divisions, rev-usa-1."""
    rule = "chinese-divisions"
    if not terms.plays_advantage(play, rule, power):
        return
    lands = tuple(land for land in play.names(rule, "spaces") if terms.allied(play, power, terms.holder(play, land)))
    for space in play.ask("division-places", lands, power=power) if lands else ():
        raise_units(play, power, play.names(rule, "units")[0], play.number(rule, "number"), space)


@answers("one-chinese-division-a-round", "{power} chooses one territory for it.", "division-places")
def one_chinese_division_a_round(play: Play, answer: tuple[str, ...], power: str) -> tuple[str, ...]:
    """One territory gets the infantry, not each. Source in Revised: rev-usa-1."""
    return (play.choose(power, "division", answer[0], list(answer)),)


@happens("french-resistance", "The French resistance rises in {territory}.", "captured")
def french_resistance(play: Play, territory: str, by: str, was: str, holder: str) -> None:
    """The first Allied capture of the land raises three infantry there. Unverified.

    Source in Revised: rev/na-uk-french-resistance.
    """
    rule = "french-resistance"
    owner = terms.player_of(play, rule)
    risen = ("resistance",)
    if (
        owner
        and territory in play.names(rule, "spaces")
        and terms.allied(play, owner, by)
        and risen not in play.position.game_notes
    ):
        play.happen("resistance-rises", ("game_notes", risen, True), power=owner)
        raise_units(play, owner, play.names(rule, "units")[0], play.number(rule, "number"), territory)


@happens("salvage", "A tank is salvaged in {space}.", "battle over")
def salvage(play: Play, space: str, units: list[Unit], attacker: str) -> None:
    """A battle won in red land in which an enemy tank fell yields a tank. Unverified.

    Source in Revised: rev/na-ussr-salvage.
    """
    rule = "salvage"
    owner = terms.player_of(play, rule)
    if not owner or play.board.space(space).owner != owner or not any(unit.power == owner for unit in units):
        return
    fallen = play.position.turn_notes.get(("casualties", space), ())
    enemy_left = any(terms.at_enmity(play, owner, unit.power) for unit in units)
    if not enemy_left and any(
        kind in play.names(rule, "units") and terms.at_enmity(play, owner, power) for power, kind in fallen
    ):
        raise_units(play, owner, play.names(rule, "units")[0], play.number(rule, "number"), space)


@answers("u-boat-interdiction", "U-boats cost {power} some of its income.", "income")
def u_boat_interdiction(play: Play, answer: int, power: str, economy: str) -> int:
    """Each submarine on the board costs an enemy 1 IPC of income. Unverified.

    Source in Revised: rev/na-ger-uboat-interdiction.
    """
    rule = "u-boat-interdiction"
    boats = [
        unit
        for unit in play.position.units.values()
        if terms.gains(play, rule, unit) and terms.at_enmity(play, power, unit.power)
    ]
    return max(0, answer - play.number(rule, "ipcs") * len(boats))


@invokes("russian-winter", "{power} declares the Russian winter.")
def declare_winter(play: Play, action: Invoke) -> None:
    """Declared in the power's own collect income phase. Unverified. Source in Revised: rev/na-ussr-russian-winter."""
    play.happen("winter-comes", ("game_notes", ("winter",), action.power), power=action.power)


@refuses("winter-is-declared-with-the-income", "The winter is declared in one's own collect income phase.", Invoke)
def winter_is_declared_with_the_income(play: Play, action: Invoke) -> Iterator[Facts]:
    """It is declared in the power's collect income phase. Unverified. Source in Revised: rev/na-ussr-russian-winter."""
    rule = "winter-is-declared-with-the-income"
    if invoked(play, action, rule) and not in_own_phase(play, action, rule):
        yield {"power": action.power}


@happens("winter-ends", "The winter is over.", start_of(DEVELOP_WEAPONS))
def winter_ends(play: Play, power: str) -> None:
    """It lasts until the power's next turn. Unverified. Source in Revised: rev/na-ussr-russian-winter."""
    if play.position.game_notes.get(("winter",)) == power:
        play.happen("winter-ended", ("game_notes", ("winter",), None), power=power)


@invokes("lend-lease", "Allied units become {power}'s.", units=1)
def lend_lease(play: Play, action: Invoke) -> None:
    """Allies' land and air units in red land become the power's own. Unverified.

    Source in Revised: rev/na-ussr-lend-lease.
    """
    units = play.units(action.units)
    play.happen(
        "handed-over",
        *play.put(*(replace(unit, power=action.power) for unit in units)),
        units=units,
        power=action.power,
    )


@refuses("lend-lease-comes-with-mobilization", "Lend-Lease is used in one's own mobilize phase.", Invoke)
def lend_lease_comes_with_mobilization(play: Play, action: Invoke) -> Iterator[Facts]:
    """Units are handed over in the power's own mobilize phase. Unverified.

    Source in Revised: rev/na-ussr-lend-lease.
    """
    rule = "lend-lease-comes-with-mobilization"
    if invoked(play, action, rule) and not in_own_phase(play, action, rule):
        yield {"power": action.power}


@answers("lend-lease-is-for-allies-in-red-land", "{unit} of {unit.power} is handed over.", "serves-another")
def lend_lease_is_for_allies_in_red_land(play: Play, answer: bool, unit: Unit, power: str, advantage: str) -> bool:
    """It takes allies' land and air units in land of the power's own colour. Unverified.

    Source in Revised: rev/na-ussr-lend-lease.
    """
    if advantage != play.rules.lines["lend-lease-is-for-allies-in-red-land"].advantage:
        return answer
    red = terms.is_land(play, unit.at) and play.board.space(unit.at).owner == power
    fit = terms.allied(play, power, unit.power) and terms.is_kind(play, unit, UnitKind.LAND, UnitKind.AIR)
    return answer or (red and fit)


@invokes("colonial-garrison", "{power} begins with a complex in {space}.", spaces=1)
def colonial_garrison(play: Play, action: Invoke) -> None:
    """An extra complex, there from the start. Unverified. Source in Revised: rev/na-uk-colonial-garrison."""
    new = Unit(play.next_id(), play.names("colonial-garrison", "units")[0], action.power, action.spaces[0])
    play.happen("raised", *play.put(new), units=[new], space=new.at, power=new.power)


@refuses("garrisons-stand-from-the-start", "Round {round} is too late for a colonial garrison.", Invoke)
def garrisons_stand_from_the_start(play: Play, action: Invoke) -> Iterator[Facts]:
    """The power begins the game with the complex. Unverified. Source in Revised: rev/na-uk-colonial-garrison."""
    rule, now = "garrisons-stand-from-the-start", play.position.clock.round
    if invoked(play, action, rule) and now > play.number(rule, "round"):
        yield {"round": now}


@refuses("garrisons-stand-in-own-land", "{space} is no place for a colonial garrison.", Invoke)
def garrisons_stand_in_own_land(play: Play, action: Invoke) -> Iterator[Facts]:
    """It stands in own-coloured land that is worth something and has no complex. Unverified.

    Source in Revised: rev/na-uk-colonial-garrison.
    """
    rule = "garrisons-stand-in-own-land"
    for land in action.spaces if invoked(play, action, rule) else ():
        space = play.board.space(land)
        own = {space.owner, terms.holder(play, land)} == {action.power}
        worth = (space.value or 0) >= play.number(rule, "value")
        built = {unit.type for unit in play.position.at(land)} & set(play.names("colonial-garrison", "units"))
        if not own or not worth or built:
            yield {"space": land}


@invokes("kamikaze-attacks", "Kamikaze planes dive at the ships.", units=1)
def kamikaze(play: Play, action: Invoke) -> None:
    """Fighters dive at ships in their zone. Source in Revised: rev/na-jpn-kamikaze, rev-jpn-2 to 4."""
    _sacrifice(play, action, "kamikaze-attacks")


@invokes("kaiten-torpedoes", "Kaiten torpedoes run at the ships.", units=1)
def kaiten(play: Play, action: Invoke) -> None:
    """Submarines run at ships in their zone. Source in Revised: rev/na-jpn-kaiten, rev-jpn-3."""
    _sacrifice(play, action, "kaiten-torpedoes")


def _sacrifice(play: Play, action: Invoke, what: str) -> None:
    """One die each at the attack value; the hits are put on enemies in the zone; the attackers are spent."""
    units = play.units(action.units)
    zone = units[0].at
    dice = [Die(unit.id, terms.type_of(play, unit).attack or 0) for unit in units]
    hits = sum(face <= die.hits_on for die, face in zip(dice, play.roll(action.power, what, zone, dice), strict=True))
    spent = [unit for unit in units if play.ask("spent-by-its-attack", False, unit=unit)]
    lose(play, spent, zone, what)
    for _ in range(hits):
        exposed = defenders_at(play, zone, action.power)
        targets = [unit for unit in exposed if play.ask("sacrifice-can-hit", True, unit=unit)]
        if targets:
            chooser = play.ask("victim-is-chosen-by", action.power, targets=targets)
            _hit(play, pick(play, chooser, "casualties", zone, targets, 1)[0], zone, what)


def _hit(play: Play, unit: Unit, zone: str, what: str) -> None:
    if unit.damage + 1 < (terms.type_of(play, unit).hits or 1):
        play.happen("damaged", *play.put(replace(unit, damage=unit.damage + 1)), units=[unit], space=zone)
    else:
        lose(play, [unit], zone, what)


@answers("suicide-attackers-are-spent", "{unit} is lost as it attacks.", "spent-by-its-attack")
def suicide_attackers_are_spent(play: Play, answer: bool, unit: Unit) -> bool:
    """The attacker is a casualty the moment it attacks, and absorbs no other hit. Source in Revised: rev-jpn-4."""
    return True


@answers("suicide-attacks-hit-ships", "{unit} is no ship and cannot be the victim.", "sacrifice-can-hit")
def suicide_attacks_hit_ships(play: Play, answer: bool, unit: Unit) -> bool:
    """The victim is a naval unit. Source in Revised: rev-jpn-3."""
    return answer and terms.is_kind(play, unit, UnitKind.SHIP)


@answers("the-defender-chooses-the-victim", "{now} chooses the victim.", "victim-is-chosen-by")
def the_defender_chooses_the_victim(play: Play, answer: str, targets: list[Unit]) -> str:
    """The defender chooses. Source in Revised: rev-jpn-3."""
    return targets[0].power


@refuses("suicide-attacks-in-the-combat-move", "{advantage} are made in the combat move.", Invoke)
def suicide_attacks_in_the_combat_move(play: Play, action: Invoke) -> Iterator[Facts]:
    """They are made in the combat move, when nothing can submerge. Source in Revised: rev-jpn-2."""
    given = play.rules.given("suicide-attacks-in-the-combat-move")
    if action.advantage in given["advantages"] and (play.phase not in given["phases"] or play.turn != action.power):
        yield {"advantage": action.advantage}


@refuses("suicide-units", "{unit} cannot be used for {advantage}.", Invoke)
def suicide_units(play: Play, action: Invoke) -> Iterator[Facts]:
    """Each advantage spends its own type of unit. Source in Revised: rev/na-jpn-kamikaze, rev/na-jpn-kaiten."""
    types = play.names("suicide-units", action.advantage)
    for unit in play.units(action.units) if types else ():
        if unit.type not in types:
            yield {"unit": unit, "advantage": action.advantage}


@refuses("suicide-attacks-need-a-ship", "{unit} has no enemy ship to attack in {space}.", Invoke)
def suicide_attacks_need_a_ship(play: Play, action: Invoke) -> Iterator[Facts]:
    """They are made on naval units in the sea zone where the attackers are. Source in Revised: rev-jpn-3."""
    if action.advantage not in play.rules.given("suicide-units"):
        return
    for unit in play.units(action.units):
        enemies = terms.enemies_to_meet(play, action.power, unit.at)
        if not any(terms.is_kind(play, enemy, UnitKind.SHIP) for enemy in enemies):
            yield {"unit": unit, "space": unit.at}
