"""The configurations of nginx in docs/serving.md are accepted by nginx."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from tests import programs
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


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
