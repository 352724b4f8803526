"""Parses the dice of an action, its choices, and the names of its units."""

from __future__ import annotations

from typing import cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import CHOOSES
from kb.asking.notation.line_tokens import same_verb
from kb.asking.notation.values import ValueCursor
from kb.cases.language import grammar
from kb.cases.language.scenario import Act
from kb.cases.language.units import Chosen, Units
from kb.engine.core.position import replace

_DICE = ("dice", "with dice", "rolls", "rolling")
#: words before the dice of one side
_OF_DEFENDERS = (
    *("aa", "aaa", "aa gun", "antiaircraft", "antiaircraft gun", "flak"),
    *("defender", "defenders", "defense", "neutral", "neutrals"),
)
_OF_ATTACKERS = ("attack", "attacker", "attackers", "bomb", "bomber", "bombers", "bombing", "damage", "bombardment")
#: words of results, and the messages for a result and for a choice without units
_RESULTS = ("hit", "hits", "miss", "misses")
_ALL_DICE = "write the faces of all dice in the order of rolling: dice 2 5 1"
_WHAT_IS_CHOSEN = "write the units that are chosen: 'uk loses 1 dd', 'japan kamikaze us 1 carrier'"


class DiceCursor(ValueCursor):
    """A cursor that parses what may follow any action."""

    def every_act(self, act: Act) -> Act | None:
        """Return an action with the dice, choice or names of units at the cursor; None if there are none."""
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not act.which and self.take("which"):
            return replace(act, which=tuple(cast("list[str]", self.value(grammar.EVERY_ACT["which"]))))
        if (roll := self.maybe(self._roll, act.power)) is not None:
            rollers, faces = roll
            given = {**act.given, "rolled": [*act.names("rolled"), *rollers]}
            return replace(act, dice=(*act.dice, *faces), given=given)
        choice = self.maybe(self.choice)
        return None if choice is None else replace(act, choices=(*act.choices, choice))

    def _roll(self, acting: str) -> tuple[list[str], list[int]]:
        """Parse dice, and return who rolls each, and the faces: ``germany rolls 2 5``, ``dice 2``, ``aa dice 1``, ``uk
        rolls destroyer 1, bomber 5``. A roller is as in :class:`kb.asking.question.Question`, empty if it is not given.
        """
        power = self.maybe(self.name, "power") or ""
        turn = self.standing.own(acting) or next((act.power for act in self.standing.acts), "")
        defends, attacks = self.take(*_OF_DEFENDERS), self.take(*_OF_ATTACKERS)
        power = power or (f"-{turn}" if defends else turn if attacks else "")
        roller = "" if defends or attacks else self.maybe(self._unit_that_rolls) or ""
        if not ((defends or attacks) and self.word == ":") and not self.take(*_DICE, *(("rolled",) if power else ())):
            raise Expected
        self.take(":")
        rollers, faces, unit = list[str](), list[int](), roller or self.maybe(self._dice_of_unit)
        while True:
            found = cast("list[int]", self.value(grammar.EVERY_ACT["dice"]))
            faces += found
            rollers += [f"{power}:{unit}" if unit else power] * len(found)
            at = self.at
            self.take(",", "and")
            if unit is None or (unit := self.maybe(self._dice_of_unit)) is None:
                self.at = at
                return rollers, faces

    def _unit_that_rolls(self) -> str:
        """Parse a type of unit before ``rolls``: ``the destroyer rolls 1``."""
        found, end = self.look("unit")
        if len(found) != 1 or not same_verb(self.word_at(end), "rolls"):
            raise Expected
        self.at = end
        return found[0]

    def _dice_of_unit(self) -> str:
        """Parse a type of unit before a face: ``destroyer 1``."""
        unit = self.name("unit")
        return unit if self.word.isdecimal() else self.fail("a face from 1 to 6")

    def choice(self) -> tuple[str, Chosen]:
        """Parse the choice of a power: ``uk loses 1 dd``, ``uk scrambles 2 fighters``."""
        power = self.name("power", grammar.CHOOSER.also)
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not self.take(*CHOOSES):
            self.fail("'chooses'", words=CHOOSES)
        self.take("with", "at", "on", "against")
        if (
            not self.is_at_end
            and self.row[self.at].number
            and not self.look("unit", self.at + 1)[0]
            and not self.look("power", self.at + 1)[0]
        ):
            self.fail("", says=_WHAT_IS_CHOSEN)
        chosen = cast("Chosen", self.value(grammar.OPTION, commas=True))
        if self.take("with 1", "with one", "with a", "with"):
            self.need("token", "kamikaze token", "kamikaze", "strike")
        if isinstance(chosen, tuple) and self.take("from"):
            self._need_units(chosen, power, self.name("space"))
            if self.take("to", "into"):
                self._need_arrivals(self.name("space"))
        return power, chosen

    def _need_units(self, units: Units, power: str, space: str) -> None:
        """Fail if chosen units are not in the space from which they come."""
        there = {row.unit for row in self.standing.all_in(space, power)}
        if not {row.unit for row in units} <= there:
            self.fail("", says=f"these units are not in {self.words.space(space)}")

    def _need_arrivals(self, space: str) -> None:
        """Fail if no move ends in the space to which aircraft scramble."""
        if not any(act.names("route")[-1:] == [space] for act in self.standing.acts):
            self.fail("", says=f"nothing has moved to {self.words.space(space)}, to which they scramble")
