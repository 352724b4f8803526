"""``kb build``: from the documents to a knowledge base; ``--plan`` tries a document without installing it."""

from __future__ import annotations

import os
import sys

from kb.base.english import counted
from kb.base.errors import UNSOUND, Finding, KBError, rules_not_played
from kb.cli.terminal import Screen, is_terminal, print_json, recover, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from typing import Any

#: the lists in their order, each with its title and how one of it is told
_LISTS = (
    ("changed", "of rulings, documents and readings"),
    ("statements", "of rules and printed values"),
    ("scenarios", "of scenarios"),
    ("elsewhere", "of scenarios in other printings and games"),
    ("claims", "of claims"),
    ("comparisons", "of comparisons"),
    ("verdicts", "verdicts to read again"),
    ("topics", "topics to read again"),
)
_MOST_REASONS = 3


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
    from kb.text.drafts import not_played_line

    drafts = (game for game in games(paths.data()) if is_draft(paths.data(), game.id))
    return [not_played_line(game.id, rules_not_played(game.short)) for game in drafts]


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
    from kb.base import paths
    from kb.pipeline.authoring.plan import plan, plan_data

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
        _show_moves(screen, found["moves"])
        for line in _proofs(found["unsound"]) if found["unsound"] or not found["findings"] else ():
            screen.wrapped(line, "    ")
        screen.show()
    return 2 if found["findings"] else UNSOUND if found["unsound"] else 0


def _show_plan(screen: Screen, found: dict[str, Any]) -> None:
    """What a document would change."""
    from kb.pipeline.authoring.marks import describe_change

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
            screen.wrapped(describe_change(was, now), "      ")
    for row in found["vanishes"]:
        screen.wrapped(row["question"], "    ", f"  - {row['id']}  ")
    for row in found["suspect"]:
        screen.wrapped(row["what"], "    ", f"  ? {row['id']}  ")


# -- what a change of the data would move against the build that is published


def _show_moves(screen: Screen, moves: Mapping[str, Any] | None) -> None:
    """Add the lists of :func:`kb.pipeline.authoring.moves.moves` to a screen; ``None`` is where nothing can be told."""
    if moves is None:
        screen.wrapped("what would move cannot be told before that is mended, and without a build to compare with")
        return
    if not any(moves.values()):
        screen.line("nothing would move against the build that is published")
    for name, title in _LISTS:
        rows = moves[name]
        if rows:
            read = name in ("verdicts", "topics")
            screen.line(f"{len(rows)} {title}:" if read else f"{counted(len(rows), 'change')} {title}:")
        for row in rows:
            said = _because(row) if "because" in row else f"{_value(row['was'])} -> {_value(row['now'])}"
            if row.get("field") == "id":
                said = "is new" if row["now"] else "is gone"
            screen.wrapped(f"{_what(name, row)}: {said}", "    ", "  ")
            if row.get("said") or row.get("says"):
                screen.wrapped(f"{_value(row['said'])} -> {_value(row['says'])}", "      ", "    ")


def _value(text: str | None) -> str:
    return text or "nothing"


def _what(name: str, row: Mapping[str, Any]) -> str:
    """What a row is about."""
    if name == "changed":
        return f"{row['what']} {row['id']}" + (f", its {row['field']}" if row["field"] != "id" else "")
    if name == "elsewhere":
        return f"{row['id']} in {row['where']}"
    if name == "claims":
        return f"{row['ruling']} “{row['words']}”"
    if name == "comparisons":
        return f"{row['topic']}, {' and '.join(row['games'])}"
    if name == "verdicts":
        return f"{row['file']}:{row['line']}: {row['id']} “{row['verdict']}”"
    return str(row["id"])


def _because(row: Mapping[str, Any]) -> str:
    reasons = row["because"]
    more = f" and {len(reasons) - _MOST_REASONS} more" if len(reasons) > _MOST_REASONS else ""
    return f"{', '.join(reasons[:_MOST_REASONS])}{more}"
