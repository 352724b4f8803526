"""Files of the data that the base has only in parts; they must be those that it was built from."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from kb import paths, yamlfile
from kb.errors import Finding, KBError
from kb.knowledge import KnowledgeBase


def data_file(base: KnowledgeBase, name: str) -> Any:
    """What a YAML file of the data holds. Raises :class:`KBError` if the base was built from another one."""
    path = os.path.join(paths.data(), name)
    built_from = base.connection.execute("select sha256 from inputs where path = ?", [name]).fetchone()
    if built_from is None or built_from[0] != _sha256(path):
        raise KBError(Finding("this is not the file that the base was built from", path, 0, "run 'kb build'"))
    return yamlfile.load(path, paths.shown(path))


def _sha256(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""
