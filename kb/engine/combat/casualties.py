"""The rules of casualties: how hits are placed, and at which step casualties leave the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import compress, product
from operator import or_

from kb.engine import questions
from kb.engine.battle.casualties import assign, hits_to_take, remove, unhit
from kb.engine.battle.state import change_battle, the_battle
from kb.engine.battle.steps import step
from kb.engine.board.spaces import is_sea
from kb.engine.core import given
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.engine.core.table import Pick
from kb.engine.questions.answers import WaitingHits
from kb.engine.units.kinds import Equal


@answers("Hits are placed so that as many as possible take effect.", questions.combat.ways_to_place_hits)
def no_hit_is_wasted(play: Play, answer: list[Pick], later: WaitingHits) -> list[Pick]:
    """Hits are placed so that as many as possible take effect."""
    groups = [(hits_to_take(play, unhit(play, may)), hits) for may, hits in later]
    fitting = [_fitting(groups, _room_taken(pick)) for pick in answer]
    most = max(fitting)
    return [pick for pick, fits in zip(answer, fitting, strict=True) if fits == most]


def _room_taken(pick: Pick) -> Counter[Equal]:
    """The hits that a pick places on units that are equal but for damage."""
    taken = Counter[Equal]()
    for power, kind, hits in pick:
        taken[power, kind.sound] += hits
    return taken


def _fitting(groups: list[tuple[Counter[Equal], int]], gone: Counter[Equal]) -> int:
    """How many hits can still be placed: a maximum flow from groups of hits to targets, found as the minimum cut.

    A cut is all hits of some groups, and the room of all targets of the others.
    """
    return min(
        sum(hits for (_, hits), fills in zip(groups, filling, strict=True) if not fills)
        + (reduce(or_, compress((room for room, _ in groups), filling), Counter[Equal]()) - gone).total()
        for filling in product((False, True), repeat=len(groups))
    )


@answers(
    "The owners agree which of their units it is; where defenders do not, the attacker chooses.",
    questions.combat.chooses_for_several,
)
def powers_agree_or_the_attacker_chooses(play: Play, answer: tuple[str, ...], units: Sequence[Unit]) -> tuple[str, ...]:
    """What concerns units of several powers these powers choose together; where defenders do not agree on casualties,
    the attacker chooses."""
    attacker = (play.position.battle.attacker,) if play.position.battle else ()
    owners = sorted({unit.power for unit in units})
    return (str(play.rules.sides[owners[0]]), *owners, *attacker)


@step("remove-opening-casualties")
def remove_opening_casualties(play: Play) -> None:
    """What opening fire hit leaves the board, unless a rule lets it stay."""
    gone = [
        unit
        for unit in play.units(sorted(the_battle(play).marked))
        if play.ask(questions.combat.leaves_after_opening_fire, unit=unit)
    ]
    remove(play, gone)


@step("remove-casualties")
def remove_casualties(play: Play) -> None:
    """All casualties leave the board."""
    if waiting := the_battle(play).pending:
        play.emit("hits-fall", change_battle(play, pending=()))
        assign(play, [(play.position.units[unit], number) for unit, number in waiting], the_battle(play).defenders)
    remove(play, play.units(sorted(the_battle(play).marked)))


@answers(
    "{unit} stays on the board until all casualties leave: its side has a destroyer.",
    questions.combat.leaves_after_opening_fire,
)
def a_destroyer_lets_casualties_of_submarines_fire(
    play: Play,
    answer: bool,
    unit: Unit,
    *,
    units: Names = given.units("the types with which casualties of submarines stay"),
) -> bool:
    """Where its side has {units:a}, a unit that submarines hit stays on the board, and fires, until all casualties
    leave."""
    battle = the_battle(play)
    side = battle.attackers if unit.id in battle.attackers else battle.defenders
    at_sea = is_sea(play, battle.space)
    return answer and not (at_sea and any(other.type in units for other in play.units(side)))
