"""The values that several reads give."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

GameId = Annotated[str, Meta(description="The game, by its id.")]
RulingId = Annotated[str, Meta(description="The id of the ruling, which never changes.", examples=["rev-sub-2"])]
Score = Annotated[float, Meta(description="How well it fits, in this answer alone; the higher the better.")]
Question = Annotated[str, Meta(description="The question of the document, without its markup.")]
Verdict = Annotated[str, Meta(description="The answer in one line, in our own words.")]
VerdictKind = Annotated[
    Literal["yes", "no", "value", "depends"],
    Meta(description="What the answer amounts to: yes, no, value (a number, place, moment or text) or depends."),
]
Authority = Annotated[
    Literal["erratum", "official-answer", "rule-book", "our-reading"],
    Meta(description="Whose word it is; the first of these wins."),
]
Confidence = Annotated[
    Literal["stated", "public", "unverified"],
    Meta(description="How sure it is: stated in a document, public (found in a named public source) or unverified."),
]
Kind = Literal["answer", "erratum", "rule-change", "statement", "optional-rule"]
Proof = Literal["play", "reference", "none"]


class PlayedElsewhere(TypedDict):
    """What becomes of a scenario in another printing or game."""

    game: GameId
    title: str
    printing: Annotated[str, Meta(description="The printing; empty of another game.")]
    holds: Annotated[Literal["same", "differs"], Meta(description="Whether it comes out as at home.")]
    why: Annotated[str, Meta(description="What comes out otherwise.")]
    made_by: Annotated[list[str], Meta(description="What makes the difference, in sentences.")]
    rules: Annotated[list[str], Meta(description="The rules that make it, by their ids.")]
    figures: Annotated[list[str], Meta(description="The printed values that make it.")]
