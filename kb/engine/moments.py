"""Every moment at which rules make things happen; see :mod:`kb.engine.core.questions`."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.phases import PHASES
from kb.engine.core.position import Unit
from kb.engine.core.questions import MOMENTS, Moment, moment

# -- the turn


#: the facts of the moments at which a phase begins and ends: a power whose turn it is
_OF_A_PHASE = {"power": "str"}


def start_of(phase: str) -> Moment[...]:
    """The moment at which a phase has begun, once for each power whose turn it is.

    >>> start_of("mobilize-units").name
    'start of mobilize-units'
    """
    return Moment(f"start of {phase}", f"The phase {phase} has begun.", _OF_A_PHASE)


def end_of(phase: str) -> Moment[...]:
    """The moment at which a phase ends, once for each power whose turn it is."""
    return Moment(f"end of {phase}", f"The phase {phase} ends.", _OF_A_PHASE)


@moment
def end_of_turn(*, power: str) -> None:
    """The turn ends, once for each power whose turn it is."""


@moment
def end_of_round(*, round: int) -> None:
    """A round ends: every power has had its turn."""


def phase_of(moment: str) -> str:
    """The phase that a moment, by its name, is the start or end of; empty for any other.

    >>> phase_of("end of combat-move"), phase_of("end of turn")
    ('combat-move', '')
    """
    return next((phase for phase in PHASES if moment in (start_of(phase).name, end_of(phase).name)), "")


# -- moves


@moment
def entered(*, power: str, spaces: tuple[str, ...]) -> None:
    """Units of a power have moved into spaces, in this order."""


@moment
def sailed(*, units: Sequence[Unit], route: tuple[str, ...], power: str) -> None:
    """Units of a power have moved along a route."""


@moment
def passed(*, units: Sequence[Unit], space: str, power: str) -> None:
    """Units of a power have left a space that they moved through."""


@moment
def flown_over(*, space: str, aircraft: list[Unit]) -> None:
    """Aircraft fly over a space."""


@moment
def landing(*, ships: Sequence[Unit], territory: str, power: str) -> None:
    """Transports are about to put land units of a power ashore in a territory."""


# -- battles


@moment
def battle_begins(*, space: str, power: str) -> None:
    """A battle in a space, in which a power attacks, is about to begin."""


@moment
def opening_fire() -> None:
    """The step of opening fire has come in the battle that is fought."""


@moment
def between_steps() -> None:
    """A step of the battle that is fought is over and no casualties are waiting to be removed."""


@moment
def battle_over(*, space: str, units: list[Unit], attacker: str) -> None:
    """A battle has ended; ``units`` are the survivors of both sides."""


@moment
def battle_won(*, space: str, power: str, cycles: int) -> None:
    """The attacker has won a battle after so many cycles of combat."""


@moment
def captured(*, territory: str, by: str, was: str, holder: str) -> None:
    """A power has taken a territory; ``was`` held it before, ``holder`` holds it now."""


# -- raids, scrambling, kamikaze strikes


@moment
def raiders_arrive(*, raiders: list[Unit], territory: str) -> None:
    """Bombers arrive for a strategic bombing raid, before they are fired at."""


@moment
def scrambled(*, zone: str, power: str) -> None:
    """Fighters have scrambled against the attack of a power on a sea zone."""


@moment
def kamikaze_struck(*, zone: str) -> None:
    """A kamikaze strike has been made in a sea zone."""


# -- the economy


@moment
def collected(*, power: str) -> None:
    """A power has collected its income."""


@moment
def mobilized(*, power: str, units: list[Unit], space: str) -> None:
    """New units of a power have been placed in a space."""


@moment
def researched(*, power: str, dice: int, succeeded: bool) -> None:
    """A power has rolled its research dice."""


# -- politics


@moment
def war_begun(*, power: str, on: str) -> None:
    """Two powers that were not at war are at war now."""


@moment
def claimed(*, space: str, power: str) -> None:
    """A power has claimed a friendly neutral land."""


for _phase in PHASES:
    MOMENTS[start_of(_phase).name] = start_of(_phase)
    MOMENTS[end_of(_phase).name] = end_of(_phase)
