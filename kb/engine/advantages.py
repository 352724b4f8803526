"""National advantages: how they are used, and advantages that place units, hand units over, or change money."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from kb.engine.battle import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Action, tells
from kb.engine.core.parameters import (
    Advantage,
    Advantages,
    Breaches,
    Fact,
    IsBreach,
    Names,
    Number,
    OneUnit,
    Phases,
    Powers,
    Spaces,
    Units,
)
from kb.engine.core.play import Play
from kb.engine.core.points import MOMENTS
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.core.rules import candidates, changes, effect_of, happens, holds, refuses, rule_name
from kb.games.board_model import UnitKind


@dataclass(frozen=True, slots=True)
class Invoke(Action):
    """Use a national advantage, with the units or spaces on which it is used."""

    name = "invoke"
    in_its_phase = False
    on_turn = False

    advantage: str
    units: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the action names the units and spaces that its advantage is used on."""
        units, spaces = INVOKED.get(self.advantage, (0, 0))
        return bool(self.units or not units) and (not spaces or len(self.spaces) == spaces)

    def uses(self, advantage: str) -> bool:
        """Return whether the action uses ``advantage``, and names the units and spaces that it is used on."""
        return self.advantage == advantage and self.is_complete


F = TypeVar("F", bound=Callable[..., object])
#: on how many units (one or more, or none) and on how many spaces an advantage is used, by its id
INVOKED: dict[str, tuple[int, int]] = {}


def invokes(says: str, units: int = 0, spaces: int = 0) -> Callable[[F], F]:
    """Return a decorator that registers a function as the effect of the advantage of its name: a rule with the sentence
    ``says``. ``units`` is 1 if the advantage is used on one or more units, else 0. ``spaces`` is the number of spaces
    it is used on."""

    def take(function: F) -> F:
        """Register the function and the number of units and spaces; return it."""
        advantage = rule_name(function)
        INVOKED[advantage] = (units, spaces)
        MOMENTS[f"use of {advantage}"] = ("action",)
        return happens(says, f"use of {advantage}")(function)

    return take


def in_own_phase(play: Play, action: Invoke, phases: Names) -> bool:
    """Return whether it is the turn of the power of an action, in one of the ``phases``."""
    return play.turn == action.power and play.phase in phases


@refuses("The units or spaces for {advantage} are missing.", Invoke)
def advantages_are_used_on_something(play: Play, action: Invoke) -> IsBreach:
    """A power that uses an advantage names the units or spaces that the advantage needs."""
    return not action.is_complete


@refuses("{power} does not have {advantage}.", Invoke)
def advantages_have_to_be_in_play(play: Play, action: Invoke) -> IsBreach:
    """A power uses only the advantages that it plays with."""
    return not play.has_advantage(action.power, action.advantage)


@refuses("{advantage} has been used.", Invoke)
def advantages_used_once(play: Play, action: Invoke, *, advantages: Advantages) -> IsBreach:
    """Each of these advantages is used once in a game: {advantages}."""
    once = action.advantage in advantages
    return once and notes.INVOKED.is_set(play.position, action.advantage)


@refuses("{unit} belongs to {owner}, not to {power}.", Invoke)
def advantages_use_ones_own_units(play: Play, action: Invoke, unit: Unit) -> IsBreach:
    """A power uses an advantage with its own units."""
    own = unit.power == action.power
    return not own and not play.holds(
        "lend-lease-takes-allied-units-in-original-land", unit=unit, power=action.power, advantage=action.advantage
    )


@tells(invoked="{power} uses {advantage}")
@effect_of(Invoke)
def invoke(play: Play, action: Invoke) -> None:
    """Note that the advantage is used, and run its effect if the action names the units and spaces it needs."""
    play.emit("invoked", notes.INVOKED.edit(True, action.advantage), power=action.power, advantage=action.advantage)
    if action.is_complete:
        play.announce(f"use of {action.advantage}", action=action)


@candidates(Invoke)
def possible_invocations(play: Play, power: str) -> Iterator[Action]:
    """Yield each advantage by itself, with one unit of any power, or with one space that the power holds, as it needs.
    Advantages that need two spaces are left out."""
    for advantage in sorted(play.position.advantages.get(power, ())):
        units, spaces = INVOKED.get(advantage, (0, 2))
        if spaces <= 1:
            lands = sorted(land for land, holder in play.position.holders.items() if holder == power)
            for unit in play.position.units if units else (0,):
                for land in lands if spaces else ("",):
                    yield Invoke(power, advantage, (unit,) if units else (), (land,) if spaces else ())


# -- national advantages that raise units, hand them over, or touch money


