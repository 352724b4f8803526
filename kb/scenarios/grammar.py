"""What a scenario file may say: every key with the kind of its value, said once for reading and for the schema."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.engine.core.position import HOW_WARS_BEGAN
from kb.games.board_model import FIGURES
from kb.scenarios.kinds import ByPower, ByShape, Kind, ListOf, Number, OneOf, Record, Slug, TableOf, Text, Word
from kb.scenarios.vocabulary import LONGEST, NONE

MOST_UNITS, MOST_ACTS, MOST_DICE, MOST_SCENARIOS, MOST_CASES = 100, 100, 200, 300, 12

ACCOUNT = Word("account")
SPACE, POWER, UNIT, RULES = Word("space"), Word("power"), Word("unit"), ListOf(Word("rule"), 20, 1, sort=True)
HOLDER = Word("power", (NONE,))
NAME = Text(40)
COUNT = Number(1, MOST_UNITS, "number of units")
SPACES = ListOf(SPACE, 20, 1)
IPC = Number(0, 999, "number of IPCs")
ROUND = Number(1, 99, "round")

# -- positions

_SMALLER = {
    "name": NAME, "count": COUNT, "damage": Number(1, 20, "number of hits"),
    "is": ListOf(Word("mark"), 20, 1, single=True),
    "spent": Number(1, 20, "number of movement points"), "came": SPACES, "bound": SPACE,
}  # fmt: skip
_CHANGED_COUNT = Number(1, MOST_UNITS, "number of units", zero=True)


def _some(entry: Record) -> Kind:
    """Units of one type: a number, or a list where they differ from each other."""
    return ByShape(word=_CHANGED_COUNT, rows=ListOf(entry, MOST_UNITS, 1))


CARGO = ByPower(_some(Record("a unit aboard", optional=_SMALLER)))
UNITS_OF_A_POWER = TableOf(UNIT, _some(Record("a unit", optional={**_SMALLER, "cargo": CARGO})))
CONTENTS = TableOf(POWER, UNITS_OF_A_POWER, fixed={"held_by": HOLDER})

# -- what is remembered

_YES = OneOf(("yes",), zero=True)
_POWERS = ListOf(POWER, 20)
_LANDS = ListOf(SPACE, 50)
NOTES = Record(
    "the notes of a turn",
    optional={
        "captured": _LANDS,
        "held": TableOf(SPACE, HOLDER),
        "contested": _LANDS,
        "landing": _YES,
        "jumped": TableOf(SPACE, COUNT),
        "rocket-struck": _LANDS,
        "researched": _POWERS,
        "upgraded": TableOf(SPACE, UNIT),
        "made": TableOf(SPACE, COUNT),
        "collected": _POWERS,
    },
)
GAME_NOTES = Record(
    "the notes of a game",
    optional={
        "victory-level": Word("victory level"),
        "nearly-won": ListOf(Word("side"), 2),
        "leans": TableOf(SPACE, Word("side")),
        "raised": _LANDS,
        "liberated": _LANDS,
        "earned": TableOf(Word("objective"), OneOf(("paid", "unpaid"))),
        "spoiled": ListOf(Word("objective"), 20),
        "trespassed": _POWERS,
        "forfeited": _POWERS,
        "invoked": ListOf(Word("advantage"), 20),
        "treaty": ListOf(OneOf(("broken", "over")), 2),
        "resistance": _YES,
        "winter": POWER,
        "joint-strike": POWER,
        "kamikaze-roused": _YES,
        "kamikaze-tokens-used": COUNT,
    },
)

POSITION = Record(
    "a position",
    required={"turn": POWER, "phase": Word("phase")},
    optional={
        "from": OneOf(("nothing", "setup")),
        "round": ROUND,
        "options": ListOf(Word("option"), 20, sort=True),
        "spaces": TableOf(SPACE, CONTENTS),
        "treasuries": TableOf(ACCOUNT, IPC),
        "technologies": TableOf(POWER, ListOf(Word("technology"), 20, sort=True)),
        "advantages": TableOf(POWER, ListOf(Word("advantage"), 20, sort=True)),
        "researchers": TableOf(POWER, _CHANGED_COUNT),
        "bought": TableOf(ACCOUNT, TableOf(UNIT, _CHANGED_COUNT)),
        "wars": TableOf(POWER, TableOf(POWER, OneOf(HOW_WARS_BEGAN, zero=True))),
        "notes": NOTES,
        "game_notes": GAME_NOTES,
        "scenery": ListOf(Text(), 50),
    },
)

# -- what is done


@dataclass(frozen=True)
class ActShape:
    """One action as it is written: the kind of its main value, and of the keys that stand beside it."""

    main: Kind
    says: str
    required: dict[str, Kind] = field(default_factory=dict)
    optional: dict[str, Kind] = field(default_factory=dict)


UNITS = ByPower(COUNT)
NUMBERS = TableOf(UNIT, COUNT)

#: what a power chooses: units (a casualty may be a ``damaged battleship``), or an id
OPTION = ByShape(word=Text(80), table=ByPower(COUNT, "casualty"))
#: keys that every action may have
EVERY_ACT: dict[str, Kind] = {
    "power": POWER,
    "dice": ListOf(Number(1, 6, "face"), MOST_DICE),
    "choices": ListOf(TableOf(POWER, OPTION, single=True), 50),
    "refused_by": RULES,
    "which": ListOf(NAME, 20, 1, single=True),
}

#: how a battle comes out where the rule set does not know how it is fought
OUTCOME = Record("an outcome", required={"lost": TableOf(POWER, NUMBERS)})
_DICE = Number(0, 50, "number of dice")
ACTS: dict[str, ActShape] = {
    "research": ActShape(
        Record("research", required={"dice": _DICE}, optional={"technology": Word("technology")}),
        "buys research dice, or researchers who roll one each, and rolls",
    ),
    "purchase": ActShape(NUMBERS, "buys units", optional={"economy": Word("economy")}),
    "repair": ActShape(
        Number(1, 99, "number of damage markers"),
        "takes damage off a complex, or another facility",
        {"at": SPACE},
        {"facility": UNIT},
    ),
    "move": ActShape(UNITS, "moves units along a route", {"route": ListOf(SPACE, 20, 2)}),
    "load": ActShape(UNITS, "puts land units aboard", {"from": SPACE, "to": SPACE}, {"transport": NAME}),
    "offload": ActShape(UNITS, "puts cargo ashore", {"from": SPACE, "to": SPACE}, {"transport": NAME}),
    "bombard": ActShape(UNITS, "has ships support an assault", {"from": SPACE, "at": SPACE}),
    "raid": ActShape(UNITS, "has bombers raid a territory", {"at": SPACE}, {"from": SPACE, "target": UNIT}),
    "rocket": ActShape(UNIT, "launches a rocket", {"from": SPACE, "at": SPACE}, {"target": UNIT}),
    "battle": ActShape(
        SPACE, "fights a battle", optional={"cycles": Number(1, 50, "number of cycles"), "outcome": OUTCOME}
    ),
    "submerge": ActShape(UNITS, "takes submarines out of a battle", optional={"at": SPACE}),
    "retreat": ActShape(ByShape(word=OneOf(("all",)), table=UNITS), "retreats", {"to": SPACE}, {"at": SPACE}),
    "withdraw": ActShape(
        ByShape(word=OneOf(("aircraft",)), table=UNITS), "has aircraft break off an assault", optional={"at": SPACE}
    ),
    "land": ActShape(UNITS, "lands aircraft where they are", {"at": SPACE}),
    "mobilize": ActShape(
        NUMBERS, "places bought units", {"at": SPACE}, {"producer": SPACE, "fighters": UNITS, "fighters_from": SPACE}
    ),
    "collect": ActShape(OneOf(("income",)), "collects income"),
    "invoke": ActShape(
        Word("advantage"),
        "uses a national advantage",
        optional={"units": UNITS, "from": ListOf(SPACE, 20, 1, single=True), "spaces": SPACES},
    ),
    "declare-war": ActShape(POWER, "declares war on another"),
    "end": ActShape(Word("phase", ("phase", "turn")), "ends the phase, or the turn"),
}

# -- what is expected

WHO_HAS = TableOf(POWER, NUMBERS)
_MAY = OneOf(("submerge", "retreat", "withdraw", "press"))
OPTIONS = Record(
    "options",
    required={"power": POWER, "are": ListOf(OPTION, 200, 1)},
    optional={"what": Word("choice"), "nth": Number(1, 50, "place in the order")},
)
CLOCK = Record("a clock", optional={"turn": POWER, "phase": Word("phase"), "round": ROUND})

#: what may be expected of a case that is played
PLAYED: dict[str, Kind] = {
    "lost": WHO_HAS,
    "attackers": WHO_HAS,
    "defenders": WHO_HAS,
    "stands": TableOf(SPACE, WHO_HAS),
    "damaged": TableOf(SPACE, NUMBERS),
    "submerged": TableOf(SPACE, TableOf(POWER, COUNT)),
    "aboard": TableOf(SPACE, TableOf(NAME, NUMBERS)),
    "holds": TableOf(SPACE, HOLDER),
    "treasury": TableOf(ACCOUNT, IPC),
    "bought": TableOf(ACCOUNT, NUMBERS),
    "technology": TableOf(POWER, ListOf(Word("technology"), 20, sort=True)),
    "researchers": TableOf(POWER, Number(0, MOST_UNITS, "number of researchers")),
    "at_war": TableOf(POWER, ListOf(POWER, 20, sort=True)),
    "declared": TableOf(POWER, TableOf(POWER, OneOf((*HOW_WARS_BEGAN, NONE)))),
    "leans": TableOf(SPACE, Word("side", (NONE,))),
    "clock": CLOCK,
    "may": TableOf(POWER, ListOf(_MAY, 4, single=True, sort=True)),
    "retreat_to": ListOf(SPACE, 20, sort=True),
    "options": OPTIONS,
    "steps": ListOf(Word("step"), 50, 1),
    "dice": TableOf(Word("roll"), Number(0, MOST_DICE, "number of dice")),
    "battle": OneOf(("over", "waiting", "none")),
    "because": RULES,
    "readings": ListOf(Word("reading"), 20, 1, sort=True),
    "unverified": RULES,
    "winner": Word("side", (NONE,)),
}
#: which part of what happened an expectation is about
ABOUT: dict[str, Kind] = {"in": Word("part of the play"), "round": Number(1, 99, "cycle of combat")}

_FIGURE = ByShape(word=Text(20))
#: what may be expected of the printed map, charts and components
PRINTED: dict[str, Kind] = {
    "touch": ListOf(SPACE, 2, 2),
    "apart": ListOf(SPACE, 2, 2),
    "unit": TableOf(UNIT, Record("a unit", optional=dict.fromkeys(FIGURES, _FIGURE))),
    "setup": TableOf(SPACE, WHO_HAS),
    "held_by": TableOf(SPACE, HOLDER),
    "owner": TableOf(SPACE, HOLDER),
    "island": TableOf(SPACE, OneOf(("yes", "no"))),
    "impassable": TableOf(SPACE, OneOf(("yes", "no"))),
    "value": TableOf(SPACE, IPC),
    "canal": TableOf(
        Word("canal"),
        Record("a canal", optional={"between": ListOf(SPACE, 2, 2, sort=True), "lands": ListOf(SPACE, 5, sort=True)}),
    ),
    "room": TableOf(UNIT, ListOf(NUMBERS, 20, 1)),
    "no_room": TableOf(UNIT, ListOf(NUMBERS, 20, 1)),
    "phases": ListOf(Word("phase"), 20, 2),
    "powers": ListOf(POWER, 20, 2),
    "treasury": TableOf(ACCOUNT, IPC),
    "technology": TableOf(Word("technology"), Number(1, 12, "number of the die")),
    "section": TableOf(Slug(), Record("a section", optional={"title": Text(), "pages": Text(20), "parent": Slug()})),
}

# -- a scenario

#: the other games in which a scenario is played; their names are known where their boards are
ELSEWHERE = TableOf(
    Slug(),
    Record(
        "another game",
        optional={
            "board": Slug(),
            "names": TableOf(Text(LONGEST), Text(LONGEST)),
            "differs": ListOf(Text(LONGEST), 10, 1),
        },
    ),
    most=5,
)
IDS = ListOf(Slug(), 20, 1, single=True)
CONTRAST_KEYS = ("title", "change", "do", "dice", "choices", "refused_by", "expect")
SCENARIO_KEYS = (
    "id", "ruling", "section", "fingerprint", "title", "proof", "position", "do", "expect", "contrast", "elsewhere",
)  # fmt: skip
FILE_KEYS = ("game", "board", "ruleset", "scenarios")
