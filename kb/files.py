"""Reads a file that somebody names: whole, and up to a size."""

from __future__ import annotations

from kb.errors import BadInput, Finding


def read_bounded(path: str, most: int, hint: str, shorten: str) -> bytes:
    """The content of a file, at most ``most`` bytes.

    Raises :class:`BadInput` for a file that cannot be read, with ``hint``, and for a larger one, with ``shorten``: what
    to do then.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or "that is no name of a file"
        raise BadInput(Finding(f"cannot be read ({reason})", path, 0, hint)) from None
    if len(content) > most:
        raise BadInput(Finding(f"larger than {most:,} bytes", path, 0, shorten))
    return content
