"""The file in which an event is kept: YAML with what is played, and the rulings of the house.

Each key is a row of a table: its kind of value, which has the function that reads it and its JSON Schema. Texts are
strangers' words, which pages repeat, so they are read strictly.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.base import shape, yamlfile
from kb.base.errors import BadInput, Finding
from kb.base.files import read_bounded
from kb.base.written import YamlList, YamlMapping
from kb.event_log.event import HouseRuling
from kb.events.choices import PREFIX, STATES, EventChoices, Said, is_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Schema = dict[str, Any]

#: bytes of a file
MOST_BYTES = 256_000
#: at most so many house rulings at an event, and so many rulings or sections that one names
MOST, MOST_IDS = 100, 20
#: characters of an id
_LONGEST_ID = 60
#: the file that an event begins with: every key, explained
TEMPLATE = """\
# An event: what is played at its tables, and what its judges ruled. docs/events.md tells of every key.
name: My event
# dates: {from: 2026-11-20, to: 2026-11-22}
# place: Town hall
# game: europe-1940
# printing: 2012
# options: [global, technology=off]

# What the judges of this event ruled. It is never official, and is always told apart from what is.
# house:
#   - id: house-1                     # house- and a number, for as long as the event lasts
#     question: May a player take a move back?
#     answer: No, not after the dice are rolled.
#     by: Ann                         # who said so
#     on: 2026-11-20                  # and when
#     interprets: [rev/sc-rockets]    # sections of the rule books, or official rulings
#     overrides: [rev-sub-2]          # official rulings that are not followed at this event
#     case: my-case.yaml              # a scenario that shows it, here or in a file beside (docs/scenarios.md)
#     note: Asked at table 4.
"""


@dataclass(frozen=True)
class WrittenValue:
    """A value under a key as somebody wrote it; what is wrong with it is added to ``findings``."""

    value: object
    key: str
    file: str
    line: int
    findings: list[Finding]

    def wrong(self, message: str, hint: str, line: int = 0) -> None:
        """Add a finding, on the value's own line unless another is named."""
        self.findings.append(Finding(message, self.file, line or self.line, hint))

    def quoted(self, longest: int) -> str:
        """The value as messages repeat it."""
        return f"'{self.value[:longest]}'" if isinstance(self.value, str) else "that"

    def rows(self) -> list[tuple[Any, int]]:
        """The items of a list with their lines; any other value is its only item."""
        if isinstance(self.value, YamlList):
            return list(zip(self.value, self.value.lines, strict=True))
        return [(self.value, self.line)]


@dataclass(frozen=True)
class KeyKind:
    """A kind of value: the function that reads it, and its JSON Schema."""

    read: Callable[[WrittenValue], Any]
    schema: Schema


@dataclass(frozen=True)
class KeyTable:
    """A table of keys: what it is called, how its keys are listed, the kind of each, and which it needs."""

    called: str
    lists: str
    keys: Mapping[str, KeyKind]
    needed: tuple[str, ...]
    missing: tuple[str, str]

    def read(self, table: YamlMapping, of: WrittenValue, line: int) -> dict[str, Any]:
        """The values of the keys that are there; ``line`` is that of the table."""
        for key in table:
            if key not in self.keys:
                hint = shape.suggest(key[:40], self.keys) or f"{self.lists}: {', '.join(self.keys)}"
                of.wrong(f"unknown key '{key[:40]}' in {self.called}", hint, table.lines[key])
        what, hint = self.missing
        for key in self.needed:
            if key not in table:
                of.wrong(f"{what} needs '{key}'", hint, line)
        return {
            key: kind.read(WrittenValue(table[key], key, of.file, table.lines[key], of.findings))
            for key, kind in self.keys.items()
            if key in table
        }

    @property
    def schema(self) -> Schema:
        """The JSON Schema."""
        properties = {key: kind.schema for key, kind in self.keys.items()}
        needed = {"required": list(self.needed)} if self.needed else {}
        return {"type": "object", "properties": properties, "additionalProperties": False, **needed}


