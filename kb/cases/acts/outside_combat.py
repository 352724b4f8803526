"""The verbs outside combat: research, purchases, repairs, moves, transports; landings, placements, income, national
advantages, declarations of war, the ends of phases."""

from __future__ import annotations

from collections.abc import Container

from kb.base.english import listed, number
from kb.base.shape import ListOf, Name, Number, OneOf, Record
from kb.cases.acts.verb import (
    Context,
    Ids,
    Rank,
    Repeat,
    Test,
    Unplayable,
    Verb,
    WrittenAct,
    arrivals_before,
    choose_units,
    has_acted,
    named_unit,
    same_units,
    what_is_there,
    write_units,
)
from kb.cases.language.grammar import BOUGHT, POWER, SHIP, SPACE, SPACES, UNIT, UNITS
from kb.cases.language.scenario import Act, Given, ResearchTable
from kb.cases.language.units import Row
from kb.cases.language.words import GameWords, counted
from kb.engine.advantages import INVOKED, Invoke
from kb.engine.core.actions import EndPhase, Load, Move, Offload
from kb.engine.core.points import COLLECT_INCOME
from kb.engine.core.position import Mark, Unit, replace
from kb.engine.game import asking
from kb.engine.income import CollectIncome
from kb.engine.landing import Land
from kb.engine.mobilize import Mobilize, producers_on_the_coast
from kb.engine.purchase import Purchase, Repair, Research
from kb.engine.sea import CallOff
from kb.engine.units import equal_units, has_room, room_aboard
from kb.engine.wars import DeclareWar
from kb.games.board_model import SpaceKind, UnitKind
from kb.games.names import Wording, power_name

#: the value of ``by`` for land units that fly with an aircraft
_AIR = "air"


def _describe_research(words: GameWords, act: Act) -> str:
    """Return a purchase of research in words, without its power."""
    dice = act.research["dice"]
    if "technology" in act.research:
        return f"rolls {number(dice)} dice for {words.titled(act.research['technology'])}"
    if words.keeps_researchers:
        return f"buys {counted(dice, 'researcher', 'researchers')} and has all roll"
    return f"buys {counted(dice, 'research die', 'research dice')} and rolls"


def _write_research(action: Research, context: Context) -> WrittenAct:
    """Return the fields with which a case writes a purchase of research."""
    dice: ResearchTable = {"dice": action.dice}
    return {"what": {"technology": action.technology, **dice} if action.technology else dice}


def _write_move(action: Move, context: Context) -> WrittenAct:
    """Return the fields with which a case writes a move."""
    moved = {(unit.power, unit.type) for unit in map(context.position.units.__getitem__, action.units)}
    rank = _carriers_first(context, action.route[0], moved)
    said = write_units(context, action.power, action.units, action.route[0], rank=rank)
    return {"what": said, "route": list(action.route), **({"by": _AIR} if action.by_air else {})}


def _move(act: Act, context: Context, power: str) -> Move:
    """Return the move of an act. Units that are aboard another unit of the act are left out, because they move with it,
    except aircraft of the carrier's own power."""
    route = tuple(act.names("route"))
    called = {(row.power or power, row.unit) for row in act.units()}
    rank = _carriers_first(context, route[0], called)
    named = choose_units(act, context, power, act.units(), route[0], rank=rank)
    units = context.position.units
    carried = {unit for unit in named if units[unit].aboard in named and not _launches(context, units[unit])}
    return Move(power, tuple(unit for unit in named if unit not in carried), route, "by" in act.given)


def _carriers_first(context: Context, space: str, moved: Container[tuple[str, str]]) -> Rank:
    """Return a rank: ships in ``space`` that carry units of a power and type in ``moved`` come first, then units that
    have not acted."""
    here = context.position.at(space)
    ships = {unit.aboard for unit in here if unit.aboard and (unit.power, unit.type) in moved}
    return lambda unit: 0 if unit.id in ships else 1 + has_acted(unit)


def _launches(context: Context, unit: Unit) -> bool:
    """Return whether a unit aboard takes off and moves by itself: an aircraft of the carrier's own power."""
    ship = context.position.units[unit.aboard]
    return context.rules.board.unit(unit.type).kind is UnitKind.AIR and unit.power == ship.power


