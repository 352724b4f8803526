"""``kb add --report``: each piece of a file with its kind, in colour; nothing is written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from kb.base.english import counted
from kb.cli.terminal import Screen, print_json, safe
from kb.pipeline.authoring.documents import Request
from kb.pipeline.authoring.report import Piece, report

#: the mark of each kind where there is no colour, and its styles
MARKS = {
    "question": ("Q", ("bold", "cyan")),
    "answer": ("A", ("green",)),
    "heading": ("H", ("bold", "underline")),
    "erratum": ("E", ("magenta",)),
    "statement": ("S", ("blue",)),
    "preamble": ("P", ("yellow",)),
    "noise": ("-", ("dim",)),
}
_NAMES = {"answer": ("question with answer", "questions with answers"), "erratum": ("erratum", "errata")}


def run(request: Request, json: bool) -> int:
    """Show the kind of each piece of the text. Return 0, or 1 where no form of documents fits it."""
    found = report(request)
    if json:
        told = {**asdict(found), "unsure": list(map(str, found.unsure)), "repairs": list(map(str, found.repairs))}
        told["pieces"] = [
            {key: piece[key] for key in ("line", "taken_for", "name", "entry", "text")} for piece in told["pieces"]
        ]
        print_json({key: value for key, value in told.items() if key != "says"})
        return 0 if found.form else 1
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
    characters = ", ".join(f"{kind} {many}" for kind, many in found.characters.items())
    screen.wrapped(f"each of its {sum(found.characters.values())} characters is accounted for: {characters}")
    screen.line(" ".join(screen.paint(f"{mark} {kind}", *styles) for kind, (mark, styles) in MARKS.items()))
    for finding in found.repairs:
        screen.wrapped(str(finding), "  ")
    unsure = f"unsure ({len(found.unsure)}):" if found.unsure else "nothing is unsure"
    screen.wrapped(unsure, "", None, *(("bold", "yellow") if found.unsure else ()))
    for finding in found.unsure:
        screen.wrapped(str(finding), "    ", "  ")
    screen.show()
    return 0 if found.form else 1


def _show_piece(screen: Screen, piece: Piece, unsure: Collection[int]) -> None:
    """Show the lines of a piece with their numbers, a ``?`` at an unsure line, and the mark of its kind."""
    mark, styles = MARKS[piece.taken_for]
    name = f"[{piece.name}] " if piece.taken_for in ("noise", "preamble") else ""
    for number, line in enumerate(piece.text.splitlines(), start=piece.line):
        if line.strip():
            doubt = screen.paint("?", "bold", "red") if number in unsure else " "
            lead = f"{number:5}{doubt} {screen.paint(mark, *styles)} "
            screen.wrapped(safe(name + line.strip()), " " * 9, lead, *styles)
            name = ""


def _many(kind: str, many: int) -> str:
    one, several = _NAMES.get(kind, (kind, ""))
    return f"{many} {several}" if several and many != 1 else f"1 {one}" if many == 1 else counted(many, one)
