"""Every question that the engine asks its rules; see :mod:`kb.engine.core.questions`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.engine.core.actions import Move
from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.engine.core.table import Pick
from kb.games.board_model import Canal, UnitKind

#: the highest roll with which each unit hits, by its id
Strengths = dict[int, int]
#: hits that are still to be placed: on which units they can fall, and how many
WaitingHits = Sequence[tuple[tuple[int, ...], int]]


@dataclass(slots=True)
class Deck:
    """A carrier that could take aircraft: the sea zones where it could be, and the room it has left, in fighters."""

    carrier: Unit
    zones: frozenset[str]
    room: int


# -- national advantages


@question("May a power use an advantage with a unit of another power?", False)
def may_be_used_by_another(*, unit: Unit, power: str, advantage: str) -> bool: ...


@adjustment("Does a unit that stays count as one that the power leaves behind?", "whether it is the power's own unit")
def counts_as_left_behind(*, unit: Unit, power: str) -> bool: ...


@adjustment(
    "Does a sea zone that the enemy enters count as a friendly space under attack?",
    "whether the power has a unit there",
)
def friendly_sea_under_attack(*, space: str) -> bool: ...


@adjustment("Is a territory an island?", "whether no other land borders it")
def is_island(*, space: str) -> bool: ...


@adjustment("How many submarines make up a wolf pack?", "how many submarines fire together")
def wolf_pack_size(*, types: tuple[str, ...]) -> int: ...


@question("Is a unit lost by its own suicide attack?", False)
def spent_by_its_attack(*, unit: Unit) -> bool: ...


@question("Can a suicide attack hit a unit?", True)
def suicide_attack_can_hit(*, unit: Unit) -> bool: ...


@adjustment("Which power chooses the victim of a suicide attack?", "the power that attacks")
def victim_is_chosen_by(*, targets: list[Unit]) -> str: ...


@question("Does the nonaggression treaty of a power cover a territory?", True)
def treaty_covers(*, space: str, owner: str) -> bool: ...


@question("Does the nonaggression treaty of a power still hold?", True)
def treaty_in_force(*, owner: str) -> bool: ...


@adjustment("Where does the infantry of the nonaggression treaty appear?", "each territory that was attacked")
def treaty_places(*, owner: str) -> tuple[str, ...]: ...


@question("Does an attack in a space break the nonaggression treaty?", True)
def breaks_the_treaty(*, space: str) -> bool: ...


@adjustment("In which territories do the divisions of a power appear?", "every territory where a division may appear")
def division_places(*, power: str) -> tuple[str, ...]: ...


# -- raids, rockets, kamikaze attacks and scrambling


@question("Does a raider roll for damage?", True)
def drops_bombs(*, unit: Unit) -> bool: ...


@question("Which facility fires at the raiders itself?", None)
def facility_that_fires(*, struck: Unit | None) -> Unit | None: ...


@adjustment(
    "May an aircraft take part in a strategic bombing raid together with bombers?",
    "whether the unit is one of the bombers",
)
def goes_on_a_raid(*, unit: Unit, bombers: Sequence[Unit]) -> bool: ...


@adjustment("Which aircraft meet the interceptors of a territory together?", "the units of the raid, by id")
def raiders_together(*, territory: str, power: str) -> tuple[int, ...]: ...


@question("How many dice does a bomber roll for the damage of its raid?", 1)
def raid_dice(*, unit: Unit, territory: str) -> int: ...


@adjustment("How much damage does a bomber do, in damage markers or IPCs?", "what has been rolled")
def raid_loss(*, unit: Unit, territory: str) -> int: ...


@adjustment("How many IPCs does the victim of a raid or rocket pay?", "the damage of the raid")
def raid_payment(*, victim: str) -> int: ...


@adjustment("What do the dice of a bomber in a raid amount to?", "the sum of the faces")
def raid_roll(*, unit: Unit, faces: list[int]) -> int: ...


@question("Which facility takes the damage of a raid or rocket? None where the owner pays instead.", None)
def facility_struck(*, territory: str, target: str) -> Unit | None: ...


@adjustment("How many damage markers may a facility take?", "what has been rolled")
def damage_of_a_strike(*, complex: Unit, territory: str) -> int: ...


@adjustment("How much damage does a rocket do, in damage markers or IPCs?", "what has been rolled")
def rocket_loss(*, unit: Unit, territory: str) -> int: ...


@question("May a rocket fly over a space?", True)
def rocket_may_cross(*, space: str) -> bool: ...


@question("May a power make kamikaze strikes now?", True)
def kamikaze_allowed(*, owner: str) -> bool: ...


@question("May fighters scramble from a territory?", True)
def scrambles_from(*, territory: str) -> bool: ...


@adjustment("How many fighters may scramble from a territory?", "all fighters in the territory")
def scrambling_planes(*, territory: str) -> int: ...


# -- battles


@question("Is there a battle in a space where enemies stand together?", True)
def battle_is_due(*, space: str) -> bool: ...


@question("Does a battle in which both sides have units left end here?", False)
def ends_undecided(*, space: str) -> bool: ...


@question("May a unit that has fought this turn fight in another battle?", True)
def fights_again(*, unit: Unit) -> bool: ...


@adjustment("Does a unit have to attack the enemies in its space?", "whether the unit has moved in the combat move")
def is_bound_to_fight(*, unit: Unit) -> bool: ...


@adjustment(
    "May a ship support an assault from the sea with its guns?", "whether its type is one of those that bombard"
)
def bombards(*, unit: Unit) -> bool: ...


@question("Do the land units aboard a ship still land after the battle in the sea zone they come from?", True)
def landing_goes_ahead(*, space: str, power: str, ship: Unit) -> bool: ...


@question("Can the hit of one unit fall on another?", True)
def can_hit(*, shooter: Unit, target: Unit) -> bool: ...


@question("Is a unit a casualty only when no other unit can take the hit?", False)
def chosen_last(*, unit: Unit) -> bool: ...


@adjustment("On which units can the hits of the other side fall?", "the units of a side in the battle, by id")
def in_the_line_of_fire() -> tuple[int, ...]: ...


@question("Does a unit that was hit in opening fire leave before it can fire?", True)
def leaves_after_opening_fire(*, unit: Unit) -> bool: ...


@adjustment(
    "In which ways may the owner place the hits? ``later`` are the hits still to be placed, with their targets.",
    "every way to spread the hits over the targets",
)
def ways_to_place_hits(*, later: WaitingHits) -> list[Pick]: ...


@question("Are transports that are alone on one side of a battle lost at once?", True)
def defenseless(*, attacking: bool) -> bool: ...


@question("How many dice does a unit roll when it fires?", 1)
def dice_rolled(*, unit: Unit, attacking: bool) -> int: ...


@question("Does a unit fire in this step, though it may have fired in this cycle of combat?", True)
def fires_again(*, unit: Unit) -> bool: ...


@question("Does a unit that was hit fire before it is removed?", False)
def fires_though_hit(*, unit: Unit) -> bool: ...


@adjustment("How many of the hits of a unit count?", "all hits that the unit has rolled")
def hits_that_count(*, unit: Unit) -> int: ...


@question("Who chooses among units of several powers? The first is asked; the others may choose in its name.", ())
def chooses_for_several(*, units: Sequence[Unit]) -> tuple[str, ...]: ...


@question("Does the defender pick the casualties before the defending units fire?", False)
def picked_at_once(*, space: str) -> bool: ...


@adjustment(
    "What is the highest roll with which each of the units that fire together hits?",
    "the attack or defense printed for each unit, by id",
)
def strengths(*, units: list[Unit], attacking: bool) -> Strengths: ...


@question("How many infantry does an artillery support?", 1)
def supports(*, unit: Unit) -> int: ...


@adjustment(
    "Can aircraft hit a submarine, since a unit of certain types is there to find it?",
    "whether a unit of the watching types fights on the other side",
)
def spotted(*, target: Unit, watch: tuple[str, ...]) -> bool: ...


@question("Does a submarine fire in opening fire, so that its victims leave before they can fire?", True)
def strikes_first(*, unit: Unit) -> bool: ...


@question("Do ships that bombard fire in this cycle of combat?", True)
def supports_this_cycle(*, round: int) -> bool: ...


@question("May a land unit retreat from an amphibious assault?", False)
def walks_back_from_an_assault(*, unit: Unit) -> bool: ...


@question("Is a unit aboard a ship lost when the ship is?", False)
def goes_down_with_its_ship(*, cargo: Unit, ship: Unit) -> bool: ...


# -- research, purchases, production and income


@question("May each economy of a power pay for its research?", False)
def all_pay_for_research(*, power: str) -> bool: ...


@adjustment("How many dice does a power roll for research?", "the dice that have been bought")
def research_dice(*, power: str) -> int: ...


@question("What does a research die cost, in IPCs?", 0)
def research_price(*, power: str, technology: str) -> int: ...


@question("Is research successful with the faces that were rolled?", False)
def research_succeeds(*, power: str, technology: str, faces: Sequence[int]) -> bool: ...


@question("What does a unit of a type cost a power, in IPCs?", 0)
def price(*, unit: str, power: str) -> int: ...


@question("What does it cost to remove so many damage markers, in IPCs?", 0)
def repair_price(*, power: str, markers: int) -> int: ...


@adjustment("How many units can the complex of a territory make in a turn?", "the value of the territory")
def production(*, territory: str) -> int: ...


@question("Is there a limit to how many units the complex of a territory makes?", True)
def production_is_limited(*, territory: str) -> bool: ...


@adjustment("As which type of complex does a complex make units?", "its own type")
def makes_as(*, complex: Unit) -> str: ...


@question("Does a complex have to make a unit of a type?", True)
def made_by_a_complex(*, unit: str, power: str) -> bool: ...


@question("May a power place units in a territory that it has captured this turn?", False)
def usable_at_once(*, power: str, territory: str) -> bool: ...


@question("Do the units of a friend in a space become units of a power?", True)
def changes_sides(*, space: str, power: str) -> bool: ...


@question("What income does an economy of a power collect, in IPCs?", 0)
def income(*, power: str, economy: str) -> int: ...


@adjustment("What does a space pay to the power that holds it, in IPCs?", "the value of the space")
def pays(*, space: str, power: str) -> int: ...


@question("Does an economy of a power collect income?", True)
def collects(*, power: str, economy: str) -> bool: ...


@question("May a power divide a bonus among its economies?", False)
def bonus_is_divided(*, power: str) -> bool: ...


# -- antiaircraft guns and bases


@question(
    "With which aircraft is an aircraft fired at together? The name of a group; all are one group by default.", ""
)
def antiaircraft_group(*, unit: Unit) -> str: ...


@question("What is the highest roll with which a gun hits an aircraft over a space? 0 where it does not fire.", 0)
def antiaircraft_hits_on(*, gun: Unit, space: str) -> int: ...


@adjustment("How many shots has a gun at the aircraft over a space?", "one shot at each aircraft of the group")
def antiaircraft_shots(*, gun: Unit, space: str) -> int: ...


@question("May an aircraft be fired at over a space?", True)
def antiaircraft_target(*, unit: Unit, space: str) -> bool: ...


@question("Can an air or naval base be used?", True)
def base_works(*, base: Unit) -> bool: ...


@question("Are damaged ships of a power repaired at its naval bases?", True)
def repairs_ships(*, power: str) -> bool: ...


@question("Does a gun fire at once at aircraft that fly over it?", True)
def fires_at_once(*, space: str) -> bool: ...


# -- aircraft that come down, and the carriers that take them


@question("Is a friendly territory closed to the landing of an aircraft?", False)
def closed_to_landing(*, unit: Unit, territory: str) -> bool: ...


@question("Which decks of carriers that are still to be placed may the aircraft of a power count on?", ())
def promised_decks(*, power: str) -> tuple[Deck, ...]: ...


@question("Does an aircraft stay in the air until the new carriers of its power are placed?", False)
def waits_for_a_deck(*, unit: Unit) -> bool: ...


@adjustment("How much room has the deck of a carrier?", "the room printed for carriers, in fighters")
def deck_room(*, carrier: Unit) -> int: ...


@adjustment(
    "Does a carrier take in aircraft of a power?", "whether the carrier's power is a friend that lets it use its decks"
)
def takes_in(*, carrier: Unit, power: str) -> bool: ...


@question("Can a carrier move from a sea zone to the next, to meet aircraft that are to land on it?", True)
def carrier_can_reach(*, carrier: Unit, start: str, end: str) -> bool: ...


@question("Is a space that was fought over this turn closed to defending fighters that have lost their carrier?", False)
def safe_landing_only(*, space: str) -> bool: ...


@question(
    "May a fighter that is on the board move onto a carrier as a power places it, the fighter being near it or not?",
    False,
)
def boards_new_carrier(*, unit: Unit, power: str, near: bool) -> bool: ...


# -- moves by land, sea and air, and transports


@adjustment(
    "How many spaces may a unit move along a route, together with the units of a group?",
    "the movement printed for the type of the unit",
)
def movement(*, unit: Unit, route: tuple[str, ...], group: tuple[int, ...]) -> int: ...


@question("With which bomber does a land unit fly in a move? Its id, or 0.", 0)
def flies_with(*, unit: Unit, move: Move) -> int: ...


@question("Does a land unit fly along a route by itself, from an air base?", False)
def jumps(*, unit: Unit, route: tuple[str, ...]) -> bool: ...


@adjustment("Does a unit aboard a ship move with it without being named?", "whether the cargo is a land unit")
def goes_along(*, cargo: Unit, ship: Unit) -> bool: ...


@question("May a facility move along a route?", False)
def facility_moves(*, unit: Unit, route: tuple[str, ...]) -> bool: ...


@question("Is a space forbidden to a unit?", False)
def kept_out(*, unit: Unit, space: str) -> bool: ...


@question(
    "May aircraft that lost some of their number to antiaircraft fire on the way end their move elsewhere?", False
)
def changes_destination() -> bool: ...


@question("May a ship move through a hostile sea zone without stopping there?", False)
def passes_hostile_zone(*, unit: Unit, space: str, power: str) -> bool: ...


@question("May a land unit move through a hostile territory without stopping there?", False)
def passes_hostile_land(*, unit: Unit, space: str, power: str) -> bool: ...


@question("May a mechanized infantry blitz without a tank at its side?", False)
def blitzes_alone(*, unit: Unit) -> bool: ...


@adjustment(
    "Does the holder of a territory beside a canal let the ships of a power through?",
    "whether a friend of the power holds the land",
)
def opens_canal(*, land: str, holder: str, power: str) -> bool: ...


@question("May a ship pass a canal or strait that is closed to its power?", False)
def slips_through(*, unit: Unit, canal: Canal) -> bool: ...


@question("May a transport move on after it has offloaded?", False)
def goes_on_after_offloading(*, unit: Unit) -> bool: ...


@question("May a unit that has been offloaded this turn board a transport again?", False)
def boards_again(*, unit: Unit, ship: Unit) -> bool: ...


@question("May a transport offload into more than one territory in a turn?", False)
def splits_its_landings(*, ship: Unit, territory: str) -> bool: ...


@adjustment("How much room has a transport for a cargo?", "the room printed for transports, in units of land-unit size")
def transport_room(*, ship: Unit, cargo: list[Unit]) -> int: ...


@question("Is a transport escorted by ships of the group it moves with?", False)
def escorted(*, ship: Unit, group: list[Unit]) -> bool: ...


@question("Has a combat move that leads to no battle another reason that the rules accept?", False)
def has_a_reason_to_move(*, unit: Unit, action: Move) -> bool: ...


# -- declarations of war and neutral lands


@question("Does a declaration of war by one enemy give a power the right to war on another?", True)
def answers_for_another(*, power: str, by: str, on: str) -> bool: ...


@question("May a power declare war now, after its combat moves?", False)
def declares_war_late(*, power: str) -> bool: ...


@question("May a power declare war on another without waiting for a certain round?", False)
def war_is_free(*, power: str, on: str) -> bool: ...


@question("Has a power been provoked to declare war on another?", False)
def war_provoked(*, power: str, on: str) -> bool: ...


@adjustment("Can a unit claim the friendly neutral land that it enters?", "whether it is a land unit")
def claims(*, unit: Unit) -> bool: ...


@question("Does a strict neutral turn against the side of a power that has attacked other neutrals?", True)
def turns_with_the_others(*, space: str, power: str, attacked: tuple[str, ...]) -> bool: ...


# -- sides, hostile spaces and who commands a unit


@adjustment("Which powers are friends of a power?", "the other powers of its side")
def friends(*, power: str) -> frozenset[str]: ...


@adjustment("Which powers are enemies of a power?", "the powers of the other side")
def enemies(*, power: str) -> frozenset[str]: ...


@question("Does a power let a friend use its land, bases and carriers in a space?", True)
def lets_use(*, owner: str, friend: str, space: str) -> bool: ...


@question("Is a territory that no enemy holds hostile to a power all the same?", False)
def makes_land_hostile(*, space: str, power: str) -> bool: ...


@question("Does an enemy unit make its sea zone hostile to a power?", True)
def makes_zone_hostile(*, unit: Unit, power: str) -> bool: ...


@question("Over which spaces may the aircraft of a power not fly?", frozenset())
def shut_to_aircraft(*, power: str) -> frozenset[str]: ...


@question("Does a unit of another power move with the units of a power?", False)
def moves_for_another(*, unit: Unit, power: str) -> bool: ...


@question("Does a unit of another power take part in the attacks of a power?", False)
def joins_the_attack(*, unit: Unit, power: str) -> bool: ...


@question("Does a unit take part in the defense of its space?", True)
def defends(*, unit: Unit) -> bool: ...


@adjustment("Which territories are the capitals of a power?", "those on the board, of the economy that is asked about")
def capitals(*, power: str, economy: str) -> tuple[str, ...]: ...


@question("Which economies has a power? One without a name, unless a rule keeps several apart.", ("",))
def economies(*, power: str) -> tuple[str, ...]: ...


@adjustment("To which economy of a power does a territory belong?", "the first economy of the power")
def economy_of_land(*, power: str, territory: str) -> str: ...


@adjustment("Who holds a territory after a power has taken it?", "the power that takes it")
def new_holder(*, territory: str, by: str) -> str: ...


@question("Does the power that frees a territory keep it instead of giving it back to its owner?", False)
def liberator_keeps(*, owner: str, territory: str) -> bool: ...


@question("Does a facility or gun pass to the new holder of its territory?", True)
def goes_with_its_land(*, unit: Unit, former: str, holder: str) -> bool: ...


@question("Can a unit of a kind capture the territory that it enters?", True)
def captures(*, unit: Unit, kind: UnitKind) -> bool: ...
