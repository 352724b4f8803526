"""``kb build``: from the documents to a knowledge base."""

from __future__ import annotations

import sys

from kb.base.errors import UNSOUND, Finding, KBError, rules_not_played
from kb.cli.terminal import is_terminal, print_json, recover, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager


def run(
    register: bool = False,
    reason: str = "",
    successor: str = "",
    from_scratch: bool = False,
    json: bool = False,
) -> int:
    """Build and publish. Returns the exit status: 0, or 3 where proofs do not hold."""
    if not register and (reason or successor):
        raise KBError(Finding("--reason and --successor go with --register", hint="add --register"))
    from kb.pipeline.run import Recording, build

    recover()
    with _progress() as progress:
        record = Recording(reason, successor) if register else None
        report = build(progress=progress, record=record, from_scratch=from_scratch)
    if json:
        print_json({"digest": report.digest, **report.figures, "unsound": list(map(str, report.unsound))})
        return UNSOUND if report.unsound else 0
    from kb.text.drafts import drafts_line

    figures = report.figures
    kinds = ", ".join(f"{many} {kind}" for kind, many in figures["kinds"].items() if many)
    say(
        f"built {figures['rulings']} rulings ({kinds})",
        f"{figures['links']} section links, {figures['relations']} relations, {figures['topics']} topics, "
        f"{figures['phrasings']} phrasings, {figures['claims']} claims",
        f"digest {report.digest}",
        *([drafts_line(figures["drafts"])] if figures["drafts"] else ()),
        *_not_played(),
        *_proofs(list(map(str, report.unsound))),
    )
    return UNSOUND if report.unsound else 0


def _proofs(unsound: list[str]) -> list[str]:
    """What is said of the proofs: each that does not hold, or that all do."""
    return [f"kb: {each}" for each in unsound] or ["every proof holds"]


def _not_played() -> list[str]:
    """What is said of the games whose board and rules are begun, and left aside."""
    from kb.base import paths
    from kb.games.catalogue import games
    from kb.games.rulesets import is_draft

    drafts = (game for game in games(paths.data()) if is_draft(paths.data(), game.id))
    return [rules_not_played(game.short) for game in drafts]


def _progress() -> AbstractContextManager[Callable[[str], None]]:
    """A progress bar on a terminal; nothing in a pipe."""
    from contextlib import contextmanager

    @contextmanager
    def bar() -> Iterator[Callable[[str], None]]:
        if not is_terminal(sys.stderr):
            yield lambda stage: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        from kb.pipeline.run import STAGES

        with Progress(
            TextColumn("{task.description:<8}"), BarColumn(), console=Console(stderr=True), transient=True
        ) as shown:
            task = shown.add_task("", total=len(STAGES))
            yield lambda stage: shown.update(task, description=stage, completed=STAGES.index(stage) + 1)

    return bar()
