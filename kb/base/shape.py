"""The kinds of values in files: how they are read, with their findings, and their JSON Schema.

A kind reads the texts, lists and mappings of :mod:`kb.base.yamlfile`, which know their lines. It returns plain values
(texts, numbers, lists, mappings) with ids as names, which can be stored as JSON without further validation. It returns
None for an invalid value, and adds a finding; all findings are reported together. :mod:`kb.base.data_files` derives
kinds from dataclasses.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kb.base.english import a
from kb.base.errors import BadInput, Finding

#: a mapping of JSON values. The program only reads those that it wrote, or passes them on.
Plain = dict[str, Any]
MOST_FINDINGS = 100
SEE = "see docs/scenarios.md"
#: the most characters of a name
LONGEST = 80
#: an unknown figure, written ``?`` in files
UNKNOWN = object()


class NameTable(Protocol):
    """The names that a file may use, by kind."""

    def find(self, kind: str, word: str) -> str | None:
        """Return the id of a word; None for an unknown word."""

    def words(self, kind: str) -> Iterable[str]:
        """Return every word of a kind."""

    def hint(self, word: str, *kinds: str) -> str:
        """Return a hint: the most similar words, or the known ones."""

    def nearest(self, word: str, known: Iterable[str]) -> str:
        """Return a hint with the most similar of the known words; empty if there is none."""


class Names:
    """The names that a data file may use, by kind; a kind that is not listed has any name. Hints go by spelling."""

    def __init__(self, **known: Collection[str]) -> None:
        self._known = known

    def having(self, **more: Collection[str]) -> Names:
        """Return these names and others; a kind in ``more`` replaces the names of that kind."""
        return Names(**{**self._known, **more})

    def find(self, kind: str, word: str) -> str | None:
        """Return the word if it is a name, else None."""
        return word if word in self._known.get(kind, (word,)) else None

    def words(self, kind: str) -> Collection[str]:
        """Return every name of a kind; none if any name is valid."""
        return self._known.get(kind, ())

    def hint(self, word: str, *kinds: str) -> str:
        """Return a hint with the most similar name of the first kind; if none is similar, a hint to name one that
        exists."""
        return suggest(word, self.words(kinds[0])) or f"name {a(kinds[0])} that exists"

    def nearest(self, word: str, known: Iterable[str]) -> str:
        """Return a hint with the known word of the most similar spelling."""
        return suggest(word, known)


class FileReader:
    """The state of reading a file: the names that may be used, the file, and the findings so far.

    ``change`` is whether the value is a change, in which 0 removes and required keys are optional, and ``supposes``
    whether the file is a question, which may suppose the outcome of a battle. ``key`` is the key being read.
    """

    def __init__(self, words: NameTable, file: str, supposes: bool = False) -> None:
        self.words, self.file, self.supposes = words, file, supposes
        self.change, self.key = False, ""
        self.findings: list[Finding] = []

    def add_finding(self, message: str, line: int, hint: str = SEE) -> object:
        """Add a finding and return None. Raises :class:`BadInput` at :data:`MOST_FINDINGS` findings."""
        self.findings.append(Finding(message, self.file, line, hint))
        if len(self.findings) >= MOST_FINDINGS:
            last = Finding(
                f"{MOST_FINDINGS} errors; the rest is not checked", self.file, line, "correct those above first"
            )
            raise BadInput(*self.findings, last)
        return None


def quoted(text: str) -> str:
    """Return a word of a file in quotes, shortened for messages."""
    return f"'{text}'" if len(text) <= LONGEST else f"'{text[:LONGEST]}...'"


def what_is(value: object) -> str:
    """Return a value of a YAML file for messages: a text in quotes, ``a list`` or ``a mapping``."""
    return quoted(value) if isinstance(value, str) else "a list" if isinstance(value, list) else "a mapping"


def line_of(table: object, key: str | int, otherwise: int) -> int:
    """Return the line of a key of a mapping or of an item of a list; ``otherwise`` if it lacks lines."""
    lines = getattr(table, "lines", None)
    return int(lines[key]) if lines else otherwise


class ValueKind(ABC):
    """A kind of value."""

    @abstractmethod
    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the plain value, or None after adding a finding."""

    @abstractmethod
    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of the kind."""


@dataclass(frozen=True)
class Name(ValueKind):
    """A name of one kind; ``also`` has other allowed words."""

    of: str
    also: tuple[str, ...] = ()

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the id, or the word if it is in ``also``; None, with a finding, for anything else."""
        if not isinstance(value, str):
            return reader.add_finding(f"expected the name of {a(self.of)}, found {what_is(value)}", line)
        found = value if value in self.also else reader.words.find(self.of, value)
        if found is None:
            hint = reader.words.nearest(value, self.also) or reader.words.hint(value, self.of)
            reader.add_finding(f"unknown {self.of} {quoted(value)}", line, hint)
        return found

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of any text: the names differ from game to game."""
        also = f", or {' or '.join(self.also)}" if self.also else ""
        return {"type": "string", "description": f"{self.of}{also}"}


@dataclass(frozen=True)
class OneOf(ValueKind):
    """One of a few words, or a member of an enumeration (``of``). With ``zero``, a change may be 0, which removes."""

    words: tuple[str, ...]
    zero: bool = False
    of: Callable[[str], object] = str

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return ``of(value)`` for an allowed word; with ``zero``, return 0 for ``0`` in a change. Else add a finding
        and return None."""
        if isinstance(value, str) and value in self.words:
            return self.of(value)
        if self.zero and reader.change and value == "0":
            return 0
        near = reader.words.nearest(value, self.words) if isinstance(value, str) else ""
        message = f"unknown {reader.key} {what_is(value)}"
        return reader.add_finding(message, line, near or f"one of {', '.join(self.words)}")

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of the words, and of true and false, as editors read yes and no."""
        truths = [True] * ("yes" in self.words) + [False] * ("no" in self.words)
        return {"enum": [*self.words, *truths, *([0] if self.zero else [])]}


@dataclass(frozen=True)
class Text(ValueKind):
    """A text, read as one line. ``empty`` is whether it may be empty."""

    longest: int = 200
    empty: bool = False

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the text with single spaces; None, with a finding, if it is not a text of an allowed length."""
        if not isinstance(value, str) or not (value.strip() or self.empty) or len(value) > self.longest:
            limits = f"write {int(not self.empty)} to {self.longest} characters"
            return reader.add_finding(f"expected a text, found {what_is(value)}", line, limits)
        return " ".join(value.split())

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a text or number, since editors read some texts as numbers."""
        return {"type": ["string", "number"], "maxLength": self.longest}


@dataclass(frozen=True)
class Slug(ValueKind):
    """An id: lowercase letters, digits, hyphens, and slashes (in the ids of sections)."""

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the value if it is a valid id; else None, with a finding."""
        letters = value.replace("-", "").replace("/", "") if isinstance(value, str) and len(value) <= LONGEST else ""
        if not (letters.isascii() and letters.isalnum() and letters == letters.lower()):
            return reader.add_finding(f"{what_is(value)} is not an id", line, "lowercase letters, digits and hyphens")
        return value

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of an id."""
        return {"type": "string", "pattern": "^[a-z0-9/-]+$", "maxLength": LONGEST}


@dataclass(frozen=True)
class Pattern(ValueKind):
    """A text of a certain form; ``called`` is the name of the form, ``hint`` describes it."""

    form: str
    called: str
    hint: str

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the text; None, with a finding, if it has another form."""
        if isinstance(value, str) and re.fullmatch(self.form, value):
            return value
        return reader.add_finding(f"{what_is(value)} is not {a(self.called)}", line, self.hint)

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a text that matches the pattern ``form``."""
        return {"type": "string", "pattern": f"^(?:{self.form})$"}


@dataclass(frozen=True)
class Number(ValueKind):
    """A whole number. With ``zero``, 0 is allowed in a change, and removes the value. A ``figure`` may be unknown."""

    low: int
    high: int
    of: str = "number"
    zero: bool = False
    figure: bool = False

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the number, or :data:`UNKNOWN` for the ``?`` of a figure; None, with a finding, for anything else."""
        if self.figure and value == "?":
            return UNKNOWN
        low = 0 if self.zero and reader.change else self.low
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 7:
            if low <= int(value) <= self.high:
                return int(value)
            if self.zero and int(value) == 0:
                return reader.add_finding("0 is allowed only under 'change' of a contrast", line, "remove the entry")
        kind, key = a(self.of), f"{reader.key} " if self.of == "number" else ""
        return reader.add_finding(f"{key}{what_is(value)} is not {kind}", line, f"{kind} is {low} to {self.high}")

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a whole number within its bounds."""
        return {"type": "integer", "minimum": 0 if self.zero else self.low, "maximum": self.high}


@dataclass(frozen=True)
class ListOf(ValueKind):
    """A list. If ``single``, another value is read as a list of one. If ``sort``, the order is irrelevant."""

    each: ValueKind
    most: int = 100
    least: int = 0
    single: bool = False
    sort: bool = False

    def read(self, reader: FileReader, value: object, line: int) -> Sequence[object] | None:
        """Return the list, with None for invalid items; None, with a finding, if it is not a list of a valid length."""
        if self.single and not isinstance(value, list):
            value = [value]
        if not isinstance(value, list):
            reader.add_finding(f"expected a list, found {what_is(value)}", line, "write [a, b]")
            return None
        if not self.least <= len(value) <= self.most:
            limits = f"at least {self.least}" if len(value) < self.least else f"at most {self.most}"
            name = quoted(reader.key) if reader.key else "the list"
            reader.add_finding(f"{name} has {len(value)} items", line, f"write {limits}")
            return None
        read = [self.each.read(reader, item, line_of(value, at, line)) for at, item in enumerate(value)]
        return sorted(read, key=repr) if self.sort else read

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a list, or of one of its items."""
        many = {"type": "array", "items": self.each.schema(), "minItems": self.least, "maxItems": self.most}
        return {"anyOf": [many, self.each.schema()]} if self.single else many


