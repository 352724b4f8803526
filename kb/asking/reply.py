"""Reads a request that came as JSON text, and answers it in plain values: for the site's server and for phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.asking import request
from kb.asking.ask import ask
from kb.asking.bearing import Proofs
from kb.asking.plain import plain
from kb.asking.request import Asked
from kb.errors import Finding, KBError
from kb.scenarios.reading.files import RulesOf
from kb.written import parse_json

#: the longest request that is read, in characters
LONGEST = 100_000
_NAME = "the question"


def answered(text: str, rules_of: RulesOf, proofs: Mapping[str, Proofs]) -> dict[str, Any]:
    """The answer to a request, as plain values; ``{"errors": [{"message", "hint"}, ...]}`` for one that cannot be
    understood.

    ``proofs`` are by game the rulings whose cases rest on a rule.
    """
    try:
        answer = ask(read(text, rules_of))
        return plain(answer, proofs.get(answer.rules.ruleset.game, {}))
    except KBError as error:
        return errors(error)


def read(text: str, rules_of: RulesOf) -> Asked:
    """What is asked by a request as JSON text. Raises :class:`KBError` with every finding."""
    return request.read(_parsed(text), _NAME, rules_of)


def errors(error: KBError) -> dict[str, Any]:
    """What is answered to a request that cannot be understood, or answered."""
    return {"errors": [{"message": each.message, "hint": each.hint} for each in error.findings]}


def _parsed(text: str) -> Any:
    """The table that a text is. Raises :class:`KBError` for one that is too long, or none."""
    if len(text) > LONGEST:
        raise KBError(Finding(f"longer than {LONGEST:,} characters", hint="ask about fewer units"))
    try:
        return parse_json(text)
    except ValueError as error:
        raise KBError(Finding(f"not valid JSON: {error}", hint="see docs/asking.md")) from None
