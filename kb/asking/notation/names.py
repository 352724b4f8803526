"""The names of one game as players write them: powers, units, spaces, technologies, advantages.

A name is looked up by its terms (:class:`~kb.cases.language.vocabulary.Spoken`), so that every way of saying it is
found under one. Spaces also go by a part of their name that no other has, and by their directions in short.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from kb.cases.language.vocabulary import Spoken
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import Space

#: kind of name -> ids
Meanings = Mapping[str, tuple[str, ...]]
_DIRECTIONS = (
    ("west", "western", "w"),
    ("east", "eastern", "e"),
    ("north", "northern", "n"),
    ("south", "southern", "s"),
)
#: parts of names that say nothing by themselves
_COMMON = (
    "sea zone of the and at a new central state islands land territory republic ssr coast union convoy neutral mid saint "
    "national city far sea canal no on in to all may can line wake gold "
    "one two three four five six seven eight nine ten eleven twelve"
)
#: units that are called by one name though a game has several of them: the first of these it has is meant
_SEVERAL = {
    "industrial complex": ("industrial-complex", "minor-industrial-complex"),
    "antiaircraft": ("antiaircraft-gun",),
    "boat": ("transport",),
    "troops": ("infantry",),
    "men": ("infantry",),
    "guys": ("infantry",),
}
#: in what a power's name begins so, if no other does
_SHORTEST = 3
_CLOSE = 0.8


class Names:
    """The names of a rule book's board and rule set."""

    def __init__(self, rules: Rulebook, spoken: Spoken) -> None:
        self.rules, self.spoken, self.board = rules, spoken, rules.board
        self._found: dict[str, dict[str, tuple[str, ...]]] = {}
        self._ways = [[spoken.terms(each) for each in way] for way in _DIRECTIONS]
        self._generic = {spoken.terms(word) for word in _COMMON.split()} | {each for way in self._ways for each in way}
        self.spelled: dict[str, str] = {}
        board, ruleset = rules.board, rules.ruleset
        owners = (power for space in board.spaces for power in (space.owner, space.held_by) if power)
        #: every power of the board, also those without a seat
        self.powers = list(dict.fromkeys((*(seat.id for seat in board.powers), *owners)))
        self._add("power", ((power, power) for power in self.powers))
        self._add("unit", ((name, unit.id) for unit in board.units for name in (unit.id, unit.name)))
        self._add("technology", ((name, each.id) for each in board.technologies for name in (each.id, each.name)))
        self._add("advantage", ((name, each.id) for each in ruleset.advantages for name in (each.id, each.title)))
        self._add("option", ((option, option) for option in ruleset.options))
        kinds = {unit.id for unit in board.units}
        for word, units in _SEVERAL.items():
            self._add("unit", ((word, unit) for unit in [each for each in units if each in kinds][:1]), new_only=True)
        self._spaces()
        self._powers = {spelled: each for spelled, each in self.spelled.items() if each in self.powers}

    def find(self, text: str) -> Meanings:
        """What a text may name: ids by kind, several where it does not say which; nothing where it is no name."""
        return self._found.get(self.spoken.terms(text), {})

    def power_beginning(self, word: str) -> str:
        """The power whose name begins like a word (``rus``, ``sov``); empty where that is none or several."""
        if len(word) < _SHORTEST:
            return ""
        found = {each for spelled, each in self._powers.items() if spelled.startswith(word)}
        return found.pop() if len(found) == 1 else ""

    def like(self, word: str) -> str:
        """The name that is spelled most like a word; empty where none is."""
        near = difflib.get_close_matches(word, self.spelled, n=1, cutoff=_CLOSE)
        return near[0] if near else ""

    def _add(self, kind: str, names: Iterable[tuple[str, str]], new_only: bool = False) -> None:
        for name, meant in names:
            plain = name.replace("-", " ").lower()
            self.spelled.setdefault(plain, meant)
            self._put(kind, self.spoken.terms(plain), (meant,), new_only)

    def _put(self, kind: str, terms: str, ids: tuple[str, ...], new_only: bool = False) -> None:
        kinds = self._found.setdefault(terms, {})
        if kinds and new_only:
            return
        kinds[kind] = tuple(dict.fromkeys((*kinds.get(kind, ()), *ids)))

    # -- spaces

    def _spaces(self) -> None:
        """Whole names first, then what else a space goes by where it is said of no other thing."""
        whole = {space.id: {self.spoken.terms(name) for name in space.names} for space in self.board.spaces}
        for space in self.board.spaces:
            for terms in whole[space.id]:
                self._put("space", terms, (space.id,))
            for name in space.names:
                self.spelled.setdefault(name.lower(), space.id)
        parts: dict[str, dict[str, None]] = {}
        for space in self.board.spaces:
            for terms in whole[space.id]:
                for part in (*self._parts(terms.split()), *self._short(terms.split())):
                    parts.setdefault(part, {})[space.id] = None
            if space.city:
                parts.setdefault(self.spoken.terms(space.city), {})[space.id] = None
                self.spelled.setdefault(space.city.lower(), space.id)
        for part, ids in [*self._near(whole), *((part, tuple(ids)) for part, ids in parts.items())]:
            if not self._found.get(part):
                self._put("space", part, ids)

    def _parts(self, terms: list[str]) -> Iterator[str]:
        """The parts of a name that may stand for it: runs of its words that say something."""
        for start in range(len(terms)):
            for end in range(start + 1, len(terms) + 1):
                run = terms[start:end]
                if not all(each in self._generic or each.isdigit() for each in run):
                    yield from (" ".join(run), *self._short(run))

    def _short(self, terms: list[str]) -> Iterator[str]:
        """A name with its direction said otherwise: ``w europe``, ``west of western europe``."""
        for at, term in enumerate(terms):
            for way in self._ways:
                if term in way and len(terms) > 1:
                    yield from (" ".join([*terms[:at], each, *terms[at + 1 :]]) for each in way if each != term)

    def _near(self, whole: Mapping[str, set[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What players call places, where that stands for one space of the board."""
        named = {terms: space for space, names in whole.items() for terms in names}
        for run, means in self.spoken.means.items():
            ids = dict.fromkeys(named[each] for each in means if each in named)
            if len(ids) == 1:
                yield run, tuple(ids)

    def space(self, space: str) -> Space:
        """The space of an id."""
        return self.board.space(space)
