"""Results of earlier builds are used only if everything that they were made from is the same, and are undamaged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlite_utils import Database

from kb.base import background
from kb.cases.language.scenario import Scenario
from kb.cases.reading import library
from kb.engine.core.rulebook import Rulebook
from kb.model.corpus import Corpus
from kb.pipeline import kept, rulings, run, scenarios, sources
from kb.pipeline.kept import digest_of
from kb.pipeline.kept_index import FOLDER
from kb.search import full_text, index
from kb.store.read import INDEX
from kb.words.lexicon import Lexicon
from tests.conftest import ROOT, edit


def test_what_is_kept_is_given_back_and_nothing_of_a_damaged_file(tmp_path: Path) -> None:
    assert len({digest_of("ab", "c"), digest_of("a", "bc"), digest_of("abc"), digest_of("abc", "")}) == 4
    results = {digest_of("a key"): '{"so":"many\\n“words”"}', digest_of("another"): '"\u2028"'}
    kept.save(str(tmp_path / "nowhere"), results)
    assert kept.load(str(tmp_path / "nowhere")) == {} and list(tmp_path.iterdir()) == []
    kept.save(str(tmp_path), results)
    assert kept.load(str(tmp_path)) == results
    file = tmp_path / kept.FILE
    sound = file.read_bytes()
    for damaged in [
        sound[:-1],
        sound + b"\n",
        b"",
        sound[::-1],
        *(sound[:n] + b"?" + sound[n + 1 :] for n in range(80)),
    ]:
        file.write_bytes(damaged)
        assert kept.load(str(tmp_path)) == {}, damaged


#: few files of scenarios, of which one is played in another game
FILES = {"revised/errata.yaml", "revised/capitals.yaml", "europe-1940/calling-off.yaml"}


@pytest.fixture
def few(own_data: Path) -> Path:
    """Return the data with few files of scenarios."""
    for path, name in library.files(str(own_data)):
        if name.removeprefix("data/scenarios/") not in FILES:
            Path(path).unlink()
    return own_data


Play = Callable[[], tuple[set[str], scenarios.Played]]


@pytest.fixture
def play(few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Have the scenarios played as a build has; the files of which something was played, and what came of all."""
    real, seen = scenarios.story, set[str]()

    def story(scenario: Scenario, rules: Rulebook) -> list[str]:
        seen.add(scenario.file.removeprefix("data/scenarios/"))
        return real(scenario, rules)

    monkeypatch.setattr(scenarios, "story", story)
    monkeypatch.setattr(background, "_CAN_FORK", False)

    def play() -> tuple[set[str], scenarios.Played]:
        seen.clear()
        found = scenarios.play(sources.read(str(few)), str(few), str(tmp_path))
        return set(seen), found

    return play


def test_only_what_changed_is_played(few: Path, tmp_path: Path, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    own = "europe-1940/calling-off.yaml"
    every, first = play()
    assert every == FILES
    verdict = "A destroyer that an attacking submarine hits in"
    edit(few / "verdicts" / "revised.yaml", verdict, "A destroyer that is hit in")
    assert play() == (set(), first)
    assert len(kept.load(str(tmp_path))) == len(FILES)
    file = few / "scenarios" / own
    file.write_text(file.read_text("utf-8") + "# a word to authors\n", "utf-8")
    assert play() == ({own}, first)
    edit(few / "games" / "europe-1940" / "boards" / "europe-1940" / "units.csv", "cruiser,ship,12,", "cruiser,ship,13,")
    assert play()[0] == {own, "revised/errata.yaml"}, "one is played elsewhere"
    claim = "case: transports-fall-last, by: "
    edit(few / "claims" / "europe-1940.yaml", f"{claim}lost}}", f"{claim}winner}}")
    assert play()[0] == {own}
    edit(few / "sections" / "revised.yaml", 'title: "Appendix 2: A Sample Turn"', "title: A Sample Turn")
    assert play()[0] == FILES - {own}
    monkeypatch.setattr(scenarios, "program", lambda: "another")
    edit(few / "scenarios" / "revised" / "errata.yaml", "europe-1999: {differs", "europe-1998: {differs")
    played, found = play()
    assert played == FILES and any("europe-1998" in each.message for each in found.findings)
    assert len(kept.load(str(tmp_path))) == len(FILES) - 1, "what cannot be played is not kept"


def test_the_index_is_made_again_only_for_another_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables and files of the index stand for the real ones."""
    whole = sources.read(str(ROOT / "data"))
    corpus, _ = rulings.corpus(
        run.identified(whole, str(ROOT / "data")), whole, str(ROOT / "data"), scenarios.Played(())
    )
    made = list[str]()

    def make_tables(db: Database, *given: object) -> None:
        made.append("index")
        db["index_terms"].insert({"term": "sub"})

    def write(corpus: Corpus, words: Lexicon, place: str) -> None:
        Path(place).mkdir()
        (Path(place) / "segment").write_text("sub")

    monkeypatch.setattr(index, "make_tables", make_tables)
    monkeypatch.setattr(full_text, "write", write)

    def build(name: str, corpus: Corpus) -> int:
        db = Database(memory=True)
        (tmp_path / name).mkdir()
        run.make_index(db, corpus, whole.lexicon, str(tmp_path / name), str(tmp_path))
        assert db.table_names() == ["index_terms"] and (tmp_path / name / INDEX / "segment").read_text() == "sub"
        db.close()
        return len(made)

    assert build("first", corpus) == 1
    assert build("same text", replace(corpus, scenarios=(), relations=())) == 1
    (tmp_path / FOLDER / "tables.db").write_bytes(b"damaged")
    assert build("damaged", corpus) == 2
    first, *others = corpus.rulings
    assert build("other text", replace(corpus, rulings=(replace(first, verdict="Another."), *others))) == 3
