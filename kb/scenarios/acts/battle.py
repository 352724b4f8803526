"""Battles, and how units leave them: submerging, retreating, withdrawing."""

from __future__ import annotations

from dataclasses import dataclass

from kb.engine.combat.submarines import Submerge
from kb.engine.core.actions import Fight, Retreat
from kb.engine.offers import offers
from kb.games.board_model import UnitKind
from kb.scenarios.acts.units import Ids, Test, any_unit, choose_units, no_unit, what_is_there
from kb.scenarios.acts.verb import Context, Repeat, Unplayable, verb
from kb.scenarios.language.kinds import ByShape, Number, OneOf, Record
from kb.scenarios.language.reader import FileReader
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.shapes import SPACE, UNITS, WHO_HAS
from kb.scenarios.language.words import GameWords, counted


@dataclass(frozen=True)
class _Outcome(Record):
    """How a battle comes out, where the rule set does not know how it is fought."""

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The table; a finding where the rule set has steps of combat."""
        if reader.words.ruleset.steps:
            reader.add_finding("an outcome that is given, where dice decide", line, "write dice: [...]")
        return super().read(reader, value, line)


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """A battle that waits is fought on: so many cycles, or as long as there are dice."""
    battle = context.position.battle
    more = so_far.times < act.given["cycles"] if "cycles" in act.given else so_far.dice_left
    return more and battle is not None and battle.space == act.what


def _tell_battle(words: GameWords, act: Act) -> str:
    cycles = act.given.get("cycles")
    often = f" for {counted(cycles, 'cycle', 'cycles')}" if cycles else ""
    outcome = act.given.get("outcome")
    given = f", given that what is lost is {words.by_power(outcome['lost']) or 'nothing'}" if outcome else ""
    return f"fights in {words.space(act.what)}{often}{given}"


@verb(
    "battle",
    SPACE,
    says="fights a battle",
    written="`battle: sz5`",
    details="fought cycle after cycle as long as dice of the script are left, up to the next decision; `cycles: 2` "
    "fights so many. Where a game's rule set has no steps of combat, `outcome: {lost: {germany: {destroyer: 1}}}` "
    "gives what is lost (with what is aboard), and the battle is over",
    optional={
        "cycles": Number(1, 50, "number of cycles"),
        "outcome": _Outcome("an outcome", required={"lost": WHO_HAS}),
    },
    tell=_tell_battle,
    repeats=_again,
)
def _battle(act: Act, context: Context, power: str) -> Fight:
    return Fight(power, act.what, _lost(act, context, power) if "outcome" in act.given else None)


def _lost(act: Act, context: Context, power: str) -> Ids:
    """The units that are lost by the outcome that is given; cargo cannot be named, it goes with its ship."""
    kinds, lost = context.rules.kinds, act.given["outcome"]["lost"]
    return choose_units(
        act, context, power, lost, act.what, lambda unit: not unit.aboard or kinds[unit.type] is UnitKind.AIR, no_unit
    )


def _where(act: Act, context: Context) -> str:
    """The space of an act in a battle: the one that is named, else that of the battle."""
    battle = context.position.battle
    if "at" not in act.given and battle is None:
        raise Unplayable(f"no battle is being fought in which to {act.kind}", "say 'at' which space")
    return str(act.given.get("at") or (battle.space if battle else ""))


def _on_board(context: Context) -> Test:
    """Whether a unit is on the battle board; anybody where no battle is fought."""
    battle = context.position.battle
    return (lambda unit: unit.id in battle.units) if battle else any_unit


def _tell_submerge(words: GameWords, act: Act) -> str:
    return f"submerges {words.meant(act)}{words.at(act, 'at', 'in')}"


@verb(
    "submerge",
    UNITS,
    says="takes submarines out of a battle",
    written="`submerge: {submarine: 1}`",
    details="`at` (in a battle it need not be said)",
    optional={"at": SPACE},
    tell=_tell_submerge,
)
def _submerge(act: Act, context: Context, power: str) -> Submerge:
    """Those on the battle board are meant, casualties last; where the power has none there, those that stand by."""
    powers = [each for each in act.what if each]
    power = powers[0] if len(powers) == 1 and not act.power else power
    where, battle = _where(act, context), context.position.battle
    takes_part = battle and any(context.position.units[unit].power == power for unit in battle.units)
    hit = battle.marked if battle else ()
    fit = _on_board(context) if takes_part else any_unit
    return Submerge(power, choose_units(act, context, power, act.what, where, fit, lambda unit: unit.id in hit))


def _tell_retreat(words: GameWords, act: Act) -> str:
    who = "everything" if act.what == "all" else words.meant(act)
    return f"retreats with {who}{words.at(act, 'at', 'from')}{words.at(act, 'to', 'to')}"


@verb(
    "retreat",
    ByShape(word=OneOf(("all",)), table=UNITS),
    says="retreats",
    written="`retreat: all`, or units",
    details="`to`, `at`",
    required={"to": SPACE},
    optional={"at": SPACE},
    tell=_tell_retreat,
)
def _retreat(act: Act, context: Context, power: str) -> Retreat:
    where, battle, to = _where(act, context), context.position.battle, act.given["to"]
    if act.what != "all":
        going = choose_units(act, context, power, act.what, where, _on_board(context), no_unit)
    elif battle and battle.space == where:
        going = battle.attackers
    else:
        going = tuple(unit.id for unit in context.position.at(where) if unit.power == power)
    if battle and all(context.rules.kinds[context.position.units[unit].type] is UnitKind.AIR for unit in going):
        ways = dict.fromkeys(offer.what for offer in offers(context.rules, context.position) if offer.power == power)
        hint = f"{power} may {' or '.join(ways) or 'do nothing'}{': write withdraw: aircraft' if 'withdraw' in ways else ''}"
        raise Unplayable(f"aircraft of {power} do not retreat to a space", hint)
    return Retreat(power, going, to)


def _tell_withdraw(words: GameWords, act: Act) -> str:
    who = "its aircraft" if act.what == "aircraft" else words.meant(act)
    return f"breaks off with {who}{words.at(act, 'at', 'from')}"


@verb(
    "withdraw",
    ByShape(word=OneOf(("aircraft",)), table=UNITS),
    says="has aircraft break off an assault",
    written="`withdraw: aircraft`, or units",
    details="aircraft break off an assault; `at`",
    optional={"at": SPACE},
    tell=_tell_withdraw,
)
def _withdraw(act: Act, context: Context, power: str) -> Retreat:
    where = _where(act, context)
    if act.what != "aircraft":
        return Retreat(power, choose_units(act, context, power, act.what, where, _on_board(context), no_unit))
    battle = context.position.battle
    candidates = [
        unit for unit in context.position.at(where) if (unit.id in battle.attackers if battle else unit.power == power)
    ]
    planes = tuple(unit.id for unit in candidates if context.rules.board.unit(unit.type).kind is UnitKind.AIR)
    if not planes:
        raise Unplayable(f"no aircraft of {power} is in {where}", what_is_there(context, where))
    return Retreat(power, planes)
