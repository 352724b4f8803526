"""Reads what somebody types as a request: a line in the notation, alone or in JSON."""

from __future__ import annotations

from kb.asking import request
from kb.asking.notation.completing import completed
from kb.asking.notation.line import read_line
from kb.asking.request import EngineRequest
from kb.base.written import from_plain, parse_json
from kb.cases.language.vocabulary import spoken
from kb.cases.reading.library import RulesLoader
from kb.engine.core.position import replace


def read_asked(text: str, rules_of: RulesLoader) -> EngineRequest:
    """Parse JSON text: a case, or a ``line`` with the ``game`` of a line that names none.

    Raises :class:`kb.base.errors.KBError` with every finding.
    """
    try:
        written = parse_json(text) if len(text) <= request.LONGEST else None
    except ValueError:
        written = None  # reported by parse_text
    if not isinstance(written, dict) or not isinstance(written.get("line"), str):
        return request.parse_text(text, rules_of)
    return read_typed(written["line"], "the line", rules_of, str(written.get("game", "")))


def read_typed(text: str, name: str, rules_of: RulesLoader, game: str = "") -> EngineRequest:
    """Parse a line in the notation and complete it. ``name`` is how messages call the line; ``game`` is the game of a
    line that names none. Raises :class:`kb.base.errors.BadInput` with every finding."""
    rules, plain, assumed = read_line(text, rules_of, spoken(rules_of.source), game)
    written, more, supplied = completed(rules, plain)
    asked = request.parse(from_plain(written), name, rules_of, (*assumed, *more))
    return replace(asked, supplied=tuple(supplied), written=written)
