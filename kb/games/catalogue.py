"""Loads the games, options, readings and sections of ``data/``, with all findings at once."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from kb.base import data_files, yamlfile
from kb.base.data_files import read_list
from kb.base.errors import Collector, Finding, raise_if
from kb.base.shape import Names, Text, suggest
from kb.model.corpus import Game, Option, Reading, SearchPhase, Section


def games(data: str) -> tuple[Game, ...]:
    """Return the games of ``data/games/*/game.yaml`` in their order. Raises :class:`BadInput`."""
    found: list[Game] = []
    collect = Collector()
    for path in sorted(glob.glob(os.path.join(data, "games", "*", "game.yaml"))):
        folder = os.path.basename(os.path.dirname(path))
        name = f"data/games/{folder}/game.yaml"
        root = collect(yamlfile.load, path, name)
        game = collect(data_files.value_of, Game, root, name)
        if game and game.id != folder:
            what = f"game '{game.id}' is in the folder of '{folder}'"
            collect.add([Finding(what, name, game.lines["id"], "rename the game or the folder")])
        found += [replace(game, short=game.short or game.title)] if game else []
    if not found and not collect.findings:
        collect.add([Finding("the data lacks games", "data/games", 0, "each game needs data/games/<game>/game.yaml")])
    collect.close()
    return tuple(sorted(found, key=lambda game: game.order))


def options(data: str) -> tuple[Option, ...]:
    """Return the options of ``data/options.yaml``. Raises :class:`BadInput`."""
    return read_list(data, "options.yaml", "options", Option)


def readings(data: str) -> tuple[Reading, ...]:
    """Return the register of readings, ``data/readings.yaml``. Raises :class:`BadInput`."""
    return read_list(data, "readings.yaml", "readings", Reading)


def phases(data: str, known: Iterable[Section]) -> tuple[SearchPhase, ...]:
    """Return the phases of ``data/phases.yaml``, in the order of a turn; they name ``known`` sections. Raises
    :class:`BadInput`."""
    return read_list(data, "phases.yaml", "phases", SearchPhase, Names(section={each.id for each in known}))


def sections(data: str, known: Sequence[Game], switches: Iterable[Option]) -> tuple[Section, ...]:
    """Return the sections of the ``known`` games, from ``data/sections/<game>.yaml``. ``switches`` are the options that
    a section may name. Raises :class:`BadInput`."""
    names, found, findings = Names(option={each.id for each in switches}), list[Section](), list[Finding]()
    for game in known:
        own = data_files.read(data, f"sections/{game.id}.yaml", SECTIONS, "section catalogue", names, findings)
        ids = [each.id for each in own["sections"]]
        for each in own["sections"]:
            if not each.id.startswith(f"{game.prefix}/"):
                what = f"section '{each.id}' must begin with '{game.prefix}/'"
                findings.append(Finding(what, each.file, each.line, "rename it"))
            if each.parent and each.parent not in ids:
                hint = suggest(each.parent, ids) or "name a section"
                findings.append(Finding(f"unknown parent '{each.parent}'", each.file, each.line, hint))
            # by default the pages of a section are those printed in the book
            pages_are = each.pages_are or ("printed" if each.pages else "unknown")
            found.append(replace(each, game=game.id, pages_are=pages_are))
    raise_if(findings)
    return tuple(found)


#: the keys of a section catalogue
SECTIONS = {
    "game": Annotated[str, Text()],
    "book": Annotated[str, Text()],
    "sections": tuple[Section, ...],
    "sources": Mapping[str, str] | None,
}