def _text(longest: int, needed: bool = False) -> KeyKind:
    """A text of at most so many characters, as one line without characters that cannot be printed; where it is
    ``needed``, not an empty one."""

    def read(written: WrittenValue) -> str:
        if not isinstance(written.value, str):
            written.wrong(f"'{written.key}' must be text", f"write '{written.key}: ...' in one line")
            return ""
        text = "".join(char for char in " ".join(written.value.split()) if char.isprintable())
        if len(text) > longest:
            written.wrong(f"'{written.key}' has {len(text)} characters", f"at most {longest}")
            return ""
        if needed and not text:
            written.wrong(f"'{written.key}' is empty", "write what it is")
        return text

    return KeyKind(read, {"type": "string", "maxLength": longest})


def _said(kind: KeyKind) -> KeyKind:
    """A text that chooses something, with its place."""
    return KeyKind(lambda written: Said(kind.read(written), written.file, written.line), kind.schema)


def _date(written: WrittenValue) -> str:
    import datetime

    value = written.value
    try:
        if not isinstance(value, str) or len(value) != len("2026-11-20"):
            raise ValueError
        return datetime.date.fromisoformat(value).isoformat()
    except ValueError:
        written.wrong(f"'{written.key}': {written.quoted(20)} is no date", "write it as 2026-11-20")
        return ""


def _id(written: WrittenValue) -> str:
    if isinstance(written.value, str) and is_id(written.value):
        return written.value
    hint = f"write {PREFIX} and a number, such as {PREFIX}1: an official id never looks so"
    written.wrong(f"{written.quoted(40)} is no id of a house ruling", hint)
    return ""


def _ids(written: WrittenValue) -> tuple[str, ...]:
    """The ids that a key names: one, or a list of them."""
    rows, key, found = written.rows(), written.key, []
    if len(rows) > MOST_IDS:
        written.wrong(f"{len(rows)} ids under '{key}'", f"at most {MOST_IDS}")
        return ()
    for each, line in rows:
        name = "-".join(each.lower().split()) if isinstance(each, str) else ""
        if not name or len(name) > _LONGEST_ID:
            written.wrong(f"'{key}' must be an id, or a list of ids", f"write '{key}: [rev-sub-2]'", line)
        elif key == "overrides" and "/" in name:
            written.wrong(
                f"'{name}' is no ruling: only rulings can be overridden", "say 'interprets' of a section", line
            )
        else:
            found.append(name)
    return tuple(found)


def _case(written: WrittenValue) -> str | YamlMapping:
    """The case: a scenario, or the name of a file that stands beside the event's."""
    value = written.value
    if isinstance(value, YamlMapping) and value:
        return value
    named = isinstance(value, str) and value.endswith((".yaml", ".yml")) and len(value) <= 100
    if isinstance(value, str) and named and not set(value) & set("/\\\0"):
        return value
    hint = "write it as docs/scenarios.md says, or the name of a YAML file that stands beside this one"
    written.wrong("'case' is no scenario and no name of a file", hint)
    return ""


def _dates(written: WrittenValue) -> tuple[str, str]:
    """The first and the last day; of an event of one day both are that."""
    if not isinstance(written.value, YamlMapping):
        written.wrong("'dates' must have from and to", "write 'dates: {from: 2026-11-20}'")
        return "", ""
    days = DATES.read(written.value, written, written.line)
    first, last = days.get("from", ""), days.get("to", "")
    if first and last and last < first:
        written.wrong("the event ends before it begins", f"'to' is {last}, 'from' {first}")
    return first, last or first


def _options(written: WrittenValue) -> list[Said]:
    """The options of a file: a list of names, each perhaps with ``=off``, or a table of names with on or off."""
    value, rows = written.value, written.rows()
    if isinstance(value, YamlMapping):
        rows = [
            (f"{key}={state}" if isinstance(state, str) else state, value.lines[key]) for key, state in value.items()
        ]
    found = []
    for text, line in rows:
        if isinstance(text, str) and text is not value:
            found.append(Said(text, written.file, line))
        else:
            hint = "write 'options: [national-objectives, technology=off]'"
            written.wrong("'options' must be a list of names", hint, line)
    return found


def _house(written: WrittenValue) -> tuple[HouseRuling, ...]:
    """The house rulings of a file."""
    rows = written.value
    if not isinstance(rows, YamlList):
        written.wrong("'house' must be a list of house rulings", "begin each with '- id: house-1'")
        return ()
    if len(rows) > MOST:
        written.wrong(f"{len(rows)} house rulings", f"at most {MOST}")
        return ()
    found, first = [], dict[str, int]()
    for row, line in written.rows():
        if not isinstance(row, YamlMapping):
            written.wrong("a house ruling must be a table of keys", f"it has: {', '.join(RULING.keys)}", line)
            continue
        ruling = HouseRuling(written.file, {"id": line, **row.lines}, **RULING.read(row, written, line))
        if ruling.id and first.setdefault(ruling.id, line) != line:
            written.wrong(f"the id '{ruling.id}' is there twice", f"first on line {first[ruling.id]}", line)
        found.append(ruling)
    return tuple(found)


