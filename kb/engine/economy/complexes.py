"""Industrial complexes: how many units they make in a turn."""

from __future__ import annotations

from kb.engine.board.abilities import has_technology
from kb.engine.board.holders import holder_of
from kb.engine.core.given import Number, Technologies
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.core.registry import answers
from kb.engine.units.complexes import complexes


def damage(play: Play, territory: str) -> int:
    """The damage markers on what makes units in a territory."""
    return sum(unit.damage for unit in complexes(play, territory))


def capacity(play: Play, territory: str) -> int:
    """How many units the complex of a territory makes in a turn."""
    return max(0, int(play.ask("production", play.board.space(territory).value or 0, territory=territory)))


@answers(
    "complexes-make-a-fixed-number",
    "The complex in {territory} makes {now} units.",
    "production",
    about="The type of a complex sets how many units it makes in a turn ({<unit>}).",
    given={"<unit>": Number("how many units a complex of this type makes in a turn")},
)
def complexes_make_a_fixed_number(play: Play, answer: int, territory: str) -> int:
    return _best(play, "complexes-make-a-fixed-number", territory, answer)


def _best(play: Play, rule: str, territory: str, default: int) -> int:
    """The highest number that the rule set gives to a rule for the types of complex in a territory."""
    numbers = play.rules.given(rule)
    types = [play.ask("makes-as", unit.type, complex=unit) for unit in complexes(play, territory)]
    return max((int(numbers.get(each, 0)) for each in types), default=default)


@answers(
    "an-upgraded-complex-makes-what-it-made",
    "In the turn of its upgrade {complex} makes what it made.",
    "makes-as",
    about="In the turn in which it is upgraded, a complex makes as many units as before.",
)
def an_upgraded_complex_makes_what_it_made(play: Play, answer: str, complex: Unit) -> str:
    return str(play.position.turn_notes.get(("upgraded", complex.at), answer))


@answers(
    "damage-lowers-production",
    "Damage leaves {now} of the {was} units of {territory}.",
    "production",
    about="Each damage marker lowers by one the number of units that a complex makes.",
)
def damage_lowers_production(play: Play, answer: int, territory: str) -> int:
    return answer - damage(play, territory)


@answers(
    "better-factories-make-more",
    "{territory} makes {now} units instead of {was}.",
    "production",
    about="{technologies}: a complex in a territory worth {value:IPC} or more makes {units} more units in a turn.",
    given={
        "technologies": Technologies("the technologies with which complexes make more"),
        "value": Number("the least value of a territory whose complex makes more, in IPCs"),
        "units": Number("how many more units the complex makes in a turn"),
    },
)
def better_factories_make_more(play: Play, answer: int, territory: str) -> int:
    rule = "better-factories-make-more"
    rich = (play.board.space(territory).value or 0) >= play.number(rule, "value")
    better = rich and has_technology(play, rule, holder_of(play, territory))
    return answer + play.number(rule, "units") if better else answer


@answers(
    "better-complexes-make-more",
    "{territory} makes {now} units instead of {was}.",
    "production",
    about="{technologies}: complexes make more units in a turn ({<unit>}).",
    given={
        "technologies": Technologies("the technologies with which complexes make more"),
        "<unit>": Number("how many more units a complex of this type makes in a turn"),
    },
)
def better_complexes_make_more(play: Play, answer: int, territory: str) -> int:
    rule = "better-complexes-make-more"
    if not has_technology(play, rule, holder_of(play, territory)):
        return answer
    return answer + _best(play, rule, territory, 0)
