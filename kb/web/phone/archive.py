"""The archive that a phone gets: the modules that answer, the packed rules, and which rulings rest on a rule."""

from __future__ import annotations

import ast
import json
import os
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from kb.base import paths
from kb.games import packed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kb.store.read import Build

#: packages of which every module is taken: their modules are found by name, or imported where they are first needed
WHOLE = ("kb.asking", "kb.engine", "kb.cases.acts", "kb.cases.expectations")
#: what else the start of the engine on a phone imports
ENTRY = ("kb.cases.reading.library",)
#: what is taken of Whoosh: its stemmer, which needs nothing else
STEMMER = ("whoosh", "whoosh.lang", "whoosh.lang.porter")


def archive(build: Build, rulings: Mapping[str, object]) -> bytes:
    """The archive of a build, the same bytes each time; not compressed, as it is compressed on its way.

    ``rulings`` are what :data:`kb.games.packed.PROOFS` is to hold.
    Raises :class:`kb.base.errors.DamagedBuild` where the packed rules are not what was built.
    """
    files = {packed.NAME: build.read(packed.NAME)}
    files[packed.PROOFS] = json.dumps(rulings, ensure_ascii=False, separators=(",", ":")).encode()
    for name, path in needed().items():
        whole = path.endswith("__init__.py")
        with open(path, "rb") as file:
            files[f"{name.replace('.', '/')}{'/__init__' if whole else ''}.py"] = file.read()
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as into:
        for name in sorted(files):
            into.writestr(ZipInfo(name), files[name])  # which has no date of its own
    return written.getvalue()


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
