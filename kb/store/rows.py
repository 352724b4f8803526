"""The tables and views of a base, created from their descriptions and filled with rows computed from a corpus.

A base is built whole and never edited: strict tables, foreign keys, no triggers. The same rows give the same digest,
whatever the bytes of the file.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from json.encoder import encode_basestring as _text_of

from sqlite_utils import Database

from kb.base.errors import BadInput, Collector, Finding, raise_if
from kb.base.model import Corpus
from kb.base.values import Proof, StoredPrinting, StoredScenario
from kb.store.read import VERSION
from kb.store.record import record
from kb.store.tables.all_tables import BUILD, RECORDS, TABLES
from kb.store.tables.description import (
    A_COLUMN_A_GAME,
    FLAG,
    INTEGER,
    LINES,
    LIST,
    OBJECT,
    PACKED,
    TEXT,
    Column,
    Table,
)
from kb.store.tables.facets import FACETS
from kb.store.tables.views import VIEWS

SQLValue = str | bytes | int | None


class TableRow:
    """The values of a row by column: ``given`` by name, or else attributes of ``source``."""

    __slots__ = ("given", "source")

    def __init__(self, source: object = None, /, **given: object) -> None:
        self.source, self.given = source, given

    def stored(self, table: Table) -> dict[str, SQLValue]:
        """Return the row as ``table`` stores it. Raises :class:`BadInput` for columns that lack a fitting value."""
        given, source = self.given, self.source
        try:
            return {
                name: _STORED[column.kind](table, column, given[name] if name in given else getattr(source, name))
                for name, column in table.columns.items()
            }
        except AttributeError:
            raise_if(
                _wrong(table, name, "has no value", _CURE)
                for name in table.columns
                if name not in given and not hasattr(source, name)
            )
            raise


#: what to do about a column that has no value
_CURE = "give it to TableRow(...) in kb/store/rows.py, or a field in kb/base/model.py"


def _wrong(table: Table, column: str, message: str, hint: str = "") -> Finding:
    return Finding(f"column '{column}' of '{table.name}' {message}", hint=hint)


def _number(table: Table, column: Column, value: object) -> int:
    if not isinstance(value, int):
        raise BadInput(_wrong(table, column.name, f"is a number, got {value!r}"))
    return int(value)


def _lines(table: Table, column: Column, value: object) -> str:
    if not isinstance(value, tuple):
        raise BadInput(_wrong(table, column.name, f"is a tuple of lines, got {value!r}"))
    return "\n".join(value)


def _text(table: Table, column: Column, value: object) -> str | None:
    """Return the empty id of another row is null."""
    return str(value) if value or not column.references else None


def _packed(table: Table, column: Column, value: object) -> bytes:
    """Return a long text or lines that nobody but the program reads: half of a base would be stories, traces and
    pictures."""
    return zlib.compress(("\n".join(value) if isinstance(value, tuple) else str(value)).encode())


def _json(table: Table, column: Column, value: object) -> str:
    return _encode(value)


_encode = json.JSONEncoder(ensure_ascii=False).encode
#: how SQLite has a value, by the kind of its column
_STORED: Mapping[str, Callable[[Table, Column, object], SQLValue]] = {
    INTEGER: _number,
    FLAG: _number,
    LINES: _lines,
    TEXT: _text,
    PACKED: _packed,
    LIST: _json,
    OBJECT: _json,
}


def rows(table: Table, corpus: Corpus) -> Iterator[dict[str, SQLValue]]:
    """Return the rows of a table, in the order in which they are stored."""
    return (row.stored(table) for row in ROWS[table.name](corpus))


def wrong_columns(corpus: Corpus) -> list[Finding]:
    """Return what is wrong with the columns of each table, by the first of its rows; nothing of a table without
    rows."""
    collect = Collector()
    for table in TABLES:
        if table.name in ROWS:
            collect(next, rows(table, corpus), {})
    return collect.findings


def _ledger(corpus: Corpus) -> Iterator[TableRow]:
    for text in corpus.texts:
        document = text.document.id
        ids = corpus.passage_ids[document]
        for span in corpus.ledgers[document]:
            ruling = ids[span.passage] if span.passage >= 0 else ""
            words = text.text[span.start : span.end]
            yield TableRow(span, document=document, line=text.line_at(span.start), ruling=ruling, text=words)


def _rulings(corpus: Corpus) -> Iterator[TableRow]:
    unknown = Proof()
    for ruling in corpus.rulings:
        proof = corpus.proofs.get(ruling.id, unknown)
        sections = [link.section for link in ruling.sections]
        rank = ruling.authority.rank
        draft = int(bool(ruling.draft))
        shown = {"proof": proof.kind, "proof_reason": proof.reason, "draft": draft}
        yield TableRow(ruling, authority_rank=rank, sections=sections, **shown)


def _of_rulings(attribute: str) -> Callable[[Corpus], Iterator[TableRow]]:
    """Yield the values in one attribute of each ruling; ``id`` counts them, ``place`` those of one ruling."""

    def found(corpus: Corpus) -> Iterator[TableRow]:
        values = ((r.id, *each) for r in corpus.rulings for each in enumerate(getattr(r, attribute)))
        for number, (ruling, place, value) in enumerate(values, start=1):
            yield TableRow(value, id=number, ruling=ruling, place=place)

    return found


def _ways_to_ask(corpus: Corpus) -> Iterator[TableRow]:
    """Yield the ways to ask for each ruling."""
    ways = ((ruling.id, text) for ruling in corpus.rulings for text in ruling.phrasings)
    for number, (ruling, text) in enumerate(ways, start=1):
        yield TableRow(None, id=number, ruling=ruling, text=text)


def _statements(corpus: Corpus) -> Iterator[TableRow]:
    sections = {section.id for section in corpus.catalogues.sections}
    cited = {
        f"{rule.game}/{rule.rule}": next((each for each in rule.cites if each in sections), "") for rule in corpus.rules
    }
    played: dict[str, str] = {}
    for rule, scenario in sorted((f"{s.ruleset}/{rule}", s.id) for s in corpus.scenarios for rule in s.rules):
        played.setdefault(rule, scenario)
    places = {subject: place for place, subject in enumerate(corpus.ranked_subjects())}
    for subject, statements in corpus.by_subject().items():
        for each in statements:
            section, case = each.section or cited.get(each.id, ""), each.played or played.get(each.id, "")
            yield TableRow(each, place=places.get(subject, -1), played=case, section=section)


def _citations(name: str, of_rulings: bool) -> Callable[[Corpus], Iterator[TableRow]]:
    """Return what the rules are cited from: the rulings, or all else, which are sections; in the column ``name``."""

    def found(corpus: Corpus) -> Iterator[TableRow]:
        rulings = {ruling.id for ruling in corpus.rulings}
        cited = ((rule.id, cite) for rule in corpus.rules for cite in rule.cites)
        return (TableRow(rule=rule, **{name: cite}) for rule, cite in cited if (cite in rulings) is of_rulings)

    return found


def _scenario_printings(corpus: Corpus) -> Iterator[TableRow]:
    known = {rule.id for rule in corpus.rules}
    for scenario in corpus.scenarios:
        for printing in scenario.printings:
            rules, figures = _differences(scenario, printing, known)
            yield TableRow(printing, scenario=scenario.id, rules=rules, figures=figures)


def _differences(scenario: StoredScenario, printing: StoredPrinting, known: set[str]) -> tuple[list[str], list[str]]:
    """Return the rules and the figures that make a scenario come out otherwise in a printing.

    A rule that the printing is without has its id in the scenario's rule set; what is no rule (the number of a unit,
    the steps of combat) is a figure.
    """
    rules, figures = [], []
    for line in printing.rules:
        ids = [rule for each in (printing, scenario) if (rule := f"{each.ruleset}/{line}") in known]
        if ids:
            rules.append(ids[0])
        else:
            figures.append(line)
    return rules, figures


def _each(values: Callable[[Corpus], Iterable[object]]) -> Callable[[Corpus], Iterator[TableRow]]:
    """Return a row for each value."""
    return lambda corpus: map(TableRow, values(corpus))


def _pairs(
    one: str, other: str, pairs: Callable[[Corpus], Iterable[tuple[str, str]]]
) -> Callable[[Corpus], Iterator[TableRow]]:
    """Return a row for each pair of ids, in the columns ``one`` and ``other``."""
    return lambda corpus: (TableRow(**{one: first, other: second}) for first, second in pairs(corpus))


#: what makes the rows of each table
ROWS: Mapping[str, Callable[[Corpus], Iterable[TableRow]]] = {
    "games": _each(lambda corpus: corpus.catalogues.games),
    "sections": _each(lambda corpus: corpus.catalogues.sections),
    "readings": _each(lambda corpus: corpus.catalogues.readings),
    "documents": lambda corpus: (
        TableRow(document, characters=len(text.text), files=sorted({part.file for part in document.parts}))
        for document, text in zip(corpus.documents, corpus.texts, strict=True)
    ),
    "ledger": _ledger,
    "inputs": lambda corpus: (TableRow(path=path, sha256=sum) for path, sum in corpus.inputs.items()),
    **{facet.values.name: _each(facet.rows) for facet in FACETS},
    **{facet.links.name: _pairs("ruling", facet.name, facet.pairs) for facet in FACETS},
    "rulings": _rulings,
    "ruling_sections": _of_rulings("sections"),
    "ruling_readings": _of_rulings("readings"),
    "printings": _of_rulings("printings"),
    "amendments": _of_rulings("amendments"),
    "emphases": _of_rulings("emphasis"),
    "claims": _each(lambda corpus: corpus.claims),
    "phrasings": _ways_to_ask,
    "relations": _each(lambda corpus: corpus.relations),
    "retired": _each(lambda corpus: corpus.retired),
    "topics": _each(lambda corpus: corpus.comparisons),
    "topic_games": lambda corpus: (
        TableRow(one, topic=topic.id) for topic in corpus.comparisons for one in topic.stances
    ),
    "topic_pairs": lambda corpus: (
        TableRow(pair, topic=topic.id, game=pair.games[0], other_game=pair.games[1], scenario=pair.case, said=pair.says)
        for topic in corpus.comparisons
        for pair in topic.pairs
    ),
    "topic_rulings": lambda corpus: (
        TableRow(topic=topic.id, ruling=ruling, place=place)
        for topic in corpus.comparisons
        for stance in topic.stances
        for place, ruling in enumerate(stance.rulings)
    ),
    "rules": _each(lambda corpus: corpus.rules),
    "statements": _statements,
    "rule_rulings": _citations("ruling", True),
    "rule_sections": _citations("section", False),
    "rule_readings": _pairs("rule", "reading", lambda corpus: ((r.id, o) for r in corpus.rules for o in r.readings)),
    "scenarios": _each(lambda corpus: corpus.scenarios),
    "scenario_rulings": _pairs(
        "scenario", "ruling", lambda corpus: ((s.id, r) for s in corpus.scenarios for r in s.rulings)
    ),
    "scenario_sections": _pairs(
        "scenario", "section", lambda corpus: ((s.id, o) for s in corpus.scenarios for o in s.sections)
    ),
    "scenario_rules": _pairs(
        "scenario", "rule", lambda corpus: ((s.id, f"{s.ruleset}/{r}") for s in corpus.scenarios for r in s.rules)
    ),
    "scenario_cases": lambda corpus: (
        TableRow(case, scenario=each.id, number=number)
        for each in corpus.scenarios
        for number, case in enumerate(each.cases)
    ),
    "scenario_printings": _scenario_printings,
}


def fill(db: Database, corpus: Corpus) -> None:
    """Create every table and view, and fill the tables from ``corpus``."""
    for table in by_references(each for each in TABLES if each.name in ROWS):
        create_table(db, table)
        marks = ", ".join("?" * len(table.columns))
        with db.conn:
            db.conn.executemany(
                f"insert into [{table.name}] values ({marks})", (tuple(row.values()) for row in rows(table, corpus))
            )
        if table.full_text:
            db.table(table.name).enable_fts(table.full_text, tokenize="porter unicode61", create_triggers=False)
    create_table(db, RECORDS)
    db.conn.row_factory = sqlite3.Row
    rulings = db.execute("select * from rulings order by position").fetchall()
    records = [(row["id"], json.dumps(record(db.conn, row), ensure_ascii=False)) for row in rulings]
    db.conn.row_factory = None
    with db.conn:
        db.conn.executemany(f"insert into {RECORDS.name} values (?, ?)", records)
    games = [game.id for game in corpus.catalogues.games]
    for view in VIEWS:
        says = (f"""max(case when t.game = '{game}' then t.says end) as "{game}" """ for game in games)
        db.create_view(view.name, view.sql.replace(A_COLUMN_A_GAME, ",\n".join(says)))


def by_references(tables: Iterable[Table]) -> Iterator[Table]:
    """Return the tables, each after those to which its foreign keys refer."""
    known = {table.name: table for table in tables}
    referred = {
        table.name: {column.references for column in table.columns.values() if column.foreign_key} - {table.name}
        for table in known.values()
    }
    return (known[name] for name in TopologicalSorter(referred).static_order())


#: the types of columns that are no text
_TYPES = {INTEGER: int, FLAG: int, PACKED: bytes}


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


#: suffixes of the tables in which FTS5 keeps its index; the digest covers the rows that are indexed
_SHADOWS = ("_data", "_idx", "_docsize", "_config", "_content")


def content_digest(db: Database) -> str:
    """SHA-256 (hex) over every row of every table, in the order of the tables' names and rows, and over the views."""
    made = dict(db.execute("select name, sql from sqlite_master where type = 'table'").fetchall())
    virtual = {name for name, sql in made.items() if sql.upper().startswith("CREATE VIRTUAL")}
    left_out = {*virtual, *(name + suffix for name in virtual for suffix in _SHADOWS)}
    total = hashlib.sha256()
    for table in sorted(name for name in made if name not in left_out and not name.startswith("sqlite_")):
        total.update(f"table {table}\n".encode())
        lines = sorted(map(_row_text, db.execute(f"select * from [{table}]").fetchall()))
        total.update("".join(f"{row}\n" for row in lines).encode())
    for view, sql in db.execute("select name, sql from sqlite_master where type = 'view' order by name").fetchall():
        total.update(f"view {view}\n{sql}\n".encode())
    return total.hexdigest()


