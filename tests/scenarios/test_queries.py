"""What may be done is asked of the engine."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.play.run import check
from kb.scenarios.telling import reporting
from kb.scenarios.telling.stories import story
from tests.scenarios.conftest import Read

QUERY = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: noncombat-move
      spaces:
        ukraine-ssr: {held_by: germany, germany: {fighter: [{name: A, spent: 3, is: [fought]}]}}
        balkans: {held_by: germany}
        sz16: {united-kingdom: {destroyer: 1}}
    do:
      - {move: {fighter: 1}, route: [ukraine-ssr, balkans], which: A, then: [EXPECT]}
"""


def reason(read: Read, rules: Rulebook, text: str) -> str:
    (scenario,) = read(text)
    return reporting.reason(check(rules, scenario))


@pytest.mark.parametrize(
    ("expect", "got"),
    [
        ("may_go: {A: ukraine-ssr}", "may_go: expected A: ukraine-ssr, got A: nothing"),
        ("may_not_go: {A: [ukraine-ssr, balkans]}", "may_not_go: expected A: balkans ukraine-ssr, got A: ukraine-ssr"),
        ("battles: [sz16]", "battles: expected sz16, got nothing"),
        ("owed: [battles-are-fought]", "owed: expected battles-are-fought, got nothing"),
    ],
)
def test_what_may_be_done_is_asked_of_the_engine(read: Read, rules: Rulebook, expect: str, got: str) -> None:
    assert reason(read, rules, QUERY.replace("EXPECT", expect)) == got


def test_a_plane_may_go_where_it_may_land(read: Read, rules: Rulebook) -> None:
    asked = "- {battle: sz16, refused: yes}\n    expect: [EXPECT]\n"
    early = QUERY[: QUERY.index("- {move")] + asked
    assert reason(read, rules, early.replace("EXPECT", "may_go: {A: [balkans, ukraine-ssr]}")) == ""
    far = reason(read, rules, early.replace("EXPECT", "may_go: {A: [balkans, germany]}"))
    assert far == "may_go: expected A: balkans germany, got A: balkans"
    (scenario,) = read(early.replace("EXPECT", "{may_go: {A: [balkans]}, battles: [], owed: []}"))
    assert "A may go to Balkans, battles wait in no space and the phase may end" in " ".join(story(scenario, rules))
