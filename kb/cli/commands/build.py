"""``kb build``: from the documents to a knowledge base; ``--plan`` tries a document without installing it."""

from __future__ import annotations

import os
import sys

from kb.cli.terminal import Screen, is_terminal, print_json, say
from kb.errors import UNSOUND, Finding, KBError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any


def run(
    plan: str | None = None,
    document: str | None = None,
    register: bool = False,
    reason: str = "",
    successor: str = "",
    from_scratch: bool = False,
    json: bool = False,
) -> int:
    """Build and publish, or with ``plan`` tell what a document would change.

    Returns the exit status: 0, 2 where a document cannot be read as a whole, else 3 where proofs do not hold.
    """
    if plan is not None and (register or reason or successor or from_scratch):
        hint = "leave out --register, --reason, --successor and --from-scratch"
        raise KBError(Finding("--plan only looks", hint=hint))
    if plan is None and document:
        raise KBError(Finding("--document goes with --plan", hint="name the file with --plan"))
    if not register and (reason or successor):
        raise KBError(Finding("--reason and --successor go with --register", hint="add --register"))
    if plan is not None:
        return _plan(plan, document, json)
    from kb.cli.recovery import recover
    from kb.pipeline.run import Recording, build

    recover()
    with _progress() as progress:
        record = Recording(reason, successor) if register else None
        report = build(progress=progress, record=record, from_scratch=from_scratch)
    if json:
        print_json({"digest": report.digest, **report.figures, "unsound": list(map(str, report.unsound))})
        return UNSOUND if report.unsound else 0
    figures = report.figures
    kinds = ", ".join(f"{many} {kind}" for kind, many in figures["kinds"].items() if many)
    say(
        f"built {figures['rulings']} rulings ({kinds})",
        f"{figures['links']} section links, {figures['relations']} relations, {figures['topics']} topics, "
        f"{figures['phrasings']} phrasings, {figures['claims']} claims",
        f"digest {report.digest}",
        *_proofs(list(map(str, report.unsound))),
    )
    return UNSOUND if report.unsound else 0


def _proofs(unsound: list[str]) -> list[str]:
    """What is said of the proofs: each that does not hold, or that all do."""
    return [f"kb: {each}" for each in unsound] or ["every proof holds"]


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


def _plan(path: str, document: str | None, json: bool) -> int:
    from kb import paths
    from kb.authoring.plan import plan, plan_data
    from kb.cli.moves import show_moves

    data = os.path.realpath(paths.data())
    is_inside = os.path.realpath(path).startswith(data + os.sep) and os.path.exists(path)
    if is_inside or os.path.isdir(path):
        if document:
            raise KBError(Finding("--document goes with a document", hint="leave it out"))
        found = plan_data(paths.data() if is_inside else path)
    else:
        found = plan(path, document)
    if json:
        print_json(found)
    else:
        screen = Screen()
        if "document" in found:
            _show_plan(screen, found)
        for finding in found["findings"]:
            screen.wrapped(str(finding), "    ", "  ! ")
        show_moves(screen, found["moves"])
        for line in _proofs(found["unsound"]) if found["unsound"] or not found["findings"] else ():
            screen.wrapped(line, "    ")
        screen.show()
    return 2 if found["findings"] else UNSOUND if found["unsound"] else 0


def _show_plan(screen: Screen, found: dict[str, Any]) -> None:
    """What a document would change."""
    from kb.authoring.rests import said

    screen.line(
        f"as {found['document']}: {found['unchanged']} unchanged, {len(found['appears'])} new, "
        f"{len(found['changes'])} changed, {len(found['vanishes'])} gone"
    )
    screen.line(f"for data/documents.yaml: {found['lines']} lines, sha256 {found['sha256']}")
    for row in found["appears"]:
        screen.wrapped(f"line {row['line']}: {row['question']}", "    ", f"  + {row['id']}  ")
    for row in found["changes"]:
        screen.wrapped(f"line {row['line']}: {row['question']}", "    ", f"  ~ {row['id']}  ")
        for was, now in row["words"]:
            screen.wrapped(said(was, now), "      ")
    for row in found["vanishes"]:
        screen.wrapped(row["question"], "    ", f"  - {row['id']}  ")
    for row in found["suspect"]:
        screen.wrapped(row["what"], "    ", f"  ? {row['id']}  ")
