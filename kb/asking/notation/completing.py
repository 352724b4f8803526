"""Completes the facts that a line leaves out: facts of captured land, aircraft that sail with their carrier, a battle
that has begun, the ends of phases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import cast

from kb.base.english import possessive
from kb.base.errors import BadInput, Finding
from kb.cases.acts import VERBS
from kb.cases.language.scenario import Act, Contents, PositionTable, units_of
from kb.cases.language.units import Row, Units
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords
from kb.engine.core.notes import KAMIKAZE_ROUSED
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import OLD_WAR, account, replace
from kb.engine.core.rulebook import Rulebook
from kb.engine.neutrals import PRINTED_SIDES
from kb.games.board_model import Placement, SpaceKind, UnitKind
from kb.games.names import power_name

#: the rules with the price of a research die, for which money is lost in raids, and by which only a treasury pays
_RESEARCH_PRICE, _LOSS = "research-dice-cost", "raid-pays-at-most-what-there-is"
_NEEDS_TREASURY = "income-needs-a-treasury"
#: the rule by which land raises units for a power at the beginning of its turn
_LAND_RAISES = "land-raises-infantry"
#: the rules of wars that partners share, and the keys of these partners and of their enemies
_WARS_OF_PARTNERS = {
    "war-with-one-is-war-with-all": ("on", "powers"),
    "partners-go-to-war-together": ("partners", "on"),
}
#: the rule by which lost islands allow kamikaze attacks
_LOST_ISLANDS = "lost-islands-allow-kamikaze-attacks"
#: the verbs of decisions in a battle that waits, and the verb of the end of a phase
_IN_BATTLE, _ENDS = ("submerge", "retreat", "withdraw"), "end"
#: the rule with the land that may be attacked without a war
_WITHOUT_WAR = "some-land-is-attacked-without-war"
#: the verbs of actions that need a facility in their space
_AT_FACILITIES = ("mobilize", "raid", "repair", "rocket")


def complete(
    rules: Rulebook,
    words: GameWords,
    position: PositionTable,
    acts: Sequence[Act],
    absent: Container[tuple[str, str]],
) -> tuple[list[Act], list[int], list[str]]:
    """Complete the position, in place, and the actions. Return the actions, the indexes of the ends of phases that were
    added, and the assumptions. ``absent`` has types of units, each with a space without them. Raises :class:`BadInput`
    if captured land cannot be completed."""
    wars = [*_complete_wars_of_lost_land(rules, words, position, acts), *_complete_wars(rules, position)]
    accounts = [*_complete_accounts(rules, position, acts), *wars]
    acts = [_paid_by_the_stated(position, act) for act in acts]
    captured = [*_complete_captured(rules, words, position), *_complete_holders(rules, words, position, acts)]
    missing = missing_facilities(rules, position, acts)
    facilities = [row for row in missing if (row.unit, row.space) not in absent and (row.unit, "") not in absent]
    assumed = [
        *accounts,
        *captured,
        *_complete_lost_islands(rules, words, position),
        *_complete_movers(rules, words, position, acts),
        *_complete_facilities(words, position, facilities),
        *_complete_raised(rules, words, position, acts),
        *_complete_bought(rules, words, position, acts),
        *_complete_money(rules, position, acts),
    ]
    acts, aboard = with_fighters_aboard(rules, words, position, [*_divided_loads(rules, position, acts)])
    acts, supplied, more = _completed(rules, words, position.get("phase", ""), acts)
    return acts, supplied, [*assumed, *aboard, *more]


def phases_of(rules: Rulebook, act: Act) -> tuple[str, ...]:
    """Return the phases in which an action may be performed; empty if it may be in any phase."""
    return rules.phases_of.get(VERBS[act.kind].kind.name, ())


def _economy(rules: Rulebook, position: PositionTable, power: str, acts: Sequence[Act]) -> str:
    """Return the economy of a power that actions name; by default that of their land and of the power's capitals with
    enemies in them. If these are none or several, it is the power's first one. It is empty if the power has one
    treasury."""
    board = rules.board
    seat = next((each for each in board.powers if each.id == power), None)
    own = [each.economy for each in seat.treasuries if each.economy] if seat else []
    homes_of = seat.capitals if seat else ()
    homes = {board.space(each).map: board.space(each).economy for each in homes_of}
    places = {act.named("from") or act.named("at") or (isinstance(act.what, str) and act.what) for act in acts}
    lost = (each for each in homes_of if rules.enemies[power] & {*units_of(position["spaces"].get(each, Contents()))})
    places |= {*lost}
    spaces = [each for each in board.spaces if each.id in places]
    around = [
        board.space(each) for space in spaces if space.kind is SpaceKind.SEA_ZONE for each in board.around(space.id)
    ]
    land = [each for each in (*spaces, *around) if each.kind is SpaceKind.TERRITORY]
    named = {act.named("economy") for act in acts} - {""} or {each.economy or homes.get(each.map, "") for each in land}
    return next((each for each in own if {*own} & named == {each}), own[0] if own else "")


def _complete_accounts(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the economy of units that a power has bought, and of its money. Yields the assumptions."""
    for key, what in (("bought", "has bought the units"), ("treasuries", "has the money")):
        table = cast("dict[str, object]", position.get(key, {}))
        for power in [each for each in table if each in rules.order]:
            if economy := _economy(
                rules, position, power, [act for act in acts if (act.power or position["turn"]) == power]
            ):
                payer = account(power, economy)
                table[payer] = table.pop(power)
                yield f"{power_name(payer)} {what}"


