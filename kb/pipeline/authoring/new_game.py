"""A game that is not here yet: its id, what its rulings' ids begin with, and its files.

The files have what a person says of the game, and remarks on what may be written there. Nothing in them has to be
filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from kb.base.errors import BadInput, Finding
from kb.base.model import Game
from kb.pipeline.authoring.sheet import Copy, scalar

#: prefixes that no game may have: those of house rulings, and of printed values
_RESERVED = frozenset(("house", "value"))

_GAME = """\
# What is known of the game; all but id, title and prefix may be left out. The ids of its rulings begin with the prefix,
# so these two stay. What else may stand here, and in the files of its sections, verdicts and phrasings: docs/data.md.
id: {id}
title: {title}
short: {short}
prefix: {prefix}
# year: "2004"                   # of the printing
# publisher: Avalon Hill
# currency: IPC                  # what units are paid in
# powers: [germany, japan]       # in the order of play
# about: A sentence of your own.
"""
_SECTIONS = """\
# The sections of the rule book of {title}. Until some are written, the headings of its documents stand for them.
# Without the # a line counts.
game: {id}
book: {title}
sections:
#  - id: {prefix}/movement     # the prefix, a slash, and a word of your own
#    title: Movement
#    pages: 12-14              # may be left out
#    names: [moving]           # other names that a text may call it by; may be left out
"""
_VERDICTS = """\
# What the rulings of {title} come to, in your own words. Of a ruling that does not stand here its first sentence is
# shown, as a draft. Every key but the id may be left out; without the # a line counts.
rulings:
#  - id: {prefix}-mov-1
#    verdict: A tank may move on after it took land.   # at most 20 words, true whatever was asked
#    kind: yes                                         # what the answer amounts to: yes, no, value or depends
#    sections:
#      - {{section: {prefix}/movement, why: its words say “keep moving”}}
"""
_PHRASINGS = """\
# How players ask for a ruling of {title}, in words that its document does not use: three at least, one a line. A
# ruling that does not stand here is found by its own question and answer. Without the # a line counts.
rulings:
#  {prefix}-mov-1:
#    - may my armor blitz through
#    - how far does a tank go after it took land
#    - {{no: do i have to stop when i take a territory}}   # with the word that answers it
"""


def new_game(name: str, games: Sequence[Game]) -> Game:
    """The game of a name, with an id and a prefix that none of the ``games`` has. Raises :class:`BadInput`."""
    title = " ".join(name.split())
    short = _without_series(title, [game.title for game in games])
    slug = _slug(short)
    if not slug:
        raise BadInput(Finding(f"'{name}' cannot be the name of a game", hint="name it in letters or digits"))
    same = next(
        (game for game in games if slug == game.id or title.lower() in (game.title.lower(), game.short.lower())), None
    )
    if same is not None:
        hint = f"add the document to it with --game {same.id}"
        raise BadInput(Finding(f"the game '{title}' is here already", hint=hint))
    taken = {game.prefix for game in games} | _RESERVED
    prefix = next(each for each in _prefixes(slug) if each not in taken)
    return Game(slug, title, short, prefix, "", "", "", (), "")


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("’", "").replace("'", "")).strip("-")


def _without_series(title: str, others: Iterable[str]) -> str:
    """A title without the words with which those of at least two other games begin, too."""
    words, begin = title.split(), 0
    known = [re.sub(r"[^\w\s&]", "", other).lower().split() for other in others]
    plain = re.sub(r"[^\w\s&-]", "", title).lower().split()
    for at in range(1, len(words)):
        if sum(each[:at] == plain[:at] for each in known) >= 2:
            begin = at
    return " ".join(words[begin:])


def _prefixes(slug: str) -> Iterator[str]:
    """What the ids of a game's rulings may begin with, the shortest first: ``d-day`` -> ``dd``, ``dda``."""
    letters = slug.replace("-", "")
    start = "" if letters[0].isalpha() else "g"
    initials = "".join(part[0] for part in slug.split("-"))
    if len(initials) > 1:
        yield (start + initials)[:4]
    yield from dict.fromkeys((start + letters)[:size] for size in (3, 4, 5) if len(letters) >= size)
    yield from (f"{(start + letters)[:3]}{n}" for n in count(2))


def install(copy: Copy, game: Game) -> None:
    """Write the files of a new game into a copy of the data."""
    values = {"id": game.id, "title": scalar(game.title), "short": scalar(game.short), "prefix": game.prefix}
    for path, text in (
        (f"games/{game.id}/game.yaml", _GAME),
        (f"sections/{game.id}.yaml", _SECTIONS),
        (f"verdicts/{game.id}.yaml", _VERDICTS),
        (f"phrasings/{game.id}.yaml", _PHRASINGS),
    ):
        copy.write(path, text.format(**values))
