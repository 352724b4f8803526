"""Which sections a ruling interprets or amends, each link with its evidence.

There are three kinds of evidence: a curated entry, a page that the text cites, a name that the text uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from kb.corpus.errata import pages_cited
from kb.corpus.typography import words
from kb.model import Ruling, RulingKind, Section, SectionLink

CURATED, PAGE, NAME = "curated", "page", "name"
_AMENDING = (RulingKind.ERRATUM, RulingKind.RULE_CHANGE)


def _pages(section: Section) -> tuple[int, int] | None:
    if section.pages_are != "printed":
        return None
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", section.pages)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


@cache
def _names(section: Section) -> tuple[tuple[str, str], ...]:
    """The names a text may call a section by, as words, with the name as it is written."""
    titles = [section.title] if section.title_is == "attested" else []
    candidates = ((words(name), name) for name in [*section.names, *titles])
    return tuple((normalized, name) for normalized, name in candidates if len(normalized) > 3)


def _named(section: Section, padded: str) -> str:
    """The name by which a text (words only, spaces around) speaks of the section, or nothing."""
    return next(
        (name for normalized, name in _names(section) if f" {normalized} " in padded or f" {normalized}s " in padded),
        "",
    )


def computed(ruling: Ruling, sections: Sequence[Section]) -> tuple[SectionLink, ...]:
    """The links a ruling's own text gives evidence for; ``sections`` are those of its game."""
    text = f" {words(f'{ruling.question} {ruling.answer}')} "
    role = "amends" if ruling.kind in _AMENDING else "interprets"
    pages = pages_of(ruling, sections)
    links = []
    for section in sections:
        name = _named(section, text)
        if name and section.id in pages:
            links.append(SectionLink(section.id, role, PAGE, f"{pages[section.id]} and names “{name}”"))
        elif name:
            links.append(SectionLink(section.id, "interprets", NAME, f"names “{name}”"))
    return tuple(sorted(links, key=lambda link: (link.basis != PAGE, link.section)))


def pages_of(ruling: Ruling, sections: Iterable[Section]) -> dict[str, str]:
    """The sections on whose printed pages a ruling's text cites, with how it cites them."""
    cited = pages_cited(f"{ruling.question_text} {ruling.answer_text}")
    out = {}
    for section in sections:
        pages = _pages(section)
        cites = next((c for c in cited if pages and _overlap(c, pages)), None)
        if cites:
            out[section.id] = f"cites page {cites[0]}" if cites[0] == cites[1] else f"cites pages {cites[0]}-{cites[1]}"
    return out


def merged(
    curated: Sequence[SectionLink], found: Sequence[SectionLink], pages: dict[str, str], amends: bool
) -> tuple[SectionLink, ...]:
    """Curated links first, then the computed ones that say something new.

    A curated link of an amending ruling amends; where the text cites a page of the section, that is its evidence.
    """
    links: dict[str, SectionLink] = {}
    for link in curated:
        role = "amends" if amends else link.role
        cites = pages.get(link.section)
        basis, evidence = (PAGE, f"{cites}; {link.evidence}") if cites else (link.basis, link.evidence)
        links[link.section] = SectionLink(link.section, role, basis, evidence)
    for link in found:
        links.setdefault(link.section, link)
    return tuple(links.values())
