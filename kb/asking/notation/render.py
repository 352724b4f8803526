"""Writes a question as a line of the notation (docs/asking.md): the inverse of :mod:`kb.asking.notation.line`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from kb.asking.notation.completing.facilities import missing_facilities
from kb.asking.notation.completing.land import captors
from kb.asking.notation.completing.units import with_fighters_aboard
from kb.asking.notation.forms import FACTS, STATE_WORDS, form_of
from kb.asking.question import Question
from kb.base.english import plural
from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row, State, Units
from kb.cases.language.vocabulary import NONE, vocabulary
from kb.cases.language.words import GameWords
from kb.engine.core.picks import DAMAGED
from kb.engine.core.rulebook import Rulebook

_WORD_OF = {key: word for word, key in STATE_WORDS.items()}
#: the words of a state that is ``none``
_WITHOUT = {"cargo": "empty", "is": "unmarked", "came": f"came from {NONE}"}
_PLAIN_NAME = re.compile(r"[A-Z]\d*")


def to_line(question: Question) -> str:
    """Return a question as one line. Titles and expected results are omitted."""
    return "; ".join([written_game(question.rules), *_position(question), *_asked(question)])


def written_game(rules: Rulebook) -> str:
    """Return the game, the rule set and the board as a line begins."""
    ruleset, board = rules.ruleset, rules.board.id
    said = [_plain(ruleset.game)]
    if ruleset.id != ruleset.game:
        said.append(f"rules {ruleset.id}")
    if board != rules.ruleset.boards[0]:
        said.append(f"board {board}")
    return " ".join(said)


def _plain(name: str) -> str:
    """Return an id with spaces in place of hyphens."""
    return name.replace("-", " ")


# -- the position


def _position(question: Question) -> Iterable[str]:
    """Yield the statements about the position."""
    position = question.case.position
    number = f", round {position['round']}" if position.get("round", 1) != 1 else ""
    yield f"{_plain(position['turn'])} {_plain(position['phase'])}{number}"
    if position.get("from") == "setup":
        yield "setup"
    for fact, (table, _) in FACTS.items():
        found = _fact(position, table, fact)
        said = _value(question, found, ", ") if found else ""
        if fact == "options" and found == []:
            said = NONE
        if said:
            yield f"{_plain(fact).replace('_', ' ')}: {said}"
    captured = dict(captors(question.rules, position))
    for space, contents in (position.get("spaces") or {}).items():
        holder = question.rules.board.space(space).held_by if space in captured else ""
        yield f"{_plain(space)}: {_contents(question, contents, holder)}"
    for row in missing_facilities(question.rules, position, question.acts):
        yield f"no {_plain(row.unit)} in {_plain(row.space)}"


def _fact(position: PositionTable, table: str, fact: str) -> object:
    """Return a fact of a position, or of the mapping of notes under ``table``; None if the position lacks it."""
    facts: Mapping[str, object] = position
    found = facts.get(table) if table else facts
    return found.get(fact) if isinstance(found, Mapping) else None


def _contents(question: Question, contents: Contents, holder: str) -> str:
    """Return the contents of a space; ``holder`` is the one to write if they do not name any."""
    holder = str(contents.get("held_by", holder))
    items = [f"held by {_plain(holder)}"] if holder else []
    there = units_of(contents).items()
    items += [f"{_plain(power)} {_units(question, units)}" for power, units in there if units]
    return ", ".join(items) or "empty"


# -- values


def _value(question: Question, value: object, between: str = " and ") -> str:
    """Return a value of the question as text, its parts separated by ``between``."""
    if isinstance(value, tuple):
        return _units(question, value) or NONE
    if isinstance(value, Mapping):
        parts = {key: _value(question, each) for key, each in value.items() if each not in ({}, ())}
        return between.join(f"{_plain(key)} {each}" for key, each in parts.items())
    if isinstance(value, list):
        numbers = any(isinstance(each, int) for each in value)
        return (" " if numbers else between).join(_value(question, each) for each in value)
    return _plain(str(value))


def _given_name(question: Question, value: str) -> str:
    """Return an id or the name of a unit, in quotation marks unless it is plain."""
    known = vocabulary(question.rules)
    if value == NONE or known.find("space", value) == value or known.find("account", value) == value:
        return _plain(value)
    return value if _PLAIN_NAME.fullmatch(value) else f'"{value}"'


# -- units


def _units(question: Question, units: Units) -> str:
    """Return rows as they are written in a line."""
    return " ".join(_unit(question, row) for row in units)


def _unit(question: Question, row: Row) -> str:
    """Return a row as it is written in a line: ``2 germany tanks (aboard)``."""
    whose = f"{_plain(row.power)} " if row.power else ""
    damaged = "damaged " if row.unit.startswith(DAMAGED) else ""
    state = ", ".join(_detail(question, key, value) for key, value in row.state.items())
    name = plural(_plain(row.unit.removeprefix(DAMAGED)), row.number)
    return f"{row.number} {whose}{damaged}{name}{f' ({state})' if state else ''}"


def _detail(question: Question, key: str, value: State) -> str:
    """Return one part of the state of a unit, by its key, as the notation writes it in brackets: ``damaged 2``."""
    if isinstance(value, tuple):
        return _units(question, value)
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) if key == "is" else f"came from {' - '.join(map(_plain, value))}"
    if key == "damage":
        return f"damaged {value}" if value != 1 else "damaged"
    if key in _WITHOUT and value == NONE:
        return _WITHOUT[key]
    if key == "bound":
        return f"bound for {_plain(str(value))}"
    return f"{_WORD_OF[key]} {_given_name(question, value) if isinstance(value, str) else value}"


# -- actions and questions


def _asked(question: Question) -> Iterable[str]:
    """Yield the actions and the question about offers as statements."""
    words = GameWords(question.rules.board, question.rules.ruleset)
    sailing, _ = with_fighters_aboard(question.rules, words, question.case.position, question.acts)
    acts = [
        _act(question, act, rollers) + (" without aircraft" if act != whole else "")
        for act, whole, rollers in zip(question.acts, sailing, question.rollers_by_act, strict=True)
    ]
    if question.judged:
        acts[-1] = f"may {acts[-1]}"
    yield from acts
    if question.what is not None:
        what = question.what
        yield " ".join(
            [
                "what may",
                *([_plain(what["power"])] if "power" in what else []),
                *([_units(question, what["units"])] if "units" in what else []),
                *([f"at {_plain(what['at'])}"] if "at" in what else []),
            ]
        )


def _dice(dice: Sequence[int], rollers: Sequence[str]) -> Iterator[str]:
    """Yield dice as ``germany rolls submarine 2, fighter 3 5``, or as ``dice 2 3 5`` unless all of their rollers are
    powers or units of a named power."""
    if not dice or len(rollers) < len(dice) or not all(each.strip("-:") == each != "" for each in rollers):
        yield from [f"dice {' '.join(map(str, dice))}"] if dice else []
        return
    before = ""
    for roller, some in groupby(zip(rollers, dice, strict=False), key=lambda pair: pair[0]):
        power, _, unit = _plain(roller).partition(":")
        faces = " ".join(str(face) for _, face in some)
        yield " ".join(filter(None, (f"{power} rolls" if power != before or not unit else "", unit, faces)))
        before = power


def _act(question: Question, act: Act, rollers: Sequence[str]) -> str:
    """Return an action by the typed form of its verb, then dice, with their ``rollers``, names and choices."""
    form, values = form_of(act.kind), dict[str, object](what=act.what, **act.given)
    if isinstance(act.what, dict):
        values |= act.what
    if act.outcome:
        values["outcome"] = act.outcome["lost"]
    power = act.power or question.turn

    def value(key: str) -> str:
        """Return the value of a key of the action in words."""
        found = values[key]
        if key == "transport" and isinstance(found, str):
            return _given_name(question, found)
        return _value(question, found, " - " if key == "route" else " and ")

    said = [_plain(power), *([value("what")] if form.lead else []), *([] if form.bare else [form.words[0]])]
    said.append(value(form.direct.key))
    said += [f"{slot.before[0]} {value(slot.key)}" for slot in form.slots if slot.key in values]
    parts = [" ".join(filter(None, said))]
    if act.which:
        parts.append(f"which {' and '.join(_given_name(question, name) for name in act.which)}")
    parts += _dice(act.dice, rollers)
    for chooser, option in act.choices:
        chosen = _given_name(question, option) if isinstance(option, str) else _value(question, option)
        parts.append(f"{_plain(chooser)} chooses {chosen}")
    return ", ".join(parts)
