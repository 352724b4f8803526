"""Reads a change of a position in short notation: ``sz5: uk +1 dd, germany 0 sub; norway held by uk; noncombat``.

A number with a sign is that many more or fewer than there are; a number alone is how many there are then (none: one).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.asking.notation.called import Called
from kb.asking.notation.facts import take_clock, take_facts
from kb.asking.notation.lex import Item, Lexer
from kb.asking.notation.talk import Talk, Unclear
from kb.asking.notation.translate import left_over, unknown
from kb.base import paths
from kb.base.errors import Finding, raise_if
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import spoken
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board

_EXAMPLE = "write sz5: uk +1 dd, germany 0 sub"


@dataclass(slots=True)
class _Count:
    """How many units of a type there are to be: ``sign`` is ``+``, ``-`` or empty."""

    space: str
    power: str
    unit: str
    number: int
    sign: str


def read_change(text: str, rules: Rulebook, position: Plain, data: str = "") -> dict[str, Value]:
    """The change of a position that a text describes, as a contrast has it; ``position`` is as it is written.

    Raises :class:`BadInput` with every word that is not understood.
    """
    called = Called(rules, spoken(data or paths.data()))
    lexer = Lexer(called)
    findings: list[Finding] = []
    change: dict[str, Value] = {}
    for part in _sentences(text):
        found = lexer.items(part)
        if any(item.units or item.mark in ("+", "-") for item in found):
            counts, lost = _counts(found, called)
            findings += lost
            for each in counts:
                _set_units(change, position, each, rules.board)
        else:
            findings += _set_facts(change, part, called, position)
    raise_if(dict.fromkeys(findings))
    if not change:
        raise_if([Finding(f"no change in '{text}'", hint=_EXAMPLE)])
    return change


def _sentences(text: str) -> Iterator[str]:
    """The parts of a change, each about one space or one other thing."""
    yield from (part for part in text.replace("\n", ";").split(";") if part.strip())


def _counts(found: Sequence[Item], called: Called) -> tuple[list[_Count], list[Finding]]:
    """The units that a part names, and findings for words that say nothing."""
    made: list[_Count] = []
    lost: list[Finding] = []
    space = power = sign = ""
    number: int | None = None
    for at, item in enumerate(found):
        ahead = found[at + 1] if at + 1 < len(found) else None
        if item.mark in ("+", "-"):
            sign = item.mark
        elif item.mark or item.role in ("filler", "and", "in", "a", "there"):
            continue
        elif item.role == "not":
            number = 0
        elif item.number is not None:
            number = item.number
        elif item.unit:
            made.append(_Count(space, power, item.unit, 1 if number is None else number, sign))
            number, sign = None, ""
        elif item.power and not (len(item.spaces) == 1 and ahead is not None and ahead.mark == ":"):
            power = item.power
        elif len(item.spaces) == 1:
            space = item.spaces[0]
            for each in made:
                each.space = each.space or space
        else:
            lost.append(_lost(item.text, called.near(("unit", "power", "space"), item.text)))
    return [each for each in made if each.space and each.power], lost


def _set_units(change: dict[str, Value], position: Plain, count: _Count, board: Board) -> None:
    """Put into a change how many units of a type there are."""
    place = _named(position.get("spaces", {}), count.space, board)
    there = position.get("spaces", {}).get(place, {}).get(count.power, {}).get(count.unit, 0)
    before = change.get("spaces", {}).get(place, {}).get(count.power, {}).get(count.unit, there)
    entries = (
        [dict(each) for each in before] if isinstance(before, (list, tuple)) else [{"count": before}] if before else []
    )
    have = sum(each.get("count", 1) for each in entries)
    want = {"+": have + count.number, "-": max(0, have - count.number)}.get(count.sign, count.number)
    units = change.setdefault("spaces", {}).setdefault(place, {}).setdefault(count.power, {})
    units[count.unit] = _resized(entries, want)


def _named(spaces: Plain, space: str, board: Board) -> str:
    """The name under which a space stands in a position; its id where it does not."""
    for name in spaces:
        found = board.named(name)
        if found is not None and found.id == space:
            return str(name)
    return space


def _resized(entries: list[dict[str, Value]], want: int) -> Value:
    """So many units: those that are there as they are, the last ones taken away, new ones without anything special."""
    kept: list[dict[str, Value]] = []
    for entry in entries:
        number = min(entry.get("count", 1), want)
        if number:
            told = {key: value for key, value in entry.items() if key != "count"}
            kept.append({**told, "count": number} if number > 1 or not told else told)
        want -= number
    if want:
        kept.append({"count": want})
    if all(entry.keys() == {"count"} for entry in kept):
        return sum(entry["count"] for entry in kept)
    return kept


def _set_facts(change: dict[str, Value], text: str, called: Called, position: Plain) -> list[Finding]:
    """Put into a change what is no unit: the turn and phase, holders, wars, technologies, options, money."""
    talk = Talk(called, text)
    scene = talk.scene
    try:
        take_clock(talk)
        take_facts(talk)
    except Unclear as unclear:
        return [unclear.finding]
    said = {"phase": scene.phase, "turn": scene.turn, "round": scene.round}
    change |= {key: value for key, value in said.items() if value}
    for space, holder in scene.held.items():
        place = _named(position.get("spaces", {}), space, called.rules.board)
        change.setdefault("spaces", {}).setdefault(place, {})["held_by"] = holder
    for key, table in (("technologies", scene.technologies), ("advantages", scene.advantages)):
        for power, known in table.items():
            known[:0] = [each for each in position.get(key, {}).get(power, ()) if each not in known]
    tables = {"wars": scene.wars, "technologies": scene.technologies, "advantages": scene.advantages}
    change |= {
        key: value for key, value in {**tables, "treasuries": scene.money, "options": scene.options}.items() if value
    }
    return [*unknown(talk), *left_over(talk)]


def _lost(word: str, near: str = "") -> Finding:
    return Finding(f"not understood: '{word}'", hint=near or _EXAMPLE)
