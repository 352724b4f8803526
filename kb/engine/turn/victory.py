"""Victory: who holds how many of the victory cities, and when they are counted."""

from __future__ import annotations

from kb.engine.core import notes
from kb.engine.core.play import Play
from kb.engine.core.rules import Fact, NumberByBoard, NumberByLevel, OnePower, Powers, Spaces, happens
from kb.games.board_model import Side


def cities(play: Play, side: Side) -> list[str]:
    """The territories with victory cities that the powers of a side hold."""
    sides = play.rules.sides
    return [space.id for space in play.board.spaces if space.city and sides.get(play.holder(space.id)) is side]


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


# -- a side's own conditions, which it has to meet at two counts in a row


@happens("After round {round} the victory cities are counted.", "end of round")
def cities_won_and_kept_win(play: Play, round: int, *, powers: OnePower, cities_needed: NumberByBoard) -> None:
    """The side of {powers} has won if it holds enough victory cities at the ends of two rounds in a row ({<board>})."""
    side = play.rules.sides[powers[0]]
    held = cities(play, side)
    _keep(play, side, held if len(held) >= cities_needed[play.board.id] else [], round)


@happens("After round {round} the cities of each map are counted.", "end of round")
def cities_of_a_map_won_and_kept_win(play: Play, round: int, *, powers: OnePower, cities_needed: NumberByBoard) -> None:
    """The side of {powers} wins if it holds one of its own capitals and enough victory cities of one map (map that
    comes with {<board>}) at the ends of two rounds in a row."""
    side = play.rules.sides[powers[0]]
    homes = [capital for seat in play.board.powers if seat.side is side for capital in seat.capitals]
    at_home = any(play.rules.sides.get(play.holder(capital)) is side for capital in homes)
    held: dict[str, list[str]] = {}
    for city in cities(play, side) if at_home else ():
        held.setdefault(play.board.space(city).map, []).append(city)
    enough = [there for each, there in held.items() if each in cities_needed and len(there) >= cities_needed[each]]
    _keep(play, side, enough[0] if enough else [], round)


@happens("After round {round} the capitals are counted.", "end of round")
def capitals_won_and_kept_win(play: Play, round: int, *, powers: OnePower, spaces: Spaces) -> None:
    """The side of {powers} wins if it holds the enemy capitals on the board ({spaces}) at the ends of two rounds in a
    row."""
    side = play.rules.sides[powers[0]]
    names = {space.id for space in play.board.spaces}
    wanted = [capital for capital in spaces if capital in names]
    held = [capital for capital in wanted if play.rules.sides.get(play.holder(capital)) is side]
    _keep(play, side, held if held == wanted else [], round)


@happens("The turn of {power} ends: capitals are counted.", "end of turn")
def capitals_held_from_turn_to_turn_win(play: Play, power: str, *, capital_conquerors: Fact) -> None:
    """{capital_conquerors} has won if it holds its own capital and an enemy's from the end of one of its turns to the
    end of the next."""
    if power in capital_conquerors:
        _keep(play, play.rules.sides[power], _capitals(play, power), play.position.clock.round)


@happens("{was} no longer holds {territory}.", "captured")
def a_lost_capital_restarts_the_count(play: Play, was: str, *, capital_conquerors: Fact) -> None:
    """A power that loses its own or the enemy's capital before it has won must hold both for a whole round again."""
    if was in capital_conquerors and not _capitals(play, was):
        _keep(play, play.rules.sides[was], [], play.position.clock.round)


def _capitals(play: Play, power: str) -> list[str]:
    """The capitals that a power holds, if its own are among them and one of an enemy; else none."""
    own = play.capitals(power)
    held = [space for seat in play.board.powers for space in seat.capitals if play.holder(space) == power]
    return held if set(own) < set(held) else []


@happens("The turn of {power} ends: capitals are counted.", "end of turn")
def a_capital_not_retaken_loses_the_game(play: Play, power: str, *, powers: Powers) -> None:
    """The enemies of {powers} have won if they hold all their own capitals and that of {powers} when its turn ends."""
    if power in powers:
        side = play.rules.sides[power].other
        wanted = [
            space for seat in play.board.powers for space in seat.capitals if side is seat.side or seat.id == power
        ]
        if all(play.rules.sides.get(play.holder(space)) is side for space in wanted):
            _win(play, side, wanted, play.position.clock.round)


def _win(play: Play, side: Side, held: list[str], round: int) -> None:
    """Note that a side has won, unless the game was won before."""
    if not notes.WON.is_set(play.position):
        play.emit("won", notes.WON.edit(side), side=side, level="kept", cities=held, round=round)


def _keep(play: Play, side: Side, held: list[str], round: int) -> None:
    """Note whether a side holds what wins; one that did at the last count, too, has won."""
    before = notes.NEARLY_WON.is_set(play.position, side.value)
    if held and before:
        _win(play, side, held, round)
    elif held and not before:
        play.emit("nearly-won", notes.NEARLY_WON.edit(True, side.value), side=side, cities=held, round=round)
    elif before and not held:
        play.emit("no-longer-winning", notes.NEARLY_WON.clear(side.value), side=side, round=round)
