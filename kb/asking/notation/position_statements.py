"""Parses the statements of a line about its position: the contents and holders of spaces, facts of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, cast

from kb.asking.notation.actions import ActionCursor
from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import FACTS, written_form
from kb.asking.notation.line_tokens import Token
from kb.asking.notation.standing import Standing
from kb.asking.notation.statements import JOINS, OTHER_QUESTIONS, ROUND, TO_ASK
from kb.asking.notation.values import STANDS, UnitForm
from kb.base.english import a, possessive
from kb.base.errors import Finding
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Contents, PositionTable, SubjectTable, units_of
from kb.cases.language.units import Units
from kb.cases.language.vocabulary import NOBODY, NONE, Vocabulary
from kb.cases.language.words import GameWords
from kb.engine.core.position import OLD_WAR
from kb.games.board_model import UnitKind
from kb.games.names import power_name

#: what separates the contents of a space
_SEPARATORS = (",", "vs", "versus", "against")

#: the words between land and its holder
_HELD = ("held by", "belongs to", "is held by", "controlled by", "is controlled by", "owned by", "is owned by")
#: the verbs of statements about units in a space
_VERBS = frozenset(("has", "have", "is", "are", "stands", "defends", "vs", "versus", "against"))
#: the words for land that was captured in this turn
_CAPTURED = ("captured this turn", "was captured this turn", "just captured", "was just captured")
#: the words of a statement that units are absent
_THERE_IS_NO = ("no", "there is no", "there are no", "there is not a", "there is not an", "there are not any")
#: words of players that the notation lacks, and what to write instead
_INSTEAD = {
    **dict.fromkeys(("takes", "carry", "carries"), "TRANSPORT in SPACE carries UNITS from SPACE to SPACE"),
    "bombardment": "UNITS bombards SPACE",
    "kamikazes": "japan kamikaze us 1 carrier",
    "take": "uk loses 1 dd",
    "upgrade": "usa buys 1 complex upgrade",
}


class Absent(NamedTuple):
    """Units that the line says to be absent: their type, the space and the power, both empty for any, and the offset of
    the statement in the text."""

    unit: str
    space: str
    power: str
    at: int


class PositionStatements:
    """Statements about a position, and the facts of a line that they need. ``changed`` is the position that the
    statements change, if they do; ``is_typed`` is whether the text is as it was typed, so that findings name columns of
    it; ``t`` is the cursor of the statement that is parsed, and ``start`` its offset."""

    t: ActionCursor
    start: int

    def __init__(
        self, text: str, names: Vocabulary, changed: PositionTable | None = None, is_typed: bool = True
    ) -> None:
        self.is_typed = is_typed
        self.text, self.names, self.board = text, names, names.rules.board
        self.words = GameWords(self.board, names.rules.ruleset)
        self.changes, self.changed = changed is not None, changed or PositionTable()
        self.position: PositionTable = {"spaces": {}}
        self.acts: list[Act] = []
        self.standing = Standing(names.rules, self.position, self.acts, self._holder)
        self.judged = False
        self.what: SubjectTable | None = None
        self.assumed: list[str] = []
        self.findings: list[Finding] = []
        #: the possible phases, and their offset in the text
        self.phases: tuple[str, ...] = ()
        self.clock_at = 0
        #: units that are not there: their type, the space, which may be empty, and the offset in the text
        self.absent: list[Absent] = []
        #: the pairs of powers that the line says to be at peace
        self.peace: set[frozenset[str]] = set()
        #: facilities without an owner: space, unit, and the offset in the text
        self.ownerless: list[tuple[str, str, int]] = []
        self._spaces: set[str] = set()
        #: of the last statement: the number of findings before it, the index of its error, and the offset of that
        self._before = self._error = self._far = 0
        #: the owner of the units in the joined statement before, and the verb of the action in it
        self._owner_before, self._verb_before = "", cast("list[Token] | None", None)
        #: whether the last statement is units and their space without a verb
        self._is_bare = False
        #: the space of the last statement about one, the space that the last action attacks by a move, and the land
        #: where the action ends that is the last statement
        self._space_before = self._attacked = self._goal = ""

    # -- findings

    def wrong(self, message: str, at: int, hint: str = "") -> None:
        """Add a finding with a ``hint`` at the offset ``at`` of the text. It begins with the column if the line was
        typed."""
        if not self.is_typed:
            self.findings.append(Finding(message, hint=hint))
            return
        line, start = self.text.count("\n", 0, at), self.text.rfind("\n", 0, at) + 1
        place = f"line {line + 1}, column" if "\n" in self.text.strip() else "column"
        self.findings.append(Finding(f"{place} {at - start + 1}: {message}", hint=hint))

    def _report(self) -> None:
        """Add a finding at the furthest error, with a similar name, the form of the verb, or an example."""
        if self.t.word_at(0) in OTHER_QUESTIONS:
            return self.wrong("this question does not ask about an action", self.t.row[0].start, TO_ASK)
        message, at, hint = self.t.problem()
        instead = next((_INSTEAD[token.text] for token in self.t.row[self.t.far :] if token.text in _INSTEAD), "")
        hint = f"write: {instead}" if instead else hint
        verb, _, after = self.t.verb
        if not hint and verb and self.t.far >= after:
            hint = f"write: {written_form(verb)}"
        return self.wrong(message, at, hint)

    # -- statements about the position

    def _about(self) -> Callable[[], None]:
        """Parse ``sz5: germany 1 submarine``, ``captured: norway``, ``setup`` or a statement without a colon, and
        return the function that adds it."""
        t = self.t
        if t.take("setup"):
            return partial(self._set, ("from",), "setup")
        colon = next((at for at, token in enumerate(t.row) if token.text == ":"), 0)
        if colon and (spaces := t.maybe(t.several, t.space_of_list)) and len(spaces) > 1 and t.at == colon:
            return self._alike(spaces, colon + 1)
        t.at = 0
        if colon and (held := t.maybe(self._held_before, colon)) is not None:
            return held
        if not colon or any(token.text in JOINS for token in t.row[:colon]):
            return self._without_colon()
        if fact := self.t.fact(t.said(0, colon).lower()):
            t.at = colon + 1
            table, kind = FACTS[fact]
            if fact == "bought" and t.look("power")[1] == t.at and (power := self.position.get("turn")):
                return partial(self._set, (fact, power), t.units(UnitForm(counts_only=True)))
            if fact == "options" and t.take(NONE):
                return partial(self._set, (fact,), [])
            return partial(self._set, (table, fact) if table else (fact,), t.value(kind, commas=True))
        found, end = t.look("space", 0)
        if len(found) != 1 or end != colon:
            head, (powers, last) = t.said(0, colon), t.look("power", 0)
            t.restart()
            says = f"'{head}' may be {' or '.join(found[:6])}" if len(found) > 1 else f"'{head}' is not a space"
            t.fail("", ("space",), says=says, final=bool(powers) and last == colon)
        t.at = colon + 1
        return partial(self._add_contents, found[0], self._contents(found[0]))

    def _held_before(self, colon: int) -> Callable[[], None]:
        """Parse land with its holder before the ``colon``, and the other contents after it: ``france held by germany: 2
        inf``. Return the function that adds them."""
        space = self.t.name("space")
        self.t.need(*_HELD)
        holder = Contents(held_by=self.t.name("power", (NONE,)))
        if self.t.at != colon:
            self.t.fail("':'")
        self.t.at += 1
        return partial(self._add_contents, space, holder | self._contents(space))

    def _alike(self, spaces: Sequence[str], at: int) -> Callable[[], None]:
        """Parse the contents that several spaces have alike, from the token ``at`` on: ``egypt and libya: empty``.
        Return the function that adds them."""
        made: list[Contents] = []
        for space in spaces:
            self.t.at = at
            made.append(self._contents(space))

        def add() -> None:
            """Add the contents of each space."""
            for space, contents in zip(spaces, made, strict=True):
                self._add_contents(space, contents)

        return add

    def _without_colon(self) -> Callable[[], None]:
        """Parse ``usa has 20 ipcs``, ``round 3``, ``norway held by germany``, ``2 german subs in sz5`` and the like,
        and return the function that adds it."""
        t = self.t
        (there, end), after = t.look("space"), t.look("power", t.look("space")[1])[1]
        is_unit = t.word_at(after).isdecimal() and t.look("unit", t.look("power", after + 1)[1])[0]
        if len(there) == 1 and is_unit and not t.look("power")[0]:  # "sz5 uk 1 dd", "libya 2 german tanks"
            t.at = end
            return partial(self._add_contents, there[0], self._contents(there[0]))
        if len(there) == 1 and end < after == len(t.row) and not t.look("power")[0]:  # "gibraltar uk"
            t.at = end
            return partial(self._hold, there, t.name("power"))
        ways: tuple[tuple[Callable[[], tuple[object, ...]], Callable[..., None]], ...] = (
            (self._units_in, self._add_contents),
            (self._units_alone, self._add_contents),
            *((parse, self._set) for parse in (t.money, t.technologies, t.advantages, t.bought)),
            (t.war, self._wars),
            (t.peace, self._at_peace),
            (self._holds, self._hold),
            (self._taken, self._take_land),
            (self._absent, self._add_absent),
        )
        for parse, add in ways:
            if (found := t.maybe(parse)) is not None:
                return partial(add, *found)
        if t.take(*ROUND):
            return partial(self._set, ("round",), t.number(grammar.ROUND))
        before = self._goal or self._space_before
        if before and t.take(*_CAPTURED):  # "norway held by germany, captured this turn"
            return partial(self._capture, before)
        if before and t.take(*_HELD):  # "norway empty, held by germany"
            return partial(self._hold, [before], t.name("power", (NONE,)))
        words = [token.text for token in t.row]
        held = words.index("held") if "held" in words[1:] else 0
        if held and not t.look("space", 0)[0]:
            t.fail("", ("space",), says=f"'{t.said(0, held)}' is not a space")
        spaces = t.several(t.space_of_list)
        if len(spaces) > 1:  # "paris and london are held by germany"
            if not t.take("held by", "are held by", "are controlled by", "both held by"):
                t.need("are", "are both")
            return partial(self._hold, spaces, t.name("power", (NONE,)))
        space = spaces[0]
        if self.board.space(space).neutral and t.take("neutral", "is neutral"):
            return lambda: None
        if t.take("empty", "is empty", "undefended", "is undefended", "unoccupied", "is unoccupied"):
            return partial(self._add_contents, space, Contents())
        if t.take(*_CAPTURED):
            return partial(self._capture, space)
        if t.take("was captured by", "was taken by", "captured by", "taken by"):
            power = t.name("power") if t.word != "us" else t.fail("a power", says="write the power in place of 'us'")
            t.take("this turn")
            return partial(self._take_land, power, space, (power, ()), not t.take("last turn", "last round", "earlier"))
        if t.take("has", "contains", "holds") and not t.is_at_end:
            return partial(self._add_contents, space, self._contents(space))
        if t.is_at_end:
            name, is_sea = self.words.space(space), self.board.space(space).kind == "sea-zone"
            forms = f"'{name}: uk 1 dd'" if is_sea else f"'{name}: uk 2 inf', '{name}: empty' or '{name} held by uk'"
            t.fail("", says=f"what about {name}? write {forms}")
        if not t.take(*_HELD[2:], *(("is",) if t.look("power", t.at + 1)[0] else ())):
            t.need(*_HELD[:2])
        holder: Contents = {"held_by": t.name("power", (NONE,))}
        return partial(self._add_contents, space, holder | (self._contents(space) if t.take(",", "with") else {}))

    def _holds(self) -> tuple[list[str], str]:
        """Parse ``germany holds libya and egypt``, and return the spaces and the power."""
        power = self.t.name("power")
        if not self.t.take("holds", "still holds", "controls", "owns", "has", "have"):
            raise Expected
        return self.t.several(self.t.space_of_list), power

    def _taken(self) -> tuple[str, str, tuple[str, Units], bool, str]:
        """Parse ``germany took norway from the uk with 2 inf``. Return the power, the land, the units there with their
        power, whether it was in this turn, and the holder before, or an empty string. It was in this turn, unless words
        such as ``last turn`` follow."""
        t, power = self.t, self.t.name("power")
        if not t.take("took", "captured", "conquered", "has taken", "has captured", "has conquered", "just took"):
            raise Expected
        space = t.name("space")
        before = t.name("power") if t.take("from") else ""
        is_earlier = bool(t.take("last turn", "last round", "earlier", "before", "a turn ago", "the turn before"))
        t.take("this turn")
        owner, units = t.units_of_one() if t.take("with") else ("", ())
        return power, space, (owner or power, units), not is_earlier, before

    def _take_land(self, power: str, space: str, there: tuple[str, Units], is_now: bool, before: str = "") -> None:
        """Let a power hold land with the units ``there``, given with their power. If ``is_now``, note that it was
        captured in this turn, and the holder ``before``, if it is given."""
        owner, units = there
        self._add_contents(space, cast("Contents", {"held_by": power, **({owner: units} if units else {})}))
        if is_now:
            self._capture(space)
        if is_now and before:
            held = self.position.setdefault("notes", {}).setdefault("held", {})
            cast("dict[str, str]", held)[space] = before

    def _absent(self) -> Absent:
        """Parse ``no destroyer in sz5``, ``malta has no air base`` or ``uk has no fighter in malta``, and return the
        units that are absent. A power that is also land is the land if the unit is a facility."""
        t, start, power, space = self.t, self.t.row[self.t.at].start, "", ""
        if not t.take(*_THERE_IS_NO):
            at, space = t.at, t.maybe(t.name, "space") or ""
            end, t.at = t.at, at
            power = t.maybe(t.name, "power") or ""
            t.at = max(end, t.at)
            if not (space or power) or not t.take("has no", "have no"):
                raise Expected
        power = t.maybe(t.name, "power") or power
        unit = t.name("unit")
        is_facility = self.names.rules.kinds[unit] is UnitKind.FACILITY
        power, space = ("", space) if space and is_facility else (power, "" if power else space)
        if t.take("in", "at"):  # "germany has no transport in sz5"
            space = t.name("space")
        elif not space and t.take("there"):
            space = self.standing.there()
        t.take("around", "nearby", "present")
        return Absent(unit, space, power, start)

    def _add_absent(self, unit: str, space: str, power: str, at: int) -> None:
        """Note that units of a type are not in a space."""
        self.absent.append(Absent(unit, space, power, at))

    def _settle_absent(self) -> None:
        """Add a finding about each unit that the line says to be absent although the line states it. Add one, too, if
        the absence concerns a space of the printed set-up whose contents the line does not write."""
        for each in self.absent:
            self._deny(each, "write where")
            if "from" in self.position and (not each.space or each.space not in self.position["spaces"]):
                self.wrong("with 'setup', all contents of a space are written", each.at, "write 'norway: empty'")

    def _deny(self, absent: Absent, hint: str) -> None:
        """Add a finding, with a hint, for each space of the position with units that the line says to be absent."""
        for place, there in self.position["spaces"].items():
            owners = units_of(there)
            rows = owners.get(absent.power, ()) if absent.power else [row for each in owners.values() for row in each]
            if absent.space in ("", place) and absent.unit in {row.unit for row in rows}:
                named = a(absent.unit.replace("-", " "))
                self.wrong(f"there is {named} in {self.words.space(place)}", absent.at, hint)

    def _units_in(self) -> tuple[str, Contents]:
        """Parse ``2 subs of germany vs 1 british destroyer in sz5``, and return the space and its contents."""
        t, starts = self.t, [self.t.at]
        there_is = t.take("there is", "there are")
        sides = [t.units_of_one(may_have=True)]
        if not (sides[0][0] or there_is) and self._verb_before is not None:
            t.fail("", says="write the power of these units, or the verb again", since=starts[0], final=True)
        if not sides[0][0] and self._owner_before:
            sides = [(self._owner_before, sides[0][1])]
            named = " and ".join(self.words.unit(row.unit) for row in sides[0][1])
            t.assumed.append(f"the {named} in the same sentence is {possessive(power_name(self._owner_before))}")
        while t.take(*_SEPARATORS[1:]):
            starts.append(t.at)
            sides.append(t.units_of_one())
        t.take("is", "are", "stands", "defends")
        place = self._attacked or self._space_before or self.standing.there()
        is_there = t.take("there") or (there_is and t.is_at_end)
        space, made = place if is_there else "", Contents()
        is_last = sides[0][0] and t.look("space")[1] == len(t.row) and not t.word.isdecimal()  # "uk 1 sub sz6"
        if not space and t.is_at_end and len(sides) == 1:  # "russia has 3 infantry"
            space = self._land_named(starts[0], *sides[0])
        if not space and not t.take("in", "at", "on") and not is_last:
            raise Expected
        space = space or t.name("space")
        rows = sides[0][1]
        carries = len(sides) == 1 and self.standing.carries(rows[-1].unit)
        if carries and (cargo := t.maybe(t.cargo, UnitForm(stand=True), rows[-1].unit, rows[-1].number)):
            sides = [(sides[0][0], (*rows[:-1], rows[-1]._replace(state={**rows[-1].state, "cargo": cargo})))]
        elif len(sides) == 1 and t.take("with"):  # "2 fighters in norway with an air base", "... with a german sub"
            second, (owner, more) = t.at, t.units_of_one()
            if owner in ("", sides[0][0]):
                sides = [(sides[0][0], (*rows, *more))]
            else:
                starts, sides = [*starts, second], [*sides, (owner, more)]
        if len(sides) == 1 and (loaded := t.maybe(t.on_a_ship, sides[0][1])):  # "fighter in sz55 on a carrier"
            sides = [(sides[0][0], tuple(loaded))]
        for start, (power, units) in zip(starts, sides, strict=True):
            owner = self._owner(power, units, space, start)
            if owner in made:
                t.fail("", says="the two sides have one owner: write a power before each", since=start)
            made[owner] = units
            if not owner:
                self.ownerless.append((space, units[0].unit, t.row[start].start))
        self._owner_before = sides[0][0] if len(sides) == 1 else ""
        self._is_bare = not _VERBS & {token.text for token in t.row}
        return space, made

    def _land_named(self, start: int, power: str, units: Units) -> str:
        """Return the land with the name of the power at a token, in which its units are if no space is named. It is an
        empty string if there is none, or if a unit is a ship or facility."""
        found, end = self.t.look("space", start)
        kinds = {self.names.rules.kinds[row.unit] for row in units}
        fits = len(found) == 1 and end == self.t.look("power", start)[1] and self.t.word_at(end) in ("has", "have")
        if not fits or kinds & {UnitKind.SHIP, UnitKind.FACILITY}:
            return ""
        self.t.assumed.append(f"{power_name(power)} has {self.words.rows(units)} in {self.words.space(found[0])}")
        return found[0]

    def _units_alone(self) -> tuple[str, Contents]:
        """Parse units of powers right after a statement about a space, in which they are: ``sz5: uk 1 dd; germany 2
        subs``."""
        t, space = self.t, self._space_before
        power, units = t.units_of_one(may_have=True)
        found = {power: units}
        while power and t.take(","):
            own, units = t.units_of_one()
            power = own or power
            found[power] = (*found.get(power, ()), *units)
        if not power or not t.is_at_end or self.acts or found.keys() & self.position["spaces"].get(space, {}).keys():
            raise Expected
        if not space:
            t.fail("", says=f"where are these units? write their space, as in '{STANDS}'", since=0)
        where = self.words.space(space)
        t.assumed += [f"{power_name(each)} has {self.words.rows(rows)} in {where}" for each, rows in found.items()]
        return space, cast("Contents", found)

    def _owner(self, power: str, units: Units, space: str, start: int) -> str:
        """Return the power of units in a space: ``power``; by default on land an empty string, at sea the power whose
        turn it is. Fail at the token ``start`` if the line does not give that turn before."""
        if not power and self.board.space(space).kind == "sea-zone":
            power = self.position.get("turn", "")
            if not power:
                named = units[0].unit.replace("-", " ")
                self.t.fail("", says=f"whose is the {named}? write the power before it", since=start)
            self.t.assumed += [f"the {self.words.unit(row.unit)} is {possessive(power_name(power))}" for row in units]
        return power

    def _contents(self, space: str) -> Contents:
        """Parse the contents of a space. For an item that cannot be parsed, add a finding and continue with the next
        one."""
        t, made, power = self.t, Contents(), ""
        if t.is_at_end or t.take("empty", *NOBODY):
            return made
        while not ("held_by" in made and t.take("empty", *NOBODY)):  # "norway: held by germany, empty"
            at = t.row[min(t.at, len(t.row) - 1)].start
            item, found = t.at, t.maybe(self._item, space, power)
            if found is None:
                self._report()
                self._error = self._error or item
                while not t.is_at_end and t.word not in _SEPARATORS:
                    t.at += 1
            elif isinstance(units := found[1], str):
                made["held_by"], power = units, ""
            else:
                power = found[0]
                if not power:
                    self.ownerless.append((space, units[0].unit, at))
                before = units_of(made).get(power, ())
                plain = {row.unit for row in before if not row.state}
                if twice := next((row.unit for row in units if not row.state and row.unit in plain), ""):
                    self.wrong(f"{twice} of {power} in {space} occurs twice", at, "write one number for both")
                    self._error = self._error or item
                made[power] = (*before, *units)
            if not t.take(*_SEPARATORS):
                break
            t.restart()
        return made

    def _item(self, space: str, power: str) -> tuple[str, Units | str]:
        """Parse an item of the contents of a space. Return ``held_by`` and the holder, or a power and its units. A
        power alone is the holder of land.

        ``power`` is that of the item before, the default. On land the power is empty if none was named before: the
        units belong to the holder.
        """
        t, start = self.t, self.t.at
        is_holder = t.look("power")[1] == len(t.row) and self.board.space(space).kind != "sea-zone"
        if t.take("held by") or is_holder:  # "gibraltar: uk"
            found: tuple[str, Units | str] = "held_by", t.name("power", (NONE,))
        else:
            named, units = t.units_of_one()
            t.take("only")
            after = t.look("power")[1]
            if not named and after > t.at and (after == len(t.row) or t.word_at(after) in _SEPARATORS):
                named = t.name("power")  # "2 infantry germany"
            found = self._owner(named or power, units, space, start), units
        return found if t.is_at_end or t.word in _SEPARATORS else t.fail("',' or ';'", ("unit",))

    def _wars(self, power: str, enemies: list[str]) -> None:
        """Add old wars of a power with ``enemies`` to the position, and an assumption about each."""
        for enemy in enemies:
            self._set(("wars", power, enemy), OLD_WAR)
            both = f"{power_name(power)} and {power_name(enemy)}"
            self.assumed.append(f"{both} have been at war since the game began")

    def _at_peace(self, power: str, others: list[str]) -> None:
        """Note that a power is at peace with ``others``. Add a finding for each with which it is at war, in the printed
        wars or those of the line."""
        self.peace |= {frozenset((power, other)) for other in others}
        given = self.position.get("wars", {})
        pairs = {*self.board.wars, *((one, other) for one, all_of in given.items() for other in all_of)}
        for other in others:
            if {(power, other), (other, power)} & pairs or not self.board.wars:
                self.wrong(f"{power_name(power)} and {power_name(other)} are at war", self.start, "leave this out")

    def _set(self, path: tuple[str, ...], value: object) -> None:
        """Add a value to the position, below the keys of a path. Add a finding if it is given twice."""
        self._space_before = self._goal = ""
        table = cast("dict[str, object]", self.position)
        for key in path[:-1]:
            table = cast("dict[str, object]", table.setdefault(key, {}))
        if path[-1] in table:
            named = " ".join(path[path[0] in ("notes", "game_notes") :])
            self.wrong(f"'{named}' is given twice", self.start, "write it once")
        table[path[-1]] = value
        if path != ("round",):
            self._assume_order()

    def _add_contents(self, space: str, contents: Contents) -> None:
        """Add contents of a space to those given before. Add a finding if they repeat or contradict them."""
        there = self.position["spaces"].setdefault(space, {})
        before, new = units_of(there), units_of(contents)
        again = {(power, row.unit) for power, rows in new.items() for row in rows}
        again &= {(power, row.unit) for power, rows in before.items() for row in rows}
        differs = (new and not there) or (before and not contents) or "held_by" in {*there} & {*contents}
        place = self.board.space(space)
        if "held_by" in contents and place.kind == "sea-zone" and not place.value:  # a convoy has a holder
            self.wrong(f"nobody holds {self.words.space(space)}", self.start, "write the land before 'held by'")
        if space in self._spaces and (again or differs):
            self.wrong(f"{space} occurs twice", self.start, "write all its contents in one statement")
        self._spaces.add(space)
        self._space_before, self._goal, self.standing.told = space, "", space
        self.standing.teller = next(iter(new)) if len(new) == 1 else ""
        self.standing.last.update({power: rows for power, rows in new.items() if power})
        there.update(contents)
        there.update({power: (*before.get(power, ()), *rows) for power, rows in new.items()})
        self._assume_order()

    def _tell(self, space: str, contents: Contents) -> None:
        """Add contents of a space that an action describes, unless they are only its known holder. The space to which
        later statements refer stays the same."""
        before = self._space_before, self._goal
        if units := contents.get(""):
            self.ownerless.append((space, cast("Units", units)[0].unit, self.start))
        if contents != {"held_by": self._holder(space)}:
            self._add_contents(space, contents)
        self._space_before, self._goal = before

    def _capture(self, space: str) -> None:
        """Add land to that which was captured in this turn."""
        notes = self.position.setdefault("notes", {})
        before = notes.get("captured")
        notes["captured"] = [*(before if isinstance(before, list) else ()), space]

    def _hold(self, spaces: Sequence[str], power: str) -> None:
        """Let a power hold some spaces."""
        for space in spaces:
            self._add_contents(space, Contents(held_by=power))

    def _assume_order(self) -> None:
        """Add an assumption if a statement about the position follows an action."""
        if self.acts:
            self.assumed.append("the whole position is the one before the first action")

    def _holder(self, space: str) -> str:
        """Return the holder of a space: in the line, else in the changed position, else the printed one, or empty."""
        before = self.changed.get("spaces", {}).get(space, {}).get("held_by", self.board.space(space).held_by)
        return str(self.position["spaces"].get(space, {}).get("held_by") or before or "")

    def _settle_owners(self) -> None:
        """Assign facilities without an owner to the holder of the land."""
        for space, unit, at in self.ownerless:
            contents = self.position["spaces"].get(space, {})
            holder = self._holder(space)
            units, place = units_of(contents).get("", ()), self.board.space(space)
            is_army = bool(place.neutral) and [row.number for row in units if not row.state] == [place.army]
            if (not holder or holder == NONE) and not is_army:
                self.wrong(f"whose is the {unit.replace('-', ' ')}?", at, "name the power before it")
                continue
            contents.pop("", None)
            if is_army:
                self.assumed.append(
                    f"the army of {self.words.space(space)} is raised when it is attacked or joins a side"
                )
                continue
            before = units_of(contents).get(holder, ())
            if {row[:2] for row in units if not row.state} & {row[:2] for row in before if not row.state}:
                self.wrong(f"{space} occurs twice", at, "write all its contents in one statement")
            contents[holder] = (*before, *units)
            self.assumed += [f"the {self.words.unit(row.unit)} is {possessive(power_name(holder))}" for row in units]
