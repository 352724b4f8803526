"""What a browser keeps to work without network: the index of its search, the rendered cards, and which files to keep.

The script ``offline.js`` looks words up and adds numbers; it has no stemmer and no formula. What each term adds to each
ruling, and to each subject of statements, is computed here from the postings of the base.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from kb.search.postings import RULINGS, STATEMENTS, Postings, unpacked
from kb.search.query import MODAL
from kb.search.rank import FAINT, NEAR
from kb.search.results import Rule
from kb.search.tokens import CONTRACTIONS, LONGEST_RUN
from kb.store import pages
from kb.store.scenarios import games_with_rules
from kb.web import render
from kb.web.respond import MEDIA_TYPE
from kb.web.site import Asset, with_imports
from kb.web.texts import BUILD_HEADER, RETRY_AFTER, TIMEOUT

if TYPE_CHECKING:
    import sqlite3

    from kb.web.site import Site

#: what the judge's page and the board load; the board is kept with the engine
JUDGE = ("kb.css", "dock.css", "judge.css", "icon.svg", "judge.js", "compare.js")
BOARD = ("kb.css", "dock.css", "drawing.css", "powers.css", "ask.css", "counters.svg", "board.js")


@dataclass(frozen=True)
class Bundle:
    """The files, compressed, and their addresses, by name; ``mark`` changes with anything in them.

    ``kept`` is what the service worker has to know: which files to keep, and which paths to answer for.
    """

    mark: str
    files: dict[str, Asset]
    links: dict[str, str]
    kept: dict[str, Any]


def bundle_of(site: Site) -> Bundle:
    """Return the bundle of a site, made when first asked for."""
    if site.bundle is None:
        files = _files(site)
        mark = f"{site.short_digest}-{sha256(b''.join(each.packed for each in files.values())).hexdigest()[:8]}"
        links = {name: site.path(f"/judge/{mark}/{name}.json") for name in files}
        site.bundle = Bundle(mark, files, links, _kept(site, links))
    return site.bundle


def _files(site: Site) -> dict[str, Asset]:
    statements: dict[int, list[Rule]] = {}
    for row in pages.ranked_statements(site.base.connection):
        statements.setdefault(row["place"], []).append(Rule(row, 0.0))
    cards = {
        "rulings": {ruling: [game, {"phase": site.phases_of.get(ruling, ())}] for ruling, game in site.game_of.items()},
        "rendered": {ruling: render.card(site, ruling) for ruling in site.game_of},
        # by the number of the subject in the search; of each statement its games and its HTML
        "statements": {place: render.statements(site, rules, len(rules)) for place, rules in statements.items()},
    }
    plain = {"index": offline_index(site.base.connection), "cards": cards}
    texts = {name: json.dumps(each, ensure_ascii=False, separators=(",", ":")) for name, each in plain.items()}
    return {name: Asset(gzip.compress(text.encode(), 9, mtime=0), MEDIA_TYPE) for name, text in texts.items()}


def _kept(site: Site, links: dict[str, str]) -> dict[str, Any]:
    pages_kept = [site.path("/judge"), site.path("/compare")]
    files = [*links.values(), *_addresses(site, JUDGE)]
    games = games_with_rules(site.base.connection) if site.asks else []
    boards = [site.path(f"/ask/{site.short_digest}/{game}.json") for game in games]
    board = [site.path("/ask"), *_addresses(site, BOARD), *boards] if site.asks else []
    return {
        "root": site.root,
        "build": site.short_digest,
        "mark": sha256("\n".join([*files, *board, site.report_to]).encode()).hexdigest()[:12],
        "pages": pages_kept,
        "files": files,
        "rulings": site.path("/r/"),
        "engine": site.path("/-/kb/engine.json"),
        "board": board,
        "header": "" if site.static else BUILD_HEADER,  # other servers do not say who they are
        "timeout": TIMEOUT,
        "retryAfter": RETRY_AFTER,
    }


def _addresses(site: Site, names: Iterable[str]) -> list[str]:
    every = [other for name in names for other in (with_imports(name) if name.endswith(".js") else [name])]
    return [site.asset(name) for name in dict.fromkeys(every)]


def manifest(site: Site) -> dict[str, Any]:
    """Return what a phone needs to put the judge's page on its home screen."""
    start = site.path("/judge")
    return {
        **({} if site.static else {"id": start}),  # from the origin of the start, not from it: a folder may move
        "name": "Rulings for judges",
        "short_name": "Rulings",
        "start_url": start,
        "scope": site.root,
        "display": "standalone",
        "background_color": "#fdfcf8",
        "theme_color": "#161614",
        "icons": [{"src": site.asset("icon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}],
    }


# -- the index


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
