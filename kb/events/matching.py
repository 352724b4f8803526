"""Finds the house rulings of an event by their words. ``static/kb/house.js`` does the same without network."""

from __future__ import annotations

from kb.base.errors import QueryError
from kb.events.choices import PREFIX, is_id
from kb.search.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kb.events.choices import Event, HouseRuling
    from kb.knowledge import KnowledgeBase, Results

#: what asks for all house rulings
ALL = ("house", "house ruling", "house rulings")
#: at most so many are found by their words
MOST_FOUND = 3
#: so many words of a text are read at once, and no more texts than fit a question's bounds
_AT_ONCE = 20
#: a question with many terms has to share so many; with few, half of them
ENOUGH = 3
#: what a shared term counts in a house ruling's question, and in the rest of its words
COUNTS = (2, 1)


class HouseSearch:
    """The house rulings of an event, with the terms under which each is found.

    ``terms`` has for each house ruling those of its question, and those of its answer and its note; words that are the
    same by the lexicon have the same term, and words that count little have none.
    """

    def __init__(self, base: KnowledgeBase, event: Event) -> None:
        self.event = event
        self.terms = {
            each.id: (_terms(base, each.question), _terms(base, f"{each.answer} {each.note}")) for each in event.house
        }

    def found(self, text: str, results: Results | None) -> list[HouseRuling]:
        """The house rulings for a question: those that are :meth:`named`; else those that have its words, the best
        first, and those that override a ruling among the results."""
        if asked_id(text) or is_for_all(text):
            return self.named(text)
        if results is None:
            return []
        query = results.query
        by_words = self.by_words(term for term in query.terms if term not in query.faint)
        ids = {hit.id for hit in results}
        over = [each for each in self.event.house if ids.intersection(each.overrides) and each not in by_words]
        return by_words + over[:MOST_FOUND]

    def named(self, text: str) -> list[HouseRuling]:
        """The house ruling whose id a text is; all where it asks for all; else none."""
        name = asked_id(text)
        return [each for each in self.event.house if each.id == name or is_for_all(text)]

    def by_words(self, terms: Iterable[str]) -> list[HouseRuling]:
        """Those that share enough of the telling terms of a question, the best first."""
        asked = set(terms)
        needed = min(ENOUGH, (len(asked) + 1) // 2)
        scored = []
        for place, ruling in enumerate(self.event.house):
            question, rest = (asked.intersection(each) for each in self.terms[ruling.id])
            if asked and len(question | rest) >= needed:
                score = COUNTS[0] * len(question) + COUNTS[1] * len(rest - question)
                scored.append((-score, place, ruling))
        return [ruling for _, _, ruling in sorted(scored, key=lambda each: each[:2])[:MOST_FOUND]]


def asked_id(text: str) -> str:
    """The id of a house ruling that a text is, with hyphen or space, in any case; else empty."""
    name = "-".join(text.lower().split())
    return name if name.startswith(PREFIX) and is_id(name) else ""


def is_for_all(text: str) -> bool:
    """Whether a text asks for all house rulings: ``house rulings``."""
    return " ".join(text.lower().split()) in ALL


def _terms(base: KnowledgeBase, text: str) -> list[str]:
    """The telling terms of a text of any length, in order, each once."""
    found: dict[str, None] = {}
    for part in _parts(tokens(text)):
        try:
            found |= dict.fromkeys(base.telling_terms(part))
        except QueryError:  # nothing but names of games
            continue
    return list(found)


def _parts(words: list[str]) -> Iterator[str]:
    for start in range(0, len(words), _AT_ONCE):
        yield " ".join(words[start : start + _AT_ONCE])
