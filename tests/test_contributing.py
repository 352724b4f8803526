"""Pages for contributors name files, tests and commands that exist; a release lists all that is wrong at once."""

from __future__ import annotations

import importlib.util
import re
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

PAGES = ("CONTRIBUTING.md", "README.md", "docs/architecture.md", "docs/data.md", "docs/search.md")
#: a path or a module between backticks, alone or as an argument of a command
PATH = re.compile(r"(?<![\w.<>/-])([\w.-]+/[\w./-]*|[\w-]+\.(?:py|js|yaml|jsonl|sh|md|toml|lock))(?![\w<>*-])")
#: the folders that a page may leave out of a path
BASES = ("", "kb", "kb/engine", "kb/cases", "kb/store", "kb/web", "data", "docs")
#: paths of pages, examples and ids of sections that look like paths of files
NOT_FILES = re.compile(
    r"^(/|rev/|revised/|fas/|dist/|built/|boards/|rules/|\.venv/|kb/_|podman|\.\.\./)|toy\.yaml|^shared\.js$"
)


def script(name: str) -> ModuleType:
    """Return a script of the project as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def paths(page: str) -> set[str]:
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text(page), flags=re.S))
    found = {path for span in spans if "://" not in span for path in PATH.findall(span)}
    return {path for path in found if not NOT_FILES.search(path)}


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    names = {path.name for top in ("kb", "scripts", "tests", "data") for path in (ROOT / top).rglob("*.*")}
    missing = {
        path
        for path in paths(page)
        if not any((ROOT / base / path).exists() for base in BASES) and not ("/" not in path and path in names)
    }
    assert not missing


def test_every_test_that_the_recipes_name_is_there() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = set(re.findall(r"`(test_\w+)`", text("CONTRIBUTING.md")))
    assert named and not {name for name in named if f"def {name}(" not in tests}


CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- later\n\n## [0.2.0] - 2030-01-02\n\n- now\n\n## [0.1.0] - 2029-01-02\n\n- then\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository with the files that a release looks at."""
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb" / "__init__.py").write_text('__version__ = "0.2.0"\n')
    (tmp_path / "pyproject.toml").write_text('version = "0.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    own = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*own, "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_release_tells_everything_that_is_wrong_at_once(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = script("release")
    monkeypatch.setattr(release, "interpreter", lambda version: "python")
    monkeypatch.setattr(release, "unbuildable", lambda root: "")
    assert list(release.findings(checkout, "0.2.0")) == []
    assert release.notes_of(CHANGELOG, "0.2.0") == "- now"
    (checkout / "stray").touch()
    monkeypatch.setattr(release, "interpreter", lambda version: "")
    told = "\n".join(release.findings(checkout, "0.3"))
    for wrong in (
        "is not a version",
        "pyproject.toml",
        "kb/__init__.py",
        "CHANGELOG.md",
        "not clean",
        "Python 3.12 is not here",
    ):
        assert wrong in told, wrong


def test_the_changelog_has_the_version() -> None:
    import kb

    assert script("release").notes_of(text("CHANGELOG.md"), kb.__version__)
