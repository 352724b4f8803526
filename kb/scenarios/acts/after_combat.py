"""What is done after combat: aircraft land, bought units are placed, income is collected."""

from __future__ import annotations

from kb.engine.core.position import Mark
from kb.engine.economy.income import CollectIncome
from kb.engine.economy.mobilize import Mobilize
from kb.engine.movement.landing import Land
from kb.scenarios.acts.units import Ids, choose_units, has_stayed_or
from kb.scenarios.acts.verb import Context, verb
from kb.scenarios.language.kinds import OneOf
from kb.scenarios.language.scenario import Act
from kb.scenarios.language.shapes import NUMBERS, SPACE, UNITS
from kb.scenarios.language.words import GameWords


def _tell_land(words: GameWords, act: Act) -> str:
    return f"lands {words.meant(act)}{words.at(act, 'at', 'in')}"


@verb(
    "land",
    UNITS,
    says="lands aircraft where they are",
    written="`land: {fighter: 1}`",
    details="`at`",
    required={"at": SPACE},
    tell=_tell_land,
)
def _land(act: Act, context: Context, power: str) -> Land:
    return Land(power, choose_units(act, context, power, act.what, act.given["at"], last=has_stayed_or(Mark.LANDED)))


def _tell_mobilize(words: GameWords, act: Act) -> str:
    made = words.at(act, "at", "in") + words.at(act, "producer", "from the complex in")
    guests = f", with {words.option(act.given['fighters'], '')} going aboard" if "fighters" in act.given else ""
    return f"places {words.units(act.what)}{made}{guests}"


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
)
def _collect(act: Act, context: Context, power: str) -> CollectIncome:
    return CollectIncome(power)
