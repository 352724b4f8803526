"""Plain English: numbers in words, lists, plurals, sentences."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def listed(parts: Iterable[str]) -> str:
    """``a, b and c``; empty parts are left out."""
    present = [part for part in parts if part]
    return f"{', '.join(present[:-1])} and {present[-1]}" if len(present) > 1 else "".join(present)


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":", "?")) else ".")


def plural(name: str, count: int) -> str:
    """A unit's name for so many of them: ``submarines``, ``infantry``."""
    if count == 1 or name.endswith(("try", "ery", "aircraft", "armor")):
        return name
    return f"{name}{'es' if name.endswith(('x', 's', 'ch', 'sh')) else 's'}"


def spaced(name: str) -> str:
    """An id as words: ``aircraft carrier``."""
    return name.replace("-", " ")