def _row_text(row: Sequence[str | bytes | int | None]) -> str:
    """Return a row as JSON, as ``json.dumps`` writes it, which takes several times as long; unpacked where it is
    packed."""
    plain = (_text_of_blob(each) if isinstance(each, bytes) else each for each in row)
    values = [_text_of(each) if isinstance(each, str) else "null" if each is None else str(each) for each in plain]
    return f"[{', '.join(values)}]"


def _text_of_blob(value: bytes) -> str:
    """Return the text of a packed value; the hexadecimal digits of any other."""
    try:
        return zlib.decompress(value).decode()
    except zlib.error:
        return value.hex()


def seal(db: Database, path: str) -> str:
    """Write the digest of the content into the base, and the base compact into a file. Returns the digest."""
    digest = content_digest(db)
    create_table(db, BUILD)
    db.table(BUILD.name).insert({"digest": digest, "schema_version": VERSION})
    db.execute("insert into rulings_fts(rulings_fts) values ('integrity-check')")
    dangling = db.execute("pragma foreign_key_check").fetchall()
    assert not dangling, f"foreign keys without a row: {dangling[:3]}"
    db.analyze()
    db.execute(f"pragma user_version = {VERSION}")
    db.conn.commit()
    db.execute("vacuum into ?", [path])
    db.close()
    return digest
