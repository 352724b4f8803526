"""The front door: answers ``search``, ``show``, help and completion without importing Typer.

What commands, options and help there are is not said here: :mod:`kb.cli.snapshot` is made from the
Typer application and tested to be equal to it. Whatever this door does not understand at once goes
to Typer.
"""

from __future__ import annotations

import os
import sys

from kb.errors import KBError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: command -> module and how its options become the arguments of ``run``
QUICK = ("search", "show")
_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> None:
    """Run ``kb`` and exit with its status."""
    sys.exit(guarded(lambda: _main(sys.argv[1:] if arguments is None else arguments)))


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
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _main(arguments: list[str]) -> int:
    if "_KB_COMPLETE" in os.environ:
        from kb.cli.complete import complete

        return complete()
    if not arguments or arguments[0] in ("-h", "--help"):
        return _help("", 0)
    if arguments == ["--version"]:
        import kb

        print(f"kb {kb.__version__}")
        return 0
    command = arguments[0]
    if any(word in ("-h", "--help") for word in arguments[1:]):
        from kb.cli.snapshot import HELP

        if command in HELP:
            return _help(command, 0)
    if command in QUICK:
        understood = _options(command, arguments[1:])
        if understood is not None:
            return _quick(command, *understood)
    return _typer(arguments)


def _help(command: str, status: int) -> int:
    from kb.cli.snapshot import HELP

    sys.stdout.write(HELP[command])
    return status


def _options(command: str, words: list[str]) -> tuple[list[str], dict[str, Any]] | None:
    """Arguments and options of a quick command, or ``None`` if anything needs Typer's judgement."""
    from kb.cli.snapshot import OPTIONS

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
        elif word not in known or (known[word][1] and i + 1 >= len(words)):
            return None
        elif known[word][1]:
            i += 1
            found[known[word][0]] = words[i]
        else:
            found[known[word][0]] = True
        i += 1
    if "limit" in found:
        if not (found["limit"].isascii() and found["limit"].isdigit() and 1 <= int(found["limit"]) <= 1000):
            return None
        found["limit"] = int(found["limit"])
    return (rest, found) if rest else None


def _quick(command: str, words: list[str], options: dict[str, Any]) -> int:
    options["pager"] = not options.pop("no_pager", False)
    if command == "search":
        from kb.cli.commands.search import run as search

        options["synonyms"] = not options.pop("no_synonyms", False)
        return search(words, **options)
    from kb.cli.commands.show import run as show

    return show(words, **options)


def _typer(arguments: list[str]) -> int:
    from kb.cli.app import app

    try:
        app(arguments, prog_name="kb")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0
