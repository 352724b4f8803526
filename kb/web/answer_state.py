"""What the judge's page says of a question's answer state. ``static/kb/offline.js`` says the same without network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.search.state import ANSWERED, NEAREST, RULE
from kb.web.shared import MOST_RULES
from kb.wording.english import listed

if TYPE_CHECKING:
    from kb.knowledge import Results
    from kb.search.answer import FoundStatement


@dataclass(frozen=True)
class Rule:
    """What a rule or printed value says, ``where`` (the games, and how sure), the ``subject``, without the game, the
    scenario in which it is ``played``, if there is one, its ``ids`` in each of the games, and the ``game`` if it is
    one."""

    says: str
    where: str
    subject: str
    played: str
    ids: list[str]
    game: str


def line(found: Results, shown: Sequence[str]) -> str:
    """Why the rulings ``shown`` do not answer, in a line; empty where they do, and where there are no nearest ones.

    A statement that answers is left out of it: it follows as the first of :func:`rules`.
    """
    if found.state == ANSWERED or (found.state == NEAREST and not shown):
        return ""
    return found.why.removesuffix(found.rules[0].says).strip() if found.state == RULE else found.why


def rules(found: Results, short: Mapping[str, str], shown: Sequence[str]) -> list[Rule]:
    """The statements that answer, or the nearest where no ruling is ``shown``; best first.

    What several games say alike is one. ``short``: what games are called.
    """
    if found.state != RULE and shown:
        return []
    alike: dict[tuple[str, str], list[FoundStatement]] = {}
    for each in found.rules:
        alike.setdefault((each.says, each.confidence), []).append(each)
    return [_rule(some, short) for some in list(alike.values())[:MOST_RULES]]


def _rule(alike: Sequence[FoundStatement], short: Mapping[str, str]) -> Rule:
    first = alike[0]
    mark = "" if first.confidence == "stated" else f" ({first.confidence})"
    played = next((each.played for each in alike if each.played), "")
    where = listed(short[each.game] for each in alike) + mark
    game = first.game if len(alike) == 1 else ""
    return Rule(first.says, where, first.id.partition("/")[2], played, [each.id for each in alike], game)
