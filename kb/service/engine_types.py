"""What the engine answers, and what becomes of a scenario."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from kb.service.types import means

Power = Annotated[str, means("The power, by its id.")]
Space = Annotated[str, means("The space, by its id.")]
Sentence = Annotated[str, means("It in a sentence.")]
#: units by power and type
Units = dict[str, dict[str, int]]
#: an act as docs/asking.md has it
Act = dict[str, Any]
Legal = Annotated[bool | None, means("Whether it is legal; null where it could not be tried.")]


class ReasonReply(TypedDict):
    """A rule that something rests on, with what it says of this case."""

    rule: Annotated[str, means("The name of the rule.")]
    says: Annotated[str, means("What it says of this case.")]
    rulings: Annotated[list[str], means("The rulings that it rests on, by their ids.")]
    sections: Annotated[list[str], means("The sections that it rests on, by their ids.")]
    confidence: Annotated[
        Literal["stated", "public", "unverified", ""],
        means("How sure it is: stated in a document, public (found in a named source) or unverified."),
    ]
    readings: Annotated[list[str], means("The readings that it rests on, by their ids.")]


class ActionReply(TypedDict):
    """An action, and what the rules say of it."""

    text: Sentence
    legal: Legal
    done: Annotated[bool, means("Whether it was done to its end.")]
    reasons: Annotated[list[ReasonReply], means("Why it is not legal; empty where it is.")]
    leaned_on: Annotated[list[ReasonReply], means("The rules that it rests on beside these.")]
    wrong: Annotated[str, means("Why it could not be tried; else empty.")]


class LineReply(TypedDict):
    """A step of what happened."""

    depth: Annotated[int, means("How many steps it stands below.", ge=0)]
    says: Annotated[str, means("What happened.")]
    rule: Annotated[str, means("The rule that made it happen; empty where none did.")]
    cites: Annotated[list[str], means("The rulings and sections that the rule rests on.")]


#: equal units in a space; a class cannot have the key ``is``
Counter = TypedDict(
    "Counter",
    {
        "power": Power,
        "unit": Annotated[str, means("The type of the units.")],
        "count": Annotated[int, means("How many.", ge=1)],
        "is": Annotated[list[str], means("What is marked of them, such as damaged or submerged.")],
    },
)


class PictureSpaceReply(TypedDict):
    """A space with who holds it and stands in it."""

    id: Space
    name: Annotated[str, means("What it is called.")]
    kind: Annotated[Literal["territory", "sea-zone"], means("Land or sea.")]
    holder: Annotated[str, means("The power that holds it; empty where none does.")]
    units: Annotated[list[Counter], means("The units in it.")]


class PictureReply(TypedDict):
    """The spaces concerned, and the borders between them."""

    spaces: Annotated[list[PictureSpaceReply], means("The spaces.")]
    borders: Annotated[list[list[str]], means("Two spaces each, by their ids.")]


class OutcomeReply(TypedDict):
    """What came of what was done."""

    told: Annotated[list[str], means("It in sentences.")]
    lines: Annotated[list[LineReply], means("Every step.")]
    lost: Annotated[Units, means("The units that were lost, by power and type.")]
    before: Annotated[PictureReply, means("The position before.")]
    after: Annotated[PictureReply, means("The position after.")]


class ChoiceReply(TypedDict):
    """One thing that may be chosen or decided."""

    text: Sentence
    written: Annotated[Act | None, means("What to send back for it.")]
    what: NotRequired[Annotated[str, means("The kind of a decision, such as retreat.")]]
    detail: NotRequired[Annotated[str, means("What more is to say of a decision, such as where to.")]]


class WaitingReply(TypedDict):
    """Whose dice, choice or decision is waited for."""

    power: Power
    what: Annotated[str, means("What is rolled for or chosen; or decision, or outcome (of a whole fight).")]
    space: Annotated[str, means("Where; empty of a decision.")]
    options: Annotated[list[ChoiceReply], means("What may be chosen; empty where dice are waited for.")]
    dice: Annotated[int, means("How many dice; 0 where a choice is waited for.", ge=0)]
    needs: NotRequired[Annotated[list[int], means("At what each die hits: so much or less; 0: its number counts.")]]


class BattleReply(TypedDict):
    """A battle that is to be fought."""

    space: Space
    attackers: Annotated[Units, means("The attacking units, by power and type.")]
    defenders: Annotated[Units, means("The defending units, by power and type.")]


class OfferReply(TypedDict):
    """Something that a unit or power may do now, or may not."""

    power: Power
    kind: Annotated[str, means("The kind of action; empty where nothing is written for it.")]
    units: Annotated[Units, means("The units that do it, by power and type.")]
    at: Annotated[str, means("Where they are.")]
    to: Annotated[str, means("Where they would go.")]
    text: Sentence
    written: Annotated[Act | None, means("The act, as a request has it.")]
    legal: Legal
    reasons: Annotated[list[ReasonReply], means("Why it is not legal.")]
    count: Annotated[int, means("How many equal units may do it at most.", ge=0)]
    all: Annotated[Act | None, means("The act for that many.")]
    wrong: Annotated[str, means("Why it could not be tried; else empty.")]


class BearingReply(TypedDict):
    """A ruling that bears on the answer."""

    id: Annotated[str, means("The id of the ruling.")]
    rules: Annotated[list[str], means("The rules through which it does.")]
    verdict: Annotated[str, means("The answer in one line, in our own words.")]


class AnswerReply(TypedDict):
    """What the engine says of a position and what is done in it. It is our reading of the rules; only rulings are
    official."""

    answer: Annotated[
        str, means("What was asked, in a sentence: yes, no, what came of it; empty where it is not known.")
    ]
    missing: Annotated[list[str], means("What is missing to know it: dice, a choice, an action not reached.")]
    game: Annotated[str, means("The game, by its id.")]
    board: Annotated[str, means("The board, by its id.")]
    ruleset: Annotated[str, means("The rule set, one printing's rules, by its id.")]
    legal: Annotated[bool | None, means("Whether all is legal; null where something could not be tried.")]
    told: Annotated[list[str], means("The position in sentences.")]
    rules: Annotated[str, means("The rule set and board in words.")]
    read_as: Annotated[str, means("What was read, in the strict notation of positions, to be changed and asked again.")]
    assumed: Annotated[list[str], means("What was not said and is taken to be so, in sentences.")]
    actions: Annotated[list[ActionReply], means("Each action that was tried, in order.")]
    unreached: Annotated[list[str], means("Actions that were not tried: one before is refused or waits.")]
    outcome: Annotated[OutcomeReply, means("What came of it.")]
    waiting: Annotated[list[WaitingReply], means("Whose dice, choice or decision is waited for.")]
    battles: Annotated[list[BattleReply], means("The battles of the powers on turn.")]
    owed: Annotated[list[ReasonReply], means("What keeps the phase from ending.")]
    offers: Annotated[list[OfferReply], means("What those of whom it is asked may do now.")]
    rulings: Annotated[list[BearingReply], means("The rulings that bear on it, best first.")]
    findings: Annotated[list[str], means("What is wrong with the request beside its actions.")]
    asked: NotRequired[Annotated[dict[str, Any], means("Of a line the request that was read, as a table.")]]


class CheckedReply(TypedDict):
    """What became of a scenario."""

    id: Annotated[str, means("The game and the id of the scenario; file and line where it has none.")]
    ruling: Annotated[str | None, means("The first ruling that it belongs to.")]
    rulings: Annotated[list[str], means("The rulings that it belongs to, by their ids.")]
    sections: Annotated[list[str], means("The sections that it belongs to, by their ids.")]
    title: Annotated[str, means("Its title.")]
    proof: Annotated[Literal["play", "reference"], means("Whether it is played or compared with charts.")]
    passed: Annotated[bool, means("Whether its case came out as it expects.")]
    contrast_passed: Annotated[bool, means("Whether each of its contrasts did.")]
    rules: Annotated[list[str], means("The rules that it cites.")]
    reason: Annotated[str, means("What came out otherwise, or why it cannot be read; empty where it passed.")]
    warnings: Annotated[
        list[str], means("What is doubtful in it, such as a line that changes nothing, as far as time was to look.")
    ]
    unneeded: NotRequired[Annotated[list[str], means("The rules that it cites and does not need.")]]
