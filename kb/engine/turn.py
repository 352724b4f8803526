"""The turn: who acts in which phase, the ends of phases, turns and rounds, and victory."""

from __future__ import annotations

from collections.abc import Iterator

from kb.engine.battle import must_be_fought
from kb.engine.core import notes
from kb.engine.core.actions import Action, EndPhase, tells
from kb.engine.core.parameters import Breaches, Fact, Names, NumberByBoard, NumberByLevel, OnePower, Spaces
from kb.engine.core.play import Play
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import Clock, Edit, Mark, replace
from kb.engine.core.rules import candidates, changes, effect_of, happens, refuses
from kb.games.board_model import Side

#: marks that stay when the turn ends, until a rule removes them
_LASTING = frozenset({Mark.SUBMERGED})


@refuses("{action} belongs to {phases}, and the phase is {phase}.", Action)
def actions_in_their_phase(play: Play, action: Action) -> Breaches:
    """Each action is taken in its own phase of the turn. The phases are, in order: {phases}."""
    phases = play.rules.phases_of.get(action.name, ())
    if action.in_its_phase and play.phase not in phases:
        yield {"action": action.name, "phase": play.phase, "phases": phases or ("no phase of this game",)}


@refuses("It is the turn of {turn}, not of {power}.", Action)
def power_on_turn(play: Play, action: Action) -> Breaches:
    """Powers take their turns one after another. Powers that share a turn still fight their battles separately."""
    battle = play.position.battle
    if action.on_turn and action.power not in ((battle.attacker,) if battle else play.players):
        yield {"power": action.power, "turn": battle.attacker if battle else play.turn}


@refuses("The battle in {space} is still to be fought to its end.", EndPhase)
def battles_are_fought(play: Play) -> Breaches:
    """Every battle has to be fought: the phase does not end before all its battles are finished."""
    for space in must_be_fought(play) if play.phase == CONDUCT_COMBAT else ():
        yield {"space": space}


@tells(phase_began="{power}: {phase}, round {round}")
@effect_of(EndPhase)
def end_phase(play: Play, action: EndPhase) -> None:
    """End the phase and begin the next, which may be another power's in another round."""
    clock = play.position.clock
    _everyone(play, f"end of {clock.phase}")
    phases = [phase.id for phase in play.rules.ruleset.phases]
    after = phases[phases.index(clock.phase) + 1 :]
    clock = replace(clock, phase=after[0]) if after else _end_turn(play, phases[0])
    begun: tuple[Edit, ...] = () if after else (("began", None, replace(play.position, clock=clock, began=None)),)
    play.emit("phase-began", ("clock", None, clock), *begun, power=clock.turn, phase=clock.phase, round=clock.round)
    _everyone(play, f"start of {clock.phase}")


@tells(turn_ended="The turn of {power} ends")
def _end_turn(play: Play, first: str) -> Clock:
    """End the turn, and with the last the round; return the clock of the next turn, in the phase ``first``."""
    clock, turns = play.position.clock, play.rules.turns
    _everyone(play, "end of turn")
    play.emit("turn-ended", *_forget(play), power=clock.turn, round=clock.round)
    after = turns.index(play.players) + 1
    if after < len(turns):
        return Clock(clock.round, turns[after][0], first)
    play.announce("end of round", round=clock.round)
    return Clock(clock.round + 1, turns[0][0], first)


def _everyone(play: Play, moment: str) -> None:
    """Announce a moment once for each power whose turn it is."""
    for power in play.players:
        play.announce(moment, power=power)


def _forget(play: Play) -> Iterator[Edit]:
    """Yield the edits that remove the notes of the turn and its traces on units."""
    for unit in play.position.units.values():
        if unit.spent or unit.came or unit.bound or not unit.marks <= _LASTING:
            yield from play.put(replace(unit, spent=0, came=(), bound="", marks=unit.marks & _LASTING))
    yield notes.FORGET_TURN


@candidates(EndPhase)
def possible_end(play: Play, power: str) -> Iterator[Action]:
    """Yield the end of the phase; if several powers share a turn, by the first of them."""
    if power == play.turn:
        yield EndPhase(power)


# -- victory: who holds how many of the victory cities, and when they are counted


def cities(play: Play, side: Side) -> list[str]:
    """Return the territories with victory cities that the powers of a side hold."""
    sides = play.rules.sides
    return [space.id for space in play.board.spaces if space.city and sides.get(play.holder(space.id)) is side]


@tells(won="Victory for {side}")
@happens("After round {round} the victory cities are counted.", "end of round")
def victory_checked_at_end_of_round(play: Play, round: int, *, cities_needed: NumberByLevel) -> None:
    """At the end of a round, a side that holds enough victory cities for the agreed level has won ({<level>})."""
    if notes.WON.is_set(play.position):
        return
    level = notes.VICTORY_LEVEL.get(play.position, default=next(iter(cities_needed)))
    for side in Side:
        held = cities(play, side)
        if len(held) >= cities_needed[level]:
            play.emit("won", notes.WON.edit(side), side=side, level=level, cities=held, round=round)
            return


# -- a side's own conditions, which it has to meet for a whole round


@changes("{side} holds the victory cities that win if they are kept for a round.", "what-wins-if-kept")
def cities_won_and_kept_win(
    play: Play, answer: list[str], side: Side, *, powers: OnePower, cities_needed: NumberByBoard
) -> list[str]:
    """{powers:side} win if they hold a capital of their own and enough victory cities at the ends of two rounds in
    a row and at all times in between ({<board>})."""
    held = cities(play, side) if _is_at_home(play, side, powers) else []
    return held if len(held) >= cities_needed[play.board.id] else answer


