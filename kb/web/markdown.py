"""Official words as HTML. Of Markdown only paragraphs, lists, tables and emphasis are read.

Claims mark them: each piece of text leads to the scenario that proves it. Anything that looks like a heading, link,
picture, entity or tag is shown as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from kb.text import claims as wording
from kb.text.markdown import OFFICIAL

#: ``words``, ``proof``, ``scenario``, ``shown_by`` and ``reason`` of a claim
Claim = Mapping[str, Any]
#: gives the address of a scenario
Link = Callable[[str], str]
_Place = tuple[int, int, Claim]
#: the class of words that the document marks as new
NEW = "new"
_EMPHASIS = {"em_open": "em_close", "strong_open": "strong_close"}


def official(text: str, new: Collection[str] = (), claims: Sequence[Claim] = (), link: Link | None = None) -> Markup:
    """Return a stored text as paragraphs, lists and tables; emphasised passages that are ``new`` get that class.

    With ``link``, which gives the address of a scenario, the words of each of the ``claims`` are marked by what proves
    them, and lead to their scenario.
    """
    return _written(OFFICIAL.parse(text), new, claims, link)


def official_line(
    text: str, new: Collection[str] = (), claims: Sequence[Claim] = (), link: Link | None = None
) -> Markup:
    """Return a stored text of one line, without a paragraph around it."""
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
    """Return the words between the emphasis that ``tokens`` begins with and its end."""
    opened, *rest = tokens
    words = []
    for token in rest:
        if token.type == _EMPHASIS[opened.type] and token.level == opened.level:
            break
        words.append(token.content)
    return "".join(words)


def mark_claims(blocks: Sequence[Token], claims: Sequence[Claim], link: Link) -> None:
    """Put the words of each claim in the texts of ``blocks`` between the tags of a link; those of a claim without a
    scenario into a span, with the reason as its title."""
    places = list(wording.places("\n".join(_text(block) for block in blocks), claims))
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
        if token.type == "text":
            yield from _pieces(token, at, [each for each in places if each[0] < end and at < each[1]], link)
        else:
            yield token
        at = end


def _pieces(token: Token, at: int, places: Sequence[_Place], link: Link) -> Iterator[Token]:
    text, done = token.content, 0
    for start, end, claim in places:
        first, last = max(start - at, done), min(end - at, len(text))
        yield _plain(text[done:first])
        told = f"{wording.proof(claim)}: {claim['reason'] or claim['scenario']}"
        attributes: dict[str, str | int | float] = {"class": f"claim {claim['proof']}", "title": told}
        if claim["scenario"]:
            attributes["href"] = link(claim["scenario"])
        tag = "a" if claim["scenario"] else "span"
        yield Token("claim_open", tag, 1, attrs=attributes)
        yield _plain(text[first:last])
        yield Token("claim_close", tag, -1)
        done = last
    yield _plain(text[done:])


def _plain(words: str) -> Token:
    return Token("text", "", 0, content=words)
