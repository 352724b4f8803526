"""A case that was played as a page shows it: what it tells, every step with its rules, the position before and after.

A picture is ``{"spaces": [...], "borders": [[id, id], ...]}`` of the spaces that matter in the scenario, the same for
its contrasts, so that nothing moves when one is put beside the other; a space is
``{"id", "name", "kind", "holder", "units": [{"power", "unit", "count", "is"}, ...]}``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kb.engine.core.position import Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board
from kb.proof import ToldCase, TraceLine
from kb.scenarios.playing import Deed, Fate, Ran
from kb.scenarios.run import Report
from kb.scenarios.telling import Teller
from kb.scenarios.tracing import refused, traced
from kb.scenarios.wording import sentence

#: what a unit is that a picture tells of
_SHOWN = (Mark.SUBMERGED, Mark.AIRBORNE)


def depicted(report: Report, rules: Rulebook) -> Iterator[ToldCase]:
    """The scenario itself, then its contrasts."""
    teller, scenario = Teller(rules), report.scenario
    spaces = list(dict.fromkeys(space for each in report.results if each.ran for space in _that_matter(each.ran)))
    for number, result in enumerate(report.results):
        ran, case = result.ran, result.case
        yield ToldCase(
            title=sentence(case.title or scenario.title) if case.title or not number else "",
            change=tuple(teller.changes(case.change)) if ran else (),
            story=tuple(teller.case(scenario, number)),
            trace=tuple(_trace(ran, teller)) if ran else (),
            before=picture(rules.board, ran.start, spaces) if ran else {},
            after=picture(rules.board, ran.position, spaces) if ran else {},
            passed=result.passed,
        )


def _trace(ran: Ran, teller: Teller) -> Iterator[TraceLine]:
    """Each act with what came of it: the steps, or the rules that refused it."""
    for deed in ran.deeds:
        yield TraceLine(0, sentence(teller.words.act(deed.act, ran.case.position["turn"])))
        yield from _below(ran.rules, deed)


def _below(rules: Rulebook, deed: Deed) -> Iterator[TraceLine]:
    for line in traced(rules, (outcome.trace for outcome in deed.outcomes)):
        yield TraceLine(line.depth + 1, line.says, line.rule, line.cites)
    if deed.fate is Fate.REFUSED:
        yield TraceLine(1, "Not allowed:")
        yield from refused(rules, deed.reasons, 2)


def _that_matter(ran: Ran) -> list[str]:
    """The spaces that are written, that something entered or left, or that changed hands."""
    found = dict.fromkeys(ran.case.position.get("spaces", {}))
    for event in ran.events:
        found |= dict.fromkeys(event.facts.get("route", ()))
        for field, key, value in event.edits:
            if field == "holders":
                found[key] = None
            elif field == "units" and isinstance(value, Unit):
                found[value.at] = None
    known = {space.id for space in ran.rules.board.spaces}
    return [space for space in found if space in known]


def picture(board: Board, position: Position, spaces: Sequence[str]) -> dict[str, Any]:
    """The named spaces with who holds and stands where, and the borders between them."""
    wanted = set(spaces)
    borders = ([border.one, border.other] for border in board.borders if {border.one, border.other} <= wanted)
    return {"spaces": [_space(board, position, each) for each in spaces], "borders": list(borders)}


def _space(board: Board, position: Position, space: str) -> dict[str, Any]:
    printed = board.space(space)
    counted = Counter((unit.power, unit.type, _is(position, unit)) for unit in position.at(space))
    units = [
        {"power": power, "unit": kind, "count": count, "is": list(marks)}
        for (power, kind, marks), count in counted.items()
    ]
    holder = position.holders.get(space, "")
    return {"id": space, "name": printed.name, "kind": str(printed.kind), "holder": holder, "units": units}


def _is(position: Position, unit: Unit) -> tuple[str, ...]:
    marks = [str(mark) for mark in _SHOWN if unit.has(mark)]
    marks += ["damaged"] if unit.damage else []
    ship = position.units.get(unit.aboard)
    return (*marks, f"aboard {ship.type.replace('-', ' ')}") if ship else tuple(marks)
