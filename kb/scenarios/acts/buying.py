"""What is paid for before the combat move: research, units, repairs."""

from __future__ import annotations

from kb.engine.economy.purchase import Purchase
from kb.engine.economy.repairs import Repair
from kb.engine.economy.research import Research
from kb.scenarios.acts.verb import Context, Inverse, Said, verb
from kb.scenarios.language.kinds import Number, Record, Word
from kb.scenarios.language.scenario import Act
from kb.scenarios.language.shapes import NUMBERS, SPACE, UNIT
from kb.scenarios.language.words import GameWords, counted
from kb.wording.english import number


def _tell_research(words: GameWords, act: Act) -> str:
    dice = act.what["dice"]
    if "technology" in act.what:
        return f"rolls {number(dice)} dice for {words.titled(act.what['technology'])}"
    if words.keeps_researchers:
        return f"buys {counted(dice, 'researcher', 'researchers')} and has all roll"
    return f"buys {counted(dice, 'research die', 'research dice')} and rolls"


def _said_of_research(action: Research, context: Context) -> Said:
    aim = {"technology": action.technology} if action.technology else {}
    return {**aim, "dice": action.dice}, {}


@verb(
    "research",
    Record(
        "research",
        required={"dice": Number(0, 50, "number of dice")},
        optional={"technology": Word("technology")},
    ),
    says="buys research dice, or researchers who roll one each, and rolls",
    written="`research: {technology: rockets, dice: 2}`",
    details="how many dice are bought; without `technology` so many researchers are bought, and roll with those that "
    "were kept",
    tell=_tell_research,
    inverse=Inverse(Research, _said_of_research),
)
def _research(act: Act, context: Context, power: str) -> Research:
    return Research(power, act.what.get("technology", ""), act.what["dice"])


def _tell_purchase(words: GameWords, act: Act) -> str:
    account = f" for the economy of {act.given['economy'].capitalize()}" if "economy" in act.given else ""
    return f"buys {words.units(act.what)}{account}"


def _said_of_purchase(action: Purchase, context: Context) -> Said:
    return dict(action.units), {"economy": action.economy} if action.economy else {}


@verb(
    "purchase",
    NUMBERS,
    says="buys units",
    written="`purchase: {infantry: 3}`",
    details="`economy` that pays, of a power that has several; by default its first",
    optional={"economy": Word("economy")},
    tell=_tell_purchase,
    inverse=Inverse(Purchase, _said_of_purchase),
)
def _purchase(act: Act, context: Context, power: str) -> Purchase:
    return Purchase(power, tuple(act.what.items()), act.given.get("economy", ""))


def _tell_repair(words: GameWords, act: Act) -> str:
    off = f"the {words.unit(act.given['facility'])} in" if "facility" in act.given else "the complex in"
    return f"takes {counted(act.what, 'damage marker', 'damage markers')} off{words.at(act, 'at', off)}"


def _said_of_repair(action: Repair, context: Context) -> Said:
    facility = {"facility": action.facility} if action.facility else {}
    return action.markers, {"at": action.territory, **facility}


@verb(
    "repair",
    Number(1, 99, "number of damage markers"),
    says="takes damage off a complex, or another facility",
    written="`repair: 3`",
    details="so many damage markers come off the complex `at` a territory, or off the `facility` there",
    required={"at": SPACE},
    optional={"facility": UNIT},
    tell=_tell_repair,
    inverse=Inverse(Repair, _said_of_repair),
)
def _repair(act: Act, context: Context, power: str) -> Repair:
    return Repair(power, act.given["at"], act.what, act.given.get("facility", ""))
