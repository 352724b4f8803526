"""Where the sentences and clauses of a line end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.asking.notation.lex import END, Item

_ENDS = (";", "?", "!", "\n", ".")


def sentences(items: Sequence[Item]) -> Iterator[tuple[list[Item], bool]]:
    """The sentences of a line, each with whether it asks."""
    sentence: list[Item] = []
    for item in items:
        if item.mark in _ENDS:
            if sentence:
                yield sentence, item.mark == "?"
            sentence = []
        else:
            sentence.append(item)
    if sentence:
        yield sentence, False


def parts(items: Sequence[Item]) -> Iterator[tuple[list[Item], bool, bool]]:
    """The clauses of a sentence, each with whether a colon ends it, and whether "then" stands before it."""
    part: list[Item] = []
    depth, follows = 0, False
    for at, item in enumerate(items):
        depth += (item.mark == "(") - (item.mark == ")")
        ends = item.mark in (",", ":") and not depth and not _in_dice(part, items[at + 1 :])
        ends = ends and not (item.mark == "," and _in_list(part, items[at + 1 :]))
        took = item.role == "do" and item.which == "take" and any(each.role == "do" for each in part)
        if took and at + 1 < len(items) and items[at + 1].role in ("now", "old") and part[-1].spaces:
            yield part, False, follows  # "lands in libya captured this turn"
            part, follows = [part[-1]], False
        ends = ends or (item.role == "to" and at + 1 < len(items) and items[at + 1].role == "do")
        ends = (
            ends
            or item.role in ("then", "if")
            or _goes_on(part, item, items[at + 1 :])
            or _tells_dice(part, items[at:])
        )
        if item.role == "to" and ends:
            item.used = True
        if ends:
            if part:
                yield part, item.mark == ":", follows
                follows = False
            follows = follows or item.role == "then"
            part = [item] if item.role in ("if", "do") else []
        else:
            part.append(item)
    if part:
        yield part, False, follows


def _in_dice(part: Sequence[Item], rest: Sequence[Item]) -> bool:
    """Whether a comma stands between the numbers of dice."""
    if not part or not any(item.role == "dice" for item in part) or part[-1].number is None or len(rest) == 0:
        return bool(part and part[-1].role == "dice")
    behind = rest[1] if len(rest) > 1 else END
    return rest[0].number is not None and not (behind.unit or behind.power or behind.role == "people")


def _in_list(part: Sequence[Item], rest: Sequence[Item]) -> bool:
    """Whether a comma stands between units of one list: a number and a unit follow, and nothing that is done."""
    end = next((at for at, item in enumerate(rest) if item.mark in (",", ":")), len(rest))
    behind = rest[:end]
    if not part or not part[-1].units or not behind or not (behind[0].number is not None or behind[0].role == "a"):
        return False
    verbs = ("do", "hold", "may", "dice", "face", "not", "versus")
    subjects = all(each.units or each.number is not None or each.mark or each.role in ("a", "filler") for each in part)
    if subjects and behind[1:] and any(each.units for each in behind[:3]):  # "1 inf, 1 art, 1 tank attack"
        return True
    return any(item.units for item in behind) and not any(
        item.role in verbs or item.role == "people" or item.power for item in behind
    )


def _tells_dice(part: Sequence[Item], rest: Sequence[Item]) -> bool:
    """Whether with a verb behind another one begins what was rolled: ``attacks hits with a 3``."""
    told = [item for item in rest[1:] if item.role not in ("with", "a", "filler", "in")]
    return (
        rest[0].role == "do"
        and rest[0].which == "attack"
        and any(item.role == "do" for item in part)
        and bool(told)
        and all(item.number is not None for item in told)
    )


def _goes_on(part: Sequence[Item], item: Item, rest: Sequence[Item]) -> bool:
    """Whether behind an "and" another thing is done or said: both sides have a verb of their own."""
    if item.role != "and" and item.mark not in ("+", "&"):
        return False
    behind: list[Item] = []
    for item in rest:
        if item.mark in (",", ":", "(") or item.role in ("and", "then"):
            break
        behind.append(item)
    verbs = ("do", "hold", "may", "ask", "dice", "face", "not")
    ours = any(item.role in (*verbs, "filler") and item.role != "filler" for item in part)
    goes = any(item.role == "to" for item in part) and any(item.role == "do" and item.which == "move" for item in part)
    if goes and any(item.units for item in behind) and any(item.role in ("to", "from") for item in behind):
        return True
    stands = any(item.units for item in part) and any(item.spaces for item in part)
    if stands and behind and behind[0].role in ("may", "do"):
        return True
    return ours and any(item.role in verbs for item in behind)
