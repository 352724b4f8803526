"""Shell completion: commands, options, ids, games, sections and topics, without importing Typer.

Speaks the protocol of the scripts that ``kb --install-completion`` writes.
"""

from __future__ import annotations

import os
import sys

from kb.base.errors import KBError
from kb.cli.command_table import COMMANDS, OPTIONS
from kb.cli.commands.export import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

#: what the arguments of a command and the values of a flag are (:data:`kb.store.lookup.CHOICES`)
ARGUMENTS = {"show": "rulings", "sections": "sections", "compare": "topics"}
FORMAT_FLAGS = ("--format", "-f")
VALUES = {"--game": "games", "-g": "games", "--option": "options", "--printing": "printings", "--document": "documents"}


def complete() -> int:
    """Answer the shell and return the exit status; what cannot be completed is answered with nothing."""
    instruction = os.environ["_KB_COMPLETE"]
    if not instruction.startswith("complete"):
        from kb.cli.app import app

        app(prog_name="kb")
        return 0
    found = candidates(*_words(instruction))
    if instruction == "complete_zsh":
        choices = "\n".join(
            f'"{_escaped(value)}":"{_escaped(meaning)}"' if meaning else f'"{_escaped(value)}"'
            for value, meaning in found
        )
        sys.stdout.write(f"_arguments '*: :(({choices}))'\n" if found else "_files\n")
    elif instruction == "complete_fish":
        sys.stdout.write("".join(f"{value}\t{meaning}\n" if meaning else f"{value}\n" for value, meaning in found))
    else:
        sys.stdout.write("".join(f"{value}\n" for value, _ in found))
    return 0


def _escaped(text: str) -> str:
    """``text`` inside the double quotes of what zsh evaluates."""
    for char, safe in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", "\\\\:")):
        text = text.replace(char, safe)
    return text


def _words(instruction: str) -> tuple[list[str], str]:
    if instruction == "complete_bash":
        words = os.environ.get("COMP_WORDS", "").split("\n" if "\n" in os.environ.get("COMP_WORDS", "") else None)
        index = os.environ.get("COMP_CWORD", "")
        at = int(index) if index.isascii() and index.isdigit() else len(words)
        return words[1:at], words[at] if at < len(words) else ""
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = line.split()
    if not line or line[-1].isspace():
        return words[1:], ""
    return words[1:-1], words[-1] if len(words) > 1 else ""


def candidates(words: list[str], incomplete: str) -> list[tuple[str, str]]:
    """(value, meaning) of everything that could stand next."""
    if not words and incomplete.startswith("-"):
        return [(flag, "") for flag in ("--help", "--version") if flag.startswith(incomplete)]
    if not words:
        named = [(name, summary) for name, summary in COMMANDS.items() if name.startswith(incomplete)]
        return named or (_listed(ARGUMENTS["show"], incomplete.lower()) if incomplete else [])
    command = words[0]
    if len(words) > 1 and words[-1] in FORMAT_FLAGS:
        return [(name, "") for name in FORMATS if name.startswith(incomplete)]
    if len(words) > 1 and words[-1] in VALUES:
        return _listed(VALUES[words[-1]], incomplete)
    if incomplete.startswith("-"):
        return [(flag, "") for flag in OPTIONS.get(command, {}) if flag.startswith(incomplete)]
    return _listed(ARGUMENTS[command], incomplete.lower()) if command in ARGUMENTS else []


def _listed(what: str, incomplete: str) -> list[tuple[str, str]]:
    from kb.store import lookup, read

    try:
        connection: sqlite3.Connection = read.connect(read.find())
    except KBError:
        return []
    return [each for each in lookup.choices(connection, what) if each[0].startswith(incomplete)]
