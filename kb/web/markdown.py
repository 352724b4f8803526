"""Official words as HTML. Of Markdown only paragraphs, lists, tables and emphasis are read.

Anything that looks like a heading, link, picture, entity or tag is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from markdown_it.token import Token
from markupsafe import Markup

from kb.text.markdown import OFFICIAL

#: the class of words that the document marks as new
NEW = "new"
_EMPHASIS = {"em_open": "em_close", "strong_open": "strong_close"}


def official(text: str, new: Collection[str] = (), line: bool = False) -> Markup:
    """Return a stored text as paragraphs, lists and tables, or as a ``line`` without a paragraph around it.

    Emphasised passages that are ``new`` get that class.
    """
    tokens = OFFICIAL.parseInline(text) if line else OFFICIAL.parse(text)
    for token in tokens:
        token.attrs.pop("style", None)  # how a column is aligned; no page may carry styles of its own
        _mark_new(token.children or (), new)
    return Markup(OFFICIAL.renderer.render(tokens, OFFICIAL.options, {}))


def _mark_new(tokens: Sequence[Token], new: Collection[str]) -> None:
    for place, token in enumerate(tokens):
        if token.type in _EMPHASIS:
            end = _EMPHASIS[token.type], token.level
            inside = takewhile(lambda each, end=end: (each.type, each.level) != end, tokens[place + 1 :])  # type: ignore[misc]
            if "".join(each.content for each in inside) in new:
                token.attrSet("class", NEW)
