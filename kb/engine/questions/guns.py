"""Questions about antiaircraft guns and about bases."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


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
