"""Any number of processes serve one build alike; nginx accepts the configurations of docs/serving.md."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from kb.store import read
from tests import programs
from tests.conftest import ROOT
from tests.web.processes import serving

PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
ALIKE = [
    "/judge?q=can+my+sub+submerge&part=results",
    "/r/rev-sub-2.json",
    "/r/no-1",
    "/ledger/revised-faq",
    "/kb/rulings.csv",
    "/kb/search.json?q=sub&_shape=array",
    "/nosuch",
]


def test_two_processes_answer_alike(built: str) -> None:
    with serving(built) as first, serving(built) as second:
        for path in ALIKE:
            (status, headers, body), (other, its, same) = (server.get(path) for server in (first, second))
            assert (status, body) == (other, same), path
            assert headers["x-kb-build"] == its["x-kb-build"] == read.find(built).digest
            assert headers.get("etag") == its.get("etag")
        tag = first.get("/r/rev-sub-2")[1]["etag"]
        assert second.get("/r/rev-sub-2", **{"if-none-match": tag})[0] == 304


def configurations() -> list[str]:
    """The configurations of nginx that the page shows."""
    return [dedent(block) for block in re.findall(r"```nginx\n(.*?)```", PAGE, flags=re.S)]


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
