"""Industrial complexes: how many units they make in a turn."""

from __future__ import annotations

from collections.abc import Mapping

from kb.engine import questions
from kb.engine.board.abilities import has_technology
from kb.engine.board.holders import holder_of
from kb.engine.core import given, notes
from kb.engine.core.given import Names
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.engine.units.complexes import complexes


def damage(play: Play, territory: str) -> int:
    """The damage markers on what makes units in a territory."""
    return sum(unit.damage for unit in complexes(play, territory))


def capacity(play: Play, territory: str) -> int:
    """How many units the complex of a territory makes in a turn."""
    return max(
        0, play.adjust(questions.economy.production, play.board.space(territory).value or 0, territory=territory)
    )


@answers("The complex in {territory} makes {now} units.", questions.economy.production)
def complexes_make_a_fixed_number(
    play: Play,
    answer: int,
    territory: str,
    *,
    limits: Mapping[str, int] = given.numbers("unit", "how many units a complex of this type makes in a turn"),
) -> int:
    """The type of a complex sets how many units it makes in a turn ({<unit>})."""
    return _best(play, limits, territory, answer)


def _best(play: Play, numbers: Mapping[str, int], territory: str, default: int) -> int:
    """The highest of the numbers given for the types of complex in a territory."""
    types = [play.adjust(questions.economy.makes_as, unit.type, complex=unit) for unit in complexes(play, territory)]
    return max((numbers.get(each, 0) for each in types), default=default)


@answers("In the turn of its upgrade {complex} makes what it made.", questions.economy.makes_as)
def an_upgrade_adds_no_units_this_turn(play: Play, answer: str, complex: Unit) -> str:
    """In the turn in which it is upgraded, a complex makes as many units as before."""
    return notes.UPGRADED.get(play.position, complex.at, answer)


@answers("Damage leaves {now} of the {was} units of {territory}.", questions.economy.production)
def damage_lowers_production(play: Play, answer: int, territory: str) -> int:
    """Each damage marker lowers by one the number of units that a complex makes."""
    return answer - damage(play, territory)


@answers("{territory} makes {now} units instead of {was}.", questions.economy.production)
def better_factories_make_more(
    play: Play,
    answer: int,
    territory: str,
    *,
    technologies: Names = given.technologies("the technologies with which complexes make more"),
    value: int = given.number("the least value of a territory whose complex makes more, in IPCs"),
    units: int = given.number("how many more units the complex makes in a turn"),
) -> int:
    """{technologies}: a complex in a territory worth {value:IPC} or more makes {units} more units in a turn."""
    rich = (play.board.space(territory).value or 0) >= value
    better = rich and has_technology(play, holder_of(play, territory), technologies)
    return answer + units if better else answer


@answers("{territory} makes {now} units instead of {was}.", questions.economy.production)
def better_complexes_make_more(
    play: Play,
    answer: int,
    territory: str,
    *,
    technologies: Names = given.technologies("the technologies with which complexes make more"),
    additions: Mapping[str, int] = given.numbers("unit", "how many more units a complex of this type makes in a turn"),
) -> int:
    """{technologies}: complexes make more units in a turn ({<unit>})."""
    if not has_technology(play, holder_of(play, territory), technologies):
        return answer
    return answer + _best(play, additions, territory, 0)
