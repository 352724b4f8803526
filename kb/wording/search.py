"""Texts that tell a reader how a search was understood."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: how a query was understood, in the order in which a reader is told; ``{}`` are lists of games or words
SEARCH_NOTES = {
    "searched_for": "Searched for: {}",
    "only": "Only {}: the question names it",
    "chosen": "{} was chosen; the question names {}",
    "all": "All games, although the question names {}",
    "absent": "The question names {}, of which there are no rulings here",
    "unknown": "No ruling knows: {}",
    "notes": "{}",
    "other_games": "No ruling of {} was found for this question. Rulings of other games:",
    "also": "Also searched: {}",
}


def search_notes(understood: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, str]:
    """What to tell a reader of how a query was understood: kind (of :data:`SEARCH_NOTES`) -> sentence, in order.

    ``understood`` is what :meth:`kb.knowledge.Results.understood` gives, ``titles`` has the games' titles by id.
    ``static/kb/offline.js`` does the same without network.
    """
    only, named = (" and ".join(titles[game] for game in understood[part]) for part in ("only", "named"))
    differs = understood["chosen"] and not set(understood["named"]) <= set(understood["only"])
    arguments = {
        "searched_for": (understood["searched_for"],),
        "only": ("" if understood["chosen"] or understood["other_games"] else only,),
        "chosen": (only, named) if differs else ("",),
        "all": ("" if only else named,),
        "absent": (" and ".join(understood["absent"]),),
        "unknown": (", ".join(understood["unknown"]),),
        "notes": ("; ".join(understood["notes"]),),
        "other_games": (only if understood["other_games"] else "",),
        "also": ("; ".join(understood["also"]),),
    }
    return {kind: SEARCH_NOTES[kind].format(*parts) for kind, parts in arguments.items() if parts[0]}
