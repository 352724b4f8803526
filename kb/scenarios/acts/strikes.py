"""Strikes outside a battle: bombardment of an assault, raids, rockets."""

from __future__ import annotations

from kb.engine.combat.assault import Bombard
from kb.engine.core.actions import Raid, Rocket
from kb.engine.core.position import Mark
from kb.scenarios.acts.units import arrivals_before, choose_units, says_which
from kb.scenarios.acts.verb import Context, Inverse, Said, Unplayable, verb
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.shapes import SPACE, UNIT, UNITS
from kb.scenarios.language.words import GameWords


def _tell_bombard(words: GameWords, act: Act) -> str:
    return f"has {words.meant(act)}{words.at(act, 'from', 'in')} bombard {words.space(act.given['at'])}"


def _said_of_bombard(action: Bombard, context: Context) -> Said:
    start = context.position.units[action.units[0]].at
    said = says_which(context, action.power, action.units, start)
    return said, {"from": start, "at": action.territory}


@verb(
    "bombard",
    UNITS,
    says="has ships support an assault",
    written="`bombard: {battleship: 1}`",
    details="`from` the sea zone, `at` the land",
    required={"from": SPACE, "at": SPACE},
    tell=_tell_bombard,
    inverse=Inverse(Bombard, _said_of_bombard),
)
def _bombard(act: Act, context: Context, power: str) -> Bombard:
    return Bombard(power, choose_units(act, context, power, act.what, act.given["from"]), act.given["at"])


def _target(words: GameWords, act: Act) -> str:
    where = words.space(act.given["at"])
    return f"the {words.unit(act.given['target'])} in {where}" if "target" in act.given else where


def _tell_raid(words: GameWords, act: Act) -> str:
    return f"raids {_target(words, act)} with {words.meant(act)}{words.at(act, 'from', 'from')}"


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


@verb(
    "raid",
    UNITS,
    says="has bombers raid a territory",
    written="`raid: {bomber: 2}`",
    details="`at` the territory; `from` if they are elsewhere; `target` of several facilities there",
    required={"at": SPACE},
    optional={"from": SPACE, "target": UNIT},
    tell=_tell_raid,
    inverse=Inverse(Raid, _said_of_raid),
)
def _raid(act: Act, context: Context, power: str) -> Raid:
    at = act.given["at"]
    planes = choose_units(act, context, power, act.what, act.given.get("from", at), rank=_HAS_RAIDED)
    return Raid(power, planes, at, act.given.get("target", ""))


def _tell_rocket(words: GameWords, act: Act) -> str:
    return f"fires a rocket{words.at(act, 'from', 'from')} at {_target(words, act)}"


def _said_of_rocket(action: Rocket, context: Context) -> Said:
    """A launcher is said by its type, and by its name where it has to be told from others; else it cannot be said."""
    gun = context.position.units[action.gun]
    given: dict[str, Value] = {"from": gun.at, "at": action.territory}
    if action.target:
        given["target"] = action.target
    if says_which(context, action.power, [gun.id], gun.at) != {"": {gun.type: 1}}:
        if context.names.get(gun.name) != (gun.id,):
            raise Unplayable(f"{gun.type} does not say which in {gun.at}", "name units in the position")
        given["which"] = [gun.name]
    return gun.type, given


@verb(
    "rocket",
    UNIT,
    says="launches a rocket",
    written="`rocket: antiaircraft-gun`",
    details="`from`, `at`; `target` of several facilities there",
    required={"from": SPACE, "at": SPACE},
    optional={"target": UNIT},
    tell=_tell_rocket,
    inverse=Inverse(Rocket, _said_of_rocket),
)
def _rocket(act: Act, context: Context, power: str) -> Rocket:
    (gun,) = choose_units(act, context, power, {"": {act.what: 1}}, act.given["from"])
    return Rocket(power, gun, act.given["at"], act.given.get("target", ""))
