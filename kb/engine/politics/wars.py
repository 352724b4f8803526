"""War and peace: whom a power is at war with, and what gives a power the right to declare war.

A position keeps each war with who declared it, and how.
"""

from __future__ import annotations

from kb.engine import moments, questions
from kb.engine.board.powers import at_war_with, capitals, holder_of
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import OLD_WAR
from kb.engine.core.registry import answers, happens


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
    """A power on which war was declared may declare war on the one that did it."""
    return answer or on in _declared_on(play, power)


@answers("{power} may answer a declaration of war with war on {on}.", questions.war_provoked)
def one_aggressor_provokes_war_on_his_side(
    play: Play, answer: bool, power: str, on: str, *, powers: Names = given.powers("the powers that may answer so")
) -> bool:
    """{powers:or}, on which one power has declared war, may declare war on all powers of that one's side."""
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
    """What the enemy powers of one map do gives {powers} no right against the enemy powers of the other map."""
    apart = power in powers
    return answer and not (apart and map_of(play, by) != map_of(play, on))


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
    """Once units of {on:or} have entered land into which units of {powers} may go, {powers} may declare war on {on}."""
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
    """The first time that units of {powers:or} enter certain land is remembered."""
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
    """Once a power of the other side, at war with it or not, holds {spaces:or}, {powers} may declare war on {on},
    however early it is."""
    concerned = power in powers and on in others
    hostile = play.rules.enemies[power]
    return answer or (concerned and any(holder_of(play, space) in hostile for space in spaces))


def is_provoked(play: Play, power: str, on: str) -> bool:
    """Whether what a power did gives another the right to declare war on it."""
    return play.ask(questions.war_provoked, power=power, on=on)
