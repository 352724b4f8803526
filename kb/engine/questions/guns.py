"""Questions about antiaircraft guns and about bases."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question("")
def antiaircraft_group(*, unit: Unit) -> str:
    """With which aircraft is an aircraft fired at together? The name of a group; all are one group by default."""


@question(0)
def antiaircraft_hits_on(*, gun: Unit, space: str) -> int:
    """What is the highest roll with which a gun hits an aircraft over a space? 0 where it does not fire."""


@adjustment("one shot at each aircraft of the group")
def antiaircraft_shots(*, gun: Unit, space: str) -> int:
    """How many shots has a gun at the aircraft over a space?"""


@question(True)
def antiaircraft_target(*, unit: Unit, space: str) -> bool:
    """May an aircraft be fired at over a space?"""


@question(True)
def base_works(*, base: Unit) -> bool:
    """Can an air or naval base be used?"""


@question(True)
def repairs_ships(*, power: str) -> bool:
    """Are damaged ships of a power repaired at its naval bases?"""
