"""An action of the engine as the act of a request: the inverse of what the verbs make of a written act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.engine.core.actions import Action
from kb.engine.core.position import Position
from kb.engine.core.rulebook import Rulebook
from kb.scenarios.acts import VERBS
from kb.scenarios.acts.verb import Context, Unplayable
from kb.scenarios.language.scenario import Act, Value

Plain = dict[str, Any]


def context_of(rules: Rulebook, position: Position) -> Context:
    """What acts are read against in a position: its units by their names."""
    names: dict[str, tuple[int, ...]] = {}
    for unit in position.units.values():
        if unit.name:
            names[unit.name] = (*names.get(unit.name, ()), unit.id)
    return Context(rules, position, names)


def act_of(context: Context, action: Action) -> Act:
    """The act that means an action, or one with equal units; that of a power that is not on turn says whose it is.

    Raises :class:`Unplayable` where no act can say which units are meant.
    """
    power = "" if action.power == context.position.clock.turn else action.power
    for verb in VERBS.values():
        said = verb.said(action, context) if verb.said and isinstance(action, verb.kind or ()) else None
        if said is not None:
            what, given = said[0], dict(said[1])
            power, which = given.pop("power", power), tuple(given.pop("which", ()))
            return Act(verb.key, what, given, power, which=which)
    raise Unplayable(f"{action.name} is not written as an act")


def plain_act(act: Act) -> Plain:
    """An act as it is written in a request or a file, with its dice and choices; without what is expected of it."""
    plain: Plain = {act.kind: plain_value(act.what), **{key: plain_value(value) for key, value in act.given.items()}}
    if act.power:
        plain["power"] = act.power
    if act.which:
        plain["which"] = list(act.which)
    if act.dice:
        plain["dice"] = list(act.dice)
    if act.choices:
        plain["choices"] = [{power: plain_value(option)} for power, option in act.choices]
    return plain


def plain_value(value: Value) -> Value:
    """A value as it is written: the units of the power that acts stand without its name."""
    if isinstance(value, Mapping):
        plain: Plain = {}
        for key, each in value.items():
            plain |= {key: plain_value(each)} if key else plain_value(each)
        return plain
    return [plain_value(each) for each in value] if isinstance(value, (list, tuple)) else value


def written(rules: Rulebook, position: Position, action: Action) -> Plain | None:
    """An action as it is written in a request; None where its units cannot be told from others."""
    try:
        return plain_act(act_of(context_of(rules, position), action))
    except Unplayable:
        return None
