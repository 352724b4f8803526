"""Finds what shows that a line was misread, or says two things at once: then it is not answered but told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kb.asking.notation.clause import Clause
from kb.asking.notation.items import END, Item
from kb.asking.notation.names import Names
from kb.asking.notation.routes import is_sea
from kb.asking.notation.scene import Scene
from kb.asking.notation.splitting import ENDS, SENTENCE
from kb.base.errors import Finding
from kb.cases.reading.files import RulesOf
from kb.games.names import power_name

#: a space has at most so many units of a type
_MOST_UNITS = 100
_FACES = 6
#: brackets within each other; each is read as far as it goes, with those in it
_DEEPEST = 4
_KNOWN = ("power", "space", "unit")
_NOT = ("not", "never", "cannot", "nor", "neither", "except")
_NOT_ENDS = ("n't", "n’t")
_ZONE = ("sz", "sea zone", "seazone")
_MAY = "egypt: uk 1 tank; may the tank go egypt - libya"
_AGAIN = "say it otherwise, for example: revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5"


def brackets(found: Sequence[Item]) -> Iterator[Finding]:
    """A finding where brackets stand too deep within each other."""
    depth = 0
    for item in found:
        depth = 0 if item.mark in SENTENCE else max(0, depth + (item.mark == "(") - (item.mark == ")"))
        if depth > _DEEPEST:
            yield Finding(f"more than {_DEEPEST} brackets within each other", hint="close each, or leave it out")
            return


def numbers(found: Sequence[Item]) -> Iterator[Finding]:
    """A finding for each number that cannot be one where it stands: a part of a unit, fewer than none, too many."""
    for at, item in enumerate(found):
        before, behind = _at(found, at - 1), _at(found, at + 1)
        if item.number is None or item.word:
            continue
        third = _at(found, at + 2)
        if behind.mark == "." and behind.glued and third.glued and third.text.isdigit() and item.text.isdigit():
            yield Finding(f"'{item.text}.{third.text}' is no number here", hint="write a whole number")
        elif behind.names.get("unit") and before.mark == "-" and item.glued and not before.glued:
            yield Finding(f"'-{item.text} {behind.text}' is no number of units", hint=f"from 1 to {_MOST_UNITS}")
        elif behind.names.get("unit") and item.number > _MOST_UNITS:
            yield Finding(f"'{item.text} {behind.text}' is too many", hint=f"from 1 to {_MOST_UNITS}")


def dice(parts: Sequence[Clause]) -> Iterator[Finding]:
    """A finding for each number that is told as a roll and is on no face of a die."""
    for number in dict.fromkeys(number for clause in parts for number in clause.no_dice):
        yield Finding(f"no die shows {number}", hint=f"a die shows 1 to {_FACES}")


def contradictions(parts: Sequence[Clause], scene: Scene) -> Iterator[Finding]:
    """A finding for each thing of which a line says two: whose turn it is, and who attacks in it."""
    turns = dict.fromkeys(each.power for each in parts if each.power and _tells_turn(each))
    if len(turns) > 1:
        both = " and ".join(f"{power_name(power)}'s" for power in turns)
        yield Finding(f"it is told to be {both} turn", hint="a line is about one turn: leave one out")
    for clause in parts if len(turns) == 1 else ():
        acts = clause.verb == "battle" and not (clause.asks or clause.versus or clause.question)
        if acts and clause.power and scene.hostile(clause.power):
            yield Finding(
                f"{power_name(clause.power)} attacks, but it is {power_name(scene.turn)}'s turn",
                hint="leave one out; who defends is told by its units",
            )


def unasked(parts: Sequence[Clause], judged: bool) -> Iterator[Finding]:
    """A finding where a line asks something and nothing that can be judged comes out of it, or who is at war."""
    asked = [clause for clause in parts if clause.asks or clause.question]
    if any(clause.war and not (clause.verb or clause.mentions) for clause in asked):
        yield Finding("who is at war is not answered here", hint=f"ask what somebody may do then: {_MAY}")
    elif asked and not judged:
        yield Finding("what is asked is not understood: which unit, from where to where?", hint=f"for example: {_MAY}")


def _tells_turn(clause: Clause) -> bool:
    """Whether a clause says only whose turn or phase it is."""
    things = clause.mentions or clause.path or clause.verb or clause.places or clause.asks
    return bool(clause.turn or clause.phase) and not things


def left_over(found: Sequence[Item], used: frozenset[str]) -> Iterator[Item]:
    """The names in a line of which nothing has come into the request."""
    for item in found:
        ids = {each for kind in _KNOWN for each in item.names.get(kind, ())}
        if ids and not item.word and not ids & used:
            yield item


def misread(found: Sequence[Item], left: Sequence[Item], lost: Sequence[str]) -> Iterator[Finding]:
    """A finding for each name and each *not* that says nothing: the line may mean the opposite of what was read.

    A place that stands alone between two marks says nothing anyhow.
    """
    for at, item in enumerate(found):
        if any(item is each for each in left):
            alone = _at(found, at - 1).mark in ENDS and _at(found, at + 1).mark in ENDS
            if not (alone and not item.names.get("power") and not item.names.get("unit")):
                yield Finding(f"not understood: '{item.text}'", hint=_AGAIN)
        elif item.unknown and item.text in lost and (item.text in _NOT or item.text.endswith(_NOT_ENDS)):
            yield Finding(f"not understood: '{item.text}'", hint=_AGAIN)


def zones(found: Sequence[Item], names: Names, seas: frozenset[str]) -> Iterator[Finding]:
    """A finding for each numbered sea zone that the board does not have."""
    for one, other in pairwise(found):
        if one.text in _ZONE and other.number is not None and f"sz{other.number}" not in seas:
            spaces = [space.name for space in names.board.spaces if is_sea(names.rules, space.id)]
            has = f"its sea zones are {', '.join(spaces)}" if not seas else f"it has {len(seas)} numbered ones"
            yield Finding(f"this board has no sea zone {other.number}", hint=has)


def foreign(found: Sequence[Item], names: Names, rules_of: RulesOf) -> Iterator[Finding]:
    """A finding for each power and unit that other games have and this one has not, with those that it has."""
    doubtful = [item for at, item in enumerate(found) if _may_be_foreign(found, at, names)]
    if not doubtful:
        return
    own, spoken = names.rules.ruleset.game, names.spoken
    others = [rules_of(game, "", "") for game in dict.fromkeys(spoken.editions.values()) if game != own]
    units = {spoken.terms(unit.id.replace("-", " ")): unit.id for rules in others for unit in rules.board.units}
    powers = {spoken.terms(seat.id.replace("-", " ")) for rules in others for seat in rules.board.powers}
    for item in doubtful:
        terms = spoken.terms(item.text)
        if terms in units:
            has = ", ".join(unit.name for unit in names.board.units)
            yield Finding(f"this game has no '{item.text}'", hint=f"its units are {has}")
        elif terms in powers and "advantage" not in item.names:
            has = ", ".join(power_name(seat.id) for seat in names.board.powers)
            yield Finding(f"this game has no power '{item.text}'", hint=f"its powers are {has}")


def _may_be_foreign(found: Sequence[Item], at: int, names: Names) -> bool:
    """Whether a word may be a power or a unit that the game does not have: unknown, or taken for something else."""
    item, before, behind = found[at], _at(found, at - 1), _at(found, at + 1)
    if item.unknown and item.text in names.spoken.known:
        return True
    if item.names.keys() == {"advantage"}:
        return before.number is not None
    if item.names.keys() != {"space"} or any(
        names.spoken.key(name) == names.spoken.key(item.text) for name in _full(item, names)
    ):
        return False
    return bool(behind.role in ("phase", "turn") or behind.names.get("unit") or behind.number is not None)


def _full(item: Item, names: Names) -> Iterator[str]:
    """The whole names of the spaces that a word may mean."""
    for space in item.names["space"]:
        yield from names.space(space).names


def _at(found: Sequence[Item], at: int) -> Item:
    return found[at] if 0 <= at < len(found) else END
