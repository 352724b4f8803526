"""Any number of processes serve one build alike; a new build is rolled out without losing a request or mixing two."""

from __future__ import annotations

import os
import pwd
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest

from kb.store import read
from tests import programs
from tests.conftest import ROOT
from tests.web.processes import Server, free_port, serving

PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def configurations() -> list[str]:
    """The configurations of nginx that the page shows."""
    return [dedent(block) for block in re.findall(r"```nginx\n(.*?)```", PAGE, flags=re.S)]


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
@pytest.mark.parametrize("place", range(3))
def test_nginx_accepts_a_configuration(place: int, certificate: tuple[str, str], tmp_path: Path) -> None:
    key, own = certificate
    shown = re.sub(r"(ssl_certificate +)[^;]+;", rf"\1{own};", configurations()[place])
    shown = re.sub(r"(ssl_certificate_key +)[^;]+;", rf"\1{key};", shown)
    config = tmp_path / "nginx.conf"
    config.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{shown}\n}}\n")
    nginx = programs.find("nginx")
    assert nginx
    tested = [nginx, "-t", "-p", str(tmp_path), "-c", str(config), "-e", str(tmp_path / "error.log")]
    done = subprocess.run(tested, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(configurations()) == 3
