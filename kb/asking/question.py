"""The question as a value: the rules, a position, the actions in it, and the wanted answer.

Requests are parsed from JSON, YAML and scenarios; an action of the engine is written as the act of a request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from kb.base.errors import BadInput, Finding, KBError, raise_if
from kb.base.shape import FileReader, Record, line_of, quoted
from kb.base.written import from_plain, parse_json
from kb.cases.language import grammar
from kb.cases.language.grammar import POWER, SPACE, UNITS
from kb.cases.language.scenario import (
    Act,
    Case,
    PositionTable,
    Scenario,
    SubjectTable,
    overlaid,
    plain_table,
    plain_value,
)
from kb.cases.language.vocabulary import vocabulary
from kb.cases.reading import scenario_files
from kb.cases.reading.library import RulesLoader
from kb.cases.reading.scenario_files import ACTS, SCENARIO_KEYS, CaseTable, RulesOf, read_act, read_case
from kb.engine.core.position import replace
from kb.engine.core.rulebook import Rulebook

if TYPE_CHECKING:
    from kb.model.replies import Errors

#: the longest request that is parsed, in characters
LONGEST = 100_000
#: the keys of a request beside those of a file: its name, the position, the actions, the action that is only judged,
#: and the subject whose possible actions are wanted
KEYS = ("title", "position", "do", "may", "what")
#: the units, space or power whose possible actions are wanted
WHAT = Record("what is asked", optional={"power": POWER, "at": SPACE, "units": UNITS})


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its rules.

    ``case`` is the position with its actions in order; if ``judged``, the last one is only judged (``refused``).
    ``what`` are the units, space or power whose possible actions are wanted. ``assumed`` are sentences about facts that
    were left out. ``typed`` is whether the question is a line; ``supplied`` are the indexes of ends of phases that the
    line does not contain. ``rollers`` has, for each act with dice, who rolls them one by one, if the line names them:
    a power, or a power after ``-`` for its opponents, and after a colon the type of unit. ``chooses`` is whether the
    question is if a power may make a choice. ``larger`` returns the question with another number of units, if it asks
    how many may act; ``most`` is the largest legal number then.
    """

    rules: Rulebook
    case: Case
    judged: bool = False
    what: SubjectTable | None = None
    assumed: tuple[str, ...] = ()
    supplied: tuple[int, ...] = ()
    typed: bool = False
    rollers: tuple[tuple[str, ...], ...] = ()
    chooses: bool = False
    larger: Callable[[int], Question] | None = None
    most: int | None = None

    @property
    def acts(self) -> tuple[Act, ...]:
        """The actions that are performed or judged, in order."""
        return self.case.do

    @property
    def rollers_by_act(self) -> Iterator[tuple[str, ...]]:
        """Who rolls the dice of each action, as far as the question names them."""
        named = iter(self.rollers)
        return (next(named, ()) if act.dice else () for act in self.acts)

    @property
    def turn(self) -> str:
        """The power whose turn it is."""
        return self.case.position["turn"]

    def changed(self, change: PositionTable) -> Question:
        """Return the question with a change applied to its position."""
        return replace(self, case=replace(self.case, position=overlaid(self.case.position, change)))


class QuestionTable(CaseTable, total=False):
    """A question as read: a case, an action that is only judged, and the subject whose possible actions are wanted."""

    may: Act
    what: SubjectTable


# -- from and to JSON


def from_text(text: str, rules_of: RulesLoader) -> Question:
    """Parse a question from JSON: a case, or a ``line`` with the default ``game`` of a line.

    Raises :class:`KBError` with all findings.
    """
    if len(text) > LONGEST:
        raise KBError(Finding(f"the question is longer than {LONGEST:,} characters", hint="ask about fewer units"))
    try:
        written = parse_json(text)
    except ValueError as error:
        raise KBError(Finding(f"not valid JSON: {error}", hint="see docs/asking.md")) from None
    if isinstance(written, dict) and isinstance(written.get("line"), str):
        from kb.asking.notation.line import from_line  # not loaded for cases

        return from_line(written["line"], rules_of, str(written.get("game", "")))
    return from_tree(written, "the question", rules_of)


def errors(error: KBError) -> Errors:
    """Return the answer to a request that cannot be parsed or answered."""
    return {"errors": [{"message": each.message, "hint": each.hint} for each in error.findings]}


