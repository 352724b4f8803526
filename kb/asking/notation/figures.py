"""Builds the position for a question that asks for a number or a name, and only says what the answer depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kb.asking.answer import ask
from kb.asking.notation.assumed import Assumed
from kb.asking.notation.called import Called
from kb.asking.notation.mentions import Mention
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.wanted import Unread, Wanted, asked_for, belongs, counts, of_kind, unused, wanted
from kb.asking.questions.ground import ground_of
from kb.asking.request import parse
from kb.base.errors import BadInput, Finding
from kb.base.shape import Plain
from kb.cases.reading.files import RulesOf
from kb.engine.core.table import Roll
from kb.games.board_model import SpaceKind, UnitKind

_ROUND = "name who attacks the one unit that may be hit: 2 german subs attack 1 uk cruiser, chance to hit in the first round?"
#: as many units are bought and tried to be placed as no complex makes
_MANY = 12
#: the dice of a battle in which the attacker hits and nobody else; a die that misses
_WON, _MISS = (1, 6), 6
#: antiaircraft dice are rolled so often at most before the bombs
_MOST_ROLLS = 4
_COMBAT, _CONDUCT, _MOBILIZE = "combat-move", "conduct-combat", "mobilize-units"


def figure(called: Called, text: str, named: Plain, rules_of: RulesOf) -> tuple[Plain, list[Assumed]] | None:
    """The request of a line that asks for a number or a name, with what is assumed; None where it asks for none, or
    says more or less than is known here. ``named`` are the game, board and rules of the request. Raises
    :class:`BadInput` where it asks for odds that nothing else may take for those of a battle."""
    kind, rest = asked_for(called.spoken, text)
    if not kind:
        return None
    try:
        builder = _Builder(wanted(called, kind, rest), named, rules_of)
        request = KINDS[kind](builder)
        if unused(builder.made) or not builder.is_played(request):
            raise Unread
    except Unread:
        if kind == "round":  # these are no odds of a battle
            raise BadInput(Finding("which odds of a single round are meant?", hint=_ROUND)) from None
        return None
    return {**named, **request}, builder.assumed


class _Builder:
    """The position that is built for what is asked for."""

    def __init__(self, made: Wanted, named: Plain, rules_of: RulesOf) -> None:
        self.made, self.rules, self._named, self._rules_of = made, made.called.rules, named, rules_of
        self.assumed: list[Assumed] = []
        #: the land unit that stands for any: the first of the board that attacks
        self.soldier = next(
            each.id for each in self.rules.board.units if self.rules.kinds[each.id] is UnitKind.LAND and each.attack
        )

    def holder(self, land: str) -> str:
        """Who holds a land: as an adjective before it says, else as it is printed."""
        said = [each.holder for each in self.made.mentions.of("place") if each.item.spaces == (land,) and each.holder]
        return said[0] if said else self.rules.board.space(land).held_by

    def position(self, turn: str, phase: str, spaces: Plain, **more: Plain) -> Plain:
        """A position, in which the power on turn is at war with all others that are there."""
        others = {power for there in spaces.values() for power in there if power in self.enemies(turn)}
        ground = ground_of(self.rules)
        wars = {other: "old" for other in sorted(others) if not ground.at_war(turn, other)}
        self.assumed += [Assumed("war", (turn, other)) for other in wars]
        at_war: Plain = {"wars": {turn: wars}} if wars else {}
        return {"turn": turn, "phase": phase, "spaces": spaces, **at_war, **more}

    def enemies(self, power: str) -> frozenset[str]:
        """The powers of the other side."""
        return self.rules.enemies.get(power, frozenset())

    def attacker(self, defender: str = "") -> str:
        """The power that attacks; where none is said one that is at war with the defender."""
        if self.made.attacker:
            return self.made.attacker
        pairs = ground_of(self.rules).pairs(enemys=defender)
        if not pairs:
            raise Unread
        self.assumed.append(Assumed("turn", (pairs[0][0],)))
        return pairs[0][0]

    def defender(self, attacker: str) -> str:
        """The power that is attacked; where none is said one that is at war with the attacker."""
        if self.made.defender:
            return self.made.defender
        pairs = ground_of(self.rules).pairs(attacker)
        if not pairs:
            raise Unread
        return pairs[0][1]

    def somebody(self, power: str, land: str) -> dict[str, int]:
        """The infantry that is taken to defend a land where no units are said to."""
        self.assumed.append(Assumed("stands", (self.soldier, power, land)))
        return {self.soldier: 1}

    def is_played(self, request: Plain) -> bool:
        """Whether all that is done before what is asked may be done."""
        answer = self.answers(request)
        return all(each.legal for each in (answer.acts[:-1] if answer.request.judged else answer.acts))

    def answers(self, request: Plain) -> Any:
        """The answer to a request."""
        return ask(parse({**self._named, **request}, "the line", self._rules_of))


# -- who holds a land when it is taken


def _holder(builder: _Builder) -> Plain:
    """A power takes a land from another one."""
    made = builder.made
    capitals = {space for seat in builder.rules.board.powers for space in seat.capitals}
    taken = made.only([each for each in made.lands if each not in capitals] or made.lands)
    told = dict(_told_holders(builder))
    acts = [each for each in made.mentions.of("act") if each.which in ("take", "attack", "retreat")]
    others_held = {each: {"held_by": told.get(each, "")} for each in made.lands if each != taken}
    if not acts or not all(each["held_by"] for each in others_held.values()):
        raise Unread
    adjectives = [each for each, _ in _holders_said(builder)]
    named = [
        (each.at, each.units.power if each.units else each.item.power)
        for each in made.mentions.of("power", "units", "turn-of", "place")
        if not any(each is one for one in adjectives)
    ]
    power = next((power for at, power in reversed(named) if at < acts[-1].at and power), "")
    others = [told[taken]] if taken in told else [each for _, each in named if each in builder.enemies(power)]
    held = made.only(others or [builder.holder(taken)])
    if not power or held not in builder.enemies(power):
        raise Unread
    units = {"held_by": held, power: {builder.soldier: 1}, held: {builder.soldier: 1}}
    money = made.number_at("ipc")
    treasuries = {} if money is None else {"treasuries": {held: money, power: 0}}
    if (money is None) is (made.kind == "loot"):
        raise Unread
    return {
        "position": builder.position(power, _CONDUCT, {taken: units, **others_held}, **treasuries),
        "do": [{"battle": taken, "dice": list(_WON)}],
        "show": {"holder": taken} if money is None else {"treasury": power},
    }


def _income(builder: _Builder) -> Plain:
    """What a power collects that holds its printed lands and others."""
    made = builder.made
    power = made.attacker
    if not power or made.attackers or made.defenders or made.defender or made.has("outcome"):
        raise Unread
    held = {land: {"held_by": power} for land in made.lands if builder.rules.board.space(land).held_by != power}
    return {
        "position": builder.position(power, "collect-income", held),
        "do": [{"collect": "income"}],
        "show": {"treasury": power},
    }


def _holders_said(builder: _Builder) -> Iterator[tuple[Mention, str]]:
    """Powers that stand right behind a place, which they hold: ``london is still british``."""
    mentions = builder.made.mentions
    for each in mentions.of("place"):
        behind = mentions.behind(each, ("filler", "old", "hold", "question"))
        last = behind is None or (after := mentions.behind(behind, ("filler", "old"))) is None or not after.units
        if behind is not None and behind.kind == "power" and last and behind.item.role == "people":
            yield behind, each.item.spaces[0]


def _told_holders(builder: _Builder) -> Iterator[tuple[str, str]]:
    """Places, each with the power that is said to hold it."""
    yield from ((space, each.item.power) for each, space in _holders_said(builder))
    yield from ((each.item.spaces[0], each.holder) for each in builder.made.mentions.of("place") if each.holder)


# -- how many units at most


def _placed(builder: _Builder) -> Plain:
    """New units at a complex."""
    made = builder.made
    land = _land(builder)
    complexes = [
        each for each in (*made.attackers, *made.defenders) if builder.rules.kinds[each.unit] is UnitKind.FACILITY
    ]
    if len(complexes) != 1 or len(made.attackers) + len(made.defenders) > 1:
        raise Unread
    power = made.attacker or made.defender or builder.holder(land)
    value, damage = made.number_at("value"), made.number_at("outcome")
    if value is not None and value != builder.rules.board.space(land).value:
        raise Unread
    unit = complexes[0].unit
    there: Plain = {power: {unit: [{"damage": damage}] if damage else 1}}
    if power != builder.rules.board.space(land).held_by:
        there["held_by"] = power
    notes: Plain = {}
    taken = {each.sentence for each in made.mentions.of("act") if each.which == "take"}
    now = taken & {each.sentence for each in made.mentions.of("now")}
    if taken and not now and not made.has("old"):  # it may have been in this turn
        raise Unread
    if now and not made.has("old"):
        notes = {"notes": {"captured": [land], "held": {land: builder.rules.board.space(land).held_by}}}
    request = {
        "position": builder.position(
            power, _MOBILIZE, {land: there}, bought={power: {builder.soldier: _MANY}}, **notes
        ),
        "may": {"mobilize": {builder.soldier: _MANY}, "at": land},
        "show": {"most": "units"},
    }
    if builder.answers(request).legal:  # no number is the most
        raise Unread
    builder.assumed.append(Assumed("bought", (power,)))
    return request


def _land(builder: _Builder) -> str:
    """The one land that is named: as such, or as its power where that is attacked, or has something of its land."""
    made = builder.made
    if made.lands:
        return made.land()
    attacked = [made.mentions.behind(each) for each in made.mentions.of("act")]
    powers = [each.item.power for each in attacked if each is not None and each.kind == "power"]
    powers += [each.power for _, each in made.mentions.units() if belongs(made, each)]
    return made.only([each.id for each in builder.rules.board.spaces if each.id in powers])


def _bombarding(builder: _Builder) -> Plain:
    """Ships that support a landing."""
    made = builder.made
    land, power = _land(builder), made.attacker
    own = [*made.attackers]
    has_room = builder.rules.board.unit
    cargo = [one for each in own for one in each.cargo]
    troops = [*of_kind(made, own, UnitKind.LAND)] or cargo
    ships = [each for each in of_kind(made, own, UnitKind.SHIP) if not has_room(each.unit).has("transport_room")]
    boats = [each for each in own if has_room(each.unit).has("transport_room")]
    fought = made.says("sea battle", "naval battle", "sea fight", "sea combat") or any(
        is_ship(builder, each.unit) for each in made.defenders
    )
    if not power or not ships or not troops or len({*made.zones}) > 1 or fought:
        raise Unread
    zone = made.zones[0] if made.zones else zone_between(builder.rules, land, ())
    if not zone or not builder.rules.board.bordering(zone, land):
        raise Unread
    held = made.defender or builder.holder(land)
    if held not in builder.enemies(power):
        held = next((one for _, one in ground_of(builder.rules).pairs(power)), "")
    landed = counts(troops)
    transport = (
        boats[0].unit if boats else next(each.id for each in builder.rules.board.units if each.has("transport_room"))
    )
    number = max(sum(counts(boats).values()), -(-sum(landed.values()) // 2))
    sea: Plain = {power: {**counts(ships), transport: _loaded(landed, number)}}
    ashore: Plain = {
        "held_by": held,
        held: counts(made.defenders) or builder.somebody(held, land),
    }
    return {
        "position": builder.position(power, _COMBAT, {zone: sea, land: ashore}),
        "do": [{"offload": landed, "from": zone, "to": land}],
        "may": {"bombard": counts(ships), "at": land, "from": zone},
        "show": {"most": "units"},
    }


def is_ship(builder: _Builder, unit: str) -> bool:
    """Whether a unit is a ship."""
    return builder.rules.kinds[unit] is UnitKind.SHIP


def _loaded(landed: Mapping[str, int], ships: int) -> list[Plain]:
    """Land units on so many transports, two on each, of one type after another."""
    left = [unit for unit, number in landed.items() for _ in range(number)]
    rows: list[Plain] = []
    for at in range(ships):
        cargo: dict[str, int] = {}
        for unit in left[2 * at : 2 * at + 2]:
            cargo[unit] = cargo.get(unit, 0) + 1
        rows.append({"cargo": cargo} if cargo else {"cargo": "none"})
    return rows


# -- dice


def _guns(builder: _Builder) -> Plain:
    """Dice of antiaircraft guns, or of a complex that is raided, against aircraft."""
    made = builder.made
    land = _land(builder)
    planes = [*of_kind(made, made.attackers, UnitKind.AIR)]
    own = [each for each in (*made.attackers, *made.defenders) if belongs(made, each)]
    power = made.attacker
    held = made.defender or builder.holder(land)
    if not planes or not own or not power or held not in builder.enemies(power):
        raise Unread
    raid = made.does("raid")
    there = counts([each for each in made.defenders if not is_ship(builder, each.unit)])
    if not raid and all(each in own for each in made.defenders):
        there |= builder.somebody(held, land)
    attackers = counts(planes)
    act: Plain = {"raid": attackers, "at": land} if raid else {"battle": land}
    return {
        "position": builder.position(power, _CONDUCT, {land: {"held_by": held, held: there, power: attackers}}),
        "do": [act],
        "show": {"dice": {held: counts(own)}},
    }


# -- raids


def _money(builder: _Builder) -> Plain:
    """What a raid costs."""
    land, request = _raid(builder)
    return {
        **request,
        "show": {"treasury": builder.holder(land) if not builder.made.defender else builder.made.defender},
    }


def _damage(builder: _Builder) -> Plain:
    """The damage that a raid leaves."""
    land, request = _raid(builder)
    return {**request, "show": {"damage": land}}


def _raid(builder: _Builder) -> tuple[str, Plain]:
    """A raid whose dice are told; antiaircraft dice miss."""
    made = builder.made
    land = _land(builder)
    bombers = [*of_kind(made, made.attackers, UnitKind.AIR)]
    held = made.defender or builder.holder(land)
    power = made.attacker or builder.attacker(held)
    value, damage, money = made.number_at("value"), made.number_at("outcome"), made.number_at("ipc")
    dice = made.numbers()
    named = [*of_kind(made, made.defenders, UnitKind.FACILITY)]
    types = [each.id for each in builder.rules.board.units if builder.rules.kinds[each.id] is UnitKind.FACILITY]
    wrong = made.says("hit") or (value is not None and value != builder.rules.board.space(land).value)
    if wrong or not bombers or held not in builder.enemies(power) or sum(counts(bombers).values()) != len(dice):
        raise Unread
    if len(named) > 1 or (not named and len(types) > 1):
        raise Unread
    unit = named[0].unit if named else types[0]
    if money is None:
        money = sum(dice)
        if made.kind == "money":
            builder.assumed.append(Assumed("money", (held, str(money))))
    there = {"held_by": held, held: {unit: [{"damage": damage}] if damage else 1}, power: counts(bombers)}
    act: Plain = {"raid": counts(bombers), "at": land}
    request: Plain = {
        "position": builder.position(power, _CONDUCT, {land: there}, treasuries={held: money}),
        "do": [act],
    }
    for _ in range(_MOST_ROLLS):
        waiting = builder.answers(request).waiting
        roll = waiting[0].wants if waiting else None
        if not isinstance(roll, Roll):
            break
        faces = dice if roll.what == "raid" else [_MISS] * len(roll.dice)
        act["dice"] = [*act.get("dice", ()), *faces]
    return land, request


# -- odds


def _round(builder: _Builder) -> Plain:
    """How likely the one unit of a side is lost in the first cycle of combat."""
    made = builder.made
    request, defender = _fight(builder)
    lost = counts(made.defenders)
    struck = all(_is_struck(builder, each) for each in made.again)
    hits = builder.rules.board.unit(next(iter(lost))).hits
    if sum(lost.values()) != 1 or not struck or made.has("all") or (hits != 1 and not made.says("sink", "sunk", "die")):
        raise Unread
    return {**request, "odds": {"rounds": 1, "lost": {defender: lost}}}


def _needs(builder: _Builder) -> Plain:
    """At what units hit that are named again, or the only ones that attack."""
    made = builder.made
    request, _ = _fight(builder)
    again = {each.units.unit for each in made.again if each.units is not None} or {*counts(made.attackers)}
    if len(again) != 1 or not again <= {*counts(made.attackers)} or again <= {*counts(made.defenders)}:
        raise Unread
    power = made.attacker or request["position"]["turn"]
    battle = next(iter(request["position"]["spaces"]))
    return {**request, "do": [{"battle": battle}], "show": {"dice": {power: dict.fromkeys(again, 1)}}}


def _is_struck(builder: _Builder, again: Mention) -> bool:
    """Whether units that are named again are those that are lost: the defender's, or others that hit."""
    behind = builder.made.mentions.behind(again)
    hits = behind is not None and behind.which == "attack"
    return hits or (again.units is not None and again.units.unit in counts(builder.made.defenders))


