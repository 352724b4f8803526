"""A game as it is played: a board, a rule set, and the rules of it that are switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kb.base.errors import Finding, NotFound, raise_if
from kb.base.shape import suggest
from kb.engine.core.actions import Action, EndPhase
from kb.engine.core.parameters import FACTS, GATES, arguments_given, check_given
from kb.engine.core.position import Facts, Unit, replace
from kb.engine.core.rules import FACTS_OF_A_UNIT, RULES, Form, Rule, returns_breach
from kb.games.board_model import Board, Side, UnitKind
from kb.games.rulesets import Given, RuleLine, RuleSet, SharedFact, load_ruleset

if TYPE_CHECKING:
    from kb.engine.core.play import Play

#: the name of a rule in force, and its function with the parameters of its line, which is given a play, the answer so
#: far and the facts of the question or moment. The type of the result depends on the question.
Applied: TypeAlias = "Callable[[Play, object, Facts], Any]"
Ready = tuple[str, Applied]
#: whether a fact fits a line of a rule set; its type depends on its name
Fits: TypeAlias = "Callable[[Play, Any], bool]"


class Rulebook:
    """The rules in force on a board at a table with some options. A value: :meth:`without` returns another."""

    def __init__(
        self, board: Board, ruleset: RuleSet, off: frozenset[str] = frozenset(), options: frozenset[str] = frozenset()
    ) -> None:
        self.board, self.ruleset, self.off, self.options = board, ruleset, off, options
        self.lines: Mapping[str, RuleLine] = {line.rule: line for line in ruleset.rules}
        self.sides: Mapping[str, Side] = _sides(board)
        self.kinds: Mapping[str, UnitKind] = {unit.id: unit.kind for unit in board.units}
        self.enemies: Mapping[str, frozenset[str]] = {
            power: frozenset(other for other in self.sides if self.sides[other] is not side)
            for power, side in self.sides.items()
        }
        self.friends: Mapping[str, frozenset[str]] = {
            power: frozenset(seat.id for seat in board.powers if seat.side is side)
            for power, side in self.sides.items()
        }
        self.order: tuple[str, ...] = tuple(power.id for power in board.powers)
        self.turns: tuple[tuple[str, ...], ...] = tuple(
            tuple(power.id for power in board.powers if power.turn == turn)
            for turn in sorted({power.turn for power in board.powers})
        )
        self.facts: Mapping[str, SharedFact] = {each.fact: each for each in ruleset.facts}
        #: the phases in which each kind of action may be taken, by the name of the kind
        self.phases_of: Mapping[str, tuple[str, ...]] = {
            kind: tuple(phase.id for phase in ruleset.phases if kind in phase.actions)
            for kind in dict.fromkeys(kind for phase in ruleset.phases for kind in phase.actions)
        }
        self._air: dict[tuple[str, frozenset[str]], dict[str, int]] = {}
        self._tables: dict[frozenset[str], Rulebook] = {}
        #: the same with all rules on, if rules were switched off by :meth:`without`
        self._whole: Rulebook | None = None
        #: the rules in force, in the order of the rule set: those that refuse actions, with the classes of these, and
        #: the others by the question they answer and the moment at which they make something happen
        self._refusals: list[tuple[tuple[type[Action], ...], Ready]] = []
        self._refusing: dict[type[Action], tuple[Ready, ...]] = {}
        self.answering: dict[str, tuple[Ready, ...]] = {}
        self.happening: dict[str, tuple[Ready, ...]] = {}
        self.holding: dict[str, Applied] = {}
        for line in ruleset.rules:
            rule = RULES.get(line.rule)
            if rule is None or not self.on(rule.name):
                continue
            function = rule.function
            if rule.own:
                function = partial(function, **arguments_given(rule, line, self.facts))
            ready = _applied(rule, function)
            if rule.gates:
                gates = [(fact, _condition(key, line)) for key, fact in rule.gates]
                ready = _gated(gates, ready)
            if rule.form is Form.OWES:
                self._refusals.append((rule.actions, (rule.name, _before_the_end_of(rule.points, ready))))
                continue
            if rule.form is Form.REFUSES:
                if returns_breach(rule.function):
                    each_unit = "unit" in (*rule.facts, *dict(rule.gates).values())
                    ready = _each_unit(ready) if each_unit else _whole_action(rule.says, ready)
                self._refusals.append((rule.actions, (rule.name, ready)))
                continue
            if rule.form is Form.HOLDS:
                self.holding[rule.name] = ready
            chains = self.happening if rule.form is Form.HAPPENS else self.answering
            for point in rule.points:
                chains[point] = (*chains.get(point, ()), (rule.name, ready))

    def refusing(self, action: type[Action]) -> tuple[Ready, ...]:
        """Return the rules in force that may refuse an action of a class."""
        if action not in self._refusing:
            self._refusing[action] = tuple(ready for kinds, ready in self._refusals if issubclass(action, kinds))
        return self._refusing[action]

    def on(self, rule: str) -> bool:
        """Return whether a rule is in force: in the rule set, not switched off, its option (if any) played."""
        if rule not in self.lines or rule in self.off:
            return False
        option = self.lines[rule].option
        return not option or option in self.options

    def cites(self, rule: str) -> tuple[str, ...]:
        """Return the sections and rulings a rule rests on. Raises :class:`KeyError` if the rule set lacks it."""
        return self.lines[rule].cites

    def permission(self, phase: str, action: Action) -> tuple[str, ...]:
        """Return the sections and rulings on which the permission of an action in a phase rests.

        The end of a phase rests on the sections of the phase, the use of an advantage on the sections of the advantage.
        The result is empty if the rule set names none: then an action is permitted because no rule forbids it.
        """
        advantage, at = getattr(action, "advantage", ""), [each for each in self.ruleset.phases if each.id == phase]
        if advantage:
            return next((each.cites for each in self.ruleset.advantages if each.id == advantage), ())
        if isinstance(action, EndPhase):
            return at[0].cites if at else ()
        return at[0].actions.get(action.name, ()) if at else ()

    def __repr__(self) -> str:
        without = f", without {', '.join(sorted(self.off))}" if self.off else ""
        playing = f", playing {', '.join(sorted(self.options))}" if self.options else ""
        return f"<Rulebook {self.ruleset.id} on {self.board.id}{playing}{without}>"

    def is_printing_of(self, other: Rulebook) -> bool:
        """Return whether the rule set names the rule set of ``other`` under ``like``, and both boards have the same
        index in their rule sets."""
        mine, theirs = self.ruleset, other.ruleset
        alike = (mine.game, mine.like) == (theirs.game, theirs.id)
        return alike and mine.boards.index(self.board.id) == theirs.boards.index(other.board.id)

    def sharing(self, power: str) -> tuple[str, ...]:
        """Return the powers that play in one turn with a power, itself among them."""
        return next((turn for turn in self.turns if power in turn), (power,))

    def air_distances(self, start: str, over: frozenset[str] = frozenset()) -> Mapping[str, int]:
        """Return the number of borders that an aircraft crosses from a space to each that it can reach, 0 for itself.
        It enters neither closed spaces nor those in ``over``. The mapping is cached, so do not change it."""
        if (start, over) not in self._air:
            closed = {space.id for space in self.board.spaces if space.closed} if self.on("closed-spaces") else set()
            shut = closed | over
            far, edge = {start: 0}, [start]
            for space in edge:
                for near in sorted(self.board.around(space)):
                    if near not in far and near not in shut:
                        far[near] = far[space] + 1
                        edge.append(near)
            self._air[start, over] = far
        return self._air[start, over]

    def playing(self, options: frozenset[str]) -> Rulebook:
        """Return the rulebook with exactly these options in play."""
        if options == self.options:
            return self
        if options not in self._tables:
            whole = self._whole
            self._tables[options] = (
                whole.playing(options).without(*(self.off - whole.off))
                if whole
                else Rulebook(self.board, self.ruleset, self.off, options)
            )
        return self._tables[options]

    def without(self, *rules: str) -> Rulebook:
        """Return the rulebook with more rules switched off. Raises :class:`NotFound` for a rule that it lacks."""
        for rule in rules:
            if rule not in self.lines:
                hint = suggest(rule, self.lines)
                raise NotFound(Finding(f"there is no rule '{rule}' in '{self.ruleset.id}'", hint=hint))
        new = copy(self)
        new.off, new._tables, new._refusing, new._whole = self.off.union(rules), {}, {}, self._whole or self
        new._air = {} if "closed-spaces" in rules else self._air
        new._refusals = [each for each in self._refusals if each[1][0] not in rules]
        new.holding = {rule: ready for rule, ready in self.holding.items() if rule not in rules}
        new.answering, new.happening = _less(self.answering, rules), _less(self.happening, rules)
        return new

    def altered(self, alter: Callable[[Board, RuleSet], tuple[Board, RuleSet]]) -> Rulebook:
        """Return a rulebook with the board and rule set that ``alter`` makes, with the same rules off and options."""
        return Rulebook(*alter(self.board, self.ruleset), self.off, self.options)

    def with_given(self, rule: str, what: str, value: Given) -> Rulebook:
        """Return the rulebook with another ``value`` of the key ``what`` of a rule; unchanged if it lacks the rule."""
        lines = tuple(
            replace(line, given={**line.given, what: value}) if line.rule == rule else line
            for line in self.ruleset.rules
        )
        return Rulebook(self.board, replace(self.ruleset, rules=lines), self.off, self.options)


def _less(chains: Mapping[str, tuple[Ready, ...]], rules: Sequence[str]) -> dict[str, tuple[Ready, ...]]:
    """Return the rules of each point without the named ``rules``; a point without any other is omitted."""
    less = {point: tuple(ready for ready in chain if ready[0] not in rules) for point, chain in chains.items()}
    return {point: chain for point, chain in less.items() if chain}


def _sides(board: Board) -> dict[str, Side]:
    """Return the side of each power. If neutral land may join a side, the side itself has units, too."""
    sides = {power.id: power.side for power in board.powers}
    joins = any(space.neutral and not space.closed for space in board.spaces)
    return sides | {side.value: side for side in Side} if joins else sides


def load(data: str, game: str, board: str = "", ruleset: str = "") -> Rulebook:
    """Return the rulebook of a game from ``data``, by default of the first board of the rule set that is the game's
    own. Raises :class:`BadInput` with every finding, :class:`NotFound` for an unknown game, board or rule set."""
    from kb.games.boards import load_board  # not loaded if the boards are packed

    rules = load_ruleset(data, game, ruleset)
    raise_if(wrong_lines(rules))
    return Rulebook(load_board(data, game, board or rules.boards[0]), rules)


def _applied(rule: Rule, function: Callable[..., object]) -> Applied:
    """Return a function of a play, the answer so far and all facts, which calls a rule's function with the facts that
    it names. It returns the new answer if the rule allows or forbids, else the result of the rule's function."""
    names = rule.facts
    if names[:1] == ("answer",):
        return lambda play, answer, facts: function(play, answer, *[facts[name] for name in names[1:]])
    if rule.form is Form.ALLOWS:
        return lambda play, answer, facts: answer or function(play, *[facts[name] for name in names])
    if rule.form is Form.FORBIDS:
        return lambda play, answer, facts: answer and not function(play, *[facts[name] for name in names])
    return lambda play, answer, facts: function(play, *[facts[name] for name in names])


