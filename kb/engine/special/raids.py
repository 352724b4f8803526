"""Strategic bombing raids: bombers against the industry of a territory and its holder's treasury."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import Raid, Rocket
from kb.engine.movement import antiaircraft
from kb.engine.play import Play
from kb.engine.position import Edit, Mark, Unit
from kb.engine.registry import answers, does, refuses
from kb.engine.table import Die


def has_enemy_complex(play: Play, rule: str, power: str, territory: str) -> bool:
    """Whether an enemy's complex, a unit of those given to the rule, is in a territory."""
    types = play.names(rule, "units")
    return any(unit.type in types for unit in terms.enemies(play, power, territory))


def payment(play: Play, victim: str, loss: int) -> tuple[int, tuple[Edit, ...]]:
    """What the victim of a raid or rocket pays to the bank, and the edit that does it."""
    if not victim:
        return 0, ()
    paid = int(play.ask("raid-payment", loss, victim=victim))
    return paid, (("treasuries", victim, play.position.treasuries.get(victim, 0) - paid),)


@refuses("strikes-use-ones-own-units", "{unit} belongs to {owner}, not to {power}.", Raid, Rocket)
def strikes_use_ones_own_units(play: Play, action: Raid | Rocket) -> Iterator[dict[str, Any]]:
    """A power sends its own bombers and fires its own rockets. Source in Revised: rev/special-combats."""
    for unit in play.units(action.units if isinstance(action, Raid) else (action.gun,)):
        if not terms.obeys(play, unit, action.power):
            yield {"unit": unit, "owner": unit.power, "power": action.power}


@refuses("bombers-raid", "{unit} cannot make a bombing raid.", Raid)
def bombers_raid(play: Play, action: Raid) -> Iterator[dict[str, Any]]:
    """Only bombers raid. Source in Revised: rev/up-bombers, rev/sc-sbr."""
    for unit in play.units(action.units):
        if unit.type not in play.names("bombers-raid", "units"):
            yield {"unit": unit}


@refuses("raiders-are-over-the-target", "{unit} is not in {territory}.", Raid)
def raiders_are_over_the_target(play: Play, action: Raid) -> Iterator[dict[str, Any]]:
    """Bombers raid the territory to which they flew in the combat move. Source in Revised: rev/sc-sbr."""
    for unit in play.units(action.units):
        if unit.at != action.territory:
            yield {"unit": unit, "territory": action.territory}


@refuses("raid-needs-complex", "There is no enemy industrial complex in {territory}.", Raid)
def raid_needs_complex(play: Play, action: Raid) -> Iterator[dict[str, Any]]:
    """A raid is made on an enemy's industrial complex. Source in Revised: rev/sc-sbr."""
    if not has_enemy_complex(play, "raid-needs-complex", action.power, action.territory):
        yield {"territory": action.territory}


@refuses("one-attack-a-turn", "{unit} has attacked this turn.", Raid)
def one_attack_a_turn(play: Play, action: Raid) -> Iterator[dict[str, Any]]:
    """A plane attacks one time in a turn: it raids or it fights. Source in Revised: rev-com-3, rev/sc-sbr."""
    for unit in play.units(action.units):
        if unit.marks & {Mark.RAIDED, Mark.FOUGHT}:
            yield {"unit": unit}


@answers("heavy-bombers-raid-with-two-dice", "{unit} rolls {now} dice in the raid.", "raid-dice")
def heavy_bombers_raid_with_two_dice(play: Play, answer: int, unit: Unit, territory: str) -> int:
    """A heavy bomber rolls more dice, and all of them count. Source in Revised: rev/p1-weapons-list, rev/up-bombers."""
    rule = "heavy-bombers-raid-with-two-dice"
    return play.number(rule, "dice") if terms.has_technology(play, rule, unit.power) else answer


@answers(
    "raid-capped-by-territory-value",
    "{unit} costs its victim {now} IPCs, as many as {territory} is worth.",
    "raid-loss",
)
def raid_capped_by_territory_value(play: Play, answer: int, unit: Unit, territory: str) -> int:
    """A bomber costs its victim no more than the territory is worth. Source in Revised: rev/sc-sbr, rev-sbr-2."""
    return min(answer, play.board.space(territory).value or 0)


@answers("raid-pays-at-most-what-there-is", "{victim} has only {now} IPCs to pay.", "raid-payment")
def raid_pays_at_most_what_there_is(play: Play, answer: int, victim: str) -> int:
    """The victim pays the loss or all it has, whichever is less. Source in Revised: rev-err-6."""
    return min(answer, play.position.treasuries.get(victim, 0))


@does(Raid)
def raid(play: Play, action: Raid) -> None:
    """The guns fire at the bombers; each that is left rolls for the victim's loss."""
    victim, territory = terms.holder(play, action.territory), action.territory
    bombers = antiaircraft.fire(play, territory, play.units(action.units), "raid-antiaircraft")
    losses = _losses(play, action.power, territory, bombers)
    paid, edits = payment(play, victim, sum(losses))
    done = play.put(*(bomber.marked(Mark.RAIDED, Mark.FOUGHT) for bomber in bombers))
    facts = {"victim": victim, "territory": territory, "losses": losses, "ipcs": paid}
    play.happen("raided", *done, *edits, power=action.power, units=bombers, **facts)


def _losses(play: Play, power: str, territory: str, bombers: list[Unit]) -> list[int]:
    """What each bomber costs the victim."""
    dice = [int(play.ask("raid-dice", 1, unit=bomber, territory=territory)) for bomber in bombers]
    each = [Die(bomber.id) for bomber, number in zip(bombers, dice, strict=True) for _ in range(number)]
    faces = iter(play.roll(power, "raid", territory, each))
    sums = [sum(next(faces) for _ in range(number)) for number in dice]
    return [
        int(play.ask("raid-loss", loss, unit=bomber, territory=territory))
        for bomber, loss in zip(bombers, sums, strict=True)
    ]
