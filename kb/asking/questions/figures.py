"""Questions about a number of a unit: what it costs, at what it hits in attack and in defence; by itself, or with a
technology. The engine plays it: it buys with just so much money, and rolls in a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kb.asking.answer import ask
from kb.asking.questions.battles import hits_on
from kb.asking.questions.ground import Ground, ground_of
from kb.asking.questions.reading import Names
from kb.asking.questions.vocabulary import words_of
from kb.asking.request import EngineRequest, parse
from kb.cases.language.vocabulary import Spoken
from kb.cases.reading.files import RulesOf
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import SpaceKind, UnitKind

Plain = dict[str, Any]
#: what stands before the number of a die
_AT = {"on", "at"}
#: more than any unit costs, and more spaces than any goes
_ENOUGH, _FURTHEST = 99, 13


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """Whether a number of a unit is ``number``: of which ``figures`` it may be meant, with which technologies; with
    ``at_least`` whether it may be so much."""

    unit: str
    figures: tuple[str, ...]
    number: int
    technologies: tuple[str, ...]
    at_least: bool = False


def read_figure(terms: Sequence[str], names: Names, spoken: Spoken) -> FigureQuestion | None:
    """The question about a number that the terms ask; None where they ask anything else."""
    words = words_of(spoken).figures
    numbers = {spoken.terms(str(number)): number for number in range(1, 41)}
    units: list[str] = []
    technologies: list[str] = []
    of_technology: list[str] = []
    asked: list[str] = []
    found: list[int] = []
    at = 0
    while at < len(terms):
        for length in range(min(4, len(terms) - at), 0, -1):
            run = " ".join(terms[at : at + length])
            named = names.find(run)
            if "technology" in named:
                technologies += named["technology"]
                of_technology += names.find(run.split()[-1]).get("unit", ())
            elif "unit" in named:
                units += named["unit"]
            elif run in numbers:
                found.append(numbers[run])
            elif run in words:
                asked += [figure for figure in words[run] if figure != "filler"]
            else:
                continue
            at += length
            break
        else:
            return None
    kinds = list(dict.fromkeys(units or of_technology))
    if len(kinds) != 1 or len(found) != 1 or not asked:
        return None
    figures = dict.fromkeys(asked)
    if len(figures) > 1 and figures.keys() & {"cost", "move"}:
        return None
    can = "can" in terms
    place = next(at for at, term in enumerate(terms) if term in numbers)
    if figures.keys() & {"attack", "defense", "hits"} and not {*terms[max(place - 2, 0) : place]} & _AT:
        return None  # "two hits" is another question
    for role in ("attack", "defense"):
        if role in figures:
            figures.pop("hits", None)
    meant = tuple(figures) if "hits" not in figures else ("attack", "defense")
    return FigureQuestion(kinds[0], meant, found[0], tuple(technologies), can and "move" in figures)


def play_figure(asked: FigureQuestion, rules: Rulebook, rules_of: RulesOf) -> tuple[str, Plain, tuple[str, ...]] | None:
    """The word, the request that shows it, and the rules that turn it (none where the printed number alone does)."""
    found: set[str] = set()
    shown: Plain | None = None
    turning: dict[str, None] = {}
    for figure in asked.figures:
        for power, request in _requests(asked, figure, ground_of(rules)):
            parsed = parse(request, "the question", rules_of)
            value = _value(parsed, power, asked.unit, figure)
            if value is None:
                return None
            if asked.at_least and value > asked.number:  # it goes so far, and further
                value = asked.number
            decided = {reason.rule for act in ask(parsed).acts for reason in (*act.reasons, *act.leaned_on)}
            for rule in sorted(decided & rules.lines.keys()):
                if _value(replace(parsed, rules=parsed.rules.without(rule)), power, asked.unit, figure) != value:
                    turning[rule] = None
            found.add("yes" if value == asked.number else "no" if value < asked.number or figure == "cost" else "")
            shown = shown or request
    if shown is None or len(found) != 1 or "" in found:
        return None
    return found.pop(), shown, tuple(turning)


def _requests(asked: FigureQuestion, figure: str, ground: Ground) -> Iterator[tuple[str, Plain]]:
    """What is played for a figure, each with the power that has the unit."""
    rules = ground.rules
    head = {"game": rules.board.game, "board": rules.board.id, "ruleset": rules.ruleset.id}
    kind = rules.kinds[asked.unit]
    wanted = SpaceKind.SEA_ZONE if kind is UnitKind.SHIP else SpaceKind.TERRITORY
    space = next((each.id for each in rules.board.spaces if each.kind is wanted and ground.is_plain(each)), "")
    other = _opponent(rules, kind)
    for mine, enemy in ground.pairs():
        own: Plain = {"technologies": {mine: list(asked.technologies)}} if asked.technologies else {}
        if figure == "cost":
            position = {"turn": mine, "phase": "purchase-units", "treasuries": {mine: asked.number}, **own}
            yield mine, {**head, "position": position, "may": {"purchase": {asked.unit: 1}}}
        elif figure == "move":
            yield from _there_and_back(asked, ground, mine, head, own)
        elif space and other:
            attacks = figure == "attack"
            there: Plain = {mine: {asked.unit: 1}, enemy: {other: 1}}
            if wanted is SpaceKind.TERRITORY:
                there["held_by"] = enemy if attacks else mine
            position = {"turn": mine if attacks else enemy, "phase": "conduct-combat", "spaces": {space: there}, **own}
            yield mine, {**head, "position": position, "do": [{"battle": space, "cycles": 1}]}


def _value(request: EngineRequest, power: str, unit: str, figure: str) -> int | None:
    """What the engine makes of a figure: the least money that buys the unit, or at what its die hits at most."""
    if figure == "move":
        ways = ((steps, _moved(request, steps)) for steps in range(1, _FURTHEST))
        return max((steps for steps, moved in ways if ask(moved).legal), default=0)
    if figure != "cost":
        return hits_on(request, power, unit)
    return next((ipc for ipc in range(_ENOUGH) if ask(request.changed({"treasuries": {power: ipc}})).legal), None)


def _there_and_back(
    asked: FigureQuestion, ground: Ground, power: str, head: Plain, own: Plain
) -> Iterator[tuple[str, Plain]]:
    """A move of so many spaces between two friendly ones, in the noncombat move."""
    ship = ground.rules.kinds[asked.unit] is UnitKind.SHIP
    kind = SpaceKind.SEA_ZONE if ship else SpaceKind.TERRITORY
    one, other = next(ground.chains(2, kind, lambda _, space: ground.is_plain(space)), ("", ""))
    if one:
        spaces: Plain = {one: {power: {asked.unit: 1}}, other: {}}
        for each in (one, other) if not ship else ():
            spaces[each]["held_by"] = power
        position = {"turn": power, "phase": "noncombat-move", "spaces": spaces, **own}
        yield (
            power,
            {**head, "position": position, "may": {"move": {asked.unit: 1}, "route": _route(one, other, asked.number)}},
        )


def _route(one: str, other: str, steps: int) -> list[str]:
    """A way of so many steps between two spaces."""
    return [other if step % 2 else one for step in range(steps + 1)]


def _moved(request: EngineRequest, steps: int) -> EngineRequest:
    """The same with another number of steps."""
    last = request.acts[-1]
    one, other = last.given["route"][:2]
    act = replace(last, given={**last.given, "route": _route(one, other, steps)})
    return replace(request, case=replace(request.case, do=(*request.acts[:-1], act)))


def _opponent(rules: Rulebook, kind: UnitKind) -> str:
    """What a unit fights against: infantry on land, the strongest ship at sea."""
    of_kind = UnitKind.SHIP if kind is UnitKind.SHIP else UnitKind.LAND
    units = [unit for unit in rules.board.units if unit.kind == of_kind]
    if kind is UnitKind.SHIP:
        units.sort(key=lambda unit: -(unit.attack or 0))
    return units[0].id if units else ""
