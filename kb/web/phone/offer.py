"""What a site offers to phones: the engine of its build, as files whose addresses contain a mark of their content."""

from __future__ import annotations

import gzip
import json
import os
from asyncio import to_thread
from dataclasses import dataclass
from glob import glob
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from kb.base import paths
from kb.games import packed
from kb.store import lookup
from kb.web.phone import runtime
from kb.web.site import Asset, Site, assets
from kb.web.texts import ASKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.store.read import Build

#: the path below which the files are; ``engine.json`` beside it describes them
ROOT = "/-/kb/engine"
WORKER, CODE = "worker.js", "code.zip"
#: what the archive has of this package: rooms and modules, as patterns of paths
OURS = (
    "__init__.py",
    *(f"{room}/**/*.py" for room in ("base", "games", "engine", "cases", "asking", "search", "text")),
)
OURS += ("web/drawing.py", "web/phone/replying.py", "web/templates/board.html", "web/templates/answer.html")
OURS += ("web/static/kb/powers.json", "web/static/kb/counters.svg")
#: what it has of other packages: a stemmer, and what draws positions; nothing of Datasette's plugin
THEIRS = {"whoosh": "lang/porter.py", "jinja2": "*.py", "markupsafe": "*.py"}


@dataclass(frozen=True)
class PhoneEngine:
    """The files by mark and name, none where there is no interpreter; the mark of the code."""

    files: dict[tuple[str, str], Asset]
    code: str = ""


async def engine_of(site: Site) -> PhoneEngine:
    """Return the engine of a site, put together when first asked for. Raises :class:`kb.base.errors.KBError`."""
    if site.phone_engine is None:
        folder = site.phone_folder
        site.phone_engine = await to_thread(_packed, site, folder, rulings_of(site)) if folder else PhoneEngine({})
    return site.phone_engine


def rulings_of(site: Site) -> dict[str, Any]:
    """Return the verdict of each ruling, and the texts of the board."""
    known = lookup.summaries(site.base.connection, site.base.ids())
    return {"verdicts": {id: row["verdict"] for id, row in known.items()}, "texts": ASKING}


def _packed(site: Site, folder: str, rulings: dict[str, Any]) -> PhoneEngine:
    code, worker = archive(site.base.build, rulings), assets()["engine_worker.js"]
    mark = sha256(code + worker.packed).hexdigest()[:12]
    own = {WORKER: worker, CODE: Asset(gzip.compress(code, 9, mtime=0), "application/zip")}
    theirs = {runtime.served(name): Asset(each, runtime.FILES[name][1]) for name, each in runtime.load(folder).items()}
    files = {(mark, name): file for name, file in own.items()}
    files |= {(runtime.MARK, name): file for name, file in theirs.items()}
    return PhoneEngine(files, mark)


async def description(site: Site) -> dict[str, Any]:
    """Return where the engine's files are, and their bytes on their way. Where there is no engine, the texts are
    empty."""
    engine = await engine_of(site)
    if not engine.files:
        return {"worker": "", "code": "", "runtime": "", "files": [], "bytes": 0}
    return {
        "worker": site.path(f"{ROOT}/{engine.code}/{WORKER}"),
        "code": site.path(f"{ROOT}/{engine.code}/{CODE}"),
        "runtime": site.path(f"{ROOT}/{runtime.MARK}/"),
        "files": [site.path(f"{ROOT}/{mark}/{name}") for mark, name in engine.files],
        "bytes": sum(len(file.packed) for file in engine.files.values()),
    }


def archive(build: Build, rulings: Mapping[str, object]) -> bytes:
    """Return the archive of a build: the modules that answer, the packed rules, and which rulings rest on a rule.

    The same bytes each time; not compressed, as it is compressed on its way. ``rulings`` are what
    :data:`kb.games.packed.VERDICTS` is to hold. Raises :class:`kb.base.errors.DamagedBuild` where the packed rules are
    not what was built.
    """
    files = {packed.NAME: build.read(packed.NAME)}
    files[packed.VERDICTS] = json.dumps(rulings, ensure_ascii=False, separators=(",", ":")).encode()
    for pattern in OURS:
        files |= _found(paths.PACKAGE, "kb", pattern)
    for name, pattern in THEIRS.items():
        spec = find_spec(name)
        files |= _found(os.path.dirname(str(spec and spec.origin)), name, pattern)
    # of these modules what they import is not there
    files |= dict.fromkeys(
        ("kb/web/__init__.py", "kb/web/phone/__init__.py", "whoosh/__init__.py", "whoosh/lang/__init__.py"), b""
    )
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as into:
        for name in sorted(files):
            into.writestr(ZipInfo(name), files[name])  # which has no date of its own
    return written.getvalue()


def _found(folder: str, package: str, pattern: str) -> dict[str, bytes]:
    """Return the files of a package by their names in the archive."""
    found = {}
    for path in glob(pattern, root_dir=folder, recursive=True):
        with open(os.path.join(folder, path), "rb") as file:
            found[f"{package}/{path.replace(os.sep, '/')}"] = file.read()
    return found
