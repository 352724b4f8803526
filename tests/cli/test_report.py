"""``kb add --report``: what each piece of a text is taken for; nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

from kb.pipeline import sources
from tests.conftest import Run

FORMS = Path(__file__).parent.parent / "fixtures" / "forms"


def test_the_report_shows_each_piece_and_what_is_unsure(kb_command: Run, data: str) -> None:
    before = sources.checksums(data)
    file = FORMS / "labels-in-many-spellings.txt"
    done = kb_command("add", str(file), "--report")
    assert done.returncode == 0
    shown = done.stdout.splitlines()
    assert "    4  H Movement" in shown and "    9  A a. No. The second one has to wait." in shown
    assert "   25? Q Q6 - My cruiser was hit in the opening round and the defender has" in shown
    assert f"{file} (UTF-8): 7 questions with answers; nothing is written" in shown
    assert any(line.startswith("form labels: ") for line in shown)
    assert f"  {file}:25: number 6 follows 4" in done.stdout
    assert sources.checksums(data) == before


def test_a_report_for_programs_has_every_character_once(kb_command: Run, tmp_path: Path) -> None:
    text = (FORMS / "errata-of-two-books.txt").read_text(encoding="utf-8")
    (tmp_path / "old.txt").write_bytes(text.encode("cp1252"))
    done = kb_command("add", str(tmp_path / "old.txt"), "--report", "--json")
    told = json.loads(done.stdout)
    assert (told["encoding"], told["form"], told["entries"]) == ("cp1252", "errata", {"erratum": 6})
    assert "".join(piece["text"] for piece in told["pieces"]) == text
    assert sum(told["characters"].values()) == len(text)


def test_another_form_is_asked_for_and_no_form_is_told_with_the_marks(kb_command: Run, tmp_path: Path) -> None:
    numbered = str(FORMS / "numbered-under-headings.txt")
    assert "\nform questions: " in kb_command("add", numbered, "--report", "--form", "questions").stdout
    wrong = kb_command("add", numbered, "--report", "--form", "number")
    assert (wrong.returncode, wrong.stdout) == (2, "") and "did you mean 'numbers'?" in wrong.stderr
    (tmp_path / "riddles.txt").write_text(
        "Who asks? What for? And of whom? So it goes.\n\nWhy not, or why, and is it?\n"
    )
    done = kb_command("add", str(tmp_path / "riddles.txt"), "--report")
    assert done.returncode == 1 and "no form of documents fits the text; put 'Q: ' before each question" in done.stdout
