"""``kb ask``: any position and action, judged by the engine, with reasons and the rulings that bear on it."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from kb import gc_pause, paths
from kb.asked import answer
from kb.asking import request
from kb.cli.rule_books import rule_books
from kb.cli.terminal import Screen, print_json, say
from kb.engine.core.values import replace
from kb.errors import BadInput, Finding, KBError, NotFound
from kb.scenarios.play.time_limit import within
from kb.wording import asked as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from kb.asking.request import Asked
    from kb.knowledge import KnowledgeBase

STANDARD_INPUT = "-"
#: seconds that an answer may take
_LONGEST = 10.0
#: rulings that are listed, and rules that are told where nothing is refused
_RULINGS, _RULES = 5, 5
_STYLES = {True: "green", False: "red", None: "yellow"}


def run(
    what: list[str],
    id: str | None = None,
    set: Sequence[str] = (),
    game: str | None = None,
    flips: bool = False,
    odds: bool = False,
    trace: bool = False,
    json: bool = False,
    no_pager: bool = False,
) -> int:
    """Ask by a line of short notation, a file, standard input, or the case of a ruling; 0 legal, 1 not legal, 2 bad
    input."""
    base = _base()
    try:
        with _as_bad_input(), gc_pause.paused(), within(_LONGEST, "what is asked"):
            asked = _Reader(base, game or "", flips, odds).read(what, id, set)
            told = answer(base, asked)
        if json:
            print_json(told)
        else:
            screen = Screen(not no_pager)
            _Shown(screen, told).show(trace)
            screen.show()
    finally:
        if base is not None:
            base.close()
    say(*(f"kb: {finding}" for finding in told["findings"]))
    return {True: 0, False: 1, None: 2}[told["legal"]]


@contextmanager
def _as_bad_input() -> Iterator[None]:
    """What is named and is not there is bad input here: status 1 says that something is not legal."""
    try:
        yield
    except NotFound as error:
        raise BadInput(*error.findings) from None


class _Reader:
    """Reads what is asked, from wherever it is."""

    def __init__(self, base: KnowledgeBase | None, game: str, flips: bool, odds: bool) -> None:
        self.base, self.game, self.flips, self.odds = base, game, flips, odds
        self.rules_of = rule_books(base)

    def read(self, what: list[str], ruling: str | None, changes: Sequence[str]) -> Asked:
        """What is asked. Raises :class:`KBError` with every finding."""
        if ruling and what:
            raise BadInput(Finding("a ruling's case and a question of one's own", hint="change the case with --set"))
        asked = self._of_ruling(ruling) if ruling else self._named(" ".join(what).strip(), what)
        for change in changes:
            asked = _changed(asked, change)
        printings = self.rules_of.every(asked.rules.ruleset.game) if self.flips else ()
        odds = {} if self.odds and asked.odds is None else asked.odds
        return replace(asked, flips=asked.flips or self.flips, printings=asked.printings or printings, odds=odds)

    def _named(self, text: str, words: list[str]) -> Asked:
        if not text:
            raise BadInput(Finding("nothing is asked", hint="try: kb ask 'revised; germany combat; " + _EXAMPLE + "'"))
        if text == STANDARD_INPUT:
            return self._text(_standard_input(), "standard input")
        if len(words) == 1 and (text.endswith((".yaml", ".yml", ".json")) or os.path.isfile(text)):
            from kb import yamlfile

            return self._text(yamlfile.text_in(text), text)
        return self._line(text)

    def _text(self, text: str, name: str) -> Asked:
        """A case as YAML or JSON, or a line of short notation."""
        first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
        if not first.startswith(("game:", "{", "scenarios:", "position:", "board:", "ruleset:")):
            return self._line(text.strip())
        from kb import yamlfile

        return request.read(yamlfile.parse(text, name), name, self.rules_of)

    def _line(self, text: str) -> Asked:
        from kb.asking.notation.lines import read_line

        try:
            line = read_line(text, self.rules_of, self.game)
        except BadInput as error:
            raise BadInput(*error.findings, *_answered_in_words(self.base, text)) from None
        asked = request.read(line.request, "what is asked", self.rules_of, line.assumed)
        return replace(asked, left_out=line.not_understood)

    def _of_ruling(self, name: str) -> Asked:
        """The case of a ruling's first scenario, or of a scenario that is named by game and id."""
        from kb.scenarios.reading import library

        found = library.load(
            paths.data(), name.partition("/")[0] if "/" in name else self._game_of(name), self.rules_of
        )
        for scenario in found:
            played = scenario.proof == "play" and scenario.case.do
            if played and (name in scenario.rulings or name == scenario.name):
                return request.of_scenario(scenario, self.rules_of.of(scenario))
        raise BadInput(Finding(f"no case of '{name[:60]}' is played", hint="see 'kb show ID --proof'"))

    def _game_of(self, ruling: str) -> str:
        row = self.base.by_id(ruling) if self.base else None
        if self.base is not None and row is None:
            raise BadInput(self.base.missing(ruling))
        return row["game"] if row else ""


