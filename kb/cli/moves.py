"""Shows what a change of the data would move against the build that is published."""

from __future__ import annotations

from kb.cli.terminal import Screen
from kb.wording.english import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
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


def show_moves(screen: Screen, moves: Mapping[str, Any] | None) -> None:
    """Add the lists of :func:`kb.authoring.moves.moves` to a screen; ``None`` is where nothing can be told."""
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
            _show(screen, name, row)


def _show(screen: Screen, name: str, row: Mapping[str, Any]) -> None:
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
