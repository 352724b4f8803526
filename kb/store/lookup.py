"""Looks up rows by their id, the titles of a table, word forms, ways to ask, and statements."""

from __future__ import annotations

import sqlite3
from zlib import decompress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from kb.model.replies import Ruling, SectionName, StatementReply
    from kb.model.stored import DocumentRow, GameRow, RulingSummary


_LIST = """
    select id, game, document, kind, question_text as question, verdict, verdict_kind, authority, standing, draft
    from rulings
    where (:game is null or game = :game) and (:document is null or document = :document)
      and (:kind is null or kind = :kind) and position > :after order by position limit :limit"""
#: the queries for values that can be typed, with their meanings
CHOICES = {
    "rulings": "select id, verdict from rulings order by position",
    "sections": "select id, title from sections order by rowid",
    "checked": "select * from (select id, verdict from rulings order by position)"
    " union all select * from (select id, title from scenarios order by id)",
    "topics": "select id, title from topics order by id",
    "games": "select id, title from games order by rowid",
    "options": "select id, title from options order by rowid",
    "printings": "select each.value, g.title from games g, json_each(g.printings) each order by 1",
    "documents": "select id, title from documents order by rowid",
}
#: the most characters of an id
LONGEST_ID = 40
_STATEMENT = """
    select s.id, s.game, s.says, s.answer, s.names, s.confidence, s.section, s.ruling, c.title, c.pages, c.pages_are, s.played
    from statements s left join sections c on c.id = s.section where s.id = ?"""
_RESTING = """
    select r.id, r.verdict from rules rule, json_each(rule.rulings) l join rulings r on r.id = l.value
    where rule.id = ? order by r.position"""


_RECORD = "select record from records where id = ?"
_TREE = "select id, parent, key, type, atom from json_tree(?)"
_TRUTHS = ("true", "false")


def as_dict(row: sqlite3.Row, **more: object) -> Any:
    """Return a row as a dictionary, in which ``more`` adds or replaces values. The caller annotates its type."""
    return {**dict(row), **more}


def row(connection: sqlite3.Connection, table: str, key: str) -> sqlite3.Row:
    """Return the row of ``table`` with the id ``key``. Raises :class:`KeyError` for an unknown id."""
    found: sqlite3.Row | None = connection.execute(f'select * from "{table}" where id = ?', [key]).fetchone()
    if found is None:
        raise KeyError(key)
    return found


def game(connection: sqlite3.Connection, name: str) -> GameRow:
    """Return the row of a game. Raises :class:`KeyError` for an unknown id."""
    found: GameRow = as_dict(row(connection, "games", name))
    return found


def document(connection: sqlite3.Connection, name: str) -> DocumentRow:
    """Return the row of a document. Raises :class:`KeyError` for an unknown id."""
    found: DocumentRow = as_dict(row(connection, "documents", name))
    return found


