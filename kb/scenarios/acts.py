"""Makes engine actions of what is written: which units are meant, and what is done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.engine.advantages.invoke import Invoke
from kb.engine.combat.bombard import Bombard
from kb.engine.combat.submarines import Submerge
from kb.engine.core.actions import Action, EndPhase, Fight, Load, Move, Offload, Raid, Retreat, Rocket
from kb.engine.core.position import Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.economy.income import CollectIncome
from kb.engine.economy.mobilize import Mobilize
from kb.engine.economy.purchase import Purchase
from kb.engine.economy.repairs import Repair
from kb.engine.economy.research import Research
from kb.engine.movement.landing import Land
from kb.engine.politics.declare_war import DeclareWar
from kb.games.board_model import UnitKind
from kb.scenarios.language import Act


class Unplayable(Exception):
    """What is written cannot be done at all: no such units there. The hint says what there is."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Here:
    """Where an act is done: under which rules, in which position, with which names of units."""

    rules: Rulebook
    position: Position
    names: Mapping[str, tuple[int, ...]]


Ids = tuple[int, ...]
Eligible = Callable[[Unit], bool]


def action(act: Act, here: Here) -> Action:
    """The action that is written. Raises :class:`Unplayable`."""
    return _MAKERS[act.kind](act, here, act.power or here.position.clock.turn)


def again(act: Act, here: Here, times: int, dice_left: bool) -> bool:
    """Whether an act that was done ``times`` times goes on: a battle that waits, a turn that has not ended."""
    if act.kind == "battle":
        battle = here.position.battle
        more = times < act.given["cycles"] if "cycles" in act.given else dice_left
        return more and battle is not None and battle.space == act.what
    return False


# -- which units


def _any(unit: Unit) -> bool:
    return True


def _fresh(unit: Unit) -> tuple[bool, int]:
    """Those that have done nothing this turn come first, then those of a lower id."""
    return (bool(unit.marks or unit.spent or unit.aboard), unit.id)


Order = Callable[[Unit], tuple[bool, int]]


def _on_their_way(*done: Mark) -> Order:
    """Those that are on their way, and have not done yet what the marks tell of, come first."""

    def order(unit: Unit) -> tuple[bool, int]:
        return (bool(unit.marks & {*done}) or not (unit.marks or unit.came), unit.id)

    return order


def _units(act: Act, here: Here, power: str, told: Any, space: str, may: Eligible = _any, order: Order = _fresh) -> Ids:
    """The ids of the units that are meant. Raises :class:`Unplayable` where there are too few."""
    found: list[int] = []
    for owner, units in told.items():
        for kind, count in units.items():
            found += _of_kind(act, here, owner or power, kind, count, space, may, order)
    return tuple(found)


def _of_kind(
    act: Act, here: Here, power: str, kind: str, count: int, space: str, may: Eligible, order: Order
) -> Iterable[int]:
    there = [unit for unit in here.position.at(space) if unit.power == power and unit.type == kind]
    named = {unit for name in act.which for unit in here.names.get(name, ())}
    fit = [unit for unit in there if may(unit)]
    if any(here.position.units[unit].type == kind for unit in named if unit in here.position.units):
        fit = [unit for unit in fit if unit.id in named]
    if len(fit) < count:
        raise Unplayable(_too_few(power, kind, count, space, len(there), len(fit)), _what_is_there(here, space))
    return [unit.id for unit in sorted(fit, key=order)[:count]]


def _too_few(power: str, kind: str, count: int, space: str, there: int, fit: int) -> str:
    if there >= count:
        return f"of the {there} {kind} of {power} in {space} {fit} can be meant, not {count}"
    return f"there {'is' if there == 1 else 'are'} {there or 'no'} {kind} of {power} in {space}, not {count}"


def _what_is_there(here: Here, space: str) -> str:
    kinds = dict.fromkeys(f"{unit.power} {unit.type}" for unit in here.position.at(space))
    return f"in {space}: {', '.join(kinds)}" if kinds else f"nothing is in {space}"


def _one(here: Here, name: str) -> int:
    ids = [unit for unit in here.names.get(name, ()) if unit in here.position.units]
    if not ids:
        raise Unplayable(f"the unit named {name} is not on the board any more")
    return ids[0]


