"""The names that a case of one game may use, by kind, and players' names for the same objects.

An object can be given by its id, a printed name, a synonym in ``data/words.yaml`` (``dd``, ``ussr``), or a part of its
name (``karelia``, ``nw europe``). A part that several names of the kind have is ambiguous.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain

from kb.base.english import plural
from kb.base.errors import KBError
from kb.base.packing import unpacked
from kb.base.shape import LONGEST, suggest
from kb.engine.core.picks import DAMAGED
from kb.engine.core.position import Mark, account
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.rules import RULES
from kb.games import packed
from kb.games.board_model import Side
from kb.games.rulesets import load_rulesets
from kb.words import lexicon
from kb.words.lexicon import Lexicon

#: the most names that a hint suggests
_MOST_MEANT = 6
#: the most names that a message lists
_FEW = 20
#: other forms of directions in names
DIRECTIONS = {
    "n": ("north", "northern"),
    "e": ("east", "eastern"),
    "s": ("south", "southern"),
    "w": ("west", "western"),
    "north": ("northern",),
    "east": ("eastern",),
    "south": ("southern",),
    "west": ("western",),
    "nw": ("northwest", "northwestern"),
    "ne": ("northeast", "northeastern"),
    "sw": ("southwest", "southwestern"),
    "se": ("southeast", "southeastern"),
}
#: words that never identify a name alone, and the minimum length of a partial name
_NOT_ALONE = frozenset(
    (
        *("north", "east", "south", "west", "northern", "eastern", "southern", "western"),
        *("central", "far", "new", "sea", "zone", "of", "the", "and", "at", "to", "in", "on", "by", "from"),
    )
)
_SHORTEST = 3
#: kinds of words that have no synonyms
_AS_WRITTEN = frozenset(("mark", "side", "victory level", "casualty"))
_MARKS = re.compile(r"[^\w/]+")


@lru_cache(maxsize=4)
def lexicon_of(data: str) -> Lexicon | None:
    """Return the lexicon of a folder of data; None if it cannot be read, and callers do without synonyms."""
    try:
        if packed.is_packed(data):
            return unpacked(Lexicon, packed.line(data, packed.WORDS))
        return lexicon.load(data, [each.name for each in os.scandir(os.path.join(data, "games"))])
    except (KBError, OSError):
        return None


def game_named(name: str, data: str) -> str:
    """Return the id of the game that players call ``name``; empty if no game has that name."""
    words = lexicon_of(data)
    return words.editions.get(lexicon.key(name), "") if words else ""


#: the word for no power and no unit, and its synonyms
NONE = "none"
NOBODY = (NONE, "nobody", "nothing")
#: the rolls, as a trace names them, in the order of a turn
ROLLS = (
    *("research", "breakthrough", "passing-fire", "overflight", "kaiten-torpedoes", "kamikaze-attacks", "kamikaze"),
    *("rocket", "raid-antiaircraft", "raid", "antiaircraft", "bombardment", "dive-bombers", "submarines"),
    *("attackers-fire", "defenders-fire", "convoys", "bonds"),
)
#: rolls with a die for each unit that fires
ROLLS_OF_SHOOTERS = ("attackers-fire", "defenders-fire", "submarines", "bombardment", "dive-bombers", "convoys")
#: the choices of powers, each with the kind of its options
CHOICES = {
    "casualties": "who is hit",
    "carrier": "the carrier on which a plane lands, if they are not equal",
    "chart": "the chart on which a power rolls",
    "decks": "the planes that have a place on the remaining carriers",
    "division": "where a division is raised",
    "free-units": "the free units that a power receives",
    "interceptors": "the fighters that meet raiders, or `none`",
    "kamikaze": "the ship that a kamikaze token is used on, or `none`",
    "landing": "the space in which a plane must land",
    "passing-fire": "the submarines that fire at ships passing by, or `none`",
    "payer": "the power or account that pays",
    "raiders": "the other aircraft that raid the same territory, or `none`",
    "scramble": "the fighters that scramble, or `none`",
    "share": "how much the first account takes",
    "takeover": "the units that are taken over, or `none`",
    "treaty": "where units are raised",
}
#: why units are lost outside the steps of combat and its rolls
LOSSES = ("battle", "cargo", "no-landing")


class Vocabulary:
    """The names of a rule book, by kind of word (``space``, ``power``, ``rule`` ...)."""

    def __init__(self, rules: Rulebook) -> None:
        board, ruleset = rules.board, rules.ruleset
        self.rules, self.board, self.ruleset = rules, board, ruleset
        # units on neutral land that may join a side belong to a side, not to a power
        joined = tuple(Side) if any(space.neutral and not space.closed for space in board.spaces) else ()
        # damaged casualties of a multi-hit unit have a name of their own
        hit = {unit.id: ("", DAMAGED) if (unit.hits or 0) > 1 else ("",) for unit in board.units}
        # players may agree on one of the numbers that are given to the rule that counts the cities
        counts_cities = (line for line in ruleset.rules if line.rule == "victory-checked-at-end-of-round")
        owners = (power for space in board.spaces for power in (space.owner, space.held_by) if power)
        self._words: dict[str, dict[str, None]] = {
            "power": dict.fromkeys((*(power.id for power in board.powers), *owners, *joined)),
            "account": dict.fromkeys(
                account(seat.id, each.economy) for seat in board.powers for each in seat.treasuries
            ),
            "economy": dict.fromkeys(each.economy for seat in board.powers for each in seat.treasuries if each.economy),
            "unit": dict.fromkeys(unit.id for unit in board.units),
            "casualty": dict.fromkeys(f"{state}{unit}" for unit, states in hit.items() for state in states),
            "phase": dict.fromkeys(phase.id for phase in ruleset.phases),
            "section or ruling": dict.fromkeys(each for cites in ruleset.permissions for each in cites),
            "rule": dict.fromkeys(line.rule for line in ruleset.rules),
            "reading": dict.fromkeys(each for line in ruleset.rules for each in line.readings),
            "technology": dict.fromkeys(technology.id for technology in board.technologies),
            "advantage": dict.fromkeys(advantage.id for advantage in ruleset.advantages),
            "option": dict.fromkeys(ruleset.options),
            "canal": dict.fromkeys(canal.id for canal in board.canals),
            "step": dict.fromkeys(ruleset.steps),
            "roll": dict.fromkeys(ROLLS),
            "choice": dict.fromkeys((*CHOICES, *ROLLS)),
            "part of the play": dict.fromkeys((*ruleset.steps, *ROLLS, *LOSSES)),
            "objective": dict.fromkeys(objective.id for objective in board.objectives),
            "victory level": dict.fromkeys(level for line in counts_cities for level in line.given),
            "mark": dict.fromkeys(Mark),
            "side": dict.fromkeys(Side),
        }

        self._names = {name for space in board.spaces for name in space.names}
        self._lexicon = lexicon_of(ruleset.data) or Lexicon()
        self._by_terms: dict[str, tuple[dict[str, tuple[str, ...]], str]] = {}

    def find(self, kind: str, word: str) -> str | None:
        """Return the id of a word; None for an unknown word. A space has several names."""
        if kind == "space":
            space = self.board.named(word) if len(word) <= LONGEST else None
            return space.id if space else None
        return word if word in self._words[kind] else None

    def words(self, kind: str) -> Iterable[str]:
        """Return every word of a kind."""
        if kind == "space":
            return [name for space in self.board.spaces for name in (space.id, *space.names)]
        return self._words[kind]

    def hint(self, word: str, *kinds: str) -> str:
        """Return a hint for an unknown word of the ``kinds``, never empty: similar words, the rule sets with the rule,
        all words if they are few, or that none is similar."""
        if kinds == ("rule",) and word in RULES:
            return self._elsewhere(word)
        candidates = [each for kind in kinds for each in self.words(kind)]
        near = self.nearest(word, candidates)
        if near or len(candidates) > _FEW:
            return near or f"no {' or '.join(kinds)} of this game has a similar name"
        return f"one of {', '.join(candidates)}" if candidates else _none_of(kinds[0])

    def nearest(self, word: str, known: Iterable[str]) -> str:
        """Return a hint that names the known words similar in meaning, else in spelling; empty if there are none."""
        if len(word) > LONGEST:
            return ""
        ids = {name: self.find("space", name) or name if name in self._names else name for name in known}
        found = dict.fromkeys(ids[name] for name in self._similar(word, ids))
        if found:
            names = " or ".join(f"'{each}'" for each in found)
            return f"did you mean {names}?"
        return suggest(word.lower(), ids) or suggest(word, ids)

    def _similar(self, word: str, known: Iterable[str]) -> list[str]:
        """Return the known names that a word may stand for, by the first way that finds a few of them.

        The ways are: keys that players call so, equal terms, related terms, names that contain the word, names that the
        word contains.
        """
        words = self._lexicon
        candidates = {name: words.terms(name) for name in known}
        own = words.terms(word)
        near = {*words.near.get(" ".join(own), ())}
        ways = (
            [name for name in candidates if name in self.keys_of(word)],
            [name for name, terms in candidates.items() if terms == own],
            [name for name, terms in candidates.items() if terms and {*terms} <= near],
            [name for name, terms in candidates.items() if own and {*own} <= {*terms}],
            [name for name, terms in candidates.items() if len(own) > 1 and terms and {*terms} <= {*own}],
        )
        return next((found for found in ways if 0 < len(found) <= _MOST_MEANT), [])

    def _elsewhere(self, rule: str) -> str:
        """Return a hint that lists the rule sets with a rule that this one lacks."""
        data = self.ruleset.data
        sets = packed.rulesets(data) if packed.is_packed(data) else load_rulesets(data) if data else ()
        having = [each.id for each in sets if any(line.rule == rule for line in each.rules)]
        have = f"{', '.join(having)} {'has' if len(having) == 1 else 'have'} it"
        others = have if having else f"no game has it: give it a line in {self.ruleset.file}"
        return f"{self.ruleset.id} does not have this rule, {others}"

    # -- words of players

    def terms(self, text: str) -> str:
        """Return the stems of a text, with each synonym replaced by its canonical form."""
        return " ".join(self._lexicon.terms(text))

    def keys_of(self, text: str) -> tuple[str, ...]:
        """Return the keys of a case, such as ``lost``, for which players write a text, such as *casualties*."""
        return self._lexicon.keys.get(lexicon.key(text), ())

    def ids(self, kind: str, text: str) -> tuple[str, ...]:
        """Return the ids of a kind that a text may stand for: several if it is ambiguous, none if it is unknown."""
        exact = self._exactly(kind, text)
        if exact or kind in _AS_WRITTEN:
            return (exact,) if exact else ()
        names, joined = self._of_kind(kind)
        parts: list[str] = []
        for wording in wordings(text):
            own = self.terms(wording)
            if own in names and kind != "phase":  # "combat" can be one phase and a part of others
                return names[own]
            alone = len(own) < _SHORTEST or own.isdigit() or {*wording.split()} <= _NOT_ALONE
            if f" {own} " in joined and not alone:
                parts.append(own)
        found = [ids for name, ids in names.items() if parts and f" {parts[0]} " in f" {name} "]
        return tuple(dict.fromkeys(chain.from_iterable(found)))

    def near(self, kinds: Iterable[str], word: str) -> str:
        """Return ``did you mean 'x'?`` for a name of some kinds that is spelled like a word; empty if there is none."""
        return suggest(word, dict.fromkeys(name.lower() for kind in kinds for name, _ in self._named(kind)))

    def listed(self, kind: str) -> str:
        """Return a hint with all names of a kind, or that there are none; empty if there are many."""
        ids = list(self.words(kind))
        if not ids:
            return _none_of(kind)
        return f"one of {', '.join(each.replace('-', ' ') for each in ids)}" if len(ids) <= _FEW else ""

    def is_several(self, kind: str, text: str) -> bool:
        """Return whether a text is the plural of a name, such as ``subs``."""
        one = text[:-1]
        return text.endswith("s") and self.ids(kind, one) == self.ids(kind, text) != () and len(one) > 1

    def _exactly(self, kind: str, text: str) -> str:
        """Return the id of a kind that equals a text but for punctuation, or of the space with that name; else
        empty."""
        if kind == "space":
            return self.find("space", text) or ""
        return self._ids[kind].get(_MARKS.sub("-", text), "") if kind in self._ids else ""

    @cached_property
    def _ids(self) -> dict[str, dict[str, str]]:
        """The ids of each kind by their spelling with hyphens for punctuation."""
        return {kind: {_MARKS.sub("-", each): each for each in words} for kind, words in self._words.items()}

    def _of_kind(self, kind: str) -> tuple[dict[str, tuple[str, ...]], str]:
        """Return the ids of a kind by the terms of their names, and all these terms joined in one text."""
        if kind not in self._by_terms:
            found: dict[str, tuple[str, ...]] = {}
            for name, each in self._named(kind):
                own = self.terms(name)
                found[own] = tuple(dict.fromkeys((*found.get(own, ()), each)))
            self._by_terms[kind] = found, f" {' , '.join(found)} "
        return self._by_terms[kind]

    def _named(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield each name of a kind with its id, which may have several names, such as the city of a space."""
        board, ruleset = self.board, self.ruleset
        if kind == "space":
            for space in board.spaces:
                yield from ((name, space.id) for name in (*space.names, *([space.city] if space.city else ())))
            return
        yield from ((word.replace("-", " "), word) for word in self.words(kind))
        if kind in ("unit", "technology"):
            typed = board.units if kind == "unit" else board.technologies
            yield from ((each.name, each.id) for each in typed)
        elif kind in ("phase", "advantage"):
            titled = ruleset.phases if kind == "phase" else ruleset.advantages
            yield from ((each.title, each.id) for each in titled)


@lru_cache(maxsize=16)
def vocabulary(rules: Rulebook) -> Vocabulary:
    """Return the vocabulary of a rule book; it is cached."""
    return Vocabulary(rules)


def wordings(text: str) -> Iterator[str]:
    """Yield a text, then every text with one of its directions in another form: ``nw europe``, ``northwestern europe``.

    A text of one word has no other forms.
    """
    yield text
    words = text.split()
    for at, word in enumerate(words if len(words) > 1 else ()):
        for long in DIRECTIONS.get(word, ()):
            yield " ".join([*words[:at], long, *words[at + 1 :]])


def _none_of(kind: str) -> str:
    """Return the message that the game has nothing of a kind."""
    return f"this game has no {plural(kind, 2)}"
