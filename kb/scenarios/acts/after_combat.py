"""What is done after combat: aircraft land, bought units are placed, income is collected."""

from __future__ import annotations

from kb.engine.core.position import Mark
from kb.engine.economy.income import CollectIncome
from kb.engine.economy.mobilize import Mobilize
from kb.engine.movement.landing import Land
from kb.scenarios.acts.units import Ids, arrivals_before, choose_units, says_which
from kb.scenarios.acts.verb import Context, Inverse, Said, verb
from kb.scenarios.language.kinds import OneOf
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.shapes import NUMBERS, SPACE, UNITS
from kb.scenarios.language.words import GameWords


def _tell_land(words: GameWords, act: Act) -> str:
    return f"lands {words.meant(act)}{words.at(act, 'at', 'in')}"


def _said_of_land(action: Land, context: Context) -> Said:
    at = context.position.units[action.units[0]].at
    said = says_which(context, action.power, action.units, at, rank=arrivals_before(Mark.LANDED))
    return said, {"at": at}


@verb(
    "land",
    UNITS,
    says="lands aircraft where they are",
    written="`land: {fighter: 1}`",
    details="`at`",
    required={"at": SPACE},
    tell=_tell_land,
    inverse=Inverse(Land, _said_of_land),
)
def _land(act: Act, context: Context, power: str) -> Land:
    return Land(power, choose_units(act, context, power, act.what, act.given["at"], rank=arrivals_before(Mark.LANDED)))


def _tell_mobilize(words: GameWords, act: Act) -> str:
    made = words.at(act, "at", "in") + words.at(act, "producer", "from the complex in")
    guests = f", with {words.option(act.given['fighters'], '')} going aboard" if "fighters" in act.given else ""
    return f"places {words.units(act.what)}{made}{guests}"


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
    return dict(action.units), given


@verb(
    "mobilize",
    NUMBERS,
    says="places bought units",
    written="`mobilize: {infantry: 3}`",
    details="`at`, `producer` (the territory of the complex), `fighters` and `fighters_from` (existing ones that go "
    "aboard a new carrier)",
    required={"at": SPACE},
    optional={"producer": SPACE, "fighters": UNITS, "fighters_from": SPACE},
    tell=_tell_mobilize,
    inverse=Inverse(Mobilize, _said_of_mobilize),
)
def _mobilize(act: Act, context: Context, power: str) -> Mobilize:
    at, producer, fighters = act.given["at"], act.given.get("producer", ""), act.given.get("fighters")
    ids: Ids = ()
    if fighters:
        ids = choose_units(act, context, power, fighters, act.given.get("fighters_from") or producer or at)
    return Mobilize(power, tuple(act.what.items()), at, producer, ids)


@verb(
    "collect",
    OneOf(("income",)),
    says="collects income",
    written="`collect: income`",
    details="the power collects its income",
    tell=lambda words, act: "collects income",
    inverse=Inverse(CollectIncome, lambda action, context: ("income", {})),
)
def _collect(act: Act, context: Context, power: str) -> CollectIncome:
    return CollectIncome(power)
