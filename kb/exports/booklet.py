"""The booklet: every ruling on pages of A5, by game and by section of its rule book, to be printed from a browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kb.exports.book import Book, books, numbered
from kb.exports.html import colophon, page
from kb.exports.word_index import word_index
from kb.exports.words import words_of
from kb.knowledge import KnowledgeBase
from kb.store import lookup
from kb.web.markdown import official, official_line
from kb.wording import printings, short
from kb.wording import ruling as wording

Plain = dict[str, Any]
#: relations that stand above the verdict, because another ruling holds instead
_ABOVE = ("superseded_by", "corrected_by")
#: how many entries the contents name of a section that has none of its own
_NAMED = 4


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
