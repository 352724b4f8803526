"""Looks up: searches, rulings, statements, the sections of the rule books, and topics that compare the games."""

from __future__ import annotations

from kb.base.errors import ALL_LISTED, Finding, NotFound, QueryError, did_you_mean, rules_not_played
from kb.knowledge import DEFAULT_LIMIT
from kb.store import documents, lookup, scenarios, topics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kb.knowledge import KnowledgeBase
    from kb.model.replies import GameReply, Ruling, Section, StatementReply, Topic
    from kb.model.stored import Contents

#: the number of rulings in a part of the list, at most
MOST_LISTED = 100


def search(
    base: KnowledgeBase,
    question: str,
    game: str = "",
    printing: str = "",
    limit: int = DEFAULT_LIMIT,
    all_games: bool = False,
) -> dict[str, object]:
    """Return the rulings and statements that answer a question, as :meth:`KnowledgeBase.search` finds them. Raises
    :class:`QueryError` for a query that cannot be parsed, and for an unknown game or printing, with a similar one."""
    if game or printing:
        from kb.service.choices import choose

        chosen = choose(base, game, printing, ())
        game, printing = chosen.game, chosen.printing
    return base.search(question, game or None, limit, all_games=all_games, printing=printing).plain()


def statement(base: KnowledgeBase, name: str) -> StatementReply:
    """Return a statement with the rulings that rest on it, by its id: ``GAME/RULE`` or ``value:GAME/TABLE/ROW.FIELD``.
    :func:`kb.store.lookup.statement` describes the fields. Raises :class:`NotFound` with near misses."""
    found = lookup.statement(base.connection, name)
    if found is None:
        wanted = name.strip().lower()[:100]
        ids = lookup.statement_ids(base.connection, wanted.removeprefix("value:").partition("/")[0])
        hint = did_you_mean(wanted, ids) or "search for its words instead"
        raise NotFound(Finding(f"there is no statement '{name.strip()[:60]}'", hint=hint))
    return found


def statement_or_section(base: KnowledgeBase, name: str) -> StatementReply | Section:
    """Return a statement, or the section of a rule book with that id and the rulings and rules that rest on it. Raises
    :class:`NotFound` with near misses."""
    try:
        return statement(base, name)
    except NotFound:
        try:
            return sections_named(base, name.strip().lower(), exactly=True)[0]
        except NotFound:
            pass
        raise


def named(base: KnowledgeBase, name: str) -> Ruling | StatementReply | Section:
    """Return a ruling, a statement or a section by its id. Raises :class:`NotFound` with near misses."""
    return statement_or_section(base, name) if is_statement(name) else base.ruling(name)


def is_statement(name: str) -> bool:
    """Return whether a text has the shape of a statement's id."""
    return "/" in name and not any(each.isspace() for each in name.strip())


def markdown(base: KnowledgeBase, ruling: Ruling, public: str) -> str:
    """Return a ruling as Markdown, with a link to its page if the site has a ``public`` address."""
    from kb.text import forum

    rows, page = base.connection, f"{public}/r/{ruling['id']}" if public else ""
    game, document = lookup.game(rows, ruling["game"]), lookup.document(rows, ruling["document"])
    return forum.whole(ruling, game, document, lookup.titles(rows, "options"), page)


def rulings(
    base: KnowledgeBase, game: str = "", document: str = "", kind: str = "", after: str = "", limit: int = MOST_LISTED
) -> dict[str, object]:
    """Return rulings in reading order, filtered by game, document and kind.

    Return at most ``limit`` rulings that follow ``after``; ``next`` is the last of them if there are more. Raises
    :class:`QueryError` for an unknown game, :class:`NotFound` for an unknown document or ruling.
    """
    start = base.by_id(after) if after else None
    if after and start is None:
        raise NotFound(base.missing(after))
    known = lookup.titles(base.connection, "documents") if document else ()
    if document and document not in known:
        raise NotFound(Finding(f"there is no document '{document[:60]}'", hint=f"documents are: {', '.join(known)}"))
    wanted = base.game_named(game) if game else None
    behind = start["position"] if start else -1
    found = lookup.rulings(base.connection, wanted, document or None, kind or None, behind, limit + 1)
    return {"rulings": found[:limit], "next": found[limit - 1]["id"] if len(found) > limit else None}


# -- sections of the rule books


def games(base: KnowledgeBase) -> list[GameReply]:
    """Return the games in order."""
    return documents.games(base.connection)


def is_game(base: KnowledgeBase, text: str) -> bool:
    """Return whether a text is the id or a name of a game."""
    try:
        return bool(text.strip() and base.game_named(text))
    except QueryError:
        return False


def sections(base: KnowledgeBase, game: str = "") -> list[Section]:
    """Return the sections of one game or all, in the order of the books. Raises :class:`QueryError`."""
    return documents.sections(base.connection, base.game_named(game) if game else None)


