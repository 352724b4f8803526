"""Reads what somebody types as a request: a line in the strict notation or of free talk, alone or in JSON."""

from __future__ import annotations

from kb.asking import request
from kb.asking.notation.strict import Line, read_strictly
from kb.asking.request import EngineRequest
from kb.base.errors import BadInput
from kb.base.written import from_plain, parse_json
from kb.cases.language.vocabulary import spoken
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace


def read_asked(text: str, rules_of: RulesLoader) -> EngineRequest:
    """A request as JSON text: a case, or a ``line`` with the ``game`` that is meant where it names none. Raises
    :class:`kb.base.errors.KBError` with every finding."""
    try:
        written = parse_json(text) if len(text) <= request.LONGEST else None
    except ValueError:
        written = None  # is told below
    if not isinstance(written, dict) or not isinstance(written.get("line"), str):
        return request.parse_text(text, rules_of)
    return read_typed(written["line"], "the line", rules_of, str(written.get("game", "")))


def read_typed(text: str, name: str, rules_of: RulesLoader, game: str = "") -> EngineRequest:
    """A line in the strict notation, or else of free talk; ``name`` is how messages call it, ``game`` is meant where it
    names none. Raises :class:`BadInput` with every finding."""
    try:
        strict = read_strictly(text, rules_of, spoken(rules_of.source), game)
    except BadInput:
        strict = None
    if strict and not strict.unended:
        return _strictly(strict, name, rules_of)
    from kb.asking.notation.lines import read_line  # of free talk, which is much to load

    try:
        line = read_line(text, rules_of, game, rules_of.source)
    except BadInput:
        if strict:
            return _strictly(strict, name, rules_of)
        raise
    return replace(
        request.parse(line.request, name, rules_of, line.assumed),
        supplied=line.supplied,
        unlike=line.unlike,
        phase_said=line.phase_said,
        written=line.request,
    )


def _strictly(line: Line, name: str, rules_of: RulesLoader) -> EngineRequest:
    """What a line in the strict notation asks."""
    asked = request.parse(from_plain(line.request), name, rules_of, line.assumed)
    return replace(asked, unlike=line.unlike, written=line.request)
