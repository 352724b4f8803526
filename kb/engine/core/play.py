"""One adjudication: the rules are asked, dice are rolled, events happen, and the trace grows."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar, cast

from kb.engine.core import notes
from kb.engine.core.actions import Action, Node, Reason
from kb.engine.core.parameters import Names
from kb.engine.core.picks import Picks
from kb.engine.core.points import COMBAT_MOVE
from kb.engine.core.position import Battle, Edit, Event, Mark, Position, Unit, account, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.core.table import Choice, Die, GameTable, Option, Roll
from kb.games.board_model import SpaceKind, UnitKind, UnitType

A = TypeVar("A")
OptionT = TypeVar("OptionT", bound=Option)
_NOBODY: frozenset[str] = frozenset()
#: the only economy of a power
ONLY = ""


class Play:
    """The position while an action is judged or done, with the rules, the dice and the trace.

    Rules read :attr:`position`; only :meth:`emit` changes it. Rules of an option hold if the position's table plays it.
    """

    __slots__ = ("_nodes", "_remembered", "_start", "board", "events", "position", "rules", "table")

    def __init__(self, rules: Rulebook, position: Position, table: GameTable, root: Node) -> None:
        self.rules, self.board, self.table = rules.playing(position.options), rules.board, table
        self.position = position
        self.events: list[Event] = []
        self._nodes = [root]
        self._start: Play | None = None
        self._remembered: dict[tuple[str, ...], tuple[object, frozenset[str]]] = {}

    # -- rules

    def ask(self, question: str, answer: A, **facts: object) -> A:
        """Return the answer to a question about some facts, after every rule in force on it. ``answer`` is the one
        without rules. Each rule that changes the answer enters the trace."""
        for rule, applied in self.rules.answering.get(question, ()):
            new = cast(A, applied(self, answer, facts))
            if new != answer:
                self._nodes[-1].children.append(Node(rule, {**facts, "was": answer, "now": new}, rule=True))
                answer = new
        return answer

    def holds(self, rule: str, **facts: object) -> bool:
        """Return whether a rule is in force and applies to some facts; if so, it has fired."""
        applied = self.rules.holding.get(rule)
        if applied is None or not applied(self, False, facts):
            return False
        self._nodes[-1].children.append(Node(rule, facts, rule=True))
        return True

    def announce(self, moment: str, **facts: object) -> None:
        """Run every rule in force that acts at a moment; those that make an event enter the trace."""
        for rule, act in self.rules.happening.get(moment, ()):
            node = Node(rule, facts, rule=True)
            self._nodes.append(node)
            before = len(self.events)
            try:
                act(self, None, facts)
            finally:
                self._nodes.pop()
                self._nodes[-1].children += [node] if len(self.events) > before else node.children

    def refusals(self, action: Action, only: Container[str] | None = None) -> Iterator[Reason]:
        """Yield every way in which an action breaks a rule, or one of the rules named in ``only``."""
        for name, function in self.rules.refusing(type(action)):
            if only is None or name in only:
                for facts in function(self, (), {"action": action}):
                    yield Reason(name, facts)

    def permits(self, action: Action, only: Container[str] | None = None) -> bool:
        """Return whether no rule, or no rule named in ``only``, refuses an action."""
        return next(self.refusals(action, only), None) is None

    def on(self, rule: str) -> bool:
        """Return whether a rule is in force."""
        return self.rules.on(rule)

    def fact(self, fact: str) -> Names:
        """Return the names of a fact of the rule set, such as ``complexes``; empty if the rule set lacks the fact."""
        shared = self.rules.facts.get(fact)
        return shared.names if shared else ()

    def remembered(self, what: tuple[str, ...], rests_on: object, find: Callable[[], frozenset[str]]) -> frozenset[str]:
        """Return the names that ``find`` returns. They are cached under the key ``what`` as long as ``rests_on``, the
        part of the position on which they depend, is the same object."""
        then, found = self._remembered.get(what, (None, frozenset()))
        if then is not rests_on:
            found = find()
            self._remembered[what] = (rests_on, found)
        return found

    # -- events

    def emit(self, name: str, *edits: Edit, **facts: object) -> None:
        """Make an event: it changes the position and enters the trace."""
        event = Event(name, facts, edits)
        self.position = self.position.after(edits)
        self.events.append(event)
        self._nodes[-1].children.append(Node(name, facts, event=event))

    def fired(self, rule: str, **facts: object) -> None:
        """Note in the trace that a rule decided something without being asked by :meth:`ask` or :meth:`announce`."""
        self._nodes[-1].children.append(Node(rule, facts, rule=True))

    @contextmanager
    def step(self, name: str, **facts: object) -> Iterator[None]:
        """Add a step to the trace: nodes that are made inside are its children."""
        node = Node(name, facts)
        self._nodes[-1].children.append(node)
        self._nodes.append(node)
        try:
            yield
        finally:
            self._nodes.pop()

    def supposing(self, edits: Sequence[Edit]) -> Play:
        """Return a separate play after some edits, with a trace of its own, to judge the result of the edits."""
        self.keep_start()
        return Play(self.rules, self.position.after(edits), self.table, Node("supposing", {}))

    # -- dice and choices

    def roll(self, power: str, what: str, space: str, dice: Sequence[Die]) -> list[int]:
        """Roll dice together, if any, for an occasion (``what``); emit the event, and return the faces in order."""
        if not dice:
            return []
        faces = list(self.table.roll(Roll(power, what, space, tuple(dice)), self.position))
        units = [self.position.units.get(die.unit) for die in dice]
        self.emit(
            "rolled", power=power, what=what, space=space, units=units, faces=faces, needs=[d.hits_on for d in dice]
        )
        return faces

    def choose(self, power: str | Sequence[str], what: str, space: str, options: Sequence[OptionT]) -> OptionT:
        """Return the option that a power chooses on an occasion (``what``). A single option is returned without asking.
        The first of several powers is asked; any of them may choose. Raises :class:`ValueError` without options."""
        first, *more = islice(options, 2)
        if not more:
            return first
        asked, *others = (power,) if isinstance(power, str) else power
        offered = options if isinstance(options, Picks) else tuple(options)
        return cast(OptionT, self.table.choose(Choice(asked, what, space, offered, tuple(others)), self.position))

    # -- short cuts

    @property
    def turn(self) -> str:
        """The power whose turn it is."""
        return self.position.clock.turn

    @property
    def players(self) -> tuple[str, ...]:
        """The powers whose turn it is: usually one, several where powers play together."""
        return self.rules.sharing(self.turn)

    @property
    def phase(self) -> str:
        """The phase of the turn."""
        return self.position.clock.phase

    @property
    def is_combat_move(self) -> bool:
        """Whether the phase is the combat move."""
        return self.phase == COMBAT_MOVE

    def phases_of(self, action: type[Action]) -> tuple[str, ...] | None:
        """Return the phases that a kind of action is limited to; None without a limit."""
        if not (action.in_its_phase and self.on("actions-in-their-phase")):
            return None
        return self.rules.phases_of.get(action.name, ())

    def units(self, ids: Sequence[int]) -> list[Unit]:
        """Return the units with some ids, without units that are no longer on the board."""
        units = self.position.units
        return [units[unit] for unit in ids if unit in units]

    def put(self, *units: Unit) -> tuple[Edit, ...]:
        """Return the edits that add units to the position, or replace those with the same ids."""
        return tuple(("units", unit.id, unit) for unit in units)

    def remove(self, *units: Unit) -> tuple[Edit, ...]:
        """Return the edits that take units off the board."""
        return tuple(("units", unit.id, None) for unit in units)

    def next_id(self) -> int:
        """Return an id that no unit on the board has."""
        return max(self.position.units, default=0) + 1

    # -- spaces and units, as they are printed

    def is_land(self, space: str) -> bool:
        """Return whether a space is a territory."""
        return self.board.space(space).kind is SpaceKind.TERRITORY

    def is_sea(self, space: str) -> bool:
        """Return whether a space is a sea zone."""
        return self.board.space(space).kind is SpaceKind.SEA_ZONE

    def type_of(self, unit: Unit) -> UnitType:
        """Return the type of a unit, with all that is printed of it."""
        return self.board.unit(unit.type)

    def is_kind(self, unit: Unit, *kinds: UnitKind) -> bool:
        """Return whether a unit is of one of the kinds."""
        return self.rules.kinds[unit.type] in kinds

    def is_air(self, unit: Unit) -> bool:
        """Return whether a unit is an aircraft."""
        return self.rules.kinds[unit.type] is UnitKind.AIR

    def is_ship(self, unit: Unit) -> bool:
        """Return whether a unit is a ship."""
        return self.rules.kinds[unit.type] is UnitKind.SHIP

    def is_land_unit(self, unit: Unit) -> bool:
        """Return whether a unit is a land unit."""
        return self.rules.kinds[unit.type] is UnitKind.LAND

    def is_facility(self, unit: Unit) -> bool:
        """Return whether a unit is a facility: a complex or a base."""
        return self.rules.kinds[unit.type] is UnitKind.FACILITY

    def all_aircraft(self) -> list[Unit]:
        """Return all aircraft on the board."""
        kinds = self.rules.kinds
        return [unit for unit in self.position.units.values() if kinds[unit.type] is UnitKind.AIR]

    def combatants(self, units: Iterable[Unit]) -> list[Unit]:
        """Return those of the units that can be casualties: their type takes hits."""
        return [unit for unit in units if self.type_of(unit).has("hits")]

    def air_distances(self, start: str, power: str) -> Mapping[str, int]:
        """Return how many borders a power's aircraft crosses from a space to each that it can reach, 0 for itself."""
        shut = self.remembered(
            ("shut", power),
            self.position.holders,
            lambda: self.ask("shut-to-aircraft", frozenset(), power=power),
        )
        return self.rules.air_distances(start, shut)

    # -- friends and enemies

    def friends(self, power: str) -> frozenset[str]:
        """Return the friends of a power, itself included: its side, unless a rule changes that."""
        side = self.rules.friends.get(power, _NOBODY)
        wars = self.position.wars
        return self.remembered(("friends", power), wars, lambda: self.ask("friends-of", side, power=power))

    def enemies(self, power: str) -> frozenset[str]:
        """Return the enemies of a power: the other side, unless a rule changes that."""
        side = self.rules.enemies.get(power, _NOBODY)
        wars = self.position.wars
        return self.remembered(("enemies", power), wars, lambda: self.ask("enemies-of", side, power=power))

    def allied(self, one: str, other: str) -> bool:
        """Return whether two powers are friends, or the same power."""
        return one == other or other in self.friends(one)

    def at_war_with(self, power: str) -> frozenset[str]:
        """Return the powers with which a power is at war in the position, whether or not a rule makes use of that."""
        wars = self.position.wars
        return frozenset(one if other == power else other for one, other in wars if power in (one, other))

    def at_enmity(self, one: str, other: str) -> bool:
        """Return whether two powers are enemies."""
        return other in self.enemies(one)

    def lets_use(self, owner: str, friend: str, space: str) -> bool:
        """Return whether the power ``owner`` lets a friend use its land, bases and carriers in a space. It is true if
        both are the same power."""
        return owner == friend or not self.holds(
            "war-on-one-map-opens-its-bases", owner=owner, friend=friend, space=space
        )

    def owners_in_turn(self, units: Iterable[Unit]) -> list[str]:
        """Return the powers that have some units, in the order of their turns; sides without a turn come last."""
        order = self.rules.order
        owners = {unit.power for unit in units}
        return sorted(owners, key=lambda power: (order.index(power) if power in order else len(order), power))

    # -- holders of land

    def holder(self, territory: str) -> str:
        """Return the power that holds a territory; empty if none does."""
        return self.position.holders.get(territory, "")

    # -- the start of the turn

    @property
    def at_start(self) -> Play:
        """A play of the position in which the turn began. Every fact can be asked of it, as in
        ``play.at_start.is_hostile(power, zone)``. Rules that answer enter the trace of this play."""
        begun = self.keep_start()
        if self._start is None or self._start.position is not begun:
            self._start = Play(self.rules, begun, self.table, self._nodes[-1])
        self._start._nodes = [self._nodes[-1]]
        return self._start

    def keep_start(self) -> Position:
        """Return the position in which the turn began, and keep it in the position.

        If a position comes from the middle of a turn, its start is reconstructed: land that was captured belongs to the
        power that is noted as its holder, or else to no power; units are in the space they came from; units that
        changed hands belong to no power; new units are not there. Enemies that were lost are unknown.
        """
        if self.position.began is None:
            position = self.position
            captured = set(notes.CAPTURED.set_about(position))
            before = {land: notes.HELD.get(position, land) for land in notes.HELD.set_about(position)}
            units = {
                unit.id: self._as_it_began(unit, captured)
                for unit in position.units.values()
                if not unit.has(Mark.MOBILIZED)
            }
            holders = {**position.holders, **dict.fromkeys(captured, ""), **before}
            begun = replace(position, holders=holders, units=units, turn_notes={}, battle=None)
            self.position = replace(position, began=begun)
        assert self.position.began is not None
        return self.position.began

    def _as_it_began(self, unit: Unit, captured: Container[str]) -> Unit:
        """Return a unit as it was at the start of the turn, by its marks, its route and the land ``captured``."""
        if unit.came:
            return replace(unit, at=unit.came[0], aboard=0)
        taken = unit.has(Mark.CAPTURED) or (unit.at in captured and not self.type_of(unit).has("hits"))
        return replace(unit, power="") if taken else unit

    def held_at_start(self, territory: str) -> str:
        """Return the power that held a territory when the turn began; empty if none did."""
        return self.at_start.holder(territory)

    def changed_hands(self, unit: Unit) -> bool:
        """Return whether a unit came to its power from another one in this turn."""
        then = self.at_start.position.units.get(unit.id)
        return then is not None and then.power != unit.power

    def is_friendly_land(self, power: str, holder: str) -> bool:
        """Return whether land of ``holder`` is friendly to a power: ``holder`` is one of its friends, or is its side as
        a whole."""
        return self.allied(power, holder) or (bool(self.friends(power)) and holder == self.rules.sides.get(power))

    def change_holder(self, territory: str, power: str) -> None:
        """Let a power take a territory. The rules decide who holds it then; if the holder changes, emit the event
        ``captured`` and announce it."""
        was = self.holder(territory)
        new = self.ask("holder-after-capture", power, territory=territory, by=power)
        if new == was:
            return
        edits: list[Edit] = [("holders", territory, new), notes.CAPTURED.edit(True, territory)]
        if not notes.HELD.is_set(self.position, territory):
            edits.append(notes.HELD.edit(was, territory))
        self.emit("captured", *edits, territory=territory, by=power, was=was, holder=new)
        self.announce("captured", territory=territory, by=power, was=was, holder=new)

    def capitals(self, power: str, economy: str = ONLY) -> tuple[str, ...]:
        """Return the capitals of a power, or of one of its economies."""
        own = next((seat.capitals for seat in self.board.powers if seat.id == power), ())
        return self.ask("capitals-of", own, power=power, economy=economy) if economy else own

    def capital_lost(self, power: str, economy: str = ONLY) -> tuple[str, ...]:
        """Return the capitals of a power, or of one of its economies, if powers of the other side hold all of them, at
        war or not, else ``()``."""
        own, others = self.capitals(power, economy), self.rules.enemies.get(power, _NOBODY)
        return own if all(self.holder(capital) in others for capital in own) else ()

    # -- where enemies are, and the spaces that are hostile because of them

    def enemies_at(self, power: str, space: str) -> list[Unit]:
        """Return the enemy units in a space, submerged ones and cargo included."""
        hostile = self.enemies(power)
        return [unit for unit in self.position.at(space) if unit.power in hostile]

    def enemies_to_meet(self, power: str, space: str) -> list[Unit]:
        """Return the enemy units in a space that can be met there: not submerged, not cargo."""
        return [unit for unit in self.enemies_at(power, space) if unit.surfaced and not unit.aboard]

    def among_enemies(self, power: str) -> list[str]:
        """Return the spaces that contain units of a power's enemies and also units of powers that are not its enemies,
        sorted."""
        hostile = self.enemies(power)
        units = self.position.units.values()
        theirs = {unit.at for unit in units if unit.power in hostile}
        return sorted({unit.at for unit in units if unit.at in theirs and unit.power not in hostile})

    def is_hostile(self, power: str, space: str) -> bool:
        """Return whether a space is hostile to a power: land an enemy holds, a zone with an enemy unit in it. Which
        units make a zone hostile, and which other land is hostile, is asked of the rules."""
        if self.is_land(space):
            held = self.at_enmity(power, self.holder(space))
            return held or self.ask("makes-land-hostile", False, space=space, power=power)
        return any(
            self.ask("makes-zone-hostile", True, unit=unit, power=power)
            for unit in self.enemies_at(power, space)
            if not unit.aboard
        )

    # -- which units a power commands, which fight for it, and which take part in a battle

    def obeys(self, unit: Unit, power: str) -> bool:
        """Return whether a power commands a unit: its own, and those that a rule puts under its command."""
        return unit.power == power or self.holds("joint-strike-units-obey-the-partner", unit=unit, power=power)

    def fights_for(self, unit: Unit, power: str) -> bool:
        """Return whether a unit takes part in the attacks of a power: its own do, and others do if a rule allows it."""
        return unit.power == power or self.holds("joint-strike-units-fight-together", unit=unit, power=power)

    def fights(self, unit: Unit) -> bool:
        """Return whether a unit takes part in a battle in its space: it does unless a rule keeps it out."""
        return self.ask("fights", True, unit=unit)

    def takes_part(self, unit: Unit) -> bool:
        """Return whether a unit can be on a battle board: it takes hits, is not submerged, and is not land cargo."""
        afloat = unit.aboard and self.is_land_unit(unit)
        return self.type_of(unit).has("hits") and unit.surfaced and not afloat

    def commanded(self, power: str, *kinds: UnitKind) -> list[Unit]:
        """Return the units of some kinds (by default of all) that a power commands, one of each group of equal units. A
        ship with cargo is equal to no other unit."""
        found: dict[Unit, Unit] = {}
        for unit in self.position.units.values():
            if (not kinds or self.is_kind(unit, *kinds)) and self.obeys(unit, power):
                full = self.is_ship(unit) and self.position.aboard(unit)
                found.setdefault(unit if full else replace(unit, id=0), unit)
        return list(found.values())

    # -- technologies and national advantages

    def has_technology(self, power: str, technologies: Names) -> bool:
        """Return whether a power has one of some technologies."""
        return not set(technologies).isdisjoint(self.position.technologies.get(power, ()))

    def has_advantage(self, power: str, advantage: str) -> bool:
        """Return whether a power plays with a national advantage."""
        return advantage in self.position.advantages.get(power, ())

    def gains(self, unit: Unit, types: Names, technologies: Names = (), advantage: str = "") -> bool:
        """Return whether a unit is of one of the types, and its power has one of the technologies or the advantage."""
        if unit.type not in types:
            return False
        return self.has_technology(unit.power, technologies) or self.has_advantage(unit.power, advantage)

    def player_of(self, advantage: str) -> str:
        """Return the power that plays with a national advantage; empty if none does."""
        return next((power for power in self.rules.order if self.has_advantage(power, advantage)), "")

    # -- economies: one of a power, or several, each with its own land, capital and account

    def economies(self, power: str) -> tuple[str, ...]:
        """Return the economies of a power; ``("",)`` if it has only one."""
        return self.ask("economies-of", ("",), power=power)

    def economy_of(self, power: str, territory: str) -> str:
        """Return the economy of a power to which a territory belongs, or would belong if the power held it."""
        own = self.economies(power)
        return self.ask("economy-of-land", own[0], power=power, territory=territory) if len(own) > 1 else own[0]

    def account_of(self, power: str, territory: str) -> str:
        """Return the account of the economy to which a territory belongs."""
        return account(power, self.economy_of(power, territory))

    def named_account(self, power: str, economy: str) -> str:
        """Return the account of the power's economy with a name; of its first economy if none has that name."""
        own = self.economies(power)
        return account(power, economy if economy in own else own[0])

    def accounts(self, power: str) -> tuple[str, ...]:
        """Return the accounts of a power, one for each of its economies."""
        return tuple(account(power, economy) for economy in self.economies(power))

    # -- industrial complexes, and air and naval bases

    def is_complex(self, unit: str) -> bool:
        """Return whether a unit of this type makes others."""
        return unit in self.fact("complexes")

    def complexes(self, territory: str) -> list[Unit]:
        """Return the industrial complexes in a territory."""
        return [unit for unit in self.position.at(territory) if self.is_complex(unit.type)]

    def base_at(self, types: tuple[str, ...], territory: str, power: str) -> Unit | None:
        """Return a base in a territory, of one of the types, that works and that a power may use, or None."""
        for unit in self.position.at(territory):
            ours = unit.type in types and self.allied(power, unit.power)
            if ours and self.lets_use(unit.power, power, territory) and self.ask("base-works", True, base=unit):
                return unit
        return None

    def harbor_at(self, types: tuple[str, ...], zone: str, power: str) -> Unit | None:
        """Return a base on the coast of a zone, of one of the types, that works and that a power may use, or None."""
        near = sorted(space for space in self.board.around(zone) if self.is_land(space))
        return next((base for base in (self.base_at(types, land, power) for land in near) if base), None)

    def can_scramble(self, plane: Unit, types: tuple[str, ...], bases: tuple[str, ...]) -> bool:
        """Return whether a plane of one of the types could take off from one of the bases to defend the sea."""
        based = plane.type in types and self.base_at(bases, plane.at, plane.power)
        return bool(based) and not self.holds("only-islands-scramble", territory=plane.at)

    # -- the battle that is being fought

    @property
    def battle(self) -> Battle:
        """The battle that is being fought. Raises :class:`AssertionError` without one."""
        battle = self.position.battle
        assert battle is not None, "no battle is being fought"
        return battle

    def change_battle(self, **changes: object) -> Edit:
        """Return the edit that changes the battle."""
        return ("battle", None, replace(self.battle, **changes))

    def leave_battle(self, gone: Container[int], **changes: object) -> Edit:
        """Return the edit that takes units off the battle board, with other changes of the battle."""
        battle = self.battle
        return self.change_battle(
            attackers=tuple(unit for unit in battle.attackers if unit not in gone),
            defenders=tuple(unit for unit in battle.defenders if unit not in gone),
            **changes,
        )


def shares(power: str, other: str, sharing: Names) -> bool:
    """Return whether a power is the other one, or both belong to the powers that share their possessions."""
    return power == other or {power, other} <= set(sharing)