def _paid_by_the_stated(position: PositionTable, act: Act) -> Act:
    """Return an action. A purchase without a named economy gets the only economy of its power whose money the line
    states."""
    power = act.power or position["turn"]
    stated = [each.partition("/")[2] for each in position.get("treasuries", {}) if each.startswith(f"{power}/")]
    is_certain = act.kind == "purchase" and "economy" not in act.given and len(stated) == 1
    return replace(act, given={**act.given, "economy": stated[0]}) if is_certain else act


def _complete_wars_of_lost_land(
    rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]
) -> Iterator[str]:
    """Complete the wars of powers of different sides of which one holds original land of the other, unless the position
    has wars or an act declares one. Land that may be attacked without a war is left out. Yields the assumptions."""
    free = rules.lines[_WITHOUT_WAR].given.get("spaces", ()) if _WITHOUT_WAR in rules.lines else ()
    wars: dict[str, dict[str, str]] = {}
    is_told = "wars" in position or any(act.kind == "declare-war" for act in acts)
    for space, contents in () if is_told else position["spaces"].items():
        holder, owner = str(contents.get("held_by", "")), rules.board.space(space).owner
        if not rules.board.wars or holder not in rules.enemies.get(owner, ()) or space in cast("Sequence[str]", free):
            continue
        known = {(holder, owner), (owner, holder)} & {*rules.board.wars}
        if not known and owner not in wars.get(holder, {}) and holder not in wars.get(owner, {}):
            wars.setdefault(holder, {})[owner] = OLD_WAR
            yield f"{power_name(holder)} and {power_name(owner)} are at war, because of {words.space(space)}"
    if wars:
        position["wars"] = wars


def _complete_wars(rules: Rulebook, position: PositionTable) -> Iterator[str]:
    """Complete wars of partners, which go to war together or are attacked together: if one is at war with a power, so
    are the others. Yields the assumptions."""
    wars = position.get("wars", {})
    for name, sides in _WARS_OF_PARTNERS.items():
        given = rules.lines[name].given if name in rules.lines else {}
        partners, others = (cast("Sequence[str]", given.get(each, ())) for each in sides)
        stated = [
            (other, how, is_attacked)
            for other in others
            for partner in partners
            for is_attacked, how in (
                (True, wars.get(other, {}).get(partner)),
                (False, wars.get(partner, {}).get(other)),
            )
            if how
        ]
        for other, how, is_attacked in stated:
            for partner in partners:
                if partner not in wars.get(other, {}) and other not in wars.get(partner, {}):
                    by, on = (other, partner) if is_attacked else (partner, other)
                    wars.setdefault(by, {})[on] = how
                    yield f"{power_name(by)} and {power_name(on)} are at war, as their partners are"