# -- transports


def _ship(act: Act, context: Context, power: str, zone: str) -> int:
    """Return the id of the ``transport`` that an act gives by its name or its state; 0 if it gives none. Raises
    :class:`Unplayable` unless it is one ship."""
    ship = act.given.get("transport")
    if ship is None or isinstance(ship, str):
        return named_unit(context, ship) if ship else 0
    ids = choose_units(act, context, power, act.units("transport"), zone)
    if len(ids) != 1:
        raise Unplayable(f"'transport' lists {len(ids)} ships, not one", "name one ship")
    return ids[0]


def _write_ship(context: Context, power: str, ship: Unit) -> WrittenAct:
    """Return the key ``transport`` of an act, which selects a ship by its name, or by its state if it is unnamed."""
    if context.names.get(ship.name, (0,))[0] == ship.id:
        return {"transport": ship.name}
    return {"transport": write_units(context, power, [ship.id], ship.at)}


def _ashore(unit: Unit) -> bool:
    """Return whether a unit is aboard no other."""
    return not unit.aboard


def _loadable(context: Context, start: str) -> Test:
    """Return a test for units that can be loaded from a space: in a sea zone those aboard, on land those not aboard."""
    return _aboard(0) if context.rules.board.space(start).kind is SpaceKind.SEA_ZONE else _ashore


def _write_load(action: Load, context: Context) -> WrittenAct:
    """Return the act of a loading, which names the transport if the engine would choose another one."""
    ship, start = context.position.units[action.transport], context.position.units[action.units[0]].at
    what = write_units(context, action.power, action.units, start, _loadable(context, start))
    try:
        taken = _transport(context, action.power, action.units, ship.at)
    except Unplayable:
        taken = 0
    alike = taken and same_units(context, [taken], [ship.id])
    return {"what": what, "from": start, "to": ship.at, **({} if alike else _write_ship(context, action.power, ship))}


def _load(act: Act, context: Context, power: str) -> Load:
    """Return the loading of an act, on the ship that it selects or else on the one that :func:`_transport` picks."""
    start, zone = act.named("from"), act.named("to")
    units = choose_units(act, context, power, act.units(), start, _loadable(context, start))
    return Load(power, units, _ship(act, context, power, zone) or _transport(context, power, units, zone))


def _transport(context: Context, power: str, units: Ids, zone: str) -> int:
    """Return the id of the ship in a zone that takes the units aboard, if possible not the one that they are on. A ship
    with room comes before others, a transport before a ship with room by an advantage, an own ship before an ally's.
    Raises :class:`Unplayable` if there is no ship, or if the best ones are not equal."""
    board, sides = context.rules.board, context.rules.sides
    play = asking(context.rules, context.position)
    cargo = play.units(units)

    def is_transport(ship: Unit) -> bool:
        return board.unit(ship.type).has("transport_room")

    def rank(ship: Unit) -> tuple[bool, bool, bool]:
        """Return the place of a ship in order, the best first."""
        return (not has_room(play, ship, *cargo), not is_transport(ship), ship.power != power)

    here, side = context.position.at(zone), sides.get(power)
    ships = [
        each
        for each in here
        if sides.get(each.power) is side and (is_transport(each) or room_aboard(play, each, cargo))
    ]
    carriers = {context.position.units[unit].aboard for unit in units}
    ships = [ship for ship in ships if ship.id not in carriers] or ships
    if not ships:
        message = f"no transport of {power_name(power)} or a friend is in {Wording(board).space(zone)}"
        raise Unplayable(message, what_is_there(context, zone))
    best = [ship for ship in ships if rank(ship) == min(map(rank, ships))]
    if len(equal_units(play, best)) > 1:
        message = f"which ship of {power_name(best[0].power)} in {Wording(board).space(zone)}? they differ"
        raise Unplayable(
            message, "write 'aboard 1 transport (empty)', in a case transport: {transport: [{cargo: none}]}"
        )
    return best[0].id


