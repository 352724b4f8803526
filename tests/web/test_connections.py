"""Connections that ask for nothing keep nobody out, and whatever is sent, the log stays short."""

from __future__ import annotations

import logging
import os
import signal
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from select import select
from time import sleep

import pytest

from kb.base import paths
from kb.web import serve
from kb.web.connections import Limits, within_descriptors
from tests.web.processes import Server, serving

pytestmark = pytest.mark.slow

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


def test_bytes_one_by_one_win_no_time(hasty: Server) -> None:
    with connected(hasty) as connection:
        connection.sendall(PARTIAL)
        with suppress(ConnectionError):
            for _ in range(600):  # of 0.05 s, and the server's limit is 1 s
                connection.sendall(b"a")
                if select([connection], [], [], 0.05)[0]:
                    break
            else:
                pytest.fail("the connection was never ended")
        assert ended(connection)


def test_a_reader_that_takes_nothing_is_not_waited_for(hasty: Server) -> None:
    descriptors = f"/proc/{hasty.process.pid}/fd"
    idle = len(os.listdir(descriptors))
    with connected(hasty) as connection:
        connection.sendall(b"GET /50000000 HTTP/1.1\r\nHost: a\r\n\r\n")
        assert select([connection], [], [], 30)[0]
        for _ in range(600):
            if len(os.listdir(descriptors)) <= idle:
                break
            sleep(0.05)
        else:
            pytest.fail("the server holds the connection")


def test_requests_that_are_none_do_not_fill_the_log(hasty: Server) -> None:
    for _ in range(200):
        with connected(hasty) as connection:
            connection.sendall(b"\0\r\n\r\n")
            assert connection.recv(12) == b"HTTP/1.1 400"
    hasty.stop(signal.SIGTERM)
    assert 1 < len([line for line in hasty.said if "Invalid HTTP request" in line]) <= serve.LOG_LINES
    assert "more lines like this are left out" in hasty.said[-1]


def test_datasettes_own_lines_do_not_fill_the_log(built: str) -> None:
    with serving(built) as server:
        for _ in range(2 * serve.LOG_LINES):
            assert server.get("/kb/rulings.json?_search=%22wolfpacks(&_searchmode=raw")[0] == 400
        assert server.stop(signal.SIGTERM) == 0
    assert 0 < len([line for line in server.said if "ERROR: conn" in line]) <= serve.LOG_LINES
    assert not any("wolfpacks" in line for line in server.said)


def test_what_was_left_out_is_told_a_minute_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = [0.0]
    monkeypatch.setattr(serve, "monotonic", lambda: clock[0])
    few = serve.RepeatLimit()
    caplog.handler.addFilter(few)
    try:
        for turn in range(30):
            clock[0] = 2 * serve.LOG_SECONDS if turn == 29 else 0
            logging.getLogger("kb.web").warning("the same %d", turn)
        logging.getLogger("kb.web").warning("another")
    finally:
        caplog.handler.removeFilter(few)
    told = [record.getMessage() for record in caplog.records]
    assert told[:9] == [f"the same {turn}" for turn in range(9)]
    assert told[9] == "the same 9 (more lines like this are left out for up to 60 s)"
    assert told[10:] == ["the same 29 (19 lines like this were left out before)", "another"]


def test_without_limits_of_descriptors_all_connections_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)  # as on Windows
    assert within_descriptors(Limits(connections=10**6)).connections == 10**6
