"""How players speak: the words of ``data/words.yaml`` for rooms that read what is written or typed, and which names of
a game an unknown word means by them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache

from kb.base.errors import KBError
from kb.base.packing import unpacked
from kb.base.shape import suggest
from kb.games import packed
from kb.search import lexicon
from kb.search.lexicon import Lexicon

#: more names than these are no help
_MOST_MEANT = 6


class Spoken:
    """What players say, in one form for each thing: of words that mean the same every one has the same terms."""

    def __init__(self, words: Lexicon) -> None:
        self._words = words
        #: what looser words, such as those for places, stand for: terms -> the terms of each wording
        self.means: Mapping[str, tuple[str, ...]] = words.means
        #: what the games are called, by key
        self.editions: Mapping[str, str] = words.editions
        #: words that are good English, in plain form: no misspellings
        self.known = frozenset(part for wording in words.wordings for part in wording.split())

    def key(self, text: str) -> str:
        """The stems of a text."""
        return lexicon.key(text)

    def terms(self, text: str) -> str:
        """The stems of a text with each wording replaced by what it is the same as."""
        return " ".join(self._words.terms(text))

    def is_faint(self, text: str) -> bool:
        """Whether a word is filler: a pronoun, an article, an auxiliary."""
        return self.key(text) in self._words.faint


@lru_cache(maxsize=4)
def lexicon_of(data: str) -> Lexicon | None:
    """The lexicon of a folder of data; nothing where it cannot be read: who asks does without."""
    try:
        if packed.is_packed(data):
            return unpacked(Lexicon, packed.line(data, packed.WORDS))
        return lexicon.load(data, [each.name for each in os.scandir(os.path.join(data, "games"))])
    except (KBError, OSError):
        return None


@lru_cache(maxsize=4)
def spoken(data: str) -> Spoken:
    """How players speak, by a folder of data; where that has no words, they speak as the boards do."""
    return Spoken(lexicon_of(data) or Lexicon())


def hint_of(word: str, known: Mapping[str, str], data: str) -> str:
    """``did you mean 'a' or 'b'?``: what a word means; if it means nothing known, what is spelled most like it.

    ``known`` has for each name what to write.
    """
    candidates = list(known)
    found = dict.fromkeys(known[name] for name in names_meant(word, candidates, data))
    if found:
        names = " or ".join(f"'{each}'" for each in found)
        return f"did you mean {names}?"
    return suggest(word.lower(), candidates) or suggest(word, candidates)


def names_meant(word: str, known: Iterable[str], data: str) -> list[str]:
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
    return next((found for found in ways if 0 < len(found) <= _MOST_MEANT), [])


def game_meant(name: str, data: str) -> str:
    """The game that players call so; empty where there is none."""
    words = lexicon_of(data)
    return words.editions.get(lexicon.key(name), "") if words else ""
