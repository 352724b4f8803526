"""Texts that tell a reader how a search was understood."""

from __future__ import annotations

from kb.base.english import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Any

#: how a query was understood, in the order in which a reader is told; ``{}`` are lists of games or words
SEARCH_NOTES = {
    "searched_for": "Searched for: {}",
    "only": "Only {}: the question names it",
    "instead": "Asked of {}, as you wrote; {} is chosen",
    "chosen": "{} was chosen; the question names {}",
    "all": "All games, although the question names {}",
    "absent": "The question names {}, of which there are no rulings here",
    "unknown": "No ruling knows: {}",
    "notes": "{}",
    "also": "Also searched: {}",
}


def search_notes(understood: Mapping[str, Any], titles: Mapping[str, str], passed_over: str = "") -> dict[str, str]:
    """What to tell a reader of how a query was understood: kind (of :data:`SEARCH_NOTES`) -> sentence, in order.

    ``understood`` is what :meth:`kb.knowledge.Results.understood` gives, ``titles`` has the games' titles by id,
    ``passed_over`` is the game that was chosen before the query named another.
    ``static/kb/offline.js`` does the same without network.
    """
    only, named = (" and ".join(titles[game] for game in understood[part]) for part in ("only", "named"))
    differs = understood["chosen"] and not set(understood["named"]) <= set(understood["only"])
    arguments = {
        "searched_for": (understood["searched_for"],),
        "only": ("" if understood["chosen"] or passed_over else only,),
        "instead": (only, titles[passed_over]) if passed_over else ("",),
        "chosen": (only, named) if differs else ("",),
        "all": ("" if only else named,),
        "absent": (" and ".join(understood["absent"]),),
        "unknown": (", ".join(understood["unknown"]),),
        "notes": ("; ".join(understood["notes"]),),
        "also": ("; ".join(understood["also"]),),
    }
    return {kind: SEARCH_NOTES[kind].format(*parts) for kind, parts in arguments.items() if parts[0]}


#: the words that answer a question, as a terminal shows them
_ANSWERS = {"yes": "YES", "no": "NO", "depends": "IT DEPENDS"}


def answered(word: str, condition: str, verdict: str) -> str:
    """A verdict after the word that answers the question, if one does: ``NO (only after the US turn): ...``."""
    if not word:
        return verdict
    return f"{_ANSWERS[word]}{f' ({condition})' if condition else ''}: {verdict}"


def without_word(answer: str) -> str:
    """A part of an official answer without the yes or no that it begins with: that may not answer what was asked.

    It is empty where there is nothing else.
    """
    first, _, rest = answer.partition(" ")
    if first.rstrip(".,;:!").lower() not in ("yes", "no"):
        return answer
    return f"… {rest}" if rest else ""


#: why a question has its answer state; after ``nearest`` what says more of it: nothing found, a game that is not here,
#: and what is wanted that is no rule
WHY = {
    "answered": "A ruling of {games} answers it: {ids}.",
    "other-game": "No ruling of {asked} answers it; only rulings of {games} do, and the rules may differ: {ids}.",
    "rule": "No ruling answers it, but what the engine plays by does: {says}",
    "likely": "Not sure; the likeliest ruling is {ids} ({games}).",
    "likely-rule": "Not sure whether a ruling answers it; what the engine plays by does: {says}",
    "nearest": "No ruling and no rule here answers it; these are the nearest.",
    "unplayed": "No ruling of {asked} answers it, and its rules are not played here; these are the nearest.",
    "nothing": "Nothing here answers it.",
    "absent": "Nothing here is about {absent}; these are the nearest of other games.",
    "advice": "It asks for advice, which rulings do not give; these are the nearest.",
    "chance": "It asks how likely something is, which rulings do not tell; these are the nearest.",
    "things": "It asks for something that is no rule; these are the nearest.",
    "none": "It is not about these games.",
}
#: what is said in the place of a state where the first ruling may answer after all
UNSURE = {"other-game": "likely", "nearest": "likely", "rule": "likely-rule"}
#: what stands above the rulings where a rule or printed value answers
NEAREST_RULINGS = "The nearest rulings:"
#: what stands above what is known of a part of a question of several, and in its place where nothing is
PART, PART_OPEN = "Of it: {}", "Nothing here surely answers that."
#: what to try where nothing is found
OTHER_GAMES_RULING = "try it without --game: it is a ruling of another game"
TRY_OTHERWISE = "try fewer or plainer words, without quotes, or look at 'kb sections' and 'kb games'"
#: how many rulings are named in the reason
WHY_NAMES = 2


def why(
    state: str,
    found: Sequence[tuple[str, str]],
    says: str,
    asked: Sequence[str],
    absent: Sequence[str],
    wants: Collection[str],
    short: Mapping[str, str],
    played: bool = True,
) -> str:
    """One sentence that says why a question has its answer state, or what is said in its place (:data:`UNSURE`).

    ``found`` are id and game of the rulings found, best first, ``says`` is the best statement of a rule or value,
    ``asked`` the games it is kept to, ``absent`` the titles of games that are not here, ``wants`` what is wanted that
    is no rule; ``short`` has what the games are called, ``played`` whether the engine has
    rules of one asked. ``static/kb/states.js`` does the same without network.
    """
    kind = state
    if state == "nearest" and not found:
        kind = "nothing"
    elif state == "nearest":
        kind = (
            "absent"
            if absent
            else next((want for want in WHY if want in wants), state if played or not asked else "unplayed")
        )
    named = found[: 1 if state in ("answered", "likely") else WHY_NAMES]
    return WHY[kind].format(
        asked=listed(short[game] for game in asked),
        games=listed(dict.fromkeys(short[game] for _, game in named)),
        ids=listed(ruling for ruling, _ in named),
        says=says,
        absent=listed(absent),
    )
