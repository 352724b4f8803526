"""A state of the data: what can change of each thing, as text; made of rows of the tables or of exported rulings.

A thing is a ruling, a comparison of two games on a topic, a document or a reading. A field that is empty is left out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.change import ID

#: a thing: what it is, and its id
Thing = tuple[str, str]
State = dict[Thing, dict[str, str]]
Row = Mapping[str, Any]

RULING, COMPARISON, DOCUMENT, READING = "ruling", "comparison", "document", "reading"
#: the fields of each kind of thing, in the order in which they are told
FIELDS: Mapping[str, tuple[str, ...]] = {
    RULING: (
        *(ID, "games", "document", "kind", "question", "answer", "verdict", "verdict_kind", "proof", "proof_reason"),
        *("sections", "depends_on"),
    ),
    COMPARISON: (ID, "games", "comparison", "said", "why"),
    DOCUMENT: (ID, "games", "title", "published", "sha256"),
    READING: (ID, "title", "taken"),
}
#: a ruling has a further field for each other printing of its game, such as ``printing 1941``
PRINTING = "printing "
#: the tables whose rows a state is made of
TABLES = ("rulings", "printings", "topic_pairs", "documents", "readings")


def is_field(what: str, field: str) -> bool:
    """Whether things of a kind have such a field."""
    return field in FIELDS[what] or (what == RULING and field.startswith(PRINTING) and len(field) > len(PRINTING))


def state_of(tables: Mapping[str, Iterable[Row]]) -> State:
    """The state that the rows of :data:`TABLES` tell, each as it is stored; tables that are left out tell nothing."""
    state: State = {}
    for row in tables.get("rulings", ()):
        lists = {name: " ".join(json.loads(row[name])) for name in ("sections", "depends_on")}
        _put(state, RULING, row["id"], {**row, **lists, "games": row["game"]})
    for row in tables.get("printings", ()):
        if not all(isinstance(row[name], str) for name in ("printing", "holds", "note")):
            raise ValueError(f"a printing of {row['ruling']!r} has a value that is no text")
        told = f"{row['holds']}: {row['note']}" if row["note"] else row["holds"]
        state[RULING, row["ruling"]][f"{PRINTING}{row['printing']}"] = told
    for row in tables.get("topic_pairs", ()):
        pair = (row["game"], row["other_game"])
        _put(state, COMPARISON, "/".join((row["topic"], *pair)), {**row, "games": " ".join(pair)})
    for row in tables.get("documents", ()):
        _put(state, DOCUMENT, row["id"], {**row, "games": row["game"]})
    for row in tables.get("readings", ()):
        _put(state, READING, row["id"], row)
    return state


def state_of_export(rulings: Iterable[Row]) -> State:
    """The state that the objects of ``kb export`` tell: that of the rulings alone.

    Raises :class:`KeyError`, :class:`TypeError` or :class:`ValueError` for what is no such object.
    """
    tables: dict[str, list[Row]] = {"rulings": [], "printings": []}
    for each in rulings:
        sections = json.dumps([link["section"] for link in each["sections"]])
        tables["rulings"].append({**each, "sections": sections, "depends_on": json.dumps(each["depends_on"])})
        tables["printings"] += [{**printing, "ruling": each["id"]} for printing in each["printings"]]
    return state_of(tables)


def _put(state: State, what: str, id: str, row: Row) -> None:
    values = {ID: id, **{field: row[field] for field in FIELDS[what] if field != ID}}
    if not id or not all(isinstance(value, str) for value in values.values()):
        raise ValueError(f"{what} {id!r} has a value that is no text")
    state[what, id] = {field: value for field, value in values.items() if value}


def mark_of(state: State) -> str:
    """The checksum of a state: SHA-256 in hex, whatever the order of its things and fields."""
    plain = sorted((what, id, sorted(fields.items())) for (what, id), fields in state.items())
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()


def of_game(state: State, game: str) -> State:
    """The things of a state that are about a game."""
    return {thing: fields for thing, fields in state.items() if game in fields.get("games", "").split()}


def of_kinds(state: State, kinds: Iterable[str]) -> State:
    """The things of a state that are of some kinds."""
    wanted = set(kinds)
    return {thing: fields for thing, fields in state.items() if thing[0] in wanted}


def fields_in_order(what: str, fields: Iterable[str]) -> Iterator[str]:
    """Fields of a kind of thing in the order in which they are told: printings last."""
    known = FIELDS[what]
    return iter(sorted(fields, key=lambda name: (known.index(name) if name in known else len(known), name)))