def sections_named(base: KnowledgeBase, name: str, game: str | None = None, *, exactly: bool = False) -> list[Section]:
    """Return the section with an id, or, unless ``exactly``, all with a part of an id or title, with the rulings and
    rules that rest on them. Raises :class:`NotFound` with near misses, :class:`QueryError` for an unknown game."""
    rows, part = base.connection, name if exactly else name.strip().lower()
    wanted = base.game_named(game) if game else None
    found = documents.sections(rows, name=part)
    if not found and not exactly and len(part) > 1:
        found = [row for row in documents.sections(rows) if part in row["title"].lower() or part in row["id"]]
    found = [row for row in found if wanted in (None, row["game"])]
    if not found:
        meant = did_you_mean(name.strip().lower()[:200], [*lookup.titles(rows, "sections")], 0.5)
        hint = meant or ALL_LISTED.format("sections")
        raise NotFound(
            Finding(
                f"no section has '{name.strip()[:60]}' in its id or title{f' in {wanted}' if wanted else ''}", hint=hint
            )
        )
    for section in found:
        section["ruled_by"], section["rules"] = documents.resting_on(rows, section["id"])
    return found


def contents(base: KnowledgeBase, game: str) -> Contents:
    """Return the table of contents of a game: ``headings`` of its documents with their rulings, ``sections`` of the
    rule book with their statements and rulings, and the ``others``, statements without a section.

    Raises :class:`QueryError` for an unknown game.
    """
    rows, wanted = base.connection, base.game_named(game)
    return {
        "game": wanted,
        "headings": documents.headings(rows, wanted),
        "sections": documents.book(rows, wanted),
        "others": documents.unsectioned(rows, wanted),
    }


# -- topics


def compare(base: KnowledgeBase, what: str = "", game: str = "") -> list[Topic]:
    """Return the topics of ``what``, with each game's answer side by side.

    ``what`` is a topic, a ruling or words; empty: all topics. With ``game``, return only those on which this game has a
    ruling, if any. Raises :class:`NotFound` with near misses, :class:`QueryError` for no words or an unknown game.
    """
    return compared(base, resolve(base, what)[0], base.game_named(game) if game else None)


def compared(base: KnowledgeBase, names: list[str], game: str | None) -> list[Topic]:
    """Return the topics with these ids; with ``game``, the id of one, only those on which it has a ruling."""
    found = topics.topics(base.connection, names)
    return [row for row in found if game is None or game in (stance["game"] for stance in row["games"])]


def resolve(base: KnowledgeBase, text: str) -> tuple[list[str], bool]:
    """Return the topics that a text names by an id, by the id of a ruling or by words, all for an empty text; and
    whether to show only their list, because the text does not name one exactly.

    Raises :class:`NotFound` with near misses, :class:`QueryError` for a text without words.
    """
    from kb.words.tokens import tokens

    all_titles = topics.titles(base.connection)
    name = "-".join(text.lower().split())
    if not name:
        return list(all_titles), True
    if name in all_titles:
        return [name], False
    own = lookup.topics_of(base.connection, name)
    if own:
        return sorted(own), False
    ruling = base.by_id(name)
    if ruling is not None:
        played = ruling["game"] in scenarios.games_with_rules(base.connection)
        why = "" if played else f"{rules_not_played(base.short_titles[ruling['game']])}; "
        hint = f"{why}{ALL_LISTED.format('topics')}"
        raise NotFound(Finding(f"no other game has a ruling on the question that {name} answers", hint=hint))
    if base.looks_like_id(name):
        raise NotFound(base.missing(name))
    # the topics that have the words of a text
    wanted = _words(text)
    if not wanted:
        raise QueryError(Finding(f"'{text[:60]}' has no words to compare", hint=ALL_LISTED.format("topics")))
    named = [topic for topic, title in all_titles.items() if _has_words(f"{title} {topic}", wanted)]
    if not named:
        import difflib

        spelt = difflib.get_close_matches("-".join(text.lower()[:60].split()), all_titles, 1, 0.8)
        near = spelt or [
            topic
            for each in base.search(text, limit=3).every
            for topic in lookup.topics_of(base.connection, each.id)[:1]
        ]
        meant = ", ".join(f"{topic} ({all_titles[topic]})" for topic in dict.fromkeys(near))
        hint = f"did you mean {meant}?" if meant else ALL_LISTED.format("topics")
        raise NotFound(Finding(f"no topic is about '{text[:60]}'", hint=hint))
    just = [topic for topic in named if _has_words(text, _words(all_titles[topic]))]
    return (just, False) if just else (sorted(named, key=lambda topic: len(tokens(all_titles[topic]))), True)


def _words(text: str) -> list[str]:
    """Return the words of a text that have three or more letters."""
    from kb.words.tokens import tokens

    return [word for word in tokens(text) if len(word) > 2]


def _has_words(text: str, wanted: Iterable[str]) -> bool:
    """Return whether each of the ``wanted`` words equals a word of a text, or one of the two begins with the other."""
    there = _words(text)
    return all(any(each.startswith(word) or word.startswith(each) for each in there) for word in wanted)
