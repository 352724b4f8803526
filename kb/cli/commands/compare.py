"""``kb compare``: one question, each game's answer side by side."""

from __future__ import annotations

import kb
from kb import words
from kb.cli.terminal import Screen, print_json, say
from kb.errors import Finding, NotFound, QueryError
from kb.scenarios.wording import sentence
from kb.search.tokens import tokens
from kb.store.cases import played_across

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kb.knowledge import KnowledgeBase


def run(what: list[str], game: str | None = None, json: bool = False, no_pager: bool = False) -> int:
    """Compare the games on a topic, on the topics of a ruling, or on words; no words: list the topics."""
    with kb.open() as base:
        topics = _topics(base, " ".join(what))
        wanted = base.game_named(game) if game else None
        rows = [_topic(base, topic) for topic in topics]
        if wanted:
            rows = [row for row in rows if wanted in (stance["game"] for stance in row["games"])]
            if not rows:
                say(f"{wanted} has no ruling on that question; try it without --game")
        titles = dict(base.connection.execute("select id, title from games").fetchall())
    if json:
        print_json(rows)
    else:
        screen = Screen(not no_pager)
        for row in rows:
            _show(screen, row, titles, brief=not what)
        screen.show()
    return 0 if rows else 1


def _topics(base: KnowledgeBase, text: str) -> list[str]:
    every = base.connection.execute("select id, title from topics order by id").fetchall()
    told = text.strip().lower()
    if not told:
        return [row["id"] for row in every]
    if any(row["id"] == told for row in every):
        return [told]
    own = base.connection.execute("select topic from topic_rulings where ruling = ? order by topic", [told]).fetchall()
    if own:
        return [row["topic"] for row in own]
    if base.by_id(told) is not None:
        raise NotFound(
            Finding(f"no other game has a ruling on the question of {told}", hint="list the topics with 'kb compare'")
        )
    if base.looks_like_id(told):
        raise NotFound(base.missing(told))
    wanted = [word for word in tokens(told) if len(word) > 2]
    if not wanted:
        raise QueryError(Finding(f"no words to compare by in '{text[:60]}'", hint="list the topics with 'kb compare'"))
    named = [row for row in every if all(_stands_in(word, row) for word in wanted)]
    named.sort(key=lambda row: len(tokens(row["title"])))
    if named:
        return [row["id"] for row in named]
    return _by_search(base, text)


def _stands_in(word: str, topic: Any) -> bool:
    """Whether a topic's title or id has a word, going by the beginning of both."""
    said = [each for each in tokens(f"{topic['title']} {topic['id']}") if len(each) > 2]
    return any(each.startswith(word) or word.startswith(each) for each in said)


def _by_search(base: KnowledgeBase, text: str) -> list[str]:
    """The topics that the best rulings for some words belong to."""
    for hit in base.search(text, limit=3):
        own = base.connection.execute(
            "select topic from topic_rulings where ruling = ? order by place, topic", [hit.id]
        ).fetchall()
        if own:
            return [own[0]["topic"]]
    raise NotFound(Finding(f"no topic is about '{text[:60]}'", hint="list the topics with 'kb compare'"))


def _topic(base: KnowledgeBase, topic: str) -> dict[str, Any]:
    title = base.connection.execute("select title from topics where id = ?", [topic]).fetchone()[0]
    games = base.connection.execute(
        """select t.game, t.says, t.alike from topic_games t join games g on g.id = t.game
           where topic = ? order by g.rowid""",
        [topic],
    ).fetchall()
    stances = []
    for each in games:
        rulings = base.connection.execute(
            """select r.id, r.verdict, r.authority from topic_rulings l join rulings r on r.id = l.ruling
               where l.topic = ? and r.game = ? order by l.place""",
            [topic, each["game"]],
        ).fetchall()
        same = [g["game"] for g in games if g["alike"] == each["alike"] and g["game"] != each["game"]]
        stances.append(
            {"game": each["game"], "says": each["says"], "same_as": same, "rulings": [dict(r) for r in rulings]}
        )
    return {
        "topic": topic,
        "title": title,
        "agree": len({g["alike"] for g in games}) == 1,
        "games": stances,
        "played": played_across(base.connection, topic),
    }


def _show(screen: Screen, row: dict[str, Any], titles: dict[str, str], brief: bool) -> None:
    word = screen.paint("the same", "green") if row["agree"] else screen.paint("DIFFERENT", "yellow")
    screen.line(
        f"{screen.paint(row['topic'], 'bold', 'cyan')}  {row['title']}  [{word}: {', '.join(s['game'] for s in row['games'])}]"
    )
    if brief:
        return
    for stance in row["games"]:
        screen.line()
        also = f"  (the same in {', '.join(stance['same_as'])})" if stance["same_as"] else ""
        screen.line(f"  {screen.paint(titles[stance['game']], 'bold')}{also}")
        screen.wrapped(stance["says"], "    ")
        for ruling in stance["rulings"]:
            screen.wrapped(ruling["verdict"], "      ", f"    {screen.paint(ruling['id'], 'cyan')}  ")
    if row["played"]:
        screen.line()
        screen.line(f"  {screen.paint('The same scenario in each game', 'bold')}")
    for scene in row["played"]:
        screen.wrapped(
            f"{scene['title']} ({titles[scene['game']]})", "    ", f"  {screen.paint(scene['id'], 'cyan')}  "
        )
        for came in scene["elsewhere"]:
            screen.wrapped(sentence(words.played_in(came)), "      ", "    ")
    screen.line()
