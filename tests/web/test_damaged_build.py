"""Without a list of files that matches the base nothing is served, and ``kb doctor`` says so."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from datasette.app import Datasette

from kb.store import publish, read
from tests.conftest import Run
from tests.web.hostile import Client
from tests.web.processes import serving

#: what stops Datasette from loading any plugin
NO_PLUGINS = "import sys; sys._called_from_test = True; from kb.cli.front import main; main()"


def without_contents(build: read.Build) -> None:
    Path(build.path(read.CONTENTS)).unlink()


def with_a_directory_for_contents(build: read.Build) -> None:
    without_contents(build)
    Path(build.path(read.CONTENTS)).mkdir()


def with_binary_contents(build: read.Build) -> None:
    Path(build.path(read.CONTENTS)).write_bytes(b"\xff\xfe\x00")


def with_another_digest_in_contents(build: read.Build) -> None:
    contents = Path(build.path(read.CONTENTS))
    contents.write_text(contents.read_text().replace(build.digest, "0" * 64))


def with_a_file_less_in_contents(build: read.Build) -> None:
    contents = Path(build.path(read.CONTENTS))
    contents.write_text("".join(contents.read_text().splitlines(keepends=True)[:-1]))


def with_another_digest_in_both_lists(build: read.Build) -> None:
    with_another_digest_in_contents(build)
    current = Path(build.built, read.CURRENT)
    current.write_text(current.read_text().replace(build.digest, "0" * 64))


DAMAGES = [
    without_contents,
    with_a_directory_for_contents,
    with_binary_contents,
    with_another_digest_in_contents,
    with_a_file_less_in_contents,
    with_another_digest_in_both_lists,
]
Damage = Callable[[read.Build], None]


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_kb_serve_refuses_it_in_one_line_and_kb_doctor_says_so(
    kb_command: Run, own_built: Path, damage: Damage
) -> None:
    damage(read.find(str(own_built)))
    done = kb_command("serve", "--host", "nosuch.invalid", KB_BUILT=str(own_built))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "--host" not in done.stderr and "kb build" in done.stderr
    done = kb_command("doctor", KB_BUILT=str(own_built))
    assert done.returncode == 2 and "whole" not in done.stdout
    assert len(json.loads(kb_command("doctor", "--json", KB_BUILT=str(own_built)).stdout)["problems"]) == 1


def test_a_base_of_another_build_answers_nothing(kb_command: Run, own_built: Path) -> None:
    with_another_digest_in_both_lists(read.find(str(own_built)))
    done = kb_command("show", "rev-sub-2", KB_BUILT=str(own_built))
    assert (done.returncode, done.stdout) == (2, "") and "its digest is another" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES[:4])
def test_plain_datasette_answers_nothing_from_it(own_built: Path, damage: Damage) -> None:
    build = read.find(str(own_built))
    damage(build)
    plain = Datasette(immutables=[build.path(read.BASE)])
    with Client(plain.app()) as client:
        for path in ("/", "/kb/games.json", "/judge", "/-/threads", "/-/databases.json"):
            assert (client(path).status, client(path).text.count("\n")) == (503, 1), path


@pytest.mark.slow
def test_the_datasette_command_refuses_it_in_one_line(own_built: Path) -> None:
    build = read.find(str(own_built))
    without_contents(build)
    command = [sys.executable, "-m", "datasette", "-i", build.path(read.BASE), "--get", "/"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1 and "contents" in done.stderr


def test_a_base_that_is_no_database_any_more_is_not_served(own_built: Path) -> None:
    build = read.find(str(own_built))
    without_contents(build)
    Path(build.path(read.BASE)).write_bytes(b"x" * 4096)
    with Client(Datasette(immutables=[build.path(read.BASE)]).app()) as client:
        assert client("/-/databases.json").status == 503


def test_somebody_elses_file_of_that_name_is_served_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / read.BASE
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (a)")
    connection.close()
    other = Datasette([str(path)])
    with Client(other.app()) as client:
        assert client("/kb/t.json").status == client("/-/databases.json").status == 200
    other.get_database("kb").close()


@pytest.mark.slow
def test_a_build_copied_alone_is_served(own_built: Path, tmp_path: Path) -> None:
    build = read.find(str(own_built))
    shutil.copytree(build.directory, tmp_path / "alone")
    with Client(Datasette(immutables=[str(tmp_path / "alone" / read.BASE)]).app()) as client:
        assert client("/judge").headers["x-kb-build"] == build.digest


@pytest.mark.slow
def test_kb_serve_does_not_depend_on_datasette_loading_the_plugin(built: str) -> None:
    with serving(built, command=[sys.executable, "-c", NO_PLUGINS, "serve"]) as server:
        status, headers, _ = server.get("/judge")
        assert status == 200 and headers["x-kb-build"] == read.find(built).digest
        status, headers, _ = server.get("/-/threads")
        assert status == 404 and "content-security-policy" in headers
        assert server.stop(signal.SIGTERM) == 0


def test_what_is_published_agrees_with_itself(built: str) -> None:
    build = read.find(built)
    read.check_contents(build)
    with read.connect(build) as connection:
        assert read.digest_in(connection) == build.digest
    connection.close()
    assert publish.checksums(build.path(read.BASE)) == build.files[read.BASE]
