"""The archive that a phone gets: the modules that answer, the packed rules, and which rulings rest on a rule."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from kb.games import packed
from kb.web.phone.modules import needed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kb.store.read import Build


def archive(build: Build, rulings: Mapping[str, object]) -> bytes:
    """The archive of a build, the same bytes each time; not compressed, as it is compressed on its way.

    ``rulings`` are what :data:`kb.games.packed.PROOFS` is to hold.
    Raises :class:`kb.errors.DamagedBuild` where the packed rules are not what was built.
    """
    files = {packed.NAME: build.read(packed.NAME)}
    files[packed.PROOFS] = json.dumps(rulings, ensure_ascii=False, separators=(",", ":")).encode()
    for name, path in needed().items():
        whole = path.endswith("__init__.py")
        with open(path, "rb") as file:
            files[f"{name.replace('.', '/')}{'/__init__' if whole else ''}.py"] = file.read()
    return _zipped(files)


def _zipped(files: dict[str, bytes]) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as into:
        for name in sorted(files):
            into.writestr(ZipInfo(name), files[name])  # which has no date of its own
    return written.getvalue()
