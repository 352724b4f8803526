"""The sentence of a rule with the values of its rule set, and how lines of data differ between two rule books.

The sentence of a rule (its docstring, see :mod:`kb.engine.core.rules`) is a template, filled in with the values of a
rule set:

``{spaces}``          the value of a key: ``3``; ``tanks and mechanized infantry``; a table ``fighter: 6, bomber: 8``
``{spaces:space}``    a number with its noun: ``1 space``, ``3 spaces``
``{units:or}``        names joined by "or" instead of "and"
``{units:one}``       the same in the singular: ``destroyer or cruiser``
``{units:a}``         with an article: ``a destroyer or an air base``
``{hits_on:roll}``    a roll that hits: ``a 1``, ``2 or less``
``{powers:side}``     the sides of powers: ``the Axis``
``{units:cost}``      the printed prices: ``20 IPCs``
``[, or {also}]``     left out if nothing is given under a key in it; ``[{units:one}|bomber]`` then has other words
``[raid? and raids]`` left out unless the rule set has the rule or allows the action of that name; ``|`` as above
``{closed}``          words of the boards (:mod:`kb.text.board_words`)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.base.english import a, capital, listed, plural, sentence, spaced
from kb.cases.analysis.elsewhere import ACTIONS, CANALS, STEPS, Names
from kb.engine.core.actions import ACTIONS as ACTION_KINDS
from kb.engine.core.parameters import FACTS, TABLES, MisdeclaredRule, RuleSetFact, parameter_of, table_of, values_given
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import RULES, Rule
from kb.games.board_model import Board, UnitType
from kb.games.names import power_name
from kb.games.rulesets import Given, RuleLine, RuleSet, SharedFact
from kb.text.board_words import WORDS, words_of

_CONDITION = re.compile(r"\[([a-z-]+)\?([^][|]*)(?:\|([^][]*))?\]")
_PART = re.compile(r"\[([^][|]*)(?:\|([^][]*))?\]")
_VALUE = re.compile(r"\{([^{}:]+)(?::([^{}]+))?\}")
_IRREGULAR = {"die": "dice"}
_NO_NAME = "name a rule or an action before the question mark"


class RuleText:
    """The sentences of one rule set; its boards have the names of units, spaces and technologies."""

    def __init__(self, rules: RuleSet, boards: Sequence[Board]) -> None:
        self._facts = {each.fact: each for each in rules.facts}
        own = [board for board in reversed(boards) if board.game == rules.game]
        own.sort(
            key=lambda board: board.id in rules.boards
        )  # the last name counts: of its own boards that of the first
        self._names: dict[str, dict[str, str]] = {
            "unit": {unit.id: unit.name for board in own for unit in board.units},
            "space": {space.id: space.name for board in own for space in board.spaces},
            "technology": {each.id: each.name for board in own for each in board.technologies},
            "phase": {phase.id: phase.title for phase in rules.phases},
            "advantage": {advantage.id: advantage.title for advantage in rules.advantages},
        }
        self._costs = {unit.id: unit.cost for board in own for unit in board.units}
        self._sides = {power.id: power.side for board in own for power in board.powers}
        played = [each for name in rules.boards for each in own if each.id == name]
        self._words = words_of(rules, played)
        self._has = {each.rule for each in rules.rules}.union(*(phase.actions for phase in rules.phases))

    def about(self, line: RuleLine) -> str:
        """Return the sentence of a rule with the values of its line. Raises :class:`MisdeclaredRule` if it names
        another value, rule or action."""
        rule = RULES[line.rule]
        left_out = {key: each.default for key, each in rule.given.items() if isinstance(each.default, tuple)}
        values = {**left_out, **values_given(rule.given, line, self._facts)}
        if table := table_of(rule.given):
            values[table] = tuple(key for key in values if key not in rule.given)

        def condition(match: re.Match[str]) -> str:
            """Return the text for a rule set that has the named rule or action; for any other, the alternative text or
            nothing."""
            if match[1] not in RULES and match[1] not in ACTION_KINDS:
                what = f"the docstring of {rule.name} names '{match[1]}', which is neither a rule nor an action"
                raise MisdeclaredRule(rule.function, what, _NO_NAME)
            return match[2] if match[1] in self._has else match[3] or ""

        def part(match: re.Match[str]) -> str:
            """Return the text if each value in it is given; if not, the alternative text or nothing."""
            words = {**self._words, **values}
            present = all(words.get(key) not in (None, (), "") for key, _ in _VALUE.findall(match[1]))
            return match[1] if present else match[2] or ""

        def value(match: re.Match[str]) -> str:
            """Return a value in words, with a capital at the start of a sentence."""
            told = self._value(rule, match[1], match[2] or "and", values)
            return capital(told) if match.string[: match.start()].endswith(". ") else told

        return sentence(_VALUE.sub(value, _PART.sub(part, _CONDITION.sub(condition, rule.about))))

    def left_out(self, line: RuleLine) -> str:
        """Return the names of the spaces that a line gives its rule and that are not in its sentence."""
        given, about = RULES[line.rule].given, self.about(line)
        names = (
            self._name("space", each)
            for key, value in line.given.items()
            if not isinstance(value, int) and (parameter := parameter_of(given, key)) and parameter.kind == "space"
            for each in value
        )
        return listed(name for name in names if name not in about)

    def _value(self, rule: Rule, key: str, form: str, values: Mapping[str, Given]) -> str:
        """Return the value of a key in words, in the form that the template asks for."""
        if key in WORDS and key not in rule.given:
            return self._words[key]
        if key not in values or key not in rule.given:
            known = listed(sorted(rule.given)) or "nothing"
            hint = f"the rule is given {known}; put what may be left out in [brackets]"
            raise MisdeclaredRule(rule.function, f"the docstring of {rule.name} names {key}, which is not given", hint)
        given, parameter = values[key], rule.given[key]
        if isinstance(given, int):
            if form == "roll":
                return f"{given} or less" if given > 1 else f"a {given}"
            return str(given) if form == "and" else f"{given} {_counted(form, given)}"
        if form == "cost":
            return listed(f"{self._costs[each]} IPCs" for each in given)
        if form == "side":
            return listed(dict.fromkeys(power_name(self._sides[each]) for each in given))
        if key in TABLES:
            entries = ((name, values[name]) for name in given)
            return ", ".join(f"{self._name(TABLES[key], each)}: {self._plain(rule, each, to)}" for each, to in entries)
        return _joined([self._name(parameter.kind, each) for each in given], form, parameter.kind == "unit")

    def _plain(self, rule: Rule, key: str, value: Given) -> str:
        """Return a value of a table in words."""
        parameter = parameter_of(rule.given, key)
        if isinstance(value, int) or parameter is None:
            return str(value)
        return _joined([self._name(parameter.kind, each) for each in value], "one", False)

    def _name(self, kind: str, word: str) -> str:
        """Return the name of the id ``word`` of a ``kind``, such as ``unit`` or ``space``. An id without a name is
        returned with spaces in place of hyphens."""
        if kind == "power" or (kind == "space" and word in self._sides):
            return power_name(word)
        spoken = word.replace("-", " ").replace("_", " ")
        return spoken.title() if kind == "board" else self._names.get(kind, {}).get(word, spoken)


def _joined(names: Sequence[str], form: str, are_units: bool) -> str:
    """Join names with "and" for the form ``and``, else with "or". The form ``a`` adds articles. Names of units
    (``are_units``) are plural except in the forms ``a`` and ``one``."""
    if form == "a":
        names = [a(name) for name in names]
    elif are_units and form != "one":
        names = [plural(name, 2) for name in names]
    word = "and" if form == "and" else "or"
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if len(names) > 1 else "".join(names)


def _counted(noun: str, number: int) -> str:
    """Return a noun for a number of items."""
    if number == 1:
        return noun
    return _IRREGULAR.get(noun) or (f"{noun[:-1]}ies" if noun.endswith("y") else plural(noun, number))


def only_with(what: str, title: str) -> str:
    """Return the sentence about a condition of a rule: ``Only with the option “Interceptors”.`` ``what`` is *option* or
    *national advantage*."""
    return f"Only with the {what} “{title}”."


# -- the differences of two rule books that change the result of a case

#: the sentence of a number of a type of unit; ``{number}`` is the number, ``{unit}`` the unit
_FIGURES = {
    "cost": "{a_unit} costs {number}",
    "attack": "an attacking {unit} hits on {number}",
    "defense": "a defending {unit} hits on {number}",
    "move": "{a_unit} moves {number}",
    "hits": "{a_unit} takes {number} to sink",
    "transport_cost": "{a_unit} takes {number} of a transport's room",
    "transport_room": "{a_unit} has room {number}",
    "carrier_cost": "{a_unit} takes {number} of a carrier's room",
    "carrier_room": "{a_unit} has room {number}",
}
_COUNTED = {"move": "space", "hits": "hit"}
#: the same for a unit without such a number
_NONE = {
    "cost": "{a_unit} cannot be bought",
    "attack": "{a_unit} does not attack",
    "defense": "{a_unit} does not defend",
    "move": "{a_unit} does not move",
    "transport_cost": "no transport takes {a_unit}",
    "carrier_cost": "no carrier takes {a_unit}",
}


class Causes:
    """Words differences between two rule books, such as a rule's name or ``submarine.defense``, as sentences."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards
        self._sentences: dict[str, RuleText] = {}

    def told(self, lines: Sequence[str], home: Rulebook, target: Rulebook, names: Names) -> tuple[str, ...]:
        """Return a sentence for each difference in ``lines``, in which *there* is ``target`` and *here* is ``home``.
        ``names`` maps names of ``home`` to those of ``target``, if they differ."""
        return tuple(sentence(self._line(line, home, target, names)) for line in lines)

    def _line(self, line: str, home: Rulebook, target: Rulebook, names: Names) -> str:
        """Return the sentence of a difference. ``line`` is the name of a rule or fact, a figure such as
        ``submarine.defense``, or one of ``STEPS``, ``ACTIONS`` and ``CANALS``."""
        unit, _, figure = line.partition(".")
        if figure:
            back = {other: name for name, other in names.items()}
            there, here = target.board.unit(unit), home.board.unit(back.get(unit, unit))
            return f"{_figure(there, figure)} there; here {_figure(here, figure)}"
        if line == STEPS:
            return _steps(target.ruleset.steps, home.ruleset.steps)
        if line == ACTIONS:
            return _actions(target.phases_of, home.phases_of)
        if line == CANALS:
            return _canals([each.name for each in target.board.canals], [each.name for each in home.board.canals])
        if line in FACTS:
            return _fact(FACTS[line], home.facts.get(line), target.facts.get(line))
        return self._rule(line, home, target)

    def _rule(self, rule: str, home: Rulebook, target: Rulebook) -> str:
        """Return how a rule differs, or which of the two rule books alone has it."""
        there, here = (self._about(rule, rules) for rules in (target, home))
        if not (there and here):
            return f"Only there: {there}" if there else f"Only here: {here}"
        if there == here:
            return f"The same rule, but at another place in the order or with other values: {there}"
        return f"There: {there} Here: {here}"

    def _about(self, rule: str, rules: Rulebook) -> str:
        """Return the sentence of a rule in a rule book; empty if it lacks the rule."""
        line, own = rules.lines.get(rule), rules.ruleset
        if line is None:
            return ""
        if own.id not in self._sentences:
            self._sentences[own.id] = RuleText(own, self._boards)
        return self._sentences[own.id].about(line)


