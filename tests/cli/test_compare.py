"""``kb compare``: a topic, the topics of a ruling, or those that words may mean."""

from __future__ import annotations

import json

from tests.conftest import Run


def test_a_topic_and_the_topics_of_a_ruling(kb_command: Run) -> None:
    for asked in ("submerge-when", "submerge when", "rev-sub-7", "REV SUB 7"):
        assert "When a submarine may submerge  submerge-when" in kb_command("compare", asked).stdout
    listed = kb_command("compare").stdout.splitlines()
    assert "When a submarine may submerge  submerge-when  [Revised, Anniversary and Europe 1999: 3 different]" in listed


def test_words_that_are_a_title_open_it(kb_command: Run) -> None:
    """ "When" stands in the title of another topic, too."""
    asked = ("compare", "when", "may", "a", "sub", "submerge")
    (row,) = json.loads(kb_command(*asked, "--json").stdout)
    assert row["topic"] == "submerge-when" and row["games"][0]["game"] == "revised"
    done = kb_command(*asked)
    assert "\n  Axis & Allies Revised\n" in done.stdout and done.stderr == ""


def test_words_of_several_titles_list_them_and_open_none(kb_command: Run) -> None:
    done = kb_command("compare", "rocket")
    assert done.returncode == 0 and "In pairs" not in done.stdout
    assert [line.split("  ")[1] for line in done.stdout.splitlines()] == ["rockets-over-neutrals", "rocket-limits"]
    assert done.stderr == "2 topics have these words; name one: kb compare rockets-over-neutrals\n"


def test_words_of_no_title_open_nothing_but_tell_what_may_be_meant(kb_command: Run) -> None:
    done = kb_command("compare", "scramble")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("kb: no topic is about 'scramble'; did you mean what-is-an-island (What counts as an")
    assert done.stderr.count("\n") == 1
    misspelt = kb_command("compare", "submerge-wen").stderr
    assert misspelt.endswith("; did you mean submerge-when (When a submarine may submerge)?\n")
    nowhere = kb_command("compare", "zzzz qqqq")
    assert nowhere.returncode == 1 and nowhere.stderr.endswith("; 'kb compare' lists them all\n")


def test_a_game_that_does_not_answer_is_told_by_its_name(kb_command: Run) -> None:
    done = kb_command("compare", "submerge-when", "-g", "europe-1940")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Europe 1940 has no ruling on that question; try it without --game\n"
