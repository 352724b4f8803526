"""An optional rule of raids: fighters that escort the bombers, and fighters that meet them in the air."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.air.raids import has_enemy_complex, targets_in
from kb.engine.battle.battle_board import STEPS, defenders_at
from kb.engine.core import notes
from kb.engine.core.actions import Raid
from kb.engine.core.play import Play
from kb.engine.core.points import Strengths
from kb.engine.core.position import Battle, Mark, Unit
from kb.engine.core.rules import (
    Breaches,
    Number,
    Steps,
    Technologies,
    Units,
    changes,
    forbids,
    happens,
    holds,
    refuses,
)
from kb.engine.units.landing import can_land_in, land_each
from kb.engine.units.losses import lose, pick_any

#: what stands in the battle for its step while fighters meet raiders
_IN_THE_AIR = "air-battle"


@holds("{unit} escorts the bombers.")
def fighters_escort_raids(play: Play, unit: Unit, bombers: Sequence[Unit], *, units: Units) -> bool:
    """{units} may escort bombers on a bombing raid."""
    return bool(bombers) and unit.type in units


@holds("{unit} drops no bombs.")
def escorts_drop_no_bombs(play: Play, unit: Unit, *, units: Units) -> bool:
    """{units} that escort a bombing raid drop no bombs."""
    return unit.type in units


@happens("Before the combat the defenders say which fighters will meet raiders.", "end of combat-move")
def defenders_name_their_interceptors(play: Play, power: str, *, units: Units, raiders_: Units) -> None:
    """After the combat move a defender may name any number of the {units} of a territory as interceptors against
    {raiders}."""
    raiders = [unit for unit in play.position.units.values() if unit.type in raiders_]
    for territory in sorted({unit.at for unit in raiders if play.fights_for(unit, power)}):
        if not has_enemy_complex(play, play.fact("raided-units"), power, territory):
            continue
        fighters = [unit for unit in play.enemies_at(power, territory) if unit.type in units]
        named = [unit.id for each in play.owners_in_turn(fighters) for unit in _chosen(play, each, fighters)]
        if named:
            note = notes.INTERCEPTS.edit(tuple(named), territory)
            play.emit("interceptors-named", note, units=play.units(named), territory=territory)


def _chosen(play: Play, power: str, fighters: list[Unit]) -> list[Unit]:
    """The fighters that a power sends up; all, some or none."""
    own = [unit for unit in fighters if unit.power == power]
    return pick_any(play, power, "interceptors", own[0].at, own)


@happens("The interceptors meet the raiders.", "raiders arrive")
def interceptors_meet_the_raid(play: Play, raiders: list[Unit], territory: str, *, steps: Steps) -> None:
    """After the antiaircraft fire and before the bombs, interceptors fight the raiders for one cycle in the air. The
    steps are: {steps}."""
    meeting = _still_to_meet(play, territory)
    if not raiders or not meeting:
        return
    ids = tuple(unit.id for unit in raiders), tuple(unit.id for unit in meeting)
    battle = Battle(territory, raiders[0].power, *ids, step=_IN_THE_AIR)
    play.emit("air-battle-begins", ("battle", None, battle), attackers=raiders, defenders=meeting, space=territory)
    for step in steps:
        with play.step(step, space=territory):
            STEPS[step](play)
    flown = play.put(*(unit.marked(Mark.INTERCEPTED) for unit in play.units((*ids[0], *ids[1]))))
    over = notes.AIR_BATTLE.edit(True, territory)
    play.emit("air-battle-ends", ("battle", None, None), over, *flown, space=territory)


def _still_to_meet(play: Play, territory: str) -> list[Unit]:
    """The interceptors of a territory that have not met raiders yet."""
    named = play.units(notes.INTERCEPTS.get(play.position, territory))
    return [unit for unit in named if not unit.has(Mark.INTERCEPTED)]


@changes("All raiders of {territory} meet the interceptors together.")
def all_raiders_meet_the_interceptors(
    play: Play, answer: tuple[int, ...], territory: str, power: str
) -> tuple[int, ...]:
    """All raiders of a territory, whatever their targets, meet its interceptors in one air battle."""
    meeting = _still_to_meet(play, territory)
    others = _other_raiders(play, answer, territory, power) if meeting else []
    if not others:
        return answer
    after = play.supposing(play.put(*(unit.marked(Mark.INTERCEPTED) for unit in meeting)))
    if defenders_at(after, territory, power):
        others = pick_any(play, power, "raiders", territory, others)
    return (*answer, *(unit.id for unit in others))


def _other_raiders(play: Play, raiders: tuple[int, ...], territory: str, power: str) -> list[Unit]:
    """The aircraft over a territory that could raid one of its facilities beside some raiders."""
    targets = targets_in(play, territory)
    return [
        unit
        for unit in play.position.at(territory)
        if unit.id not in raiders
        and play.is_air(unit)
        and any(
            next(play.refusals(Raid(power, (*raiders, unit.id), territory, each)), None) is None for each in targets
        )
    ]


@refuses("{unit} did not meet the interceptors of {territory} with the other raiders.", Raid)
def raiders_come_together(play: Play, action: Raid) -> Breaches:
    """Once raiders have met the interceptors of a territory, no other aircraft raid it in that turn."""
    if notes.AIR_BATTLE.is_set(play.position, action.territory):
        for unit in play.units(action.units):
            if not unit.has(Mark.INTERCEPTED):
                yield {"unit": unit, "territory": action.territory}


@changes("In the air aircraft hit with other values than in a battle.", "strengths")
def escorts_and_interceptors_have_values_of_their_own(
    play: Play, answer: Strengths, units: list[Unit], attacking: bool, *, units_: Units, attack: Number, defense: Number
) -> Strengths:
    """In the air battle of a raid, {units} hit with {attack} or less when attacking and with {defense} or less when
    defending. Other aircraft hit nothing."""
    if play.battle.step != _IN_THE_AIR:
        return answer
    value = attack if attacking else defense
    return {unit.id: value if unit.type in units_ else 0 for unit in units}


@changes("Jet fighters escort at a higher number.", "strengths")
def jets_escort_better(
    play: Play,
    answer: Strengths,
    units: list[Unit],
    attacking: bool,
    *,
    technologies: Technologies,
    units_: Units,
    attack: Number | None = None,
    defense: Number | None = None,
) -> Strengths:
    """{technologies}: in the air {units} hit with {attack} or less as they attack[, and with {defense} or less as they
    defend]."""
    strength = attack if attacking else defense
    if strength is None or play.battle.step != _IN_THE_AIR:
        return answer
    jets = [u for u in units if u.type in units_ and play.has_technology(u.power, technologies)]
    return {**answer, **{unit.id: strength for unit in jets}}


@forbids("{unit} has met raiders and defends nothing else this turn.", "defends")
def interceptors_fight_nowhere_else(play: Play, unit: Unit) -> bool:
    """A fighter that has fought raiders in the air takes part in no other battle of the turn."""
    return unit.has(Mark.INTERCEPTED)


@happens("Interceptors that cannot go home look for a place to land.", "end of conduct-combat")
def interceptors_whose_home_fell_fly_one_space(play: Play, power: str, *, spaces: Number) -> None:
    """Interceptors whose territory was captured may fly {spaces:space} to friendly land or a friendly carrier."""
    land_each(play, _homeless(play, power), spaces, can_land_in)


@happens("Interceptors without a place to land are lost.", "end of conduct-combat")
def homeless_interceptors_are_lost(play: Play, power: str) -> None:
    """Interceptors that find no landing place are lost."""
    for plane in _homeless(play, power):
        lose(play, [plane], plane.at, "no-landing")


def _homeless(play: Play, attacker: str) -> list[Unit]:
    """Interceptors of an attacker's raiders over land that an enemy of theirs holds by now."""
    met = (plane for plane in play.all_aircraft() if plane.has(Mark.INTERCEPTED))
    return [
        plane
        for plane in met
        if not play.fights_for(plane, attacker) and play.is_hostile(plane.power, plane.at) and play.is_land(plane.at)
    ]
