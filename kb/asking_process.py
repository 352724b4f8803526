"""The engine in a process of its own, for a server: requests go in, JSON comes out, each within a limit.

The server loads no engine and is not held up by one that thinks; one that thinks for too long ends. The limit counts
processor time, so that a busy machine refuses nothing. The process is started when something is first asked, and ends
with its parent.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock, Thread
from typing import Any

from kb.errors import BadInput, DamagedBuild, Finding, KBError, NoBuild, NotFound, QueryError, TooLong

#: seconds of processor time that one answer may take
LIMIT = 10.0
#: bytes of an answer at most
_LONGEST = 20_000_000
#: the errors that the process tells as what they are; any other is told as :class:`KBError`
_TOLD = (NotFound, BadInput, QueryError, TooLong, NoBuild, DamagedBuild)
_ERRORS: dict[str, type[KBError]] = {each.__name__: each for each in _TOLD}
#: those after which the next request gets another process: it was interrupted anywhere, or could not read the build
_LAST = {each.__name__ for each in (TooLong, NoBuild, DamagedBuild)}
#: whether the system can end a process that thinks for too long; where not (Windows), a thread of it does
_HAS_TIMER = hasattr(signal, "setitimer")
#: the status of a process that was ended so
_LATE = -signal.SIGVTALRM if _HAS_TIMER else 124
#: seconds between two looks of that thread
_LOOK = 0.1


class AskingProcess:
    """Answers one request after another, with the rulings of the build in a directory; threads wait for each other.

    ``spent`` is the processor time of all answers up to now, in seconds.
    """

    def __init__(self, built: str, limit: float = LIMIT) -> None:
        self._built, self._limit = built, limit
        self.spent = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock, self._closed = Lock(), False

    def answer(self, request: str) -> Any:
        """What the engine says of a request (JSON text), as plain values. Raises :class:`TooLong`."""
        return self._asked("answer", request)

    def ask(self, asked: str | Mapping[str, Any], more: Mapping[str, Any]) -> Any:
        """What :func:`kb.reads.asking.ask` gives, with ``more`` of its arguments. Raises what it raises."""
        return self._asked("ask", asked, more)

    def check(self, written: str | Mapping[str, Any], game: str) -> Any:
        """What :func:`kb.reads.checking.check` gives. Raises what it raises."""
        return self._asked("check", written, game)

    def boards(self, game: str) -> Any:
        """The boards of a game (:mod:`kb.asking.boards`). Raises :class:`KBError` for a game without rules."""
        return self._asked("boards", game)

    def case(self, scenario: str, file: str) -> Any:
        """The case of a scenario (``game/id``) of a file of the data, as a request; None where it plays nothing."""
        return self._asked("case", scenario, file)

    def close(self) -> None:
        """End the process, if there is one, whatever it does; what waits or is asked later raises :class:`KBError`."""
        self._closed = True
        while not self._lock.acquire(timeout=_LOOK):
            if self._process is not None:
                self._process.kill()
        self._end()
        self._lock.release()

    def _asked(self, *what: Any) -> Any:
        with self._lock:
            if self._closed:
                raise KBError(Finding("nothing is answered any more"))
            process = self._process = self._process or self._started()
            told = _exchange(process, (self._limit, *what))
            if not told:
                self._end()
                raise self._why_ended(process.returncode)
            answer = json.loads(told)
            self.spent += answer["spent"]
            if answer.get("error") in _LAST:
                self._end()
        return _unpacked(answer)

    def _why_ended(self, status: int) -> KBError:
        if status != _LATE:
            what = "the process that answers ended" + (f" by signal {-status}" if status < 0 else "")
            return KBError(Finding(what, hint="ask again; perhaps there is not enough memory"))
        self.spent += self._limit
        what = f"that takes longer than {self._limit:g} seconds of processor time"
        return TooLong(Finding(what, hint="ask about fewer units, or one action at a time"))

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", __name__, self._built]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _exchange(process: subprocess.Popen[bytes], what: tuple[Any, ...]) -> bytes:
    """A line in, a line out; empty where the process has ended."""
    assert process.stdout is not None
    try:
        _send(process, what)
    except BrokenPipeError:
        return b""
    told = process.stdout.readline(_LONGEST)
    return told if told.endswith(b"\n") else b""


def _send(process: subprocess.Popen[bytes], value: Any) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(value).encode() + b"\n")
    process.stdin.flush()


def _unpacked(told: dict[str, Any]) -> Any:
    """What a process tells. Raises the error that it tells, or :class:`RuntimeError` for a fault of the program."""
    if "fault" in told:
        raise RuntimeError(told["fault"])
    if "error" in told:
        raise _ERRORS.get(told["error"], KBError)(*(Finding(*parts) for parts in told["findings"]))
    return told["told"]


# -- the process itself


def main() -> None:
    """Read a line at a time from standard input, and write the answer to each as a line."""
    with os.fdopen(os.dup(1), "wb") as out:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and the end of its pipe this process
        os.dup2(2, 1)  # what else is printed does not come between the answers
        begun = 0.0
        limited = _system_limit if _HAS_TIMER else _own_limit()
        try:
            answers, failed = _answers(sys.argv[1]), None
        except KBError as error:
            answers, failed = {}, _plain(error)
        for line in sys.stdin.buffer:
            limit, what, *given = json.loads(line)
            limited(limit)
            told = failed or _told(answers[what], given)
            limited(0)
            begun, before = time.process_time(), begun
            out.write(json.dumps({**told, "spent": begun - before}, separators=(",", ":")).encode() + b"\n")
            out.flush()


def _system_limit(seconds: float) -> None:
    """Have the system end this process after so much more processor time, whatever it does then; 0: do not."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _own_limit() -> Callable[[float], None]:
    """The same by a thread, for systems without timers. It cannot interrupt one long call of native code."""
    ends = 0.0

    def limited(seconds: float) -> None:
        nonlocal ends
        ends = time.process_time() + seconds if seconds else 0.0

    def watch() -> None:
        while True:
            time.sleep(_LOOK)
            if 0 < ends < time.process_time():
                os._exit(_LATE)

    Thread(target=watch, daemon=True).start()
    return limited


