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
from threading import Lock
from typing import Any

from kb.errors import BadInput, Finding, KBError, NotFound, QueryError, TooLong

#: seconds of processor time that one answer may take
LIMIT = 10.0
#: bytes of an answer at most
_LONGEST = 20_000_000
#: the errors that the process tells as what they are; any other is told as :class:`KBError`
_ERRORS: dict[str, type[KBError]] = {each.__name__: each for each in (NotFound, BadInput, QueryError, TooLong)}


#: the signal that ends a process that thinks for too long
_LATE = getattr(signal, "SIGVTALRM", 0)


class AskingProcess:
    """Answers one request after another, with the rulings of the build in a directory; threads wait for each other.

    ``spent`` is the processor time of all answers up to now, in seconds.
    """

    def __init__(self, built: str, limit: float = LIMIT) -> None:
        self._built, self._limit = built, limit
        self.spent = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

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
        """End the process, if there is one."""
        with self._lock:
            self._end()

    def _asked(self, *what: Any) -> Any:
        with self._lock:
            process = self._process = self._process or self._started()
            told = _exchange(process, (self._limit, *what))
            if not told:
                self._end()
                raise self._why_ended(process.returncode)
            answer = json.loads(told)
            self.spent += answer["spent"]
            if answer.get("error") == TooLong.__name__:
                self._end()  # it was interrupted anywhere: the next request gets another
        return _unpacked(answer)

    def _why_ended(self, status: int) -> KBError:
        if status != -_LATE:
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
        answers, begun = _answers(sys.argv[1]), 0.0
        for line in sys.stdin.buffer:
            limit, what, *given = json.loads(line)
            _limit(limit)
            told = _told(answers[what], given)
            _limit(0)
            begun, before = time.process_time(), begun
            out.write(json.dumps({**told, "spent": begun - before}, separators=(",", ":")).encode() + b"\n")
            out.flush()


def _limit(seconds: float) -> None:
    """Have the system end this process after so much more processor time, whatever it does then; 0: do not."""
    if _LATE:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _told(answer: Callable[..., Any], given: list[Any]) -> dict[str, Any]:
    try:
        return {"told": answer(*given)}
    except KBError as error:
        findings = [(each.message, each.file, each.line, each.hint) for each in error.findings]
        return {"error": type(error).__name__, "findings": findings}
    except Exception as error:  # the next request is answered all the same
        return {"fault": type(error).__name__}


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
    kept = build.path(packed.NAME) if packed.NAME in build.files else ""  # as built: what phones have, too
    rules_of, base = library.RulesLoader(data, kept), KnowledgeBase(build, read.connect(build))

    @cache
    def cases(game: str) -> dict[str, tuple[str, ...]]:
        with open(build.path(library.PARSED), encoding="utf-8") as file:
            return decided_cases(library.restore(file.read(), library.digest(data), game) or ())

    def answer(text: str) -> dict[str, Any]:
        try:
            question = reply.read(text, rules_of)
            decided = deciding(question.rules, question.case, cases(question.rules.ruleset.game))
            return {**asked.answer(base, question), "decided": decided}
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
