"""The actions a player can take. Each is a value; what is legal and what it does is in the rules.

Units are named by their ids in the position, spaces by theirs on the board, powers by theirs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """What a power does."""

    power: str


@dataclass(frozen=True, slots=True)
class Research(Action):
    """Buy ``dice`` research dice, or researchers, and roll; without ``technology`` for none by name."""

    technology: str
    dice: int


@dataclass(frozen=True, slots=True)
class Purchase(Action):
    """Buy units: ``(unit type, number)`` each; ``economy`` is the one that pays, where a power has several."""

    units: tuple[tuple[str, int], ...]
    economy: str = ""


@dataclass(frozen=True, slots=True)
class Repair(Action):
    """Take ``markers`` of damage off the industrial complex, or another ``facility``, in ``territory``."""

    territory: str
    markers: int
    facility: str = ""


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move units together along ``route``, which begins with the space they are in.

    What a moving transport carries goes along; so do the guests aboard a carrier.
    """

    units: tuple[int, ...]
    route: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Put land units aboard a transport in a sea zone that borders their territory."""

    units: tuple[int, ...]
    transport: int


@dataclass(frozen=True, slots=True)
class Offload(Action):
    """Put cargo ashore in ``territory``; in the combat move against hostile land, an amphibious assault."""

    units: tuple[int, ...]
    territory: str


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """Have ships support the assault on ``territory`` with their guns."""

    units: tuple[int, ...]
    territory: str


@dataclass(frozen=True, slots=True)
class Raid(Action):
    """A strategic bombing raid by bombers in ``territory`` on its complex, or the facility that is the target."""

    units: tuple[int, ...]
    territory: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Rocket(Action):
    """The rocket of a gun, or of an air base, at the complex in ``territory``, or the facility that is the target."""

    gun: int
    territory: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Begin the battle in ``space``, or press the attack: the next steps up to the next decision.

    With ``lost`` nothing is rolled: how it comes out is given, these units are lost.
    """

    space: str
    lost: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Submerge(Action):
    """Take submarines out of the battle."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat from the battle to ``space``: those named, which should be all that may go.

    Without ``space`` aircraft break off an amphibious assault and stay in the air.
    """

    units: tuple[int, ...]
    space: str = ""


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land aircraft where they are: in a territory, or on carriers in a sea zone."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mobilize(Action):
    """Place bought units in ``space``; ``producer`` is the territory of the complex that makes them.

    ``fighters`` are existing ones that move onto a carrier placed there.
    """

    units: tuple[tuple[str, int], ...]
    space: str
    producer: str = ""
    fighters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectIncome(Action):
    """Collect income."""


@dataclass(frozen=True, slots=True)
class Invoke(Action):
    """Use a national advantage whose use is a deed of its own, with the units, spaces it is used on."""

    advantage: str
    units: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareWar(Action):
    """Declare war on another power."""

    on: str


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """End the phase, and with the last one the turn."""
