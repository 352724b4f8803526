"""The scenarios that do not prove what they should: a finding for each."""

from __future__ import annotations

import sqlite3

from kb.errors import Finding


def failed_proof(scenario: str, came: bool, file: str, line: int) -> Finding:
    """The finding about a scenario that did not come out or, where it ``came``, whose rulings read otherwise now."""
    what = "its rulings read otherwise than when it was written" if came else "the engine disagrees with it"
    return Finding(f"the proof does not hold: {scenario}: {what}", file, line, f"see 'kb check {scenario}'")


def failed_proofs(connection: sqlite3.Connection) -> list[Finding]:
    """A finding for each scenario that did not come out, or whose rulings read otherwise now."""
    sql = "select id, passed and contrast_passed as came, file, line from scenarios where not came or suspect"
    return [failed_proof(*row) for row in connection.execute(sql)]
