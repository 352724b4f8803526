"""What the scripts of the stages share: they run the stages before their own, and print errors in one line each."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT)

from kb import paths  # noqa: E402
from kb.cli.front import guarded  # noqa: E402
from kb.corpus import register  # noqa: E402
from kb.corpus.blocks import Blocks  # noqa: E402
from kb.corpus.passages import Passages  # noqa: E402
from kb.errors import raise_if  # noqa: E402
from kb.model import Corpus  # noqa: E402
from kb.pipeline import stages  # noqa: E402
from kb.pipeline.kept import Kept  # noqa: E402


@dataclass
class Pipeline:
    """Runs a stage, and before it those that it needs."""

    data: str

    def read(self) -> stages.Sources:
        """1: catalogues, lexicon and documents."""
        return stages.read(self.data)

    def blocks(self) -> tuple[stages.Sources, tuple[Blocks, ...]]:
        """2: lines with their Markdown blocks."""
        sources = self.read()
        return sources, stages.blocks(sources)

    def passages(self) -> tuple[stages.Sources, tuple[Passages, ...]]:
        """3: passages and the ledger."""
        sources, blocks = self.blocks()
        return sources, stages.read_passages(sources, blocks)

    def rulings(self) -> stages.Rulings:
        """4: rulings with their ids."""
        sources, passages = self.passages()
        made = stages.rulings(sources, passages, register.load(self.data))
        raise_if(stages.doubled(made) + stages.unregistered(made))
        return made

    def corpus(self) -> tuple[stages.Sources, Corpus]:
        """5: everything linked."""
        made = self.rulings()
        linked = stages.link(made, self.data)
        proved = stages.prove(linked, made.sources, stages.play(made.sources, self.data, Kept(paths.built())))
        return made.sources, stages.with_unrecorded(proved)


def main(show: Callable[[Pipeline], None]) -> None:
    """Run one stage's ``show`` on the project's data and exit as ``kb`` does."""

    def run() -> int:
        show(Pipeline(paths.data()))
        return 0

    sys.exit(guarded(run))
