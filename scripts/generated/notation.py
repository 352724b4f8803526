"""The table of verbs in ``docs/notation.md``."""

from __future__ import annotations

import re
from typing import Any

from kb.asking.notation.forms import is_units, plain_kind
from kb.base.shape import ByShape, ListOf, Name, Number, OneOf, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Verb

_HEAD = "| what a power does | write |\n| --- | --- |\n"
_TABLE = re.compile(r"(?<=<!-- table: verbs -->\n).*?(?=<!-- end of table -->)", re.DOTALL)


def page(text: str) -> str:
    """The page with a row for each verb."""
    rows = (f"| {each.says} | `{_shown(each)}` |\n" for each in VERBS.values())
    return _TABLE.sub(lambda _: f"{_HEAD}{''.join(rows)}", text, count=1)


def _shown(verb: Verb[Any]) -> str:
    """A typed form with the kinds of values in capital letters, as a table can have it."""
    words = re.sub(r"(^|\s)\|", r"\1", verb.typed).replace("|", "/")
    inner = verb.main if isinstance(verb.main, Record) else Record("")
    kinds = {"what": verb.main, **inner.required, **inner.optional, **verb.keys}
    return re.sub(r"\{(\w+)\}", lambda slot: _label(kinds[slot[1]]), words)


def _label(kind: ValueKind) -> str:
    """What stands for a value of a kind."""
    kind = plain_kind(kind)
    if is_units(kind):
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
