"""Programs of the system that some tests run.

A test names the program that it runs with ``@pytest.mark.needs("nginx")``; tests that use a fixture of
:data:`FIXTURES` are marked here. A test whose program is missing is skipped, and the summary names how to install it.
With ``CI=true`` it fails.
"""

from __future__ import annotations

import os
import shutil

import pytest

from kb.web.phone import runtime

#: the interpreter that phones run; ``kb`` fetches it
PHONE_ENGINE = "phone-engine"
#: how to install each program
INSTALLED_BY = {
    "chromium": "apt-get install chromium",
    "nginx": "apt-get install nginx-light",
    "openssl": "apt-get install openssl",
    "openapi-python-client": "pipx install openapi-python-client",
    PHONE_ENGINE: "kb phone-engine",
}
#: fixtures that run a program
FIXTURES = {"browser": "chromium", "certificate": "openssl", "phone_engine": PHONE_ENGINE}


def find(program: str) -> str | None:
    """Return the path of a program; ``None`` if it is not installed."""
    if program == PHONE_ENGINE:
        return next(filter(runtime.is_there, [runtime.default_folder()]), None)
    # Debian installs servers in sbin, which is on the path of root only
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin")))


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    for fixture in FIXTURES.keys() & {*getattr(item, "fixturenames", ())}:
        item.add_marker(pytest.mark.needs(FIXTURES[fixture]))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for name in (name for mark in item.iter_markers("needs") for name in mark.args):
        if not find(name):
            stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
            stop(f"{name} is missing: {INSTALLED_BY[name]}")
