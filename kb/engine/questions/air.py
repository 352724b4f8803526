"""Questions about strategic bombing raids, rockets, scrambling and kamikaze strikes."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question(True)
def drops_bombs(*, unit: Unit) -> bool:
    """Does a raider roll for damage?"""


@question(None)
def facility_that_fires(*, struck: Unit | None) -> Unit | None:
    """Which facility fires at the raiders itself?"""


@adjustment("whether the unit is one of the bombers")
def goes_on_a_raid(*, unit: Unit, bombers: Sequence[Unit]) -> bool:
    """May an aircraft take part in a strategic bombing raid together with bombers?"""


@question(1)
def raid_dice(*, unit: Unit, territory: str) -> int:
    """How many dice does a bomber roll for the damage of its raid?"""


@adjustment("what has been rolled")
def raid_loss(*, unit: Unit, territory: str) -> int:
    """How much damage does a bomber do, in damage markers or IPCs?"""


@adjustment("the damage of the raid")
def raid_payment(*, victim: str) -> int:
    """How many IPCs does the victim of a raid or rocket pay?"""


@adjustment("the sum of the faces")
def raid_roll(*, unit: Unit, faces: list[int]) -> int:
    """What do the dice of a bomber in a raid amount to?"""


@question(None)
def facility_struck(*, territory: str, target: str) -> Unit | None:
    """Which facility takes the damage of a raid or rocket? None where the owner pays instead."""


@adjustment("what has been rolled")
def damage_of_a_strike(*, complex: Unit, territory: str) -> int:
    """How many damage markers may a facility take?"""


@adjustment("what has been rolled")
def rocket_loss(*, unit: Unit, territory: str) -> int:
    """How much damage does a rocket do, in damage markers or IPCs?"""


@question(True)
def rocket_may_cross(*, space: str) -> bool:
    """May a rocket fly over a space?"""


@question(True)
def kamikaze_allowed(*, owner: str) -> bool:
    """May a power make kamikaze strikes now?"""


@question(True)
def scrambles_from(*, territory: str) -> bool:
    """May fighters scramble from a territory?"""


@adjustment("all fighters in the territory")
def scrambling_planes(*, territory: str) -> int:
    """How many fighters may scramble from a territory?"""
