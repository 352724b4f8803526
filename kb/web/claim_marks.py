"""Marks the official words by claim: each piece of text leads to the scenario that proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markdown_it.token import Token

from kb.wording import claims as wording

#: ``words``, ``proof``, ``scenario``, ``shown_by`` and ``reason`` of a claim
Claim = Mapping[str, Any]
#: gives the address of a scenario
Link = Callable[[str], str]
_Place = tuple[int, int, Claim]


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
    """What a token adds to the text."""
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _marked(tokens: Sequence[Token], at: int, places: Sequence[_Place], link: Link) -> Iterator[Token]:
    """The tokens, texts cut where claims begin and end, with tags around the pieces."""
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
        tag = "a" if claim["scenario"] else "span"
        yield _opening(tag, claim, link)
        yield _plain(text[first:last])
        yield Token("claim_close", tag, -1)
        done = last
    yield _plain(text[done:])


def _plain(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _opening(tag: str, claim: Claim, link: Link) -> Token:
    attributes: dict[str, str | int | float] = {"class": f"claim {claim['proof']}", "title": _title(claim)}
    if tag == "a":
        attributes["href"] = link(claim["scenario"])
    return Token("claim_open", tag, 1, attrs=attributes)


def _title(claim: Claim) -> str:
    return f"{wording.proof(claim)}: {claim['reason'] or claim['scenario']}"