def _complete_captured(rules: Rulebook, words: GameWords, position: PositionTable) -> Iterator[str]:
    """Complete captured land: its printed holder held it before, the power whose turn it is holds it now, and its guns
    and facilities were captured with it.

    Land that is printed as that of a friend was an enemy's. Yields the assumptions. Raises :class:`BadInput` if the
    previous holder is a friend of the captor.
    """
    notes, held = position.get("notes", {}), dict[str, str]()
    captured_land, said = notes.get("captured"), notes.get("held")
    before_turn = {land: str(power) for land, power in said.items()} if isinstance(said, dict) else {}
    for space in captured_land if isinstance(captured_land, list) else ():
        printed, contents = rules.board.space(space).held_by, position["spaces"].setdefault(space, {})
        captor = str(contents.get("held_by") or position.get("turn", ""))
        name, enemies = space.replace("-", " "), rules.enemies.get(captor, frozenset())
        before = before_turn.get(space, "")
        foe = next((each for each in rules.order if each in enemies), "")
        if before in rules.friends.get(captor, ()):
            says = f"{power_name(captor)} cannot have captured {name} from {power_name(before)}"
            raise BadInput(Finding(says, hint=f"write: held: {name} {foe.replace('-', ' ')}, or another enemy"))
        if space not in before_turn:
            if not printed and (rules.board.space(space).neutral or rules.board.space(space).owner):
                held[space] = NONE
                yield f"{words.space(space)} was nobody's when the turn began"
            else:
                own = not printed or printed == captor or printed in rules.friends.get(captor, ())
                held[space] = foe if own else printed
                yield f"{words.space(space)} was {possessive(power_name(held[space]))} when the turn began"
        if "held_by" not in contents:
            contents["held_by"] = captor
            yield f"{words.space(space)} is {possessive(power_name(captor))}, which captured it"
        for power, units in units_of(contents).items():
            captured = [row for row in units if _is_captured(rules, row, units)]
            for row in captured:
                yield f"the {words.unit(row.unit)} in {words.space(space)} was captured with it"
            if captured:
                marked = (row._replace(state={**row.state, "is": ["captured"]}) for row in units)
                contents[power] = tuple(new if row in captured else row for row, new in zip(units, marked, strict=True))
    if held:
        position["notes"] = {**notes, "held": {**before_turn, **held}}


def land_of_enemies(rules: Rulebook, position: PositionTable) -> Iterator[tuple[str, set[str]]]:
    """Yield each land in which only enemies of its printed holder have units, and these powers."""
    for space, contents in (position.get("spaces") or {}).items():
        there = {power for power, rows in units_of(contents or {}).items() if any(row.number for row in rows)}
        if there and there <= rules.enemies.get(rules.board.space(space).held_by, frozenset()):
            yield space, there


def captors(rules: Rulebook, position: PositionTable) -> Iterator[tuple[str, str]]:
    """Yield each land that a power must have taken, and that power: only its land units, or in the turn of another only
    its units, are in land of its enemies or in neutral land.

    Left out is land that the power whose turn it is may only be attacking, or be about to claim: land of enemies and
    unfriendly neutrals until the combat is over, friendly neutrals in the noncombat move.
    """
    turn, phase = position.get("turn"), position.get("phase", "")
    order = [each.id for each in rules.ruleset.phases]
    is_over = CONDUCT_COMBAT in order and phase in order[order.index(CONDUCT_COMBAT) + 1 :]
    for space, (power, *others) in land_of_enemies(rules, position):
        if not others and (power != turn or (is_over and _has_land_units(rules, position["spaces"][space]))):
            yield space, power
    for space, contents in (position.get("spaces") or {}).items():
        printed, powers = rules.board.space(space), [*units_of(contents or {})]
        if not printed.neutral or printed.closed or len(powers) != 1 or not _has_land_units(rules, contents):
            continue
        friend = PRINTED_SIDES.get(printed.neutral) is rules.sides.get(powers[0])
        comes = phase == NONCOMBAT_MOVE if friend else phase in (COMBAT_MOVE, CONDUCT_COMBAT)
        if powers[0] in rules.order and not (powers[0] == turn and comes):
            yield space, powers[0]


def _has_land_units(rules: Rulebook, contents: Contents) -> bool:
    """Return whether land units or facilities are among the contents of a space."""
    rows = (row for rows in units_of(contents).values() for row in rows if row.number)
    return any(rules.kinds[row.unit] in (UnitKind.LAND, UnitKind.FACILITY) for row in rows)


