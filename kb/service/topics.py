"""Compares the games on a question that several of them answer."""

from __future__ import annotations

from kb.base.errors import Finding, NotFound, QueryError, rules_not_played
from kb.search.tokens import tokens
from kb.store import lookup, topics
from kb.store.scenarios import games_with_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase


def compare(base: KnowledgeBase, what: str = "", game: str = "") -> list[dict[str, Any]]:
    """Return the topics of ``what``, with each game's answer side by side.

    ``what`` is a topic, a ruling or words; empty: all topics. With ``game`` only those on which this game has a ruling;
    perhaps none. Raises :class:`NotFound` with near misses, :class:`QueryError` for no words or an unknown game.
    """
    return rows(base, resolve(base, what)[0], base.game_named(game) if game else None)


def rows(base: KnowledgeBase, names: list[str], game: str | None) -> list[dict[str, Any]]:
    """Return the topics with these ids; with ``game``, the id of one, only those on which it has a ruling."""
    found = topics.topics(base.connection, names)
    return [row for row in found if game is None or game in (stance["game"] for stance in row["games"])]


def resolve(base: KnowledgeBase, text: str) -> tuple[list[str], bool]:
    """Return the topics that are meant, and whether a person only wants their list, because nobody named just these.

    Raises :class:`NotFound` with near misses, :class:`QueryError` for no words.
    """
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
        played = ruling["game"] in games_with_rules(base.connection)
        why = "" if played else f"{rules_not_played(base.short_titles[ruling['game']])}; "
        hint = f"{why}the list of topics has them all"
        raise NotFound(Finding(f"no other game has a ruling on the question of {name}", hint=hint))
    if base.looks_like_id(name):
        raise NotFound(base.missing(name))
    # the topics that have the words of a text
    wanted = _words(text)
    if not wanted:
        raise QueryError(Finding(f"no words to compare by in '{text[:60]}'", hint="the list of topics has them all"))
    named = [
        topic for topic, title in all_titles.items() if all(_stands_in(word, f"{title} {topic}") for word in wanted)
    ]
    if not named:
        raise NotFound(_no_topic(base, text, all_titles))
    just = [topic for topic in named if all(_stands_in(word, text) for word in _words(all_titles[topic]))]
    return (just, False) if just else (sorted(named, key=lambda topic: len(tokens(all_titles[topic]))), True)


def _stands_in(word: str, text: str) -> bool:
    """Return whether a text has a word, going by the beginning of both."""
    return any(each.startswith(word) or word.startswith(each) for each in _words(text))


def _words(text: str) -> list[str]:
    """Return the words of a text without the shortest."""
    return [word for word in tokens(text) if len(word) > 2]


def _no_topic(base: KnowledgeBase, text: str, titles: dict[str, str]) -> Finding:
    """That no topic has the words, with the topics that the best rulings for them belong to."""
    import difflib

    spelt = difflib.get_close_matches("-".join(text.lower()[:60].split()), titles, n=1, cutoff=0.8)
    found = (
        topic for hit in base.search(text, limit=3).rulings for topic in lookup.topics_of(base.connection, hit.id)[:1]
    )
    near = [f"{topic} ({titles[topic]})" for topic in spelt or dict.fromkeys(found)]
    hint = f"did you mean {', '.join(near)}?" if near else "the list of topics has them all"
    return Finding(f"no topic is about '{text[:60]}'", hint=hint)
