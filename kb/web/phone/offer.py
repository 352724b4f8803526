"""What a site offers to phones: the engine of its build, as files whose addresses contain a mark of their content."""

from __future__ import annotations

import ast
import gzip
import json
import os
from asyncio import to_thread
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from kb.base import paths
from kb.base.errors import BadInput, Finding
from kb.games import packed
from kb.store import lookup
from kb.web.assets import assets
from kb.web.phone import runtime

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from datasette.app import Datasette

    from kb.store.read import Build
    from kb.web.site import Site

#: the path below which the files are; ``engine.json`` beside it describes them
ROOT = "/-/kb/engine"
#: what stands for the folder of the interpreter where none is to be offered
OFF = "off"
WORKER, CODE = "worker.js", "code.zip"


class File(NamedTuple):
    """A file: its bytes, compressed with gzip, and its media type."""

    packed: bytes
    type: str


@dataclass(frozen=True)
class PhoneEngine:
    """The files by mark and name, none where there is no interpreter; the marks of the code and of the interpreter."""

    files: dict[tuple[str, str], File]
    code: str = ""
    interpreter: str = ""


def folder_of(site: Site) -> str:
    """The folder of the interpreter: the one that is configured, or that beside the builds; empty if there is none.

    Raises :class:`BadInput` if one is configured that does not hold it.
    """
    config = site.datasette.plugin_config("kb") or {}
    named = str(config.get("phone_engine") or "")
    beside = os.path.join(os.path.dirname(site.base.build.directory), runtime.FOLDER)
    if named == OFF or (not named and not runtime.is_there(beside)):
        return ""
    if named and not runtime.is_there(named):
        raise BadInput(Finding("the engine for phones is not there", named, 0, f"kb phone-engine {named} fetches it"))
    return named or beside


def check(datasette: Datasette) -> None:
    """Compare the interpreter that a Datasette is to offer with its sums. Raises :class:`BadInput` where it differs."""
    from kb.web.site import site_of

    site = site_of(datasette)
    folder = folder_of(site) if site else ""
    if folder:
        runtime.load(folder)


async def engine_of(site: Site) -> PhoneEngine:
    """The engine of a site, put together when first asked for. Raises :class:`kb.base.errors.KBError`."""
    if site.phone_engine is None:
        folder = folder_of(site)
        made = await to_thread(_packed, site, folder, rulings_of(site)) if folder else PhoneEngine({})
        site.phone_engine = made
    return site.phone_engine


def rulings_of(site: Site) -> dict[str, Any]:
    """Return the verdict of each ruling."""
    return {id: row["verdict"] for id, row in lookup.summaries(site.base.connection, site.base.ids()).items()}


def _packed(site: Site, folder: str, rulings: dict[str, Any]) -> PhoneEngine:
    code = archive(site.base.build, rulings)
    worker = assets()["engine_worker.js"]
    mark = sha256(code + worker.content).hexdigest()[:12]
    own = {WORKER: File(worker.packed, worker.type), CODE: File(gzip.compress(code, 9, mtime=0), "application/zip")}
    theirs = {runtime.served(name): File(each, runtime.FILES[name][1]) for name, each in runtime.load(folder).items()}
    files = {(mark, name): file for name, file in own.items()}
    files |= {(runtime.MARK, name): file for name, file in theirs.items()}
    return PhoneEngine(files, mark, runtime.MARK)


async def description(site: Site) -> dict[str, Any]:
    """Where the engine's files are, their bytes on their way, and the service worker that can keep them with its scope.

    Where there is no engine, the texts are empty.
    """
    engine = await engine_of(site)
    path = site.datasette.urls.path
    if not engine.files:
        return {"worker": "", "code": "", "runtime": "", "files": [], "bytes": 0, "keeper": "", "scope": ""}
    return {
        "worker": str(path(f"{ROOT}/{engine.code}/{WORKER}")),
        "code": str(path(f"{ROOT}/{engine.code}/{CODE}")),
        "runtime": str(path(f"{ROOT}/{engine.interpreter}/")),
        "files": [str(path(f"{ROOT}/{mark}/{name}")) for mark, name in engine.files],
        "bytes": sum(len(file.packed) for file in engine.files.values()),
        "keeper": site.path("/judge/worker.js"),
        "scope": str(path("/")),
    }


# -- the archive that a phone gets: the modules that answer, the packed rules, and which rulings rest on a rule


#: packages of which every module is taken: their modules are found by name, or imported where they are first needed
WHOLE = ("kb.asking", "kb.engine", "kb.cases.acts", "kb.cases.expectations")
#: what starts the engine on a phone
ENTRY = "kb.service.phone"
#: what is taken of Whoosh: its stemmer, which needs nothing else
STEMMER = ("whoosh", "whoosh.lang", "whoosh.lang.porter")


def archive(build: Build, rulings: Mapping[str, object]) -> bytes:
    """The archive of a build, the same bytes each time; not compressed, as it is compressed on its way.

    ``rulings`` are what :data:`kb.games.packed.VERDICTS` is to hold.
    Raises :class:`kb.base.errors.DamagedBuild` where the packed rules are not what was built.
    """
    files = {packed.NAME: build.read(packed.NAME)}
    files[packed.VERDICTS] = json.dumps(rulings, ensure_ascii=False, separators=(",", ":")).encode()
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
    wanted = [ENTRY, *(name for package in WHOLE for name in _below(package))]
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
