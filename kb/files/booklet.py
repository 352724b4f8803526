"""The booklet: every ruling on pages of A5, by game and by section of its rule book, to be printed from a browser.

At its end stands an index of words: the units, powers, technologies and spaces of the boards, the words of the titles
of sections, and those of the lexicon (``same`` in ``data/words.yaml``) of more than one word. An entry has a word if
its question, its verdict or a title of its sections has it, by whatever name players call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from kb.base.shape import Plain
from kb.files.html import colophon, page
from kb.files.words import IndexWords, words_of
from kb.knowledge import KnowledgeBase
from kb.store import lookup, pages
from kb.text import printings, short
from kb.text import ruling as wording
from kb.web.markdown import official, official_line

#: relations that stand above the verdict, because another ruling holds instead
_ABOVE = ("superseded_by", "corrected_by")
#: how many entries the contents name of a section that has none of its own
_NAMED = 4
#: a word that a larger part of the entries has finds nothing
_COMMON = 0.25
#: words of titles that are shorter tell nothing; those that no title begins with a capital must be long
_SHORTEST, _LONG = 4, 6


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of a rule book: the ``rulings`` that belong there first, and ``others`` that interpret it, too.

    ``depth`` is 0 for a section that is part of none; ``parts`` are the sections below that have rulings.
    """

    section: Plain
    depth: int
    rulings: list[Plain] = field(default_factory=list)
    others: list[Plain] = field(default_factory=list)
    parts: list[Chapter] = field(default_factory=list)

    def __iter__(self) -> Iterator[Chapter]:
        """The chapter and all below it."""
        yield self
        for part in self.parts:
            yield from part


@dataclass(frozen=True, slots=True)
class Book:
    """One game's rulings: its row and its chapters, in the order of the rule book."""

    game: Plain
    chapters: list[Chapter]

    def __iter__(self) -> Iterator[Chapter]:
        """Every chapter, in order."""
        for chapter in self.chapters:
            yield from chapter


def books(base: KnowledgeBase, games: Mapping[str, Plain]) -> list[Book]:
    """The rulings of each of the ``games`` (id and row) in the order of its rule book: each once, under the section it
    belongs to first."""
    return [Book(row, _chapters(base, game)) for game, row in games.items()]


def numbered(some: Sequence[Book]) -> dict[str, int]:
    """The number of each ruling's entry, by its id: 1 for the first of the first book."""
    rulings = (ruling["id"] for book in some for chapter in book for ruling in chapter.rulings)
    return {ruling: number for number, ruling in enumerate(rulings, 1)}


def _chapters(base: KnowledgeBase, game: str) -> list[Chapter]:
    sections = pages.sections_of_game(base.connection, game)
    rulings: dict[str, list[Plain]] = {}
    others: dict[str, list[Plain]] = {}
    for ruling in base.rulings(game):
        first, *later = (each["section"] for each in ruling["sections"])
        rulings.setdefault(first, []).append(ruling)
        for section in later:
            others.setdefault(section, []).append(ruling)

    def below(parent: str | None, depth: int) -> list[Chapter]:
        made = []
        for section in sections:
            if section["parent"] == parent:
                key = section["id"]
                parts = below(key, depth + 1)
                chapter = Chapter(section, depth, rulings.get(key, []), others.get(key, []), parts)
                if chapter.rulings or chapter.others or parts:
                    made.append(chapter)
        return made

    return below(None, 0)


def booklet(base: KnowledgeBase, games: list[str]) -> str:
    """The HTML of a booklet of some games."""
    told = colophon(base, games)
    made = books(base, told["games"])
    numbers = numbered(made)
    rulings = [ruling for book in made for chapter in book for ruling in chapter.rulings]
    entries = {ruling["id"]: _entry(base, ruling, numbers) for ruling in rulings}
    return page(
        "booklet.html",
        **told,
        books=made,
        numbers=numbers,
        entries=entries,
        contents=[(book, _contents(book, numbers)) for book in made],
        words=word_index(base, words_of(base), rulings),
        ids=[ruling for ruling in base.ids() if ruling in numbers],
    )


