"""Faults that random play has found."""

from __future__ import annotations

from dataclasses import replace

from kb.engine import Unit, can, do
from kb.engine.advantages import Invoke
from kb.engine.core.actions import EndPhase, Fight, Retreat
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize
from tests.engine.tell import BOOK, START, Scripted, at, refused, told


def test_a_ship_that_retreats_damaged_is_repaired() -> None:
    text = "sz5: germany battleship 1 came=sz6\nsz5: united-kingdom battleship 2"
    hurt = do(BOOK, told(text, "conduct-combat"), Fight("germany", "sz5"), Scripted([6, 1])).position
    assert hurt.units[1].damage == 1 and hurt.battle is not None
    back = do(BOOK, hurt, Retreat("germany", hurt.battle.attackers, "sz6"))
    assert back.position.units[1].damage == 0 and back.position.units[1].at == "sz6"


def test_fighters_at_rest_keep_their_deck() -> None:
    """In the printed set-up Japan's fighters are in their carrier's zone: it has no room for an ally's."""
    guest = Unit(900, "fighter", "germany", "sz37", spent=4, came=("india",))
    position = at("noncombat-move", units={**START.units, 900: guest})
    assert refused(position, Land("germany", (900,))) == {"landing-needs-a-place"}
    without = {
        number: unit
        for number, unit in position.units.items()
        if (unit.at, unit.type) != ("sz37", "fighter") or number == 900
    }
    assert can(BOOK, replace(position, units=without), Land("germany", (900,)))


def test_land_that_was_entered_is_no_refuge() -> None:
    """Land that the enemy enters is captured before a fighter without a carrier lands."""
    text = "india: japan infantry 1 spent=1 came=french-indochina is=combat-moved\nsz35: united-kingdom fighter 2"
    outcome = do(BOOK, told(text, "conduct-combat", "japan"), EndPhase("japan"))
    assert outcome.position.holders["india"] == "japan"
    assert 2 not in outcome.position.units, "there is no other land within one space"


def test_a_joint_strike_is_fought_and_won_by_both() -> None:
    """The partner's land units alone are enough for a battle, and they take what they win."""
    text = "norway: united-kingdom infantry 1 came=sz3 is=offloaded+combat-moved\nnorway: germany infantry 2"
    position = replace(
        told(text, "conduct-combat", "united-states"),
        advantages={"united-kingdom": frozenset({"joint-strike"})},
        game_notes={("joint-strike",): "united-kingdom"},
    )
    assert refused(position, EndPhase("united-states")) == {"battles-are-fought"}
    won = do(BOOK, position, Fight("united-states", "norway"), Scripted([1, 6])).position
    assert won.holders["norway"] == "united-kingdom"


def test_a_garrison_makes_units_from_the_first_turn_on() -> None:
    position = replace(
        at("develop-weapons", "soviet-union"), advantages={"united-kingdom": frozenset({"colonial-garrison"})}
    )
    built = do(BOOK, position, Invoke("united-kingdom", "colonial-garrison", (), ("india",))).position
    ready = at("mobilize-units", "united-kingdom", built, bought={("united-kingdom", "infantry"): 1})
    assert can(BOOK, ready, Mobilize("united-kingdom", (("infantry", 1),), "india"))
