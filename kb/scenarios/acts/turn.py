"""The end of a phase or of a turn."""

from __future__ import annotations

from kb.engine.core.actions import EndPhase
from kb.scenarios.acts.verb import Context, Inverse, Repeat, Unplayable, verb
from kb.scenarios.language.kinds import Word
from kb.scenarios.language.scenario import Act

#: no turn has more phases to end
_MOST_PHASES = 20
_TURN = "turn"


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """The end of a turn ends phase after phase, until another turn has begun."""
    now, begun = context.position.clock, so_far.begun
    same_turn = (now.turn, now.round) == (begun.turn, begun.round)
    return act.what == _TURN and same_turn and so_far.times < _MOST_PHASES


@verb(
    "end",
    Word("phase", ("phase", _TURN)),
    says="ends the phase, or the turn",
    written="`end: phase`",
    details="or `end: turn`, or the id of the phase, which then must be the current one",
    tell=lambda words, act: "ends the turn" if act.what == _TURN else "ends the phase",
    repeats=_again,
    inverse=Inverse(EndPhase, lambda action, context: ("phase", {})),
    ends=lambda act: _TURN if act.what == _TURN else "phase",
)
def _end(act: Act, context: Context, power: str) -> EndPhase:
    now = context.position.clock.phase
    if act.what not in ("phase", _TURN, now):
        raise Unplayable(f"the phase is {now}, not {act.what}", f"write end: {now}")
    return EndPhase(power)
