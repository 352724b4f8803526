"""Completes facilities of the printed set-up that actions need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row
from kb.cases.language.words import GameWords
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Placement, SpaceKind, UnitKind
from kb.games.names import power_name

#: the verbs of actions that need a facility in their space
_AT_FACILITIES = ("mobilize", "raid", "repair", "rocket")
#: the rules by which facilities of captured land go to its holder, become smaller, or are removed
_CHANGE_HANDS, _BECOME_SMALLER = "complexes-and-guns-change-hands", "captured-complexes-become-smaller"
_KEEP_NONE = "some-powers-keep-no-complexes"


def missing_facilities(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> list[Placement]:
    """Return the printed facilities of the spaces in which actions place units or take over those of others, or that
    they raid or repair. For a sea zone these are the power's facilities around it. Those of captured land are its
    holder's, unless a capture removes them. Leave out a space that the position states to be empty or with a
    facility."""
    board, stated = rules.board, {} if position.get("from") else position.get("spaces", {})
    found, facilities = (
        dict[Placement, None](),
        {each for each, kind in rules.kinds.items() if kind is UnitKind.FACILITY},
    )
    places = [place for act in acts for place in _facility_places(position, act)]
    for own, at in () if position.get("from") else places:
        around = board.around(at) if board.space(at).kind is SpaceKind.SEA_ZONE else ()
        for row in board.setup:
            said = stated.get(row.space, Contents(held_by=row.power))
            holder = str(said.get("held_by") or row.power)
            is_there = row.space == at or (row.space in around and holder == own)
            units = {each.unit for rows in units_of(said).values() for each in rows}
            if is_there and said and not units & facilities and row.unit in facilities:
                found.update(dict.fromkeys(_after_capture(rules, row, holder)))
    return [*found]


def _after_capture(rules: Rulebook, row: Placement, holder: str) -> Iterator[Placement]:
    """Yield the facilities of a row of the printed set-up in land that ``holder`` has, as a capture leaves them.
    A friend of the printed holder gets none: land that it liberates goes back to that holder."""

    def given(rule: str, name: str) -> Sequence[str]:
        """Return the names that a rule of the game is given; none if the game does not have the rule."""
        return cast("Sequence[str]", rules.lines[rule].given.get(name, ())) if rule in rules.lines else ()

    if holder == row.power:
        yield row
    elif holder in rules.enemies.get(row.power, ()) and row.unit in given(_CHANGE_HANDS, "units"):
        if holder in given(_KEEP_NONE, "powers"):
            return
        is_large = row.unit in given(_BECOME_SMALLER, "units")
        yield replace(row, power=holder, unit=given(_BECOME_SMALLER, "smaller")[0] if is_large else row.unit)


def _facility_places(position: PositionTable, act: Act) -> Iterator[tuple[str, str]]:
    """Yield a power and a space for each space in which an act needs a facility of the power."""
    if act.kind in _AT_FACILITIES:
        at = act.named("at")
        yield act.power or position["turn"], act.named("from") or at if act.kind == "mobilize" else at
    for power, chosen in act.choices if act.kind == "end" else ():
        taken = {(row.power, row.unit) for row in chosen if isinstance(row, Row) and row.power not in ("", power)}
        for space, contents in position.get("spaces", {}).items():
            if taken & {(owner, row.unit) for owner, rows in units_of(contents).items() for row in rows}:
                yield power, space


def complete_facilities(words: GameWords, position: PositionTable, rows: Sequence[Placement]) -> Iterator[str]:
    """Add printed facilities to the position. Yields the assumptions."""
    for row in rows:
        there = position["spaces"].setdefault(row.space, Contents())
        there[row.power] = (*units_of(there).get(row.power, ()), Row("", row.unit, row.count))
        named = words.units({row.unit: row.count})
        is_captured = there.get("held_by", row.power) != words.board.space(row.space).held_by
        source = "captured with it" if is_captured else "as in the printed set-up"
        yield f"{power_name(row.power)} has {named} in {words.space(row.space)}, {source}"
