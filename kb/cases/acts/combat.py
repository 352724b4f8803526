"""Actions in combat: bombardment, raids, rockets; battles, and how units leave them."""

from __future__ import annotations

from kb.base.shape import ByShape, Number, OneOf
from kb.cases.acts.verb import (
    Context,
    Ids,
    Repeat,
    Test,
    Unplayable,
    Verb,
    WrittenAct,
    any_unit,
    arrivals_before,
    choose_units,
    no_unit,
    what_is_there,
    write_units,
)
from kb.cases.language.grammar import OUTCOME, SPACE, SUPPOSED, UNIT, UNITS
from kb.cases.language.scenario import Act, Given
from kb.cases.language.units import Row, Units, counts
from kb.cases.language.words import GameWords, counted
from kb.engine.assault import Bombard
from kb.engine.battle import attackers_at, begin, defenders_at
from kb.engine.core import notes
from kb.engine.core.actions import Action, Fight, Raid, Retreat, Rocket
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.fire import could_not_be_lost
from kb.engine.game import asking, can, offers
from kb.engine.submarines import Submerge
from kb.games.board_model import UnitKind
from kb.games.names import Wording, power_name


def _write_rocket(action: Rocket, context: Context) -> WrittenAct:
    """Return the act of a rocket attack: the type of its launcher, and its name if the type is ambiguous. Raises
    :class:`Unplayable` if an ambiguous launcher lacks a name."""
    gun = context.position.units[action.gun]
    given: dict[str, Given] = {"what": gun.type, "from": gun.at, "at": action.territory}
    if action.target:
        given["target"] = action.target
    if write_units(context, action.power, [gun.id], gun.at) != (Row("", gun.type),):
        if context.names.get(gun.name) != (gun.id,):
            raise Unplayable(f"{gun.type} is ambiguous in {gun.at}", "name units in the position")
        given["which"] = [gun.name]
    return given


def _rocket(act: Act, context: Context, power: str) -> Rocket:
    """Return the rocket attack of an act. Raises :class:`Unplayable` if its launcher is missing or ambiguous."""
    (gun,) = choose_units(act, context, power, (Row("", act.named()),), act.named("from"))
    return Rocket(power, gun, act.named("at"), act.named("target"))


# -- battles


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """Return whether to repeat an act that fights a battle, which was done ``so_far``. It is repeated while the battle
    in its space waits, as often as ``cycles`` of the act says, and until that many cycles are complete if its script
    has dice; without ``cycles``, as long as its script has dice."""
    battle, cycles = context.position.battle, act.given.get("cycles")
    more = so_far.dice_left
    if isinstance(cycles, int):
        more = so_far.times < cycles or (more and so_far.cycles < cycles)
    return more and battle is not None and battle.space == act.what


def _describe_battle(words: GameWords, act: Act) -> str:
    """Return a battle action in words, without its power, with its cycles and the losses that it gives in place of
    dice."""
    cycles = act.given.get("cycles")
    often = f" for {counted(cycles, 'cycle', 'cycles')}" if isinstance(cycles, int) else ""
    often = " up to the first decision" if cycles == 0 else often
    outcome = act.outcome
    given = f", with these losses given: {_describe_lost(words, outcome['lost'])}" if outcome else ""
    return f"fights in {words.space(act.named())}{often}{given}"


def _describe_lost(words: GameWords, lost: Units) -> str:
    """Return lost units in words: as chosen units if a state is given, else by power."""
    return words.chosen(lost) if any(row.state for row in lost) else words.by_power(counts(lost))


def _can_be_lost(context: Context) -> Test:
    """Return a test for units that an outcome may name as lost. Cargo is lost with its ship, except for aircraft."""
    kinds = context.rules.kinds
    return lambda unit: not unit.aboard or kinds[unit.type] is UnitKind.AIR


def _write_battle(action: Fight, context: Context) -> WrittenAct:
    """Return the act of a fight; ``cycles: 0`` if it waits for decisions, ``outcome`` if its losses are given."""
    if action.lost is None:
        return {"what": action.space, **({"cycles": 0} if action.decides else {})}
    lost = write_units(context, "", action.lost, action.space, _can_be_lost(context), no_unit)
    return {"what": action.space, "outcome": {"lost": lost}}


