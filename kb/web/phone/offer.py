"""The files that a phone gets: the index and the cards of its search, and the rules engine of the build.

A browser keeps them to work without network. The script ``offline.js`` looks words up and adds the scores of the build
up as :class:`kb.search.rank.Scores` does; it does not contain a stemmer. The engine is an archive of modules; addresses
contain a mark of the content.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
from asyncio import to_thread
from collections.abc import Iterable, Mapping
from glob import glob
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from kb.base import paths
from kb.games import packed
from kb.search import match, suggest
from kb.search.postings import SCALE, Posting, Postings
from kb.search.query import MODAL
from kb.search.rank import BREADTH, COMPARED, FAINT, NEAR, SHARE
from kb.search.results import Result, of_statement
from kb.searching import FOLDED, LEAST_RANKED
from kb.store import lookup, pages
from kb.store.read import Build
from kb.store.scenarios import games_with_rules
from kb.text.search import authority, groups
from kb.web import render
from kb.web.phone import runtime
from kb.web.site import ASKING, BUILD_HEADER, SHARED, Asset, Site, assets, with_imports
from kb.words.tokens import CONTRACTIONS, LONGEST_RUN

#: the files that the judge's page and the board load; the board is kept with the engine
JUDGE = ("kb.css", "dock.css", "judge.css", "icon.svg", "judge.js", "compare.js")
BOARD = ("kb.css", "dock.css", "drawing.css", "powers.css", "ask.css", "counters.svg", "board.js")


#: the line of edition and authority in the card of a statement; ``offline.js`` replaces it
_META = re.compile(r'<p class="labels">.*</p>')


class Bundle(NamedTuple):
    """The files, compressed, and their addresses, by name; ``mark`` changes with anything in them.

    ``kept`` are the values of the service worker: which files to keep, and which paths to answer for. ``board`` are the
    addresses of the board.
    """

    mark: str
    files: dict[str, Asset]
    links: dict[str, str]
    kept: dict[str, object]
    board: list[str]


def bundle_of(site: Site) -> Bundle:
    """Return the bundle of a site."""
    rows, short = site.base.connection, site.base.short_titles
    subjects: dict[int, list[Result]] = {}
    for row in pages.ranked_statements(rows):
        subjects.setdefault(row["position"], []).append(_statement(row))
    lacking: dict[str, dict[str, str]] = {}
    for each in map(_statement, pages.lacking_statements(rows)):
        lacking.setdefault(each.game, {})[each.subject.partition("/")[2]] = render.statement(site, [each])
    cards = {
        "rulings": site.game_of,
        "rendered": {ruling: render.card(site, ruling) for ruling in site.game_of},
        # by position; of each group of equal statements the card, and for each game what it replaces if that is asked
        "statements": {
            position: [
                ({each.game: _replaced(site, each) for each in group}, render.statement(site, group))
                for group in groups(of_subject[0], of_subject[1:])
            ]
            for position, of_subject in subjects.items()
        },
        # by game and what it lacks
        "lacking": lacking,
        "titles": short,
    }
    texts = {"index": _json(offline_index(site.base.connection)), "cards": _json(cards)}
    files = {
        name: Asset(gzip.compress(text, 9, mtime=0), "application/json; charset=utf-8") for name, text in texts.items()
    }
    mark = f"{site.short_digest}-{sha256(b''.join(each.packed for each in files.values())).hexdigest()[:8]}"
    links = {name: site.path(f"/judge/{mark}/{name}.json") for name in files}
    games = games_with_rules(site.base.connection) if site.asks else []
    boards = [site.path(f"/ask/{site.short_digest}/{game}.json") for game in games]
    board = [site.path("/ask"), *_addresses(site, BOARD), *boards] if site.asks else []
    return Bundle(mark, files, links, _kept(site, links, board), board)


def _replaced(site: Site, statement: Result) -> tuple[str, str]:
    """Return the id of a statement and its line of edition and authority, which differ within a group."""
    return statement.id, _META.search(render.statement(site, [statement]))[0]  # type: ignore[index]


def _statement(row: sqlite3.Row) -> Result:
    """Return a statement as a result, with its authority."""
    made = of_statement(row, None)
    made.authority = authority(made)
    return made


def _json(value: object) -> bytes:
    """Return a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _kept(site: Site, links: Mapping[str, str], board: list[str]) -> dict[str, object]:
    """Return the values of the service worker: the files to keep (``links``, ``board`` and scripts), a hash of their
    addresses, further addresses, and times."""
    files = [*links.values(), *_addresses(site, JUDGE)]
    return {
        "root": site.root,
        "build": site.short_digest,
        "mark": sha256("\n".join([*files, *board]).encode()).hexdigest()[:12],
        "pages": [site.path("/judge"), site.path("/compare")],
        "files": files,
        "rulings": site.path("/r/"),
        "engine": site.path(f"{ROOT}.json"),
        "board": board,
        "header": "" if site.static else BUILD_HEADER,  # other servers send no such header
        "timeout": SHARED["TIMEOUT"],
        "retryAfter": SHARED["RETRY_AFTER"],
    }


