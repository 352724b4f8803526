"""Whoever opens a file of a build verifies it: a damaged one is never answered from, whoever is asked."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from datasette.app import Datasette
from mcp import Client

import kb
from benchmarks.flips import flipped, parts
from kb.base.errors import DamagedBuild, KBError
from kb.games import packed
from kb.mcp import server
from kb.service.engine_process import AskingProcess
from kb.store import read
from kb.web.site import site_of
from tests.questions import SCENARIO
from tests.web.apart import run

LINE = "revised; germany combat; sz5: germany 1 bb, uk 1 bb; germany attacks sz5"
OTHER = "e99; germany combat; poland: germany 2 inf, ussr 1 inf; germany attacks poland"
MISSPELT = "g40; germany combat; sz112: germany 1 sbu, uk 1 dd; germany attacks sz112"
CASE = ("revised/destroyer-hit-shoots-back", "data/scenarios/revised/submarines.yaml")
QUESTION = "does the destroyer get to shoot back"
#: what every refusal says one of
REFUSED = re.compile("kb build|is damaged, so nothing is served|lacks the file 'contents'")

#: the answers to questions, by the question
Answers = dict[str, str]


def said(asked: Callable[[], object]) -> str:
    """Return an answer, or the error in the build or the question."""
    try:
        return json.dumps(asked())
    except KBError as error:
        return f"{type(error).__name__}: {error}"


def engine(built: Path) -> Answers:
    with closing(AskingProcess(read.find(str(built)).directory)) as process:
        return {
            "decided": said(lambda: process.answer(json.dumps(process.case(*CASE)))),
            "line": said(lambda: process.ask(LINE, {})),
            "other game": said(lambda: process.ask(OTHER, {})),
            "misspelt": said(lambda: process.ask(MISSPELT, {})),
            "check": said(lambda: process.check(SCENARIO, "")),
            "board": said(lambda: process.boards("revised")),
        }


def assistant(built: Path) -> Answers:
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("search", {"question": QUESTION}),
        ("search", {"question": "torp*"}),
        ("show", {"id": "rev-sub-2"}),
        ("compare", {"what": "submerge"}),
        ("ask", {"line": LINE}),
        ("sections", {}),
    )
    with kb.open(str(built)) as base, closing(AskingProcess(base.build.directory)) as process:

        async def told() -> Answers:
            async with Client(server.build(base, process)) as client:
                results = [(each, await client.call_tool(*each)) for each in asked]
                return {str(each): result.model_dump_json() for each, result in results}

        return run(told())


def http(built: Path) -> Answers:
    datasette = Datasette(immutables=[read.find(str(built)).path(read.BASE)])
    gets = (
        f"/api/v1/search?q={QUESTION}",
        "/api/v1/search?q=torp*",
        "/api/v1/rulings/rev-sub-2",
        "/ask/case/" + CASE[0],
    )
    posts = (
        ("/api/v1/ask", json.dumps({"line": LINE})),
        ("/api/v1/check", json.dumps(SCENARIO)),
    )
    kind = {"content-type": "application/json"}

    async def told() -> Answers:
        client = datasette.client
        found = {path: await client.get(path) for path in gets}
        found |= {f"{path} {body}": await client.post(path, content=body, headers=kind) for path, body in posts}
        return {
            asked: f"{each.status_code} {dict(each.headers).get('location')} {each.text}"
            for asked, each in found.items()
        }

    try:
        return run(told())
    finally:
        site = site_of(datasette)
        if site is not None:
            site.engine.process.close()


Door = Callable[[Path], Answers]
#: the terminal is tried by test_6_one_immutable_artefact
DOORS: tuple[Door, ...] = (engine, assistant, http)


def told(door: Door, built: Path) -> Answers:
    """Return the answers of a door; of a build that cannot be opened, the refusal."""
    try:
        return door(built)
    except DamagedBuild as error:
        return {"all": str(error)}


def noticed(built: Path, damaged: list[str]) -> Iterator[tuple[str, str]]:
    """Flip a bit of some parts of a build in turn and yield each refusal; no answer may be another."""
    whole = {door.__name__: door(built) for door in DOORS}
    assert all(whole.values())
    assert [asked for answers in whole.values() for asked, each in answers.items() if REFUSED.search(each)] == []
    rng, known = random.Random(6), parts(str(built))
    for part in damaged:
        with flipped(known[part], rng) as place:
            for door in DOORS:
                answers = told(door, built)
                refused = {asked for asked, each in answers.items() if REFUSED.search(each)}
                wrong = [asked for asked in answers.keys() - refused if answers[asked] != whole[door.__name__][asked]]
                assert wrong == [], f"{door.__name__}: {part}, {place}"
                if refused:
                    yield part, door.__name__


def test_no_damaged_file_is_answered_from_by_anybody(own_built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_BUILT", str(own_built))
    index = next(part for part in parts(str(own_built)) if part.startswith(read.INDEX))
    found = set(noticed(own_built, [read.BASE, packed.NAME, index]))
    assert {(part, door.__name__) for part in (read.BASE, packed.NAME) for door in DOORS} <= found
    assert {door for part, door in found if part.startswith(read.INDEX)} == {"assistant", "http"}


def test_what_is_damaged_after_it_was_compared_is_not_read_again(own_built: Path) -> None:
    build = read.find(str(own_built))
    with closing(AskingProcess(build.directory)) as process:
        assert process.ask(LINE, {})["told"]
        Path(build.path(packed.NAME)).write_bytes(b"")
        assert process.ask(OTHER, {})["told"]
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(KBError, match="ended without"):
            process.ask(OTHER, {})
        with pytest.raises(DamagedBuild, match=r"rules\.jsonl is damaged.*; run 'kb build'"):
            process.ask(OTHER, {})
