"""What players call the things of one game: which id a run of words stands for, where a kind of thing is expected.

A thing goes by its id, its printed names, what ``data/words.yaml`` has as the same (``dd``, ``ussr``), and by a part of
its name that no other thing of the kind has (``karelia``, ``nw europe``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain

from kb.base.shape import suggest
from kb.cases.language.vocabulary import NONE, Spoken, Vocabulary
from kb.engine.core.rulebook import Rulebook

#: directions in short
DIRECTIONS = {
    "n": ("north", "northern"),
    "e": ("east", "eastern"),
    "s": ("south", "southern"),
    "w": ("west", "western"),
    "north": ("northern",),
    "east": ("eastern",),
    "south": ("southern",),
    "west": ("western",),
    "nw": ("northwest", "northwestern"),
    "ne": ("northeast", "northeastern"),
    "sw": ("southwest", "southwestern"),
    "se": ("southeast", "southeastern"),
}
#: words of names that name nothing by themselves, and letters that a part of a name has at least
_NOT_ALONE = frozenset(
    (
        *("north", "east", "south", "west", "northern", "eastern", "southern", "western"),
        *("central", "far", "new", "sea", "zone", "of", "the", "and", "at", "to", "in", "on", "by", "from"),
    )
)
_SHORTEST = 3
#: kinds of words that are no names of things, and have no other wording
_AS_WRITTEN = frozenset(("mark", "side", "victory level", "casualty"))
#: so many names can be listed in a message
_FEW = 20
_MARKS = re.compile(r"[^\w/]+")


class Called:
    """The names of a rule book's things, by kind (``space``, ``power``, ``unit`` ...)."""

    def __init__(self, rules: Rulebook, spoken: Spoken) -> None:
        self.rules, self.spoken = rules, spoken
        self.vocabulary = Vocabulary(rules.board, rules.ruleset)
        self._terms: dict[str, tuple[dict[str, tuple[str, ...]], str]] = {}

    def ids(self, kind: str, text: str) -> tuple[str, ...]:
        """Return the ids of a kind that a text may mean: several for an ambiguous name, none for an unknown one."""
        exact = self._exactly(kind, text)
        if exact or kind in _AS_WRITTEN:
            return (exact,) if exact else ()
        names, joined = self._of_kind(kind)
        parts: list[str] = []
        for wording in wordings(text):
            own = self.spoken.terms(wording)
            if own in names and kind != "phase":  # the phase "Combat" of a game may be called as a part of two
                return names[own]
            alone = len(own) < _SHORTEST or own.isdigit() or {*wording.split()} <= _NOT_ALONE
            if f" {own} " in joined and not alone:
                parts.append(own)
        found = [ids for name, ids in names.items() if parts and f" {parts[0]} " in f" {name} "]
        return tuple(dict.fromkeys(chain.from_iterable(found)))

    def near(self, kinds: Iterable[str], word: str) -> str:
        """``did you mean 'x'?``, of the names of some kinds; empty where none is like a word."""
        return suggest(word, dict.fromkeys(name.lower() for kind in kinds for name in self._names(kind)))

    def listed(self, kind: str) -> str:
        """Return all names of a kind, where they are few."""
        ids = list(self.vocabulary.words(kind))
        return f"one of {', '.join(each.replace('-', ' ') for each in ids)}" if len(ids) <= _FEW else ""

    def is_several(self, kind: str, text: str) -> bool:
        """Return whether a text is the plural of a name, as ``subs`` is."""
        one = text[:-1]
        return text.endswith("s") and self.ids(kind, one) == self.ids(kind, text) != () and len(one) > 1

    def _exactly(self, kind: str, text: str) -> str:
        if kind == "space":
            return self.vocabulary.find("space", text) or ""
        return self._ids[kind].get(_MARKS.sub("-", text), "") if kind in self._ids else ""

    @cached_property
    def _ids(self) -> dict[str, dict[str, str]]:
        kinds = self.vocabulary.kinds()
        return {kind: {_MARKS.sub("-", each): each for each in words} for kind, words in kinds.items()}

    def _of_kind(self, kind: str) -> tuple[dict[str, tuple[str, ...]], str]:
        """Return the things of a kind by the terms of each of their names, and all these terms in one text."""
        if kind not in self._terms:
            found: dict[str, tuple[str, ...]] = {}
            for name, each in self._named(kind):
                own = self.spoken.terms(name)
                found[own] = tuple(dict.fromkeys((*found.get(own, ()), each)))
            self._terms[kind] = found, f" {' , '.join(found)} "
        return self._terms[kind]

    def _names(self, kind: str) -> list[str]:
        return [name for name, _ in self._named(kind)]

    def _named(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield each name of a kind, with the id."""
        board, ruleset = self.rules.board, self.rules.ruleset
        if kind == "space":
            for space in board.spaces:
                yield from ((name, space.id) for name in (*space.names, *([space.city] if space.city else ())))
            return
        yield from ((word.replace("-", " "), word) for word in self.vocabulary.words(kind))
        if kind in ("unit", "technology"):
            things = board.units if kind == "unit" else board.technologies
            yield from ((each.name, each.id) for each in things)
        elif kind in ("phase", "advantage"):
            titled = ruleset.phases if kind == "phase" else ruleset.advantages
            yield from ((each.title, each.id) for each in titled)


@lru_cache(maxsize=16)
def called(rules: Rulebook, spoken: Spoken) -> Called:
    """Return the names of a rule book's things, made once."""
    return Called(rules, spoken)


#: words for nobody and nothing
NOBODY = (NONE, "nobody", "nothing")


def wordings(text: str) -> Iterator[str]:
    """Yield a text, and with a direction that is written in short written out."""
    yield text
    words = text.split()
    for at, word in enumerate(words if len(words) > 1 else ()):
        for long in DIRECTIONS.get(word, ()):
            yield " ".join([*words[:at], long, *words[at + 1 :]])
