"""The engine in a separate process, for a server: each request has a limit of processor time.

The server itself does not load the engine. The limit counts processor time, so a busy machine does not refuse requests.
The process starts with the first request, ends with its parent, and is replaced after a request that exceeded the limit
or could not read the build.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import lru_cache
from multiprocessing import get_context
from threading import Lock
from typing import TYPE_CHECKING, cast

from kb.base.background import end_with_parent
from kb.base.english import capital, plural, spaced
from kb.base.errors import DamagedBuild, Finding, KBError, NoBuild, TooLong
from kb.games.names import power_name

if TYPE_CHECKING:
    from kb.cases.language.scenario import Scenario
    from kb.engine.core.rulebook import Rulebook
    from kb.games.rulesets import Phase, RuleSet
    from kb.model.replies import AnswerReply, Errors

#: seconds of processor time that one answer may take
LIMIT = 10.0
#: the errors after which the process is replaced: it was interrupted, or could not read the build
_LAST = (TooLong, NoBuild, DamagedBuild)


class Ended(KBError):
    """The process ended before it answered, or was closed."""


class AskingProcess:
    """Answers one request after another, by the build in a directory. Threads may share it.

    ``spent`` is the processor time of all answers, in seconds.
    """

    def __init__(self, built: str, limit: float = LIMIT) -> None:
        self._limit, self.spent = limit, 0.0
        self._built, self._lock, self._closed = built, Lock(), False
        self._pool: ProcessPoolExecutor | None = None
        #: the id of the process, 0 for none
        self.pid = 0

    def answer(self, request: str) -> AnswerReply | Errors:
        """Return the engine's answer to a request (JSON text), as plain values. Raises :class:`TooLong`, :class:`Ended`
        or the error of an unreadable build."""
        return cast("AnswerReply | Errors", self._asked("answer", request))

    def ask(self, asked: str | Mapping[str, object], more: Mapping[str, object]) -> AnswerReply:
        """Return the result of :func:`kb.service.asking.ask`, with ``more`` of its arguments, or raise its error."""
        return cast("AnswerReply", self._asked("ask", asked, more))

    def check(self, scenarios: str | Mapping[str, object], game: str = "") -> list[dict[str, object]]:
        """Return the result of :func:`kb.service.checking.check`, or raise its error."""
        return cast("list[dict[str, object]]", self._asked("check", scenarios, game))

    def boards(self, game: str) -> list[dict[str, object]]:
        """Return the boards of a game for the page on which positions are set up. Raises :class:`KBError`."""
        return cast("list[dict[str, object]]", self._asked("boards", game))

    def names(self, game: str, space: str = "") -> dict[str, object]:
        """Return the result of :func:`kb.service.names.names`, or raise its error."""
        return cast("dict[str, object]", self._asked("names", game, space))

    def case(self, scenario: str, file: str) -> dict[str, object] | None:
        """Return the case of a scenario (``game/id``) in a data file as a request; None if it is
        unknown or a reference proof."""
        return cast("dict[str, object] | None", self._asked("case", scenario, file))

    def close(self) -> None:
        """End the process. Waiting and later requests raise :class:`Ended`."""
        self._closed = True
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        with self._lock:
            self._end()

    def _asked(self, kind: str, *arguments: object) -> object:
        """Return the result of a request, or raise its error, after the requests of other threads. ``kind`` is a key of
        :func:`_answers`."""
        with self._lock:
            try:
                told, seconds = self._started().submit(_answered, self._limit, kind, arguments).result()
            except (BrokenProcessPool, CancelledError):
                self._end()
                raise Ended(
                    Finding("the engine's process ended without an answer", hint="ask again; memory may be short")
                ) from None
            self.spent += seconds
            if isinstance(told, _LAST):
                self._end()
        if isinstance(told, Exception):
            raise told
        return told

    def _started(self) -> ProcessPoolExecutor:
        """Return the pool with the process, started if necessary. Raises :class:`Ended` after :meth:`close`."""
        if self._closed:
            raise Ended(Finding("the engine's process has ended", hint="ask again once the server runs"))
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _start, (self._built,))
            self.pid = self._pool.submit(os.getpid).result()
        return self._pool

    def _end(self) -> None:
        """Abandon the process without waiting for it; the next request starts another one."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool, self.pid = None, 0


# -- the process itself


