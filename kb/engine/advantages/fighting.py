"""National advantages that alter how units fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine import terms
from kb.engine.combat.battles import came_by_sea, the_battle
from kb.engine.combat.casualties import assign
from kb.engine.combat.fire import volley
from kb.engine.combat.opening import fires_this_cycle
from kb.engine.play import Play
from kb.engine.position import Unit
from kb.engine.registry import answers, happens

Strengths = dict[int, int]


def _to(play: Play, rule: str, answer: Strengths, units: Iterable[Unit], strength: int) -> Strengths:
    """The strengths, with the rule's units of powers that play its advantage raised to a strength."""
    about = [unit for unit in units if terms.gains(play, rule, unit)]
    return {**answer, **{unit.id: max(strength, answer[unit.id]) for unit in about}}


def _defending_where(
    play: Play, rule: str, answer: Strengths, units: list[Unit], where: Callable[[Unit], bool]
) -> Strengths:
    return _to(play, rule, answer, [unit for unit in units if where(unit)], play.number(rule, "defense"))


@answers("wolf-packs", "A wolf pack: {power}'s submarines attack at one more.", "strengths")
def wolf_packs(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Three or more submarines attack together at one more.

    Source in Revised: rev/na-ger-wolf-packs, unverified in part.
    """
    rule = "wolf-packs"
    pack = [unit for unit in units if terms.gains(play, rule, unit)]
    size = play.ask("wolf-pack-size", len(pack), types=play.names(rule, "units")) if pack and attacking else 0
    if size < play.number(rule, "at_least"):
        return answer
    return {**answer, **{unit.id: answer[unit.id] + play.number(rule, "bonus") for unit in pack}}


@answers("wolf-packs-last-the-battle", "The pack is counted as it was when the battle began.", "wolf-pack-size")
def wolf_packs_last_the_battle(play: Play, answer: int, types: tuple[str, ...]) -> int:
    """The bonus holds throughout the battle, however few are left. Source in Revised: rev-ger-3."""
    return sum(number for kind, number in the_battle(play).began if kind in types)


@answers("banzai-attacks", "Infantry alone make a banzai attack.", "strengths")
def banzai_attacks(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Infantry that attack land with no other unit attack at 2; bombarding ships do not count.

    Source in Revised: rev-jpn-10, rev-jpn-11.
    """
    rule = "banzai-attacks"
    battle = the_battle(play)
    force = play.units(battle.attackers)
    if (
        not attacking
        or not terms.is_land(play, battle.space)
        or any(u.type not in play.names(rule, "units") for u in force)
    ):
        return answer
    return _to(play, rule, answer, units, play.number(rule, "attack"))


@answers("marines", "Marines attack from the sea.", "strengths")
def marines(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Infantry that comes ashore in an assault attacks at 2. Source in Revised: rev/na-us-marines, rev-usa-2."""
    rule = "marines"
    ashore = [unit for unit in units if attacking and came_by_sea(play, unit)]
    return _to(play, rule, answer, ashore, play.number(rule, "attack"))


@answers("dug-in-defenders", "Infantry on an island is dug in.", "strengths")
def dug_in_defenders(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Infantry on islands defends at 3. Source in Revised: rev/na-jpn-dug-in, rev-jpn-9."""
    if attacking:
        return answer
    return _defending_where(play, "dug-in-defenders", answer, units, lambda unit: is_island(play, unit.at))


def is_island(play: Play, space: str) -> bool:
    """Whether a territory is an island: land without neighbours on land, and what the rules add to that."""
    alone = terms.is_land(play, space) and all(terms.is_sea(play, near) for near in play.board.around(space))
    return bool(play.ask("is-island", alone, space=space))


@answers("islands-lie-in-one-sea-zone", "{space} is no island: it does not lie in a single sea zone.", "is-island")
def islands_lie_in_one_sea_zone(play: Play, answer: bool, space: str) -> bool:
    """An island lies inside a single sea zone. Source in Revised: rev/map-islands, rev-jpn-9."""
    return answer and len(play.board.around(space)) == 1


@answers("atlantic-wall", "Infantry behind the Atlantic Wall.", "strengths")
def atlantic_wall(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Infantry in own-coloured land defends at 3 in the first cycle of an assault. Unverified.

    Source in Revised: rev/na-ger-atlantic-wall.
    """
    battle = the_battle(play)
    if attacking or not battle.amphibious or battle.round > play.number("atlantic-wall", "cycles"):
        return answer
    return _defending_where(play, "atlantic-wall", answer, units, lambda unit: _in_own_land(play, unit))


@answers("fortress-europe", "Artillery of the fortress.", "strengths")
def fortress_europe(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Artillery in own-coloured land defends at 3. Unverified. Source in Revised: rev/na-ger-fortress-europe."""
    if attacking:
        return answer
    return _defending_where(play, "fortress-europe", answer, units, lambda unit: _in_own_land(play, unit))


@answers("winter-infantry-defends-better", "It is the Russian winter.", "strengths")
def winter_infantry_defends_better(play: Play, answer: Strengths, units: list[Unit], attacking: bool) -> Strengths:
    """Once declared, infantry defends at 3 until the power's next turn. Unverified.

    Source in Revised: rev/na-ussr-russian-winter.
    """
    if attacking or not play.position.game_notes.get(("winter",)):
        return answer
    return _defending_where(play, "winter-infantry-defends-better", answer, units, lambda unit: True)


def _in_own_land(play: Play, unit: Unit) -> bool:
    return play.board.space(unit.at).owner == unit.power


@happens("dive-bombers", "Dive bombers fire in opening fire.", "opening-fire")
def dive_bombers(play: Play) -> None:
    """Fighters that attack land fire in the first opening fire. Unverified.

    Source in Revised: rev/na-ger-dive-bombers.
    """
    battle = the_battle(play)
    if not terms.is_land(play, battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if terms.gains(play, "dive-bombers", unit)]
    if planes:
        assign(play, volley(play, planes, True, "dive-bombers"), battle.defenders)


@answers("superfortresses", "{unit} flies too high for the guns.", "antiaircraft-target")
def superfortresses(play: Play, answer: bool, unit: Unit, space: str) -> bool:
    """Guns do not fire at these bombers. Source in Revised: rev/na-us-superfortresses, rev-usa-3."""
    return answer and not terms.gains(play, "superfortresses", unit)


@answers("radar", "Radar guides the guns of {space}.", "antiaircraft-hits-on")
def radar(play: Play, answer: int, gun: Unit, space: str) -> int:
    """Guns in own-coloured land hit with 1 or 2. Unverified. Source in Revised: rev/na-uk-radar."""
    if terms.plays_advantage(play, "radar", gun.power) and _in_own_land(play, gun):
        return play.number("radar", "hits_on")
    return answer
