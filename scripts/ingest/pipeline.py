"""What the scripts of the stages share: they run the stages before their own, and print errors in one line each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)

from kb.base import paths  # noqa: E402
from kb.base.errors import raise_if  # noqa: E402
from kb.base.model import Corpus  # noqa: E402
from kb.cli.front import guarded  # noqa: E402
from kb.corpus.grammar import Passages  # noqa: E402
from kb.corpus.lines import Lines  # noqa: E402
from kb.pipeline import rulings, scenarios, sources  # noqa: E402


@dataclass
class Pipeline:
    """Runs a stage, and before it those that it needs."""

    data: str

    def read(self) -> sources.Sources:
        """1: catalogues, lexicon and documents."""
        return sources.read(self.data)

    def lines(self) -> tuple[sources.Sources, tuple[Lines, ...]]:
        """2: lines with their Markdown blocks."""
        read = self.read()
        return read, rulings.lines(read.texts)

    def passages(self) -> tuple[sources.Sources, tuple[Passages, ...]]:
        """3: passages and the ledger."""
        sources = self.read()
        return sources, rulings.read_passages(sources.texts)

    def identified(self) -> tuple[sources.Sources, rulings.Identified]:
        """4: passages with their ids."""
        sources = self.read()
        made = rulings.identified(self.data, sources)
        raise_if(rulings.doubled(made) + rulings.unregistered(made))
        return sources, made

    def corpus(self) -> tuple[sources.Sources, Corpus]:
        """5: everything linked and proved."""
        read, made = self.identified()
        played = scenarios.play(read, self.data, paths.built())
        corpus, findings = rulings.corpus(made, read, self.data, played)
        raise_if((*played.findings, *findings))
        return read, corpus


def main(show: Callable[[Pipeline], None]) -> None:
    """Run one stage's ``show`` on the project's data and exit as ``kb`` does."""

    def run() -> int:
        show(Pipeline(paths.data()))
        return 0

    sys.exit(guarded(run))
