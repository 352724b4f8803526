"""Questions about strategic bombing raids, rockets, scrambling and kamikaze strikes."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question("Does a raider roll for damage?", True)
def drops_bombs(*, unit: Unit) -> bool: ...


@question("Which facility fires at the raiders itself?", None)
def facility_that_fires(*, struck: Unit | None) -> Unit | None: ...


@adjustment(
    "May an aircraft take part in a strategic bombing raid together with bombers?",
    "whether the unit is one of the bombers",
)
def goes_on_a_raid(*, unit: Unit, bombers: Sequence[Unit]) -> bool: ...


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
