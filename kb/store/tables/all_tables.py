"""All tables and views, in the order in which readers are shown them."""

from __future__ import annotations

from kb.store.tables import common, documents, history, rule_books, rules, ruling_details, scenarios, topics
from kb.store.tables.description import Column, Table, View
from kb.store.tables.facets import FACETS
from kb.store.tables.rulings import RULINGS
from kb.store.tables.views import VIEWS

TABLES = (
    RULINGS,
    documents.DOCUMENTS,
    rule_books.GAMES,
    rule_books.SECTIONS,
    ruling_details.RULING_SECTIONS,
    ruling_details.AMENDMENTS,
    ruling_details.RELATIONS,
    topics.TOPICS,
    topics.TOPIC_GAMES,
    topics.TOPIC_PAIRS,
    ruling_details.PRINTINGS,
    ruling_details.CLAIMS,
    ruling_details.PHRASINGS,
    *(facet.values for facet in FACETS),
    rule_books.READINGS,
    rules.RULES,
    rules.STATEMENTS,
    scenarios.SCENARIOS,
    scenarios.SCENARIO_PRINTINGS,
    ruling_details.EMPHASES,
    documents.LEDGER,
    documents.INPUTS,
    ruling_details.RETIRED,
    history.EDITIONS,
    history.CHANGES,
    *(facet.links for facet in FACETS),
    ruling_details.RULING_READINGS,
    topics.TOPIC_RULINGS,
    rules.RULE_RULINGS,
    rules.RULE_SECTIONS,
    rules.RULE_READINGS,
    scenarios.SCENARIO_RULINGS,
    scenarios.SCENARIO_SECTIONS,
    scenarios.SCENARIO_RULES,
    scenarios.SCENARIO_CASES,
    documents.BUILD,
)
BY_NAME: dict[str, Table | View] = {**{view.name: view for view in VIEWS}, **{table.name: table for table in TABLES}}


def column(relation: Table | View, name: str) -> Column | None:
    """What is said of a column of a table or view, or ``None``."""
    own = relation.columns.get(name)
    return own if isinstance(relation, Table) else own or common.COLUMNS.get(name)


def referenced_table(relation: str | None, name: str) -> str:
    """The table of whose rows a column has ids, or an empty text.

    ``relation`` is a table or view, or ``None`` for the results of a query: then columns of this name must all have ids
    of the same table.
    """
    if relation is None:
        if name in common.COLUMNS:
            return common.COLUMNS[name].references
        found = {each.columns[name].references for each in BY_NAME.values() if name in each.columns}
        return found.pop() if len(found) == 1 else ""
    found_column = column(BY_NAME[relation], name) if relation in BY_NAME else None
    return found_column.references if found_column else ""
