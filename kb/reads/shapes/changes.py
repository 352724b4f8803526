"""What changed: editions, things, and the history of a ruling."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from kb.reads.shapes.common import GameId, RulingId

EditionId = Annotated[str, Meta(description="The day of the edition, or unrecorded.", examples=["2026-11-22"])]
Day = Annotated[str, Meta(description="The day it was recorded; empty where it is not recorded yet.")]
Title = Annotated[str, Meta(description="What it is about, in a line of ours; empty where it is not recorded yet.")]
Event = Annotated[Literal["given", "changed", "withdrawn"], Meta(description="What happened to it.")]


class FieldChange(TypedDict):
    """A field before and after."""

    field: Annotated[str, Meta(description="The column that changed, or printing with its year.")]
    was: Annotated[str, Meta(description="What stood there before; empty for nothing.")]
    now: Annotated[str, Meta(description="What stands there after; empty for nothing.")]


Fields = Annotated[
    list[FieldChange], Meta(description="The fields that changed; of what is new none, of what is gone all.")
]


class HistoryEntry(TypedDict):
    """An edition in which a ruling changed."""

    edition: EditionId
    on: Day
    title: Title
    event: Event
    changes: Fields


class History(TypedDict):
    """The history of a ruling or of a withdrawn id."""

    ruling: RulingId
    history: Annotated[list[HistoryEntry], Meta(description="The editions in which it changed, the newest first.")]


class Thing(TypedDict):
    """What changed: a ruling, a comparison of two games, a document or a reading."""

    what: Annotated[Literal["ruling", "comparison", "document", "reading"], Meta(description="What it is.")]
    id: Annotated[str, Meta(description="Its id; of a comparison the topic and both games.")]
    title: Annotated[str, Meta(description="What it is called today; of a ruling its verdict. Empty if it is gone.")]
    games: Annotated[list[GameId], Meta(description="The games it is about.")]
    event: Event
    changes: Fields
    reason: NotRequired[Annotated[str, Meta(description="Why a ruling was withdrawn.")]]
    successor: NotRequired[Annotated[str, Meta(description="The ruling in its place; empty if there is none.")]]


Things = Annotated[list[Thing], Meta(description="What changed, by kind and id.")]


class Edition(TypedDict):
    """A recorded state of the data, or what is not recorded yet."""

    id: EditionId
    on: Day
    title: Title
    place: Annotated[int, Meta(description="The order, 1 for the first.")]
    things: Annotated[int, Meta(description="How many things there are in it.")]
    changed: Annotated[int, Meta(description="How many of them changed; in the first, all are new.")]
    mark: Annotated[str, Meta(description="The SHA-256 of the whole state.")]


class EditionInFull(TypedDict):
    """An edition with what changed in it."""

    id: EditionId
    on: Day
    title: Title
    place: Annotated[int, Meta(description="The order, 1 for the first.")]
    changed: Annotated[int, Meta(description="How many things changed; in the first, all are new.")]
    mark: Annotated[str, Meta(description="The SHA-256 of the whole state.")]
    things: Things


class Editions(TypedDict):
    """Every edition."""

    editions: Annotated[list[EditionInFull], Meta(description="The newest first.")]


class Changes(TypedDict):
    """What changed in an edition, since one, or against another installation."""

    edition: NotRequired[
        Annotated[Edition | None, Meta(description="The edition that is told; null if there is none.")]
    ]
    since: NotRequired[Annotated[Edition, Meta(description="The edition it is compared with.")]]
    against: NotRequired[Annotated[str, Meta(description="The other build or export it is compared with.")]]
    things: Things
