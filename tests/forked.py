"""Commands of ``kb`` in a child of the test process: a process of its own that has imported everything already."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import IO, NoReturn

from kb.cli import front

# what commands import when they need it
for name in ("pydantic.type_adapter", "typer.rich_utils", "kb.cli.app", "kb.searching", "kb.service.asking"):
    import_module(name)
#: seconds after which a command is ended: a child of a process with threads may wait forever for a lock
LIMIT = 300


def run(arguments: Sequence[str], stdin: str, environment: Mapping[str, str], directory: Path) -> CompletedProcess[str]:
    """Run ``kb`` with arguments, standard input, an environment and a working directory, in a forked process; return
    its output and its status.

    Starting an interpreter would take most of the time of a command. Effects of a new process (the encoding of its
    streams, the modules it has loaded, how it ends) have to be tested in one.
    """
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as told:
        given.write(stdin.encode())
        given.seek(0)
        child = os.fork()
        if not child:
            _run_here(arguments, (given, out, told), environment, directory)
        _, status = os.waitpid(child, 0)
        for stream in (out, told):
            stream.seek(0)
        texts = [stream.read().decode() for stream in (out, told)]
    return CompletedProcess(["kb", *arguments], os.waitstatus_to_exitcode(status), *texts)


def _run_here(
    arguments: Sequence[str], streams: Sequence[IO[bytes]], environment: Mapping[str, str], directory: Path
) -> NoReturn:
    """Become the command, as far as a process can: it never returns to the test."""
    status = 1
    try:
        signal.alarm(LIMIT)
        gc.freeze()  # what the tests hold stays where it is
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = sys.__stderr__ = open(
            2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
        )
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(directory)
        sys.argv = ["kb", *arguments]
        front.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else bool(end.code)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
