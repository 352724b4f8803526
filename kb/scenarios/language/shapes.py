"""Kinds of values that several parts of the language share: names of the game, numbers, units."""

from __future__ import annotations

from kb.games.board_model import Side
from kb.scenarios.language.kinds import ByPower, ByShape, Defined, ListOf, Number, OneOf, Record, TableOf, Text, Word
from kb.scenarios.language.vocabulary import NONE

MOST_UNITS, MOST_DICE = 100, 200

ACCOUNT = Word("account")
SPACE, POWER, UNIT, RULES = Word("space"), Word("power"), Word("unit"), ListOf(Word("rule"), 20, 1, sort=True)
#: who holds a territory
HOLDER = Word("power", (NONE,))
#: who chooses: a power, or the powers of a side together
CHOOSER = Word("power", tuple(Side))
#: the name of a ship or of units in a position; an act that uses ``NAMED`` names units that are there
NAME, NAMED = Text(40), Text(40)
COUNT = Number(1, MOST_UNITS, "number of units")
#: a count that a change may take away with 0
CHANGED_COUNT = Number(1, MOST_UNITS, "number of units", zero=True)
SPACES = ListOf(SPACE, 20, 1)
IPC = Number(0, 999, "number of IPCs")
ROUND = Number(1, 99, "round")

#: units of one power
NUMBERS = TableOf(UNIT, COUNT)
WHO_HAS = TableOf(POWER, NUMBERS)
#: units of a type that a power chooses, with what tells them from others of it; ``none`` is said of those without it
CHOSEN = Record(
    "a unit that is chosen",
    optional={
        "name": NAME,
        "count": COUNT,
        "cargo": ByShape(word=OneOf((NONE,)), table=ByPower(COUNT, "casualty")),
        "left": Number(0, 99, "number of movement points"),
        "aboard": Text(80),
        "came": ListOf(Word("space", (NONE,)), 20, 1, single=True),
        "bound": Word("space", (NONE,)),
        "is": ListOf(Word("mark", (NONE,)), 20, 1, single=True, sort=True),
    },
)
#: how many units of a type, or which
SOME = ByShape(word=COUNT, rows=ListOf(Defined("chosen", CHOSEN), MOST_UNITS, 1))
#: units of the power that acts, or of several, with what tells them from others of their type
UNITS = Defined("units", ByPower(SOME, "casualty"))
#: units of powers, perhaps none, with what tells them from others of their type
WHOSE_UNITS = TableOf(POWER, TableOf(UNIT, SOME))
#: one ship: its name, or its type with what tells it from others
SHIP = ByShape(word=NAMED, table=UNITS)
#: what a power chooses: units (one may be a ``damaged battleship``), or an id
OPTION = ByShape(word=Text(80), table=UNITS)
