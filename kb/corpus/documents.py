"""Reads the manifest and puts each document together as it was received."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence

from kb.base.data_files import read_list
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.shape import Names
from kb.model.corpus import LINE_END, Document, Part, SourceText

MANIFEST = "documents.yaml"


def lines_of(text: str) -> list[str]:
    """Return the lines of ``text`` with their line ends; joined, they are ``text``. An empty text is one line."""
    ends = [m.end() for m in LINE_END.finditer(text)]
    starts = [0, *ends]
    return [text[a:b] for a, b in zip(starts, [*ends, len(text)], strict=True) if b > a or not ends]


def read_manifest(data: str, names: Names | None = None) -> tuple[Document, ...]:
    """Return the documents named in ``data/documents.yaml``, in the order of the games. Raises :class:`BadInput`.
    ``names`` has each ``game`` and ``option`` that they may name."""
    order = list(names.words("game")) if names else []
    found = read_list(data, MANIFEST, "documents", Document, names)
    return tuple(sorted(found, key=lambda each: order.index(each.game) if order else 0))


def read(document: Document, data: str, verify: bool = True) -> SourceText:
    """Put a document together from its parts, in the order it was received. With ``verify`` the SHA-256 must be that of
    the received file. Raises :class:`BadInput`."""
    findings: list[Finding] = []
    files: dict[str, list[str]] = {}
    for file in dict.fromkeys(part.file for part in document.parts):
        try:
            with open(os.path.join(data, file), "rb") as handle:
                raw = handle.read()
            files[file] = lines_of(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            findings.append(Finding("not UTF-8 text", f"data/{file}", line, "save the file as UTF-8"))
        except OSError as error:
            cure = f"restore the file of {document.id}"
            findings.append(Finding(f"cannot be read ({error.strerror})", f"data/{file}", 0, cure))
    raise_if(findings)
    text, origins = _assemble(document.parts, files)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if verify and digest != document.sha256:
        what = f"the text of '{document.id}' is not the document that was received (SHA-256 differs)"
        cure = f"restore the file, or if it was re-issued, put its SHA-256 into data/documents.yaml: {digest}"
        raise BadInput(Finding(what, ", ".join(f"data/{file}" for file in files), 0, cure))
    return SourceText(document, text, origins)


def _assemble(parts: Sequence[Part], files: dict[str, list[str]]) -> tuple[str, tuple[tuple[str, int], ...]]:
    """Return the joined text of the parts, and the file and line of each of its lines."""
    taken = dict.fromkeys(files, 0)
    lines: list[str] = []
    origins: list[tuple[str, int]] = []
    for index, part in enumerate(parts):
        start = taken[part.file]
        last_of_file = part.file not in {p.file for p in parts[index + 1 :]}
        stop = len(files[part.file]) if last_of_file else start + part.last - part.first + 1
        taken[part.file] = stop
        lines += files[part.file][start:stop]
        origins += [(f"data/{part.file}", n) for n in range(start + 1, stop + 1)]
    return "".join(lines), tuple(origins)
