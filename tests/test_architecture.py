"""Imports point downwards, files stay readable, and no game is a branch."""

from __future__ import annotations

import ast
from pathlib import Path

from kb.engine.core.registry import RULES
from tests.read_once import ROOT, constants, modules, nodes

#: who may import whom: a room imports only from rooms of a lower floor (or its own); the lowest floor first
ROOMS = (
    ("base",),
    ("games",),
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
)
ENGINE_FLOORS = {name: number for number, floor in enumerate(ENGINE_ROOMS) for name in floor}
GAMES = {"revised", "anniversary", "europe-1999", "europe-1940", "flames-and-steel"}


def room(path: Path) -> str:
    return path.relative_to(ROOT / "kb").parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms that are imported, typing-only imports included."""
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


def engine_room(module: str) -> str:
    """The room of a module of the engine: ``kb.engine.core.play`` is in core, ``kb.engine.game`` in none."""
    name = module.removeprefix("kb.engine").removeprefix(".").partition(".")[0]
    return name if name in ENGINE_FLOORS else ""


def test_imports_inside_the_engine_point_downwards() -> None:
    upwards = []
    for path in modules("kb/engine"):
        own = engine_room(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kb.engine"):
                others = {engine_room(f"{node.module}.{name.name}") for name in node.names} - {own}
                if any(ENGINE_FLOORS[other] >= ENGINE_FLOORS[own] for other in others):
                    upwards.append(f"{path.relative_to(ROOT)} imports {node.module}")
    assert not upwards


def test_every_folder_of_the_engine_has_a_floor() -> None:
    folders = {path.parent.name for path in modules("kb/engine")} - {"engine"}
    assert folders | {"moments", "questions"} == set(ENGINE_FLOORS) - {""}


def test_rules_are_in_the_upper_rooms_of_the_engine() -> None:
    rooms = {engine_room(rule.function.__module__) for rule in RULES.values()}
    assert rooms == {*ENGINE_ROOMS[5], *ENGINE_ROOMS[6]}


def test_there_are_rooms_to_walk() -> None:
    assert {room(path) for path in modules()} >= set(FLOORS)


def test_games_differ_by_data_and_files_answer_one_question() -> None:
    named = {str(path.relative_to(ROOT)): GAMES & constants(path) for path in modules()}
    assert not {path: games for path, games in named.items() if games}
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in modules()}
    long = {path: len(text.splitlines()) for path, text in texts.items() if not text.startswith('"""Made by scripts/')}
    assert not {path: lines for path, lines in long.items() if lines > 600}
