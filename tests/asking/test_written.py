"""Every action of every scenario is written as an act that reads as an equal action."""

from __future__ import annotations

import pytest

from kb.asking.question import plain_act
from kb.base.shape import FileReader
from kb.base.written import from_plain
from kb.cases.acts import VERBS, act_of
from kb.cases.acts.verb import context_of
from kb.cases.language.vocabulary import vocabulary
from kb.cases.play.playing import play
from kb.cases.reading.scenario_files import read_act
from tests.conftest import Sample
from tests.read_once import GAMES, RULES_OF, played


@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_every_scenario_is_written_as_an_act_that_means_it(game: str, sample: Sample) -> None:
    for scenario in sample(each for each in played() if each.game == game):
        rules = RULES_OF.of(scenario)
        for case in scenario.cases:
            done = play(rules, case)
            for number, result in enumerate(done.acts):
                if result.action is None:
                    continue
                context = context_of(rules, done.until(number).position)
                act = act_of(context, result.action)
                reader = FileReader(vocabulary(rules), scenario.name)
                read = read_act(reader, from_plain(plain_act(act)), 1)
                assert read and not reader.findings, (scenario.name, plain_act(act), reader.findings)
                again = VERBS[read.kind].action(read, context, read.power or context.position.clock.turn)
                assert type(again) is type(result.action), scenario.name
                assert plain_act(act_of(context, again)) == plain_act(act), scenario.name
