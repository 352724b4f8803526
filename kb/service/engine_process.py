"""The engine in a process of its own, for a server: requests go in, answers come out, each within a limit.

The server loads no engine and is not held up by one that thinks; one that thinks for too long ends. The limit counts
processor time, so that a busy machine refuses nothing. The process is started when something is first asked, and ends
with its parent.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from kb.base.english import capital, plural, spaced
from kb.base.errors import DamagedBuild, Finding, KBError, NoBuild, TooLong
from kb.games.names import power_name

if TYPE_CHECKING:
    from kb.base.shape import Value
    from kb.engine.core.rulebook import Rulebook
    from kb.games.rulesets import Phase, RuleSet

#: seconds of processor time that one answer may take
LIMIT = 10.0
#: the errors after which the next request gets another process: it was interrupted, or could not read the build
_LAST = (TooLong, NoBuild, DamagedBuild)
#: whether the system can end a process that thinks for too long; where not (Windows), a timer of it does
_HAS_TIMER = hasattr(signal, "setitimer")
#: the status of a process that was ended so
_LATE = -signal.SIGVTALRM if _HAS_TIMER else 124
#: seconds that closing waits for an answer before it ends the process
_PATIENCE = 0.1


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
        """Return what the engine says of a request (JSON text), as plain values. Raises :class:`TooLong`."""
        return self._asked("answer", request)

    def ask(self, asked: str | Mapping[str, Any], more: Mapping[str, Any]) -> Any:
        """Return what :func:`kb.service.asking.ask` gives, with ``more`` of its arguments. Raises what it raises."""
        return self._asked("ask", asked, more)

    def check(self, scenarios: str | Mapping[str, Any], game: str = "") -> Any:
        """Return what :func:`kb.service.checking.check` gives. Raises what it raises."""
        return self._asked("check", scenarios, game)

    def boards(self, game: str) -> Any:
        """Return the boards of a game, as a page needs them to let somebody set up a position. Raises
        :class:`KBError`."""
        return self._asked("boards", game)

    def case(self, scenario: str, file: str) -> Any:
        """Return the case of a scenario (``game/id``) of a file of the data, as a request; None where it plays
        nothing."""
        return self._asked("case", scenario, file)

    def close(self) -> None:
        """End the process, if there is one, whatever it does; what waits or is asked later raises :class:`KBError`."""
        self._closed = True
        while not self._lock.acquire(timeout=_PATIENCE):
            if self._process is not None:
                self._process.kill()
        self._end()
        self._lock.release()

    def _asked(self, *what: Any) -> Any:
        with self._lock:
            if self._closed:
                raise KBError(Finding("nothing is answered any more"))
            self._process = self._process or subprocess.Popen(
                [sys.executable, "-m", __name__, self._built], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            try:
                told, spent = _exchange(self._process, (self._limit, *what))
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                process = self._process
                self._end()
                raise self._why_ended(process.returncode) from None
            self.spent += spent
            if isinstance(told, _LAST):
                self._end()
        if isinstance(told, Exception):
            raise told
        return told

    def _why_ended(self, status: int) -> KBError:
        if status != _LATE:
            what = "the process that answers ended" + (f" by signal {-status}" if status < 0 else "")
            return KBError(Finding(what, hint="ask again; perhaps there is not enough memory"))
        self.spent += self._limit
        what = f"that takes longer than {self._limit:g} seconds of processor time"
        return TooLong(Finding(what, hint="ask about fewer units, or one action at a time"))

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _exchange(process: subprocess.Popen[bytes], what: tuple[Any, ...]) -> tuple[Any, float]:
    """Send a request; return the answer, which may be an error, and the processor time that it took."""
    assert process.stdin is not None and process.stdout is not None
    pickle.dump(what, process.stdin)
    process.stdin.flush()
    told, spent = pickle.load(process.stdout)
    return told, spent


# -- the process itself


def main() -> None:
    """Read a request at a time from standard input, and write the answer to each."""
    with os.fdopen(os.dup(1), "wb") as out:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and the end of its pipe this process
        os.dup2(2, 1)  # what else is printed does not come between the answers
        begun = 0.0
        try:
            answers, failed = _answers(sys.argv[1]), None
        except KBError as error:
            answers, failed = {}, error
        while True:
            try:
                limit, what, *given = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            stop = _limited(limit)
            try:
                told = failed or answers[what](*given)
            except KBError as error:
                told = type(error)(*error.findings)
            except Exception as error:  # the next request is answered all the same
                told = RuntimeError(type(error).__name__)
            stop()
            begun, before = time.process_time(), begun
            pickle.dump((told, begun - before), out)
            out.flush()


def _limited(seconds: float) -> Callable[[], object]:
    """Let this process end after so many more seconds, of processor time where the system counts it; return what takes
    that back."""
    if _HAS_TIMER:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        return lambda: signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    timer = Timer(seconds, os._exit, [_LATE])
    timer.daemon = True
    timer.start()
    return timer.cancel


def _answers(built: str) -> dict[str, Callable[..., Any]]:
    """Return what is answered, by what is asked."""
    from kb.asking.question import errors, from_text, written_case
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
            return asking.answer(base, from_text(text, rules_of))
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
    """Return the phases, first those for which there are many kinds of actions."""
    table = next((fact.table for fact in ruleset.facts if fact.fact == "phases-of-actions"), {})
    kinds = Counter(phase for phases in table.values() for phase in phases)
    return sorted(ruleset.phases, key=lambda phase: kinds[phase.id] < _MANY_ACTIONS)


def _board(rules: Rulebook) -> dict[str, Any]:
    """Return a board as it is played by a rule set: powers in the order of the turn, phases too, but first those in
    which most is done; units in the order of their table, spaces in that of the board, each with its neighbours and
    what stands there at the start, by power and type."""
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
