"""What the scenario language knows of a verb: its YAML form, the engine action it makes, its sentence.

Reading, the schema, the documentation, playing and telling look verbs up in ``VERBS`` of
:mod:`kb.scenarios.acts.verbs` and name none themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kb.engine.core.actions import Action
from kb.engine.core.position import Clock, Position
from kb.engine.core.rulebook import Rulebook
from kb.scenarios.language.grammar import EVERY_ACT, SHIP, UNIT, UNITS, WHOSE_UNITS
from kb.scenarios.language.scenario import Act, Plain, Value
from kb.scenarios.language.words import GameWords
from kb.shape import ByShape, Record, ValueKind


class Unplayable(Exception):
    """An act that cannot be attempted, because the units it names are not there. ``hint`` says which units are."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Context:
    """What an act is read against: the rules, the position, and the named units (ids by name)."""

    rules: Rulebook
    position: Position
    names: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Repeat:
    """An act that was done ``times`` times since ``begun``; ``dice_left`` is whether its script has more dice."""

    begun: Clock
    times: int
    dice_left: bool


#: the main value of an act and what else is said in it, as reading gives them, its ``power`` where that must be said
Said = tuple[Value, Plain]
A = TypeVar("A", bound=Action)


@dataclass(frozen=True)
class Verb(Generic[A]):
    """One verb: its key and shape in a file, its texts, and what playing and telling need of it.

    ``example`` and ``details`` are its row in the documentation; ``says`` completes "a power ...". ``action`` makes the
    action of an act of a power, and raises :class:`Unplayable`. ``tells`` completes a sentence that begins with the
    power, or is a template that has the main value as ``what``, beside what else is said. ``said`` is the inverse of
    ``action``: how an action of the ``kind`` is written as an act, nothing of one that another verb writes; it raises
    :class:`Unplayable` where units cannot be told apart. ``repeats`` tells whether an act that was done is done again;
    ``ends`` which it ends, the ``phase`` or the ``turn``.
    """

    example: str
    details: str
    says: str
    main: ValueKind
    action: Callable[[Act, Context, str], A]
    tells: Callable[[GameWords, Act], str] | str
    kind: type[A] | None = None
    said: Callable[[A, Context], Said | None] | None = None
    required: Mapping[str, ValueKind] = field(default_factory=dict)
    optional: Mapping[str, ValueKind] = field(default_factory=dict)
    repeats: Callable[[Act, Context, Repeat], bool] = lambda act, context, so_far: False
    ends: Callable[[Act], str] = lambda act: ""

    @property
    def key(self) -> str:
        """The word itself, with which the example begins."""
        return self.example.partition(":")[0]

    @property
    def written(self) -> str:
        """How it is written, for the documentation."""
        return f"`{self.example}`{', or units' if isinstance(self.main, ByShape) else ''}"

    @property
    def keys(self) -> dict[str, ValueKind]:
        """Every key that may stand beside the main one."""
        return {**self.required, **self.optional, **EVERY_ACT}

    def tell(self, words: GameWords, act: Act) -> str:
        """What the power does, as a part of a sentence."""
        if isinstance(self.tells, str):
            return words.fill(self.tells, what=act.what, **act.given)
        return self.tells(words, act)

    def takes_units(self, act: Act) -> bool:
        """Whether an act says which units it is done with, so that ``which`` can name some of them."""
        kinds = (self.main, *(self.keys[key] for key in act.given))
        return self.main == UNIT or any(_has_units(kind) for kind in kinds)

    def names(self, act: Act) -> list[str]:
        """The names of units that an act uses."""
        given = [name for key, name in act.given.items() if self.optional.get(key) is SHIP]
        return [*act.which, *(name for name in given if name and isinstance(name, str))]


def _has_units(kind: ValueKind) -> bool:
    """Whether a value of a kind says how many units of which types are meant."""
    if isinstance(kind, Record):
        return WHOSE_UNITS in kind.required.values()
    return UNITS in (kind, kind.table if isinstance(kind, ByShape) else None)
