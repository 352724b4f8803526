"""``kb serve`` prints its address, refuses in one line, and stops when asked to."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from datasette import Request

import kb
from kb.base.errors import BadInput, KBError
from kb.store import publish, read
from kb.web import pages
from kb.web.serve import Address, bound, checked
from tests import programs
from tests.conftest import ROOT, Run
from tests.web.apart import run
from tests.web.other_builds import another_build
from tests.web.processes import serving

# -- refusals before anything starts --------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--host", "nosuch.invalid"], "kb: cannot listen at 'nosuch.invalid', port 0 ("),
        (["--host", ""], "kb: cannot listen at '', port 0 ("),
        (["--host", "203.0.113.7"], "kb: cannot listen at '203.0.113.7', port 0 ("),
        (["--public-url", "rulings.example"], "kb: --public-url is not the address of a site: 'rulings.example'"),
        (["--port", "70000"], "kb: Invalid value for '--port'"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(kb_command: Run, arguments: list[str], line: str) -> None:
    done = kb_command("serve", "--port", "0", *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith(line)
    assert len(done.stderr.splitlines()) == 1


def test_a_port_in_use_is_said(kb_command: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = kb_command("serve", "--port", str(port))
    assert done.returncode == 2
    assert done.stderr == f"kb: port {port} is in use; use another port: --port {port + 1}\n"


def test_a_damaged_build_is_not_served(kb_command: Run, own_built: Path) -> None:
    build = read.find(str(own_built))
    index = Path(build.path(next(name for name in build.files if name.startswith(read.INDEX))))
    index.write_bytes(index.read_bytes() + b"x")
    for change in (lambda: None, Path(build.path(read.CONTENTS)).unlink):
        change()
        done = kb_command("serve", "--host", "nosuch.invalid", KB_BUILT=str(own_built))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "listen" not in done.stderr and "kb build" in done.stderr, "said before anything else"
        assert len(json.loads(kb_command("doctor", "--json", KB_BUILT=str(own_built)).stdout)["problems"]) > 0


def test_a_public_address_is_that_of_a_site() -> None:
    for url in (
        "https://a.example",
        "http://127.0.0.1:8001",
        "https://a.example/b/c",
        "http://[::1]:80",
        "https://a.example/",
    ):
        assert checked(url) == url.rstrip("/")
    for url in (
        "a.example",
        "ftp://a.example",
        "https://",
        "https://a.example/?q",
        "https://u:p@a.example",
        "https://a/<b>",
    ):
        with pytest.raises(BadInput):
            checked(url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        (Address(), False),
        (Address("0.0.0.0"), True),
        (Address(public_url="https://a.example"), False),
        (Address(public_url="http://a.example"), True),
    ],
)
def test_offline_use_needs_https_and_that_is_said(address: Address, said: bool) -> None:
    with bound(address.host, 0) as listener:
        lines = address.messages(listener)
        port = listener.getsockname()[1]
    assert any("offline use needs https" in line for line in lines) == said
    assert all(len(line) < 100 for line in lines)
    assert lines[0].endswith(f"{address.public_url or ':' + str(port)}/judge")


# -- a server of its own ------------------------------------------------------------------------------------


def test_it_answers_until_it_is_asked_to_stop_and_finishes_what_is_under_way(built: str) -> None:
    with serving(built) as server:
        status, headers, body = server.get("/judge")
        assert status == 200 and headers["x-kb-build"] == read.find(built).digest and b"<form" in body
        assert "server" not in headers
        for path in ("/judge", "/r/rev-sub-2"):
            _, headers, body = server.get(path)
            status, again, nothing = server.get(path, **{"If-None-Match": headers["etag"]})
            assert body and (status, again["etag"], nothing) == (304, headers["etag"], b""), path
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
            connection.request("GET", "/kb/rulings.csv?_size=max")
            response = connection.getresponse()
            server.process.send_signal(signal.SIGINT)
            body = response.read()
        assert response.status == 200
        with kb.open(built) as base:
            assert all(f"\n{ruling}," in body.decode() for ruling in base.ids()[1:])
        assert server.process.wait(60) == 0
        with pytest.raises(ConnectionRefusedError):
            server.get("/judge")
    assert server.said == [f"the judge's page: http://127.0.0.1:{server.port}/judge\n", "Ctrl-C stops it\n"]


# -- builds that are published meanwhile --------------------------------------------------------------------


def test_a_newer_build_is_served_without_a_restart(own_built: Path) -> None:
    built = str(own_built)
    first = read.find(built)
    with serving(built) as server:
        assert server.get("/judge")[1]["x-kb-build"] == first.digest
        another_build(built, "aa")
        newer = read.find(built)
        for path in ("/kb/documents.json", "/judge?q=submerge", "/r/rev-sub-2"):
            served = set()
            for _ in range(100):  # the server looks for a build once a second
                status, headers, _ = server.get(path)
                assert status == 200
                served.add(headers["x-kb-build"])
                if newer.digest in served:
                    break
                time.sleep(0.1)
            assert newer.digest in served <= {first.digest, newer.digest}
        assert b"(aa)" in server.get("/kb/documents.json")[2]
        assert publish.is_held(newer.directory)
        assert server.stop(signal.SIGTERM) == 0


def test_a_request_whose_body_does_not_come_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "BODY_SECONDS", 0.05)

    async def never() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {}

    with pytest.raises(KBError, match=r"took longer than 0\.05 s"):
        run(pages.read_body(Request({"type": "http", "headers": []}, never)))


# -- a proxy in front


@pytest.mark.needs("nginx")
def test_nginx_accepts_the_configurations_of_the_page(certificate: tuple[str, str], tmp_path: Path) -> None:
    page, nginx = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8"), programs.find("nginx")
    shown = [dedent(block) for block in re.findall(r"```nginx\n(.*?)```", page, flags=re.S)]
    assert len(shown) == 3 and nginx
    for each in shown:
        own = re.sub(r"(ssl_certificate_key +)[^;]+;", rf"\1{certificate[0]};", each)
        own = re.sub(r"(ssl_certificate +)[^;]+;", rf"\1{certificate[1]};", own)
        config = tmp_path / "nginx.conf"
        config.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{own}\n}}\n")
        tested = [nginx, "-t", "-p", str(tmp_path), "-c", str(config), "-e", str(tmp_path / "error.log")]
        done = subprocess.run(tested, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
