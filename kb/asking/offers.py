"""What units or a power may do now, and what they may not, each with the act that does it and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from kb.asking.candidates import moves_now, of_number, possible, units_of, ways_of
from kb.asking.meant import Meant, Stack, grown, meant
from kb.asking.written import act_of, context_of
from kb.engine.core.actions import Action, Move
from kb.engine.core.play import Play
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.engine.core.verdict import Reason
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import Purchase
from kb.engine.legal import asking
from kb.engine.movement.moves import Route
from kb.errors import Finding
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.language.scenario import Act

#: no answer has more
MOST = 200
#: no more ways to one space are tried
_WAYS = 40


@dataclass(frozen=True, slots=True)
class Possible:
    """Something that might be done now: the action, the act that means it, whether it is legal, and why not.

    ``units`` are those that do it, none where a power does; ``at`` is where they stand and ``to`` where it leads.
    ``most`` is the largest number of equal units with which it is legal, and ``with_most`` the act for so many.
    Where no act can say which units are meant ``act`` is None and ``wrong`` tells what to do.
    """

    action: Action
    act: Act | None
    legal: bool
    reasons: tuple[Reason, ...] = ()
    units: tuple[int, ...] = ()
    at: str = ""
    to: str = ""
    most: int = 0
    with_most: Act | None = None
    wrong: Finding | None = None


def offers(rules: Rulebook, position: Position, what: Mapping[str, Any]) -> list[Possible]:
    """All that units, a space or a power that are named may do now, and what they may not; at most :data:`MOST`.

    ``what`` has ``power``, ``at`` and ``units`` as a request has them, each where it is said. Of moves there is one to
    each space: by the most direct way that is legal, or, where none is, refused by the most direct one. Of other
    actions of the same units that the same rules refuse there is one. Raises :class:`Unplayable` where units that are
    named are not there.
    """
    play, context = asking(rules, position), context_of(rules, position)
    about = meant(play, context, what)
    found: list[Possible] = []
    refused = set()
    for each in chain(_others(play, context, about), _moves(play, context, about)):
        mark = (type(each.action), each.units, tuple(reason.rule for reason in each.reasons))
        if each.legal or (each.act and (isinstance(each.action, Move) or mark not in refused)):
            found.append(each)
            refused.add(mark)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda each: not each.legal)


def _others(play: Play, context: Context, about: Meant) -> Iterator[Possible]:
    """Everything but moves; what is bought or placed in numbers once for each type."""
    numbers: dict[Purchase | Mobilize, None] = {}
    for action in possible(play, about):
        if isinstance(action, (Purchase, Mobilize)):
            numbers[_of_one(action)] = None
            continue
        stack = _stack_of(play, about, action)
        whole = of_number(action, stack, stack.number) if stack else action
        yield _judged(play, context, whole, stack, tuple(play.refusals(whole)))
    for one in numbers:
        yield _in_numbers(play, context, one)


def _stack_of(play: Play, about: Meant, action: Action) -> Stack | None:
    """The unit of an action that is one unit's with those that are equal to it; None for any other action."""
    alone: tuple[int, ...] = getattr(action, "units", ())
    if len(alone) != 1:
        return None
    known = (stack for stack in about.stacks if alone[0] in {unit.id for unit in stack.units})
    return next(known, None) or grown(play, Stack(action.power, tuple(play.units(alone))))


def _of_one(action: Purchase | Mobilize) -> Purchase | Mobilize:
    return replace(action, units=((action.units[0][0], 1),))


def _moves(play: Play, context: Context, about: Meant) -> Iterator[Possible]:
    """One move to each space that units might go to; where no unit or space is named only legal ones."""
    if about.everything and not any(moves_now(play, power) for power in about.powers):
        return
    groups = [about.stacks] if about.together else [(stack,) for stack in about.stacks]
    for group in groups:
        for ways in ways_of(play, group, group[0].power).values():
            move = _move(play, context, group, ways)
            if move.legal or not about.everything:
                yield move


def _move(play: Play, context: Context, group: tuple[Stack, ...], ways: Sequence[Route]) -> Possible:
    """The move along the first way that is legal, or else along the first."""
    power, ids = group[0].power, tuple(unit for stack in group for unit in stack.ids)
    direct, *others = [Move(power, ids, way) for way in ways[:_WAYS]]
    reasons = tuple(play.refusals(direct))
    legal = next((move for move in others if _can(play, move)), None) if reasons else None
    return _judged(play, context, legal or direct, group[0] if len(group) == 1 else None, () if legal else reasons)


def _can(play: Play, action: Action) -> bool:
    return next(play.refusals(action), None) is None


def _judged(play: Play, context: Context, action: Action, stack: Stack | None, reasons: tuple[Reason, ...]) -> Possible:
    """An action of units of a stack, or of others, with the rules that refuse it, and how many units may do it."""
    most = action
    if stack and not reasons and getattr(action, "units", ()) == stack.ids:
        numbers = range(len(stack.units), stack.number, -1)
        more = (replace(action, units=stack.of(number)) for number in numbers)
        most = next((each for each in more if _can(play, each)), action)
    return _written(context, action, reasons, most, len(getattr(most, "units", ())) if not reasons else 0)


def _in_numbers(play: Play, context: Context, one: Purchase | Mobilize) -> Possible:
    """What is bought or placed: one unit of a type, and how many at most."""
    reasons, most = tuple(play.refusals(one)), 0
    while not reasons and _can(play, _so_many(one, most + 1)):
        most += 1
    return _written(context, one, reasons, _so_many(one, most), most)


def _so_many(one: Purchase | Mobilize, number: int) -> Action:
    return replace(one, units=((one.units[0][0], number),))


def _written(context: Context, action: Action, reasons: tuple[Reason, ...], most: Action, number: int) -> Possible:
    units = units_of(action)
    at = context.position.units[units[0]].at if units else ""
    plain = Possible(action, None, not reasons, reasons, units, at, _to(context, action), number)
    try:
        with_most = act_of(context, most) if most != action and number else None
        return replace(plain, act=act_of(context, action), with_most=with_most)
    except Unplayable as wrong:
        return replace(plain, wrong=Finding(str(wrong), hint=wrong.hint))


def _to(context: Context, action: Action) -> str:
    """The space to which an action leads."""
    if isinstance(action, Move):
        return action.route[-1]
    ship = context.position.units.get(getattr(action, "transport", 0))
    return ship.at if ship else getattr(action, "territory", "") or getattr(action, "space", "")
