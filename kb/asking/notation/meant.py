"""Finds the units, spaces and routes that an action leaves out, or names by a pronoun or ``everything``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import form_of
from kb.asking.notation.line_tokens import same_verb
from kb.asking.notation.rolls import RollCursor
from kb.asking.notation.values import CHOSEN
from kb.cases.language.scenario import Act, Given
from kb.cases.language.units import Row, Units, unowned
from kb.games.board_model import UnitKind

_PRONOUNS = ("it", "they", "them", "both")
#: the value of a verb of cargo that is the space of the ship
SHIP_SLOT = {"load": "to", "offload": "from"}
#: all units in a space
ALL = (Row("", "everything"),)
#: the kind of units that a verb of movement moves
_MOVED_BY = {
    **dict.fromkeys(("flies", "lands"), UnitKind.AIR),
    **dict.fromkeys(("drives", "walks", "blitzes"), UnitKind.LAND),
    "sails": UnitKind.SHIP,
}
_EVERYTHING = ("everything", "all units", "all cargo", "all of them", "all")


class Said(NamedTuple):
    """The contents of a statement of an action: the actions in order. ``attacked`` is the space that the last action
    attacks by a move. ``found`` are units that act in their space although the line did not state them: their power,
    space and rows. ``phases`` are the phases that the statement names (``... in my combat move``), and ``money`` the
    account and the IPCs of a purchase. ``goes_on`` is whether the first action is the rest of the move before it."""

    acts: tuple[Act, ...]
    attacked: str = ""
    found: tuple[str, str, Units] | None = None
    phases: tuple[str, ...] = ()
    money: tuple[str, int] | None = None
    goes_on: bool = False


class MeantCursor(RollCursor):
    """A cursor that completes actions by the position and the actions before."""

    def _sailing(self, power: str, word: str) -> tuple[str, Units]:
        """Return the power and units of a move without units: those of the last action or, if that names the space of a
        ship, the ships there that carry units; of the first action all units that the verb ``word`` moves, if they are
        in one space. Add an assumption. Raises :class:`Expected` if the units are not certain."""
        last = self.standing.acts[-1] if self.standing.acts and power in ("", self.standing.acts[-1].power) else None
        owner = self.standing.own(power) or self.standing.teller
        if self.count() and self.word_at(self.at + 1) in ("to", "into"):
            raise Expected  # "moves 3 infantry to karelia and two to russia"
        if last is None and word and (units := self.standing.movers(owner, _MOVED_BY.get(word))):
            self.assumed.append(f"the units that move are {self.words.rows(units)}")
            return owner, units
        if last is None or not isinstance(last.what, tuple):
            raise Expected
        units, space = last.what, last.named(SHIP_SLOT.get(last.kind, ""))
        if space:
            there = self.standing.all_in(space, last.power)
            units = tuple(row for row in there if self.standing.carries(row.unit))
        self.assumed.append(f"the same units move on: {self.words.rows(units)}")
        return last.power, tuple(row._replace(state={}) for row in units)

    def _flight(self, units: Units, end: str, power: str, start: str = "") -> list[str]:
        """Return the route of aircraft to the space ``end``, in which they land or which they raid. ``start`` is the
        space that they leave, if it is given. The route is empty if they are in ``end``, or if their space is not
        certain."""
        start = start or self.standing.space_of({row.unit for row in units if not row.power}, power)
        if not start or start == end:
            return []
        route = self._whole_route([start, end], units, power, self.at)
        self.assumed.append(f"the aircraft first fly from {self.words.space(start)} to {self.words.space(end)}")
        return route

    def _whence(self, units: Given, power: str, verb: str = "") -> str:
        """Return the only space with units of these types of a power, and assume that these are meant; else empty.
        Units to *offload* (``verb``) are looked for aboard first."""
        rows = units if isinstance(units, tuple) and units is not ALL else ()
        kinds = {row.unit for row in rows if row.power in ("", self.standing.own(power))}
        aboard = verb == "offload"
        space = self.standing.space_of(kinds, power, aboard) if kinds or (units is ALL and aboard) else ""
        if not space and kinds and aboard:
            space = self.standing.space_of_guests(kinds, self.standing.own(power))
        if space:
            self.assumed.append(f"the units are in {self.words.space(space)}")
        return space

    def _meant(self, power: str, verb: str = "") -> tuple[str, Units]:
        """Parse ``everything`` or a pronoun after a ``verb``, and return the power and the units that it stands for."""
        at = self.at
        if self.take(*_EVERYTHING):
            return power, ALL
        number = self.count() if self.word_at(self.at + 1) == "of" else None
        self.at += 2 if number else 0
        word = self.word
        if word not in _PRONOUNS:
            raise Expected
        self.at += 1
        self.take("all")
        if verb in ("offload", "mobilize"):
            return power, ALL
        moved_by = next((kind for each, kind in _MOVED_BY.items() if same_verb(self.word, each)), None)
        kind = UnitKind.AIR if verb == "land" else moved_by
        owner, units = self.standing.meant(word != "it", power, kind)
        if not units and any(same_verb(self.word, each) for each in form_of("offload").words):
            return power, ALL
        if not units or (number and [row for row in units if row.number < number] + [*units[1:]]):
            self.at = at
            self.fail("", says=f"write the units instead of '{word}'")
        units = (units[0]._replace(number=number),) if number else units
        self.assumed.append(f"'{word}' means {self.words.rows(units)}")
        return power or owner, units

    def _everything(self, verb: str, values: Mapping[str, Given], power: str) -> Units:
        """Return the units that ``everything`` stands for in an action with a ``verb`` and its ``values``, and add them
        to the assumptions; fail if there are none."""
        route = values.get("route")
        space = str(route[0] if isinstance(route, list) else values.get("from", ""))
        if verb == "mobilize":
            units = self.standing.position.get("bought", {}).get(self.standing.own(power), ())
        elif verb == "land":
            units = self.standing.meant(True, power, UnitKind.AIR)[1]
        else:
            units = self.standing.all_in(space, power, aboard=verb == "offload") if space else ()
        if not units:
            self.fail("", says="write the units and their numbers instead of 'everything'")
        self.assumed.append(f"everything is {self.words.rows(units)}")
        return units

    def _ashore(self, move: Act) -> Act:
        """Return the landing that an attack on land from a sea zone next to it by land units or their ships stands for;
        any other move as it is."""
        (start, *_, end), power = move.names("route"), move.power
        kinds = self.names.rules.kinds
        if not self.standing.is_sea(start) or self.standing.is_sea(end):
            return move
        ships = [row for row in move.units() if kinds[row.unit] is UnitKind.SHIP]
        cargo = tuple(each for row in ships for each in row.cargo) or self.standing.all_in(start, power, aboard=True)
        units = cargo if len(ships) == len(move.units()) else move.units()
        if not units or any(kinds[row.unit] is not UnitKind.LAND for row in units):
            return move
        if end not in self.names.rules.board.around(start):
            names = " and ".join(map(self.words.space, (start, end)))
            self.fail("", says=f"{names} do not touch: write the move of the ships before the landing")
        self.assumed.append(f"{self.words.rows(units)} land from {self.words.space(start)}")
        return Act("offload", units, {"from": start, "to": end}, power=power)

    def _whole_route(self, route: Sequence[str], units: Given, power: str, start: int) -> list[str]:
        """Return a route with the spaces between two that do not touch, if they are certain; else fail.
        ``start`` is the index of its first token."""
        rows, whole = units if isinstance(units, tuple) else (), [*route[:1]]
        for one, other in pairwise(route):
            if other not in self.names.rules.board.around(one):
                names = " and ".join(map(self.words.space, (one, other)))
                between = self.standing.route(one, other, () if rows is ALL else rows, power)
                if not between:
                    says = f"{names} do not touch: write each space of the route with '-' between them"
                    self.fail("", says=says, since=start)
                self.assumed.append(f"the route is {', '.join(map(self.words.space, between))}")
                whole += between[1:-1]
            whole.append(other)
        return whole

    # -- words before a verb

    def _origin(self) -> str:
        """Parse the space of units before their verb: ``2 tanks in egypt``, ``a fighter from the carrier in sz5``, and
        without a word before it ``2 tanks egypt attack libya``."""
        found, end = self.look("space")
        is_led = len(found) == 1 and any(same_verb(self.word_at(end), verb) for verb in form_of("battle").words)
        if not is_led and not self.take("in", "from", "at"):
            raise Expected
        return self.name("space") if self.look("space")[0] else self.space_of_ship()

    def _placed(self, units: Units) -> tuple[Units, str]:
        """Parse the space, the cargo and the escort of units before their verb, and return these units and the space:
        ``1 transport in sz6 with 2 inf``."""
        origin = self.maybe(self._origin) or ""
        if len(units) == 1 and (cargo := self.maybe(self.cargo, CHOSEN, units[0].unit, units[0].number)):
            own = unowned(cargo, units[0].power or self.standing.own(self.acting))
            units = (units[0]._replace(state={**units[0].state, "cargo": own}),)
        return ((*units, *more) if (more := self.maybe(self._escort)) else units), origin

    def _escort(self) -> Units:
        """Parse further units of an action: ``with 1 fighter``, ``escorted by 1 fighter``; or only the word after them
        in ``1 bomber, 1 fighter escort``."""
        is_joined = self.take("escorted by", "with", "along with", "together with")
        units = self.units() if is_joined else ()
        if not (self.take("escort", "escorts", "as escort", "as escorts") or is_joined):
            raise Expected
        return units
