"""Gets the interpreter's files from its npm package, with npm as it is set up here or from a copy of the package."""

from __future__ import annotations

import gzip
import os
import subprocess
import tarfile
import zlib
from io import BytesIO
from shutil import which
from tempfile import TemporaryDirectory

from kb import paths
from kb.errors import BadInput, Finding
from kb.files import write_whole
from kb.lock import inside, locked
from kb.web.phone.runtime import FILES, PACKAGE, VERSION, sum_of

#: seconds that npm may take
_LONGEST = 300
#: bytes of a package at most when unpacked; the files that are served have 13 million
_MOST = 50_000_000


def fetch(folder: str, package: str = "") -> None:
    """Write the files into a folder: of the ``package`` if one is named, else of the one that npm gets.

    Raises :class:`BadInput`, and writes nothing, where the package cannot be had or is not the one that is wanted.
    """
    if package:
        files = _unpacked(package)
    else:
        with TemporaryDirectory() as aside:
            _npm(aside)
            files = _unpacked(os.path.join(aside, PACKAGE))
    try:
        os.makedirs(folder, exist_ok=True)
        with locked(inside(folder), folder):
            for name, content in files.items():
                write_whole(os.path.join(folder, f"{name}.gz"), gzip.compress(content, 9, mtime=0))
    except OSError as error:
        raise BadInput(
            Finding(f"cannot be written ({error.strerror})", paths.shown(folder), 0, "name another place")
        ) from None


def _npm(folder: str) -> None:
    """Let npm put the package into a folder. Raises :class:`BadInput`."""
    npm = which("npm")
    hint = f"get {PACKAGE} elsewhere (npm pack pyodide@{VERSION}) and name it: kb phone-engine --from {PACKAGE}"
    if npm is None:
        raise BadInput(Finding("npm is not installed", hint=hint))
    command = [npm, "pack", "--silent", f"pyodide@{VERSION}"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise BadInput(Finding(f"npm did not get the package in {_LONGEST} s", hint=hint)) from None
    if done.returncode:
        raise BadInput(Finding(f"npm could not get the package: {_last(done.stderr)}", hint=hint))


def _last(said: str) -> str:
    """The last line that a program has written."""
    return next((line for line in reversed(said.splitlines()) if line.strip()), "it does not say why")


def _unpacked(package: str) -> dict[str, bytes]:
    """The files that are served, of a package. Raises :class:`BadInput` where one is missing or another."""
    found: dict[str, bytes] = {}
    try:
        with gzip.open(package) as file:
            unpacked = file.read(_MOST + 1)
        if len(unpacked) > _MOST:
            raise tarfile.TarError(f"unpacked it has more than {_MOST:,} bytes")
        with tarfile.open(fileobj=BytesIO(unpacked), mode="r:") as archive:
            for name in FILES:
                member = archive.getmember(f"package/{name}")
                if not member.isfile():
                    raise tarfile.TarError(f"{name} is no file in it")
                found[name] = unpacked[member.offset_data : member.offset_data + member.size]
    except KeyError as error:
        raise _another(package, str(error.args[0])) from None
    except (OSError, EOFError, ValueError, RecursionError, zlib.error, tarfile.TarError) as error:
        raise _another(package, getattr(error, "strerror", None) or str(error)) from None
    wrong = [name for name, (digest, _) in FILES.items() if sum_of(found[name]) != digest]
    if wrong:
        said = (
            Finding(f"{name} is not that of Pyodide {VERSION}", paths.shown(package), 0, "nothing was written")
            for name in wrong
        )
        raise BadInput(*said)
    return found


def _another(package: str, why: str) -> BadInput:
    what = f"not the package of Pyodide {VERSION} ({why})"
    return BadInput(Finding(what, paths.shown(package), 0, f"it is pyodide@{VERSION} of npm"))
