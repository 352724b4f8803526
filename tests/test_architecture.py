"""Imports point downwards, files stay readable, and no game is a branch."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kb.engine.core.registry import RULES
from tests.conftest import ROOT

#: who may import whom: a room imports only from rooms of a lower floor (or its own); the lowest floor first
ROOMS = (
    ("proof", "statement", "comparison", "change", "errors", "paths", "gc_pause", "caches", "written"),
    ("model", "background", "yamlfile", "packing", "shape", "phrasing", "files", "lock"),
    ("journal",),
    ("games", "history", "event_log"),
    ("corpus", "store", "search", "engine", "wording"),
    ("scenarios",),
    ("asking",),
    ("knowledge", "pipeline"),
    ("asked", "events", "authoring"),
    ("reads",),
    ("asking_process",),
    ("web", "mcp_server"),
    ("exports", "static_site"),
    ("cli",),
)
FLOORS = {name: number for number, floor in enumerate(ROOMS) for name in floor}
#: the same for the rooms of kb/engine; "" are the modules in kb/engine itself, which other packages use
ENGINE_ROOMS = (
    ("core",),
    ("questions", "moments"),
    ("board",),
    ("units",),
    ("battle",),
    ("movement", "combat", "air", "economy", "politics", "advantages"),
    ("turn",),
    ("",),
    ("odds",),
)
ENGINE_FLOORS = {name: number for number, floor in enumerate(ENGINE_ROOMS) for name in floor}
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


ENGINE = sorted((ROOT / "kb" / "engine").rglob("*.py"))


def engine_room(module: str) -> str:
    """The room of a module of the engine: ``kb.engine.core.play`` is in core, ``kb.engine.game`` in none."""
    name = module.removeprefix("kb.engine").removeprefix(".").partition(".")[0]
    return name if name in ENGINE_FLOORS else ""


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_inside_the_engine_point_downwards(path: Path) -> None:
    own = engine_room(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kb.engine"):
            for name in node.names:
                other = engine_room(f"{node.module}.{name.name}")
                assert other == own or ENGINE_FLOORS[other] < ENGINE_FLOORS[own], f"{own} imports {node.module}"


def test_every_folder_of_the_engine_has_a_floor() -> None:
    folders = {path.parent.name for path in ENGINE} - {"engine"}
    assert folders | {"moments"} == set(ENGINE_FLOORS) - {""}


def test_rules_are_in_the_upper_rooms_of_the_engine() -> None:
    rooms = {engine_room(rule.function.__module__) for rule in RULES.values()}
    assert rooms == {*ENGINE_ROOMS[5], *ENGINE_ROOMS[6]}


def test_there_are_rooms_to_walk() -> None:
    assert {room(path) for path in FILES} >= set(FLOORS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_games_differ_by_data_and_files_answer_one_question(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400 or text.startswith('"""Made by scripts/')
    tree = ast.parse(text)
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    named = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value in GAMES and id(n) not in docs]
    assert not named, f"names a game: {named}"
