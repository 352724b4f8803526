"""What is done in combat: bombardment, raids, rockets; battles, and how units leave them."""

from __future__ import annotations

from typing import Any

from kb.base.shape import ByShape, Number, OneOf
from kb.cases.acts.verb import (
    Context,
    Ids,
    Repeat,
    Said,
    Test,
    Unplayable,
    Verb,
    any_unit,
    arrivals_before,
    choose_units,
    no_unit,
    says_which,
    what_is_there,
)
from kb.cases.language.grammar import OUTCOME, SPACE, SUPPOSED, UNIT, UNITS
from kb.cases.language.scenario import Act, Value
from kb.cases.language.units import Row, Units, counts
from kb.cases.language.words import GameWords, counted
from kb.engine.assault import Bombard
from kb.engine.battle import attackers_at, defenders_at
from kb.engine.core.actions import Fight, Raid, Retreat, Rocket
from kb.engine.core.position import Mark, Unit
from kb.engine.game import asking, offers
from kb.engine.submarines import Submerge
from kb.games.board_model import UnitKind
from kb.games.names import Wording, power_name


def _said_of_bombard(action: Bombard, context: Context) -> Said:
    start = context.position.units[action.units[0]].at
    said = says_which(context, action.power, action.units, start)
    return said, {"from": start, "at": action.territory}


_HAS_RAIDED = arrivals_before(Mark.RAIDED, Mark.FOUGHT)


def _said_of_raid(action: Raid, context: Context) -> Said:
    start = context.position.units[action.units[0]].at
    given: dict[str, Value] = {"at": action.territory}
    if start != action.territory:
        given["from"] = start
    if action.target:
        given["target"] = action.target
    said = says_which(context, action.power, action.units, start, rank=_HAS_RAIDED)
    return said, given


def _raid(act: Act, context: Context, power: str) -> Raid:
    at = act.given["at"]
    planes = choose_units(act, context, power, act.what, act.given.get("from", at), rank=_HAS_RAIDED)
    return Raid(power, planes, at, act.given.get("target", ""))


def _said_of_rocket(action: Rocket, context: Context) -> Said:
    """Return the act of a rocket: the type of its launcher, with its name if the type is ambiguous.

    Raises :class:`Unplayable` for an ambiguous launcher without a name.
    """
    gun = context.position.units[action.gun]
    given: dict[str, Value] = {"from": gun.at, "at": action.territory}
    if action.target:
        given["target"] = action.target
    if says_which(context, action.power, [gun.id], gun.at) != (Row("", gun.type),):
        if context.names.get(gun.name) != (gun.id,):
            raise Unplayable(f"{gun.type} does not say which in {gun.at}", "name units in the position")
        given["which"] = [gun.name]
    return gun.type, given


def _rocket(act: Act, context: Context, power: str) -> Rocket:
    (gun,) = choose_units(act, context, power, (Row("", act.what),), act.given["from"])
    return Rocket(power, gun, act.given["at"], act.given.get("target", ""))


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """Return a battle that waits is fought on: so many cycles, or as long as there are dice."""
    battle = context.position.battle
    more = so_far.times < act.given["cycles"] if "cycles" in act.given else so_far.dice_left
    return more and battle is not None and battle.space == act.what


def _tell_battle(words: GameWords, act: Act) -> str:
    cycles = act.given.get("cycles")
    often = f" for {counted(cycles, 'cycle', 'cycles')}" if cycles else ""
    outcome = act.given.get("outcome")
    given = f", given that what is lost is {_tell_lost(words, outcome['lost'])}" if outcome else ""
    return f"fights in {words.space(act.what)}{often}{given}"


def _tell_lost(words: GameWords, lost: Units) -> str:
    return words.chosen(lost) if any(row.state for row in lost) else words.by_power(counts(lost))


def _can_be_lost(context: Context) -> Test:
    """Return whether a unit can be said to be lost; cargo cannot, it goes with its ship."""
    kinds = context.rules.kinds
    return lambda unit: not unit.aboard or kinds[unit.type] is UnitKind.AIR


def _said_of_battle(action: Fight, context: Context) -> Said:
    if action.lost is None:
        return action.space, {}
    lost = says_which(context, "", action.lost, action.space, _can_be_lost(context), no_unit)
    return action.space, {"outcome": {"lost": lost}}


