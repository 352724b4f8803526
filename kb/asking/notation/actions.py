"""Parses an action, its dice and its choices, by the typed form of its verb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import cast

from kb.asking.notation.carriage import CarriageCursor
from kb.asking.notation.completing.phases import phases_of
from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import Form, Slot, form_of, takes_units
from kb.asking.notation.meant import ALL, SHIP_SLOT, Said
from kb.asking.notation.values import AND, ROUTE, VIA
from kb.base.english import possessive
from kb.base.shape import ByShape, Name, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.acts.verb import usual as usual_value
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Contents, Given, OutcomeTable, ResearchTable
from kb.cases.language.units import State, Units
from kb.engine.core.picks import DAMAGED
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import account, replace
from kb.games.board_model import SpaceKind, UnitKind
from kb.games.names import power_name

#: the kind of space that units of a kind enter
_ENTERS = {UnitKind.SHIP: SpaceKind.SEA_ZONE, UnitKind.LAND: SpaceKind.TERRITORY}
#: the words of a move that attacks
_ATTACKS, _TAKES = ("attacks", "assaults", "invades"), ("takes", "captures")
#: the words after a number of dice that are bought for research
_DICE = ("dice", "die", "research", "researcher", "researchers")
#: the most steps to the space from which aircraft that land may come
_FARTHEST_START = 3
_NO_SHIP = "write the space of the ship: 'transport in sz5 unloads 1 infantry in norway'"
#: the words before the enemies in the space of a move, and those of them that may be about any space of its route
_THERE = ("with", "which has", "that has")
_DEFENDED = ("vs", "versus", "against", "defended by", *_THERE)


@dataclass
class _Draft:
    """An action while it is parsed: its verb with the word for it, its values, and its dice and choices in ``act``.
    ``start`` is the index after its power; ``ship`` the space of the ship that acts, ``origin`` that of its units.
    ``goes_on`` is whether its units are those of the action before it."""

    verb: str
    word: str
    power: str
    start: int
    act: Act
    values: dict[str, Given] = field(default_factory=dict)
    ship: str = ""
    origin: str = ""
    phases: tuple[str, ...] = ()
    goes_on: bool = False

    @property
    def form(self) -> Form:
        """The typed form of the verb."""
        return form_of(self.verb)

    @property
    def inner(self) -> Record:
        """The kind of the main value of the verb, if that is a table; else a kind of table without keys."""
        main = VERBS[self.verb].main
        return main if isinstance(main, Record) else Record("")

    @property
    def kinds(self) -> dict[str, ValueKind]:
        """The kinds of all values, by key."""
        row = VERBS[self.verb]
        return {"what": row.main, **row.required, **row.optional, **self.inner.required, **self.inner.optional}


class ActionCursor(CarriageCursor):
    """A cursor that parses actions."""

    #: the verb of the action, and the indexes of its first token and of the one after it
    verb = ("", 0, 0)

    def action(self) -> Said:
        """Parse one action, with its dice and choices."""
        self.acting = power = self.maybe(self.name, "power") or ""
        start, self.describes = self.at, True
        lead = self.maybe(self.units)
        owners = {row.power for row in lead or ()} - {""}
        if lead and not power and owners == {lead[0].power} and self.standing.own("") in ("", lead[0].power):
            self.acting = power = lead[0].power
            lead = tuple(row._replace(power="") for row in lead)
        if lead is None:
            power, lead = self.maybe(self._meant, power) or (power, None)
        elif not self.standing.own(power):
            at, space = self.at, self.maybe(self._origin)
            self.at, self.acting = at, (power := self._owner_in(space, lead) if space else self.standing.owner_of(lead))
        for parse in (self._attack, self.carried):
            if (said := self.maybe(parse, power, lead or ())) is not None:
                return said
        lead, origin = self._placed(lead) if lead else (lead, "")
        draft = self._begun(power, start, lead, origin)
        self._object(draft)
        phases, money = self._rest(draft)
        return self._completed(draft)._replace(phases=phases, money=money, goes_on=draft.goes_on)

    def _owner_in(self, space: str, units: Units) -> str:
        """Return the only power with some units in a space, by default the holder of the land; else empty."""
        there = self.standing.units_in(space)
        owners = [power for power, rows in there.items() if units[0].unit in {row.unit for row in rows}]
        power = (owners[0] if len(owners) == 1 else "") or (self.standing.holder(space) if not there else "")
        if power:
            self.assumed.append(f"the {self.words.unit(units[0].unit)} is {possessive(power_name(power))}")
        return power

    def _goal(self, draft: _Draft) -> str:
        """Return the space in which an action ends: the last of its route, or that in which its cargo lands. It is
        empty if the space or the units of the action are not parsed yet."""
        route = cast("list[str]", draft.values.get("route", []))
        goal = str(draft.values.get("to", "")) if draft.verb == "offload" else route[-1] if route else ""
        return goal if "what" in draft.values else ""

    def _begun(self, power: str, start: int, lead: Units | None, origin: str) -> _Draft:
        """Parse a verb, and return the draft of its action; ``start`` is the index of the token after its power.
        ``lead`` are the units before the verb, in the space ``origin``: they act, or are the ships that load or
        unload."""
        verbs = {word: verb for verb in VERBS for word in form_of(verb).words}
        (found, end), before = self.look("space"), self.at
        word = "" if lead is not None and found and self.word_at(end) in ROUTE else self.take(*verbs)
        verb = verbs[word] if word else next(verb for verb in VERBS if form_of(verb).bare)
        if not word and lead is None:
            self.fail("a verb", ("power", "unit"), verbs)
        movers = lead if lead and lead is not ALL else ()
        if verb == "land" and (self._are_land_units(lead) or (movers and all(self.lands(row.unit) for row in movers))):
            verb = "offload"
        if verb == "purchase" and self.word_at(self.at + 1) in _DICE:  # "buys 2 research dice"
            verb = "research"
        draft, ships = _Draft(verb, word, power, start, Act(verb, "", power=power)), lead if lead is not ALL else None
        if verb in SHIP_SLOT and ships and all(self.standing.carries(each.unit) for each in ships):
            # "the transport unloads 2 infantry"
            told = self.standing.told if self.standing.is_sea(self.standing.told) else ""
            draft.ship = self._whence(ships, power) or origin or told or self.fail("", says=_NO_SHIP)
            if draft.ship == told:
                self.need_there(ships[0].unit, told, before, power, ships[0].number, dict(ships[0].state))
            if verb == "load":
                self.need_there(ships[0].unit, origin, before, power, ships[0].number)
            elif ships[0].cargo and not self.standing.owns(ships, self.standing.own(power)):
                draft.values["what"] = ships[0].cargo
        elif lead is not None:
            draft.values["what"], draft.origin = lead, origin
        if origin and not draft.ship and not draft.form.bare:
            key = next((key for key in ("from", "at") if key in draft.kinds), "") or self.fail("a verb")
            draft.values |= {key: origin} if verb != "land" else {}
        if word:
            self.verb = (verb, before, self.at)
        return draft

    def _object(self, draft: _Draft) -> None:
        """Parse the units of an action, unless they came before its verb, and the value right after the verb."""
        form, values = draft.form, draft.values
        if draft.verb == "rocket":
            self.take("a rocket", "the rocket", "its rocket", "rocket")
            lead, launchers = values.pop("what", ()), self.names.rules.facts.get("rocket-launchers")
            if isinstance(lead, tuple) and len(lead) == 1:
                values["what"] = lead[0].unit
            elif launchers and self.word in ("from", "at"):  # "fires a rocket from germany at russia"
                values["what"] = launchers.names[0]
        if "what" in values:
            if draft.verb != "rocket" and not takes_units(draft.kinds["what"]):
                self.at = draft.start
                self.fail(f"'{form.words[0]}'", words=form.words)
        elif form.bare and (units := self.maybe(self.units)) is not None:
            values["what"] = units
            draft.origin = self.maybe(self._origin) or "" if self.word in ("in", "at") else ""
        elif form.bare:
            meant = self.maybe(self._meant, draft.power)
            draft.goes_on = meant is None and bool(self.standing.acts)
            draft.power, values["what"] = meant or self._sailing(draft.power, draft.word)
        if isinstance(rows := values.get("what"), tuple) and form.bare:
            kinds = {
                self.names.rules.kinds[row.unit.removeprefix(DAMAGED)] for row in cast("Units", rows) if rows is not ALL
            }
            self.fits = _ENTERS.get(kinds.pop()) if len(kinds) == 1 else None
        if form.direct.key not in values:
            self._direct(draft)

    def _rest(self, draft: _Draft) -> tuple[tuple[str, ...], tuple[str, int] | None]:
        """Parse the other values of an action, its dice and its choices. Return the ids that its phase may have, and
        the account and the IPCs of a purchase. The ids are empty without a named phase. None replaces the account and
        the IPCs if these are not stated."""
        phases, money = draft.phases, None
        self.take("up", "off", "ashore")
        while not self.is_at_end:
            self.take(",")
            if draft.verb == "purchase" and self.take("with the", "with", "having"):
                if economy := self.maybe(self.name, "economy"):
                    draft.values["economy"] = economy
                    self.take("economy", "money")
                else:
                    money = self.number(grammar.IPC)
            elif "at" in draft.kinds and "at" not in draft.values and self.take("there"):
                draft.values["at"] = self.standing.last_space() or self.fail("a space")
            elif draft.verb == "raid" and "what" in draft.values and (escort := self.maybe(self._escort)) is not None:
                draft.values["what"] = (*cast("Units", draft.values["what"]), *escort)
            elif draft.verb == "move" and self.take("without aircraft"):
                draft.values["without"] = "aircraft"
            elif (goal := self._goal(draft)) and (word := self.take(*_DEFENDED)):
                ways = [each.text for each in self.row[draft.start : self.at] if each.text in ROUTE]
                if word in _THERE and ways and ways[-1] in VIA:  # "to sz8 via sz9 with a destroyer"
                    self.fail("", says="which space has these units? write them in brackets after it: 'sz9 (1 uk dd)'")
                self.met(draft.power, "", goal)
            elif (named := self.maybe(self._phase_named)) is not None:
                phases = named
            elif (more := self.every_act(draft.act)) is not None:
                draft.act = more
            else:
                self._place(draft)
        if draft.word == "blitzes" and "phase" not in self.standing.position:
            phases = phases or (COMBAT_MOVE,)
        if money is None:
            return phases, None
        name = account(self.standing.own(draft.power), str(draft.values.get("economy", "")))
        name = name if name in self.names.ids("account", name) else self.fail("'economy' and an economy")
        return phases, (name, money)

    def _completed(self, draft: _Draft) -> Said:
        """Return the action of a draft, with the values that are certain and the moves before it."""
        verb, values = draft.verb, draft.values
        if "what" not in values and draft.inner.required:
            keys = (*draft.inner.required, *draft.inner.optional)
            values["what"] = cast("ResearchTable", {key: values.pop(key) for key in keys if key in values})
        if verb == "raid" and "what" not in values and "at" in values:  # "bombers fly to germany; raid germany"
            there = self.standing.all_in(str(values["at"]), draft.power)
            if flown := tuple(row for row in there if self.names.rules.kinds[row.unit] is UnitKind.AIR):
                values["what"] = flown
                self.assumed.append(f"the raiders are {self.words.rows(flown)}")
        if verb == "submerge" and "what" not in values:  # "may germany submerge?"
            fought = next((act.named() for act in reversed(self.standing.acts) if act.kind == "battle"), "")
            space = str(values.get("at", "")) or fought or self.standing.only_battle()
            divers = self.names.rules.facts.get("submerging-units")
            rows = self.standing.all_in(space, draft.power) if divers else ()
            if divers and (down := tuple(row for row in rows if row.unit in divers.names)):
                values["what"] = down
                self.assumed.append(f"{self.words.rows(down)} {'submerges' if down[0].number == 1 else 'submerge'}")
        if "what" not in values:
            is_units, at = takes_units(draft.kinds["what"]), self.verb[1]
            says = f"which units? write them before '{draft.word}'" if is_units else ""
            self.fail(f"the object of '{draft.word}'", says=says, since=at if says else None)
        what, route = values.pop("what"), values.get("route", [])
        for canal in self.names.rules.board.canals:
            zones = ([canal.one, canal.other], [canal.other, canal.one])
            if canal.id in self.canals and not any([*pair] in zones for pair in pairwise(cast("list[str]", route))):
                self.fail("", says=f"the route does not pass {canal.name}: write its sea zones")
        if verb == "submerge" and not draft.power and isinstance(what, tuple):
            draft.power = self.standing.owner_of(what)
        if verb == "move" and isinstance(what, tuple) and what is not ALL and not self.standing.own(draft.power):
            draft.power = self._owner_in(cast("list[str]", route)[0], cast("Units", what))
        power = draft.power
        is_found = verb == "offload" and not draft.ship and "from" not in values
        self._complete(verb, what, values, power, draft.ship)
        if verb == "land" and self.standing.there():
            values.setdefault("at", self.standing.there())
        if verb == "land" and not phases_of(self.names.rules, replace(draft.act, kind="land")):
            self.fail("", says="this game has no phase in which aircraft land: leave the landing out")
        for key in VERBS[verb].required:
            if key not in values:
                self.fail(f"'{key}'", words=(key,))
        if what is ALL:
            what = self._everything(verb, values, power)
        rows, act = (what if isinstance(what, tuple) else ()), draft.act
        before, found = self._flown(rows, values, power) if verb == "raid" else ((), None)
        if verb == "offload" and values["from"] == values["to"]:
            self.fail("", says="from which ship do these units land? write their power and its sea zone")
        sailed = self.sailed_after_loading(str(values["from"]), str(values["to"]), power) if is_found else None
        if sailed:
            before, values["from"] = (sailed,), sailed.names("route")[-1]
        start = draft.origin or (self._beside(str(values["at"]), rows, power) if verb == "land" and rows else "")
        if verb == "land" and rows and (route := self._flight(rows, str(values["at"]), power, start)):
            goal, friends = str(values["at"]), self.names.rules.friends.get(self.standing.own(power), {power})
            is_strange = not self.standing.is_sea(goal) and self.standing.holder(goal) not in friends
            act, values = replace(act, kind="move"), {"route": route}
            if is_strange or any(each.kind == "move" for each in self.standing.acts):  # it lands after the battles
                values["phase"] = NONCOMBAT_MOVE
        done = replace(act, what=what, given={**values, **act.given}, power=power)
        return Said((*before, done), found=found)

    def _beside(self, space: str, rows: Units, power: str) -> str:
        """Return a space from which aircraft may come to land in another: the nearest one that the line does not state,
        own land first, then that of friends, then a sea zone. It is empty if there is none, or if the line states such
        aircraft."""
        own, board = self.standing.own(power), self.names.rules.board
        if not own or self.standing.owns(rows, own) or "from" in self.standing.position:
            return ""
        friends, told = self.names.rules.friends.get(own, {own}), {*self.standing.position["spaces"], space}
        near = {space}
        for _ in range(_FARTHEST_START):
            near = {each for one in near for each in board.around(one)}
            lands = sorted(each for each in near - told if self.standing.holder(each) in friends)
            seas = sorted(each for each in near - told if self.standing.is_sea(each))
            if found := [*sorted(lands, key=lambda land: self.standing.holder(land) != own), *seas]:
                return found[0]
        return ""

    def _phase_named(self) -> tuple[str, ...]:
        """Parse the phase of an action, and return the ids that it may have: ``in my combat move``, ``during
        noncombat``."""
        if not self.take("in", "during"):
            raise Expected
        self.take("my", "his", "her", "their", "our", "the")
        if self.look("space")[1] > self.look("phase")[1]:  # "in united kingdom" is not "in mobilize units"
            raise Expected
        phases = self.candidates("phase") or self.fail("a phase")
        self.take("phase")
        return phases

    def _are_land_units(self, lead: Units | None) -> bool:
        """Return whether all units of ``lead``, or without it all units at the cursor, are land units, which are put
        ashore. The cursor does not move."""
        at, assumed = self.at, len(self.assumed)
        rows = (lead if lead is not ALL else ()) or self.maybe(self.units) or ()
        self.at = at
        del self.assumed[assumed:]
        return bool(rows) and all(self.names.rules.kinds.get(row.unit) is UnitKind.LAND for row in rows)

    def _complete(self, verb: str, what: Given, values: dict[str, Given], power: str, ship: str) -> None:
        """Add to the ``values`` of an action the spaces that are not given, if they are certain. ``what`` are its
        units, and ``ship`` is the space of the ship that acts."""
        at_sea = self.names.rules.board.space(str(values["to"])).kind == "sea-zone" if "to" in values else False
        if verb == "load" and "to" in values and "from" not in values and not at_sea:
            values["from"] = values.pop("to")  # "loads 1 infantry in egypt"
        if ship:
            values.setdefault(SHIP_SLOT[verb], ship)
        zone = next((act.named("from") for act in self.standing.acts[-1:] if act.kind == verb == "offload"), "")
        if zone and zone not in self.standing.position["spaces"]:  # "unloads 1 inf in norway and 1 inf in karelia"
            values.setdefault("from", zone)
        last = self.standing.acts[-1] if self.standing.acts else None
        if verb == "bombard" and last and last.kind == "offload":
            values.setdefault("from", last.named("from"))  # "1 transport and 1 bb attack norway; may the bb bombard?"
        if verb == "offload" and self.standing.told and not self.standing.is_sea(self.standing.told):
            values.setdefault("to", self.standing.told)
        if "from" in VERBS[verb].required and "from" not in values and (space := self._whence(what, power, verb)):
            values["from"] = space
        if verb == "load" and "to" not in values and (space := self.standing.ship_space(power)):
            values["to"] = space
            self.assumed.append(f"the ship is in {self.words.space(space)}")
        is_fought = any(act.kind == "battle" for act in self.standing.acts)
        if verb == "submerge" and "at" not in values and not is_fought and (space := self._whence(what, power)):
            values["at"] = space

    def _flown(
        self, rows: Units, values: dict[str, Given], power: str
    ) -> tuple[tuple[Act, ...], tuple[str, str, Units] | None]:
        """Return the move of aircraft to the space that they raid; no move if they are there already, or if their space
        is not certain. If the line did not state the aircraft, they are in the raided space. Then also return their
        power, that space and the aircraft, else None."""
        end, start = str(values["at"]), str(values.pop("from", ""))
        owner = next((row.power for row in rows if row.power), self.standing.own(power))
        if start and self.standing.position.get("phase") == CONDUCT_COMBAT:
            values["from"] = start
            return (), None
        if not start and owner and rows and not self.standing.owns(rows, owner):
            own = tuple(row._replace(power="") for row in rows)
            self.assumed.append(f"{power_name(owner)} has {self.words.rows(own)} in {self.words.space(end)}")
            return (), (owner, end, own)
        route = self._flight(rows, end, power, start)
        return ((Act("move", rows, {"route": route}, power=power),) if route else ()), None

    def _direct(self, draft: _Draft) -> None:
        """Parse the value that follows a verb; a missing one has its default, if there is one."""
        form, values, word, power = draft.form, draft.values, draft.word, draft.power
        draft.phases = self.maybe(self._phase_named) or ()  # "moves in the combat move from germany to poland"
        kind = draft.kinds[form.direct.key]
        if form.bare:
            value: Given | None = self.maybe(self._route, kind, draft)
        else:
            if self.verb[0] == "battle":  # "fights the battle in poland"
                self.take("the battle", "a battle", "battle")
                self.take("in", "at", "over", "for")
            value = self.maybe(self._given, kind, draft)
            if value is None and takes_units(kind) and not usual_value(kind):
                value = (self.maybe(self._meant, power, self.verb[0]) or (power, None))[1]
                if value is None and self.verb[0] == "offload" and self.word in ("in", "to", "into", "at", ""):
                    value = ALL
        if value is None and self.verb[0] == "land":  # "flies to sz5 and lands on the carrier": the same units
            value = self.standing.meant(True, power, UnitKind.AIR)[1] or None
            self.assumed += [f"{self.words.rows(value)} land"] if value else []
        if value is None and self.verb[0] == "battle":
            value = self.maybe(self.target, power, "")
        if value is None and self.verb[0] == "battle" and (value := self.standing.only_battle() or None):
            self.assumed.append(f"the battle is that in {self.words.space(value)}")
        if value is None and self.verb[0] == "bombard":
            value = next((act.named("to") for act in self.standing.acts[-1:] if act.kind == "offload"), None)
        usual = usual_value(kind) if value is None else ""
        later = "what" not in values and (form.lead or self.verb[0] == "submerge")
        if value is None and not usual and not later:
            self.fail(f"the object of '{word}'" if word else "'-'")
        if usual and isinstance(kind, ByShape):
            self.assumed.append(f"'{word}' alone stands for {usual}")
        found = usual or value
        if found is not None:
            values[form.direct.key] = found

    def _route(self, kind: ValueKind, draft: _Draft) -> list[str]:
        """Parse a route: ``egypt - libya``, ``from egypt to libya``; ``to libya`` or ``- libya`` if the units are in
        one space. Of two spaces that do not touch, the spaces between are added if they are certain."""
        units, power = draft.values.get("what", ()), draft.power
        start, is_said = self.at, self.word in ("from", *ROUTE[1:])
        if way := self.way() or draft.origin:
            spaces = self.stops([self.name("space")], 1, way)
            origin = self.name("space") if self.take("from") else draft.origin or self._whence(units, power)
            route = [origin, *spaces] if origin else self.fail("'-' and another space")
        else:
            route = cast("list[str]", self.value(kind))
        if is_said:
            units = self._everything("move", {"route": route}, power) if units is ALL else units
            return self._whole_route(route, units, power, start)
        is_certain = len(route) == 2 and isinstance(units, tuple)
        return (self.maybe(self._whole_route, route, units, power, start) if is_certain else None) or route

    def _attack(self, power: str, units: Units) -> Said:
        """Parse an attack by named units, which is their move: ``attacks libya from egypt with 2 tanks and from sz5
        with 1 fighter``. With dice, or if all these units are in the space, it is the battle."""
        start, groups = self.at, list[tuple[Units, str]]()
        units, origin = self._placed(units) if units else ((), self.maybe(self.name, "space") or "")
        led = origin
        while origin and (more := self.maybe(self._also)) is not None:
            groups.append((units, origin))
            units, origin = more
        verb = self.at
        is_space = bool(self.look("space", verb + 1)[0]) and not self.word_at(verb + 1).isdecimal()
        takes = self.take(*_TAKES) if is_space else ""
        if not takes and not self.take(*_ATTACKS):
            raise Expected
        last = self.standing.acts[-1] if self.standing.acts and not units and not led else None
        there = last.names("route")[-1] if last and last.kind == "move" else ""
        if not units and not self.standing.own(power):
            power = next(iter(self.standing.last), "")
        target = self.target(power, there)
        battle = Act("battle", target, power=power)
        while not self.is_at_end:
            self.take(",")
            if units and origin and self.take(*AND):
                groups.append((units, origin))
                units, origin = self.maybe(self.units) or (), ""
            elif not units and self.take("with"):
                units = (self.maybe(self._meant, power) or ("", ()))[1] or self.units()
            elif not origin and self.word == "from":
                origin = self._origin()
            elif self.take(*_DEFENDED):
                self.met(power, target)
            elif (units or there == target) and (fought := self.every_act(battle)) is not None:
                battle = fought
            else:
                self.fail("'with'" if origin else "'from'", words=("with", "from"))
        if not units and there == target:
            return Said((battle,) if battle.dice or battle.choices else (), target)  # "flies to sz5, attacks the sub"
        # "west russia attacks ukraine", "germany attacks ukraine"
        if not units:
            is_move = self.standing.are_moves() and self.standing.only_place(power) not in ("", target)
            units = ALL if led or is_move else self.fail("'with' and the units", words=("with",))
        movers = (*units, *(row for each, _ in groups for row in each))
        if (
            takes
            and movers
            and not self.standing.is_sea(target)
            and all(self.names.rules.kinds.get(row.unit) is UnitKind.AIR for row in movers)
        ):
            self.fail("", says="aircraft do not take land: write 'attack' to ask about the attack", since=verb)
        origin = origin or (self.standing.only_place(power) if units is ALL else self._whence(units, power))
        owner = self.standing.own(power)
        if not owner:
            self.fail("", says="which power attacks? write it before the units", since=start)
        if not origin and units is not ALL and owner and not self.standing.owns(units, owner):
            self.assumed.append(f"{power_name(owner)} has {self.words.rows(units)} in {self.words.space(target)}")
            return Said((battle,), target, (owner, target, units))
        moves = list[Act]()
        for some, space in (*groups, (units, origin or self.fail("'from' and their space"))):
            rows = self._everything("move", {"route": [space, target]}, power) if some is ALL else some
            lands = self.standing.is_sea(str(space)) and not self.standing.is_sea(target)
            route = [str(space), target] if lands else self._whole_route([space, target], rows, power, start)
            made = self._ashore(Act("move", rows, {"route": route}, power=power))
            ships = tuple(row for row in rows if self.names.rules.kinds.get(row.unit) is UnitKind.SHIP)
            if lands and ships and made.kind == "move":
                self.fail("", says="ships do not enter land: write the sea zone to which they move", since=start)
            if made.kind == "offload" and ships and owner and space not in self.standing.position["spaces"]:
                self.told.append((str(space), cast("Contents", {owner: ships})))
                self.assumed.append(f"{power_name(owner)} has {self.words.rows(ships)} in {self.words.space(space)}")
            moves.append(made)
        attacks = [self.names.rules.board.unit(row.unit).attack for row in movers if row is not ALL[0]]
        fights = bool(battle.dice or battle.choices) or (
            bool(attacks) and not any(attacks) and self.standing.is_sea(target)
        )
        return Said((*moves, battle) if fights else (*moves,), "" if fights else target)

    def _also(self) -> tuple[Units, str]:
        """Parse further units and the space that they leave, and return both: ``and 1 tank from russia``. The space is
        empty if only a ship is named in place of it."""
        if not self.take(*AND, ","):
            raise Expected
        return self.units(), self._origin()

    def _given(self, kind: ValueKind, draft: _Draft) -> Given:
        """Parse a value of an action. A space may be that of a ship or facility: ``the carrier in sz5``. A facility is
        also the target of the action: ``bombs the air base in malta``."""
        if not (isinstance(kind, Name) and kind.of == "space"):
            return cast("Given", self.value(kind, takes_units(kind)))
        found, end = self.look("space")
        unit, after = self.look("unit", end) if found else ((), 0)
        ship = self.look("unit", self.look("power")[1])[0] if self.look("power")[0] else ()
        if ship and all(self.names.rules.kinds[each] is UnitKind.SHIP for each in ship):
            return self._space_of_unit(draft)  # "lands on the us carrier"
        if len(found) == 1 and self._are_facilities(unit):
            self.at = after  # "bombs the german factory"
            space = self.name("space") if self.take("in", "at") else found[0]
            self._aim(draft, self._one_of(unit, space))
            return space
        is_named = found or self.word in kind.also
        return cast("Given", self.value(kind)) if is_named else self._space_of_unit(draft)

    def _are_facilities(self, types: Sequence[str]) -> bool:
        """Return whether there are types, and all are facilities."""
        return bool(types) and all(self.names.rules.kinds[unit] is UnitKind.FACILITY for unit in types)

    def _one_of(self, types: Sequence[str], space: str) -> str:
        """Return the only one of some types; of several (``factory``) the only one that is in a space; else empty."""
        there = [row.unit for rows in self.standing.units_in(space).values() for row in rows if row.unit in types]
        return types[0] if len(types) == 1 else there[0] if len({*there}) == 1 else ""

    def _aim(self, draft: _Draft, unit: str) -> None:
        """Make ``unit``, a type of facility, the target of an action that can have one, unless it is the game's only
        type of facility."""
        key = next((key for key, kind in VERBS[draft.verb].optional.items() if kind == grammar.UNIT), "")
        if key and unit and [*self.names.rules.kinds.values()].count(UnitKind.FACILITY) > 1:
            draft.values.setdefault(key, unit)

    def _space_of_unit(self, draft: _Draft) -> str:
        """Parse a ship or facility, and return its space, if none is named the only possible one. A facility becomes
        the target of a verb that has one. Raises :class:`Expected` if the space is not certain."""
        start = self.at
        owner, units, space = self.maybe(self.units_there) or ("", (), "")
        if not self._are_facilities(units) and [self.names.rules.kinds[unit] for unit in units] != [UnitKind.SHIP]:
            self.at = start
            self.fail("a space", ("space",))
        for unit in () if space else units:
            if draft.verb == "raid" and not owner:
                space = space or self.standing.space_of_enemy(unit, draft.power)
            space = space or self.standing.space_of({unit}, owner or draft.power)
        space = space or self.fail("'in' and the space", words=("in",))
        if len(units) == 1 and not (self._are_facilities(units) and draft.verb != "mobilize"):
            holder = self.standing.holder(space)
            owner = owner or (holder if self._are_facilities(units) else "")
            what = draft.values.get("what", ())
            cargo = {"cargo": what} if draft.verb == "offload" and what is not ALL and isinstance(what, tuple) else None
            self.need_there(units[0], space, start, owner or draft.power, 1, cast("dict[str, State] | None", cargo))
        self._aim(draft, self._one_of(units, space))
        return space

    def _place(self, draft: _Draft) -> None:
        """Parse one more value, with the word before it, and add it to the draft. Fail without such a word."""
        values = draft.values
        open_slots = [slot for slot in draft.form.slots if slot.key not in values]
        open_slots += [Slot("what", ("with",))] if "what" not in values and draft.form.lead else []
        words = [word for slot in open_slots for word in slot.before]
        word = self.take(*words)
        if not word:
            first = " or ".join(f"'{each}'" for each in (*(slot.before[0] for slot in open_slots), "dice"))
            self.fail(first, words=(*words, "dice", "which"))
        slot = next(slot for slot in open_slots if word in slot.before)
        value = self._given(draft.kinds[slot.key], draft)
        if slot.key == "outcome":
            outcome = cast("OutcomeTable", value)
            powers: Iterable[str] = accumulate((row.power for row in outcome["lost"]), lambda power, own: own or power)
            rows = zip(outcome["lost"], powers, strict=True)
            value = {**outcome, "lost": tuple(row._replace(power=power) for row, power in rows)}
        values[slot.key] = value
