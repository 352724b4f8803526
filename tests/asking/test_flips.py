"""What would have to differ is found by trying: the change that decides, and none that decides nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kb
from kb.asking.answer import ask
from kb.asking.flips.change import RequestChange, Sort
from kb.asking.flips.replay import Looked, Replay, play_again, play_first
from kb.asking.flips.scope import scope_of
from kb.asking.flips.search import Counterfactual, Effect, Flips, flips
from kb.asking.flips.sorts import changes
from kb.asking.notation.strict import read_strictly
from kb.asking.request import EngineRequest, of_scenario, parse
from kb.cases.language.scenario import Plain, Scenario
from kb.cases.language.vocabulary import spoken
from kb.engine.core.rulebook import Rulebook
from kb.text.answers import answer_text
from kb.text.flips import render_flips
from tests.read_once import DATA, scenario_named
from tests.read_once import RULES_OF as RULES

#: enough for everything, however busy the machine is
LONG = 60.0
EVERY = 10**6


@pytest.fixture(autouse=True)
def _shows_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that the engine cannot play is a fault here, and not passed over."""
    monkeypatch.setenv("KB_TRACEBACK", "1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["anniversary/one-gun-of-a-territory", "anniversary/paratroopers-alone-do-not-retreat"]
)
def test_every_change_that_is_tried_can_be_played(name: str) -> None:
    assert whole(scenario_named(name)).all_tried


def found(position: Plain, *acts: Plain, game: str = "revised", **more: Any) -> Flips:
    return flips(kb.ask(position, acts, game=game, **more), EVERY, LONG, tries=EVERY)


def whole(scenario: Scenario, others: tuple[Rulebook, ...] = ()) -> Flips:
    return flips(ask(of_scenario(scenario, RULES.of(scenario))), EVERY, LONG, tries=EVERY, others=others)


def those(search: Flips, sort: Sort, **facts: Any) -> list[Counterfactual]:
    """The flips with a change of a sort and these facts, also among those that are told beside another."""
    return [
        flip
        for best in search.found
        for flip in (best, *best.also)
        if flip.change.sort == sort and facts.items() <= dict(flip.change.facts).items()
    ]


def fight(space: str, **powers: Plain) -> Plain:
    spaces = {space: {power.replace("_", "-"): own for power, own in powers.items()}}
    return {"turn": "germany", "phase": "conduct-combat", "spaces": spaces}


TRANSPORT = fight("sz5", germany={"submarine": 1}, united_kingdom={"transport": 1})
DESTROYER = fight("sz5", germany={"submarine": 1}, united_kingdom={"destroyer": 1})
HIT = {"battle": "sz5", "dice": [2]}


# -- the outcome of a battle


def test_a_destroyer_lets_what_a_submarine_hits_fire_back() -> None:
    search = found(TRANSPORT, HIT)
    (flip,) = those(search, "more", power="united-kingdom", unit="destroyer", space="sz5")
    assert flip.turned.what is Effect.OUTCOME
    assert "a-destroyer-lets-casualties-of-submarines-fire" in flip.rules
    assert ("fire", 2) in [part for part, _, _ in flip.turned.parts]  # the transport
    for unit in ("bomber", "battleship", "submarine"):
        for other in those(search, "more", power="united-kingdom", unit=unit, space="sz5"):
            assert ("fire", 2) not in [part for part, _, _ in other.turned.parts]
    # beside luck it is among the first
    assert those(search, "die", face=3) and "more" in [each.change.sort for each in search.found[:5]]
    # dice that are not said hit
    unsaid = found(TRANSPORT, {"battle": "sz5"})
    assert those(unsaid, "more", unit="destroyer", power="united-kingdom", space="sz5")
    assert unsaid.base.played.position.units == search.base.played.position.units


def test_that_a_unit_more_might_have_hit_turns_nothing() -> None:
    position = fight("karelia-ssr", germany={"infantry": 2}, soviet_union={"infantry": 2})
    search = found(position, {"battle": "karelia-ssr", "dice": [1, 6, 2, 6]})
    assert not those(search, "more", power="germany", unit="tank", space="karelia-ssr")
    (flip,) = those(search, "more", power="germany", unit="artillery", space="karelia-ssr")
    assert [(part[0], was, now) for part, was, now in flip.turned.parts] == [
        ("fire", (("attackers-fire", 1),), (("attackers-fire", 2),))
    ]


