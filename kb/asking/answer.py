"""What the engine answers, as values: of each action whether it is legal and why, what came of it, what waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.asking.offers import Possible
from kb.asking.request import Asked
from kb.engine.core.position import Event, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Roll
from kb.engine.core.verdict import Reason
from kb.engine.offers import Offer
from kb.errors import Finding
from kb.scenarios.expectations.played import ActResult, ActStatus, PlayedCase
from kb.scenarios.language.scenario import Act


@dataclass(frozen=True, slots=True)
class Judged:
    """One action. ``legal`` is empty (None) where it cannot even be tried, ``wrong`` then says why.

    ``reasons`` are the rules that refuse it; ``leaned_on`` those whose answers led to the judgement or that decided
    what came of it; ``done`` is whether it was done, and not only judged.
    """

    result: ActResult
    legal: bool | None
    done: bool
    reasons: tuple[Reason, ...] = ()
    leaned_on: tuple[Reason, ...] = ()
    wrong: Finding | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a power is to do before it goes on: roll, choose, or decide in a battle that waits; or the space of a battle
    of which has to be said how it comes out, because the rules do not tell how it is fought."""

    power: str
    wants: Roll | Choice | tuple[Offer, ...] | str


@dataclass(frozen=True, slots=True)
class Encounter:
    """A battle of the powers on turn that is not over: who takes part, as units by power and type."""

    space: str
    attackers: Mapping[str, Mapping[str, int]]
    defenders: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine says of what is asked.

    ``events`` are all that happened, also in an action that waits in the middle, and ``position`` is what came of them.
    ``owed`` are the rules that keep the phase from ending now; ``offers`` are what those of whom it is asked may do,
    and what they may not; ``findings`` are dice and choices too many, ships that carry what they cannot, and units of
    whom it is asked that are not there; ``played`` is the play itself.
    """

    asked: Asked
    played: PlayedCase
    acts: tuple[Judged, ...]
    events: tuple[Event, ...]
    position: Position
    waiting: tuple[Waiting, ...] = ()
    battles: tuple[Encounter, ...] = ()
    owed: tuple[Reason, ...] = ()
    offers: tuple[Possible, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def rules(self) -> Rulebook:
        """The rules that were asked."""
        return self.asked.rules

    @property
    def legal(self) -> bool | None:
        """Whether all that was tried is legal; None where something cannot even be tried, and nothing is refused."""
        judgements = [each.legal for each in self.acts]
        return False if False in judgements else None if None in judgements else True

    @property
    def unreached(self) -> tuple[Act, ...]:
        """The actions that were not tried, because one before them is refused or waits."""
        return self.asked.acts[len(self.acts) :]

    @property
    def decided(self) -> Iterator[tuple[str, bool]]:
        """The rules that decided, each with whether it refused something; those that refuse first."""
        yield from dict.fromkeys((reason.rule, True) for each in self.acts for reason in each.reasons)
        yield from dict.fromkeys((reason.rule, False) for each in self.acts for reason in each.leaned_on)


def status_of(result: ActResult) -> bool | None:
    """Whether an act was legal; None where it could not be tried, False also where what was chosen is no option."""
    if result.instead is not None or result.status is ActStatus.REFUSED:
        return False
    return None if result.status is ActStatus.IMPOSSIBLE else True


def units_by_power(units: Iterable[Unit]) -> dict[str, dict[str, int]]:
    """How many units of each type each power has among some."""
    found: dict[str, dict[str, int]] = {}
    for (power, kind), number in Counter((unit.power, unit.type) for unit in units).items():
        found.setdefault(power, {})[kind] = number
    return found
