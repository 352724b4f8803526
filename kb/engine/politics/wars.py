"""War and peace: who is at war with whom, and when war may be declared.

A position keeps each war with who declared it, and how. Moment: ``war begun`` (``power``, ``on``), when two powers that
were not at war are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kb.engine import terms
from kb.engine.actions import DeclareWar
from kb.engine.economy.capitals import capitals
from kb.engine.moments import COMBAT_MOVE
from kb.engine.play import Play
from kb.engine.position import OLD_WAR, Mark
from kb.engine.registry import answers, does, happens, refuses
from kb.engine.turn.phases import phases_of

Facts = dict[str, Any]

PROVOKED, UNPROVOKED = "provoked", "unprovoked"
#: how a war is on, as a position tells it
HOW = (OLD_WAR, PROVOKED, UNPROVOKED)


def map_of(play: Play, power: str) -> str:
    """The map that a power is of: its capital's; the first, where it has several."""
    return next((play.board.space(capital).map for capital in capitals(play, power)), "")


@answers("only-powers-at-war-are-enemies", "{power} fights only the powers that it is at war with.", "enemies")
def only_powers_at_war_are_enemies(play: Play, answer: frozenset[str], power: str) -> frozenset[str]:
    """A power of the other side is an enemy once there is war; what is no power's is one always.

    Source in Europe 1940: e40/politics.
    """
    if power not in play.rules.order:
        return answer
    return answer - (frozenset(play.rules.order) - terms.foes(play, power))