def _defended(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[tuple[str, str]]:
    """Yield each land of its own printed side in which the power whose turn it is fights a battle, and the only enemy
    there. That enemy must have taken the land."""
    turn = position["turn"]
    for act in acts:
        there = {*units_of(position["spaces"].get(act.named(), Contents()))} if act.kind == "battle" else set()
        enemies = there & rules.enemies.get(turn, frozenset())
        if turn in there and len(enemies) == 1 and rules.board.space(act.named()).held_by in rules.friends[turn]:
            yield act.named(), enemies.pop()


def _complete_holders(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the holder of land that an enemy must have taken (:func:`captors`, :func:`_defended`). If the line
    states the printed holder, delete it, because a case has it by default. Yields the assumptions."""
    for space, power in (*captors(rules, position), *_defended(rules, position, acts)):
        contents = position["spaces"][space]
        if "held_by" not in contents:
            contents["held_by"] = power
            yield f"{words.space(space)} is {possessive(power_name(power))}, whose units are there"
        elif contents["held_by"] == rules.board.space(space).held_by:
            del contents["held_by"]


def _complete_lost_islands(rules: Rulebook, words: GameWords, position: PositionTable) -> Iterator[str]:
    """Complete the note that kamikaze attacks may begin, if an enemy holds an island whose loss allows them and whose
    printed holder makes them. Yields the assumption."""
    given = rules.lines[_LOST_ISLANDS].given if _LOST_ISLANDS in rules.lines else {}
    powers, islands = (cast("Sequence[str]", given.get(each, ())) for each in ("powers", "spaces"))
    spaces, foes = position["spaces"], {foe for each in powers for foe in rules.enemies.get(each, ())}
    own = (each for each in islands if each in spaces and rules.board.space(each).held_by in powers)
    lost = [each for each in own if spaces[each].get("held_by") in foes]
    noted = position.setdefault("game_notes", {}) if lost else {}
    if lost and KAMIKAZE_ROUSED.name not in noted:
        noted[KAMIKAZE_ROUSED.name] = "yes"
        yield f"{words.space(lost[0])} has fallen, so kamikaze attacks may begin"


def _complete_movers(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the units that a move, a load or a landing takes from a space about which the line says nothing, and
    those that raid a space in which the line has no units of their power: they are there. Those that land are aboard
    one ship, if they fit.

    Yields the assumptions. Nothing is added to the printed set-up, or to a space to which an earlier action leads.
    """
    stated, reached, landed = {*position["spaces"]}, set[str](), set[str]()
    for act in () if position.get("from") else acts:
        route = act.names("route")
        start, rows = "", act.units() if act.kind in ("move", "load", "offload", "bombard", "raid") else ()
        rows = (Row("", act.named(), 1),) if act.kind == "rocket" else rows
        if rows:
            start = route[0] if act.kind == "move" else act.named("from") or act.named("at")
        if act.kind == "offload" and rows:
            rows = tuple(
                row for each in acts if each.kind == "offload" and each.named("from") == start for row in each.units()
            )
            needed = sum((rules.board.unit(row.unit).transport_cost or 0) * row.number for row in rows)
            ships = [each.id for each in rules.board.units if 0 < needed <= (each.transport_room or 0)]
            rows = (Row("", ships[0], 1, {"cargo": rows}),) if len(ships) == 1 and start not in landed else ()
            landed.add(start)
        power, there = act.power or position["turn"], position["spaces"].get(start, Contents())
        owners = {row.power or power for row in rows}
        is_stated = bool(owners & {*units_of(there)}) if act.kind == "raid" else start in stated
        if start and not is_stated and start not in reached and rows:
            position["spaces"][start] = there
            stated.add(start)
            for row in rows:
                owner = row.power or power
                there[owner] = (*units_of(there).get(owner, ()), row._replace(power=""))
            for owner in dict.fromkeys(row.power or power for row in rows):
                yield f"{power_name(owner)} has {words.rows(units_of(there)[owner])} in {words.space(start)}"
        reached |= {*route[1:], act.named("to"), act.named("at")}


def missing_facilities(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> list[Placement]:
    """Return the printed facilities of the spaces in which actions place units or take over those of others, or that
    they raid or repair. For a sea zone these are the power's facilities around it. Leave out a space that the position
    states to be empty, captured, or with a facility."""
    board, stated = rules.board, {} if position.get("from") else position.get("spaces", {})
    found, facilities = (
        dict[Placement, None](),
        {each for each, kind in rules.kinds.items() if kind is UnitKind.FACILITY},
    )
    places = [place for act in acts for place in _facility_places(position, act)]
    for own, at in () if position.get("from") else places:
        around = board.around(at) if board.space(at).kind is SpaceKind.SEA_ZONE else ()
        for row in board.setup:
            is_there = row.space == at or (row.space in around and row.power == own)
            said = stated.get(row.space, Contents(held_by=row.power))
            units = {each.unit for rows in units_of(said).values() for each in rows}
            is_free = said and said.get("held_by", row.power) == row.power and not units & facilities
            if is_there and is_free and row.unit in facilities:
                found[row] = None
    return [*found]


def _facility_places(position: PositionTable, act: Act) -> Iterator[tuple[str, str]]:
    """Yield a power and a space for each space in which an act needs a facility of the power."""
    if act.kind in _AT_FACILITIES:
        at = act.named("at")
        yield act.power or position["turn"], act.named("from") or at if act.kind == "mobilize" else at
    for power, chosen in act.choices if act.kind == "end" else ():
        taken = {(row.power, row.unit) for row in chosen if isinstance(row, Row) and row.power not in ("", power)}
        for space, contents in position.get("spaces", {}).items():
            if taken & {(owner, row.unit) for owner, rows in units_of(contents).items() for row in rows}:
                yield power, space


def _complete_facilities(words: GameWords, position: PositionTable, rows: Sequence[Placement]) -> Iterator[str]:
    """Add printed facilities to the position. Yields the assumptions."""
    for row in rows:
        there = position["spaces"].setdefault(row.space, Contents())
        there[row.power] = (*units_of(there).get(row.power, ()), Row("", row.unit, row.count))
        named = words.units({row.unit: row.count})
        yield f"{power_name(row.power)} has {named} in {words.space(row.space)}, as in the printed set-up"


def _complete_raised(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Add the units that a power has received for its land this turn to the position as bought, if the line concerns
    them and does not mention purchases. Yield the assumption."""
    power, phase = position["turn"], position.get("phase", "")
    kinds = [phases_of(rules, Act(kind, "")) for kind in ("research", "purchase", "mobilize")]
    concerns = phase in (*kinds[1], *kinds[2]) or any(act.kind == "mobilize" for act in acts)
    if "bought" in position or phase in kinds[0] or not concerns or not _is_raised(rules, power):
        return
    given, captured = rules.lines[_LAND_RAISES].given, position.get("notes", {}).get("captured", ())
    holders = {space.id: space.held_by for space in rules.board.spaces}
    holders |= {space: str(there["held_by"]) for space, there in position["spaces"].items() if "held_by" in there}
    land = sum(holder == power for space, holder in holders.items() if space not in cast("list[str]", captured))
    number = land // cast("int", given["territories"])
    units = tuple(Row("", unit, number) for unit in cast("tuple[str, ...]", given["units"]) if number)
    position["bought"] = {power: units} if units else {}
    yield f"{power_name(power)} has received {words.rows(units) or 'no units'} for {land} territories"


def _is_raised(rules: Rulebook, power: str) -> bool:
    """Return whether a power receives its units for its land, and buys none."""
    line = rules.lines.get(_LAND_RAISES)
    return line is not None and power in cast("tuple[str, ...]", line.given["powers"])


def _complete_bought(rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Add the units that a power places to the position as bought, if the line does not mention purchases. Yield each
    assumption."""
    if "bought" in position or any(act.kind == "purchase" for act in acts):
        return
    number = defaultdict[str, Counter[str]](Counter)
    for act in acts:
        if act.kind == "mobilize":
            power = act.power or position["turn"]
            if _is_raised(rules, power):
                continue
            number[account(power, _economy(rules, position, power, [act]))] += _count(act.units())
    bought = {power: tuple(Row("", unit, n) for unit, n in units.items()) for power, units in number.items()}
    for power, units in bought.items():
        position["bought"] = bought
        yield f"{power_name(power)} has bought {words.rows(units)}"


def _complete_money(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[str]:
    """Complete the treasury of a power that pays if the line says nothing about its money: it has the printed price, or
    what the dice of a raid or rocket can take.

    Yields the assumptions. Of several economies all are completed for a repair, which the land decides.
    """
    line, stated = rules.lines.get(_RESEARCH_PRICE), [*position.get("treasuries", {})]
    each_die = line.given.get("ipcs", 0) if line else 0
    phase_is_over = False
    for act in () if position.get("from") else takewhile(lambda act: act.kind != "collect", acts):
        phase_is_over = phase_is_over or act.kind == _ENDS
        power, is_lost = act.power or position["turn"], act.kind in ("raid", "rocket")
        if is_lost:
            land = act.named("at")
            power = str(position["spaces"].get(land, Contents()).get("held_by") or rules.board.space(land).held_by)
            price = sum(act.dice) if _LOSS in rules.lines else 0
        elif phase_is_over:
            continue
        elif act.kind == "purchase":
            price = sum((rules.board.unit(row.unit).cost or 0) * row.number for row in act.units())
        elif act.kind == "research":
            price = act.research["dice"] * (each_die if isinstance(each_die, int) else 0)
        else:
            price = act.what if act.kind == "repair" and isinstance(act.what, int) else 0
        if not price or any(each.split("/")[0] == power for each in stated):
            continue
        seats = (seat.treasuries for seat in rules.board.powers if seat.id == power)
        own = [each.economy for each in next(seats, ()) if each.ipc is not None]
        if not own and _NEEDS_TREASURY in rules.lines:
            continue
        economies = (own or [""]) if act.kind == "repair" else [act.named("economy") or (own or [""])[0]]
        treasuries = position.setdefault("treasuries", {})
        for economy in economies:
            treasuries[account(power, economy)] = treasuries.get(account(power, economy), 0) + price
        yield f"{power_name(power)} can pay {'' if is_lost else 'the printed price, '}{price} IPCs"


def _is_captured(rules: Rulebook, row: Row, units: Units) -> bool:
    """Return whether the units of a row in captured land are guns or facilities, which were captured with it. It is
    false if any of ``units``, those in the land, is of that type and has a stated mark."""
    kind = rules.kinds.get(row.unit)
    gun = kind is UnitKind.LAND and not rules.board.unit(row.unit).attack
    return (gun or kind is UnitKind.FACILITY) and not any("is" in each.state for each in units if each.unit == row.unit)


def _completed(
    rules: Rulebook, words: GameWords, phase: str, acts: Sequence[Act]
) -> tuple[list[Act], list[int], list[str]]:
    """Complete the actions from a phase on with the battle before a decision in it, and with the ends of phases. Return
    the actions, the indexes among them of the ends that were added, and the assumptions."""
    assumed: list[str] = []
    done = [*acts]
    in_combat = phase == CONDUCT_COMBAT or any(act.kind in (_ENDS, "move") for act in acts)
    at = done[-1].named("at") if done and done[-1].kind in _IN_BATTLE and in_combat else ""
    if at and not any(act.kind == "battle" for act in acts):
        done.insert(-1, Act("battle", at))
        assumed.append(f"the battle in {words.space(at)} has begun")
    for place, (act, after) in enumerate(pairwise(done)):
        if act.kind == "battle" and after.kind == "submerge" and not act.dice and "cycles" not in act.given:
            done[place] = replace(act, given={**act.given, "cycles": 0})
    order = [each.id for each in rules.ruleset.phases]
    made: list[Act] = []
    supplied: list[int] = []
    for act in done:
        named = act.named("phase")  # "may they fly to egypt in noncombat"
        act = replace(act, given={key: each for key, each in act.given.items() if key != "phase"}) if named else act
        allowed = [each for each in ((named,) if named else phases_of(rules, act)) if each in order]
        later = [each for each in allowed if order.index(each) > order.index(phase)]
        is_begun = bool(made or named) or (act.kind == "battle" and phase == COMBAT_MOVE)
        if phase not in allowed and later and is_begun:
            for ended in order[order.index(phase) : order.index(later[0])]:
                supplied.append(len(made))
                made.append(Act(_ENDS, ended))
                assumed.append(f"the phase {words.titled(ended)} has been ended")
            phase = later[0]
        made.append(act)
        if act.kind == _ENDS and act.what in ("phase", phase) and phase != order[-1]:
            phase = order[order.index(phase) + 1]
    return made, supplied, assumed


def _divided_loads(rules: Rulebook, position: PositionTable, acts: Sequence[Act]) -> Iterator[Act]:
    """Yield the actions; a load that needs several ships of its zone is divided, one action for each unit."""
    most = max((each.transport_room or 0 for each in rules.board.units), default=0)
    loaded = Counter[str]()
    for act in acts:
        rows, zone = (act.units() if act.kind == "load" and "transport" not in act.given else ()), act.named("to")
        there = units_of(position["spaces"].get(zone, {})).get(act.power or position["turn"], ())
        ships = sum(row.number for row in there if rules.board.unit(row.unit).transport_room)
        cost = {row.unit: rules.board.unit(row.unit).transport_cost or 0 for row in rows}
        loaded[zone] += sum(cost[row.unit] * row.number for row in rows)
        if ships > 1 and loaded[zone] > most and not any(row.state or row.power for row in rows):
            for row in sorted(rows, key=lambda each: -cost[each.unit]):
                yield from [replace(act, what=(row._replace(number=1),))] * row.number
        else:
            yield act


def with_fighters_aboard(
    rules: Rulebook, words: GameWords, position: PositionTable, acts: Sequence[Act]
) -> tuple[list[Act], list[str]]:
    """Return the actions with aircraft that sail with their carriers, and the assumptions.

    Aircraft sail if no action names their type in that zone. The key ``without`` of a move without aircraft is removed.
    """
    done, assumed = [*acts], list[str]()
    for place, act in enumerate(acts):
        if "without" in act.given:
            done[place] = replace(act, given={key: each for key, each in act.given.items() if key != "without"})
        elif (number := _aboard(rules, position, act)) and not _are_named(acts, number, act.names("route")[0]):
            done[place] = replace(act, what=(*act.units(), *(Row("", kind, count) for kind, count in number.items())))
            sailing = f"{words.units(number)} of {power_name(act.power or position['turn'])}"
            assumed.append(f"aboard the carrier from {words.space(act.names('route')[0])}: {sailing}")
    return done, assumed


def _aboard(rules: Rulebook, position: PositionTable, act: Act) -> Counter[str]:
    """Return all aircraft in the zone that the carriers of a power leave, if all of these leave it and have room for
    them; none if the line gives a state of these units."""
    own = [row for row in act.units() if not row.power] if act.kind == "move" else []
    if not own:
        return Counter()
    board, moved, power = rules.board, _count(own), act.power or position["turn"]
    there = units_of(position.get("spaces", {}).get(act.names("route")[0], {})).get(power, ())
    ships = [row for row in there if board.unit(row.unit).carrier_room]
    cargo = [each for row in ships for each in row.cargo if each.power in ("", power)]
    planes = [row for row in (*there, *cargo) if board.unit(row.unit).carrier_cost]
    decks, number = _count(ships), _count(planes)
    room = sum((board.unit(kind).carrier_room or 0) * count for kind, count in decks.items())
    need = sum((board.unit(kind).carrier_cost or 0) * count for kind, count in number.items())
    is_plain = not any(row.state.keys() - {"cargo", "name"} for row in (*ships, *planes))
    sails = bool(ships) and is_plain and need <= room and all(decks[kind] == moved[kind] for kind in decks)
    return number if sails else Counter()


def _count(rows: Sequence[Row]) -> Counter[str]:
    """Return the number of units of each type."""
    return Counter(row.unit for row in rows for _ in range(row.number))


def _are_named(acts: Sequence[Act], types: Container[str], space: str) -> bool:
    """Return whether an action names units of some types in a space."""
    return any(
        isinstance(row, Row) and row.unit in types and space in (*act.names("route"), act.named("at"))
        for act in acts
        for row in (act.what if isinstance(act.what, tuple) else ())
    )
