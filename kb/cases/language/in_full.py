"""Values of a case with nothing left out that a reader would have to know: each power that is meant anyway is named."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from kb.cases.language.options import Rows
from kb.cases.language.scenario import Act, Value
from kb.cases.language.vocabulary import NONE
from kb.games.board_model import Board, Side


def powers_of(board: Board) -> frozenset[str]:
    """Everybody who can own units: the powers at the table, those that only own land, and the two sides."""
    owners = (power for space in board.spaces for power in (space.owner, space.held_by) if power)
    return frozenset((*(power.id for power in board.powers), *owners, *Side))


def named(value: Value, power: str, powers: Collection[str]) -> Value:
    """A value in which units of the ``power`` that is meant, written without it, stand under its name; what is aboard a
    unit is of the unit's owner. ``powers`` are all that can own units."""
    if isinstance(value, Mapping):
        found: dict[str, Any] = {}
        for key, each in value.items():
            owner = key or power
            inner = named(each, owner if owner in powers else power, powers)
            found[owner] = {**found[owner], **inner} if owner in found else inner
        return found
    return [named(each, power, powers) for each in value] if isinstance(value, (list, tuple)) else value


def named_act(act: Act, power: str, powers: Collection[str]) -> dict[str, Any]:
    """An act of a power as a request has it, with its dice and choices, without what is expected of it."""
    found: dict[str, Any] = {act.kind: named(act.what, power, powers), **named(act.given, power, powers)}
    found["power"] = power
    if act.which:
        found["which"] = list(act.which)
    if act.dice:
        found["dice"] = list(act.dice)
    if act.choices:
        found["choices"] = [{chooser: named(option, chooser, powers)} for chooser, option in act.choices]
    return found


def named_option(rows: Rows | str, powers: Collection[str]) -> Value:
    """One option of a choice in the only form it has: two that are equal are written alike.

    Units by power and type are a number, or a sorted list where something tells them from others.
    """
    if isinstance(rows, str):
        return rows
    found: dict[str, dict[str, Any]] = {}
    for (owner, called), entries in sorted(rows.items()):
        some: Any = sum(number for _, number in entries)
        if any(told for told, _ in entries):
            listed = [{**named(told, owner, powers), "count": number} for told, number in entries]
            some = sorted(listed, key=lambda entry: json.dumps(entry, sort_keys=True))
        found.setdefault(owner, {})[called] = some
    return found or NONE
