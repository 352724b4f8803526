"""The stages of the pipeline in their order, each a function over the values of those before it.

read -> blocks -> passages -> rulings -> links -> store -> index -> report; the scenarios are played beside the others.
"""

from __future__ import annotations

from kb.pipeline.history import with_unrecorded
from kb.pipeline.links import link, try_to_link
from kb.pipeline.output import keep_rules, keep_scenarios, known_terms, make_index, making_whoosh, store
from kb.pipeline.proofs import prove, told, wrong_proofs
from kb.pipeline.rulings import Rulings, blocks, doubled, read_passages, rulings, unregistered
from kb.pipeline.scenarios import play, playing, unplayed
from kb.pipeline.sources import Sources, read, read_catalogues
from kb.store.digest import seal
from kb.store.rows import find_errors as wrong_columns

__all__ = [
    "Rulings",
    "Sources",
    "blocks",
    "doubled",
    "keep_rules",
    "keep_scenarios",
    "known_terms",
    "link",
    "make_index",
    "making_whoosh",
    "play",
    "playing",
    "prove",
    "read",
    "read_catalogues",
    "read_passages",
    "rulings",
    "seal",
    "store",
    "told",
    "try_to_link",
    "unplayed",
    "unregistered",
    "with_unrecorded",
    "wrong_columns",
    "wrong_proofs",
]
