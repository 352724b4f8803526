"""The sections of the rule books nearest to a question: where to go on when nothing is found.

``static/kb/offline.js`` finds the same without network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from kb.store import lookup
from kb.web.shared import MOST_SECTIONS
from kb.wording import ruling as wording

if TYPE_CHECKING:
    from kb.web.site import Site

#: how much a term of a title has to tell, of what the most telling tell
_TELLS = 0.3
_WEIGHTS = "select term, weight from term_weights where kind = 'ruling'"
_SECTIONS = """
    select id, game, title, pages, pages_are, confidence from sections
    where id in (select section from ruling_sections) order by rowid"""


@dataclass(frozen=True)
class NearSection:
    """A section that rulings tell of: its game, what it is called with the page, and the telling terms in its title."""

    id: str
    game: str
    label: str
    terms: tuple[str, ...]


_sections: WeakKeyDictionary[Site, tuple[NearSection, ...]] = WeakKeyDictionary()


def sections_of(site: Site) -> tuple[NearSection, ...]:
    """The sections of a site that have rulings, read when first asked for."""
    if site not in _sections:
        short = lookup.short_titles(site.base.connection)
        weights = {term: float(weight) for term, weight in site.base.connection.execute(_WEIGHTS)}
        least = _TELLS * weights[""]
        _sections[site] = tuple(
            NearSection(
                row["id"],
                row["game"],
                f"{short[row['game']]}: {row['title']}{wording.page(row)}",
                tuple(
                    term for term in site.base.telling_terms(row["title"]) if weights.get(term, weights[""]) >= least
                ),
            )
            for row in site.base.connection.execute(_SECTIONS)
        )
    return _sections[site]


def nearest(sections: Sequence[NearSection], terms: Iterable[str], game: str) -> list[NearSection]:
    """The sections of a game (empty: of all) with most of the ``terms`` in their titles, the shortest titles first."""
    asked = set(terms)
    shared = [(len(asked.intersection(each.terms)), each) for each in sections if game in ("", each.game)]
    found = sorted((pair for pair in shared if pair[0]), key=lambda pair: (-pair[0], len(pair[1].terms)))
    return [each for _, each in found[:MOST_SECTIONS]]