def _odds(builder: _Builder) -> Plain:
    """How likely a battle ends how."""
    return {**_fight(builder)[0], "odds": "yes"}


def _fight(builder: _Builder) -> tuple[Plain, str]:
    """A battle; where no place is named on ground that has nothing else to do with it; and who defends."""
    made = builder.made
    if not made.attackers or not made.defenders:
        raise Unread
    power = builder.attacker(made.defender)
    held = builder.defender(power)
    ships = any(is_ship(builder, each.unit) for each in (*made.attackers, *made.defenders))
    places = [*dict.fromkeys(made.zones if ships else made.lands)]
    if len(places) > 1 or held not in builder.enemies(power):
        raise Unread
    space = places[0] if places else _ground(builder, held, ships)
    if is_sea(builder.rules, space) is not ships:
        raise Unread
    there: Plain = {power: counts(made.attackers), held: counts(made.defenders)}
    if not ships:
        there["held_by"] = held
    return {"position": builder.position(power, _CONDUCT, {space: there})}, held


def _ground(builder: _Builder, held: str, sea: bool) -> str:
    """A plain sea zone, or a plain land of a power."""
    ground, kind = ground_of(builder.rules), SpaceKind.SEA_ZONE if sea else SpaceKind.TERRITORY
    plain = (each for each in builder.rules.board.spaces if each.kind is kind and ground.is_plain(each))
    found = next((each.id for each in plain if sea or each.held_by == held), "")
    if not found:
        raise Unread
    builder.assumed.append(Assumed("battle", (found,)))
    return found


#: what builds the position for what is asked for, by the words ``wanted ...`` of ``data/words.yaml``
KINDS: Mapping[str, Callable[[_Builder], Plain]] = {
    "holder": _holder,
    "loot": _holder,
    "income": _income,
    "placed": _placed,
    "bombarding": _bombarding,
    "guns": _guns,
    "money": _money,
    "damage": _damage,
    "round": _round,
    "odds": _odds,
    "needs": _needs,
}
