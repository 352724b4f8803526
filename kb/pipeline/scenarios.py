"""The scenarios as the knowledge base has them: read, tied to rulings and rules, told; and what proves each ruling."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kb import yamlfile
from kb.engine.core.rulebook import Rulebook
from kb.errors import Collector, Finding, NotFound, raise_if
from kb.games.board_model import Board
from kb.games.rulesets import RuleSet
from kb.model import Ruling, Section
from kb.proof import Proof, ToldPrinting, ToldScenario
from kb.scenarios import library
from kb.scenarios.crossing import cross, unknown
from kb.scenarios.language import REFERENCE, Scenario
from kb.scenarios.picturing import depicted
from kb.scenarios.printed import Sections
from kb.scenarios.printings import under
from kb.scenarios.run import Report, check
from kb.scenarios.telling import story
from kb.shape import Shape, suggest, unique
from kb.shape import check as check_shape
from kb.store.failed_proofs import failed_proof

_UNPROVED = "unproved.yaml"
_ROW = Shape(required={"ruling": "str", "reason": "str"})
_NOT_YET = "not yet played out"

Books = Callable[[str, str, str], Rulebook]


def books_of(boards: Iterable[Board], rulesets: Iterable[RuleSet]) -> Books:
    """The rulebooks over boards and rule sets that are read already."""
    on = {(board.game, board.id): board for board in boards}
    of: dict[tuple[str, str], RuleSet] = {}
    for each in rulesets:
        of.setdefault((each.game, ""), each)
        of[each.game, each.id] = each
    made: dict[tuple[str, str, str], Rulebook] = {}

    def book(game: str, board: str = "", ruleset: str = "") -> Rulebook:
        rules = of.get((game, ruleset))
        place = on.get((game, board or (rules.boards[0] if rules else "")))
        if rules is None or place is None:
            raise NotFound(
                Finding(
                    f"there are no rules for the board '{board}' of '{game}'", hint=suggest(game, [g for g, _ in of])
                )
            )
        key = (game, place.id, rules.id)
        if key not in made:
            made[key] = Rulebook(place, rules)
        return made[key]

    return book


def wrong(
    scenarios: Sequence[ToldScenario],
    unproved: Mapping[str, tuple[str, int]],
    rulings: Iterable[Ruling],
    sections: Iterable[Section],
) -> list[Finding]:
    """Scenarios of rulings and sections that nobody knows; rulings said to be unproved that are not, or are unknown."""
    known = {ruling.id for ruling in rulings}
    findings = library.unknown_ties(scenarios, known, [section.id for section in sections])
    proved = {ruling: each for each in scenarios for ruling in each.rulings}
    name = f"data/{_UNPROVED}"
    for ruling, (_, line) in unproved.items():
        if ruling not in known:
            findings.append(
                Finding(f"unknown ruling '{ruling}'", name, line, suggest(ruling, known) or "name a ruling")
            )
        elif ruling in proved:
            findings.append(Finding(f"{ruling} is proved by {proved[ruling].name}", name, line, "remove it here"))
    return findings


def unproved(data: str) -> dict[str, tuple[str, int]]:
    """The rulings that nothing can prove, each with the reason and its line. Raises :class:`BadInput`."""
    path = os.path.join(data, _UNPROVED)
    if not os.path.exists(path):
        return {}
    name = f"data/{_UNPROVED}"
    root = yamlfile.load(path, name)
    raise_if(check_shape(root, Shape(required={"unproved": "list"}), name, "register of unproved rulings"))
    rows = root["unproved"]
    findings = unique(rows, "ruling", name, "ruling")
    for row, line in zip(rows, rows.lines, strict=True):
        findings += check_shape(row, _ROW, name, "unproved ruling", line)
    raise_if(findings)
    return {row["ruling"]: (row["reason"], row.line) for row in rows}


@dataclass(frozen=True)
class Played:
    """Scenarios, played and told, and as JSON for whoever plays them again."""

    told: tuple[ToldScenario, ...]
    parsed: tuple[str, ...]


def play(
    data: str, books: Books, sections: Iterable[Section], rulesets: Iterable[RuleSet], games: Iterable[str]
) -> Played:
    """Read, play and tell every scenario of some games.

    Raises :class:`BadInput` with every finding about how they are written.
    """
    collect = Collector()
    known = [each for game in games for each in collect(partial(library.load, data, game, books)) or ()]
    collect.close()
    raise_if(library.unknown_games(known, books))
    raise_if(_unknown_names(known, books))
    rows = ({"id": s.id, "title": s.title, "pages": s.pages, "parent": s.parent} for s in sections)
    look_up = library.sections_of(rows)
    others = _printings(rulesets)
    told = tuple(_told(each, books(each.game, each.board, each.ruleset), look_up, books, others) for each in known)
    return Played(told, tuple(map(library.as_json, known)))


def joined(parts: Iterable[Callable[[], Played]]) -> Played:
    """What came of several parts of the scenarios, in the order of their files. Raises :class:`BadInput` with the
    findings of all parts."""
    collect = Collector()
    found = [collect(part) for part in parts]
    collect.close()
    pairs = [pair for each in found if each for pair in zip(each.told, each.parsed, strict=True)]
    pairs.sort(key=lambda pair: pair[0].game)
    return Played(tuple(told for told, _ in pairs), tuple(parsed for _, parsed in pairs))


def _unknown_names(scenarios: Iterable[Scenario], books: Books) -> list[Finding]:
    """A finding for each name with which a scenario cannot be played in another game."""
    return [
        finding
        for each in scenarios
        for crossing in each.elsewhere
        for finding in unknown(
            each, books(each.game, each.board, each.ruleset), books(crossing.game, crossing.board, ""), crossing
        )
    ]


Printings = Mapping[tuple[str, str], Sequence[RuleSet]]


def _printings(rulesets: Iterable[RuleSet]) -> Printings:
    """The rule sets that are other printings of one, by its game and id."""
    found: dict[tuple[str, str], list[RuleSet]] = {}
    for each in rulesets:
        if each.like:
            found.setdefault((each.game, each.like), []).append(each)
    return found


def _elsewhere(
    report: Report, own: Rulebook, books: Books, others: Printings, look_up: Sections
) -> Iterator[ToldPrinting]:
    """The scenario under the rules of the other printings, each on its board in the same place, and in other games."""
    scenario = report.scenario
    for crossing in scenario.elsewhere:
        yield cross(report, own, books(crossing.game, crossing.board, ""), crossing, look_up)
    for each in others.get((scenario.game, own.ruleset.id), ()):
        board = each.boards[own.ruleset.boards.index(own.board.id)]
        yield under(report, own, books(scenario.game, board, each.id), look_up)


def _told(scenario: Scenario, rules: Rulebook, look_up: Sections, books: Books, others: Printings) -> ToldScenario:
    report = check(rules, scenario, look_up)
    return ToldScenario(
        id=scenario.name, game=scenario.game, ruleset=scenario.ruleset, title=scenario.title, proof=scenario.proof,
        story=tuple(story(scenario, rules)), rulings=scenario.rulings, sections=scenario.sections, rules=scenario.rules,
        passed=report.passed, contrast_passed=report.contrast_passed, fingerprints=scenario.fingerprints,
        file=scenario.file, line=scenario.line, cases=tuple(depicted(report, rules)),
        printings=tuple(_elsewhere(report, rules, books, others, look_up)),
    )  # fmt: skip


def examined(scenarios: Iterable[ToldScenario], rulings: Iterable[Ruling]) -> tuple[ToldScenario, ...]:
    """The scenarios, those marked suspect whose rulings do not read as they did."""
    texts = {ruling.id: (ruling.question_text, ruling.answer_text) for ruling in rulings}
    return tuple(replace(each, suspect=bool(library.suspects([each], texts.get))) for each in scenarios)


def unsound(scenarios: Iterable[ToldScenario]) -> tuple[Finding, ...]:
    """A finding for each examined scenario that did not come out or is suspect."""
    return tuple(
        failed_proof(each.id, each.came, each.file, each.line) for each in scenarios if each.suspect or not each.came
    )


def proofs(
    rulings: Iterable[Ruling], scenarios: Iterable[ToldScenario], reasons: Mapping[str, tuple[str, int]]
) -> dict[str, Proof]:
    """What proves each ruling: play before reference; a ruling whose scenario fails or is suspect is not proved."""
    by_ruling: dict[str, list[ToldScenario]] = {}
    for each in scenarios:
        for ruling in each.rulings:
            by_ruling.setdefault(ruling, []).append(each)
    return {
        ruling.id: _proof(by_ruling.get(ruling.id, ()), reasons.get(ruling.id, (_NOT_YET, 0))[0]) for ruling in rulings
    }


def _proof(scenarios: Sequence[ToldScenario], reason: str) -> Proof:
    if not scenarios:
        return Proof("none", reason)
    failed = [each.id for each in scenarios if not each.came]
    if failed:
        return Proof("none", f"the engine disagrees: {', '.join(failed)}")
    suspect = [each.id for each in scenarios if each.suspect]
    if suspect:
        return Proof("none", f"its words have changed since {', '.join(suspect)} was written")
    return Proof("reference" if all(each.proof == REFERENCE for each in scenarios) else "play")
