"""War and peace: who is at war with whom, and when war may be declared.

A position keeps each war with who declared it, and how. Moment: ``war begun`` (``power``, ``on``), when two powers that
were not at war are.
"""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.board.capitals import capitals
from kb.engine.board.holders import holder_of
from kb.engine.board.phases import phases_of
from kb.engine.board.sides import at_war_with
from kb.engine.core.actions import DeclareWar
from kb.engine.core.given import Number, Phases, Powers, Spaces
from kb.engine.core.moments import COMBAT_MOVE
from kb.engine.core.play import Play
from kb.engine.core.position import OLD_WAR, PROVOKED, UNPROVOKED, Mark
from kb.engine.core.registry import answers, effect_of, happens, refuses
from kb.engine.core.verdict import Facts


def map_of(play: Play, power: str) -> str:
    """The map that a power is of: its capital's; the first, where it has several."""
    return next((play.board.space(capital).map for capital in capitals(play, power)), "")


@answers(
    "only-powers-at-war-are-enemies",
    "{power} fights only the powers that it is at war with.",
    "enemies",
    about="A power of the other side is an enemy only once there is war with it. Units that belong to no power are always enemies.",
)
def only_powers_at_war_are_enemies(play: Play, answer: frozenset[str], power: str) -> frozenset[str]:
    if power not in play.rules.order:
        return answer
    return answer - (frozenset(play.rules.order) - at_war_with(play, power))


@refuses(
    "war-is-declared-on-the-other-side",
    "{power} cannot declare war on {other}, which is of its side.",
    DeclareWar,
    about="War is declared only on a power of the other side.",
)
def war_is_declared_on_the_other_side(play: Play, action: DeclareWar) -> Iterator[Facts]:
    if action.on not in play.rules.enemies[action.power]:
        yield {"power": action.power, "other": action.on}


@refuses(
    "war-is-declared-before-combat-moves",
    "{power} declares war before its combat moves, at no other time.",
    DeclareWar,
    about="War is declared when the combat move begins.",
)
def war_is_declared_before_combat_moves(play: Play, action: DeclareWar) -> Iterator[Facts]:
    early = play.phase == COMBAT_MOVE and not _has_moved(play, action.power)
    in_its_phase = play.phase in (phases_of(play, DeclareWar) or ())
    if in_its_phase and not early and not play.ask("declares-war-late", False, power=action.power):
        yield {"power": action.power}


def _has_moved(play: Play, power: str) -> bool:
    own = (unit for unit in play.position.units.values() if unit.power == power)
    return any(unit.came or unit.marks - {Mark.SUBMERGED} for unit in own)


@answers(
    "some-declare-war-as-income-comes-in",
    "{power} may declare war before it collects income.",
    "declares-war-late",
    about="In round {round} {powers}, if at peace, may also declare war at the start of the {phases} phase.",
    given={
        "powers": Powers("the powers that may declare war late"),
        "phases": Phases("the phases in which they may"),
        "round": Number("the round in which they may"),
    },
)
def some_declare_war_as_income_comes_in(play: Play, answer: bool, power: str) -> bool:
    rule = "some-declare-war-as-income-comes-in"
    collected = ("collected", power) in play.position.turn_notes
    in_time = play.phase in play.names(rule, "phases") and play.position.clock.round == play.number(rule, "round")
    begun = {on for (by, on), how in play.position.wars.items() if by == power and how == UNPROVOKED}
    at_peace = at_war_with(play, power) <= begun
    return answer or (power in play.names(rule, "powers") and in_time and not collected and at_peace)


@refuses(
    "some-powers-wait-with-war",
    "{power} may not declare war on {other} before round {round}.",
    DeclareWar,
    about="Some powers that begin neutral do not declare war unprovoked before a certain round ({<power>}).",
    given={"<power>": Number("the first round in which this power may declare war unprovoked")},
)
def some_powers_wait_with_war(play: Play, action: DeclareWar) -> Iterator[Facts]:
    rule, facts = "some-powers-wait-with-war", {"power": action.power, "on": action.on}
    first = play.rules.given(rule).get(action.power, 0)
    if play.phase != COMBAT_MOVE or play.position.clock.round >= first or _is_provoked(play, action.power, action.on):
        return
    if not play.ask("war-is-free", False, **facts):
        yield {"power": action.power, "other": action.on, "round": first}


@answers(
    "some-wars-need-no-waiting",
    "{power} may declare war on {on} at any time.",
    "war-is-free",
    about="{powers} may declare war on {on} in any of its turns.",
    given={
        "powers": Powers("the powers that need not wait"),
        "on": Powers("the powers on which they may declare war at any time"),
    },
)
def some_wars_need_no_waiting(play: Play, answer: bool, power: str, on: str) -> bool:
    rule = "some-wars-need-no-waiting"
    return answer or (power in play.names(rule, "powers") and on in play.names(rule, "on"))


@refuses(
    "some-wars-need-a-provocation",
    "{power} may not declare war on {other} unprovoked.",
    DeclareWar,
    about="{powers} declares war on {on:or} only in answer to what they did.",
    given={"powers": Powers("the powers that need a provocation"), "on": Powers("the powers on which they need it")},
)
def some_wars_need_a_provocation(play: Play, action: DeclareWar) -> Iterator[Facts]:
    rule = "some-wars-need-a-provocation"
    concerned = action.power in play.names(rule, "powers") and action.on in play.names(rule, "on")
    if concerned and not _is_provoked(play, action.power, action.on):
        yield {"power": action.power, "other": action.on}


