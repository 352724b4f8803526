"""What data that was changed would move against a build: scenarios, claims, comparisons, topics, verdicts, words.

Both sides are the rows of tables: those of the build as they are stored, and those of a corpus as they would be.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kb.change import ID
from kb.corpus.curated import CuratedVerdict
from kb.history.compare import compare, told
from kb.history.state import COMPARISON, PRINTING, RULING, TABLES, state_of
from kb.model import Corpus
from kb.pipeline.comparisons import compared
from kb.proof import StoredScenario
from kb.store import lookup, rows
from kb.store.tables.all_tables import TABLES as DESCRIBED

Row = dict[str, Any]
#: the tables that are compared, each with the columns by which its rows are known
KEYS = {
    "rulings": ("id",),
    "statements": ("id",),
    "claims": ("ruling", "words"),
    "scenarios": ("id",),
    "scenario_cases": ("scenario", "number"),
    "scenario_printings": ("scenario", "ruleset", "game"),
    "scenario_rulings": ("scenario", "ruling"),
    "rule_rulings": ("rule", "ruling"),
    "topics": ("id",),
    "topic_pairs": ("topic", "game", "other_game"),
    "topic_rulings": ("topic", "ruling"),
    "printings": ("ruling", "printing"),
    "documents": ("id",),
    "readings": ("id",),
}
#: the fields of a ruling that are the verdict itself
_OURS = ("verdict", "verdict_kind")
State = Mapping[str, Mapping[tuple[Any, ...], Row]]


def of_build(connection: sqlite3.Connection) -> State:
    """The rows of a build."""
    found = {}
    for table, key in KEYS.items():
        found[table] = _by_key(lookup.rows(connection, table), key)
    return found


def of_corpus(corpus: Corpus) -> State:
    """The rows that a corpus would have in a build."""
    known = {table.name: table for table in DESCRIBED}
    return {table: _by_key(rows.rows(known[table], corpus), key) for table, key in KEYS.items()}


def _by_key(found: Iterable[Mapping[str, Any]], key: tuple[str, ...]) -> dict[tuple[Any, ...], Row]:
    return {tuple(row[name] or "" for name in key): dict(row) for row in found}


@dataclass(frozen=True)
class _Compared:
    """Two states; ``pairs`` of a table are the rows that differ in some columns, before and after, nothing where a row
    is only in one of them."""

    was: State
    now: State

    def pairs(self, table: str, *columns: str) -> Iterator[tuple[Row | None, Row | None]]:
        was, now = self.was[table], self.now[table]
        for key in dict.fromkeys((*was, *now)):
            one, other = was.get(key), now.get(key)
            if one is None or other is None or any(one[name] != other[name] for name in columns):
                yield one, other


def moves(before: State, corpus: Corpus, verdicts: Mapping[str, CuratedVerdict]) -> Row:
    """Everything that comes out otherwise by a corpus than by a build, as plain values.

    ``changed`` (fields of rulings, documents and readings), ``statements``, ``scenarios``, ``elsewhere`` (scenarios in
    other printings and games), ``claims`` and ``comparisons`` have ``was`` and ``now``; ``verdicts`` and ``topics`` are
    worth reading again, ``because`` of which.
    """
    sides = _Compared(before, of_corpus(corpus))
    played = bool(corpus.scenarios)
    found: Row = {
        "scenarios": list(_scenarios(sides)) if played else [],
        "elsewhere": list(_elsewhere(sides)) if played else [],
        "claims": list(_claims(sides)) if played else [],
        "comparisons": list(_comparisons(sides, corpus)) if played else [],
        "statements": list(_told(sides.pairs("statements", "says"), "says")),
        "changed": list(_changed(sides, played)),
    }
    because = _because(found, sides)
    found["verdicts"] = [
        {"id": key, "verdict": one.verdict, "file": one.file, "line": one.line, "because": because[key]}
        for key, one in verdicts.items()
        if key in because
    ]
    return {**found, "topics": list(_topics(found, because, sides))}


def _outcome(row: Row | None) -> str:
    """What becomes of a scenario, a case or a claim, in a word or two."""
    if row is None:
        return "is not there"
    if not row["passed"] or not row.get("contrast_passed", 1):
        return "fails"
    return "is suspect" if row.get("suspect") else "holds"


def _scenarios(sides: _Compared) -> Iterator[Row]:
    """The scenarios that come out otherwise, or hold and are played otherwise; with the first sentence that differs."""
    outcomes = {
        (now or was or {})["id"]: (_outcome(was), _outcome(now))
        for was, now in sides.pairs("scenarios", "passed", "contrast_passed", "suspect")
    }
    first: dict[str, tuple[str, str]] = {}
    for was, now in sides.pairs("scenario_cases", "passed", "trace", "after"):
        if was and now:
            first.setdefault(now["scenario"], _first_difference(was["trace"], now["trace"]))
    for name in dict.fromkeys((*outcomes, *first)):
        row = sides.now["scenarios"].get((name,)) or sides.was["scenarios"][(name,)]
        one, other = outcomes.get(name, ("holds", "holds, played otherwise"))
        said = dict(zip(("said", "says"), first.get(name, ("", "")), strict=True))
        yield {"id": name, "was": one, "now": other, **said, "file": row["file"], "line": row["line"]}


def _first_difference(was: str, now: str) -> tuple[str, str]:
    """The first sentences of two traces that differ."""
    one, other = ([line[1] for line in json.loads(trace)] for trace in (was, now))
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return (one[at] if at < len(one) else ""), (other[at] if at < len(other) else "")


def _elsewhere(sides: _Compared) -> Iterator[Row]:
    """The scenarios that come out otherwise in another printing or game than they did there."""
    for was, now in sides.pairs("scenario_printings", "holds"):
        row = now or was or {}
        if (row["scenario"],) not in sides.now["scenarios"]:
            continue
        where = row["printing"] or row["game"]
        yield {"id": row["scenario"], "where": where, "was": was and was["holds"], "now": now and now["holds"]}


def _claims(sides: _Compared) -> Iterator[Row]:
    """The claims whose expectation does not hold any more, or holds now."""
    for was, now in sides.pairs("claims", "proof", "reason"):
        row = now or was or {}
        if (row["ruling"],) not in sides.was["rulings"]:
            continue  # of a new ruling there is nothing that moves
        proofs = [(each["reason"] or each["proof"]) if each else "is not there" for each in (was, now)]
        yield {"ruling": row["ruling"], "words": row["words"], "was": proofs[0], "now": proofs[1]}


def _comparisons(sides: _Compared, corpus: Corpus) -> Iterator[Row]:
    """The pairs of games that play compares otherwise than the build does."""
    known: dict[str, StoredScenario] = {each.id: each for each in corpus.scenarios}
    for topic in corpus.comparisons:
        for pair in topic.pairs:
            was = sides.was["topic_pairs"].get((topic.id, *pair.games))
            case = known.get(pair.case)
            now = (compared(case, pair.games) if case else None) if pair.case else pair.comparison
            if was and was["comparison"] != now:
                shown = str(now) if now else "not to be told"
                yield {
                    "topic": topic.id,
                    "games": list(pair.games),
                    "was": was["comparison"],
                    "now": shown,
                    "scenario": pair.case,
                }


def _told(pairs: Iterable[tuple[Row | None, Row | None]], column: str) -> Iterator[Row]:
    for was, now in pairs:
        yield {"id": (now or was or {})["id"], "was": was[column] if was else "", "now": now[column] if now else ""}


def _changed(sides: _Compared, played: bool) -> Iterator[Row]:
    """The fields of rulings, documents and readings that differ; of what is new or gone that it is. How two games
    compare is told by play."""
    changes = told(
        compare(*(state_of({name: side[name].values() for name in TABLES}) for side in (sides.was, sides.now)))
    )
    gone = {(each.what, each.id) for each in changes if each.gone}
    for each in changes:
        by_play = each.field == "proof" or each.field.startswith(PRINTING)
        is_part = each.field != ID and (each.what, each.id) in gone
        if each.what != COMPARISON and each.field != "proof_reason" and not is_part and (played or not by_play):
            yield {"what": each.what, "id": each.id, "field": each.field, "was": each.was, "now": each.now}


def _because(found: Row, sides: _Compared) -> dict[str, list[str]]:
    """The rulings whose verdict is to be read again, with what moved."""
    of_scenario = _links(sides, "scenario_rulings", "scenario")
    of_rule = _links(sides, "rule_rulings", "rule")
    because: dict[str, dict[str, None]] = {}
    reasons = [
        *((ruling, f"{row['id']} {row['now']}") for row in found["scenarios"] for ruling in of_scenario(row["id"])),
        *((row["ruling"], f"its claim “{row['words']}”") for row in found["claims"]),
        *((ruling, f"{row['id']} says otherwise") for row in found["statements"] for ruling in of_rule(row["id"])),
        *(
            (row["id"], f"its {row['field']}")
            for row in found["changed"]
            if row["what"] == RULING and row["field"] not in _OURS
        ),
    ]
    for ruling, reason in reasons:
        because.setdefault(ruling, {})[reason] = None
    return {ruling: list(each) for ruling, each in because.items()}


def _links(sides: _Compared, table: str, one: str) -> Callable[[str], list[str]]:
    """Gives the rulings that an id is linked to, before or after."""
    found: dict[str, dict[str, None]] = {}
    for row in (*sides.was[table].values(), *sides.now[table].values()):
        found.setdefault(row[one], {})[row["ruling"]] = None
    return lambda name: list(found.get(name, ()))


def _topics(found: Row, because: Mapping[str, Any], sides: _Compared) -> Iterator[Row]:
    """The topics of which a ruling is to be read again, or a pair turns."""
    turned = {row["topic"] for row in found["comparisons"]}
    moved = {row["id"] for row in found["scenarios"]}
    played = {row["topic"] for row in sides.was["topic_pairs"].values() if row["scenario"] in moved}
    touched: dict[str, list[str]] = {}
    for row in sides.was["topic_rulings"].values():
        if row["ruling"] in because:
            touched.setdefault(row["topic"], []).append(row["ruling"])
    for (name,), row in sides.was["topics"].items():
        reasons = [
            *(["a pair turns"] if name in turned else []),
            *(["its case"] if name in played else []),
            *touched.get(name, ()),
        ]
        if reasons:
            yield {"id": name, "title": row["title"], "because": reasons}
