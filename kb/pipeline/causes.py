"""What makes a scenario come out otherwise under other rules, told in words: both rules, or both numbers."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.facts import FACTS, Fact
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Board, UnitType
from kb.games.rulesets import SharedFact
from kb.pipeline.rule_sentences import Sentences
from kb.scenarios.analysis.elsewhere import CANALS, STEPS, Names
from kb.wording.board import power_name
from kb.wording.english import a, listed, plural, sentence, spaced

#: what a number of a kind of unit says; ``{number}`` is the number, ``{unit}`` the unit
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
#: the same where a unit has no such number
_NONE = {
    "cost": "{a_unit} cannot be bought",
    "attack": "{a_unit} does not attack",
    "defense": "{a_unit} does not defend",
    "move": "{a_unit} does not move",
    "transport_cost": "no transport takes {a_unit}",
    "carrier_cost": "no carrier takes {a_unit}",
}


class Causes:
    """Tells lines of data, such as a rule's name or ``submarine.defense``, as sentences about two rule books."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = boards
        self._sentences: dict[str, Sentences] = {}

    def told(self, lines: Sequence[str], home: Rulebook, target: Rulebook, names: Names) -> tuple[str, ...]:
        """A sentence for each line: what holds there, in ``target``, and what here, in ``home``."""
        return tuple(sentence(self._line(line, home, target, names)) for line in lines)

    def _line(self, line: str, home: Rulebook, target: Rulebook, names: Names) -> str:
        unit, _, figure = line.partition(".")
        if figure:
            back = {other: name for name, other in names.items()}
            there, here = _unit(target, unit), _unit(home, back.get(unit, unit))
            return f"{_figure(there, figure)} there; here {_figure(here, figure)}"
        if line == STEPS:
            return _steps(target.ruleset.steps, home.ruleset.steps)
        if line == CANALS:
            return _canals([each.name for each in target.board.canals], [each.name for each in home.board.canals])
        if line in FACTS:
            return _fact(FACTS[line], home.facts.get(line), target.facts.get(line))
        return self._rule(line, home, target)

    def _rule(self, rule: str, home: Rulebook, target: Rulebook) -> str:
        there, here = (self._about(rule, rules) for rules in (target, home))
        if not (there and here):
            return f"Only there: {there}" if there else f"Only here: {here}"
        if there == here:
            return f"There in another place or of other things, too: {there}"
        return f"There: {there} Here: {here}"

    def _about(self, rule: str, rules: Rulebook) -> str:
        line, own = rules.lines.get(rule), rules.ruleset
        if line is None:
            return ""
        if own.id not in self._sentences:
            self._sentences[own.id] = Sentences(own, self._boards)
        return self._sentences[own.id].about(line)


def _steps(there: Sequence[str], here: Sequence[str]) -> str:
    """How the steps of combat differ: one that comes elsewhere, or all of them."""
    for step in there:
        if step in here and [each for each in there if each != step] == [each for each in here if each != step]:
            before = (spaced(order[order.index(step) - 1]) for order in (there, here))
            return "the step “{}” comes after “{}” there; here after “{}”".format(spaced(step), *before)
    return f"the steps of combat there: {_names(there)}; here: {_names(here)}"


def _fact(fact: Fact, here: SharedFact | None, there: SharedFact | None) -> str:
    """What a fact holds in both rule sets; of a table what is not alike."""
    kind = power_name if fact.kind == "power" else spaced
    if not fact.keys:
        told = (listed(map(kind, known.names)) if known else "" for known in (there, here))
        return "{}: there {}; here {}".format(fact.means, *(each or "none" for each in told))
    one, other = (dict(known.table) if known else {} for known in (there, here))
    parts = [
        f"{key.replace('_', ' ')}: there {_names(one.get(key, ()))}; here {_names(other.get(key, ()))}"
        for key in dict.fromkeys((*one, *other))
        if one.get(key) != other.get(key)
    ]
    return f"{fact.means}: {'; '.join(parts)}"


def _canals(there: Sequence[str], here: Sequence[str]) -> str:
    """The canals and straits that only one of two boards has."""
    only = ([name for name in one if name not in other] for one, other in ((there, here), (here, there)))
    return "canals and straits only there: {}; only here: {}".format(*(listed(names) or "none" for names in only))


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(spaced, names)) or "none"


def _unit(rules: Rulebook, unit: str) -> UnitType:
    return rules.board.unit(unit)


def _figure(unit: UnitType, figure: str) -> str:
    """What a number of a unit says: ``an attacking destroyer hits on 3``."""
    value: int | None = getattr(unit, figure)
    name = unit.name.lower()
    if not value and figure in _NONE:
        return _NONE[figure].format(a_unit=a(name))
    number = "no" if value is None else str(value)
    if figure in _COUNTED:
        number = f"{number} {plural(_COUNTED[figure], value or 0)}"
    return _FIGURES[figure].format(a_unit=a(name), unit=name, number=number)
