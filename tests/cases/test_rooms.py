"""The rooms of kb/cases import from rooms below, and only the modules that declare a verb or a key name it."""

from __future__ import annotations

import ast
from pathlib import Path

from kb.cases.acts import VERBS
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from tests.read_once import ROOT, constants, modules, nodes

#: a room imports only from rooms of a lower number, or from itself
FLOORS = {"language": 0, "acts": 1, "expectations": 1, "reading": 2, "play": 2, "analysis": 3}
CASES = ROOT / "kb" / "cases"
FILES = [path for path in modules("kb/cases") if path.parent != CASES]
#: words that are a verb or a key, and something else, too: a kind of word, a part of a position, an event
OTHER_MEANINGS = {
    "aboard",
    "battle",
    "because",
    "bought",
    "canal",
    "clock",
    "damaged",
    "dice",
    "end",
    "held_by",
    "leans",
    "lost",
    "move",
    "options",
    "owner",
    "phases",
    "powers",
    "raid",
    "research",
    "researchers",
    "rocket",
    "section",
    "setup",
    "steps",
    "submerged",
    "technology",
    "treasury",
    "unit",
    "value",
}


def room(path: Path) -> str:
    return path.relative_to(CASES).parts[0]


def test_imports_point_downwards() -> None:
    upwards = []
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kb.cases."):
                other = str(node.module).split(".")[2]
                if other in FLOORS and other != room(path) and FLOORS[other] >= FLOORS[room(path)]:
                    upwards.append(f"{path.relative_to(CASES)} imports {other}")
    assert not upwards


def test_every_module_is_in_a_room() -> None:
    assert {path.name for path in CASES.glob("*.py")} <= {"__init__.py", "wording.py"}
    assert {room(path) for path in FILES} == set(FLOORS)


def test_a_verb_or_key_is_named_where_it_is_declared() -> None:
    words = {*VERBS, *PLAYED, *PRINTED} - OTHER_MEANINGS
    named = {str(path): words & constants(path) for path in FILES if room(path) not in ("acts", "expectations")}
    assert not {path: own for path, own in named.items() if own}