# -- one function for each kind of act


def _research(act: Act, here: Here, power: str) -> Action:
    return Research(power, act.what.get("technology", ""), act.what["dice"])


def _purchase(act: Act, here: Here, power: str) -> Action:
    return Purchase(power, tuple(act.what.items()), act.given.get("economy", ""))


def _repair(act: Act, here: Here, power: str) -> Action:
    return Repair(power, act.given["at"], act.what, act.given.get("facility", ""))


def _move(act: Act, here: Here, power: str) -> Action:
    """The units that are named; what is aboard a ship among them need not be, and goes along by itself."""
    route = tuple(act.given["route"])
    named = _units(act, here, power, act.what, route[0])
    units = here.position.units
    carried = {unit for unit in named if units[unit].aboard in named and not _launches(here, units[unit])}
    return Move(power, tuple(unit for unit in named if unit not in carried), route)


def _launches(here: Here, unit: Unit) -> bool:
    """Whether a unit aboard flies along by itself: an aircraft of the carrier's own power."""
    ship = here.position.units[unit.aboard]
    return here.rules.board.unit(unit.type).kind is UnitKind.AIR and unit.power == ship.power


def _load(act: Act, here: Here, power: str) -> Action:
    units = _units(act, here, power, act.what, act.given["from"], lambda unit: not unit.aboard)
    name = act.given.get("transport")
    return Load(power, units, _one(here, name) if name else _transport(here, power, units, act.given["to"]))


def _transport(here: Here, power: str, units: Ids, zone: str) -> int:
    """A transport in a zone: one with room before others, an own one before an ally's."""
    board, sides = here.rules.board, here.rules.sides
    need = sum(board.unit(here.position.units[unit].type).transport_cost or 0 for unit in units)

    def rank(ship: Unit) -> tuple[bool, bool, int]:
        cargo = sum(board.unit(unit.type).transport_cost or 0 for unit in here.position.aboard(ship))
        return (cargo + need > (board.unit(ship.type).transport_room or 0), ship.power != power, ship.id)

    side = sides.get(power)
    ships = [
        ship
        for ship in here.position.at(zone)
        if board.unit(ship.type).has("transport_room") and sides.get(ship.power) is side
    ]
    if not ships:
        raise Unplayable(f"no transport of {power} or a friend is in {zone}", _what_is_there(here, zone))
    return min(ships, key=rank).id


def _offload(act: Act, here: Here, power: str) -> Action:
    name = act.given.get("transport")
    ship = _one(here, name) if name else 0
    units = _units(
        act, here, power, act.what, act.given["from"], lambda unit: unit.aboard == ship if ship else unit.aboard > 0
    )
    return Offload(power, units, act.given["to"])


def _bombard(act: Act, here: Here, power: str) -> Action:
    return Bombard(power, _units(act, here, power, act.what, act.given["from"]), act.given["at"])


def _raid(act: Act, here: Here, power: str) -> Action:
    at = act.given["at"]
    return Raid(
        power,
        _units(act, here, power, act.what, act.given.get("from", at), order=_on_their_way(Mark.RAIDED, Mark.FOUGHT)),
        at,
        act.given.get("target", ""),
    )


def _rocket(act: Act, here: Here, power: str) -> Action:
    (gun,) = _units(act, here, power, {"": {act.what: 1}}, act.given["from"])
    return Rocket(power, gun, act.given["at"], act.given.get("target", ""))


def _battle(act: Act, here: Here, power: str) -> Action:
    return Fight(power, act.what, _lost(act, here, power) if "outcome" in act.given else None)


def _lost(act: Act, here: Here, power: str) -> Ids:
    """The units that are lost by the outcome that is given; cargo cannot be named, it goes with its ship."""
    kinds = here.rules.kinds
    return _units(
        act, here, power, act.given["outcome"]["lost"], act.what,
        lambda unit: not unit.aboard or kinds[unit.type] is UnitKind.AIR,
    )  # fmt: skip


