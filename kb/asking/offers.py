"""The possible and the refused actions of units or of a power, each with its act and its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count, islice, takewhile
from typing import NamedTuple, TypeVar

from kb.base.english import listed
from kb.cases.acts import act_of
from kb.cases.acts.verb import Context, Unplayable, choose_units, context_of
from kb.cases.language.scenario import Act, SubjectTable
from kb.cases.language.units import owned, totals
from kb.engine.core.actions import Action, Fight, Move, Offload, Reason, Retreat
from kb.engine.core.picks import DAMAGED
from kb.engine.core.play import Play
from kb.engine.core.points import NONCOMBAT_MOVE
from kb.engine.core.position import Position, Unit, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import CANDIDATES
from kb.engine.game import asking
from kb.engine.landing import can_come_down, is_room_to_come
from kb.engine.mobilize import Mobilize
from kb.engine.movement import Route, ways
from kb.engine.purchase import Purchase
from kb.engine.units import equal_units, kind_of
from kb.games.board_model import UnitKind

#: an action with units by number
B = TypeVar("B", bound=Purchase | Mobilize)
#: the maximum number of possible actions in an answer
MOST = 200
#: the maximum number of actions of a kind, and of ways to one space, that are tried
_ACTIONS, _WAYS = 400, 40
#: the fields of actions that contain ids of units, and those that contain a space
_UNITS, _SPACES = ("units", "gun", "transport", "fighters"), ("space", "territory", "producer")


class Possible(NamedTuple):
    """A possible action, the act that stands for it, and the rules that refuse it.

    ``most`` is the largest number of equal units with which it is legal (0 if it is refused); ``with_most`` is the act
    for that number, if it is larger than that of ``act``. ``lands`` is False for a noncombat move of aircraft to a
    space in which they cannot land.
    """

    action: Action
    act: Act
    reasons: tuple[Reason, ...] = ()
    most: int = 0
    with_most: Act | None = None
    lands: bool = True

    @property
    def legal(self) -> bool:
        """Whether the rules allow it."""
        return not self.reasons


def offers_of(rules: Rulebook, position: Position, what: SubjectTable) -> list[Possible]:
    """Return the possible actions of the named units, space or power: first legal ones, then moves at whose end
    aircraft cannot land, then refused actions.

    The search stops after :data:`MOST` actions, so that possible ones may be missing then.

    ``what`` has ``power``, ``at`` and ``units`` as in a question, each optional. Without space and units, moves are
    listed only if they are legal, and only in a phase in which units move. There is one move to each space: by the most
    direct legal way or, if none is legal, by the most direct one. Other actions of the same units that the same rules
    refuse are listed once. An action that no act can express is left out. Raises :class:`Unplayable` if named units are
    missing.
    """
    play, context = asking(rules, position), context_of(rules, position)
    subject = _subject(play, context, what)
    found: list[Possible] = []
    refused = set()
    for action, larger, known in chain(_others(play, subject), _moves(play, subject)):
        reasons = tuple(play.refusals(action)) if known is None else known
        mark = (type(action), _units_of(action), tuple(reason.rule for reason in reasons))
        if reasons and mark in refused and not isinstance(action, Move):
            continue
        most = action if reasons else next(filter(play.permits, larger), action)
        with suppress(Unplayable):
            with_most = None if most == action else act_of(context, most)
            lands = bool(reasons) or not isinstance(action, Move) or _lands(play, action)
            size = 0 if reasons else _size(most)
            found.append(Possible(action, act_of(context, action), reasons, size, with_most, lands))
            refused.add(mark)
        if len(found) == MOST:
            break
    return sorted(found, key=lambda each: (not each.legal, not each.lands))


def _size(action: Action) -> int:
    """Return the number of units that an action names or counts."""
    if isinstance(action, (Purchase, Mobilize)):
        return action.units[0][1]
    return len(getattr(action, "units", ()))


# -- the subject of the question


@dataclass(frozen=True, slots=True)
class Stack:
    """Equal units, ``number`` of which act, for a power."""

    power: str
    units: tuple[Unit, ...]
    number: int = 1

    def ids(self, number: int = 0) -> tuple[int, ...]:
        """Return the ids of the units that act, or of the first ``number`` units."""
        return tuple(unit.id for unit in self.units[: number or self.number])

    def larger(self, action: Action) -> Iterator[Action]:
        """Yield the action with all of the units, then with one unit less each time, while these are more than
        ``number``."""
        for number in range(len(self.units), self.number, -1):
            yield replace(action, units=self.ids(number))


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of the question: the powers that act, the stacks of units, and the space.

    ``named`` is whether units are named, ``together`` whether they are in several stacks of one space and move
    together.
    """

    powers: tuple[str, ...]
    stacks: tuple[Stack, ...]
    at: str = ""
    named: bool = False
    together: bool = False

    @property
    def everything(self) -> bool:
        """Whether neither units nor a space are named."""
        return not self.named and not self.at

    @property
    def ids(self) -> frozenset[int]:
        """The ids of all units of the stacks."""
        return frozenset(unit.id for stack in self.stacks for unit in stack.units)


