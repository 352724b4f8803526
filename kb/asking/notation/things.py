"""Reads the names of a clause: units, powers and places, each in the role that it has where it stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from kb.asking.notation.clause import Clause, Mention
from kb.asking.notation.grammar import IN_SHORT, OF_PEOPLE, OF_POWER
from kb.asking.notation.items import END, Item

#: verbs behind which a name of a power and a territory means the territory
_GOING = ("move", "battle", "raid", "capture", "offload", "bombard", "take", "retreat", "land")
#: verbs that say how things are: the places behind them are where units stand
_BEING = ("", "have", "defend", "hold")


class Things(ABC):
    """A clause while it is read: what was said of the next unit, who is spoken of, and the names."""

    def __init__(
        self,
        part: Sequence[Item],
        ships: frozenset[str],
        seas: frozenset[str],
        sentence: int = 0,
        header: bool = False,
        behind: Item = END,
    ) -> None:
        self.part, self.ships, self.seas, self.behind = part, ships, seas, behind
        self.made = Clause(sentence=sentence, header=header)
        self.lost: list[str] = []
        self.asides: list[Clause] = []
        self.at = 0
        #: where a bracket ends, and who was spoken of before it
        self.resume = (-1, "")
        #: who is spoken of, and what was said before the next unit
        self.power = ""
        self.count: int | None = None
        self.new = self.negated = self.damaged = self.led = self.has = self.whole = False
        self.role = ""
        #: units that no place was said of yet; the place that stands before units; the last place
        self.pending: list[Mention] = []
        self.here = self.last_place = ""

    def peek(self, ahead: int = 0) -> Item:
        """The item that comes next, or one behind it."""
        at = self.at + ahead
        return self.part[at] if at < len(self.part) else END

    def before(self, back: int = 1) -> Item:
        """The item before the one that is read."""
        at = self.at - 1 - back
        return self.part[at] if at >= 0 else END

    @property
    def side(self) -> int:
        """The side of units: 1 behind *vs*."""
        return int(self.made.versus)

    @abstractmethod
    def read(self) -> None:
        """Read all items."""

    # -- names

    def read_name(self, item: Item) -> None:
        """A name, as the kind of thing that it is here."""
        names = item.names
        ahead = self.peek()
        if names.get("unit") and not self._is_unit_elsewhere(item):
            self._unit(item)
        elif names.get("power") and not self._is_land(item, ahead):
            if self.made.header and len(self.part) == 1 and item.text not in OF_PEOPLE:
                self.made.land = item.one("space")
            self.read_power(item.one("power"))
        elif names.get("space"):
            self._space(item)
        elif names.get("technology"):
            self.made.technologies += names["technology"][:1]
        elif names.get("advantage"):
            self.made.advantages += names["advantage"][:1]
        elif names.get("option"):
            self.made.options += names["option"][:1]

    def _is_unit_elsewhere(self, item: Item) -> bool:
        """Whether a word that may be a unit is meant otherwise, such as heavy bombers that somebody has."""
        return self.made.verb == "have" and bool(item.names.get("technology")) and self.count is None

    def _is_land(self, item: Item, ahead: Item) -> bool:
        """Whether a word that names a power and a territory means the territory."""
        if not item.names.get("space"):
            return False
        chained = (ahead.mark == "-" and not self.peek(1).names.get("unit")) or self.after_dash()
        if self.role == "held":
            return False
        if self.made.verb == "hold" and self.made.power and not self.last_place and item.text not in OF_PEOPLE:
            return not self.made.mentions
        told = self._next_said()
        if told.word is not None and told.word.value == "hold":
            return is_passive(told)
        if told is not ahead and told.text in OF_PEOPLE and told.names.get("power") and self._said_behind(told) is END:
            return True
        if self.role or chained:
            return item.text not in OF_PEOPLE or (item.text in IN_SHORT and not ahead.names.get("unit"))
        if item.text in OF_PEOPLE:
            return False
        before = self.before()
        own = bool(self.made.mentions) and self.made.mentions[-1].power == item.one("power")
        if before.names.get("unit") and (own or not (ahead.names.get("unit") or ahead.number is not None)):
            return not self.here
        alone = self.at == len(self.part) and len(self.part) == 1 and self.made.header
        behind = self.behind.names.get("power") or self.behind.role == "empty" or is_passive(self.behind)
        colon = ahead.mark == ":" or (alone and bool(behind))
        moved = self.made.verb in _GOING
        return colon or (moved and not ahead.names.get("unit") and ahead.number is None)

    def _next_said(self) -> Item:
        """The next item that is no filler."""
        return next((item for item in self.part[self.at :] if item.role != "filler"), END)

    def _said_behind(self, item: Item) -> Item:
        """The item behind another one."""
        at = next(at for at, each in enumerate(self.part) if each is item)
        return self.part[at + 1] if at + 1 < len(self.part) else END

    def after_dash(self) -> bool:
        """Whether a place is the next on a way."""
        before = self.before()
        if before.role == "empty" and self.at >= 3:
            before = self.before(2)
        return before.mark == "-" and bool(self.made.path or self.last_place)

    def read_power(self, power: str) -> None:
        """A power: who acts, whose units come next, who holds a place, on whom war is made."""
        made = self.made
        if self.role == "held" and not self.last_place:
            made.holder, self.role = power, ""
            return
        if self.role == "held" or (
            self.last_place
            and not self.peek().names.get("unit")
            and self.peek().number is None
            and not self.pending
            and not made.mentions
            and not made.verb
            and self.at == len(self.part)
        ):
            made.held.append((self.last_place, power))
            self.role = ""
            return
        before = self.before()
        if before.text == "is" and self.last_place and self.at == len(self.part):
            made.held.append((self.last_place, power))
            return
        if before.names.get("unit") and made.mentions and not made.mentions[-1].power and self.peek().role != "verb":
            made.mentions[-1].power = power
            return
        self.power = power
        if made.verb or made.war or (made.power and not self.peek().names.get("unit")):
            made.objects.append(power)
        if not made.power and not made.versus and made.verb in ("", "have"):
            made.power = power

    def _space(self, item: Item) -> None:
        ids = item.names["space"]
        self.read_place(ids[0] if len(ids) == 1 else "|".join(ids))

    def _unit(self, item: Item) -> None:
        unit = item.names["unit"][0]
        made = self.made
        if self.negated or self.count == 0:
            made.absent.append(unit)
            self.negated, self.count = False, None
            return
        mention = Mention(unit, self.power, self.count, self.side, after=bool(made.verb), new=self.new)
        mention.damage = int(self.damaged)
        mention.hint = OF_POWER.get(item.text, "")
        mention.asked = bool(made.question)
        mention.many = self.count is None and (self.whole or (item.text.endswith("s") and item.text != "ss"))
        self.whole = False
        mention.led = self.led
        told = made.mentions[0].power if made.mentions else ""
        if self.here:
            mention.at = self.here
        elif made.places.get("to") and told and mention.power not in ("", told) and not made.versus:
            mention.at = self.last_place
        elif unit in self.ships and self.before().names.get("space") and made.places.get("from"):
            mention.at, mention.stays = self.last_place, True
        made.mentions.append(mention)
        self.pending.append(mention)
        if mention.stays:
            self.pending.pop()
        self.count, self.new, self.damaged = None, False, False

    def read_place(self, space: str) -> None:
        """A place in its role: on a way, from, to, or where the units stand that were named before or come behind."""
        made, role = self.made, self.role
        self.last_place, self.role = space, ""
        if self.after_dash() and (made.path or made.places):
            self._path(space)
        elif self.begins_a_way():
            made.path = [space]
            self._stand(space, "start")
        elif role in ("from", "to", "via", "off"):
            made.places.setdefault(role, []).append(space)
            if role == "from":
                self._stand(space, "start")
        else:
            holds = made.verb == "hold" and bool(made.power) and not (made.asks or made.mentions)
            if holds:
                made.held.append((space, made.power))
                self.here = space
            made.places.setdefault("after" if made.verb and not holds else "at", []).append(space)
            if made.verb not in _BEING:
                self.pending = [each for each in self.pending if each.after]
            if not made.verb and not self.pending:
                self.here = space
            self._stand(space, "at")

    def begins_a_way(self) -> bool:
        """Whether a dash and another place follow."""
        if self.peek().mark != "-":
            return False
        ahead, behind = self.peek(1), self.peek(2)
        counts = behind.names.get("unit") or behind.names.get("power")
        return (
            bool(ahead.names.get("space") and not behind.names.get("unit"))
            or ahead.role == "empty"
            or (ahead.number is not None and not counts)
        )

    def _path(self, space: str) -> None:
        if not self.made.path:
            self.made.path = [self.made.place("from", "at", "after", "to")]
        self.made.path.append(space)

    def _stand(self, space: str, key: str) -> None:
        """Where the units stand, or come from, that were named since the last place."""
        for mention in self.pending:
            if not getattr(mention, key):
                setattr(mention, key, space)
        self.pending = []


def is_passive(item: Item) -> bool:
    """Whether a word says by whom something is held, and not who holds something."""
    return item.word is not None and item.word.value == "hold" and item.text.endswith((" by", " of", " to"))
