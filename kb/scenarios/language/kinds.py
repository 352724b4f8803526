"""The kinds of values in a scenario file: how each is read, with which findings, and its JSON Schema.

Reading gives plain values (texts, numbers, lists, tables) in which every name is an id, so that what was
read once can be kept as JSON and need not be checked again. A value that is wrong reads as ``None``, with a finding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.scenarios.language.reader import FileReader, line_of, quoted, what_is
from kb.scenarios.language.scenario import Value
from kb.scenarios.language.vocabulary import LONGEST


class ValueKind(ABC):
    """A kind of value."""

    @abstractmethod
    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The plain value, or ``None`` with a finding."""

    @abstractmethod
    def schema(self) -> dict[str, Value]:
        """The JSON Schema of it."""


@dataclass(frozen=True)
class Word(ValueKind):
    """A name of the game, of one kind; ``also`` are other words that may stand there."""

    of: str
    also: tuple[str, ...] = ()

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The id."""
        if not isinstance(value, str):
            return reader.add_finding(f"{what_is(value)} where a {self.of} must be named", line)
        found = value if value in self.also else reader.words.find(self.of, value)
        if found is None:
            hint = reader.words.meant(value, self.also) or reader.words.hint(value, self.of)
            reader.add_finding(f"unknown {self.of} {quoted(value)}", line, hint)
        return found

    def schema(self) -> dict[str, Value]:
        """Any text: the names differ from game to game."""
        also = f", or {' or '.join(self.also)}" if self.also else ""
        return {"type": "string", "description": f"{self.of}{also}"}


@dataclass(frozen=True)
class OneOf(ValueKind):
    """One of a few words. ``zero`` takes something away: it may stand only where a change is read."""

    words: tuple[str, ...]
    zero: bool = False

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The word."""
        if value in self.words:
            return value
        if self.zero and reader.change and value == "0":
            return 0
        near = reader.words.meant(value, self.words) if isinstance(value, str) else ""
        return reader.add_finding(
            f"{what_is(value)} cannot stand here", line, near or f"one of {', '.join(self.words)}"
        )

    def schema(self) -> dict[str, Value]:
        """The words; editors read yes and no as truth."""
        truths = [True] * ("yes" in self.words) + [False] * ("no" in self.words)
        return {"enum": [*self.words, *truths, *([0] if self.zero else [])]}


@dataclass(frozen=True)
class Text(ValueKind):
    """A line of text."""

    longest: int = 200

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The text."""
        if not isinstance(value, str) or not value.strip() or len(value) > self.longest:
            return reader.add_finding(
                f"{what_is(value)} where a text must stand", line, f"1 to {self.longest} characters"
            )
        return " ".join(value.split())

    def schema(self) -> dict[str, Value]:
        """A text, though editors take some for numbers."""
        return {"type": ["string", "number"], "maxLength": self.longest}


@dataclass(frozen=True)
class Slug(ValueKind):
    """An id: small letters, digits, hyphens (and, in the ids of sections, a slash)."""

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The id."""
        letters = value.replace("-", "").replace("/", "") if isinstance(value, str) else ""
        if not (letters.isascii() and letters.isalnum() and letters == letters.lower() and len(value) <= LONGEST):
            return reader.add_finding(f"{what_is(value)} is no id", line, "small letters, digits and hyphens")
        return value

    def schema(self) -> dict[str, Value]:
        """A text of a certain form."""
        return {"type": "string", "pattern": "^[a-z0-9/-]+$", "maxLength": LONGEST}


@dataclass(frozen=True)
class Number(ValueKind):
    """A whole number. ``zero`` takes something away: it may stand only where a change is read."""

    low: int
    high: int
    of: str = "number"
    zero: bool = False

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The number."""
        low = 0 if self.zero and reader.change else self.low
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 7:
            if low <= int(value) <= self.high:
                return int(value)
            if self.zero and int(value) == 0:
                return reader.add_finding("0 of something is nothing", line, "leave it out; 0 takes away in a change")
        return reader.add_finding(f"{what_is(value)} is no {self.of}", line, f"a {self.of} is {low} to {self.high}")

    def schema(self) -> dict[str, Value]:
        """A whole number within its bounds."""
        return {"type": "integer", "minimum": 0 if self.zero else self.low, "maximum": self.high}


@dataclass(frozen=True)
class ListOf(ValueKind):
    """A list; a ``single`` value may stand for a list of one. Sorted where the order says nothing."""

    each: ValueKind
    most: int = 100
    least: int = 0
    single: bool = False
    sort: bool = False

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The list."""
        if self.single and not isinstance(value, list):
            value = [value]
        if not isinstance(value, list):
            return reader.add_finding(f"{what_is(value)} where a list must stand", line, "write [a, b]")
        if not self.least <= len(value) <= self.most:
            limits = f"at least {self.least}" if len(value) < self.least else f"at most {self.most}"
            return reader.add_finding(f"a list of {len(value)} items", line, limits)
        read = [self.each.read(reader, item, line_of(value, at, line)) for at, item in enumerate(value)]
        return sorted(read, key=repr) if self.sort else read

    def schema(self) -> dict[str, Value]:
        """A list, or one of its items."""
        many = {"type": "array", "items": self.each.schema(), "minItems": self.least, "maxItems": self.most}
        return {"anyOf": [many, self.each.schema()]} if self.single else many


