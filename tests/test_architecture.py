"""Imports point downwards, files stay readable, and no game is a branch."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: who may import whom: a room imports only from rooms of a lower number (or its own)
FLOORS = {
    "proof": 0, "model": 1, "errors": 0, "paths": 0, "words": 0, "collector": 0, "caches": 0, "beside": 1, "yamlfile": 1, "shape": 1, "games": 2,
    "corpus": 3, "store": 3, "search": 3, "engine": 3, "scenarios": 4, "knowledge": 5, "build": 5, "web": 6, "cli": 7,
}  # fmt: skip
FILES = sorted((ROOT / "kb").rglob("*.py"))
GAMES = {"revised", "anniversary", "europe-1999", "europe-1940", "flames-and-steel"}


def room(path: Path) -> str:
    return path.relative_to(ROOT / "kb").parts[0].removesuffix(".py")


def imported(tree: ast.AST) -> set[str]:
    """The rooms that are imported, typing-only imports included."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "kb" else {node.module}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("kb.")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    own = room(path)
    if own.startswith("__"):
        return
    for other in imported(ast.parse(path.read_text(encoding="utf-8"))):
        if other.startswith("__") or other == own:
            continue
        assert FLOORS[other] < FLOORS[own], f"{own} imports {other}"


def test_there_are_rooms_to_walk() -> None:
    assert {room(path) for path in FILES} >= set(FLOORS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_games_differ_by_data_and_files_answer_one_question(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    tree = ast.parse(text)
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    named = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in GAMES and id(n) not in docs]
    assert not named, f"names a game: {named}"
