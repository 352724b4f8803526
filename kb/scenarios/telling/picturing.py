"""Prepares played cases for pages: story, trace with rules, and pictures of the position before and after.

A picture is ``{"spaces": [...], "borders": [[id, id], ...]}`` of the spaces that matter in the scenario, the same for
its contrasts, so that nothing moves when one is put beside the other; a space is
``{"id", "name", "kind", "holder", "units": [{"power", "unit", "count", "is"}, ...]}``. A line of a trace is
``[depth, sentence]``, and where a rule fired ``[depth, sentence, rule, [what it rests on]]``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kb.engine.core.position import Mark, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board
from kb.proof import StoredCase, TraceLine
from kb.scenarios.expectations.played import PlayedCase
from kb.scenarios.play.run import ScenarioResult
from kb.scenarios.telling.happened import happened
from kb.scenarios.telling.stories import Teller
from kb.wording.english import sentence

#: what a unit is that a picture tells of
_SHOWN = (Mark.SUBMERGED, Mark.AIRBORNE)


def stored_cases(result: ScenarioResult, rules: Rulebook) -> Iterator[StoredCase]:
    """The scenario itself, then its contrasts."""
    teller, scenario = Teller(rules), result.scenario
    those = (each for each in result.cases if isinstance(each, PlayedCase))
    spaces = list(dict.fromkeys(space for each in those for space in spaces_that_matter(each)))
    for number, each in enumerate(result.cases):
        case, played = each.case, each if isinstance(each, PlayedCase) else None
        lines = list(happened(played, teller)) if played else []
        yield StoredCase(
            title=sentence(case.title or scenario.title) if case.title or not number else "",
            change=tuple(teller.changes(case.change)) if played else (),
            story=tuple(teller.case(scenario, number)),
            trace=_json([_line(line) for line in lines]),
            before=_json(picture(rules.board, played.start, spaces) if played else {}),
            after=_json(picture(rules.board, played.position, spaces) if played else {}),
            passed=each.passed,
            fired=tuple(dict.fromkeys(line.rule for line in lines if line.rule)),
        )


#: JSON without spaces
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _line(line: TraceLine) -> list[object]:
    return [line.depth, line.says, *([line.rule, list(line.cites)] if line.rule else [])]


def spaces_that_matter(played: PlayedCase) -> list[str]:
    """The spaces that are written, that something entered or left, or that changed hands."""
    found = dict.fromkeys(played.case.position.get("spaces", {}))
    for event in played.events:
        found |= dict.fromkeys(event.facts.get("route", ()))
        for field, key, value in event.edits:
            if field == "holders":
                found[key] = None
            elif field == "units" and isinstance(value, Unit):
                found[value.at] = None
    known = {space.id for space in played.rules.board.spaces}
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
