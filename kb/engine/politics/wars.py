"""War and peace: whom a power is at war with, and what gives a power the right to declare war; declaring it.

A position keeps each war with who declared it, and how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.engine import moments, questions
from kb.engine.board.powers import at_war_with, capitals, enemies_of, holder_of
from kb.engine.core import given, notes
from kb.engine.core.actions import Action
from kb.engine.core.given import Names
from kb.engine.core.play import COMBAT_MOVE, Play, phases_of
from kb.engine.core.position import OLD_WAR, PROVOKED, UNPROVOKED, Facts, Mark
from kb.engine.core.registry import answers, candidates, effect_of, happens, refuses


def map_of(play: Play, power: str) -> str:
    """The map that a power is of: its capital's; the first, where it has several."""
    return next((play.board.space(capital).map for capital in capitals(play, power)), "")


@answers("{power} fights only the powers that it is at war with.", questions.enemies)
def only_powers_at_war_are_enemies(play: Play, answer: frozenset[str], power: str) -> frozenset[str]:
    """A power of the other side is an enemy only once there is war with it. Units that belong to no power are always
    enemies."""
    if power not in play.rules.order:
        return answer
    return answer - (frozenset(play.rules.order) - at_war_with(play, power))


def _declared_on(play: Play, power: str) -> list[str]:
    """The powers that have declared war on a power."""
    return [by for (by, on), how in play.position.wars.items() if on == power and how != OLD_WAR]


@answers("{on} has declared war on {power}.", questions.war_provoked)
def aggression_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    """A power on which war was declared may declare war on the power that declared it."""
    return answer or on in _declared_on(play, power)


@answers("{power} may answer a declaration of war with war on {on}.", questions.war_provoked)
def one_aggressor_provokes_war_on_his_side(
    play: Play, answer: bool, power: str, on: str, *, powers: Names = given.powers("the powers that may answer so")
) -> bool:
    """If one power declares war on {powers:or}, the victim may declare war on all powers of the aggressor's side."""
    if answer or power not in powers:
        return answer
    others = (by for by in _declared_on(play, power) if by != on)
    return any(play.ask(questions.answers_for_another, power=power, by=by, on=on) for by in others)


@answers("{power} has one treaty with {by} and another with {on}.", questions.answers_for_another)
def treaties_are_separate(
    play: Play,
    answer: bool,
    power: str,
    by: str,
    on: str,
    *,
    powers: Names = given.powers("the powers with separate treaties"),
) -> bool:
    """Acts of enemy powers on one map give {powers} no right to declare war on the enemy powers of the other map."""
    apart = power in powers
    return answer and not (apart and map_of(play, by) != map_of(play, on))


@answers("{on} has made war on others unprovoked, which lets {power} declare war on it.", questions.war_provoked)
def unprovoked_war_on_others_provokes_war(
    play: Play,
    answer: bool,
    power: str,
    on: str,
    *,
    powers: Names = given.powers("the powers that may declare war"),
    aggressors: Names = given.powers("the powers on which they may", key="on"),
    victims: Names = given.powers("the powers on which these have declared war"),
) -> bool:
    """If {on} declares war on {victims:or} unprovoked, {powers} may declare war on {on}."""
    declared = (play.position.wars.get((on, victim)) for victim in victims)
    return answer or (power in powers and on in aggressors and UNPROVOKED in declared)


@answers("{on} or its partners have entered land where units of {power} may go.", questions.war_provoked)
def trespass_provokes_war(
    play: Play,
    answer: bool,
    power: str,
    on: str,
    *,
    powers: Names = given.powers("the powers that may declare war"),
    intruders: Names = given.powers("the powers on which they may, once one of these has entered the land", key="on"),
) -> bool:
    """Once units of {on:or} have entered land into which units of {powers} may move, {powers} may declare war on
    {on}."""
    concerned = power in powers and on in intruders
    return answer or (concerned and any(notes.TRESPASSED.is_set(play.position, each) for each in intruders))


@happens("{power} has entered {spaces}.", moments.entered)
def trespass_is_remembered(
    play: Play,
    power: str,
    spaces: tuple[str, ...],
    *,
    powers: Names = given.powers("the powers whose entry is remembered"),
    lands: Names = given.spaces("the land that it is remembered of", key="spaces"),
) -> None:
    """When units of {powers:or} enter certain land for the first time, this is remembered for the rest of the game."""
    land = [space for space in spaces if space in lands]
    if land and power in powers and not notes.TRESPASSED.is_set(play.position, power):
        play.emit("trespassed", notes.TRESPASSED.edit(True, power), power=power, space=land[0])


@answers("A city has fallen whose loss lets {power} declare war on {on}.", questions.war_provoked)
def a_lost_city_provokes_war(
    play: Play,
    answer: bool,
    power: str,
    on: str,
    *,
    powers: Names = given.powers("the powers that may declare war"),
    others: Names = given.powers("the powers on which they may", key="on"),
    spaces: Names = given.spaces("the land whose loss gives the right"),
) -> bool:
    """Once any power of the other side holds {spaces:or}, {powers} may declare war on {on} in any round."""
    concerned = power in powers and on in others
    hostile = play.rules.enemies[power]
    return answer or (concerned and any(holder_of(play, space) in hostile for space in spaces))


