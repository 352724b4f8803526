"""Puts the dice of a question into the order of rolling, as far as it names who rolls them."""

from __future__ import annotations

from collections.abc import Iterator

from kb.asking.question import Question
from kb.base.english import possessive
from kb.base.errors import Finding
from kb.cases.expectations.played import PlayedCase
from kb.cases.play.playing import play
from kb.engine.core.position import Unit, replace
from kb.games.names import Wording, power_name

#: the most times that dice are put in order: other faces may change the later rolls
_MOST_ORDERS = 4


def with_dice_in_order(request: Question) -> tuple[Question, PlayedCase]:
    """Return the request with its dice in the order of rolling, as far as it names who rolls them, and its play.

    The order is repeated a few times, because other faces may change what is rolled later.
    """
    played = play(request.rules, request.case, asked=True)
    for _ in range(_MOST_ORDERS if any(map(any, request.rollers)) else 0):
        acts, rollers = [*request.acts], [*request.rollers]
        places = (place for place, act in enumerate(acts) if act.dice)
        for number, place in enumerate([*places][: len(rollers)]):
            # dice that are not rolled may have been left out of the act
            left, sorted_dice = [*zip(acts[place].dice, rollers[number], strict=False)], list[tuple[int, str]]()
            for power, _, unit, _ in played.record.rolled.get(place, ()):
                roller = played.start.units.get(unit)
                own = [die for die in left if _rolls(die[1].partition(":")[0], power, roller)]
                die = next((each for each in own if _rolls(each[1], power, roller)), next(iter(own), None))
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


def _rolls(named: str, power: str, unit: Unit | None) -> bool:
    """Return whether ``named``, such as ``germany:bomber`` or ``-germany`` (an opponent), may be a unit of a power."""
    owner, _, kind = named.partition(":")
    is_owner = not owner or (power != owner[1:] if owner[0] == "-" else power == owner)
    return is_owner and (not kind or (unit is not None and unit.type == kind))


def other_rollers(request: Question, played: PlayedCase) -> Iterator[Finding]:
    """Yield a finding for each act with a die that another power or unit rolled than the question says."""
    places = (place for place, act in enumerate(request.acts) if act.dice)
    words = Wording(request.rules.board)
    for place, named in zip(places, request.rollers, strict=False):
        for said, (power, _, id, _) in zip(named, played.record.rolled.get(place, ()), strict=False):
            unit = played.start.units.get(id)
            if _rolls(said, power, unit):
                continue
            owner, _, kind = said.partition(":")
            rolled = sum(each == power for each, *_ in played.record.rolled[place])
            given = sum(each.partition(":")[0] in ("", power) for each in named)
            if rolled > given > 0:
                message = f"{power_name(power)} rolls {rolled} dice here, and the line gives {given}"
            elif unit and kind and _rolls(owner, power, unit):
                message = (
                    f"{possessive(power_name(power))} {words.unit(unit.type)} rolls here, not the {words.unit(kind)}"
                )
            else:
                other = "an opponent" if owner.startswith("-") else power_name(owner)
                message = f"{power_name(power)} rolls here, not {other}"
            yield Finding(message, hint="write the faces of all dice in the order of rolling: dice 2 5 1")
            break