def _aboard(ship: int) -> Test:
    """Return a test for units aboard a ship, or aboard any ship if ``ship`` is 0."""
    return lambda unit: unit.aboard == ship if ship else unit.aboard > 0


def _write_offload(action: Offload, context: Context) -> WrittenAct:
    """Return the act of an offloading, which names the transport if the units are ambiguous otherwise."""
    units = context.position.units
    start, ships = units[action.units[0]].at, {units[unit].aboard for unit in action.units}
    given = {"from": start, "to": action.territory}
    try:
        return {"what": write_units(context, action.power, action.units, start, _aboard(0)), **given}
    except Unplayable:
        if len(ships) != 1:
            raise
    ship = units[ships.pop()]
    what = write_units(context, action.power, action.units, start, _aboard(ship.id))
    return {"what": what, **given, **_write_ship(context, action.power, ship)}


def _offload(act: Act, context: Context, power: str) -> Offload:
    """Return the offloading of an act. Its units are aboard the ship that it selects, or any ship without one."""
    start = act.named("from")
    aboard = _aboard(_ship(act, context, power, start))
    return Offload(power, choose_units(act, context, power, act.units(), start, aboard), act.named("to"))


def _from_the_sea(context: Context) -> Test:
    """Return a test for units that came ashore this turn."""
    board = context.rules.board
    return lambda unit: bool(unit.came) and board.space(unit.came[-1]).kind is SpaceKind.SEA_ZONE


BEFORE_COMBAT: tuple[Verb, ...] = (
    Verb(
        "research: {technology: rockets, dice: 2}",
        "the number of dice to buy; without `technology`, the number of researchers to buy, who roll with those that "
        "were kept",
        "buys research dice, or researchers who roll one die each, and rolls",
        Record(
            "research",
            required={"dice": Number(0, 50, "number of dice")},
            optional={"technology": Name("technology")},
        ),
        _describe_research,
        "researches {dice}[ for {technology}]",
        Research,
        makes=lambda act, context, power: Research(power, act.research.get("technology", ""), act.research["dice"]),
        writes=_write_research,
    ),
    Verb(
        "purchase: {infantry: 3}",
        "`economy`: the one that pays, if the power has several; by default its first",
        "buys units",
        BOUGHT,
        "buys {what:units}[ for the economy of {economy:capital}]",
        "buys|purchases {what}[ economy {economy}]",
        Purchase,
        {"what": "units", "economy": "economy"},
        optional={"economy": Name("economy")},
    ),
    Verb(
        "repair: 3",
        "the number of damage markers to remove `at` a territory from the `facility`, by default the only damaged one or the complex",
        "repairs a complex, or another facility",
        Number(1, 99, "number of damage markers"),
        "takes {what:damage marker/damage markers} off [the {facility:unit} in ]{at:space}",
        "repairs {what} at|in|on {at}[ facility {facility}]",
        Repair,
        {"what": "markers", "at": "territory", "facility": "facility"},
        required={"at": SPACE},
        optional={"facility": UNIT},
    ),
    Verb(
        "move: {tank: 1}",
        "`route: [germany, eastern-europe]`, beginning with its space; cargo moves along; `by: air` if infantry flies "
        "with a bomber to a territory to which it could walk",
        "moves units along a route",
        UNITS,
        "moves {what:chosen} {route:way}[ by {by}]",
        "{what} |moves|goes|sails|flies|drives|walks|enters|sends|blitzes {route}[ by {by}]",
        Move,
        required={"route": ListOf(SPACE, 20, 2)},
        optional={"by": OneOf((_AIR,))},
        makes=_move,
        writes=_write_move,
    ),
    Verb(
        "load: {infantry: 1}",
        "`from` the land, `to` the sea zone, `transport` (a name, or a state: `{transport: [{cargo: none}]}`)",
        "puts land units aboard",
        UNITS,
        "loads {what:chosen} from {from:space} onto [{transport:chosen}|a transport] in {to:space}",
        "loads|picks up {what} from {from} to|onto|on|in|at {to}[ aboard {transport}]",
        Load,
        required={"from": SPACE, "to": SPACE},
        optional={"transport": SHIP},
        makes=_load,
        writes=_write_load,
    ),
    Verb(
        "offload: {infantry: 1}",
        "`from` the sea zone, `to` the land, `transport` (a name, or a state)",
        "puts cargo ashore",
        UNITS,
        "puts {what:chosen}[ (aboard {transport:chosen})] ashore from {from:space} in {to:space}",
        "unloads|offloads|drops {what} from {from} to|into|in|at|on {to}[ aboard {transport}]",
        Offload,
        required={"from": SPACE, "to": SPACE},
        optional={"transport": SHIP},
        makes=_offload,
        writes=_write_offload,
    ),
    Verb(
        "call-off: {infantry: 1}",
        "`at` the land: these of the troops that came ashore there after a sea battle stay aboard",
        "calls off a landing",
        UNITS,
        "calls off the landing of {what:chosen} in {at:space}",
        "calls off {what} at|in {at}",
        CallOff,
        {"at": "territory"},
        required={"at": SPACE},
        stand=("at",),
        may=_from_the_sea,
    ),
)