def _start(built: str) -> None:
    """Prepare the process for the build in the directory ``built``: ignore Ctrl-C, which ends its parent; end with the
    parent; load what answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    try:
        _ANSWERS.update(_answers(built))
    except KBError as error:
        _FAILED.append(error)


#: the functions that answer, by kind of request, and the error that prevented their creation
_ANSWERS: dict[str, Callable[..., object]] = {}
_FAILED: list[KBError] = []


def _answered(limit: float, kind: str, arguments: tuple[object, ...]) -> tuple[object, float]:
    """Return the answer to a request of a kind, and the processor time that it took, in seconds.

    ``limit`` is the processor time that it may take, in seconds. Errors are returned, not raised: a :class:`KBError`
    itself, any other as a :class:`RuntimeError` with the name of its class.
    """
    from kb.cases.play.playing import within

    begun = time.process_time()
    told: object
    try:
        if _FAILED:
            raise _FAILED[0]
        with within(limit, "the request"):
            told = _ANSWERS[kind](*arguments)
    except KBError as error:
        told = error
    except Exception as error:  # the next request is still answered
        told = RuntimeError(type(error).__name__)
    return told, time.process_time() - begun


def _answers(built: str) -> dict[str, Callable[..., object]]:
    """Return the functions that answer by the build in the directory ``built``, by the kind of request. Raises
    :class:`KBError`."""
    from kb.asking.question import case_of, errors, from_text
    from kb.base import paths, yamlfile
    from kb.cases.reading import library, scenario_files
    from kb.games import packed, rulesets
    from kb.knowledge import KnowledgeBase
    from kb.service import asking, checking
    from kb.service.names import names
    from kb.store import read

    data, build = paths.data(), read.in_directory(built)
    kept = ""
    if packed.NAME in build.files:  # as built, as on phones
        kept = packed.held(build.path(packed.NAME), build.read(packed.NAME))
    rules_of, base = library.RulesLoader(data, kept), KnowledgeBase(build, read.connect(build))

    def answer(text: str) -> AnswerReply | Errors:
        """Return the answer to a question, or its errors if it cannot be read."""
        try:
            return asking.answer(base, from_text(text, rules_of), rules_of)
        except DamagedBuild:
            raise
        except KBError as error:
            return errors(error)

    def boards(game: str) -> list[dict[str, object]]:
        """Return the boards of each rule set of a game. Raises :class:`KBError` for an unknown game."""
        rules_of(game)  # raises for an unknown name
        sets = rulesets.load_rulesets(data, game)
        return [_board(rules_of(game, board, rules.id)) for rules in sets for board in rules.boards]

    @lru_cache(16)
    def scenarios(file: str) -> tuple[Scenario, ...]:
        """Return the valid scenarios of a file of the data."""
        root = yamlfile.load(os.path.join(data, *file.split("/")[1:]), file)
        return scenario_files.read_sound(root, file, rules_of).scenarios

    def case(scenario: str, file: str) -> dict[str, object] | None:
        """Return the case of a scenario by its name and file; None if the file lacks it."""
        found = next((each for each in scenarios(file) if each.name == scenario), None)
        return case_of(found, rules_of.of(found)) if found else None

    return {
        "answer": answer,
        "ask": lambda question, more: asking.ask(base, question, **more, rules_of=rules_of),
        "check": lambda written, game: checking.check(base, written, game, rules_of=rules_of),
        "boards": boards,
        "names": lambda game, space: names(game, space, data, rules_of),
        "case": case,
    }


#: the fewest kinds of actions of a phase in which units act
_MANY_ACTIONS = 3


def _phases(ruleset: RuleSet) -> list[Phase]:
    """Return the phases, those with many kinds of actions first."""
    return sorted(ruleset.phases, key=lambda phase: len(phase.actions) < _MANY_ACTIONS)


def _board(rules: Rulebook) -> dict[str, object]:
    """Return the board of a rule book as plain values, with its options and an example of a line and of a battle.

    Powers are in the order of their turns, units and spaces in that of their tables; phases with many kinds of actions
    come first. A space has its neighbours, and its units at the start by power and type.
    """
    board, ruleset = rules.board, rules.ruleset
    setup: dict[str, dict[str, dict[str, int]]] = {}
    for row in board.setup:
        setup.setdefault(row.space, {}).setdefault(row.power, {})[row.unit] = row.count
    return {
        "board": board.id,
        "ruleset": ruleset.id,
        "title": board.title,
        "powers": [
            _named(each.id, power_name(each.id).removeprefix("the ")) | {"side": str(each.side)}
            for each in board.powers
        ],
        "battle": _battle(rules),
        "example": _example(rules),
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


def _battle(rules: Rulebook) -> dict[str, str] | None:
    """Return an example of a battle at sea: its phase, sea zone, two enemies (at war, if there are any) and their ship;
    None if no phase has battles, or no ship has numbers for them."""
    from kb.engine.core.actions import Fight

    board = rules.board
    phase = next((each.id for each in rules.ruleset.phases if Fight.name in each.actions), "")
    ships = [each.id for each in board.units if each.kind == "ship" and each.attack and each.defense]
    if not (phase and ships):
        return None
    pairs = [(one, other) for one in board.powers for other in board.powers if one.side is not other.side]
    enemies = [(one.id, other.id) for one, other in pairs]
    at_war = [pair for pair in enemies if not board.wars or {pair, pair[::-1]} & {*board.wars}]
    attacker, defender = (at_war or enemies)[0]
    sea = next(each.id for each in board.spaces if each.kind == "sea-zone")
    return {"phase": phase, "sea": sea, "attacker": attacker, "defender": defender, "ship": ships[0]}


def _example(rules: Rulebook) -> str:
    """Return an example of a line: a battle at sea, or, without battles, a move on land."""
    board, battle = rules.board, _battle(rules)
    if battle:
        line = "{attacker} {phase}; {sea}: {attacker} 1 {ship}, {defender} 1 {ship}; {attacker} attacks {sea}"
        return spaced(line.format(**battle))
    power, unit, phase = board.powers[0].id, board.units[0].id, _phases(rules.ruleset)[0].id
    land = [each for each in board.spaces if each.kind != "sea-zone"]
    here, there = next((one, two) for one in land for two in land if two.id in board.around(one.id))
    return spaced(f"{power} {phase}; {here.id}: {power} 1 {unit}; may 1 {unit} ") + f"{here.name} - {there.name}"


def _named(id: str, name: str) -> dict[str, str]:
    """Return an id and its name with a capital letter, as a mapping."""
    return {"id": id, "name": capital(name)}
