"""Texts about how games compare on a topic."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Plain = Mapping[str, Any]

#: the kinds of comparison that a scenario played in both games shows
_PLAYED = {"same": "the same", "different": "different"}
NOT_COMPARED = "not compared"


def compared(pair: Plain) -> str:
    """Return how two games compare, of ``comparison``: ``the same``, ``different`` or ``not compared``."""
    return _PLAYED.get(pair["comparison"], NOT_COMPARED)


def grounds(pair: Plain) -> str:
    """Return the grounds of a comparison, of ``scenario``, ``basis``, ``readings`` and ``why``:
    ``played: revised/a-case``; or why nothing can be compared."""
    return f"{lead(pair)}{pair['scenario']}{readings(pair)}" if pair["scenario"] else str(pair["why"])


def lead(pair: Plain) -> str:
    """Return the word before the scenario of a pair. Where readings of ours decide it, the play proves nothing."""
    return "case: " if pair["basis"] == "reading" else "played: "


def readings(pair: Plain) -> str:
    """Return the text behind the scenario: the readings that decide it."""
    if pair["basis"] != "reading":
        return ""
    ids = pair["readings"]
    return f"; reading: {', '.join(ids)}" if ids else "; its rules are not verified"


def summary(pairs: Iterable[Plain]) -> str:
    """Return how many pairs of games compare how: ``2 different, 1 the same``."""
    words = [compared(pair) for pair in pairs]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))


def with_game(topic: Plain, game: str) -> list[Plain]:
    """Return how each other game compares with one on a topic."""
    return [
        {**pair, "game": other}
        for pair in topic["pairs"]
        if game in pair["games"]
        for other in pair["games"]
        if other != game
    ]
