"""Pages for paper: one HTML file with its styles inside, without scripts and without other files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import kb
from kb.knowledge import KnowledgeBase
from kb.store import lookup
from kb.store.pages import documents_of
from kb.text import ruling as wording

#: how many characters of a build's digest are told
SHORT = 12


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("kb.files"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    made.globals |= {"wording": wording, "style": _style, "in_css": in_css}
    made.filters["by_game"] = by_game
    return made


def by_game(rulings: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Ids of rulings by what they begin with, which tells their game; in the order given."""
    return [(prefix, [*some]) for prefix, some in groupby(rulings, lambda each: each.partition("-")[0])]


def page(template: str, **values: Any) -> str:
    """The page of a template below ``kb/files/templates/``."""
    return _environment().get_template(template).render(**values)


def colophon(base: KnowledgeBase, games: list[str]) -> dict[str, Any]:
    """What paper tells of its origin: the ``documents`` of the ``games``, ``newest`` date, ``build``, ``version``."""
    documents = documents_of(base.connection, games)
    return {
        "documents": documents,
        "newest": max(each["published"] for each in documents),
        "build": base.build.digest[:SHORT],
        "version": kb.__version__,
        "games": {game: lookup.row(base.connection, "games", game) for game in games},
    }


def _style(name: str) -> Markup:
    """A style sheet of the templates, as it is."""
    source, _, _ = PackageLoader("kb.files").get_source(_environment(), name)
    return Markup(source)


def in_css(text: str) -> Markup:
    """A text as a string of a style sheet."""
    plain = "".join(char if char.isalnum() or char == " " else f"\\{ord(char):x} " for char in text)
    return Markup(f'"{plain}"')
