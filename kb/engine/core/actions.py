"""The actions that several modules name, verdicts, and outcomes with their traces.

An action is a value. Units are named by their ids in the position, spaces by theirs on the board, powers by theirs.
An action that only one room names is declared there, beside its effect (:func:`kb.engine.core.rules.effect_of`) and
its candidates (:func:`kb.engine.core.rules.candidates`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from kb.engine.core.position import Event, Facts, Position

#: every kind of action by its name
ACTIONS: dict[str, type[Action]] = {}


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a power. A subclass is in :data:`ACTIONS` once it is declared."""

    #: how rule sets write it, such as ``collect_income``
    name: ClassVar[str]
    #: whether the rule ``actions-in-their-phase`` confines it to certain phases
    in_its_phase: ClassVar[bool] = True
    #: whether the rule ``power-on-turn`` limits it to the powers whose turn it is
    on_turn: ClassVar[bool] = True

    #: the kinds of names that fields hold, by the usual names of the fields: a power, a space, a technology, a unit by
    #: its id (a type of unit if a number follows it); a subclass with other fields adds them
    names: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("power", "on"), "power"),
        **dict.fromkeys(("route", "space", "spaces", "territory", "producer"), "space"),
        **dict.fromkeys(("units", "transport", "gun", "fighters", "lost"), "unit"),
        **dict.fromkeys(("target", "facility"), "unit type"),
        "technology": "technology",
    }

    power: str

    def __init_subclass__(cls) -> None:  # a dataclass with slots is declared twice, the second time with its slots
        other = ACTIONS.get(cls.name, cls)
        assert (other.__module__, other.__name__) == (cls.__module__, cls.__name__), f"two actions are named {cls.name}"
        ACTIONS[cls.name] = cls

    def named(self) -> Iterator[tuple[str, str | int]]:
        """Yield each power, space, unit, unit type and technology in the action, as its kind and its id."""
        for name, kind in self.names.items():
            value = getattr(self, name, None)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, tuple):
                    yield "unit type", each[0]
                elif each not in (None, ""):
                    yield kind, each


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move units together along ``route``, which begins with the space they are in.

    The cargo of a moving transport goes along; so do other powers' aircraft aboard a moving carrier. ``by_air`` says
    that land units fly with aircraft to a territory to which they could walk.
    """

    name = "move"

    units: tuple[int, ...]
    route: tuple[str, ...]
    by_air: bool = False

    def __post_init__(self) -> None:
        """Raise :class:`ValueError` if the units or the route are not a tuple, or the route is empty."""
        if not (isinstance(self.units, tuple) and isinstance(self.route, tuple) and self.route):
            raise ValueError(f"units and route are tuples, and a route has spaces: {self.units!r}, {self.route!r}")


@dataclass(frozen=True, slots=True)
class Load(Action):
    """Put land units aboard a transport in a sea zone that borders their territory."""

    name = "load"

    units: tuple[int, ...]
    transport: int


@dataclass(frozen=True, slots=True)
class Offload(Action):
    """Put cargo ashore in ``territory``; in the combat move against hostile land, an amphibious assault."""

    name = "offload"

    units: tuple[int, ...]
    territory: str


@dataclass(frozen=True, slots=True)
class Raid(Action):
    """Make a strategic bombing raid on the complex in ``territory``, or on the facility that is the target."""

    name = "raid"

    units: tuple[int, ...]
    territory: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Rocket(Action):
    """Fire the rocket of a gun or air base at the complex in ``territory``, or at the facility that is the target."""

    name = "rocket"

    gun: int
    territory: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Begin the battle in ``space``, or press the attack: the next steps up to the next decision.

    With ``lost`` nothing is rolled: these units are the losses of the battle. With ``decides`` the battle waits for
    decisions even if no unit can hit another.
    """

    name = "fight"

    space: str
    lost: tuple[int, ...] | None = None
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat from the battle to ``space`` with the units named, which have to be all that may retreat.

    Without ``space`` aircraft break off an amphibious assault and stay in the air.
    """

    name = "retreat"

    units: tuple[int, ...]
    space: str = ""


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """End the phase, and with the last one the turn. ``passes_over`` ignores duties that are left."""

    name = "end_phase"
    in_its_phase = False

    passes_over: bool = False


# -- verdicts with their reasons, and the trace of the rules that took part


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that decided something, with the facts of the case. Its sentence is made at the edge."""

    rule: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """Legal or illegal. ``reasons`` are all the rules an illegal action breaks; ``rules_used`` are those
    whose answers the judgement used, whichever way it went."""

    action: Action
    reasons: tuple[Reason, ...]
    rules_used: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the action is legal."""
        return not self.reasons


class Illegal(Exception):
    """An action that the rules refuse; ``verdict`` says why."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(", ".join(reason.rule for reason in verdict.reasons))


@dataclass(slots=True)
class Node:
    """A node of the trace: a step or an action (``rule`` is False), a rule that fired, or an event.

    ``says`` names the step, rule or event; the facts fill its sentence.
    """

    says: str
    facts: Facts
    rule: bool = False
    event: Event | None = None
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: the next position, the events, and the trace of the rules."""

    position: Position
    events: tuple[Event, ...]
    trace: Node

    @property
    def rules(self) -> frozenset[str]:
        """The rules that fired."""
        return frozenset(node.says for node in self.trace.walk() if node.rule)


# -- the sentences of events

F = TypeVar("F", bound=Callable[..., object])
#: the sentence of each event by its name: a template over its facts; an event with an empty one is not shown
EVENTS: dict[str, str] = {}


def tells(**sentences: str) -> Callable[[F], F]:
    """Return a decorator that registers the sentence of each event that the function emits, under the name of the event
    with underscores for hyphens."""
    EVENTS.update({name.replace("_", "-"): sentence for name, sentence in sentences.items()})
    return lambda function: function