def _is_provoked(play: Play, power: str, on: str) -> bool:
    return bool(play.ask("war-provoked", False, power=power, on=on))


def _declared_on(play: Play, power: str) -> list[str]:
    """The powers that have declared war on a power."""
    return [by for (by, on), how in play.position.wars.items() if on == power and how != OLD_WAR]


@answers(
    "aggression-provokes-war",
    "{on} has declared war on {power}.",
    "war-provoked",
    about="A power on which war was declared may declare war on the one that did it.",
)
def aggression_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    return answer or on in _declared_on(play, power)


@answers(
    "one-aggressor-provokes-war-on-his-side",
    "{power} may answer a declaration of war with war on {on}.",
    "war-provoked",
    about="{powers:or}, on which one power has declared war, may declare war on all powers of that one's side.",
    given={"powers": Powers("the powers that may answer so")},
)
def one_aggressor_provokes_war_on_his_side(play: Play, answer: bool, power: str, on: str) -> bool:
    if answer or power not in play.names("one-aggressor-provokes-war-on-his-side", "powers"):
        return answer
    others = (by for by in _declared_on(play, power) if by != on)
    return any(play.ask("answers-for-another", True, power=power, by=by, on=on) for by in others)


@answers(
    "treaties-are-separate",
    "{power} has one treaty with {by} and another with {on}.",
    "answers-for-another",
    about="What the enemy powers of one map do gives {powers} no right against the enemy powers of the other map.",
    given={"powers": Powers("the powers with separate treaties")},
)
def treaties_are_separate(play: Play, answer: bool, power: str, by: str, on: str) -> bool:
    apart = power in play.names("treaties-are-separate", "powers")
    return answer and not (apart and map_of(play, by) != map_of(play, on))


@answers(
    "trespass-provokes-war",
    "{on} or its partners have entered land where units of {power} may go.",
    "war-provoked",
    about="A power that enters certain land gives {powers} the right to declare war on it and its partners ({on}).",
    given={
        "powers": Powers("the powers that may declare war"),
        "on": Powers("the powers on which they may, once one of these has entered the land"),
    },
)
def trespass_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    rule = "trespass-provokes-war"
    concerned = power in play.names(rule, "powers") and on in play.names(rule, "on")
    return answer or (
        concerned and any(("trespassed", each) in play.position.game_notes for each in play.names(rule, "on"))
    )


@happens(
    "trespass-is-remembered",
    "{power} has entered {space}.",
    "entered",
    about="The first time that units of {powers:or} enter certain land is remembered.",
    given={
        "powers": Powers("the powers whose entry is remembered"),
        "spaces": Spaces("the land that it is remembered of"),
    },
)
def trespass_is_remembered(play: Play, power: str, spaces: tuple[str, ...]) -> None:
    rule, note = "trespass-is-remembered", ("trespassed", power)
    land = [space for space in spaces if space in play.names(rule, "spaces")]
    if land and power in play.names(rule, "powers") and note not in play.position.game_notes:
        play.happen("trespassed", ("game_notes", note, True), power=power, space=land[0])


@answers(
    "a-lost-city-provokes-war",
    "{spaces} has fallen: {power} may declare war on {on}.",
    "war-provoked",
    about="Once an enemy holds {spaces:or}, {powers} may declare war on {on}.",
    given={
        "powers": Powers("the powers that may declare war"),
        "on": Powers("the powers on which they may"),
        "spaces": Spaces("the land whose loss gives the right"),
    },
)
def a_lost_city_provokes_war(play: Play, answer: bool, power: str, on: str) -> bool:
    rule = "a-lost-city-provokes-war"
    concerned = power in play.names(rule, "powers") and on in play.names(rule, "on")
    hostile = play.rules.enemies[power]
    return answer or (concerned and any(holder_of(play, space) in hostile for space in play.names(rule, "spaces")))


@effect_of(DeclareWar)
def declare_war(play: Play, action: DeclareWar) -> None:
    """Begin the war, for the two powers and no others; where there is war it is a mere word."""
    _begin(play, action.power, action.on, PROVOKED if _is_provoked(play, action.power, action.on) else UNPROVOKED)


def _begin(play: Play, power: str, on: str, how: str) -> None:
    new, told = on not in at_war_with(play, power), (power, on) in play.position.wars
    edits = () if told else (("wars", (power, on), how),)
    play.happen("war-declared", *edits, power=power, other=on, how=how)
    if new:
        play.every("war begun", power=power, on=on)


@happens(
    "war-with-one-is-war-with-all",
    "War of {power} on {on} is war on its partners.",
    "war begun",
    about="War of {powers} on one of these powers is war on all of them: {on}.",
    given={"powers": Powers("the powers that declare war"), "on": Powers("the powers that go to war together")},
)
def war_with_one_is_war_with_all(play: Play, power: str, on: str) -> None:
    rule = "war-with-one-is-war-with-all"
    partners = play.names(rule, "on")
    if power in play.names(rule, "powers") and on in partners:
        for partner in partners:
            if partner not in at_war_with(play, power):
                _begin(play, power, partner, play.position.wars[power, on])
