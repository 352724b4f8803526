"""Reads what is aboard of what, and what stands in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.clause import Mention
from kb.asking.notation.grammar import OF_PEOPLE
from kb.asking.notation.items import Item
from kb.asking.notation.things import Things


class Loads(Things):
    """A clause while it is read: ships with what they carry, brackets."""

    def read_with(self) -> None:
        """What a ship carries, or what somebody does something with."""
        ship = next(
            (each for each in reversed(self.pending or self.made.mentions[-1:]) if each.unit in self.ships), None
        )
        ahead = next((each for each in self.part[self.at :] if each.number is None and not each.mark), None)
        if ahead is not None and ahead.one("power"):
            ahead = next((each for each in self.part[self.at :] if each.names.get("unit")), None)
        self.led = True
        if ship and self._is_attacked(ship):
            ship.power, ship.side = "", 1
            return
        if ship and ahead is not None and ahead.names.get("unit") and self.part[self.at - 1].text != "plus":
            self._cargo(ship)

    def _is_attacked(self, ship: Mention) -> bool:
        """Whether a ship behind the verb is what is attacked: nobody says whose or how many it is."""
        battle = self.made.verb == "battle" and bool(self.made.power) and not self.made.question
        return battle and ship.after and ship.count is None and not ship.led and ship.power == self.made.power

    def _cargo(self, ship: Mention) -> None:
        """Read the units that are aboard a ship: as far as units go."""
        count: int | None = None
        owner = ""
        while self.at < len(self.part):
            item = self.peek()
            unit = item.one("unit")
            if item.number is not None:
                count = item.number
            elif unit:
                if unit in self.ships and unit != ship.unit and not ship.cargo:
                    return
                ship.cargo.append(Mention(unit, owner, count))
                count = None
            elif item.one("power") and (self.peek(1).names.get("unit") or self.peek(1).number is not None):
                owner = item.one("power")
            elif (
                item.mark in ("+", "/", "&", ",")
                or item.role in ("and", "aboard")
                or item.text in ("a", "an", "the", "one")
            ):
                pass
            elif item.role == "each":
                for mention in ship.cargo:
                    mention.count = (mention.count or 1) * (ship.count or 1)
            else:
                return
            self.at += 1

    def share_out(self) -> None:
        """*each*: what is aboard was said of one ship."""
        if self.made.mentions and self.made.mentions[-1].cargo:
            ship = self.made.mentions[-1]
            for mention in ship.cargo:
                mention.count = (mention.count or 1) * (ship.count or 1)

    def is_ship_ahead(self) -> bool:
        """Whether a ship follows that what was named last can be aboard of: ``us ftr on uk carrier``."""
        ahead = [item for item in self.part[self.at :] if item.number is None and item.role != "filler"][:2]
        if ahead and ahead[0].one("power") and len(ahead) > 1:
            ahead = ahead[1:]
        loads = self.pending or self.made.mentions[-1:]
        return bool(ahead and loads and ahead[0].one("unit") in self.ships and loads[0].unit not in self.ships)

    def read_aboard(self) -> None:
        """What was named last is aboard: of a ship that is named next, or of one that is there."""
        ahead = [item for item in self.part[self.at :] if item.number is None and item.role != "filler"]
        owner = ahead[0].one("power") if len(ahead) > 1 and ahead[1].names.get("unit") else ""
        ship = next((item.one("unit") for item in ahead[: 1 + bool(owner)] if item.one("unit")), "")
        loads = self.pending or self.made.mentions[-1:]
        if ship in self.ships:
            for item in self.part[self.at :]:
                self.at += 1
                if item.one("unit") == ship:
                    break
            count = next(
                (
                    item.number
                    for item in self.part[: self.at]
                    if item.number is not None and item is self.part[self.at - 2]
                ),
                None,
            )
            carrier = Mention(ship, owner or (loads[0].power if loads else self.power), count, self.side)
            carrier.cargo = list(loads)
            carrier.at, carrier.start = (loads[0].at, loads[0].start) if loads else ("", "")
            self.made.mentions = [each for each in self.made.mentions if not any(each is load for load in loads)]
            self.made.mentions.append(carrier)
            self.pending = [carrier]
            return
        for mention in loads:
            mention.aboard = True

    def read_bracket(self) -> None:
        """Brackets: behind a ship its cargo, behind a place who holds it or is there, behind units whose they are."""
        end = next((at for at in range(self.at, len(self.part)) if self.part[at].mark == ")"), len(self.part))
        inner = [item for item in self.part[self.at : end] if item.role != "filler"]
        before = self.before()
        units = [item for item in inner if item.names.get("unit")]
        self.resume = (end, self.power)
        last = self.made.mentions[-1] if self.made.mentions else None
        if last and before.names.get("unit") and last.unit in self.ships and units:
            self._cargo(last)
            self.at = end + 1
        elif units and self.last_place and before.names.get("space") and not _has_a_place(inner):
            self.here = self.last_place
        elif len(inner) > 1 and _has_a_place(inner):
            aside = type(self)(self.part[self.at : end], self.ships, self.seas, self.made.sentence)
            aside.read()
            self.lost += aside.lost
            self.asides.append(aside.made)
            self.at = end + 1
        elif len(inner) == 1 and inner[0].number is not None and last and before.names.get("unit"):
            last.count, last.many, self.at = inner[0].number, False, end + 1
        elif inner and _only_a_power(inner):
            self.at = end + 1
            inner = [item for item in inner if item.one("power")]
            if before.names.get("unit") and last:
                last.power = inner[0].one("power")
            elif self.last_place:
                self.made.held.append((self.last_place, inner[0].one("power")))
            else:
                self.read_power(inner[0].one("power"))


def _has_a_place(inner: Sequence[Item]) -> bool:
    """Whether what is in brackets says itself where that is."""
    return any(item.names.get("space") and item.text not in OF_PEOPLE for item in inner)


def _only_a_power(inner: Sequence[Item]) -> bool:
    """Whether what is in brackets is a power, or that it holds what stands before."""
    rest = [item for item in inner if not item.one("power")]
    said = [item.role == "back" or (item.word is not None and item.word.value == "hold") for item in rest]
    return len(inner) - len(rest) == 1 and all(said)