@refuses(
    "war-is-declared-on-the-other-side", "{power} cannot declare war on {other}, which is of its side.", DeclareWar
)
def war_is_declared_on_the_other_side(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """War is declared on a power of the other side. Source in Europe 1940: e40/politics."""
    if action.on not in play.rules.enemies[action.power]:
        yield {"power": action.power, "other": action.on}


@refuses(
    "war-is-declared-before-combat-moves", "{power} declares war before its combat moves, at no other time.", DeclareWar
)
def war_is_declared_before_combat_moves(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """War is declared when the combat move begins. Source in Europe 1940: e40/pol-declaring, e40-pol-1."""
    early = play.phase == COMBAT_MOVE and not _has_moved(play, action.power)
    in_its_phase = play.phase in (phases_of(play, DeclareWar) or ())
    if in_its_phase and not early and not play.ask("declares-war-late", False, power=action.power):
        yield {"power": action.power}


def _has_moved(play: Play, power: str) -> bool:
    own = (unit for unit in play.position.units.values() if unit.power == power)
    return any(unit.came or unit.marks - {Mark.SUBMERGED} for unit in own)


@answers(
    "some-declare-war-as-income-comes-in", "{power} may declare war before it collects income.", "declares-war-late"
)
def some_declare_war_as_income_comes_in(play: Play, answer: bool, power: str) -> bool:
    """In one round certain powers at peace may declare war as the last phase begins.

    Source in Europe 1940: e40/pol-us.
    """
    rule = "some-declare-war-as-income-comes-in"
    collected = ("collected", power) in play.position.turn_notes
    in_time = play.phase in play.names(rule, "phases") and play.position.clock.round == play.number(rule, "round")
    begun = {on for (by, on), how in play.position.wars.items() if by == power and how == UNPROVOKED}
    at_peace = terms.foes(play, power) <= begun
    return answer or (power in play.names(rule, "powers") and in_time and not collected and at_peace)


@refuses("some-powers-wait-with-war", "{power} may not declare war on {other} before round {round}.", DeclareWar)
def some_powers_wait_with_war(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """In combat moves before a certain round a power that begins neutral declares no unprovoked war.

    Source in Europe 1940: e40/pol-ussr, e40/pol-us.
    """
    rule, facts = "some-powers-wait-with-war", {"power": action.power, "on": action.on}
    first = play.rules.given(rule).get(action.power, 0)
    if play.phase != COMBAT_MOVE or play.position.clock.round >= first or _is_provoked(play, action.power, action.on):
        return
    if not play.ask("war-is-free", False, **facts):
        yield {"power": action.power, "other": action.on, "round": first}


@answers("some-wars-need-no-waiting", "{power} may declare war on {on} at any time.", "war-is-free")
def some_wars_need_no_waiting(play: Play, answer: bool, power: str, on: str) -> bool:
    """On certain powers a power that waits may declare war on any of its turns. Source in Europe 1940: e40-glo-2."""
    rule = "some-wars-need-no-waiting"
    return answer or (power in play.names(rule, "powers") and on in play.names(rule, "on"))


@refuses("some-wars-need-a-provocation", "{power} may not declare war on {other} unprovoked.", DeclareWar)
def some_wars_need_a_provocation(play: Play, action: DeclareWar) -> Iterator[Facts]:
    """On certain powers a power declares war only in answer to what they did. Source in Europe 1940: e40-err-7."""
    rule = "some-wars-need-a-provocation"
    concerned = action.power in play.names(rule, "powers") and action.on in play.names(rule, "on")
    if concerned and not _is_provoked(play, action.power, action.on):
        yield {"power": action.power, "other": action.on}


def _is_provoked(play: Play, power: str, on: str) -> bool:
    return bool(play.ask("war-provoked", False, power=power, on=on))


def _declared_on(play: Play, power: str) -> list[str]:
    """The powers that have declared war on a power."""
    return [by for (by, on), how in play.position.wars.items() if on == power and how != OLD_WAR]


@answers("aggression-provokes-war", "{on} has declared war on {power}.", "war-provoked")
def aggression_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    """Who declares war on a power that has declared it first is provoked. Source in Europe 1940: e40-pol-2."""
    return answer or on in _declared_on(play, power)


@answers(
    "one-aggressor-provokes-war-on-his-side",
    "{power} may answer a declaration of war with war on {on}.",
    "war-provoked",
)
def one_aggressor_provokes_war_on_his_side(play: Play, answer: bool, power: str, on: str) -> bool:
    """Certain powers, attacked by one, may declare war on all of his side.

    Source in Europe 1940: e40-pol-1, e40-pol-2.
    """
    if answer or power not in play.names("one-aggressor-provokes-war-on-his-side", "powers"):
        return answer
    others = (by for by in _declared_on(play, power) if by != on)
    return any(play.ask("answers-for-another", True, power=power, by=by, on=on) for by in others)


@answers("treaties-are-separate", "{power} has one treaty with {by} and another with {on}.", "answers-for-another")
def treaties_are_separate(play: Play, answer: bool, power: str, by: str, on: str) -> bool:
    """What powers of one map do gives certain powers no right against those of the other.

    Source in Europe 1940: e40-err-3, e40-glo-2.
    """
    apart = power in play.names("treaties-are-separate", "powers")
    return answer and not (apart and map_of(play, by) != map_of(play, on))


@answers(
    "trespass-provokes-war", "{on} or its partners have entered land where units of {power} may go.", "war-provoked"
)
def trespass_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    """Who enters certain land gives a power the right to declare war on him and his partners.

    Source in Europe 1940: e40-err-7.
    """
    rule = "trespass-provokes-war"
    concerned = power in play.names(rule, "powers") and on in play.names(rule, "on")
    return answer or (
        concerned and any(("trespassed", each) in play.position.game_notes for each in play.names(rule, "on"))
    )


@happens("trespass-is-remembered", "{power} has entered {space}.", "entered")
def trespass_is_remembered(play: Play, power: str, spaces: tuple[str, ...]) -> None:
    """That units of certain powers entered certain land is remembered. Source in Europe 1940: e40-err-7."""
    rule, note = "trespass-is-remembered", ("trespassed", power)
    land = [space for space in spaces if space in play.names(rule, "spaces")]
    if land and power in play.names(rule, "powers") and note not in play.position.game_notes:
        play.happen("trespassed", ("game_notes", note, True), power=power, space=land[0])


@answers("a-lost-city-provokes-war", "{spaces} has fallen: {power} may declare war on {on}.", "war-provoked")
def a_lost_city_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    """The fall of certain land to the other side provokes certain powers. Source in Europe 1940: e40/pol-ussr."""
    rule = "a-lost-city-provokes-war"
    concerned = power in play.names(rule, "powers") and on in play.names(rule, "on")
    hostile = play.rules.enemies[power]
    return answer or (concerned and any(terms.holder(play, space) in hostile for space in play.names(rule, "spaces")))


@does(DeclareWar)
def declare_war(play: Play, action: DeclareWar) -> None:
    """Begin the war, for the two powers and no others; where there is war it is a mere word."""
    _begin(play, action.power, action.on, PROVOKED if _is_provoked(play, action.power, action.on) else UNPROVOKED)


def _begin(play: Play, power: str, on: str, how: str) -> None:
    new, told = on not in terms.foes(play, power), (power, on) in play.position.wars
    edits = () if told else (("wars", (power, on), how),)
    play.happen("war-declared", *edits, power=power, other=on, how=how)
    if new:
        play.every("war begun", power=power, on=on)


@happens("war-with-one-is-war-with-all", "War of {power} on {on} is war on its partners.", "war begun")
def war_with_one_is_war_with_all(play: Play, power: str, on: str) -> None:
    """Whom certain powers attack together they are at war with together. Source in Europe 1940: e40/g-pol-japan."""
    rule = "war-with-one-is-war-with-all"
    partners = play.names(rule, "on")
    if power in play.names(rule, "powers") and on in partners:
        for partner in partners:
            if partner not in terms.foes(play, power):
                _begin(play, power, partner, play.position.wars[power, on])
