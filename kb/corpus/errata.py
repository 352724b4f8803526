"""What an erratum does: the grammar of its instruction, from the words of the document.

``replace`` has old and new words, ``delete`` old, ``add`` new; the document does not always give
the old ones. The words are quoted, never rephrased.
"""

from __future__ import annotations

import re

from kb.corpus.typography import plain
from kb.model import Amendment, Passage, RulingKind

_QUOTE = r"[“\"](?P<{0}>[^“”\"]+)[”\"]?"
_OLD, _NEW = _QUOTE.format("old"), _QUOTE.format("new")
_THING = r"(?:the )?(?:following )?(?:\w+ )*?(?:sentence|word|words|paragraph|symbol|bullet point)"

#: tried in this order; the first that matches tells the action and the words
FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (action, re.compile(pattern, re.I))
    for action, pattern in (
        ("replace", rf"(?:delete|strike out) {_THING} {_OLD}.{{0,3}}replace it with {_NEW}"),
        ("replace", rf"change (?:{_THING} )?{_OLD} to {_NEW}"),
        ("replace", rf"for {_OLD},? read {_NEW}"),
        ("replace", rf"replace {_THING} {_OLD}.*? with (?:{_THING} )?{_NEW}"),
        ("replace", rf"replace (?:the )?(?P<what>[\w ]+? of) {_OLD} with {_NEW}"),
        ("replace", r"replace (?P<old>[^“\"]+?) with (?P<new>[^“\"]+?)\.$"),
        ("delete", rf"delete the {_OLD} (?P<what>\w+)"),
        ("delete", rf"(?:delete|strike out|ignore|omit) (?:{_THING} )?{_OLD}"),
        ("delete", rf"{_THING} should be removed: {_OLD}"),
        ("delete", rf"the word {_OLD} should be removed"),
        ("add", rf"{_THING} should be added: {_NEW}"),
        ("add", rf"(?:add|insert)(?: {_THING})?:? {_NEW}"),
        ("replace", rf"{_THING} should be replaced with: {_NEW}"),
        ("replace", rf"(?:{_THING} (?:point )?|this )should read,? {_NEW}"),
        ("replace", r"(?P<new>check .+?), not (?P<old>at .+?)\.$"),
        ("replace", r"(?P<what>[\w' ]+) should be (?P<new>\d+)"),
    )
)


def amendment(passage: Passage) -> Amendment | None:
    """What an erratum amends and how, or ``None`` if its instruction is in no known form."""
    if passage.kind is not RulingKind.ERRATUM:
        return None
    text = plain(passage.answer)
    for action, form in FORMS:
        found = form.search(text)
        if found:
            words = found.groupdict()
            return Amendment(
                action, passage.question, (words.get("old") or "").strip(), (words.get("new") or "").strip()
            )
    return None


_PAGES = re.compile(r"\b(?:pages?|pgs?\.?|pp?\.)\s*(?P<first>\d{1,3})(?:\s*(?:-|–|to|and)\s*(?P<last>\d{1,3}))?", re.I)


def pages_cited(text: str) -> list[tuple[int, int]]:
    """The pages a text cites, as (first, last): ``Pages 20-21`` -> (20, 21)."""
    return [(int(m["first"]), int(m["last"] or m["first"])) for m in _PAGES.finditer(text)]
