"""Submarines leave a battle by submerging, and surface again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.battle.battle_board import step
from kb.engine.combat.fight import conclude, over
from kb.engine.core.actions import Action
from kb.engine.core.play import Play
from kb.engine.core.position import Mark, Unit
from kb.engine.core.rules import Breaches, Fact, Steps, candidates, effect_of, happens, refuses


@dataclass(frozen=True, slots=True)
class Submerge(Action):
    """Take submarines out of the battle."""

    name = "submerge"
    on_turn = False

    units: tuple[int, ...]


@refuses("{unit} may not submerge now.", Submerge)
def submerging_has_its_step(play: Play, action: Submerge, *, attackers: Steps, defenders: Steps) -> Breaches:
    """Submarines can submerge only in certain steps of combat: attacking ones in “{attackers:or}”, defending ones in
    “{defenders:or}”."""
    battle = play.position.battle
    now = battle.step if battle else ""
    for unit in play.units(action.units):
        attacks = battle and unit.id in battle.attackers
        if now not in (attackers if attacks else defenders):
            yield {"unit": unit, "step": now}


@refuses("{unit} cannot submerge.", Submerge)
def only_submarines_submerge(play: Play, action: Submerge, *, submerging_units: Fact) -> Breaches:
    """Only {submerging_units} submerge."""
    for unit in play.units(action.units):
        if unit.type not in submerging_units:
            yield {"unit": unit}


@refuses("{unit} is not {power}'s.", Submerge)
def owners_submerge_their_submarines(play: Play, action: Submerge) -> Breaches:
    """A submarine's owner decides whether it submerges."""
    for unit in play.units(action.units):
        if unit.power != action.power:
            yield {"unit": unit, "power": action.power}


@effect_of(Submerge)
def submerge(play: Play, action: Submerge) -> None:
    """Take the submarines off the battle board; they stay in their zone, out of reach."""
    units = play.units(action.units)
    edits = list(play.put(*(unit.marked(Mark.SUBMERGED, Mark.FOUGHT) for unit in units)))
    battle = play.position.battle
    if battle:
        edits.append(play.leave_battle(action.units))
    play.emit("submerged", *edits, units=units, space=units[0].at if units else "")
    if battle and over(play):
        conclude(play)


def _any_may_submerge(play: Play, step: str) -> bool:
    """Whether a submarine on the board may submerge at a step; where none may, the trace says why."""
    then = play.supposing([play.change_battle(step=step)])
    own = [unit for unit in play.units(play.battle.units) if unit.type in play.fact("submerging-units")]
    refused = [tuple(then.refusals(Submerge(unit.power, (unit.id,)))) for unit in own]
    if all(refused):
        for reason in (reason for reasons in refused for reason in reasons):
            play.fired(reason.rule, **reason.facts)
    return not all(refused)


@step("attackers-submerge", waits=lambda play: _any_may_submerge(play, "attackers-submerge"))
def attackers_submerge(play: Play) -> None:
    """The attacker says which submarines submerge."""


@step("defenders-submerge", waits=lambda play: _any_may_submerge(play, "defenders-submerge"))
def defenders_submerge(play: Play) -> None:
    """The defender says which submarines submerge."""


@happens("Submerged submarines surface.", "battle over")
def submarines_surface_after_the_battle(play: Play, space: str) -> None:
    """Submerged submarines surface when the battle is over."""
    surface(play, [unit for unit in play.position.at(space) if unit.has(Mark.SUBMERGED)])


def surface(play: Play, units: list[Unit]) -> None:
    """Bring submarines up."""
    if units:
        play.emit("surfaced", *play.put(*(unit.unmarked(Mark.SUBMERGED) for unit in units)), units=units)


@happens("Submerged submarines surface.", "end of noncombat-move")
def submarines_surface(play: Play) -> None:
    """Submerged submarines surface at the end of the noncombat move of the power on turn."""
    surface(play, [unit for unit in play.position.units.values() if unit.has(Mark.SUBMERGED)])


@candidates(Submerge)
def possible_submerging(play: Play, power: str) -> Iterator[Action]:
    """Every submarine of the battle, whoever's it is."""
    battle = play.position.battle
    for unit in play.units(battle.units) if battle else ():
        yield Submerge(unit.power, (unit.id,))
