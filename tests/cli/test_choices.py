"""The flags for printing and options, their effect on search and show, and their errors."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from tests.conftest import Run

SCRAMBLE = "can fighters in the united kingdom scramble"
DIFFERENT = "Up to three planes may scramble from any territory with an operative air base"


def test_an_option_that_is_off_is_told_and_its_rulings_stand_last(kb_command: Run, base: KnowledgeBase) -> None:
    asked = ("search", "-g", "revised", "rockets fired by an antiaircraft gun", "-n", "6")
    off, on = (
        kb_command(*asked, "--option", f"technology{state}").stdout.partition("\n\nOther editions")[0].split("\n\n")
        for state in ("=off", "")
    )
    needs = {each["id"] for each in base.rulings("revised") if "technology" in each["depends_on"]}
    found, there = ([block.split("\n")[1].split(" · ")[2] for block in blocks] for blocks in (off, on))
    missing = ["Not in force here: Technology is off." in block for block in off]
    assert sorted(found) == sorted(there)
    assert True in missing and False in missing and missing == sorted(missing)
    assert {head for head, is_off in zip(found, missing, strict=True) if is_off and head in base.ids()} <= needs
    assert needs.isdisjoint(head for head, is_off in zip(found, missing, strict=True) if not is_off)
    assert not any("Not in force" in block for block in on)


def test_what_is_set_is_told(kb_command: Run) -> None:
    flags = ("--printing", "2012", "--option", "global", "--option", "technology=off")
    for asked in (("search", SCRAMBLE), ("show", "e40-scr-1"), (SCRAMBLE,), ("e40-scr-1",)):
        told = kb_command(*asked, *flags)
        assert {"Printing: 2012", "In force: Global game; not in force: Technology"} <= {*told.stderr.splitlines()}
        assert DIFFERENT in told.stdout
    assert kb_command("search", "submarine", "--option", "technology").stderr == "In force: Technology\n"
    assert kb_command("search", "-g", "revised", "submerge").stderr == ""


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--printing", "2021"), "there is no printing '2021'; did you mean 2012?"),
        (("--printing", "2012", "-g", "revised"), "there is no printing '2012' of Revised; there are: 2004"),
        (("--option", "tecnology"), "there is no optional rule 'tecnology'; did you mean technology?"),
        (
            ("--option", "technology=maybe"),
            "the optional rule 'technology' cannot be 'maybe'; write technology=on or technology=off",
        ),
        (("-g", "revised 2012"), "there is no game 'revised 2012'; did you mean revised?"),
        (("-g", "revisd"), "there is no game 'revisd'; did you mean revised?"),
        (("-g", "chess"), "there is no game 'chess'; games are: revised, anniversary, europe-1999, "),
    ],
)
def test_what_there_is_not_is_told_with_what_may_be_meant(kb_command: Run, flags: tuple[str, ...], told: str) -> None:
    done = kb_command("search", "submarine", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kb: {told}") and done.stderr.count("\n") == 1
