"""House rulings in the terminal: shown apart, as what they are, and beside the official rulings they override."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.event_log.event import Event
from kb.events.choices import HouseSearch, asked_id, read_event
from kb.knowledge import KnowledgeBase
from tests.conftest import Run

EVENT = """\
name: Spring Open
game: revised
house:
  - id: house-3
    question: Does a destroyer that a submarine hits still fire?
    answer: No. At this event it does not.
    by: Ann
    on: 2026-11-20
    overrides: rev-sub-2
    interprets: rev-sub-1
  - id: house-1
    question: How long may a turn take?
    answer: A quarter of an hour, with an hourglass for the slowest.
    by: Ben
    on: 2026-11-21
    note: The referee has the hourglass.
"""
WHOSE = "house ruling of Spring Open, by Ann, 2026-11-20; not official"
MARK = "At Spring Open house-3 overrides this."


@pytest.fixture
def event_file(tmp_path: Path) -> str:
    path = tmp_path / "spring.yaml"
    path.write_text(EVENT)
    return str(path)


@pytest.fixture
def event(base: KnowledgeBase, event_file: str) -> Event:
    return read_event(base, event_file)


def test_a_search_lists_house_rulings_apart_before_the_official_ones(kb_command: Run, event_file: str) -> None:
    asked = ("search", "does a destroyer hit by a submarine still fire", "-n", "2")
    told = kb_command(*asked, "--event", event_file).stdout
    house, *official = told.split("\n\n")
    assert house.splitlines() == [
        f"house-3  {WHOSE}",
        "  Q  Does a destroyer that a submarine hits still fire?",
        "  A  No. At this event it does not.",
        "     Overrides rev-sub-2. Interprets rev-sub-1.",
    ]
    plain = kb_command(*asked, "-g", "revised").stdout
    assert "house" not in plain and MARK not in plain
    kept = [line for line in "\n\n".join(official).splitlines() if line.strip() != MARK and "is taken" not in line]
    assert kept == plain.splitlines()
    (marked,) = (block for block in official if MARK in block)
    assert marked.startswith("rev-sub-2  Revised\n  At Spring Open house-3 overrides this.\n")


def test_json_has_them_in_the_event_and_never_among_the_results(kb_command: Run, event_file: str) -> None:
    asked = ("search", "--json", "does a destroyer hit by a submarine still fire", "-g", "revised")
    told, plain = (json.loads(kb_command(*asked, *flags).stdout) for flags in (("--event", event_file), ()))
    event = told.pop("event")
    assert told == plain
    assert [each["id"] for each in event["house"]] == ["house-3"]
    assert event["house"][0]["official"] is False and event["house"][0]["overrides"] == ["rev-sub-2"]


def test_show_tells_what_overrides_a_ruling_and_shows_house_rulings_by_id(kb_command: Run, event_file: str) -> None:
    at = ("--event", event_file)
    assert kb_command("show", "rev-sub-2", *at).stdout.splitlines()[1] == MARK
    assert (
        kb_command("show", "rev-sub-1", *at).stdout.splitlines()[1] == "At Spring Open house-3 tells how this is taken."
    )
    assert "Spring Open" not in kb_command("show", "rev-sub-3", *at).stdout
    for ids in (("house-3",), ("HOUSE-3",), ("house", "3")):
        assert kb_command("show", *ids, *at).stdout.startswith(f"house-3  {WHOSE}\n")
    (record,) = map(json.loads, kb_command("show", "--json", "rev-sub-2", *at).stdout.splitlines())
    assert [each["id"] for each in record["event"]["house"]] == ["house-3"]
    (only,) = map(json.loads, kb_command("show", "--json", "house-1", *at).stdout.splitlines())
    assert set(only) == {"event"} and [each["id"] for each in only["event"]["house"]] == ["house-1"]
    assert "event" not in json.loads(kb_command("show", "--json", "rev-sub-2").stdout)


def test_a_house_ruling_that_there_is_not_is_told(kb_command: Run, event_file: str) -> None:
    done = kb_command("show", "house-7", "rev-sub-2", "--event", event_file)
    assert done.returncode == 1 and done.stdout.startswith("rev-sub-2")
    assert done.stderr.splitlines()[-1] == "kb: Spring Open has no house-7; there are: house-3, house-1"
    alone = kb_command("show", "house-3")
    assert (alone.returncode, alone.stdout) == (1, "")
    assert alone.stderr == "kb: house-3 is a house ruling of an event; name the event's file with --event\n"


def test_the_variable_keeps_the_event_and_the_flag_wins(kb_command: Run, event_file: str, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("name: Other\ngame: anniversary\n")
    assert MARK in kb_command("show", "rev-sub-2", KB_EVENT=event_file).stdout
    other = kb_command("show", "rev-sub-2", "--event", "other.yaml", KB_EVENT=event_file)
    assert MARK not in other.stdout and other.stderr == "Event: Other · Anniversary\n"
    played = kb_command("search", "submarine", "-g", "anniversary", "--event", event_file)
    assert "house-" not in played.stdout  # they hold while the event's own game is played
    missing = kb_command("search", "submarine", "--event", "none.yaml")
    assert missing.returncode == 2 and missing.stderr.startswith("kb: none.yaml: cannot be read")


def test_words_that_no_ruling_has_find_a_house_ruling_alone(kb_command: Run, event_file: str) -> None:
    done = kb_command("search", "hourglass", "--event", event_file)
    assert done.returncode == 0 and done.stdout.startswith("house-1  house ruling of Spring Open, by Ben")
    assert kb_command("house-1", KB_EVENT=event_file).stdout == done.stdout.split("\n\n")[0].rstrip("\n") + "\n\n"


def test_compare_and_ask_mark_what_is_overridden(kb_command: Run, event_file: str) -> None:
    told = kb_command("compare", "rev-sub-2", "--event", event_file).stdout
    assert told.count(MARK) == 1 and "Anniversary" in told
    line = "germany combat; sz5: germany 1 sub, uk 1 dd; germany attacks sz5, dice 2 6"
    asked = kb_command("ask", "--event", event_file, line)
    assert asked.returncode == 0 and "Axis & Allies Revised" in asked.stdout and MARK in asked.stdout
    assert kb_command("ask", line).returncode == 2  # without the event nobody knows the game
    for command in (("compare", "rev-sub-2"), ("ask", line)):
        rows = json.loads(kb_command(*command, "--event", event_file, "--json").stdout)
        row = rows[0] if isinstance(rows, list) else rows
        assert [each["id"] for each in row["event"]["house"]] == ["house-3"]


def test_a_line_is_asked_in_the_printing_that_is_played(kb_command: Run, tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text("game: europe-1940\nprinting: 2012\n")
    line = "germany combat; sz112: germany 1 sub, uk 1 dd; germany attacks sz112, dice 2 6"
    assert "(2012)" in kb_command("ask", line, "--event", "e.yaml").stdout
    assert "(2012)" not in kb_command("ask", f"e40; {line}", "--event", "e.yaml").stdout


def test_hostile_texts_do_nothing_to_a_terminal(kb_command: Run, tmp_path: Path) -> None:
    text = EVENT.replace("Spring Open", '"\\e]0;x\\a\\u202Emoor <b>"').replace("by: Ann", 'by: "\\e[2J$(x)"')
    (tmp_path / "e.yaml").write_text(text)
    for asked in (("show", "rev-sub-2", "house-3"), ("search", "submarine hits destroyer")):
        done = kb_command(*asked, "--event", "e.yaml")
        assert not {"\x1b", "\u202e", "\a"} & {*done.stdout, *done.stderr}
        assert "]0;xmoor <b>" in done.stdout


# -- finding by words


def ids(event: Event, base: KnowledgeBase, question: str) -> list[str]:
    return [each.id for each in HouseSearch(base, event).found(question, base.search(question, game="revised"))]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("hourglass", ["house-1"]),
        ("how long can a turn last", ["house-1"]),
        ("u-boat hits a tin can, does it shoot back", ["house-3"]),
        ("rockets", []),
        ("rev-sub-2", ["house-3"]),
        ("rev-sub-3", []),
        ("house 1", ["house-1"]),
        ("house-9", []),
    ],
)
def test_words_synonyms_and_ids_find_them(event: Event, base: KnowledgeBase, question: str, found: list[str]) -> None:
    assert ids(event, base, question) == found


def test_few_are_found_and_the_best_stands_first(event: Event, base: KnowledgeBase, tmp_path: Path) -> None:
    rows = "".join(
        f"  - {{id: house-{n}, question: May a tank blitz, answer: Perhaps{' rockets' * (n == 7)}, by: A, on: 2026-11-20}}\n"
        for n in range(1, 11)
    )
    path = tmp_path / "many.yaml"
    path.write_text(f"name: Many\nhouse:\n{rows}")
    many = read_event(base, str(path))
    assert ids(many, base, "tank blitz rockets") == ["house-7", "house-1", "house-2"]


def test_which_texts_are_ids() -> None:
    assert [asked_id(each) for each in ("House 3", "house-3", "house rules", "house", "rev-sub-2")] == [
        "house-3", "house-3", "", "", "",
    ]  # fmt: skip


def test_all_are_listed_where_they_are_asked_for(
    kb_command: Run, event: Event, base: KnowledgeBase, event_file: str
) -> None:
    for text in ("house rulings", "House", "house ruling"):
        assert ids(event, base, text) == ["house-3", "house-1"]
    told = kb_command("search", "house rulings", "--event", event_file).stdout
    assert told.count("not official") == 2 and "rev-" not in told.replace("rev-sub", "")


def test_one_word_of_many_is_not_enough(event: Event, base: KnowledgeBase) -> None:
    search = HouseSearch(base, event)
    one, two, three, *_ = search.terms["house-3"][0]
    found = {
        terms: [each.id for each in search.by_words(terms)]
        for terms in (
            (),
            (one,),
            (one, "x"),
            (one, "x", "y"),
            (one, two, "y", "z"),
            (one, two, "v", "w", "x", "y", "z"),
        )
    }
    assert list(found.values()) == [[], ["house-3"], ["house-3"], [], ["house-3"], []]
    assert [each.id for each in search.by_words((one, two, three, "v", "w", "x", "y", "z"))] == ["house-3"]
