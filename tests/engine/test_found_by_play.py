"""What random play has found to be wrong, once."""

from __future__ import annotations

from dataclasses import replace

from kb.engine import Clock, Unit, can, do
from kb.engine.advantages import Invoke
from kb.engine.core.actions import EndPhase, Fight, Load, Move, Offload, Retreat
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize
from tests.engine.tell import BOOK, START, Scripted, at, refused, told


def test_a_ship_that_retreats_damaged_is_repaired() -> None:
    text = "sz5: germany battleship 1 came=sz6\nsz5: united-kingdom battleship 2"
    hurt = do(BOOK, told(text, "conduct-combat"), Fight("germany", "sz5"), Scripted([6, 1])).position
    assert hurt.units[1].damage == 1 and hurt.battle is not None
    back = do(BOOK, hurt, Retreat("germany", hurt.battle.attackers, "sz6"))
    assert back.position.units[1].damage == 0 and back.position.units[1].at == "sz6"


def test_a_move_begins_where_the_unit_is() -> None:
    position = told("norway: germany infantry 1")
    assert refused(position, Move("germany", (1,), ("southern-europe", "balkans"))) == {"moves-follow-borders"}


def test_a_second_complex_moves_in_nowhere() -> None:
    position = told(
        "russia: soviet-union industrial-complex 1\ncaucasus: soviet-union industrial-complex 2",
        "noncombat-move",
        "soviet-union",
    )
    position = replace(position, advantages={"soviet-union": frozenset({"mobile-industry"})})
    move = Move("soviet-union", (2,), ("caucasus", "russia"))
    assert refused(position, move) == {"one-complex-a-territory"}
    assert can(BOOK, position, Move("soviet-union", (2,), ("caucasus", "kazakh-ssr")))


def test_guns_do_not_assault() -> None:
    text = "sz5: germany transport 1\nsz5: germany antiaircraft-gun 2 aboard=1\nkarelia-ssr: soviet-union infantry 3"
    assert refused(told(text), Offload("germany", (2,), "karelia-ssr")) == {"guns-move-in-noncombat"}


def test_only_what_is_aboard_goes_ashore_and_only_on_land() -> None:
    text = "sz5: germany transport 1\nsz5: germany infantry 2 aboard=1\nnorway: germany infantry 3"
    position = told(text, "noncombat-move")
    assert "only-cargo-is-offloaded" in refused(position, Offload("germany", (3,), "norway"))
    assert refused(position, Offload("germany", (2,), "sz6")) == {"offloading-to-the-shore"}
    assert can(BOOK, position, Offload("germany", (2,), "norway"))


def test_only_the_attackers_units_retreat() -> None:
    text = "sz5: germany submarine 1 came=sz6\nsz5: united-kingdom battleship 2\nsz5: united-kingdom submarine 3"
    waiting = do(BOOK, told(text, "conduct-combat"), Fight("germany", "sz5"), Scripted([6] * 9)).position
    assert refused(waiting, Retreat("germany", (1, 2), "sz6")) == {"only-attackers-retreat"}
    assert can(BOOK, waiting, Retreat("germany", (1,), "sz6"))


def test_fighters_at_rest_keep_their_deck() -> None:
    """As the charts have it Japan's fighters stand in their carrier's zone: an ally finds no room there."""
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
    """Land that the enemy walks into is taken before a fighter without a carrier looks for a place to land."""
    text = "india: japan infantry 1 spent=1 came=french-indochina is=combat-moved\nsz35: united-kingdom fighter 2"
    outcome = do(BOOK, told(text, "conduct-combat", "japan"), EndPhase("japan"))
    assert outcome.position.holders["india"] == "japan"
    assert 2 not in outcome.position.units, "there is no other land within one space"


def test_after_landing_nothing_is_loaded_or_put_ashore() -> None:
    text = "sz5: germany transport 1\nsz5: germany infantry 2 aboard=1\nnorway: germany infantry 3\ngermany: germany fighter 4"
    landed = do(BOOK, told(text, "noncombat-move"), Land("germany", (4,))).position
    assert refused(landed, Offload("germany", (2,), "norway")) == {"landing-comes-last"}
    assert refused(landed, Load("germany", (3,), 1)) == {"landing-comes-last"}
    assert refused(landed, Land("germany", (3,))) == {"landing-needs-a-place"}, "infantry does not land"


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


def test_advantages_are_used_with_ones_own_units_in_their_time() -> None:
    advantages = {power: frozenset(a.id for a in BOOK.ruleset.advantages if a.power == power) for power in BOOK.order}
    text = "russia: united-kingdom infantry 1\nrussia: united-kingdom antiaircraft-gun 2\ncaucasus: soviet-union infantry 3\nindia: united-kingdom infantry 4"
    position = replace(told(text, "mobilize-units", "soviet-union"), advantages=advantages)
    assert can(BOOK, position, Invoke("soviet-union", "lend-lease", (1,)))
    assert refused(position, Invoke("soviet-union", "lend-lease", (4,))) == {"advantages-use-ones-own-units"}
    early = replace(position, clock=Clock(1, "soviet-union", "combat-move"))
    assert refused(early, Invoke("soviet-union", "lend-lease", (1,))) == {"lend-lease-comes-with-mobilization"}
    assert can(BOOK, position, Invoke("united-kingdom", "colonial-garrison", (), ("india",)))
    assert refused(position, Invoke("united-kingdom", "colonial-garrison", (), ("gibraltar",))) == {
        "garrisons-stand-in-own-land"
    }
    late = replace(position, clock=Clock(2, "soviet-union", "mobilize-units"))
    assert refused(late, Invoke("united-kingdom", "colonial-garrison", (), ("india",))) == {
        "garrisons-stand-from-the-start"
    }
    assert refused(position, Invoke("united-kingdom", "joint-strike")) == {"joint-strike-is-declared-before-moving"}
    dive = replace(told("japan: japan fighter 1", "combat-move", "japan"), advantages=advantages)
    assert refused(dive, Invoke("japan", "kamikaze-attacks", (1,))) == {"suicide-attacks-need-a-ship"}


def test_a_garrison_makes_units_from_the_first_turn_on() -> None:
    position = replace(
        at("develop-weapons", "soviet-union"), advantages={"united-kingdom": frozenset({"colonial-garrison"})}
    )
    built = do(BOOK, position, Invoke("united-kingdom", "colonial-garrison", (), ("india",))).position
    ready = at("mobilize-units", "united-kingdom", built, bought={("united-kingdom", "infantry"): 1})
    assert can(BOOK, ready, Mobilize("united-kingdom", (("infantry", 1),), "india"))
