"""One build of the real documents for all tests, and copies of the data to damage."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import kb
from kb import paths
from kb.build.run import build
from kb.knowledge import KnowledgeBase

ROOT = Path(__file__).parent.parent

settings.register_profile(
    "suite", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def data() -> str:
    return str(ROOT / "data")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, data: str) -> str:
    """The real documents, built once."""
    where = str(tmp_path_factory.mktemp("built"))
    build(data, where)
    return where


@pytest.fixture(scope="session")
def base(built: str) -> Iterator[KnowledgeBase]:
    with kb.open(built) as opened:
        yield opened


@pytest.fixture
def own_data(tmp_path: Path, data: str) -> Path:
    """A copy of the data that a test may damage."""
    shutil.copytree(data, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def own_built(tmp_path: Path, built: str) -> Path:
    """A copy of the build that a test may damage."""
    shutil.copytree(built, tmp_path / "built")
    return tmp_path / "built"


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def kb_command(built: str, tmp_path: Path) -> Run:
    """Run ``kb`` as a user does, in an empty directory."""

    def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        settings = {**os.environ, "KB_BUILT": built, "PYTHONPATH": paths.CHECKOUT, **environment}
        code = "from kb.cli.front import main; main()"
        return subprocess.run(
            [sys.executable, "-c", code, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env=settings,
            cwd=tmp_path,
            check=False,
        )

    return run


def edit(path: Path, old: str, new: str) -> None:
    """Replace words in a file of a copy; the words must be there exactly once."""
    text = path.read_bytes().decode()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_bytes(text.replace(old, new).encode())
