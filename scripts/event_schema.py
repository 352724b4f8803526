"""Writes docs/event.schema.json from the tables that an event's file is read by; a test compares the two."""

from __future__ import annotations

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "docs", "event.schema.json")


def text() -> str:
    """The text of the file."""
    sys.path.insert(0, ROOT)
    from kb.events.schema import schema

    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the file."""
    made = text()
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(made)


if __name__ == "__main__":
    main()
