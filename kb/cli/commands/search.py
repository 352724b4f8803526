"""``kb search``: the rulings that answer a question."""

from __future__ import annotations

import sys

import kb
from kb.base.english import listed
from kb.base.errors import Finding, KBError, QueryError
from kb.cli.terminal import Screen, print_json, print_jsonl, say
from kb.knowledge import DEFAULT_LIMIT, kept_to
from kb.search.state import ANSWERED, NEAREST, NONE, RULE
from kb.store import lookup
from kb.text.search import (
    NEAREST_RULINGS,
    OTHER_GAMES_RULING,
    PART,
    PART_OPEN,
    TRY_OTHERWISE,
    answered,
    search_notes,
    without_word,
)

#: how many results a person is shown, unless more are wanted
SHOWN = 3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kb.knowledge import KnowledgeBase, Results
    from kb.search.answer import FoundStatement
    from kb.search.results import Hit
    from kb.service.choices import Bearing, Choices


def run(
    query: Sequence[str] = (),
    game: str | None = None,
    limit: int | None = None,
    long: bool = False,
    json: bool = False,
    batch: str | None = None,
    no_synonyms: bool = False,
    no_pager: bool = False,
    all_games: bool = False,
    standing: str = "",
    printing: str | None = None,
    option: Sequence[str] = (),
) -> int:
    """Search and print; with ``batch`` answer every query of a file."""
    if not query and batch is None:
        raise KBError(Finding("nothing to search for", hint="type a question, or name a file with --batch"))
    if query and batch is not None:
        raise KBError(Finding("a question and --batch at once", hint="leave one of them out"))
    limit = limit or (DEFAULT_LIMIT if json or batch is not None else SHOWN)
    with kb.open() as base:
        choices = None
        if printing or option:
            from kb.service.choices import choose

            choices = choose(base, game, printing, option)
            game = choices.game or None
        elif game:
            game = base.game_named(game)
        if batch is not None:
            return _batch(base, batch, game, limit, all_games)
        text = kept_to(" ".join(query), standing)
        found = base.search(text, game=game, limit=limit, synonyms=not no_synonyms, all_games=all_games)
        if not found:
            say(*nothing_found(base, found, text, game))
        if json:
            print_json(found.plain())
        else:
            if choices is not None:
                from kb.service.choices import describe

                say(describe(base, choices))
            # what to tell of how the question was understood; at length also what was searched as well
            notes = search_notes(found.understood(), base.short_titles)
            if "only" in notes:
                notes["only"] += " (--all-games searches all games)"
            say(*(note for kind, note in notes.items() if long or kind != "also"))
            screen = Screen(not no_pager)
            if found or found.state == RULE:
                _ResultsOnScreen(screen, base, found, choices, long).show()
            screen.show()
        return 0 if found or found.state == RULE else 1


class _ResultsOnScreen:
    """What was found on a screen, with the printing and options that were chosen."""

    def __init__(
        self, screen: Screen, base: KnowledgeBase, found: Results, choices: Choices | None, long: bool
    ) -> None:
        self.screen, self.base, self.found, self.choices, self.long = screen, base, found, choices, long
        self.games = base.short_titles
        #: whether the rulings answer; those that do not have no yes or no, and their words only at length
        self.answers = found.state not in (RULE, NEAREST)
        self.bearing: dict[str, Bearing] = {}
        if choices is not None:
            from kb.service.choices import bearings

            self.bearing = bearings(base, [hit.id for hit in found], choices)

    def show(self) -> None:
        """The reason where no ruling answers, what rules and printed values say, and the rulings."""
        screen, found = self.screen, self.found
        told = found.rules if found.state == RULE or (found.state == NEAREST and self.long) else ()
        if found.state != ANSWERED:
            first = told[0].says if told else ""
            screen.wrapped(found.why.removesuffix(f" {first}"), "", None, "yellow")
        strong = [each for each in found.rules if found.answer.strong and each.subject == found.rules[0].subject]
        if not told and found.state != ANSWERED:
            told = strong
        self._statements(told)
        if found.state == RULE and found:
            screen.line()
            screen.wrapped(NEAREST_RULINGS, "", None, "yellow")
        marks = _printings(self.base, found, self.choices.printing if self.choices else "")
        parted = {hit.id for part in found.other_parts() for hit in part}
        for hit in sorted((hit for hit in found if hit is found[0] or hit.id not in parted), key=self._is_off):
            if screen.lines and screen.lines[-1]:
                screen.line()
            head = f"{screen.paint(hit.id, 'bold', 'cyan')}  {self.games[hit.game]}"
            beside = [each for each in (_standing(hit), marks.get(hit.id)) if each]
            screen.line(head + "".join(f"  [{each}]" for each in beside))
            self._hit(hit)
            if found.state == ANSWERED and hit is found[0]:
                self._statements([each for each in strong if each.game == hit.game])
            if hit is found[0]:
                self._other_games()
                self._parts()

    def _statements(self, told: Sequence[FoundStatement]) -> None:
        """What rules and printed values say; what several games say alike once, at length with what it is called."""
        alike: dict[str, list[str]] = {}
        for rule in told:
            mark = "" if rule.confidence == "stated" else f" ({rule.confidence})"
            subject = f"  [{rule.subject}]" if self.long else ""
            alike.setdefault(f"{rule.says}{mark}{subject}", []).append(self.games[rule.game])
        for line, saying in alike.items():
            self.screen.wrapped(f"{listed(saying)}: {line}", "    ", "  ")
        played = next((rule.played for rule in told if rule.played and rule.subject == told[0].subject), "")
        if played:
            self.screen.wrapped(f"See it played: kb check --trace {played}", "    ", "  ", "dim")

    def _other_games(self) -> None:
        """What other games answer otherwise, where no game was asked."""
        rows = self.base.differing(self.found)
        if rows:
            from kb.text import comparison

            for how, says in comparison.differences(rows, self.games):
                self.screen.wrapped(says, "    ", f"  {how}: ")
            self.screen.wrapped(f"All of them: kb compare {rows[0]['topic']}", "  ", None, "dim")

    def _parts(self) -> None:
        """The parts of a question of several that the first does not answer, with what does, or that nothing does."""
        screen = self.screen
        for part in self.found.other_parts():
            screen.line()
            screen.wrapped(PART.format(part.query.raw), "  ", "", "yellow")
            for hit in part:
                screen.line(f"{screen.paint(hit.id, 'bold', 'cyan')}  {self.games[hit.game]}")
                self._verdict([("", answered(hit.word, hit.condition, hit.verdict))])
            self._statements(part.rules)
            if not (part or part.rules):
                screen.wrapped(PART_OPEN, "  ", None, "dim")

    def _is_off(self, hit: Hit) -> bool:
        """Whether a ruling needs an option that is off."""
        return bool(self.bearing and self.bearing[hit.id].off)

    def _hit(self, hit: Hit) -> None:
        screen, bearing = self.screen, self.bearing.get(hit.id)
        for warning in bearing.off if bearing else ():
            screen.wrapped(warning, "  ", None, "yellow")
        verdict = answered(hit.word, hit.condition, hit.verdict)
        self._verdict(bearing.told(verdict) if bearing else [("", verdict)])
        if hit.kind == "answer" and self.long:
            screen.wrapped(f"Q. {hit.question}", "  ")
        if self.answers or self.long or (self.found.answer.likely and hit is self.found[0]):
            # with its own question, or asked for by its id, an answer keeps its yes or no
            whole = hit.word or self.long or not self.found.query.terms
            shown = hit.snippet if whole else without_word(hit.snippet)
            if shown:
                screen.wrapped(shown, "  ", None, "dim")

    def _verdict(self, lines: Sequence[tuple[str, str]]) -> None:
        """A verdict in each printing that differs, (printing, text)."""
        for printing, text in lines:
            first = len(self.screen.lines)
            self.screen.wrapped(text, "  ", f"  {printing}: " if printing else None)
            self.screen.paint_polarity(first)


