"""What stands around rulings on a page: games and sections, other rulings in a line, the games side by side."""

from __future__ import annotations

import sqlite3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    Plain = dict[str, Any]


def row(connection: sqlite3.Connection, table: str, key: str) -> Plain:
    """The row of a catalogue (``games``, ``documents``, ...). Raises :class:`KeyError` for one that is not there."""
    found = connection.execute(f'select * from "{table}" where id = ?', [key]).fetchone()
    if found is None:
        raise KeyError(key)
    return dict(found)


def titles(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The title of each row of a catalogue by its id, in their order."""
    return dict(connection.execute(f'select id, title from "{table}" order by rowid').fetchall())


def retired(connection: sqlite3.Connection, ruling: str) -> Plain | None:
    """The ``reason`` and ``successor`` of an id that was withdrawn, and ``on`` which day, or ``None``."""
    found = connection.execute("select * from retired where id = ?", [ruling]).fetchone()
    return dict(found) if found else None


def proved(connection: sqlite3.Connection) -> list[Plain]:
    """Every game: ``id``, ``title``, ``year``, how many ``rulings`` it has, and how many of them are ``proved``."""
    sql = """
        select g.id, g.title, g.year, count(r.id) as rulings, count(case when r.proof <> 'none' then 1 end) as proved
        from games g left join rulings r on r.game = g.id group by g.id order by g.rowid"""
    return [dict(each) for each in connection.execute(sql)]


def covered(connection: sqlite3.Connection) -> list[Plain]:
    """Every section in the order of its book, how many ``rulings`` it has, and how many of them are ``proved``."""
    rows = connection.execute("""
        select s.id, s.game, s.title, s.pages, s.pages_are, s.confidence, s.parent,
          count(r.id) as rulings, count(case when r.proof != 'none' then 1 end) as proved
        from sections s left join ruling_sections l on l.section = s.id left join rulings r on r.id = l.ruling
        group by s.id order by s.rowid""")
    return [dict(each) for each in rows]


def bearings(connection: sqlite3.Connection) -> list[Plain]:
    """Every ruling in reading order: ``id``, ``game``, the ``options`` it depends on, the ``phases`` it is about."""
    told = connection.execute("select id, game from rulings order by position").fetchall()
    tied = {f"{tie}s": _tied(connection, tie) for tie in ("option", "phase")}
    return [{**row, **{kind: ties.get(row["id"], ()) for kind, ties in tied.items()}} for row in told]


def _tied(connection: sqlite3.Connection, tie: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for ruling, each in connection.execute(f"select ruling, {tie} from ruling_{tie}s order by rowid"):
        found[ruling] = (*found.get(ruling, ()), each)
    return found


def briefly(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, Plain]:
    """Those of ``ids`` that are rulings, in that order: ``id``, ``game``, ``verdict`` and ``verdict_kind`` of each."""
    import json

    sql = """
        select r.id, r.game, r.verdict, r.verdict_kind
        from json_each(:ids) wanted join rulings r on r.id = wanted.value order by wanted.key"""
    return {each["id"]: dict(each) for each in connection.execute(sql, {"ids": json.dumps(list(ids))})}


def side_by_side(connection: sqlite3.Connection, ruling: Mapping[str, Any]) -> Plain:
    """The answers of the games to the questions that ``ruling`` (a record) answers; empty if only its own game has one.

    ``games`` are those that answer, as (id, title), the ruling's own first; each of ``topics`` has ``id``, ``title``
    and ``answers``, one for each of the games, which has ``says``, ``same`` and ``rulings``, or is ``None``.
    """
    if not ruling["elsewhere"]:
        return {}
    answers: dict[str, Plain] = {}
    for each in ruling["elsewhere"]:
        answers.setdefault(each["topic"], {})[each["game"]] = each
    own = connection.execute("""
        select t.id, t.title, g.says from topic_rulings l join topics t on t.id = l.topic
        join topic_games g on g.topic = t.id and g.game = :game where l.ruling = :id order by t.id""", ruling)  # fmt: skip
    present = {each["game"] for each in ruling["elsewhere"]}
    names = titles(connection, "games")
    games = [ruling["game"], *(game for game in names if game in present)]
    topics = []
    for topic in own:
        if topic["id"] in answers:
            told = {ruling["game"]: {"says": topic["says"], "rulings": []}} | answers[topic["id"]]
            topics.append({"id": topic["id"], "title": topic["title"], "answers": [told.get(game) for game in games]})
    return {"games": [(game, names[game]) for game in games], "topics": topics}
