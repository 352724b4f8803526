"""Parses what may follow any action: its dice, choices, and the names of its units."""

from __future__ import annotations

from typing import cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import CHOOSES
from kb.asking.notation.line_tokens import same_verb
from kb.asking.notation.targets import TargetCursor
from kb.cases.language import grammar
from kb.cases.language.scenario import Act
from kb.cases.language.units import Chosen, Units, owned, unowned
from kb.cases.language.vocabulary import NONE
from kb.engine.core.position import replace
from kb.games.board_model import UnitKind

#: words of the choices of aircraft
_FLOWN = ("scrambles", "intercepts")
#: words for one unit
_ONE = ("a", "an", "one", "1", "another", "the other", "its")
#: the words before faces, and those before them for one side
_ROLLS = ("dice", "with dice", "rolls", "rolling")
_OF_DEFENDERS = (
    *("aa", "aaa", "aa gun", "antiaircraft", "antiaircraft gun", "flak"),
    *("defender", "defenders", "defense", "neutral", "neutrals"),
)
_OF_ATTACKERS = (
    *("attack", "attacker", "attackers", "bomb", "bomber", "bombers", "bombing", "damage", "bombardment"),
    *("raid", "raiders"),
)
#: words of results, and the messages for a result and for a choice without units
_RESULTS = ("hit", "hits", "miss", "misses")
_ALL_DICE = "write the faces of all dice, in the order of rolling, in place of hits: dice 2 5 1"
_WHAT_IS_CHOSEN = "write the units that are chosen: 'uk loses 1 dd', 'japan kamikaze us 1 carrier, dice 2'"


