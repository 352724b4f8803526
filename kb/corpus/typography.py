"""Repairs typography (spaces, invisible characters, line breaks): the only change ever made to official words;
finds words.

A repair never touches a letter or a digit, and repairing twice changes nothing more.
"""

from __future__ import annotations

import re

SPACES = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    "\t\f\v\u2028\u2029\x85"
)
INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\x00"

#: the wide characters of East Asian documents, each with its narrow form
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(wide): ord(plain) for wide, plain in zip("。、「」『』【】", ".,“”“”[]", strict=True)
}
_TABLE = {ord(c): " " for c in SPACES} | {ord(c): None for c in INVISIBLE}


def repair(text: str) -> str:
    """Repair the typography of one line of text."""
    return re.sub(r" {2,}", " ", text.translate(_TABLE)).strip()


def narrow(text: str) -> str:
    """Return a text with ASCII characters in place of the wide ones of East Asian documents: ``Ｑ：`` -> ``Q:``. The
    length does not change."""
    return text if text.isascii() else text.translate(_WIDE)


def unwrap(lines: list[str]) -> str:
    """Join the lines of one paragraph; after a hyphen or a soft hyphen the next line joins closely."""
    out, broken = "", False
    for raw in lines:
        line = repair(raw)
        closely = broken or bool(re.search(r"\w-$", out) and re.match(r"[A-Za-z]", line))
        out += line if closely or not (out and line) else f" {line}"
        broken = raw.rstrip().endswith("\u00ad")
    return out


def plain(markdown: str) -> str:
    """Return Markdown in one line, without the marks of emphasis, lists and quotations: the form that is searched,
    compared and fingerprinted."""
    text = re.sub(r"(?m)^(?:> ?)*(?:(?:[-*+]|\d+[.)])\s+)?", "", markdown)
    if "*" in text or "_" in text:
        text = re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text, flags=re.S)
        text = re.sub(r"(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])", r"\2", text, flags=re.S)
    return " ".join(text.split())


_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"})


def words(text: str) -> str:
    """Return only the words of ``text``, in lowercase, for fingerprints: ``U.S. “turn”`` -> ``us turn``."""
    flat = plain(text).translate(_QUOTES).lower().replace("'", "")
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"(?<=\b[a-z])\.(?=[a-z]\b)", "", flat)))
