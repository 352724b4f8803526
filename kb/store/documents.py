"""The games, the sections of their rule books with rulings and rules, and the source documents with their ledgers."""

from __future__ import annotations

import sqlite3

from kb.store.lookup import as_dict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.model.replies import CitedRuling, EngineRule, GameReply, LinkedRuling, Section
    from kb.model.stored import BookSection, Heading, StatementInBook, UnsectionedStatement


_GAMES = """
    select g.id, g.title, g.prefix, g.year, g.currency,
      (select group_concat(value, ' ') from json_each(g.printings)) as printings, g.about,
      (select count(*) from rulings r where r.game = g.id) as rulings,
      (select count(*) from sections s where s.game = g.id) as sections,
      (select d.title || coalesce(', ' || nullif(d.published, ''), ', undated') from documents d
       where d.game = g.id) as document
    from games g order by g.rowid"""
#: a parameter that is null does not filter
_SECTIONS = """
    select s.id, s.game, s.title, s.title_is, s.pages, s.pages_are, s.confidence, s.parent, s.option, s.about,
      (select count(*) from ruling_sections l where l.section = s.id) as rulings
    from sections s where (:game is null or s.game = :game) and (:id is null or s.id = :id) order by s.rowid"""
_RULED_BY = """
    select r.id, r.verdict, l.role, l.evidence from ruling_sections l join rulings r on r.id = l.ruling
    where l.section = ? order by r.position"""
_RULES = """
    select r.rule, r.about, r.confidence from rules r, json_each(r.sections) l where l.value = ? order by r.rowid"""
_HEADED = "select document, heading, id, verdict from rulings where game = ? order by position"
_STATED = """
    select id, says, section from statements where game = ? and position > 0 and id not like 'not-in:%' order by rowid"""
_CITED = """
    select r.game || '/' || r.rule as rule, l.value as ruling from rules r, json_each(r.rulings) l where r.game = ?"""
_LEDGER = """
    select document, taken_for || iif(taken_for = 'noise', ' ' || name, '') as taken_for, sum("end" - "start") as many
    from ledger group by 1, 2 order by 1, 3 desc"""


def games(connection: sqlite3.Connection) -> list[GameReply]:
    """Return the games in order, each with how many rulings and sections it has, and the title and date of its
    document."""
    return [as_dict(row, printings=(row["printings"] or "").split()) for row in connection.execute(_GAMES)]


def sections(connection: sqlite3.Connection, game: str | None = None, name: str | None = None) -> list[Section]:
    """Return the sections in the order of the books: those of a game, or the one with this id, or all."""
    return [as_dict(row) for row in connection.execute(_SECTIONS, {"game": game, "id": name})]


def resting_on(connection: sqlite3.Connection, section: str) -> tuple[list[LinkedRuling], list[EngineRule]]:
    """Return the rulings that are linked to a section, and the rules of the engine that cite it."""
    ruled_by, rules = (map(as_dict, connection.execute(sql, [section])) for sql in (_RULED_BY, _RULES))
    return [*ruled_by], [*rules]


def headings(connection: sqlite3.Connection, game: str) -> list[Heading]:
    """Return the headings of a game's documents with their ``rulings`` (``id``, ``verdict``), in reading order."""
    found: dict[tuple[str, str], Heading] = {}
    for row in connection.execute(_HEADED, [game]):
        key = row["document"], row["heading"]
        under = found.setdefault(key, {"document": row["document"], "heading": row["heading"], "rulings": []})
        under["rulings"].append({"id": row["id"], "verdict": row["verdict"]})
    return [*found.values()]


