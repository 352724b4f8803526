"""Whose word a document is, in words."""

from __future__ import annotations

from kb.base.standing import OFFICIAL, STANDINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_KINDS = {"erratum": "change", "rule-change": "change", "statement": "rule", "optional-rule": "optional rule"}


def mark(standing: str) -> str:
    """Return whose word a result is, for a mark beside it: ``a club’s``; empty of an official one."""
    return "" if standing == OFFICIAL else STANDINGS[standing]


def kind_of_word(ruling: Mapping[str, Any]) -> str:
    """Return what the words of a ruling (``standing``, ``kind``) are where they are not official: ``a club’s
    answer``."""
    return f"{STANDINGS[ruling['standing']]} {_KINDS.get(ruling['kind'], 'answer')}"
