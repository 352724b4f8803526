"""The documents for a search cluster (OpenSearch, Elasticsearch), as its bulk interface takes them: NDJSON.

An action line stands before each source line. Rulings, what rules and printed values say, and claims are one index;
``type`` tells which a document is. Its fields are in the mapping that :mod:`kb.files.cluster_index` makes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from kb.files.html import SHORT
from kb.knowledge import KnowledgeBase
from kb.store import lookup, words

Plain = dict[str, Any]
#: the name that readers search under, which stands for the index of one build
ALIAS = "kb"
#: fields of a ruling that are as in its record (:meth:`kb.knowledge.KnowledgeBase.ruling`)
_SAME = (
    "id",
    "game",
    "document",
    "kind",
    "heading",
    "verdict",
    "verdict_kind",
    "authority",
    "line_start",
    "line_end",
    "proof",
)
_RELATED = (
    "supersedes",
    "superseded_by",
    "corrects",
    "corrected_by",
    "extends",
    "extended_by",
    "restates",
    "see_also",
    "tension",
)
_OF_PRINTING = ("printing", "holds", "note", "basis")


def index_name(base: KnowledgeBase) -> str:
    """The index of this build."""
    return f"{ALIAS}-{base.build.digest[:SHORT]}"


def bulk(base: KnowledgeBase, games: list[str]) -> Iterator[str]:
    """The action line and the source line of each document of some games."""
    name = index_name(base)
    for source in documents(base, games):
        action = {"index": {"_index": name, "_id": source["id"]}}
        yield f"{_line(action)}\n{_line(source)}\n"


def documents(base: KnowledgeBase, games: list[str]) -> Iterator[Plain]:
    """Every document of some games: rulings, each with its claims after it, then what rules and printed values say."""
    connection = base.connection
    for game in games:
        for ruling in base.rulings(game):
            yield _ruling(connection, ruling)
            yield from _claims(ruling)
    for game in games:
        yield from words.statements(connection, game)


def _line(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _ruling(connection: sqlite3.Connection, ruling: Plain) -> Plain:
    row = lookup.row(connection, "rulings", ruling["id"])
    titles = [section["title"] for section in ruling["sections"]]
    elsewhere = ruling["elsewhere"]
    made: Plain = {
        "type": "ruling",
        **{name: ruling[name] for name in _SAME},
        "question": row["question_text"],
        "answer": row["answer_text"],
        "place": " . ".join([ruling["heading"], *titles]),
        "authority_rank": row["authority_rank"],
        "position": row["position"],
        "sections": [section["section"] for section in ruling["sections"]],
        "phases": lookup.phases(connection, ruling["id"]),
        "options": ruling["depends_on"],
        "printings": [{name: each[name] for name in _OF_PRINTING} for each in ruling["printings"]],
        "related": [*dict.fromkeys(each["id"] for kind in _RELATED for each in ruling[kind])],
        "topics": [*dict.fromkeys(each["topic"] for each in elsewhere)],
        "differs_in": [
            *dict.fromkeys(each["game"] for each in elsewhere if "different" in (each["comparison"], each["said"]))
        ],
        "phrasings": words.phrasings(connection, ruling["id"]),
    }
    if ruling["authority_date"]:  # a cluster refuses an empty date
        made["authority_date"] = ruling["authority_date"]
    return made


def _claims(ruling: Plain) -> Iterator[Plain]:
    for number, claim in enumerate(ruling["claims"], 1):
        key = f"{ruling['id']}/claim-{number}"
        yield {"type": "claim", "id": key, "game": ruling["game"], "ruling": ruling["id"], **claim}
