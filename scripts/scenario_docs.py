"""Writes the tables of docs/scenarios.md (verbs, expectations, notes) from their declarations; a test compares them."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "scenarios.md"


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(ROOT))
    from kb.scenarios.reading.tables import filled

    TARGET.write_text(filled(TARGET.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
