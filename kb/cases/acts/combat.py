"""Actions in combat: bombardment, raids, rockets; battles, and how units leave them."""

from __future__ import annotations

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


def _said_of_rocket(action: Rocket, context: Context) -> Said:
    """Return the act of a rocket: the type of its launcher, with its name if the type is ambiguous.

    Raises :class:`Unplayable` for an ambiguous launcher without a name.
    """
    gun = context.position.units[action.gun]
    given: dict[str, Value] = {"what": gun.type, "from": gun.at, "at": action.territory}
    if action.target:
        given["target"] = action.target
    if says_which(context, action.power, [gun.id], gun.at) != (Row("", gun.type),):
        if context.names.get(gun.name) != (gun.id,):
            raise Unplayable(f"{gun.type} does not say which in {gun.at}", "name units in the position")
        given["which"] = (gun.name,)
    return given


def _rocket(act: Act, context: Context, power: str) -> Rocket:
    (gun,) = choose_units(act, context, power, (Row("", act.what),), act.given["from"])
    return Rocket(power, gun, act.given["at"], act.given.get("target", ""))


# -- battles


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """Return whether a battle that waits is fought on: so many cycles, or as long as there are dice."""
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
        return {"what": action.space}
    lost = says_which(context, "", action.lost, action.space, _can_be_lost(context), no_unit)
    return {"what": action.space, "outcome": {"lost": lost}}


def _battle(act: Act, context: Context, power: str) -> Fight:
    """Return the fight, with the units that are lost by the outcome that is given; one that is supposed leaves one side
    without any."""
    outcome = act.given.get("outcome")
    if outcome is None:
        return Fight(power, act.what)
    lost = choose_units(act, context, power, outcome["lost"], act.what, _can_be_lost(context), no_unit)
    if SUPPOSED in outcome and all(set(side) - set(lost) for side in sides_of(context, act.what, power)):
        hint = "say what else is lost, or fight with dice; a retreat is an act of its own"
        place = Wording(context.rules.board).space(act.what)
        raise Unplayable(f"with these losses both sides are still in {place}", hint)
    return Fight(power, act.what, lost)


def sides_of(context: Context, space: str, power: str) -> tuple[Ids, Ids]:
    """Return those who attack and those who defend in a battle, begun or not."""
    battle, play = context.position.battle, asking(context.rules, context.position)
    if battle and battle.space == space:
        return battle.attackers, battle.defenders
    attackers, defenders = attackers_at(play, space, power), defenders_at(play, space, power)
    return tuple(unit.id for unit in attackers), tuple(unit.id for unit in defenders)


# -- how units leave a battle


def _where(act: Act, context: Context) -> str:
    """Return the space of an act in a battle: the one that is named, else that of the battle."""
    battle = context.position.battle
    if "at" not in act.given and battle is None:
        raise Unplayable(f"no battle is being fought in which to {act.kind}", "say 'at' which space")
    return str(act.given.get("at") or (battle.space if battle else ""))


def _at(context: Context, ids: Ids) -> tuple[str, dict[str, Value]]:
    """Return the space of some units, and the value for an act: none where it is that of the battle."""
    battle, at = context.position.battle, context.position.units[ids[0]].at
    return at, {} if battle and battle.space == at else {"at": at}


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


def _said_of_submerge(action: Submerge, context: Context) -> Said:
    at, given = _at(context, action.units)
    said = says_which(context, action.power, action.units, at, *_who_submerges(context, action.power))
    if all(row.power for row in said):  # else the power of the submarines is meant
        given["power"] = action.power
    return {"what": said, **given}


def _submerge(act: Act, context: Context, power: str) -> Submerge:
    powers = {row.power for row in act.what} - {""}
    power = powers.pop() if len(powers) == 1 and not act.power else power
    may, last = _who_submerges(context, power)
    return Submerge(power, choose_units(act, context, power, act.what, _where(act, context), may, last))


def _going(act: Act, context: Context, power: str, where: str) -> Ids:
    """Return the units that leave a battle: the named ones, or all that a word means."""
    if isinstance(act.what, str):
        return tuple(unit.id for unit in _meant_by(act.what, context, power, where))
    return choose_units(act, context, power, act.what, where, _on_board(context), no_unit)


def _meant_by(word: str, context: Context, power: str, where: str) -> list[Unit]:
    """Return all attackers in a space, or the ``aircraft`` among them; without a battle, the power's units there."""
    battle, kinds, here = context.position.battle, context.rules.kinds, context.position.at(where)
    if word == _AIRCRAFT:
        attacking = [unit for unit in here if (unit.id in battle.attackers if battle else unit.power == power)]
        return [unit for unit in attacking if kinds[unit.type] is UnitKind.AIR]
    if battle and battle.space == where:
        return [context.position.units[unit] for unit in battle.attackers]
    return [unit for unit in here if unit.power == power]


def _said_of_leaving(word: str, action: Retreat, context: Context) -> Said:
    at, given = _at(context, action.units)
    if {*action.units} == {unit.id for unit in _meant_by(word, context, action.power, at)}:
        return {"what": word, **given}
    return {"what": says_which(context, action.power, action.units, at, _on_board(context), no_unit), **given}


