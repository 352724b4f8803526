"""An event as a value: what is played there, and the rulings of its own house."""

from __future__ import annotations

from dataclasses import dataclass, fields

from kb.base.errors import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from kb.base.written import YamlMapping


@dataclass(eq=False)
class HouseRuling:
    """A question with the answer of an event's judges: who said so (``by``) and when (``on``, an ISO date).

    ``interprets`` are ids of sections and rulings, ``overrides`` ids of rulings that are not followed at the event;
    ``case`` is a scenario as it was written, or the name of a file with scenarios, which shows what is ruled.
    ``file`` and ``lines`` (of its keys) say where it is written.
    """

    file: str
    lines: dict[str, int]
    case: str | YamlMapping = ""
    id: str = ""
    question: str = ""
    answer: str = ""
    by: str = ""
    on: str = ""
    note: str = ""
    interprets: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """The same as plain values, with ``official``, which is always false; the case is not among them."""
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in written.items()}
        return {**{name: plain[name] for name in plain if name not in ("file", "lines", "case")}, "official": False}

    def wrong(self, key: str, message: str, hint: str) -> Finding:
        """A finding about one of its keys."""
        line = self.lines.get(key, self.lines.get("id", 0))
        return Finding(f"{self.id or 'a house ruling'}: {message}", self.file, line, hint)


@dataclass(eq=False)
class Event:
    """The event's name, game and printing, each perhaps empty; the options in force (``on``) and not in force.

    ``dates`` are its first and last day, ``house`` the rulings of its own house; they hold while its game is played.
    """

    name: str = ""
    game: str = ""
    printing: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    dates: tuple[str, str] = ("", "")
    place: str = ""
    house: tuple[HouseRuling, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.name or self.game or self.printing or self.on or self.off)

    def plain(self, house: Iterable[HouseRuling] | None = None) -> dict[str, Any]:
        """The same as plain values, with all house rulings, or with those of ``house``."""
        chosen = {name: getattr(self, name) for name in ("name", "game", "printing", "on", "off")}
        days = {"from": self.dates[0], "to": self.dates[1], "place": self.place}
        return {**chosen, **days, "house": [each.plain() for each in (self.house if house is None else house)]}

    def state(self, option: str) -> str:
        """Whether an option is ``on`` or ``off``; empty if nobody said."""
        return "on" if option in self.on else "off" if option in self.off else ""

    def bearing_on(self, ruling: str) -> list[HouseRuling]:
        """The house rulings that override or interpret a ruling, the former first."""
        over = [each for each in self.house if ruling in each.overrides]
        return over + [each for each in self.house if ruling in each.interprets and each not in over]

    def bearing_on_any(self, rulings: Iterable[str]) -> list[HouseRuling]:
        """Those that override or interpret one of some rulings, each once."""
        return list(dict.fromkeys(each for ruling in rulings for each in self.bearing_on(ruling)))
