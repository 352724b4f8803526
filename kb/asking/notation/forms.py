"""The forms of the notation, derived from the keys of a position and the verbs: facts with statements of their own,
words in brackets, the typed form of each verb."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.base.shape import ByShape, Defined, ListOf, Name, Number, OneOf, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.language import grammar

#: the facts of a position that have statements of their own, with the key of the position that contains each
FACTS: dict[str, tuple[str, ValueKind]] = {
    **{
        key: ("", kind)
        for key, kind in grammar.POSITION.optional.items()
        if key not in ("from", "round", "spaces", "notes", "game_notes")
    },
    **{key: ("notes", kind) for key, kind in grammar.NOTES.optional.items()},
    **{key: ("game_notes", kind) for key, kind in grammar.GAME_NOTES.optional.items()},
}
#: the key of each word in the brackets of a unit; anything else is a mark, or aboard
STATE_WORDS = {"named": "name", "spent": "spent", "left": "left", "aboard": "aboard", "came": "came", "bound": "bound"}
#: words before a choice
CHOOSES = ("chooses", "loses", "takes", "scrambles", "intercepts", "kamikaze")


@dataclass(frozen=True)
class Slot:
    """The place of a value in the typed form of a verb: its key, and the possible words before it."""

    key: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Form:
    """The typed form of a verb: its words, the place right after them, and those that follow in any order.

    ``lead`` is whether the units usually come first, and ``bare`` whether the words may be left out then.
    """

    words: tuple[str, ...]
    direct: Slot
    slots: tuple[Slot, ...]
    lead: bool
    bare: bool


@lru_cache(maxsize=64)
def form_of(verb: str) -> Form:
    """Return the form of a verb, parsed from ``typed`` of its row."""
    typed = re.sub(r"[][]", "", VERBS[verb].typed)
    lead = typed.startswith("{what} ")
    parts = re.split(r"\s*\{(\w+)\}\s*", typed.removeprefix("{what} "))
    words, key, *rest = parts
    slots = tuple(Slot(key, tuple(before.split("|"))) for before, key in zip(rest[::2], rest[1::2], strict=False))
    own = (*words.split("|"), verb.replace("-", " "))
    return Form(tuple(dict.fromkeys(filter(None, own))), Slot(key), slots, lead, "" in own)


def written_form(verb: str) -> str:
    """Return the form of a verb for a reader: ``unloads/offloads UNITS from SPACE to/into/in SPACE``."""
    row = VERBS[verb]
    words = re.sub(r"(^|\s)\|", r"\1", row.typed).replace("|", "/")
    inner = row.main if isinstance(row.main, Record) else Record("")
    kinds = {"what": row.main, **inner.required, **inner.optional, **row.keys}
    return re.sub(r"\{(\w+)\}", lambda slot: _label(kinds[slot[1]]), words)


def _label(kind: ValueKind) -> str:
    """Return the placeholder of a value of a kind, in capital letters."""
    kind = plain_kind(kind)
    if isinstance(kind, grammar.UnitsOf):
        return "UNITS"
    if isinstance(kind, ByShape):
        words = "/".join(kind.word.words) if isinstance(kind.word, OneOf) else "NAME"
        return f"{words} or UNITS"
    if isinstance(kind, ListOf):
        return f"{_label(kind.each)} - {_label(kind.each)} ..." if kind.least > 1 else _label(kind.each)
    if isinstance(kind, Name):
        return "/".join((*kind.also, kind.of.upper()))
    if isinstance(kind, OneOf):
        return "/".join(kind.words)
    return "NUMBER" if isinstance(kind, Number) else "POWER UNITS and POWER UNITS ..."


def plain_kind(kind: ValueKind) -> ValueKind:
    """Return a kind without the name under which the schema describes it."""
    return kind.kind if isinstance(kind, Defined) else kind


def takes_units(kind: ValueKind) -> bool:
    """Return whether a value of a kind may be units."""
    table = kind.table if isinstance(kind, ByShape) and kind.table else kind
    return isinstance(plain_kind(table), grammar.UnitsOf)
