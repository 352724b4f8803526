"""Every moment at which rules make things happen; see :mod:`kb.engine.core.questions`."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.play import PHASES
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


@moment("The turn ends, once for each power whose turn it is.")
def end_of_turn(*, power: str) -> None: ...


@moment("A round ends: every power has had its turn.")
def end_of_round(*, round: int) -> None: ...


def phase_of(moment: str) -> str:
    """The phase that a moment, by its name, is the start or end of; empty for any other.

    >>> phase_of("end of combat-move"), phase_of("end of turn")
    ('combat-move', '')
    """
    return next((phase for phase in PHASES if moment in (start_of(phase).name, end_of(phase).name)), "")


# -- moves


@moment("Units of a power have moved into spaces, in this order.")
def entered(*, power: str, spaces: tuple[str, ...]) -> None: ...


@moment("Units of a power have moved along a route.")
def sailed(*, units: Sequence[Unit], route: tuple[str, ...], power: str) -> None: ...


@moment("Units of a power have left a space that they moved through.")
def passed(*, units: Sequence[Unit], space: str, power: str) -> None: ...


@moment("Aircraft fly over a space.")
def flown_over(*, space: str, aircraft: list[Unit]) -> None: ...


# -- battles


@moment("A battle in a space, in which a power attacks, is about to begin.")
def battle_begins(*, space: str, power: str) -> None: ...


@moment("The step of opening fire has come in the battle that is fought.")
def opening_fire() -> None: ...


@moment("A step of the battle that is fought is over and no casualties are waiting to be removed.")
def between_steps() -> None: ...


@moment("A battle has ended; ``units`` are the survivors of both sides.")
def battle_over(*, space: str, units: list[Unit], attacker: str) -> None: ...


@moment("The attacker has won a battle after so many cycles of combat.")
def battle_won(*, space: str, power: str, cycles: int) -> None: ...


@moment("A power has taken a territory; ``was`` held it before, ``holder`` holds it now.")
def captured(*, territory: str, by: str, was: str, holder: str) -> None: ...


# -- raids, scrambling


@moment("Bombers arrive for a strategic bombing raid, before they are fired at.")
def raiders_arrive(*, raiders: list[Unit], territory: str) -> None: ...


@moment("Fighters have scrambled against the attack of a power on a sea zone.")
def scrambled(*, zone: str, power: str) -> None: ...


# -- the economy


@moment("A power has collected its income.")
def collected(*, power: str) -> None: ...


@moment("New units of a power have been placed in a space.")
def mobilized(*, power: str, units: list[Unit], space: str) -> None: ...


@moment("A power has rolled its research dice.")
def researched(*, power: str, dice: int, succeeded: bool) -> None: ...


# -- politics


@moment("Two powers that were not at war are at war now.")
def war_begun(*, power: str, on: str) -> None: ...


@moment("A power has claimed a friendly neutral land.")
def claimed(*, space: str, power: str) -> None: ...


for _phase in PHASES:
    MOMENTS[start_of(_phase).name] = start_of(_phase)
    MOMENTS[end_of(_phase).name] = end_of(_phase)
