"""Pyodide, the Python interpreter that runs in browsers: which of its files are served, and whether they are its own.

They are not part of this project. ``kb phone-engine`` fetches them (:mod:`kb.web.phone.fetching`).
"""

from __future__ import annotations

import gzip
import os
import zlib
from dataclasses import dataclass
from hashlib import sha256

from kb import paths
from kb.errors import BadInput, Finding

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
FOLDER = "phone-engine"
_FETCH = "fetch it again: kb phone-engine"


def default_folder() -> str:
    """Where the files are if nobody says otherwise: beside the builds."""
    return os.path.join(paths.built(), FOLDER)


@dataclass(frozen=True)
class Runtime:
    """The files, compressed with gzip, by name."""

    files: dict[str, bytes]

    @property
    def mark(self) -> str:
        """A mark of all their contents."""
        return sha256("".join(digest for digest, _ in FILES.values()).encode()).hexdigest()[:12]


def served(name: str) -> str:
    """The name in the address of a file: of scripts one that every server knows the media type of."""
    return name.replace(".mjs", ".js")


def sum_of(content: bytes) -> str:
    """The sum by which the content of a file is known."""
    return sha256(content).hexdigest()


def is_there(folder: str) -> bool:
    """Whether a folder holds the files, none of which is looked into."""
    return all(os.path.isfile(os.path.join(folder, f"{name}.gz")) for name in FILES)


def load(folder: str) -> Runtime:
    """The files of a folder, compared with their sums. Raises :class:`BadInput` where one is missing or another."""
    found, findings = {}, []
    for name, (digest, _) in FILES.items():
        path = os.path.join(folder, f"{name}.gz")
        try:
            with open(path, "rb") as file:
                found[name] = file.read()
            if sum_of(gzip.decompress(found[name])) != digest:
                findings.append(Finding(f"not the file of Pyodide {VERSION}", paths.shown(path), 0, _FETCH))
        except (OSError, EOFError, zlib.error) as error:
            what = getattr(error, "strerror", None) or "cut off or damaged"
            findings.append(Finding(f"cannot be read ({what})", paths.shown(path), 0, _FETCH))
    if findings:
        raise BadInput(*findings)
    return Runtime(found)
