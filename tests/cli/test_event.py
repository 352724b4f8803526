"""What an event plays: flags, the file that ``KB_EVENT`` names, what it does to search and show, and what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT, Run

EVENT = """\
name: Spring Open
game: europe-1940
printing: 2012
options:
  - global
  - technology=off
"""
SCRAMBLE = "can fighters in the united kingdom scramble"
DIFFERENT = "  2012: different. There any territory with an operative air base may scramble"


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """The file of an event."""
    path = tmp_path / "event.yaml"
    path.write_text(EVENT)
    return str(path)


def test_the_printing_that_is_played_decides_what_stands_first(kb_command: Run, base: KnowledgeBase) -> None:
    ruling = base.ruling("e40-scr-1")
    (printing,) = ruling["printings"]
    assert printing["holds"] == "differs" and "2012" not in ruling["verdict"]
    both = [f"2012: different. {printing['note']}", f"2010: {ruling['verdict']}"]
    for asked in (("show", "e40-scr-1"), ("search", SCRAMBLE, "-g", "europe-1940", "-n", "1")):

        def told(*flags: str, asked: tuple[str, ...] = asked) -> list[str]:
            lines = map(str.strip, kb_command(*asked, *flags).stdout.splitlines())
            return [line for line in lines if line.startswith("20") or ruling["verdict"] in line]

        assert told("--printing", "2012") == both
        assert told("--printing", "2010") == [ruling["verdict"]]
    assert kb_command("show", "e40-scr-1").stdout.index(both[1]) < kb_command("show", "e40-scr-1").stdout.index(both[0])


def test_a_printing_of_which_nothing_is_known_is_marked(kb_command: Run, base: KnowledgeBase) -> None:
    unknown = next(each for each in base.rulings() if any(p["holds"] == "unknown" for p in each["printings"]))
    line = "This is the 2010 printing; not known for the 2012 printing."
    for flags in ((), ("--printing", "2012")):
        assert line in kb_command("show", unknown["id"], *flags).stdout
        assert "[2012 printing: unknown]" in kb_command("search", unknown["id"], *flags).stdout
    assert line not in kb_command("show", unknown["id"], "--printing", "2010").stdout
    assert "unknown" not in kb_command("search", unknown["id"], "--printing", "2010").stdout


def test_an_option_that_is_off_is_told_and_its_rulings_stand_last(kb_command: Run, base: KnowledgeBase) -> None:
    asked = ("search", "-g", "revised", "rockets fired by an antiaircraft gun", "-n", "6")
    off, on = (kb_command(*asked, "--option", f"technology{state}").stdout.split("\n\n") for state in ("=off", ""))
    needs = {each["id"] for each in base.rulings("revised") if "technology" in each["depends_on"]}
    found = [block.split()[0] for block in off]
    missing = [each in needs for each in found]
    assert sorted(found) == sorted(block.split()[0] for block in on)
    assert True in missing and False in missing and missing == sorted(missing)
    assert [("Not in force at this event: Technology is off." in block) for block in off] == missing
    assert not any("Not in force" in block for block in on)


def test_show_tells_whether_an_option_is_in_force(kb_command: Run) -> None:
    for flags, told in (
        ((), "Only where this is played: Technology."),
        (("--option", "technology"), "In force here: Technology is on."),
        (("--option", "technology=off"), "Not in force at this event: Technology is off."),
    ):
        assert f"   {told}\n" in kb_command("show", "rev-sbr-1", *flags).stdout


def test_what_is_set_is_told_in_a_line(kb_command: Run, kept: str) -> None:
    for asked in (("search", SCRAMBLE), ("show", "e40-scr-1"), (SCRAMBLE,), ("e40-scr-1",)):
        told = kb_command(*asked, KB_EVENT=kept)
        assert told.stderr.splitlines()[0] == (
            "Event: Spring Open · Europe 1940 · 2012 printing · in force: Global game · not in force: Technology"
        )
        assert DIFFERENT in told.stdout
    assert kb_command("search", "-g", "revised", "submerge").stderr == ""


def test_the_file_keeps_the_search_to_its_game(kb_command: Run, kept: str) -> None:
    asked = ("search", "submarine", "-n", "10")

    def games(*flags: str) -> set[str]:
        done = kb_command(*asked, *flags, KB_EVENT=kept)
        return set(re.findall(r"^([a-z0-9]+)-\S+  ", done.stdout, re.MULTILINE))

    assert games() == {"e40"}
    assert games("-g", "revised") == {"rev"} and len(games("--all-games")) > 1


def test_flags_win_over_the_file(kb_command: Run, kept: str) -> None:
    told = kb_command("search", SCRAMBLE, "--printing", "2010", "--option", "technology", KB_EVENT=kept)
    assert "2010 printing · in force: Technology, Global game\n" in told.stderr
    other = kb_command("search", "submerge", "-g", "revised", KB_EVENT=kept)
    assert "Spring Open · Revised · in force" in other.stderr and "2012" not in other.stderr


def test_a_ruling_of_a_game_that_is_not_played_says_so(kb_command: Run, kept: str) -> None:
    lines = kb_command("show", "rev-sub-2", KB_EVENT=kept).stdout.splitlines()
    assert lines[1] == "A ruling of Revised; this event plays Europe 1940."


def test_json_has_the_event(kb_command: Run, kept: str) -> None:
    told = json.loads(kb_command("search", "--json", "submarine", KB_EVENT=kept).stdout)
    assert told["event"] == {
        "name": "Spring Open",
        "game": "europe-1940",
        "printing": "2012",
        "on": ["global"],
        "off": ["technology"],
        "from": "",
        "to": "",
        "place": "",
        "house": [],
    }
    assert told["game"] == "europe-1940"
    assert kb_command("show", "--json", "rev-sub-2", KB_EVENT=kept).stderr == ""
    assert "event" not in json.loads(kb_command("search", "--json", "submarine").stdout)


def test_options_may_be_a_table(kb_command: Run, tmp_path: Path) -> None:
    path = tmp_path / "event.yaml"
    path.write_text("options:\n  technology: off\n  National objectives: on\n")
    told = kb_command("search", "submarine", KB_EVENT=str(path))
    assert told.stderr.startswith("Event: in force: National objectives · not in force: Technology\n")


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--printing", "2021"), "there is no printing '2021'; did you mean 2012?"),
        (
            ("--printing", "2012", "-g", "revised"),
            "there is no printing '2012' of Revised; there are: 2004",
        ),
        (
            ("--printing", "1", "-g", "flames-and-steel"),
            "there is no printing '1' of Flames and Steel; it has one printing only",
        ),
        (("--option", "tecnology"), "there is no option 'tecnology'; did you mean technology?"),
        (("--option", "tech"), "there is no option 'tech'; did you mean technology?"),
        (("--option", "technology=maybe"), "'technology' is neither on nor off; write technology or technology=off"),
        (
            ("--option", "technology", "--option", "technology=off"),
            "'technology' cannot be in force and not in force; say one of the two",
        ),
        (("-g", "revisd"), "there is no game 'revisd'; did you mean revised?"),
        (("-g", "chess"), "there is no game 'chess'; games are: revised, anniversary, europe-1999, "),
    ],
)
def test_what_there_is_not_is_told_with_what_may_be_meant(kb_command: Run, flags: tuple[str, ...], told: str) -> None:
    done = kb_command("search", "submarine", *flags)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"kb: {told}") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "name: [a]\noptions: technology\n",
            ["1: 'name' must be text; write 'name: ...' in one line", "2: 'options' must be a list of names; write"],
        ),
        ("options:\n  - technology\n  - [global]\n", ["3: 'options' must be a list of names; write"]),
        ("- revised\n", ["1: an event is a table of keys; write some of: name, game, printing, options"]),
    ],
    ids=["kinds", "item", "list"],
)
def test_a_file_that_is_wrong_is_told_with_its_lines_all_at_once(
    kb_command: Run, tmp_path: Path, text: str, told: list[str]
) -> None:
    path = tmp_path / "event.yaml"
    path.write_text(text)
    for asked in (("search", "submarine"), ("show", "rev-sub-2")):
        done = kb_command(*asked, KB_EVENT=str(path))
        lines = done.stderr.splitlines()
        assert (done.returncode, done.stdout, len(lines)) == (2, "", len(told))
        assert all(line.startswith(f"kb: {path}:{start}") for line, start in zip(lines, told, strict=True)), lines


def test_a_game_that_a_file_keeps_is_told_too_and_an_empty_file_keeps_nothing(kb_command: Run, tmp_path: Path) -> None:
    path = tmp_path / "event.yaml"
    path.write_text("game: revised\n")
    assert kb_command("search", "submarine", KB_EVENT=str(path)).stderr == "Event: Revised\n"
    path.write_text("")
    assert kb_command("search", "wolf packs", KB_EVENT=str(path)).stderr == ""


def test_the_event_of_the_readme_can_be_read(kb_command: Run, tmp_path: Path) -> None:
    (written,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.S)
    (tmp_path / "event.yaml").write_text(written)
    told = kb_command("search", SCRAMBLE, KB_EVENT="event.yaml")
    assert told.returncode == 0 and told.stderr.startswith("Event: Spring Open · ") and DIFFERENT in told.stdout


def test_a_file_that_is_not_there_is_told(kb_command: Run) -> None:
    done = kb_command("search", "submarine", KB_EVENT="nowhere.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kb: nowhere.yaml: cannot be read (No such file or directory);"
        " KB_EVENT names it: write the file, or unset KB_EVENT\n"
    )
