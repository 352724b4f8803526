"""One adjudication: the rules are asked, dice are rolled, events happen, and the trace grows."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kb.engine.core.position import Edit, Event, Position, Unit
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Die, Roll, Table
from kb.engine.core.verdict import Node, Reason


class Play:
    """The position while an action is judged or done, with the rules, the dice and the trace.

    Rules read :attr:`position`; only :meth:`happen` changes it. Those of an option hold where the position's table
    plays it.
    """

    __slots__ = ("_nodes", "_remembered", "board", "events", "position", "rules", "table")

    def __init__(self, rules: Rulebook, position: Position, table: Table, root: Node) -> None:
        self.rules, self.board, self.table = rules.playing(position.options), rules.board, table
        self.position = position
        self.events: list[Event] = []
        self._nodes = [root]
        self._remembered: dict[tuple[str, ...], tuple[object, frozenset[str]]] = {}

    # -- rules

    def ask(self, question: str, answer: Any, **facts: Any) -> Any:
        """The answer to a question, after every rule in force on it; ``answer`` is what holds without them."""
        for rule in self.rules.answering.get(question, ()):
            new = rule.function(self, answer, **facts)
            if new != answer:
                self._nodes[-1].children.append(Node(rule.name, {**facts, "was": answer, "now": new}, rule=True))
                answer = new
        return answer

    def every(self, moment: str, **facts: Any) -> None:
        """Let every rule in force make happen what it makes happen at a moment."""
        for rule in self.rules.happening.get(moment, ()):
            node = Node(rule.name, facts, rule=True)
            self._nodes.append(node)
            before = len(self.events)
            rule.function(self, **facts)
            self._nodes.pop()
            self._nodes[-1].children += [node] if len(self.events) > before else node.children

    def refusals(self, action: Any, only: Container[str] | None = None) -> Iterator[Reason]:
        """Every way in which an action breaks a rule, or one of those named."""
        for rule in self.rules.refusing.get(type(action).__name__, ()):
            if only is not None and rule.name not in only:
                continue
            for facts in rule.function(self, action):
                yield Reason(rule.name, facts)

    def on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return self.rules.on(rule)

    def number(self, rule: str, what: str) -> int:
        """A number that the rule set gives to a rule."""
        return self.rules.number(rule, what)

    def names(self, rule: str, what: str) -> tuple[str, ...]:
        """Names that the rule set gives to a rule."""
        return self.rules.names(rule, what)

    def remembered(self, what: tuple[str, ...], rests_on: object, find: Callable[[], frozenset[str]]) -> frozenset[str]:
        """Some names that rest on one part of the position: found anew only when that part is another."""
        then, found = self._remembered.get(what, (None, frozenset()))
        if then is not rests_on:
            found = find()
            self._remembered[what] = (rests_on, found)
        return found

    # -- what happens

    def happen(self, name: str, *edits: Edit, **facts: Any) -> None:
        """Make an event: it changes the position and stands in the trace."""
        event = Event(name, facts, edits)
        self.position = self.position.after(edits)
        self.events.append(event)
        self._nodes[-1].children.append(Node(name, facts, event=event))

    def fired(self, rule: str, **facts: Any) -> None:
        """Note in the trace that a rule decided something where it is not asked by :meth:`ask` or :meth:`every`."""
        self._nodes[-1].children.append(Node(rule, facts, rule=True))

    @contextmanager
    def step(self, name: str, **facts: Any) -> Iterator[None]:
        """A step of the trace: what happens inside stands under it."""
        node = Node(name, facts)
        self._nodes[-1].children.append(node)
        self._nodes.append(node)
        try:
            yield
        finally:
            self._nodes.pop()

    def supposing(self, edits: Sequence[Edit]) -> Play:
        """A play apart from this one, in which the edits are made: for judging what would come of them."""
        return Play(self.rules, self.position.after(edits), self.table, Node("supposing", {}))

    # -- dice and choices

    def roll(self, power: str, what: str, space: str, dice: Sequence[Die]) -> list[int]:
        """Roll dice together; the faces in their order. No dice, no roll."""
        if not dice:
            return []
        faces = list(self.table.roll(Roll(power, what, space, tuple(dice)), self.position))
        units = [self.position.units.get(die.unit) for die in dice]
        self.happen(
            "rolled", power=power, what=what, space=space, units=units, faces=faces, needs=[d.hits_on for d in dice]
        )
        return faces

    def choose(self, power: str, what: str, space: str, options: Sequence[Any]) -> Any:
        """Have a power choose; a single option needs no choosing."""
        if len(options) == 1:
            return options[0]
        return self.table.choose(Choice(power, what, space, tuple(options)), self.position)

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
        """The units of some ids, those that are gone left out."""
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
