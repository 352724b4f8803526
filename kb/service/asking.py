"""Asks the engine about any position and action, by a line of short notation, a case, or the case of a ruling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kb.asking.answer import ask as ask_engine
from kb.asking.answer import in_other_printings, without_unrolled_dice
from kb.asking.question import from_tree, of_scenario
from kb.base import background, paths, yamlfile
from kb.base.english import plural
from kb.base.errors import BadInput, Finding, NotFound, QueryError, raise_if
from kb.base.written import from_plain, with_default
from kb.cases.play.playing import within
from kb.cases.reading.scenario_files import wrong_units
from kb.games.board_model import UnitKind
from kb.search.match import CLOSE
from kb.search.results import only_printing
from kb.service.checking import rule_books
from kb.store import lookup
from kb.text.answers import render_answer
from kb.text.cases import spaces_that_matter
from kb.text.search import printing_note
from kb.words.tokens import tokens

if TYPE_CHECKING:
    from kb.asking.answer import EngineAnswer
    from kb.asking.question import Question
    from kb.cases.reading.library import RulesLoader
    from kb.knowledge import KnowledgeBase
    from kb.model.replies import AnswerReply, JudgedClaim
    from kb.model.stored import RulingSummary


#: seconds of processor time that an answer may take
LONGEST = 10.0
#: the name of a question in messages
NAME = "what is asked"
#: the words for units of a kind with which a verdict begins
_KINDS = {
    UnitKind.AIR: ("air unit", "air units", "aircraft", "planes"),
    UnitKind.SHIP: ("naval units", "sea units", "ships"),
    UnitKind.LAND: ("land units",),
}
#: the options that boards and maps decide
_OF_BOARDS = frozenset(("global", "europe-alone", "dardanelles-closed"))
#: the least number of words of a line without a semicolon that is a question in words
_MANY_WORDS = 9
#: the most results that are tried
_MOST_NAMED = 3
#: the option, advantage or technology without which a statement does not hold
_ONLY_WITH = re.compile(r"Only with the [^“]*“([^”]+)”|With the (?:technology ([^,]+)|([\w ]+) option),")
#: the beginnings of a case; any other text is a line of short notation
_BEGINS = ("game:", "{", "scenarios:", "position:", "board:", "ruleset:")


def ask(
    base: KnowledgeBase | None,
    asked: str | Mapping[str, object],
    game: str = "",
    *,
    changes: Iterable[str] = (),
    claim: str = "",
    rules_of: RulesLoader | None = None,
) -> AnswerReply:
    """Return the engine's answer, with the rulings that the deciding rules cite.

    ``asked`` is a line of short notation, or a case as YAML or JSON text or as plain values (docs/asking.md); ``game``
    is the default game. ``changes`` are statements that change the position. ``claim`` is an answer to judge, ``yes``
    or ``no`` (:func:`judged_claim`). ``rules_of`` has rule books that are loaded already. Without a database the
    rulings have no verdicts. Raises :class:`BadInput` with all findings, also if it takes longer than :data:`LONGEST`
    (in the main thread; in others time is not limited: see :mod:`kb.service.engine_process`).
    """
    with limited():
        reader = RequestReader(base, game, rules_of)
        read = reader.text(asked, NAME) if isinstance(asked, str) else reader.case(from_plain(asked), NAME)
        return answer(base, reader.changed(read, changes), reader.rules_of, claim)


@contextmanager
def limited() -> Iterator[None]:
    """Limit a question to :data:`LONGEST` seconds. Raises :class:`TooLong` at the limit, and :class:`BadInput` for
    :class:`NotFound`, because the exit status of that would mean that an action is not legal."""
    try:
        with background.gc_paused(), within(LONGEST, NAME):
            yield
    except NotFound as error:
        raise BadInput(*error.findings) from None


class RequestReader:
    """Reads questions of every form, by the rule books of a build, or by ``rules_of``. ``game`` is the default game."""

    def __init__(self, base: KnowledgeBase | None, game: str = "", rules_of: RulesLoader | None = None) -> None:
        self._base, self._game = base, game
        self.rules_of = rules_of or rule_books(base)

    def text(self, text: str, name: str) -> Question:
        """Parse a case as YAML or JSON, or a line of short notation. Raises :class:`BadInput` with all findings."""
        first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
        if not first.startswith(_BEGINS):
            return self.line(text.strip())
        return self.case(yamlfile.parse(text, name), name)

    def case(self, root: object, name: str) -> Question:
        """Parse a case, by default of the reader's game; ``name`` is its file in messages. Raises :class:`BadInput`."""
        game = self._base.game_named(self._game) if self._base and self._game else self._game
        return from_tree(with_default(root, "game", game), name, self.rules_of)

    def line(self, text: str) -> Question:
        """Parse a line in the strict notation. Raises :class:`BadInput`; if the line closely matches a ruling or
        statement as a question in words, the error names that first."""
        from kb.asking.notation.line import from_line

        try:
            return from_line(text, self.rules_of, self._game)
        except BadInput as error:
            if self._base is not None and (game := self._game_id(text.partition(";")[0])):
                self.rules_of(game)  # raises if the game is not played
            raise BadInput(*_answered_in_words(self._base, text), *error.findings) from None

    def _game_id(self, text: str) -> str:
        """Return the game that a text names; empty if it does not name one."""
        try:
            return self._base.game_named(text.strip()) if self._base else ""
        except QueryError:
            return ""

    def of_ruling(self, name: str) -> Question:
        """Return the case of a ruling's first played scenario, or of a scenario given by game and id. Raises
        :class:`BadInput` if it has none."""
        from kb.cases.reading import library

        game = name.partition("/")[0] if "/" in name else self._game_of(name)
        if game:
            self.rules_of(game)  # raises for an unknown game, and for one that is not played
        found = library.load(paths.data(), game, self.rules_of)
        for scenario in found:
            played = scenario.proof == "play" and scenario.case.do
            if played and (name in scenario.rulings or name == scenario.name):
                return of_scenario(scenario, self.rules_of.of(scenario))
        hint = "'kb check' lists the scenarios" if "/" in name else f"'kb show {name[:60]} --proof' gives the reason"
        raise BadInput(Finding(f"no case of '{name[:60]}' is played", hint=hint))

    def changed(self, asked: Question, changes: Iterable[str]) -> Question:
        """Return the question with ``changes`` (statements of the notation) applied to its position, without dice that
        are not rolled there. Raises :class:`BadInput` for a wrong change."""
        changes = tuple(changes)
        for change in changes:
            from kb.asking.notation.line import read_change

            asked = asked.changed(read_change(change, asked.rules, asked.case.position))
        raise_if(Finding(message, hint=hint) for message, _, hint in wrong_units(asked.case) if changes)
        return without_unrolled_dice(asked) if changes else asked

    def _game_of(self, ruling: str) -> str:
        """Return the game of a ruling; empty without a database. Raises :class:`BadInput` for an unknown id."""
        row = self._base.by_id(ruling) if self._base else None
        if self._base is not None and row is None:
            raise BadInput(self._base.missing(ruling))
        return row["game"] if row else ""


