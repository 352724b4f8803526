"""National advantages that alter how units fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.engine import moments, questions
from kb.engine.battle.casualties import assign
from kb.engine.battle.fire import fires_this_cycle, volley
from kb.engine.battle.state import the_battle
from kb.engine.board.abilities import gains, has_advantage
from kb.engine.board.spaces import is_land, is_sea
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers, happens
from kb.engine.questions.answers import Strengths
from kb.engine.units.cargo import came_by_sea


def _raised(
    play: Play, answer: Strengths, units: Iterable[Unit], types: Names, advantage: str, strength: int
) -> Strengths:
    """The strengths, with the units of some types whose power plays an advantage raised to a strength."""
    about = [unit for unit in units if gains(play, unit, types, advantage=advantage)]
    return {**answer, **{unit.id: max(strength, answer[unit.id]) for unit in about}}


@answers("A wolf pack: its submarines attack better.", questions.combat.strengths)
def wolf_packs(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    types: Names = given.units("the types that form a pack", key="units"),
    at_least: int = given.number("how many form a pack"),
    bonus: int = given.number("what is added to their attack value"),
    advantage: str = given.own_advantage(),
) -> Strengths:
    """If {at_least} or more {units} attack together, {bonus} is added to the attack value of each."""
    pack = [unit for unit in units if gains(play, unit, types, (), advantage)]
    size = play.adjust(questions.advantages.wolf_pack_size, len(pack), types=types) if pack and attacking else 0
    if size < at_least:
        return answer
    return {**answer, **{unit.id: answer[unit.id] + bonus for unit in pack}}


@answers("The pack is counted as it was when the battle began.", questions.advantages.wolf_pack_size)
def wolf_packs_last_the_battle(play: Play, answer: int, types: tuple[str, ...]) -> int:
    """The bonus of a wolf pack lasts throughout the battle, however few submarines are left."""
    return sum(number for kind, number in the_battle(play).began if kind in types)


@answers("Infantry alone make a banzai attack.", questions.combat.strengths)
def banzai_attacks(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    types: Names = given.units("the types that make the attack", key="units"),
    attack: int = given.number("their attack value"),
    advantage: str = given.own_advantage(),
) -> Strengths:
    """{units} that attacks land without any other unit attacks at {attack}. Bombarding ships do not count."""
    battle = the_battle(play)
    force = play.units(battle.attackers)
    if not attacking or not is_land(play, battle.space) or any(u.type not in types for u in force):
        return answer
    return _raised(play, answer, units, types, advantage, attack)


@answers("Marines attack from the sea.", questions.combat.strengths)
def marines(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    types: Names = given.units("the types that attack better", key="units"),
    attack: int = given.number("their attack value"),
    advantage: str = given.own_advantage(),
) -> Strengths:
    """{units} that lands in an amphibious assault attacks at {attack}."""
    ashore = [unit for unit in units if attacking and came_by_sea(play, unit)]
    return _raised(play, answer, ashore, types, advantage, attack)


def is_island(play: Play, space: str) -> bool:
    """Whether a territory is an island: land without neighbours on land, and what the rules add to that."""
    alone = is_land(play, space) and all(is_sea(play, near) for near in play.board.around(space))
    return play.adjust(questions.advantages.is_island, alone, space=space)


@answers("{space} is no island: it does not lie in a single sea zone.", questions.advantages.is_island)
def islands_lie_in_one_sea_zone(play: Play, answer: bool, space: str) -> bool:
    """An island lies inside a single sea zone."""
    return answer and len(play.board.around(space)) == 1


def _defends_better(name: str, says: str, about: str, applies: Callable[[Play, Unit], bool]) -> None:
    """Declare a rule by which units of some types, those to which it ``applies``, defend at another value."""

    @answers(says, questions.combat.strengths, name=name, about=about)
    def defends_better(
        play: Play,
        answer: Strengths,
        units: list[Unit],
        attacking: bool,
        *,
        types: Names = given.units("the types that defend better", key="units"),
        defense: int = given.number("their defense value"),
        advantage: str = given.own_advantage(),
    ) -> Strengths:
        there = () if attacking else [unit for unit in units if applies(play, unit)]
        return _raised(play, answer, there, types, advantage, defense)


_defends_better(
    "dug-in-defenders",
    "Infantry on an island is dug in.",
    "{units} on an island defends at {defense}.",
    lambda play, unit: is_island(play, unit.at),
)
_defends_better(
    "fortress-europe",
    "Artillery of the fortress.",
    "{units} in original territory of the power defends at {defense}.",
    lambda play, unit: _in_own_land(play, unit),
)
_defends_better(
    "winter-infantry-defends-better",
    "It is the Russian winter.",
    "After the Russian Winter is declared, {units} defends at {defense} until the power's next turn.",
    lambda play, unit: notes.WINTER.is_set(play.position),
)


@answers("Infantry behind the Atlantic Wall.", questions.combat.strengths)
def atlantic_wall(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    types: Names = given.units("the types that defend better", key="units"),
    defense: int = given.number("their defense value"),
    cycles: int = given.number("for how many cycles of combat"),
    advantage: str = given.own_advantage(),
) -> Strengths:
    """{units} in original territory of the power defends at {defense} against an amphibious assault, up to cycle
    {cycles} of combat."""
    battle = the_battle(play)
    if attacking or not battle.amphibious or battle.round > cycles:
        return answer
    there = [unit for unit in units if _in_own_land(play, unit)]
    return _raised(play, answer, there, types, advantage, defense)


def _in_own_land(play: Play, unit: Unit) -> bool:
    return play.board.space(unit.at).owner == unit.power


@happens("Dive bombers fire in opening fire.", moments.opening_fire)
def dive_bombers(
    play: Play, *, units: Names = given.units("the types that fire early"), advantage: str = given.own_advantage()
) -> None:
    """{units} that attack land fire in opening fire in the first cycle."""
    battle = the_battle(play)
    if not is_land(play, battle.space) or not fires_this_cycle(play):
        return
    planes = [unit for unit in play.units(battle.attackers) if gains(play, unit, units, (), advantage)]
    if planes:
        assign(play, volley(play, planes, True, "dive-bombers"), battle.defenders)


@answers("Antiaircraft guns do not fire at {unit}.", questions.guns.antiaircraft_target)
def superfortresses(
    play: Play,
    answer: bool,
    unit: Unit,
    space: str,
    *,
    units: Names = given.units("the types that are not fired at"),
    advantage: str = given.own_advantage(),
) -> bool:
    """Antiaircraft guns do not fire at {units}."""
    return answer and not gains(play, unit, units, (), advantage)


@answers("Radar guides the guns of {space}.", questions.guns.antiaircraft_hits_on)
def radar(
    play: Play,
    answer: int,
    gun: Unit,
    space: str,
    *,
    hits_on: int = given.number("the highest roll that hits"),
    advantage: str = given.own_advantage(),
) -> int:
    """Antiaircraft guns in original territory of the power hit with a roll of {hits_on} or less."""
    if has_advantage(play, gun.power, advantage) and _in_own_land(play, gun):
        return hits_on
    return answer