def from_tree(written: object, name: str, rules_of: RulesOf) -> Question:
    """Return the question of parsed YAML or JSON (docs/asking.md); ``name`` is its name in messages.

    It is a file with one scenario, or the keys of that scenario beside ``game``. Its expectations are ignored. Raises
    :class:`kb.base.errors.BadInput` with all findings.
    """
    root = written if hasattr(written, "lines") else from_plain(written)
    rules = scenario_files.rules_named(root, name, rules_of, (*grammar.FILE_KEYS, *KEYS))
    assert isinstance(root, dict)
    reader = FileReader(vocabulary(rules), name, supposes=True)
    rows = root.get("scenarios", [root])
    if not isinstance(rows, list) or len(rows) != 1 or not isinstance(rows[0], dict):
        raise BadInput(
            Finding(
                "a question has exactly one scenario", name, line_of(root, "scenarios", 1), "keep it under 'scenarios'"
            )
        )
    row = rows[0]
    for key in row if row is not root else ():  # the keys of the whole request were checked before
        if key not in (*SCENARIO_KEYS, *KEYS):
            hint = reader.words.nearest(key, KEYS) or f"it has {', '.join(KEYS)}"
            reader.add_finding(f"unknown key {quoted(key)} in the question", line_of(row, key, 1), hint)
    line = getattr(row, "line", 0)
    readers = {"position": grammar.POSITION.read, "do": ACTS.read, "may": read_act, "what": WHAT.read}
    made = {
        key: each(reader, row[key], line_of(row, key, line))
        for key, each in readers.items()
        if row.get(key) or (key == "position" and key in row)
    }
    read = cast("QuestionTable", made)
    case = read_case(reader, row, read, line, idle=True)
    may, what = read.get("may"), read.get("what", SubjectTable() if "what" in row else None)
    raise_if(dict.fromkeys(reader.findings))
    whole = replace(case, do=(*case.do, *((replace(may, refused=True),) if may else ())))
    return Question(rules, whole, bool(may), what)


def to_tree(question: Question) -> dict[str, object]:
    """Return a question as plain values: the inverse of :func:`from_tree`."""
    board, ruleset = question.rules.board, question.rules.ruleset
    tree: dict[str, object] = {"game": ruleset.game}
    if board.id != ruleset.boards[0]:
        tree["board"] = board.id
    if ruleset.id != ruleset.game:
        tree["ruleset"] = ruleset.id
    tree["position"] = plain_table(question.case.position)
    acts = [plain_act(act) for act in question.acts]
    if question.judged:
        tree["may"] = acts.pop()
    if acts:
        tree["do"] = acts
    return tree if question.what is None else {**tree, "what": plain_table(question.what)}


# -- the cases of scenarios


def of_scenario(scenario: Scenario, rules: Rulebook) -> Question:
    """Return the question of a scenario: its case without its expectations."""
    do = tuple(replace(act, then=()) for act in scenario.case.do)
    return Question(rules, replace(scenario.case, do=do, expect=(), own=True))


def case_of(scenario: Scenario, rules: Rulebook) -> dict[str, object] | None:
    """Return the case of a scenario as a request, to be changed and asked; None for a reference proof.

    Its expectations are left out. The first action that must be refused is only judged, and the actions after it are
    left out.
    """
    if not scenario.case.position:
        return None
    acts = scenario.case.do
    refused = next((place for place, act in enumerate(acts) if act.must_be_refused), len(acts))
    case = replace(scenario.case, do=acts[: refused + 1])
    title = {"title": scenario.title} if scenario.title else {}
    return {**to_tree(Question(rules, case, judged=refused < len(acts))), **title}


def plain_act(act: Act) -> dict[str, object]:
    """Return an act as plain values, with its dice and choices; without its expectations."""
    outcome = {"outcome": {"lost": act.outcome["lost"]}} if act.outcome else {}
    plain = plain_table({act.kind: act.what, **act.given, **outcome})
    if act.power:
        plain["power"] = act.power
    if act.which:
        plain["which"] = list(act.which)
    if act.dice:
        plain["dice"] = list(act.dice)
    if act.choices:
        plain["choices"] = [{power: plain_value(option)} for power, option in act.choices]
    return plain
