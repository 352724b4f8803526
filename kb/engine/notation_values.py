"""How the values of units, battles and notes are written and read: one pair of functions for each type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from kb.engine.core.position import Battle, Mark, Unit
from kb.shape import suggest
from kb.written import parse_json

#: how an empty name is written
NONE = "-"
_NAME = re.compile(r"[^\s=:,>#+\"]+")


class NotationError(ValueError):
    """A message that says what is wrong with some words of a line, and a hint."""

    def __init__(self, message: str, hint: str) -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written and read. They are Any because one table has codecs of several types."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def write_name(name: str) -> str:
    """A name as it stands in a line. Raises :class:`ValueError` for one that could not be read again."""
    if name and (name == NONE or not _NAME.fullmatch(name)):
        raise ValueError(f"not a name that can be written: {name!r}")
    return name or NONE


def read_name(word: str) -> str:
    """The name that a word stands for. Raises :class:`NotationError`."""
    if not _NAME.fullmatch(word):
        raise NotationError(f"'{short(word)}' is no name", "names are as on the boards: sz5, aircraft-carrier")
    return "" if word == NONE else word


def read_number(word: str) -> int:
    """The number that a word stands for. Raises :class:`NotationError`."""
    if not re.fullmatch(r"-?[0-9]{1,9}", word):
        raise NotationError(f"'{short(word)}' is no number", "write digits")
    return int(word)


def write_note(value: object) -> str:
    """The value of a note as JSON."""
    return json.dumps(value, separators=(",", ":"))


def read_note(words: str) -> object:
    """The value of a note: true, a number, a name, or a tuple of such. Raises :class:`NotationError`."""
    try:
        return _frozen(parse_json(words))
    except ValueError:
        raise NotationError(
            f"'{short(words)}' is no value of a note", 'write true, a number, "a name" or a list'
        ) from None


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict | float):
        raise ValueError("not a value of a note")
    return value


def short(words: str) -> str:
    """Some words for a message: at most 40 characters of them."""
    return words if len(words) <= 40 else f"{words[:40]}..."


def _listed(mark: str, one: Codec, of: Callable[[Iterable[Any]], Any], order: Any = tuple) -> Codec:
    return Codec(
        lambda values: mark.join(map(one.write, order(values))), lambda word: of(map(one.read, word.split(mark)))
    )


def _pair(first: Codec, second: Codec) -> Codec:
    def read(word: str) -> tuple[object, object]:
        one, _, other = word.partition("+")
        return first.read(one), second.read(other)

    return Codec(lambda pair: f"{first.write(pair[0])}+{second.write(pair[1])}", read)


def _read_truth(word: str) -> bool:
    if word not in ("yes", "no"):
        raise NotationError(f"'{short(word)}' is neither yes nor no", "write yes or no")
    return word == "yes"


def _read_mark(word: str) -> Mark:
    if word not in set(Mark):
        hint = suggest(word, list(Mark)) or f"known are {', '.join(Mark)}"
        raise NotationError(f"unknown mark '{short(word)}'", hint)
    return Mark(word)


_WORD, _COUNT = Codec(write_name, read_name), Codec(str, read_number)
#: by the type of a field, as it is annotated
_CODECS: dict[str, Codec] = {
    "str": _WORD,
    "int": _COUNT,
    "bool": Codec(lambda truth: "yes" if truth else "no", _read_truth),
    "tuple[int, ...]": _listed(",", _COUNT, tuple),
    "frozenset[int]": _listed(",", _COUNT, frozenset, sorted),
    "tuple[str, ...]": _listed(">", _WORD, tuple),
    "tuple[tuple[int, int], ...]": _listed(",", _pair(_COUNT, _COUNT), tuple),
    "tuple[tuple[str, int], ...]": _listed(",", _pair(_WORD, _COUNT), tuple),
    "frozenset[Mark]": _listed("+", Codec(str, _read_mark), frozenset, sorted),
}
#: fields that are written under another name
_CALLED = {"marks": "is"}
#: how fields are written, by key: the name of the field, its codec and its default (Any: of the type of the field)
Written = Mapping[str, tuple[str, Codec, Any]]


def _written(kind: type[Unit] | type[Battle], *told: str) -> Written:
    """The fields of a unit or battle that are written as ``key=value``: all but those ``told`` before them."""
    rest = [field for field in fields(kind) if field.name not in told]
    return {
        _CALLED.get(field.name, field.name): (
            field.name,
            _CODECS[str(field.type)],
            () if field.default is MISSING else field.default,
        )
        for field in rest
    }


UNIT = _written(Unit, "id", "type", "power", "at")
BATTLE = _written(Battle, "space", "attacker")


def write_fields(value: Unit | Battle, written: Written) -> str:
    """The fields of a value that differ from their defaults, each with a space before it."""
    told = ((key, codec, getattr(value, name), default) for key, (name, codec, default) in written.items())
    return "".join(f" {key}={codec.write(now)}" for key, codec, now, default in told if now != default)


def read_fields(words: Iterable[str], written: Written) -> dict[str, Any]:
    """The fields of a value, by name, from words ``key=value``; a field without a word has its default.

    Raises :class:`NotationError` for an unknown key, a key that is there twice and a value that cannot be read.
    """
    told = {name: default for name, _, default in written.values()}
    seen = set()
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in written:
            raise NotationError(
                f"'{short(word)}' is not a field with a value",
                suggest(key, written) or f"known are {', '.join(written)}",
            )
        if key in seen:
            raise NotationError(f"'{key}' is told twice", "remove one of the two")
        seen.add(key)
        name, codec, _ = written[key]
        told[name] = codec.read(value)
    return told
