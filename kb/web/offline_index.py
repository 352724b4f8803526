"""Makes the index of the search without network: what ``static/kb/offline.js`` adds up.

The script looks words up and adds numbers; it has no stemmer and no formula. What each term adds to each ruling, and to
each subject of statements, is computed here from the postings of the base.
"""

from __future__ import annotations

from kb.search.postings import RULINGS, STATEMENTS, Postings, unpacked
from kb.search.query import MODAL
from kb.search.rank import FAINT, NEAR
from kb.search.tokens import CONTRACTIONS, LONGEST_RUN
from kb.store import pages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from typing import Any

#: how much a term adds that few ways to ask have: its highest score times the root of this degree of their share
ROOT = 4
#: what is needed of the lexicon
_KINDS = ("same", "modal", "near", "edition", "absent", "faint", "article")
#: scores are hundredths in the base, and tenths in the index
UNIT = 10


def offline_index(connection: sqlite3.Connection) -> dict[str, Any]:
    """Return the index of a base.

    - ``forms``: the forms of each stem
    - ``same``: the terms of runs of stems
    - ``near``: the terms that are near to runs of terms
    - ``games``: the game that a run of stems names, empty for one that is not here
    - ``faint`` and ``articles``: terms that count little, and terms that may be missing in a run
    - ``weights``: how much near and faint terms count
    - ``longest``: the number of words of the longest run
    - ``ids``: the rulings by position
    - ``rulings`` and ``statements``: what each term adds, as pairs of numbers, the distance from the position before
      and the score
    """
    added = {kind: _scores(connection, kind) for kind in (RULINGS, STATEMENTS)}
    known = {term for of_terms in added.values() for term in of_terms}
    runs = {kind: pages.runs(connection, kind) for kind in _KINDS}
    same = {**runs["same"], **dict.fromkeys(runs["modal"], MODAL)}
    for word, meant in CONTRACTIONS.items():
        same[word] = " ".join(same.get(each, each) for each in meant.split())
    near = {run: " ".join(term for term in terms.split() if term in known) for run, terms in runs["near"].items()}
    games = {**dict.fromkeys(runs["absent"], ""), **runs["edition"]}
    faint = {MODAL, *runs["faint"], *(same[run] for run in runs["faint"] if run in same)}
    used = {stem for run in (*same, *near, *games, *known) for stem in run.split(" ")}
    forms: dict[str, list[str]] = {}
    for form, stem in pages.stems(connection).items():
        if stem in used and form not in CONTRACTIONS:
            forms.setdefault(stem, []).append(form)
    forms.update((word, [word]) for word in CONTRACTIONS)
    return {
        "forms": {stem: " ".join(of_stem) for stem, of_stem in forms.items()},
        "same": same,
        "near": {run: terms for run, terms in near.items() if terms},
        "games": games,
        "faint": sorted(faint & known),
        "articles": sorted(runs["article"]),
        "weights": {"near": NEAR, "faint": FAINT},
        "longest": LONGEST_RUN,
        "ids": pages.ruling_positions(connection),
        "rulings": added[RULINGS],
        "statements": added[STATEMENTS],
    }


def _scores(connection: sqlite3.Connection, kind: str) -> dict[str, list[int]]:
    """Return what each term adds to each thing of a kind.

    The highest score of a term overrates a thing that has it in one way to ask of many: it is lowered by their share.
    """
    postings, found = Postings(connection, kind), {}
    ways = postings.ways(range(postings.size))
    for term, posting in postings.of(pages.terms(connection, kind)).items():
        bounds = unpacked(posting.highest, postings.size)
        scores = {}
        for position in posting.at:
            own, having = posting.entry(position)
            in_words = max(own, 0)
            share = len(having) / len(ways[position]) if having else 0.0
            scores[position] = round((in_words + (bounds[position] - in_words) * share ** (1 / ROOT)) / UNIT)
        if any(scores.values()):
            found[term] = _pairs((position, score) for position, score in sorted(scores.items()) if score)
    return found


def _pairs(scores: Iterable[tuple[int, int]]) -> list[int]:
    """Return positions and scores as one list; each position as the distance from the one before."""
    pairs, before = [], 0
    for position, score in scores:
        pairs += [position - before, score]
        before = position
    return pairs
