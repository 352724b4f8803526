"""What the engine answers, and what becomes of a scenario."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

Power = Annotated[str, Meta(description="The power, by its id.")]
Space = Annotated[str, Meta(description="The space, by its id.")]
Sentence = Annotated[str, Meta(description="It in a sentence.")]
#: units by power and type
Units = dict[str, dict[str, int]]
#: an act as docs/asking.md has it
Act = dict[str, Any]
Legal = Annotated[bool | None, Meta(description="Whether it is legal; null where it could not be tried.")]
Probability = Annotated[float, Meta(ge=-1e-9, le=1 + 1e-9)]


class Reason(TypedDict):
    """A rule that something rests on, with what it says of this case."""

    rule: Annotated[str, Meta(description="The name of the rule.")]
    says: Annotated[str, Meta(description="What it says of this case.")]
    rulings: Annotated[list[str], Meta(description="The rulings that it rests on, by their ids.")]
    sections: Annotated[list[str], Meta(description="The sections that it rests on, by their ids.")]
    confidence: Annotated[
        Literal["stated", "public", "unverified", ""],
        Meta(description="How sure it is: stated in a document, public (found in a named source) or unverified."),
    ]
    readings: Annotated[list[str], Meta(description="The readings that it rests on, by their ids.")]


class Action(TypedDict):
    """An action, and what the rules say of it."""

    text: Sentence
    legal: Legal
    done: Annotated[bool, Meta(description="Whether it was done to its end.")]
    reasons: Annotated[list[Reason], Meta(description="Why it is not legal; empty where it is.")]
    leaned_on: Annotated[list[Reason], Meta(description="The rules that it rests on beside these.")]
    wrong: Annotated[str, Meta(description="Why it could not be tried; else empty.")]


class Line(TypedDict):
    """A step of what happened."""

    depth: Annotated[int, Meta(description="How many steps it stands below.", ge=0)]
    says: Annotated[str, Meta(description="What happened.")]
    rule: Annotated[str, Meta(description="The rule that made it happen; empty where none did.")]
    cites: Annotated[list[str], Meta(description="The rulings and sections that the rule rests on.")]


#: equal units in a space; a class cannot have the key ``is``
Counter = TypedDict(
    "Counter",
    {
        "power": Power,
        "unit": Annotated[str, Meta(description="The type of the units.")],
        "count": Annotated[int, Meta(description="How many.", ge=1)],
        "is": Annotated[list[str], Meta(description="What is marked of them, such as damaged or submerged.")],
    },
)


class PictureSpace(TypedDict):
    """A space with who holds it and stands in it."""

    id: Space
    name: Annotated[str, Meta(description="What it is called.")]
    kind: Annotated[Literal["territory", "sea-zone"], Meta(description="Land or sea.")]
    holder: Annotated[str, Meta(description="The power that holds it; empty where none does.")]
    units: Annotated[list[Counter], Meta(description="The units in it.")]


class Picture(TypedDict):
    """The spaces concerned, and the borders between them."""

    spaces: Annotated[list[PictureSpace], Meta(description="The spaces.")]
    borders: Annotated[list[list[str]], Meta(description="Two spaces each, by their ids.")]


class Outcome(TypedDict):
    """What came of what was done."""

    told: Annotated[list[str], Meta(description="It in sentences.")]
    lines: Annotated[list[Line], Meta(description="Every step.")]
    lost: Annotated[Units, Meta(description="The units that were lost, by power and type.")]
    before: Annotated[Picture, Meta(description="The position before.")]
    after: Annotated[Picture, Meta(description="The position after.")]


class Choice(TypedDict):
    """One thing that may be chosen or decided."""

    text: Sentence
    written: Annotated[Act | None, Meta(description="What to send back for it.")]
    what: NotRequired[Annotated[str, Meta(description="The kind of a decision, such as retreat.")]]
    detail: NotRequired[Annotated[str, Meta(description="What more is to say of a decision, such as where to.")]]


class Waiting(TypedDict):
    """Whose dice, choice or decision is waited for."""

    power: Power
    what: Annotated[str, Meta(description="What is rolled for or chosen; or decision, or outcome (of a whole fight).")]
    space: Annotated[str, Meta(description="Where; empty of a decision.")]
    options: Annotated[list[Choice], Meta(description="What may be chosen; empty where dice are waited for.")]
    dice: Annotated[int, Meta(description="How many dice; 0 where a choice is waited for.", ge=0)]
    needs: NotRequired[
        Annotated[list[int], Meta(description="At what each die hits: so much or less; 0: its number counts.")]
    ]


class Battle(TypedDict):
    """A battle that is to be fought."""

    space: Space
    attackers: Annotated[Units, Meta(description="The attacking units, by power and type.")]
    defenders: Annotated[Units, Meta(description="The defending units, by power and type.")]


class Offer(TypedDict):
    """Something that a unit or power may do now, or may not."""

    power: Power
    kind: Annotated[str, Meta(description="The kind of action; empty where nothing is written for it.")]
    units: Annotated[Units, Meta(description="The units that do it, by power and type.")]
    at: Annotated[str, Meta(description="Where they are.")]
    to: Annotated[str, Meta(description="Where they would go.")]
    text: Sentence
    written: Annotated[Act | None, Meta(description="The act, as a request has it.")]
    legal: Legal
    reasons: Annotated[list[Reason], Meta(description="Why it is not legal.")]
    count: Annotated[int, Meta(description="How many equal units may do it at most.", ge=0)]
    all: Annotated[Act | None, Meta(description="The act for that many.")]
    wrong: Annotated[str, Meta(description="Why it could not be tried; else empty.")]


class Bearing(TypedDict):
    """A ruling that bears on the answer."""

    id: Annotated[str, Meta(description="The id of the ruling.")]
    rules: Annotated[list[str], Meta(description="The rules through which it does.")]
    verdict: Annotated[str, Meta(description="The answer in one line, in our own words.")]


class Flip(TypedDict):
    """A smallest change after which the answer is another."""

    text: Sentence
    becomes: Annotated[str, Meta(description="What would come of it.")]
    change: Annotated[dict[str, Any], Meta(description="What the changed request says otherwise.")]
    turns: Annotated[Literal["verdict", "reasons", "outcome"], Meta(description="What it turns.")]
    legal: Legal
    rules: Annotated[list[str], Meta(description="The rules that turn it.")]
    rulings: Annotated[list[str], Meta(description="The rulings that speak of it, by their ids.")]


class FlipsSearched(TypedDict):
    """How changes were searched for."""

    tried: Annotated[int, Meta(description="How many changes were tried.", ge=0)]
    all_tried: Annotated[bool, Meta(description="Whether these were all.")]
    faults: Annotated[int, Meta(description="How many could not be played, for a fault of the engine.", ge=0)]
    assumed: Annotated[list[str], Meta(description="What is assumed of dice, and what is not known for such a fault.")]


class Ending(TypedDict):
    """A way in which a battle can end."""

    left: Annotated[Units, Meta(description="The units that are left, by power and type.")]
    result: Annotated[str, Meta(description="Who wins.")]
    probability: Annotated[Probability, Meta(description="How probable it is.")]


class Odds(TypedDict):
    """The odds of a battle; or why there are none."""

    space: Space
    wrong: NotRequired[Annotated[str, Meta(description="Why there are no odds; then nothing else is there.")]]
    attacker: NotRequired[Annotated[Probability, Meta(description="That the attacker wins.")]]
    defender: NotRequired[Annotated[Probability, Meta(description="That the defender wins.")]]
    both_gone: NotRequired[Annotated[Probability, Meta(description="That nobody is left.")]]
    both_left: NotRequired[Annotated[Probability, Meta(description="That both are left.")]]
    endings: NotRequired[Annotated[list[Ending], Meta(description="The most likely endings.", max_length=20)]]
    average_left: NotRequired[
        Annotated[dict[str, dict[str, float]], Meta(description="What is left on average, by power and type.")]
    ]
    assumed: NotRequired[Annotated[list[str], Meta(description="What was assumed, in sentences.")]]


class Answer(TypedDict):
    """What the engine says of a position and what is done in it. It is our reading of the rules; only rulings are
    official."""

    game: Annotated[str, Meta(description="The game, by its id.")]
    board: Annotated[str, Meta(description="The board, by its id.")]
    ruleset: Annotated[str, Meta(description="The rule set, one printing's rules, by its id.")]
    legal: Annotated[bool | None, Meta(description="Whether all is legal; null where something could not be tried.")]
    told: Annotated[list[str], Meta(description="The position in sentences.")]
    rules: Annotated[str, Meta(description="The rule set and board in words.")]
    not_understood: Annotated[list[str], Meta(description="Words of a line that were left out.")]
    assumed: Annotated[list[str], Meta(description="What was not said and is taken to be so, in sentences.")]
    actions: Annotated[list[Action], Meta(description="Each action that was tried, in order.")]
    unreached: Annotated[list[str], Meta(description="Actions that were not tried: one before is refused or waits.")]
    outcome: Annotated[Outcome, Meta(description="What came of it.")]
    waiting: Annotated[list[Waiting], Meta(description="Whose dice, choice or decision is waited for.")]
    battles: Annotated[list[Battle], Meta(description="The battles of the powers on turn.")]
    owed: Annotated[list[Reason], Meta(description="What keeps the phase from ending.")]
    offers: Annotated[list[Offer], Meta(description="What those of whom it is asked may do now.")]
    rulings: Annotated[list[Bearing], Meta(description="The rulings that bear on it, best first.")]
    findings: Annotated[list[str], Meta(description="What is wrong with the request beside its actions.")]
    flips: NotRequired[Annotated[list[Flip], Meta(description="What would have to differ, where that is asked.")]]
    flips_searched: NotRequired[Annotated[FlipsSearched, Meta(description="How that was searched for.")]]
    odds: NotRequired[Annotated[list[Odds], Meta(description="The odds of each battle, where they are asked for.")]]


class Checked(TypedDict):
    """What became of a scenario."""

    id: Annotated[str, Meta(description="The game and the id of the scenario; file and line where it has none.")]
    ruling: Annotated[str | None, Meta(description="The first ruling that it belongs to.")]
    rulings: Annotated[list[str], Meta(description="The rulings that it belongs to, by their ids.")]
    sections: Annotated[list[str], Meta(description="The sections that it belongs to, by their ids.")]
    title: Annotated[str, Meta(description="Its title.")]
    proof: Annotated[Literal["play", "reference"], Meta(description="Whether it is played or compared with charts.")]
    passed: Annotated[bool, Meta(description="Whether its case came out as it expects.")]
    contrast_passed: Annotated[bool, Meta(description="Whether each of its contrasts did.")]
    rules: Annotated[list[str], Meta(description="The rules that it cites.")]
    reason: Annotated[
        str, Meta(description="What came out otherwise, or why it cannot be read; empty where it passed.")
    ]
    warnings: Annotated[
        list[str],
        Meta(description="What is doubtful in it, such as a line that changes nothing, as far as time was to look."),
    ]
    unneeded: NotRequired[Annotated[list[str], Meta(description="The rules that it cites and does not need.")]]
