"""A terminal of any size, for tests of output."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios

from kb.base import paths


def on_a_terminal(built: str, *arguments: str, columns: int = 60, lines: int = 200, **environment: str) -> str:
    """Run ``kb`` on a terminal of some ``columns`` and ``lines``, and return its output."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT, "TERM": "xterm", **environment}
    code = "from kb.cli.front import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=follower, stderr=follower, env=settings
    ) as process:
        os.close(follower)
        told = b""
        while select.select([leader], [], [], 10)[0]:
            try:
                more = os.read(leader, 65536)
            except OSError:
                break
            if not more:
                break
            told += more
        process.wait()
    os.close(leader)
    return told.decode()
