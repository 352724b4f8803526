"""Official words as HTML. Of Markdown only paragraphs, lists, tables and emphasis are read.

Anything that looks like a heading, link, picture, entity or tag is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from markdown_it.token import Token
from markupsafe import Markup

from kb.web.claim_marks import Claim, Link, mark_claims
from kb.wording.markdown import OFFICIAL

#: the class of words that the document marks as new
NEW = "new"
_EMPHASIS = {"em_open": "em_close", "strong_open": "strong_close"}


def official(text: str, new: Collection[str] = (), claims: Sequence[Claim] = (), link: Link | None = None) -> Markup:
    """A stored text as paragraphs, lists and tables; emphasised passages that are ``new`` get that class.

    With ``link``, which gives the address of a scenario, the words of each of the ``claims`` are marked by what proves
    them, and lead to their scenario.
    """
    return _written(OFFICIAL.parse(text), new, claims, link)


def official_line(
    text: str, new: Collection[str] = (), claims: Sequence[Claim] = (), link: Link | None = None
) -> Markup:
    """A stored text of one line, without a paragraph around it."""
    return _written(OFFICIAL.parseInline(text), new, claims, link)


def _written(tokens: Sequence[Token], new: Collection[str], claims: Sequence[Claim], link: Link | None) -> Markup:
    for token in tokens:
        token.attrs.pop("style", None)  # how a column is aligned; no page may carry styles of its own
        _mark_new(token.children or (), new)
    if link and claims:
        mark_claims([token for token in tokens if token.children], claims, link)
    return Markup(OFFICIAL.renderer.render(tokens, OFFICIAL.options, {}))


def _mark_new(tokens: Sequence[Token], new: Collection[str]) -> None:
    for place, token in enumerate(tokens):
        if token.type in _EMPHASIS and _inside(tokens[place:]) in new:
            token.attrSet("class", NEW)


def _inside(tokens: Sequence[Token]) -> str:
    """The words between the emphasis that ``tokens`` begins with and its end."""
    opened, *rest = tokens
    words = []
    for token in rest:
        if token.type == _EMPHASIS[opened.type] and token.level == opened.level:
            break
        words.append(token.content)
    return "".join(words)
