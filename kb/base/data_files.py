"""Data files are read by types: the fields of a dataclass are the keys of a mapping or the columns of a CSV file.

The annotation of a field gives the kind of its value: text, a number, a word of an enumeration or ``Literal``, a list
(``tuple``), a mapping with any keys (``Mapping``), another dataclass, or a kind (``Annotated[str, Name("ruling")]``). A
field with a default is optional. A field that is :func:`made` is not a key; ``file``, ``line``, ``lines`` (the line of
each key) and ``unknown`` (the keys of unknown figures) are filled in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kb.base import shape, yamlfile
from kb.base.english import a
from kb.base.errors import BadInput, Finding, raise_if
from kb.base.written import YamlMapping

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V")
D = TypeVar("D", bound="DataclassInstance")
#: the largest number in a file
MOST = 999
_MOST_ROWS = 10_000
#: a sentence or two
Prose = Annotated[str, shape.Text(2_000)]


def made(**more: Any) -> Any:  # as dataclasses.field: a value of the type of the field
    """Declare a field that is not a key of a file. ``more`` are arguments of :func:`dataclasses.field`."""
    return field(metadata={"made": True}, **more)


class Listed(tuple[V, ...]):
    """The valid items of a list, with the line of each in ``lines``. ``is_whole``: no item is left out."""

    lines: tuple[int, ...] = ()
    is_whole = True


@dataclass(frozen=True)
class Many(shape.ListOf):
    """A list; invalid items are left out, and so is an item with the ``id`` of an earlier one."""

    most: int = _MOST_ROWS

    def read(self, reader: shape.FileReader, value: object, line: int) -> Sequence[object] | None:
        """Return the valid items with their lines, none for ``""``; None, with a finding, for any other value that is
        not a list. An item with the id of an earlier one is left out, with a finding."""
        lines = getattr(value, "lines", ())
        read = super().read(reader, [] if value == "" else value, line)
        if read is None:
            return None
        valid, ids = [], dict[str, int]()
        for item, at in zip(read, lines, strict=True):
            id = getattr(item, "id", None)
            if id is not None and ids.setdefault(id, at) != at:
                what = called(type(item))
                reader.add_finding(f"the {what} '{id}' occurs twice", at, f"first on line {ids[id]}; remove one")
            elif item is not None:
                valid.append((item, at))
        found = Listed(item for item, _ in valid)
        found.lines, found.is_whole = tuple(at for _, at in valid), len(valid) == len(read)
        return found


@dataclass(frozen=True)
class Table(shape.TableOf):
    """A mapping with any keys; invalid entries are left out."""

    most: int = _MOST_ROWS

    def read(self, reader: shape.FileReader, value: object, line: int) -> YamlMapping[object] | None:
        """Return the valid entries, with their lines; None, with a finding, if it is not a mapping. ``""`` is empty."""
        read = super().read(reader, {} if value == "" else value, line)
        if read is None:
            return None
        table = YamlMapping[object](getattr(value, "line", line))
        for key, each in read.items():
            if each is not None:
                table[key], table.lines[key] = each, getattr(value, "lines", {}).get(key, line)
        return table


@dataclass(frozen=True)
class AsWritten(shape.ValueKind):
    """A value that is read later."""

    def read(self, reader: shape.FileReader, value: object, line: int) -> object:
        """Return the value as written."""
        return value

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of any value."""
        return {}


@dataclass(frozen=True)
class Fields(shape.ValueKind):
    """A mapping that is read as a value of a dataclass; ``id`` is the key of the field of that name."""

    of: type[DataclassInstance]
    id: str = "id"

    def read(self, reader: shape.FileReader, value: object, line: int) -> object:
        """Return the value of the dataclass; None, with findings, if any part of it is invalid."""
        before = len(reader.findings)
        read = record_of(self.of, self.id).read(reader, value, line)
        if read is None or len(reader.findings) > before:
            return None
        names = keys_of(self.of, self.id)
        # findings about a rule name the lines of the keys under "given"
        keyed = read.get("given", {}) if "given" in names else value
        place = {"file": reader.file, "line": line, "lines": getattr(keyed, "lines", {})}
        place["unknown"] = tuple(key for key, each in read.items() if each is shape.UNKNOWN)
        own = {each.name: place[each.name] for each in fields(self.of) if is_made(each) and each.name in place}
        return self.of(**own, **{names[key]: each for key, each in read.items() if each is not shape.UNKNOWN})

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of a mapping with the keys of the dataclass."""
        return record_of(self.of, self.id).schema()


def is_made(each: Field[object]) -> bool:
    """Return whether a field of a dataclass is not a key of a file."""
    return "made" in each.metadata


def called(of: type) -> str:
    """Return the name of a dataclass in messages: ``rule set`` for ``RuleSet``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", of.__name__.lstrip("_")).lower()