def _told(answer: Callable[..., Any], given: list[Any]) -> dict[str, Any]:
    try:
        return {"told": answer(*given)}
    except KBError as error:
        return _plain(error)
    except Exception as error:  # the next request is answered all the same
        return {"fault": type(error).__name__}


def _plain(error: KBError) -> dict[str, Any]:
    findings = [(each.message, each.file, each.line, each.hint) for each in error.findings]
    return {"error": type(error).__name__, "findings": findings}


def _answers(built: str) -> dict[str, Callable[..., Any]]:
    """What is answered, by what is asked."""
    from kb import asked, paths, yamlfile
    from kb.asking import reply
    from kb.asking.boards import described
    from kb.asking.cases import request_of
    from kb.asking.decided import decided_cases, deciding
    from kb.games import packed, rulesets
    from kb.knowledge import KnowledgeBase
    from kb.reads import asking, checking
    from kb.scenarios.reading import library
    from kb.store import read

    data, build = paths.data(), read.in_directory(built)
    kept = ""
    if packed.NAME in build.files:  # as built: what phones have, too
        kept = packed.held(build.path(packed.NAME), build.read(packed.NAME))
    rules_of, base = library.RulesLoader(data, kept), KnowledgeBase(build, read.connect(build))

    @cache
    def cases(game: str) -> dict[str, tuple[str, ...]]:
        return decided_cases(library.restore(build.read(library.PARSED), library.digest(data), game) or ())

    def answer(text: str) -> dict[str, Any]:
        try:
            question = reply.read(text, rules_of)
            decided = deciding(question.rules, question.case, cases(question.rules.ruleset.game))
            return {**asked.answer(base, question), "decided": decided}
        except DamagedBuild:
            raise
        except KBError as error:
            return reply.errors(error)

    def ask(question: str | dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
        return asking.ask(base, question, **more, rules_of=rules_of)

    def check(written: str | dict[str, Any], game: str) -> list[dict[str, Any]]:
        return checking.check(base, written, game, rules_of=rules_of)

    def boards(game: str) -> list[dict[str, Any]]:
        rules_of(game)  # says what is wrong with a name
        sets = rulesets.load_rulesets(data, game)
        return [described(rules_of(game, board, rules.id)) for rules in sets for board in rules.boards]

    def case(scenario: str, file: str) -> dict[str, Any] | None:
        path = os.path.join(data, *file.split("/")[1:])
        return request_of(yamlfile.load(path, file), scenario.partition("/")[2])

    return {"answer": answer, "ask": ask, "check": check, "boards": boards, "case": case}


if __name__ == "__main__":
    main()