def test_one_gun_more_fires_no_more_dice_and_without_it_nothing_is_fired() -> None:
    position = fight("karelia-ssr", germany={"fighter": 1}, soviet_union={"infantry": 1, "antiaircraft-gun": 1})
    search = found(position, {"battle": "karelia-ssr", "dice": [1]})
    (flip,) = those(search, "fewer", unit="antiaircraft-gun", left=0)
    assert "antiaircraft-guns-fire" in flip.rules
    assert (("fire", 1), (("antiaircraft", 1),), (("attackers-fire", 3),)) in flip.turned.parts
    assert not those(search, "more", unit="antiaircraft-gun", power="soviet-union", space="karelia-ssr")


# -- the verdict

TANK = {"turn": "germany", "phase": "combat-move", "spaces": {"germany": {"germany": {"tank": 1}}}}
SWIM = {"move": {"tank": 1}, "route": ["germany", "sz5"]}


def test_a_tank_may_go_elsewhere_and_not_to_sea_however_many_there_are() -> None:
    search = found(TANK, may=SWIM)
    legal = [flip for flip in search.found if flip.turned.legal]
    routes = [
        each.facts["act"].given["route"]
        for flip in legal
        for each in (one.change for one in (flip, *flip.also))
        if each.sort == "act" and each.facts["act"].kind == "move" and each.facts["act"].what == {"": {"tank": 1}}
    ]
    assert ["germany", "balkans"] in routes
    assert all(route[-1] != "sz5" for route in routes)
    assert not those(search, "phase") and not [flip for flip in those(search, "turn") if not flip.turned.legal]
    assert not those(search, "more", unit="tank")
    assert search.found[0].turned.legal  # what makes it legal comes first


def test_a_unit_beside_it_a_transport_for_it_and_more_cargo_are_thought_of() -> None:
    """The tank beside the mechanized infantry, the transport for the tank, one more ashore for a second bombardment."""
    position = {"western-germany": {"germany": {"mechanized-infantry": 1}}, "holland-belgium": {"held_by": "france"}}
    blitz = {"move": {"mechanized-infantry": 1}, "route": ["western-germany", "holland-belgium", "france"]}
    turn = {"turn": "germany", "phase": "combat-move"}
    search = found({**turn, "spaces": position}, may=blitz, game="europe-1940")
    (flip,) = those(search, "act", along="tank")
    assert flip.turned.legal and flip.rules == ("some-blitz-beside-a-tank-only",) and flip in search.found[:3]
    loads = [flip for flip in found(TANK, may=SWIM).found if flip.change.sort == "act" and flip.turned.legal]
    assert "load" in [each.facts["act"].kind for flip in loads for each in (one.change for one in (flip, *flip.also))]
    ships = {"battleship": 1, "cruiser": 1, "transport": [{"cargo": {"infantry": 1}}]}
    spaces = {"sz6": {"united-kingdom": ships}, "northwestern-europe": {"germany": {"infantry": 2}}}
    ashore = {"offload": {"infantry": 1}, "from": "sz6", "to": "northwestern-europe"}
    fire = [{"bombard": {ship: 1}, "from": "sz6", "at": "northwestern-europe"} for ship in ("battleship", "cruiser")]
    at_sea = {"turn": "united-kingdom", "phase": "combat-move", "spaces": spaces}
    search = found(at_sea, ashore, fire[0], may=fire[1], game="anniversary")
    (flip,) = those(search, "act", ashore="infantry")
    assert flip.turned.legal and flip in search.found[:3]
    told = render_flips(kb.ask(at_sea, [ashore, fire[0]], may=fire[1], game="anniversary"), {}, search)["flips"]
    texts = [each["text"] for each in told]
    beside = "With an infantry more aboard, put ashore too (or a"  # in whatever order
    assert any(text.startswith(beside) and text.endswith("), it would be allowed.") for text in texts)
    undone = "If the United Kingdom did not have one battleship in sea zone 6 bombard Northwestern Europe"
    assert any(text.startswith(undone) for text in texts) and not any("action 1" in text for text in texts)


