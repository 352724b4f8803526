"""Notes: facts that a position remembers until the turn ends, or longer, beside units, holders and money.

A note is read and written with its object here: ``notes.CAPTURED.is_set(position, "norway")``, and
``notes.CAPTURED.edit(True, "norway")`` is the edit that sets it. In the position its key is a tuple of its name and
usually a subject: ``("captured", "norway"): True``. Scenario files and their documentation are made from the
notes declared here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar, cast

from kb.engine.core.position import Edit, Position

V = TypeVar("V")

#: a kind of word (space, power ...), or the words themselves
Words = str | tuple[str, ...]
#: the value of a note that is there or not
YES = "yes"
#: the kind of a value that is a power or ``none``
HOLDER = "holder"
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class TypedNote(Generic[V]):
    """One kind of note, with values of the type ``V``.

    ``absent`` is its value in a position that does not have it, and ``means`` describes it. ``key`` is the kind of name
    that the note is about, empty for a note without a key, and ``value`` the kind of name that its value is, or
    ``NUMBER``. ``in_files`` is whether scenario files can write it, which is impossible for notes that name units by
    their ids. ``is_result`` is whether players see it as a result, as they see who holds a territory.
    """

    #: the field of a position that has notes of this kind
    table: ClassVar[str]

    name: str
    absent: V
    means: str
    key: Words = ""
    value: Words = YES
    in_files: bool = True
    is_result: bool = False

    def is_set(self, position: Position, about: str = "") -> bool:
        """Return whether a position has this note ``about`` a subject."""
        return self._key(about) in getattr(position, self.table)

    def get(self, position: Position, about: str = "", default: V | None = None) -> V:
        """Return the value of this note ``about`` a subject. If it is not set, return ``default``, or ``absent`` if
        ``default`` is None."""
        return cast(V, getattr(position, self.table).get(self._key(about), self.absent if default is None else default))

    def set_about(self, position: Position) -> list[str]:
        """Return the subjects about which this note is set in a position, in alphabetical order."""
        return sorted(key[1] for key in getattr(position, self.table) if key[0] == self.name)

    def edit(self, value: V, about: str = "") -> Edit:
        """Return the edit that sets this note ``about`` a subject to a value."""
        return (self.table, self._key(about), value)

    def clear(self, about: str = "") -> Edit:
        """Return the edit that removes this note ``about`` a subject."""
        return (self.table, self._key(about), None)

    def _key(self, about: str) -> tuple[str, ...]:
        """Return the key in a position: the name of the note, and ``about`` unless it is a note without a key."""
        return (self.name, about) if self.key else (self.name,)


#: the edit that takes all notes of a turn away
FORGET_TURN: Edit = ("turn_notes", None, {})
#: a note, whatever the type of its values
Note = TypedNote[object]


class TurnNote(TypedNote[V]):
    """A note that is remembered until the turn ends."""

    __slots__ = ()
    table = "turn_notes"


class GameNote(TypedNote[V]):
    """A note that is remembered until a rule takes it away."""

    __slots__ = ()
    table = "game_notes"


Ids = tuple[int, ...]
Pairs = tuple[tuple[str, str], ...]

CAPTURED = TurnNote("captured", False, "territory that was taken", "space")
HELD = TurnNote("held", "", "who held it when the turn began", "space", HOLDER)
CONTESTED = TurnNote("contested", False, "the spaces in which there was a battle", "space")
KAMIKAZE_STRUCK = TurnNote("kamikaze-struck", False, "sea zone in which there was a kamikaze attack", "space")
LANDING = TurnNote("landing", False, "nothing but aircraft moves any more")
JUMPED = TurnNote("jumped", 0, "how many units jumped from its air base", "space", NUMBER)
ROCKET_STRUCK = TurnNote("rocket-struck", False, "territory that was struck by a rocket", "space")
RESEARCHED = TurnNote("researched", False, "powers that have rolled for research", "power")
UPGRADED = TurnNote("upgraded", "", "what the complex was that was built up", "space", "unit")
MADE = TurnNote("made", 0, "how many units its complex has made", "space", NUMBER)
COLLECTED = TurnNote("collected", False, "powers that have collected income", "power")
BOMBARDS: TurnNote[Ids] = TurnNote("bombards", (), "the ships that will bombard a territory", "space", in_files=False)
CASUALTIES: TurnNote[Pairs] = TurnNote("casualties", (), "the units that were lost in a space", "space", in_files=False)
INTERCEPTS: TurnNote[Ids] = TurnNote(
    "intercepts", (), "the interceptors that will meet raiders", "space", in_files=False
)
AIR_BATTLE = TurnNote("air-battle", False, "territory over which interceptors have met raiders", "space")
LANDINGS: TurnNote[Pairs] = TurnNote(
    "landings", (), "the land in which a ship has put units ashore", "unit", in_files=False
)
FLOWN_OVER: TurnNote[Ids] = TurnNote(
    "flown-over", (), "the aircraft at which guns in a space still fire", "space", in_files=False
)
UNDER_FIRE: TurnNote[Ids] = TurnNote(
    "under-fire", (), "the aircraft that guns in a space have fired at", "space", in_files=False
)

VICTORY_LEVEL = GameNote("victory-level", "", "what the players have agreed to play for", value="victory level")
NEARLY_WON = GameNote(
    "nearly-won", False, "sides that had what wins when the last round, or their own last turn, ended", "side"
)
LEANS = GameNote("leans", "", "neutral land that has turned to a side", "space", "side", is_result=True)
RAISED = GameNote("raised", False, "neutral land whose army has been used up", "space")
LIBERATED = GameNote("liberated", False, "territory that has been liberated for the first time", "space")
PAID, UNPAID = "paid", "unpaid"
EARNED = GameNote("earned", "", "objectives that pay one time, and whether they were paid", "objective", (PAID, UNPAID))
SPOILED = GameNote("spoiled", False, "objectives that an attack has lost", "objective")
TRESPASSED = GameNote("trespassed", False, "powers that have entered certain foreign land", "power")
FORFEITED = GameNote("forfeited", False, "powers that neutral land will not join any more", "power")
INVOKED = GameNote("invoked", False, "national advantages that have been used", "advantage")
BROKEN, OVER = "broken", "over"
TREATY = GameNote("treaty", False, "the state of the treaty", (BROKEN, OVER))
RESISTANCE = GameNote("resistance", False, "the resistance has risen")
WINTER = GameNote("winter", "", "the power that has the winter on its side", value="power")
JOINT_STRIKE = GameNote("joint-strike", "", "the power that will strike with its partner", value="power")
KAMIKAZE_ROUSED = GameNote("kamikaze-roused", False, "kamikaze attacks may be made")
KAMIKAZE_TOKENS_USED = GameNote("kamikaze-tokens-used", 0, "how many kamikaze tokens have been used", value=NUMBER)
WON = GameNote("won", "", "the side that has won", value="side", in_files=False)

TURN_NOTES: tuple[Note, ...] = tuple(each for each in list(globals().values()) if isinstance(each, TurnNote))
GAME_NOTES: tuple[Note, ...] = tuple(each for each in list(globals().values()) if isinstance(each, GameNote))
