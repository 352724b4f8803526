"""An answer about a position with what a base knows of it: the rulings that bear on it, and their verdicts."""

from __future__ import annotations

from kb.asking.ask import ask
from kb.asking.bearing import MOST
from kb.asking.plain import plain
from kb.store import lookup
from kb.store.scenarios import rulings_by_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.asking.request import Asked
    from kb.knowledge import KnowledgeBase

    Plain = dict[str, Any]

#: words of the answer that are searched for, and rulings that are looked at
_WORDS, _FOUND = 60, 30
#: reciprocal ranks begin at this place, and those by words count so much (``benchmarks/bearing.py``)
_BEGINS, _BY_WORDS = 10, 0.5
#: marks that have a meaning in a query
_MARKS = str.maketrans(dict.fromkeys('":-*~()', " "))


def answer(base: KnowledgeBase | None, asked: Asked) -> Plain:
    """The answer as plain values (docs/asking.md). With a base its ``rulings`` are in the order of both the deciding
    rules and its words, each with its verdict; none where no ruling has to do with a rule that decided."""
    found = ask(asked)
    game = found.rules.ruleset.game
    told = plain(found, rulings_by_rule(base.connection, game) if base else {})
    if base is not None and told["rulings"]:
        told["rulings"] = _with_verdicts(base, _ordered(told["rulings"], _by_words(base, told, game))[:MOST])
    return told


def _by_words(base: KnowledgeBase, told: Plain, game: str) -> list[str]:
    """The rulings of a game whose words are most like those in which an answer is told."""
    why = (reason["says"] for act in told["actions"] for reason in act["reasons"] or act["leaned_on"])
    texts = [*told["told"][1:], *(act["text"] for act in told["actions"]), *dict.fromkeys(why)]
    words = " ".join(texts).translate(_MARKS).split()[:_WORDS]
    return [hit.id for hit in base.search(" ".join(words), game=game, limit=_FOUND)] if words else []


def _ordered(by_rules: list[Plain], by_words: list[str]) -> list[Plain]:
    """The rulings that rules lead to, by the sum of the reciprocal ranks in both orders."""
    ranks = {each: _BY_WORDS / (_BEGINS + place) for place, each in enumerate(by_words)}
    shares = {each["id"]: 1 / (_BEGINS + place) + ranks.get(each["id"], 0) for place, each in enumerate(by_rules)}
    return sorted(by_rules, key=lambda each: (-shares[each["id"]], each["id"]))


def _with_verdicts(base: KnowledgeBase, rulings: list[Plain]) -> list[Plain]:
    known = lookup.summaries(base.connection, [each["id"] for each in rulings])
    return [{**each, "verdict": known[each["id"]]["verdict"]} for each in rulings if each["id"] in known]
