"""The lexicon: words that are the same, words that are near, and the names of the games.

Read from ``data/words.yaml``; everything is kept by stem, so plurals and verb forms need no lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kb.base import data_files
from kb.base.data_files import Many, Table
from kb.base.errors import Finding, raise_if
from kb.base.shape import ListOf, Name, Names, Record, Slug, Text
from kb.words.stems import stem
from kb.words.tokens import PLACES, replace_runs, tokens, without_articles

if TYPE_CHECKING:
    from kb.model.corpus import Game, SourceText

WORDS = "words.yaml"
_FILE = f"data/{WORDS}"
_TEXTS = ListOf(Text(), most=2_000)
#: the groups of the file, in the order in which they are read: their part, and the keys of one
_GROUPS = {
    "same": Record("a group of same words", {"word": Text(), "also": _TEXTS}),
    "editions": Record("an edition", {"game": Name("game"), "names": _TEXTS}),
    "printings": Record("a printing", {"printing": Text(), "game": Text(), "names": _TEXTS}),
    "absent": Record("an absent game", {"title": Text(), "names": _TEXTS}, {"nearest": Name("game")}),
    "wants": Record("a group of wants", {"want": Text(), "words": _TEXTS}),
    "frames": Record("a group of frames", {"where": Name("place"), "words": _TEXTS}),
    "near": Record("a group of near words", {"ask": _TEXTS, "means": _TEXTS}),
    "places": Record("a group of near words", {"ask": _TEXTS, "means": _TEXTS}),
    "keys": Record("a key of cases", {"key": Text(), "also": _TEXTS}),
    "prose": Record("a group of prose", {"say": Text(empty=True), "for": _TEXTS}),
    "things": Record(
        "something that games lack",
        {
            "thing": Slug(),
            "title": Text(),
            "has": Table(Name("game"), Text(empty=True)),
            "lacks": ListOf(Name("game")),
        },
        {"words": _TEXTS, "typed": _TEXTS},
    ),
}
#: the lists of plain words
_LISTS = ("faint", "meaningful", "articles", "plain", "modals", "everyday", "asking", "comparing", "playing")


def key(text: str) -> str:
    """Return the stems of a wording, joined by spaces: a key of the lexicon."""
    return " ".join(stem(word) for word in tokens(text))


@dataclass(frozen=True, slots=True)
class Thing:
    """A unit, rule or phase that some games lack: its plural ``title``, the games that have it with a remark on each,
    and those that do not have it under any name."""

    id: str
    title: str
    has: Mapping[str, str]
    lacks: tuple[str, ...]


@dataclass
class Lexicon:
    """Runs of stems and their meanings. A run is one to six stems, joined by spaces.

    Replacements: ``same`` run -> its canonical stems; ``near`` run -> related stems to search as well. Names:
    ``editions`` run -> game; ``printings`` run -> game and printing; ``absent`` run -> the title of a game that the
    base does not have; ``nearest`` such a title -> the game with the most similar rules; ``names`` terms of units,
    powers and technologies, and runs of places and phases; ``spaces`` run -> the ids of the spaces that it names;
    ``edition_words`` words of the names of games. Queries: ``frames`` run -> the place from which it is removed
    (:mod:`kb.search.frame`); ``wants`` run -> the kind of subject other than a rule; ``values`` run that asks for a
    value of a space -> the subjects of the values, with ``{}`` for the id of the space; ``asking`` stems with which a
    clause begins; ``comparing`` runs before the name of a game that is only compared with; ``playing`` runs of a
    sentence that states which game is played (:mod:`kb.search.mentions`); ``naming`` run of terms, and ``typed`` run of
    stems as typed -> the id of one of the ``things`` that some games lack. Weights: ``faint`` stems of low weight;
    ``modals`` stems that are one term of low weight; ``everyday`` stems of rules that are also used outside rules;
    ``articles`` stems that may be inside a near run or be missing there. Cases: ``keys`` run -> the keys of cases for
    which players use it. Lines about a position: ``prose`` wording -> the words that replace it.
    """

    same: dict[str, str] = field(default_factory=dict)
    near: dict[str, tuple[str, ...]] = field(default_factory=dict)
    editions: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    nearest: dict[str, str] = field(default_factory=dict)
    printings: dict[str, str] = field(default_factory=dict)
    faint: set[str] = field(default_factory=set)
    modals: set[str] = field(default_factory=set)
    everyday: set[str] = field(default_factory=set)
    asking: set[str] = field(default_factory=set)
    comparing: set[str] = field(default_factory=set)
    playing: set[str] = field(default_factory=set)
    articles: set[str] = field(default_factory=set)
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    prose: dict[str, str] = field(default_factory=dict)
    wants: dict[str, str] = field(default_factory=dict)
    things: list[Thing] = field(default_factory=list)
    naming: dict[str, str] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    spaces: dict[str, dict[str, None]] = field(default_factory=dict)
    values: dict[str, dict[str, None]] = field(default_factory=dict)
    edition_words: set[str] = field(default_factory=set)
    wordings: list[str] = field(default_factory=list)
    _terms: dict[str, list[str]] = field(default_factory=dict)
    #: the number of runs in ``same`` when ``_lengths`` was made, and the longest run that begins with each stem
    _counted: int = field(default=0, init=False, repr=False, compare=False)
    _lengths: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def terms(self, text: str) -> list[str]:
        """Return the index terms of a text."""
        found = self._terms.get(text)
        if found is None:
            stems = [stem(word) for word in tokens(text)]
            found = self._terms[text] = replace_runs(stems, self.same, self._longest())
        return found

    def _longest(self) -> Mapping[str, int]:
        """Return the length of the longest run of ``same`` that begins with each stem."""
        if self._counted != len(self.same):
            self._counted = len(self.same)
            for run in self.same:
                first, length = run.partition(" ")[0], run.count(" ") + 1
                self._lengths[first] = max(self._lengths.get(first, 0), length)
        return self._lengths


def load(data: str, games: Iterable[str]) -> Lexicon:
    """Read ``data/words.yaml``. Raises :class:`BadInput` with every finding."""
    known = set(games)
    keys = {part: Many(kind) for part, kind in _GROUPS.items()} | dict.fromkeys(_LISTS, Many(Text()))
    names, findings = Names(game=known, place=PLACES), list[Finding]()
    root = data_files.read(data, WORDS, keys, "lexicon", names, findings)
    stems = {part: {key(word) for word in root[part]} for part in _LISTS if part not in ("meaningful", "plain")}
    out = Lexicon()
    for part, own in stems.items():
        setattr(out, part, own)
    out.wordings += [_plain(word) for word in root["plain"]]
    meaningful = {key(word) for word in root["meaningful"]}
    for part, kind in () if findings else _GROUPS.items():
        for row, line in zip(root[part], getattr(root[part], "lines", ()), strict=True):  # no lines if it is missing
            if part == "same":
                findings += _same(row["word"], row["also"], out, meaningful, line)
            elif part in ("near", "places"):
                _near(row["ask"], row["means"], out)
            elif part == "printings":
                out.printings.update({key(name): f"{row['game']} {row['printing']}" for name in row["names"]})
            elif part == "things":
                out.things.append(Thing(row["thing"], row["title"], row["has"], tuple(row["lacks"])))
                out.naming.update({" ".join(out.terms(wording)): row["thing"] for wording in row.get("words", ())})
                out.typed.update({key(wording): row["thing"] for wording in row.get("typed", ())})
                out.wordings += [_plain(each) for part in ("words", "typed") for each in row.get(part, ())]
            elif part == "prose":
                out.prose.update({wording.lower(): row["say"] for wording in row["for"]})
            elif part == "keys":
                for run in map(key, row["also"]):
                    out.keys[run] = (*out.keys.get(run, ()), row["key"])
            else:
                meant, wordings = (row[name] for name in kind.required)
                getattr(out, part).update({key(wording): meant for wording in wordings})
                out.wordings += [_plain(wording) for wording in wordings]
                if "nearest" in row:
                    out.nearest[row["title"]] = row["nearest"]
                if part == "editions":
                    out.edition_words.update(word for wording in wordings for word in _plain(wording).split())
    findings += [
        Finding(f"'{run}' is under 'editions' and under 'absent'", _FILE, root["absent"].lines[0], "remove it from one")
        for run in out.absent.keys() & out.editions.keys()
    ]
    findings += [
        Finding(f"'{word}' is under 'faint' and 'meaningful'", _FILE, root["faint"].lines[0], "remove it from 'faint'")
        for word in out.faint & meaningful
    ]
    raise_if(findings)
    return out


def _plain(wording: str) -> str:
    """Return the tokens of a wording, joined by spaces."""
    return " ".join(tokens(wording))


def _same(word: str, also: Iterable[str], out: Lexicon, meaningful: set[str], line: int) -> list[Finding]:
    """Add a word and its synonyms (``also``) to ``out.same``. Return findings about synonyms that are in another group,
    or among the ``meaningful`` words, which may not be synonyms."""
    findings, term = [], key(word)
    for wording in (word, *also):
        run = key(wording)
        out.wordings.append(_plain(wording))
        if run != term and run in meaningful:
            what = f"'{wording}' changes what a rule means and cannot have a synonym"
            findings.append(Finding(what, _FILE, line, "remove it from this group"))
        elif out.same.get(run, term) != term:
            findings.append(Finding(f"'{wording}' is in two groups of synonyms", _FILE, line, "remove it from one"))
        elif run:
            out.same[run] = term
    return findings


def _near(asked: Iterable[str], means: Iterable[str], out: Lexicon) -> None:
    """Add the terms of ``means``, except faint ones, to ``out.near`` under each wording of ``asked``."""
    terms = [term for wording in means for term in out.terms(wording) if term not in out.faint]
    for wording in asked:
        run = " ".join(without_articles(out.terms(wording), out.articles))
        out.wordings.append(_plain(wording))
        out.near[run] = tuple(dict.fromkeys((*out.near.get(run, ()), *terms)))


# -- games that the file does not name


#: the changes that make a name of a title
_NAME_FORMS = (
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
    """Add names to a lexicon for the games that ``data/words.yaml`` does not have: their titles.

    A title that occurs in ``texts`` of other games, too (a landing is called a D-Day there), names the game only
    together with a word such as edition. The names that ``absent`` has for such a title become names of the game.
    """
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
        names = bare | {key(form.format(title)) for title in titles for form in _NAME_FORMS}
        titled = {lexicon.absent[name] for name in names if name in lexicon.absent}
        names |= {run for run, title in lexicon.absent.items() if title in titled}
        for run in names - lexicon.editions.keys():
            lexicon.editions[run] = game.id
            lexicon.absent.pop(run, None)