@dataclass(frozen=True)
class TableOf(ValueKind):
    """A table whose keys are words of one kind, with the values of some ``fixed`` keys beside them."""

    key: ValueKind
    value: ValueKind
    fixed: Mapping[str, ValueKind] = field(default_factory=dict)
    most: int = 200
    single: bool = False

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The table, its keys as ids."""
        if not isinstance(value, dict):
            return reader.add_finding(f"{what_is(value)} where a table of keys must stand", line, "write {key: value}")
        if len(value) > self.most or (self.single and len(value) != 1):
            return reader.add_finding(
                f"a table of {len(value)} keys", line, "one key" if self.single else f"at most {self.most}"
            )
        read: dict[str, Value] = {}
        names: dict[str, str] = {}
        for name, item in value.items():
            at = line_of(value, name, line)
            key = name if name in self.fixed else self._key(reader, name, at)
            if key in names:
                reader.add_finding(f"'{key}' is there twice", at, f"{quoted(names[key])} and {quoted(name)} are one")
            elif key is not None:
                names[key] = name
                read[key] = self.fixed.get(name, self.value).read(reader, item, at)
        return read

    def _key(self, reader: FileReader, name: str, line: int) -> Value:
        """The id of a key; where it is none, one of the fixed keys may be meant."""
        unknown = self.fixed and isinstance(self.key, Word) and reader.words.find(self.key.of, name) is None
        if unknown and (hint := reader.words.meant(name, self.fixed)):
            return reader.add_finding(f"unknown key {quoted(name)}", line, hint)
        return self.key.read(reader, name, line)

    def schema(self) -> dict[str, Value]:
        """A table with any keys."""
        table: dict[str, Value] = {
            "type": "object",
            "additionalProperties": self.value.schema(),
            "maxProperties": self.most,
        }
        if self.fixed:
            table["properties"] = {key: kind.schema() for key, kind in self.fixed.items()}
        return table


@dataclass(frozen=True)
class Record(ValueKind):
    """A table with certain keys."""

    what: str
    required: Mapping[str, ValueKind] = field(default_factory=dict)
    optional: Mapping[str, ValueKind] = field(default_factory=dict)

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The table."""
        if not isinstance(value, dict):
            return reader.add_finding(f"{what_is(value)} where {self.what} must stand", line, "write {key: value}")
        for key in self.required:
            if key not in value and not reader.change:
                reader.add_finding(f"{self.what} needs '{key}'", line, "add it")
        return {
            key: kind.read(reader, item, line_of(value, key, line))
            for key, item in value.items()
            if (kind := self.kind_of(reader, key, line_of(value, key, line))) is not None
        }

    def kind_of(self, reader: FileReader, key: str, line: int) -> ValueKind | None:
        """The kind of the value of a key; a finding where there is no such key."""
        kind = self.required.get(key) or self.optional.get(key)
        if kind is None:
            known = (*self.required, *self.optional)
            hint = reader.words.meant(key, known) or f"it has {', '.join(known)}"
            reader.add_finding(f"unknown key {quoted(key)} in {self.what}", line, hint)
        return kind

    def schema(self) -> dict[str, Value]:
        """A table with these keys and no others."""
        keys = {key: kind.schema() for key, kind in (*self.required.items(), *self.optional.items())}
        table: dict[str, Value] = {"type": "object", "properties": keys, "additionalProperties": False}
        return {**table, "required": list(self.required)} if self.required else table


@dataclass(frozen=True)
class ByShape(ValueKind):
    """One kind for a word, another for a list, another for a table."""

    word: ValueKind | None = None
    rows: ValueKind | None = None
    table: ValueKind | None = None

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The value, read as its shape says."""
        kind = self.word if isinstance(value, str) else self.rows if isinstance(value, list) else self.table
        if kind is None:
            kinds = {"a word": self.word, "a list": self.rows, "a table": self.table}
            can = " or ".join(name for name, each in kinds.items() if each)
            return reader.add_finding(f"{what_is(value)} cannot stand here", line, f"{can} can")
        return kind.read(reader, value, line)

    def schema(self) -> dict[str, Value]:
        """Any of them."""
        return {"anyOf": [kind.schema() for kind in (self.word, self.rows, self.table) if kind]}


@dataclass(frozen=True)
class ByPower(ValueKind):
    """Units of one power, or of several: ``{infantry: 2}`` or ``{germany: {infantry: 2}}``.

    Reads as a table of powers, in which an empty name stands for the power that is meant anyway.
    """

    units: ValueKind
    word: str = "unit"

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """The table of powers."""
        if not isinstance(value, dict):
            return reader.add_finding(f"{what_is(value)} where units must stand", line, "write {infantry: 2}")
        if not value and not reader.change:
            return reader.add_finding("no units", line, "write {infantry: 2}")
        read: dict[str, dict[str, Value]] = {}
        for name, item in value.items():
            at = line_of(value, name, line)
            if reader.words.find("power", name):
                read[name] = TableOf(Word(self.word), self.units).read(reader, item, at)
            elif unit := reader.words.find(self.word, name):
                read.setdefault("", {})[unit] = self.units.read(reader, item, at)
            else:
                reader.add_finding(f"unknown unit {quoted(name)}", at, reader.words.hint(name, self.word, "power"))
        return read

    def schema(self) -> dict[str, Value]:
        """A table of units, or of powers and units."""
        units = self.units.schema()
        powers = {"type": "object", "additionalProperties": units}
        return {"type": "object", "additionalProperties": {"anyOf": [units, powers]}}


@dataclass(frozen=True)
class Defined(ValueKind):
    """A kind that stands in many places; the schema describes it once, under a name."""

    name: str
    kind: ValueKind

    def read(self, reader: FileReader, value: Value, line: int) -> Value:
        """As the kind reads it."""
        return self.kind.read(reader, value, line)

    def schema(self) -> dict[str, Value]:
        """A reference to the description."""
        return {"$ref": f"#/$defs/{self.name}"}
