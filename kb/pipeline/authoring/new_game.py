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
from kb.base.shape import Shape
from kb.corpus.curated import VERDICT
from kb.games.catalogue import GAME, SECTION, SECTIONS
from kb.pipeline.authoring.explained import yaml_file
from kb.pipeline.authoring.sheet import Copy

#: the prefix of printed values, which no game may have
_RESERVED = frozenset(("value",))
_RULINGS = Shape.of(
    "rulings=list What they come to; of one that does not stand here its first sentence is shown, as a draft."
)
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
    known = {"id": game.id, "title": game.title, "short": game.short, "prefix": game.prefix}
    book = {"game": game.id, "book": game.title, "sections": []}
    section = f"{{id: {game.prefix}/movement, title: Movement, pages: 12-14, names: [moving]}}"
    verdict = f"{{id: {game.prefix}-mov-1, verdict: A tank may move on., kind: yes}}"
    of = f"of {game.title}. Nothing more has to be written."
    for folder, text in (
        (f"games/{game.id}/game", yaml_file(f"What is known {of}", GAME, known)),
        (
            f"sections/{game.id}",
            yaml_file(f"The book {of}", SECTIONS, book, {"sections": SECTION}, {"sections": section}),
        ),
        (
            f"verdicts/{game.id}",
            yaml_file(f"Rulings {of}", _RULINGS, {"rulings": []}, {"rulings": VERDICT}, {"rulings": verdict}),
        ),
        (f"phrasings/{game.id}", _PHRASINGS.format(title=game.title, prefix=game.prefix)),
    ):
        copy.write(f"{folder}.yaml", text)
