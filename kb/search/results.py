"""What a search gives: the hits, best first, each with the line that shows why, and how the query was understood."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from kb.base import caches
from kb.search.state import ANSWERED, OTHER_GAME, RULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kb.search.answer import AnswerState, FoundStatement
    from kb.search.query import Query


WIDTH = 160
_MARKS = "\"“”‘’'*()[].,;:!?"
_CLOSING = "\"”’'*)]"
#: what begins an item of a list
_BULLETS = ("-", "*", "+", "•")
#: words with a full stop that end no sentence
_ABBREVIATED = ("vs.", "etc.", "no.", "pp.", "sz.")
#: a word of the text matches a query term if this many first letters are equal
STEM = 5


class Hit:
    """One result of a search: ``id``, ``game``, ``score`` (higher is better), ``question``,
    ``verdict``, ``verdict_kind``, ``authority``, ``standing``, ``draft`` and, made when first asked for,
    ``snippet``, ``word`` and ``condition``.
    """

    def __init__(self, row: sqlite3.Row, score: float, query: Query) -> None:
        self.position: int = row["position"]
        self.id: str = row["id"]
        self.game: str = row["game"]
        self.kind: str = row["kind"]
        self.question: str = row["question_text"]
        self.verdict: str = row["verdict"]
        self.authority: str = row["authority"]
        self.verdict_kind: str = row["verdict_kind"]
        self.standing: str = row["standing"]
        self.draft = bool(row["draft"])
        self.score = score
        self._answer: str = row["answer_text"]
        self._query = query
        self._snippet: str | None = None
        self._find_word: Callable[[], tuple[str, str]] | None = None
        self._word: tuple[str, str] | None = None

    def answered_by(self, find: Callable[[], tuple[str, str]]) -> None:
        """``find`` gives the word that answers the question; only the best result has one."""
        self._find_word = find

    @property
    def word(self) -> str:
        """The word that answers the question as it was asked: ``yes``, ``no``, ``depends``; empty where not sure."""
        return self._answering()[0]

    @property
    def condition(self) -> str:
        """Under which condition the word answers it, or what it depends on; mostly empty."""
        return self._answering()[1]

    def _answering(self) -> tuple[str, str]:
        if self._word is None:
            self._word = self._find_word() if self._find_word else ("", "")
        return self._word

    @property
    def snippet(self) -> str:
        """The part of the answer that has most of the words, about 160 characters."""
        if self._snippet is None:
            self._snippet = snippet(self._answer, self._query)
        return self._snippet

    def __repr__(self) -> str:
        return f"Hit({self.id!r}, {self.score:.2f})"


class Results(list[Hit]):
    """The hits, best first, the ``query`` as it was understood, and the ``answer``: what the base knows of it.

    ``why`` says in a sentence why it has that ``state``. ``parts`` are the results of each part where several things
    are asked (:mod:`kb.search.parts`), with at most one hit: none where nothing answers the part.
    """

    def __init__(
        self, hits: list[Hit], query: Query, answer: AnswerState, why: str = "", parts: Sequence[Results] = ()
    ) -> None:
        super().__init__(hits)
        self.query, self.answer, self.why, self.parts = query, answer, why, parts

    @property
    def state(self) -> str:
        """What the base knows of the question (:data:`kb.search.state.STATES`)."""
        return self.answer.state

    @property
    def may_answer(self) -> bool:
        """Whether there is a question, and the first ruling answers it or may."""
        return bool(self and self.query.terms) and (self.state == ANSWERED or self.answer.likely)

    @property
    def answers(self) -> bool:
        """Whether the first ruling answers the question or may, if only in another game."""
        return self.may_answer or bool(self and self.query.terms and self.state == OTHER_GAME)

    def other_parts(self) -> list[Results]:
        """The parts that the first ruling found, or the first statement, does not answer."""
        first = [self[0].id] if self.answers else []
        if self.state == RULE:
            first.append(self.rules[0].subject)
        by = [[*(hit.id for hit in part), *(each.subject for each in part.rules)] for part in self.parts]
        return [part for part, own in zip(self.parts, by, strict=True) if not set(own) & {*first}]

    @property
    def rules(self) -> Sequence[FoundStatement]:
        """What rules and printed values say, best first."""
        return self.answer.statements

    @property
    def searched_for(self) -> str:
        """What was searched where it differs from what was typed; else empty."""
        return self.query.searched_for

    def understood(self) -> dict[str, Any]:
        """How the query was understood and what is known of it, as plain values.

        ``state``, ``likely`` (whether the first ruling may answer though that is not sure), ``strong`` (whether the
        first of the rules does or may) and ``why``; ``game``, the game asked where it is one, or ``None``;
        ``searched_for`` (empty where it is what was typed), ``also`` (lines on what was searched as well), ``unknown``
        (words that nothing here has),
        ``named`` (the games that the query names), ``absent`` (titles of games that it names and the base does not
        have), ``only`` (the games the search was kept to; empty: all), ``chosen`` (whether the caller chose them), and
        ``notes`` (lines on what was left out).
        """
        query = self.query
        only = query.only or query.filters.get("game", [])
        return {
            "query": query.raw,
            "state": self.state,
            "likely": self.answer.likely,
            "strong": self.answer.strong,
            "why": self.why,
            "game": only[0] if len(only) == 1 else None,
            "searched_for": self.searched_for,
            "also": query.expanded,
            "unknown": [word for word in query.unknown if word not in query.corrected],
            "named": list(dict.fromkeys(query.games)),
            "absent": query.absent,
            "only": only,
            "chosen": query.chosen,
            "notes": query.notes,
        }

    def plain(self) -> dict[str, Any]:
        """What :meth:`understood` gives, with the hits as ``results``, the statements as ``rules``, and ``parts``, each
        with ``query``, ``state``, ``why``, ``results`` and ``rules``, mostly none."""
        names = (
            "id",
            "game",
            "score",
            "question",
            "word",
            "condition",
            "snippet",
            "verdict",
            "verdict_kind",
            "authority",
            "standing",
            "draft",
        )
        results = [{name: getattr(hit, name) for name in names} for hit in self]
        rules = [each.plain() for each in self.rules]
        told = ("query", "state", "why", "results", "rules")
        parts = [{name: value for name, value in each.plain().items() if name in told} for each in self.parts]
        return {**self.understood(), "results": results, "rules": rules, "parts": parts}


# -- the line of an answer that shows why it was found: whole sentences, if they fit


def snippet(text: str, query: Query, width: int = WIDTH) -> str:
    """At most about ``width`` characters of ``text``: the sentence with most words of the query, and those beside it.

    What is left out is told by ``…``; only a sentence that is longer than that is cut, between words.
    """
    parts = _sentences(text)
    if sum(map(len, parts)) + len(parts) - 1 <= width:
        return " ".join(parts)
    stems = _stems(query)
    fits = [_words_of(part.lower(), stems) for part in parts]
    first = last = fits.index(max(fits))
    if len(parts[first]) > width:
        shown = _cut(parts[first], stems, width)
    else:
        first, last = _widened(parts, first, width)
        shown = " ".join(parts[first : last + 1])
    before, after = "… " * (first > 0 and shown[:1] != "…"), " …" * (last < len(parts) - 1 and shown[-1:] != "…")
    return before + shown + after


def _stems(query: Query) -> set[str]:
    """The first letters of the words that a query asks for; those that count little only where there are no others."""
    phrased = (term for terms, _ in query.phrases for term in terms)
    wanted = {*query.terms, *query.near, *query.prefixes, *query.fuzzy, *phrased}
    return {term[:STEM] for term in wanted - query.faint or wanted if len(term) > 2}


def _words_of(text: str, stems: set[str]) -> int:
    """How many of the stems begin a word of a text in lower case."""
    return sum([next(_starts(text, stem), -1) >= 0 for stem in stems if stem in text])


@lru_cache(maxsize=caches.SENTENCES)
def _sentences(text: str) -> list[str]:
    """The sentences of a text, without line ends and marks of lists."""
    sentences = []
    for line in text.split("\n"):
        words, begun = line.split(), 0
        words = words[1:] if words[:1] and words[0] in _BULLETS else words
        for number, word in enumerate(words, start=1):
            if number == len(words) or _ends(word, words[number]):
                sentences.append(" ".join(words[begun:number]))
                begun = number
    return sentences


def _ends(word: str, following: str) -> bool:
    """Whether a sentence ends with a word."""
    bare = word.rstrip(_CLOSING)
    letters = bare.lstrip(_MARKS)[:-1]
    if bare[-1:] not in (".", "?", "!") or bare.lower() in _ABBREVIATED or len(letters) == 1 or "." in letters:
        return False
    return not following.lstrip(_MARKS)[:1].islower()


def _widened(parts: list[str], at: int, width: int) -> tuple[int, int]:
    """The first and last of the sentences around the one ``at`` a place that fit beside it, those after it first."""
    first = last = at
    room = width - len(parts[at])
    while last + 1 < len(parts) and len(parts[last + 1]) < room:
        last += 1
        room -= len(parts[last]) + 1
    while first and len(parts[first - 1]) < room:
        first -= 1
        room -= len(parts[first]) + 1
    return first, last


def _cut(text: str, stems: set[str], width: int) -> str:
    """About ``width`` characters of a sentence, from its beginning or around the words asked for."""
    found = sorted({start for stem in stems for start in _starts(text.lower(), stem)})
    together = [bisect_left(found, start + width) - nth for nth, start in enumerate(found)]
    best = found[together.index(max(together))] if found else 0
    if not found or bisect_left(found, width) == max(together):
        best = 0
    first = text.rfind(" ", 0, best - 20) + 1 if best > 40 else 0
    last = text.rfind(" ", 0, first + width + 1) if first + width < len(text) else -1
    last = len(text) if last < 0 else last
    return ("…" if first else "") + text[first:last].strip() + ("…" if last < len(text) else "")


def _starts(text: str, stem: str) -> Iterator[int]:
    """Where the words begin whose first letters, at most ``STEM``, are ``stem``; ``text`` is in lower case."""
    at = text.find(stem)
    while at >= 0:
        start = text.rfind(" ", 0, at) + 1
        end = text.find(" ", at)
        word = text[start : end if end >= 0 else len(text)]
        if word.strip(_MARKS)[:STEM] == stem:
            yield start
        at = text.find(stem, at + 1)
