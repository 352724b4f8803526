"""The words of questions (``asked`` in ``data/words.yaml``): which act each verb asks for, which fact each word of a
state stands for, and what is filler.

They are looked up by their terms, as a search has them (:class:`kb.cases.language.vocabulary.Spoken`), so plurals, verb
forms and other words for the same need no lines.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from kb.cases.language.vocabulary import Spoken


class Fact(StrEnum):
    """What a question says of its situation beside units, powers and places."""

    MINE = "mine"
    ENEMYS = "enemys"
    ALLYS = "allys"
    NEUTRAL = "neutral"
    NONE = "none"
    ALONE = "alone"
    TOGETHER = "together"
    EMPTY = "empty"
    LAND = "land"
    SEA = "sea"
    ON = "on"
    INTO = "into"
    SUBMERGED = "submerged"
    DAMAGED = "damaged"
    LOADED = "loaded"
    NEW = "new"
    OLD = "old"
    WORTH = "worth"
    HELD = "held"
    UNRESEARCHED = "unresearched"
    SURFACED = "surfaced"
    ATTACKS = "attacks"
    DEFENDS = "defends"
    BEFORE = "before"
    CAPTURED = "captured"
    FOUGHT = "fought"
    COMBAT = "combat"
    NONCOMBAT = "noncombat"
    FILLER = "filler"


class Words:
    """What runs of terms stand for: the kinds of acts that they ask for, facts, the kinds of units of groups, and
    numbers of the unit table. The verbs of free talk ask for what they do there."""

    def __init__(self, spoken: Spoken) -> None:
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        rows = [*spoken.asked.items()]
        talk = ((role, run[1:]) for run, role in spoken.talk.items() if run[0] == "=")
        rows += [(f"talk {role[3:]}", (run,)) for role, run in talk if role.startswith("do ")]
        for means, words in rows:
            sort, _, meant = means.partition(" ")
            runs = found.setdefault(sort, {})
            for run in map(spoken.terms, words):
                runs[run] = tuple(dict.fromkeys((*runs.get(run, ()), meant)))
        self.facts = {run: Fact(facts[0]) for run, facts in found.get("fact", {}).items()}
        talked = {run: acts for run, acts in found.get("talk", {}).items() if run not in self.facts}
        self.verbs = talked | found.get("act", {})
        self.groups, self.figures = found.get("group", {}), found.get("figure", {})
        #: the ways that verbs say: by a blitz, on through a place, by land
        self.ways = found.get("way", {})


@lru_cache(maxsize=2)
def words_of(spoken: Spoken) -> Words:
    """The words as one lexicon has their terms."""
    return Words(spoken)
