"""What a rule or a printed value says, and how players ask for it, or for a ruling."""

from __future__ import annotations

from dataclasses import dataclass

#: the words that answer a question
WORDS = ("yes", "no", "depends")


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A way to ask, as players would.

    ``word`` is the right answer to exactly this question (:data:`WORDS`); empty where it asks for no yes or no, or
    where what it asks for does not decide it. ``condition`` is what must hold for that word, or what it depends on.
    """

    text: str
    word: str = ""
    condition: str = ""


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
    asks: tuple[Phrasing, ...] = ()
