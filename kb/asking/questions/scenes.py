"""What the situations of a question are made of: conditions that are taken one after another, each of which has to find
its place, and positions in the making."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from kb.asking.questions.ground import Ground
from kb.asking.questions.reading import Mention, Question
from kb.asking.questions.vocabulary import Fact
from kb.asking.request import EngineRequest
from kb.games.board_model import Space, SpaceKind, UnitKind

Plain = dict[str, Any]
#: what a battle shows of the units that are asked about; None: nothing
Measure = Callable[[EngineRequest], bool | None]
LAND, SEA = SpaceKind.TERRITORY, SpaceKind.SEA_ZONE
#: chains of spaces and coasts that are tried
CHAINS = 2
#: the rule that is given the units that submerge, and those that are given the units that take these their advantages
DIVING = "submarines-fire-in-opening-fire"
_HUNTING = (
    "a-destroyer-lets-casualties-of-submarines-fire",
    "destroyers-cancel-the-surprise-strike",
    "destroyers-keep-submarines-up",
    "destroyers-stop-submarines",
)


class NotPlaced(Exception):
    """A condition of the question has no place in the situations of its act."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A request to the engine. Asked is whether its last act is legal or, with ``shows``, what its battle shows.

    ``otherwise`` is the same with what the question says is not there, or without what it says stands beside.
    ``decides`` is the printed value that decides it, where no rule does.
    """

    request: Plain
    shows: Measure | None = None
    otherwise: Plain | None = None
    decides: str = ""


@dataclass(slots=True)
class Scene:
    """A position in the making."""

    turn: str
    phase: str
    spaces: dict[str, Plain] = field(default_factory=dict)
    more: Plain = field(default_factory=dict)

    def put(self, space: str, power: str, kind: str, count: int = 1, **state: Any) -> None:
        """Put units into a space."""
        units = self.spaces.setdefault(space, {}).setdefault(power, {})
        there = units.get(kind, 0)
        if state or isinstance(there, list):
            others = there if isinstance(there, list) else [{"count": there}] if there else []
            units[kind] = [*others, {**state, "count": count}]
        else:
            units[kind] = there + count

    def put_all(self, space: str, power: str, mentions: Iterable[Mention], kinds: Iterable[tuple[str, Plain]]) -> None:
        """Put units that are named, each of one of the kinds that it may be, in a state."""
        for mention, (kind, state) in zip(mentions, kinds, strict=True):
            self.put(space, power, kind, mention.count or 1, **state)

    def with_units(self, space: str, power: str, kinds: Iterable[str]) -> Scene:
        """The same with one more of each of some kinds of units."""
        made = Scene(self.turn, self.phase, {each: deepcopy(units) for each, units in self.spaces.items()}, self.more)
        for kind in kinds:
            made.put(space, power, kind)
        return made

    def hold(self, space: str, power: str) -> None:
        """Say who holds a space."""
        self.spaces.setdefault(space, {})["held_by"] = power


class Conditions:
    """The conditions of a question on one ground, as far as they have not been taken."""

    def __init__(self, question: Question, ground: Ground) -> None:
        self._asked, self._ground, self._rules = question, ground, ground.rules
        self._kinds = ground.rules.kinds
        self._left_facts = set(question.facts)
        self._left_places = list(question.places)
        self._left_powers = list(question.powers)
        self._left_spaces = list(question.spaces)
        self._left_before = list(question.before)
        own = next(
            (each.power for each in question.mentions if each.power and (each.subject or each.whose == "mine")), ""
        )
        self._left_mentions = [self._told_whose(each, own) for each in question.mentions]
        self._left_numbers = dict(question.numbers)
        self._left_technologies = list(question.technologies)

    def _told_whose(self, mention: Mention, own: str) -> Mention:
        """The same; of a power that is named it is an enemy's where that one is at war with one's own."""
        hostile = mention.power and own and not mention.whose and self._ground.at_war(own, mention.power)
        return replace(mention, whose="enemy") if hostile else mention

    @property
    def is_left(self) -> bool:
        """Whether a condition has found no place."""
        asked = self._asked
        left = (self._left_mentions, self._left_facts, self._left_places, self._left_powers, self._left_spaces)
        said = (self._left_before, self._left_numbers, self._left_technologies, asked.unread, asked.advantages)
        return any((*left, *said))

    # -- taking conditions

    def _take(self, test: Callable[[Mention], bool], needed: bool = False) -> Mention | None:
        """The first of the units named that a test finds."""
        found = next((each for each in self._left_mentions if test(each)), None)
        if found is None:
            if needed:
                raise NotPlaced
            return None
        self._left_mentions.remove(found)
        return found

    def _takes(self, test: Callable[[Mention], bool]) -> list[Mention]:
        """All of the units named that a test finds."""
        found = [each for each in self._left_mentions if test(each)]
        self._left_mentions = [each for each in self._left_mentions if each not in found]
        return found

    def _units(self, kind: UnitKind, *whose: str, none: bool = False, known: Set[Fact] | None = None) -> list[Mention]:
        """Take the units of a kind that are of somebody (empty: it is not said whose), or of which there are none;
        :class:`NotPlaced` where more is said of them than is known."""
        of_kind = self._is(kind)
        found = self._takes(
            lambda each: of_kind(each) and each.none is none and each.whose in whose and not (none and each.beside)
        )
        if known is not None and any(each.facts - known for each in found):
            raise NotPlaced
        return found

    def _cargo(self) -> list[Mention]:
        """Take the own units that are no ships."""
        ships = self._is(UnitKind.SHIP)
        return self._takes(lambda each: not each.none and each.whose in ("", "mine") and not ships(each))

    def _boats(self) -> list[Mention]:
        """Take the own transports."""
        boat = self._transport()
        return self._takes(lambda each: boat in each.kinds and not each.none and each.whose in ("", "mine"))

    def _drop(self, *facts: Fact) -> None:
        """Leave out what changes nothing here."""
        self._left_facts -= {*facts}

    def _fact(self, fact: Fact) -> bool:
        """Whether something is said."""
        there = fact in self._left_facts
        self._left_facts.discard(fact)
        return there

    def _number(self, fact: Fact) -> int:
        """The number that is said of something; 0 where none is."""
        return self._left_numbers.pop(fact, 0)

    def _places(self, known: Set[Fact]) -> list[frozenset[Fact]]:
        """The places of which nothing is said but what is known."""
        found = [place for place in self._left_places if place <= known]
        self._left_places = [place for place in self._left_places if place not in found]
        return found

    def _before(self, *kinds: str) -> bool:
        """Whether some acts are said to have been done before."""
        found = [each for each in self._left_before if {*each} & {*kinds}]
        self._left_before = [each for each in self._left_before if each not in found]
        return bool(found)

    def _coasts(self) -> list[tuple[str, str]]:
        return list(islice(self._ground.coasts(), CHAINS))

    def _chains(self, kind: SpaceKind, fits: Callable[[int, Space], bool] | None = None) -> list[tuple[str, ...]]:
        """Some chains of three spaces, plain ones where nothing else is wanted."""
        return list(
            islice(self._ground.chains(3, kind, fits or (lambda _, space: self._ground.is_plain(space))), CHAINS)
        )

    def _is(self, kind: UnitKind) -> Callable[[Mention], bool]:
        return lambda mention: any(self._kinds[each] == kind for each in mention.kinds)

    def _subject(self) -> Mention | None:
        """The units that do what is asked: of the one who asks, or nobody's in particular."""
        found = self._take(lambda each: each.subject and not each.none)
        if found and found.whose in ("enemy", "ally"):
            raise NotPlaced
        return found

    def _phases(self, *usual: str) -> tuple[str, ...]:
        """The phases that are meant: the one that is named, else the usual ones."""
        combat, noncombat = self._fact(Fact.COMBAT), self._fact(Fact.NONCOMBAT)
        if combat and noncombat:
            raise NotPlaced
        return ("combat-move",) if combat else ("noncombat-move",) if noncombat else usual

    def _pairs(self, subject: Mention | None, enemies: Sequence[Mention]) -> list[tuple[str, str]]:
        """Who acts, and whom that is against: the powers that are named, else some that are at war."""
        mine = subject.power if subject else ""
        theirs, *others = sorted({each.power for each in enemies}, reverse=True) or [""]
        if any(others):  # of several powers each may have a part of its own
            raise NotPlaced
        if not mine and self._left_powers:
            mine = self._left_powers.pop(0)
        found = self._ground.pairs(mine, theirs)
        if not found:
            raise NotPlaced
        return found

    def _legal(self, scene: Scene, acts: Iterable[Plain], may: Plain, otherwise: Scene | None = None) -> Situation:
        """The situation of which is asked whether an act is legal after others."""
        asked: Plain = {"do": done, "may": may} if (done := list(acts)) else {"may": may}
        other = {**self._written(otherwise), **asked} if otherwise else None
        return Situation({**self._written(scene), **asked}, None, other)

    def _battle(self, scene: Scene, shows: Measure, otherwise: Scene | None = None) -> Situation:
        """The situation of which is asked what the first cycle of its battle shows."""
        fought = [{"battle": next(iter(scene.spaces)), "cycles": 1}]
        other = {**self._written(otherwise), "do": fought} if otherwise else None
        return Situation({**self._written(scene), "do": fought}, shows, other)

    def _written(self, scene: Scene) -> Plain:
        rules = self._rules
        position = {"turn": scene.turn, "phase": scene.phase, "spaces": scene.spaces, **scene.more}
        return {"game": rules.board.game, "board": rules.board.id, "ruleset": rules.ruleset.id, "position": position}

    def _states(self, mention: Mention, zone: set[Fact]) -> list[tuple[str, Plain]]:
        """Each kind that is meant, in each state that is: a submarine may be submerged where nobody says."""
        said = {*mention.facts, *zone}
        under: Plain = {"is": ["submerged"]}
        found: list[tuple[str, Plain]] = []
        for kind in mention.kinds:
            if self._dives(kind) and Fact.SUBMERGED not in said and Fact.SURFACED not in said:
                found += [(kind, {}), (kind, under)]
            else:
                found.append((kind, under if Fact.SUBMERGED in said else {}))
        return found

    def _has_deck(self, mention: Mention) -> bool:
        return any(self._rules.board.unit(kind).has("carrier_room") for kind in mention.kinds)

    def _dives(self, kind: str) -> bool:
        return kind in self._units_of(DIVING)

    def _units_of(self, *rules: str) -> tuple[str, ...]:
        """The kinds of units that rules are given."""
        given = (self._rules.lines[rule].given.get("units") for rule in rules if rule in self._rules.lines)
        return tuple(dict.fromkeys(unit for units in given if isinstance(units, tuple) for unit in units))

    @property
    def _hunters(self) -> tuple[str, ...]:
        """The kinds of ships that take submarines their advantages."""
        return self._units_of(*_HUNTING)

    def _of_kind(self, kind: UnitKind) -> tuple[str, ...]:
        """The units of a kind."""
        return tuple(unit.id for unit in self._rules.board.units if unit.kind == kind)

    def _infantry(self) -> str:
        """The land unit that everybody has."""
        return self._of_kind(UnitKind.LAND)[0]

    def _transport(self) -> str:
        """The ship that carries land units."""
        return next(each for each in self._of_kind(UnitKind.SHIP) if self._rules.board.unit(each).has("transport_room"))
