"""Writes the JSON Schemas for editors, docs/*.schema.json, from the tables by which files are read; tests compare."""

from __future__ import annotations

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: what each schema is of
NAMES = ("scenario", "event")


def text(name: str) -> str:
    """The text of a schema."""
    sys.path.insert(0, ROOT)
    from kb.events.schema import schema as event
    from kb.scenarios.reading.schema import schema as scenario

    made = {"scenario": scenario, "event": event}[name]()
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files."""
    for name in NAMES:
        made = text(name)
        with open(os.path.join(ROOT, "docs", f"{name}.schema.json"), "w", encoding="utf-8") as file:
            file.write(made)


if __name__ == "__main__":
    main()
