"""Writes every generated page and fixture anew, and prints which files changed.

python scripts/generate.py            # builds the knowledge base first
python scripts/generate.py --check    # writes nothing; exit status 1 where a file is out of date
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

import kb  # noqa: E402
from kb.cases.reading import shapes as scenario  # noqa: E402
from kb.cases.reading.shapes import filled  # noqa: E402
from kb.cli.front import guarded  # noqa: E402
from kb.events import file as event  # noqa: E402
from kb.games.boards import load_boards  # noqa: E402
from kb.games.rulesets import load_rulesets  # noqa: E402
from kb.knowledge import KnowledgeBase  # noqa: E402
from kb.store.tables.all_tables import TABLES  # noqa: E402
from kb.store.tables.views import VIEWS  # noqa: E402
from scripts.generated import addresses, api, coverage, notation, readings, rules, tables  # noqa: E402

DATA = os.path.join(ROOT, "data")


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


#: each file with the function that gives its text, of the text that it has and the build
GENERATED: dict[str, Callable[[str, KnowledgeBase], str]] = {
    "docs/rules.md": lambda text, base: rules.page(load_rulesets(DATA), load_boards(DATA)),
    "docs/coverage.md": lambda text, base: coverage.page(base.connection),
    "docs/readings.md": lambda text, base: readings.page(DATA),
    "docs/api.md": lambda text, base: api.page(text),
    "docs/data.md": lambda text, base: tables.page(text, TABLES, VIEWS),
    "docs/notation.md": lambda text, base: notation.page(text),
    "docs/scenarios.md": lambda text, base: filled(text),
    "docs/scenario.schema.json": lambda text, base: _json(scenario.schema()),
    "docs/event.schema.json": lambda text, base: _json(event.schema()),
    "tests/fixtures/addresses.txt": addresses.grown,
}


def outdated(base: KnowledgeBase, files: Iterable[str] = GENERATED) -> Iterator[tuple[str, str]]:
    """Those of ``files`` that are not as they would be written now, each with the text that it should have."""
    for name in files:
        with open(os.path.join(ROOT, name), encoding="utf-8", newline="") as file:
            present = file.read()
        text = GENERATED[name](present, base)
        if text != present:
            yield name, text


def main(arguments: list[str]) -> int:
    """Write what is out of date, or with ``--check`` only list it."""
    from kb.pipeline.run import build

    check = arguments == ["--check"]
    if arguments and not check:
        print("usage: python scripts/generate.py [--check]", file=sys.stderr)
        return 2
    build()
    status = 0
    with kb.open() as base:
        for name, text in outdated(base):
            print(f"{name} {'is out of date' if check else 'changed'}")
            if check:
                status = 1
                continue
            with open(os.path.join(ROOT, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)
    return status


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:])))
