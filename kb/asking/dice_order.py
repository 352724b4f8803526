"""Puts the dice of a question into the order of rolling, as far as it names who rolls them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from kb.asking.question import Question
from kb.base.english import listed, possessive
from kb.base.errors import Finding
from kb.cases.expectations.played import PlayedCase
from kb.cases.play.outcome import ROLLED
from kb.cases.play.playing import play
from kb.engine.core.position import Unit, replace
from kb.games.names import Wording, power_name

#: the most times that dice are put in order: other faces may change the later rolls
_MOST_ORDERS = 4


def with_dice_in_order(request: Question) -> tuple[Question, PlayedCase]:
    """Return the request with its dice in the order of rolling, as far as it names who rolls them, and its play.

    The order is repeated a few times, because other faces may change the later rolls.
    """
    played = play(request.rules, request.case, asked=True)
    for _ in range(_MOST_ORDERS if any(map(any, request.rollers)) else 0):
        acts, rollers = [*request.acts], [*request.rollers]
        places = (place for place, act in enumerate(acts) if act.dice)
        for number, place in enumerate([*places][: len(rollers)]):
            # dice that are not rolled may have been left out of the act
            left, sorted_dice = [*zip(acts[place].dice, rollers[number], strict=False)], list[tuple[int, str]]()
            for power, kind in _rollers(request, played, number, place):
                own = [die for die in left if rolls(die[1].partition(":")[0], power, (kind,))]
                die = next((each for each in own if rolls(each[1], power, (kind,))), next(iter(own), None))
                if die is None:
                    break
                left.remove(die)
                sorted_dice.append(die)
            dice, names = zip(*sorted_dice, *left, strict=True)
            acts[place], rollers[number] = replace(acts[place], dice=dice), names
        if tuple(acts) == request.acts and tuple(rollers) == request.rollers:
            break
        request = replace(request, case=replace(request.case, do=tuple(acts)), rollers=tuple(rollers))
        played = play(request.rules, request.case, asked=True)
    return request, played


def _rollers(request: Question, played: PlayedCase, number: int, place: int) -> list[tuple[str, str]]:
    """Return for each die of the act at ``place`` the power that rolls it and the type of its unit, or an empty string.
    Friends may defend together: if the names with the index ``number`` include the owner of the unit, the owner rolls
    its die."""
    named, friends = {each.partition(":")[0] for each in request.rollers[number]}, request.rules.friends
    rolled = played.record.rolled.get(place, ())
    dice = ((power, played.start.units.get(id)) for power, _, id, _ in rolled)
    return [
        (
            unit.power if unit and unit.power in named & {*friends.get(power, ())} else power,
            type_that_rolls(request, power, unit),
        )
        for power, unit in dice
    ]


def type_that_rolls(request: Question, power: str, unit: Unit | None) -> str:
    """Return the type of the unit that rolls a die of a power; an empty string if no unit does. ``unit`` is the one of
    the die: the gun rolls if it is an aircraft of an opponent."""
    if unit is None:
        return ""
    guns = request.rules.facts.get("antiaircraft-guns")
    hostile = unit.power not in {power, *request.rules.friends.get(power, ())}
    return guns.names[0] if guns and hostile else unit.type


def rolls(named: str, power: str, kinds: Container[str]) -> bool:
    """Return whether ``named`` may be a unit of a power, of one of the types in ``kinds``. It is written
    ``germany:bomber``, or ``-germany`` for any power but Germany; either part may be missing."""
    owner, _, kind = named.partition(":")
    is_owner = not owner or (power != owner[1:] if owner[0] == "-" else power == owner)
    return is_owner and (not kind or kind in kinds)


def assumed_orders(request: Question, played: PlayedCase) -> Iterator[str]:
    """Yield an assumption for each roll whose dice the question names by power or unit, if the number of hits depends
    on the order of the dice: ``the dice of Germany's infantry hit on 2, 1 and 1, in this order``."""
    words = Wording(request.rules.board)
    dice = ((act, named) for act, named in zip(played.acts, request.rollers_by_act, strict=False) if named)
    for act, named in dice:
        faces, names = iter(act.act.dice), iter(named)
        events = (node.event for trace in act.traces for node in trace.walk() if node.event)
        for facts in (event.facts for event in events if event.name == ROLLED):
            by_name: dict[str, list[tuple[int, int]]] = {}
            for need, face, name in zip(facts["needs"], faces, names, strict=False):
                by_name.setdefault(name, []).append((face, need))
            for name, rolled in by_name.items():
                needs = [need for _, need in rolled]
                if _depends_on_order([face for face, _ in rolled], needs):
                    power, _, kind = name.partition(":")
                    owner = power_name(power or str(facts["power"])) if power[:1] != "-" else "the opponent"
                    whose = f"{possessive(owner)} {words.unit(kind, len(needs))}" if kind else owner
                    yield f"the dice of {whose} hit on {listed(map(str, needs))}, in this order"


def _depends_on_order(faces: Iterable[int], needs: Iterable[int]) -> bool:
    """Return whether faces hit more often in one order than in another; a die hits with at most what it ``needs``."""
    faces, needs = sorted(faces), sorted(needs)
    hits = misses = 0  # as many as possible
    for need in needs:
        hits += faces[hits] <= need
    for face in faces:
        misses += face > needs[misses]
    return hits + misses > len(faces)


def other_rollers(request: Question, played: PlayedCase) -> Iterator[Finding]:
    """Yield a finding for each act with a die that another power or unit rolled than the question says."""
    places = (place for place, act in enumerate(request.acts) if act.dice)
    words = Wording(request.rules.board)
    for number, (place, named) in enumerate(zip(places, request.rollers, strict=False)):
        for said, (power, rolling) in zip(named, rollers := _rollers(request, played, number, place), strict=False):
            if rolls(said, power, (rolling,)):
                continue
            owner, _, kind = said.partition(":")
            rolled = sum(each == power for each, _ in rollers)
            given = sum(each.partition(":")[0] in ("", power) for each in named)
            if rolled > given > 0:
                message = f"{power_name(power)} rolls {rolled} dice here, and the line gives {given}"
            elif rolling and kind and rolls(owner, power, (rolling,)):
                message = (
                    f"{possessive(power_name(power))} {words.unit(rolling)} rolls here, not the {words.unit(kind)}"
                )
            else:
                other = "an opponent" if owner.startswith("-") else power_name(owner)
                message = f"{power_name(power)} rolls here, not {other}"
            yield Finding(message, hint="write the faces of all dice in the order of rolling: dice 2 5 1")
            break
