"""Any number of processes serve one build alike; a new build is rolled out without losing a request or mixing two."""

from __future__ import annotations

import http.client
import os
import pwd
import re
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from kb.store import read
from tests import programs
from tests.web.other_builds import another_build
from tests.web.processes import Server, free_port, serving
from tests.web.test_serving_page import configurations

pytestmark = pytest.mark.slow

ALIKE = [
    "/judge",
    "/judge?q=can+my+sub+submerge&part=results",
    "/judge/search.json?q=submarien",
    "/r/rev-sub-2",
    "/r/rev-sub-2.json",
    "/r/no-1",
    "/ledger/revised-faq",
    "/kb/rulings.json?_shape=array&_size=20",
    "/kb/rulings.csv",
    "/kb/games",
    "/kb/search?q=sub",
    "/nosuch",
]
SECOND = "(ef)"
HEAD = """{user}
daemon off;
worker_processes 1;
pid {here}/nginx.pid;
error_log {here}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log {here}/access.log;
    client_body_temp_path {here}/body;
    proxy_temp_path {here}/proxy;
    fastcgi_temp_path {here}/fastcgi;
    uwsgi_temp_path {here}/uwsgi;
    scgi_temp_path {here}/scgi;
"""


def documented() -> str:
    """The configuration for two processes that docs/serving.md shows."""
    (block,) = [each for each in configurations() if "upstream" in each]
    return block


@contextmanager
def balancing(here: Path, ports: tuple[int, int]) -> Iterator[int]:
    """The documented nginx in front of two processes, on loopback and without TLS; its port."""
    nginx = programs.find("nginx")
    assert nginx
    port = free_port()
    own = documented().replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    own = re.sub(r"\n *ssl_certificate.*", "", own)
    for shown, used in zip(("127.0.0.1:8001", "127.0.0.1:8002"), ports, strict=True):
        assert shown in own
        own = own.replace(shown, f"127.0.0.1:{used}")
    user = "" if os.getuid() else f"user {pwd.getpwuid(0).pw_name};"
    config = here / "nginx.conf"
    config.write_text(HEAD.format(user=user, here=here) + own + "}\n")
    process = subprocess.Popen(
        [nginx, "-p", str(here), "-c", str(config), "-e", str(here / "error.log")], stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                break
            except ConnectionRefusedError:
                assert process.poll() is None, (here / "error.log").read_text()
                time.sleep(0.05)
        yield port
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(30)


class Reader(threading.Thread):
    """Somebody who uses the judge's page through the load balancer, again and again, and notes what came."""

    def __init__(self, port: int, enough: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.enough = port, enough
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            while not self.enough.is_set():
                self.visit(connection)
        except Exception as error:
            self.wrong.append(repr(error))
        finally:
            connection.close()

    def visit(self, connection: http.client.HTTPConnection) -> None:
        """A page, then what it loads; then a table."""
        _, of, page = self.ask(connection, "/judge")
        named = set(re.findall(r'data-build="(\w+)"', page))
        if named != {of[:12]}:
            self.wrong.append(f"a page of {of[:12]} says {named}")
        for part in (
            f"/judge?q=sub&part=results&build={of[:12]}",
            *re.findall(r'data-(?:index|cards)="([^"]+)"', page),
        ):
            status, other, _ = self.ask(connection, part, refusals=(404,))
            if status == 200 and other != of:
                self.wrong.append(f"{part} of a page of {of[:12]} came from {other[:12]}")
            self.answers["refused"] += status != 200
        _, of, table = self.ask(connection, "/kb/documents.json?_shape=array")
        if (SECOND in table) != (of.startswith("ef")):
            self.wrong.append(f"a table of {of[:12]} has the rows of another build")

    def ask(
        self, connection: http.client.HTTPConnection, path: str, refusals: tuple[int, ...] = ()
    ) -> tuple[int, str, str]:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read().decode()
        of = response.getheader("x-kb-build") or ""
        self.answers[of[:12]] += 1
        if response.status != 200 and response.status not in refusals:
            self.wrong.append(f"{response.status} {path}")
        return response.status, of, body


def wait_for_answers(readers: list[Reader], more: int) -> None:
    """Wait until so many more answers have come, for at most a minute."""
    until, wanted = time.monotonic() + 60, sum(sum(each.answers.values()) for each in readers) + more
    while sum(sum(each.answers.values()) for each in readers) < wanted and time.monotonic() < until:
        time.sleep(0.02)


def unmeasured(body: bytes) -> bytes:
    """A page without the time that its queries took."""
    return re.sub(rb"[\d.]+ms|\"query_ms\": [\d.]+", b"", body)


@pytest.mark.needs("nginx")
def test_two_processes_answer_alike(built: str, tmp_path: Path) -> None:
    with serving(built) as first, serving(built) as second, balancing(tmp_path, (first.port, second.port)) as port:
        front = Front(port)
        for path in ALIKE:
            (status, headers, body), (other, its, same) = (
                server.get(path, host="rulings.example") for server in (first, second)
            )
            assert (status, headers["x-kb-build"], unmeasured(body)) == (other, its["x-kb-build"], unmeasured(same)), (
                path
            )
            assert headers["x-kb-build"] == read.find(built).digest
            assert headers.get("etag") == its.get("etag")
            through = front.get(path, host="rulings.example")
            assert (through[0], unmeasured(through[2])) == (status, unmeasured(body)), path
        tag = first.get("/r/rev-sub-2")[1]["etag"]
        assert second.get("/r/rev-sub-2", **{"if-none-match": tag})[0] == 304
        assert first.stop(signal.SIGTERM) == 0
        assert [front.get("/judge")[0] for _ in range(6)] == [200] * 6


class Front(Server):
    """What stands in front, asked as a server is."""

    def __init__(self, port: int) -> None:
        self.port = port


@pytest.mark.needs("nginx")
def test_a_build_is_rolled_out_without_losing_a_request_or_mixing_two(own_built: Path, tmp_path: Path) -> None:
    built = str(own_built)
    old = read.find(built).digest
    ports = (free_port(), free_port())
    enough = threading.Event()
    with ExitStack() as running, balancing(tmp_path, ports) as port:
        servers = [running.enter_context(serving(built, port=each)) for each in ports]
        readers = [Reader(port, enough) for _ in range(4)]
        for reader in readers:
            reader.start()
        new = another_build(built, "ef")
        for each, server in zip(ports, servers, strict=True):
            wait_for_answers(readers, 30)
            assert server.stop(signal.SIGTERM) == 0
            running.enter_context(serving(built, port=each))
        wait_for_answers(readers, 30)
        enough.set()
        for reader in readers:
            reader.join(60)
        assert [wrong for reader in readers for wrong in reader.wrong] == []
        seen = sum((reader.answers for reader in readers), Counter[str]())
        assert seen[old[:12]] > 20 and seen[new[:12]] > 20
        assert Front(port).get("/judge")[1]["x-kb-build"] == new


def test_the_documented_configuration_says_what_matters() -> None:
    assert all(word in documented() for word in ("proxy_next_upstream", "max_fails=0", "http_404"))
