"""Texts about how games compare on a topic."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_PLAYED = {"same": "the same", "different": "DIFFERENT"}
_SAID = {"same": "said to be the same, not played", "different": "said to be different, not played"}


def compared(pair: Mapping[str, Any]) -> str:
    """How two games compare, of ``comparison`` and ``said``: ``DIFFERENT``, ``said to be the same, not played``."""
    return _PLAYED.get(pair["comparison"]) or _SAID.get(pair["said"]) or str(pair["comparison"])


def grounds(pair: Mapping[str, Any]) -> str:
    """What shows that, of ``scenario`` and ``why``: ``played: revised/a-case``; or why nothing can be compared."""
    return f"played: {pair['scenario']}" if pair["scenario"] else str(pair["why"])


def summary(pairs: Iterable[Mapping[str, Any]]) -> str:
    """How many pairs of games compare how: ``2 DIFFERENT, 1 the same``."""
    words = [compared(pair) for pair in pairs]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