# -- after combat, and at any time


def _write_mobilize(action: Mobilize, context: Context) -> WrittenAct:
    """Return the act of a placement. The producer is left out if it is the space of the placement. The origin of
    fighters is left out if it is the producer or, without a producer, that space."""
    given: dict[str, Given] = {"what": tuple(Row("", *each) for each in action.units), "at": action.space}
    if action.producer not in ("", action.space):
        given["producer"] = action.producer
    if action.fighters:
        start = context.position.units[action.fighters[0]].at
        given["fighters"] = write_units(context, action.power, action.fighters, start)
        if start != (action.producer or action.space):
            given["fighters_from"] = start
    return given


def _mobilize(act: Act, context: Context, power: str) -> Mobilize:
    """Return the placement. At sea it has, of several producers, the first with which it is legal, else the first."""
    at, producer, fighters = act.named("at"), act.named("producer"), act.units("fighters")
    start = act.named("fighters_from") or producer or at
    ids = choose_units(act, context, power, fighters, start) if fighters else ()
    action = Mobilize(power, tuple((row.unit, row.number) for row in act.units()), at, producer, ids)
    play = asking(context.rules, context.position)
    ways = [replace(action, producer=land) for land in producers_on_the_coast(play, action)]
    if producer or len(ways) < 2 or play.is_land(at):
        return action
    return next((each for each in ways if play.permits(each)), ways[0])


def _describe_invoke(words: GameWords, act: Act) -> str:
    """Return the use of an advantage in words, without its power: with its units, origins and spaces."""
    units = f" with {words.chosen(act.units('units'))}" if "units" in act.given else ""
    origins = [words.space(space) for space in act.names("from")]
    start = f" from {'each of ' if len(origins) > 1 else ''}{listed(origins)}" if origins else ""
    spaces = [words.space(space) for space in act.names("spaces")]
    where = f" to {spaces[1]}" if start and len(spaces) == 2 else f" in {listed(spaces)}" if spaces else ""
    return f"uses {words.titled(act.named())}{units}{start}{where}"


def _write_invoke(action: Invoke, context: Context) -> WrittenAct:
    """Return the act of an advantage. Raises :class:`Unplayable` unless the same units come from each space."""
    given: dict[str, Given] = {"what": action.advantage}
    if action.spaces:
        given["spaces"] = list(action.spaces)
    by_space: dict[str, list[int]] = {}
    for unit in action.units:
        by_space.setdefault(context.position.units[unit].at, []).append(unit)
    said = [write_units(context, action.power, ids, space) for space, ids in by_space.items()]
    if any(each != said[0] for each in said):
        raise Unplayable(f"{action.advantage} takes different units from each space", "use it with those of one space")
    return {**given, "units": said[0], "from": list(by_space)} if said else given


