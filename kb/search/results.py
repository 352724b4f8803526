"""The results of a search: rulings and statements in one list, best first, and how the query was read."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace

from kb.search.postings import RULINGS, STATEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from kb.search.query import Query

#: characters of a snippet
WIDTH = 160
_MARKS = "\"“”‘’'*()[].,;:!?"
_CLOSING = "\"”’'*)]"
#: the beginnings of an item of a list
_BULLETS = ("-", "*", "+", "•")
#: words with a full stop that does not end a sentence
_ABBREVIATED = ("vs.", "etc.", "no.", "pp.", "sz.")
#: a word of the text matches a query term if this many first letters are equal
STEM = 5


class Result(SimpleNamespace):
    """A ruling or a statement that a search returns.

    Every result has ``kind`` (:data:`~kb.search.postings.RULINGS` or :data:`~kb.search.postings.STATEMENTS`), ``id``,
    ``game``, ``score`` (higher is better; ``None`` if it was looked up by its id or name), ``says`` (its sentence; of a
    ruling the verdict) and ``authority`` (whose word it is).

    A ruling also has ``ruling_kind``, ``asks`` (the question that the verdict answers), ``snippet`` (of the
    official words), ``reading`` (ours, if they leave a point open), ``standing``, ``draft`` and ``printing``
    (its state in the printing asked, or ``None``). A statement has ``answer`` (the number or name of a printed
    value), ``subject`` with its ``position``, ``section`` (``id``, ``title``, ``pages``, ``pages_are``; or
    ``None``), ``ruling`` (the first that it cites), ``confidence`` and ``scenario`` (which plays it). Fields that
    do not apply are empty. ``also`` are the results that are folded into it.
    """

    kind: str
    also: list[Result]

    def __init__(self, **fields: object) -> None:
        super().__init__(**fields, authority="", also=[])

    def plain(self) -> dict[str, object]:
        """Return the result as plain values, as ``kb search --json`` prints it; ``also`` has ids only."""
        fields = {key: value for key, value in vars(self).items() if key in _PLAIN[self.kind]}
        return fields | {"also": [each.id for each in self.also]}


#: the fields that are printed of each kind of result
_COMMON = ("kind", "id", "game", "score", "says", "authority")
_PLAIN = {
    RULINGS: {*_COMMON, "asks", "snippet", "reading", "standing", "draft", "printing"},
    STATEMENTS: {*_COMMON, "answer", "section", "confidence", "scenario"},
}


def of_ruling(row: sqlite3.Row, score: float | None, query: Query) -> Result:
    """Return the result for a row of ``rulings``; ``score`` is None if the ruling was looked up by its id."""
    return Result(
        kind=RULINGS,
        id=row["id"],
        game=row["game"],
        score=score,
        says=row["verdict"],
        asks=row["asks"],
        snippet=snippet(row["answer_text"], query),
        standing=row["standing"],
        draft=bool(row["draft"]),
        reading=row["reading"],
        printing=None,
        ruling_kind=row["kind"],
        answer="",
    )


def of_statement(row: sqlite3.Row, score: float | None) -> Result:
    """Return the result for a row of ``statements``, joined with its section; ``score`` is None if the statement was
    looked up by a name."""
    section = {"id": row["section"], **{name: row[name] for name in ("title", "pages", "pages_are")}}
    return Result(
        kind=STATEMENTS,
        id=row["id"],
        game=row["game"],
        score=score,
        says=row["says"],
        answer=row["answer"],
        section=section if row["section"] else None,
        confidence=row["confidence"],
        scenario=row["played"] or "",
        subject=row["subject"],
        position=row["position"],
        ruling=row["ruling"],
        draft=False,
    )


def only_printing(says: str) -> str:
    """Return the printing in which alone a statement holds, from its beginning: ``2012 printing: ...``; else an empty
    string."""
    printing, found, _ = says.partition(" printing:")
    return printing if found and printing.isdecimal() else ""


class Results:
    """The results of a search, best first: ``results``, which it iterates over.

    ``elsewhere`` has the ids of the best rulings of other games if a game is asked; ``match`` is ``close``, ``weak`` or
    ``none``; ``notes`` are sentences on how the query was read.
    """

    def __init__(self, query: Query, match: str, results: Sequence[Result] = (), elsewhere: Sequence[str] = ()) -> None:
        self.query, self.match = query, match
        self.results, self.elsewhere = [*results], [*elsewhere]
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return f"<Results {self.match}: {', '.join(each.id for each in self.results) or 'none'}>"

    @property
    def every(self) -> Iterator[Result]:
        """All results, each followed by those that are folded into it."""
        return (each for result in self.results for each in (result, *result.also))

    @property
    def game(self) -> str | None:
        """The game that is asked; None for none or several."""
        only = self.query.only or self.query.filters.get("game", [])
        return only[0] if len(only) == 1 else None

    def plain(self) -> dict[str, object]:
        """Return the results as plain values, as ``kb search --json`` prints them."""
        return {
            "query": self.query.raw,
            "game": self.game,
            "printing": self.query.printing,
            "match": self.match,
            "notes": self.notes,
            "results": [result.plain() for result in self.results],
            "elsewhere": self.elsewhere,
        }


def snippet(text: str, query: Query, width: int = WIDTH) -> str:
    """Return the sentence of ``text`` that has most words of the query, with those after and before it that fit.

    ``…`` marks the parts that are left out. A sentence of more than ``width`` characters is cut between words.
    """
    parts = _sentences(text)
    words = [*map(_beginnings, parts)]
    wanted = {*query.terms, *query.near, *query.prefixes} - query.faint
    stems = {term[:STEM] for term in wanted if len(term) > 2}
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


@lru_cache(maxsize=4096)
def _beginnings(sentence: str) -> set[str]:
    """Return the first :data:`STEM` letters of each word of a sentence, in lowercase."""
    return {word.strip(_MARKS)[:STEM] for word in sentence.lower().split()}


def _ends(word: str, following: str) -> bool:
    """Return whether a sentence ends with ``word``, if ``following`` is the next word."""
    bare = word.rstrip(_CLOSING)
    letters = bare.lstrip(_MARKS)[:-1]
    if bare[-1:] not in (".", "?", "!") or bare.lower() in _ABBREVIATED or len(letters) == 1 or "." in letters:
        return False
    return not following.lstrip(_MARKS)[:1].islower()
