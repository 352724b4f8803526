"""Proposes a line that can be read in place of one that cannot: of the statements that can be read, and of the units,
powers and spaces in the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.asking.notation.cursor import ARTICLES, Cursor
from kb.asking.notation.forms import form_of
from kb.asking.notation.line_tokens import Token, same_verb, tokens
from kb.cases.acts import VERBS
from kb.cases.language.vocabulary import Vocabulary
from kb.cases.language.words import GameWords
from kb.games.board_model import SpaceKind, UnitKind

#: the words before a space, by its place in a route
_FROM, _VIA = ("from", "off", "leaving"), ("through", "via", "over", "past")
_BEFORE_SPACE = (*_FROM, *_VIA, "in", "at", "to", "into", "on", "onto", "of", "near", "around")
#: the words of a statement of who holds a space
_HOLDS = re.compile(r"\b(?:held|holds?|owns?|owned|controls?|controlled|took|taken|captured|has|have)\b")
#: the most statements of a line that are tried
_MOST = 12


class Proposal(NamedTuple):
    """A line that can be read, and the parts of another line that are not in it as they are written."""

    line: str
    left: tuple[str, ...] = ()


@dataclass
class _Parts:
    """The parts of a statement: units by power (empty if none is named), spaces by their place in a route, the verbs
    in order, the powers, and the power right before the first verb and its units."""

    subject: str = ""
    units: dict[str, list[str]] = field(default_factory=dict)
    start: list[str] = field(default_factory=list)
    way: list[str] = field(default_factory=list)
    goal: list[str] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)

    def types(self) -> set[str]:
        """Return the names of the types of the units."""
        return {unit.partition(" ")[2] for units in self.units.values() for unit in units}


def proposed(text: str, rows: Sequence[Sequence[Token]], names: Vocabulary, reads: Callable[[str], int]) -> Proposal:
    """Return a line, without its game, that can be read and has all unit types of the text, and the parts of the text
    that are not in it as written; an empty line if none is found.

    ``rows`` are the tokens of the statements of ``text``. ``reads`` returns 0 if a line cannot be read as far as it
    goes, 1 if it can, and 2 if it is also a question that can be answered.
    """
    kept, left, whole = list[str](), list[str](), _parts(text, names)
    for row in rows[:_MOST]:
        said = text[row[0].start : row[-1].end]
        for piece in (said,) if reads("; ".join([*kept, said])) else re.split(r"[,?.](?=\s|$)", said):
            tries = (piece.strip(), *_statements(piece, whole, names)) if piece.strip() else ()
            found = next((each for each in tries if reads("; ".join([*kept, each]))), "")
            kept += [found] if found else []
            left += [piece.strip()] if tries and found != tries[0] else []
    ends = ("", *_acts(whole, whole, names), *(f"what may {power} do?" for power in whole.powers[:1]))
    turns = ("", *(f"{power}; " for power in whole.powers))
    lines = ("; ".join(filter(None, (f"{turn}{'; '.join(kept)}".strip(" ;"), end))) for end in ends for turn in turns)
    fitting = (line for line in lines if reads(line) == 2 and whole.types() <= _parts(line, names).types())
    return Proposal(next(fitting, ""), tuple(left))


def _statements(piece: str, whole: _Parts, names: Vocabulary) -> Iterator[str]:
    """Yield statements with the parts of a piece of a ``whole`` line, the most complete first."""
    parts, asks = _parts(piece, names), piece.strip().startswith(("can", "may"))
    if parts.verbs:
        yield from (act if asks else act.replace("may ", "") for act in _acts(parts, whole, names))
    spaces = [*parts.start, *parts.goal]
    if len(spaces) == 1 and parts.units:
        units = ", ".join(f"{power} {' '.join(each)}".strip() for power, each in parts.units.items())
        yield f"{spaces[0]}: {units}"
    if len(spaces) == 1 and len(parts.powers) == 1 and not (parts.units or parts.verbs) and _HOLDS.search(piece):
        yield f"{spaces[0]} held by {parts.powers[0]}"


def _acts(parts: _Parts, whole: _Parts, names: Vocabulary) -> Iterator[str]:
    """Yield actions with the parts of a statement, by its verbs from the last to the first, then as a move. The power
    and the sea zone that it lacks are the first of the ``whole`` line."""
    board, kinds = names.rules.board, names.rules.kinds
    power = parts.subject or (whole.powers or [""])[0]
    own = parts.units.get(power) or parts.units.get("") or []
    units, spaces = " ".join(own), [*parts.start, *parts.way, *parts.goal]

    def of_kind(kind: UnitKind) -> str:
        """Return the units of a kind among those of the power."""
        return " ".join(each for each in own if kinds.get("-".join(each.split()[1:])) is kind)

    seas = {each.id.replace("-", " ") for each in board.spaces if each.kind is SpaceKind.SEA_ZONE}
    land = [each for each in spaces if each not in seas]
    sea = [each for each in (*spaces, *whole.start, *whole.goal) if each in seas]
    enemies = [
        f"{parts.goal[-1]}: {other} {' '.join(each)}; "
        for other, each in parts.units.items()
        if parts.goal and other and other != power
    ]
    works = [
        (other, each.partition(" ")[2])
        for other, rows in parts.units.items()
        for each in rows
        if kinds.get("-".join(each.split()[1:])) is UnitKind.FACILITY
    ]
    for said in reversed(parts.verbs):
        verb = "offload" if said == "land" and not of_kind(UnitKind.AIR) else said
        forms = {
            "load": [f"{power} loads {of_kind(UnitKind.LAND)} from {land[0]} to {sea[0]}"] if land and sea else [],
            "offload": [
                f"{sea[0]}: {power} 1 transport ({of_kind(UnitKind.LAND)}); may {power} unloads {of_kind(UnitKind.LAND)} from {sea[0]} to {land[-1]}",
                f"{power} unloads {of_kind(UnitKind.LAND)} from {sea[0]} to {land[-1]}",
            ]
            if land and sea
            else [],
            "bombard": [f"{power} {of_kind(UnitKind.SHIP)} bombards {land[-1]} from {sea[0]}"] if land and sea else [],
            "raid": [
                f"{power} {of_kind(UnitKind.AIR)} raids {each}"
                for each in (
                    *[each for each in parts.goal if each not in seas],
                    *(f"the {other} {unit}" for other, unit in works),
                )
            ],
            "mobilize": [f"{power} places {units} in {spaces[-1]}"] if spaces else [],
            "land": [f"{power} {of_kind(UnitKind.AIR)} lands in {parts.goal[-1]}"] if parts.goal else [],
            "purchase": [f"{power} buys {units}"],
        }
        yield from (f"may {each}" if "may " not in each else each for each in forms.get(verb, ()))
    route = " - ".join([*(parts.start or parts.goal[:-1])[:1], *parts.way, *parts.goal[-1:]])
    if " - " in route:
        yield from (f"{before}may {power} {units} {route}" for before in (*enemies, ""))
    if parts.goal:
        yield f"may {power} moves {units} to {parts.goal[-1]}"


def _parts(said: str, names: Vocabulary) -> _Parts:
    """Return the parts of a text; each of its words belongs to one part at most."""
    row, found, at, number = tokens(said), _Parts(), 0, ""
    cursor = Cursor(said, row, names, GameWords(names.rules.board, names.rules.ruleset))
    power = ""
    while at < len(row):
        before, word = row[at - 1].text if at else "", row[at].text
        (powers, after), (spaces, beyond) = cursor.look("power", at), cursor.look("space", at)
        units, last = cursor.look("unit", at)
        is_owner = bool(powers and cursor.look("unit", after)[0])
        is_number = word.isdecimal() or (word in ARTICLES and at + 1 < len(row) and row[at + 1].text.isdecimal())
        is_other = is_owner or is_number
        is_space = len(spaces) == 1 and not is_other and (not powers or beyond > after or before in _BEFORE_SPACE)
        if row[at].number is not None and not is_space:
            number, at = str(row[at].number), at + 1
        elif len(units) == 1 and not (is_space and beyond > last):
            is_all = not number and names.is_several("unit", said[row[at].start : row[last - 1].end])
            count = "the" if is_all else number or "1"
            found.units.setdefault(power, []).append(f"{count} {units[0].replace('-', ' ')}")
            number, at = "", last
        elif is_space:
            place = found.start if before in _FROM else found.way if before in _VIA else found.goal
            name = spaces[0].replace("-", " ")
            if name not in (*found.start, *found.way, *found.goal):
                place.append(name)
            power, at = "", beyond
        elif len(powers) == 1 and after > at:
            power = powers[0].replace("-", " ")
            found.powers += [power] if power not in found.powers else []
            at = after
        else:
            verbs = (
                each for each in VERBS for known in form_of(each).words if " " not in known and same_verb(word, known)
            )
            verb = next(verbs, "")
            found.subject = power if verb and not found.verbs else found.subject
            found.verbs += [verb] if verb else []
            number = number if word in ("and", ",") else ""
            at += 1
    return found
