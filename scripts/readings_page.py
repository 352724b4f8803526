"""Writes docs/readings.md from data/readings.yaml; a test compares the two."""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "docs", "readings.md")
HEAD = """# Readings

What the documents and the rule books leave open, and what we take. A ruling whose verdict rests on
one of these says so when it is shown. Made from `data/readings.yaml` by `scripts/readings_page.py`.
"""


def page() -> str:
    """The text of the page."""
    sys.path.insert(0, ROOT)
    from kb.games import catalogue

    parts = [
        f"## {reading.title}\n\n`{reading.id}`\n\n*Open:* {reading.question}\n\n"
        f"*Taken:* {reading.taken}\n\n*Because:* {reading.because}\n"
        for reading in catalogue.readings(os.path.join(ROOT, "data"))
    ]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    made = page()
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(made)