def book(connection: sqlite3.Connection, game: str) -> list[BookSection]:
    """Return the sections of a game's rule book in their order, each with its ``statements`` and rulings.

    A statement has ``id``, ``says`` and ``rulings`` (``id``, ``verdict``): the rulings on the section that its rule
    also cites. ``ruled_by`` are the other rulings on the section. ``top`` is the id of the outermost section around it,
    or its own.
    """
    said: dict[str, list[StatementInBook]] = {}
    for row in connection.execute(_STATED, [game]):
        said.setdefault(row["section"] or "", []).append({"id": row["id"], "says": row["says"], "rulings": []})
    cited = {(row["rule"], row["ruling"]) for row in connection.execute(_CITED, [game])}
    found = [as_dict(row) for row in connection.execute(_SECTIONS, {"game": game, "id": None})]
    top: dict[str, str] = {}
    for each in found:
        top[each["id"]] = top.get(each["parent"] or "") or each["id"]
        left: list[CitedRuling] = [
            {"id": row["id"], "verdict": row["verdict"]} for row in connection.execute(_RULED_BY, [each["id"]])
        ]
        for statement in said.get(each["id"], []):
            statement["rulings"] = [ruling for ruling in left if (statement["id"], ruling["id"]) in cited]
            left = [ruling for ruling in left if ruling not in statement["rulings"]]
        each |= {"statements": said.get(each["id"], []), "ruled_by": left, "top": top[each["id"]]}
    return found


def unsectioned(connection: sqlite3.Connection, game: str) -> list[UnsectionedStatement]:
    """Return the statements of a game that lack a section: ``id``, ``says`` and, for a printed value, its ``table``."""
    return [
        {"id": row["id"], "says": row["says"], "table": row["id"].split("/")[1] if ":" in row["id"] else ""}
        for row in connection.execute(_STATED, [game])
        if not row["section"]
    ]


# -- the ledger of each document, which has the use of every character, and the figures of a base


_DOCUMENTS = """
    select d.id, d.title, d.published, d.publisher, d.approved_by, d.characters, g.title as game,
      (select count(*) from rulings r where r.document = d.id) as rulings
    from documents d join games g on g.id = d.game"""


def documents(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return every document, with the title of its ``game`` and the number of its ``rulings``."""
    return connection.execute(f"{_DOCUMENTS} order by d.rowid").fetchall()


def document(connection: sqlite3.Connection, name: str) -> sqlite3.Row | None:
    """Return the document of an id, as in :func:`documents`, or None."""
    found: sqlite3.Row | None = connection.execute(f"{_DOCUMENTS} where d.id = ?", [name]).fetchone()
    return found


def spans(connection: sqlite3.Connection, name: str) -> list[sqlite3.Row]:
    """Return the ledger of the document with the id ``name``: its spans from the first character to the last."""
    return connection.execute("select * from ledger where document = ? order by start", [name]).fetchall()


#: queries for pairs of a name and a figure, or of a ruling and its proof or the reason why it has none
_COUNTS = {
    "rulings": "select game, count(*) from rulings group by game order by min(position)",
    "kinds": "select kind, count(*) from rulings group by kind order by 2 desc",
    "proof": "select proof, count(*) from rulings group by proof",
    "proofs": "select id, proof from rulings order by position",
    "unproved": "select id, proof_reason from rulings where proof = 'none' order by position",
    "scenarios": "select game, count(*) from scenarios group by game",
    "printings": "select printing || ' ' || holds || case basis when 'play' then ' by play' when 'reading' then ' by our reading' else '' end, count(*) from printings group by 1",
    "characters": "select id, characters from documents",
}


def statistics(connection: sqlite3.Connection) -> dict[str, object]:
    """Return the figures of a database.

    They are the numbers of ``rulings`` by game, and by ``kinds``, ``proof`` and other ``printings``; the proof of each
    ruling (``proofs``), or the reason for its lack (``unproved``); the numbers of ``scenarios`` by game and of
    unverified sections; the ``characters`` of each document, and their use (``ledger``).
    """
    counts = {name: dict(connection.execute(sql).fetchall()) for name, sql in _COUNTS.items()}
    unverified = connection.execute("select count(*) from sections where confidence = 'unverified'").fetchone()[0]
    return {**counts, "unverified_sections": unverified, "ledger": _ledger(connection)}


def _ledger(connection: sqlite3.Connection) -> dict[str, dict[str, int]]:
    """Return for each document the number of characters by use; noise is counted by its name."""
    found: dict[str, dict[str, int]] = {}
    for document, taken_for, many in connection.execute(_LEDGER):
        found.setdefault(document, {})[taken_for] = many
    return found