def _answered_in_words(base: KnowledgeBase | None, text: str) -> Iterator[Finding]:
    """Yield a finding with the ruling or statement that matches a line read as a question in words: closely, or else
    weakly if the line is long and without a semicolon. Left out are statements that hold only in a later printing or
    with an option, advantage or technology, unless the line names it. A line with two or more colons and semicolons is
    a position, so it gets none."""
    in_words = text.count(";") + text.count(":") < 2
    try:
        found = base.search(text, limit=_MOST_NAMED) if base and in_words else None
    except QueryError:
        return
    is_long = ";" not in text and len(text.split()) >= _MANY_WORDS
    results = found.results if found else []
    if found and not found.query.printing:  # a line is about the first printing by default
        results = [each for each in results if not only_printing(each.says)]
    results = [each for each in results if _is_played(each.says, text)]
    is_close = found is not None and found.match == CLOSE and results[:1] == found.results[:1]
    if results and (is_close or is_long):
        best = results[0]
        says = printing_note(getattr(best, "printing", None))[0] or best.says
        fits = "may answer this line without a position" if is_close else "is the nearest to this line"
        yield Finding(f"the {best.kind} {best.id} {fits}: {says.removesuffix('.')}")


def _is_played(says: str, text: str) -> bool:
    """Return whether a statement holds without an option, advantage or technology, or a line names a word of it."""
    only = _ONLY_WITH.search(says)
    return only is None or any(word in text.lower() for word in (only[1] or only[2] or only[3]).lower().split())


def answer(base: KnowledgeBase | None, request: Question, rules_of: RulesLoader, claim: str = "") -> AnswerReply:
    """Return the answer as plain values (docs/asking.md). With a database, ``rulings`` are those in it, with verdicts
    in the printing that is played, without those about something that is absent. ``rules_of`` has the rules of other
    printings.

    With a ``claim`` the answer has a ``claim``, see :func:`judged_claim`.
    """
    found = ask_engine(request)
    told = render_answer(found, in_other_printings(request, rules_of))
    if base is not None:
        known = lookup.summaries(base.connection, [each["id"] for each in told["rulings"]])
        printing = next(iter(found.rules.ruleset.called), "")
        notes = {
            row["ruling"]: printing_note(lookup.as_dict(row))[0]
            for row in lookup.printings(base.connection)
            if row["printing"] == printing
        }
        off_topic = _off_topic(found)
        refusing = {reason.rule for act in found.acts for reason in act.reasons}
        told["rulings"] = [
            {**each, "verdict": notes.get(each["id"]) or known[each["id"]]["verdict"]}
            for each in told["rulings"]
            if each["id"] in known and not off_topic(known[each["id"]], not refusing.isdisjoint(each["rules"]))
        ]
    if claim:
        told["claim"] = judged_claim(base, told, claim)
    return told


