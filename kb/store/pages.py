"""Queries for the pages and the exports. The first argument of a function is a connection, unless it is a path."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from kb.store import lookup

#: the name of a row of a table, in SQL
_CALLED = {
    "games": "short",
    "rulings": "verdict",
    "rules": "replace(rule, '-', ' ')",
    **dict.fromkeys(("documents", "sections", "topics", "options", "phases", "readings", "scenarios"), "title"),
}
#: queries for the ids of lists, in their order
_IDS = {
    "rulings": "select id from rulings order by position",
    "played": "select id from scenarios where proof = 'play' order by id",
    "statements": "select id from statements where position > 0 order by rowid",
    **{table: f"select id from {table} order by id" for table in ("retired", "scenarios", "sections", "documents")},
}
_OPTIONS = """
    select o.id, g.id from options o join games g on g.id in
      (select r.game from rulings r, json_each(r.depends_on) each where each.value = o.id
       union select game from rules where option = o.id) order by o.rowid, g.rowid"""
_WANTED = "select count(*) from sqlite_master where type = 'table' and name in ('records', 'rulings')"


def may_be_a_base(path: str) -> bool:
    """Return whether a file has the tables of a base; also true if SQLite cannot read it: it may be a damaged base."""
    try:
        with closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute(_WANTED).fetchone()[0] == 2)
    except sqlite3.DatabaseError:
        return True


def make_read_only(connection: sqlite3.Connection) -> None:
    """Make a connection read-only."""
    connection.execute("pragma query_only = on")


def tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the tables, without those of SQLite itself."""
    sql = "select name from sqlite_master where type = 'table' and name not like 'sqlite@_%' escape '@'"
    return [row[0] for row in connection.execute(sql)]


def labels(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """Return the name of each row of a table, by its id; empty for a table without titles."""
    called = _CALLED.get(table)
    return dict(connection.execute(f'select id, {called} from "{table}"').fetchall()) if called else {}


def ids(connection: sqlite3.Connection, of: str) -> list[str]:
    """Return the ids of ``rulings`` in reading order, ``retired`` ones, ``statements`` that are ranked, ``scenarios``,
    those that are ``played``, ``sections`` or ``documents``."""
    return [row[0] for row in connection.execute(_IDS[of])]


def newest_document(connection: sqlite3.Connection) -> str:
    """Return the date of the newest document that has a date; empty if none has one."""
    return str(connection.execute("select max(published) from documents").fetchone()[0])


def input_digest(connection: sqlite3.Connection, name: str) -> str:
    """Return the SHA-256 of a data file at the time of the build; empty if the build did not read it."""
    found = connection.execute("select sha256 from inputs where path = ?", [name]).fetchone()
    return found[0] if found else ""


def games_of_rulings(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the game of each ruling, in reading order."""
    return dict(connection.execute("select id, game from rulings order by position").fetchall())


def stems(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the stem of every word form that the database knows, by form."""
    return dict(connection.execute("select form, stem from forms order by form").fetchall())


def runs(connection: sqlite3.Connection, kind: str) -> dict[str, str]:
    """Return the runs of stems that the lexicon has with a kind, each with the term that it stands for."""
    return dict(connection.execute("select run, term from runs where kind = ? order by run", [kind]).fetchall())


#: the query for statements as results
_STATEMENTS = """
    select s.*, c.title, c.pages, c.pages_are from statements s left join sections c on c.id = s.section"""


def terms(connection: sqlite3.Connection) -> list[str]:
    """Return the index terms that rulings or statements have, in alphabetical order."""
    return [row[0] for row in connection.execute("select term from postings where term != '' order by term")]


def ruling_positions(connection: sqlite3.Connection) -> dict[int, str]:
    """Return the id of the ruling at each position."""
    return dict(connection.execute("select position, id from rulings order by position").fetchall())


def ranked_statements(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return the statements that a search ranks, by position, as :func:`kb.search.results.of_statement` takes them."""
    return connection.execute(f"{_STATEMENTS} where s.position > 0 order by s.position, s.rowid").fetchall()


def lacking_statements(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return the statements about units and rules that a game lacks, as :func:`kb.search.results.of_statement` takes
    them."""
    return connection.execute(f"{_STATEMENTS} where s.id like 'not-in:%' order by s.rowid").fetchall()


def folds(connection: sqlite3.Connection) -> dict[int, list[int]]:
    """Return the positions of the rulings on which the statements of a subject rest, by the subject's position."""
    rows = connection.execute("select position, rulings from folds order by position")
    return {position: [*map(int, rulings.split())] for position, rulings in rows}


def ways(connection: sqlite3.Connection) -> list[tuple[int, list[list[str]]]]:
    """Return the position of each result, and the terms of each way to ask for it."""
    rows = connection.execute("select position, ways from ways order by position")
    return [(position, [way.split(" ")[1:] for way in of_result.split("\n")]) for position, of_result in rows]


def known_words(connection: sqlite3.Connection) -> list[str]:
    """Return the words to which misspelt ones are corrected, the most frequent first."""
    sql = "select word from words order by cast(frequency as integer) desc, word"
    return [row[0] for row in connection.execute(sql)]


def printings(connection: sqlite3.Connection, game: str) -> tuple[str, ...]:
    """Return the printings of a game."""
    return tuple(json.loads(lookup.row(connection, "games", game)["printings"]))


def games_of_options(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the games with rulings or rules that depend on an option, by its id."""
    found: dict[str, list[str]] = {}
    for option, game in connection.execute(_OPTIONS):
        found.setdefault(option, []).append(game)
    return found


def powers(connection: sqlite3.Connection, game: str) -> tuple[str, ...]:
    """Return the ids of the powers of a game, in order."""
    return tuple(json.loads(lookup.row(connection, "games", game)["powers"]))