class RollCursor(TargetCursor):
    """A cursor that parses dice and choices."""

    def every_act(self, act: Act) -> Act | None:
        """Parse dice, a choice or the names of units, and return the action with them; None if none of these is at the
        cursor."""
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not act.which and self.take("which"):
            return replace(act, which=tuple(cast("list[str]", self.value(grammar.EVERY_ACT["which"]))))
        if (roll := self.maybe(self._roll, act)) is not None:
            rollers, faces = roll
            given = {**act.given, "rolled": [*act.names("rolled"), *rollers]}
            return replace(act, dice=(*act.dice, *faces), given=given)
        chosen = self.maybe(self.choices)
        return None if chosen is None else replace(act, choices=(*act.choices, *chosen))

    def _roll(self, act: Act) -> tuple[list[str], list[int]]:
        """Parse dice, and return who rolls each, and the faces: ``germany rolls 2 5``, ``dice 2``, ``aa dice 1``, ``uk
        rolls destroyer 1, bomber 5``; after an action also ``germany 2 5, subs 6``. A roller is as in
        :class:`kb.asking.question.Question`, empty if it is not given.
        """
        self.take("and")
        start, power = self.at, self.maybe(self.name, "power") or ""
        turn = self.standing.own(act.power)
        self.at += self.word == "the"
        defends, attacks = self.take(*_OF_DEFENDERS), self.take(*_OF_ATTACKERS)
        power = power or (f"-{turn}" if defends else turn if attacks else "")
        unit = None if defends or attacks else self.maybe(self._unit_that_rolls)
        is_said = ((defends or attacks or power) and self.word == ":") or self.take(
            *_ROLLS, *(("rolled",) if power else ())
        )
        is_bare = self.word.isdecimal() and (power or unit or not start) and (act.kind or self.standing.acts)
        if not is_said and not is_bare:
            raise Expected
        self.take(":")
        rollers, faces, unit = list[str](), list[int](), unit or self.maybe(self._unit_that_rolls)
        while True:
            self.take("rolls")  # "subs roll 1 6, dd rolls 2"
            self.at += self.word in ("a", "an") and self.word_at(self.at + 1).isdecimal()
            before = self.at
            found = cast("list[int]", self.value(grammar.EVERY_ACT["dice"]))
            faces += found
            rollers += [f"{power}:{unit}" if unit else power] * len(found)
            at = self.at
            is_last = bool(self.take(",", "and")) or self.is_at_end
            self.at += self.word == "the"
            is_other_side = bool(self.take(*(_OF_ATTACKERS if defends else ())))  # "aa dice 1, bomber 5"
            unit = (self.maybe(self._unit_that_rolls) if (unit or power) and not is_other_side else None) or ""
            if not unit:
                if not is_said and (not is_last or "-" in (token.text for token in self.row[before:at])):
                    raise Expected  # "uk 1 dd" are units, "sub 5-6" is a route
                self.at = at
                return rollers, faces

    def _unit_that_rolls(self) -> str:
        """Parse a type of unit before its faces: ``the destroyer rolls 1``, ``destroyer 1``."""
        found, end = self.look("unit")
        if len(found) != 1 or not (self.word_at(end).isdecimal() or same_verb(self.word_at(end), "rolls")):
            raise Expected
        self.at = end
        return found[0]

    def choices(self) -> tuple[tuple[str, Chosen], ...]:
        """Parse a choice, and return the power with it. Aircraft of several powers that take off are a choice of each:
        ``uk scrambles 2 fighters and france 1 fighter``."""
        start = self.at
        power, chosen = self.choice()
        flies = any(same_verb(token.text, word) for token in self.row[start : self.at] for word in _FLOWN)
        owners = dict.fromkeys(row.power or power for row in chosen) if isinstance(chosen, tuple) else {}
        if isinstance(chosen, str) or not flies or len(owners) < 2:
            return ((power, chosen),)
        rows = {owner: tuple(row for row in chosen if (row.power or power) == owner) for owner in owners}
        return tuple((owner, unowned(own, owner)) for owner, own in rows.items())

    def choice(self) -> tuple[str, Chosen]:
        """Parse ``uk loses 1 dd``, ``the fighter scrambles``, and return the power and its choice."""
        self.acting = power = self.name("power", grammar.CHOOSER.also)
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not (word := self.take(*CHOOSES)):
            self.fail("'chooses'", words=CHOOSES)
        if word in _FLOWN and (units := self.maybe(self._all_aircraft, power)):
            self.assumed.append(f"the aircraft are {self.words.rows(units)}")
            return power, units
        self.take("with", "at", "on", "against", "over")
        hits = [each for each in range(self.at, len(self.row) - 2) if self._is_a_hit(each)]
        self.row = [token for at, token in enumerate(self.row) if not any(each <= at < each + 3 for each in hits)]
        after = self.at + 1 + (self.word_at(self.at + 1) == "damaged")
        follows = {each for kind in ("unit", "power") for each in self.look(kind, after)[0]}
        is_number = not self.is_at_end and self.row[self.at].number is not None
        if (is_number and not follows) or self.word in ("everything", "all"):
            self.fail("", says=_WHAT_IS_CHOSEN)
        start, chosen = self.at, cast("Chosen", self.value(grammar.OPTION, commas=True))
        if isinstance(chosen, str) and word != "chooses" and not (chosen == NONE or self.standing.is_named(chosen)):
            self.at = start
            self.fail("", says=_WHAT_IS_CHOSEN)
        if self.take("with 1", "with one", "with a", "with"):
            self.need("token", "kamikaze token", "kamikaze", "strike")
        if isinstance(chosen, tuple):
            self._from_to(chosen, power)
            if word == "kamikaze":  # its targets are ships of the power whose turn it is
                chosen = owned(chosen, self.standing.own(""))
        return power, chosen

    def _all_aircraft(self, power: str) -> Units:
        """Parse the end of a choice without units, or a word for all of them: ``can uk scramble both?``. Return the
        aircraft of the power if they are in one space; else none."""
        units = self.standing.movers(power, UnitKind.AIR)
        number = sum(row.number for row in units)
        self.take("all", "them", "them all", "all of them", *(("both", "them both") if number == 2 else ()))
        return units if self.is_at_end else self.fail("")

    def _is_a_hit(self, at: int) -> bool:
        """Return whether the words at an index are ``a hit on``, before a unit that is damaged."""
        return [token.text for token in self.row[at : at + 3]] == ["a", "hit", "on"]

    def _from_to(self, units: Units, power: str) -> None:
        """Parse where aircraft that scramble start and end: ``from gibraltar to sz92``. Fail if the units are not in
        the first space, or if no unit of the power whose turn it is, and no moved unit, is in the second."""
        if self.take("from", "in", "at"):
            start = self.name("space")
            there = {row.unit: row.number for row in self.standing.all_in(start, power)}
            if any(row.number > there.get(row.unit, 0) for row in units):
                self.fail("", says=f"these units are not in {self.words.space(start)}: write their space after 'from'")
        if self.take("to defend", "to", "into"):
            goal = self.name("space")
            moved = any(act.names("route")[-1:] == [goal] for act in self.standing.acts)
            if not (moved or self.standing.all_in(goal, "")):
                self.fail("", says=f"no unit has moved to {self.words.space(goal)}: write that move first")
