"""Connections that ask for nothing keep nobody out, and whatever is sent, the log stays short."""

from __future__ import annotations

import signal
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from kb.base import paths
from tests.web.processes import Server, serving

#: `kb serve` with as many descriptors as the first argument says
MOST_UNPRUNED = (
    "import resource, sys; most = int(sys.argv.pop(1)); resource.setrlimit(resource.RLIMIT_NOFILE, (most, most));"
    "from kb.cli.front import main; main()"
)
#: the server of `kb serve` around a small application, with a shorter patience
HASTY = """
import sys
from kb.web.serve import Address, bound
from kb.web.connections import Connections, Limits, Listener
from kb.web.serve import bounded_log
from kb.web.serve import run

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        print("Ctrl-C stops it", file=sys.__stderr__, flush=True)
        await send({"type": "lifespan.startup.complete"})
        await receive(), await receive(), await send({"type": "lifespan.shutdown.complete"})
    else:
        size = int(scope["path"][1:] or 2)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": b"x" * size})

connections = Connections(Limits(connections=4, head=1, idle=1, stalled=1))
with bounded_log(), Listener.over(bound("127.0.0.1", int(sys.argv[-1])), connections) as listener:
    listener.listen()
    run(app, listener, Address())
"""
PARTIAL = b"GET /judge HTTP/1.1\r\nHost: a\r\nX-Slow: "


def connected(server: Server) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), 30)
    connection.settimeout(30)
    return connection


def ended(connection: socket.socket) -> bool:
    """Whether the server ends a connection without a word, within the 30 s that a read may take."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@contextmanager
def few_descriptors(built: str, most: int, *arguments: str) -> Iterator[Server]:
    with serving(built, *arguments, command=[sys.executable, "-c", MOST_UNPRUNED, str(most), "serve"]) as server:
        yield server


@pytest.fixture
def hasty() -> Iterator[Server]:
    """A server with four places, where everything may take a second."""
    with serving(paths.built(), command=[sys.executable, "-c", HASTY]) as server:
        yield server


def test_half_open_connections_keep_no_reader_out(built: str) -> None:
    with few_descriptors(built, 128) as server, ExitStack() as stack:
        for _ in range(3):
            for _ in range(100):
                stack.enter_context(connected(server)).sendall(PARTIAL)
            assert server.get("/judge")[0] == 200
        assert server.stop(signal.SIGTERM) == 0
    assert sum(map(len, server.said)) < 2_500, "".join(server.said)
    assert any("all 64 connections are taken" in line for line in server.said)


def test_connections_that_never_say_hello_keep_no_reader_of_https_out(built: str, certificate: tuple[str, str]) -> None:
    key, own = certificate
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    tls = ("--ssl-keyfile", key, "--ssl-certfile", own)
    with few_descriptors(built, 128, *tls) as server, ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(connected(server))
        with trusting.wrap_socket(connected(server)) as reader:
            reader.sendall(b"GET /judge HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert reader.recv(15) == b"HTTP/1.1 200 OK"
    assert sum(map(len, server.said)) < 2_500


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: a\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"]
)
def test_a_request_that_does_not_end_ends_the_connection(hasty: Server, sent: bytes) -> None:
    with connected(hasty) as connection:
        connection.sendall(sent)
        if b"\r\n\r\n" in sent:
            while not connection.recv(4096).endswith(b"xx"):
                pass
        assert ended(connection)
    assert hasty.get("/")[0] == 200
