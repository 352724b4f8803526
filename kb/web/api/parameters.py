"""The parameters of an address and the fields of a body: what they mean, which values they take, how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kb.web.api.problems import Problem

if TYPE_CHECKING:
    from kb.web.site import Site

Schema = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """The values that a parameter takes: ``schema`` for programs, ``has_to_be`` for people, ``fits`` whether a value of
    JSON is one; ``of_text`` makes a value of JSON of what an address has, one that does not fit where it is none."""

    schema: Callable[[Site], Schema]
    has_to_be: Callable[[Site], str]
    fits: Callable[[Any, Site], bool]
    of_text: Callable[[str], Any] = str


#: what no text may have in it
NO_NUL = "^[^\\x00]*$"


def text(most: int, pattern: str = NO_NUL) -> Kind:
    """Text of so many characters at most, and at least one, of a pattern."""
    matches = re.compile(pattern, re.DOTALL).search
    return Kind(
        lambda site: {"type": "string", "minLength": 1, "maxLength": most, "pattern": pattern},
        lambda site: f"a text of 1 to {most:,} characters" + ("" if pattern == NO_NUL else f" like {pattern}"),
        lambda value, site: isinstance(value, str) and 1 <= len(value) <= most and matches(value) is not None,
    )


def whole(least: int, most: int) -> Kind:
    """A whole number."""
    return Kind(
        lambda site: {"type": "integer", "minimum": least, "maximum": most},
        lambda site: f"a whole number from {least} to {most}",
        lambda value, site: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most,
        lambda text: int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None,
    )


def flag() -> Kind:
    """``true`` or ``false``."""
    return Kind(
        lambda site: {"type": "boolean"},
        lambda site: "true or false",
        lambda value, site: isinstance(value, bool),
        {"true": True, "false": False}.get,
    )


def one_of(known: Callable[[Site], Sequence[str]]) -> Kind:
    """One of some words, which a site knows."""
    return Kind(
        lambda site: {"type": "string", "enum": list(known(site))},
        lambda site: f"one of {', '.join(known(site))}",
        lambda value, site: isinstance(value, str) and value in known(site),
    )


def list_of(kind: Kind, most: int) -> Kind:
    """A list of so many values at most; only in a body."""
    return Kind(
        lambda site: {"type": "array", "maxItems": most, "items": kind.schema(site)},
        lambda site: f"a list of at most {most} values, each {kind.has_to_be(site)}",
        lambda value, site: (
            isinstance(value, list) and len(value) <= most and all(kind.fits(each, site) for each in value)
        ),
    )


def table() -> Kind:
    """A table of values, as another page describes it; only in a body."""
    return Kind(
        lambda site: {"type": "object"}, lambda site: "a table of values", lambda value, site: isinstance(value, dict)
    )


@dataclass(frozen=True)
class Parameter:
    """A parameter: its name, what it means, the values it takes. Without one its ``default`` is taken, and told where
    it is not None. ``called`` is what its values are called where several addresses take the same."""

    name: str
    means: str
    kind: Kind
    required: bool = False
    default: Any = None
    example: Any = None
    called: str = ""

    def schema(self, site: Site) -> Schema:
        """The schema of its values."""
        told = {} if self.default is None else {"default": self.default}
        return {**self.kind.schema(site), **told}


@dataclass
class _Reading:
    """Values that are read one after another, and an entry for each thing that is wrong with them."""

    site: Site
    place: str
    values: dict[str, Any] = field(default_factory=dict)
    wrong: list[dict[str, Any]] = field(default_factory=list)

    def add(self, name: str, detail: str) -> None:
        self.wrong.append({"detail": detail, self.place: f"/{name}" if self.place == "pointer" else name})

    def take(self, parameter: Parameter, value: Any) -> None:
        self.values[parameter.name] = value
        if not parameter.kind.fits(value, self.site):
            self.add(parameter.name, f"'{parameter.name}' has to be {parameter.kind.has_to_be(self.site)}")

    def lacks(self, parameter: Parameter) -> None:
        self.values[parameter.name] = parameter.default
        if parameter.required:
            self.add(parameter.name, f"'{parameter.name}' is missing: {parameter.means}")


def of_query(
    site: Site, known: Sequence[Parameter], given: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The values of the parameters of an address; then an entry for each thing that is wrong: unknown ones, those that
    are there twice, values that they do not take, those that are missing."""
    reading = _Reading(site, "parameter")
    for parameter in known:
        values = given.get(parameter.name, ())
        if len(values) > 1:
            reading.add(parameter.name, f"'{parameter.name}' is there {len(values)} times; say it once")
        elif values:
            reading.take(parameter, parameter.kind.of_text(values[0]))
        else:
            reading.lacks(parameter)
    _unknown(reading, known, given)
    return reading.values, reading.wrong


def of_body(site: Site, known: Sequence[Parameter], either: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a body, of which just one of ``either`` has to be there.

    Raises :class:`Problem` with everything that is wrong.
    """
    reading = _Reading(site, "pointer")
    for parameter in known:
        if parameter.name in given:
            reading.take(parameter, given[parameter.name])
        else:
            reading.lacks(parameter)
    _unknown(reading, known, given)
    if sum(name in given for name in either) != 1:
        reading.wrong.append({"detail": f"just one of {' and '.join(map(repr, either))} has to be there"})
    refuse(reading.wrong, "The body is not as it should be.")
    return reading.values


def refuse(wrong: list[dict[str, Any]], detail: str) -> None:
    """Raise the :class:`Problem` of a request with which something is wrong."""
    if wrong:
        raise Problem(400, detail, wrong)


def _unknown(reading: _Reading, known: Sequence[Parameter], given: Iterable[str]) -> None:
    names = {parameter.name for parameter in known}
    for name in given:
        if name not in names:
            short = name if len(name) <= 60 else f"{name[:60]}…"
            reading.add(short, f"there is no '{short}' here; there are {_listed(known)}")


def _listed(known: Sequence[Parameter]) -> str:
    return ", ".join(f"'{parameter.name}'" for parameter in known) or "none"