@tells(raised="New in {space}: {units}")
def raise_units(play: Play, power: str, kind: str, number: int, space: str) -> None:
    """Put a ``number`` of new units of the type ``kind`` into a space; they count as mobilized in this turn."""
    first = play.next_id()
    new = [Unit(first + n, kind, power, space, marks=frozenset({Mark.MOBILIZED})) for n in range(number)]
    play.emit("raised", *play.put(*new), units=new, space=space, power=power)


@tells(treaty_ended="The treaty with {power} is over")
@happens("The treaty is broken: its land raises units.", "end of combat-move", against="power")
def treaty_infantry(play: Play, power: str, *, units: OneUnit, number: Number, advantage: Advantage) -> None:
    """The first time that {against} attacks the land under the treaty, {number} {units} are raised there before
    combat."""
    owner = play.player_of(advantage)
    if not owner or notes.TREATY.is_set(play.position, notes.OVER):
        return
    attacked = _attacked(play, power, owner)
    places = [space for space in attacked if not play.holds("treaty-covers-original-land", space=space, owner=owner)]
    if bool(places) and not play.holds("treaty-broken-by-its-owner", owner=owner):
        for space in play.ask("land-under-the-treaty", tuple(places), owner=owner):
            raise_units(play, owner, units[0], number, space)
        play.emit("treaty-ended", notes.TREATY.edit(True, notes.OVER), power=owner)


def _attacked(play: Play, power: str, victim: str) -> list[str]:
    """Return the spaces in which a power attacks land or units of ``victim``."""
    return [
        space
        for space in attacked_spaces(play, power)
        if play.held_at_start(space) == victim or any(unit.power == victim for unit in play.position.at(space))
    ]


@holds("{space} is not red land: the treaty is not about it.")
def treaty_covers_original_land(play: Play, space: str, owner: str) -> IsBreach:
    """The treaty covers the original land of the power only, no sea zone."""
    return not play.is_land(space) or play.board.space(space).owner != owner


@changes("{owner} chooses one territory for all of them.", "land-under-the-treaty")
def treaty_infantry_stand_in_one_place(play: Play, answer: Names, owner: str) -> tuple[str, ...]:
    """If several territories under the treaty are attacked, its owner picks one of them for all the units."""
    return (play.choose(owner, "treaty", answer[0], list(answer)),)


@holds("{owner} broke the treaty itself.")
def treaty_broken_by_its_owner(play: Play) -> bool:
    """A power that attacked first itself has ended the treaty."""
    return notes.TREATY.is_set(play.position, notes.BROKEN)


@tells(treaty_broken="{power} has broken the treaty")
@happens("{power} breaks the treaty by its attack.", "end of combat-move", advantage="power")
def attacking_on_land_breaks_the_treaty(play: Play, power: str, *, against: Powers) -> None:
    """The power ends the treaty if it attacks land of {against:or}, or its units on land."""
    if notes.TREATY.is_set(play.position, notes.BROKEN):
        return
    for other in against:
        attacked = _attacked(play, power, other)
        if any(not play.holds("fighting-at-sea-keeps-the-treaty", space=space) for space in attacked):
            play.emit("treaty-broken", notes.TREATY.edit(True, notes.BROKEN), power=power)
            return


@holds("{space} is at sea: that does not break the treaty.")
def fighting_at_sea_keeps_the_treaty(play: Play, space: str) -> bool:
    """An attack at sea does not end the treaty."""
    return not play.is_land(space)


@happens("A Chinese division is raised.", "start of mobilize-units", advantage="power")
def chinese_divisions(play: Play, power: str, *, spaces: Spaces, units: OneUnit, number: Number) -> None:
    """Each round the power receives {number} free {units:one} in {spaces:or}, if that land is in friendly hands."""
    lands = tuple(land for land in spaces if play.allied(power, play.holder(land)))
    for space in play.ask("land-that-raises-units", lands, power=power) if lands else ():
        raise_units(play, power, units[0], number, space)


@changes("{power} chooses one territory for it.", "land-that-raises-units")
def one_chinese_division_a_round(play: Play, answer: Names, power: str) -> tuple[str, ...]:
    """Only one of the territories receives the new infantry of a round. The power chooses which."""
    return (play.choose(power, "division", answer[0], list(answer)),)


@tells(resistance_rises="The resistance rises for {power}")
@happens("The French resistance rises in {territory}.", "captured", spaces="territory")
def french_resistance(
    play: Play, territory: str, by: str, *, units: OneUnit, number: Number, advantage: Advantage
) -> None:
    """The first time that the Allies capture {spaces}, {number} {units} are raised there."""
    owner = play.player_of(advantage)
    risen = notes.RESISTANCE.is_set(play.position)
    if owner and play.allied(owner, by) and not risen:
        play.emit("resistance-rises", notes.RESISTANCE.edit(True), power=owner)
        raise_units(play, owner, units[0], number, territory)