def _before_the_end_of(phases: tuple[str, ...], ready: Applied) -> Applied:
    """Return a function that yields the breaches of a duty by each power whose turn it is. It yields none outside
    ``phases``, or for an end of the phase that passes over duties."""

    def owed(play: Play, answer: object, facts: Facts) -> Iterator[Facts]:
        """Yield the breaches of the duty by each power whose turn it is."""
        action = facts["action"]
        passed = isinstance(action, EndPhase) and action.passes_over
        for power in play.players if play.phase in phases and not passed else ():
            yield from ready(play, (), {"power": power})

    return owed


def _whole_action(says: str, ready: Applied) -> Applied:
    """Return a function that returns the one breach of a rule that is asked about a whole action, or no breach. The
    facts of the breach are the fields of the action that the sentence ``says`` names."""
    said = [name for _, name, _, _ in Formatter().parse(says) if name]

    def refused(play: Play, answer: object, facts: Facts) -> tuple[Facts, ...]:
        """Return the fields of the action that the sentence names, if the action breaks the rule; else nothing."""
        return ({name: getattr(facts["action"], name) for name in said},) if ready(play, False, facts) else ()

    return refused


def _each_unit(ready: Applied) -> Applied:
    """Return a function that asks a rule about each unit of an action and yields the facts of each breach."""

    def refused(play: Play, answer: object, facts: Facts) -> Iterator[Facts]:
        """Yield the facts of each unit of the action that breaks the rule."""
        action = facts["action"]
        for unit in play.units(action.units):
            if ready(play, False, {"action": action, "unit": unit}):
                territory = getattr(action, "territory", "")
                yield dict(zip(FACTS_OF_A_UNIT, (unit, unit.power, action.power, unit.at, territory), strict=True))

    return refused


