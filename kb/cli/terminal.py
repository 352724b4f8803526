"""The terminal: width, colours, progress, escaping of control characters, input and messages."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import TextIO

WIDEST = 100
#: the name of standard input in place of a file
STANDARD_INPUT = "-"
#: the beginnings of an item of a list; its further lines are indented
_ITEMS = ("- ", "* ")
_CODES = {
    "bold": 1,
    "dim": 2,
    "underline": 4,
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
}


def is_terminal(stream: TextIO | None = None) -> bool:
    """Return whether a stream (default: standard output) is a terminal that shows colours."""
    stream = stream or sys.stdout
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def safe(text: str) -> str:
    """Return ``text`` with control and direction characters made visible, so that none acts on a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else " " if c == "\t" else f"\\u{ord(c):04x}" for c in text)


def _uncoloured(text: str) -> str:
    """Return a text without its colour codes."""
    first, *coded = text.split("\x1b[")
    return first + "".join(part.partition("m")[2] for part in coded)


class Screen:
    """Collect lines, then print them at once: coloured and wrapped on a terminal, plain in a pipe."""

    def __init__(self) -> None:
        terminal = is_terminal()
        self.colour = terminal and not os.environ.get("NO_COLOR")
        self.lines: list[str] = []
        self.width = 0
        if terminal:
            try:
                self.width = min(os.get_terminal_size(sys.stdout.fileno()).columns, WIDEST)
            except OSError:
                self.width = 80

    def paint(self, text: str, *styles: str) -> str:
        """Return ``text`` in a style, if this screen has colours."""
        if not self.colour or not text or not styles:
            return text
        return f"\x1b[{';'.join(str(_CODES[s]) for s in styles)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        """Add a line as it is, neither wrapped nor escaped (see :func:`safe`)."""
        self.lines.append(text)

    def gap(self) -> None:
        """Add an empty line, unless nothing is above it."""
        if self.lines:
            self.lines.append("")

    def wrapped(self, text: str, indent: str = "", first: str | None = None, *styles: str) -> None:
        """Add prose: wrapped to the width of a terminal, one line in a pipe. ``indent`` begins each line, ``first`` the
        first line, if it is given; ``styles`` are keys of :data:`_CODES`."""
        lead = indent if first is None else first
        for paragraph in safe(text).split("\n"):
            hanging = indent + "  " * paragraph.startswith(_ITEMS)
            for piece in self._wrap(paragraph, len(hanging), len(_uncoloured(lead))):
                self.lines.append((lead + self.paint(piece, *styles)).rstrip(" "))
                lead = hanging
            lead = indent

    def _wrap(self, text: str, indent: int, lead: int) -> list[str]:
        """Return the lines of a wrapped text; the first has ``lead`` columns less, each other ``indent`` less."""
        if not self.width or lead + len(text) <= self.width:
            return [text]
        wide, pieces, room = max(20 + indent, self.width), [""], max(20 + indent, self.width) - lead
        for word in text.split():
            if pieces[-1] and len(pieces[-1]) + 1 + len(word) > room:
                pieces.append(word)
                room = wide - indent
            else:
                pieces[-1] += f" {word}" if pieces[-1] else word
        return pieces

    def show(self) -> None:
        """Print all lines."""
        sys.stdout.writelines(f"{line}\n" for line in self.lines)


def say(*lines: str) -> None:
    """Print lines on standard error, if that can be written."""
    try:
        for line in lines:
            sys.stderr.write(safe(line) + "\n")
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard the unwritten text of a stream, on which the interpreter would fail when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_json(values: object) -> None:
    """Write a value as JSON to standard output."""
    import json

    sys.stdout.write(json.dumps(values, ensure_ascii=False, indent=2) + "\n")


def print_jsonl(rows: Iterable[object]) -> None:
    """Write values as JSON, one a line. Half a surrogate pair, which no encoding has, is written as ``\\udc00``."""
    import json

    for row in rows:
        line = json.dumps(row, ensure_ascii=False)
        whole = all(not "\ud800" <= char <= "\udfff" for char in line)
        sys.stdout.write((line if whole else json.dumps(row)) + "\n")


def read_named(path: str) -> tuple[str, str]:
    """Return the text of a file or of standard input, and its name in messages.

    Raises :class:`kb.base.errors.BadInput` if it cannot be read, is too long or not text.
    """
    from kb.base import yamlfile

    if path != STANDARD_INPUT:
        return yamlfile.text_in(path), path
    called = "standard input"
    return yamlfile.text_of(sys.stdin.buffer.read(yamlfile.MAX_BYTES + 1), called), called


def progress(stages: Sequence[str] = ()) -> AbstractContextManager[Callable[[str], None]]:
    """Show a progress bar on a terminal while a ``with`` block works. The block calls the function that it gets with
    the name of each stage that begins; without ``stages`` the bar only moves until the end."""
    from contextlib import contextmanager

    @contextmanager
    def bar() -> Iterator[Callable[[str], None]]:
        """Show the bar while the block works; yield the function to call with each stage, which does nothing if
        standard error is not a terminal."""
        if not is_terminal(sys.stderr):
            yield lambda stage: None
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = TextColumn("{task.description:<8}"), BarColumn()
        with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
            task = shown.add_task("", total=len(stages) or None)
            yield lambda stage: shown.update(
                task, description=stage, completed=stages.index(stage) + 1 if stages else None
            )

    return bar()