def is_provoked(play: Play, power: str, on: str) -> bool:
    """Whether what a power did gives another the right to declare war on it."""
    return play.ask(questions.war_provoked, power=power, on=on)


# -- declaring war: when it may be done, on whom, and what it does


@dataclass(frozen=True, slots=True)
class DeclareWar(Action):
    """Declare war on another power."""

    name = "declare_war"

    on: str


@refuses("{power} cannot declare war on {other}, which is of its side.", DeclareWar)
def war_is_declared_on_the_other_side(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """A power can declare war only on a power of the other side."""
    if action.on not in play.rules.enemies[action.power]:
        yield {"power": action.power, "other": action.on}


@refuses("{power} declares war before its combat moves, at no other time.", DeclareWar)
def war_is_declared_before_combat_moves(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """A power declares war at the beginning of its combat move."""
    early = play.phase == COMBAT_MOVE and not _has_moved(play, action.power)
    in_its_phase = play.phase in (phases_of(play, DeclareWar) or ())
    if in_its_phase and not early and not play.ask(questions.declares_war_late, power=action.power):
        yield {"power": action.power}


def _has_moved(play: Play, power: str) -> bool:
    own = (unit for unit in play.position.units.values() if unit.power == power)
    return any(unit.came or unit.marks - {Mark.SUBMERGED} for unit in own)


@answers("{power} may declare war before it collects income.", questions.declares_war_late)
def some_declare_war_as_income_comes_in(
    play: Play,
    answer: bool,
    power: str,
    *,
    powers: Names = given.powers("the powers that may declare war late"),
    phases: Names = given.phases("the phases in which they may"),
    round: int = given.number("the round in which they may"),
) -> bool:
    """In round {round} {powers}, if at peace, may also declare war at the start of the {phases} phase."""
    collected = notes.COLLECTED.is_set(play.position, power)
    in_time = play.phase in phases and play.position.clock.round == round
    begun = {on for (by, on), how in play.position.wars.items() if by == power and how == UNPROVOKED}
    at_peace = at_war_with(play, power) <= begun
    return answer or (power in powers and in_time and not collected and at_peace)


@refuses("{power} may not declare war on {other} before round {round}.", DeclareWar)
def some_powers_wait_with_war(
    play: Play,
    action: DeclareWar,
    *,
    first_rounds: Mapping[str, int] = given.numbers(
        "power", "the first round in which this power may declare war unprovoked"
    ),
) -> Iterator[Facts]:
    """Some powers that begin neutral cannot declare war unprovoked before a certain round ({<power>})."""
    first = first_rounds.get(action.power, 0)
    if play.phase != COMBAT_MOVE or play.position.clock.round >= first or is_provoked(play, action.power, action.on):
        return
    if not play.ask(questions.war_is_free, power=action.power, on=action.on):
        yield {"power": action.power, "other": action.on, "round": first}


@answers("{power} may declare war on {on} at any time.", questions.war_is_free)
def some_wars_need_no_waiting(
    play: Play,
    answer: bool,
    power: str,
    on: str,
    *,
    powers: Names = given.powers("the powers that need not wait"),
    others: Names = given.powers("the powers on which they may declare war at any time", key="on"),
) -> bool:
    """{powers} may declare war on {on} in any of its turns."""
    return answer or (power in powers and on in others)


@refuses("{power} may not declare war on {other} unprovoked.", DeclareWar)
def some_wars_need_a_provocation(
    play: Play,
    action: DeclareWar,
    *,
    powers: Names = given.powers("the powers that need a provocation"),
    on: Names = given.powers("the powers on which they need it"),
) -> Iterator[Facts]:
    """{powers} can declare war on {on:or} only in answer to an act of these powers."""
    concerned = action.power in powers and action.on in on
    if concerned and not is_provoked(play, action.power, action.on):
        yield {"power": action.power, "other": action.on}


@effect_of(DeclareWar)
def declare_war(play: Play, action: DeclareWar) -> None:
    """Begin the war, for the two powers and no others; powers that are at war already stay so."""
    _begin(play, action.power, action.on, PROVOKED if is_provoked(play, action.power, action.on) else UNPROVOKED)


def _begin(play: Play, power: str, on: str, how: str) -> None:
    new, told = on not in at_war_with(play, power), (power, on) in play.position.wars
    edits = () if told else (("wars", (power, on), how),)
    play.emit("war-declared", *edits, power=power, other=on, how=how)
    if new:
        play.announce(moments.war_begun, power=power, on=on)


@happens("War of {power} on {on} is war on its partners.", moments.war_begun)
def war_with_one_is_war_with_all(
    play: Play,
    power: str,
    on: str,
    *,
    powers: Names = given.powers("the powers that declare war"),
    partners: Names = given.powers("the powers that go to war together", key="on"),
) -> None:
    """If {powers} declares war on one of these powers, it is at war with all of them: {on}."""
    if power in powers and on in partners:
        for partner in partners:
            if partner not in at_war_with(play, power):
                _begin(play, power, partner, play.position.wars[power, on])


@candidates(DeclareWar)
def possible_declarations(play: Play, power: str) -> Iterator[Action]:
    """War on each power of the other side that it is not at war with."""
    for other in sorted(play.rules.enemies[power] - enemies_of(play, power)):
        yield DeclareWar(power, other)
