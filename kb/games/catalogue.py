"""Loads the games, options, readings and sections of ``data/``, with every finding at once."""

from __future__ import annotations

import glob
import os
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from kb.base import yamlfile
from kb.base.errors import Finding, raise_if
from kb.base.model import Game, Option, Reading, SearchPhase, Section
from kb.base.shape import Shape, check, suggest, unique

#: what may be written of a game and of a section
GAME = Shape.of(
    """
    id            What commands and addresses call it, in small letters, digits and hyphens; the name of its folder. It
      stays.
    title         The whole title.
    short=?       What it is called where that is too long; default: the title.
    prefix        What the ids of its rulings and sections begin with. It stays.
    order=number?       Its place among the games, 1 for the first; default: behind the others.
    year=?        The year of the printing that its documents interpret.
    publisher=?   Who published it.
    currency=?    What units are paid in.
    powers=texts? The powers in the order of play; needed for a board.
    printings=texts?  The years of all printings, that of `year` first; then each verdict says whether it holds in the
      others.
    about=?       A sentence of our own.
    """
)
SECTION = Shape.of(
    """
    id            The prefix of the game, a slash and a word: `rev/sc-rockets`.
    title         Its title.
    title_is=?    `attested`: that of the book (the default), or `functional`: ours.
    pages=?       The page, or the first and last: `12-14`; of a web site the name of its page.
    pages_are=?   `printed` (the default where pages are given), `estimated`, `unknown` or `site`.
    confidence=?  How sure its title and place are: `stated`, `public` (the default) or `unverified`.
    about=?       What it is about, in our own words; words of it are compared with rulings.
    names=texts?  Other names, by which the words of a ruling may speak of it; such a ruling is linked to it by itself.
    marks=texts?  Which of the file's `sources` tell of it.
    parent=?      The section it is a part of.
    option=?      The option it belongs to.
    """
)
SECTIONS = Shape.of(
    """
    game            The game.
    book            The rule book.
    sections=list   Its sections; until some are written the headings of the documents stand for them.
    sources=table?  By mark what tells of them.
    """
)
#: where a game stands that does not say it: behind all others
_LAST = "1000000"
_OPTION = Shape(required={"id": "str", "title": "str", "about": "str"})
_READING = Shape(required={"id": "str", "title": "str", "question": "str", "taken": "str", "because": "str"})
_PHASE = Shape(required={**dict.fromkeys(("id", "title", "short", "asked"), "str"), "sections": "texts"})
_CHOICES = {
    "title_is": ("attested", "functional"),
    "pages_are": ("printed", "estimated", "unknown", "site"),
    "confidence": ("stated", "public", "unverified"),
}


def games(data: str) -> tuple[Game, ...]:
    """Return the games of ``data/games/*/game.yaml`` in their order. Raises :class:`BadInput`."""
    found: list[tuple[int, Game]] = []
    findings: list[Finding] = []
    for path in sorted(glob.glob(os.path.join(data, "games", "*", "game.yaml"))):
        folder = os.path.basename(os.path.dirname(path))
        name = f"data/games/{folder}/game.yaml"
        row = yamlfile.load(path, name)
        bad = check(row, GAME, name, "game")
        if not bad and not row.get("order", _LAST).isdigit():
            bad.append(Finding(f"order '{row['order']}' is no number", name, row.lines["order"], "write 1, 2, 3 ..."))
        if not bad and row["id"] != folder:
            what = f"game '{row['id']}' stands in the folder of '{folder}'"
            bad.append(Finding(what, name, row.lines["id"], "rename one"))
        if not bad:
            found.append((int(row.get("order", _LAST)), _game(row)))
        findings += bad
    if not found and not findings:
        findings.append(Finding("no games", "data/games", 0, "each game needs data/games/<game>/game.yaml"))
    raise_if(findings)
    return tuple(game for _, game in sorted(found, key=lambda pair: pair[0]))


def _game(row: Any) -> Game:
    more = {key: row.get(key, "") for key in ("year", "publisher", "currency", "about")}
    powers, printings = (tuple(row.get(key, ())) for key in ("powers", "printings"))
    short = row.get("short", row["title"])
    return Game(row["id"], row["title"], short, row["prefix"], powers=powers, printings=printings, **more)


