"""What stands in a clause of a line, in its roles: who and what it names, where, what is done, what is asked."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Mention:
    """Units of one type as a clause names them; ``count`` is ``None`` where it is not said.

    ``side`` is 1 behind *vs*; ``after`` is whether they stand behind the verb, ``led`` behind *with*; ``many`` whether
    it is a plural without a number; ``hint`` whose the word tells them to be; ``stays`` whether others leave them.
    """

    unit: str
    power: str = ""
    count: int | None = None
    side: int = 0
    after: bool = False
    at: str = ""
    start: str = ""
    cargo: list[Mention] = field(default_factory=list)
    aboard: bool = False
    new: bool = False
    damage: int = 0
    hint: str = ""
    asked: bool = False
    many: bool = False
    led: bool = False
    stays: bool = False


@dataclass(slots=True)
class Clause:
    """What stands in a clause, by its role."""

    sentence: int = 0
    power: str = ""
    objects: list[str] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    places: dict[str, list[str]] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)
    verb: str = ""
    phase: str = ""
    question: str = ""
    versus: bool = False
    dice: list[int] | None = None
    no_dice: list[int] = field(default_factory=list)
    missed: bool = False
    hits: bool = False
    turn: bool = False
    round: int = 0
    held: list[tuple[str, str]] = field(default_factory=list)
    #: who holds the place that the sentence speaks of; what was captured in this turn, in an earlier one
    holder: str = ""
    #: the land that is called as the power that stands alone before a colon
    land: str = ""
    captured: str = ""
    empty: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    war: bool = False
    peace: bool = False
    there: bool = False
    aircraft: bool = False
    it: bool = False
    technologies: list[str] = field(default_factory=list)
    advantages: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    money: int | None = None
    spent: int = 0
    number: int | None = None
    header: bool = False
    asks: bool = False
    continues: bool = False
    #: the words of a question that is about more than names, as they stand in the line
    asked: str = ""

    @property
    def researches(self) -> bool:
        """Whether dice are bought for technology."""
        bought = self.verb in ("", "purchase") and (self.number or self.spent or self.verb)
        return self.verb == "research" or bool(self.technologies and bought and not self.mentions)

    def place(self, *roles: str) -> str:
        """The first place in one of the roles; empty where there is none."""
        return next((self.places[role][0] for role in roles if self.places.get(role)), "")

    @property
    def bare(self) -> bool:
        """Whether nothing in it says anything."""
        said = (self.mentions, self.places, self.path, self.verb, self.phase, self.question, self.dice, self.missed)
        more = (
            self.peace,
            self.power,
            self.held,
            self.holder,
            self.captured,
            self.war,
            self.technologies,
            self.advantages,
            self.options,
            self.empty,
            self.hits,
            self.no_dice,
            self.spent,
        )
        return not any(
            (*said, *more, self.absent, self.money is not None, self.number is not None, self.turn, self.round, self.it)
        )
