"""Which modules a phone needs to answer what is asked with the board: found by following imports."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from importlib.util import find_spec

from kb import paths

#: packages of which every module is taken: their modules are found by name, or imported where they are first needed
WHOLE = ("kb.asking", "kb.engine", "kb.scenarios.acts", "kb.scenarios.expectations")
#: what else the start of the engine on a phone imports
ENTRY = ("kb.scenarios.reading.library",)
#: what is taken of Whoosh: its stemmer, which needs nothing else
STEMMER = ("whoosh", "whoosh.lang", "whoosh.lang.porter")


def needed() -> dict[str, str]:
    """The path of each module that is needed, by its name, in order.

    Imports inside functions are not followed: they are of what is not always there.
    """
    found: dict[str, str] = {}
    wanted = [*ENTRY, *(name for package in WHOLE for name in _below(package))]
    for name in wanted:
        path = _path(name)
        if name in found or path is None:
            continue
        found[name] = path
        with open(path, encoding="utf-8") as file:
            wanted += [*_packages(name), *_imports(ast.parse(file.read()))]
    found |= {name: str(spec.origin) for name in STEMMER if (spec := find_spec(name))}
    return dict(sorted(found.items()))


def _path(name: str) -> str | None:
    """The file of a module or package; none for a name in a module."""
    own = os.path.join(os.path.dirname(paths.PACKAGE), *name.split("."))
    return next((path for path in (f"{own}.py", os.path.join(own, "__init__.py")) if os.path.isfile(path)), None)


def _below(package: str) -> Iterator[str]:
    """Every module of a package and of those in it."""
    top = os.path.dirname(paths.PACKAGE)
    for folder, _, files in os.walk(os.path.join(top, *package.split("."))):
        name = os.path.relpath(folder, top).replace(os.sep, ".")
        yield from (f"{name}.{file[:-3]}" for file in sorted(files) if file.endswith(".py") and file != "__init__.py")


def _packages(name: str) -> Iterator[str]:
    """The packages that a module is in."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _imports(tree: ast.Module) -> Iterator[str]:
    """The names of this project that a module imports when it is imported itself, not for type checking only."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "kb":
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "kb")