@happens("A unit is salvaged in {space}.", "battle over")
def salvage(play: Play, space: str, units: list[Unit], *, units_: Units, number: Number, advantage: Advantage) -> None:
    """A power that wins a battle in its original territory receives {number} {units:one} there if an enemy
    {units:one} was lost in the battle."""
    owner = play.player_of(advantage)
    if not owner or play.board.space(space).owner != owner or not any(unit.power == owner for unit in units):
        return
    fallen = notes.CASUALTIES.get(play.position, space)
    enemy_left = any(play.at_enmity(owner, unit.power) for unit in units)
    if not enemy_left and any(kind in units_ and play.at_enmity(owner, power) for power, kind in fallen):
        raise_units(play, owner, units_[0], number, space)


@changes("U-boats cost {power} some of its income.", "income")
def u_boat_interdiction(
    play: Play, answer: int, power: str, *, units: Units, ipcs: Number, advantage: Advantage
) -> int:
    """Each of the power's {units} on the board costs its enemies {ipcs:IPC} of income."""
    boats = [
        unit
        for unit in play.position.units.values()
        if play.gains(unit, units, (), advantage) and play.at_enmity(power, unit.power)
    ]
    return max(0, answer - ipcs * len(boats))


@tells(winter_comes="{power} has the winter on its side")
@invokes("{action.power} declares the Russian winter.")
def russian_winter(play: Play, action: Invoke) -> None:
    """The Russian Winter is declared in the power's own collect income phase."""
    play.emit("winter-comes", notes.WINTER.edit(action.power), power=action.power)


@refuses("The winter is declared in one's own collect income phase.", Invoke, uses="action")
def winter_is_declared_with_the_income(play: Play, action: Invoke, *, phases: Phases) -> IsBreach:
    """The Russian Winter is declared in the power's own {phases:or} phase."""
    return not in_own_phase(play, action, phases)


@tells(winter_ended="The winter of {power} is over")
@happens("The winter is over.", "start of develop-weapons")
def winter_ends(play: Play, power: str) -> None:
    """The Russian Winter lasts until the power's next turn."""
    if notes.WINTER.get(play.position) == power:
        play.emit("winter-ended", notes.WINTER.clear(), power=power)


@tells(handed_over="{power} takes over {units}")
@invokes("Allied units become {action.power}'s.", units=1)
def lend_lease(play: Play, action: Invoke) -> None:
    """Land and air units of allies in the power's original territory become its own."""
    units = play.units(action.units)
    play.emit(
        "handed-over",
        *play.put(*(replace(unit, power=action.power) for unit in units)),
        units=units,
        power=action.power,
    )


@refuses("Lend-Lease is used in one's own mobilize phase.", Invoke, uses="action")
def lend_lease_comes_with_mobilization(play: Play, action: Invoke, *, phases: Phases) -> IsBreach:
    """Lend-Lease is used in the power's own {phases:or} phase."""
    return not in_own_phase(play, action, phases)


@holds("{unit} is handed over.")
def lend_lease_takes_allied_units_in_original_land(
    play: Play, unit: Unit, power: str, advantage: str, *, lend_lease: Advantage
) -> bool:
    """Lend-Lease takes over land and air units of allies in the power's original territory."""
    original = play.is_land(unit.at) and play.board.space(unit.at).owner == power
    fit = play.allied(power, unit.power) and play.is_kind(unit, UnitKind.LAND, UnitKind.AIR)
    return advantage == lend_lease and original and fit


@invokes("{action.power} begins with a complex in {action.spaces}.", spaces=1)
def colonial_garrison(play: Play, action: Invoke, *, garrison_units: Fact) -> None:
    """The power begins the game with an extra {garrison_units:one}."""
    new = Unit(play.next_id(), garrison_units[0], action.power, action.spaces[0])
    play.emit("raised", *play.put(new), units=[new], space=new.at, power=new.power)


@refuses("Round {round} is too late for a colonial garrison.", Invoke, uses="action")
def garrisons_stand_from_the_start(play: Play, *, round: Number) -> Breaches:
    """A colonial garrison is placed not later than in round {round}."""
    now = play.position.clock.round
    if now > round:
        yield {"round": now}


@refuses("A colonial garrison may not be placed in {space}.", Invoke, uses="action")
def garrisons_stand_in_own_land(play: Play, action: Invoke, *, value: Number, garrison_units: Fact) -> Breaches:
    """A colonial garrison stands in original territory of the power that is worth {value:IPC} or more and has no
    industrial complex."""
    for land in action.spaces:
        space = play.board.space(land)
        own = {space.owner, play.holder(land)} == {action.power}
        worth = (space.value or 0) >= value
        built = {unit.type for unit in play.position.at(land)} & set(garrison_units)
        if not own or not worth or built:
            yield {"space": land}