def _where(act: Act, here: Here) -> str:
    """The space of an act in a battle: the one that is named, else that of the battle."""
    battle = here.position.battle
    if "at" not in act.given and battle is None:
        raise Unplayable(f"no battle is being fought in which to {act.kind}", "say 'at' which space")
    return str(act.given.get("at") or (battle.space if battle else ""))


def _on_board(here: Here) -> Eligible:
    """Whether a unit is on the battle board; anybody where no battle is fought."""
    battle = here.position.battle
    return (lambda unit: unit.id in battle.units) if battle else _any


def _submerge(act: Act, here: Here, power: str) -> Action:
    """Those on the battle board are meant, casualties last; where the power has none there, those that stand by."""
    powers = [each for each in act.what if each]
    power = powers[0] if len(powers) == 1 and not act.power else power
    where, battle = _where(act, here), here.position.battle
    takes_part = battle and any(here.position.units[unit].power == power for unit in battle.units)
    hit = battle.marked if battle else ()
    fit, unhit_first = (_on_board(here) if takes_part else _any), lambda unit: (unit.id in hit, unit.id)
    return Submerge(power, _units(act, here, power, act.what, where, fit, unhit_first))


def _retreat(act: Act, here: Here, power: str) -> Action:
    where, battle = _where(act, here), here.position.battle
    if act.what != "all":
        return Retreat(power, _units(act, here, power, act.what, where, _on_board(here)), act.given["to"])
    there = [unit.id for unit in here.position.at(where) if unit.power == power]
    return Retreat(power, battle.attackers if battle and battle.space == where else tuple(there), act.given["to"])


def _withdraw(act: Act, here: Here, power: str) -> Action:
    where = _where(act, here)
    if act.what != "aircraft":
        return Retreat(power, _units(act, here, power, act.what, where, _on_board(here)))
    battle = here.position.battle
    there = [
        unit for unit in here.position.at(where) if (unit.id in battle.attackers if battle else unit.power == power)
    ]
    planes = tuple(unit.id for unit in there if here.rules.board.unit(unit.type).kind is UnitKind.AIR)
    if not planes:
        raise Unplayable(f"no aircraft of {power} is in {where}", _what_is_there(here, where))
    return Retreat(power, planes)


def _land(act: Act, here: Here, power: str) -> Action:
    return Land(power, _units(act, here, power, act.what, act.given["at"], order=_on_their_way(Mark.LANDED)))


def _mobilize(act: Act, here: Here, power: str) -> Action:
    at, producer, fighters = act.given["at"], act.given.get("producer", ""), act.given.get("fighters")
    ids: Ids = ()
    if fighters:
        ids = _units(act, here, power, fighters, act.given.get("fighters_from") or producer or at)
    return Mobilize(power, tuple(act.what.items()), at, producer, ids)


def _collect(act: Act, here: Here, power: str) -> Action:
    return CollectIncome(power)


def _invoke(act: Act, here: Here, power: str) -> Action:
    told = act.given.get("units")
    if told and "from" not in act.given:
        raise Unplayable("'units' of 'invoke' need 'from'", "say which space they are in")
    origins = dict.fromkeys(act.given["from"]) if told else ()
    units = [unit for space in origins for unit in _units(act, here, power, told, space)]
    return Invoke(power, act.what, tuple(units), tuple(act.given.get("spaces", ())))


def _declare_war(act: Act, here: Here, power: str) -> Action:
    return DeclareWar(power, act.what)


def _end(act: Act, here: Here, power: str) -> Action:
    now = here.position.clock.phase
    if act.what not in ("phase", "turn", now):
        raise Unplayable(f"the phase is {now}, not {act.what}", f"write end: {now}")
    return EndPhase(power)


_MAKERS: dict[str, Callable[[Act, Here, str], Action]] = {
    "research": _research,
    "purchase": _purchase,
    "repair": _repair,
    "move": _move,
    "load": _load,
    "offload": _offload,
    "bombard": _bombard,
    "raid": _raid,
    "rocket": _rocket,
    "battle": _battle,
    "submerge": _submerge,
    "retreat": _retreat,
    "withdraw": _withdraw,
    "land": _land,
    "mobilize": _mobilize,
    "collect": _collect,
    "invoke": _invoke,
    "declare-war": _declare_war,
    "end": _end,
}
