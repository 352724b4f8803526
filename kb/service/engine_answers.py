"""An answer about a position with what a base knows of it: the rulings that bear on it, and their verdicts."""

from __future__ import annotations

from kb.asking.answer import ask
from kb.asking.bearing import MOST
from kb.asking.render import render_answer
from kb.store import lookup
from kb.store.scenarios import rulings_by_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.asking.request import EngineRequest
    from kb.knowledge import KnowledgeBase

    Plain = dict[str, Any]

#: words of the answer that are searched for, and rulings that are looked at
_WORDS, _FOUND = 60, 30
#: reciprocal ranks begin at this place, and those by words count so much (``benchmarks/bearing.py``)
_BEGINS, _BY_WORDS = 10, 0.5
#: marks that have a meaning in a query
_MARKS = str.maketrans(dict.fromkeys('":-*~()', " "))


def answer(base: KnowledgeBase | None, request: EngineRequest) -> Plain:
    """The answer as plain values (docs/asking.md). With a base its ``rulings`` are in the order of both the deciding
    rules and its words, by the sum of the reciprocal ranks in both, each with its verdict; none where no ruling has to
    do with a rule that decided."""
    game = request.rules.ruleset.game
    told = render_answer(ask(request), rulings_by_rule(base.connection, game) if base else {})
    if base is None or not told["rulings"]:
        return told
    why = (reason["says"] for act in told["actions"] for reason in act["reasons"] or act["leaned_on"])
    texts = [*told["told"][1:], *(act["text"] for act in told["actions"]), *dict.fromkeys(why)]
    words = " ".join(texts).translate(_MARKS).split()[:_WORDS]
    hits = base.search(" ".join(words), game=game, limit=_FOUND) if words else ()
    by_words = {hit.id: _BY_WORDS / (_BEGINS + place) for place, hit in enumerate(hits)}
    shares = {
        each["id"]: 1 / (_BEGINS + place) + by_words.get(each["id"], 0) for place, each in enumerate(told["rulings"])
    }
    best = sorted(told["rulings"], key=lambda each: (-shares[each["id"]], each["id"]))[:MOST]
    known = lookup.summaries(base.connection, [each["id"] for each in best])
    told["rulings"] = [{**each, "verdict": known[each["id"]]["verdict"]} for each in best if each["id"] in known]
    return told
