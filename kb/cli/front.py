"""Entry point of ``kb``: runs ``search``, ``show`` and bare words itself, and every other command line by Typer.

Importing Typer takes longer than a search.
"""

from __future__ import annotations

import gc
import os
import sys

from kb.base.errors import ALL_LISTED, KBError
from kb.cli.terminal import discard, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: the commands; ``kb.cli.app`` has the same
COMMANDS = (
    *("search", "show", "compare", "sections", "games"),
    *("ask", "check"),
    *("add", "remove", "build", "doctor", "export", "serve", "site", "mcp", "phone-engine"),
)
#: the options that are read without Typer: those with a value, with their parameter, and the flags, by command
_VALUES = {"-g": "game", "--game": "game", "-n": "limit", "--limit": "limit"}
_FLAGS = {"search": ("--json",), "show": ("--json", "--proof", "--games", "--all")}
_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> None:
    """Run ``kb`` and exit with its status."""
    _use_streams()
    words = [_text(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    quick = _quick(words)
    status = guarded(quick or (lambda: run(words)))
    if quick and arguments is None:
        _end(status)
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run a command line by Typer; return the exit status. Raises :class:`KBError` for bad usage."""
    from kb.cli import app

    if arguments[:1] == ["help"] and (len(arguments) == 1 or (len(arguments) == 2 and arguments[1] in COMMANDS)):
        arguments = [*arguments[1:], "--help"]
    return app.run(arguments or ["--help"])


def _quick(arguments: list[str]) -> Callable[[], int] | None:
    """Return a command line of ``search``, ``show`` or bare words as a call; ``None`` if Typer has to read it."""
    command = arguments[0] if arguments[:1] in (["search"], ["show"]) else ""
    words: list[str] = []
    options: dict[str, Any] = {}
    rest = iter(arguments[bool(command) :])
    for each in rest:
        if each in _VALUES:
            options[_VALUES[each]] = next(rest, "")
        elif any(each in flags for flags in _FLAGS.values()):
            options[each[2:]] = True
        elif each.startswith("-"):
            return None
        else:
            words.append(each)
    if not words or "_KB_COMPLETE" in os.environ or (not command and words[0] in (*COMMANDS, "help")):
        return None
    if "limit" in options:
        limit = options["limit"]
        options["limit"] = int(limit) if limit.isascii() and limit.isdigit() and len(limit) < 4 else 0
        if not options["limit"]:
            return None

    def call() -> int:
        gc.disable()  # a process this short leaves no garbage worth collecting
        name = command
        if not name:
            from kb.cli.default import default_command

            name = default_command(words, len(arguments) == 1)
        known = {*(flag[2:] for flag in _FLAGS.get(name, ())), *(_VALUES.values() if name == "search" else ())}
        if name not in _FLAGS or not known.issuperset(options):
            gc.enable()
            return run([name, *arguments[bool(command) :]])
        return int(__import__(f"kb.cli.{name}", fromlist=["run"]).run(words, **options))

    return call


def _end(status: int) -> None:
    """End the process without destroying one by one the objects it holds, which takes a tenth of a search."""
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


def _use_streams() -> None:
    """Make standard output and error usable where they are closed, or cannot write every character.

    A closed output still fails when something is written to it; a closed error stream does not.
    """
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        encoding = getattr(stream, "encoding", None) or ""
        if encoding.lower().replace("-", "") != "utf8" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def guarded(run: Callable[[], int]) -> int:
    """Run a command: errors become one line each, Ctrl-C and closed pipes are quiet."""
    try:
        status = run()
        sys.stdout.flush()
        return status
    except KBError as error:
        say(*(f"kb: {_with_commands(str(finding))}" for finding in error.findings))
        return error.exit_status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        discard(sys.stdout)
        return 0
    except Exception as error:
        if os.environ.get("KB_TRACEBACK"):
            raise
        say(f"kb: {_cause(error)}")
        discard(sys.stdout)
        return 2


def _with_commands(text: str) -> str:
    """Return a message in which a hint at a list names the command that prints the list."""
    for what, command in (("topics", "compare"), ("sections", "sections")):
        text = text.replace(ALL_LISTED.format(what), f"'kb {command}' lists them all")
    return text


def _cause(error: Exception) -> str:
    """Return one line about an error that is not the user's: of the output, the machine, or this program."""
    from kb.base.errors import missing_resource, unwritable_stream

    found = unwritable_stream(error, "standard output") or missing_resource(error)
    if found is not None:
        return str(found)
    return f"a fault of this program: {type(error).__name__}: {error}; please report it (KB_TRACEBACK=1 shows where)"


def _text(word: str) -> str:
    """Return an argument as text: bytes that are not UTF-8 become the replacement character."""
    return word if word.isascii() else word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
