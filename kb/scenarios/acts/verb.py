"""Declares a verb of the scenario language: its YAML form, the engine action it creates, its sentence.

A verb is declared with :func:`verb` beside the function that makes its action. Reading, the schema, the
documentation, playing and telling look it up in ``VERBS`` and name no verb themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kb.engine.core.actions import Action
from kb.engine.core.position import Clock, Position
from kb.engine.core.rulebook import Rulebook
from kb.scenarios.language.grammar import EVERY_ACT
from kb.scenarios.language.kinds import ByShape, Record, ValueKind
from kb.scenarios.language.scenario import Act, Plain, Value
from kb.scenarios.language.shapes import SHIP, UNIT, UNITS, WHOSE_UNITS
from kb.scenarios.language.words import GameWords


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


def done_once(act: Act, context: Context, so_far: Repeat) -> bool:
    """Most acts are done once."""
    return False


def ends_nothing(act: Act) -> str:
    """Most acts end neither a phase nor a turn."""
    return ""


#: the action of an act of a power, in a position; raises :class:`Unplayable`
MakesAction = Callable[[Act, Context, str], Action]
#: the main value of an act and what else is said in it, as reading gives them, its ``power`` where that must be said
Said = tuple[Value, Plain]
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Inverse(Generic[A]):
    """How an action of a kind is written as an act.

    ``said`` is None for one that another verb writes; it raises :class:`Unplayable` where units cannot be told apart.
    """

    kind: type[A]
    said: Callable[[A, Context], Said | None]


@dataclass(frozen=True)
class Verb:
    """One verb: its key and shape in a file, its texts, and what playing and telling need of it.

    ``says`` completes "a power ..."; ``written`` and ``details`` are its row in the documentation; ``tell`` completes
    a sentence that begins with the power. ``repeats`` tells whether an act that was done is done again; ``ends`` which
    it ends, the ``phase`` or the ``turn``; ``inverse`` writes an action of the engine as an act.
    """

    key: str
    main: ValueKind
    says: str
    written: str
    details: str
    action: MakesAction
    tell: Callable[[GameWords, Act], str]
    required: Mapping[str, ValueKind]
    optional: Mapping[str, ValueKind]
    repeats: Callable[[Act, Context, Repeat], bool]
    ends: Callable[[Act], str]
    inverse: Inverse[Any] | None = None

    @property
    def keys(self) -> dict[str, ValueKind]:
        """Every key that may stand beside the main one."""
        return {**self.required, **self.optional, **EVERY_ACT}

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


#: every verb by its key, in the order in which messages and the documentation list them
VERBS: dict[str, Verb] = {}

_NO_KEYS: Mapping[str, ValueKind] = {}


def verb(
    key: str,
    main: ValueKind,
    *,
    says: str,
    written: str,
    tell: Callable[[GameWords, Act], str],
    details: str = "",
    required: Mapping[str, ValueKind] = _NO_KEYS,
    optional: Mapping[str, ValueKind] = _NO_KEYS,
    repeats: Callable[[Act, Context, Repeat], bool] = done_once,
    ends: Callable[[Act], str] = ends_nothing,
    inverse: Inverse[Any] | None = None,
) -> Callable[[MakesAction], MakesAction]:
    """Declare a verb over the function that makes its action."""

    def declare(action: MakesAction) -> MakesAction:
        assert key not in VERBS, f"two verbs are written {key}"
        VERBS[key] = Verb(key, main, says, written, details, action, tell, required, optional, repeats, ends, inverse)
        return action

    return declare