def _condition(key: str, line: RuleLine) -> Fits:
    """Return a test of a fact against the condition that a line has under ``key``.

    The test is whether the fact, or its power or type, is among the names there; for ``technologies`` and
    ``advantage``, whether its power has one of them; for ``uses``, whether the action uses the advantage.
    """
    names = cast("tuple[str, ...]", line.given.get(key, ()))
    if key == "uses":
        return lambda play, action: action.uses(line.advantage)
    if key == "advantage":
        return lambda play, fact: play.has_advantage(_power(fact), line.advantage)
    if key == "technologies":
        return lambda play, fact: play.has_technology(_power(fact), names)
    if GATES[key].kind == "power":
        return lambda play, fact: _power(fact) in names
    return lambda play, fact: (fact.type if isinstance(fact, Unit) else fact) in names


def _power(fact: object) -> str:
    """Return a power, or the power of a unit or action."""
    return fact if isinstance(fact, str) else cast("Unit | Action", fact).power


def _gated(gates: list[tuple[str, Fits]], ready: Applied) -> Applied:
    """Return a rule that applies only if facts fit the conditions of its line; else the answer stays as it was. A fact
    that is a list is replaced by its fitting members; at least one has to fit."""

    def applied(play: Play, answer: object, facts: Facts) -> object:
        """Return the rule's answer if the facts fit its conditions; else ``answer``."""
        for name, fits in gates:
            fact = facts[name]
            if isinstance(fact, list):
                fact = [each for each in fact if fits(play, each)]
                if not fact:
                    return answer
                facts = {**facts, name: fact}
            elif not fits(play, fact):
                return answer
        return ready(play, answer, facts)

    return applied


