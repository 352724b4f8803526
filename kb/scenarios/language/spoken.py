"""How players speak: the words of ``data/words.yaml`` for rooms that read what is written or typed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache

from kb.errors import KBError
from kb.games import packed
from kb.packing import unpacked
from kb.search import lexicon
from kb.search.lexicon import Lexicon


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
