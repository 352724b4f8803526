"""Prepares a release: checks the checkout, builds the wheel, tries it in bare environments, and makes the tag.

    python scripts/release.py 0.2.0              everything; nothing is pushed
    python scripts/release.py 0.2.0 --dry-run    everything but the tag

Each of Python 3.11, 3.12 and 3.13 gets an environment of its own with the versions of requirements.lock and the wheel;
in it ``kb`` builds, searches and shows. Interpreters are looked for on the path and among those of pyenv. All faults of
the checkout are reported at once, before anything is built. The wheel is left in ``dist/``.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
#: what the installed command is asked, with a text that has to be in its output or its messages
TRIALS = (
    (("--version",), "kb {version}"),
    (("search", "does a destroyer that a sub hits shoot back", "-n", "1"), "rev-sub-2"),
    (("show", "rev-sub-2"), "official answer"),
    (("build",), "every proof holds"),
    (("search", "lone transport", "-n", "1"), "-"),
)


def notes_of(changelog: str, version: str) -> str:
    """Return the entry of a version in the changelog, without its heading; empty if it is missing."""
    found = re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |^\[|\Z)", changelog, re.M | re.S
    )
    return found[1].strip() if found else ""


def findings(root: Path, version: str) -> Iterator[str]:
    """Yield a sentence for each finding that keeps the checkout at ``root`` from being released as ``version``."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"'{version}' is not a version; write it as 1.2.3"
    for file, pattern in (("pyproject.toml", r'^version = "(.*)"'), ("kb/__init__.py", r'^__version__ = "(.*)"')):
        told = re.search(pattern, (root / file).read_text(encoding="utf-8"), re.M)
        if not told or told[1] != version:
            yield f"{file}: the version is {told[1] if told else 'missing'}; write {version}"
    if not notes_of((root / "CHANGELOG.md").read_text(encoding="utf-8"), version):
        yield f"CHANGELOG.md: there is no section '## [{version}] - YYYY-MM-DD' with words under it; write it"
    if changed := _git(root, "status", "--porcelain"):
        yield f"the tree is not clean ({len(changed.splitlines())} files); commit, or remove what does not belong"
    if _git(root, "tag", "--list", f"v{version}"):
        yield f"the tag v{version} is there; take another version"
    if wrong := unbuildable(root):
        yield wrong
    for python in PYTHONS:
        if not interpreter(python):
            yield f"Python {python} is not here; install it (pyenv install {python})"


def unbuildable(root: Path) -> str:
    """Return why the data at ``root`` cannot be built; empty if it can."""
    sys.path.insert(0, str(ROOT))
    from kb.base.errors import KBError
    from kb.pipeline import run

    try:
        run.corpus(str(root / "data"))
    except KBError as error:
        return f"the data cannot be built: {error.findings[0]}"
    return ""


def interpreter(version: str) -> str:
    """Return the path of a Python of this version that runs; empty if there is none."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for path in (shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"))):
        if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
            return str(path)
    return ""


def _git(root: Path, *words: str) -> str:
    """Run git with some arguments in the folder ``root``, and return its output."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def _environment(python: str, where: Path) -> Path:
    """Make a virtual environment with the locked requirements, and return the folder of its programs."""
    subprocess.run([interpreter(python), "-m", "venv", where], check=True)
    lock = ROOT / "requirements.lock"
    subprocess.run([where / "bin" / "pip", "install", "-qq", "--require-hashes", "-r", lock], check=True)
    return where / "bin"


def _wheel(programs: Path, scratch: Path) -> Path:
    """Build the wheel of the commit that is checked out, without uncommitted files, and return its path."""
    source = scratch / "source"
    source.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", source], input=archive, check=True)
    wheels: list[str | Path] = [
        "wheel",
        "-qq",
        "--no-build-isolation",
        "--no-deps",
        "--wheel-dir",
        scratch / "wheels",
        source,
    ]
    subprocess.run([programs / "pip", *wheels], check=True)
    (built,) = (scratch / "wheels").glob("*.whl")
    return built


def _try(programs: Path, wheel: Path, version: str, scratch: Path) -> None:
    """Install the wheel and ask its ``kb``; exit if an answer is wrong."""
    subprocess.run([programs / "pip", "install", "-qq", "--no-index", "--no-deps", wheel], check=True)
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("KB_", "PYTHON"))}
    for words, wanted in TRIALS:
        own = {"KB_BUILT": str(scratch / "built")} if "build" in words else {}
        came = subprocess.run([programs / "kb", *words], cwd=scratch, env=clean | own, capture_output=True, text=True)
        if came.returncode or wanted.format(version=version) not in came.stdout + came.stderr:
            sys.exit(f"kb {' '.join(words)}: exit status {came.returncode}\n{came.stdout}{came.stderr}")


def main() -> None:
    """Release the version that the command line names."""
    parser = argparse.ArgumentParser(description="Prepare a release; nothing is pushed.")
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="do everything but the tag")
    asked = parser.parse_args()
    if wrong := list(findings(ROOT, asked.version)):
        sys.exit("\n".join(wrong))
    with tempfile.TemporaryDirectory() as folder:
        scratch, wheel = Path(folder), Path()
        for python in PYTHONS:
            programs = _environment(python, scratch / python)
            wheel = wheel if wheel.name else _wheel(programs, scratch)
            (own := scratch / f"{python}-work").mkdir()
            _try(programs, wheel, asked.version, own)
            print(f"Python {python}: the wheel builds, searches and shows")
        (ROOT / "dist").mkdir(exist_ok=True)
        print(shutil.copy(wheel, ROOT / "dist"))
    tag = [
        "tag",
        "-a",
        f"v{asked.version}",
        "-m",
        f"{asked.version}\n\n{notes_of((ROOT / 'CHANGELOG.md').read_text(encoding='utf-8'), asked.version)}",
    ]
    if asked.dry_run:
        print(f"a dry run: the tag v{asked.version} was not made")
        return
    _git(ROOT, *tag)
    print(f"the tag v{asked.version} is made; to publish it: git push origin v{asked.version}")


if __name__ == "__main__":
    main()
