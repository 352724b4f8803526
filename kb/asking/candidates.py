"""What units or a power might try now: the engine's lists, and what else a player would tap; no rule is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kb.asking.meant import Meant, Stack
from kb.engine.board.powers import is_hostile
from kb.engine.board.printed import is_kind, is_land
from kb.engine.core.actions import Action, Fight, Move, Offload, Retreat
from kb.engine.core.phases import phases_of
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import CANDIDATES
from kb.engine.core.values import replace
from kb.engine.movement.moves import Route, ways
from kb.engine.units.kinds import kind_of
from kb.games.board_model import UnitKind

#: no more actions of a kind are looked at
MOST = 400
#: the fields of actions that hold units by their ids, and those that hold a space
_UNITS, _SPACES = ("units", "gun", "transport", "fighters"), ("space", "territory", "producer")


def units_of(action: Action) -> tuple[int, ...]:
    """The ids of the units that an action names."""
    found: list[int] = []
    for field in _UNITS:
        value = getattr(action, field, ())
        found += [value] if isinstance(value, int) else [each for each in value if isinstance(each, int)]
    return tuple(found)


def spaces_of(action: Action) -> frozenset[str]:
    """The spaces that an action names beside its route."""
    return frozenset(getattr(action, field) for field in _SPACES if getattr(action, field, "")) - {""}


def possible(play: Play, meant: Meant) -> Iterator[Action]:
    """The actions of every kind but moves that this phase knows and that have to do with what is meant; each once."""
    seen = set()
    for kind in CANDIDATES:
        phases = phases_of(play, kind)
        if kind is Move or not (phases is None or play.phase in phases):
            continue
        found = (action for power in _who(play, meant, kind) for action in CANDIDATES[kind](play, power))
        for action in islice((*found, *_besides(play, meant, kind)), MOST):
            if _concerns(play, action, meant):
                mark = _mark(play, action)
                if mark not in seen:
                    seen.add(mark)
                    yield action


def _who(play: Play, meant: Meant, kind: type[Action]) -> tuple[str, ...]:
    """The powers whose actions of a kind are looked at: of one that is not on turn only what it may do then."""
    acting = dict.fromkeys((*meant.powers, *(stack.power for stack in meant.stacks)))
    return tuple(power for power in acting if power in play.players or not kind.on_turn)


def _besides(play: Play, meant: Meant, kind: type[Action]) -> Iterator[Action]:
    """What the engine's lists leave out because it cannot be legal: a battle where none is to be fought, a retreat to
    where nobody came from."""
    battle = play.position.battle
    if kind is Fight and not battle:
        for space in sorted(meant.places if not meant.everything else ()):
            yield Fight(play.turn, space)
    if (
        kind is Retreat
        and battle
        and any(not is_kind(play, unit, UnitKind.AIR) for unit in play.units(battle.attackers))
    ):
        ashore = is_land(play, battle.space)
        for space in sorted(play.board.around(battle.space)):
            if space not in battle.came and is_land(play, space) is ashore:
                yield Retreat(battle.attacker, battle.attackers, space)


def _concerns(play: Play, action: Action, meant: Meant) -> bool:
    """Whether an action has to do with the units or the space that are named."""
    if meant.everything:
        return action.power in meant.powers
    units = play.position.units
    if meant.ids.intersection(units_of(action)):
        return True
    if isinstance(action, Offload) and any(units[unit].aboard in meant.ids for unit in action.units):
        return True
    if isinstance(action, Fight):
        return bool(meant.places & spaces_of(action))
    return not meant.named and (meant.at in spaces_of(action) or any(units[u].at == meant.at for u in units_of(action)))


def _mark(play: Play, action: Action) -> tuple[object, ...]:
    """What an action has in common with those that differ from it in equal units only."""
    units = play.position.units
    ids = tuple(
        sorted((units[unit].power, units[unit].at, repr(kind_of(play, units[unit]))) for unit in units_of(action))
    )
    plain = replace(action, **{field: None for field in _UNITS if hasattr(action, field)}) if ids else action
    return plain, ids


def of_number(action: Action, stack: Stack, number: int) -> Action:
    """An action of one unit of a stack as that of so many of them; any other as it is."""
    alone: tuple[int, ...] = getattr(action, "units", ())
    if len(alone) != 1 or alone[0] not in {unit.id for unit in stack.units}:
        return action
    return replace(action, units=stack.of(number))


def ways_of(play: Play, stacks: tuple[Stack, ...], power: str) -> dict[str, list[Route]]:
    """By destination the ways that units might go together, the most direct first, of these the most peaceful.

    Each neighbouring space is among them; where units do not move now there are no others. Ways of ships over land
    and of land units over sea come last, and lead no farther than to a neighbouring space of the wrong kind.
    """
    units = [stack.units[0] for stack in stacks]
    start = units[0].at
    routes: set[Route] = {(start, near) for near in play.board.around(start)}
    if moves_now(play, power):
        routes |= {route for unit in units for route in ways(play, unit)}
    entered = {space for route in routes for space in route}
    hostile = {space: is_hostile(play, power, space) for space in entered}
    wrong = {space: any(_is_out_of_place(play, unit, space) for unit in units) for space in entered}

    def rank(route: Route) -> tuple[int, int, int, Route]:
        way, passed = route[1:], route[1:-1]
        return sum(wrong[space] for space in way), len(way), sum(hostile[space] for space in passed), route

    found: dict[str, list[Route]] = {}
    for route in sorted(routes, key=rank):
        if route[-1] != start and (len(route) == 2 or not wrong[route[-1]]):
            found.setdefault(route[-1], []).append(route)
    return found


def moves_now(play: Play, power: str) -> bool:
    """Whether a power moves units in this phase."""
    phases = phases_of(play, Move)
    return power in play.players and (phases is None or play.phase in phases)


def _is_out_of_place(play: Play, unit: Unit, space: str) -> bool:
    """Whether a space is of the wrong kind for a unit: land for a ship, sea for a land unit."""
    return is_kind(play, unit, UnitKind.SHIP if is_land(play, space) else UnitKind.LAND)
