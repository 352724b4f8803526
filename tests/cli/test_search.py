"""``kb search``: one list, remarks, printings, the JSON, a batch and the exit status."""

from __future__ import annotations

import json

import pytest

from kb.knowledge import KnowledgeBase
from kb.text.search import TRY_OTHERWISE, WEAK
from tests.conftest import Run


def blocks(text: str) -> list[list[str]]:
    """Return the lines of each result."""
    return [part.splitlines() for part in text.strip("\n").split("\n\n")]


def heads(text: str) -> list[str]:
    """Return the id of each result: the last part of its line of edition and authority, before any marks."""
    found = []
    for lines in blocks(text):
        if lines[0] != WEAK and not lines[0].startswith("Other editions"):
            found.append(next(line for line in lines if " · " in line).split(" · ")[2])
    return found


def test_each_result_begins_with_its_answer_then_edition_authority_and_id(kb_command: Run, base: KnowledgeBase) -> None:
    asked = ("-g", "revised", "can a sub submerge when there is a destroyer")
    done, plain = kb_command("search", *asked), kb_command("search", "--json", *asked)
    told = json.loads(plain.stdout)
    *shown, others = blocks(done.stdout)
    assert len(shown) == len(told["results"]) == 6
    for lines, each in zip(shown, told["results"], strict=True):
        assert lines[0] == (each.get("answer") or each["says"])
        assert lines[1] == f"  Revised · {each['authority']} · {each['id']}"
    named = ", ".join(f"{each} ({base.short_titles[base.ruling(each)['game']]})" for each in told["elsewhere"])
    assert others == [f"Other editions: {named}"]
    assert [*told] == ["query", "game", "printing", "match", "notes", "results", "elsewhere"]
    assert (told["game"], told["match"], done.returncode, plain.returncode) == ("revised", "close", 0, 0)


def test_the_first_result_has_its_question_official_words_and_rules(kb_command: Run, base: KnowledgeBase) -> None:
    first = blocks(kb_command("search", "does a destroyer that a sub hit shoot back", "-g", "revised").stdout)[0]
    ruling = base.ruling("rev-sub-2")
    assert first[:2] == [ruling["verdict"], "  Revised · official ruling · rev-sub-2"]
    assert first[2:4] == ["  Q  Does a destroyer hit in Opening Fire shoot back?", "  A  Yes."]
    assert any(line.startswith("    Revised · rule book, page ") for line in first[4:])


def test_a_value_begins_with_its_number(kb_command: Run) -> None:
    first = blocks(kb_command("search", "what does a bomber cost").stdout)[0]
    assert first[0] == "15 IPCs" and first[2] == "  A bomber costs 15 IPCs."
    assert first[1].startswith("  Revised and Europe 1999 · board and charts · value:")
    assert "  12 IPCs" in first and any(line.startswith("    Anniversary") for line in first)


def test_a_weak_match_is_marked_and_nothing_is_status_1(kb_command: Run) -> None:
    weak = kb_command("search", "in which phase may a power sell its ships to a neutral")
    assert weak.returncode == 0 and weak.stdout.splitlines()[0] == WEAK
    for asked, told in (
        (("xeno can fighters hit subs",), "Nothing here is about Xeno Games variants.\n"),
        (("how do I reset my password",), f"Nothing here is about that.\n{TRY_OTHERWISE}\n"),
        (("kind:optional-rule document:revised-faq -aircraft zzt*",), f"Nothing matches.\n{TRY_OTHERWISE}\n"),
    ):
        done = kb_command("search", *asked)
        assert (done.returncode, done.stdout) == (1, "") and done.stderr.endswith(told)
    assert "the nearest edition here: kb search 'Revised: LHTR can" in kb_command("search", "LHTR can subs hit").stderr


@pytest.mark.parametrize("how", ["in the query", "as a flag", "with the game"])
def test_the_verdict_of_the_printing_that_is_played_comes_first(kb_command: Run, base: KnowledgeBase, how: str) -> None:
    ruling = base.ruling("e40-scr-1")
    asked = "can fighters in the united kingdom scramble"
    given = {
        "in the query": (f"{asked} g40 2012",),
        "as a flag": (asked, "-g", "g40", "--printing", "2012"),
        "with the game": (asked, "-g", "global 2012"),
    }
    done = kb_command("search", *given[how], "-n", "9")
    lines = done.stdout.splitlines()
    at = lines.index("  Europe 1940 · official ruling · e40-scr-1")
    assert "Printing: 2012\n" in done.stderr
    assert lines[at - 2] == f"2012 printing: {ruling['printings'][0]['note']}"
    assert lines[at - 1] == f"  2010 printing: {ruling['verdict']}"
    assert " · the same in the 2012 printing" in done.stdout
    assert kb_command("search", "submarine", "-g", "aa50 1942").returncode == 0  # a board, which is not searched
    unsaid = kb_command("search", asked, "-g", "g40").stdout
    assert " · e40-scr-1 · different in the 2012 printing\n" in unsaid and " · the same" not in unsaid


def test_a_game_that_is_named_is_searched_alone_until_all_are_wanted(kb_command: Run) -> None:
    kept, every = (
        kb_command("search", "revised transport unload", "-n", "20", *more) for more in ((), ("--all-games",))
    )
    note = "Only Revised: the query names it\n"
    assert note in kept.stderr and note not in every.stderr
    alone, wide = ([lines[1] for lines in blocks(done.stdout) if len(lines) > 1] for done in (kept, every))
    assert {line.startswith("  Revised · ") for line in alone} == {True}
    assert {line.startswith("  Revised · ") for line in wide} == {True, False}


def test_six_results_are_shown_unless_more_or_fewer_are_wanted(kb_command: Run) -> None:
    asked = "revised transport unload"
    shown = [len(heads(kb_command("search", asked, *more).stdout)) for more in ((), ("-n", "2"), ("-n", "9"))]
    assert shown == [6, 2, 9]


def test_a_batch_has_the_match_and_the_ids_of_each_result(kb_command: Run) -> None:
    asked = [
        {"qid": "a", "query": "wolf packs"},
        {"qid": "b", "query": "what does a tank cost", "game": "revised"},
        {"qid": "c", "query": "???"},
        {"qid": "d", "query": "how do I reset my password"},
    ]
    done = kb_command("search", "--batch", "-", "-n", "5", stdin="\n".join(map(json.dumps, asked)) + "\n\n")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and "c: the query lacks words to search for" in done.stderr
    assert [(row["qid"], row["match"]) for row in told] == [
        ("a", "close"),
        ("b", "close"),
        ("c", "none"),
        ("d", "none"),
    ]
    assert "rev-ger-3" in told[0]["results"][0] and len(told[0]["results"]) == 5
    assert told[1]["results"][0] == ["value:revised/units/tank.cost"]
    assert told[2:] == [{"qid": qid, "match": "none", "results": []} for qid in "cd"]
