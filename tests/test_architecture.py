"""Imports point downwards, files stay readable, and no game is a branch."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.read_once import ROOT, constants, modules, nodes

#: who may import whom: a room imports only from rooms of a lower floor (or its own); the lowest floor first
ROOMS = (
    ("base",),
    ("model",),
    ("games", "words"),
    ("engine",),
    ("corpus", "store", "search"),
    ("cases",),
    ("asking",),
    ("text",),
    ("searching",),
    ("knowledge", "pipeline"),
    ("service",),
    ("web", "mcp"),
    ("files",),
    ("cli",),
)
FLOORS = {name: number for number, floor in enumerate(ROOMS) for name in floor}
GAMES = {"revised", "anniversary", "europe-1999", "europe-1940", "flames-and-steel"}


def room(path: Path) -> str:
    return path.relative_to(ROOT / "kb").parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the rooms that are imported, typing-only imports included."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "kb" else {node.module}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    rooms = {name.split(".")[1] for name in names if name.startswith("kb.")}
    return {each for each in rooms if not each.startswith("__")}


def test_imports_point_downwards() -> None:
    upwards = [
        f"{path.relative_to(ROOT)} imports {other}"
        for path in modules()
        if not room(path).startswith("__")
        for other in imported(path) - {room(path)}
        if FLOORS[other] >= FLOORS[room(path)]
    ]
    assert not upwards


def test_games_differ_by_data_and_files_answer_one_question() -> None:
    named = {str(path.relative_to(ROOT)): GAMES & constants(path) for path in modules()}
    assert not {path: games for path, games in named.items() if games}
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in modules()}
    long = {path: len(text.splitlines()) for path, text in texts.items() if not text.startswith('"""Made by scripts/')}
    assert not {path: lines for path, lines in long.items() if lines > 600}
