"""What players call the games of which ``data/words.yaml`` says nothing: by their titles.

A title that is a word of other games, too (a landing is called a D-Day there), names the game only together with a word
such as edition. A name under ``absent`` is the game's once it is here.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.base.model import Game, SourceText
from kb.search.lexicon import Lexicon, key

#: what makes a name of any title
_WITH = (
    "{} edition",
    "{} game",
    "{} rules",
    "{} faq",
    "game of {}",
    "axis and allies {}",
    "axis & allies {}",
    "a&a {}",
)


def name_games(lexicon: Lexicon, games: Iterable[Game], texts: Iterable[SourceText]) -> None:
    """Add to a lexicon what the games are called that it does not name."""
    unnamed = [game for game in games if game.id not in lexicon.editions.values()]
    if not unnamed:
        return
    used = {*lexicon.same, *lexicon.near, *lexicon.wants, *lexicon.frames}
    words = {text.document.id: (text.document.game, f" {key(text.text)} ") for text in texts}
    for game in unnamed:
        titles = dict.fromkeys(each for each in (game.title, game.short, game.id) if each)
        others = [said for of, said in words.values() if of != game.id]
        bare = {
            run
            for run in map(key, titles)
            if run and run not in used and not any(f" {run} " in each for each in others)
        }
        names = bare | {key(form.format(title)) for title in titles for form in _WITH}
        titled = {lexicon.absent[name] for name in names if name in lexicon.absent}
        names |= {run for run, title in lexicon.absent.items() if title in titled}
        for run in names - lexicon.editions.keys():
            lexicon.editions[run] = game.id
            lexicon.absent.pop(run, None)
