"""Values about topics: questions that several games answer, and how the answers of each two games compare."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Stance:
    """What one game says on a compared question, in our words, and its rulings on it."""

    game: str
    says: str
    rulings: tuple[str, ...]


class Compared(StrEnum):
    """How the answers of two games to one question compare.

    ``SAME`` and ``DIFFERENT`` are played, one case in both games; of ``SAID`` only the documents' words tell; answers
    that are ``NOT_COMPARABLE`` are to different questions.
    """

    SAME = "same"
    DIFFERENT = "different"
    SAID = "said"
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of a topic, and how their answers compare.

    ``case`` is the scenario that is played in both, where one is. ``says`` is what the documents' words say where only
    they tell: same or different. ``why`` is a word on why nothing can be compared; ``line`` is where it is written.
    ``by_reading``: in one of the games only readings of ours (``readings``, their ids) or unverified rules decide the
    case.
    """

    games: tuple[str, str]
    comparison: Compared
    case: str = ""
    says: str = ""
    why: str = ""
    line: int = 0
    by_reading: bool = False
    readings: tuple[str, ...] = ()

    @property
    def basis(self) -> str:
        """Who tells how they compare: ``play``, a ``reading`` of ours where that decides the case, ``documents`` or
        ``none``."""
        if self.case:
            return "reading" if self.by_reading else "play"
        return "documents" if self.says else "none"

    @property
    def verdict(self) -> str:
        """``same`` or ``different``, by play or by the documents' words; empty where nothing can be compared."""
        return str(self.comparison) if self.case else self.says


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question that several games answer, and how each two of them compare."""

    id: str
    title: str
    stances: tuple[Stance, ...]
    pairs: tuple[Pair, ...] = ()
    file: str = ""

    def differing(self) -> set[str]:
        """The rulings of games that differ from another one, by play or by the documents' words."""
        games = {game for pair in self.pairs if pair.verdict == Compared.DIFFERENT for game in pair.games}
        return {ruling for stance in self.stances if stance.game in games for ruling in stance.rulings}
