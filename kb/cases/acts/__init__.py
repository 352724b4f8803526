"""What may be done in a case: a row for each verb, in the order of a turn, in which messages and the documentation list
them."""

from __future__ import annotations

from typing import Any

from kb.cases.acts.combat import COMBAT
from kb.cases.acts.outside_combat import AFTER_COMBAT, BEFORE_COMBAT
from kb.cases.acts.verb import Verb
from kb.cases.language.scenario import Act
from kb.cases.language.words import GameWords
from kb.games.names import power_name

VERBS: dict[str, Verb[Any]] = {verb.key: verb for verb in (*BEFORE_COMBAT, *COMBAT, *AFTER_COMBAT)}


def describe_act(words: GameWords, act: Act, power: str) -> str:
    """Return an action by the template of its verb, without its dice and choices; of ``power`` where it does not say
    whose."""
    return f"{power_name(act.power or power)} {VERBS[act.kind].tell(words, act)}"
