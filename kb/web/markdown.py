"""Official words as HTML. Of Markdown only paragraphs, lists, tables and emphasis are read.

Claims mark them: each piece of text leads to the scenario that proves it. Anything that looks like a heading, link,
picture, entity or tag is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from kb.text import claims as wording
from kb.text.markdown import OFFICIAL

#: ``words``, ``proof``, ``scenario``, ``shown_by`` and ``reason`` of a claim
Claim = Mapping[str, Any]
#: returns the address of a scenario
Link = Callable[[str], str]
_Place = tuple[int, int, Claim]
#: the class of words that the document marks as new
NEW = "new"
_EMPHASIS = {"em_open": "em_close", "strong_open": "strong_close"}


def official(
    text: str, new: Collection[str] = (), claims: Sequence[Claim] = (), link: Link | None = None, line: bool = False
) -> Markup:
    """Return a stored text as paragraphs, lists and tables, or as a ``line`` without a paragraph around it.

    Emphasised passages that are ``new`` get that class. With ``link``, which returns the address of a scenario, the
    words of each of the ``claims`` are marked by what proves them, and lead to their scenario.
    """
    tokens = OFFICIAL.parseInline(text) if line else OFFICIAL.parse(text)
    for token in tokens:
        token.attrs.pop("style", None)  # how a column is aligned; no page may carry styles of its own
        _mark_new(token.children or (), new)
    if link and claims:
        _mark_claims([token for token in tokens if token.children], claims, link)
    return Markup(OFFICIAL.renderer.render(tokens, OFFICIAL.options, {}))


def _mark_new(tokens: Sequence[Token], new: Collection[str]) -> None:
    for place, token in enumerate(tokens):
        if token.type in _EMPHASIS:
            end = _EMPHASIS[token.type], token.level
            inside = takewhile(lambda each, end=end: (each.type, each.level) != end, tokens[place + 1 :])  # type: ignore[misc]
            if "".join(each.content for each in inside) in new:
                token.attrSet("class", NEW)


def _mark_claims(blocks: Sequence[Token], claims: Sequence[Claim], link: Link) -> None:
    """Put the words of each claim in the texts of ``blocks`` between the tags of a link; those of a claim without a
    scenario into a span, with the reason as its title."""
    places = list(wording.places("\n".join(map(_text, blocks)), claims))
    at = 0
    for block in blocks:
        block.children = [*_marked(block.children or [], at, places, link)]
        at += len(_text(block)) + 1


def _text(block: Token) -> str:
    return "".join(_words(child) for child in block.children or ())


def _words(token: Token) -> str:
    """Return what a token adds to the text."""
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _marked(tokens: Sequence[Token], at: int, places: Sequence[_Place], link: Link) -> Iterator[Token]:
    """Yield the tokens, texts cut where claims begin and end, with tags around the pieces."""
    for token in tokens:
        end = at + len(_words(token))
        here = [each for each in places if each[0] < end and at < each[1]]
        yield from _pieces(token, at, here, link) if token.type == "text" else [token]
        at = end


def _pieces(token: Token, at: int, places: Sequence[_Place], link: Link) -> Iterator[Token]:
    text, done = token.content, 0
    for start, end, claim in places:
        first, last = max(start - at, done), min(end - at, len(text))
        title = f"{wording.proof(claim)}: {claim['reason'] or claim['scenario']}"
        attributes: dict[str, str | int | float] = {"class": f"claim {claim['proof']}", "title": title}
        if claim["scenario"]:
            attributes["href"] = link(claim["scenario"])
        tag = "a" if claim["scenario"] else "span"
        yield Token("text", "", 0, content=text[done:first])
        yield Token("claim_open", tag, 1, attrs=attributes)
        yield Token("text", "", 0, content=text[first:last])
        yield Token("claim_close", tag, -1)
        done = last
    yield Token("text", "", 0, content=text[done:])
