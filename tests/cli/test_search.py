"""``kb search``: two lists, remarks, printings, the JSON, a batch and the exit status."""

from __future__ import annotations

import json

import pytest

from kb.knowledge import KnowledgeBase
from kb.text.search import RULES, TRY_OTHERWISE, WEAK
from tests.conftest import Run

ABSENT = "Nothing here is about Larry Harris Tournament Rules."


def parts(text: str) -> tuple[list[str], list[str], str]:
    """The lines of the rulings, those of the statements, and the line of other editions."""
    above, _, below = text.partition(f"\n{RULES}\n")
    rules, _, others = below.partition("\nOther editions: ")
    return above.splitlines(), rules.splitlines(), others.strip()


def heads(lines: list[str]) -> list[str]:
    """The ids of the rulings that are shown."""
    return [line.split()[0] for line in lines if line and not line.startswith((" ", "No close match"))]


def test_rulings_come_first_then_the_rule_book_then_other_editions(kb_command: Run, base: KnowledgeBase) -> None:
    asked = ("-g", "revised", "can a sub submerge when there is a destroyer")
    done, plain = kb_command("search", *asked), kb_command("search", "--json", *asked)
    told = json.loads(plain.stdout)
    rulings, rules, others = parts(done.stdout)
    assert heads(rulings) == [each["id"] for each in told["rulings"][:3]]
    for hit in told["rulings"][:3]:
        at = rulings.index(f"{hit['id']}  Revised")
        assert rulings[at + 1 : at + 3] == [f"  {hit['verdict']}", f"  {hit['snippet']}"]
    assert rules[::2][:3] == [f"  Revised: {each['says']}" for each in told["rules"][:3]]
    assert others == ", ".join(f"{each} ({base.short_titles[base.ruling(each)['game']]})" for each in told["elsewhere"])
    assert [*told] == ["query", "game", "printing", "match", "notes", "rulings", "rules", "elsewhere"]
    assert [*told["rulings"][0]] == [
        *("id", "game", "score", "question", "verdict", "snippet", "standing", "draft", "printing")
    ]
    assert [*told["rules"][0]] == ["id", "game", "score", "says", "confidence", "section", "scenario"]
    assert (told["game"], told["match"], done.returncode, plain.returncode) == ("revised", "close", 0, 0)


def test_what_several_games_say_alike_is_one_line(kb_command: Run) -> None:
    lines = kb_command("search", "what does a bomber cost").stdout.splitlines()
    at = lines.index("  Revised and Europe 1999: A bomber costs 15 IPCs.")
    assert lines[at + 1].startswith("    board and charts · value:") and "(public)" not in " ".join(lines)
    assert any(line.startswith("  Anniversary") and line.endswith(": A bomber costs 12 IPCs.") for line in lines)
    assert not any(line.startswith("Other editions") for line in lines)


def test_a_weak_match_is_marked_and_nothing_is_status_1(kb_command: Run) -> None:
    weak = kb_command("search", "chance that a bomber survives")
    assert weak.returncode == 0 and weak.stdout.splitlines()[0] == WEAK
    for asked, told in (
        (("LHTR can fighters hit subs",), f"{ABSENT}\n"),
        (("how do I reset my password",), f"Nothing here is about that.\n{TRY_OTHERWISE}\n"),
        (("kind:optional-rule document:revised-faq -aircraft zzt*",), f"Nothing matches.\n{TRY_OTHERWISE}\n"),
    ):
        done = kb_command("search", *asked)
        assert (done.returncode, done.stdout) == (1, "") and done.stderr.endswith(told)
    other = kb_command("search", "-g", "anniversary", "rev-sub-2")
    assert (other.returncode, other.stdout) == (1, "Other editions: rev-sub-2 (Revised)\n")


@pytest.mark.parametrize("how", ["in the query", "as a flag"])
def test_the_verdict_of_the_printing_that_is_played_comes_first(kb_command: Run, base: KnowledgeBase, how: str) -> None:
    ruling = base.ruling("e40-scr-1")
    asked = "can fighters in the united kingdom scramble"
    given = (f"{asked} g40 2012",) if how == "in the query" else (asked, "-g", "g40", "--printing", "2012")
    done = kb_command("search", *given)
    lines = done.stdout.splitlines()
    at = lines.index("e40-scr-1  Europe 1940")
    assert "Printing: 2012\n" in done.stderr
    assert lines[at + 1] == f"  2012 printing: {ruling['printings'][0]['note']}"
    assert lines[at + 2] == f"  2010 printing: {ruling['verdict']}"
    assert "  [the same in the 2012 printing]" in done.stdout
    unsaid = kb_command("search", asked, "-g", "g40").stdout
    assert "e40-scr-1  Europe 1940  [different in the 2012 printing]\n" in unsaid and "[the same" not in unsaid


def test_a_game_that_is_named_is_searched_alone_until_all_are_wanted(kb_command: Run) -> None:
    kept, every = (
        kb_command("search", "revised transport unload", "-n", "20", *more) for more in ((), ("--all-games",))
    )
    note = "Only Revised: the query names it\n"
    assert note in kept.stderr and note not in every.stderr
    games = [{each.split("-")[0] for each in heads(parts(done.stdout)[0])} for done in (kept, every)]
    assert games[0] == {"rev"} and games[1] > {"rev"}


def test_three_results_are_shown_unless_more_are_wanted_and_ten_as_json(kb_command: Run) -> None:
    asked = "revised transport unload"
    shown = [parts(kb_command("search", asked, *more).stdout) for more in ((), ("-n", "5"))]
    assert [(len(heads(rulings)), len(rules) // 2) for rulings, rules, _ in shown] == [(3, 3), (5, 5)]
    assert len(json.loads(kb_command("search", "--json", asked).stdout)["rulings"]) == 10


def test_a_batch_has_the_match_and_the_ids_of_each_query(kb_command: Run) -> None:
    asked = [
        {"qid": "a", "query": "wolf packs"},
        {"qid": "b", "query": "what does a tank cost", "game": "revised"},
        {"qid": "c", "query": "???"},
        {"qid": "d", "query": "how do I reset my password"},
    ]
    done = kb_command("search", "--batch", "-", "-n", "5", stdin="\n".join(map(json.dumps, asked)) + "\n\n")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and "c: no words to search for" in done.stderr
    assert [(row["qid"], row["match"]) for row in told] == [
        ("a", "close"),
        ("b", "close"),
        ("c", "none"),
        ("d", "none"),
    ]
    assert told[0]["ids"][0] == "rev-ger-3" and len(told[0]["ids"]) == 5
    assert told[1]["rules"][0] == "value:revised/units/tank.cost"
    assert told[2:] == [{"qid": qid, "match": "none", "ids": [], "rules": []} for qid in "cd"]
