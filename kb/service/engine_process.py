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
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from kb.base.english import capital, plural, spaced
from kb.base.errors import BadInput, DamagedBuild, Finding, KBError, NoBuild, NotFound, QueryError, TooLong
from kb.games.names import power_name

if TYPE_CHECKING:
    from kb.base.shape import Value
    from kb.engine.core.rulebook import Rulebook
    from kb.games.rulesets import Phase, RuleSet

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
        """What :func:`kb.service.asking.ask` gives, with ``more`` of its arguments. Raises what it raises."""
        return self._asked("ask", asked, more)

    def check(self, scenarios: str | Mapping[str, Any], game: str = "") -> Any:
        """What :func:`kb.service.checking.check` gives. Raises what it raises."""
        return self._asked("check", scenarios, game)

    def boards(self, game: str) -> Any:
        """The boards of a game, as a page needs them to let somebody set up a position. Raises :class:`KBError`."""
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
        if "fault" in answer:  # of the program
            raise RuntimeError(answer["fault"])
        if "error" in answer:
            raise _ERRORS.get(answer["error"], KBError)(*(Finding(*parts) for parts in answer["findings"]))
        return answer["told"]

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
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(json.dumps(what).encode() + b"\n")
        process.stdin.flush()
    except BrokenPipeError:
        return b""
    told = process.stdout.readline(_LONGEST)
    return told if told.endswith(b"\n") else b""


# -- the process itself


def main() -> None:
    """Read a line at a time from standard input, and write the answer to each as a line."""
    with os.fdopen(os.dup(1), "wb") as out:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and the end of its pipe this process
        os.dup2(2, 1)  # what else is printed does not come between the answers
        begun = 0.0
        # the system ends this process after so many more seconds of processor time, whatever it does then; 0: never
        limited = partial(signal.setitimer, signal.ITIMER_VIRTUAL) if _HAS_TIMER else _own_limit()
        try:
            answers, failed = _answers(sys.argv[1]), {}
        except KBError as error:
            answers, failed = {}, _plain(error)
        for line in sys.stdin.buffer:
            limit, what, *given = json.loads(line)
            limited(limit)
            try:
                told = failed or {"told": answers[what](*given)}
            except KBError as error:
                told = _plain(error)
            except Exception as error:  # the next request is answered all the same
                told = {"fault": type(error).__name__}
            limited(0)
            begun, before = time.process_time(), begun
            out.write(json.dumps({**told, "spent": begun - before}, separators=(",", ":")).encode() + b"\n")
            out.flush()


def _own_limit() -> Callable[[float], None]:
    """A limit by a thread, for systems without timers. It cannot interrupt one long call of native code."""
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


def _plain(error: KBError) -> dict[str, Any]:
    findings = [(each.message, each.file, each.line, each.hint) for each in error.findings]
    return {"error": type(error).__name__, "findings": findings}


def _answers(built: str) -> dict[str, Callable[..., Any]]:
    """What is answered, by what is asked."""
    from kb.asking.notation.asked import read_asked
    from kb.asking.request import errors, written_case
    from kb.base import paths, yamlfile
    from kb.cases.reading import library
    from kb.games import packed, rulesets
    from kb.knowledge import KnowledgeBase
    from kb.service import asking, checking
    from kb.store import read

    data, build = paths.data(), read.in_directory(built)
    kept = ""
    if packed.NAME in build.files:  # as built: what phones have, too
        kept = packed.held(build.path(packed.NAME), build.read(packed.NAME))
    rules_of, base = library.RulesLoader(data, kept), KnowledgeBase(build, read.connect(build))

    def answer(text: str) -> dict[str, Any]:
        try:
            return asking.answer(base, read_asked(text, rules_of))
        except DamagedBuild:
            raise
        except KBError as error:
            return errors(error)

    def boards(game: str) -> list[dict[str, Any]]:
        rules_of(game)  # says what is wrong with a name
        sets = rulesets.load_rulesets(data, game)
        return [_board(rules_of(game, board, rules.id)) for rules in sets for board in rules.boards]

    @lru_cache(16)
    def written(file: str) -> Value:
        return yamlfile.load(os.path.join(data, *file.split("/")[1:]), file)

    def case(scenario: str, file: str) -> dict[str, Any] | None:
        return written_case(written(file), scenario.partition("/")[2])

    return {
        "answer": answer,
        "ask": lambda question, more: asking.ask(base, question, **more, rules_of=rules_of),
        "check": lambda written, game: checking.check(base, written, game, rules_of=rules_of),
        "boards": boards,
        "case": case,
    }


#: a phase for which there are so many kinds of actions is one in which units act
_MANY_ACTIONS = 3


def _phases(ruleset: RuleSet) -> list[Phase]:
    """The phases, first those for which there are many kinds of actions."""
    table = next((fact.table for fact in ruleset.facts if fact.fact == "phases-of-actions"), {})
    kinds = Counter(phase for phases in table.values() for phase in phases)
    return sorted(ruleset.phases, key=lambda phase: kinds[phase.id] < _MANY_ACTIONS)


def _board(rules: Rulebook) -> dict[str, Any]:
    """A board as it is played by a rule set: powers in the order of the turn, phases too, but first those in which most
    is done; units in the order of their table, spaces in that of the board, each with its neighbours and what stands
    there at the start, by power and type."""
    board, ruleset = rules.board, rules.ruleset
    setup: dict[str, dict[str, dict[str, int]]] = {}
    for row in board.setup:
        setup.setdefault(row.space, {}).setdefault(row.power, {})[row.unit] = row.count
    return {
        "board": board.id,
        "ruleset": ruleset.id,
        "title": board.title,
        "powers": [_named(each.id, power_name(each.id).removeprefix("the ")) for each in board.powers],
        "phases": [_named(each.id, each.title) for each in _phases(ruleset)],
        "units": [
            {**_named(each.id, one := spaced(each.id)), "kind": str(each.kind), "one": one, "several": plural(one, 2)}
            for each in board.units
        ],
        "options": [_named(each, spaced(each)) for each in ruleset.options],
        "spaces": [
            {
                **_named(each.id, each.name),
                "also": list(dict.fromkeys(name for name in each.names if name != each.name)),
                "sea": each.kind == "sea-zone",
                "holder": each.held_by,
                "setup": setup.get(each.id, {}),
                "near": sorted(board.around(each.id)),
            }
            for each in board.spaces
        ],
    }


def _named(id: str, name: str) -> dict[str, str]:
    return {"id": id, "name": capital(name)}


if __name__ == "__main__":
    main()
