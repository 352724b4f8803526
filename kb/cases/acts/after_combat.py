"""What is done after combat or at any time: aircraft land, units are placed, income, national advantages, war, the end
of a phase."""

from __future__ import annotations

from typing import Any

from kb.base.english import listed
from kb.base.shape import ListOf, Name, OneOf, Value
from kb.cases.acts.verb import (
    Context,
    Ids,
    Repeat,
    Said,
    Unplayable,
    Verb,
    arrivals_before,
    bought,
    choose_units,
    says_which,
)
from kb.cases.language.grammar import BOUGHT, POWER, SPACE, SPACES, UNITS
from kb.cases.language.scenario import Act
from kb.cases.language.units import Row
from kb.cases.language.words import GameWords
from kb.engine.advantages import Invoke
from kb.engine.core.actions import EndPhase
from kb.engine.core.position import Mark
from kb.engine.income import CollectIncome
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize
from kb.engine.wars import DeclareWar


def _said_of_land(action: Land, context: Context) -> Said:
    at = context.position.units[action.units[0]].at
    said = says_which(context, action.power, action.units, at, rank=arrivals_before(Mark.LANDED))
    return said, {"at": at}


def _said_of_mobilize(action: Mobilize, context: Context) -> Said:
    given: dict[str, Value] = {"at": action.space}
    if action.producer:
        given["producer"] = action.producer
    if action.fighters:
        start = context.position.units[action.fighters[0]].at
        said = says_which(context, action.power, action.fighters, start)
        given |= {"fighters": said}
        if start != (action.producer or action.space):
            given["fighters_from"] = start
    return tuple(Row("", *each) for each in action.units), given


def _mobilize(act: Act, context: Context, power: str) -> Mobilize:
    at, producer, fighters = act.given["at"], act.given.get("producer", ""), act.given.get("fighters")
    ids: Ids = ()
    if fighters:
        ids = choose_units(act, context, power, fighters, act.given.get("fighters_from") or producer or at)
    return Mobilize(power, bought(act.what), at, producer, ids)


def _tell_invoke(words: GameWords, act: Act) -> str:
    units = f" with {words.chosen(act.given['units'])}" if "units" in act.given else ""
    origins = [words.space(space) for space in act.given.get("from", ())]
    start = f" from {'each of ' if len(origins) > 1 else ''}{listed(origins)}" if origins else ""
    spaces = [words.space(space) for space in act.given.get("spaces", ())]
    where = f" to {spaces[1]}" if start and len(spaces) == 2 else f" in {listed(spaces)}" if spaces else ""
    return f"uses {words.titled(act.what)}{units}{start}{where}"


def _said_of_invoke(action: Invoke, context: Context) -> Said:
    """Several spaces can be said where so many, of the same types, come from each."""
    given: dict[str, Value] = {"spaces": list(action.spaces)} if action.spaces else {}
    by_space: dict[str, list[int]] = {}
    for unit in action.units:
        by_space.setdefault(context.position.units[unit].at, []).append(unit)
    said = [says_which(context, action.power, ids, space) for space, ids in by_space.items()]
    if said:
        if any(each != said[0] for each in said):
            raise Unplayable(f"{action.advantage} takes units that differ by space", "use it with those of one space")
        given |= {"units": said[0], "from": list(by_space)}
    return action.advantage, given


def _invoke(act: Act, context: Context, power: str) -> Invoke:
    wanted = act.given.get("units", ())
    if wanted and "from" not in act.given:
        raise Unplayable("'units' of 'invoke' need 'from'", "say which space they are in")
    origins = dict.fromkeys(act.given["from"]) if wanted else ()
    units = [unit for space in origins for unit in choose_units(act, context, power, wanted, space)]
    return Invoke(power, act.what, tuple(units), tuple(act.given.get("spaces", ())))


#: no turn has more phases to end
_MOST_PHASES = 20
_TURN = "turn"


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """Return whether the end of a turn has to end one more phase."""
    now, begun = context.position.clock, so_far.begun
    same_turn = (now.turn, now.round) == (begun.turn, begun.round)
    return act.what == _TURN and same_turn and so_far.times < _MOST_PHASES


def _end(act: Act, context: Context, power: str) -> EndPhase:
    now = context.position.clock.phase
    if act.what not in ("phase", _TURN, now):
        raise Unplayable(f"the phase is {now}, not {act.what}", f"write end: {now}")
    return EndPhase(power)


AFTER_COMBAT: tuple[Verb[Any], ...] = (
    Verb(
        "land: {fighter: 1}",
        "`at`",
        "lands aircraft where they are",
        UNITS,
        lambda act, context, power: Land(
            power, choose_units(act, context, power, act.what, act.given["at"], rank=arrivals_before(Mark.LANDED))
        ),
        "lands {what:chosen} in {at:space}",
        typed="lands {what} at|in|on {at}",
        kind=Land,
        said=_said_of_land,
        required={"at": SPACE},
    ),
    Verb(
        "mobilize: {infantry: 3}",
        "`at`, `producer` (the territory of the complex), `fighters` and `fighters_from` (existing ones that go "
        "aboard a new carrier)",
        "places bought units",
        BOUGHT,
        _mobilize,
        "places {what:units} in {at:space}[ from the complex in {producer:space}][, with {fighters:chosen} going aboard]",
        typed="places|mobilizes|deploys {what} at|in {at}[ from {producer}][ taking {fighters}][ standing in {fighters_from}]",
        kind=Mobilize,
        said=_said_of_mobilize,
        required={"at": SPACE},
        optional={"producer": SPACE, "fighters": UNITS, "fighters_from": SPACE},
    ),
    Verb(
        "collect: income",
        "the power collects its income",
        "collects income",
        OneOf(("income",)),
        lambda act, context, power: CollectIncome(power),
        "collects income",
        typed="collects {what}",
        kind=CollectIncome,
        said=lambda action, context: ("income", {}),
    ),
    Verb(
        "invoke: enigma-decoded",
        "a national advantage: `units` with `from` (of several spaces: so many from each), `spaces`",
        "uses a national advantage",
        Name("advantage"),
        _invoke,
        _tell_invoke,
        typed="invokes|uses {what}[ with {units}][ from {from}][ at|in {spaces}]",
        kind=Invoke,
        said=_said_of_invoke,
        optional={"units": UNITS, "from": ListOf(SPACE, 20, 1, single=True), "spaces": SPACES},
    ),
    Verb(
        "declare-war: italy",
        "on this power",
        "declares war on another",
        POWER,
        lambda act, context, power: DeclareWar(power, act.what),
        "declares war on {what:name}",
        typed="declares war on {what}",
        kind=DeclareWar,
        said=lambda action, context: (action.on, {}),
    ),
    Verb(
        "end: phase",
        "or `end: turn`, or the id of the phase, which then must be the current one",
        "ends the phase, or the turn",
        Name("phase", ("phase", _TURN)),
        _end,
        lambda words, act: "ends the turn" if act.what == _TURN else "ends the phase",
        typed="ends {what}",
        kind=EndPhase,
        said=lambda action, context: ("phase", {}),
        repeats=_again,
        ends=lambda act: _TURN if act.what == _TURN else "phase",
    ),
)