def _steps(there: Sequence[str], here: Sequence[str]) -> str:
    """Return a sentence on how the orders of the steps of combat in two rule sets differ. It names the one step that
    moved, or else lists all steps."""
    for step in there:
        if step in here and [each for each in there if each != step] == [each for each in here if each != step]:
            before = (spaced(order[order.index(step) - 1]) for order in (there, here))
            return "the step “{}” comes after “{}” there; here after “{}”".format(spaced(step), *before)
    return f"the steps of combat there: {_names(there)}; here: {_names(here)}"


def _fact(fact: RuleSetFact, here: SharedFact | None, there: SharedFact | None) -> str:
    """Return a sentence with the names that a fact has in both rule sets; None stands for a rule set without it."""
    kind = power_name if fact.kind == "power" else spaced
    told = (listed(map(kind, known.names)) if known else "" for known in (there, here))
    return "{}: there {}; here {}".format(fact.means, *(each or "none" for each in told))


def _actions(there: Mapping[str, Sequence[str]], here: Mapping[str, Sequence[str]]) -> str:
    """Return a sentence with the kinds of action that two rule sets allow in different phases, and those phases. The
    arguments have the phases by kind."""
    parts = [
        f"{key.replace('_', ' ')}: there {_names(there.get(key, ()))}; here {_names(here.get(key, ()))}"
        for key in dict.fromkeys((*there, *here))
        if there.get(key) != here.get(key)
    ]
    return f"the phases in which this kind of action may be taken: {'; '.join(parts)}"


def _canals(there: Sequence[str], here: Sequence[str]) -> str:
    """Return a sentence with the canals and straits that only one of two boards has; the arguments are their names."""
    only = ([name for name in one if name not in other] for one, other in ((there, here), (here, there)))
    return "canals and straits only there: {}; only here: {}".format(*(listed(names) or "none" for names in only))


def _names(names: Sequence[str]) -> str:
    """Return ids as words, separated by commas; ``none`` if there are none."""
    return ", ".join(map(spaced, names)) or "none"


def _figure(unit: UnitType, figure: str) -> str:
    """Return a clause about a number of a unit, the field ``figure``: ``an attacking destroyer hits on 3``."""
    value: int | None = getattr(unit, figure)
    name = unit.name.lower()
    if not value and figure in _NONE:
        return _NONE[figure].format(a_unit=a(name))
    number = "no" if value is None else str(value)
    if figure in _COUNTED:
        number = f"{number} {plural(_COUNTED[figure], value or 0)}"
    return _FIGURES[figure].format(a_unit=a(name), unit=name, number=number)
