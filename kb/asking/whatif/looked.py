"""What the engine looked at while it judged: only what it looked at can turn what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.engine.core.position import Position

#: the parts of a position of which is noted what was looked at, beside "spaces", whose units were
PARTS = ("holders", "treasuries", "technologies", "advantages", "researchers", "turn_notes", "game_notes", "wars")


class _Watched(dict[Any, Any]):
    """A table that notes which keys were asked for."""

    __slots__ = ("noted",)

    def __init__(self, table: Mapping[Any, Any], noted: dict[Any, None]) -> None:
        super().__init__(table)
        self.noted = noted

    def __getitem__(self, key: Any) -> Any:
        self.noted[key] = None
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """The value, noted."""
        self.noted[key] = None
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self.noted[key] = None
        return super().__contains__(key)

    def items(self) -> Any:
        """Every key and value: all are noted."""
        self.noted |= dict.fromkeys(self)
        return super().items()

    def copy(self) -> _Watched:
        """A copy that notes what is asked of it in the same place."""
        return _Watched(self, self.noted)


@dataclass(slots=True)
class Looked:
    """Which keys of which part of a position were looked at, in that order."""

    at: dict[str, dict[Any, None]] = field(default_factory=dict)

    def watched(self, position: Position) -> Position:
        """The same position; what is looked at in it is noted."""
        return position.watched(lambda part, table: _Watched(table, self.at.setdefault(part, {})), *PARTS)

    def keys(self, part: str) -> list[Any]:
        """The keys of a part that were looked at."""
        return list(self.at.get(part, ()))
