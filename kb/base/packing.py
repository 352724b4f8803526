"""Converts values of dataclasses to short JSON lists and back, for data that is read often and already validated.

A value becomes the list of its fields in order, without trailing fields that have their defaults. A field may have
texts, numbers, members of an enumeration, other such values, or lists, tuples, sets and mappings of all these, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V")
#: converts a JSON value, whose form depends on the type; None if the JSON value is the value itself
Maker = Callable[[Any], Any] | None
#: types that are equal in JSON
_PLAIN = frozenset((str, int, bool, float, NoneType))


def packed(value: object) -> object:
    """Convert a value to JSON values. A set is sorted, so that equal values have equal texts."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if is_dataclass(kind):
        values = [getattr(value, name) for name in _layout(kind)]
        defaults = _defaults(kind)
        while values and values[-1] == defaults[len(values) - 1]:
            values.pop()
        return [each if type(each) in _PLAIN else packed(each) for each in values]
    if isinstance(value, (tuple, list)):
        return [each if type(each) in _PLAIN else packed(each) for each in value]
    if isinstance(value, Mapping):
        return {key: packed(each) for key, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(cast("list[str]", [*map(packed, value)]))
    return value.value if isinstance(value, Enum) else value


def unpacked(kind: type[V], plain: object) -> V:
    """Convert ``plain`` JSON values from :func:`packed` to a value of a type, without validation."""
    make: Maker = _maker(cast("Hashable", kind))
    return cast("V", make(plain) if make else plain)


@cache
def _layout(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass that are packed: those of its constructor."""
    return tuple(each.name for each in fields(kind) if each.init)


@cache
def _defaults(kind: type[DataclassInstance]) -> tuple[object, ...]:
    """Return the defaults of the packed fields; ``MISSING``, which equals no value, for a field without one."""
    given = [each for each in fields(kind) if each.init]
    return tuple(each.default if each.default_factory is MISSING else each.default_factory() for each in given)


@cache
def _maker(kind: object) -> Maker:
    """Return the function that converts JSON to a value of a type. Raises :class:`TypeError` for other types."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return _of_fields(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if kind in (str, int, bool, float, NoneType, None):
        return None
    if origin is tuple:
        return _of_pair(inner) if len(inner) != 2 or inner[1] is not ... else _of_many(tuple, inner[0])
    if origin in (list, set, frozenset):
        return _of_many(origin, inner[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        maker = _maker(inner[1])
        return None if maker is None else lambda plain: {key: maker(each) for key, each in plain.items()}
    if origin in (Union, UnionType):
        return _of_either(inner)
    raise TypeError(f"{kind} cannot be packed")


def _of_fields(kind: type[DataclassInstance]) -> Maker:
    """Return a maker of values of a dataclass. It looks up the fields on first use: a dataclass may contain itself."""
    makers: list[Maker] = []

    def make(plain: list[object]) -> object:
        """Return a value of the dataclass, of the packed values of its fields."""
        if not makers:
            hints = get_type_hints(kind)
            makers.extend(_maker(hints[each.name]) for each in fields(kind) if each.init)
        return kind(*[each if maker is None else maker(each) for maker, each in zip(makers, plain, strict=False)])

    return make


def _of_many(whole: type, kind: object) -> Maker:
    """Return a maker of values of the collection type ``whole`` with items of the type ``kind``."""
    maker = _maker(kind)
    return whole if maker is None else lambda plain: whole(map(maker, plain))


def _of_pair(kinds: tuple[object, ...]) -> Maker:
    """Return a maker of tuples of fixed length, with an item of each type."""
    makers = [_maker(kind) for kind in kinds]
    return lambda plain: tuple(
        each if maker is None else maker(each) for maker, each in zip(makers, plain, strict=True)
    )


def _of_either(kinds: tuple[object, ...]) -> Maker:
    """Return the maker of values of one of several types. Raises :class:`TypeError` if several need a conversion."""
    (maker, kind), *more = [(_maker(kind), kind) for kind in kinds if _maker(kind)] or [(None, None)]
    if more:
        raise TypeError(f"{kinds} cannot be distinguished")
    if maker is None:
        return None
    if get_origin(kind) is tuple or is_dataclass(kind):
        return lambda plain: maker(plain) if isinstance(plain, list) else plain
    return lambda plain: plain if plain is None else maker(plain)
