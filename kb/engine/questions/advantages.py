"""Questions about national advantages."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question(False)
def may_be_used_by_another(*, unit: Unit, power: str, advantage: str) -> bool:
    """May a power use an advantage with a unit of another power?"""


@adjustment("whether it is the power's own unit")
def counts_as_left_behind(*, unit: Unit, power: str) -> bool:
    """Does a unit that stays count as one that the power leaves behind?"""


@adjustment("whether the power has a unit there")
def friendly_sea_under_attack(*, space: str) -> bool:
    """Does a sea zone that the enemy enters count as a friendly space under attack?"""


@adjustment("whether no other land borders it")
def is_island(*, space: str) -> bool:
    """Is a territory an island?"""


@adjustment("how many submarines fire together")
def wolf_pack_size(*, types: tuple[str, ...]) -> int:
    """How many submarines make up a wolf pack?"""


@question(False)
def spent_by_its_attack(*, unit: Unit) -> bool:
    """Is a unit lost by its own suicide attack?"""


@question(True)
def suicide_attack_can_hit(*, unit: Unit) -> bool:
    """Can a suicide attack hit a unit?"""


@adjustment("the power that attacks")
def victim_is_chosen_by(*, targets: list[Unit]) -> str:
    """Which power chooses the victim of a suicide attack?"""


@question(True)
def treaty_covers(*, space: str, owner: str) -> bool:
    """Does the nonaggression treaty of a power cover a territory?"""


@question(True)
def treaty_in_force(*, owner: str) -> bool:
    """Does the nonaggression treaty of a power still hold?"""


@adjustment("each territory that was attacked")
def treaty_places(*, owner: str) -> tuple[str, ...]:
    """Where does the infantry of the nonaggression treaty appear?"""


@question(True)
def breaks_the_treaty(*, space: str) -> bool:
    """Does an attack in a space break the nonaggression treaty?"""


@adjustment("every territory where a division may appear")
def division_places(*, power: str) -> tuple[str, ...]:
    """In which territories do the divisions of a power appear?"""
