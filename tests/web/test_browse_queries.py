"""The questions with a form: each has an answer, and nothing that is typed does harm."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from kb.web.shared import load_words
from kb.web.site import Site
from kb.web.sqlite import match, runs
from tests.web.apart import Get, run

HOSTILE = [
    '"',
    '""',
    "'",
    "\0",
    "a\0b",
    '"a',
    "NEAR(",
    "*",
    "a OR",
    "{x}:",
    "-",
    "(" * 500,
    "\ud7ff",
    "‮",
    "<b>x</b>",
    "x" * 5000,
]


def ask(get: Get, here: Site, query: str, **parameters: str) -> list[dict[str, Any]]:
    asked = "&".join(f"{name}={quote(value)}" for name, value in parameters.items())
    response = get(f"/{here.database}/{query}.json?_shape=array&{asked}")
    assert response.status_code == 200, response.text
    return response.json()  # type: ignore[no-any-return]


def test_every_query_has_a_form_and_an_answer(get: Get, here: Site) -> None:
    for name, query in load_words("queries.yaml").items():
        page = get(f"/{here.database}/{name}")
        assert page.status_code == 200 and "message-error" not in page.text, name
        assert [f'name="{each}"' in page.text for each in query["params"]] == [True] * len(query["params"])
        assert "error" not in ask(get, here, name)


def test_search_marks_the_words_and_keeps_to_a_game(get: Get, here: Site) -> None:
    found = ask(get, here, "search", q="destroyer", game="rev")
    assert found and {row["game"] for row in found} == {here.base.game_named("rev")}
    page = get(f"/{here.database}/search?q=destroyer").text
    assert re.search(r"<mark>[Dd]estroyers?</mark>", page) and "⟦" not in page.split("<tbody>")[1]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_do_no_harm(here: Site, text: str) -> None:
    """Asked as Datasette asks, below whatever keeps such requests out."""
    database = here.datasette.get_database(here.database)
    for name, query in load_words("queries.yaml").items():
        values = dict.fromkeys(query["params"], text)
        assert run(database.execute(query["sql"], values)) is not None, name


def test_words_become_a_question_for_the_full_text_search() -> None:
    assert match('may a "sea zone" fire* "') == '"may" OR "a" OR "sea zone" OR "fire"'
    assert match('"') == match(None) == match("\0") == '""'
    assert json.loads(runs("tin cans")) == ["tin", "tin can", "can"]


def test_the_same_question_by_ruling_or_topic(get: Get, here: Site) -> None:
    row = here.base.connection.execute("select topic, ruling from topic_rulings").fetchone()
    games = "select game from topic_games where topic = ?"
    wanted = sorted(each[0] for each in here.base.connection.execute(games, [row["topic"]]))
    for said in (row["topic"], f" {row['ruling'].upper()} "):
        found = [
            each for each in ask(get, here, "same_question", topic_or_ruling=said) if each["topic"] == row["topic"]
        ]
        assert sorted(each["game"] for each in found) == wanted
        assert row["ruling"] in [ruling for each in found for ruling in json.loads(each["rulings"])]


def test_what_an_erratum_changed_by_erratum_or_section(get: Get, here: Site) -> None:
    changed = here.base.connection.execute(
        "select a.ruling, a.old, l.section from amendments a join ruling_sections l on l.ruling = a.ruling where l.role = 'amends'"
    ).fetchone()
    for said in (changed["ruling"], changed["section"]):
        found = ask(get, here, "what_an_erratum_changed", erratum_or_section=said)
        assert (changed["ruling"], changed["old"]) in [(row["ruling"], row["before"]) for row in found]
    assert (
        len(ask(get, here, "what_an_erratum_changed"))
        == here.base.connection.execute("select count(*) from amendments").fetchone()[0]
    )


def test_rulings_without_what_was_asked(get: Get, here: Site) -> None:
    every = list(here.base.rulings())
    pages = {r["id"] for r in every if not any(s["pages_are"] in ("printed", "site") for s in r["sections"])}
    expected = {
        "proof": {r["id"] for r in every if r["proof"] == "none"},
        "page": pages,
        "topic": {r["id"] for r in every}
        - {row[0] for row in here.base.connection.execute("select ruling from topic_rulings")},
        "rule": {r["id"] for r in every if not r["rules"]},
        "date": {r["id"] for r in every if not r["authority_date"]},
    }
    for without, ids in expected.items():
        found = ask(get, here, "rulings_without", without=without, _size="max")
        assert {row["ruling"] for row in found} == ids != set(), without
    assert ask(get, here, "rulings_without", without="nonsense") == []


def test_rules_and_sections_are_counted(get: Get, here: Site) -> None:
    for query, table, column in (
        ("rules_by_rulings", "rule_rulings", "rule"),
        ("sections_by_rulings", "ruling_sections", "section"),
    ):
        best = ask(get, here, query)[0]
        most = f"select count(*) from {table} group by {column} order by 1 desc"
        assert (
            best["ruling_count"] == here.base.connection.execute(most).fetchone()[0] == len(json.loads(best["rulings"]))
        )


def test_what_a_word_stands_for(get: Get, here: Site) -> None:
    run, term = here.base.connection.execute(
        "select run, term from runs where kind = 'same' and run like '% %'"
    ).fetchone()
    found = ask(get, here, "what_a_word_stands_for", words=f"my {run} there")
    assert {"stems": run, "relation": "is the same as", "stands_for": term} in found
