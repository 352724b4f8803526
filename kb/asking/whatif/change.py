"""One small change of what is asked, as a value: what would be otherwise in the position, the actions, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from kb.asking.request import Asked
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.scenarios.language.scenario import Act, Plain, Value

#: what tells a die from all others in a record: who rolls, where, for which unit, which of its rolls
Die = tuple[str, str, int, int]
#: what tells a choice from all others in a record: who chooses, what, where, the how manieth time
Chosen = tuple[str, str, str, int]
_NOTHING: Mapping[str, Value] = {}


class Sort(StrEnum):
    """What kind of change it is."""

    MORE = "more"
    FEWER = "fewer"
    INSTEAD = "instead"
    WITHOUT = "without"
    STATE = "state"
    CARGO = "cargo"
    HOLDER = "holder"
    TURN = "turn"
    PHASE = "phase"
    ROUND = "round"
    OPTION = "option"
    TECHNOLOGY = "technology"
    ADVANTAGE = "advantage"
    WAR = "war"
    MONEY = "money"
    BOUGHT = "bought"
    NOTE = "note"
    RULES = "rules"
    ACT = "act"
    LEFT_OUT = "left out"
    ORDER = "order"
    ADDED = "added"
    CHOICE = "choice"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``position`` is laid over the position, ``do`` are the actions that are done instead, ``rules`` are
    those of another printing; ``faces`` and ``taken`` are dice and choices of the record that come out otherwise;
    ``places`` are the places that the actions had before, where these are not the same; -1 of one that is new.

    ``facts`` are what a sentence about it needs, ``size`` how large it is: 1 is the smallest.
    """

    sort: Sort
    facts: Mapping[str, Value] = field(default_factory=dict, compare=False)
    position: Plain = field(default_factory=dict)
    do: tuple[Act, ...] | None = None
    rules: Rulebook | None = None
    faces: Mapping[Die, int] = field(default_factory=dict)
    taken: Mapping[Chosen, Value] = field(default_factory=dict)
    places: tuple[int, ...] | None = None
    size: float = 1.0

    def made(self, asked: Asked) -> Asked:
        """What is asked, with this change."""
        changed = asked.changed(self.position) if self.position else asked
        if self.do is not None:
            changed = replace(changed, case=replace(changed.case, do=self.do))
        return replace(changed, rules=self.rules) if self.rules else changed