def _subject(play: Play, context: Context, what: SubjectTable) -> Subject:
    """Return the subject of a question in a position.

    By default the powers are those whose turn it is, and those in a battle that waits. Raises :class:`Unplayable` if
    named units are missing.
    """
    power, at, units = what.get("power", ""), what.get("at", ""), what.get("units")
    battle = play.position.battle
    fighting = [unit.power for unit in play.units(battle.units)] if battle else []
    powers = (power,) if power else tuple(dict.fromkeys((*play.players, *fighting)))
    here = play.position.at(at) if at else list(play.position.units.values())
    if not units:
        own = ((each, [unit for unit in here if play.obeys(unit, each) and _may_act(play, unit)]) for each in powers)
        return Subject(powers, tuple(stack for each, its in own for stack in _stacks(play, each, its, 1)), at)
    who = powers[0]
    wanted = Counter(
        {(owner, kind.removeprefix(DAMAGED)): number for (owner, kind), number in totals(owned(units, who)).items()}
    )
    there = Counter((unit.power, unit.type) for unit in here)
    if at:
        try:
            ids = choose_units(Act("", ()), context, who, units, at)
            stacks = tuple(_stacks(play, who, play.units(ids), len(ids)))
            return Subject(powers, tuple(_grown(play, each) for each in stacks), at, True, len(stacks) > 1)
        except Unplayable:  # they are missing or ambiguous
            if not wanted <= there:
                raise
    if not wanted.keys() & there.keys():
        named = listed(f"{kind} of {owner}" for owner, kind in wanted)
        raise Unplayable(f"the position has no {named}", "place them under 'spaces'")
    kinds = ((number, [unit for unit in here if (unit.power, unit.type) == kind]) for kind, number in wanted.items())
    return Subject(powers, tuple(each for number, own in kinds for each in _stacks(play, who, own, number)), at, True)


def _may_act(play: Play, unit: Unit) -> bool:
    """Return whether a unit can act; facilities can only if a rule lets them move."""
    return not play.is_facility(unit) or play.holds("mobile-industry", unit=unit, route=(unit.at,))


def _stacks(play: Play, power: str, units: Iterable[Unit], number: int) -> Iterator[Stack]:
    """Yield units in stacks of equal ones, space by space; at most ``number`` of each stack act."""
    by_space: dict[str, list[Unit]] = {}
    for unit in units:
        by_space.setdefault(unit.at, []).append(unit)
    for here in by_space.values():
        for equal in equal_units(play, here).values():
            acts = power if play.obeys(equal[0], power) else equal[0].power
            yield Stack(acts, tuple(equal), min(number, len(equal)))


