"""What the values of the conformance suite are, key by key: their types, the JSON Schema of them (of that positions and
actions as cases have them), and the tables of docs/conformance.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_type_hints

import msgspec
from msgspec import Meta

from kb.base.shape import ListOf, Record, TableOf
from kb.cases.acts import VERBS
from kb.cases.acts.verb import Verb
from kb.cases.expectations.key import GROUNDS, SAME, Key
from kb.cases.expectations.keys import PLAYED
from kb.cases.expectations.printed import PRINTED
from kb.cases.language import grammar
from kb.service.schema import published

Schema = dict[str, Any]


def means(text: str) -> Meta:
    """What a key means."""
    return Meta(description=text)


Id = Annotated[str, means("Its id.")]
Title = Annotated[str, means("What it is called.")]
Level = Literal["result", "course", "ours", "printed"]
Number = int | None


class SuiteValue(TypedDict):
    """The suite itself; there is one."""

    kind: Literal["suite"]
    version: Annotated[
        str, means("The version of this form: a larger first number breaks readers, a larger second one adds keys.")
    ]
    build: Annotated[str, means("The SHA-256 of the knowledge base that it was written from.")]
    games: Annotated[list[str], means("The games that it has cases of, by their ids.")]
    cases: Annotated[int, means("How many cases there are, contrasts among them.")]
    expectations: Annotated[dict[str, Level], means("The level of each key of expectations, see below.")]


class SeatValue(TypedDict):
    """A power at the table."""

    id: Id
    side: Annotated[Literal["axis", "allies"], means("Its side.")]
    turn: Annotated[int, means("The place of its turn in a round; powers of one number play together.")]
    capitals: Annotated[list[str], means("Its capitals, by their ids.")]


class SpaceValue(TypedDict):
    """A space of a board."""

    id: Id
    name: Annotated[str, means("The printed name.")]
    also: Annotated[list[str], means("Other spellings.")]
    kind: Annotated[Literal["territory", "sea-zone"], means("Land or sea.")]
    owner: Annotated[str, means("The power whose emblem it bears; empty: none.")]
    held_by: Annotated[str, means("The power that holds it at the start; empty: none.")]
    value: Annotated[Number, means("The income that is printed on it, in IPCs; null: none.")]
    neutral: Annotated[
        Literal["", "strict", "pro-axis", "pro-allies"],
        means("Whom a neutral is friendly to; empty: it is no neutral."),
    ]
    army: Annotated[Number, means("The infantry that a neutral raises; null: none.")]
    economy: Annotated[str, means("Of a power with several economies: the one that it is of.")]
    city: Annotated[str, means("The victory city in it; empty: none.")]
    island: Annotated[bool, means("Whether it is an island: land that one sea zone surrounds.")]
    impassable: Annotated[bool, means("Whether nobody may ever enter it.")]
    near: Annotated[list[str], means("The spaces that border it, by their ids.")]


class CanalValue(TypedDict):
    """A canal or strait."""

    id: Id
    name: Annotated[str, means("What it is called.")]
    between: Annotated[list[str], means("The two sea zones that it connects.")]
    lands: Annotated[list[str], means("The territories that have to be held to open it.")]


class UnitValue(TypedDict):
    """A type of unit. A figure is null where it has none, or where it is among the ``unknown``."""

    id: Id
    name: Annotated[str, means("What it is called.")]
    kind: Annotated[Literal["land", "air", "ship", "facility"], means("Where it belongs.")]
    cost: Annotated[Number, means("What it costs, in IPCs; null, here and below: it has none, or nobody knows it.")]
    attack: Annotated[Number, means("The largest number of a die with which it hits when it attacks.")]
    defense: Annotated[Number, means("The same when it defends.")]
    move: Annotated[Number, means("How many spaces it moves.")]
    hits: Annotated[Number, means("With how many hits it is lost.")]
    transport_cost: Annotated[Number, means("How much of the room of a transport it takes.")]
    transport_room: Annotated[Number, means("How much room it has for land units.")]
    carrier_cost: Annotated[Number, means("How much of the room of a carrier it takes.")]
    carrier_room: Annotated[Number, means("How much room it has for aircraft.")]
    unknown: Annotated[list[str], means("The figures that it has and nobody knows.")]


class TechnologyValue(TypedDict):
    """A development."""

    id: Id
    name: Annotated[str, means("What it is called.")]
    chart: Annotated[int, means("The chart on which it is.")]
    number: Annotated[int, means("The number of the die there.")]


class ObjectiveValue(TypedDict):
    """A condition that pays a power."""

    id: Id
    power: Annotated[str, means("The power that it pays.")]
    pays: Annotated[int, means("How many IPCs.")]
    when: Annotated[Literal["turn", "space", "once"], means("Every turn, for each of its spaces, or one time only.")]
    spaces: Annotated[list[str], means("The spaces that its condition is about.")]
    condition: Annotated[str, means("The condition, in words.")]


class BoardValue(TypedDict):
    """A board with its charts and its set-up, which cases share."""

    kind: Literal["board"]
    id: Id
    game: Annotated[str, means("The game, by its id.")]
    title: Title
    printing: Annotated[str, means("The printing that it is of.")]
    powers: Annotated[list[SeatValue], means("The powers, in the order of their turns.")]
    treasuries: Annotated[
        dict[str, int], means("What each begins with, in IPCs; of several economies each, as `power/economy`.")
    ]
    wars: Annotated[list[list[str]], means("The pairs of powers that begin at war, where not all of both sides do.")]
    spaces: Annotated[list[SpaceValue], means("Its spaces, each with its borders.")]
    canals: Annotated[list[CanalValue], means("Its canals and straits.")]
    units: Annotated[list[UnitValue], means("The unit table; its order is that of dice, see below.")]
    setup: Annotated[
        dict[str, dict[str, dict[str, int]]], means("What stands where at the start: numbers by space, power and unit.")
    ]
    technologies: Annotated[list[TechnologyValue], means("The developments.")]
    objectives: Annotated[list[ObjectiveValue], means("The national objectives, or other conditions that pay.")]


class NamedValue(TypedDict):
    """Something with an id and a title."""

    id: Id
    title: Title


class AdvantageValue(NamedValue):
    """A national advantage."""

    power: Annotated[str, means("The power that may have it.")]


class RuleValue(TypedDict):
    """A rule of ours."""

    cites: Annotated[list[str], means("The rulings and sections that it rests on, by their ids.")]
    confidence: Annotated[Literal["stated", "public", "unverified"], means("How sure it is.")]
    readings: Annotated[list[str], means("Our readings of what the documents leave open, by their ids.")]
    option: Annotated[str, means("The option without which it does not hold; empty: it always does.")]
    advantage: Annotated[str, means("The national advantage that it belongs to; empty: none.")]


class SectionFactsValue(TypedDict):
    """A section of the rule book; what is not known is empty."""

    title: Title
    pages: Annotated[str, means("Its pages.")]
    parent: Annotated[str, means("The section that it is part of, by its id.")]


class RulesetValue(TypedDict):
    """The rules of one printing."""

    kind: Literal["ruleset"]
    id: Id
    game: Annotated[str, means("The game, by its id.")]
    title: Annotated[str, means("The game and its printing, in words.")]
    printing_of: Annotated[str, means("The rule set of which it is another printing; empty: it is the first.")]
    boards: Annotated[list[str], means("The boards that it is played on, by their ids.")]
    phases: Annotated[list[NamedValue], means("The phases of a turn, in order.")]
    steps: Annotated[
        list[str], means("The steps of one cycle of combat, in order; none: how a battle is fought is not known.")
    ]
    options: Annotated[list[str], means("The optional rules that a table may play with.")]
    advantages: Annotated[list[AdvantageValue], means("The national advantages.")]
    rules: Annotated[dict[str, RuleValue], means("The rules that our engine plays by, by our names.")]
    sections: Annotated[dict[str, SectionFactsValue], means("The sections of the rule book, by their ids.")]


class CitationValue(TypedDict):
    """A ruling that a case belongs to."""

    id: Annotated[str, means("Its id, which never changes.")]
    document: Annotated[str, means("The document in which its official words stand, by its id.")]
    lines: Annotated[list[int], means("The first and the last line there.")]
    authority: Annotated[str, means("Whose word it is: erratum, official-answer, rule-book or our-reading.")]
    date: Annotated[str, means("Since when; empty: not known.")]
    verdict: Annotated[str, means("The answer in a line, in our words.")]
    sections: Annotated[list[str], means("The sections of the rule book that it interprets, by their ids.")]


Expected = TypedDict(
    "Expected",
    {
        "key": Annotated[str, means("What is expected: one of the keys below.")],
        "value": Annotated[Any, means("The value that it has to have.")],
        "in": NotRequired[Annotated[str, means("Only in this step or roll, or of this cause.")]],
        "round": NotRequired[Annotated[int, means("Only in this cycle of combat, from 1.")]],
    },
)


class CaseActionValue(TypedDict):
    """An action, and what is expected of it."""

    do: Annotated[dict[str, Any], means("The action, with its power, dice and choices.")]
    legal: Annotated[bool, means("Whether it is legal. One that is not is only judged: nothing happens.")]
    refused_by: Annotated[list[str], means("Of one that is not legal: all rules that refuse it, by our names.")]
    then: Annotated[list[Expected], means("What is so when it has been done, before the next action.")]


class CaseValue(TypedDict):
    """A case, or a contrast as a case of its own."""

    kind: Literal["case"]
    id: Annotated[str, means("Its id: game and case, of a contrast `/contrast-1` and so on behind.")]
    contrast_of: Annotated[str, means("The case of which it is a contrast: one fact is changed. Empty: it is none.")]
    title: Annotated[str, means("What it is about, in a line.")]
    game: Annotated[str, means("The game, by its id.")]
    ruleset: Annotated[str, means("The rule set, by its id: the rules of one printing.")]
    board: Annotated[str, means("The board, by its id.")]
    rulings: Annotated[list[CitationValue], means("The rulings that it belongs to.")]
    sections: Annotated[list[str], means("The sections of the rule book that it belongs to, by their ids.")]
    proof: Annotated[Literal["play", "reference"], means("Whether it is played, or looked up on board and charts.")]
    position: NotRequired[Annotated[dict[str, Any], means("Of one that is played: the position, in full.")]]
    actions: NotRequired[Annotated[list[CaseActionValue], means("Of one that is played: the actions, in order.")]]
    change: NotRequired[
        Annotated[dict[str, Any], means("Of a contrast that is played: what is changed of the position. To read only.")]
    ]
    expect: Annotated[list[Expected], means("What is so at the end, or printed.")]


_VALUES = (SuiteValue, BoardValue, RulesetValue, CaseValue)
#: what the names of types end with, which are published without it
_SUFFIX = "Value"


def level(key: str) -> Level:
    """What an expectation is about: a ``result``, the ``course`` of combat, what is ``printed``, or ``ours``: rules and
    readings by the names that only this project has."""
    if key in GROUNDS:
        return "ours"
    if key not in PLAYED:
        return "printed"
    return "result" if PLAYED[key].is_result else "course"


# -- the JSON Schema


def schema() -> Schema:
    """The JSON Schema of one value of the suite, whatever its kind."""
    roots, parts = msgspec.json.schema_components(_VALUES, ref_template="#/$defs/{name}")
    named = sorted((name.removesuffix(_SUFFIX), part) for name, part in parts.items())
    closed = {name: published({**part, "additionalProperties": False}, _SUFFIX) for name, part in named}
    closed["Expected"] = {"anyOf": [{"$ref": "#/$defs/printed"}, {"$ref": "#/$defs/played"}]}
    closed["CaseAction"]["properties"]["do"] = {"$ref": "#/$defs/act"}
    closed["Case"]["properties"]["position"] = {"$ref": "#/$defs/position"}
    position = grammar.POSITION.schema()
    keys = {key: each for key, each in position["properties"].items() if key not in ("from", "scenery")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A value of the conformance suite of Axis & Allies rulings",
        "oneOf": published(list(roots), _SUFFIX),
        "$defs": {
            **closed,
            "position": {**position, "properties": keys, "required": list(keys)},
            "act": {"oneOf": [_act(verb) for verb in VERBS.values()]},
            "played": {"anyOf": [_expected(row) for row in PLAYED.values()]},
            "printed": {"anyOf": [_expected(row) for row in PRINTED.values()]},
            "units": grammar.UNITS.kind.schema(),
            "chosen": grammar.CHOSEN.schema(),
        },
    }


def _act(verb: Verb[Any]) -> Schema:
    """An action of a verb, without what is expected of it."""
    every = {key: grammar.EVERY_ACT[key] for key in ("dice", "choices", "which")}
    required = {verb.key: verb.main, **verb.required, "power": grammar.POWER}
    return {**Record("", required, {**verb.optional, **every}).schema(), "description": f"A power {verb.says}."}


def _expected(row: Key[Any]) -> Schema:
    part = {key: grammar.ABOUT[key].schema() for key in grammar.ABOUT if row.of_part}
    return {
        "type": "object",
        "properties": {"key": {"const": row.key}, "value": row.kind.schema(), **part},
        "required": ["key", "value"],
        "additionalProperties": False,
    }


# -- the tables of the page


def tables() -> dict[str, list[str]]:
    """By name the lines of each table of the page that is made of the types and rows here."""
    parts = (SeatValue, SpaceValue, CanalValue, UnitValue, TechnologyValue, ObjectiveValue, AdvantageValue, RuleValue)
    types = (*_VALUES, *parts, SectionFactsValue, CitationValue, CaseActionValue, Expected)
    found = {each.__name__.removesuffix(_SUFFIX).lower(): list(_of_type(each)) for each in types}
    return {**found, "compared": list(_compared())}


def _of_type(kind: Any) -> Iterator[str]:
    yield "| key | |"
    yield "| --- | --- |"
    for key, hint in get_type_hints(kind, vars(sys.modules[__name__]), include_extras=True).items():
        yield f"| `{key}` | {_meaning(hint) or 'what it is: ' + _literal(hint)} |"


def _meaning(hint: Any) -> str:
    """What a key means."""
    for each in getattr(hint, "__metadata__", ()):
        return str(each.description)
    return next(filter(None, map(_meaning, getattr(hint, "__args__", ()))), "")


def _literal(hint: Any) -> str:
    return f"`{hint.__args__[0]}`"


#: on how many levels of a table only what is named is compared
_LEVELS = ("", "for each key that is named: ", "on two levels what is named: ", "on three levels what is named: ")


def _compared() -> Iterator[str]:
    yield "| key | level | compared |"
    yield "| --- | --- | --- |"
    yield from (f"| `{row.key}` | {level(row.key)} | {_how(row)} |" for row in PLAYED.values())
    yield from (f"| `{row.key}` | printed | {_how(row)} |" for row in PRINTED.values())


def _how(row: Key[Any]) -> str:
    """How the value of a key is compared, by what compares it; of a list also whether its order counts."""
    kind = row.kind
    for _ in range(row.equality.levels):
        kind = kind.value if isinstance(kind, TableOf) else kind
    order = f", in {'any' if kind.sort or kind.single else 'this'} order" if isinstance(kind, ListOf) else ""
    return f"{_LEVELS[row.equality.levels]}{row.equality.says}{order if row.equality.says == SAME.says else ''}"
