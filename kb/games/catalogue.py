"""Loads the games, options, readings and sections of ``data/``, with every finding at once."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.base import yamlfile
from kb.base.errors import Finding, raise_if
from kb.base.model import Game, Option, Reading, SearchPhase, Section
from kb.base.shape import check, keys, suggest, unique, unknown
from kb.games.records import MOST, read_list, record

SECTIONS = keys({"game": "str", "book": "str", "sections": "list"}, {"sources": "table"})
_CHOICES = {
    "title_is": ("attested", "functional"),
    "pages_are": ("printed", "estimated", "unknown", "site"),
    "confidence": ("stated", "public", "unverified"),
}


def games(data: str) -> tuple[Game, ...]:
    """Return the games of ``data/games/*/game.yaml`` in their order, those without one last. Raises
    :class:`BadInput`."""
    found: list[tuple[int, Game]] = []
    findings: list[Finding] = []
    for path in sorted(glob.glob(os.path.join(data, "games", "*", "game.yaml"))):
        folder = os.path.basename(os.path.dirname(path))
        name = f"data/games/{folder}/game.yaml"
        node = yamlfile.load(path, name)
        order = node.pop("order", str(MOST)) if isinstance(node, dict) else ""
        short = node.get("title", "") if isinstance(node, dict) else ""
        texts = dict.fromkeys(("year", "publisher", "currency", "about"), "")
        game = record(Game, node, name, "game", 1, findings, short=short, powers=(), **texts)
        if game and not str(order).isdigit():
            findings.append(Finding(f"order '{order}' is not a number", name, node.lines["order"], "write 1, 2, 3 ..."))
        elif game and game.id != folder:
            what = f"game '{game.id}' stands in the folder of '{folder}'"
            findings.append(Finding(what, name, node.lines["id"], "rename one"))
        elif game:
            found.append((int(order), game))
    if not found and not findings:
        findings.append(Finding("no games", "data/games", 0, "each game needs data/games/<game>/game.yaml"))
    raise_if(findings)
    return tuple(game for _, game in sorted(found, key=lambda pair: pair[0]))


def options(data: str) -> tuple[Option, ...]:
    """Return the options of ``data/options.yaml``. Raises :class:`BadInput`."""
    return read_list(data, "options.yaml", "options", Option)


def readings(data: str) -> tuple[Reading, ...]:
    """Return the register of readings, ``data/readings.yaml``. Raises :class:`BadInput`."""
    return read_list(data, "readings.yaml", "readings", Reading)


def phases(data: str, known: Iterable[Section]) -> tuple[SearchPhase, ...]:
    """Return the phases of ``data/phases.yaml``, in the order of a turn. Raises :class:`BadInput`."""
    found, ids = read_list(data, "phases.yaml", "phases", SearchPhase), {section.id for section in known}
    raise_if(finding for phase in found for finding in unknown(phase.sections, ids, "section", "data/phases.yaml", 0))
    return found


def sections(data: str, known: Sequence[Game], switches: Iterable[Option]) -> tuple[Section, ...]:
    """Return the section catalogues of all games, ``data/sections/<game>.yaml``. Raises :class:`BadInput`."""
    options = {option.id for option in switches}
    found: list[Section] = []
    findings: list[Finding] = []
    for game in known:
        name = f"data/sections/{game.id}.yaml"
        root = yamlfile.load(os.path.join(data, "sections", f"{game.id}.yaml"), name)
        if bad := check(yamlfile.filled(root, {"sections": "list"}), SECTIONS, name, "section catalogue"):
            findings += bad
            continue
        rows = root["sections"]
        findings += unique(rows, "id", name, "section")
        ids = {str(row.get("id")) for row in rows if isinstance(row, dict)}
        for row, line in zip(rows, rows.lines, strict=True):
            # of a section that has only its title and pages, both are taken to be those of the book
            pages = "printed" if isinstance(row, dict) and row.get("pages") else "unknown"
            told = {"title_is": "attested", "pages_are": pages, "confidence": "public", "pages": "", "about": ""}
            section = record(Section, row, name, "section", line, findings, game="", marks=(), **told)
            if section:
                findings += _wrong(section, game, ids, options, name, line)
                found.append(replace(section, game=game.id))
    raise_if(findings)
    return tuple(found)


def _wrong(section: Section, game: Game, ids: set[str], options: set[str], name: str, line: int) -> Iterator[Finding]:
    if not section.id.startswith(f"{game.prefix}/"):
        yield Finding(f"section '{section.id}' must begin with '{game.prefix}/'", name, line, "rename it")
    for key, choices in _CHOICES.items():
        if (word := getattr(section, key)) not in choices:
            yield Finding(f"{key} '{word}' is not one of {', '.join(choices)}", name, line, suggest(word, choices))
    if section.option and section.option not in options:
        yield Finding(f"unknown option '{section.option}'", name, line, suggest(section.option, options))
    if section.parent and section.parent not in ids:
        hint = suggest(section.parent, ids) or "name one"
        yield Finding(f"parent '{section.parent}' is not a section", name, line, hint)
