"""Supplies misses for dice that a line leaves out and that do not matter, such as those of a submarine that meets only
aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from kb.asking.dice_order import rolls, type_that_rolls, with_dice_in_order
from kb.asking.question import Question
from kb.base.english import listed, plural
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.occasions import rolled_for
from kb.cases.play.outcome import ROLLED
from kb.cases.play.playing import play
from kb.engine.core.position import Event, Position, Unit, replace
from kb.engine.core.table import Roll
from kb.games.names import power_name

#: the most rolls that are supplied whole, and the most among which the dice of a line are distributed
_MOST, _MOST_DISTRIBUTED = 4, 8
#: the faces that are compared: one that always hits, and one that always misses
_FACES = (1, 6)


class _RollOfAct(NamedTuple):
    """A roll of the last act: its power and occasion, the index of its first die among those of the act, and the types
    of the units that roll, one for each die."""

    power: str
    what: str
    at: int
    kinds: tuple[str, ...]


def half_done(played: PlayedCase) -> tuple[Event, ...]:
    """Return the events of the last act of a play if it is not complete."""
    trace = played.acts[-1].broken_off if played.acts else None
    return tuple(node.event for node in trace.walk() if node.event) if trace else ()


def without_needless_rolls(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request of a line, and its play, with a miss for each die that it lacks and that does not matter: hits
    would have the same result. If the line does not name who rolls, its dice are given, in order, to the units whose
    hits matter."""
    last = played.acts[-1] if played.acts and request.typed else None
    lacks = last is not None and (isinstance(last.wants, Roll) or len(played.findings) > 0)
    if last and lacks and last.act.kind == "battle" and last.act.dice:
        names = [*request.rollers_by_act][len(played.acts) - 1]
        if not any(names) and (spread := _with_dice_that_matter(request, played)):
            return spread
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


def _with_dice_that_matter(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase] | None:
    """Return the request and its play with the dice of the last act for the units whose hits matter, and misses for the
    others, in at most :data:`_MOST_DISTRIBUTED` rolls. Return None if the number of dice is not that of these units."""
    place, given, dice, needless = len(played.acts) - 1, [*played.acts[-1].act.dice], list[int](), dict[str, None]()
    for _ in range(_MOST_DISTRIBUTED):
        # without a die, the battle would wait for a decision before the next roll
        roll = _roll_after(request, len(dice), _played_with(request, place, [*dice, *given[:1]]), place)
        if roll is None:
            break
        matter = {kind for kind in {*roll.kinds} if _matters(request, place, dice, roll, kind)}
        if len(given) < sum(kind in matter for kind in roll.kinds):
            return None
        dice += [given.pop(0) if kind in matter else _FACES[-1] for kind in roll.kinds]
        if idle := dict.fromkeys(plural(kind.replace("-", " "), 2) for kind in roll.kinds if kind not in matter):
            needless[f"the dice of {power_name(roll.power)} for its {listed(idle)} do not matter"] = None
    if given:
        return None
    request = replace(_with_faces(request, place, dice), assumed=(*request.assumed, *needless))
    return request, play(request.rules, request.case, asked=True)


def _matters(request: Question, place: int, before: Sequence[int], roll: _RollOfAct, kind: str) -> bool:
    """Return whether hits of the units of a type have another result than misses, if all other units of their roll hit
    or if none does. ``before`` are the dice before that roll, of the act at ``place``."""
    for others in _FACES:
        tries = ([*before, *(face if each == kind else others for each in roll.kinds)] for face in _FACES)
        hits, misses = (_reached(_played_with(request, place, each)) for each in tries)
        if hits != misses:
            return True
    return False


def _with_faces(request: Question, place: int, faces: Sequence[int]) -> Question:
    """Return the request with other dice for the act at ``place``."""
    acts = [*request.acts]
    acts[place] = replace(acts[place], dice=(*faces,))
    return replace(request, case=replace(request.case, do=tuple(acts)))


def _played_with(request: Question, place: int, faces: Sequence[int]) -> PlayedCase:
    """Return the play of the request with other dice for the act at ``place``."""
    return play(request.rules, _with_faces(request, place, faces).case, asked=True)


def _lacking(request: Question, played: PlayedCase) -> _RollOfAct | None:
    """Return the first roll of the last act whose dice the request lacks: the one for which it waits, or one for which
    it used the dice of another power. None if there is no such roll."""
    if not played.acts or played.acts[-1].act.kind != "battle":
        return None
    names, rolled = [*request.rollers_by_act][len(played.acts) - 1], [*_rolls(request, played)]
    for roll in rolled:
        if names[roll.at :] and not any(rolls(each, roll.power, roll.kinds) for each in names[roll.at :]):
            return roll
    return _wanted(request, played, sum(len(each.kinds) for each in rolled))


def _roll_after(request: Question, at: int, played: PlayedCase, place: int) -> _RollOfAct | None:
    """Return the roll that follows ``at`` dice of the act at ``place``, the last one played: one that is rolled or one
    for which the play waits."""
    if len(played.acts) - 1 != place:
        return None
    return next((each for each in _rolls(request, played) if each.at == at), _wanted(request, played, at))


def _rolls(request: Question, played: PlayedCase) -> Iterator[_RollOfAct]:
    """Yield the rolls of the last act, in order."""
    at = 0
    for event in (node.event for trace in played.acts[-1].traces for node in trace.walk() if node.event):
        if event.name == ROLLED:
            units = cast("list[Unit | None]", event.facts["units"])
            power = str(event.facts["power"])
            kinds = tuple(type_that_rolls(request, power, each) for each in units)
            yield _RollOfAct(power, str(event.facts["what"]), at, kinds)
            at += len(units)


def _wanted(request: Question, played: PlayedCase, at: int) -> _RollOfAct | None:
    """Return the roll for which the last act waits, after ``at`` dice; None if it waits for none."""
    wants, units = played.acts[-1].wants, _reached(played)[0].units
    if not isinstance(wants, Roll):
        return None
    kinds = tuple(type_that_rolls(request, wants.power, units.get(die.unit)) for die in wants.dice)
    return _RollOfAct(wants.power, wants.what, at, kinds)


def _with_dice(request: Question, played: PlayedCase, lacking: _RollOfAct, face: int) -> Question:
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
