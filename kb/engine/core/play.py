"""One adjudication: the rules are asked, dice are rolled, events happen, and the trace grows."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from kb.engine.core.actions import Action, Node, Reason
from kb.engine.core.points import COMBAT_MOVE
from kb.engine.core.position import Edit, Event, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import Names
from kb.engine.core.table import Choice, Die, GameTable, Option, Roll

A = TypeVar("A")
OptionT = TypeVar("OptionT", bound=Option)


class Play:
    """The position while an action is judged or done, with the rules, the dice and the trace.

    Rules read :attr:`position`; only :meth:`emit` changes it. Those of an option hold where the position's table
    plays it.
    """

    __slots__ = ("_nodes", "_remembered", "board", "events", "position", "rules", "table")

    def __init__(self, rules: Rulebook, position: Position, table: GameTable, root: Node) -> None:
        self.rules, self.board, self.table = rules.playing(position.options), rules.board, table
        self.position = position
        self.events: list[Event] = []
        self._nodes = [root]
        self._remembered: dict[tuple[str, ...], tuple[object, frozenset[str]]] = {}

    # -- rules

    def ask(self, question: str, answer: A, **facts: object) -> A:
        """The answer to a question about some facts, after every rule in force on it.

        ``answer`` is the one without rules. A question with one rule has the name of the rule.
        """
        for rule, applied in self.rules.answering.get(question, ()):
            new = cast(A, applied(self, answer, facts))
            if new != answer:
                self._nodes[-1].children.append(Node(rule, {**facts, "was": answer, "now": new}, rule=True))
                answer = new
        return answer

    def holds(self, rule: str, **facts: object) -> bool:
        """Whether a rule is in force and applies to some facts; if so, it has fired."""
        applied = self.rules.holding.get(rule)
        if applied is None or not applied(self, False, facts):
            return False
        self._nodes[-1].children.append(Node(rule, facts, rule=True))
        return True

    def announce(self, moment: str, **facts: object) -> None:
        """Let every rule in force make happen what it makes happen at a moment."""
        for rule, act in self.rules.happening.get(moment, ()):
            node = Node(rule, facts, rule=True)
            self._nodes.append(node)
            before = len(self.events)
            try:
                act(self, None, facts)
            finally:
                self._nodes.pop()
                self._nodes[-1].children += [node] if len(self.events) > before else node.children

    def refusals(self, action: Action, only: Container[str] | None = None) -> Iterator[Reason]:
        """Every way in which an action breaks a rule, or one of those named."""
        for name, function in self.rules.refusing(type(action)):
            if only is None or name in only:
                for facts in function(self, action):
                    yield Reason(name, facts)

    def on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return self.rules.on(rule)

    def fact(self, fact: str) -> Names:
        """The names that a fact of the rule set holds, such as the types that are complexes; none without it."""
        shared = self.rules.facts.get(fact)
        return shared.names if shared else ()

    def fact_table(self, fact: str) -> Mapping[str, Names]:
        """The names that a fact of the rule set holds for each key; nothing without it."""
        shared = self.rules.facts.get(fact)
        return shared.table if shared else {}

    def remembered(self, what: tuple[str, ...], rests_on: object, find: Callable[[], frozenset[str]]) -> frozenset[str]:
        """The names that ``find`` returns, called anew once ``rests_on``, a part of the position, is replaced."""
        then, found = self._remembered.get(what, (None, frozenset()))
        if then is not rests_on:
            found = find()
            self._remembered[what] = (rests_on, found)
        return found

    # -- what happens

    def emit(self, name: str, *edits: Edit, **facts: object) -> None:
        """Make an event: it changes the position and stands in the trace."""
        event = Event(name, facts, edits)
        self.position = self.position.after(edits)
        self.events.append(event)
        self._nodes[-1].children.append(Node(name, facts, event=event))

    def fired(self, rule: str, **facts: object) -> None:
        """Note in the trace that a rule decided something where it is not asked by :meth:`ask` or :meth:`announce`."""
        self._nodes[-1].children.append(Node(rule, facts, rule=True))

    @contextmanager
    def step(self, name: str, **facts: object) -> Iterator[None]:
        """A step of the trace: what happens inside stands under it."""
        node = Node(name, facts)
        self._nodes[-1].children.append(node)
        self._nodes.append(node)
        try:
            yield
        finally:
            self._nodes.pop()

    def supposing(self, edits: Sequence[Edit]) -> Play:
        """A separate play after some edits, with a trace of its own: to judge what they would lead to."""
        return Play(self.rules, self.position.after(edits), self.table, Node("supposing", {}))

    # -- dice and choices

    def roll(self, power: str, what: str, space: str, dice: Sequence[Die]) -> list[int]:
        """Roll dice together and return the faces in their order; without dice nothing is rolled."""
        if not dice:
            return []
        faces = list(self.table.roll(Roll(power, what, space, tuple(dice)), self.position))
        units = [self.position.units.get(die.unit) for die in dice]
        self.emit(
            "rolled", power=power, what=what, space=space, units=units, faces=faces, needs=[d.hits_on for d in dice]
        )
        return faces

    def choose(self, power: str | Sequence[str], what: str, space: str, options: Sequence[OptionT]) -> OptionT:
        """The option that a power chooses, or of several powers the first or another in its name; a single one is taken
        without asking.
        """
        if len(options) == 1:
            return options[0]
        asked, *others = (power,) if isinstance(power, str) else power
        return cast(
            OptionT, self.table.choose(Choice(asked, what, space, tuple(options), tuple(others)), self.position)
        )

    # -- short cuts

    @property
    def turn(self) -> str:
        """The power whose turn it is."""
        return self.position.clock.turn

    @property
    def players(self) -> tuple[str, ...]:
        """The powers whose turn it is: mostly one, more where powers play together."""
        return self.rules.sharing(self.turn)

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return self.position.clock.phase

    def units(self, ids: Sequence[int]) -> list[Unit]:
        """The units with some ids; those that are no longer on the board are left out."""
        units = self.position.units
        return [units[unit] for unit in ids if unit in units]

    def put(self, *units: Unit) -> tuple[Edit, ...]:
        """The edits that put units, as they are given, into the position."""
        return tuple(("units", unit.id, unit) for unit in units)

    def remove(self, *units: Unit) -> tuple[Edit, ...]:
        """The edits that take units off the board."""
        return tuple(("units", unit.id, None) for unit in units)

    def next_id(self) -> int:
        """An id that no unit on the board has."""
        return max(self.position.units, default=0) + 1


def is_combat_move(play: Play) -> bool:
    """Whether the phase is that of the moves that attack."""
    return play.phase == COMBAT_MOVE


def phases_of(play: Play, action: type[Action]) -> tuple[str, ...] | None:
    """The phases that a kind of action is confined to; None for those that are not."""
    confined = action.in_its_phase and play.on("actions-in-their-phase")
    return play.fact_table("phases-of-actions").get(action.name, ()) if confined else None
