"""What changed: one field of one thing that is otherwise than before, and a recorded edition of the data."""

from __future__ import annotations

from dataclasses import dataclass

#: the field by which a thing is there at all: its id, empty where it is not
ID = "id"
#: the id of what changed since the last recorded edition
UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a thing, before and after; a thing that is new or gone has a change for each of its fields.

    ``what`` is the kind of thing: ``ruling``, ``comparison``, ``document`` or ``reading``. ``games`` are those that it
    is about.
    """

    what: str
    id: str
    games: tuple[str, ...]
    field: str
    was: str
    now: str

    @property
    def given(self) -> bool:
        """Whether this tells that the thing is new."""
        return self.field == ID and not self.was

    @property
    def gone(self) -> bool:
        """Whether this tells that the thing is no more."""
        return self.field == ID and not self.now


@dataclass(frozen=True, slots=True)
class Edition:
    """A state of the data with a date, and what changed against the edition before it.

    ``things`` counts what the state has; ``mark`` is its checksum. The first edition begins the record: everything in
    it is new.
    """

    id: str
    title: str
    changes: tuple[Change, ...]
    things: int
    mark: str

    @property
    def on(self) -> str:
        """The day it was recorded, an ISO date; empty where it is not recorded yet."""
        return self.id[:10] if self.recorded else ""

    @property
    def recorded(self) -> bool:
        """Whether it is recorded; what is not, has no title."""
        return self.id != UNRECORDED
