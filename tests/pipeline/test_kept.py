"""What earlier builds kept is used only where all is the same that it was made from; what is damaged is no answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.base import background
from kb.cases.language.scenario import Scenario
from kb.cases.reading import library
from kb.engine.core.rulebook import Rulebook
from kb.pipeline import kept, scenarios, sources
from kb.pipeline.kept import digest_of
from tests.conftest import edit


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


#: few files of scenarios: one is played in three other games, one looks a section up
FILES = {"revised/submarines.yaml", "revised/errata.yaml", "revised/capitals.yaml", "europe-1940/submarines.yaml"}


@pytest.fixture
def few(own_data: Path) -> Path:
    """The data with few files of scenarios."""
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
    every, first = play()
    assert every == FILES
    assert play() == (set(), first)
    assert len(kept.load(str(tmp_path))) == len(FILES)
    (tmp_path / kept.FILE).write_bytes((tmp_path / kept.FILE).read_bytes().replace(b" submarine", b" submersible"))
    assert play() == (FILES, first)
    file = few / "scenarios" / "europe-1940" / "submarines.yaml"
    file.write_text(file.read_text("utf-8") + "# a word to authors\n", "utf-8")
    assert play() == ({"europe-1940/submarines.yaml"}, first)
    edit(
        few / "verdicts" / "revised.yaml",
        "A destroyer that an attacking submarine hits in",
        "A destroyer that is hit in",
    )
    assert play() == (set(), first)
    edit(few / "games" / "europe-1940" / "boards" / "europe-1940" / "units.csv", "cruiser,ship,12,", "cruiser,ship,13,")
    crossing = {"revised/submarines.yaml", "revised/errata.yaml"}
    assert play()[0] == {"europe-1940/submarines.yaml", *crossing}, "these are played elsewhere"
    edit(
        few / "claims" / "europe-1940.yaml",
        "case: transports-fall-last, by: lost}",
        "case: transports-fall-last, by: winner}",
    )
    assert play()[0] == {"europe-1940/submarines.yaml"}
    edit(few / "sections" / "revised.yaml", 'title: "Appendix 2: A Sample Turn"', "title: A Sample Turn")
    assert play()[0] == FILES, "this one of another game is played elsewhere"
    monkeypatch.setattr(scenarios, "program", lambda: "another")
    assert play()[0] == FILES


def test_a_scenario_that_cannot_be_played_is_not_kept(few: Path, tmp_path: Path, play: Play) -> None:
    edit(few / "scenarios" / "revised" / "submarines.yaml", "names: {sz5: sz106}", "names: {sz5: sz10699}")
    for _ in range(2):
        _, found = play()
        assert [each.message for each in found.findings] == ["unknown name 'sz10699' of europe-1940"]
    assert len(kept.load(str(tmp_path))) == len(FILES) - 1


#: changes of the data: a verdict, a word, a phrasing, a case, a claim, the number of a rule
CHANGES = (
    ("verdicts/revised.yaml", "A destroyer that an attacking submarine hits in", "A warship hit by a submarine in"),
    ("words.yaml", "heavy cruiser, light cruiser]", "heavy cruiser, light cruiser, at once]"),
    ("phrasings/revised.yaml", "shoot back after a u-boat torpedoes it first", "shoot back at the u-boat"),
    ("scenarios/revised/capitals.yaml", "If the landing fails they keep it", "They keep it if the landing fails"),
    ("claims/flames-and-steel.yaml", "by: contrast/act-1, limit: act-1}", "by: contrast/act-1}"),
    ("games/revised/rules/revised.yaml", "given: {units: [tank], number: 1}", "given: {units: [tank], number: 2}"),
)
