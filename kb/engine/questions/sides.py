"""Questions about sides, hostile spaces and who commands a unit."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.games.board_model import UnitKind


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
