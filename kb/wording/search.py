"""How a search was understood, told to the person who searched."""

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


def search_notes(told: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, str]:
    """What to tell a reader of how a query was understood: kind (of :data:`SEARCH_NOTES`) -> sentence, in order.

    ``told`` is what :meth:`kb.knowledge.Results.understood` gives, ``titles`` has the games' titles by id.
    ``static/kb/kept.js`` does the same without network.
    """
    only, named = (" and ".join(titles[game] for game in told[part]) for part in ("only", "named"))
    differs = told["chosen"] and not set(told["named"]) <= set(told["only"])
    said = {
        "searched_for": (told["searched_for"],),
        "only": ("" if told["chosen"] or told["other_games"] else only,),
        "chosen": (only, named) if differs else ("",),
        "all": ("" if only else named,),
        "absent": (" and ".join(told["absent"]),),
        "unknown": (", ".join(told["unknown"]),),
        "notes": ("; ".join(told["notes"]),),
        "other_games": (only if told["other_games"] else "",),
        "also": ("; ".join(told["also"]),),
    }
    return {kind: SEARCH_NOTES[kind].format(*parts) for kind, parts in said.items() if parts[0]}
