"""A scenario under the rules of another printing: the same, or different by which line of data."""

from __future__ import annotations

from dataclasses import replace

from kb.engine.core.registry import RULES
from kb.engine.core.rulebook import Rulebook
from kb.knowledge import KnowledgeBase
from kb.scenarios.analysis.elsewhere import differing_rules, in_other_printing
from kb.scenarios.language.scenario import Scenario
from kb.scenarios.play.run import check
from kb.scenarios.reading.files import read_file
from tests.conftest import ROOT
from tests.read_once import RULES_OF

FILE = ROOT / "data" / "scenarios" / "revised" / "submarines.yaml"


def scenario(name: str) -> Scenario:
    return next(each for each in read_file(str(FILE), FILE.name, RULES_OF) if each.id == name)


def changed(rules: Rulebook, rule: str, **given: object) -> Rulebook:
    """The rules with other values for one of them."""
    lines = (
        replace(line, given={**line.given, **given}) if line.rule == rule else line for line in rules.ruleset.rules
    )
    return Rulebook(rules.board, replace(rules.ruleset, rules=tuple(lines)))


def test_under_the_same_rules_it_is_the_same() -> None:
    own = RULES_OF("revised")
    one = check(own, scenario("destroyer-hit-shoots-back"))
    assert differing_rules(own, own) == []
    told = in_other_printing(one, own, own)
    assert (told.holds, told.why, told.rules) == ("same", "", ())


def test_what_makes_the_difference_is_named_and_nothing_else() -> None:
    own = RULES_OF("revised")
    one = check(own, scenario("destroyer-hit-shoots-back"))
    other = changed(own, "a-destroyer-lets-casualties-of-submarines-fire", units=("battleship",))
    other = changed(other, "rocket-range", spaces=9)
    told = in_other_printing(one, own, other)
    assert told.holds == "differs" and told.why.startswith("lost: ") and "(not lost: " in told.why
    assert told.rules == ("a-destroyer-lets-casualties-of-submarines-fire",)


def test_a_rule_differs_with_a_fact_that_it_takes() -> None:
    own = RULES_OF("revised")
    other_facts = [
        replace(each, names=("destroyer",)) if each.fact == "bombarding-units" else each for each in own.ruleset.facts
    ]
    other = Rulebook(own.board, replace(own.ruleset, facts=tuple(other_facts)))
    taking = [name for name in own.lines if any(each.fact == "bombarding-units" for each in RULES[name].given.values())]
    assert differing_rules(own, other) == taking != []


def test_a_rule_that_fires_alike_makes_no_difference() -> None:
    own = RULES_OF("revised")
    one = check(own, scenario("destroyer-hit-shoots-back"))
    assert in_other_printing(one, own, own.without("casualties-fire-before-they-leave")).holds == "differs"
    assert in_other_printing(one, own, changed(own, "rocket-range", spaces=9)).holds == "same"


def test_every_scenario_of_a_game_with_two_printings_was_played_under_both(base: KnowledgeBase) -> None:
    rows = base.connection.execute("""
        select s.id, count(p.ruleset) from scenarios s left join scenario_printings p on p.scenario = s.id and p.game = s.game
        where s.game in (select game from rules group by game having count(distinct ruleset) > 1)
        and s.ruleset not in (select ruleset from scenario_printings where printing <> '') group by s.id""")
    counts = {row[0]: row[1] for row in rows}
    assert counts and [name for name, number in counts.items() if number != 1] == []


def test_a_ruling_tells_what_becomes_of_it_in_the_other_printing(base: KnowledgeBase) -> None:
    played = [each for scene in base.ruling("e40-scr-1")["scenarios"] for each in scene["printings"]]
    differs = [each for each in played if each["holds"] == "differs"]
    assert {each["printing"] for each in played} == {"2012"}
    assert [each["rules"] for each in differs] == [["europe-1940/only-islands-scramble"]]
