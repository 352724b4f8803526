"""Expectations with something changed: whoever checks them has to notice."""

from __future__ import annotations

from typing import Any

#: expectations of which the opposite is another key
OPPOSITE = {"touch": "apart"}
OPPOSITE |= {other: key for key, other in OPPOSITE.items()}
NOTHING_ELSE = "no-such-thing"


def altered(key: str, value: Any) -> tuple[str, Any]:
    """Return the key and the value of an expectation that contradicts the given one."""
    return (OPPOSITE[key], value) if key in OPPOSITE else (key, other(value))


def other(value: Any) -> Any:
    """Return a value of the same type that differs from ``value``."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return NOTHING_ELSE
    if isinstance(value, (list, tuple)):
        return [other(value[0]), *value[1:]] if value and isinstance(value[0], dict) else [*value, NOTHING_ELSE]
    key = "are" if "are" in value else next(iter(value), "")
    return {**value, key: other(value[key])} if key else {"germany": {"infantry": 1}}