def _grown(play: Play, stack: Stack) -> Stack:
    """Return a stack with all units of its space that are equal to it."""
    there = equal_units(play, play.position.at(stack.units[0].at))
    whole = next(equal for equal in there.values() if stack.units[0] in equal)
    others = tuple(unit for unit in whole if unit not in stack.units)
    return Stack(stack.power, (*stack.units, *others), len(stack.units))


# -- actions to judge: the engine's lists, and others that a player would try. Each has the actions with more units, and
# the reasons against it if they are known

Candidate = tuple[Action, Iterable[Action], tuple[Reason, ...] | None]


def _others(play: Play, subject: Subject) -> Iterator[Candidate]:
    """Yield all candidates except moves; units that are bought or placed by number once for each type."""
    numbers: dict[Purchase | Mobilize, None] = {}
    for action in _candidates(play, subject):
        if isinstance(action, (Purchase, Mobilize)):
            numbers[_with_number(action, 1)] = None
            continue
        alone: tuple[int, ...] = getattr(action, "units", ())
        if len(alone) == 1:  # equal units have the same actions
            known = (stack for stack in subject.stacks if alone[0] in {unit.id for unit in stack.units})
            stack = next(known, None) or _grown(play, Stack(action.power, tuple(play.units(alone))))
            whole = replace(action, units=stack.ids())
            yield whole, stack.larger(whole), None
        else:
            yield action, (), None
    for one in numbers:
        more = takewhile(play.permits, (_with_number(one, number) for number in count(2)))
        yield one, (each for each in reversed(list(more))), None


def _with_number(one: B, number: int) -> B:
    """Return an action with ``number`` units of its first type."""
    return replace(one, units=((one.units[0][0], number),))


def _candidates(play: Play, subject: Subject) -> Iterator[Action]:
    """Yield the distinct actions of this phase that concern the subject, except moves. If it is not a power's turn,
    yield only the kinds that it may perform then."""
    acting = dict.fromkeys((*subject.powers, *(stack.power for stack in subject.stacks)))
    units, seen = play.position.units, set()
    for kind, listing in CANDIDATES.items():
        if kind is Move or not _is_now(play, kind):
            continue
        powers = (power for power in acting if power in play.players or not kind.on_turn)
        found = (action for power in powers for action in listing(play, power))
        for action in islice((*found, *_besides(play, subject, kind)), _ACTIONS):
            if not _concerns(play, action, subject):
                continue
            # the part that it shares with actions that differ only in equal units
            own = (units[unit] for unit in _units_of(action))
            ids = sorted((unit.power, unit.at, repr(kind_of(play, unit))) for unit in own)
            plain = replace(action, **{field: None for field in _UNITS if hasattr(action, field)}) if ids else action
            if (plain, *ids) not in seen:
                seen.add((plain, *ids))
                yield action


def _is_now(play: Play, kind: type[Action]) -> bool:
    """Return whether a kind of action belongs to this phase."""
    phases = play.phases_of(kind)
    return phases is None or play.phase in phases


def _besides(play: Play, subject: Subject, kind: type[Action]) -> Iterator[Action]:
    """Yield actions that the engine's lists omit because they cannot be legal: a battle in a space without one, a
    retreat to a space from which no attacker came."""
    battle = play.position.battle
    if kind is Fight and not battle and not subject.everything:
        spaces = {subject.at, *(stack.units[0].at for stack in subject.stacks)} - {""}
        yield from (Fight(play.turn, space) for space in sorted(spaces))
    if kind is Retreat and battle and any(not play.is_air(unit) for unit in play.units(battle.attackers)):
        ashore = play.is_land(battle.space)
        for space in sorted(play.board.around(battle.space)):
            if space not in battle.came and play.is_land(space) is ashore:
                yield Retreat(battle.attacker, battle.attackers, space)


