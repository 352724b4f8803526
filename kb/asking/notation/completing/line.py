"""Completes the facts that a line leaves out."""

from __future__ import annotations

from collections.abc import Container, Sequence, Set

from kb.asking.notation.completing.facilities import complete_facilities, missing_facilities
from kb.asking.notation.completing.land import complete_captured, complete_holders, complete_lost_islands
from kb.asking.notation.completing.loads import divided_loads
from kb.asking.notation.completing.money import (
    complete_accounts,
    complete_bought,
    complete_money,
    complete_raised,
    paid_by_the_stated,
)
from kb.asking.notation.completing.phases import with_phases, with_the_phase_before
from kb.asking.notation.completing.units import complete_movers, taking_from_land, with_fighters_aboard
from kb.asking.notation.completing.wars import complete_wars_of_lost_land, complete_wars_of_partners
from kb.cases.language.scenario import Act, PositionTable
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook


def complete(
    rules: Rulebook,
    words: GameWords,
    position: PositionTable,
    acts: Sequence[Act],
    absent: Container[tuple[str, str]],
    peace: Set[frozenset[str]],
    raids: Sequence[Act] = (),
) -> tuple[list[Act], list[int], list[str]]:
    """Complete the position, in place, and the actions. Return the actions, the indexes of the ends of phases that were
    added, and the assumptions. ``absent`` has types of units, each with a space without them, and ``peace`` the pairs
    of powers that are at peace. ``raids`` follow the actions; they are not completed, but their facilities are. Raises
    :class:`BadInput` if captured land cannot be completed."""
    wars = [
        *complete_wars_of_lost_land(rules, words, position, acts, peace),
        *complete_wars_of_partners(rules, position),
    ]
    accounts = [*complete_accounts(rules, position, acts), *wars]
    placed = [taking_from_land(words, position, paid_by_the_stated(position, act)) for act in acts]
    acts = [act for act, _ in placed]
    captured = [*complete_captured(rules, words, position), *complete_holders(rules, words, position, acts)]
    missing = missing_facilities(rules, position, [*acts, *raids])
    facilities = [row for row in missing if (row.unit, row.space) not in absent and (row.unit, "") not in absent]
    assumed = [
        *accounts,
        *captured,
        *complete_lost_islands(rules, words, position),
        *complete_movers(rules, words, position, acts),
        *complete_facilities(words, position, facilities),
        *complete_raised(rules, words, position, acts),
        *complete_bought(rules, words, position, acts),
        *complete_money(rules, position, acts),
        *(each for _, taken in placed for each in taken),
    ]
    acts, aboard = with_fighters_aboard(rules, words, position, [*divided_loads(rules, position, acts)])
    many = len(acts)
    acts, before = with_the_phase_before(rules, words, position, acts)
    added = len(acts) - many
    acts, supplied, more = with_phases(rules, words, position.get("phase", ""), acts)
    return acts, [*range(added), *supplied], [*assumed, *aboard, *before, *more]
