"""Parses an action, its dice and its choices, by the typed form of its verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import CHOOSES, Form, Slot, form_of, takes_units
from kb.asking.notation.line_tokens import same_verb
from kb.asking.notation.values import ROUTE, ValueCursor
from kb.base.shape import ByShape, Name, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.acts.verb import usual as usual_value
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Given, OutcomeTable, ResearchTable
from kb.cases.language.units import Chosen, Row, Units
from kb.engine.core.position import account, replace
from kb.games.board_model import UnitKind
from kb.games.names import power_name

_DICE = ("dice", "with dice", "rolls", "rolling")
#: words before the dice of one side
_OF_DEFENDERS = (
    *("aa", "aaa", "aa gun", "antiaircraft", "antiaircraft gun", "flak"),
    *("defender", "defenders", "defense", "neutral", "neutrals"),
)
_OF_ATTACKERS = ("attack", "attacker", "attackers", "bomb", "bomber", "bombers", "bombing", "damage", "bombardment")
#: words of results, and the message for a result or a roll of one power
_RESULTS, _PRONOUNS = ("hit", "hits", "miss", "misses"), ("it", "they", "them", "both")
_ARTICLES = ("a", "an", "one", "1", "another", "the other", "its")
_ALL_DICE = "write the faces of all dice in the order of rolling: dice 2 5 1"
#: the words of a move that attacks, and those of cargo that moves between ships
_ATTACKS, _LOADS = ("attacks", "assaults", "invades"), ("loads", "transfers", "moves", "goes")
#: the value of a verb of cargo that is the space of the ship
_SHIP_SLOT = {"load": "to", "offload": "from"}
_NO_SHIP = "write the space of the ship: 'unloads 1 infantry from sz5 to norway'"
#: all units in a space
_ALL = (Row("", "everything"),)
_ALL_OF_KIND = {"all ships": UnitKind.SHIP, "all planes": UnitKind.AIR, "all aircraft": UnitKind.AIR}
_EVERYTHING = ("everything", "all units", "all cargo", "all of them", "all")


class ActionCursor(ValueCursor):
    """A cursor that parses actions."""

    #: the verb of the action, and the indexes of its first token and of the one after it
    verb = ("", 0, 0)
    #: the kind of all units that are named, if it is only one
    _kind: UnitKind | None = None
    #: the space to which units move, if the verb is that of an attack
    attacked = ""
    #: the units that attack the space in which they are, with their power and space, if the line did not state them
    found: tuple[str, str, Units] | None = None
    #: the phase that the action names: ``... in my combat move``
    phases: tuple[str, ...] = ()
    #: the account and the IPCs of a purchase
    money_held: tuple[str, int] | None = None
    #: the moves of the units before the action
    before: tuple[Act, ...] = ()

    def action(self) -> Act:
        """Parse one action, with its dice and choices."""
        self.acting = power = self.maybe(self.name, "power") or ""
        start = self.at
        lead = self.maybe(self.units)
        if lead and not power and lead[0].power and len({row.power for row in lead}) == 1:
            self.acting = power = lead[0].power
            lead = tuple(row._replace(power="") for row in lead)
        if lead is None:
            power, lead = self.maybe(self._meant, power) or (power, None)
        for way in (self._transfer, self._attack):
            if (act := self.maybe(way, power, lead or ())) is not None:
                return act
        verbs = {word: verb for verb in VERBS for word in form_of(verb).words}
        (found, end), before = self.look("space"), self.at
        word = "" if lead is not None and found and self.word_at(end) in ROUTE else self.take(*verbs)
        verb = verbs[word] if word else next(verb for verb in VERBS if form_of(verb).bare)
        if not word and lead is None:
            self.fail("a verb", ("power", "unit"), verbs)
        if verb == "land" and self._are_land_units(lead):
            verb = "offload"
        form, row, ship = form_of(verb), VERBS[verb], ""
        ships = lead if verb in _SHIP_SLOT and lead is not _ALL else None
        if ships and all(self.standing.carries(each.unit) for each in ships):  # "the transport unloads 2 infantry"
            ship, lead = self._whence(ships, power) or self.fail("", says=_NO_SHIP), None
        if word:
            self.verb = (verb, before, self.at)
        values, money = dict[str, Given](), None
        inner = row.main if isinstance(row.main, Record) else Record("")
        kinds = {"what": row.main, **row.required, **row.optional, **inner.required, **inner.optional}
        if lead is not None:
            if not takes_units(row.main):
                self.at = start
                self.fail(f"'{form.words[0]}'", words=form.words)
            values["what"] = lead
        elif form.bare and (units := self.maybe(self.units)) is not None:
            values["what"] = units
        elif form.bare:
            power, values["what"] = self.maybe(self._meant, power) or self._sailing(power)
        if form.direct.key not in values:
            self._direct(form, kinds[form.direct.key], values, word, power)
        act = Act(verb, "", power=power)
        while not self.is_at_end:
            self.take(",")
            if verb == "purchase" and self.take("with", "having"):
                money = self.number(grammar.IPC)
            elif verb == "move" and self.take("without aircraft"):
                values["without"] = "aircraft"
            elif (phases := self.maybe(self._phase_named)) is not None:
                self.phases = phases
            elif (more := self.every_act(act)) is not None:
                act = more
            else:
                self._place(form, kinds, values, power)
        if "what" not in values and inner.required:
            table = {key: values.pop(key) for key in (*inner.required, *inner.optional) if key in values}
            values["what"] = cast("ResearchTable", table)
        if "what" not in values:
            self.fail("units" if takes_units(row.main) else f"the object of '{word}'")
        what = values.pop("what")
        if money is not None:
            self.money_held = self._account(power, str(values.get("economy", ""))), money
        if verb == "submerge" and not power and isinstance(what, tuple):
            power = self.standing.owner_of(what)
        self._complete(verb, what, values, power, ship)
        for key in row.required:
            if key not in values:
                self.fail(f"'{key}'", words=(key,))
        if what is _ALL:
            what = self._everything(verb, values, power)
        self._move_raiders(verb, what, values, power)
        if verb == "land" and isinstance(what, tuple) and (route := self._flight(what, str(values["at"]), power)):
            verb, values = "move", {"route": route}
            act = replace(act, kind=verb)
        return replace(act, what=what, given={**values, **act.given}, power=power)

    def _account(self, power: str, economy: str) -> str:
        """Return the account that pays for a purchase. Fail if a power has several and no economy is given."""
        name = account(self.standing.own(power), economy)
        return name if name in self.names.ids("account", name) else self.fail("'economy' and an economy")

    def _phase_named(self) -> tuple[str, ...]:
        """Parse the phase of an action: ``in my combat move``, ``during noncombat``."""
        if not self.take("in", "during"):
            raise Expected
        self.take("my", "his", "her", "their", "our", "the")
        return self.candidates("phase") or self.fail("a phase")

    def _are_land_units(self, lead: Units | None) -> bool:
        """Return whether units, or those at the cursor, are of the land: they are put ashore."""
        at, assumed = self.at, len(self.assumed)
        rows = (lead if lead is not _ALL else ()) or self.maybe(self.units) or ()
        self.at = at
        del self.assumed[assumed:]
        return bool(rows) and all(self.names.rules.kinds.get(row.unit) is UnitKind.LAND for row in rows)

    def _complete(self, verb: str, what: Given, values: dict[str, Given], power: str, ship: str) -> None:
        """Complete the spaces of an action that are not given, if they are certain; ``ship`` is that of its ship."""
        at_sea = self.names.rules.board.space(str(values["to"])).kind == "sea-zone" if "to" in values else False
        if verb == "load" and "to" in values and "from" not in values and not at_sea:
            values["from"] = values.pop("to")  # "loads 1 infantry in egypt"
        if ship:
            values.setdefault(_SHIP_SLOT[verb], ship)
        if "from" in VERBS[verb].required and "from" not in values and (space := self._whence(what, power, verb)):
            values["from"] = space
        if verb == "load" and "to" not in values and (space := self.standing.ship_space(power)):
            values["to"] = space
            self.assumed.append(f"the ship is in {self.words.space(space)}")
        is_fought = any(act.kind == "battle" for act in self.standing.acts)
        if verb == "submerge" and "at" not in values and not is_fought and (space := self._whence(what, power)):
            values["at"] = space

    def _move_raiders(self, verb: str, what: Given, values: Mapping[str, Given], power: str) -> None:
        """Add the move of aircraft that raid another space than that in which they are."""
        rows = what if isinstance(what, tuple) and verb == "raid" and "from" not in values else ()
        if rows and (route := self._flight(rows, str(values["at"]), power)):
            self.before = (Act("move", rows, {"route": route}, power=power),)

    def _sailing(self, power: str) -> tuple[str, Units]:
        """Return the units of the last action, or its ship, for a move without units: ``... and sails to sz6``."""
        last = self.standing.acts[-1] if self.standing.acts and not power else None
        if last is None or not isinstance(last.what, tuple):
            raise Expected
        units, space = last.what, last.named(_SHIP_SLOT.get(last.kind, ""))
        if space:
            there = self.standing.all_in(space, last.power)
            units = tuple(row for row in there if self.standing.carries(row.unit))
        self.assumed.append(f"the same units move on: {self.words.rows(units)}")
        return last.power, tuple(row._replace(state={}) for row in units)

    def _flight(self, units: Units, end: str, power: str) -> list[str]:
        """Return the route of aircraft that land in another space than that in which they are; else an empty list."""
        start = self.standing.space_of({row.unit for row in units if not row.power}, power)
        if not start or start == end:
            return []
        route = self._whole_route([start, end], units, power, self.at)
        self.assumed.append(f"the aircraft first fly from {self.words.space(start)} to {self.words.space(end)}")
        return route

    def _whence(self, units: Given, power: str, verb: str = "") -> str:
        """Return the only space in which some units of a power are, ashore or aboard, and assume it; empty if there are
        none or several."""
        rows = units if isinstance(units, tuple) and units is not _ALL else ()
        kinds = {row.unit for row in rows if not row.power}
        aboard = verb == "offload"
        space = self.standing.space_of(kinds, power, aboard) if kinds or (units is _ALL and aboard) else ""
        if space:
            self.assumed.append(f"the units are in {self.words.space(space)}")
        return space

    def _meant(self, power: str, verb: str = "") -> tuple[str, Units]:
        """Parse ``everything`` or a pronoun, and return the power and the units that it stands for."""
        at = self.at
        if self._takes_all():
            return power, _ALL
        word = self.word
        if word not in _PRONOUNS:
            raise Expected
        self.at += 1
        if verb in ("offload", "mobilize"):
            return power, _ALL
        owner, units = self.standing.meant(word != "it", power)
        if not units and any(same_verb(self.word, each) for each in form_of("offload").words):
            return power, _ALL
        if not units:
            self.at = at
            self.fail("", says=f"write the units instead of '{word}'")
        self.assumed.append(f"'{word}' means {self.words.rows(units)}")
        return power or owner, units

    def _takes_all(self) -> bool:
        """Consume ``everything`` or ``all ships``; return whether it was there."""
        word = self.take(*_EVERYTHING, *_ALL_OF_KIND)
        self._kind = _ALL_OF_KIND.get(word)
        return bool(word)

    def _everything(self, verb: str, values: Mapping[str, Given], power: str) -> Units:
        """Return the units that ``everything`` stands for, and assume them."""
        route = values.get("route")
        space = str(route[0] if isinstance(route, list) else values.get("from", ""))
        if verb == "mobilize":
            units = self.standing.position.get("bought", {}).get(self.standing.own(power), ())
        else:
            units = self.standing.all_in(space, power, aboard=verb == "offload") if space else ()
        units = tuple(row for row in units if self._kind in (None, self.names.rules.kinds[row.unit]))
        if not units:
            self.fail("", says="write the units and their numbers instead of 'everything'")
        self.assumed.append(f"everything is {self.words.rows(units)}")
        return units

    def _direct(self, form: Form, kind: ValueKind, values: dict[str, Given], word: str, power: str) -> None:
        """Parse the value that follows a verb; a missing one has its default, if there is one."""
        if form.bare:
            value: Given | None = self.maybe(self._route, kind, values.get("what", ()), power)
        else:
            value = cast("Given | None", self.maybe(self._given, kind, power))
            if value is None and takes_units(kind) and not usual_value(kind):
                value = (self.maybe(self._meant, power, self.verb[0]) or (power, None))[1]
                if value is None and self.verb[0] == "offload" and self.word in ("in", "to", "into", "at"):
                    value = _ALL
        if value is None and self.verb[0] == "battle":
            value = self.maybe(self._target, power)
        if value is None and self.verb[0] == "battle" and (value := self.standing.only_battle() or None):
            self.assumed.append(f"the battle is that in {self.words.space(value)}")
        usual = usual_value(kind) if value is None else ""
        if value is None and not usual and not (form.lead and "what" not in values):
            self.fail(f"the object of '{word}'" if word else "'-'")
        if usual and isinstance(kind, ByShape):
            self.assumed.append(f"'{word}' alone stands for {usual}")
        found = usual or value
        if found is not None:
            values[form.direct.key] = found

    def _route(self, kind: ValueKind, units: Given, power: str) -> list[str]:
        """Parse a route: ``egypt - libya``, ``from egypt to libya``; ``to libya`` or ``- libya`` if the units are in
        one space. Of two spaces that do not touch, the spaces between are added if they are certain."""
        start, is_said = self.at, self.word in ("from", *ROUTE[1:])
        if way := self.take(*ROUTE):
            spaces = self.stops([self.name("space")], 1, way)
            origin = self.name("space") if self.take("from") else self._whence(units, power)
            route = [origin, *spaces] if origin else self.fail("'-' and another space")
        else:
            route = cast("list[str]", self.value(kind))
        if is_said:
            units = self._everything("move", {"route": route}, power) if units is _ALL else units
            return self._whole_route(route, units, power, start)
        is_certain = len(route) == 2 and isinstance(units, tuple)
        return (self.maybe(self._whole_route, route, units, power, start) if is_certain else None) or route

    def _whole_route(self, route: Sequence[str], units: Given, power: str, start: int) -> list[str]:
        """Return a route with the spaces between two that do not touch, if they are certain; else fail.
        ``start`` is the index of its first token."""
        rows, whole = units if isinstance(units, tuple) else (), [*route[:1]]
        for one, other in pairwise(route):
            if other not in self.names.rules.board.around(one):
                names = " and ".join(map(self.words.space, (one, other)))
                between = self.standing.route(one, other, () if rows is _ALL else rows, power)
                if not between:
                    says = f"{names} do not touch: write each space of the route with '-' between them"
                    self.fail("", says=says, since=start)
                self.assumed.append(f"the route is {', '.join(map(self.words.space, between))}")
                whole += between[1:-1]
            whole.append(other)
        return whole

    def _attack(self, power: str, units: Units) -> Act:
        """Parse an attack by named units, which is their move: ``attacks libya from egypt with 2 tanks``. With dice, or
        if all these units are in the space, it is the battle."""
        start, origin = self.at, self.name("space") if units and self.take("from", "in") else ""
        if not self.take(*_ATTACKS):
            raise Expected
        target = self._target(power)
        battle = Act("battle", target, power=power)
        while not self.is_at_end:
            self.take(",")
            if not units and self.take("with"):
                units = _ALL if self._takes_all() else self.units()
            elif not origin and self.take("from"):
                origin = self.name("space")
            elif units and (more := self.every_act(battle)) is not None:
                battle = more
            else:
                self.fail("'with'" if origin else "'from'", words=("with", "from"))
        if not units:
            self.fail("'with' and the units", words=("with",))
        if not origin and units is not _ALL and self.standing.are_all_in(target, units, power):
            self.assumed.append(f"the units in {self.words.space(target)} fight there")
            return battle
        origin = origin or self._whence(units, power)
        owner = self.standing.own(power)
        if not origin and units is not _ALL and owner and not self.standing.owns(units, owner):
            self.found, self.attacked = (owner, target, units), target
            self.assumed.append(f"{power_name(owner)} has {self.words.rows(units)} in {self.words.space(target)}")
            return battle
        route = [origin or self.fail("'from' and their space"), target]
        units = self._everything("move", {"route": route}, power) if units is _ALL else units
        move = Act("move", units, {"route": self._whole_route(route, units, power, start)}, power=power)
        if not battle.dice and not battle.choices:
            self.attacked = target
            return move
        self.before = (move,)
        return battle

    def _target(self, power: str) -> str:
        """Parse the space of an attack, or a unit of an enemy and return its space: ``the destroyer in sz6``."""
        if self.look("space")[0]:
            return self.name("space")
        _, unit, space = self._unit_there()
        return space or self.standing.space_of_enemy(unit, power) or self.fail("'in' and the space", words=("in",))

    def _unit_there(self) -> tuple[str, str, str]:
        """Parse one unit, and return its power, type and space: ``the uk destroyer in sz6``. The power and the space
        are empty if they are not given."""
        self.take(*_ARTICLES)
        power = self.maybe(self.name, "power") or ""
        unit = self.name("unit")
        return power, unit, self.name("space") if self.take("in", "at", "of") else ""

    def _transfer(self, power: str, units: Units) -> Act:
        """Parse cargo that goes from ship to ship: ``loads infantry from transport onto transport in sz109``."""
        taken = self.take(*_LOADS)
        units = units or (self.units() if taken else ())
        if not units or not self.take("from"):
            raise Expected
        start = self._space_of_ship()
        self.need("to", "onto", "into", "aboard")
        end = self._space_of_ship()
        space = start or end or self._whence(units, power) or self.fail("'in' and their sea zone")
        return Act("load", units, {"from": start or space, "to": end or space}, power=power)

    def _space_of_ship(self) -> str:
        """Parse a ship, and return its space; it may be empty: ``transport in sz109``, ``another transport``."""
        _, unit, space = self._unit_there()
        return space if self.names.rules.kinds[unit] is UnitKind.SHIP else self.fail("a ship")

    def _given(self, kind: ValueKind, power: str) -> Given:
        """Parse a value of an action. A space may be that of a ship or facility: ``the carrier in sz5``."""
        if not (isinstance(kind, Name) and kind.of == "space"):
            return cast("Given", self.value(kind, takes_units(kind)))
        found, end = self.look("space")
        unit, after = self.look("unit", end) if found else ((), 0)
        if len(found) == 1 and len(unit) == 1 and self.names.rules.kinds[unit[0]] is UnitKind.FACILITY:
            self.at = after  # "bombs the german factory"
            return self.name("space") if self.take("in", "at") else found[0]
        is_named = found or self.word in kind.also
        return cast("Given", self.value(kind)) if is_named else self._space_of_unit(power)

    def _space_of_unit(self, power: str) -> str:
        """Parse a ship or facility, and return its space."""
        start = self.at
        owner, unit, space = self.maybe(self._unit_there) or ("", "", "")
        if self.names.rules.kinds.get(unit) not in (UnitKind.SHIP, UnitKind.FACILITY):
            self.at = start
            self.fail("a space", ("space",))
        if self.verb[0] == "raid" and not owner:
            space = space or self.standing.space_of_enemy(unit, power)
        space = space or self.standing.space_of({unit}, owner or power)
        return space or self.fail("'in' and the space", words=("in",))

    def _place(self, form: Form, kinds: Mapping[str, ValueKind], values: dict[str, Given], power: str) -> None:
        """Parse one more value, with the word before it."""
        open_slots = [slot for slot in form.slots if slot.key not in values]
        if "what" not in values and form.lead:
            open_slots.append(Slot("what", ("with",)))
        words = [word for slot in open_slots for word in slot.before]
        word = self.take(*words)
        if not word:
            first = " or ".join(f"'{each}'" for each in (*(slot.before[0] for slot in open_slots), "dice"))
            self.fail(first, words=(*words, "dice", "which"))
        slot = next(slot for slot in open_slots if word in slot.before)
        value = self._given(kinds[slot.key], power)
        if slot.key == "outcome":
            outcome = cast("OutcomeTable", value)
            powers: Iterable[str] = accumulate((row.power for row in outcome["lost"]), lambda power, own: own or power)
            rows = zip(outcome["lost"], powers, strict=True)
            value = {**outcome, "lost": tuple(row._replace(power=power) for row, power in rows)}
        values[slot.key] = value

    def every_act(self, act: Act) -> Act | None:
        """Return an action with the dice, choice or names of units at the cursor; None if there are none."""
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not act.which and self.take("which"):
            return replace(act, which=tuple(cast("list[str]", self.value(grammar.EVERY_ACT["which"]))))
        if (roll := self.maybe(self._roll, act.power)) is not None:
            rollers, faces = roll
            given = {**act.given, "rolled": [*act.names("rolled"), *rollers]}
            return replace(act, dice=(*act.dice, *faces), given=given)
        choice = self.maybe(self.choice)
        return None if choice is None else replace(act, choices=(*act.choices, choice))

    def _roll(self, acting: str) -> tuple[list[str], list[int]]:
        """Parse dice, and return who rolls each, and the faces: ``germany rolls 2 5``, ``dice 2``, ``aa dice 1``, ``uk
        rolls destroyer 1, bomber 5``. A roller is as in :class:`kb.asking.question.Question`, empty if it is not given.
        """
        power = self.maybe(self.name, "power") or ""
        turn = self.standing.own(acting) or next((act.power for act in self.standing.acts), "")
        defends, attacks = self.take(*_OF_DEFENDERS), self.take(*_OF_ATTACKERS)
        power = power or (f"-{turn}" if defends else turn if attacks else "")
        if not ((defends or attacks) and self.word == ":") and not self.take(*_DICE, *(("rolled",) if power else ())):
            raise Expected
        self.take(":")
        rollers, faces, unit = list[str](), list[int](), self.maybe(self._dice_of_unit)
        while True:
            found = cast("list[int]", self.value(grammar.EVERY_ACT["dice"]))
            faces += found
            rollers += [f"{power}:{unit}" if unit else power] * len(found)
            at = self.at
            self.take(",", "and")
            if unit is None or (unit := self.maybe(self._dice_of_unit)) is None:
                self.at = at
                return rollers, faces

    def _dice_of_unit(self) -> str:
        """Parse a type of unit before a face: ``destroyer 1``."""
        unit = self.name("unit")
        return unit if self.word.isdecimal() else self.fail("a face from 1 to 6")

    def choice(self) -> tuple[str, Chosen]:
        """Parse the choice of a power: ``uk loses 1 dd``, ``uk scrambles 2 fighters``."""
        power = self.name("power", grammar.CHOOSER.also)
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not self.take(*CHOOSES):
            self.fail("'chooses'", words=CHOOSES)
        self.take("with", "at", "on", "against")
        chosen = cast("Chosen", self.value(grammar.OPTION, commas=True))
        if isinstance(chosen, tuple) and self.take("from"):
            self._need_units(chosen, power, self.name("space"))
            if self.take("to", "into"):
                self._need_arrivals(self.name("space"))
        return power, chosen

    def _need_units(self, units: Units, power: str, space: str) -> None:
        """Fail if chosen units are not in the space from which they come."""
        there = {row.unit for row in self.standing.all_in(space, power)}
        if not {row.unit for row in units} <= there:
            self.fail("", says=f"these units are not in {self.words.space(space)}")

    def _need_arrivals(self, space: str) -> None:
        """Fail if no move ends in the space to which aircraft scramble."""
        if not any(act.names("route")[-1:] == [space] for act in self.standing.acts):
            self.fail("", says=f"nothing has moved to {self.words.space(space)}, to which they scramble")