def _rows(data: str, file: str, key: str, shape: Shape, what: str) -> list[Any]:
    rows, name = yamlfile.read(data, file, {key: "list"}, what)[key], f"data/{file}"
    wrong = (finding for each in yamlfile.entries(rows, name) for finding in each.check(shape, what))
    raise_if([*unique(rows, "id", name, what), *wrong])
    return list(rows)


def options(data: str) -> tuple[Option, ...]:
    """Return the options of ``data/options.yaml``. Raises :class:`BadInput`."""
    return tuple(Option(**row) for row in _rows(data, "options.yaml", "options", _OPTION, "option"))


def readings(data: str) -> tuple[Reading, ...]:
    """Return the register of readings, ``data/readings.yaml``. Raises :class:`BadInput`."""
    return tuple(Reading(**row) for row in _rows(data, "readings.yaml", "readings", _READING, "reading"))


def phases(data: str, known: Iterable[Section]) -> tuple[SearchPhase, ...]:
    """Return the phases of ``data/phases.yaml``, in the order of a turn. Raises :class:`BadInput`."""
    ids, name, findings = {section.id for section in known}, "data/phases.yaml", []
    rows = _rows(data, "phases.yaml", "phases", _PHASE, "phase")
    for row in rows:
        for each in (each for each in row["sections"] if each not in ids):
            hint = suggest(each, ids) or "name a section"
            findings.append(Finding(f"unknown section '{each}'", name, row.line, hint))
        if not row["asked"].isdigit():
            findings.append(
                Finding(f"asked '{row['asked']}' is no number", name, row.lines["asked"], "write 1, 2, 3 ...")
            )
    raise_if(findings)
    return tuple(
        SearchPhase(row["id"], row["title"], row["short"], int(row["asked"]), tuple(row["sections"])) for row in rows
    )


def sections(data: str, known: Sequence[Game], switches: Iterable[Option]) -> tuple[Section, ...]:
    """Return the section catalogues of all games, ``data/sections/<game>.yaml``. Raises :class:`BadInput`."""
    allowed = {option.id for option in switches}
    out: list[Section] = []
    findings: list[Finding] = []
    for game in known:
        name = f"data/sections/{game.id}.yaml"
        root = yamlfile.filled(
            yamlfile.load(os.path.join(data, "sections", f"{game.id}.yaml"), name), {"sections": "list"}
        )
        bad = check(root, SECTIONS, name, "section catalogue")
        if bad:
            findings += bad
            continue
        own: dict[str, Section] = {}
        rows = root["sections"]
        for row, line in zip(rows, rows.lines, strict=True):
            bad = check(row, SECTION, name, "section", line) or [*_wrong(row, game, own, allowed, name)]
            findings += bad
            if not bad:
                own[row["id"]] = _section(row, game.id)
        for row, line in zip(rows, rows.lines, strict=True):
            parent = row.get("parent", "") if isinstance(row, dict) else ""
            if parent and parent not in own:
                hint = suggest(parent, own) or "name one"
                findings.append(Finding(f"parent '{parent}' is not a section", name, line, hint))
        out += own.values()
    raise_if(findings)
    return tuple(out)


def _section(row: Any, game: str) -> Section:
    """Return a section; of one that tells only its title and pages both are taken to be those of the book."""
    told = {"title_is": "attested", "pages_are": "printed" if row.get("pages") else "unknown", "confidence": "public"}
    texts = {key: row.get(key, told.get(key, "")) for key in (*told, "about", "pages", "parent", "option")}
    marks, names = (tuple(row.get(key, ())) for key in ("marks", "names"))
    return Section(id=row["id"], game=game, title=row["title"], marks=marks, names=names, **texts)


def _wrong(row: Any, game: Game, own: Container[str], allowed: set[str], name: str) -> Iterator[Finding]:
    if not row["id"].startswith(f"{game.prefix}/"):
        yield Finding(f"section '{row['id']}' must begin with '{game.prefix}/'", name, row.line, "rename it")
    if row["id"] in own:
        yield Finding(f"section '{row['id']}' is there twice", name, row.line, "remove one")
    for key, choices in _CHOICES.items():
        if key in row and row[key] not in choices:
            what = f"{key} '{row[key]}' is not one of {', '.join(choices)}"
            yield Finding(what, name, row.lines[key], suggest(row[key], choices))
    if row.get("option") and row["option"] not in allowed:
        hint = suggest(row["option"], allowed)
        yield Finding(f"unknown option '{row['option']}'", name, row.lines["option"], hint)