@pytest.mark.slow
def test_no_action_is_tried_twice() -> None:
    answer = kb.ask(
        {"turn": "germany", "phase": "combat-move", "spaces": DESTROYER["spaces"]}, may=SWIM, game="revised"
    )
    looked = Looked()
    scope = scope_of(answer.request, play_first(answer.request, answer.played.record, looked), looked)
    done = [repr((each.position, each.do)) for each in changes(scope) if each.do]
    assert len(done) == len({*done}) > 20


def test_of_cargo_that_is_told_apart_something_would_turn_it() -> None:
    ship = {"cargo": {"infantry": [{"name": "A"}]}}
    at_sea = {"turn": "germany", "phase": "combat-move", "spaces": {"sz6": {"germany": {"transport": [ship]}}}}
    ashore = {"offload": {"infantry": [{"name": "A"}]}, "from": "sz6", "to": "norway"}
    search = found(at_sea, ashore)
    assert search.found and not search.faults


def test_an_aircraft_that_could_not_land_needs_a_carrier_its_land_or_a_longer_range() -> None:
    search = whole(scenario_named("anniversary/no-flight-without-a-landing"))
    for flip in (
        *those(search, "more", unit="aircraft-carrier", power="japan"),
        *those(search, "holder", holder="japan", space="wake-island"),
        *those(search, "technology", name="long-range-aircraft", power="japan"),
    ):
        assert flip.turned.legal and flip.rules == ("aircraft-need-a-landing",)
    assert those(search, "more", unit="aircraft-carrier", power="japan", space="sz52")
    assert not those(search, "technology", name="rockets")
    assert not those(search, "more", unit="battleship", power="japan")


@pytest.mark.parametrize(("had", "turns", "legal", "not_yet"), [(5, 4, False, 6), (1, 5, True, 4)])
def test_money_is_found_to_the_last_ipc(had: int, turns: int, legal: bool, not_yet: int) -> None:
    position = {"turn": "germany", "phase": "purchase-units", "treasuries": {"germany": had}}
    search = found(position, may={"purchase": {"tank": 1}}, game="anniversary")
    (flip,) = those(search, "money", ipcs=turns)
    assert flip.turned.legal is legal and "no-spending-beyond-treasury" in flip.rules
    assert not those(search, "money", ipcs=not_yet)


def test_war_and_the_declaration_of_it_open_foreign_land() -> None:
    position = {**TANK, "spaces": {"poland": {"germany": {"tank": 1}}}}
    search = found(position, may={"move": {"tank": 1}, "route": ["poland", "eastern-poland"]}, game="europe-1940")
    wars = those(search, "war", power="germany", other="soviet-union", how="old")
    assert [flip.turned.legal for flip in wars] == [True]
    declared = [flip for flip in search.found if flip.change.sort == "added" and flip.turned.legal]
    assert "declare-war" in [
        each.facts["act"].kind for flip in declared for each in (one.change for one in (flip, *flip.also))
    ]
    assert not [flip for flip in those(search, "war", power="italy") if flip.turned.legal]


def test_what_is_told_of_a_verdict_is_what_is_answered_to_it() -> None:
    answer = kb.ask(TANK, may=SWIM, game="revised")
    search = flips(answer, EVERY, LONG, tries=EVERY)
    each = (flip for best in search.found for flip in (best, *best.also))
    turned = [flip for flip in each if flip.turned.what is not Effect.OUTCOME]
    assert len(turned) > 10
    for flip in turned:
        again = ask(flip.change.applied(answer.request))
        assert again.acts[flip.turned.act].legal is flip.turned.legal


# -- the search


def test_a_search_without_time_says_that_it_was_broken_off() -> None:
    search = flips(kb.ask(TANK, may=SWIM, game="revised"), EVERY, 0.0)
    assert not search.all_tried and search.tried == 0 and not search.found


