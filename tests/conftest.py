"""One build of the real documents for all tests and all workers, and copies of the data to damage."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

import kb
from kb.base import paths
from kb.knowledge import KnowledgeBase
from kb.pipeline.kept import FILE
from kb.pipeline.kept_index import FOLDER
from kb.pipeline.run import build
from tests import forked

pytest_plugins = ["tests.programs"]

ROOT = Path(__file__).parent.parent

#: how many examples of a property are tried; a test that needs more asks for a multiple of the default
EXAMPLES = 20
#: a test on a sample looks at one item of this number
ONE_OF = 8
Sample = Callable[[Iterable[Any]], list[Any]]


def pytest_configure(config: pytest.Config) -> None:
    settings.register_profile(
        "default-examples",
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("default-examples")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With ``-n auto``: no workers where files or tests are named, as these mostly end before workers have started; one
    more than there are processors otherwise, because tests wait for browsers and servers."""
    return 0 if config.args != config.getini("testpaths") else (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of the site of files first, in one worker; later, all workers would wait for the site."""
    items.sort(key=lambda each: "static_site" not in getattr(each, "fixturenames", ()))


def pytest_collection_finish() -> None:
    gc.freeze()  # what all tests have loaded is not looked at by each full collection


@pytest.fixture(scope="session")
def sample() -> Sample:
    """Return a function: ``sample(items)`` returns every item whose index is a multiple of :data:`ONE_OF`."""
    return lambda items: list(items)[::ONE_OF]


@pytest.fixture(scope="session")
def data() -> str:
    return str(ROOT / "data")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Yield one Chromium for all tests; a test asks it for a ``new_page()`` and closes that."""
    from tests.browser import chromium

    with chromium() as opened:
        yield opened


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Once:
    """Return a function: ``once(name, make)`` returns a directory that all workers share. The first worker that asks
    for ``name`` calls ``make(directory)`` to fill it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if hasattr(request.config, "workerinput") else own

    def get(name: str, make: Callable[[Path], object]) -> Path:
        where, made = shared / name, shared / f"{name}.made"
        with FileLock(f"{where}.lock"):
            if not made.exists():
                shutil.rmtree(where, ignore_errors=True)  # of a worker that failed
                where.mkdir()
                make(where)
                made.touch()
        return where

    return get


@pytest.fixture(scope="session")
def built(once: Once, data: str) -> str:
    """Build the real documents once, with the results that the checkout's build kept, and return the folder."""

    def make(where: Path) -> None:
        if (Path(paths.built()) / FILE).is_file():
            keep_results(where, paths.built())
        build(data, str(where))

    return str(once("built", make))


def keep_results(place: Path, built: str) -> None:
    """Copy the results that builds in the folder ``built`` kept to the folder ``place``, so that a build there plays
    only what changed."""
    place.mkdir(exist_ok=True)
    shutil.copy(Path(built) / FILE, place / FILE)
    if (Path(built) / FOLDER).is_dir():
        shutil.copytree(Path(built) / FOLDER, place / FOLDER)


@pytest.fixture(scope="session")
def base(built: str) -> Iterator[KnowledgeBase]:
    with kb.open(built) as opened:
        yield opened


@pytest.fixture
def own_data(tmp_path: Path, data: str) -> Path:
    """Return a copy of the data that a test may damage."""
    shutil.copytree(data, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def own_built(tmp_path: Path, built: str) -> Path:
    """Return a copy of the build that a test may damage."""
    shutil.copytree(built, tmp_path / "built", ignore=shutil.ignore_patterns(FILE, FOLDER))
    return tmp_path / "built"


@pytest.fixture
def out(tmp_path: Path, built: str) -> str:
    """Return a folder without a build, but with the kept results of the build of all tests."""
    keep_results(tmp_path / "out", built)
    return str(tmp_path / "out")


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def kb_command(built: str, tmp_path: Path) -> Run:
    """Run ``kb`` as a user does, in an empty directory; see :mod:`tests.forked`."""

    def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return forked.run(arguments, stdin, {**os.environ, "KB_BUILT": built, **environment}, tmp_path)

    return run


def edit(path: Path, old: str, new: str) -> None:
    """Replace ``old`` by ``new`` in a file; fail unless ``old`` occurs exactly once."""
    text = path.read_bytes().decode()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_bytes(text.replace(old, new).encode())