def _said_of_retreat(action: Retreat, context: Context) -> Said | None:
    return {**_said_of_leaving(_ALL, action, context), "to": action.space} if action.space else None


def _said_of_withdraw(action: Retreat, context: Context) -> Said | None:
    return None if action.space else _said_of_leaving(_AIRCRAFT, action, context)


def _retreat(act: Act, context: Context, power: str) -> Retreat:
    going = _going(act, context, power, _where(act, context))
    units, kinds = context.position.units, context.rules.kinds
    if context.position.battle and all(kinds[units[unit].type] is UnitKind.AIR for unit in going):
        ways = dict.fromkeys(offer.what for offer in offers(context.rules, context.position) if offer.power == power)
        write = ": write withdraw: aircraft" if "withdraw" in ways else ""
        hint = f"{power} may {' or '.join(ways) or 'do nothing'}{write}"
        raise Unplayable(f"aircraft of {power} do not retreat to a space", hint)
    return Retreat(power, going, act.given["to"])


def _withdraw(act: Act, context: Context, power: str) -> Retreat:
    where = _where(act, context)
    going = _going(act, context, power, where)
    if not going:
        place = Wording(context.rules.board).space(where)
        raise Unplayable(f"no aircraft of {power_name(power)} is in {place}", what_is_there(context, where))
    return Retreat(power, going)


_ALL, _AIRCRAFT = "all", "aircraft"
COMBAT: tuple[Verb, ...] = (
    Verb(
        "bombard: {battleship: 1}",
        "`from` the sea zone, `at` the land",
        "has ships support an assault",
        UNITS,
        "has {what:chosen} in {from:space} bombard {at:space}",
        "{what} bombards {at} from {from}",
        Bombard,
        {"at": "territory"},
        required={"from": SPACE, "at": SPACE},
        stand=("from",),
    ),
    Verb(
        "raid: {bomber: 2}",
        "`at` the territory; `from` if they are elsewhere; `target` of several facilities there",
        "has bombers raid a territory",
        UNITS,
        "raids [the {target:unit} in ]{at:space} with {what:chosen}[ from {from:space}]",
        "{what} raids {at}[ from {from}][ target {target}]",
        Raid,
        {"at": "territory", "target": "target"},
        required={"at": SPACE},
        optional={"from": SPACE, "target": UNIT},
        stand=("from", "at"),
        rank=arrivals_before(Mark.RAIDED, Mark.FOUGHT),
    ),
    Verb(
        "rocket: antiaircraft-gun",
        "`from`, `at`; `target` of several facilities there",
        "launches a rocket",
        UNIT,
        "fires a rocket from {from:space} at [the {target:unit} in ]{at:space}",
        "launches|fires {what} from {from} at {at}[ target {target}]",
        Rocket,
        required={"from": SPACE, "at": SPACE},
        optional={"target": UNIT},
        makes=_rocket,
        said=_said_of_rocket,
    ),
    Verb(
        "battle: sz5",
        "fought cycle after cycle as long as dice of the script are left, up to the next decision; `cycles: 2` "
        "fights so many. Where a game's rule set has no steps of combat, `outcome: {lost: {germany: {destroyer: 1}}}` "
        "gives what is lost (with what is aboard; `{germany: {transport: [{name: A}]}}` says which), and the battle is over; "
        "a question may suppose that in every game",
        "fights a battle",
        SPACE,
        _tell_battle,
        "attacks|fights|battles {what}[ cycles {cycles}][ losing {outcome}]",
        Fight,
        optional={"cycles": Number(1, 50, "number of cycles"), "outcome": OUTCOME},
        makes=_battle,
        said=_said_of_battle,
        repeats=_again,
    ),
    Verb(
        "submerge: {submarine: 1}",
        "`at` (in a battle it need not be said)",
        "takes submarines out of a battle",
        UNITS,
        "submerges {what:chosen}[ in {at:space}]",
        "submerges|dives {what}[ at|in {at}]",
        Submerge,
        optional={"at": SPACE},
        makes=_submerge,
        said=_said_of_submerge,
    ),
    Verb(
        "retreat: all",
        "`to`, `at`",
        "retreats",
        ByShape(word=OneOf((_ALL,)), table=UNITS),
        "retreats with {what:who}[ from {at:space}] to {to:space}",
        "retreats {what} to {to}[ from|at|in {at}]",
        Retreat,
        required={"to": SPACE},
        optional={"at": SPACE},
        makes=_retreat,
        said=_said_of_retreat,
    ),
    Verb(
        "withdraw: aircraft",
        "aircraft break off an assault; `at`",
        "has aircraft break off an assault",
        ByShape(word=OneOf((_AIRCRAFT,)), table=UNITS),
        "breaks off with {what:who}[ from {at:space}]",
        "withdraws {what}[ from|at|in {at}]",
        Retreat,
        optional={"at": SPACE},
        makes=_withdraw,
        said=_said_of_withdraw,
    ),
)