@dataclass(frozen=True)
class TableOf(ValueKind):
    """A mapping with keys of one kind, and with some ``fixed`` keys."""

    key: ValueKind
    value: ValueKind
    fixed: Mapping[str, ValueKind] = field(default_factory=dict)
    most: int = 200
    single: bool = False

    def read(self, reader: FileReader, value: object, line: int) -> dict[str, object] | None:
        """Return the mapping, with ids as keys, None for an invalid value, and without invalid keys. The result is
        None, with a finding, if it is not a mapping or has too many keys."""
        if not isinstance(value, dict):
            reader.add_finding(f"expected a mapping, found {what_is(value)}", line, "write {key: value}")
            return None
        if len(value) > self.most or (self.single and len(value) != 1):
            reader.add_finding(
                f"the mapping has {len(value)} keys", line, f"write {'one' if self.single else f'at most {self.most}'}"
            )
            return None
        read: dict[str, object] = {}
        names: dict[str, str] = {}
        for name, item in value.items():
            reader.key, at = name, line_of(value, name, line)
            key = name if name in self.fixed else self._key(reader, name, at)
            if key in names:
                reader.add_finding(f"'{key}' occurs twice", at, f"{quoted(names[key])} and {quoted(name)} are the same")
            elif key is not None:
                names[key] = name
                read[key] = self.fixed.get(name, self.value).read(reader, item, at)
        return read

    def _key(self, reader: FileReader, name: str, line: int) -> str | None:
        """Return the id of a key. An unknown key gives None and a finding, which suggests a similar fixed key."""
        unknown = self.fixed and isinstance(self.key, Name) and reader.words.find(self.key.of, name) is None
        if unknown and (hint := reader.words.nearest(name, self.fixed)):
            reader.add_finding(f"unknown key {quoted(name)}", line, hint)
            return None
        key = self.key.read(reader, name, line)
        return key if isinstance(key, str) else None

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a mapping with any keys, whose values are of one kind except under fixed keys."""
        table: dict[str, object] = {
            "type": "object",
            "additionalProperties": self.value.schema(),
            "maxProperties": self.most,
        }
        if self.fixed:
            table["properties"] = {key: kind.schema() for key, kind in self.fixed.items()}
        return table


@dataclass(frozen=True)
class Record(ValueKind):
    """A mapping with certain keys."""

    what: str
    required: Mapping[str, ValueKind] = field(default_factory=dict)
    optional: Mapping[str, ValueKind] = field(default_factory=dict)

    def read(self, reader: FileReader, value: object, line: int) -> dict[str, object] | None:
        """Return the mapping, with None for an invalid value, and without unknown keys; there are findings about both,
        and about missing keys. The result is None, with a finding, if it is not a mapping."""
        if not isinstance(value, dict):
            reader.add_finding(f"expected {self.what}, found {what_is(value)}", line, "write {key: value}")
            return None
        for key in self.required:
            if key not in value and not reader.change:
                reader.add_finding(f"{self.what} needs '{key}'", line, "add it")
        read = {}
        for key, item in value.items():
            reader.key, at = key, line_of(value, key, line)
            kind = self.required.get(key) or self.optional.get(key)
            if kind is None:
                known = (*self.required, *self.optional)
                hint = reader.words.nearest(key, known) or f"its keys are {', '.join(known)}"
                reader.add_finding(f"unknown key {quoted(key)} in {self.what}", at, hint)
            else:
                read[key] = kind.read(reader, item, at)
        return read

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a mapping with the required and optional keys, and no others."""
        keys = {key: kind.schema() for key, kind in (*self.required.items(), *self.optional.items())}
        table: dict[str, object] = {"type": "object", "properties": keys, "additionalProperties": False}
        return {**table, "required": list(self.required)} if self.required else table


