"""Programs of the system that some tests run, and what happens to these tests where a program is missing.

A test names the program it runs with ``@pytest.mark.needs("nginx")``. Tests that use a fixture of :data:`FIXTURES` are
marked here; those that use ``browser`` are marked ``browser`` as well. Where a program is missing its tests are
deselected, and one line at the end says how many and what to install. With ``CI=true`` they fail instead.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from kb.web.phone import runtime

#: each program with the names it may have, and the Debian package that holds it
PROGRAMS = {
    "chromium": (("chromium", "chromium-browser"), "chromium"),
    "nginx": (("nginx",), "nginx-light"),
    "openssl": (("openssl",), "openssl"),
}
#: the interpreter that phones run; it is no program of the system, so ``kb`` fetches it
PHONE_ENGINE = "phone-engine"
#: fixtures that run a program
FIXTURES = {"browser": "chromium", "certificate": "openssl", "phone_engine": PHONE_ENGINE}
LEFT_OUT = pytest.StashKey[tuple[int, list[str]]]()


def find(program: str) -> str | None:
    """The path of a program; ``None`` if it is not installed."""
    if program == PHONE_ENGINE:
        return next(filter(runtime.is_there, [runtime.default_folder()]), None)
    own = [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]
    # Debian installs servers in sbin, which is on the path of root only
    where = os.pathsep.join(map(str, dict.fromkeys([*own, *(each.parent / "sbin" for each in own)])))
    names, _ = PROGRAMS[program]
    return next((found for name in names if (found := shutil.which(name, path=where))), None)


def needed_by(item: pytest.Item) -> list[str]:
    """The programs that a test needs and that are missing."""
    return [name for mark in item.iter_markers("needs") for name in mark.args if not find(name)]


def in_ci() -> bool:
    """Whether this is a run that must leave out nothing."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def report(count: int, missing: list[str]) -> str:
    """The line that says how many tests were left out, and what to install."""
    return f"{count} tests left out, as these programs are missing: {', '.join(missing)} ({installing(missing)})"


def installing(missing: list[str]) -> str:
    """How to install what is missing."""
    packages = " ".join(PROGRAMS[name][1] for name in missing if name in PROGRAMS)
    ways = [f"apt-get install {packages}" if packages else "", "kb phone-engine" if PHONE_ENGINE in missing else ""]
    return ", ".join(filter(None, ways))


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    used = getattr(item, "fixturenames", ())
    for fixture in FIXTURES.keys() & used:
        item.add_marker(pytest.mark.needs(FIXTURES[fixture]))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests whose programs are missing; last, so that only tests that were asked for are counted."""
    if in_ci():
        return
    missing = {item: needed_by(item) for item in items}
    left_out = [item for item, programs in missing.items() if programs]
    if left_out:
        config.stash[LEFT_OUT] = len(left_out), sorted({name for programs in missing.values() for name in programs})
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not missing[item]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in needed_by(item):
        pytest.fail(f"this test needs {name}: {installing([name])}", pytrace=False)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker of pytest-xdist: send what was left out to the process that reports."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """In the process that reports: each worker of pytest-xdist left out the same tests."""
    left_out = getattr(node, "workeroutput", {}).get("left_out")
    if left_out:
        node.config.stash[LEFT_OUT] = left_out


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if LEFT_OUT in config.stash:
        terminalreporter.write_line(report(*config.stash[LEFT_OUT]), yellow=True)
