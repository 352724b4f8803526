"""Parses the values of the notation: numbers, units, and every other kind of value of a position or act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar, cast

from kb.asking.notation.cursor import ARTICLES, EMPTY, Cursor, Expected
from kb.asking.notation.forms import FACTS, STATE_WORDS, plain_kind
from kb.asking.notation.line_tokens import Token
from kb.asking.notation.standing import Standing
from kb.base.english import a
from kb.base.shape import ByShape, ListOf, Name, Number, OneOf, TableOf, Text, ValueKind
from kb.cases.language import grammar
from kb.cases.language.scenario import Contents
from kb.cases.language.units import Row, State, Units, unowned
from kb.cases.language.vocabulary import NOBODY, NONE, Vocabulary
from kb.cases.language.words import GameWords
from kb.engine.core.picks import DAMAGED
from kb.games.board_model import UnitKind

T = TypeVar("T")
#: separators of the items of a list, and of the spaces of a route
AND, ROUTE = ("and", "+", "plus"), ("-", "to", "via", "through", "over", "by way of", "into")
#: the words of a route before spaces on the way
VIA = ("via", "through", "over", "by way of")
#: the message for cargo whose ship is not certain
_BRACKETS = "write the cargo of each ship in brackets, as in '1 transport (1 infantry) 1 transport (1 tank)'"
#: the example of units in a space
STANDS = "sz5: germany 2 subs, uk 1 dd"
#: optional words after a keyword in brackets
_FOLLOWED = {"came": "from", "bound": "for", "spent": "only"}
_MARKS = {"moved": "combat-moved", "fired": "launched-rocket"}
_MONEY = ("ipc", "ipcs")
#: the nouns after a number of dice
_DICE = ("die", "research dice", "research die", "researchers", "researcher")
#: the words between a unit and its dice
_ROLLED = ("dice", "rolls", "roll", "rolled", ":")
#: the kinds of a plain count of units
_COUNTS = (grammar.COUNT, grammar.CHANGED_COUNT)


class UnitForm(NamedTuple):
    """The form of units.

    ``stand`` is whether they are units of a position, not of a choice, ``counts_only`` whether they have only types and
    numbers, without power or state, ``commas`` whether commas may separate rows, ``of_powers`` whether rows may name a
    power, and ``aboard`` whether they are cargo, which does not carry cargo itself. ``fits`` has the types that are
    possible, empty for all.
    """

    stand: bool = False
    counts_only: bool = False
    commas: bool = True
    of_powers: bool = True
    aboard: bool = False
    fits: frozenset[str] = frozenset()


#: units of an act
CHOSEN = UnitForm()


class ValueCursor(Cursor):
    """A cursor that parses the values of a case. ``standing`` finds units that are not given in full; ``acting`` is the
    power whose action is parsed, empty for the power whose turn it is."""

    def __init__(
        self,
        text: str,
        row: Sequence[Token],
        names: Vocabulary,
        words: GameWords,
        changes: bool,
        standing: Standing,
    ) -> None:
        super().__init__(text, row, names, words, changes)
        self.standing, self.acting = standing, ""
        #: the canals that a route names
        self.canals: list[str] = []
        #: whether spaces are described in brackets, as in actions
        self.describes = False

    def name(self, kind: str, also: Sequence[str] = ()) -> str:
        """Consume a name or a word of ``also``, return its id; in an action also parse contents of it in brackets."""
        found = super().name(kind, also)
        if kind == "space" and self.describes:
            self.maybe(self.described, found)
        return found

    def look(self, kind: str, at: int | None = None) -> tuple[tuple[str, ...], int]:
        """Return the possible ids of the name at an index (default: the cursor), and the index after it. ``home`` is
        the space from which the last move started."""
        found, end = super().look(kind, at)
        start = self.at if at is None else at
        if kind == "space" and not found and self.word_at(start) == "home" and (left := self.standing.left()):
            return (left,), start + 1
        return found, end

    def described(self, space: str) -> None:
        """Parse the contents of a space in brackets and note them: ``norway (2 german inf)``, ``libya (empty)``."""
        if not self.take("("):
            raise Expected
        if self.take(*EMPTY):
            self.told.append((space, Contents()))
        power, end = self.look("power")
        if len(power) == 1 and self.word_at(end) == ")":  # "india (uk)"
            self.told.append((space, Contents(held_by=power[0])))
            self.at = end
        owner, more = "", self.word != ")"
        while more:
            named, units = self.units_of_one()
            owner = named or owner
            self.told.append((space, cast("Contents", {owner: units})))
            more = bool(self.take(","))
        if not self.take(")"):
            raise Expected

    def number(self, kind: Number) -> int:
        """Consume a number of a kind, and its noun if it follows. Return the number; fail if it is out of range."""
        number = None if self.is_at_end else self.row[self.at].number
        low = 0 if kind.zero and self.changes else kind.low
        if number is None or not low <= number <= kind.high:
            self.fail(f"{a(kind.of)} from {low} to {kind.high}")
        self.at += 1
        self.take("x")  # "2x"
        noun = kind.of.rpartition(" ")[2].lower()
        self.take(noun, *(_DICE if noun == "dice" else (noun.removesuffix("s"),)))
        return number

    def fact(self, word: str) -> str:
        """Return the fact that a word before a colon names, by its key or by a synonym that is not also a space. It is
        an empty string if it names none."""
        plain = word.replace(" ", "-")
        own = next((each for each in (plain, plain.replace("-", "_")) if each in FACTS), "")
        also = [*dict.fromkeys(each for each in self.names.keys_of(word) if each in FACTS)]
        return own or (also[0] if len(also) == 1 and not self.names.ids("space", word) else "")

    def are_units(self, at: int) -> bool:
        """Return whether units, with their power and number, begin at an index."""
        at = self.look("power", at)[1]
        is_counted = at < len(self.row) and (self.row[at].number is not None or self.row[at].text in (*ARTICLES, "a"))
        return bool(self.look("unit", at + is_counted)[0])

    def is_phase(self, start: int) -> bool:
        """Return whether the tokens from the index ``start`` to the end of the statement name a phase."""
        found, end = self.look("phase", start)
        return bool(found) and end == len(self.row)

    def value(self, kind: ValueKind, commas: bool = False) -> object:
        """Parse a value of a kind and return it in the form that a case has. Parts of a value are separated by spaces
        or ``and``; with ``commas``, also by commas."""
        kind = plain_kind(kind)
        match kind:
            case grammar.UnitsOf():
                counts_only = isinstance(kind.table, TableOf) and plain_kind(kind.table.value) in _COUNTS
                return self.units(UnitForm(counts_only=counts_only, commas=commas))
            case Name():
                if kind.of == "unit":
                    self.take("1")  # a single unit may be written with its number: "1 aa gun"
                return self.name(kind.of, kind.also)
            case OneOf():
                return self.need(*kind.words)
            case Number():
                return self.number(kind)
            case Text():
                return self.given_name()
            case ListOf():
                return self._list(kind, commas or isinstance(kind.each, Number))
            case TableOf():
                return self._table(kind, commas)
            case grammar.Outcome():
                lost = () if self.take(*NOBODY) else self.value(kind.required["lost"])
                return {"lost": lost, **({grammar.SUPPOSED: True} if self.names.rules.ruleset.steps else {})}
            case ByShape():
                return self._by_shape(kind, commas)
        raise TypeError(f"the notation cannot parse {kind}")

    def space_of_list(self, more: bool) -> str:
        """Parse a space of a list; with ``more`` it follows ``,`` or ``and``."""
        if more and not self.take(",", "and"):
            raise Expected
        return self.name("space")

    def several(self, one: Callable[[bool], T | None]) -> list[T]:
        """Parse one or more items and return those that are not None. ``one`` is called with False first, then True."""
        found = [one(False)]
        while (more := self.maybe(one, True)) is not None:
            found.append(more)
        return [each for each in found if each is not None]

    def _list(self, kind: ListOf, commas: bool) -> list[object]:
        """Parse the items of a list, which ``commas`` may separate. A kind with two or more items is a route, whose
        spaces are joined by dashes."""
        if kind.least > 1:
            self.take("from")
            return cast("list[object]", self.stops([self.name("space")], kind.least))

        is_number = isinstance(kind.each, Number)

        def one(more: bool) -> object:
            """Parse an item, if ``more`` after the word that joins it to the previous one."""
            joined = more and self.take(*AND, "-", *([","] if commas else []), *(["/", "vs"] if is_number else []))
            if more and isinstance(kind.each, Text) and not joined:
                self.fail("'and'")
            return self.value(kind.each)

        found = self.several(one)
        return sorted(found, key=repr) if kind.sort else found

    def stops(self, route: list[str], least: int, way: str = "") -> list[str]:
        """Parse the rest of a ``route``, and return all of it: ``- libya - algeria``, ``via sz6, sz7 to sz8``. Fail
        with fewer than ``least`` spaces. ``way`` is the word before the first space. Spaces on the way that come last
        are inserted before the destination: ``to sz8 via sz7``."""
        last = -1

        def stop() -> tuple[str, str]:
            """Parse the next space of a route; return the word before it and its id."""
            joined = self.way(*AND, ",")
            is_on_the_way = way in VIA and self.look("space")[0] and not self.word.isdecimal()
            if joined not in ROUTE and not is_on_the_way:  # "sails to sz5 and unloads"
                raise Expected
            return joined, self.name("space")

        while (more := self.maybe(stop)) is not None:
            if more[0] in VIA and way not in ("", *VIA):
                last = len(route) - 1
            elif more[0] in ROUTE and more[0] not in VIA:
                last = -1
            way = more[0] if more[0] in ROUTE else way
            route.append(more[1])
        if len(route) < least or (way in VIA and last < 0):
            self.fail("'to' and the destination" if way in VIA else "'-' and another space")
        return [*route[:last], *route[last + 1 :], route[last]] if last >= 0 else route

    def way(self, *more: str) -> str:
        """Parse and return the word before a space of a route, or one of ``more``; empty if there is none. Also parse a
        canal on the way: ``through the suez canal to``."""
        joined = self.take(*ROUTE, *more)
        if joined in VIA and self.look("canal")[1] > self.look("space")[1]:
            self.canals.append(self.name("canal"))
            joined = self.take(*ROUTE) or self.fail("'to' and a space", words=("to",))
        return joined

    def _table(self, kind: TableOf, commas: bool) -> dict[str, object]:
        """Parse pairs of a key and its value, which ``commas`` may separate. Tables of one key are joined."""
        found: dict[str, object] = {}

        def one(more: bool) -> bool:
            """Parse a pair, if ``more`` after the word that joins it to the previous one, and add it."""
            if more:
                self.take(*AND, *([","] if commas else []))
            at, key = self.at, str(self.value(kind.key))
            value = self.value(kind.value, commas and isinstance(kind.value, grammar.UnitsOf))
            if key in found:
                before = found[key]
                if not (isinstance(before, dict) and isinstance(value, dict) and before.keys().isdisjoint(value)):
                    self.at = at
                    self.fail("", says=f"'{key}' is given twice")
                value = {**before, **value}
            found[key] = value
            return True

        self.several(one)
        return found

    def _by_shape(self, kind: ByShape, commas: bool) -> object:
        """Parse a value that is a word or else units, which ``commas`` may separate. If the word may be any text, parse
        units, ``none``, a space, an account, or a name."""
        if not isinstance(kind.word, Text):
            word = self.maybe(self.value, kind.word) if kind.word else None
            return self.value(kind.table or kind.rows or kind) if word is None else word
        units = self.maybe(self.value, kind.table, commas) if kind.table else None
        if units is not None:
            return units
        if self.take(*NOBODY):
            return NONE
        start, ends = self.at, dict[int, tuple[str, ...]]()
        for of in ("space", "account"):
            self.at = start
            found = self.candidates(of)
            ends[self.at] = found
        self.at = max(ends)
        return ends[self.at][0] if len(ends[self.at]) == 1 else self.given_name()

    # -- units

    def units(self, form: UnitForm = CHOSEN) -> Units:
        """Parse units of a form and return their rows."""
        plain: set[tuple[str, str]] = set()
        made: list[Row] = []

        def one(more: bool) -> bool:
            """Parse a row of units, if ``more`` after the word that joins it to the previous one, and add it."""
            joined = more and self.take(*AND, *([","] if form.commas else []))
            found, end = self.look("unit")
            if joined == "," and self.count() is None and (form.stand or not found):
                self.fail("a number")
            is_face = self.word_at(end).isdecimal() and not self.word_at(end + 1).startswith("-")
            if joined == "," and found and (is_face or self.word_at(end) in _ROLLED):
                raise Expected  # "2 bombers, aa dice 1 4"
            if more and not joined and not self.count() and self.look("space")[1] > self.look("unit")[1]:
                raise Expected  # "1 tank trans jordan - palestine"
            at = self.at
            row = self._unit(form)
            if form.fits and (row.unit not in form.fits or (joined == "," and row.power)):
                raise Expected
            if not row.state:
                if row[:2] in plain:
                    self.at = at
                    self.fail("", says=f"{self.words.unit(row.unit)} is given twice: write the total once")
                plain.add(row[:2])
            made.append(row)
            if form.stand and not form.aboard and (loaded := self.maybe(self.on_a_ship, made)) is not None:
                made[:] = loaded
            return True

        self.several(one)
        self.take("alone", "left", "remaining")
        return tuple(made)

    def on_a_ship(self, rows: Sequence[Row]) -> list[Row]:
        """Parse ``on a carrier`` after units; return the rows with the last ones that the ship can carry as its
        cargo."""
        start = self.at
        if not self.take("on", "aboard", "in"):
            raise Expected
        self.take(*ARTICLES)
        owner = self.maybe(self.name, "power") or ""
        number = 1 if self.take("a", "an") else self.count() and self.number(grammar.COUNT)
        owner = owner or self.maybe(self.name, "power") or ""
        ship = self.name("unit")
        fits, first = self.standing.carries(ship), len(rows)
        while first and rows[first - 1].unit in fits:
            first -= 1
        there = [row for row in rows[:first] if row.unit == ship and not row.state]
        if not fits or first == len(rows):
            raise Expected
        if (number or 1) > 1 or [row.number for row in there] not in ([1], []):
            self.fail("", says=_BRACKETS, since=start)
        if not number and not there:
            self.assumed.append(f"it is one {self.words.unit(ship)}")
        owner = owner or (there[0].power if there else rows[first].power)
        cargo = tuple(row._replace(power="" if row.power == owner else row.power) for row in rows[first:])
        return [*(row for row in rows[:first] if row not in there), Row(owner, ship, 1, {"cargo": cargo})]

    def cargo(self, form: UnitForm, ship: str, number: int) -> Units:
        """Parse the cargo of a ``number`` of ships in words: ``with 2 infantry``, for several ships ``with 2 infantry
        each``."""
        start = self.at
        if not self.take("with", "carrying", "loaded with"):
            raise Expected
        cargo = self.units(UnitForm(form.stand, aboard=True, fits=self.standing.carries(ship)))
        if (
            not self.take("each", "on each")
            and (self.take("on it", "aboard", "on board", "loaded") or number > 1)
            and number > 1
        ):
            self.fail("", says=_BRACKETS, since=start)
        return cargo

    def units_of_one(self, may_have: bool = False) -> tuple[str, Units]:
        """Parse units of one power: ``germany 2 subs``, ``2 german subs``, ``2 subs of germany``.

        Return the power, empty if none is named, and the units. With ``may_have`` the word ``has`` may follow the
        power. Fail if the units are of two powers.
        """
        self.acting = power = self.maybe(self.name, "power") or ""
        if power and may_have:
            self.take("has", "have")
        units = self.units(UnitForm(stand=True, commas=False, of_powers=not power))
        if len({units[0].power, *(row.power for row in units if row.power)}) > 1:
            self.fail("", says=f"write a comma between the units of two powers: {STANDS}")
        power = power or units[0].power or (self.name("power") if self.take("of") else "")
        return power, tuple(row._replace(power="") for row in units)

    def war(self) -> tuple[str, list[str]]:
        """Parse ``germany at war with france and uk`` and ``germany and france are at war``, and return a power and its
        enemies."""
        power = self.maybe(self.name, "power") or self.standing.own("") or self.fail("a power", ("power",))
        if self.take("at war with", "is at war with", "are at war with"):
            return power, self.several(self._enemy)
        other = self.name("power") if self.take("and") else ""
        if not other or not self.take("at war", "are at war"):
            raise Expected
        return power, [other]

    def peace(self) -> tuple[str, list[str]]:
        """Parse ``japan is not at war with the usa``, and return a power and those with which it is at peace. The
        default power is that of the turn, and an empty list stands for all."""
        power = self.maybe(self.name, "power") or self.standing.own("") or self.fail("a power", ("power",))
        self.take("is", "are")
        if not self.take("not at war", "at peace", "neutral"):
            raise Expected
        found = self.several(self._enemy) if self.take("with") and not self.take("anyone", "anybody") else []
        self.take("yet")
        return power, found

    def _enemy(self, more: bool) -> str:
        """Parse a power of a list; with ``more`` it follows ``,`` or ``and``."""
        if more and not self.take(",", "and", "or"):
            raise Expected
        return self.name("power")

    def bought(self) -> tuple[tuple[str, ...], object]:
        """Parse ``germany bought 2 infantry``, and return the keys of the position and the units. The default power is
        that of the turn."""
        power = self.maybe(self.name, "power") or self.standing.own("") or self.fail("a power", ("power",))
        if not self.take("bought", "has bought", "have bought", "purchased", "has purchased"):
            raise Expected
        return ("bought", power), self.units(UnitForm(counts_only=True))

    def money(self) -> tuple[tuple[str, ...], object]:
        """Parse ``germany has 20 ipcs`` and ``germany 20 ipcs``, and return the keys of the position and the number."""
        account = self.name("account")
        if not self.take("has", "have") and self.word_at(self.at + 1) not in _MONEY:
            raise Expected
        self.take("only", "just")
        ipcs = self.number(grammar.IPC)
        self.take("left", "remaining")
        return ("treasuries", account), ipcs

    def technologies(self, fact: str = "technologies") -> tuple[tuple[str, ...], object]:
        """Parse ``germany has rockets``. Return the keys of the position (``fact`` and the power), and their value."""
        power, (_, kind) = self.name("power"), FACTS[fact]
        if not self.take("has", "have") or not isinstance(kind := plain_kind(kind), TableOf):
            raise Expected
        return (fact, power), self.value(kind.value, commas=True)

    def advantages(self) -> tuple[tuple[str, ...], object]:
        """Parse ``japan has kaiten torpedoes``, and return the keys of the position and the advantages."""
        return self.technologies("advantages")

    def _unit(self, form: UnitForm) -> Row:
        """Parse equal units: power, number, type and state. A number that is left out is added to the assumptions."""
        stand, of_powers = form.stand, form.of_powers and not form.counts_only
        before = {token.text for token in self.row[max(0, self.at - 2) : self.at + 1]}
        is_the = bool(before & {*ARTICLES})  # "the german infantry"
        owner = self.maybe(self._owner_of_units) or "" if of_powers else ""
        all_of = "" if stand else self.take("both", "all the", "all")
        after = self.at + 1
        is_led = after < len(self.row) and (self.row[after].number is not None or self.row[after].text == "damaged")
        self.at += self.word in ARTICLES and is_led
        counted = self.count()
        if counted is not None and not self.take("a", "an"):
            self.number(grammar.CHANGED_COUNT if stand else grammar.COUNT)
        owner = owner or (self.maybe(self.name, "power") if of_powers else None) or ""
        damaged = bool(not form.counts_only and self.take("damaged"))
        owner = owner or (self.maybe(self.name, "power") if of_powers and damaged else None) or ""
        at = self.at
        unit = self._unit_before() if counted and self.word in ("in", "at") else self.name("unit")
        if counted is None and self.look("space", at)[1] > self.at:
            raise Expected  # "uk has trans-jordan"
        if counted is None:
            said = self.said(at + (self.row[at].text in ARTICLES), self.at).lower()
            is_same = self.words.units({unit: 2}).endswith(self.words.unit(unit))  # "the infantry" may be several
            are_the = is_the and is_same and not stand and self.standing.number_of(unit, owner or self.acting) > 1
            if all_of or are_the or self.names.is_several("unit", said):
                counted = 0 if stand else self.standing.number_of(unit, owner or self.acting)
                if not counted or (all_of == "both" and counted != 2):
                    self.at = at
                    self.fail("a number", says=f"how many {said}? write a number before '{said}'")
                self.assumed.append(f"'{said}' means {self.words.units({unit: counted})}")
            else:
                self.assumed.append(f"it is one {self.words.unit(unit)}")
        state: dict[str, State] = {"damage": 1} if damaged and stand else {}
        owned = self.look("power", self.at + 1) if of_powers and not owner and self.word == "(" else ((), 0)
        if len(owned[0]) == 1 and self.word_at(owned[1]) == ")":  # "my sub (german)"
            owner, self.at = owned[0][0], owned[1] + 1
        while not form.counts_only and self.word == "(":  # "1 transport (1 inf) (retreated)"
            self._read_states(state, form)
        is_vague = stand and self.word_at(self.at - 2) == "damaged"  # "(damaged)"
        if is_vague and self.names.rules.kinds[unit] is UnitKind.FACILITY:
            self.assumed.append(f"the {self.words.unit(unit)} has one point of damage")
        is_ship = not (form.counts_only or form.aboard or "cargo" in state) and self.standing.carries(unit)
        if is_ship and (cargo := self.maybe(self.cargo, form, unit, counted or 1)):
            state["cargo"] = cargo
        if isinstance(aboard := state.get("cargo"), tuple):
            state["cargo"] = unowned(aboard, owner or (self.acting if stand else self.standing.own(self.acting)))
        return Row(
            owner, f"{DAMAGED}{unit}" if damaged and not stand else unit, 1 if counted is None else counted, state
        )

    def _unit_before(self) -> str:
        """Return the only type of unit of the last action that is not a move, else parse one: ``places 4 inf in moscow
        and 2 in leningrad``."""
        last = next((act.what for act in reversed(self.standing.acts) if act.kind != "move"), ())
        types = {row.unit for row in last} if isinstance(last, tuple) else set()
        return types.pop() if len(types) == 1 else self.name("unit")

    def _owner_of_units(self) -> str:
        """Consume a power that is followed by a number, and return it."""
        power = self.name("power")
        return power if self.count() is not None else self.fail("a number")

    def count(self) -> int | None:
        """Return the number at the cursor, 1 for ``a`` and ``an``, without consuming it; None if there is none."""
        if self.is_at_end:
            return None
        return 1 if self.word in ("a", "an") else self.row[self.at].number

    def _read_states(self, state: dict[str, State], form: UnitForm) -> None:
        """Parse a unit's state in brackets, in the ``form`` of its units, into ``state``."""
        self.take("(")
        self.take("both", "each")
        while not self.take(")"):
            self._read_state(state, form)
            self.take(",", "each")

    def _read_state(self, state: dict[str, State], form: UnitForm) -> None:
        """Parse one part of a unit's state in brackets into ``state``: a mark, cargo, or a keyword with a value."""
        stand = form.stand
        kinds = grammar.UNIT_KINDS if stand else grammar.CHOSEN.optional
        if not form.aboard and (cargo := self.maybe(self.units, UnitForm(stand, aboard=True))) is not None:
            before = state.get("cargo", ())
            state["cargo"] = (*(before if isinstance(before, tuple) else ()), *cargo)
        elif stand and self.word == "left":
            self.fail("", says="write the movement that the unit has used, as in '(spent 3)'")
        elif stand and self.take("damaged"):
            damage = self.maybe(self.value, kinds["damage"])
            state["damage"] = damage if isinstance(damage, int) else 1
        elif word := self.take(*(word for word, key in STATE_WORDS.items() if key in kinds)):
            self.take(_FOLLOWED.get(word, ""))
            value = cast("State", self.value(kinds[STATE_WORDS[word]]))
            state[STATE_WORDS[word]] = NONE if value == [NONE] else value
        elif not stand and self.take("empty", "with nothing aboard"):
            state["cargo"] = NONE
        elif not stand and self.take("not from the sea"):
            state["came"] = NONE
        elif not stand and self.take("from"):
            state["came"] = cast("State", self.value(kinds["came"]))
        elif not stand and self.take("unmarked"):
            state["is"] = NONE
        else:
            self.take("has", "have")
            word = self.take(*_MARKS)
            said = state.get("is", ())
            marks = [*(said if isinstance(said, list) else ()), _MARKS[word] if word else self.name("mark")]
            state["is"] = marks if stand else sorted(marks)