def _lost(act: Act, context: Context, power: str) -> Ids:
    """Return the units that are lost by the outcome that is given; one that is supposed leaves one side without any."""
    lost = choose_units(act, context, power, act.given["outcome"]["lost"], act.what, _can_be_lost(context), no_unit)
    if SUPPOSED in act.given["outcome"] and all(set(side) - set(lost) for side in _sides(context, act.what, power)):
        hint = "say what else is lost, or fight with dice; a retreat is an act of its own"
        raise Unplayable(
            f"with these losses both sides are still in {Wording(context.rules.board).space(act.what)}", hint
        )
    return lost


def _sides(context: Context, space: str, power: str) -> tuple[Ids, Ids]:
    """Return those who attack and those who defend in a battle, begun or not."""
    battle, play = context.position.battle, asking(context.rules, context.position)
    if battle and battle.space == space:
        return battle.attackers, battle.defenders
    attackers, defenders = attackers_at(play, space, power), defenders_at(play, space, power)
    return tuple(unit.id for unit in attackers), tuple(unit.id for unit in defenders)


def _where(act: Act, context: Context) -> str:
    """Return the space of an act in a battle: the one that is named, else that of the battle."""
    battle = context.position.battle
    if "at" not in act.given and battle is None:
        raise Unplayable(f"no battle is being fought in which to {act.kind}", "say 'at' which space")
    return str(act.given.get("at") or (battle.space if battle else ""))


def _on_board(context: Context) -> Test:
    """Return whether a unit is on the battle board; anybody where no battle is fought."""
    battle = context.position.battle
    return (lambda unit: unit.id in battle.units) if battle else any_unit


def _who_submerges(context: Context, power: str) -> tuple[Test, Test]:
    """Return those who may be meant, and of them those who are meant last: those on the battle board are, casualties
    last; where the power has none there, those that stand by."""
    battle = context.position.battle
    takes_part = battle and any(context.position.units[unit].power == power for unit in battle.units)
    hit = battle.marked if battle else ()
    return _on_board(context) if takes_part else any_unit, lambda unit: unit.id in hit


def _at(context: Context, space: str) -> dict[str, Value]:
    """Return what an act says of a space, where it is not that of the battle."""
    battle = context.position.battle
    return {} if battle and battle.space == space else {"at": space}


def _said_of_submerge(action: Submerge, context: Context) -> Said:
    at = context.position.units[action.units[0]].at
    said = says_which(context, action.power, action.units, at, *_who_submerges(context, action.power))
    whose = (
        {} if any(not row.power for row in said) else {"power": action.power}
    )  # else that of the submarines is meant
    return said, {**_at(context, at), **whose}


def _submerge(act: Act, context: Context, power: str) -> Submerge:
    powers = {row.power for row in act.what} - {""}
    power = powers.pop() if len(powers) == 1 and not act.power else power
    may, last = _who_submerges(context, power)
    return Submerge(power, choose_units(act, context, power, act.what, _where(act, context), may, last))


def _everything(context: Context, power: str, where: str) -> Ids:
    """Return the attackers of the battle in a space; without a battle, the power's units there."""
    battle = context.position.battle
    if battle and battle.space == where:
        return battle.attackers
    return tuple(unit.id for unit in context.position.at(where) if unit.power == power)


def _said_of_retreat(action: Retreat, context: Context) -> Said | None:
    if not action.space:
        return None
    where = context.position.units[action.units[0]].at
    given = {"to": action.space, **_at(context, where)}
    if {*action.units} == {*_everything(context, action.power, where)}:
        return "all", given
    said = says_which(context, action.power, action.units, where, _on_board(context), no_unit)
    return said, given


def _retreat(act: Act, context: Context, power: str) -> Retreat:
    where, battle, to = _where(act, context), context.position.battle, act.given["to"]
    if act.what != "all":
        going = choose_units(act, context, power, act.what, where, _on_board(context), no_unit)
    else:
        going = _everything(context, power, where)
    if battle and all(context.rules.kinds[context.position.units[unit].type] is UnitKind.AIR for unit in going):
        ways = dict.fromkeys(offer.what for offer in offers(context.rules, context.position) if offer.power == power)
        hint = f"{power} may {' or '.join(ways) or 'do nothing'}{': write withdraw: aircraft' if 'withdraw' in ways else ''}"
        raise Unplayable(f"aircraft of {power} do not retreat to a space", hint)
    return Retreat(power, going, to)


def _planes(context: Context, power: str, where: str) -> list[Unit]:
    """Return the attacking aircraft in a space; without a battle, the power's aircraft there."""
    battle, kinds = context.position.battle, context.rules.kinds
    present = context.position.at(where)
    attacking = [unit for unit in present if (unit.id in battle.attackers if battle else unit.power == power)]
    return [unit for unit in attacking if kinds[unit.type] is UnitKind.AIR]


