"""The results of a search: rulings and statements, best first, and how the query was read."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from typing import Any

    from kb.search.query import Query


WIDTH = 160
_MARKS = "\"“”‘’'*()[].,;:!?"
_CLOSING = "\"”’'*)]"
#: the beginnings of an item of a list
_BULLETS = ("-", "*", "+", "•")
#: words with a full stop that end no sentence
_ABBREVIATED = ("vs.", "etc.", "no.", "pp.", "sz.")
#: a word of the text matches a query term if this many first letters are equal
STEM = 5


class Hit(SimpleNamespace):
    """A ruling that was found: ``id``, ``game``, ``score`` (higher is better), ``kind``, ``question``, ``verdict``,
    ``snippet``, ``standing``, ``draft``; ``printing`` is its state in the printing asked, or ``None``.
    """

    def __init__(self, row: sqlite3.Row, score: float, query: Query) -> None:
        super().__init__(
            id=row["id"],
            game=row["game"],
            score=score,
            question=row["question_text"],
            verdict=row["verdict"],
            snippet=snippet(row["answer_text"], query),
            standing=row["standing"],
            draft=bool(row["draft"]),
            printing=None,
            kind=row["kind"],
        )


class Rule(SimpleNamespace):
    """A statement that was found: a rule or printed value of one game, in a sentence.

    ``subject`` is the rule or value, the same in every game. ``section`` is the section of the rule book that it rests
    on (``id``, ``title``, ``pages``, ``pages_are``); ``None`` where it is our reading or a value. ``scenario`` plays
    it, or is empty.
    """

    def __init__(self, row: sqlite3.Row, score: float) -> None:
        section = {name: row[name] for name in ("title", "pages", "pages_are")}
        super().__init__(
            id=row["id"],
            game=row["game"],
            score=score,
            says=row["says"],
            confidence=row["confidence"],
            section={"id": row["section"], **section} if row["section"] else None,
            scenario=row["played"] or "",
            subject=row["subject"],
        )


class Results:
    """The results of a search.

    ``rulings`` and ``rules`` are best first, of the games asked; ``elsewhere`` has the ids of the best rulings of other
    games, where a game is asked; ``match`` is ``close``, ``weak`` or ``none``, and ``signals`` are its signals;
    ``notes`` are sentences on how the query was read.
    """

    def __init__(
        self,
        query: Query,
        match: str,
        rulings: Sequence[Hit] = (),
        rules: Sequence[Rule] = (),
        elsewhere: Sequence[str] = (),
        signals: dict[str, float] | None = None,
    ) -> None:
        self.query, self.match, self.signals = query, match, signals or {}
        self.rulings, self.rules, self.elsewhere = [*rulings], [*rules], [*elsewhere]
        self.notes: list[str] = []

    def __bool__(self) -> bool:
        """Return whether anything of the games asked was found."""
        return bool(self.rulings or self.rules)

    @property
    def game(self) -> str | None:
        """The game that is asked, where it is one."""
        only = self.query.only or self.query.filters.get("game", [])
        return only[0] if len(only) == 1 else None

    def plain(self) -> dict[str, Any]:
        """Return the results as plain values, as ``kb search --json`` prints them."""
        return {
            "query": self.query.raw,
            "game": self.game,
            "printing": self.query.printing,
            "match": self.match,
            "notes": self.notes,
            "rulings": [_without("kind", hit) for hit in self.rulings],
            "rules": [_without("subject", rule) for rule in self.rules],
            "elsewhere": self.elsewhere,
        }


def _without(name: str, found: Hit | Rule) -> dict[str, Any]:
    """Return the fields of a result but one."""
    return {key: value for key, value in vars(found).items() if key != name}


def snippet(text: str, query: Query, width: int = WIDTH) -> str:
    """Return the sentence of ``text`` that has most words of the query, and those after it as far as they fit.

    ``…`` marks the parts that are left out. A sentence of more than ``width`` characters is cut between words.
    """
    parts = _sentences(text)
    wanted = {*query.terms, *query.near, *query.prefixes} - query.faint
    stems = {term[:STEM] for term in wanted if len(term) > 2}
    words = [{word.strip(_MARKS)[:STEM] for word in part.lower().split()} for part in parts]
    first = last = max(range(len(parts)), key=lambda number: (len(words[number] & stems), -number))
    shown = parts[first]
    while last + 1 < len(parts) and len(shown) + len(parts[last + 1]) < width:
        last += 1
        shown += f" {parts[last]}"
    while first and len(shown) + len(parts[first - 1]) < width:
        first -= 1
        shown = f"{parts[first]} {shown}"
    if len(shown) > width:
        shown = f"{shown[:width].rpartition(' ')[0]} …"
    return f"{'… ' * (first > 0)}{shown}{' …' * (last < len(parts) - 1 and not shown.endswith('…'))}"


@lru_cache(maxsize=1024)
def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, without line ends and marks of lists."""
    sentences = []
    for line in text.split("\n"):
        words, begun = line.split(), 0
        words = words[1:] if words[:1] and words[0] in _BULLETS else words
        for number, word in enumerate(words, start=1):
            if number == len(words) or _ends(word, words[number]):
                sentences.append(" ".join(words[begun:number]))
                begun = number
    return sentences or [""]


def _ends(word: str, following: str) -> bool:
    """Return whether a sentence ends with a word."""
    bare = word.rstrip(_CLOSING)
    letters = bare.lstrip(_MARKS)[:-1]
    if bare[-1:] not in (".", "?", "!") or bare.lower() in _ABBREVIATED or len(letters) == 1 or "." in letters:
        return False
    return not following.lstrip(_MARKS)[:1].islower()