def _wrong_facts(rules: RuleSet) -> Iterator[Finding]:
    """Yield a finding for each fact of a rule set that the engine does not have, or without names."""
    for each in rules.facts:
        known = FACTS.get(each.fact)
        if known is None:
            hint = suggest(each.fact, FACTS) or "kb/engine/core/parameters.py lists the facts"
            yield Finding(f"unknown fact '{each.fact}'", each.file, each.line, hint)
        elif not each.names:
            yield Finding(f"the fact '{each.fact}' is empty", each.file, each.line, f"list {known.means}")


def wrong_lines(rules: RuleSet) -> list[Finding]:
    """Return findings about unknown rules and facts, about unknown, missing and ill-typed keys under ``given``, and
    about actions that are limited to their phase while no phase lists ``actions``."""
    findings = [*_wrong_facts(rules)]
    limits = next((line for line in rules.rules if line.rule == "actions-in-their-phase"), None)
    if limits and not any(phase.actions for phase in rules.phases):
        hint = "add 'actions' to each phase: the kinds of actions that it allows, each with its sections"
        findings.append(Finding(f"'{limits.rule}' needs phases with 'actions'", limits.file, limits.line, hint))
    shared = {each.fact for each in rules.facts}
    for line in (*rules.rules, *rules.otherwise):
        rule = RULES.get(line.rule)
        if rule is None:
            hint = suggest(line.rule, RULES) or "see the table 'rules' of a build"
            findings.append(Finding(f"unknown rule '{line.rule}'", line.file, line.line, hint))
        else:
            findings += check_given(rule.given, line, shared)
    return findings
