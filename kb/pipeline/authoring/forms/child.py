"""The process that converts one file: bytes on standard input, JSON on standard output."""

from __future__ import annotations

import importlib
import json
import re
import sys
from contextlib import suppress


class Refused(Exception):
    """A file that cannot be converted, with the reason and the remedy."""


def limit(seconds: int, memory: int) -> None:
    """Limit the processor time (seconds) and the memory (bytes) of this process, as far as the system supports it."""
    with suppress(ImportError):
        import resource

        for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory)):
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


def main(form: str, seconds: str, memory: str) -> int:
    """Convert the file on standard input; print its text, or why it is refused, as JSON. Return 0."""
    content = sys.stdin.buffer.read()
    module = importlib.import_module(f"kb.pipeline.authoring.forms.{form}")
    limit(int(seconds), int(memory))
    try:
        text, by, left_out = module.convert(content)
        if not re.search(r"\w", text):
            raise Refused("contains no text", "if a program displays text, save that as plain text")
        answer = {"text": text, "by": by, "left_out": left_out}
    except Refused as refused:
        answer = dict(zip(("wrong", "remedy"), refused.args, strict=True))
    sys.stdout.write(json.dumps(answer))
    return 0


if __name__ == "__main__":
    # the class that converters raise is that of the imported module, not of __main__
    from kb.pipeline.authoring.forms import child

    sys.exit(child.main(*sys.argv[1:4]))