def _concerns(play: Play, action: Action, subject: Subject) -> bool:
    """Return whether an action concerns the subject: its units, or its space if no units are named.

    A fight in the space of the subject or of its units does. If nothing is named, each action of the powers does.
    """
    if subject.everything:
        return action.power in subject.powers
    units, own = play.position.units, _units_of(action)
    if subject.ids.intersection(own):
        return True
    if isinstance(action, Offload) and any(units[unit].aboard in subject.ids for unit in action.units):
        return True
    spaces = {getattr(action, field) for field in _SPACES if getattr(action, field, "")}
    if isinstance(action, Fight):
        return action.space == subject.at or any(stack.units[0].at == action.space for stack in subject.stacks)
    return not subject.named and (subject.at in spaces or any(units[unit].at == subject.at for unit in own))


def _units_of(action: Action) -> tuple[int, ...]:
    """Return the ids of the units that an action names."""
    values = (getattr(action, field, ()) for field in _UNITS)
    return tuple(
        each for value in values for each in ((value,) if isinstance(value, int) else value) if isinstance(each, int)
    )


# -- moves


def _moves(play: Play, subject: Subject) -> Iterator[Candidate]:
    """Yield one move to each possible destination, along the first legal way, else along the first one; only legal
    moves if no unit or space is named."""
    for group in [subject.stacks] if subject.together else [(stack,) for stack in subject.stacks]:
        power, ids = group[0].power, tuple(unit for stack in group for unit in stack.ids())
        if subject.everything and not _moves_now(play, power):
            continue
        for routes in _ways_of(play, group, power).values():
            moves = [Move(power, ids, way) for way in routes[:_WAYS]]
            legal = next(filter(play.permits, moves), None)
            if legal or not subject.everything:
                move = legal or moves[0]
                yield move, group[0].larger(move) if len(group) == 1 else (), () if legal else None


def _lands(play: Play, move: Move) -> bool:
    """Return whether the aircraft of a noncombat move can land at its end: not in closed land, nor in a sea zone to
    which no carrier with room can come. It is true for other moves."""
    if play.phase != NONCOMBAT_MOVE:
        return True
    space, planes = move.route[-1], [unit for unit in play.units(move.units) if play.is_air(unit)]
    if play.is_land(space):
        return all(can_come_down(play, plane, space) for plane in planes)
    return not planes or is_room_to_come(play, move.power, space, planes)


def _moves_now(play: Play, power: str) -> bool:
    """Return whether it is a power's turn, in a phase in which units move."""
    return power in play.players and _is_now(play, Move)


def _ways_of(play: Play, stacks: tuple[Stack, ...], power: str) -> dict[str, list[Route]]:
    """Return by destination the ways that units might go together: the most direct first, then the most peaceful.

    Each neighbouring space is among them; if units do not move now, there are no others. Ways of ships over land and of
    land units over sea come last, and end in a space of the wrong kind only if it is a neighbouring one.
    """
    units = [stack.units[0] for stack in stacks]
    start = units[0].at
    routes: set[Route] = {(start, near) for near in play.board.around(start)}
    if _moves_now(play, power):
        routes |= {route for unit in units for route in ways(play, unit)}
    entered = {space for route in routes for space in route}
    hostile = {space: play.is_hostile(power, space) for space in entered}
    stays_out = {space: UnitKind.SHIP if play.is_land(space) else UnitKind.LAND for space in entered}
    wrong = {space: any(play.is_kind(unit, kind) for unit in units) for space, kind in stays_out.items()}

    def rank(route: Route) -> tuple[int, int, int, Route]:
        """Return a key by which ways are ordered: by the fewest forbidden spaces, then the fewest spaces, then the
        fewest hostile spaces on the way."""
        way, passed = route[1:], route[1:-1]
        return sum(wrong[space] for space in way), len(way), sum(hostile[space] for space in passed), route

    found: dict[str, list[Route]] = {}
    for route in sorted(routes, key=rank):
        if route[-1] != start and (len(route) == 2 or not wrong[route[-1]]):
            found.setdefault(route[-1], []).append(route)
    return found
