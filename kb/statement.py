"""What a rule or a printed value says, as an answer to a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statement:
    """What a rule or a printed value of one game says.

    ``id`` is ``game/rule`` or ``value:game/table/row.column``; ``subject`` is the same in every game that has the rule
    or value; ``confidence`` is that of what it tells (:class:`kb.games.board_model.Confidence`); ``asks`` are ways to
    ask for it.
    """

    id: str
    game: str
    subject: str
    says: str
    confidence: str
    asks: tuple[str, ...] = ()
