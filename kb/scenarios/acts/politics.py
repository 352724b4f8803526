"""Declarations of war."""

from __future__ import annotations

from kb.engine.politics.declare_war import DeclareWar
from kb.scenarios.acts.verb import Context, Inverse, verb
from kb.scenarios.language.scenario import Act
from kb.scenarios.language.shapes import POWER
from kb.wording.board import power_name


@verb(
    "declare-war",
    POWER,
    says="declares war on another",
    written="`declare-war: italy`",
    details="on this power",
    tell=lambda words, act: f"declares war on {power_name(act.what)}",
    inverse=Inverse(DeclareWar, lambda action, context: (action.on, {})),
)
def _declare_war(act: Act, context: Context, power: str) -> DeclareWar:
    return DeclareWar(power, act.what)
