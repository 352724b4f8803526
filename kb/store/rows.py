"""The rows of each table, computed from a corpus."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from kb.errors import BadInput, Collector, Finding, raise_if
from kb.history.compare import by_thing, told
from kb.history.state import RULING
from kb.model import Corpus
from kb.proof import Proof, StoredPrinting, StoredScenario
from kb.store.tables.all_tables import TABLES
from kb.store.tables.description import COMPACT, FLAG, INTEGER, LINES, LIST, OBJECT, TEXT, Column, Table
from kb.store.tables.facets import FACETS

SQLValue = str | int | None


class Row:
    """The values of a row by column: ``given`` by name, or else attributes of ``source``."""

    __slots__ = ("given", "source")

    def __init__(self, source: object = None, /, **given: object) -> None:
        self.source, self.given = source, given

    def stored(self, table: Table) -> dict[str, SQLValue]:
        """The row as ``table`` stores it. Raises :class:`BadInput` for columns that lack a fitting value."""
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
_CURE = "give it to Row(...) in kb/store/rows.py, or a field in kb/model.py"


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
    """The empty id of another row is null."""
    return str(value) if value or not column.references else None


def _json(table: Table, column: Column, value: object) -> str:
    return _encode(value)


_encode = json.JSONEncoder(ensure_ascii=False).encode
#: how SQLite has a value, by the kind of its column
_STORED: Mapping[str, Callable[[Table, Column, object], SQLValue]] = {
    INTEGER: _number,
    FLAG: _number,
    LINES: _lines,
    TEXT: _text,
    COMPACT: _text,
    LIST: _json,
    OBJECT: _json,
}


def rows(table: Table, corpus: Corpus) -> Iterator[dict[str, SQLValue]]:
    """The rows of a table, in the order in which they are stored."""
    return (row.stored(table) for row in ROWS[table.name](corpus))


def find_errors(corpus: Corpus) -> list[Finding]:
    """What is wrong with the columns of each table, by the first of its rows; nothing of a table without rows."""
    collect = Collector()
    for table in TABLES:
        if table.name in ROWS:
            collect(next, rows(table, corpus), {})
    return collect.findings


def _rules(corpus: Corpus) -> Iterator[Row]:
    """The rules, each with the number of scenarios in whose own case it has a say."""
    said = Counter((scenario.ruleset, rule) for scenario in corpus.scenarios for rule in scenario.cases[0].fired)
    for rule in corpus.rules:
        yield Row(rule, cases=said[rule.ruleset, rule.rule])


def _documents(corpus: Corpus) -> Iterator[Row]:
    for document, text in zip(corpus.documents, corpus.texts, strict=True):
        yield Row(document, characters=len(text.text), files=sorted({part.file for part in document.parts}))


def _ledger(corpus: Corpus) -> Iterator[Row]:
    for text in corpus.texts:
        document = text.document.id
        ids = corpus.passage_ids[document]
        for span in corpus.ledgers[document]:
            ruling = ids[span.passage] if span.passage >= 0 else ""
            words = text.text[span.start : span.end]
            yield Row(span, document=document, line=text.line_at(span.start), ruling=ruling, text=words)


def _rulings(corpus: Corpus) -> Iterator[Row]:
    unknown = Proof()
    for ruling in corpus.rulings:
        proof = corpus.proofs.get(ruling.id, unknown)
        sections = [link.section for link in ruling.sections]
        rank = ruling.authority.rank
        yield Row(ruling, authority_rank=rank, sections=sections, proof=proof.kind, proof_reason=proof.reason)


def _of_rulings(attribute: str) -> Callable[[Corpus], Iterator[Row]]:
    """The values in one attribute of each ruling; ``id`` counts them, ``place`` those of one ruling."""

    def found(corpus: Corpus) -> Iterator[Row]:
        values = ((r.id, *each) for r in corpus.rulings for each in enumerate(getattr(r, attribute)))
        for number, (ruling, place, value) in enumerate(values, start=1):
            yield Row(value, id=number, ruling=ruling, place=place)

    return found


def _phrasings(corpus: Corpus) -> Iterator[Row]:
    asked = ((ruling.id, each) for ruling in corpus.rulings for each in ruling.phrasings)
    return (Row(each, id=number, ruling=ruling) for number, (ruling, each) in enumerate(asked, start=1))


def _topic_games(corpus: Corpus) -> Iterator[Row]:
    return (Row(stance, topic=topic.id) for topic in corpus.comparisons for stance in topic.stances)


def _topic_pairs(corpus: Corpus) -> Iterator[Row]:
    for topic in corpus.comparisons:
        for pair in topic.pairs:
            one, other = pair.games
            yield Row(pair, topic=topic.id, game=one, other_game=other, scenario=pair.case, said=pair.says)


def _topic_rulings(corpus: Corpus) -> Iterator[Row]:
    return (
        Row(topic=topic.id, ruling=ruling, place=place)
        for topic in corpus.comparisons
        for stance in topic.stances
        for place, ruling in enumerate(stance.rulings)
    )


def _statements(corpus: Corpus) -> Iterator[Row]:
    played: dict[str, str] = {}
    for rule, scenario in sorted((f"{s.ruleset}/{rule}", s.id) for s in corpus.scenarios for rule in s.rules):
        played.setdefault(rule, scenario)
    for place, statements in enumerate(corpus.by_subject().values()):
        yield from (Row(each, place=place, played=played.get(each.id, "")) for each in statements)


def _citations(name: str, of_rulings: bool) -> Callable[[Corpus], Iterator[Row]]:
    """What the rules are cited from: the rulings, or all else, which are sections; in the column ``name``."""

    def found(corpus: Corpus) -> Iterator[Row]:
        rulings = {ruling.id for ruling in corpus.rulings}
        cited = ((rule.id, cite) for rule in corpus.rules for cite in rule.cites)
        return (Row(rule=rule, **{name: cite}) for rule, cite in cited if (cite in rulings) is of_rulings)

    return found


def _cases(corpus: Corpus) -> Iterator[Row]:
    for scenario in corpus.scenarios:
        for number, case in enumerate(scenario.cases):
            yield Row(case, scenario=scenario.id, number=number)


def _scenario_printings(corpus: Corpus) -> Iterator[Row]:
    known = {rule.id for rule in corpus.rules}
    for scenario in corpus.scenarios:
        for printing in scenario.printings:
            rules, figures = _differences(scenario, printing, known)
            yield Row(printing, scenario=scenario.id, rules=rules, figures=figures)


def _differences(scenario: StoredScenario, printing: StoredPrinting, known: set[str]) -> tuple[list[str], list[str]]:
    """The rules and the figures that make a scenario come out otherwise in a printing.

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


