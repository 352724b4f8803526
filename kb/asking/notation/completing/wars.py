"""Completes the wars that a line leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import cast

from kb.cases.language.scenario import Act, PositionTable
from kb.cases.language.words import GameWords
from kb.engine.core.position import OLD_WAR
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name

#: the rules of wars that partners share, and the keys of these partners and of their enemies
_WARS_OF_PARTNERS = {
    "war-with-one-is-war-with-all": ("on", "powers"),
    "partners-go-to-war-together": ("partners", "on"),
}
#: the rule with the land that may be attacked without a war
_WITHOUT_WAR = "some-land-is-attacked-without-war"


def complete_wars_of_lost_land(
    rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act], peace: Set[frozenset[str]]
) -> Iterator[str]:
    """Complete the wars of powers of different sides of which one holds original land of the other, unless the position
    has this war, an act declares it, or they are in ``peace``. Land that may be attacked without a war is left out.
    Yields the assumptions."""
    free = rules.lines[_WITHOUT_WAR].given.get("spaces", ()) if _WITHOUT_WAR in rules.lines else ()
    wars = {power: {**enemies} for power, enemies in position.get("wars", {}).items()}
    known = {frozenset(pair) for pair in rules.board.wars} | peace
    known |= {frozenset((power, each)) for power, enemies in wars.items() for each in enemies}
    known |= {
        frozenset((act.power or position.get("turn", ""), act.named())) for act in acts if act.kind == "declare-war"
    }
    for space, contents in position["spaces"].items():
        holder, owner = str(contents.get("held_by", "")), rules.board.space(space).owner
        if not rules.board.wars or holder not in rules.enemies.get(owner, ()) or space in cast("Sequence[str]", free):
            continue
        if frozenset((holder, owner)) not in known:
            known.add(frozenset((holder, owner)))
            wars.setdefault(holder, {})[owner] = OLD_WAR
            yield f"{power_name(holder)} and {power_name(owner)} are at war, because of {words.space(space)}"
    if wars:
        position["wars"] = wars


def complete_wars_of_partners(rules: Rulebook, position: PositionTable) -> Iterator[str]:
    """Complete wars of partners, which go to war together or are attacked together: if one is at war with a power, so
    are the others. Yields the assumptions."""
    wars = position.get("wars", {})
    for name, sides in _WARS_OF_PARTNERS.items():
        given = rules.lines[name].given if name in rules.lines else {}
        partners, others = (cast("Sequence[str]", given.get(each, ())) for each in sides)
        stated = [
            (other, how, is_attacked)
            for other in others
            for partner in partners
            for is_attacked, how in (
                (True, wars.get(other, {}).get(partner)),
                (False, wars.get(partner, {}).get(other)),
            )
            if how
        ]
        for other, how, is_attacked in stated:
            for partner in partners:
                if partner not in wars.get(other, {}) and other not in wars.get(partner, {}):
                    by, on = (other, partner) if is_attacked else (partner, other)
                    wars.setdefault(by, {})[on] = how
                    yield f"{power_name(by)} and {power_name(on)} are at war, as their partners are"
