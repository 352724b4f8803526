"""Reads a yes/no question: what is asked for, of which units, under which conditions; each word is of these or filler.

A word that is none of them is kept: a question with such a word is not understood, and nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kb.asking.questions.vocabulary import Fact, Words
from kb.cases.language.vocabulary import Spoken
from kb.engine.core.rulebook import Rulebook
from kb.games.board_model import UnitKind

#: words in one name at most
_LONGEST = 6
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelv"]
#: what may be said of units or places after they are named
_PREDICATED = (Fact.SUBMERGED, Fact.EMPTY, Fact.DAMAGED, Fact.SURFACED, Fact.NEW, Fact.OLD)
#: what is said of all, wherever it stands
_OF_ALL = (Fact.COMBAT, Fact.NONCOMBAT, Fact.UNRESEARCHED, Fact.HELD)
#: terms that forbid, and those of them behind which stands who is stopped
_FORBIDS, _STOPS = ("illeg", "forbidden"), ("stop", "block", "prevent")
#: terms with which a question begins that has another answer than yes or no
_OPEN = ("what", "which", "who", "how", "where", "when", "why", "whose")
_CAN = ("can", "may", "do", "doe", "is", "are", "am", "allow")


@dataclass(slots=True)
class Mention:
    """Units that a question names: which ``kinds`` they may be (``group`` where the name is one of many), whose, how
    many (0: it is not said), whether there are none, and in which state. The ``subject`` does what is asked; ``beside``
    it stands what is named with it."""

    kinds: tuple[str, ...]
    group: bool = False
    whose: str = ""
    power: str = ""
    none: bool = False
    count: int = 0
    facts: frozenset[Fact] = frozenset()
    subject: bool = False
    beside: bool = False


@dataclass(slots=True)
class Question:
    """A question as it was read: the kinds of ``acts`` it asks for (empty: none), those that it says were done
    ``before``, the conditions, with the ``numbers`` that are said of them, and whether it asks for a move ``by_land``.
    ``unread`` are terms not understood."""

    acts: tuple[str, ...] = ()
    before: list[tuple[str, ...]] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)
    technologies: list[str] = field(default_factory=list)
    advantages: list[str] = field(default_factory=list)
    places: list[frozenset[Fact]] = field(default_factory=list)
    facts: set[Fact] = field(default_factory=set)
    numbers: dict[Fact, int] = field(default_factory=dict)
    forbidden: bool = False
    by_land: bool = False
    unread: list[str] = field(default_factory=list)


class Names:
    """What runs of terms name on the board of a rule book: kind -> ids."""

    def __init__(self, rules: Rulebook, spoken: Spoken, words: Words) -> None:
        board = rules.board
        self._found: dict[str, dict[str, tuple[str, ...]]] = {}
        owners = (power for space in board.spaces for power in (space.owner, space.held_by) if power)
        for power in dict.fromkeys((*(seat.id for seat in board.powers), *owners)):
            self._put("power", spoken.terms(power.replace("-", " ")), power)
        kinds: dict[str, list[str]] = {}
        for unit in board.units:
            gun = unit.kind is UnitKind.LAND and not unit.attack  # guns are no troops
            kinds.setdefault("gun" if gun else unit.kind, []).append(unit.id)
            for name in (unit.id.replace("-", " "), unit.name):
                self._put("unit", spoken.terms(name.lower()), unit.id)
        for each in board.technologies:
            self._put("technology", spoken.terms(each.name.lower()), each.id)
        for advantage in rules.ruleset.advantages:
            self._put("advantage", spoken.terms(advantage.title.lower()), advantage.id)
        for space in board.spaces:
            for name in (*space.names, *((space.city,) if space.city else ())):
                self._put("space", spoken.terms(name.lower()), space.id)
        for run, wordings in spoken.means.items():  # looser names, of one space
            spaces = {each for wording in wordings for each in self.find(wording).get("space", ())}
            if len(spaces) == 1 and run not in self._found:
                self._put("space", run, *spaces)
        for run, groups in words.groups.items():
            if run not in self._found:
                self._found[run] = {"group": tuple(kind for group in groups for kind in kinds.get(group, ()))}

    def find(self, run: str) -> dict[str, tuple[str, ...]]:
        """What a run of terms names; empty where it names nothing."""
        return self._found.get(run, {})

    def _put(self, kind: str, run: str, *ids: str) -> None:
        of = self._found.setdefault(run, {})
        of[kind] = tuple(dict.fromkeys((*of.get(kind, ()), *ids)))


def read(terms: Sequence[str], senses: Iterable[str], names: Names, words: Words) -> Question:
    """Read the terms of a question as a search has them."""
    return _Reader(list(terms), set(senses), names, words).read()


class _Reader:
    def __init__(self, terms: list[str], senses: set[str], names: Names, words: Words) -> None:
        self._terms, self._senses, self._names, self._words = terms, senses, names, words
        self.made = Question(forbidden="forbidden" in senses)
        self._pending: set[Fact] = set()
        self._count = 0
        self._power = ""
        self._stopped = 0
        self._ended = -1  # where the last name of units ended
        self._modal = next((at for at, term in enumerate(terms) if term == "can"), -1)
        if self._modal < 0:
            self._modal = max((at for at, term in enumerate(terms) if term in _CAN), default=-1)

    def read(self) -> Question:
        at = 0
        while at < len(self._terms):
            at += self._one(at)
        self._flush()
        made = self.made
        if "must" in self._senses:
            made.unread.append("must")
        made.unread += [term for term in self._terms[:1] if term in _OPEN]
        if not self._stopped:
            self._merge()
        self._subject()
        if self._stopped and not any(each.subject for each in made.mentions):
            made.unread.append(_STOPS[0])
        return made

    def _merge(self) -> None:
        """``the plane`` after a fighter is that fighter."""
        kept: list[Mention] = []
        for each in self.made.mentions:
            same = [
                other
                for other in kept
                if ((each.group and not other.group) or other.kinds == each.kinds)
                and not each.none
                and not other.none
                and {*other.kinds} <= {*each.kinds}
                and each.whose in ("", other.whose)
                and each.power in ("", other.power)
                and not (each.count and other.count)
            ]
            if len(same) == 1:
                same[0].subject = same[0].subject or each.subject
                same[0].facts |= each.facts
            else:
                kept.append(each)
        self.made.mentions = kept

    def _subject(self) -> None:
        """Which of the units do what is asked: those named between the modal verb and the act, without a modal verb the
        last before the act; else the only ones of one's own, or the only ones that are not the enemy's."""
        named = self.made.mentions[self._stopped :]
        rest = [each for each in named if not each.none and each.whose not in ("enemy", "ally")]
        between = [each for each in rest if each.subject]
        own = [each for each in rest if each.whose == "mine"]
        for each in self.made.mentions:
            each.subject = False
        if len(between) > 1:
            between = [each for each in between if each.whose == "mine"] or between
        found = between or own or rest
        if between or len(found) == 1:  # "it" may be any of several
            found[0].subject = True

    def _one(self, at: int) -> int:
        """Read what begins at a place; how many terms that were."""
        for length in range(min(_LONGEST, len(self._terms) - at), 0, -1):
            run = " ".join(self._terms[at : at + length])
            if self._name(run, at) or self._verb(run, at) or self._fact(run, at):
                return length
        term = self._terms[at]
        if term in _NUMBERS or term.isdigit():
            self._count = _NUMBERS.index(term) + 1 if term in _NUMBERS else int(term)
            if Fact.WORTH in self._pending:
                self.made.numbers[Fact.WORTH], self._count = self._count, 0
                self._pending.discard(Fact.WORTH)
            elif at + 1 == len(self._terms):
                self.made.unread.append(term)
        elif term in _STOPS:
            self._stopped = len(self.made.mentions)
        elif term not in _FORBIDS and not (term == "from" and (self._stopped or self._is_space(at + 1))):
            self.made.unread.append(term)
        return 1

    def _is_space(self, at: int) -> bool:
        runs = (" ".join(self._terms[at : at + length]) for length in range(1, _LONGEST))
        return any("space" in self._names.find(run) for run in runs)

    def _name(self, run: str, at: int) -> bool:
        named = self._names.find(run)
        if not named:
            return False
        if run == "land" or (run in self._words.verbs and self._is_asked(at)):
            return False
        if "unit" in named or "group" in named:
            group = "unit" not in named
            before = self.made.mentions[-1] if self.made.mentions else None
            whose = self._whose()
            if (
                not whose
                and not self._power
                and before
                and before.whose == "enemy"
                and at
                and self._terms[at - 1] == "and"
            ):
                whose = "enemy"
            self.made.mentions.append(
                Mention(
                    named.get("unit") or named["group"],
                    group,
                    whose,
                    self._power,
                    Fact.NONE in self._pending,
                    self._count,
                    frozenset(self._pending - {Fact.MINE, Fact.ENEMYS, Fact.ALLYS, Fact.NONE}),
                    at > self._modal >= 0 and not self.made.acts and Fact.NONE not in self._pending,
                    at > self._modal >= 0 and not whose and Fact.TOGETHER in self._pending,
                )
            )
            self._pending, self._count, self._power = set(), 0, ""
            self._ended = at + len(run.split())
        elif "power" in named:
            self._flush_power()
            self._power = named["power"][0]
        else:
            for kind, into in (
                ("technology", self.made.technologies),
                ("advantage", self.made.advantages),
                ("space", self.made.spaces),
            ):
                if kind in named:
                    into.append(named[kind][0])
                    break
            self._flush()
        return True

    def _is_asked(self, at: int) -> bool:
        """Whether a verb here is the one that is asked for: the first one, behind the modal verb if there is one."""
        return at > self._modal and not self.made.acts

    def _verb(self, run: str, at: int) -> bool:
        acts = self._words.verbs.get(run)
        if not acts:
            return False
        if run == "land" and (
            Fact.ENEMYS in self._pending
            or Fact.ALLYS in self._pending
            or Fact.EMPTY in self._pending
            or not self._is_asked(at)
        ):
            return False
        if self._is_asked(at):
            self._flush()
            self.made.acts = acts
            if self._modal < 0 and self.made.mentions:
                self.made.mentions[-1].subject = True
            ways = self._words.ways.get(run, ())
            if "on" in ways:
                self.made.facts.add(Fact.ON)
            self.made.by_land = "walk" in ways
            if "blitz" in ways:
                self.made.places.append(frozenset({Fact.LAND, Fact.ENEMYS, Fact.EMPTY, Fact.ON}))
            return True
        if self._words.facts.get(run):
            return False
        if self.made.acts == ("fire",) and {"strike", "open"} & {*acts}:
            self.made.acts = acts
            return True
        if self._modal > at or not set(acts) & {*self.made.acts}:
            self._flush()
            self.made.before.append(acts)
            return True
        return set(acts) == set(self.made.acts)

    def _fact(self, run: str, at: int) -> bool:
        fact = self._words.facts.get(run)
        if fact is None:
            return False
        if fact in _PREDICATED and self._is_predicate(at):
            self._pending.discard(Fact.TOGETHER)
            return bool(self._predicate(fact))
        if fact in (Fact.DAMAGED, Fact.WORTH) and self._count:
            self.made.numbers[fact], self._count = self._count, 0
        elif fact in (Fact.LAND, Fact.SEA):
            self.made.places.append(frozenset((fact, *self._pending)))
            self._pending, self._count = set(), 0
        elif (
            fact is Fact.ATTACKS
            and self.made.mentions
            and not self._pending & {Fact.ENEMYS, Fact.MINE}
            and at < len(self._terms) - 1
        ):
            self.made.mentions[-1].facts = self.made.mentions[-1].facts | {fact}
        elif fact is not Fact.FILLER:
            (self.made.facts if fact in _OF_ALL else self._pending).add(fact)
        return True

    def _is_predicate(self, at: int) -> bool:
        """Whether what stands here is said of what was named before it: ``the zone is empty``."""
        said = at > 0 and self._terms[at - 1] in ("is", "are", "was", "were", "total", "complet")
        return (said or at == self._ended) and self._pending <= {Fact.TOGETHER}

    def _predicate(self, fact: Fact) -> bool:
        made = self.made
        if fact is Fact.EMPTY and made.places:
            made.places[-1] = made.places[-1] | {fact}
        elif made.mentions:
            enemies = [each for each in made.mentions if each.whose == "enemy"]
            said = enemies[-1] if fact is Fact.SUBMERGED and enemies else made.mentions[-1]
            said.facts = said.facts | {fact}
        else:
            return False
        return True

    def _whose(self) -> str:
        for fact, whose in ((Fact.ENEMYS, "enemy"), (Fact.ALLYS, "ally"), (Fact.MINE, "mine")):
            if fact in self._pending:
                return whose
        return ""

    def _flush_power(self) -> None:
        if self._power:
            self.made.powers.append(self._power)
            self._power = ""

    def _flush(self) -> None:
        self._flush_power()
        self.made.facts |= self._pending - {Fact.MINE}
        self._pending, self._count = set(), 0
