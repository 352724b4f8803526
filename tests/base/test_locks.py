"""The lock files name one version of every package, by its hash, within the ranges of pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEEDED = [
    *PROJECT["project"]["dependencies"],
    *PROJECT["build-system"]["requires"],
    *PROJECT["dependency-groups"]["build"],
]
EXTRAS = PROJECT["project"]["optional-dependencies"]
#: the extras for development are in "dev" as "axis-allies-rulings[name]"
OWN = [each for each in map(Requirement, EXTRAS["dev"]) if each.name == PROJECT["project"]["name"]]
DEVELOPED = [
    *NEEDED,
    *(each for each in EXTRAS["dev"] if Requirement(each) not in OWN),
    *(each for own in OWN for extra in own.extras for each in EXTRAS[extra]),
]
LOCKS = {"requirements.lock": NEEDED, "requirements-dev.lock": DEVELOPED}
#: the machines that a lock is for, by the variables of markers
MACHINES = [
    {
        "python_version": python,
        "python_full_version": f"{python}.1",
        "platform_machine": machine,
        "sys_platform": "linux",
        "extra": "",
    }
    for python in ("3.11", "3.12", "3.13")
    for machine in ("x86_64", "aarch64")
]


def locked(name: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Return each package of a lock file with its requirement and its hashes."""
    text = re.sub(r"(?m)^\s*#.*\n", "", (ROOT / name).read_text()).replace("\\\n", " ")
    found = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        pinned, *hashes = re.split(r"\s+--hash=", line)
        requirement = Requirement(pinned)
        found[canonicalize_name(requirement.name)] = requirement, hashes
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_of_one_version_and_has_its_hashes(name: str) -> None:
    for requirement, hashes in locked(name).values():
        assert re.fullmatch(r"==[^,*]+", str(requirement.specifier)), requirement
        assert hashes and all(re.fullmatch("sha256:[0-9a-f]{64}", each) for each in hashes), requirement


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_satisfies_every_range_on_every_machine(name: str) -> None:
    packages = locked(name)
    for wanted in map(Requirement, LOCKS[name]):
        requirement, _ = packages[canonicalize_name(wanted.name)]
        (version,) = (each.version for each in requirement.specifier)
        assert wanted.specifier.contains(Version(version)), f"{wanted} is locked at {version}; run scripts/lock.sh"
        for machine in MACHINES:
            assert requirement.marker is None or requirement.marker.evaluate(machine), (requirement, machine)


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_its_packages_need(name: str) -> None:
    packages = locked(name)
    for package, (locked_as, _) in packages.items():
        if locked_as.marker is None or locked_as.marker.evaluate():
            for needed in map(Requirement, requires(package) or ()):
                if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                    assert canonicalize_name(needed.name) in packages, f"{package} needs {needed}"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host_and_no_path(name: str) -> None:
    assert not re.search(r"://|index|find-links|/tmp|/work|/home|/opt", (ROOT / name).read_text())


def test_what_is_served_is_what_is_tested() -> None:
    tested = locked("requirements-dev.lock")
    assert all(tested[package] == pinned for package, pinned in locked("requirements.lock").items())
