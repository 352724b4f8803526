"""Which files below the data directory a build reads, with their checksums."""

from __future__ import annotations

import hashlib
import os

#: endings of the files that a build reads; others, such as an editor's backups, are ignored
ENDINGS = (".csv", ".json", ".jsonl", ".txt", ".yaml")


def checksums(data: str) -> dict[str, str]:
    """SHA-256 (hex) of every input file, by its path below ``data`` with forward slashes, in order of the paths."""
    found = {}
    for folder, _, names in os.walk(data):
        for name in names:
            if name.endswith(ENDINGS) and not name.startswith("."):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, data).replace(os.sep, "/")] = hashlib.sha256(file.read()).hexdigest()
    return dict(sorted(found.items()))
