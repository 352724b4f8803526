"""Questions about national advantages."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


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
