"""Which encoding the bytes of a document are in, and their text.

The encoding is one that gives the bytes back: ``text.encode(encoding)`` with the byte order mark in front is what was
received, so the text in UTF-8 and the name of the encoding are as good as the file.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from kb.base.errors import Finding

#: byte order marks, the longer first
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: how files begin that are no text, with what to do
_NO_TEXT = (
    (b"%PDF", "a PDF", "open it, select all, and save what is copied as a text file"),
    (b"PK\x03\x04", "a document of a word processor or an archive", "save it as plain text or as a web page"),
    (b"{\\rtf", "rich text", "save it as plain text or as a web page"),
    (b"\xd0\xcf\x11\xe0", "a document of an old word processor", "save it as plain text or as a web page"),
)
#: encodings of one byte a character that word processors wrote, the likeliest first
_SINGLE = ("cp1252", "mac-roman", "latin-1")
#: marks that stand in such texts where they belong
_AT_HOME = re.compile(r"(?<=\w)’(?=\w)|(?<!\w)[“‘](?=\w)|(?<=[\w.,?!])[”’]|[ \w][–—][ \w]|…|(?m:^\s*•)|©|®|™|½|\u00a0")
#: letters where none belong: capitals and signs within a word
_ASTRAY = re.compile(r"(?<=[a-z])[^\x00-\x7fa-zà-öø-ÿŒœ’–—\u00a0](?=[a-z])|[\x80-\x9f]|(?<!\w)[ÒÔÕÓÐÑ](?!\w)")
#: UTF-8 that was read as cp1252 and saved so
_GARBLED = re.compile("â€[\u0153\u009d\u2122\u02dc\u201c\u201d\u00a6]|Ã[\u00a0-\u00bf]|\ufffd")


@dataclass(frozen=True)
class Decoded:
    """The text of a file and its encoding; ``sure`` is false for a guess among encodings of one byte a character."""

    text: str
    encoding: str = "utf-8"
    sure: bool = True


def decode(raw: bytes, name: str) -> tuple[Decoded, list[Finding]]:
    """The text of a document as it was received, or a finding of what it is instead.

    A byte order mark of UTF-8 stays in the text, where it is noise; that of another encoding is part of its name.
    """
    for begins, what, cure in _NO_TEXT:
        if raw.startswith(begins):
            return Decoded(""), [Finding(f"not a text but {what}", name, 0, cure)]
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _strict(raw if encoding == "utf-8" else raw[len(mark) :], encoding, name)
    if wide := _without_mark(raw):
        return _strict(raw, wide, name)
    if b"\0" in raw:
        return Decoded(""), [Finding("not a text", name, raw[: raw.index(b"\0")].count(b"\n") + 1, "name a document")]
    try:
        return Decoded(raw.decode("utf-8")), []
    except UnicodeDecodeError as error:
        readable = raw.decode("utf-8", "ignore")
        broken = raw.decode("utf-8", "replace").count("\ufffd") - readable.count("\ufffd")
        if sum(not each.isascii() for each in readable) >= broken:
            line = raw[: error.start].count(b"\n") + 1
            return Decoded(""), [
                Finding(f"the byte 0x{raw[error.start]:02x} is not UTF-8, as the rest is", name, line, "correct it")
            ]
        return _single(raw), []


def encode(text: str, encoding: str) -> bytes:
    """The bytes of a text as it was received: the reverse of :func:`decode`, but for a byte order mark."""
    return text.encode(encoding or "utf-8")


def garbled(text: str) -> list[int]:
    """Where the text has characters that no author wrote: UTF-8 that was once read as something else."""
    return [found.start() for found in _GARBLED.finditer(text)]


def _strict(raw: bytes, encoding: str, name: str) -> tuple[Decoded, list[Finding]]:
    try:
        return Decoded(raw.decode(encoding), encoding), []
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, "ignore").count("\n") + 1
        return Decoded(""), [Finding(f"not {encoding.upper()} text", name, line, "save the file as UTF-8")]


def _without_mark(raw: bytes) -> str:
    """UTF-16 without a byte order mark: in a text of Latin letters every second byte is zero."""
    many = len(raw) // 2
    if many < 2 or len(raw) % 2:
        return ""
    if raw[1::2].count(0) > 0.7 * many and raw[::2].count(0) < 0.05 * many:
        return "utf-16-le"
    if raw[::2].count(0) > 0.7 * many and raw[1::2].count(0) < 0.05 * many:
        return "utf-16-be"
    return ""


def _single(raw: bytes) -> Decoded:
    """The text in the encoding in which most marks are where they belong."""
    rated = []
    for encoding in _SINGLE:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        rated.append((len(_AT_HOME.findall(text)) - 2 * len(_ASTRAY.findall(text)), text, encoding))
    _, text, encoding = max(rated, key=lambda row: row[0])
    return Decoded(text, encoding, sure=False)
