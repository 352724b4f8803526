"""What is asked, as a value: the rules that are played by, a position, what is done in it, what is wanted then."""

from __future__ import annotations

from dataclasses import dataclass

from kb.engine.core.rulebook import Rulebook
from kb.engine.core.values import replace
from kb.errors import BadInput, Finding, raise_if
from kb.scenarios.language import grammar
from kb.scenarios.language.grammar import POWER, SPACE, UNIT, UNITS
from kb.scenarios.language.scenario import Act, Case, Plain, Scenario, Value, overlaid
from kb.scenarios.language.vocabulary import Vocabulary
from kb.scenarios.reading import files
from kb.scenarios.reading.files import CaseReader, RulesOf
from kb.scenarios.reading.library import RulesLoader
from kb.shape import ByShape, FileReader, ListOf, Number, OneOf, Record, line_of, quoted
from kb.written import from_plain

#: the keys of a request beside those of a file: what it is called, the position, what is done, what is judged and not
#: done, of what is asked what it may do, and whether is asked what would have to differ, and the odds of the battles
KEYS = ("title", "position", "do", "may", "what", "flips", "odds")
#: the units, space or power of which is asked what they may do now
_WHAT = Record("what is asked", optional={"power": POWER, "at": SPACE, "units": UNITS})

_FLIPS = OneOf(("yes", "no"))
#: the unit types of a side in the order in which they are lost
_LOST = ListOf(UNIT, 30, 1)
#: whether the odds of the battles are asked for, or how: for how many cycles of combat, with which order of losses
_ODDS = ByShape(
    word=_FLIPS,
    table=Record(
        "how odds are computed",
        optional={"rounds": Number(1, 50, "cycles of combat"), "attacker": _LOST, "defender": _LOST},
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the board.

    ``case`` is the position and what is done in it, one action after another, the last of which may be only judged
    (``refused``); ``judged`` is whether it is. ``what`` are units, a space or a power of which is asked what they may
    do then; ``flips`` is whether it is asked what would have to differ, ``printings`` are all rule books of the game,
    other printings among them; ``odds`` is how the odds of the battles are to be computed, empty for to their end with
    the usual losses, None where nobody asks. ``assumed`` are sentences about what was not said and is taken to be so.
    ``written`` is the request as it can be asked again.
    """

    rules: Rulebook
    case: Case
    judged: bool = False
    what: Plain | None = None
    assumed: tuple[str, ...] = ()
    flips: bool = False
    printings: tuple[Rulebook, ...] = ()
    odds: Plain | None = None
    left_out: tuple[str, ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        """What is done or judged, in order."""
        return self.case.do

    def changed(self, change: Plain) -> Asked:
        """The same in a position with a change laid over it."""
        return replace(self, case=replace(self.case, position=overlaid(self.case.position, change)))


def read(written: Value, name: str, rules_of: RulesOf, assumed: tuple[str, ...] = ()) -> Asked:
    """What is asked by a request as YAML or JSON has it (docs/asking.md); ``name`` is how messages call it.

    It is a file with one scenario, whose expectations are left aside, or the keys of that scenario beside ``game``.
    Raises :class:`kb.errors.BadInput` with every finding.
    """
    root = written if hasattr(written, "lines") else from_plain(written)
    rules = files.rules_named(root, name, rules_of, (*grammar.FILE_KEYS, *KEYS))
    reader = FileReader(Vocabulary(rules.board, rules.ruleset), name, supposes=True)
    row = _row(root, name)
    _known_keys(reader, root, row)
    cases = CaseReader(reader, played=True, own=True)
    line = getattr(row, "line", 0)
    case = cases.unexpecting(row, line)
    may = cases.act(row["may"], line_of(row, "may", line)) if "may" in row else None
    what = _WHAT.read(reader, row["what"], line_of(row, "what", line)) if "what" in row else None
    flips = "flips" in row and _FLIPS.read(reader, row["flips"], line_of(row, "flips", line)) == "yes"
    odds = _ODDS.read(reader, row["odds"], line_of(row, "odds", line)) if "odds" in row else "no"
    raise_if(dict.fromkeys(reader.findings))
    printings = rules_of.every(rules.ruleset.game) if flips and isinstance(rules_of, RulesLoader) else ()
    judged = (replace(may, refused=True),) if may else ()
    whole = replace(case, do=(*case.do, *judged))
    how = {"yes": {}, "no": None}[odds] if isinstance(odds, str) else odds
    return Asked(rules, whole, bool(may), what, assumed, flips, printings, how)


def _row(root: Value, name: str) -> Value:
    """The one case of a request. Raises :class:`BadInput` where there are more, or none."""
    rows = root.get("scenarios", [root])
    if not isinstance(rows, list) or len(rows) != 1 or not isinstance(rows[0], dict):
        raise BadInput(Finding("one case is asked at a time", name, line_of(root, "scenarios", 1), "leave one"))
    return rows[0]


def _known_keys(reader: FileReader, root: Value, row: Value) -> None:
    """A finding for each key of the case that nobody knows; those of the whole request are looked at before."""
    for key in row if row is not root else ():
        if key not in (*grammar.SCENARIO_KEYS, *KEYS):
            hint = reader.words.nearest(key, KEYS) or f"it has {', '.join(KEYS)}"
            reader.add_finding(f"unknown key {quoted(key)} in what is asked", line_of(row, key, 1), hint)


def of_scenario(scenario: Scenario, rules: Rulebook) -> Asked:
    """What a scenario asks: its case, without what it expects."""
    do = tuple(replace(act, then=()) for act in scenario.case.do)
    return Asked(rules, replace(scenario.case, do=do, expect=(), own=True))
