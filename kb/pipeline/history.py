"""Stage 5, its end: the recorded editions, and what changed since the last of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.change import UNRECORDED, Edition
from kb.history.compare import compare
from kb.history.editions import state_after
from kb.history.state import TABLES, State, mark_of, state_of
from kb.model import Corpus
from kb.store.rows import rows
from kb.store.tables.all_tables import TABLES as DESCRIBED


def state(corpus: Corpus) -> State:
    """The state of a corpus whose rulings are proved."""
    return state_of({table.name: rows(table, corpus) for table in DESCRIBED if table.name in TABLES})


def with_unrecorded(corpus: Corpus) -> Corpus:
    """The corpus with what changed since the last recorded edition as a further one, if anything did."""
    return replace(corpus, editions=(*corpus.editions, *_unrecorded(corpus.editions, state(corpus))))


def _unrecorded(recorded: Sequence[Edition], now: State) -> list[Edition]:
    changes = compare(state_after(recorded), now)
    return [Edition(UNRECORDED, "", changes, len(now), mark_of(now))] if changes else []