def _addresses(site: Site, names: Iterable[str]) -> list[str]:
    """Return the addresses of style sheets, images and scripts, and of the scripts that they import."""
    every = [other for name in names for other in (with_imports(name) if name.endswith(".js") else [name])]
    return [site.asset(name) for name in dict.fromkeys(every)]


# -- the engine


#: the path below which the files are; ``engine.json`` beside it describes them
ROOT = "/-/kb/engine"
WORKER, CODE = "worker.js", "code.zip"
#: the rooms and modules of this package in the archive, as patterns of paths
OURS = (
    "__init__.py",
    *(f"{room}/**/*.py" for room in ("base", "model", "games", "words", "engine", "cases", "asking", "text")),
    *("web/drawing.py", "web/templates/board.html", "web/templates/answer.html"),
    *("web/static/kb/powers.json", "web/static/kb/counters.svg"),
)
#: those of other packages: a stemmer, and the templates that draw positions; nothing of Datasette's plugin
THEIRS = {"whoosh": "lang/porter.py", "jinja2": "*.py", "markupsafe": "*.py"}
#: modules that are empty in the archive, because it lacks their imports and does not need them
_EMPTY = ("kb/web/__init__.py", "whoosh/__init__.py", "whoosh/lang/__init__.py")


class PhoneEngine(NamedTuple):
    """The files by mark and name, empty without an interpreter; the mark of the code."""

    files: dict[tuple[str, str], Asset]
    code: str = ""


async def engine_of(site: Site) -> PhoneEngine:
    """Return the engine of a site, put together when first asked for. Raises :class:`kb.base.errors.KBError`."""
    if site.phone is None:
        folder = site.phone_folder
        site.phone = await to_thread(_engine, site.base.build, folder, rulings_of(site)) if folder else PhoneEngine({})
    return site.phone


def rulings_of(site: Site) -> dict[str, object]:
    """Return the verdict of each ruling (``verdicts``), and the texts of the board's page (``texts``)."""
    known = lookup.summaries(site.base.connection, site.base.ids())
    return {"verdicts": {id: row["verdict"] for id, row in known.items()}, "texts": ASKING}


def _engine(build: Build, folder: str, rulings: dict[str, object]) -> PhoneEngine:
    """Return the engine of a build with the interpreter in a folder. Raises :class:`KBError` for a damaged file."""
    code, worker = archive(build, rulings), assets()["engine_worker.js"]
    mark = sha256(code + worker.packed).hexdigest()[:12]
    files = {(mark, WORKER): worker, (mark, CODE): Asset(gzip.compress(code, 9, mtime=0), "application/zip")}
    for name, content in runtime.load(folder).items():
        files[runtime.MARK, runtime.served(name)] = Asset(content, runtime.FILES[name][1])
    return PhoneEngine(files, mark)


def description(site: Site, engine: PhoneEngine) -> dict[str, object]:
    """Return the addresses of the engine's files (``files`` also has those of the board), and their compressed size in
    ``bytes``. Without an engine all addresses are empty."""
    own, theirs = (site.path(f"{ROOT}/{mark}/") if engine.files else "" for mark in (engine.code, runtime.MARK))
    files = [site.path(f"{ROOT}/{mark}/{name}") for mark, name in engine.files]
    return {
        "worker": own and own + WORKER,
        "code": own and own + CODE,
        "runtime": theirs,
        "files": files + site.bundle.board if files else [],
        "bytes": sum(len(file.packed) for file in engine.files.values()),
    }


def archive(build: Build, rulings: Mapping[str, object]) -> bytes:
    """Return the archive of a build: the modules that answer, the packed rules, and the verdicts of the rulings.

    It has the same bytes each time, and is not compressed, as it is sent compressed. ``rulings`` are the content of
    :data:`kb.games.packed.VERDICTS`. Raises :class:`kb.base.errors.DamagedBuild` if the packed rules were changed.
    """
    files = {packed.NAME: build.read(packed.NAME), packed.VERDICTS: _json(rulings)}
    for pattern in OURS:
        files |= _found(paths.PACKAGE, "kb", pattern)
    for name, pattern in THEIRS.items():
        files |= _found(os.path.dirname(str(getattr(find_spec(name), "origin", ""))), name, pattern)
    files |= dict.fromkeys(_EMPTY, b"")
    written = BytesIO()
    with ZipFile(written, "w", ZIP_STORED) as into:
        for name in sorted(files):
            into.writestr(ZipInfo(name), files[name])  # which has no date of its own
    return written.getvalue()


