"""A scenario is played in another printing or game: the result is the same or not, and which lines of data cause it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kb.cases.analysis.elsewhere import ACTIONS, CANALS, STEPS, findings, in_other_game, in_other_printing
from kb.cases.language.scenario import Crossing, Scenario
from kb.cases.play.playing import check
from kb.cases.reading.library import unknown_games
from kb.engine.core.parameters import FACTS
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import FIGURES
from kb.knowledge import KnowledgeBase
from kb.store.scenarios import scenario
from tests.conftest import Sample
from tests.read_once import RULES_OF, scenario_named, scenarios

SHOOTS_BACK = "destroyer-hit-shoots-back"
RULE = "a-destroyer-lets-casualties-of-submarines-fire"


def changed(rules: Rulebook, rule: str, **given: object) -> Rulebook:
    """Return the rules with other values for one of them."""
    lines = (
        replace(line, given={**line.given, **given}) if line.rule == rule else line for line in rules.ruleset.rules
    )
    return Rulebook(rules.board, replace(rules.ruleset, rules=tuple(lines)))


def test_the_rules_that_make_a_difference_are_named_and_nothing_else() -> None:
    own = RULES_OF("revised")
    one = check(own, scenario_named(f"revised/{SHOOTS_BACK}"))
    told = in_other_printing(one, own, own)
    assert (told.holds, told.why, told.rules) == ("same", "", ())
    other = changed(changed(own, RULE, units=("battleship",)), "rocket-range", spaces=9)
    told = in_other_printing(one, own, other)
    assert told.holds == "differs" and told.why.startswith("lost: ") and "(not lost: " in told.why
    assert told.rules == (RULE,)


def test_a_rule_differs_with_a_fact_that_it_takes() -> None:
    own, fact = RULES_OF("europe-1940"), "bombarding-units"
    facts = tuple(replace(each, names=("destroyer",)) if each.fact == fact else each for each in own.ruleset.facts)
    other = Rulebook(own.board, replace(own.ruleset, facts=facts))
    case = next(each for each in scenarios() if each.game == "europe-1940" and "battleships-bombard" in each.rules)
    told = in_other_printing(check(own, case), own, other)
    assert told.holds == "differs" and "battleships-bombard" in told.rules


def test_every_scenario_of_a_game_with_two_printings_was_played_under_both(base: KnowledgeBase) -> None:
    rows = base.connection.execute("""
        select s.id, count(p.ruleset) from scenarios s left join scenario_printings p on p.scenario = s.id and p.game = s.game
        where s.game in (select game from rules group by game having count(distinct ruleset) > 1)
        and s.ruleset not in (select ruleset from scenario_printings where printing <> '') group by s.id""")
    counts = {row[0]: row[1] for row in rows}
    assert counts and [name for name, number in counts.items() if number != 1] == []
    played = [each for scene in base.ruling("e40-scr-1")["scenarios"] for each in scene["printings"]]
    differs = [each for each in played if each["holds"] == "differs"]
    assert {each["printing"] for each in played} == {"2012"}
    assert [each["rules"] for each in differs] == [["europe-1940/only-islands-scramble"]]


# -- other games


def shoots_back() -> Scenario:
    """Revised's destroyer hits with a 3, Anniversary's does not."""
    first = scenario_named(f"revised/{SHOOTS_BACK}")
    return replace(first, case=replace(first.case, do=(replace(first.case.do[0], dice=(2, 3)),)), elsewhere=())


def fire_together() -> Scenario:
    return scenario_named("revised/submarines-of-both-sides-fire-first")


def submerge_in_turn() -> Scenario:
    return scenario_named("anniversary/attacker-decides-on-submerging-first")


def planes_leave() -> Scenario:
    whole = scenario_named("revised/planes-leave-an-assault-all-at-once")
    return replace(fire_together(), case=whole.case, contrasts=())


HITS = "destroyer.defense"


def test_a_scenario_differs_by_a_number_of_a_unit() -> None:
    crossing, own = Crossing("anniversary", differs=(HITS,)), RULES_OF.of(shoots_back())
    told = in_other_game(check(own, shoots_back()), RULES_OF("anniversary"), crossing)
    assert (told.game, told.printing, told.holds, told.rules) == ("anniversary", "", "differs", (HITS,))
    assert told.why.startswith("lost: one destroyer")


@pytest.mark.parametrize(
    ("scenario", "crossing", "told"),
    [
        (shoots_back, Crossing("anniversary", differs=(HITS,)), ""),
        (shoots_back, Crossing("anniversary"), "the result differs: lost: one destroyer"),
        (shoots_back, Crossing("anniversary", names={"sz5": "sz999"}), "unknown name 'sz999' of anniversary"),
        (shoots_back, Crossing("anniversary", names={"see": "sz5"}), "unknown name 'see'"),
        (shoots_back, Crossing("europe-1999"), "europe-1999 has no 'sz5' / give its name there under 'names'"),
        (shoots_back, Crossing("anniversary", differs=(HITS, "fighter.speed")), "unknown line of data 'fighter.speed'"),
        (
            shoots_back,
            Crossing("anniversary", differs=(HITS, "destroyer.cost")),
            f"{SHOOTS_BACK} in anniversary: 'destroyer.cost' does not change the result / remove it from 'differs'",
        ),
        (fire_together, Crossing("anniversary", differs=(STEPS,)), "the result still differs"),
        # submarines may submerge before any dice there: that alone does not stop the shots of Revised
        (fire_together, Crossing("anniversary", differs=("submarine.defense",)), ""),
        (submerge_in_turn, Crossing("europe-1999", names={"sz8": "aegean-sea"}, differs=(STEPS,)), ""),
        (
            planes_leave,
            Crossing("anniversary", names={"western-europe": "france"}, differs=("destroyer.cost",)),
            "the result is the same",
        ),
    ],
)
def test_wrong_crossings_are_findings(scenario: Callable[[], Scenario], crossing: Crossing, told: str) -> None:
    one = scenario()
    own, there = RULES_OF.of(one), RULES_OF(crossing.game)
    found = [f"{each.message} / {each.hint}" for each in findings(check(own, one), own, there, crossing)]
    assert len(found) == bool(told) and told in " ".join(found)


def test_a_game_without_rules_is_found() -> None:
    for game, told in (("chess", "there is no game 'chess'"), ("revised", "is of revised")):
        one = replace(shoots_back(), elsewhere=(Crossing(game),))
        assert [told in each.message for each in unknown_games([one], RULES_OF)] == [True]


def test_every_line_named_for_a_difference_makes_it(sample: Sample) -> None:
    for one in sample(each for each in scenarios() if each.elsewhere):
        own = RULES_OF.of(one)
        for crossing in one.elsewhere:
            there = RULES_OF(crossing.game, crossing.board)
            assert findings(check(own, one), own, there, crossing) == []


def test_rules_that_make_a_difference_are_kept_apart_from_figures(base: KnowledgeBase) -> None:
    told = [
        each
        for row in base.connection.execute("select id from scenarios")
        for each in scenario(base.connection, row["id"])[0]["printings"]
    ]
    rules = {row["id"] for row in base.connection.execute("select id from rules")}
    figures = {figure for each in told for figure in each["figures"]}
    assert {rule for each in told for rule in each["rules"]} <= rules
    assert STEPS in figures
    assert all(figure in (STEPS, ACTIONS, CANALS, *FACTS) or figure.partition(".")[2] in FIGURES for figure in figures)
