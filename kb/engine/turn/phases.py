"""The turn: who acts in which phase, and what the end of a phase, a turn and a round brings.

Moments: ``end of <phase>``, ``end of turn`` and ``start of <phase>`` (``power``, each of those whose turn it is),
``end of round`` (``round``).
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle.participants import must_be_fought
from kb.engine.core.actions import ACTIONS, Action, EndPhase
from kb.engine.core.given import Phases
from kb.engine.core.moments import end_of, start_of
from kb.engine.core.play import Play
from kb.engine.core.position import Clock, Edit, Mark, Unit
from kb.engine.core.registry import candidates, effect_of, refuses
from kb.engine.core.values import replace
from kb.engine.core.verdict import Facts

#: marks that tell a state, not a deed: they stay until a rule ends them
_LASTING = frozenset({Mark.SUBMERGED})

_KINDS = sorted(ACTIONS.values(), key=lambda kind: kind.name)
_CONFINED = [kind for kind in _KINDS if kind.in_its_phase]
#: the actions that belong to certain phases, as a rule set writes them
CONFINED = tuple(kind.name for kind in _CONFINED)


@refuses(
    "actions-in-their-phase",
    "{action} is not for the phase {phase}.",
    *_CONFINED,
    about="Each kind of action belongs to certain phases of the turn.",
    given={"<action>": Phases("the phases in which this kind of action may be taken")},
)
def actions_in_their_phase(play: Play, action: Action) -> Iterator[Facts]:
    phases = play.rules.given("actions-in-their-phase").get(action.name, ())
    if play.phase not in phases:
        yield {"action": action.name, "phase": play.phase, "phases": phases}


@refuses(
    "power-on-turn",
    "{power} is not on turn; {turn} is.",
    *(kind for kind in _KINDS if kind.on_turn),
    about="Powers take their turns one after another. Powers that share a turn still fight their battles separately.",
)
def power_on_turn(play: Play, action: Action) -> Iterator[Facts]:
    battle = play.position.battle
    if action.power not in ((battle.attacker,) if battle else play.players):
        yield {"power": action.power, "turn": play.turn}


@refuses(
    "battles-are-fought",
    "The battle in {space} is still to be fought to its end.",
    EndPhase,
    about="A phase is over only when every battle in it has been fought.",
    given={"phases": Phases("the phases that do not end before their battles have been fought")},
)
def battles_are_fought(play: Play, action: EndPhase) -> Iterator[Facts]:
    if play.phase in play.names("battles-are-fought", "phases"):
        for space in must_be_fought(play):
            yield {"space": space}


@effect_of(EndPhase)
def end_phase(play: Play, action: EndPhase) -> None:
    """End the phase and begin the next, which may be another power's in another round."""
    clock = play.position.clock
    _everyone(play, end_of(clock.phase))
    phases = [phase.id for phase in play.rules.ruleset.phases]
    after = phases[phases.index(clock.phase) + 1 :]
    _begin(play, replace(clock, phase=after[0]) if after else _end_turn(play, phases[0]))


def _end_turn(play: Play, first: str) -> Clock:
    """End the turn, and with the last power's the round; the clock at which the next turn begins."""
    clock, turns = play.position.clock, play.rules.turns
    _everyone(play, "end of turn")
    play.happen("turn-ended", *_forget(play), power=clock.turn, round=clock.round)
    after = turns.index(play.players) + 1
    if after < len(turns):
        return Clock(clock.round, turns[after][0], first)
    play.every("end of round", round=clock.round)
    return Clock(clock.round + 1, turns[0][0], first)


def _begin(play: Play, clock: Clock) -> None:
    play.happen("phase-began", ("clock", None, clock), power=clock.turn, phase=clock.phase, round=clock.round)
    _everyone(play, start_of(clock.phase))


def _everyone(play: Play, moment: str) -> None:
    """Let a moment come for each power whose turn it is."""
    for power in play.players:
        play.every(moment, power=power)


def _forget(play: Play) -> Iterator[Edit]:
    """The edits after which nothing is left of what was to be remembered until the end of the turn."""
    for unit in play.position.units.values():
        if unit.spent or unit.came or unit.bound or not unit.marks <= _LASTING:
            yield from play.put(_rested(unit))
    yield ("turn_notes", None, {})


def _rested(unit: Unit) -> Unit:
    return replace(unit, spent=0, came=(), bound="", marks=unit.marks & _LASTING)


@candidates(EndPhase)
def possible_end(play: Play, power: str) -> Iterator[Action]:
    """To end the phase; where several powers share a turn, it is the first that does."""
    if power == play.turn:
        yield EndPhase(power)
