"""War and peace: the enemies of a power, the right to declare war, and declaring it.

A position keeps each war with who declared it, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action, tells
from kb.engine.core.parameters import Breaches, IsBreach, Names, Number, NumberByPower, Phases, Powers, Spaces
from kb.engine.core.play import Play
from kb.engine.core.points import COMBAT_MOVE
from kb.engine.core.position import OLD_WAR, PROVOKED, UNPROVOKED, Mark
from kb.engine.core.rules import allows, candidates, changes, effect_of, happens, holds, refuses


def map_of(play: Play, power: str) -> str:
    """Return the map of a power's capital, or of the first of several; empty without a capital."""
    return next((play.board.space(capital).map for capital in play.capitals(power)), "")


@changes("{power} fights only the powers that it is at war with.", "enemies-of")
def only_powers_at_war_are_enemies(play: Play, answer: frozenset[str], power: str) -> frozenset[str]:
    """A power of the other side is an enemy only once there is war with it. Units that belong to no power are always
    enemies."""
    if power not in play.rules.order:
        return answer
    return answer - (frozenset(play.rules.order) - play.at_war_with(power))


def _declared_on(play: Play, power: str) -> list[str]:
    """Return the powers that have declared war on a power."""
    return [by for (by, on), how in play.position.wars.items() if on == power and how != OLD_WAR]


@allows("{on} has declared war on {power}.", "war-provoked")
def aggression_provokes_war(play: Play, power: str, on: str) -> bool:
    """A power on which war was declared may declare war on the power that declared it."""
    return on in _declared_on(play, power)


@allows("{power} may answer a declaration of war with war on {on}.", "war-provoked", powers="power")
def one_aggressor_provokes_war_on_his_side(play: Play, power: str, on: str) -> bool:
    """If one power declares war on {powers:or}, the victim may declare war on all powers of the aggressor's side."""
    others = (by for by in _declared_on(play, power) if by != on)
    return any(not play.holds("treaties-are-separate", power=power, by=by, on=on) for by in others)


@holds("{power} has one treaty with {by} and another with {on}.", powers="power")
def treaties_are_separate(play: Play, by: str, on: str) -> bool:
    """Acts of enemy powers on one map give {powers} no right to declare war on the enemy powers of the other map."""
    return map_of(play, by) != map_of(play, on)


@allows(
    "{on} has made war on others unprovoked, which lets {power} declare war on it.",
    "war-provoked",
    powers="power",
    on="on",
)
def unprovoked_war_on_others_provokes_war(play: Play, on: str, *, victims: Powers) -> bool:
    """If {on} declares war on {victims:or} unprovoked, {powers} may declare war on {on}."""
    declared = (play.position.wars.get((on, victim)) for victim in victims)
    return UNPROVOKED in declared


@allows("{on} or its partners have entered land where units of {power} may go.", "war-provoked", powers="power")
def trespass_provokes_war(play: Play, on: str, *, on_: Powers) -> bool:
    """Once units of {on:or} have entered land into which units of {powers} may move, {powers} may declare war on
    {on}."""
    return on in on_ and any(notes.TRESPASSED.is_set(play.position, each) for each in on_)


@tells(trespassed="{power} has entered {space}")
@happens("{power} has entered {spaces}.", "entered", powers="power")
def trespass_is_remembered(play: Play, power: str, spaces: Names, *, spaces_: Spaces) -> None:
    """When units of {powers:or} enter certain land for the first time, this is remembered for the rest of the game."""
    land = [space for space in spaces if space in spaces_]
    if land and not notes.TRESPASSED.is_set(play.position, power):
        play.emit("trespassed", notes.TRESPASSED.edit(True, power), power=power, space=land[0])


@allows("The capture of a city lets {power} declare war on {on}.", "war-provoked", powers="power", on="on")
def a_lost_city_provokes_war(play: Play, power: str, *, spaces: Spaces) -> bool:
    """Once any power of the other side holds {spaces:or}, {powers} may declare war on {on} in any round."""
    hostile = play.rules.enemies[power]
    return any(play.holder(space) in hostile for space in spaces)


@allows("Land held by enemies lets {power} declare war on {on}.", "war-provoked", powers="power")
def enemies_on_certain_land_provoke_war(play: Play, power: str, *, spaces: Spaces) -> bool:
    """{powers} may declare war on any power of the other side once that side holds one of these lands: {spaces}."""
    hostile = play.rules.enemies[power]
    return any(play.holder(space) in hostile for space in spaces)


def is_provoked(play: Play, power: str, on: str) -> bool:
    """Return whether a past act entitles ``power`` to declare war on ``on`` by a rule."""
    return play.ask("war-provoked", False, power=power, on=on)


# -- declaring war: when, on whom, and its effects


@dataclass(frozen=True, slots=True)
class DeclareWar(Action):
    """Declare war on another power."""

    name = "declare_war"

    on: str


