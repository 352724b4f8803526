"""Sentences about events say what happened, of whom it happened, and nothing that did not."""

from __future__ import annotations

import pytest

from kb.engine.core.rulebook import Rulebook
from kb.scenarios.play.run import check
from kb.scenarios.telling.happened import happened
from kb.scenarios.telling.stories import Teller
from tests.scenarios.conftest import RULES_OF, Read


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
