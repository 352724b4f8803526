"""The tables and views of a base, created from their descriptions and filled with rows computed from a corpus.

A base is built whole and never edited: strict tables, foreign keys, no triggers.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from typing import cast

from sqlite_utils import Database

from kb.base.errors import BadInput, Finding
from kb.model.corpus import Corpus
from kb.model.evidence import StoredCase
from kb.store.record import differences, records
from kb.store.tables import FLAG, LINES, NUMBER, PACKED, TABLES, TEXT, VIEWS, Table

#: the values of a row by column
Row = dict[str, object]


def rows(corpus: Corpus) -> dict[str, Iterable[object]]:
    """Return the rows of each table in their stored order: mappings by column, or objects with attributes."""
    known = corpus.catalogues
    return {
        "games": known.games,
        "sections": known.sections,
        "readings": known.readings,
        "options": known.options,
        "phases": known.phases,
        "documents": (
            {"of": document, "characters": len(text.text), "files": sorted({part.file for part in document.parts})}
            for document, text in zip(corpus.documents, corpus.texts, strict=True)
        ),
        "ledger": _ledger(corpus),
        "inputs": ({"path": path, "sha256": sum} for path, sum in corpus.inputs.items()),
        "rulings": _rulings(corpus),
        "records": ({"id": id, "record": json.dumps(each, ensure_ascii=False)} for id, each in records(corpus)),
        "ruling_sections": _of_rulings(corpus, "sections"),
        "printings": _of_rulings(corpus, "printings"),
        "amendments": _of_rulings(corpus, "amendments"),
        "phrasings": _phrasings(corpus),
        "claims": corpus.claims,
        "relations": corpus.relations,
        "retired": corpus.retired,
        "topics": corpus.comparisons,
        "topic_games": ({"of": one, "topic": topic.id} for topic in corpus.comparisons for one in topic.stances),
        "topic_pairs": (
            {
                "of": pair,
                "topic": topic.id,
                "game": pair.games[0],
                "other_game": pair.games[1],
                "scenario": pair.case,
                "said": pair.says,
            }
            for topic in corpus.comparisons
            for pair in topic.pairs
        ),
        "rules": _rules(corpus),
        "statements": _statements(corpus),
        "scenarios": (
            {"of": each, "rules": [f"{each.ruleset}/{rule}" for rule in each.rules], "cases": _cases(each.cases)}
            for each in corpus.scenarios
        ),
        "scenario_printings": _scenario_printings(corpus),
    }


def _ledger(corpus: Corpus) -> Iterator[Row]:
    """Yield each span of the documents with its line, its text and, if it belongs to one, the id of its ruling."""
    for text in corpus.texts:
        document = text.document.id
        ids = corpus.passage_ids[document]
        for span in corpus.ledgers[document]:
            ruling = ids[span.passage] if span.passage >= 0 else ""
            words = text.text[span.start : span.end]
            yield {"of": span, "document": document, "line": text.line_at(span.start), "ruling": ruling, "text": words}


def _rulings(corpus: Corpus) -> Iterator[Row]:
    """Yield each ruling with its sections, the kind of its proof, its reading, and the phases that have one of the
    sections or one above it."""
    parents = {section.id: section.parent for section in corpus.catalogues.sections}
    taken = {reading.id: f"{reading.title}: {reading.taken}" for reading in corpus.catalogues.readings}
    for ruling in corpus.rulings:
        about = set()  # its sections, and those above them
        for link in ruling.sections:
            section = link.section
            while section:
                about.add(section)
                section = parents[section]
        yield {
            "of": ruling,
            "authority_rank": ruling.authority.rank,
            "sections": [link.section for link in ruling.sections],
            "phases": [phase.id for phase in corpus.catalogues.phases if about.intersection(phase.sections)],
            "proof": ruling.proof.kind,
            "proof_reason": ruling.proof.reason,
            "draft": bool(ruling.draft),
            "reading": " ".join(taken[each.reading] for each in ruling.readings if not each.rules),
        }


def _of_rulings(corpus: Corpus, attribute: str) -> Iterator[Row]:
    """Yield each value in an ``attribute`` of each ruling. ``id`` is its number among all values, ``place`` its index
    in the ruling."""
    values = ((r.id, *each) for r in corpus.rulings for each in enumerate(getattr(r, attribute)))
    for number, (ruling, place, value) in enumerate(values, start=1):
        yield {"of": value, "id": number, "ruling": ruling, "place": place}


def _phrasings(corpus: Corpus) -> Iterator[Row]:
    """Yield the ways to ask, numbered: those for each ruling, then those for each subject of statements."""
    ways = [{"ruling": ruling.id, "text": way} for ruling in corpus.rulings for way in ruling.phrasings]
    for subject, statements in corpus.by_subject().items():
        every = dict.fromkeys(way for each in statements for way in each.asks)
        ways += [{"subject": subject, "text": way} for way in every]
    for number, way in enumerate(ways, start=1):
        yield {"id": number, "ruling": "", "subject": "", **way}


def _rules(corpus: Corpus) -> Iterator[Row]:
    """Yield each rule with its citations divided into rulings and sections."""
    rulings = {ruling.id for ruling in corpus.rulings}
    for rule in corpus.rules:
        cited: dict[str, list[str]] = {"rulings": [], "sections": []}
        for cite in rule.cites:
            cited["rulings" if cite in rulings else "sections"].append(cite)
        yield {"of": rule, **cited}


def _statements(corpus: Corpus) -> Iterator[Row]:
    """Yield each statement with its position in a search (0 if it is not ranked), and the first section, ruling and
    scenario on which it rests; empty ones if there are none."""
    sections = {section.id for section in corpus.catalogues.sections}
    rulings = {ruling.id for ruling in corpus.rulings}
    cited: dict[str, dict[str, None]] = {}
    for rule in corpus.rules:
        cited.setdefault(f"{rule.game}/{rule.rule}", {}).update(dict.fromkeys(rule.cites))
    played: dict[str, str] = {}
    for name, scenario in sorted((f"{s.ruleset}/{name}", s.id) for s in corpus.scenarios for name in s.rules):
        played.setdefault(name, scenario)
    positions = {each[0].subject: position for position, each in corpus.ranked_subjects().items()}
    for subject, statements in corpus.by_subject().items():
        for each in statements:
            cites, case = cited.get(each.id, {}), each.played or played.get(each.id, "")
            section = each.section or next((cite for cite in cites if cite in sections), "")
            ruling = next((cite for cite in cites if cite in rulings), "")
            rests = {"section": section, "ruling": ruling, "played": case}
            yield {"of": each, "position": positions.get(subject, 0), **rests}


def _cases(cases: Iterable[StoredCase]) -> str:
    """Return the case of a scenario and its contrasts as JSON."""
    told = [(c.title, c.change, c.story, c.passed, c.trace, c.before, c.after) for c in cases]
    return json.dumps(told, ensure_ascii=False)


def _scenario_printings(corpus: Corpus) -> Iterator[Row]:
    """Yield each result of a scenario in another printing or game, with the rules and figures that cause a
    difference."""
    known = {rule.id for rule in corpus.rules}
    for scenario in corpus.scenarios:
        for printing in scenario.printings:
            rules, figures = differences(scenario, printing, known)
            yield {"of": printing, "scenario": scenario.id, "rules": rules, "figures": figures}


# -- from rows to a file


def fill(db: Database, corpus: Corpus) -> None:
    """Create every table and view, and fill the tables from ``corpus``."""
    made = rows(corpus)
    for table in by_references(TABLES):
        create_table(db, table)
        with db.conn:
            marks = ", ".join("?" * len(table.columns))
            stored = (_stored(table, row) for row in made[table.name])
            db.conn.executemany(f"insert into [{table.name}] values ({marks})", stored)
        if table.full_text:
            db.table(table.name).enable_fts(table.full_text, tokenize="porter unicode61", create_triggers=False)
    for view in VIEWS:
        db.create_view(view.name, view.sql)


def _stored(table: Table, row: object) -> list[object]:
    """Return the values of a row in stored form, in the order of the columns. The row is an object, whose attributes
    are the values, or maps columns to values. Columns that a mapping lacks are attributes of the object under its key
    ``of``."""
    given: dict[str, object] = row if isinstance(row, dict) else {"of": row}
    out: list[object] = []
    for name, column in table.columns.items():
        try:
            value = given[name] if name in given else getattr(given["of"], name)
        except (AttributeError, KeyError):
            cure = "give it in kb/store/rows.py, or add an attribute in kb/model/corpus.py"
            raise BadInput(Finding(f"column '{name}' of '{table.name}' has no value", hint=cure)) from None
        if column.kind == LINES:
            value = "\n".join(cast("Iterable[str]", value))
        elif column.kind == PACKED:
            value = zlib.compress(str(value).encode())
        elif column.kind == TEXT:  # the empty id of another row is null
            value = str(value) if value or not column.references else None
        elif isinstance(value, (dict, list, tuple)):
            value = json.dumps(value, ensure_ascii=False)
        out.append(value)
    return out


def by_references(tables: Iterable[Table]) -> Iterator[Table]:
    """Return the tables, each after those to which its foreign keys refer."""
    known = {table.name: table for table in tables}
    referred = {
        table.name: {column.references for column in table.columns.values() if column.foreign_key} - {table.name}
        for table in known.values()
    }
    return (known[name] for name in TopologicalSorter(referred).static_order())


#: the SQLite types of columns that are not text
_TYPES = {NUMBER: int, FLAG: int, PACKED: bytes}


def create_table(db: Database, table: Table) -> None:
    """Create an empty table with its keys and indexes."""
    columns = table.columns.values()
    created = db.table(table.name).create(
        {column.name: _TYPES.get(column.kind, str) for column in columns},
        pk=table.key if len(table.key) > 1 else table.key[0],
        foreign_keys=[(column.name, column.references, "id") for column in columns if column.foreign_key],
        strict=True,
    )
    for index in table.indexes:
        created.create_index(index)


def content_digest(db: Database) -> str:
    """Return the SHA-256 (hex) of the definitions of all tables and views and all rows, except full-text indexes."""
    total = hashlib.sha256()
    made = "select name, type, sql from sqlite_master where type in ('table', 'view') and name not like 'sqlite%'"
    for name, kind, sql in db.execute(f"{made} and name not like '%@_fts%' escape '@' order by name").fetchall():
        total.update(f"{name}\n{sql}\n".encode())
        for row in db.execute(f"select * from [{name}]") if kind == "table" else ():
            total.update(repr(row).encode())
    return total.hexdigest()


def seal(db: Database, path: str) -> str:
    """Write the database compactly into a new file, close it, and return the digest of its content."""
    digest = content_digest(db)
    db.execute("insert into rulings_fts(rulings_fts) values ('integrity-check')")
    dangling = db.execute("pragma foreign_key_check").fetchall()
    assert not dangling, f"foreign keys without a row: {dangling[:3]}"
    db.analyze()
    db.conn.commit()
    db.execute("vacuum into ?", [path])
    db.close()
    return digest
