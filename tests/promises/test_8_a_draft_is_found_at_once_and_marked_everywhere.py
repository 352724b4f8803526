"""A document that nobody has worked on is searched at once, by the words it has, and everything that is made of it is
marked as a draft and shown with whose word it is, wherever it is shown."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import kb
from kb.base.errors import KBError, NotPlayed
from kb.knowledge import KnowledgeBase
from kb.pipeline import run
from kb.pipeline.authoring.adding import add
from kb.pipeline.authoring.documents import Request
from kb.pipeline.authoring.todo import to_do
from kb.pipeline.run import build
from kb.service import asking, checking, look_up
from kb.store import read
from kb.text import forum
from kb.web.serve import site
from kb.web.site import site_of
from tests.conftest import ROOT, Once, Run, edit, keep_results
from tests.web.apart import asking as get_of
from tests.web.apart import run as run_apart

FAQ = ROOT / "tests" / "fixtures" / "own-faq.txt"
GAME = "D-Day"
QUESTIONS = [line[3:] for line in FAQ.read_text(encoding="utf-8").splitlines() if line.startswith("Q. ")]
#: an answer of a club to a question of a game that is here, with the very words of the official one
CLUB = """House answers

Submarines

Q. My sub attacks an enemy destroyer and hits it in the Opening Fire step. Does the destroyer get to shoot back?
A. Yes.

Q. May a mayor of the club command a submarine?
A. No. He may not even look at it.
"""


@dataclass
class TakenOver:
    """The data with a new game and a club's document, and their build."""

    data: Path
    built: str
    base: KnowledgeBase


@pytest.fixture(scope="module")
def taken(once: Once, data: str, built: str) -> Iterator[TakenOver]:
    where = once("taken", lambda place: take_over(place, data, built))
    own, out = where / "data", where / "built"
    with pytest.MonkeyPatch.context() as patch, kb.open(str(out)) as base:
        patch.setenv("KB_DATA", str(own))
        yield TakenOver(own, str(out), base)


def take_over(where: Path, data: str, built: str) -> None:
    """Add the FAQ of a new game and a club's answers to a copy of the data, and build it."""
    own, out = where / "data", where / "built"
    shutil.copytree(data, own)
    keep_results(out, built)
    added = add(Request(str(FAQ), new_game=GAME, authority="forum: Larry's"), str(own))
    assert (len(added.appears), added.to_do, added.proofs) == (len(QUESTIONS) + 1, [], [])
    (where / "club.txt").write_text(CLUB, encoding="utf-8")
    add(Request(str(where / "club.txt"), game="revised", authority="club: Dice Tower"), str(own))
    begin, _, rest = CLUB.partition("Q. My sub")
    (where / "later.txt").write_text(begin + rest[rest.index("Q. May a mayor") :], encoding="utf-8")
    add(Request(str(where / "later.txt"), "revised-later", "revised", authority="official"), str(own))
    report = build(str(own), str(out))
    assert report.unsound == () and report.figures["drafts"] == len(QUESTIONS) + 4


def drafts_of(base: KnowledgeBase) -> list[str]:
    return [each["id"] for each in base.rulings() if each["draft"]]


def test_each_question_is_found_by_its_own_words_first(taken: TakenOver) -> None:
    asked = {each["question"]: each["id"] for each in taken.base.rulings(game="d-day")}
    assert [taken.base.search(question).results[0].id for question in QUESTIONS] == [asked[each] for each in QUESTIONS]


def faces(taken: TakenOver, kb_command: Run) -> dict[str, Callable[[str], str]]:
    """Return for each interface the function that returns its text of a ruling, by the ruling's id."""
    served = site(read.find(taken.built), public_url="https://rulings.example")
    run_apart(served.invoke_startup())
    of_site = site_of(served)
    assert of_site is not None
    base, get = taken.base, get_of(served)
    row = lambda table, key: dict(base.connection.execute(f"select * from {table} where id = ?", [key]).fetchone())  # noqa: E731

    def found(ruling: str) -> dict[str, object]:
        whole = base.ruling(ruling)
        return look_up.search(base, f"{whole['question']} standing:{whole['standing']}", limit=1)

    def text(ruling: str) -> str:
        whole = base.ruling(ruling)
        return forum.whole(whole, row("games", whole["game"]), row("documents", whole["document"]), {})

    return {
        "terminal, search": lambda each: (
            kb_command(
                *("search", "-n", "1", f"{base.ruling(each)['question']} standing:{base.ruling(each)['standing']}"),
                KB_BUILT=taken.built,
            ).stdout
        ),
        "terminal, show": lambda each: kb_command("show", each, KB_BUILT=taken.built).stdout,
        "API": lambda each: (
            get(
                "/api/v1/search",
                params={"q": f"{base.ruling(each)['question']} standing:{base.ruling(each)['standing']}", "limit": 1},
            ).text
        ),
        "page": lambda each: get(f"/r/{each}").text,
        "card": lambda each: get(f"/judge?part=results&q={each}").text,
        "table": lambda each: get(f"{of_site.row('rulings', each)}.json").text,
        "assistants, search": lambda each: json.dumps(found(each), ensure_ascii=False),
        "assistants, show": lambda each: text(each),
    }


