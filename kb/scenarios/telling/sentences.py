"""Sentences about single actions and expectations: what their verb or key tells, with what every one may have."""

from __future__ import annotations

from kb.scenarios.acts.verbs import VERBS
from kb.scenarios.expectations.keys import PLAYED
from kb.scenarios.expectations.printed import PRINTED
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.words import GameWords
from kb.wording.board import chooses, power_name
from kb.wording.english import listed, spaced


def act_sentence(words: GameWords, act: Act, turn: str) -> str:
    """One action, with its dice and choices, and whether it is refused."""
    extra = [f"dice {', '.join(map(str, act.dice))}"] if act.dice else []
    extra += [f"{chooses(power)} {words.option(option, power)}" for power, option in act.choices]
    extra += [f"named {listed(act.which)}"] if act.which else []
    more = f" ({'; '.join(extra)})" if extra else ""
    because = f": {listed(map(spaced, act.refused_by))}" if act.refused_by else ""
    refused = f"; this is not allowed{because}" if act.must_be_refused else ""
    return f"{power_name(act.power or turn)} {VERBS[act.kind].tell(words, act)}{more}{refused}"


def expectation_sentence(words: GameWords, key: str, value: Value, played: bool) -> str:
    """One thing that is expected of a case that is played, or of what is printed."""
    return (PLAYED[key] if played else PRINTED[key]).tell(words, value)
