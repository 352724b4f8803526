"""Questions about who holds a land afterwards: ``is manchuria american then?``, ``does karelia go back to russia?``."""

from __future__ import annotations

from kb.asking.notation.mentions import Mention
from kb.asking.notation.talk import Talk

#: what may be done in such a question, and what else may stand in it
_ACTS = frozenset(("take", "move"))
_BESIDE = frozenset(
    (
        "question",
        "hold",
        "filler",
        "a",
        "now",
        "then",
        "stop",
        "joint",
        "in",
        "to",
        "there",
        "it",
        "ask",
        "first",
        "old",
        "turn",
    )
)
_VERBS = ("hold", "act")


def take_holder(talk: Talk) -> None:
    """Whether a power holds a land, where that is the question: then nothing else is asked."""
    row = talk.mentions.question()
    lands = [each for each in row if each.kind == "place" and talk.is_land(each)]
    powers = [each for each in row if each.kind == "power"]
    rest = [each for each in row if each not in (*lands, *powers) and each.kind not in _BESIDE]
    verbs = [each for each in row if each.kind in _VERBS]
    asked = talk.mentions.last in talk.mentions.asks and all(each.which in _ACTS for each in rest)
    goal = _land(talk, row, lands, bool(verbs))
    does = bool(verbs) or any(each.kind == "question" for each in row)
    if not asked or goal is None or len(powers) != 1 or not (does or _is_said_of(lands, powers[0])):
        return
    for each in (*row, goal):
        each.used = each.used or each in row
    talk.acts.whether = {"holds": {powers[0].item.power: talk.space(goal)}}


def _land(talk: Talk, row: list[Mention], lands: list[Mention], verbs: bool) -> Mention | None:
    """The land that is asked about: the one that is named, or for *it* the last one before."""
    if lands or not (verbs and any(each.kind == "it" for each in row)):
        return lands[0] if len(lands) == 1 else None
    before = [each for each in talk.mentions.of("place") if each.at < row[0].at and talk.is_land(each)]
    return before[-1] if before else None


def _is_said_of(lands: list[Mention], power: Mention) -> bool:
    """Whether a power is said of a land as an adjective: ``is bulgaria german?``."""
    return power.item.role == "people" and bool(lands) and lands[0].at < power.at
