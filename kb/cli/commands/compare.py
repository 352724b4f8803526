"""``kb compare``: one question, each game's answer side by side."""

from __future__ import annotations

import kb
from kb.cli.terminal import Screen, print_json, say
from kb.errors import Finding, NotFound, QueryError
from kb.search.tokens import tokens
from kb.store import lookup, topics
from kb.wording import comparison
from kb.wording import ruling as wording
from kb.wording.english import listed, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase


def run(what: list[str], game: str | None = None, json: bool = False, no_pager: bool = False) -> int:
    """Compare the games on a topic, on the topics of a ruling, or on words; no words: list the topics."""
    with kb.open() as base:
        named, only_listed = _topics(base, " ".join(what))
        wanted = base.game_named(game) if game else None
        titles, short = lookup.titles(base.connection, "games"), lookup.short_titles(base.connection)
        rows = [topics.topic(base.connection, each) for each in named]
        if wanted:
            rows = [row for row in rows if wanted in (stance["game"] for stance in row["games"])]
            if not rows:
                say(f"{short[wanted]} has no ruling on that question; try it without --game")
    only_listed = only_listed and len(rows) > 1
    if json:
        print_json(rows)
    else:
        screen = Screen(not no_pager)
        for row in rows:
            _show(screen, row, titles, short, only_listed)
        screen.show()
        if what and only_listed:
            say(f"{len(rows)} topics have these words; name one: kb compare {rows[0]['topic']}")
    return 0 if rows else 1


def _topics(base: KnowledgeBase, text: str) -> tuple[list[str], bool]:
    """The topics that are meant, and whether they are only to be listed, because nobody named just these."""
    all_titles = topics.titles(base.connection)
    name = "-".join(text.lower().split())
    if not name:
        return list(all_titles), True
    if name in all_titles:
        return [name], False
    own = topics.of_ruling(base.connection, name)
    if own:
        return sorted(own), False
    if base.by_id(name) is not None:
        raise NotFound(
            Finding(f"no other game has a ruling on the question of {name}", hint="list the topics with 'kb compare'")
        )
    if base.looks_like_id(name):
        raise NotFound(base.missing(name))
    wanted = _words(text)
    if not wanted:
        raise QueryError(Finding(f"no words to compare by in '{text[:60]}'", hint="list the topics with 'kb compare'"))
    named = [
        topic for topic, title in all_titles.items() if all(_stands_in(word, f"{title} {topic}") for word in wanted)
    ]
    if not named:
        raise NotFound(_no_topic(base, text, all_titles))
    just = [topic for topic in named if all(_stands_in(word, text) for word in _words(all_titles[topic]))]
    return (just, False) if just else (sorted(named, key=lambda topic: len(tokens(all_titles[topic]))), True)


def _stands_in(word: str, text: str) -> bool:
    """Whether a text has a word, going by the beginning of both."""
    return any(each.startswith(word) or word.startswith(each) for each in _words(text))


def _words(text: str) -> list[str]:
    """The words of a text without the shortest."""
    return [word for word in tokens(text) if len(word) > 2]


def _no_topic(base: KnowledgeBase, text: str, titles: dict[str, str]) -> Finding:
    """That no topic has the words, with the topics that the best rulings for them belong to."""
    import difflib

    spelt = difflib.get_close_matches("-".join(text.lower()[:60].split()), titles, n=1, cutoff=0.8)
    found = (topic for hit in base.search(text, limit=3) for topic in topics.of_ruling(base.connection, hit.id)[:1])
    near = [f"{topic} ({titles[topic]})" for topic in spelt or dict.fromkeys(found)]
    hint = f"did you mean {', '.join(near)}?" if near else "list the topics with 'kb compare'"
    return Finding(f"no topic is about '{text[:60]}'", hint=hint)


def _show(screen: Screen, row: dict[str, Any], titles: dict[str, str], short: dict[str, str], brief: bool) -> None:
    games = listed(short[stance["game"]] for stance in row["games"])
    title = f"{screen.paint(row['title'], 'bold')}  {screen.paint(row['topic'], 'cyan')}"
    screen.line(f"{title}  [{games}: {comparison.summary(row['pairs'])}]")
    if brief:
        return
    for stance in row["games"]:
        screen.line()
        screen.line(f"  {screen.paint(titles[stance['game']], 'bold')}")
        screen.wrapped(stance["says"], "    ")
        for ruling in stance["rulings"]:
            screen.wrapped(ruling["verdict"], "      ", f"    {screen.paint(ruling['id'], 'cyan')}  ")
    screen.line()
    screen.line(f"  {screen.paint('Two by two', 'bold')}")
    for pair in row["pairs"]:
        _pair(screen, pair, short)
    _played(screen, row["played"], titles)
    screen.line()


def _pair(screen: Screen, pair: dict[str, Any], short: dict[str, str]) -> None:
    """How two games compare, and what shows it."""
    colour = {"same": "green", "different": "yellow"}.get(pair["comparison"], "dim")
    told = f"    {listed(short[game] for game in pair['games'])}: {screen.paint(comparison.compared(pair), colour)}"
    grounds = comparison.grounds(pair)
    screen.wrapped(f"({grounds})" if grounds else "", "      ", f"{told} " if grounds else told)


def _played(screen: Screen, scenes: list[dict[str, Any]], titles: dict[str, str]) -> None:
    """The scenarios that show it, with what becomes of them in each game."""
    if scenes:
        screen.line()
        screen.line(f"  {screen.paint('The same scenario in each game', 'bold')}")
    for scene in scenes:
        screen.wrapped(
            f"{scene['title']} ({titles[scene['game']]})", "    ", f"  {screen.paint(scene['id'], 'cyan')}  "
        )
        for result in scene["elsewhere"]:
            screen.wrapped(sentence(wording.played_in(result)), "      ", "    ")
