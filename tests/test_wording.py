"""Docstrings, comments and messages use the standard words of the language, not habits that readers stumble over."""

from __future__ import annotations

import io
import re
import tokenize

from tests.conftest import ROOT

#: a habit, and the number of places in which it is right
HABITS = {r"so many\b": 0, r"each two\b": 0, r"on turn\b": 0, r"where (?:there|nothing|none)\b": 3, r"behind\b": 3}
FILES = [path for top in ("kb", "scripts") for path in sorted((ROOT / top).rglob("*.py"))]


def test_habits_stay_out() -> None:
    found: dict[str, list[str]] = {habit: [] for habit in HABITS}
    for path in FILES:
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) and " " in token.string:
                for habit, places in found.items():
                    places += [f"{path}:{token.start[0]}" for _ in re.finditer(rf"\b{habit}", token.string)]
    assert {habit: places for habit, places in found.items() if len(places) > HABITS[habit]} == {}
