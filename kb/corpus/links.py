"""Finds from the words of rulings the amendments of errata, the sections of each ruling, and relations of two rulings.

A link to a section has its evidence: a curated entry, a page that the text cites, a name that the text uses. A relation
is curated or computed, and marked as such.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from kb.corpus.typography import plain, words
from kb.model.corpus import Amendment, Passage, Relation, Ruling, RulingKind, Section, SectionLink
from kb.model.evidence import Comparison

_QUOTE = r"[“\"](?P<{0}>[^“”\"]+)[”\"]?"
_OLD, _NEW = _QUOTE.format("old"), _QUOTE.format("new")
_THING = r"(?:the )?(?:following )?(?:\w+ )*?(?:sentence|word|words|paragraph|symbol|bullet point)"

#: tried in this order; the first that matches has the action and the words
FORMS = tuple(
    (action, re.compile(pattern, re.I))
    for action, pattern in (
        ("replace", rf"(?:delete|strike out) {_THING} {_OLD}.{{0,3}}replace it with {_NEW}"),
        ("replace", rf"replace (?:the )?(?P<what>[\w ]+? of) {_OLD} with {_NEW}"),
        ("replace", r"replace (?P<old>[^“\"]+?) with (?P<new>[^“\"]+?)\.$"),
        ("delete", rf"delete the {_OLD} (?P<what>\w+)"),
        ("delete", rf"{_THING} should be removed: {_OLD}"),
        ("delete", rf"the word {_OLD} should be removed"),
        ("add", rf"{_THING} should be added: {_NEW}"),
        ("replace", rf"{_THING} should be replaced with: {_NEW}"),
        ("replace", rf"(?:{_THING} (?:point )?|this )should read,? {_NEW}"),
        ("replace", r"(?P<new>check .+?), not (?P<old>at .+?)\.$"),
        ("replace", r"(?P<what>[\w' ]+) should be (?P<new>\d+)"),
    )
)


def amendments(passage: Passage) -> tuple[Amendment, ...]:
    """Return the changes that an erratum makes; an instruction in no known form is the new text itself.
    Other passages make none."""
    if passage.kind is not RulingKind.ERRATUM:
        return ()
    text = plain(passage.answer)
    for action, form in FORMS:
        if found := form.search(text):
            old, new = ((found.groupdict().get(key) or "").strip() for key in ("old", "new"))
            return (Amendment(action, passage.question, old, new),)
    return (Amendment("amend", passage.question, "", text),)


#: the pages that a text cites: ``Pages 20-21``
_CITED = re.compile(r"\b(?:pages?|pgs?\.?|pp?\.)\s*(?P<first>\d{1,3})(?:\s*(?:-|–|to|and)\s*(?P<last>\d{1,3}))?", re.I)

CURATED, PAGE, NAME = "curated", "page", "name"
#: the kinds of rulings that change the rules
AMENDING = (RulingKind.ERRATUM, RulingKind.RULE_CHANGE)


@dataclass(frozen=True)
class NamedSection:
    """A section, the printed pages it has, and the names a text may call it by: as words with spaces around, in the
    singular and the plural, with the name as it is written."""

    id: str
    pages: tuple[int, int] | None
    names: tuple[tuple[str, str, str], ...]

    @classmethod
    def of(cls, section: Section) -> NamedSection:
        """Return a section with its printed pages and its names. A title that we made up is not one of its names, nor
        is a name of three letters or fewer."""
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", section.pages) if section.pages_are == "printed" else None
        titles = [section.title] if section.title_is == "attested" else []
        names = ((words(name), name) for name in [*section.names, *titles])
        return cls(
            section.id,
            (int(found[1]), int(found[2] or found[1])) if found else None,
            tuple((f" {each} ", f" {each}s ", name) for each, name in names if len(each) > 3),
        )

    def named_in(self, text: str) -> str:
        """Return the name by which a text (words only, spaces around) speaks of the section; empty if it does not."""
        return next((name for one, many, name in self.names if one in text or many in text), "")


def links_of(
    passage: Passage, written: Iterable[tuple[str, str, str]], sections: Sequence[NamedSection]
) -> tuple[SectionLink, ...]:
    """Return the links of a ruling to the ``sections`` of its game: those that are ``written`` (section, role, reason),
    then those for which its text has evidence.

    An amending ruling amends the sections that are ``written`` or whose page it cites, and interprets those that it
    only names. If the text cites a page of the section, that is the evidence.
    """
    text, amends = f" {words(f'{passage.question} {passage.answer}')} ", passage.kind in AMENDING
    pages = _pages_of(f"{plain(passage.question)} {plain(passage.answer)}", sections)
    links: dict[str, SectionLink] = {}
    for id, role, why in written:
        basis, evidence = (PAGE, f"{pages[id]}; {why}") if id in pages else (CURATED, why)
        links[id] = SectionLink(id, "amends" if amends else role, basis, evidence)
    found = []
    for section in sections:
        name, id = section.named_in(text), section.id
        if name and id in pages:
            evidence = f"{pages[id]} and names “{name}”"
            found.append(SectionLink(id, "amends" if amends else "interprets", PAGE, evidence))
        elif name:
            found.append(SectionLink(id, "interprets", NAME, f"names “{name}”"))
    for link in sorted(found, key=lambda link: (link.basis != PAGE, link.section)):
        links.setdefault(link.section, link)
    return tuple(links.values())


def _pages_of(text: str, sections: Iterable[NamedSection]) -> dict[str, str]:
    """Return by id, for each section on a page that a text cites, the first such citation in words: ``cites page
    3``."""
    cited = [(int(found["first"]), int(found["last"] or found["first"])) for found in _CITED.finditer(text)]
    out: dict[str, str] = {}
    for section in sections:
        begin, end = section.pages or (0, -1)
        for first, last in cited:
            if first <= end and begin <= last:
                out.setdefault(section.id, f"cites page {first}" if first == last else f"cites pages {first}-{last}")
    return out


COMPUTED = "computed"
#: how a relation that follows from a comparison is known, by the basis of that
_BASIS = {"play": "play", "reading": "reading", "documents": "said"}
#: the kinds of relation that follow from comparisons
KIND_OF = {"same": "same-as", "different": "differs"}
#: two rulings with words as alike as this (0 to 100) restate each other
SAME_WORDS = 88.0


def from_comparisons(comparisons: Iterable[Comparison]) -> list[Relation]:
    """Return ``same-as`` or ``differs`` for the first rulings of each pair of games that can be compared.

    If two rulings meet in several topics, the first one that is played counts, then the first one that a reading of
    ours decides, or else the first.
    """
    pairs = [(topic, pair) for topic in comparisons for pair in topic.pairs if pair.verdict]
    made: dict[tuple[str, str, str], Relation] = {}
    for topic, pair in sorted(pairs, key=lambda each: [*_BASIS].index(each[1].basis)):
        first = {stance.game: stance.rulings[0] for stance in topic.stances}
        one, other = (first[game] for game in pair.games)
        kind = KIND_OF[pair.verdict]
        made.setdefault((one, other, kind), Relation(one, other, kind, _BASIS[pair.basis], topic.title))
    return list(made.values())


def restating(rulings: Sequence[Ruling]) -> list[Relation]:
    """Return ``restates`` for each pair of rulings with nearly the same words, except a ruling and a part of it."""
    texts = [(r, words(f"{r.question} {r.answer}" if r.kind is RulingKind.ANSWER else r.answer)) for r in rulings]
    relations = []
    order = sorted(range(len(texts)), key=lambda at: len(texts[at][1]))
    sizes = [len(texts[at][1]) for at in order]
    sorted_texts = [texts[at][1] for at in order]
    for place, first in enumerate(order):
        near = sorted_texts[place + 1 : bisect_right(sizes, sizes[place] * 1.3)]
        alike = process.extract_iter(sorted_texts[place], near, scorer=fuzz.ratio, score_cutoff=SAME_WORDS)
        for _, score, at in alike:
            one, other = (texts[each][0] for each in sorted((first, order[place + 1 + at])))
            note = f"{score:.0f} % of their letters agree"
            relations += [Relation(one.id, other.id, "restates", COMPUTED, note)] * (other.parent != one.id)
    return relations


def amending(rulings: Sequence[Ruling]) -> list[Relation]:
    """Return ``see-also`` relations from each erratum to the other rulings of its game on a section that it amends.
    Rulings that only name the section, and those that are its parts or its parent, are left out."""
    relations = []
    for erratum in rulings:
        amended = {link.section for link in erratum.sections if link.role == "amends"}
        for other in rulings if amended else ():
            related = other.id == erratum.id or other.parent == erratum.id or erratum.parent == other.id
            shared = [link.section for link in other.sections if link.section in amended and link.basis != "name"]
            if shared and not related and other.game == erratum.game:
                relations.append(Relation(erratum.id, other.id, "see-also", COMPUTED, f"amends {shared[0]}"))
    return relations


def merge_relations(
    curated: Iterable[Relation], compared: Iterable[Relation], computed: Iterable[Relation]
) -> tuple[Relation, ...]:
    """Return every curated relation once, those that follow from comparisons, and a computed one only if the pair has
    no curated relation."""
    written = {(frozenset((r.ruling, r.other)), r.kind): r for r in reversed(list(curated))}
    known = {pair for pair, _ in written}
    found = {frozenset((r.ruling, r.other)): r for r in reversed(list(computed))}
    kept = [*written.values(), *compared, *(r for pair, r in found.items() if pair not in known)]
    return tuple(sorted(kept, key=lambda each: (each.ruling, each.other, each.kind)))