@dataclass(frozen=True)
class ByShape(ValueKind):
    """One kind for a word, another for a list, another for a mapping."""

    word: ValueKind | None = None
    rows: ValueKind | None = None
    table: ValueKind | None = None

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the value, read by the kind for its type; None, with a finding, if the type is not allowed."""
        kind = self.word if isinstance(value, str) else self.rows if isinstance(value, list) else self.table
        if kind is None:
            kinds = {"a word": self.word, "a list": self.rows, "a mapping": self.table}
            can = " or ".join(name for name, each in kinds.items() if each)
            return reader.add_finding(f"{what_is(value)} is not allowed here", line, f"write {can}")
        return kind.read(reader, value, line)

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of any of the kinds."""
        return {"anyOf": [kind.schema() for kind in (self.word, self.rows, self.table) if kind]}


@dataclass(frozen=True)
class Defined(ValueKind):
    """A kind that occurs in many places; the schema describes it once, under a name."""

    name: str
    kind: ValueKind

    def read(self, reader: FileReader, value: object, line: int) -> object:
        """Return the value, read by ``kind``."""
        return self.kind.read(reader, value, line)

    def schema(self) -> dict[str, object]:
        """Return a JSON Schema that refers to the definition called ``name``."""
        return {"$ref": f"#/$defs/{self.name}"}


def suggest(word: str, among: Iterable[str]) -> str:
    """Return ``did you mean 'x'?`` with the most similar of ``among``; empty if there is none."""
    import difflib

    near = difflib.get_close_matches(word, list(among), n=1)
    return f"did you mean '{near[0]}'?" if near else ""


def unknown(words: Iterable[str], known: Collection[str], what: str, file: str, line: int) -> list[Finding]:
    """Return a finding for each unknown word; ``what`` is the kind of the name."""
    return [
        Finding(f"unknown {what} '{word}'", file, line, suggest(word, known) or f"name {a(what)} that exists")
        for word in words
        if word not in known
    ]
