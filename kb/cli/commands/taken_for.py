"""``kb add --report``: what a file's text is taken for, in colour; nothing is written."""

from __future__ import annotations

from kb.base.english import counted
from kb.cli.terminal import Screen, print_json, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from kb.pipeline.authoring.documents import Request
    from kb.pipeline.authoring.report import Piece, Report

#: what pieces are marked with where there is no colour, and how they are painted
MARKS = {
    "question": ("Q", ("bold", "cyan")),
    "answer": ("A", ("green",)),
    "heading": ("H", ("bold", "underline")),
    "erratum": ("E", ("magenta",)),
    "statement": ("S", ("blue",)),
    "preamble": ("P", ("yellow",)),
    "noise": ("-", ("dim",)),
}
_NAMES = {"answer": "question with answer|questions with answers", "erratum": "erratum|errata"}


def run(request: Request, json: bool = False) -> int:
    """Show what the text is taken for. Returns 0, or 1 where no form of documents fits it."""
    from kb.pipeline.authoring.report import report

    found = report(request)
    if json:
        print_json(_row(found))
    else:
        _show(found)
    return 0 if found.form else 1


def _row(found: Report) -> dict[str, object]:
    return {
        "file": found.file,
        "encoding": found.encoding,
        "form": found.form,
        "entries": found.entries,
        "characters": found.characters,
        "pieces": [
            {"line": each.line, "taken_for": each.taken_for, "name": each.name, "entry": each.entry, "text": each.text}
            for each in found.pieces
        ],
        "unsure": list(map(str, found.unsure)),
        "repairs": list(map(str, found.repairs)),
    }


def _show(found: Report) -> None:
    screen = Screen()
    unsure_lines = {finding.line for finding in found.unsure}
    for piece in found.pieces:
        if piece.taken_for in MARKS and piece.name != "markup":
            _show_piece(screen, piece, unsure_lines)
    screen.line()
    entries = ", ".join(_many(kind, many) for kind, many in found.entries.items()) or "no entry"
    screen.wrapped(f"{found.file} ({found.encoding.upper()}): {entries}; nothing is written")
    if found.form:
        screen.wrapped(f"form {found.form}: {found.says}", "  ", "")
    told = ", ".join(f"{kind} {many}" for kind, many in found.characters.items())
    total = sum(found.characters.values())
    screen.wrapped(f"each of its {total} characters is accounted for: {told}")
    screen.line(" ".join(screen.paint(f"{mark} {kind}", *styles) for kind, (mark, styles) in MARKS.items()))
    for finding in found.repairs:
        screen.wrapped(str(finding), "  ")
    unsure = f"unsure ({len(found.unsure)}):" if found.unsure else "nothing is unsure"
    screen.wrapped(unsure, "", None, *(("bold", "yellow") if found.unsure else ()))
    for finding in found.unsure:
        screen.wrapped(str(finding), "    ", "  ")
    screen.show()


def _show_piece(screen: Screen, piece: Piece, unsure: Collection[int]) -> None:
    """The lines of a piece, each with its number, a ``?`` where something of it is unsure, and the mark of its kind."""
    mark, styles = MARKS[piece.taken_for]
    name = f"[{piece.name}] " if piece.taken_for in ("noise", "preamble") else ""
    for offset, line in enumerate(piece.text.splitlines()):
        if line.strip():
            shown = safe(name + line.strip())
            number = piece.line + offset
            doubt = screen.paint("?", "bold", "red") if number in unsure else " "
            screen.wrapped(shown, " " * 9, f"{number:5}{doubt} {screen.paint(mark, *styles)} ", *styles)
            name = ""


def _many(kind: str, many: int) -> str:
    one, _, several = _NAMES.get(kind, kind).partition("|")
    return f"{many} {several}" if several and many != 1 else f"1 {one}" if many == 1 else counted(many, one)
