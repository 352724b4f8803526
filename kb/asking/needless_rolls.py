"""Leaves out of a line the rolls whose faces do not matter, such as those of a submarine that meets only aircraft."""

from __future__ import annotations

from typing import NamedTuple, cast

from kb.asking.dice_order import rolls, with_dice_in_order
from kb.asking.question import Question
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.occasions import rolled_for
from kb.cases.play.outcome import ROLLED
from kb.engine.core.position import Event, Position, Unit, replace
from kb.engine.core.table import Roll
from kb.games.names import power_name

#: the most rolls that are left out
_MOST = 4
#: the faces that are compared: one that always hits, and one that always misses
_FACES = (1, 6)


class _Lacking(NamedTuple):
    """A roll whose dice a line lacks: its power and occasion, the index of its first die among those of the last act,
    and the types of the units that roll, one for each die."""

    power: str
    what: str
    at: int
    kinds: tuple[str, ...]


def half_done(played: PlayedCase) -> tuple[Event, ...]:
    """Return the events of the last act of a play if it is not complete."""
    trace = played.acts[-1].broken_off if played.acts else None
    return tuple(node.event for node in trace.walk() if node.event) if trace else ()


def without_needless_rolls(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request of a line, and its play, with misses for the rolls that it lacks, as long as hits would have
    the same result."""
    for _ in range(_MOST if request.typed else 0):
        lacking = _lacking(request, played)
        if lacking is None:
            break
        tries = [with_dice_in_order(_with_dice(request, played, lacking, face)) for face in _FACES]
        if _reached(tries[0][1]) != _reached(tries[1][1]):
            break
        says = f"the roll of {power_name(lacking.power)} for {rolled_for(lacking.what)} does not matter"
        request, played = replace(tries[-1][0], assumed=(*request.assumed, says)), tries[-1][1]
    return request, played


def _lacking(request: Question, played: PlayedCase) -> _Lacking | None:
    """Return the first roll of the last act whose dice the request lacks: the one for which it waits, or one for which
    it used the dice of another power. None if there is no such roll."""
    last = played.acts[-1] if played.acts else None
    if last is None or last.act.kind != "battle":
        return None
    names, at = [*request.rollers_by_act][len(played.acts) - 1], 0
    events = (node.event for trace in last.traces for node in trace.walk() if node.event)
    for facts in (event.facts for event in events if event.name == ROLLED):
        power, kinds = (
            str(facts["power"]),
            tuple(unit.type if unit else "" for unit in cast("list[Unit | None]", facts["units"])),
        )
        if names[at:] and not any(rolls(each, power, kinds) for each in names[at:]):
            return _Lacking(power, str(facts["what"]), at, kinds)
        at += len(kinds)
    wants, units = last.wants, _reached(played)[0].units
    if not isinstance(wants, Roll):
        return None
    return _Lacking(
        wants.power, wants.what, at, tuple(units[die.unit].type if die.unit in units else "" for die in wants.dice)
    )


def _with_dice(request: Question, played: PlayedCase, lacking: _Lacking, face: int) -> Question:
    """Return the request with a face for each die of the roll that the last act lacks."""
    place, at, faces = len(played.acts) - 1, lacking.at, [face] * len(lacking.kinds)
    acts, names = [*request.acts], [*request.rollers_by_act]
    acts[place] = replace(acts[place], dice=(*acts[place].dice[:at], *faces, *acts[place].dice[at:]))
    names[place] = (*names[place][:at], *(f"{lacking.power}:{kind}" for kind in lacking.kinds), *names[place][at:])
    rollers = tuple(each for each, act in zip(names, acts, strict=True) if act.dice)
    return replace(request, case=replace(request.case, do=tuple(acts)), rollers=rollers)


def _reached(played: PlayedCase) -> tuple[Position, tuple[str, ...], int]:
    """Return the position that a play reaches, what its last act waits for, and the number of its acts. It waits for a
    roll or choice, given by power, kind and space, or for nothing (an empty tuple)."""
    wants = played.acts[-1].wants if played.acts else None
    waits = (wants.power, wants.what, wants.space) if wants else ()
    return played.position.replayed(half_done(played)), waits, len(played.acts)
