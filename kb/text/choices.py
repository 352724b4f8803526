"""Says the options of a choice in words."""

from __future__ import annotations

from kb.base.english import listed
from kb.cases.language.units import Chosen, told_apart
from kb.cases.language.words import GameWords
from kb.engine.core import picks
from kb.engine.core.table import Choice

#: the most options that are listed
_MOST = 12


def options_in_words(words: GameWords, choice: Choice) -> str:
    """Return the first options of a choice, and the number of the others."""
    options = dict.fromkeys(option_in_words(words, choice, rows) for rows in told_apart(choice, _MOST))
    more = [f"one of {choice.total - _MOST:,} more"] if len(choice.options[: _MOST + 1]) > _MOST else []
    return " or ".join((*options, *more))


def option_in_words(words: GameWords, choice: Choice, option: Chosen) -> str:
    """Return an option of a choice. Units that a hit only damages are ``a hit on one battleship``; one that is also
    lost as a damaged unit is lost."""
    if isinstance(option, str) or choice.what != "casualties":
        return words.chosen(option, choice.power)
    takes = {unit.id: unit.hits or 0 for unit in words.board.units}
    lost, hit = {(row.power, row.unit): row for row in option}, []
    for key, row in [*lost.items()]:
        if takes.get(row.unit, 0) > 1 and not row.state:
            damaged = lost.pop((row.power, f"{picks.DAMAGED}{row.unit}"), row._replace(number=0))
            sunk = min(row.number, damaged.number)
            lost[key] = row._replace(number=sunk)
            lost[row.power, damaged.unit] = damaged._replace(number=damaged.number - sunk)
            hit.append(row._replace(number=row.number - sunk))
    parts = (tuple(row for row in rows if row.number) for rows in (lost.values(), hit))
    said = [words.chosen(rows, choice.power) if rows else "" for rows in parts]
    return listed(filter(None, (said[0], said[1] and f"a hit on {said[1]}")))