def _found(folder: str, package: str, pattern: str) -> dict[str, bytes]:
    """Return the files of a package in a folder that match a glob ``pattern``, by their names in the archive."""
    found = {}
    for path in glob(pattern, root_dir=folder, recursive=True):
        with open(os.path.join(folder, path), "rb") as file:
            found[f"{package}/{path.replace(os.sep, '/')}"] = file.read()
    return found


# -- the index


#: the kinds of runs in the lexicon that the index has
_KINDS = ("same", "modal", "near", "edition", "absent", "faint", "article", "thing", "want")


def offline_index(connection: sqlite3.Connection) -> dict[str, object]:
    """Return the index of a base.

    - ``forms``: the forms of each stem; a form that begins with the stem is written as a hyphen and its ending
    - ``words``: the words to which misspelt ones are corrected, the most frequent first
    - ``same``: the terms of runs of stems
    - ``near``: the terms that are related to runs of terms
    - ``games``: the game that a run of stems names; ``absent``: the title of a game that is not here
    - ``things``: the item that a run of terms names, if some games lack it
    - ``wants`` and ``elsewhere``: runs of stems in a query that wants something other than a rule, and in one about
      matters other than games of war
    - ``faint`` and ``articles``: low-weight terms, and terms that may be missing in a run
    - ``ids``: the rulings by position
    - ``folds``: the positions of the rulings on which a subject of statements rests, by its position
    - ``postings``: for each term its information, then the positions that have it, each as the distance from the one
      before, then the score of each; the term ``""`` has the information of an unknown term
    - ``ways``: the terms of each way to ask for a result, by its position
    - ``constants``: the numbers of the formula
    """
    postings = Postings(connection)
    found = postings.of(["", *pages.terms(connection)])
    runs = {kind: pages.runs(connection, kind) for kind in _KINDS}
    same = {**runs["same"], **dict.fromkeys(runs["modal"], MODAL)}
    for word, meant in CONTRACTIONS.items():
        same[word] = " ".join(same.get(each, each) for each in meant.split())
    near = {run: " ".join(term for term in terms.split() if term in found) for run, terms in runs["near"].items()}
    faint = {MODAL, *runs["faint"], *(same[run] for run in runs["faint"] if run in same)}
    used = {
        stem
        for run in (*same, *near, *runs["edition"], *runs["absent"], *runs["thing"], *runs["want"], *found)
        for stem in run.split(" ")
    }
    forms: dict[str, list[str]] = {}
    for form, stem in pages.stems(connection).items():
        if stem in used and form not in CONTRACTIONS:
            forms.setdefault(stem, []).append(form)
    forms.update((word, [word]) for word in CONTRACTIONS)
    return {
        "forms": {stem: " ".join(_ending(form, stem) for form in of_stem) for stem, of_stem in forms.items()},
        "words": " ".join(pages.known_words(connection)),
        "same": same,
        "near": {run: terms for run, terms in near.items() if terms},
        "games": runs["edition"],
        "absent": runs["absent"],
        "things": runs["thing"],
        "wants": [run for run, want in runs["want"].items() if want != match.ELSEWHERE],
        "elsewhere": [run for run, want in runs["want"].items() if want == match.ELSEWHERE],
        "faint": sorted(faint & found.keys()),
        "articles": sorted(runs["article"]),
        "ids": pages.ruling_positions(connection),
        "folds": pages.folds(connection),
        "postings": {term: _numbers(posting) for term, posting in found.items()},
        "ways": {
            position: sorted(" ".join(sorted(terms)) for terms in ways) for position, ways in pages.ways(connection)
        },
        "constants": {
            "scale": SCALE,
            "near": NEAR,
            "faint": FAINT,
            "breadth": BREADTH,
            "share": SHARE,
            "compared": COMPARED,
            "longest": LONGEST_RUN,
            "ranked": LEAST_RANKED,
            "folded": FOLDED,
            "levels": {
                "close": match.LEAST_CLOSE,
                "statement": match.LEAST_CLOSE_STATEMENT,
                "lead": match.LEAD,
                "weak": match.LEAST_WEAK,
                "whole": match.WHOLE,
                "wanting": match.WANTING,
                "elsewhere": match.LEAST_ELSEWHERE,
            },
            "shortest": suggest.SHORTEST,
            "two": suggest.LONG_ENOUGH_FOR_TWO,
            "start": suggest.OTHER_START,
        },
    }


def _numbers(posting: Posting) -> list[int]:
    """Return the weight of a term, the distances between the positions that have it, and its scores there."""
    at = posting.positions
    distances = (later - earlier for earlier, later in pairwise([0, *at]))
    return [posting.weight, *distances, *posting.scores]


def _ending(form: str, stem: str) -> str:
    """Return a form without its stem, after a hyphen; a form that does not begin with the stem as it is."""
    return f"-{form.removeprefix(stem)}" if form.startswith(stem) else form
