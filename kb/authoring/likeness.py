"""How alike texts are by their words, of which rare ones count most: what a new ruling is probably about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kb.corpus.typography import words
from kb.model import Ruling
from kb.search.stems import stem

T = TypeVar("T")


@dataclass(frozen=True)
class Like(Generic[T]):
    """Something whose words are like a text's: how much, 0 to 100, and the words of both that count most."""

    of: T
    score: float
    words: tuple[str, ...]


class Likeness(Generic[T]):
    """Rates things by their texts, which ``text_of`` gives: the cosine of their stems, weighted by how rare they are.

    How rare a stem is is counted in the texts ``counted``; default: those of the things.
    """

    def __init__(self, things: Sequence[T], text_of: Callable[[T], str], counted: Iterable[str] | None = None) -> None:
        self._things = [(each, _stems(text_of(each))) for each in things]
        texts = [set(own) for _, own in self._things] if counted is None else [set(_stems(text)) for text in counted]
        self._many = len(texts)
        self._in = Counter(stem for own in texts for stem in own)

    def likest(self, text: str) -> list[Like[T]]:
        """Everything, the likest first; of equals the first."""
        asked = _stems(text)
        rated = [self._like(each, own, asked) for each, own in self._things]
        return sorted(rated, key=lambda like: -like.score)

    def _like(self, thing: T, own: Mapping[str, str], asked: Mapping[str, str]) -> Like[T]:
        both = sorted(own.keys() & asked.keys(), key=lambda stem: (-self._weight(stem), stem))
        size = math.sqrt(self._square(own) * self._square(asked))
        return Like(thing, 100 * self._square(both) / size if size else 0.0, tuple(asked[stem] for stem in both[:3]))

    def _square(self, stems: Iterable[str]) -> float:
        return sum(self._weight(stem) ** 2 for stem in stems)

    def _weight(self, stem: str) -> float:
        """How rare a stem is; one that nothing has counts as if one text had it."""
        return math.log((self._many + 1) / max(1, self._in[stem]))


def _stems(text: str) -> dict[str, str]:
    """The stems of a text, each with a word that it has of it."""
    return {stem(word): word for word in reversed(words(text).split())}


def said(ruling: Ruling) -> str:
    """The words of a ruling."""
    return f"{ruling.question} {ruling.answer}"