def titles(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """Return the title of each row of a table by its id, in their stored order."""
    return dict(connection.execute(f'select id, title from "{table}" order by rowid').fetchall())


def game_names(connection: sqlite3.Connection) -> tuple[dict[str, str], dict[str, str]]:
    """Return the prefix of each game's rulings, and the short title of each game, both by the game's id."""
    prefixes, short = {}, {}
    for game, prefix, name in connection.execute("select id, prefix, short from games"):
        prefixes[game], short[game] = prefix, name
    return prefixes, short


def short_titles(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the short title of each game, by its id."""
    return dict(connection.execute("select id, short from games order by rowid").fetchall())


def hyphenated(text: str) -> str:
    """Return a text in the form of an id: in lowercase, with hyphens between its parts."""
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split())


def id_of(connection: sqlite3.Connection, table: str, text: str) -> str:
    """Return the id in ``table`` (``rulings`` or ``retired``) that a text spells; empty if none or several match. Case
    is ignored, spaces and underscores are read as hyphens, and hyphens may be missing: ``REV_SUB2``."""
    name = hyphenated(text)
    if len(name) > LONGEST_ID or not name.isascii() or not any(each.isdigit() for each in name[-2:]):
        return ""  # an id ends with a number and an optional letter
    if connection.execute(f'select 1 from "{table}" where id = ?', [name]).fetchone():
        return name
    same = connection.execute(f"select id from \"{table}\" where replace(id, '-', '') = ?", [name.replace("-", "")])
    spelled = [row[0] for row in same.fetchmany(2)]
    return spelled[0] if len(spelled) == 1 else ""


def retired(connection: sqlite3.Connection, ruling: str) -> sqlite3.Row | None:
    """Return the row of a withdrawn id, spelled as for :func:`id_of`; None for any other text. The row has ``id``, the
    date (``on``) and ``reason`` of the withdrawal, and the ``successor``."""
    name = id_of(connection, "retired", ruling)
    return row(connection, "retired", name) if name else None


def rulings(
    connection: sqlite3.Connection, game: str | None, document: str | None, kind: str | None, after: int, limit: int
) -> list[dict[str, object]]:
    """Return at most ``limit`` rulings after the position ``after``, in reading order. ``game``, ``document`` and
    ``kind`` are filters; one that is None is ignored."""
    given = {"game": game, "document": document, "kind": kind, "after": after, "limit": limit}
    return [{**dict(each), "draft": bool(each["draft"])} for each in connection.execute(_LIST, given)]


def ruling(connection: sqlite3.Connection, text: str) -> sqlite3.Row | None:
    """Return the row of the ruling whose id a text spells (:func:`id_of`), or None."""
    name = id_of(connection, "rulings", text)
    found: sqlite3.Row | None = None
    if name:
        found = connection.execute("select * from rulings where id = ?", [name]).fetchone()
    return found


def record(connection: sqlite3.Connection, ruling: str) -> Ruling:
    """Return the record of a ruling, by its id. Raises :class:`KeyError` for an unknown id. SQLite parses the record,
    because importing json would slow down looking up a ruling."""
    packed = connection.execute(_RECORD, [ruling]).fetchone()
    if packed is None:
        raise KeyError(ruling)
    made: dict[int, Any] = {}
    for number, parent, key, kind, atom in connection.execute(_TREE, [decompress(packed[0]).decode()]):
        value = [] if kind == "array" else {} if kind == "object" else bool(atom) if kind in _TRUTHS else atom
        made[number] = value
        above = made.get(parent)
        if isinstance(above, list):
            above.append(value)
        elif isinstance(above, dict):
            above[key] = value
    whole: Ruling = next(iter(made.values()))
    return whole


def records(connection: sqlite3.Connection, game: str | None) -> Iterator[Ruling]:
    """Return the records of all rulings, or of those of a game, in reading order."""
    import json

    sql = "select t.record from records t join rulings r on r.id = t.id where ? in (r.game, '') order by r.position"
    return (json.loads(decompress(row[0])) for row in connection.execute(sql, [game or ""]))


def ruling_ids(connection: sqlite3.Connection) -> list[str]:
    """Return the id of every ruling, in reading order."""
    return [each[0] for each in connection.execute("select id from rulings order by position")]


def phases(connection: sqlite3.Connection, ruling: str) -> list[str]:
    """Return the ids of the phases to which the sections of a ruling belong."""
    sql = "select phase.value from rulings, json_each(phases) phase where rulings.id = ? order by phase.key"
    return [each[0] for each in connection.execute(sql, [ruling])]


def ruling_options(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return pairs of the id of a ruling and of an option on which it depends."""
    sql = "select rulings.id, option.value from rulings, json_each(depends_on) option order by position, option.key"
    return [tuple(each) for each in connection.execute(sql)]


def choices(connection: sqlite3.Connection, of: str) -> list[tuple[str, str]]:
    """Return the possible values of a flag or argument of the terminal, each with its meaning. ``of`` is a key of
    :data:`CHOICES`."""
    return [tuple(each) for each in connection.execute(CHOICES[of])]


def printings(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return the rulings in other printings: ``ruling``, the other ``printing``, whether it ``holds``
    there, with a ``note``, and the ``basis`` of that."""
    return connection.execute("select ruling, printing, holds, note, basis from printings").fetchall()


def topics_of(connection: sqlite3.Connection, ruling: str) -> list[str]:
    """Return the ids of the topics that list a ruling; topics that list it first come first."""
    sql = "select topic from topic_games, json_each(rulings) each where each.value = ? order by each.key, topic"
    return [row[0] for row in connection.execute(sql, [ruling])]


def summaries(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, RulingSummary]:
    """Return the rulings among ``ids``, by id and in that order, with ``id``, ``position``, ``game``, ``verdict``,
    ``verdict_kind`` and ``depends_on``. Unknown ids are omitted."""
    import json

    sql = """
        select r.id, r.position, r.game, r.verdict, r.verdict_kind, r.depends_on
        from json_each(:ids) wanted join rulings r on r.id = wanted.value order by wanted.key"""
    rows = connection.execute(sql, {"ids": json.dumps(list(ids))})
    return {row["id"]: as_dict(row, depends_on=json.loads(row["depends_on"])) for row in rows}


# -- words of players, and statements of rules and printed values


def is_form(connection: sqlite3.Connection, word: str) -> bool:
    """Return whether a lowercase word is a form of a word of the rulings, statements, ways to ask or the lexicon. A
    regular form counts even if it does not occur."""
    return connection.execute("select 1 from forms where form = ?", [word]).fetchone() is not None


def phrasings(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the ways to ask for each ruling, by its id, and for the statements of each subject, by the subject."""
    found: dict[str, list[str]] = {}
    for name, text in connection.execute("select coalesce(ruling, subject), text from phrasings order by id"):
        found.setdefault(name, []).append(text)
    return found


def statements(connection: sqlite3.Connection, game: str) -> list[dict[str, str]]:
    """Return the statements of rules and printed values of a game. ``scenario`` proves a statement, and ``ruling`` is
    the first that it cites; both may be empty."""
    sql = """
        select id, game, subject, says, confidence, coalesce(ruling, '') as ruling, coalesce(played, '') as scenario
        from statements where game = ? order by rowid"""
    return [dict(row) for row in connection.execute(sql, [game])]


def statement(connection: sqlite3.Connection, name: str) -> StatementReply | None:
    """Return the statement with an id, ignoring case, or None.

    It has ``id``, ``game``, ``says``, ``answer`` (of a value), ``names`` (spaces that the sentence omits),
    ``confidence``, ``section`` (``id``, ``title``, ``pages``, ``pages_are``; None for a reading or a value), ``ruling``
    (the first that it cites), ``scenario`` (empty if none plays it) and ``rulings`` that rest on it (``id``,
    ``verdict``).
    """
    found = connection.execute(_STATEMENT, [name.strip().lower()]).fetchone()
    if found is None:
        return None
    section: SectionName = {
        "id": found["section"],
        "title": found["title"],
        "pages": found["pages"],
        "pages_are": found["pages_are"],
    }
    resting = connection.execute(_RESTING, [found["id"]])
    return {
        "id": found["id"],
        "game": found["game"],
        "says": found["says"],
        "answer": found["answer"],
        "names": found["names"],
        "confidence": found["confidence"],
        "section": section if found["section"] else None,
        "ruling": found["ruling"] or "",
        "scenario": found["played"] or "",
        "rulings": [as_dict(each) for each in resting],
    }


def statement_ids(connection: sqlite3.Connection, game: str) -> list[str]:
    """Return the ids of the statements of a game."""
    return [row[0] for row in connection.execute("select id from statements where game = ? order by rowid", [game])]
