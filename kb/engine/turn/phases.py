"""The turn: who acts in which phase, and what the end of a phase, a turn and a round brings."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle.battle_board import must_be_fought
from kb.engine.core.actions import Action, EndPhase
from kb.engine.core.play import Play
from kb.engine.core.position import Clock, Edit, Mark, replace
from kb.engine.core.rules import Breaches, FactTable, Phases, candidates, effect_of, refuses

#: marks that stay when the turn ends, until a rule removes them
_LASTING = frozenset({Mark.SUBMERGED})


@refuses("{action} belongs to {phases}, and the phase is {phase}.", Action)
def actions_in_their_phase(play: Play, action: Action, *, phases_of_actions: FactTable) -> Breaches:
    """Each kind of action may be taken only in certain phases of the turn."""
    phases = phases_of_actions.get(action.name, ())
    if action.in_its_phase and play.phase not in phases:
        yield {"action": action.name, "phase": play.phase, "phases": phases}


@refuses("{power} is not on turn; {turn} is.", Action)
def power_on_turn(play: Play, action: Action) -> Breaches:
    """Powers take their turns one after another. Powers that share a turn still fight their battles separately."""
    battle = play.position.battle
    if action.on_turn and action.power not in ((battle.attacker,) if battle else play.players):
        yield {"power": action.power, "turn": battle.attacker if battle else play.turn}


@refuses("The battle in {space} is still to be fought to its end.", EndPhase)
def battles_are_fought(play: Play, *, phases: Phases) -> Breaches:
    """Every battle has to be fought: the phase does not end before all its battles are finished."""
    if play.phase in phases:
        for space in must_be_fought(play):
            yield {"space": space}


@effect_of(EndPhase)
def end_phase(play: Play, action: EndPhase) -> None:
    """End the phase and begin the next, which may be another power's in another round."""
    clock = play.position.clock
    _everyone(play, f"end of {clock.phase}")
    phases = [phase.id for phase in play.rules.ruleset.phases]
    after = phases[phases.index(clock.phase) + 1 :]
    clock = replace(clock, phase=after[0]) if after else _end_turn(play, phases[0])
    play.emit("phase-began", ("clock", None, clock), power=clock.turn, phase=clock.phase, round=clock.round)
    _everyone(play, f"start of {clock.phase}")


def _end_turn(play: Play, first: str) -> Clock:
    """End the turn, and with the last power's the round; the clock at which the next turn begins."""
    clock, turns = play.position.clock, play.rules.turns
    _everyone(play, "end of turn")
    play.emit("turn-ended", *_forget(play), power=clock.turn, round=clock.round)
    after = turns.index(play.players) + 1
    if after < len(turns):
        return Clock(clock.round, turns[after][0], first)
    play.announce("end of round", round=clock.round)
    return Clock(clock.round + 1, turns[0][0], first)


def _everyone(play: Play, moment: str) -> None:
    """Let a moment come for each power whose turn it is."""
    for power in play.players:
        play.announce(moment, power=power)


def _forget(play: Play) -> Iterator[Edit]:
    """The edits that remove the notes of the turn and what units remember of it."""
    for unit in play.position.units.values():
        if unit.spent or unit.came or unit.bound or not unit.marks <= _LASTING:
            yield from play.put(replace(unit, spent=0, came=(), bound="", marks=unit.marks & _LASTING))
    yield ("turn_notes", None, {})


@candidates(EndPhase)
def possible_end(play: Play, power: str) -> Iterator[Action]:
    """To end the phase; where several powers share a turn, it is the first that does."""
    if power == play.turn:
        yield EndPhase(power)
