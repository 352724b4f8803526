"""Writes a request in the strict notation (docs/asking.md), so that reading it gives the same request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kb.asking.notation.forms import FACTS, TOLD, form_of, is_units, plain_kind
from kb.asking.request import EngineRequest
from kb.base.english import plural
from kb.base.shape import ByShape, ListOf, Number, OneOf, Record, TableOf, Text, ValueKind
from kb.cases.acts import VERBS
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Plain, Value
from kb.cases.language.vocabulary import NONE, Vocabulary
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import DAMAGED

_WORD_OF = {key: word for word, key in TOLD.items()}
_PLAIN_NAME = re.compile(r"[A-Z]\d*")


def render(request: EngineRequest) -> str:
    """Return a request in one line. Titles, scenery and what a case expects are no part of it."""
    return "; ".join([_game(request.rules), *_position(request), *_asked(request)])


def _game(rules: Rulebook) -> str:
    ruleset, board = rules.ruleset, rules.board.id
    said = [_plain(ruleset.game)]
    if ruleset.id != ruleset.game:
        said.append(f"rules {ruleset.id}")
    if board != rules.ruleset.boards[0]:
        said.append(f"board {board}")
    return " ".join(said)


def _plain(name: str) -> str:
    """Return an id as it is typed."""
    return name.replace("-", " ")


# -- the position


def _position(request: EngineRequest) -> Iterable[str]:
    position = request.case.position
    number = f", round {position['round']}" if position.get("round", 1) != 1 else ""
    yield f"{_plain(position['turn'])} {_plain(position['phase'])}{number}"
    if position.get("from") == "setup":
        yield "setup"
    for fact, (table, kind) in FACTS.items():
        found = (position.get(table) or {}) if table else position
        said = _value(request, kind, found[fact], ", ") if fact in found else ""
        if said:
            yield f"{_plain(fact).replace('_', ' ')}: {said}"
    for space, contents in (position.get("spaces") or {}).items():
        yield f"{_plain(space)}: {_contents(request, contents)}"


def _contents(request: EngineRequest, contents: Plain) -> str:
    items = [f"held by {_plain(contents['held_by'])}"] if "held_by" in contents else []
    there = {power: units for power, units in contents.items() if power != "held_by" and units}
    items += [f"{_plain(power)} {_units(request, {'': units})}" for power, units in there.items()]
    return ", ".join(items) or "empty"


# -- values of every kind


def _value(request: EngineRequest, kind: ValueKind, value: Value, between: str = " and ") -> str:
    """Return a value of a kind, its parts with ``between`` between them."""
    kind = plain_kind(kind)
    if isinstance(kind, ByShape) and isinstance(value, Mapping):
        kind = plain_kind(kind.table or kind)
    if is_units(kind) and isinstance(value, Mapping):
        return _units(request, value if isinstance(kind, grammar.ByPower) else {"": value})
    if isinstance(value, Mapping) and isinstance(kind, Record):
        keys = {**kind.required, **kind.optional}
        if len(keys) == 1:
            ((key, each),) = keys.items()
            return _value(request, each, value[key]) if value[key] else NONE
        return " ".join(f"{key} {_value(request, keys[key], each)}" for key, each in value.items())
    if isinstance(value, Mapping):
        inner = kind.value if isinstance(kind, TableOf) else kind
        return between.join(
            f"{_plain(key)} {_value(request, inner, each)}" for key, each in value.items() if each != {}
        )
    if isinstance(value, list):
        each = kind.each if isinstance(kind, ListOf) else kind
        glue = " " if isinstance(each, Number) else between
        return glue.join(_value(request, each, one) for one in value)
    return _word(request, kind, value)


def _word(request: EngineRequest, kind: ValueKind, value: Value) -> str:
    """Return a name of the game, a number, or, in quotation marks where it is not plain, a name that somebody gave."""
    text = getattr(kind, "word", None) or kind
    if not isinstance(value, str) or isinstance(text, OneOf) or not isinstance(text, Text):
        return _plain(str(value))
    known = Vocabulary(request.rules.board, request.rules.ruleset)
    if value == NONE or known.find("space", value) == value or known.find("account", value) == value:
        return _plain(value)
    return value if _PLAIN_NAME.fullmatch(value) else f'"{value}"'


# -- units


def _units(request: EngineRequest, by_power: Plain) -> str:
    """Return units of several powers; those of the power that is meant anyway stand under an empty name."""
    said = []
    for power, units in by_power.items():
        whose = f"{_plain(power)} " if power else ""
        for unit, some in units.items():
            for row in some if isinstance(some, list) else [{"count": some}]:
                said.append(_unit(request, whose, unit, row))
    return " ".join(said)


def _unit(request: EngineRequest, whose: str, unit: str, row: Plain) -> str:
    count = row.get("count", 1)
    damaged = "damaged " if unit.startswith(DAMAGED) else ""
    told = ", ".join(_detail(request, key, value) for key, value in row.items() if key != "count")
    name = plural(_plain(unit.removeprefix(DAMAGED)), count)
    return f"{count} {whose}{damaged}{name}{f' ({told})' if told else ''}"


def _detail(request: EngineRequest, key: str, value: Value) -> str:
    """Return what is said of a unit in brackets."""
    if key == "cargo":
        return "empty" if value == NONE else _units(request, value)
    if key == "damage":
        return f"damaged {value}" if value != 1 else "damaged"
    if key == "is":
        return "unmarked" if value == [NONE] else ", ".join(map(_plain, value))
    if key == "came":
        return f"came from {' - '.join(map(_plain, value))}"
    if key == "bound":
        return f"bound for {_plain(value)}"
    kind = grammar.CHOSEN.optional.get(key) or grammar.UNIT_KINDS[key]
    return f"{_WORD_OF[key]} {_word(request, kind, value)}"


# -- what is done and asked


def _asked(request: EngineRequest) -> Iterable[str]:
    acts = [_act(request, act) for act in request.acts]
    if request.judged:
        acts[-1] = f"may {acts[-1]}"
    yield from acts
    if request.what is not None:
        what = request.what
        yield " ".join(
            [
                "what may",
                *([_plain(what["power"])] if "power" in what else []),
                *([_units(request, what["units"])] if "units" in what else []),
                *([f"at {_plain(what['at'])}"] if "at" in what else []),
            ]
        )


def _act(request: EngineRequest, act: Act) -> str:
    """Return an action by the typed form of its verb, then dice, names and choices."""
    row, form = VERBS[act.kind], form_of(act.kind)
    kinds: dict[str, Any] = {"what": row.main, **row.required, **row.optional}
    values = {"what": act.what, **act.given}
    if isinstance(row.main, Record) and "what" not in (form.direct.key, *(slot.key for slot in form.slots)):
        kinds |= {**row.main.required, **row.main.optional}
        values |= act.what
    power = act.power or request.turn

    def value(key: str) -> str:
        return _value(request, kinds[key], values[key], " - " if key == "route" else " and ")

    said = [_plain(power), *([value("what")] if form.lead else []), *([] if form.bare else [form.words[0]])]
    said.append(value(form.direct.key))
    said += [f"{slot.before[0]} {value(slot.key)}" for slot in form.slots if slot.key in values]
    parts = [" ".join(filter(None, said))]
    if act.which:
        parts.append(f"which {_value(request, grammar.EVERY_ACT['which'], list(act.which))}")
    if act.dice:
        parts.append(f"dice {' '.join(map(str, act.dice))}")
    parts += [f"{_plain(chooser)} chooses {_option(request, option)}" for chooser, option in act.choices]
    return ", ".join(parts)


def _option(request: EngineRequest, option: Value) -> str:
    if isinstance(option, Mapping):
        return _units(request, option) or NONE
    return _word(request, grammar.OPTION, option)
