"""The mark ``TO DO``: what ``kb add`` leaves in data files for a person to write, or to read again.

A build tells every mark with its file and line, and publishes nothing before all are gone.
"""

from __future__ import annotations

import os

from kb.errors import Finding

MARK = "TO DO"
#: how the finding about a mark begins
TO_DO = "to do: "


def marks(data: str) -> list[Finding]:
    """A finding for each line with the mark in the YAML files below ``data``, in the order of their paths."""
    found = []
    for folder, folders, names in os.walk(data):
        folders.sort()
        for name in sorted(each for each in names if each.endswith(".yaml") and not each.startswith(".")):
            path = os.path.join(folder, name)
            try:
                with open(path, "rb") as file:
                    text = file.read()
            except OSError:
                continue  # whoever reads the file says so
            if MARK.encode() in text:
                where = f"data/{os.path.relpath(path, data).replace(os.sep, '/')}"
                lines = text.decode("utf-8", "replace").splitlines()
                found += [_finding(line, where, at) for at, line in enumerate(lines, 1) if MARK in line]
    return found


def _finding(line: str, file: str, at: int) -> Finding:
    """What is said after the mark; a remark is read and removed, a value is written."""
    is_remark = line.lstrip().startswith("#")
    said = line.partition(MARK)[2].strip(" :\"'}],\n") or "something is missing here"
    return Finding(f"{TO_DO}{said}", file, at, "then remove this line" if is_remark else "write it in this place")
