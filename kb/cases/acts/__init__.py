"""The verbs of a case, in the order of a turn. Messages and the documentation list them in this order."""

from __future__ import annotations

from kb.cases.acts.combat import COMBAT
from kb.cases.acts.outside_combat import AFTER_COMBAT, BEFORE_COMBAT
from kb.cases.acts.verb import Context, Unplayable, Verb
from kb.cases.language.scenario import Act
from kb.cases.language.words import GameWords
from kb.engine.core.actions import Action
from kb.engine.core.position import replace
from kb.games.names import power_name

VERBS: dict[str, Verb] = {verb.key: verb for verb in (*BEFORE_COMBAT, *COMBAT, *AFTER_COMBAT)}


def describe_act(words: GameWords, act: Act, power: str) -> str:
    """Return a clause that describes an act, without its dice and choices. ``power`` is the default power."""
    return f"{power_name(act.power or power)} {VERBS[act.kind].describe(words, act)}"


def act_of(context: Context, action: Action) -> Act:
    """Return an act that stands for an action, or for one with equal units.

    The act names its power only if it is not that power's turn. Raises :class:`Unplayable` if no verb writes the
    action, or if no act can distinguish its units.
    """
    for verb in VERBS.values():
        said = verb.written(action, context) if isinstance(action, verb.kind) else None
        if said is not None:
            power = "" if action.power == context.position.clock.turn else action.power
            whole = Act(verb.key, said["what"], said)
            given = {key: value for key, value in said.items() if key not in ("what", "power", "which")}
            which = tuple(whole.names("which"))
            return replace(whole, given=given, power=whole.named("power") or power, which=which)
    raise Unplayable(f"{action.name} cannot be written as an act")
