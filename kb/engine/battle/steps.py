"""The steps of combat by name, and those at which a battle waits for a decision."""

from __future__ import annotations

from collections.abc import Callable

from kb.engine.core.play import Play

Step = Callable[[Play], None]
#: the steps of combat by name; a rule set composes a cycle of them
STEPS: dict[str, Step] = {}
#: the steps at which a battle waits, each with the question whether there is anything to decide
WAITING: dict[str, Callable[[Play], bool]] = {}


def step(name: str, waits: Callable[[Play], bool] | None = None) -> Callable[[Step], Step]:
    """Register a step of combat; ``waits`` tells whether the battle waits there for a decision."""

    def take(function: Step) -> Step:
        STEPS[name] = function
        if waits:
            WAITING[name] = waits
        return function

    return take
