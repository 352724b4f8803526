"""``kb show --format``: a ruling for a forum."""

from __future__ import annotations

import pytest

from tests.conftest import Run

PUBLIC = "https://rulings.example"


def test_a_forum_gets_all_of_a_ruling_as_markdown(kb_command: Run) -> None:
    done = kb_command("show", "REV sub 2", "--format", "markdown", "--public-url", PUBLIC)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0] == "### rev-sub-2 · Axis & Allies Revised · Submarines"
    assert lines[lines.index("Official answer:") + 1] == "> Yes."
    assert "- Proof: played: 1 case, 1 contrast" in lines and lines[-1] == f"{PUBLIC}/r/rev-sub-2"


def test_the_environment_names_the_site_that_is_linked(kb_command: Run) -> None:
    done = kb_command("show", "rev-sub-2", "rev-sub-3", "--format", "markdown", KB_PUBLIC_URL=f"{PUBLIC}/x/")
    first, second = done.stdout.split("\n\n### rev-sub-3")
    assert first.endswith(f"{PUBLIC}/x/r/rev-sub-2") and second.endswith(f"{PUBLIC}/x/r/rev-sub-3\n")
    assert "http" not in kb_command("show", "rev-sub-2", "--format", "markdown").stdout


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--format", "pdf"], "no format 'pdf'; formats are: markdown"),
        (["--format", "markdown", "--json"], "--format and --json at once; leave one of them out"),
        (["--format", "markdown", "--public-url", "ftp://x"], "--public-url is not an address of a site: 'ftp://x'; "),
    ],
)
def test_what_does_not_fit_is_one_line(kb_command: Run, flags: list[str], told: str) -> None:
    done = kb_command("show", "rev-sub-2", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kb: {told}") and done.stderr.count("\n") == 1


def test_what_is_not_there_is_told_beside_what_is(kb_command: Run) -> None:
    done = kb_command("show", "rev-sub-2", "rev-sub-222", "--format", "markdown")
    assert done.returncode == 1 and done.stdout.startswith("### rev-sub-2 ")
    assert done.stderr.startswith("kb: there is no ruling 'rev-sub-222'; did you mean")
