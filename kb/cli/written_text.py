"""The text of a file that is named on the command line, or of standard input."""

from __future__ import annotations

import sys

from kb import yamlfile

#: what stands for standard input where a file is named
STANDARD_INPUT = "-"
_CALLED = "standard input"


def read(path: str) -> tuple[str, str]:
    """A text, and how messages call it. Raises :class:`kb.errors.BadInput` where it is too long or no text."""
    if path != STANDARD_INPUT:
        return yamlfile.text_in(path), path
    return yamlfile.text_of(sys.stdin.buffer.read(yamlfile.MAX_BYTES + 1), _CALLED), _CALLED
