"""Reads a line as clauses: each item in its turn, by what it is.

Nothing is decided here about the position: a clause only keeps what stands in it, in its roles.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.clause import Clause
from kb.asking.notation.grammar import OF_PEOPLE
from kb.asking.notation.items import Item
from kb.asking.notation.loads import Loads
from kb.asking.notation.splitting import SENTENCE, parts
from kb.asking.notation.things import is_passive

#: marks that only join or set off
_IGNORED = frozenset("+/&'\"=*-)[]<>,:")
_FACES = 6
#: roles of words of which it is enough to know that they stand there
_FLAGS = ("turn", "war", "peace", "there", "aircraft")
#: verbs that stay when another one follows: *uk amphib assaults norway*
_STRONG = ("amphib", "raid", "rocket", "submerge")
#: words for what was captured, and those behind them for when
_CAPTURED = ("captured", "taken", "took", "conquered", "liberated")
_WHEN = {"this turn": "now", "in the same turn": "now", "same turn": "now", "since last turn": "before"}
_WHEN |= {"last turn": "before", "from last turn": "before", "turn before": "before"}
#: words that ask, whatever the mark behind them
_WONDERS = ("who", "which", "how", "how many", "why", "what")
#: words that ask what the judgement on a move tells
_STOPS = ("stop", "stops", "have to stop", "has to stop", "block", "blocks", "blocked", "matter", "matters")
_WEAK = ("have", "hold", "defend", "take")


def clauses(found: Sequence[Item], ships: frozenset[str], seas: frozenset[str]) -> tuple[list[Clause], list[str]]:
    """The clauses of a line, and its words that are not understood.

    ``ships`` are the types of unit that carry others, ``seas`` the ids of the numbered sea zones.
    """
    made: list[Clause] = []
    lost: list[str] = []
    sentence = 0
    for part, mark, behind in parts(found):
        clause = Parser(part, ships, seas, sentence, mark == ":", behind)
        clause.read()
        lost += clause.lost
        clause.made.asks = clause.made.asks or mark == "?"
        clause.made.asked = _asked(part, clause.made)
        made += [each for each in (*clause.asides, clause.made) if each.asked or not each.bare]
        sentence += mark in SENTENCE
    return made, lost


def _asked(part: Sequence[Item], clause: Clause) -> str:
    """The words of a question about what happens; empty where it asks nothing of the kind."""
    wonders = clause.asks or any(item.text in _WONDERS for item in part)
    asked = [item for item in part if item.text not in (*_WONDERS, *_STOPS)]
    about = any(item.role in ("verb", "dice", "ignored") for item in asked)
    return " ".join(item.text for item in part) if wonders and about else ""


class Parser(Loads):
    """Reads one clause, item by item."""

    def read(self) -> None:
        """Read all items."""
        while self.at < len(self.part):
            item = self.part[self.at]
            if self.at == self.resume[0]:
                self.power, self.here = self.resume[1], ""
            self.at += 1
            self._item(item)
        self._loose_number()
        if self.made.war and self.part[0].text in ("is", "are"):
            self.made.asks = True

    def _item(self, item: Item) -> None:
        if item.mark:
            self._mark(item)
        elif item.number is not None:
            self._number(item)
        elif item.word:
            self._word(item)
        elif item.unknown:
            self.lost.append(item.text)
        else:
            self.read_name(item)

    def _mark(self, item: Item) -> None:
        if item.mark == "(":
            self.read_bracket()
        elif item.mark == "[":
            self.made.dice = self.made.dice or []
        elif item.mark == "@":
            self.role = "at"
        elif item.mark in _IGNORED:
            return
        else:
            self.lost.append(item.text)

    def _number(self, item: Item) -> None:
        number = item.number or 0
        zone = f"sz{number}"
        ahead = self.peek()
        counts = ahead.names.get("unit") or (ahead.names.get("power") and self.peek(1).names.get("unit"))
        chained = not counts and ((ahead.mark == "-" and self.peek(1).number is not None) or self.after_dash())
        counted = self.made.dice == [] and ahead.text in ("dice", "die")
        rolled = self.made.dice is not None and 1 <= number <= _FACES and not counted
        if self.made.round == -1 and not counts:
            self.made.round = number
        elif rolled and not ahead.names.get("unit") and not self.peek(1).names.get("unit"):
            self.made.dice = [*(self.made.dice or ()), number]
        elif self._is_roll(ahead):
            self.made.no_dice.append(number)
        elif (
            (chained or self.role in ("from", "to", "at", "off", "via"))
            and zone in self.seas
            and not ahead.names.get("unit")
        ):
            self.read_place(zone)
        elif self.before().role == "spend":
            self.made.spent = number
        elif ahead.role == "money" or (
            self.has and not (counts or ahead.names.get("unit")) and ahead.role != "damaged"
        ):
            self.made.money = number
        else:
            self._loose_number()
            self.count = number

    def _is_roll(self, ahead: Item) -> bool:
        """Whether a number stands where a roll is told: behind the word for dice or another number."""
        if self.made.dice is None or ahead.names or ahead.role or self.count is not None:
            return False
        at = self.at - 2
        while at >= 0 and (self.part[at].mark in (",", ":", "-", "[", "(") or self.part[at].role in ("and", "filler")):
            at -= 1
        return at >= 0 and (self.part[at].role == "dice" or self.part[at].number is not None)

    def _loose_number(self) -> None:
        """A number that no unit came for: an amount, if the clause has none."""
        if self.count is not None and self.made.number is None:
            self.made.number = self.count
        elif self.count is not None:
            self.lost.append(str(self.count))
        self.count = None

    def _word(self, item: Item) -> None:
        role, value = item.role, item.word.value if item.word else ""
        if role == "verb":
            self._verb(item, value)
        elif role == "place" and value in ("at", "to") and self.is_ship_ahead():
            self.read_aboard()
        elif role == "place":
            self.role = value
        elif role == "phase":
            self.made.phase = self.made.phase or value
            self.role = ""
        elif role == "versus":
            self._versus()
        elif role == "with":
            self.read_with()
        elif role == "aboard":
            self.read_aboard()
        elif role == "question":
            self.made.question = self.made.question or value
            self.made.asks = True
        elif role == "dice":
            self._dice(value)
        elif role in ("new", "damaged", "negation"):
            self._adjective(role)
        elif role in _FLAGS:
            setattr(self.made, role, True)
            if value and role == "turn":
                self.made.power, self.made.round = value, int(item.names["round"][0])
            elif role == "turn" and self.peek().number is not None and not self.peek(1).names.get("unit"):
                self.made.round = -1
        elif role == "round":
            self.made.round, self.role = -1, ""
        elif role == "empty":
            self._empty()
        elif role == "back":
            self.made.it = True
        elif role == "each":
            self.share_out()
        elif role == "whole":
            self.whole = True
        elif item.text == "owns":
            self._verb(item, "hold")
        elif role == "none":
            self.made.absent.append("nothing")

    def _verb(self, item: Item, value: str) -> None:
        made = self.made
        if value == "retreat" and made.verb and item.text == "back":
            return
        self.has = value == "have"
        if item.text in _CAPTURED and self._is_told_of_a_turn():
            return
        if value in ("hold", "have"):
            if value == "hold" and (self.last_place or (is_passive(item) and not made.power)):
                self.role = "held"
            elif not made.verb:
                made.verb = value
            return
        if made.verb and value == "battle" and made.verb in _STRONG:
            return
        if made.verb and made.verb not in _WEAK and value in ("move", "battle", "take"):
            return
        self._loose_number()
        if item.text == "collect income":
            made.phase = made.phase or "collect-income"
        made.verb = value
        self.role = ""
        if value == "attacked":
            self._versus()
        else:
            for mention in made.mentions:
                mention.after = False

    def _is_told_of_a_turn(self) -> bool:
        """Whether words behind say that it was captured in this turn or an earlier one: that is so, and not done."""
        if self.made.asks or self.made.question:
            return False
        behind = [item.text for item in self.part[self.at :]]
        self.made.captured = next((_WHEN[text] for text in behind if text in _WHEN), "")
        return bool(self.made.captured)

    def _versus(self) -> None:
        self.made.versus = True
        self.power = ""
        self.pending = [each for each in self.pending if not (each.at or each.start)]

    def _dice(self, value: str) -> None:
        made = self.made
        ahead = next(
            (
                item
                for item in self.part[self.at :]
                if item.role != "filler" and item.text not in ("w", "with", "a", "/", ":")
            ),
            None,
        )
        if value == "miss":
            made.missed = True
        elif ahead is not None and ahead.number is not None and not _unit_follows(self.part, ahead):
            made.dice = made.dice or []
            made.hits = made.hits or value == "hit"
        elif value == "hit":
            made.hits = True
            if made.asks or made.question:
                made.verb = made.verb or "hit"
            elif any(item.one("space") for item in self.part[self.at :]):
                made.verb = made.verb or "battle"

    def _adjective(self, role: str) -> None:
        if role == "new":
            self.new = True
            if self.made.mentions and not self.peek().names.get("unit"):
                self.made.mentions[-1].new, self.new = True, False
        elif role == "damaged":
            if self.peek().names.get("unit"):
                self.damaged = True
            elif self.peek().number is not None and not self.made.mentions:
                self.made.dice = self.made.dice or []
            elif self.made.mentions:
                number = self.count or self.made.number or 1
                self.made.mentions[-1].damage = number
                self.count = self.made.number = None
        else:
            self.negated = True

    def _empty(self) -> None:
        follows = "" if self.peek().text in OF_PEOPLE else self.peek().one("space")
        if follows or self.last_place:
            self.made.empty.append(follows or self.last_place)


def _unit_follows(part: Sequence[Item], item: Item) -> bool:
    at = next(at for at, each in enumerate(part) if each is item)
    return at + 1 < len(part) and bool(part[at + 1].names.get("unit"))
