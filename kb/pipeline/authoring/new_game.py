"""Makes a game of a name that is not in the data yet, with its id and the prefix of the ids of its rulings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from kb.base.errors import BadInput, Finding
from kb.model.corpus import Game

#: the prefix of printed values, which no game may have
_RESERVED = frozenset(("value",))
#: words that cannot be ids of games: that of all games, and names that Windows keeps for devices
_NO_ID = re.compile(r"all|none|con|prn|aux|nul|(?:com|lpt)\d")


def new_game(name: str, games: Sequence[Game]) -> Game:
    """Return a new game with a title, and with an id and a prefix that none of the ``games`` has.

    Raises :class:`BadInput` if the name has no letter or digit, is the name of one of the ``games``, or gives an id
    that is reserved.
    """
    title = " ".join(name.split())
    short = _without_series(title, [game.title for game in games])
    slug = _slug(short)
    if not slug:
        raise BadInput(Finding(f"'{name}' cannot be the name of a game", hint="use letters or digits"))
    same = next(
        (game for game in games if slug == game.id or title.lower() in (game.title.lower(), game.short.lower())), None
    )
    if same is not None:
        hint = f"add the document to it with --game {same.id}"
        raise BadInput(Finding(f"the game '{title}' already exists", hint=hint))
    taken = {game.prefix for game in games} | _RESERVED
    if slug in taken or _NO_ID.fullmatch(slug):
        hint = f"add a word to it, such as '{title} Game'"
        raise BadInput(Finding(f"'{name}' cannot be the name of a game: the id {slug} has another meaning", hint=hint))
    prefix = next(each for each in _prefixes(slug) if each not in taken)
    return Game(slug, title, prefix, short)


def _slug(text: str) -> str:
    """Return a text as an id: its letters, without capitals and accents, and digits, with hyphens between the words."""
    plain = unicodedata.normalize("NFKD", text.lower()).replace("’", "").replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[\u0300-\u036f]", "", plain)).strip("-")


def _without_series(title: str, others: Iterable[str]) -> str:
    """Return a title without the first words that it shares with at least two others, but with its last word."""
    words, begin = title.split(), 0
    known = [re.sub(r"[^\w\s&]", "", other).lower().split() for other in others]
    plain = re.sub(r"[^\w\s&-]", "", title).lower().split()
    for at in range(1, len(words)):
        if sum(each[:at] == plain[:at] for each in known) >= 2:
            begin = at
    return " ".join(words[begin:])


def _prefixes(slug: str) -> Iterator[str]:
    """Yield possible prefixes for the ids of a game with the id ``slug``: ``d-day`` -> ``dd``, ``dda``."""
    letters = slug.replace("-", "")
    start = "" if letters[0].isalpha() else "g"
    initials = "".join(part[0] for part in slug.split("-"))
    if len(initials) > 1:
        yield (start + initials)[:4]
    yield from dict.fromkeys((start + letters)[:size] for size in (3, 4, 5) if len(letters) >= size)
    yield from (f"{(start + letters)[:3]}{n}" for n in count(2))