def test_drafts_and_whose_word_they_are_are_told_at_each_face(taken: TakenOver, kb_command: Run) -> None:
    some = {"dd-air-4": ("forum", "a forum’s"), "rev-club-sub-2": ("club", "a club’s")}
    unmarked = []
    for face, shown in faces(taken, kb_command).items():
        for ruling, whose in some.items():
            said = shown(ruling)
            unmarked += [(face, ruling, "draft")] * ("Draft" not in said)
            unmarked += [(face, ruling, "whose")] * (not any(each in said.lower() for each in whose))
            unmarked += [(face, ruling, "official")] * ("official" in re.sub(r"<[^>]*>", " ", said).lower())
    assert not unmarked, unmarked


def test_of_two_answers_to_one_question_the_official_one_comes_first(taken: TakenOver) -> None:
    asked = "My sub attacks an enemy destroyer and hits it. Does the destroyer get to shoot back?"
    assert taken.base.search(asked, game="revised", limit=3).results[0].id == "rev-sub-2"
    assert [each.id for each in taken.base.search(f"{asked} standing:club", limit=3)] == [
        "rev-club-sub-1",
        "rev-club-sub-2",
    ]
    equal = taken.base.search("May a mayor of the club command a submarine?", game="revised", limit=2)
    first, last = equal.results
    assert first.authority != "a club’s ruling" and (last.id, last.authority) == ("rev-club-sub-2", "a club’s ruling")
    only = taken.base.search(f"{asked} standing:official", limit=20)
    assert only.results and {each.standing for each in only} == {"official"}


def test_a_game_without_rules_says_so_everywhere(taken: TakenOver) -> None:
    base, said = taken.base, f"the rules of {GAME} are not played here"
    for refused in (
        lambda: asking.ask(base, "d-day; germany combat; sz5: germany 1 sub"),
        lambda: asking.ask(base, "germany combat; sz5: germany 1 sub", game="d-day"),
        lambda: asking.ask(base, {"game": "d-day"}),
        lambda: asking.RequestReader(base).of_ruling("dd-air-4"),
        lambda: checking.check(base, {"game": "d-day", "scenarios": []}),
        lambda: checking.raise_if_not_played(base, "d-day"),
        lambda: look_up.compare(base, "dd-air-4"),
    ):
        with pytest.raises(KBError, match=said):
            refused()
    assert base.ruling("dd-air-4")["proof_reason"] == said
    page = get_of(site(read.find(taken.built)))("/ask").text
    assert f"T{said[1:]}." in page and page.count("are not played here") == 1
    with pytest.raises(NotPlayed):
        checking.rule_books(base)("d-day")


def test_what_would_lift_each_is_listed(taken: TakenOver) -> None:
    rows = to_do(str(taken.data))
    assert {row["id"] for row in rows} == set(drafts_of(taken.base))
    alike = [row["near"]["alike"] if row["near"] else 0 for row in rows]
    assert alike == sorted(alike) and alike[0] < alike[-1]
    assert [step["what"] for step in rows[-1]["steps"]] == ["ways to ask", "verdict", "sections"]


def test_what_is_written_takes_the_place_of_the_draft_and_ids_stay(taken: TakenOver, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(taken.data, data)
    verdicts = data / "verdicts" / "d-day.yaml"
    text = verdicts.read_text()
    verdicts.write_text(
        f"{text}  - id: dd-air-4\n    verdict: Paratroopers count like all others.\n"
        "  - {id: dd-air-2, verdict: Patrols are placed first of all.}\n"
    )
    sections = data / "sections" / "d-day.yaml"
    sections.write_text(sections.read_text() + "  - {id: dd/parachutes, title: Parachutes, pages: 7-8}\n")
    verdicts.write_text(
        verdicts.read_text() + "  - {id: dd-air-3, sections: [{section: dd/parachutes, why: it is so}]}\n"
    )
    again = tmp_path / "faq-of-2006.txt"
    shutil.copy(FAQ, again)
    edit(again, "\nAir\n\n", "\nAir\n\nQ. May a glider land on the beach?\nA. Only on grass.\n\n")
    edit(again, "At the start of the turn, before", "At the very start of the turn, before")
    added = add(Request(str(again)), str(data))
    assert [row["id"] for row in added.appears] == ["dd-air-5"]
    assert [row["id"] for row in added.changes] == ["dd-air-2"] and added.vanishes == [] and added.to_do == []
    look = [each for each in added.look if each.message == "names the ruling dd-air-2, which has other words now"]
    assert [each.file for each in look] == ["data/verdicts/d-day.yaml"] and look[0].hint.startswith("compare")
    tried = run.attempt(str(data))
    assert tried.corpus and tried.findings == ()
    after = {each.id: each for each in tried.corpus.rulings if each.game == "d-day"}
    before = {each["id"]: each["question"] for each in taken.base.rulings(game="d-day")}
    assert {key: after[key].question for key in before} == before
    one, patrols, parachutes = (after[key] for key in ("dd-air-4", "dd-air-2", "dd-air-3"))
    assert (one.verdict, one.draft) == ("Paratroopers count like all others.", ("sections",))
    assert [each.basis for each in one.sections] == ["draft"]
    assert patrols.verdict == "Patrols are placed first of all."
    assert parachutes.verdict.startswith("Draft: ") and parachutes.draft == ("verdict",)
    assert [(each.section, each.basis) for each in parachutes.sections] == [("dd/parachutes", "curated")]


def test_what_is_proved_rests_on_no_draft(own_data: Path) -> None:
    verdicts = own_data / "verdicts" / "revised.yaml"
    edit(verdicts, "  - id: rev-sub-2\n    verdict: ", "  - id: rev-sub-2\n    # ")
    found = "\n".join(map(str, run.attempt(str(own_data)).findings))
    assert re.search(r"rev-sub-2 is a draft, and .* proves it; write its verdict", found), found
