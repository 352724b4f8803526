"""Takes a line apart into clauses: at its marks, and where somebody new does something without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking.notation.grammar import OF_PEOPLE
from kb.asking.notation.items import END, Item

#: marks that end a clause, and those of them that end a sentence
ENDS = (";", ",", ".", "?", "!", ":", "\n")
SENTENCE = (";", ".", "?", "!", "\n")
#: words that end a clause
_THEN = ("then", "and then", "so", "when", "if", "after")


def parts(found: Sequence[Item]) -> Iterator[tuple[list[Item], str, Item]]:
    """The items of each clause, the mark behind it and what follows; what is in brackets is not taken apart."""
    part: list[Item] = []
    depth = 0
    for at, item in enumerate((*found, END)):
        depth = max(0, depth + (item.mark == "(") - (item.mark == ")"))
        ends = (
            item.mark in ENDS and not (depth and item.mark in (",", ":")) and not _goes_on(found, at)
        ) or item.text in _THEN
        if ends or _begins(found, at, part):
            yield part, item.mark, found[at + 1] if at + 1 < len(found) else END
            part = []
        elif _speaks_anew(found, at, part):
            yield part, ",", item
            part = [item]
        else:
            part.append(item)


def _speaks_anew(found: Sequence[Item], at: int, part: Sequence[Item]) -> bool:
    """Whether somebody new does something, without a mark before: ``sz5 1 uk dd germany attacks sub dives``."""
    if at + 1 >= len(found) or not part or not _acts(found[at + 1]) or found[at].word or found[at].mark:
        return False
    names, before = found[at].names, part[-1]
    if names.get("unit"):
        if len(part) > 1 and part[-2].role == "place" and part[-2].text == "from":
            return False
        if before.names.get("power") and _last_said(part[:-1]).role == "question":
            return False
        return before.number is None and bool(_is_place(before) or before.role == "verb") and not names.get("space")
    told = any(item.names.get("unit") for item in part) and not before.role and not before.mark
    return bool(names.get("power")) and told and not _leaves(before, found[at])


def _last_said(part: Sequence[Item]) -> Item:
    """The last item that is no filler."""
    return next((item for item in reversed(part) if item.role != "filler"), END)


def _is_place(item: Item) -> bool:
    """Whether a name is a place here, and not whose the unit behind it is."""
    return bool(item.names.get("space")) and item.text not in OF_PEOPLE


def _leaves(before: Item, item: Item) -> bool:
    """Whether a name behind a unit is where that is, and not who acts next: only if the unit's power was said."""
    return bool(before.names.get("unit")) and bool(item.names.get("space")) and item.text not in OF_PEOPLE


def _goes_on(found: Sequence[Item], at: int) -> bool:
    """Whether a comma stands between dice, or a colon before them."""
    if found[at : at + 1] and found[at].mark == ":" and at:
        return found[at - 1].role == "dice"
    if found[at : at + 1] and found[at].mark == "," and at and at + 1 < len(found):
        follows = found[at + 2] if at + 2 < len(found) else END
        return found[at - 1].number is not None and found[at + 1].number is not None and not follows.names.get("unit")
    return False


def _begins(found: Sequence[Item], at: int, part: Sequence[Item]) -> bool:
    """Whether *and* or a plus joins another thing that is done: there is a verb before it and one behind it."""
    if at >= len(found) or not (found[at].mark == "+" or found[at].role == "and"):
        return False
    behind: list[Item] = []
    for item in found[at + 1 :]:
        if item.mark in (*ENDS, "+") or item.role == "and":
            break
        behind.append(item)
    return any(_acts(item) for item in part) and any(_acts(item) for item in behind)


def _acts(item: Item) -> bool:
    return item.role == "verb" and item.word is not None and item.word.value not in ("hold", "defend")