@cache
def keys_of(of: type[DataclassInstance], id: str = "id") -> dict[str, str]:
    """Return the name of the field of a dataclass for each key of a file. A final underscore is dropped from the key:
    ``for`` has the field ``for_``. The field ``id`` has the key that the argument ``id`` gives."""
    return {id if each.name == "id" else each.name.rstrip("_"): each.name for each in fields(of) if not is_made(each)}


@cache
def record_of(of: type[DataclassInstance], id: str = "id") -> shape.Record:
    """Return the kind of a mapping with the keys of a dataclass; ``id`` is the key of its field ``id``."""
    hints = get_type_hints(of, include_extras=True)
    needed = {each.name for each in fields(of) if each.default is each.default_factory is MISSING}
    kinds = {key: kind_of(hints[name]) for key, name in keys_of(of, id).items()}
    required = {key: kinds[key] for key, name in keys_of(of, id).items() if name in needed}
    return shape.Record(a(called(of)), required, {key: kinds[key] for key in kinds if key not in required})


def kind_of(annotation: object) -> shape.ValueKind:
    """Return the kind of the values that an annotation allows. Raises :class:`TypeError` for other annotations."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, shape.ValueKind):
        return annotation
    if origin is Annotated:
        return next((each for each in inner[1:] if isinstance(each, shape.ValueKind)), None) or kind_of(inner[0])
    if origin in (Union, UnionType):
        kinds = [kind_of(each) for each in inner if each is not NoneType]
        rows = next((each for each in kinds if isinstance(each, Many)), None)
        return shape.ByShape(word=kinds[0], rows=rows) if len(kinds) > 1 else kinds[0]
    if origin in (tuple, Listed):
        return Many(kind_of(inner[0]))
    if origin is Literal:
        return shape.OneOf(inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return Table(kind_of(inner[0]), kind_of(inner[1]))
    if isinstance(annotation, type) and is_dataclass(annotation):
        return Fields(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return shape.OneOf(tuple(annotation), of=annotation)
    simple: dict[object, shape.ValueKind] = {
        str: shape.Text(20_000, empty=True),
        int: shape.Number(0, MOST),
        object: AsWritten(),
    }
    if annotation not in simple:
        raise TypeError(f"a field of a data file cannot be annotated with {annotation}")
    return simple[annotation]


def read(
    data: str,
    file: str,
    keys: Mapping[str, object],
    what: str,
    names: shape.Names | None = None,
    findings: list[Finding] | None = None,
) -> dict[str, Any]:  # each value has the type that ``keys`` names
    """Return the values under the ``keys`` of a YAML file below ``data``, each of the given type, or empty.

    A key whose type includes None may be missing. ``what`` is the name of the file's kind in messages. ``names`` are
    the names that values may use. Raises :class:`BadInput` with all findings. If ``findings`` is given, they are added
    to it instead, and invalid entries are left out.
    """
    name, values = f"data/{file}", dict[str, object]()
    reader = shape.FileReader(names or shape.Names(), name)
    try:
        root = yamlfile.load(os.path.join(data, file), name)
        values = _keys(keys, what).read(reader, root, 1) or {}
        found: Iterable[Finding] = reader.findings
    except BadInput as error:
        found = error.findings
    if findings is None:
        raise_if(found)
    else:
        findings += found
    return {key: values.get(key) or ({} if isinstance(kind_of(each), Table) else ()) for key, each in keys.items()}


def _keys(keys: Mapping[str, object], what: str) -> shape.Record:
    """Return the kind of a file, called ``what`` in messages; a key whose type is ``... | None`` is optional."""
    optional = {key for key, each in keys.items() if NoneType in get_args(each)}
    required, more = ({key: kind_of(keys[key]) for key in keys if (key in optional) is may} for may in (False, True))
    return shape.Record(a(what), required, more)


def read_list(data: str, file: str, key: str, of: type[V], names: shape.Names | None = None) -> tuple[V, ...]:
    """Return the rows under the only ``key`` of a YAML file below ``data``, each of the type ``of``. ``names`` are the
    names that values may use. Raises :class:`BadInput` with all findings."""
    return tuple(read(data, file, {key: tuple[of, ...]}, f"list of {key}", names)[key])  # type: ignore[valid-type]


def value_of(of: type[D], root: object, file: str) -> D:
    """Return the parsed YAML ``root`` of a file as a value of the dataclass ``of``. Raises :class:`BadInput`."""
    reader = shape.FileReader(shape.Names(), file)
    found = Fields(of).read(reader, root, 1)
    raise_if(reader.findings)
    assert isinstance(found, of)
    return found