def _invoke(act: Act, context: Context, power: str) -> Invoke:
    """Return the use of an advantage, with the same units from each space. Without ``from`` they are in the first of
    ``spaces``. Raises :class:`Unplayable` for units without a space, and for missing or ambiguous ones."""
    wanted = act.units("units")
    origins = dict.fromkeys(act.names("from") or act.names("spaces")[:1]) if wanted else ()
    if wanted and not origins:
        raise Unplayable("the space of these units is missing", "name it: from sz52")
    units = [unit for space in origins for unit in choose_units(act, context, power, wanted, space)]
    spaces = tuple(act.names("spaces"))
    if len(spaces) + 1 == INVOKED.get(act.named(), (0, 0))[1]:  # the units leave the space that they are in
        spaces = (*tuple(origins)[:1], *spaces)
    return Invoke(power, act.named(), tuple(units), spaces)


#: the most phases that the end of a turn ends
_MOST_PHASES = 20
_PHASE, _TURN = "phase", "turn"


def _again(act: Act, context: Context, so_far: Repeat) -> bool:
    """Return whether ``end: turn`` has to end one more phase: the turn is still the one in which the act began."""
    now, begun = context.position.clock, so_far.begun
    same_turn = (now.turn, now.round) == (begun.turn, begun.round)
    return act.what == _TURN and same_turn and so_far.times < _MOST_PHASES


def _end(act: Act, context: Context, power: str) -> EndPhase | CollectIncome:
    """Return the end of the phase; for ``end: turn``, first the income that may still be collected in it. A phase given
    by its id, which must be the current one, ends even if duties remain, unless the act must be refused."""
    now = context.position.clock.phase
    if act.what not in (_PHASE, _TURN, now):
        raise Unplayable(f"the phase is {now}, not {act.what}", f"write end: {now}")
    view = asking(context.rules, context.position)
    for each in view.players if act.what == _TURN and now == COLLECT_INCOME else ():
        if view.permits(CollectIncome(each)):
            return CollectIncome(each)
    return EndPhase(power, passes_over=act.what == now and not act.must_be_refused)


AFTER_COMBAT: tuple[Verb, ...] = (
    Verb(
        "land: {fighter: 1}",
        "`at`",
        "lands aircraft in their space",
        UNITS,
        "lands {what:chosen} in {at:space}",
        "lands {what} at|in|on {at}",
        Land,
        required={"at": SPACE},
        stand=("at",),
        rank=arrivals_before(Mark.LANDED),
    ),
    Verb(
        "mobilize: {infantry: 3}",
        "`at`, `producer` (the territory of the complex), `fighters` and `fighters_from` (existing ones that go "
        "aboard a new carrier)",
        "places bought units",
        BOUGHT,
        "places {what:units} in {at:space}[ from the complex in {producer:space}][, with {fighters:chosen} going aboard]",
        "places|puts|mobilizes|deploys|builds {what} at|in {at}[ from {producer}][ taking {fighters}][ standing in {fighters_from}]",
        Mobilize,
        required={"at": SPACE},
        optional={"producer": SPACE, "fighters": UNITS, "fighters_from": SPACE},
        makes=_mobilize,
        writes=_write_mobilize,
    ),
    Verb(
        "collect: income",
        "the power collects its income",
        "collects income",
        OneOf(("income",)),
        "collects income",
        "collects {what}",
        CollectIncome,
    ),
    Verb(
        "invoke: enigma-decoded",
        "a national advantage: `units` with `from` (one space or several; the same units from each), `spaces`",
        "uses a national advantage",
        Name("advantage"),
        _describe_invoke,
        "invokes|uses {what}[ with {units}][ from {from}][ at|in {spaces}]",
        Invoke,
        optional={"units": UNITS, "from": ListOf(SPACE, 20, 1, single=True), "spaces": SPACES},
        makes=_invoke,
        writes=_write_invoke,
    ),
    Verb(
        "declare-war: italy",
        "on this power",
        "declares war on another",
        POWER,
        "declares war on {what:name}",
        "declares war on {what}",
        DeclareWar,
        {"what": "on"},
    ),
    Verb(
        "end: phase",
        "or the id of the phase, which then must be the current one; `end: turn` collects income on its way",
        "ends the phase, or the turn",
        Name("phase", (_PHASE, _TURN)),
        lambda words, act: "ends the turn" if act.what == _TURN else "ends the phase",
        "ends {what}",
        EndPhase,
        makes=_end,
        repeats=_again,
        ends=lambda act: _TURN if act.what == _TURN else _PHASE,
    ),
)