def _contents(book: Book, numbers: Mapping[str, int]) -> list[tuple[Plain, str]]:
    """Each chapter that is part of none: its section, and its entries from first to last or those it refers to."""
    listed = []
    for chapter in book.chapters:
        own = [numbers[ruling["id"]] for part in chapter for ruling in part.rulings]
        others = dict.fromkeys(str(numbers[ruling["id"]]) for part in chapter for ruling in part.others)
        first, last = min(own, default=0), max(own, default=0)
        named = f"see {', '.join([*others][:_NAMED])}{', …' * (len(others) > _NAMED)}"
        listed.append((chapter.section, (f"{first}–{last}" if first != last else str(first)) if own else named))
    return listed


def _entry(base: KnowledgeBase, ruling: Plain, numbers: Mapping[str, int]) -> Plain:
    """What the booklet tells of a ruling."""
    connection = base.connection
    game = lookup.row(connection, "games", ruling["game"])
    new = {
        field: [each["text"] for each in ruling["new_words"] if each["field"] == field]
        for field in ("question", "answer")
    }
    asks = ruling["question"] != ruling["heading"]
    return {
        "ruling": ruling,
        "verdict": printings.headline(ruling, game["year"]),
        "warnings": _warnings(connection, ruling, game["year"]),
        "question": official_line(ruling["question"], new["question"]) if asks else Markup(""),
        "answer": official(ruling["answer"], new["answer"]),
        "source": wording.sourced(ruling, lookup.row(connection, "documents", ruling["document"])),
        "elsewhere": short.games(ruling["elsewhere"], lookup.short_titles(connection)),
        "proof": wording.proof_line(ruling) if ruling["proof"] == "none" else "",
        "related": [
            (name, [(each["id"], numbers.get(each["id"], 0)) for each in ruling[kind]])
            for kind, name in wording.RELATIONS.items()
            if ruling[kind]
        ],
    }


def _warnings(connection: Any, ruling: Plain, year: str) -> list[str]:
    """What makes the verdict another one: it is superseded, an option is not played, another printing is."""
    options = lookup.titles(connection, "options")
    above = [f"{wording.RELATIONS[kind]} {each['id']}." for kind in _ABOVE for each in ruling[kind]]
    played = [wording.option_note(options[option]) for option in ruling["depends_on"]]
    return [*above, *played, *(wording.printing(year, each) for each in ruling["printings"])]


def word_index(base: KnowledgeBase, words: IndexWords, rulings: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Each word with the ids of its rulings, in the order given; the words in alphabetical order."""
    every = {}  # the terms of each text in which a word is looked for, with a space around each
    for ruling in rulings:
        texts = (ruling["question"], ruling["verdict"], *(section["title"] for section in ruling["sections"]))
        every[ruling["id"]] = [f" {' '.join(words.lexicon.terms(text))} " for text in texts]
    titles = {section["title"] for ruling in rulings for section in ruling["sections"]}
    found: dict[str, list[str]] = {}
    for word, term in sorted(_words(base, words, titles).items()):
        having = [ruling for ruling, runs in every.items() if any(f" {term} " in run for run in runs)]
        if 0 < len(having) <= _COMMON * len(every):
            found[word] = having
    return found


def _words(base: KnowledgeBase, words: IndexWords, titles: Iterable[str]) -> dict[str, str]:
    """Every word of the index with its terms; what has the same terms stands once."""
    named = {" ".join(words.lexicon.terms(word)): word for word in (*_things(base), *_of_titles(titles, words))}
    for word, _ in words.same:
        term = " ".join(words.lexicon.terms(word))
        if term in named or (" " in term and not words.turns(word)):
            named[term] = word
    return {word: term for term, word in named.items() if term}


def _things(base: KnowledgeBase) -> Iterator[str]:
    """The names of units, powers, technologies and spaces."""
    tables = ("units", "powers", "technology", "spaces")
    for subject in pages.subjects(base.connection):
        table, _, row = subject.partition("/")
        if table in tables:
            yield row.partition(".")[0].replace("-", " ")


def _of_titles(titles: Iterable[str], words: IndexWords) -> Iterator[str]:
    every = {word.strip("()&:,;.“”'") for title in titles for word in title.replace("/", " ").split()}
    telling = {word for word in every if word.isalpha() and len(word) >= (_SHORTEST if word[:1].isupper() else _LONG)}
    for word in sorted({word.lower() for word in telling}):
        if not words.is_faint(word) and not words.turns(word):
            yield word
