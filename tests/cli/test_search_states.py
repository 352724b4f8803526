"""``kb search`` by what the base knows: what is shown, the JSON, a batch and the exit status of each answer state."""

from __future__ import annotations

import json

import pytest

import kb
from kb.search.state import ANSWERED, NEAREST, NONE, OTHER_GAME, RULE
from kb.text.search import without_word
from tests.conftest import Run

#: a plain question of each state, and the first words of what is printed
SHOWN = [
    (ANSWERED, ("wolf packs",), "rev-ger-3  Revised\n"),
    (
        OTHER_GAME,
        ("-g", "anniversary", "does a kamikaze attack hit a submarine"),
        "No ruling of Anniversary answers it; only rulings of Revised do, and the rules may differ: ",
    ),
    (
        RULE,
        ("-g", "revised", "what does a tank cost"),
        "No ruling answers it, but what the engine plays by does:\n  Rev",
    ),
    (NEAREST, ("chance that a bomber survives",), "It asks how likely something is, which rulings do not tell;"),
    (NONE, ("how do I reset my password",), ""),
]


@pytest.mark.parametrize(("state", "asked", "first"), SHOWN, ids=[row[0] for row in SHOWN])
def test_each_state_in_words_and_as_json(kb_command: Run, state: str, asked: tuple[str, ...], first: str) -> None:
    done, plain = kb_command("search", *asked), kb_command("search", "--json", *asked)
    assert done.stdout.startswith(first) and bool(done.stdout) is (state != NONE)
    assert done.returncode == plain.returncode == (1 if state == NONE else 0)
    lost = "nothing found for: how do I reset my password\nIt is not about these games.\ntry "
    assert done.stderr.startswith(lost if state == NONE else "") and ("nothing found" in done.stderr) is (state == NONE)
    told = json.loads(plain.stdout)
    assert (told["state"], told["query"]) == (state, asked[-1]) and told["why"].endswith(".")
    assert told["game"] == (asked[1] if len(asked) > 1 else None)
    assert bool(told["results"]) is (state != NONE)


def test_rules_and_values_stand_before_the_rulings_and_at_length_with_what_they_are_called(kb_command: Run) -> None:
    asked = ("search", "-g", "revised", "what does a tank cost")
    lines = kb_command(*asked).stdout.splitlines()
    assert lines[1] == "  Revised: A tank costs 5 IPCs. (public)"
    assert f"{lines[1]}  [units/tank.cost]" in kb_command(*asked, "--long").stdout.splitlines()
    ruling = next(number for number, line in enumerate(lines) if line.startswith("rev-"))
    assert lines[ruling - 3 : ruling] == ["", "The nearest rulings:", ""]


def test_a_rule_that_answers_tells_where_to_see_it_played_and_a_price_does_not(kb_command: Run) -> None:
    told = kb_command("search", "can tanks blitz through a territory with only an aa gun in it").stdout
    (line,) = [line for line in told.splitlines() if "See it played: kb check --trace " in line]
    assert kb_command(*line.split("kb ")[1].split()).returncode == 0
    assert "See it played" not in kb_command("search", "what does a cruiser cost").stdout


def test_what_several_games_say_alike_is_told_once(kb_command: Run) -> None:
    out = kb_command("search", "what does a bomber cost").stdout
    assert "  Revised and Europe 1999: A bomber costs 15 IPCs. (public)\n" in out
    assert "  Anniversary: A bomber costs 12 IPCs. (public)\n" in out


@pytest.mark.parametrize(
    "asked", [("chance that a bomber survives",), ("-g", "revised", "what does a tank cost")], ids=["nearest", "rule"]
)
def test_rulings_that_do_not_answer_have_no_yes_or_no_and_their_words_only_at_length(
    kb_command: Run, asked: tuple[str, ...]
) -> None:
    found = json.loads(kb_command("search", "--json", "-n", "8", *asked).stdout)["results"]
    assert {each["word"] for each in found} == {""} and len(found) == 8
    told, long = (kb_command("search", "-n", "8", *asked, *more).stdout for more in ((), ("--long",)))
    for each in found:
        assert f"\n{each['id']}  " in told and f"  {each['snippet']}\n" in long
        assert f"\n  {each['verdict']}\n" in told
        words = without_word(each["snippet"])
        assert not words or f"  {words}" not in told.splitlines()


def test_the_word_that_answers_the_question_as_asked_stands_before_the_verdict(kb_command: Run) -> None:
    may, must = (
        "can one guy stay aboard while the others get off",
        "must i unload everybody from the transport at the same time",
    )
    for asked, word in ((may, "YES"), (must, "NO")):
        assert f"\n  {word}: Units may stay aboard" in kb_command("search", "-g", "revised", asked).stdout


def test_only_rules_are_success_too(kb_command: Run) -> None:
    """No erratum of Flames and Steel is there: what is found is a printed value alone."""
    asked = ("kind:erratum how many planes fit on an aircraft carrier", "-g", "flames-and-steel")
    done, told = kb_command("search", *asked), json.loads(kb_command("search", "--json", *asked).stdout)
    assert (told["state"], told["results"]) == (RULE, []) and told["rules"]
    assert done.returncode == 0 and "An aircraft carrier has room for 3 planes." in done.stdout
    assert "nothing found" not in done.stderr


def test_a_batch_tells_the_state_and_the_rules_of_each_question(kb_command: Run) -> None:
    asked = [
        {"qid": state, "query": words[-1], "game": words[1] if len(words) > 1 else None} for state, words, _ in SHOWN
    ]
    done = kb_command("search", "--batch", "-", stdin="\n".join(map(json.dumps, asked)))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [(row["qid"], row["state"]) for row in told] == [(state, state) for state, *_ in SHOWN]
    by_state = {row["state"]: row for row in told}
    assert by_state[RULE]["rules"][0] == "value:revised/units/tank.cost"
    assert by_state[ANSWERED]["ids"][0] == "rev-ger-3" and by_state[OTHER_GAME]["ids"][0].startswith("rev-jpn-")
    assert (by_state[NONE]["ids"], by_state[NONE]["rules"]) == ([], [])


def test_the_library_tells_state_reason_and_rules(built: str) -> None:
    with kb.open(built) as base:
        found = base.search("what does a tank cost", game="revised")
        assert (found.state, found.rules[0].says) == (RULE, "A tank costs 5 IPCs.")
        assert found.rules[0].plain() == {
            "id": "value:revised/units/tank.cost",
            "game": "revised",
            "says": "A tank costs 5 IPCs.",
            "confidence": "public",
            "played": "",
        }
        assert found.plain()["rules"][0] == found.rules[0].plain() and found.plain()["why"] == found.why
        similar = base.similar("rev-sub-2")
        assert similar.state == ANSWERED and list(similar.rules) == []


def test_where_no_game_is_asked_what_differs_elsewhere_stands_below_the_best(kb_command: Run) -> None:
    asked = "can planes hit subs without a destroyer"
    told = kb_command("search", "-n", "1", asked).stdout
    assert "\n  Different in Revised: Yes, freely," in told and "kb compare planes-against-subs" in told
    assert "Different in" not in kb_command("search", "-n", "1", "-g", "europe-1999", asked).stdout
