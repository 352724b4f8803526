"""The actions of a case: a row for each verb, in the order of a turn, in which messages and the documentation list
them."""

from __future__ import annotations

from kb.cases.acts.combat import COMBAT
from kb.cases.acts.outside_combat import AFTER_COMBAT, BEFORE_COMBAT
from kb.cases.acts.verb import Context, Unplayable, Verb
from kb.cases.language.scenario import Act
from kb.cases.language.words import GameWords
from kb.engine.core.actions import Action
from kb.games.names import power_name

VERBS: dict[str, Verb] = {verb.key: verb for verb in (*BEFORE_COMBAT, *COMBAT, *AFTER_COMBAT)}


def describe_act(words: GameWords, act: Act, power: str) -> str:
    """Return an action by the template of its verb, without its dice and choices; of ``power`` where it names
    no other."""
    return f"{power_name(act.power or power)} {VERBS[act.kind].tell(words, act)}"


def act_of(context: Context, action: Action) -> Act:
    """Return the act that means an action, or one with equal units. It names a power that is not on turn.

    Raises :class:`Unplayable` where no act can say which units are meant.
    """
    for verb in VERBS.values():
        said = verb.written(action, context) if isinstance(action, verb.kind) else None
        if said is not None:
            power = "" if action.power == context.position.clock.turn else action.power
            given = {key: value for key, value in said.items() if key not in ("what", "power", "which")}
            return Act(verb.key, said["what"], given, said.get("power", power), which=said.get("which", ()))
    raise Unplayable(f"{action.name} is not written as an act")