def _off_topic(answer: EngineAnswer) -> Callable[[RulingSummary, bool], bool]:
    """Return a function that returns whether a ruling is about something absent: an optional rule that is not played, a
    power or a kind of units with which its verdict begins, or units, technologies or spaces that it names. One of the
    units that it names has to be present if a rule that cites it refuses an action; else more than half of them have to
    be."""
    board, position = answer.rules.board, answer.position
    units = (*answer.played.start.units.values(), *position.units.values())
    acts = answer.request.acts
    named = (act.given.get(key, "") for act in acts for key in ("route", "from", "to", "at"))
    spaces = {str(space) for each in named for space in (each if isinstance(each, list) else (each,))}
    kinds: tuple[tuple[Mapping[str, tuple[str, ...]], set[str]], ...] = (
        ({unit.id: (_words(unit.name), _words(plural(unit.name, 2))) for unit in board.units}, {u.type for u in units}),
        ({each.id: (_words(each.name),) for each in board.technologies}, set().union(*position.technologies.values())),
        (
            {each.id: (_words(each.name),) for each in board.spaces if each.id not in answer.rules.order},
            spaces | {*spaces_that_matter(answer.played)},
        ),
    )
    played = answer.rules.options | position.options | _OF_BOARDS
    there = {answer.rules.kinds[unit.type] for unit in units}
    strange = [word for kind, words in _KINDS.items() if kind not in there for word in words]
    powers = {position.clock.turn, *(unit.power for unit in units), *(act.power for act in acts)}

    def off_topic(ruling: RulingSummary, refuses: bool) -> bool:
        """Return whether the verdict of a ruling is about options, powers, units or spaces that the case lacks.
        ``refuses`` is whether a rule that cites the ruling refuses an action of the case."""
        text = f" {_words(ruling['verdict'])} "
        others = (each for each in answer.rules.order if each not in powers)
        if set(ruling["depends_on"]) - played or any(
            text.startswith(f" {_words(each)} ") for each in (*others, *strange)
        ):
            return True
        for place, (names, present) in enumerate(kinds):
            named = {name for name, words in names.items() if any(f" {word} " in text for word in words)}
            needed = 1 if place or refuses else len(named) // 2 + 1
            if named and len(named & present) < needed:
                return True
        return False

    return off_topic


def _words(text: str) -> str:
    """Return the lowercase words of a text, separated by spaces."""
    return " ".join(tokens(text))


def judged_claim(base: KnowledgeBase | None, told: AnswerReply, claim: str) -> JudgedClaim:
    """Judge the claim ``yes`` or ``no`` by an answer, and return the result with the rule that decides.

    ``result`` is ``supported``, ``contradicted``, or ``open`` if the answer is not a plain yes or no: it is unknown,
    has a condition, or is the result of a battle. ``rule``, ``says``, ``rulings`` and ``sections`` are those of the
    first deciding reason, ``official`` are the official words of its first ruling; all of them are empty if no rule
    decides. Raises :class:`BadInput` for another claim.
    """
    if claim not in ("yes", "no"):
        raise BadInput(Finding(f"'{claim[:20]}' is not a claim", hint="write yes or no"))
    acts = told["actions"]
    known = re.match(r"(Yes|No)\b(?!, (?:but|if))", told["answer"]) if acts else None
    last = next((act for act in acts if act["legal"] is False), acts[-1]) if known else None
    reasons = (last["reasons"] or last["decided_by"]) if last else []
    told_first = (each for each in reasons if each["says"] in told["answer"])
    reason = next(told_first, reasons[0]) if reasons else None
    cited = reason or (last and last["permission"])
    shown = {each["id"] for each in told["rulings"]}
    rulings = [each for each in cited["rulings"] if each in shown] if cited else []
    return {
        "claimed": "yes" if claim == "yes" else "no",
        "result": ("supported" if known[1].lower() == claim else "contradicted") if known else "open",
        "rule": reason["rule"] if reason else "",
        "says": cited["says"] if cited else "",
        "rulings": rulings,
        "sections": cited["sections"] if cited else [],
        "official": base.ruling(rulings[0])["answer"] if base and rulings else "",
    }
