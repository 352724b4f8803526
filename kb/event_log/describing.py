"""The tables of merged logs: each column with what it means, and what Datasette is told of them."""

from __future__ import annotations

from typing import Any

#: what revisions and entries have in common
_DECIDED = {
    "struck": (1, "1 where the decision was struck: it no longer stands."),
    "event": (0, "The name of the event."),
    "table": (0, 'The table; in SQL written "table".'),
    "round": (0, "The round."),
    "game": (0, "The game, by its id."),
    "question": (0, "What was searched or asked."),
    "decision": (0, "What the judge decided, in his words; no official words. Empty where nothing is decided yet."),
    "rulings": (0, "The ids of the official rulings it was decided by, as a JSON list."),
    "position": (0, "The position that was asked, as it stands in the address of the page /ask, behind its #."),
    "judge": (0, "Who decided it."),
    "ruled": (0, "When it was decided (UTC)."),
    "build": (0, "The build of the knowledge base that was looked at."),
    "state": (0, "What the page said of the question: answered, other-game, rule, nearest or none; empty if nothing."),
    "rules": (
        0,
        "The ids of the rules and printed values it was decided by, as a JSON list: the engine's, not official.",
    ),
    "house": (0, "The ids of the event's house rulings it was decided by, as a JSON list; not official."),
    "near": (0, "The ids of what the page showed near the question, as a JSON list; nothing was decided by these."),
}
_WRITTEN = {
    "written": (0, "When this revision was written (UTC)."),
    "writer": (0, "Who wrote this revision."),
    "why": (0, "Why it was corrected or struck; empty in a first revision."),
}
#: the columns of each table, the first its key, each with whether it is a number and what it means
COLUMNS: dict[str, dict[str, tuple[int, str]]] = {
    "entries": {
        "entry": (0, "The id of the entry."),
        **_DECIDED,
        **_WRITTEN,
        "revision": (0, "Its latest revision."),
        "revisions": (1, "How many revisions it has; with more than one it was corrected or struck."),
    },
    "revisions": {
        "digest": (0, "A digest of all that the revision says."),
        "entry": (0, "The entry it is of."),
        "revision": (0, "The id that the phone gave it."),
        "after": (0, "The ids of the revisions that it follows, as a JSON list."),
        **_WRITTEN,
        **_DECIDED,
        "latest": (1, "1 for the latest revision of its entry."),
    },
    "conflicts": {
        "conflict": (0, "A digest of the conflict."),
        "kind": (0, "corrected, decided, retold, missing or circle."),
        "says": (0, "The conflict in a sentence."),
    },
    "conflict_revisions": {
        "conflict": (0, "The conflict."),
        "revision": (0, "A revision it is between."),
    },
    "sources": {
        "sha256": (0, "The SHA-256 of the log's file."),
        "name": (0, "Its name."),
        "revisions": (1, "How many revisions it has."),
    },
}
#: each view with its SQL and what it shows
VIEWS = {
    "rulings_used": (
        "select each.value as ruling, count(*) as entries, count(distinct judge) as judges"
        " from entries, json_each(entries.rulings) each where not struck group by each.value order by entries desc, ruling",
        "How often each ruling was decided by.",
    ),
    "tables_and_rounds": (
        'select event, round, "table", count(*) as entries, sum(struck) as struck'
        ' from entries group by event, round, "table" order by event, round, "table"',
        "How many decisions there were at each table in each round.",
    ),
}
_TITLES = {
    "entries": ("Decisions", "What was decided, as it was last written.", "decision"),
    "revisions": ("Everything that was written", "Each first writing, correction and strike.", "decision"),
    "conflicts": ("Conflicts", "What contradicts, for somebody to decide; corrected on a phone, it goes.", "says"),
    "conflict_revisions": ("Revisions in conflict", "Which revisions each conflict is between.", "conflict"),
    "sources": ("Logs", "The files that were merged.", "name"),
}


def metadata(database: str) -> dict[str, Any]:
    """The metadata of a Datasette that serves the file as ``database``."""
    tables: dict[str, Any] = {
        name: {
            "title": title,
            "description": description,
            "label_column": label,
            "columns": {column: told for column, (_, told) in COLUMNS[name].items()},
        }
        for name, (title, description, label) in _TITLES.items()
    }
    tables["entries"] |= {"sort_desc": "ruled", "facets": ["round", "table", "judge", "struck"]}
    tables |= {name: {"title": told, "description": ""} for name, (_, told) in VIEWS.items()}
    about = "What the judges of an event decided, put together by kb event merge. Not official rulings."
    return {"title": "Judges' log", "databases": {database: {"description": about, "tables": tables}}}
