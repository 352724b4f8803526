"""Which names of a game an unknown word means, by what players call things: ``data/words.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.scenarios.language.spoken import lexicon_of
from kb.search import lexicon
from kb.shape import suggest

#: more names than these are no help
_MOST = 6


def hint(word: str, known: Mapping[str, str], data: str) -> str:
    """``did you mean 'a' or 'b'?``: what a word means; if it means nothing known, what is spelled most like it.

    ``known`` has for each name what to write.
    """
    candidates = list(known)
    found = dict.fromkeys(known[name] for name in meant(word, candidates, data))
    if found:
        names = " or ".join(f"'{each}'" for each in found)
        return f"did you mean {names}?"
    return suggest(word.lower(), candidates) or suggest(word, candidates)


def meant(word: str, known: Iterable[str], data: str) -> list[str]:
    """The names among ``known`` that a word means: keys that go by it, the same thing by another name, a place of which
    players say so, or names that have the word within. ``data`` is where the rule books are; nothing without it."""
    words = lexicon_of(data) if data else None
    if words is None:
        return []
    candidates = {name: words.terms(name) for name in dict.fromkeys(known)}
    own = words.terms(word)
    near = {*words.near.get(" ".join(own), ())}
    ways = (
        [name for name in candidates if name in words.keys.get(lexicon.key(word), ())],
        [name for name, terms in candidates.items() if terms == own],
        [name for name, terms in candidates.items() if terms and {*terms} <= near],
        [name for name, terms in candidates.items() if own and {*own} <= {*terms}],
        [name for name, terms in candidates.items() if len(own) > 1 and terms and {*terms} <= {*own}],
    )
    return next((found for found in ways if 0 < len(found) <= _MOST), [])


def game_meant(name: str, data: str) -> str:
    """The game that players call so; empty where there is none."""
    words = lexicon_of(data)
    return words.editions.get(lexicon.key(name), "") if words else ""
