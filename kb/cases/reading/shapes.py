"""The shapes of scenario files that are made of verbs and expectations, and their JSON Schema.

Editors check a file by the same shapes by which it is read; ``kb check --schema`` prints the schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.base.shape import (
    SEE,
    FileReader,
    Number,
    OneOf,
    Record,
    Slug,
    Text,
    ValueKind,
    line_of,
    quoted,
    what_is,
)
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Verb
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from kb.cases.language import grammar
from kb.cases.language.scenario import REFERENCE, Act, Expectation, Value

#: the keys of an act that a contrast may give instead of one action's
SHORT = ("dice", "choices", "refused", "refused_by")


@dataclass(frozen=True)
class Unparsed(ValueKind):
    """A part of a file that is read by who asks, as it is written; ``described`` is its JSON Schema."""

    described: Value

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """Return the part as it is written."""
        return value

    def schema(self) -> dict[str, Value]:
        """Return what is described."""
        return dict(self.described)


@dataclass(frozen=True)
class Items(ValueKind):
    """What is expected of a case that is ``played``, or of what is printed: a list of tables."""

    played: bool

    def read(self, reader: FileReader, value: Value, line: int) -> tuple[Expectation, ...]:
        """Return the expectations; those with findings are left out."""
        if not isinstance(value, list) or not 1 <= len(value) <= grammar.MOST_EXPECTED:
            hint = f"of 1 to {grammar.MOST_EXPECTED} tables: - lost: {{...}}"
            return reader.add_finding(f"'{reader.key}' must be a list", line, hint) or ()
        return tuple(each for n, row in enumerate(value) if (each := self._item(reader, row, line_of(value, n, line))))

    def _item(self, reader: FileReader, row: Value, line: int) -> Expectation | None:
        if not isinstance(row, dict):
            reader.add_finding(f"{what_is(row)} where an expectation must stand", line, SEE)
            return None
        read = item_shape(self.played).read(reader, row, line)
        step, cycle = (read.pop(key, None) for key in ("in", "round")) if self.played else ("", 0)
        if not read.keys() and not row.keys() - {"in", "round"}:
            keys = PLAYED if self.played else PRINTED
            reader.add_finding("nothing is expected here", line, f"one of {', '.join(keys)}")
            return None
        of_part = [key for key, each in PLAYED.items() if each.of_part]
        if (step or cycle) and not read.keys() & {*of_part}:
            message = f"'in' and 'round' go with {', '.join(of_part[:-1])} or {of_part[-1]}"
            reader.add_finding(message, line, "leave them out")
        return Expectation(read, step or "", cycle or 0, line)

    def schema(self) -> dict[str, Value]:
        """Return a list of such tables."""
        return _list("played" if self.played else "printed", grammar.MOST_EXPECTED)


@dataclass(frozen=True)
class AnAct(ValueKind):
    """One action: a verb with what goes with it."""

    def read(self, reader: FileReader, value: Value, line: int) -> Act | None:
        """Return the action; nothing where no verb is there, or several are."""
        if not isinstance(value, dict):
            reader.add_finding(f"{what_is(value)} where an action must stand", line, "write {battle: sz5}")
            return None
        kinds = [key for key in value if key in VERBS]
        if len(kinds) != 1:
            keys = ", ".join(map(quoted, list(value)[:5])) or "no keys"
            message = f"'{kinds[0]}' and '{kinds[1]}' in one action" if kinds else f"no action among {keys}"
            near = "" if kinds else next(filter(None, (reader.words.nearest(key, VERBS) for key in value)), "")
            reader.add_finding(message, line, near or f"one of {', '.join(VERBS)}")
            return None
        read = act_shape(VERBS[kinds[0]]).read(reader, value, line)
        what, power = read.pop(kinds[0]), read.pop("power", "") or ""
        fields = {key: field_of_act(key, read.pop(key, ())) for key in (*SHORT, "which", grammar.THEN)}
        act = Act(kinds[0], what, read, power, line=line, **fields)
        if act.must_be_refused and act.then:
            hint = "nothing has happened: leave it out"
            reader.add_finding("'then' after an action that is refused", line, hint)
        return act

    def schema(self) -> dict[str, Value]:
        """Return any of the verbs."""
        return {"oneOf": [{**act_shape(verb).schema(), "description": _about(verb)} for verb in VERBS.values()]}


def _about(verb: Verb[Any]) -> str:
    """Return the description of a verb in the schema."""
    return ". ".join((f"A power {verb.says}", f"{verb.example} {verb.details}".strip()))


ACT = AnAct()


def field_of_act(key: str, value: Value) -> Value:
    """Return what is read under a key of an act, as the act has it."""
    if key == "refused":
        return value == "yes"
    if key == "choices":
        return tuple((power, option) for each in value or () for power, option in (each or {}).items())
    return tuple(value or ())


def act_shape(verb: Verb[Any]) -> Record:
    """Return the shape of an action of a verb."""
    optional = {**verb.optional, **grammar.EVERY_ACT, grammar.THEN: Items(played=True)}
    return Record(f"'{verb.key}'", {verb.key: verb.main, **verb.required}, optional)


def item_shape(played: bool) -> Record:
    """Return the shape of one item of what is expected."""
    keys = {key: row.kind for key, row in (PLAYED if played else PRINTED).items()}
    return Record("an expectation", optional={**keys, **(grammar.ABOUT if played else {})})


def _reference(name: str) -> dict[str, Value]:
    return {"$ref": f"#/$defs/{name}"}


def _list(of: str, most: int) -> dict[str, Value]:
    return {"type": "array", "items": _reference(of), "minItems": 1, "maxItems": most}


def _expect() -> Unparsed:
    each = {"anyOf": [_reference("played"), _reference("printed")]}
    return Unparsed({"type": "array", "items": each, "minItems": 1, "maxItems": grammar.MOST_EXPECTED})


def contrast_shape(played: bool = True) -> Record:
    """Return the shape of a contrast of a case that is played, or of a reference proof."""
    if not played:
        return Record("a contrast", optional={"title": Text(), "expect": _expect()})
    short = {key: Unparsed(grammar.EVERY_ACT[key].schema()) for key in ("dice", "choices", "refused")}
    rules = Unparsed({"type": "array", "items": {"type": "string"}, "maxItems": 20})
    do = Unparsed(_list("act", grammar.MOST_ACTS))
    change = Unparsed(_reference("change"))
    return Record(
        "a contrast",
        optional={"title": Text(), "change": change, "do": do, **short, "refused_by": rules, "expect": _expect()},
    )


def scenario_shape() -> Record:
    """Return the shape of a scenario, whose cases are read by who asks."""
    ids = grammar.IDS
    contrast = contrast_shape().schema()
    contrasts = {"type": "array", "items": contrast, "minItems": 1, "maxItems": grammar.MOST_CASES}
    return Record(
        "a scenario",
        optional={
            "id": Slug(),
            "ruling": ids,
            "section": ids,
            "fingerprint": ids,
            "title": Text(),
            "proof": OneOf(("play", REFERENCE)),
            "position": Unparsed(_reference("position")),
            "do": Unparsed(_list("act", grammar.MOST_ACTS)),
            "expect": _expect(),
            "contrast": Unparsed({"anyOf": [contrast, contrasts]}),
            "elsewhere": grammar.ELSEWHERE,
        },
    )


def _items_schema(played: bool) -> dict[str, Value]:
    """Return the schema of one item of what is expected, each key with its description and an example."""
    shape = item_shape(played).schema()
    for key, row in (PLAYED if played else PRINTED).items():
        shape["properties"][key] |= {"description": f"{row.details}; {row.example}"}
    return {**shape, "minProperties": 1}


def schema() -> dict[str, Value]:
    """Return the JSON Schema of a file, for editors."""
    scenario = scenario_shape().schema()
    number = {"anyOf": [*grammar.IDS.schema()["anyOf"], Number(0, 99999999).schema()]}
    scenario["properties"]["fingerprint"] = number
    names = {key: {"type": "string"} for key in grammar.FILE_KEYS if key != "scenarios"}
    scenarios = {"type": "array", "items": {**scenario, "required": ["id"]}, "minItems": 1}
    change = grammar.POSITION.schema()
    del change["required"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenarios of an Axis & Allies game",
        "type": "object",
        "additionalProperties": False,
        "properties": {**names, "scenarios": {**scenarios, "maxItems": grammar.MOST_SCENARIOS}},
        "required": ["game", "scenarios"],
        "$defs": {
            "units": grammar.UNITS.kind.schema(),
            "chosen": grammar.CHOSEN.schema(),
            "position": grammar.POSITION.schema(),
            "change": change,
            "act": ACT.schema(),
            "played": _items_schema(played=True),
            "printed": _items_schema(played=False),
        },
    }