def _standing(hit: Hit) -> str:
    """Whose word a result is, if it is not the official one."""
    if hit.standing == "official":
        return ""
    from kb.text.standing import mark

    return mark(hit.standing)


def _printings(base: KnowledgeBase, found: Results, played: str) -> dict[str, str]:
    """A mark on another printing, by ruling; of the one that is ``played`` only if nobody knows how it is there."""
    ids = {hit.id for hit in found}
    by_play = {"play": " by play", "reading": " by our reading"}
    return {
        row["ruling"]: f"{row['printing']} printing: {row['holds']}{by_play.get(row['basis'], '')}"
        for row in lookup.printings(base.connection)
        if row["ruling"] in ids and (not played or (row["printing"], row["holds"]) == (played, "unknown"))
    }


def nothing_found(base: KnowledgeBase, found: Results, text: str, game: str | None) -> list[str]:
    """What to tell somebody whose query found nothing: that it did, and where to go from there."""
    if found.state == RULE:
        return []
    lines = [f"nothing found for: {text}", *([found.why] if found.state == NONE else [])]
    if game and base.by_id(text) is not None:
        return [*lines, OTHER_GAMES_RULING, TRY_OTHERWISE]
    return [*lines, str(base.missing(text)) if base.looks_like_id(text) else TRY_OTHERWISE]


def _batch(base: KnowledgeBase, path: str, game: str | None, limit: int, all_games: bool) -> int:
    from json import dumps

    from kb.base.written import RepeatedKey, parse_json

    try:
        source = sys.stdin if path == "-" else open(path, encoding="utf-8-sig")
        with source as file:
            rows = file.read().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise KBError(
            Finding(f"cannot be read ({reason})", path, 0, "name a file with one JSON object a line")
        ) from None
    asked, findings = [], []
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            each = parse_json(row)
            if not isinstance(each, dict) or not isinstance(each.get("query"), str):
                raise ValueError
            if not isinstance(each.get("game") or "", str):
                raise ValueError
            dumps(each.get("qid"), allow_nan=False)
            asked.append(each)
        except ValueError as error:
            wrong = f"not a query: {error}" if isinstance(error, RepeatedKey) else "not a query"
            findings.append(Finding(wrong, path, number, 'write {"qid": "1", "query": "..."}'))
    if findings:
        raise KBError(*findings)
    print_jsonl(_answered(base, each, game, limit, all_games) for each in asked)
    return 0


def _answered(
    base: KnowledgeBase, asked: dict[str, Any], game: str | None, limit: int, all_games: bool
) -> dict[str, Any]:
    """The ids found for one query of a batch, best first, with how it was understood; no ids for a bad query."""
    try:
        found = base.search(asked["query"], game=asked.get("game") or game, limit=limit, all_games=all_games)
        say(*(f"{asked.get('qid')}: {note}" for note in found.query.notes))
    except QueryError as error:
        say(f"{asked.get('qid')}: {error}")
        return {"qid": asked.get("qid"), "state": NONE, "word": "", "ids": [], "rules": []}
    ids, rules = [hit.id for hit in found], [rule.id for rule in found.rules]
    word = found[0].word if found else ""
    return {"qid": asked.get("qid"), "word": word, "ids": ids, "rules": rules, **found.understood()}
