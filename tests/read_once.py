"""Modules, boards, rules and scenarios that many tests need, read once a process.

All of it is immutable or treated so. A test that damages files reads its own copy with the functions of ``kb``.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from kb.base.errors import raise_if
from kb.cases.language.scenario import REFERENCE, Scenario
from kb.cases.reading import library
from kb.cases.reading.scenario_files import RulesOf, read_sound
from kb.games.board_model import Board
from kb.games.boards import load_boards
from kb.games.rulesets import RuleSet, load_rulesets

ROOT = Path(__file__).parent.parent
DATA = str(ROOT / "data")
#: the games that have scenarios
GAMES = ("anniversary", "europe-1940", "europe-1999", "flames-and-steel", "revised")
#: gives the rule book of a game, a board and a rule set; reads a game when it is first asked for
RULES_OF = library.RulesLoader(DATA)


def scenarios_in(root: object, name: str, rules_of: RulesOf = RULES_OF, own: bool = True) -> tuple[Scenario, ...]:
    """Return the scenarios of ``root``, the parsed YAML of a file with a ``name`` in messages. ``own`` is whether the
    file is a user's. Raises ``BadInput`` with every finding."""
    read = read_sound(root, name, rules_of, own)
    raise_if(read.findings)
    return read.scenarios


@cache
def tables(path: str) -> Any:
    """Return the content of a YAML file below ``tests``: tables of examples, by their names."""
    return yaml.safe_load((ROOT / "tests" / path).read_text(encoding="utf-8"))


@cache
def modules(folder: str = "kb") -> tuple[Path, ...]:
    """Return the Python files below a folder of the checkout, sorted."""
    return tuple(sorted((ROOT / folder).rglob("*.py")))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of the syntax tree of a Python file, in the order of ``ast.walk``."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def constants(path: Path) -> set[object]:
    """Return the constants written in a Python file, docstrings left out."""
    docs = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    return {node.value for node in nodes(path) if isinstance(node, ast.Constant) and id(node) not in docs}


@cache
def boards() -> tuple[Board, ...]:
    """Return every board of every game."""
    return load_boards(DATA)


@cache
def rulesets() -> tuple[RuleSet, ...]:
    """Return every rule set of every game."""
    return load_rulesets(DATA)


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Return every scenario; its rule book is ``RULES_OF.of(scenario)``."""
    return library.load(DATA, rules_of=RULES_OF)


@cache
def scenario_named(name: str) -> Scenario:
    """Return the scenario of a name such as ``revised/tanks-blitz``."""
    return next(each for each in scenarios() if each.name == name)


@cache
def played() -> tuple[Scenario, ...]:
    """Return every scenario that the engine plays."""
    return tuple(each for each in scenarios() if each.proof != REFERENCE)
