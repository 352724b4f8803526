"""One ruling as a dictionary of plain values: what ``show``, ``export`` and the pages are made of."""

from __future__ import annotations

import sqlite3

from kb.store.scenarios import printings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COLUMNS = (
    "id", "game", "document", "kind", "heading", "question", "answer", "verdict", "verdict_kind",
    "line_start", "line_end", "authority", "authority_date", "parent", "proof", "proof_reason",
)  # fmt: skip


def _rows(connection: sqlite3.Connection, sql: str, ruling: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sql, {"id": ruling})]


def record(connection: sqlite3.Connection, row: sqlite3.Row) -> dict[str, Any]:
    """Everything about the ruling of ``row`` (a row of ``rulings``).

    Beside the columns: ``sections`` (with evidence), ``depends_on``, ``printings``, ``readings``, ``amendments``,
    ``new_words``, ``supersedes``, ``superseded_by``, ``restates``, ``see_also``, ``tension``, ``elsewhere`` (what other
    games say on the same questions, ``same`` or not), ``children`` and ``scenarios``.
    """
    ruling: str = row["id"]
    out: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    options = "select option from ruling_options where ruling = :id order by rowid"
    out["depends_on"] = [each["option"] for each in _rows(connection, options, ruling)]
    out["sections"] = _rows(connection, """
        select s.id as section, s.title, s.pages, s.pages_are, s.confidence, l.role, l.basis, l.evidence
        from ruling_sections l join sections s on s.id = l.section where l.ruling = :id order by l.place""", ruling)  # fmt: skip
    out["printings"] = _rows(connection, "select printing, holds, note from printings where ruling = :id", ruling)
    out["readings"] = _rows(connection, """
        select r.id, r.title, r.taken from ruling_readings l join readings r on r.id = l.reading where l.ruling = :id""", ruling)  # fmt: skip
    out["amendments"] = _rows(connection, 'select action, "where", old, new from amendments where ruling = :id', ruling)
    out["new_words"] = _rows(
        connection, "select field, text from emphases where ruling = :id and means = 'addition'", ruling
    )
    out["children"] = [
        r["id"] for r in _rows(connection, "select id from rulings where parent = :id order by position", ruling)
    ]
    out.update(_related(connection, ruling))
    out["elsewhere"] = _elsewhere(connection, row)
    out["scenarios"] = [
        {**each, "story": each["story"].split("\n"), **{key: bool(each[key]) for key in ("passed", "contrast_passed", "suspect")},
         "printings": printings(connection, each["id"])}
        for each in _rows(connection, """
            select s.id, s.title, s.proof, s.story, s.passed, s.contrast_passed, s.suspect
            from scenario_rulings l join scenarios s on s.id = l.scenario where l.ruling = :id order by s.rowid""", ruling)
    ]  # fmt: skip
    out["rules"] = _once(_rows(connection, """
        select r.id, r.rule, r.about, r.confidence, r.note,
               (select group_concat(reading, ', ') from rule_readings where rule = r.id) as readings
        from rule_rulings l join rules r on r.id = l.rule where l.ruling = :id order by r.rowid""", ruling))  # fmt: skip
    return out


def _once(rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rules without those that another printing has in the same words."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for rule in rules:
        found.setdefault(tuple(rule[key] for key in rule if key != "id"), rule)
    return list(found.values())


def _related(connection: sqlite3.Connection, ruling: str) -> dict[str, list[dict[str, Any]]]:
    rows = _rows(connection, """
        select kind, basis, note, case when ruling = :id then other else ruling end as id, ruling = :id as forward
        from relations where ruling = :id or other = :id""", ruling)  # fmt: skip
    names = {"restates": "restates", "see-also": "see_also", "tension": "tension"}
    out: dict[str, list[dict[str, Any]]] = {
        key: [] for key in ("supersedes", "superseded_by", "restates", "see_also", "tension")
    }
    for row in rows:
        kind, forward = row.pop("kind"), row.pop("forward")
        if kind == "supersedes":
            out["supersedes" if forward else "superseded_by"].append(row)
        elif kind in names:
            out[names[kind]].append(row)
    return out


def _elsewhere(connection: sqlite3.Connection, row: sqlite3.Row) -> list[dict[str, Any]]:
    """What other games say on the questions this ruling answers: same or different."""
    found = _rows(connection, """
        select t.id as topic, t.title, g.game, g.says, g.alike = own.alike as same, (
          select group_concat(id, ' ') from (
            select r.id from topic_rulings l join rulings r on r.id = l.ruling
            where l.topic = t.id and r.game = g.game order by l.place)) as rulings
        from topic_rulings mine join rulings me on me.id = mine.ruling join topics t on t.id = mine.topic
        join topic_games own on own.topic = t.id and own.game = me.game
        join topic_games g on g.topic = t.id and g.game != me.game
        join games on games.id = g.game where mine.ruling = :id order by t.id, games.rowid""", row["id"])  # fmt: skip
    return [{**each, "same": bool(each["same"]), "rulings": each["rulings"].split(" ")} for each in found]
