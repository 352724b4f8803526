"""What may be done is asked of the engine; dice are told where they are wanted, in the order that the page says."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.language.vocabulary import CHOICES, ROLLS
from kb.scenarios.play.run import check
from kb.scenarios.reading.shapes import filled
from kb.scenarios.telling import reporting
from kb.scenarios.telling.reporting import happened
from kb.scenarios.telling.stories import Teller, story
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


def test_a_legal_move_says_which_landing_it_counts_on(read: Read, rules: Rulebook) -> None:
    refused = QUERY.replace("which: A, then: [EXPECT]", "refused_by: [aircraft-need-a-landing]")
    (scenario,) = read(refused)
    told = "\n".join(reporting.lines(check(rules, scenario), rules))
    assert "got        move: legal" in told
    assert "Germany's fighter could still land in Balkans." in told


ORDER = """
game: revised
scenarios:
  - id: a
    position:
      turn: germany
      phase: conduct-combat
      spaces:
        sz5: {germany: {UNITS}, united-kingdom: {transport: 2}}
    do:
      - {battle: sz5, cycles: 1, dice: [5, 5, 6, 6]}
"""


@pytest.mark.parametrize("units", ["battleship: 1, destroyer: 1", "destroyer: 1, battleship: 1"])
def test_dice_fall_in_the_order_of_the_unit_table(read: Read, rules: Rulebook, units: str) -> None:
    types = [unit.id for unit in rules.board.units]
    assert types.index("destroyer") < types.index("battleship")
    (scenario,) = read(ORDER.replace("UNITS", units))
    (result,) = check(rules, scenario).cases
    told = [line.says for line in happened(result, Teller(rules))]  # type: ignore[arg-type]
    assert "Germany rolls 5, 5 for attackers fire: no hits (at 3, 4 or less)." in told


RAID = """
game: revised
scenarios:
  - id: a
    position:
      turn: united-kingdom
      phase: conduct-combat
      spaces:
        germany: {united-kingdom: {bomber: [{came: [united-kingdom], is: [combat-moved]}]}, germany: {antiaircraft-gun: 1, industrial-complex: 1}}
      treasuries: {germany: 10}
    do:
      - {raid: {bomber: 1}, at: germany, dice: [6, 4]}
    expect:
      - dice: {antiaircraft: 1}
"""


def test_a_roll_by_another_name_is_pointed_to(read: Read, rules: Rulebook) -> None:
    assert reason(read, rules, RAID) == (
        "dice: expected antiaircraft: 1, got antiaircraft: 0, raid-antiaircraft: 1, raid: 1"
    )
    assert reason(read, rules, RAID.replace("antiaircraft: 1}\n", "raid-antiaircraft: 1}\n")) == ""


def test_every_roll_and_choice_is_documented() -> None:
    page = filled("<!-- table: rolls -->\n<!-- end of table -->\n<!-- table: choices -->\n<!-- end of table -->")
    assert all(f"| `{word}` | {means} |" in page for word, means in (ROLLS | CHOICES).items())
