"""Texts and dates of an event's file, read strictly: they are strangers' words, which pages and slips repeat."""

from __future__ import annotations

from kb.errors import Finding


def cleaned(text: str) -> str:
    """A text as one line, without characters that cannot be printed."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())


def one_line(
    value: object, key: str, longest: int, file: str, line: int, findings: list[Finding], needed: bool = False
) -> str:
    """A text of at most so many characters, as one line; where it is ``needed``, not an empty one."""
    if not isinstance(value, str):
        findings.append(Finding(f"'{key}' must be text", file, line, f"write '{key}: ...' in one line"))
        return ""
    text = cleaned(value)
    if len(text) > longest:
        findings.append(Finding(f"'{key}' has {len(text)} characters", file, line, f"at most {longest}"))
        return ""
    if needed and not text:
        findings.append(Finding(f"'{key}' is empty", file, line, "write what it is"))
    return text


def date(value: object, key: str, file: str, line: int, findings: list[Finding]) -> str:
    """An ISO date."""
    import datetime

    try:
        if not isinstance(value, str) or len(value) != len("2026-11-20"):
            raise ValueError
        return datetime.date.fromisoformat(value).isoformat()
    except ValueError:
        told = f"'{value[:20]}'" if isinstance(value, str) else "that"
        findings.append(Finding(f"'{key}': {told} is no date", file, line, "write it as 2026-11-20"))
        return ""
