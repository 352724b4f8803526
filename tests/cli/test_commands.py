"""The commands as a user runs them: output, streams, and exit status."""

from __future__ import annotations

import json
from pathlib import Path

from kb.knowledge import KnowledgeBase
from tests.conftest import Run


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_bad_batch_tells_every_line_at_once(kb_command: Run, tmp_path: Path) -> None:
    (tmp_path / "asked.jsonl").write_text('{"query": 5}\nnonsense\n' + "[" * 100_000 + "\n")
    done = kb_command("search", "--batch", "asked.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(":")[1:3] for line in done.stderr.splitlines()] == [[" asked.jsonl", str(n)] for n in (1, 2, 3)]


def test_sections(kb_command: Run, base: KnowledgeBase) -> None:
    one = kb_command("sections", "rev/sc-rockets").stdout
    assert "pages 20-21" in one and "rev-err-5" in one and "amends" in one
    sections = base.connection.execute("select count(*) from sections where game = 'revised'").fetchone()[0]
    assert len(kb_command("sections", "--game", "revised").stdout.splitlines()) == sections
    by_title = json.loads(kb_command("sections", "--json", "rocket").stdout)
    assert {row["id"] for row in by_title} >= {"rev/sc-rockets", "ann/tech-rockets"}
    missed = kb_command("sections", "rev/sc-rocket5")
    assert missed.returncode == 1 and "did you mean rev/sc-rockets" in missed.stderr


def test_a_book_is_shown_in_its_order_with_the_rulings_on_each_statement(kb_command: Run) -> None:
    lines = kb_command("sections", "revised").stdout.splitlines()
    order = (
        "rev/p3-blitz",
        "  Tanks may move on",
        "      rev-com-8",
        "  An industrial complex",
        "  rev-trn-2",
        "rev/p4-",
    )
    places = [next(n for n, line in enumerate(lines) if line.startswith(each)) for each in order]
    assert places == sorted(places)


def test_games(kb_command: Run, base: KnowledgeBase) -> None:
    told = json.loads(kb_command("games", "--json").stdout)
    rulings = dict(base.connection.execute("select game, count(*) from rulings group by game"))
    assert {row["id"]: row["rulings"] for row in told} == rulings


def test_export_gives_every_ruling(kb_command: Run, base: KnowledgeBase) -> None:
    told = rows(kb_command("export", "--format", "jsonl").stdout)
    assert told == [base.ruling(ruling) for ruling in base.ids()]
    for row in told:
        assert row["verdict"] and row["sections"] and row["answer"]
        assert 1 <= row["line_start"] <= row["line_end"]  # type: ignore[operator]
    of_one = rows(kb_command("export", "--game", "flames-and-steel").stdout)
    assert of_one == [row for row in told if row["game"] == "flames-and-steel"] != []
    assert kb_command("export", "--format", "xml").returncode == 2


def test_doctor(kb_command: Run, base: KnowledgeBase) -> None:
    done = kb_command("doctor")
    assert done.returncode == 0
    assert "unclaimed 0" in done.stdout and "whole: " in done.stdout
    told = json.loads(kb_command("doctor", "--json").stdout)
    for document, totals in told["ledger"].items():
        assert sum(totals.values()) == told["characters"][document]
    assert {*told["proofs"]} == {*base.ids()} and set(told["proofs"].values()) == {"play", "reference", "none"}
    assert set(told["unproved"]) == {ruling for ruling, proof in told["proofs"].items() if proof == "none"}
    assert all(f"not proved: {ruling}: {reason}" in done.stdout for ruling, reason in told["unproved"].items())
