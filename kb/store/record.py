"""One ruling as a dictionary of plain values: what ``show``, ``export`` and the pages are made of."""

from __future__ import annotations

import sqlite3

from kb.store.lookup import elsewhere
from kb.store.scenarios import printings
from kb.store.tables.rulings import RULINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_COLUMNS = RULINGS.exported("json")
_DEPENDS_ON = "select option from ruling_options where ruling = :id order by rowid"
_CHILDREN = "select id from rulings where parent = :id order by position"


def _words(column: str) -> str:
    """Return a list as words, because importing json would slow down looking up a ruling."""
    return f"(select group_concat(value, ' ') from json_each({column})) as {column.rpartition('.')[2]}"


#: fields that are lists of rows, and those of their columns that are lists
_LISTS = {
    "sections": """
        select s.id as section, s.title, s.pages, s.pages_are, s.confidence, l.role, l.basis, l.evidence
        from ruling_sections l join sections s on s.id = l.section where l.ruling = :id order by l.place""",
    "printings": f"select printing, holds, note, basis, {_words('cases')} from printings where ruling = :id",
    "readings": f"""
        select r.id, r.title, r.taken, {_words("l.rules")}
        from ruling_readings l join readings r on r.id = l.reading where l.ruling = :id""",
    "amendments": 'select action, "where", old, new from amendments where ruling = :id',
    "claims": """
        select words, proof, coalesce(scenario, '') as scenario, expectation, shown_by, reason
        from claims where ruling = :id order by number""",
    "new_words": "select field, text from emphases where ruling = :id and means = 'addition'",
}
_LISTS_WITHIN = {"printings": "cases", "readings": "rules"}
_RELATED = """
    select kind, basis, note, case when ruling = :id then other else ruling end as id, ruling = :id as forward
    from relations where ruling = :id or other = :id"""
#: the fields for a kind of relation: of the first ruling and, where it is another, of the other; comparisons have none
_RELATIONS = {
    "supersedes": ("supersedes", "superseded_by"),
    "corrects": ("corrects", "corrected_by"),
    "extends": ("extends", "extended_by"),
    "rests-on": ("rests_on", "basis_of"),
    "restates": ("restates",),
    "see-also": ("see_also",),
    "tension": ("tension",),
}
_SCENARIOS = """
    select s.id, s.title, s.proof, s.story, s.contrasts, s.passed, s.contrast_passed, s.suspect
    from scenario_rulings l join scenarios s on s.id = l.scenario where l.ruling = :id order by s.rowid"""
_RULES = """
    select r.id, r.rule, r.about, r.confidence, r.note,
      (select group_concat(reading, ', ') from rule_readings where rule = r.id) as readings
    from rule_rulings l join rules r on r.id = l.rule where l.ruling = :id order by r.rowid"""


def record(connection: sqlite3.Connection, row: sqlite3.Row) -> dict[str, Any]:
    """Return everything about the ruling of ``row`` (a row of ``rulings``).

    These are the exported columns of the table and the fields that :mod:`kb.store.tables.rulings` describes.
    """
    ruling: str = row["id"]
    out: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    out["draft"] = bool(row["draft"])
    out["depends_on"] = [each["option"] for each in _rows(connection, _DEPENDS_ON, ruling)]
    for name, sql in _LISTS.items():
        out[name] = _rows(connection, sql, ruling)
    for name, column in _LISTS_WITHIN.items():
        out[name] = [{**row, column: (row[column] or "").split()} for row in out[name]]
    out["children"] = [each["id"] for each in _rows(connection, _CHILDREN, ruling)]
    out.update(_related(connection, ruling))
    out["elsewhere"] = elsewhere(connection, ruling)
    out["scenarios"] = [_scenario(connection, each) for each in _rows(connection, _SCENARIOS, ruling)]
    # rules without those that another printing has in the same words
    rules = _rows(connection, _RULES, ruling)
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for rule in rules:
        found.setdefault(tuple(rule[key] for key in rule if key != "id"), rule)
    out["rules"] = list(found.values())
    return out


def _rows(connection: sqlite3.Connection, sql: str, ruling: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sql, {"id": ruling})]


def _scenario(connection: sqlite3.Connection, row: dict[str, Any]) -> dict[str, Any]:
    flags = {key: bool(row[key]) for key in ("passed", "contrast_passed", "suspect")}
    return {**row, "story": row["story"].split("\n"), **flags, "printings": printings(connection, row["id"])}


def _related(connection: sqlite3.Connection, ruling: str) -> dict[str, list[dict[str, Any]]]:
    rows = _rows(connection, _RELATED, ruling)
    out: dict[str, list[dict[str, Any]]] = {key: [] for keys in _RELATIONS.values() for key in keys}
    for row in rows:
        keys, forward = _RELATIONS.get(row.pop("kind")), row.pop("forward")
        if keys:
            out[keys[0] if forward else keys[-1]].append(row)
    return out
