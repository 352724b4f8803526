"""Pyodide, the Python interpreter that runs in browsers: which of its files are served, and their SHA-256.

They are not part of this project. ``kb phone-engine`` gets them from their npm package, with npm as it is set up here
or from a copy of the package.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import tarfile
import zlib
from hashlib import sha256
from shutil import which
from tempfile import TemporaryDirectory

from kb.base import paths
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.files import inside, locked, write_whole

VERSION = "314.0.7"
PACKAGE = f"pyodide-{VERSION}.tgz"
_SCRIPT = "text/javascript; charset=utf-8"
#: the files that are served, with their SHA-256 and their media type
FILES = {
    "pyodide.mjs": ("6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109", _SCRIPT),
    "pyodide.asm.mjs": ("f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635", _SCRIPT),
    "pyodide.asm.wasm": ("cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6", "application/wasm"),
    "python_stdlib.zip": ("fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a", "application/zip"),
}
#: a mark of all their contents
MARK = sha256("".join(digest for digest, _ in FILES.values()).encode()).hexdigest()[:12]
FOLDER = "phone-engine"
_FETCH = "fetch it again: kb phone-engine"
#: seconds that npm may take
_LONGEST = 300
#: bytes of a file at most; the largest has 9 million
_LARGEST = 20_000_000


def default_folder() -> str:
    """Return the default folder of the files: ``phone-engine`` in the directory of the built knowledge base."""
    return os.path.join(paths.built(), FOLDER)


def served(name: str) -> str:
    """Return the name in the address of a file. Scripts end with ``.js``, whose media type every server knows."""
    return name.replace(".mjs", ".js")


def is_there(folder: str) -> bool:
    """Return whether a folder holds the files, none of which is read."""
    return all(os.path.isfile(os.path.join(folder, f"{name}.gz")) for name in FILES)


def load(folder: str) -> dict[str, bytes]:
    """Return the files of a folder, compressed with gzip, by name, compared with their sums. Raises :class:`BadInput`
    if one is missing or different."""
    found, findings = {}, []
    for name, (digest, _) in FILES.items():
        path, wrong = os.path.join(folder, f"{name}.gz"), ""
        try:
            with open(path, "rb") as file:
                found[name] = file.read()
            if sha256(gzip.decompress(found[name])).hexdigest() != digest:
                wrong = f"not the file of Pyodide {VERSION}"
        except (OSError, EOFError, zlib.error) as error:
            wrong = f"cannot be read ({getattr(error, 'strerror', None) or 'cut off or damaged'})"
        findings += [Finding(wrong, paths.shown(path), 0, _FETCH)] if wrong else []
    raise_if(findings)
    return found


def fetch(folder: str, package: str = "") -> None:
    """Write the files into a folder: of the ``package`` if one is named, else of the one that npm gets. Raises
    :class:`BadInput`, and writes nothing, if the package cannot be fetched or is another one."""
    with TemporaryDirectory() as aside:
        files = _unpacked(package or _from_npm(aside))
    try:
        os.makedirs(folder, exist_ok=True)
        with locked(inside(folder), folder):
            for name, content in files.items():
                write_whole(os.path.join(folder, f"{name}.gz"), gzip.compress(content, 9, mtime=0))
    except OSError as error:
        where = Finding(f"cannot be written ({error.strerror})", paths.shown(folder), 0, "name another place")
        raise BadInput(where) from None


def _from_npm(folder: str) -> str:
    """Let npm put the package into a folder. Raises :class:`BadInput`."""
    command = [which("npm") or "npm", "pack", "--silent", f"pyodide@{VERSION}"]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        said = f"{error}\n{getattr(error, 'stderr', None) or ''}".strip().splitlines()[-1]
        hint = f"get {PACKAGE} elsewhere (npm pack pyodide@{VERSION}) and name it: kb phone-engine --from {PACKAGE}"
        raise BadInput(Finding(f"npm could not get the package ({said})", hint=hint)) from None
    return os.path.join(folder, PACKAGE)


def _unpacked(package: str) -> dict[str, bytes]:
    """Return the files that are served, of a package. Raises :class:`BadInput` if one is missing or different."""
    shown = paths.shown(package)
    try:
        with tarfile.open(package) as archive:
            members = {name: archive.extractfile(f"package/{name}") for name in FILES}
            found = {name: member.read(_LARGEST) if member else b"" for name, member in members.items()}
    except (OSError, EOFError, KeyError, ValueError, RecursionError, zlib.error, tarfile.TarError) as error:
        why = getattr(error, "strerror", None) or str(error).strip("\"'")
        what = f"not the package of Pyodide {VERSION} ({why})"
        raise BadInput(Finding(what, shown, 0, f"name the npm package pyodide@{VERSION}")) from None
    wrong = [name for name, (digest, _) in FILES.items() if sha256(found[name]).hexdigest() != digest]
    hint = f"nothing was written; name the npm package pyodide@{VERSION}"
    raise_if(Finding(f"{name} differs from the file of Pyodide {VERSION}", shown, 0, hint) for name in wrong)
    return found