def test_no_more_are_told_than_are_asked_for() -> None:
    assert len(flips(kb.ask(TANK, may=SWIM, game="revised"), 3, LONG).found) == 3


# -- told


def told(**what: Any) -> dict[str, Any]:
    return answer_text(json.dumps({"game": "revised", "flips": True, **what}), RULES, {})


def test_a_flip_is_told_with_rule_and_ruling_and_can_be_written_down() -> None:
    answer = told(position=TRANSPORT, do=[HIT])
    wanted = {"spaces": {"sz5": {"united-kingdom": {"destroyer": 1}}}}
    (flip,) = [each for each in answer["flips"] if each["change"] == {"position": wanted}]
    assert flip["text"].startswith("With a destroyer of the United Kingdom in sea zone 5 (in another way a fighter, ")
    assert flip["text"].endswith(f"({flip['rulings'][0]}).")
    assert "the United Kingdom's transport would fire" in flip["becomes"]
    assert "a-destroyer-lets-casualties-of-submarines-fire" in flip["rules"]


def test_nothing_is_searched_for_unless_it_is_asked() -> None:
    plain = answer_text(json.dumps({"game": "revised", "position": TANK}), RULES, {})
    assert "flips" not in plain


@pytest.mark.parametrize("what", [{}, {"do": [{"battle": "sz5"}]}, {"may": {"battle": "sz6"}}])
def test_anything_that_can_be_asked_can_be_asked_this_of(what: dict[str, Any]) -> None:
    answer = told(position=DESTROYER, **what)
    assert all(each["text"] and each["becomes"] for each in answer["flips"])


CASES = (
    "anniversary/interceptors-land-on-a-carrier",
    "europe-1940/where-complexes-are-built",
    "europe-1999/infantry-fires-at-attacking-planes",
    "flames-and-steel/a-lost-sea-battle-keeps-troops-aboard",
    "revised/infantry-defends-at-3-in-the-winter",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_whatever_is_found_is_told(name: str) -> None:
    scenario = scenario_named(name)
    answer = ask(of_scenario(scenario, RULES.of(scenario)))
    search = whole(scenario, RULES.every(scenario.game))
    rows = render_flips(answer, {}, search)["flips"]
    assert len(rows) == len(search.found) > 5
    for row in rows:
        assert row["text"].endswith(".") and ", " in row["text"], row
        json.dumps(row["change"])


def test_changes_that_the_engine_cannot_play_are_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = kb.ask(DESTROYER, [{"battle": "sz5", "dice": [2, 6]}], game="revised")
    whole = flips(answer, EVERY, LONG, tries=EVERY)
    assert whole.faults == render_flips(answer, {}, whole)["flips_searched"]["faults"] == 0
    played = 0

    def broken(change: RequestChange, request: EngineRequest, base: Replay) -> Replay:
        nonlocal played
        played += 1
        if played % 2:
            raise LookupError("a fault")
        return play_again(change, request, base)

    monkeypatch.setattr("kb.asking.flips.search.play_again", broken)
    with pytest.raises(LookupError):
        flips(answer)
    monkeypatch.delenv("KB_TRACEBACK")
    played = 0
    half = flips(answer, EVERY, LONG, tries=EVERY)
    told = render_flips(answer, {}, half)["flips_searched"]
    assert (half.tried, half.faults, told["faults"]) == (whole.tried, (whole.tried + 1) // 2, half.faults)
    assert told["assumed"][-1].startswith(f"{half.faults} changes could not be played, for a fault of the engine")


@pytest.mark.slow
def test_what_a_line_supposes_is_not_changed() -> None:
    line = (
        "g40; germany combat move; western germany: germany 1 ftr; sz111: uk 1 bb; ftr western germany - sz112 - sz111"
    )
    fight = "end; germany attacks sz111 losing uk 1 bb; end; ftr sz111 - sz112 - norway; lands ftr in norway"
    read = read_strictly(f"{line}; {fight}", RULES, spoken(DATA))
    assert flips(ask(parse(read.request, "a line", RULES)), budget=LONG).tried > 600