def _battle(act: Act, context: Context, power: str) -> Fight:
    """Return the fight, with the losses of a given outcome. Raises :class:`Unplayable` if a supposed outcome leaves
    units on both sides, or loses one that cannot be lost."""
    outcome, space = act.outcome, act.named()
    if outcome is None:
        return Fight(power, space, decides=act.given.get("cycles") == 0)
    lost = choose_units(act, context, power, outcome["lost"], space, _can_be_lost(context), no_unit)
    fight, place = Fight(power, space, lost), Wording(context.rules.board).space(space)
    sides = sides_of(context, space, power)
    if SUPPOSED in outcome and all(set(side) - set(lost) for side in sides):
        hint = "name all losses, or fight with dice; a retreat is an act of its own"
        raise Unplayable(f"with these losses both sides are still in {place}", hint)
    if SUPPOSED in outcome and all(sides):
        play = asking(context.rules, context.position).supposing(())
        if play.position.battle is None:
            begin(play, fight)
        if found := could_not_be_lost(play, play.units(lost)):
            told = f"one {context.rules.board.unit(found[0].type).name} of {power_name(found[0].power)}"
            why = "others of its side are lost before it" if found[1] else "no enemy there can hit it"
            raise Unplayable(f"{told} cannot be lost so in {place}: {why}")
    return fight


def sides_of(context: Context, space: str, power: str) -> tuple[Ids, Ids]:
    """Return the ids of the attackers and of the defenders in a space, before or during the battle."""
    battle, play = context.position.battle, asking(context.rules, context.position)
    if battle and battle.space == space:
        return battle.attackers, battle.defenders
    attackers, defenders = attackers_at(play, space, power), defenders_at(play, space, power)
    return tuple(unit.id for unit in attackers), tuple(unit.id for unit in defenders)


# -- how units leave a battle


def _battle_space(act: Act, context: Context) -> str:
    """Return the space that an act names with ``at``, else that of the battle in progress, else that of the only battle
    of the turn. Raises :class:`Unplayable` if there is none of these."""
    battle, fought = context.position.battle, notes.CONTESTED.set_about(context.position)
    if "at" not in act.given and battle is None and len(fought) != 1:
        raise Unplayable(f"no battle is being fought in which to {act.kind}", "name the space with 'at'")
    return str(act.named("at") or (battle.space if battle else fought[0]))


def _at(context: Context, ids: Ids) -> tuple[str, dict[str, Given]]:
    """Return the space of units, and the key that names it in an act: ``at``, or no key if the battle is there."""
    battle, at = context.position.battle, context.position.units[ids[0]].at
    return at, {} if battle and battle.space == at else {"at": at}


def _on_board(context: Context) -> Test:
    """Return a test for units on the battle board; without a battle it accepts every unit."""
    battle = context.position.battle
    return (lambda unit: unit.id in battle.units) if battle else any_unit


def _who_submerges(context: Context, power: str) -> tuple[Test, Test]:
    """Return a test and a rank for submarines that submerge: those on the battle board, casualties last. If the power
    has no unit on the battle board, the test accepts every unit."""
    battle = context.position.battle
    takes_part = battle and any(context.position.units[unit].power == power for unit in battle.units)
    hit = battle.marked if battle else ()
    return _on_board(context) if takes_part else any_unit, lambda unit: unit.id in hit


def _write_submerge(action: Submerge, context: Context) -> WrittenAct:
    """Return the act of submerging, which names its power if all units belong to another one."""
    at, given = _at(context, action.units)
    said = write_units(context, action.power, action.units, at, *_who_submerges(context, action.power))
    if all(row.power for row in said):  # a row without a power belongs to the power that acts
        given["power"] = action.power
    return {"what": said, **given}


def _submerge(act: Act, context: Context, power: str) -> Submerge:
    """Return the submerging of an act, by the only power that its units name, else by ``power``."""
    powers = {row.power for row in act.units()} - {""}
    power = powers.pop() if len(powers) == 1 and not act.power else power
    may, last = _who_submerges(context, power)
    return Submerge(power, choose_units(act, context, power, act.units(), _battle_space(act, context), may, last))


def _leaving(act: Act, context: Context, power: str, where: str) -> Ids:
    """Return the units that leave a battle in ``where``: those that the act lists, or all that its word selects."""
    if isinstance(act.what, str):
        return tuple(unit.id for unit in _meant_by(act.what, context, power, where))
    return choose_units(act, context, power, act.units(), where, _on_board(context), no_unit)


def _meant_by(word: str, context: Context, power: str, where: str) -> list[Unit]:
    """Return the units in the space ``where`` for which ``word`` stands: the attackers, or with ``aircraft`` those in
    the air. Without a battle, they are the power's units there."""
    battle, kinds, here = context.position.battle, context.rules.kinds, context.position.at(where)
    if word == _AIRCRAFT:
        attacking = [unit for unit in here if (unit.id in battle.attackers if battle else unit.power == power)]
        return [unit for unit in attacking if kinds[unit.type] is UnitKind.AIR]
    if battle and battle.space == where:
        return [context.position.units[unit] for unit in battle.attackers]
    return [unit for unit in here if unit.power == power]


