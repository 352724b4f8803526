"""What a call may say: the type of each tool's arguments, their schema, and what is wrong with them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from msgspec import Meta

from kb.errors import Finding, QueryError
from kb.search.query_limits import LONGEST_QUERY

#: characters of a line of short notation, of a file of scenarios, and of a case as JSON
LONGEST_LINE, LONGEST_FILE = 4_000, 100_000
#: how many rulings a search gives unless more are wanted, and at most
FOUND, MOST_FOUND = 5, 20

Game = Annotated[
    str, Meta(max_length=100, description="The game, by its id or a name that players use: revised, aa50, g40.")
]


class Search(TypedDict):
    """What is searched for."""

    question: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_QUERY, description="The question, in the user's own words.")
    ]
    game: NotRequired[Game]
    limit: NotRequired[
        Annotated[int, Meta(ge=1, le=MOST_FOUND, description=f"How many rulings at most; {FOUND} unless it is said.")]
    ]
    all_games: NotRequired[
        Annotated[bool, Meta(description="Whether to search all games although the question names one.")]
    ]


class Show(TypedDict):
    """Which ruling is shown."""

    id: Annotated[str, Meta(min_length=1, max_length=100, description="The id of a ruling, such as rev-sub-2.")]


class Compare(TypedDict):
    """What is compared."""

    what: Annotated[
        str, Meta(min_length=1, max_length=400, description="A topic or a ruling by its id, or words of a topic.")
    ]
    game: NotRequired[Annotated[str, Meta(max_length=100, description="Only topics on which this game has a ruling.")]]


class Ask(TypedDict):
    """What is asked of the engine: a line, or a case."""

    line: NotRequired[
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=LONGEST_LINE,
                description="The position and what is done, in short notation; either this or case.",
            ),
        ]
    ]
    case: NotRequired[
        Annotated[dict[str, Any], Meta(description="The same as an object, in the format of docs/asking.md.")]
    ]
    game: NotRequired[Game]
    changes: NotRequired[
        Annotated[
            list[Annotated[str, Meta(max_length=400)]],
            Meta(max_length=20, description="Lines that change the position first, such as: sz5: uk +1 dd."),
        ]
    ]
    flips: NotRequired[
        Annotated[bool, Meta(description="Whether to look for the smallest changes that would turn the answer.")]
    ]
    odds: NotRequired[Annotated[bool, Meta(description="Whether to compute how the battles that wait may end.")]]


class Check(TypedDict):
    """Which scenarios are played."""

    scenarios: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_FILE, description="A file of scenarios, as YAML or JSON text.")
    ]
    game: NotRequired[Annotated[str, Meta(max_length=100, description="Only the scenarios of this game.")]]


def schema(of: Any) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments, whole in itself and without room for others."""
    _, parts = msgspec.json.schema_components([of], ref_template="#/$defs/{name}")
    (own,) = parts.values()
    fields = {name: own["properties"][name] for name in of.__annotations__}
    return {"type": "object", "properties": fields, "required": own["required"], "additionalProperties": False}


def wrong(given: Mapping[str, Any], wanted: Mapping[str, Any]) -> QueryError | None:
    """The error with everything that is wrong with some arguments; ``None`` where they are as the schema wants."""
    from jsonschema import Draft202012Validator

    errors = sorted(Draft202012Validator(wanted).iter_errors(given), key=lambda error: error.json_path)
    return QueryError(*dict.fromkeys(each for error in errors for each in _told(error, wanted))) if errors else None


def _told(error: Any, wanted: Mapping[str, Any]) -> Iterator[Finding]:
    """One mistake in a line, without repeating what was given."""
    where, limit = error.json_path.removeprefix("$").removeprefix("."), error.validator_value
    if error.validator == "additionalProperties":
        known = list(wanted["properties"])
        for name in sorted(set(error.instance) - set(known)):
            near = difflib.get_close_matches(name[:40], known, n=1)
            yield Finding(
                f"unknown argument '{name[:40]}'", hint=f"did you mean {near[0]}?" if near else _listed(known)
            )
    elif error.validator == "required":
        missing = [name for name in limit if name not in error.instance]
        yield from (Finding(f"the argument '{name}' is missing") for name in missing)
    else:
        yield Finding(f"{where}: {_MISTAKES[error.validator].format(limit)}")


def _listed(known: list[str]) -> str:
    return f"there are {', '.join(known)}"


#: what is wrong, by the keyword of the schema that it breaks
_MISTAKES = {
    "type": "not of the type {}",
    "minLength": "empty",
    "maxLength": "longer than {:,} characters",
    "maxItems": "more than {} of them",
    "minimum": "less than {}",
    "maximum": "more than {}",
}
