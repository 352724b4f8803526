"""Entry point of ``kb``: parses ordinary command lines itself, because importing Typer takes too long.

Commands, options and help come from :mod:`kb.cli.command_table`, which is made of the Typer application. Unusual
command lines and all mistakes are passed to Typer.
"""

from __future__ import annotations

import gc
import os
import sys

from kb.base.errors import KBError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: the commands that start without Typer
QUICK = ("search", "show", "compare", "sections", "games", "export", "build", "doctor", "check", "ask", "mcp")
#: the commands that leave no thread, process or open file, so that the process can end at once
ENDING = ("search", "show", "compare", "sections", "games", "export", "build", "ask")
#: the options of ``kb`` itself
OWN = ("-h", "--help", "--version", "--install-completion", "--show-completion")
_INTERRUPTED = 130
#: given back when something fails, so that a lack of memory can be told
_spare = bytearray(1_000_000)


def main(arguments: list[str] | None = None) -> None:
    """Run ``kb`` and exit with its status."""
    _use_streams()
    words = sys.argv[1:] if arguments is None else arguments
    status = guarded(lambda: _main([_text(word) for word in words]))
    if arguments is None and words and (words[0] in ENDING or not _is_command(words[0])):
        _end(status)
    sys.exit(status)


def _is_command(word: str) -> bool:
    from kb.cli.command_table import COMMANDS

    return word in COMMANDS or word in OWN


def _end(status: int) -> None:
    """End the process without destroying one by one what it holds, which takes a tenth of a search."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
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
        from kb.cli.terminal import say

        say(*(f"kb: {finding}" for finding in error.findings))
        return error.exit_status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        from kb.cli.terminal import discard

        discard(sys.stdout)
        return 0
    except Exception as error:
        _spare.clear()
        if os.environ.get("KB_TRACEBACK"):
            raise
        from kb.cli.terminal import discard, say

        say(f"kb: {_cause(error)}")
        discard(sys.stdout)
        return 2


def _cause(error: Exception) -> str:
    """One line about an error that is not the user's: the output, the machine, or this program."""
    from kb.base.errors import missing_resource, unwritable_stream

    found = unwritable_stream(error, "standard output") or missing_resource(error)
    if found is not None:
        return str(found)
    return f"a fault of this program: {type(error).__name__}: {error}; please report it (KB_TRACEBACK=1 shows where)"


def _text(word: str) -> str:
    """An argument as text: bytes that are not UTF-8 become the replacement character."""
    return word if word.isascii() else word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _main(arguments: list[str]) -> int:
    if "_KB_COMPLETE" in os.environ:
        from kb.cli.complete import complete

        return complete()
    if not arguments or arguments[0] in ("-h", "--help"):
        return 0 if _help("") else 2
    if arguments == ["--version"]:
        import kb

        print(f"kb {kb.__version__}")
        return 0
    command, *words = arguments
    if command == "help" and _help(" ".join(arguments[1:])):
        return 0
    if _asks_for_help(command, words) and _help(command):
        return 0
    if command in QUICK:
        understood = _understood(command, words)
        if understood is not None:
            gc.disable()  # nothing of what is loaded is garbage
            module = __import__(f"kb.cli.commands.{command}", fromlist=["run"])
            gc.freeze()
            gc.enable()
            return int(module.run(**understood))
    if _is_command(arguments[0]):
        return _typer(arguments)
    from kb.cli.first_word import resolve_command

    return _main([resolve_command(arguments), *arguments])


def _asks_for_help(command: str, words: list[str]) -> bool:
    """Whether help is asked for: not behind ``--``, and not as the value of an option."""
    from kb.cli.command_table import OPTIONS

    known, skip = OPTIONS.get(command, {}), False
    for word in words:
        if word == "--":
            return False
        if not skip and word in ("-h", "--help"):
            return True
        skip = not skip and bool(known.get(word, ("", ""))[1])
    return False


def _help(command: str) -> bool:
    from kb.cli.command_table import HELP

    sys.stdout.write(HELP.get(command, ""))
    return command in HELP


def _understood(command: str, words: list[str]) -> dict[str, Any] | None:
    """The parameters of a command as Typer would give them, or ``None`` if Typer has to parse the command line."""
    from kb.cli.command_table import ARGUMENTS, OPTIONS

    known = OPTIONS[command]
    rest: list[str] = []
    found: dict[str, Any] = {}
    i = 0
    while i < len(words):
        word = words[i]
        if word == "--":
            rest += words[i + 1 :]
            break
        if not word.startswith("-") or len(word) < 2:
            rest.append(word)
        elif word not in known:
            return None
        else:
            name, value = known[word]
            i += bool(value)
            if i == len(words):
                return None
            given = _value(value, words[i]) if value else True
            if given is None:
                return None
            found[name] = [*found.get(name, ()), given] if value == "texts" else given
        i += 1
    name, most = ARGUMENTS.get(command, ("", 0))
    if most < 0:
        found[name] = rest
    elif len(rest) > most:
        return None
    elif rest:
        found[name] = rest[0]
    return None if command == "show" and not rest else found


def _value(kind: str, word: str) -> str | int | None:
    """A word as the value of an option, or ``None`` if it is not one."""
    if kind in ("text", "texts"):
        return word
    lowest, highest = map(int, kind.split())
    return int(word) if word.isascii() and word.isdigit() and len(word) < 9 and lowest <= int(word) <= highest else None


def _typer(arguments: list[str]) -> int:
    from kb.cli.app import app

    try:
        app(arguments, prog_name="kb")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
