"""The word that play gives for a question, in lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

#: where play gives no word
NOT_PLAYED = "Not played: play answers yes/no questions about one game, where it understands every word and is sure."
_WORDS = {"yes": "YES", "no": "NO"}


def played_lines(played: Mapping[str, Any]) -> list[str]:
    """What play says of a question (``kb.service.playing``): the word, the situation, why, and how to ask for it."""
    if not played["word"]:
        return [NOT_PLAYED]
    return [
        f"{_WORDS[played['word']]}, played with your units (our reading): {' '.join(played['told'])}",
        *(f"What decides: {each['says']}" for each in played["rules"]),
        f"On the board: kb ask '{json.dumps(played['request'], ensure_ascii=False)}'",
    ]
