"""Reads the manifest and puts each document together as it was received."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence

from kb.base.data_files import read_list
from kb.base.errors import Finding, raise_if
from kb.base.model import LINE_END, Document, Part, SourceText
from kb.base.shape import unknown
from kb.base.standing import STANDINGS

MANIFEST = "documents.yaml"


def lines_of(text: str) -> list[str]:
    """Return the lines of ``text`` with their line ends, so that joining them gives ``text`` back."""
    ends = [m.end() for m in LINE_END.finditer(text)]
    starts = [0, *ends]
    return [text[a:b] for a, b in zip(starts, [*ends, len(text)], strict=True) if b > a or not ends]


def read_manifest(data: str) -> tuple[Document, ...]:
    """Return the documents named in ``data/documents.yaml``. Raises :class:`BadInput`."""
    found = read_list(data, MANIFEST, "documents", Document)
    raise_if(finding for document in found for finding in _malformed(document, f"data/{MANIFEST}"))
    return found


def _malformed(document: Document, file: str) -> Iterator[Finding]:
    """Yield findings about values that have the right type but not the right form."""
    yield from unknown([document.standing], STANDINGS, "standing", file, document.line)
    for part in document.parts:
        if not re.fullmatch(r"[1-9]\d{0,6}(-[1-9]\d{0,6})?", part.lines):
            yield Finding(f"'{part.lines}' is no range of lines", file, part.line, "write it as 9-26")
    for topic in document.topics:
        if not re.fullmatch(r"[a-z][a-z0-9]{1,15}", topic.slug):
            what, cure = f"'{topic.slug}' cannot be part of an id", "two to sixteen small letters or digits"
            yield Finding(what, file, topic.line, cure)


def decode(raw: bytes, name: str) -> tuple[str, list[Finding]]:
    """UTF-8 text of ``raw``, or a finding that names the line of the first bad byte."""
    try:
        return raw.decode("utf-8"), []
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return "", [Finding("not UTF-8 text", name, line, "save the file as UTF-8")]


def read(document: Document, data: str, verify: bool = True) -> SourceText:
    """Put a document together from its parts, in the order it was received.

    With ``verify`` the SHA-256 must be that of the received file. Raises :class:`BadInput`.
    """
    findings: list[Finding] = []
    files: dict[str, list[str]] = {}
    for file in dict.fromkeys(part.file for part in document.parts):
        name = f"data/{file}"
        try:
            with open(os.path.join(data, file), "rb") as handle:
                text, bad = decode(handle.read(), name)
            findings += bad
            files[file] = lines_of(text)
        except OSError as error:
            findings.append(
                Finding(f"cannot be read ({error.strerror})", name, 0, f"restore the file of {document.id}")
            )
    raise_if(findings)
    text, origins = _assemble(document.parts, files)
    digest = hashlib.sha256(text.encode()).hexdigest()
    if verify and digest != document.sha256:
        where = ", ".join(f"data/{file}" for file in files)
        raise_if(
            [
                Finding(
                    f"the text of '{document.id}' is not the document that was received (SHA-256 differs)",
                    where,
                    0,
                    f"restore the file, or if it was re-issued, put its SHA-256 into data/documents.yaml: {digest}",
                )
            ]
        )
    return SourceText(document, text, origins)


def _assemble(parts: Sequence[Part], files: dict[str, list[str]]) -> tuple[str, tuple[tuple[str, int], ...]]:
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