def _write_leaving(word: str, action: Retreat, context: Context) -> WrittenAct:
    """Return the act of units that leave a battle: ``word`` if it stands for just these units, else the units."""
    at, given = _at(context, action.units)
    if {*action.units} == {unit.id for unit in _meant_by(word, context, action.power, at)}:
        return {"what": word, **given}
    return {"what": write_units(context, action.power, action.units, at, _on_board(context), no_unit), **given}


def _write_retreat(action: Retreat, context: Context) -> WrittenAct | None:
    """Return a retreat as written; None if it lacks a destination."""
    return {**_write_leaving(_ALL, action, context), "to": action.space} if action.space else None


def _write_withdraw(action: Retreat, context: Context) -> WrittenAct | None:
    """Return a retreat without a destination as written; None if it has one."""
    return None if action.space else _write_leaving(_AIRCRAFT, action, context)


def _retreat(act: Act, context: Context, power: str) -> Retreat:
    """Return the retreat of an act. Raises :class:`Unplayable` if only aircraft would retreat from a battle."""
    going = _leaving(act, context, power, _battle_space(act, context))
    units, kinds = context.position.units, context.rules.kinds
    if context.position.battle and all(kinds[units[unit].type] is UnitKind.AIR for unit in going):
        ways = dict.fromkeys(offer.what for offer in offers(context.rules, context.position) if offer.power == power)
        is_open = "withdraw" in ways or not ways
        hint = "write: withdraw aircraft; they land later" if is_open else f"it may {' or '.join(ways)}"
        raise Unplayable(f"aircraft of {power_name(power)} cannot retreat to a space", hint)
    return Retreat(power, going, act.named("to"))


def _withdraw(act: Act, context: Context, power: str) -> Retreat:
    """Return the retreat of aircraft that break off. Raises :class:`Unplayable` if there are none."""
    where = _battle_space(act, context)
    going = _leaving(act, context, power, where)
    if not going:
        place = Wording(context.rules.board).space(where)
        raise Unplayable(f"no aircraft of {power_name(power)} is in {place}", what_is_there(context, where))
    return Retreat(power, going)


_ALL, _AIRCRAFT = "all", "aircraft"


def _aimed(raid: Action, context: Context) -> Action:
    """Return a raid. If it lacks a target and is not legal, return instead the raid on the first facility in the
    territory for which it is legal, if there is one."""
    assert isinstance(raid, Raid)
    targets = {unit.type for unit in context.position.at(raid.territory)} if not raid.target else ()
    each = [raid, *(replace(raid, target=target) for target in sorted(targets))]
    return next((one for one in each if can(context.rules, context.position, one)), raid)


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
        "`at` the territory; `from` if they are elsewhere; `target` if there are several facilities",
        "has bombers raid a territory",
        UNITS,
        "raids [the {target:unit} in ]{at:space} with {what:chosen}[ from {from:space}]",
        "{what} raids|bombs {at}[ from {from}][ target {target}]",
        Raid,
        {"at": "territory", "target": "target"},
        required={"at": SPACE},
        optional={"from": SPACE, "target": UNIT},
        stand=("from", "at"),
        rank=arrivals_before(Mark.RAIDED, Mark.FOUGHT),
        meant=_aimed,
    ),
    Verb(
        "rocket: antiaircraft-gun",
        "`from`, `at`; `target` if there are several facilities",
        "launches a rocket",
        UNIT,
        "fires a rocket from {from:space} at [the {target:unit} in ]{at:space}",
        "launches|fires {what} from {from} at {at}[ target {target}]",
        Rocket,
        required={"from": SPACE, "at": SPACE},
        optional={"target": UNIT},
        makes=_rocket,
        writes=_write_rocket,
    ),
    Verb(
        "battle: sz5",
        "fought cycle after cycle until the next decision, as long as the script has dice; `cycles: 2` fights "
        "two cycles, `cycles: 0` only waits for a decision before the first dice. If the rule set has no steps of combat, `outcome: {lost: {germany: {destroyer: 1}}}` "
        "lists the losses (cargo is lost with its ship; `{germany: {transport: [{name: A}]}}` selects a ship), and the "
        "battle is over; a question may give an outcome in every game",
        "fights a battle",
        SPACE,
        _describe_battle,
        "attacks|fights|battles {what}[ cycles {cycles}][ losing {outcome}]",
        Fight,
        optional={"cycles": Number(0, 50, "number of cycles"), "outcome": OUTCOME},
        makes=_battle,
        writes=_write_battle,
        repeats=_again,
    ),
    Verb(
        "submerge: {submarine: 1}",
        "`at` (optional during a battle)",
        "takes submarines out of a battle",
        UNITS,
        "submerges {what:chosen}[ in {at:space}]",
        "submerges|dives {what}[ at|in {at}]",
        Submerge,
        optional={"at": SPACE},
        makes=_submerge,
        writes=_write_submerge,
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
        writes=_write_retreat,
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
        writes=_write_withdraw,
    ),
)
