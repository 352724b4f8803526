"""Sentences about events say what happened, of whom it happened, and nothing that did not."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.play.run import check
from kb.scenarios.telling.reporting import happened
from kb.scenarios.telling.stories import Teller
from tests.read_once import RULES_OF
from tests.scenarios.conftest import Read


def told(read: Read, text: str) -> list[str]:
    """What is told of the case of a file, line by line."""
    (scenario,) = read(text)
    rules = RULES_OF.of(scenario)
    (result,) = check(rules, scenario).cases
    return [line.says for line in happened(result, Teller(rules))]  # type: ignore[arg-type]


HEAD = """
game: revised
scenarios:
  - id: a
    position:
      turn: united-kingdom
      phase: conduct-combat
      spaces:
"""


def test_dice_are_those_of_every_power_that_fires(read: Read) -> None:
    lines = told(
        read,
        HEAD
        + """        sz5: {united-kingdom: {destroyer: 1}, germany: {destroyer: 1}, japan: {destroyer: 1}}
    do:
      - {battle: sz5, dice: [6, 6, 6]}
""",
    )
    assert "Germany and Japan roll 6, 6 for defenders fire: no hits (at 3, 3 or less)." in lines
    assert "The United Kingdom rolls 6 for attackers fire: no hits (at 3 or less)." in lines


def test_a_battle_that_waits_says_for_whom_and_which(read: Read) -> None:
    lines = told(
        read,
        HEAD
        + """        sz5: {united-kingdom: {destroyer: [{came: [sz6]}]}, germany: {submarine: 2}}
        sz6: {}
    do:
      - {battle: sz5, dice: [6, 6, 6]}
""",
    )
    own = "the United Kingdom may retreat to sea zone 6 or press on"
    assert lines[-1] == f"The battle in sea zone 5 waits: Germany may submerge submarines; {own}."
    assert not [line for line in lines if "decisions" in line]


def test_planes_do_not_go_where_the_others_retreat(read: Read) -> None:
    lines = told(
        read,
        HEAD
        + """        norway: {united-kingdom: {tank: [{came: [karelia-ssr]}], fighter: 1}, germany: {tank: 2}}
        karelia-ssr: {held_by: soviet-union}
    do:
      - {battle: norway, dice: [6, 6, 6, 6]}
      - {retreat: all, to: karelia-ssr}
""",
    )
    assert (
        "One tank of the United Kingdom retreated to Karelia S.S.R.; one fighter of the United Kingdom broke off."
        in lines
    )


def test_what_is_aboard_is_not_said_to_sink_before_it_flies(read: Read) -> None:
    lines = told(
        read,
        HEAD
        + """        sz5: {united-kingdom: {battleship: 1}, germany: {aircraft-carrier: [{cargo: {fighter: 1}}]}}
    do:
      - {battle: sz5, dice: [4, 6, 6], choices: [{germany: {aircraft-carrier: 1}}]}
""",
    )
    assert "As a rule what is aboard Germany's aircraft carrier sinks with it." in lines
    assert "Germany's fighter is in the air as its carrier sinks." in lines
    assert not [line for line in lines if "goes down" in line]


@pytest.mark.parametrize(
    ("notes", "line"),
    [
        ("notes: {held: {norway: germany}}", "Who held it when the turn began: Norway (Germany)."),
        ("notes: {captured: [norway]}", "Territory that was taken: Norway."),
        ("notes: {landing: yes}", "Nothing but aircraft moves any more."),
        ("game_notes: {winter: germany}", "The power that has the winter on its side: Germany."),
        ("treasuries: {germany: 1}", "Germany has 1 IPC."),
        ("turn: united-states", "Round 1, the United States' turn, Conduct Combat."),
    ],
)
def test_a_position_is_told_in_whole_words(read: Read, rules: Rulebook, notes: str, line: str) -> None:
    text = HEAD.replace("      turn: united-kingdom\n", "" if notes.startswith("turn") else "      turn: germany\n")
    (scenario,) = read(text.replace("      spaces:\n", f"      {notes}\n") + "    do: [{end: phase}]\n")
    assert line in Teller(rules).whole(scenario.case, "play")


def test_rules_are_told_as_sentences(read: Read, rules: Rulebook) -> None:
    text = HEAD + "        sz5: {}\n    do: [{battle: sz5, refused_by: [battles-are-between-enemies]}]\n"
    (scenario,) = read(text)
    last = Teller(rules).whole(scenario.case, "play")[-1]
    assert last == "The United Kingdom fights in sea zone 5; this is not allowed: battles are between enemies."


def test_damage_is_of_what_was_struck(read: Read) -> None:
    case = HEAD.replace("game: revised", "game: europe-1940\nboard: europe-1940-2012\nruleset: europe-1940-2012") + (
        "        germany: {germany: {air-base: 1, major-industrial-complex: 1}, united-kingdom: {strategic-bomber: 2}}\n"
        "    do:\n"
        "      - {raid: {strategic-bomber: 1}, at: germany, target: air-base, dice: [6, 2]}\n"
        "      - {raid: {strategic-bomber: 1}, at: germany, target: major-industrial-complex, dice: [6, 3]}\n"
    )
    lines = [line for line in told(read, case) if line.startswith("Damage")]
    assert lines == [
        "Damage to the air base in Germany: 4; the dice said 4.",
        "Damage to the major industrial complex in Germany: 5; the dice said 5.",
    ]


@pytest.mark.parametrize(("guns", "told_of"), [("{}", 0), ("{germany: {antiaircraft-gun: 1}}", 1)])
def test_guns_are_told_of_where_there_are_some(read: Read, guns: str, told_of: int) -> None:
    case = HEAD.replace("conduct-combat", "combat-move") + (
        "        anglo-egypt: {united-kingdom: {fighter: 1}}\n"
        f"        libya: {guns}\n"
        "    do:\n"
        "      - {move: {fighter: 1}, route: [anglo-egypt, libya, algeria, libya]}\n"
    )
    assert len([line for line in told(read, case) if "The gun in Libya waits" in line]) == told_of


def test_one_aircraft_and_one_complex_are_told_like_many(read: Read) -> None:
    case = HEAD.replace("game: revised", "game: europe-1940\nboard: global-1940-2012\nruleset: europe-1940-2012") + (
        "        sz110: {united-kingdom: {destroyer: 1}}\n"
        "        sz112: {germany: {cruiser: 1}}\n"
        "        united-kingdom: {united-kingdom: {air-base: 1, fighter: 1}}\n"
        "        eastern-united-states: {united-states: {minor-industrial-complex: 1}}\n"
        "    do:\n"
    )
    scramble = case.replace("turn: united-kingdom", "turn: germany").replace("conduct-combat", "combat-move") + (
        "      - {move: {cruiser: 1}, route: [sz112, sz110]}\n"
        "      - {end: phase, choices: [{united-kingdom: {fighter: 1}}]}\n"
    )
    assert "Scrambled over sea zone 110: one fighter of the United Kingdom." in told(read, scramble)
    war = case.replace("turn: united-kingdom", "turn: germany").replace("conduct-combat", "combat-move") + (
        "      - {declare-war: united-states}\n"
    )
    grown = "In Eastern United States there is now the United States' major industrial complex."
    assert grown in told(read, war)
