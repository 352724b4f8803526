"""Entry point of ``kb``: runs usual lines of the reading commands itself, and every other command line by Typer.

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

    from kb.cli.options import Command

#: the commands, by the module of :mod:`kb.cli` that declares them
_MODULES = {
    "look_up": ("search", "show", "compare", "sections", "games"),
    "play": ("ask", "check"),
    "keep": ("add", "remove", "build", "doctor", "export", "serve", "site", "mcp", "phone-engine"),
}
COMMANDS = tuple(name for names in _MODULES.values() for name in names)
#: the commands that a command line without one may mean
_UNNAMED = ("search", "show")
_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> None:
    """Run ``kb`` and exit with its status. ``arguments`` are the words after ``kb``, by default those of the
    process."""
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
    """Return a function that runs the command line without Typer, if it is a usual one of a reading command, or of
    words without a command; else None. The function returns the exit status."""
    if not arguments or "_KB_COMPLETE" in os.environ or arguments[0] in ("help", *_MODULES["keep"]):
        return None
    named = arguments[0] in COMMANDS
    words = arguments[named:]
    values = next(filter(None, (_declared(each).read(words) for each in ([arguments[0]] if named else _UNNAMED))), None)
    if values is None:
        return None

    def call() -> int:
        """Run the command (for bare words the one they mean), by Typer if only Typer can read it."""
        gc.disable()  # a process this short leaves no garbage worth collecting
        name = arguments[0]
        if not named:
            from kb.cli.default import default_command

            name = default_command(values.get("query") or values.get("ids") or [], len(words) == 1)
        found = _declared(name).read(words)
        if found is None:
            gc.enable()
            return run([name, *words])
        return _declared(name).function(**found)

    return call


def _declared(name: str) -> Command:
    """Return a command as its module declares it."""
    module = next(module for module, names in _MODULES.items() if name in names)
    commands: dict[str, Command] = __import__(f"kb.cli.{module}", fromlist=["commands"]).commands
    return commands[name]


def _end(status: int) -> None:
    """Flush the output and end the process with ``status``, without destroying its objects, which takes a tenth of the
    time of a search.

    Return if the output cannot be flushed: the caller then exits in the usual way.
    """
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


def _use_streams() -> None:
    """Make standard output and error usable if they are closed, or cannot write every character.

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
    """Call ``run`` and return the exit status. Errors become one line each on standard error; Ctrl-C and a closed pipe
    print nothing."""
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
    return f"a bug in this program: {type(error).__name__}: {error}; please report it (KB_TRACEBACK=1 shows where)"


def _text(word: str) -> str:
    """Return an argument as text: bytes that are not UTF-8 become the replacement character."""
    return word if word.isascii() else word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