def _case_schema() -> Schema:
    """A scenario, whose keys ``scenario.schema.json`` describes, which stands beside this schema."""
    keys = "scenario.schema.json#/properties/scenarios/items/properties/"
    header: Schema = {key: {"type": "string"} for key in ("game", "board", "ruleset", "id")}
    scenario = {key: {"$ref": keys + key} for key in ("title", "proof", "position", "do", "expect", "contrast")}
    return {"type": "object", "properties": header | scenario, "additionalProperties": False}


DATE = KeyKind(_date, {"type": "string", "format": "date", "pattern": r"^\d{4}-\d\d-\d\d$"})
ID = KeyKind(_id, {"type": "string", "pattern": f"^{PREFIX}[1-9][0-9]{{0,3}}$"})
_ONE_ID: Schema = {"type": "string", "minLength": 1, "maxLength": _LONGEST_ID}
IDS = KeyKind(_ids, {"anyOf": [_ONE_ID, {"type": "array", "items": _ONE_ID, "maxItems": MOST_IDS}]})
_FILE_NAME: Schema = {"type": "string", "pattern": r"^[^/\\]+\.ya?ml$", "maxLength": 100}
DATES = KeyTable("the dates", "they have", {"from": DATE, "to": DATE}, ("from",), ("'dates'", "add the first day"))
RULING = KeyTable(
    "a house ruling",
    "it has",
    {
        "id": ID,
        "question": _text(500, needed=True),
        "answer": _text(2_000, needed=True),
        "by": _text(60, needed=True),
        "on": DATE,
        "interprets": IDS,
        "overrides": IDS,
        "note": _text(1_000),
        "case": KeyKind(_case, {"anyOf": [_FILE_NAME, _case_schema()]}),
    },
    ("id", "question", "answer", "by", "on"),
    ("a house ruling", "add it"),
)
_OPTION: Schema = {"anyOf": [{"enum": list(STATES)}, {"type": "boolean"}]}
_OPTION_LISTS: list[Schema] = [
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "additionalProperties": _OPTION},
]
_PRINTING = _said(_text(100))
EVENT = KeyTable(
    "an event",
    "an event has",
    {
        "name": _said(_text(200)),
        "game": _said(_text(100)),
        "printing": KeyKind(_PRINTING.read, {"anyOf": [_PRINTING.schema, {"type": "integer"}]}),
        "options": KeyKind(_options, {"anyOf": _OPTION_LISTS}),
        "dates": KeyKind(_dates, DATES.schema),
        "place": _text(100),
        "house": KeyKind(_house, {"type": "array", "items": RULING.schema, "maxItems": MOST}),
    },
    (),
    ("", ""),
)


def schema() -> Schema:
    """The JSON Schema of a file, for editors."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An event: what is played there, and the rulings of its house",
        **EVENT.schema,
        "dependentRequired": {"house": ["name"]},
    }


def read(path: str, hint: str = "name a file that is there, or begin one: kb event new") -> EventChoices:
    """What a file says, with what is wrong of it. Raises :class:`BadInput` where it cannot be read, with the ``hint``,
    or is no table of keys."""
    return parse(yamlfile.text_of(read_bounded(path, MOST_BYTES, hint, "shorten it"), path), path)


def parse(text: str, path: str) -> EventChoices:
    """What the text of a file says; ``path`` is how messages call it. Raises :class:`BadInput`."""
    table = yamlfile.parse(text, path)
    if not isinstance(table, YamlMapping):
        raise BadInput(Finding("an event is a table of keys", path, 1, f"write some of: {', '.join(EVENT.keys)}"))
    found = EventChoices()
    for key, value in EVENT.read(table, WrittenValue(table, "", path, 1, found.findings), 1).items():
        setattr(found, key, value)
    if found.house and not found.name.text:
        hint, line = "say whose", table.lines["house"]
        found.findings.append(Finding("an event with house rulings needs 'name'", path, line, hint))
    return found
