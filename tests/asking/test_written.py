"""Every action of every scenario, written as an act and read again, is the same action, or one with equal units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

import pytest

from kb.asking.question import act_of, context_of, plain_act
from kb.base.shape import FileReader
from kb.base.written import from_plain
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Context
from kb.cases.language.vocabulary import vocabulary
from kb.cases.play.playing import play
from kb.cases.reading.files import ACT
from kb.engine.core.actions import Action
from kb.engine.game import asking
from kb.engine.units import kind_of
from tests.conftest import Sample
from tests.read_once import GAMES, RULES_OF, scenarios


def actions_of(game: str) -> Iterator[tuple[str, Context, Action]]:
    """Each action of the scenarios of a game, with where it is done."""
    for scenario in (each for each in scenarios() if each.game == game):
        rules = RULES_OF.of(scenario)
        for case in scenario.cases if scenario.proof == "play" else ():
            played = play(rules, case)
            for number, result in enumerate(played.acts):
                if result.action is not None:
                    context = context_of(rules, played.until(number).position)
                    yield f"{scenario.name} act {number + 1}", context, result.action


def same(context: Context, one: Action, other: Action) -> bool:
    """Whether two actions are one, but for units that are equal."""
    return type(one) is type(other) and all(
        _told(context, getattr(one, each.name)) == _told(context, getattr(other, each.name)) for each in fields(one)
    )


def _told(context: Context, value: object) -> object:
    ids = value if isinstance(value, tuple) else (value,)
    if not ids or not all(type(each) is int and each in context.position.units for each in ids):
        return value
    play, units = asking(context.rules, context.position), context.position.units
    return Counter((units[each].at, units[each].power, kind_of(play, units[each])) for each in ids)


def test_every_verb_has_its_inverse() -> None:
    assert not [key for key, verb in VERBS.items() if verb.kind is None or verb.said is None]


@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_every_scenario_is_written_as_an_act_that_means_it(game: str, sample: Sample) -> None:
    wrong = []
    for where, context, action in sample(actions_of(game)):
        act = act_of(context, action)
        reader = FileReader(vocabulary(context.rules), where)
        read = ACT.read(reader, from_plain(plain_act(act)), 1)
        assert not reader.findings, (where, plain_act(act), reader.findings)
        assert read is not None
        again = VERBS[read.kind].action(read, context, read.power or context.position.clock.turn)
        if not same(context, action, again):
            wrong.append(f"{where}: {plain_act(act)} is {again}, not {action}")
    assert not wrong
