"""National advantages that alter how units fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine.battle.casualties import assign
from kb.engine.battle.fire import fires_this_cycle, volley
from kb.engine.battle.state import the_battle
from kb.engine.board.abilities import gains, plays_advantage
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.core.given import Number, Units
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.units.cargo import came_by_sea

Strengths = dict[int, int]


def _to(play: Play, rule: str, answer: Strengths, units: Iterable[Unit], strength: int) -> Strengths:
    """The strengths, with the rule's units of powers that play its advantage raised to a strength."""
    about = [unit for unit in units if gains(play, rule, unit)]
    return {**answer, **{unit.id: max(strength, answer[unit.id]) for unit in about}}


def _defending_where(
    play: Play, rule: str, answer: Strengths, units: list[Unit], where: Callable[[Unit], bool]
) -> Strengths:
    return _to(play, rule, answer, [unit for unit in units if where(unit)], play.number(rule, "defense"))


@answers(
    "wolf-packs",
    "A wolf pack: {power}'s submarines attack better.",
    "strengths",
    about="If {at_least} or more {units} attack together, {bonus} is added to the attack value of each.",
    given={
        "units": Units("the types that form a pack"),
        "at_least": Number("how many form a pack"),
        "bonus": Number("what is added to their attack value"),
    },
)
def wolf_packs(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    rule = "wolf-packs"
    pack = [unit for unit in units if gains(play, rule, unit)]
    size = play.ask("wolf-pack-size", len(pack), types=play.names(rule, "units")) if pack and attacking else 0
    if size < play.number(rule, "at_least"):
        return answer
    return {**answer, **{unit.id: answer[unit.id] + play.number(rule, "bonus") for unit in pack}}


@answers(
    "wolf-packs-last-the-battle",
    "The pack is counted as it was when the battle began.",
    "wolf-pack-size",
    about="The bonus of a wolf pack lasts throughout the battle, however few submarines are left.",
)
def wolf_packs_last_the_battle(play: Play, answer: int, types: tuple[str, ...]) -> int:
    return sum(number for kind, number in the_battle(play).began if kind in types)


@answers(
    "banzai-attacks",
    "Infantry alone make a banzai attack.",
    "strengths",
    about="{units} that attacks land without any other unit attacks at {attack}. Bombarding ships do not count.",
    given={"units": Units("the types that make the attack"), "attack": Number("their attack value")},
)
def banzai_attacks(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    rule = "banzai-attacks"
    battle = the_battle(play)
    force = play.units(battle.attackers)
    if not attacking or not is_land(play, battle.space) or any(u.type not in play.names(rule, "units") for u in force):
        return answer
    return _to(play, rule, answer, units, play.number(rule, "attack"))


@answers(
    "marines",
    "Marines attack from the sea.",
    "strengths",
    about="{units} that lands in an amphibious assault attacks at {attack}.",
    given={"units": Units("the types that attack better"), "attack": Number("their attack value")},
)
def marines(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    rule = "marines"
    ashore = [unit for unit in units if attacking and came_by_sea(play, unit)]
    return _to(play, rule, answer, ashore, play.number(rule, "attack"))


@answers(
    "dug-in-defenders",
    "Infantry on an island is dug in.",
    "strengths",
    about="{units} on an island defends at {defense}.",
    given={"units": Units("the types that defend better"), "defense": Number("their defense value")},
)
def dug_in_defenders(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    if attacking:
        return answer
    return _defending_where(play, "dug-in-defenders", answer, units, lambda unit: is_island(play, unit.at))


def is_island(play: Play, space: str) -> bool:
    """Whether a territory is an island: land without neighbours on land, and what the rules add to that."""
    alone = is_land(play, space) and all(is_sea(play, near) for near in play.board.around(space))
    return bool(play.ask("is-island", alone, space=space))


@answers(
    "islands-lie-in-one-sea-zone",
    "{space} is no island: it does not lie in a single sea zone.",
    "is-island",
    about="An island lies inside a single sea zone.",
)
def islands_lie_in_one_sea_zone(play: Play, answer: bool, space: str) -> bool:
    return answer and len(play.board.around(space)) == 1


@answers(
    "atlantic-wall",
    "Infantry behind the Atlantic Wall.",
    "strengths",
    about="{units} in original territory of the power defends at {defense} against an amphibious assault, up to cycle {cycles} of combat.",
    given={
        "units": Units("the types that defend better"),
        "defense": Number("their defense value"),
        "cycles": Number("for how many cycles of combat"),
    },
)
def atlantic_wall(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    battle = the_battle(play)
    if attacking or not battle.amphibious or battle.round > play.number("atlantic-wall", "cycles"):
        return answer
    return _defending_where(play, "atlantic-wall", answer, units, lambda unit: _in_own_land(play, unit))


@answers(
    "fortress-europe",
    "Artillery of the fortress.",
    "strengths",
    about="{units} in original territory of the power defends at {defense}.",
    given={"units": Units("the types that defend better"), "defense": Number("their defense value")},
)
def fortress_europe(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    if attacking:
        return answer
    return _defending_where(play, "fortress-europe", answer, units, lambda unit: _in_own_land(play, unit))


@answers(
    "winter-infantry-defends-better",
    "It is the Russian winter.",
    "strengths",
    about="After the Russian Winter is declared, {units} defends at {defense} until the power's next turn.",
    given={"units": Units("the types that defend better"), "defense": Number("their defense value")},
)
def winter_infantry_defends_better(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    if attacking or not play.position.game_notes.get(("winter",)):
        return answer
    return _defending_where(play, "winter-infantry-defends-better", answer, units, lambda unit: True)


def _in_own_land(play: Play, unit: Unit) -> bool:
    return play.board.space(unit.at).owner == unit.power


@happens(
    "dive-bombers",
    "Dive bombers fire in opening fire.",
    "opening-fire",
    about="{units} that attack land fire in opening fire in the first cycle.",
    given={"units": Units("the types that fire early")},
)
def dive_bombers(play: Play) -> None:
    battle = the_battle(play)
    if not is_land(play, battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if gains(play, "dive-bombers", unit)]
    if planes:
        assign(play, volley(play, planes, True, "dive-bombers"), battle.defenders)


@answers(
    "superfortresses",
    "{unit} flies too high for the guns.",
    "antiaircraft-target",
    about="Antiaircraft guns do not fire at {units}.",
    given={"units": Units("the types that are not fired at")},
)
def superfortresses(play: Play, answer: bool, unit: Unit, space: str) -> bool:
    return answer and not gains(play, "superfortresses", unit)


@answers(
    "radar",
    "Radar guides the guns of {space}.",
    "antiaircraft-hits-on",
    about="Antiaircraft guns in original territory of the power hit with a roll of {hits_on} or less.",
    given={"hits_on": Number("the highest roll that hits")},
)
def radar(play: Play, answer: int, gun: Unit, space: str) -> int:
    if plays_advantage(play, "radar", gun.power) and _in_own_land(play, gun):
        return play.number("radar", "hits_on")
    return answer
