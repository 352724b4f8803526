"""Kinds of values that several parts of the language share: names of the game, numbers, units."""

from __future__ import annotations

from kb.scenarios.language.kinds import ByPower, ByShape, ListOf, Number, TableOf, Text, Word
from kb.scenarios.language.vocabulary import NONE

MOST_UNITS, MOST_DICE = 100, 200

ACCOUNT = Word("account")
SPACE, POWER, UNIT, RULES = Word("space"), Word("power"), Word("unit"), ListOf(Word("rule"), 20, 1, sort=True)
#: who holds a territory
HOLDER = Word("power", (NONE,))
#: the name of a ship or of units in a position; an act that uses ``NAMED`` names units that are there
NAME, NAMED = Text(40), Text(40)
COUNT = Number(1, MOST_UNITS, "number of units")
#: a count that a change may take away with 0
CHANGED_COUNT = Number(1, MOST_UNITS, "number of units", zero=True)
SPACES = ListOf(SPACE, 20, 1)
IPC = Number(0, 999, "number of IPCs")
ROUND = Number(1, 99, "round")

#: units of the power that acts, or of several
UNITS = ByPower(COUNT)
#: units of one power
NUMBERS = TableOf(UNIT, COUNT)
WHO_HAS = TableOf(POWER, NUMBERS)
#: what a power chooses: units (a casualty may be a ``damaged battleship``), or an id
OPTION = ByShape(word=Text(80), table=ByPower(COUNT, "casualty"))
