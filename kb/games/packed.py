"""All boards and rule sets in one file, which is read many times faster than ``data/games/``, and without YAML.

The file is a part of a build, and may replace the folder of the data as the source of rule books. Each line is a JSON
list of a name and a value: :data:`HEAD` with the digest of the packed files, the boards of each game and the games
without rules, :data:`WORDS` with the lexicon, and each game with its boards and rule sets.
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any
from zlib import crc32

from kb.base.errors import Finding, NotFound
from kb.base.packing import packed, unpacked
from kb.games.board_model import Board
from kb.games.rulesets import RuleSet

NAME = "rules.jsonl"
#: the file beside it in the offline bundle: the verdicts of all rulings
VERDICTS = "verdicts.json"
HEAD, WORDS = "-head", "-words"
#: the verified bytes of files, by path, which are used instead of the files
_held: dict[str, bytes] = {}
#: the packed files, in the folder of the data
SOURCES = ("games/**", "words.yaml")


def is_packed(data: str) -> bool:
    """Return whether ``data`` is a packed file, not a folder."""
    return os.path.basename(data) == NAME


def held(path: str, content: bytes) -> str:
    """Register verified bytes to use for a path instead of its file, which may change; return the path."""
    _held[path] = content
    return path


def lines(boards: Sequence[Board], rulesets: Sequence[RuleSet]) -> dict[str, str]:
    """Return the line of the packed file for each game, by its id: its boards and rule sets."""
    games = dict.fromkeys((*(board.game for board in boards), *(each.game for each in rulesets)))
    sets = [replace(each, data="", line=0, lines={}) for each in rulesets]
    return {
        game: _line(
            game, packed(([board for board in boards if board.game == game], [r for r in sets if r.game == game]))
        )
        for game in games
    }


def _line(name: str, plain: object) -> str:
    """Return a line of the file: a name and a value of JSON types."""
    return json.dumps((name, plain), ensure_ascii=False, separators=(",", ":")) + "\n"


def dump(games: Mapping[str, str], boards: Sequence[Board], words: object, of: str, titles: Mapping[str, str]) -> str:
    """Return the text of the packed file of boards and rule sets.

    ``games`` are the :func:`lines` of each game, ``boards`` give the ids of the boards, ``words`` is the lexicon,
    ``of`` the digest of the source files, ``titles`` the short titles of all games, including those without boards and
    rules.
    """
    ids = {game: [board.id for board in boards if board.game == game] for game in games}
    unplayed = {game: title for game, title in titles.items() if game not in ids}
    head = _line(HEAD, {"digest": of, "games": ids, "unplayed": unplayed})
    return "".join((head, _line(WORDS, packed(words)), *games.values()))


def digest(data: str) -> str:
    """Return a checksum of the files of a data folder that are packed, by which an outdated copy is detected."""
    mark = 0
    names = [name for source in SOURCES for name in glob.glob(source, root_dir=data, recursive=True)]
    for name in sorted(name for name in names if os.path.isfile(os.path.join(data, name))):
        with open(os.path.join(data, name), "rb") as file:
            mark = crc32(file.read(), crc32(name.encode(), mark))
    return f"{mark:08x}"


def line(path: str, name: str) -> Any:
    """Return the JSON value of a name in a packed file; its form depends on the name. Raises :class:`KeyError`."""
    begins = f"[{json.dumps(name)},".encode()
    with BytesIO(_held[path]) if path in _held else open(path, "rb") as file:
        for each in file:
            if each.startswith(begins):
                return json.loads(each)[1]
    raise KeyError(name)


def boards_by_game(path: str) -> dict[str, list[str]]:
    """Return the ids of the boards of each game."""
    return {game: list(boards) for game, boards in line(path, HEAD)["games"].items()}


def unplayed(path: str) -> dict[str, str]:
    """Return the short titles of the games without rules, by their ids."""
    return dict(line(path, HEAD)["unplayed"])


def game(path: str, name: str) -> tuple[tuple[Board, ...], tuple[RuleSet, ...]]:
    """Return the boards and rule sets of a game, in their order. Raises :class:`NotFound`."""
    try:
        boards, sets = line(path, name)
    except KeyError:
        raise NotFound(Finding(f"there is no game '{name}'")) from None
    return tuple(unpacked(Board, each) for each in boards), tuple(_rulesets(path, sets))


def rulesets(path: str) -> tuple[RuleSet, ...]:
    """Return every rule set, by game."""
    return tuple(each for name in sorted(boards_by_game(path)) for each in _rulesets(path, line(path, name)[1]))


def _rulesets(path: str, plain: Iterable[object]) -> Iterator[RuleSet]:
    """Yield rule sets from their packed form, with the file as their ``data``."""
    return (replace(unpacked(RuleSet, each), data=path) for each in plain)