def _said_of_withdraw(action: Retreat, context: Context) -> Said | None:
    if action.space:
        return None
    where = context.position.units[action.units[0]].at
    if {*action.units} == {unit.id for unit in _planes(context, action.power, where)}:
        return "aircraft", _at(context, where)
    said = says_which(context, action.power, action.units, where, _on_board(context), no_unit)
    return said, _at(context, where)


def _withdraw(act: Act, context: Context, power: str) -> Retreat:
    where = _where(act, context)
    if act.what != "aircraft":
        return Retreat(power, choose_units(act, context, power, act.what, where, _on_board(context), no_unit))
    planes = _planes(context, power, where)
    if not planes:
        place = Wording(context.rules.board).space(where)
        raise Unplayable(f"no aircraft of {power_name(power)} is in {place}", what_is_there(context, where))
    return Retreat(power, tuple(unit.id for unit in planes))


COMBAT: tuple[Verb[Any], ...] = (
    Verb(
        "bombard: {battleship: 1}",
        "`from` the sea zone, `at` the land",
        "has ships support an assault",
        UNITS,
        lambda act, context, power: Bombard(
            power, choose_units(act, context, power, act.what, act.given["from"]), act.given["at"]
        ),
        "has {what:chosen} in {from:space} bombard {at:space}",
        typed="{what} bombards {at} from {from}",
        kind=Bombard,
        said=_said_of_bombard,
        required={"from": SPACE, "at": SPACE},
    ),
    Verb(
        "raid: {bomber: 2}",
        "`at` the territory; `from` if they are elsewhere; `target` of several facilities there",
        "has bombers raid a territory",
        UNITS,
        _raid,
        "raids [the {target:unit} in ]{at:space} with {what:chosen}[ from {from:space}]",
        typed="{what} raids {at}[ from {from}][ target {target}]",
        kind=Raid,
        said=_said_of_raid,
        required={"at": SPACE},
        optional={"from": SPACE, "target": UNIT},
    ),
    Verb(
        "rocket: antiaircraft-gun",
        "`from`, `at`; `target` of several facilities there",
        "launches a rocket",
        UNIT,
        _rocket,
        "fires a rocket from {from:space} at [the {target:unit} in ]{at:space}",
        typed="launches|fires {what} from {from} at {at}[ target {target}]",
        kind=Rocket,
        said=_said_of_rocket,
        required={"from": SPACE, "at": SPACE},
        optional={"target": UNIT},
    ),
    Verb(
        "battle: sz5",
        "fought cycle after cycle as long as dice of the script are left, up to the next decision; `cycles: 2` "
        "fights so many. Where a game's rule set has no steps of combat, `outcome: {lost: {germany: {destroyer: 1}}}` "
        "gives what is lost (with what is aboard; `{germany: {transport: [{name: A}]}}` says which), and the battle is over; "
        "a question may suppose that in every game",
        "fights a battle",
        SPACE,
        lambda act, context, power: Fight(
            power, act.what, _lost(act, context, power) if "outcome" in act.given else None
        ),
        _tell_battle,
        typed="attacks|fights|battles {what}[ cycles {cycles}][ losing {outcome}]",
        kind=Fight,
        said=_said_of_battle,
        optional={
            "cycles": Number(1, 50, "number of cycles"),
            "outcome": OUTCOME,
        },
        repeats=_again,
    ),
    Verb(
        "submerge: {submarine: 1}",
        "`at` (in a battle it need not be said)",
        "takes submarines out of a battle",
        UNITS,
        _submerge,
        "submerges {what:chosen}[ in {at:space}]",
        typed="submerges|dives {what}[ at|in {at}]",
        kind=Submerge,
        said=_said_of_submerge,
        optional={"at": SPACE},
    ),
    Verb(
        "retreat: all",
        "`to`, `at`",
        "retreats",
        ByShape(word=OneOf(("all",)), table=UNITS),
        _retreat,
        "retreats with {what:who}[ from {at:space}] to {to:space}",
        typed="retreats {what} to {to}[ from|at|in {at}]",
        kind=Retreat,
        said=_said_of_retreat,
        required={"to": SPACE},
        optional={"at": SPACE},
    ),
    Verb(
        "withdraw: aircraft",
        "aircraft break off an assault; `at`",
        "has aircraft break off an assault",
        ByShape(word=OneOf(("aircraft",)), table=UNITS),
        _withdraw,
        "breaks off with {what:who}[ from {at:space}]",
        typed="withdraws {what}[ from|at|in {at}]",
        kind=Retreat,
        said=_said_of_withdraw,
        optional={"at": SPACE},
    ),
)
