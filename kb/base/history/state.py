"""A state of the data: what can change of each thing, as text; and what changed between two states.

A thing is a ruling, a comparison of two games on a topic, a document or a reading. A field that is empty is left out. A
state is made of rows of the tables, of exported rulings or of a file of those.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.base.errors import BadInput, Finding, raise_if
from kb.base.values import ID, Change
from kb.base.written import parse_json

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


def compare(before: State, after: State) -> tuple[Change, ...]:
    """Every field that differs, thing by thing in order of kind and id.

    The other way round, it gives the same with ``was`` and ``now`` exchanged (:func:`mirrored`).
    """
    return tuple(
        change
        for thing in sorted(before.keys() | after.keys(), key=_order)
        for change in _differences(thing, before.get(thing, {}), after.get(thing, {}))
    )


def _differences(thing: Thing, before: dict[str, str], after: dict[str, str]) -> Iterable[Change]:
    what, id = thing
    games = tuple(dict.fromkeys(f"{before.get('games', '')} {after.get('games', '')}".split()))
    for field in fields_in_order(what, before.keys() | after.keys()):
        was, now = before.get(field, ""), after.get(field, "")
        if was != now:
            yield Change(what, id, tuple(sorted(games)), field, was, now)


def _order(thing: Thing) -> tuple[int, list[tuple[int, str]]]:
    """Kinds as they are listed, ids with their numbers as numbers."""
    what, id = thing
    return list(FIELDS).index(what), [(int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", id)]


def mirrored(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that undo these."""
    return tuple(Change(each.what, each.id, each.games, each.field, each.now, each.was) for each in changes)


def applied(state: State, changes: Iterable[Change]) -> State:
    """A state after some changes. What a thing that goes had is forgotten, whether or not the changes name it."""
    after = {thing: dict(fields) for thing, fields in state.items()}
    gone: set[Thing] = set()
    for each in changes:
        thing = (each.what, each.id)
        fields = after.setdefault(thing, {})
        if each.now:
            fields[each.field] = each.now
        else:
            fields.pop(each.field, None)
        if each.field == ID:
            (gone.discard if each.now else gone.add)(thing)
    return {thing: fields for thing, fields in after.items() if thing not in gone}


def abridged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes without the fields of what is new, which are read where it stands; enough to undo them all."""
    kept = []
    given: set[Thing] = set()
    for each in changes:
        if each.given:
            given.add((each.what, each.id))
        if each.field == ID or (each.what, each.id) not in given:
            kept.append(each)
    return tuple(kept)


def by_thing(changes: Iterable[Change]) -> dict[Thing, list[Change]]:
    """The changes of each thing, in their order."""
    found: dict[Thing, list[Change]] = {}
    for each in changes:
        found.setdefault((each.what, each.id), []).append(each)
    return found


_HINT = "make it with 'kb export' of the other installation"


def load_export(path: str) -> State:
    """The state that a file tells. Raises :class:`BadInput` with every line that is no ruling."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except UnicodeDecodeError:
        raise BadInput(Finding("not UTF-8 text", path, 0, _HINT)) from None
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be read ({error.strerror})", path, 0, f"name a build, or a file; {_HINT}")
        ) from None
    state: State = {}
    findings = []
    rows = _rows(text)
    for number, row in rows:
        try:
            found = state_of_export([row])
        except (KeyError, TypeError, ValueError, AttributeError):
            findings.append(Finding("not a ruling as 'kb export' prints it", path, number, _HINT))
            continue
        findings += [Finding(f"'{id}' stands twice", path, number, _HINT) for _, id in found.keys() & state.keys()]
        state |= found
    if not rows:
        findings.append(Finding("there is no ruling in it", path, 0, _HINT))
    raise_if(findings)
    return state


def _rows(text: str) -> list[tuple[int, Any]]:
    """The values of a file, each with its line; 0 for those of one array."""
    if text.lstrip()[:1] == "[":
        whole = _value(text)
        return [(0, each) for each in whole] if isinstance(whole, list) else [(0, None)]
    return [(number, _value(line)) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _value(text: str) -> Any:
    """The value of a JSON text; ``None`` where it is none."""
    try:
        return parse_json(text)
    except ValueError:
        return None
