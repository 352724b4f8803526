"""Converts a published file (a web page, Word, PDF) into the Markdown that is read, stored and accounted for.

The form is decided by the content. Each file is converted in a process of its own, with limits of memory and time, so
that a damaged or hostile file ends that process only. Nothing that a file refers to is fetched.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass

from kb.base.errors import BadInput, Finding

#: no received file is larger (bytes)
MAX_RECEIVED = 40_000_000
#: limits of a conversion: seconds of one core, bytes of memory
SECONDS, MEMORY = 30, 2_000_000_000
HTML, WORD, PDF = "html", "word", "pdf"
#: the ending of a kept file of each form
ENDINGS = {HTML: ".html", WORD: ".docx", PDF: ".pdf"}
_TEXT = "open it, and save its contents as plain text"
#: the first bytes of files of other forms, in lowercase, with their names and the remedy
_OTHERS = (
    (b"{\\rtf", "rich text", "save it as .docx or as plain text"),
    (b"\xd0\xcf\x11\xe0", "a document of an old word processor", "save it as .docx or as plain text"),
    (b"\x89png", "a picture", "use the text of an OCR program"),
    (b"\xff\xd8\xff", "a picture", "use the text of an OCR program"),
    (b"gif8", "a picture", "use the text of an OCR program"),
    (b"\x1f\x8b", "a compressed file", "unpack it"),
)
_PAGE = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|div|main|article|table|h[1-6]|p|ul|ol|dl)\b",
    re.I | re.S,
)


@dataclass(frozen=True)
class Converted:
    """The Markdown of a file; ``by`` names the converter with its version, ``left_out`` the parts that it omits."""

    form: str
    text: str
    by: str
    left_out: tuple[str, ...] = ()


def form_of(path: str, content: bytes) -> str:
    """Return the form of a file by its content; empty for a text. Raises :class:`BadInput` for other forms."""
    start = content[:1024].lower()
    for begins, what, remedy in _OTHERS:
        if start.startswith(begins):
            raise BadInput(Finding(f"is {what}, not plain text", path, 0, remedy))
    if b"%pdf-" in start:
        return PDF
    if start.startswith(b"pk\x03\x04"):
        if b"word/document.xml" in content:
            return WORD
        raise BadInput(Finding("is an archive or a document that kb cannot read", path, 0, f"unpack it, or {_TEXT}"))
    if start.startswith((b"mime-version:", b"from: <saved by")):
        raise BadInput(Finding("is a web archive (MHTML)", path, 0, "save it as 'web page, HTML only'"))
    plain = start.removeprefix(b"\xef\xbb\xbf")
    if plain.startswith((b"\xff\xfe<", b"\xfe\xff\x00<")) or _PAGE.match(plain):
        return HTML
    return ""


def convert(path: str, content: bytes, form: str) -> Converted:
    """Convert a file of a form in a process of its own. Raises :class:`BadInput` with one finding."""
    command = [sys.executable, "-m", "kb.pipeline.authoring.forms.child", form, str(SECONDS), str(MEMORY)]
    what = "it takes too much time or memory to convert, or is damaged"
    try:
        run = subprocess.run(command, input=content, capture_output=True, check=False, timeout=2 * SECONDS)
        answer = json.loads(run.stdout) if run.returncode == 0 else {"wrong": what, "remedy": _TEXT}
    except (subprocess.TimeoutExpired, ValueError):
        answer = {"wrong": what, "remedy": _TEXT}
    if "wrong" in answer:
        raise BadInput(Finding(answer["wrong"], path, 0, answer["remedy"]))
    return Converted(form, answer["text"], answer["by"], tuple(answer["left_out"]))