@changes("{side} holds the victory cities of one map that win if they are kept for a round.", "what-wins-if-kept")
def cities_of_a_map_won_and_kept_win(
    play: Play, answer: list[str], side: Side, *, powers: OnePower, cities_needed: NumberByBoard
) -> list[str]:
    """{powers:side} win if they hold a capital of their own and enough victory cities of one map at the ends of two
    rounds in a row and at all times in between (map that comes with {<board>})."""
    held: dict[str, list[str]] = {}
    for city in cities(play, side) if _is_at_home(play, side, powers) else ():
        held.setdefault(play.board.space(city).map, []).append(city)
    enough = [there for each, there in held.items() if each in cities_needed and len(there) >= cities_needed[each]]
    return enough[0] if enough else answer


@changes("{side} holds the capitals that win if they are kept for a round.", "what-wins-if-kept")
def capitals_won_and_kept_win(
    play: Play, answer: list[str], side: Side, *, powers: OnePower, spaces: Spaces
) -> list[str]:
    """{powers:side} win if they hold a capital of their own and the enemy capitals on the board ({spaces}) at the
    ends of two rounds in a row and at all times in between."""
    names = {space.id for space in play.board.spaces}
    wanted = [capital for capital in spaces if capital in names]
    held = all(play.rules.sides.get(play.holder(capital)) is side for capital in wanted)
    return wanted if held and _is_at_home(play, side, powers) else answer


def _is_at_home(play: Play, side: Side, powers: Names) -> bool:
    """Return whether ``side`` has the first of ``powers`` and holds a capital of one of its own powers."""
    homes = [capital for seat in play.board.powers if seat.side is side for capital in seat.capitals]
    return side is play.rules.sides[powers[0]] and any(
        play.rules.sides.get(play.holder(each)) is side for each in homes
    )


@happens("What each side holds is counted after round {round}.", "end of round")
def what_wins_is_counted_each_round(play: Play, round: int) -> None:
    """A side wins if it meets its conditions of victory at the ends of two rounds in a row."""
    for side in Side:
        _keep(play, side, _what_wins(play, side), round)


@happens("Land has been taken: what each side holds is counted again.", "captured")
def a_loss_restarts_the_round(play: Play) -> None:
    """A side that loses what wins, even for part of a round, has to hold it for a whole round again."""
    for side in Side:
        if not _what_wins(play, side):
            _keep(play, side, [], play.position.clock.round)


def _what_wins(play: Play, side: Side) -> list[str]:
    """Return the territories with which a side wins if it keeps them for a round."""
    none: list[str] = []
    return play.ask("what-wins-if-kept", none, side=side)


@happens("The turn of {power} ends: capitals are counted.", "end of turn")
def capitals_held_from_turn_to_turn_win(play: Play, power: str, *, capital_conquerors: Fact) -> None:
    """{capital_conquerors} has won if it holds its own capital and an enemy's from the end of one of its turns to the
    end of the next."""
    if power in capital_conquerors:
        _keep(play, play.rules.sides[power], _capitals(play, power), play.position.clock.round)


@happens("{was} no longer holds {territory}.", "captured")
def a_lost_capital_restarts_the_count(play: Play, was: str, *, capital_conquerors: Fact) -> None:
    """If {capital_conquerors} loses its own or the enemy's capital before it has won, it must hold both for a whole
    round again."""
    if was in capital_conquerors and not _capitals(play, was):
        _keep(play, play.rules.sides[was], [], play.position.clock.round)


def _capitals(play: Play, power: str) -> list[str]:
    """Return the capitals that a power holds; empty unless all its own and one of another power are among them."""
    own = play.capitals(power)
    held = [space for seat in play.board.powers for space in seat.capitals if play.holder(space) == power]
    return held if set(own) < set(held) else []


@happens("The turn of {power} ends: capitals are counted.", "end of turn", powers="power")
def a_capital_not_retaken_loses_the_game(play: Play, power: str) -> None:
    """The enemies of {powers} have won if they hold all their own capitals and that of {powers} when its turn ends."""
    side = play.rules.sides[power].other
    wanted = [space for seat in play.board.powers for space in seat.capitals if side is seat.side or seat.id == power]
    if all(play.rules.sides.get(play.holder(space)) is side for space in wanted):
        _win(play, side, wanted, play.position.clock.round)


def _win(play: Play, side: Side, held: list[str], round: int) -> None:
    """Note that a side has won with the territories in ``held``, unless the game was won before."""
    if not notes.WON.is_set(play.position):
        play.emit("won", notes.WON.edit(side), side=side, level="kept", cities=held, round=round)


@tells(
    nearly_won="What wins is held by {side}, to be kept for a round",
    no_longer_winning="What wins is no longer held by {side}",
)
def _keep(play: Play, side: Side, held: list[str], round: int) -> None:
    """Note whether a side meets the conditions of victory with the territories in ``held``, which are empty if it does
    not. A side that also met them at the last count has won."""
    before = notes.NEARLY_WON.is_set(play.position, side.value)
    if held and before:
        _win(play, side, held, round)
    elif held and not before:
        play.emit("nearly-won", notes.NEARLY_WON.edit(True, side.value), side=side, cities=held, round=round)
    elif before and not held:
        play.emit("no-longer-winning", notes.NEARLY_WON.clear(side.value), side=side, round=round)