def _editions(corpus: Corpus) -> Iterator[Row]:
    for place, edition in enumerate(corpus.editions, start=1):
        yield Row(edition, place=place, changed=len(by_thing(edition.changes)))


def _changes(corpus: Corpus) -> Iterator[Row]:
    changes = ((edition.id, change) for edition in corpus.editions for change in told(edition.changes))
    for number, (edition, change) in enumerate(changes, start=1):
        ruling = change.id if change.what == RULING else ""
        yield Row(change, id=number, edition=edition, thing=change.id, ruling=ruling)


def _each(values: Callable[[Corpus], Iterable[object]]) -> Callable[[Corpus], Iterator[Row]]:
    """A row for each value."""
    return lambda corpus: map(Row, values(corpus))


def _pairs(
    one: str, other: str, pairs: Callable[[Corpus], Iterable[tuple[str, str]]]
) -> Callable[[Corpus], Iterator[Row]]:
    """A row for each pair of ids, in the columns ``one`` and ``other``."""
    return lambda corpus: (Row(**{one: first, other: second}) for first, second in pairs(corpus))


#: what makes the rows of each table
ROWS: Mapping[str, Callable[[Corpus], Iterable[Row]]] = {
    "games": _each(lambda corpus: corpus.catalogues.games),
    "sections": _each(lambda corpus: corpus.catalogues.sections),
    "readings": _each(lambda corpus: corpus.catalogues.readings),
    "documents": _documents,
    "ledger": _ledger,
    "inputs": lambda corpus: (Row(path=path, sha256=sum) for path, sum in corpus.inputs.items()),
    **{facet.values.name: _each(facet.rows) for facet in FACETS},
    **{facet.links.name: _pairs("ruling", facet.name, facet.pairs) for facet in FACETS},
    "rulings": _rulings,
    "ruling_sections": _of_rulings("sections"),
    "ruling_readings": _of_rulings("readings"),
    "printings": _of_rulings("printings"),
    "amendments": _of_rulings("amendments"),
    "emphases": _of_rulings("emphasis"),
    "claims": _each(lambda corpus: corpus.claims),
    "phrasings": _phrasings,
    "relations": _each(lambda corpus: corpus.relations),
    "retired": _each(lambda corpus: corpus.retired),
    "editions": _editions,
    "changes": _changes,
    "topics": _each(lambda corpus: corpus.comparisons),
    "topic_games": _topic_games,
    "topic_pairs": _topic_pairs,
    "topic_rulings": _topic_rulings,
    "rules": _rules,
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
    "scenario_cases": _cases,
    "scenario_printings": _scenario_printings,
}
