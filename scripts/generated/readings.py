"""docs/readings.md: what the documents leave open and what we take, from data/readings.yaml."""

from __future__ import annotations

from kb.games import catalogue

HEAD = """# Readings

What the documents and the rule books leave open, and what we take. A ruling whose verdict rests on
one of these says so when it is shown. Made from `data/readings.yaml` by `scripts/generate.py`.
"""


def page(data: str) -> str:
    """The text of the page."""
    parts = [
        f"## {reading.title}\n\n`{reading.id}`\n\n*Open:* {reading.question}\n\n"
        f"*Taken:* {reading.taken}\n\n*Because:* {reading.because}\n"
        for reading in catalogue.readings(data)
    ]
    return "\n".join([HEAD, *parts])