@refuses("{power} cannot declare war on {other}, which is on its side.", DeclareWar)
def war_is_declared_on_the_other_side(play: Play, action: DeclareWar) -> Breaches:
    """A power can declare war only on a power of the other side."""
    if action.on not in play.rules.enemies[action.power]:
        yield {"power": action.power, "other": action.on}


@refuses("{power} is already at war with {other}.", DeclareWar)
def war_is_declared_once(play: Play, action: DeclareWar) -> Breaches:
    """A power does not declare a war that is under way, except once, in answer to a declaration of the other power."""
    wars = play.position.wars
    if (action.power, action.on) in wars or wars.get((action.on, action.power)) == OLD_WAR:
        yield {"power": action.power, "other": action.on}


@refuses("{power} declares war before its combat moves, at no other time.", DeclareWar)
def war_is_declared_before_combat_moves(play: Play, action: DeclareWar) -> IsBreach:
    """A power declares war at the beginning of its combat move."""
    own = [unit for unit in play.position.units.values() if unit.power == action.power]
    early = play.phase == COMBAT_MOVE and not any(unit.came or unit.marks - {Mark.SUBMERGED} for unit in own)
    in_its_phase = play.phase in (play.phases_of(DeclareWar) or ())
    return in_its_phase and not early and not play.holds("some-declare-war-as-income-comes-in", power=action.power)


@holds("{power} may declare war before it collects income.", powers="power")
def some_declare_war_as_income_comes_in(play: Play, power: str, *, phases: Phases, round: Number) -> bool:
    """In round {round} {powers}, if at peace, may also declare war at the start of the {phases} phase."""
    collected = notes.COLLECTED.is_set(play.position, power)
    in_time = play.phase in phases and play.position.clock.round == round
    begun = {on for (by, on), how in play.position.wars.items() if by == power and how == UNPROVOKED}
    at_peace = play.at_war_with(power) <= begun
    return in_time and not collected and at_peace


@refuses("{power} may not declare war on {other} in a combat move before round {round}.", DeclareWar)
def some_powers_wait_with_war(play: Play, action: DeclareWar, *, first_rounds: NumberByPower) -> Breaches:
    """A power that begins neutral may enter a war from its round on ({<power>}), or earlier if it is provoked."""
    first = first_rounds.get(action.power, 0)
    if play.phase != COMBAT_MOVE or play.position.clock.round >= first or is_provoked(play, action.power, action.on):
        return
    if not play.holds("some-wars-need-no-waiting", power=action.power, on=action.on):
        yield {"power": action.power, "other": action.on, "round": first}


@holds("{power} may declare war on {on} at any time.", powers="power", on="on")
def some_wars_need_no_waiting(play: Play) -> bool:
    """{powers} may declare war on {on} in any of its turns."""
    return True


@refuses("{power} may not declare war on {other} unprovoked.", DeclareWar, powers="action")
def some_wars_need_a_provocation(play: Play, action: DeclareWar, *, on: Powers) -> Breaches:
    """{powers} can declare war on {on:or} only in answer to an act of these powers."""
    if action.on in on and not is_provoked(play, action.power, action.on):
        yield {"power": action.power, "other": action.on}


@effect_of(DeclareWar)
def declare_war(play: Play, action: DeclareWar) -> None:
    """Begin the war, for the two powers and no others; powers that are at war already stay so."""
    _begin(play, action.power, action.on, PROVOKED if is_provoked(play, action.power, action.on) else UNPROVOKED)


@tells(war_declared="{power} is at war with {other}, {how}")
def _begin(play: Play, power: str, on: str, how: str) -> None:
    """Record that a power declared war on another, and announce it unless they were at war already."""
    new, told = on not in play.at_war_with(power), (power, on) in play.position.wars
    edits = () if told else (("wars", (power, on), how),)
    play.emit("war-declared", *edits, power=power, other=on, how=how)
    if new:
        play.announce("war begun", power=power, on=on)


@happens("A war of {power} against {on} is also a war against its partners.", "war begun", powers="power")
def war_with_one_is_war_with_all(play: Play, power: str, on: str, *, on_: Powers) -> None:
    """If {powers} declares war on one of these powers, it is at war with all of them: {on}."""
    if on in on_:
        for partner in on_:
            if partner not in play.at_war_with(power):
                _begin(play, power, partner, play.position.wars[power, on])


@happens("{power} and its partners go to war with {on} together.", "war begun", powers="power", on="on")
def partners_go_to_war_together(play: Play, power: str, on: str, *, partners: Powers) -> None:
    """If one of {partners} declares war on {on:or}, the others are at war with it, too."""
    for partner in partners:
        if partner != power and on not in play.at_war_with(partner):
            _begin(play, partner, on, play.position.wars[power, on])


@candidates(DeclareWar)
def possible_declarations(play: Play, power: str) -> Iterator[Action]:
    """Yield war on each power of the other side that is not an enemy."""
    for other in sorted(play.rules.enemies[power] - play.enemies(power)):
        yield DeclareWar(power, other)
