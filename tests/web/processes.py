"""``kb serve`` as a process of its own, as an operator runs it."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager

from kb.base import paths

COMMAND = [sys.executable, "-c", "from kb.cli.front import main; main()", "serve"]


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Server:
    """A running ``kb serve``: its address, and the lines that it printed."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port, self.said = process, port, list[str]()
        assert process.stderr is not None
        for line in process.stderr:
            self.said.append(line)
            if "stops it" in line:
                return
        raise AssertionError("".join(self.said))

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Return the status, headers and body of an answer, over a connection of its own."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()

    def stop(self, signal: int) -> int:
        """Send a signal and wait; the exit status."""
        self.process.send_signal(signal)
        return self.process.wait(60)


@contextmanager
def serving(built: str, *arguments: str, port: int = 0, command: list[str] = COMMAND) -> Iterator[Server]:
    """Yield a server on the current build of ``built``, and stop it at the end, also after an error."""
    port = port or free_port()
    environment = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT}
    process = subprocess.Popen(
        [*command, "--port", str(port), *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Server(process, port)
    finally:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
