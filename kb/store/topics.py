"""The topics: questions that several games answer, with the answer of each."""

from __future__ import annotations

import sqlite3

from kb.store import lookup
from kb.store.scenarios import played_across

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kb.model.replies import ComparedGame, ComparedPair, Ruling, Topic, TopicGame, TopicRuling
    from kb.model.stored import SideBySide, TopicOfRuling


#: queries for parts of topics, each with a place for the condition on the topics
_GAMES = """
    select t.topic, t.game, t.says from topic_games t join games g on g.id = t.game where t.topic {} order by g.rowid"""
_RULINGS = """
    select t.topic, t.game, r.id, r.verdict, r.authority
    from topic_games t, json_each(t.rulings) l join rulings r on r.id = l.value where t.topic {} order by l.key"""
_PAIRS = """
    select topic, game, other_game, comparison, said, coalesce(scenario, '') as scenario, why, basis,
      (select group_concat(value, ' ') from json_each(readings)) as readings
    from topic_pairs where topic {} order by rowid"""
#: the topics of a ruling, and the answer of its own game to each
_OWN = """
    select t.id, t.title, g.says from topic_games g, json_each(g.rulings) l join topics t on t.id = g.topic
    where g.game = :game and l.value = :id order by t.id"""


def titles(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the title of each topic, by id."""
    return dict(connection.execute("select id, title from topics order by id").fetchall())


def topics(connection: sqlite3.Connection, names: Sequence[str]) -> list[Topic]:
    """Return topics: ``topic``, ``title``, ``games``, ``pairs`` of games, and scenarios ``played`` in several of them.

    Each of ``games`` has ``game``, ``says`` and its ``rulings`` (``id``, ``verdict``, ``authority``); each of ``pairs``
    has ``games`` (two), ``comparison``, ``said``, ``scenario``, ``why``, ``basis`` and ``readings``. The number of
    queries does not depend on the number of topics. Raises :class:`KeyError` for an unknown one.
    """
    wanted = f"in ({', '.join('?' * len(names))})"
    known = titles(connection)
    rulings: dict[tuple[str, str], list[TopicRuling]] = {}
    for row in connection.execute(_RULINGS.format(wanted), names):
        told: TopicRuling = {"id": row["id"], "verdict": row["verdict"], "authority": row["authority"]}
        rulings.setdefault((row["topic"], row["game"]), []).append(told)
    games: dict[str, list[TopicGame]] = {name: [] for name in names}
    for row in connection.execute(_GAMES.format(wanted), names):
        own = rulings.get((row["topic"], row["game"]), [])
        games[row["topic"]].append({"game": row["game"], "says": row["says"], "rulings": own})
    pairs: dict[str, list[ComparedPair]] = {name: [] for name in names}
    for row in connection.execute(_PAIRS.format(wanted), names):
        pair: ComparedPair = {
            "games": [row["game"], row["other_game"]],
            "comparison": row["comparison"],
            "said": row["said"],
            "scenario": row["scenario"],
            "why": row["why"],
            "basis": row["basis"],
            "readings": (row["readings"] or "").split(),
        }
        pairs[row["topic"]].append(pair)
    played = played_across(connection, {name: {each["game"] for each in some} for name, some in games.items()})
    return [
        {"topic": name, "title": known[name], "games": games[name], "pairs": pairs[name], "played": played[name]}
        for name in names
    ]


def side_by_side(connection: sqlite3.Connection, ruling: Ruling) -> SideBySide | None:
    """Return the answers of all games to the topics of ``ruling`` (a record), or None if only its own game answers."""
    if not ruling["elsewhere"]:
        return None
    answers: dict[str, dict[str, ComparedGame]] = {}
    for each in ruling["elsewhere"]:
        answers.setdefault(each["topic"], {})[each["game"]] = each
    present = {each["game"] for each in ruling["elsewhere"]}
    names = lookup.titles(connection, "games")
    others = [game for game in names if game in present]
    topics: list[TopicOfRuling] = [
        {"id": id, "title": title, "says": says, "answers": [answers[id].get(game) for game in others]}
        for id, title, says in connection.execute(_OWN, {"game": ruling["game"], "id": ruling["id"]})
        if id in answers
    ]
    return {"games": [(game, names[game]) for game in (ruling["game"], *others)], "topics": topics}
