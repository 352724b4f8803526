"""The stages as functions, for the scripts of this folder. Each function also runs the stages before its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

from kb.base import paths
from kb.cli.front import guarded
from kb.corpus.entries import Passages
from kb.corpus.lines import Lines
from kb.model.corpus import Corpus
from kb.pipeline import rulings as of_rulings
from kb.pipeline import run, sources


def read() -> sources.Sources:
    """Return the catalogues, the lexicon, the boards, the rule sets and the documents."""
    return sources.read(paths.data())


def lines() -> dict[str, Lines]:
    """Return the lines of each document, by its id."""
    texts = read().texts
    return {text.document.id: own for text, own in zip(texts, of_rulings.lines(texts), strict=True)}


def passages() -> tuple[Passages, ...]:
    """Return the passages of each document, with the ledger of its characters."""
    return of_rulings.read_passages(read().texts)


def rulings() -> tuple[Corpus, sources.Sources]:
    """Return the rulings with all their data, and the sources that were read. Scenarios are played."""
    return run.corpus(paths.data())


def main(show: Callable[[], None]) -> None:
    """Print a stage with ``show``, and exit as ``kb`` does."""

    def print_stage() -> int:
        show()
        return 0

    sys.exit(guarded(print_stage))
