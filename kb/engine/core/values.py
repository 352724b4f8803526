"""Values of the engine with some fields changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")


@cache
def _layout(kind: type[DataclassInstance]) -> tuple[dict[str, int], Callable[[object], tuple[object, ...]]]:
    """The place of each field among the parameters of ``kind``, and a function that reads them all from a value."""
    names = [field.name for field in fields(kind) if field.init]
    return {name: place for place, name in enumerate(names)}, attrgetter(*names)


def replace(value: V, **changes: object) -> V:
    """A copy of a dataclass of two or more fields with some of them changed.

    Does what :func:`dataclasses.replace` does in half the time: playing a case makes some ten thousand values.
    """
    kind = type(value)
    places, read = _layout(kind)
    given = list(read(value))
    for name, new in changes.items():
        given[places[name]] = new
    return cast("Callable[..., V]", kind)(*given)