def _answered_in_words(base: KnowledgeBase | None, text: str) -> list[Finding]:
    """The ruling that answers a line which is no position, if one does."""
    from kb.search.state import ANSWERED

    try:
        found = base.search(text, limit=1) if base else None
    except KBError:
        return []
    if not found or found.state != ANSWERED:
        return []
    return [Finding(f"without a board a ruling may answer it: {found[0].id} {found[0].verdict}")]


_EXAMPLE = "sz5: germany 1 sub, uk 1 dd; germany attacks sz5"


def _changed(asked: Asked, change: str) -> Asked:
    from kb.asking.notation.changes import read_change

    return asked.changed(read_change(change, asked.rules, asked.case.position))


def _standard_input() -> str:
    from kb import yamlfile

    return yamlfile.text_of(sys.stdin.buffer.read(yamlfile.MAX_BYTES + 1), "standard input")


def _base() -> KnowledgeBase | None:
    """The built base, for verdicts; asking works without one."""
    import kb
    from kb.errors import NoBuild

    try:
        return kb.open()
    except NoBuild:
        return None


class _Shown:
    """An answer on a screen: what is asked, each action with the judgement and its reasons, what came of it."""

    def __init__(self, screen: Screen, told: dict[str, Any]) -> None:
        self.screen, self.told = screen, told

    def show(self, trace: bool) -> None:
        """All of it; with ``trace`` what happened step by step."""
        screen, told = self.screen, self.told
        if told["not_understood"]:
            screen.wrapped(wording.not_understood(told["not_understood"]), "  ", "", "bold", "yellow")
        screen.wrapped(" ".join((f"{told['rules']}.", *told["told"][:1])), "", None, "dim")
        for line in told["told"][1:]:
            screen.wrapped(line, "", None, "dim")
        for line in told["assumed"]:
            screen.wrapped(wording.assumed(line), "  ", "", "dim")
        for act in told["actions"]:
            self._act(act)
        for text in told["unreached"]:
            screen.wrapped(text, "  ", f"{screen.paint(wording.UNREACHED, 'bold', 'yellow')}  ")
        if trace:
            self._trace()
        for line in told["outcome"]["told"]:
            screen.wrapped(line, "  ")
        for offer in told["offers"]:
            self._offer(offer)
        self._rulings()
        self._list("what would change it", [each["text"] for each in told.get("flips", ())])
        for odds in told.get("odds", ()):
            self._list(wording.ODDS, wording.odds(odds))
        if told.get("odds") == []:
            self._list(wording.ODDS, [wording.NO_BATTLE])

    def _offer(self, offer: dict[str, Any]) -> None:
        """What a unit may do, or may not and why."""
        style = _STYLES[offer["legal"]]
        head = self.screen.paint(wording.may(offer), "bold", style)
        why = f" {offer['reasons'][0]['says']}" if offer["reasons"] else f" {offer['wrong']}" if offer["wrong"] else ""
        self.screen.wrapped(f"{offer['text']}{why}", "    ", f"  {head}  ")

    def _list(self, title: str, lines: list[str]) -> None:
        if lines:
            self.screen.line(self.screen.paint(title, "bold"))
        for line in lines:
            self.screen.wrapped(line, "    ", "  ")

    def _act(self, act: dict[str, Any]) -> None:
        head = self.screen.paint(wording.judgement(act), "bold", _STYLES[act["legal"]])
        self.screen.wrapped(act["text"], "  ", f"{head}  ")
        if act["wrong"]:
            self.screen.wrapped(act["wrong"], "    ")
        for reason in act["reasons"] or act["leaned_on"][:_RULES]:
            self.screen.wrapped(wording.reason(reason), "      ", "    ")

    def _trace(self) -> None:
        self.screen.line(self.screen.paint("step by step", "bold"))
        for line in self.told["outcome"]["lines"]:
            rests = f" [{line['rule']}: {', '.join(line['cites'])}]" if line["rule"] else ""
            lead = "  " * (line["depth"] + 1)
            self.screen.wrapped(f"{line['says']}{rests}", lead + "  ", lead)

    def _rulings(self) -> None:
        rulings = self.told["rulings"][:_RULINGS]
        if rulings:
            self.screen.line(self.screen.paint("rulings that bear on it", "bold"))
        for each in rulings:
            self.screen.wrapped(each.get("verdict", ""), "    ", f"  {self.screen.paint(each['id'], 'cyan')}  ")
