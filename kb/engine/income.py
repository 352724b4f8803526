"""Income: territories, convoys, several economies, lost capitals, and national objectives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kb.engine.battle import attacked_spaces
from kb.engine.core import notes
from kb.engine.core.actions import Action, tells
from kb.engine.core.parameters import Breaches, Fact, IsBreach, Names, Number, NumberByUnit, Spaces, Units
from kb.engine.core.play import ONLY, Play
from kb.engine.core.points import COLLECT_INCOME
from kb.engine.core.position import OLD_WAR, Edit, Mark, Unit, account
from kb.engine.core.rules import candidates, changes, effect_of, happens, holds, owes, refuses
from kb.engine.core.table import Die
from kb.games.board_model import Hindrance, Objective, Pays, Side


@dataclass(frozen=True, slots=True)
class CollectIncome(Action):
    """Collect income."""

    name = "collect_income"


@changes("The territories of {power} pay {now} IPCs.", "income")
def territories_pay_their_value(play: Play, answer: int, power: str, economy: str) -> int:
    """A power collects the income value of all territories that it then holds[economies-are-kept-apart?; each economy,
    that of its own land]. A capture itself pays nothing."""
    lands = (play.board.space(land) for land in lands_of(play, power, economy))
    return answer + sum(play.ask("pays", each.value or 0, space=each.id, power=power) for each in lands)


@changes("{space} pays no income to any power.", "pays")
def some_land_pays_nobody(play: Play, answer: int, space: str) -> int:
    """[{unpaid} pay|Some land pays] no income to anyone."""
    dry = {mark.id for mark in play.board.marks if mark.income}
    return answer if dry.isdisjoint(play.board.space(space).marks) else 0


@changes("{space} pays {power} nothing by itself.", "pays")
def some_income_needs_other_land(play: Play, answer: int, space: str, power: str) -> int:
    """Some spaces pay income only to a power that also holds another space[ ({needed})]."""
    return answer if all(play.holder(each) == power for each in play.board.space(space).needs) else 0


def lands_of(play: Play, power: str, economy: str = ONLY) -> list[str]:
    """Return the territories and convoy centers that a power holds, or those of one of its economies."""
    held = [space for space, holder in play.position.holders.items() if holder == power]
    return [space for space in held if not economy or play.economy_of(power, space) == economy]


def collecting(play: Play, power: str) -> list[str]:
    """Return the economies of a power that collect income."""
    return [
        each
        for each in play.economies(power)
        if not play.holds("economies-collect-with-their-capital", power=power, economy=each)
    ]


@holds("The economy {economy} of {power} has lost its capital.")
def economies_collect_with_their_capital(play: Play, power: str, economy: str) -> IsBreach:
    """An economy whose capital is in enemy hands collects nothing, and no other economy collects for it."""
    return bool(economy and play.capital_lost(power, economy))


@refuses("{power} collects nothing while enemies hold {capitals}.", CollectIncome)
def no_income_without_capital(play: Play, action: CollectIncome) -> Breaches:
    """A power whose capital is in enemy hands collects no income."""
    if lost := play.capital_lost(action.power):
        yield {"power": action.power, "capitals": lost}


@refuses("{power} has collected its income this turn.", CollectIncome)
def income_once_a_turn(play: Play, action: CollectIncome) -> IsBreach:
    """Income is collected once in a turn."""
    return notes.COLLECTED.is_set(play.position, action.power)


@owes("{power} has not collected its income.", COLLECT_INCOME)
def income_is_collected(play: Play, power: str) -> Breaches:
    """A power that can collect income does so before the phase of collecting income ends."""
    if play.permits(CollectIncome(power)):
        yield {"power": power}


@tells(collected="{power} collects {ipcs} IPCs")
@effect_of(CollectIncome)
def collect_income(play: Play, action: CollectIncome) -> None:
    """Add the income of each economy that collects to its treasury; afterwards rules may pay bonuses."""
    power = action.power
    for economy in collecting(play, power):
        ipcs, payee = play.ask("income", 0, power=power, economy=economy), account(power, economy)
        total = play.position.treasuries.get(payee, 0) + ipcs
        play.emit("collected", ("treasuries", payee, total), notes.COLLECTED.edit(True, power), power=payee, ipcs=ipcs)
    play.announce("collected", power=power)


def pay_bonus(play: Play, power: str, ipcs: int, why: str, spaces: tuple[str, ...] = (), economy: str = ONLY) -> None:
    """Add a bonus to the treasury, for a reason that concerns some spaces. If the power has several economies, the
    named one gets it, by default the first. An economy that collects no income gets nothing."""
    own = play.economies(power)
    economy = economy if economy in own else own[0]
    if economy in collecting(play, power):
        payee = account(power, economy)
        total = play.position.treasuries.get(payee, 0) + ipcs
        play.emit("bonus-paid", ("treasuries", payee, total), power=payee, ipcs=ipcs, why=why, spaces=spaces)


@happens("{power} has war bonds.", "collected", technologies="power")
def war_bonds_pay_dice(play: Play, power: str, *, dice: Number) -> None:
    """{technologies}: a power that collects income also rolls {dice:die} and receives that many IPCs."""
    faces = play.roll(power, "bonds", "", [Die(0)] * dice)
    _share_out(play, power, sum(faces), "war bonds")


def _share_out(play: Play, power: str, ipcs: int, why: str) -> None:
    """Pay a bonus of ``ipcs`` for a reason (``why``) to the first economy that collects income. If a rule lets
    economies divide it, the power chooses how much the first gets, and the next gets the rest."""
    first, *rest = collecting(play, power) or play.economies(power)[:1]
    if bool(rest) and play.holds("economies-divide-war-bonds", power=power):
        chosen = play.choose(power, "share", "", [f"{first}-{part}" for part in range(ipcs + 1)])
        part = int(str(chosen).rpartition("-")[2])
        pay_bonus(play, power, ipcs - part, why, economy=rest[0])
        ipcs = part
    pay_bonus(play, power, ipcs, why, economy=first)


@holds("{power} divides it between its economies.")
def economies_divide_war_bonds(play: Play) -> bool:
    """A power may divide the IPCs from war bonds among its economies as it likes."""
    return True


@happens("Enemies pay {power} for land that it took.", "end of turn", powers="power")
def enemies_pay_for_land_they_lost(play: Play, power: str, *, spaces: Spaces) -> None:
    """When the turn of {powers} ends, its enemies pay it the value of each of these lands that it holds: {spaces}.
    They agree who pays."""
    taken = [land for land in spaces if play.holder(land) == power]
    due = sum(play.board.space(land).value or 0 for land in taken)
    payers = [each for each in play.rules.order if play.at_enmity(power, each)]
    for number, payer in enumerate(payers):
        others = sum(play.position.treasuries.get(each, 0) for each in payers[number + 1 :])
        due -= _pay(play, payer, power, due, others)


@tells(tribute_paid="{power} pays {by} {ipcs} IPCs")
def _pay(play: Play, payer: str, power: str, due: int, others: int) -> int:
    """Have ``payer`` choose how much of the sum ``due`` it pays to ``power``: at least what the ``others``, the IPCs of
    all further payers, do not cover. Return the IPCs that it pays."""
    purses = play.position.treasuries
    own = purses.get(payer, 0)
    able = range(min(own, max(0, due - others)), min(own, due) + 1)
    shares = [f"{part} IPC{'s' * (part != 1)}" for part in able]
    ipcs = able[shares.index(play.choose(payer, "share", "", shares))]
    if ipcs:
        edits = (("treasuries", payer, own - ipcs), ("treasuries", power, purses.get(power, 0) + ipcs))
        play.emit("tribute-paid", *edits, power=payer, by=power, ipcs=ipcs)
    return ipcs


@candidates(CollectIncome)
def possible_income(play: Play, power: str) -> Iterator[Action]:
    """Yield the collection of income."""
    yield CollectIncome(power)


# -- several economies of a power


@changes("{power} has the economies {now}.", "economies-of")
def economies_are_kept_apart(play: Play, answer: Names, power: str) -> tuple[str, ...]:
    """Each economy of a power collects and spends its own money."""
    seat = next((each for each in play.board.powers if each.id == power), None)
    own = tuple(each.economy for each in seat.treasuries if each.economy) if seat else ()
    return own or answer


@changes("{territory} belongs to the economy {now} of {power}.", "economy-of-land")
def land_is_of_an_economy(play: Play, answer: str, power: str, territory: str) -> str:
    """Land belongs to the economy that the board names for it, otherwise to the economy whose capital is on the same
    map."""
    space = play.board.space(territory)
    if space.economy:
        return space.economy
    seat = next(each for each in play.board.powers if each.id == power)
    homes = [play.board.space(capital) for capital in seat.capitals]
    return next((home.economy for home in homes if home.map == space.map), answer)


@changes("The economy {economy} of {power} has the capital {now}.", "capitals-of")
def each_economy_has_its_capital(play: Play, answer: Names, economy: str) -> tuple[str, ...]:
    """An economy buys and collects as long as its own capital is free, even if the other capital is lost."""
    if not economy:
        return answer
    return tuple(capital for capital in answer if play.board.space(capital).economy == economy)


# -- capitals that are lost


@tells(treasury_taken="{power} takes {ipcs} IPCs from {victim}")
@happens("{by} takes the treasury of {was} with {territory}.", "captured")
def captor_takes_treasury(play: Play, territory: str, by: str, was: str) -> None:
    """A power that captures a capital takes all the IPCs of the power[economies-are-kept-apart?, or of the economy,]
    whose capital it is, each time."""
    treasuries = play.position.treasuries
    if territory not in play.capitals(was):
        return
    loser, captor = play.account_of(was, territory), play.account_of(by, territory)
    spoils = treasuries.get(loser, 0)
    if spoils > 0:
        edits = (("treasuries", loser, 0), ("treasuries", captor, treasuries.get(captor, 0) + spoils))
        play.emit("treasury-taken", *edits, power=captor, victim=loser, territory=territory, ipcs=spoils)


@happens("{was} loses the units in its mobilization zone.", "captured")
def unplaced_units_go_with_the_capital(play: Play, territory: str, was: str) -> None:
    """A power that loses its capital loses the units it has bought and not placed yet."""
    if territory in play.capitals(was):
        forfeit(play, play.account_of(was, territory))


@happens("{was} discards its researchers.", "captured")
def researchers_go_with_the_capital(play: Play, territory: str, was: str) -> None:
    """A power that loses its capital loses its researchers."""
    if territory in play.capitals(was):
        dismiss(play, was)


@tells(forfeited="{power} loses what it could not place: {units}")
def forfeit(play: Play, account: str) -> None:
    """Remove the units that wait in the mobilization zone of a power, or of one of its economies."""
    left = {unit: number for (owner, unit), number in play.position.bought.items() if owner == account}
    if left:
        edits: list[Edit] = [("bought", (account, unit), None) for unit in left]
        play.emit("forfeited", *edits, power=account, units=left)


@tells(researchers_discarded="{power} discards its researchers")
def dismiss(play: Play, power: str) -> None:
    """Discard the researchers of a power."""
    if play.position.researchers.get(power):
        play.emit("researchers-discarded", ("researchers", power, None), power=power)


# -- convoys: zones where enemy units take part of the income of the coast; or zones with a holder and a value


#: the mark of a zone with the sign of a convoy
CONVOY = "convoy"


def _convoy_coasts(play: Play, power: str, economy: str) -> list[tuple[str, frozenset[str]]]:
    """Return the convoy zones on the coast of an economy, each with the land there that is worth something."""
    lands = [land for land in lands_of(play, power, economy) if play.board.space(land).value]
    zones = (space.id for space in play.board.spaces if CONVOY in space.marks)
    coasts = ((zone, frozenset(land for land in lands if play.board.bordering(land, zone))) for zone in zones)
    return [(zone, coast) for zone, coast in coasts if coast]


def _convoy_loss(play: Play, losses: Sequence[tuple[int, frozenset[str]]]) -> int:
    """Return the IPCs that convoy zones cost together, from the cost and the coast of each; no territory loses more
    than its value.

    It is a maximum flow from zones to territories, found as the minimum cut: the cost of some of the zones, and the
    value of the coasts of the others.
    """
    disrupted = [(loss, coast) for loss, coast in losses if loss]
    found = []
    for spared in product((False, True), repeat=len(disrupted)):
        cut = list(zip(disrupted, spared, strict=True))
        lands = {land for (_, coast), is_spared in cut if not is_spared for land in coast}
        costs = sum(loss for (loss, _), is_spared in cut if is_spared)
        found.append(costs + sum(play.board.space(land).value or 0 for land in lands))
    return min(found)


def _raiders(play: Play, counts: Mapping[str, int], power: str, zone: str) -> list[tuple[Unit, int]]:
    """Return the enemy units in a zone that disrupt convoys, each with the number for its type in ``counts``."""
    units = [unit for unit in play.enemies_at(power, zone) if unit.type in counts]
    out_of_the_hold = (unit for unit in units if not unit.aboard or play.type_of(unit).carrier_cost is not None)
    return [(unit, counts[unit.type]) for unit in out_of_the_hold]


@changes("Disrupted convoys take the income of {power} from {was} to {now} IPCs.", "income")
def warships_disrupt_convoys(play: Play, answer: int, power: str, economy: str, *, costs: NumberByUnit) -> int:
    """Enemy warships in a convoy zone cost the holder of the coast IPCs of its income ({<unit>}). A territory loses no
    more than its value, whatever the number of zones, so income is never reduced below zero."""
    if play.holds("some-powers-lose-nothing-to-convoy-raiders", power=power):
        return answer
    routes = _convoy_coasts(play, power, economy)
    losses = [(sum(cost for _, cost in _raiders(play, costs, power, zone)), coast) for zone, coast in routes]
    return answer - _convoy_loss(play, losses)


@changes("Disrupted convoys take the income of {power} from {was} to {now} IPCs.", "income")
def convoy_raiders_roll_dice(
    play: Play, answer: int, power: str, economy: str, *, face_: Number, dice_of_types: NumberByUnit
) -> int:
    """Enemy units in a convoy zone roll dice ({<unit>}). Each die that shows {face} or less costs that many IPCs of
    income. A territory loses no more than its value, whatever the number of zones, so income is never reduced below
    zero."""
    if play.holds("some-powers-lose-nothing-to-convoy-raiders", power=power):
        return answer
    losses = []
    for zone, coast in _convoy_coasts(play, power, economy):
        loss = 0
        for raider in play.owners_in_turn([unit for unit, _ in _raiders(play, dice_of_types, power, zone)]):
            dice = [
                Die(unit.id)
                for unit, number in _raiders(play, dice_of_types, power, zone)
                for _ in range(number)
                if unit.power == raider
            ]
            faces = play.roll(raider, "convoys", zone, dice)
            loss += sum(face for face in faces if face <= face_)
        losses.append((loss, coast))
    return answer - _convoy_loss(play, losses)


@holds("{power} loses no income to convoy raiders.", powers="power")
def some_powers_lose_nothing_to_convoy_raiders(play: Play) -> bool:
    """Enemy units in convoy zones cost {powers} no income."""
    return True


# -- convoy centers: sea zones that have a holder, as land has


@changes("{space} pays its original owner only.", "pays")
def convoys_pay_their_owner_only(play: Play, answer: int, space: str, power: str) -> int:
    """Nobody collects the value of a convoy center that enemies of its owner hold."""
    return 0 if play.is_sea(space) and play.board.space(space).owner != power else answer


@happens("Ships that are alone take convoy centers.", "end of noncombat-move")
def ships_left_alone_take_convoys(play: Play, *, transports: Units) -> None:
    """Warships, even submerged ones, that did not arrive in the noncombat move take a convoy center if no enemy ship is
    in it at the end of that move. {transports} do not take one."""
    for zone in [space for space in play.position.holders if play.is_sea(space)]:
        stayed = [unit for unit in _ships(play, zone) if not unit.has(Mark.NONCOMBAT_MOVED)]
        _take(play, zone, *{unit.power: None for unit in stayed if unit.type not in transports})


@happens("{power} takes convoy centers that its ships enter.", "sailed")
def ships_take_convoys_they_enter(
    play: Play, units: Sequence[Unit], route: Names, power: str, *, transports: Units
) -> None:
    """Warships that move into or through a convoy center without enemy ships in the combat move take it at once.
    {transports} do not take it."""
    ships = [unit for unit in units if play.is_ship(unit) and unit.type not in transports and play.is_combat_move]
    for zone in route[1:] if ships else ():
        if play.is_sea(zone):
            _take(play, zone, power)


@happens("{power} has won {space} and takes its convoy center.", "battle won")
def victors_take_convoys(play: Play, space: str, power: str, *, transports: Units) -> None:
    """A force that wins the battle for a convoy center takes it at once if a warship is left. {transports} do not take
    it."""
    left = (unit for unit in _ships(play, space) if unit.type not in transports)
    if play.is_sea(space) and any(unit.power == power for unit in left):
        _take(play, space, power)


def _ships(play: Play, zone: str) -> list[Unit]:
    """Return the ships of all powers in a zone, submerged ones included."""
    return [unit for unit in play.position.at(zone) if play.is_ship(unit)]


def _take(play: Play, zone: str, *powers: str) -> None:
    """Let the first of ``powers`` take a convoy center if all of ``powers``, and all powers with ships in the zone, are
    enemies of its holder."""
    there = {*powers, *(unit.power for unit in _ships(play, zone))}
    if powers and all(play.at_enmity(each, play.holder(zone)) for each in there):
        play.change_holder(zone, powers[0])


# -- national objectives: conditions on the board that pay a bonus with the income


@happens("{power} meets objectives.", "collected")
def objectives_pay_a_bonus(play: Play, power: str, *, warships: Fact, submarines: Fact = ()) -> None:
    """A power that meets an objective is paid for it when it collects income. Conditions about warships count
    {warships}[, not {submarines}]."""
    for objective in play.board.objectives:
        times = _times_met(play, objective, warships, submarines) if objective.power == power else 0
        if times:
            pay_bonus(play, power, objective.ipc * times, objective.condition, objective.spaces, objective.economy)


def _times_met(play: Play, objective: Objective, warships: Names, submarines: Names) -> int:
    """Return how many times an objective pays: not at all, once, or for each of its lands that is held.

    Enough of its lands have to be held, its free lands not by the other side, and no hindrance may apply. One that has
    neither a holder nor hindrances never pays.
    """
    lands = _lands(play, objective)
    held = sum(_is_of(play, play.holder(land), objective.holder) for land in lands)
    each = objective.pays is Pays.SPACE
    enough = held >= ((0 if each else len(lands)) if objective.least is None else objective.least)
    told = bool(objective.holder or objective.without)
    other = play.rules.sides[objective.power].other
    open_to_enemies = any(_is_of(play, play.holder(land), other) for land in objective.free)
    if not told or not enough or open_to_enemies or _is_hindered(play, objective, other, warships, submarines):
        return 0
    return held if each else 1


def _is_hindered(play: Play, objective: Objective, other: Side, warships: Names, submarines: Names) -> bool:
    """Return whether a hindrance of an objective (:class:`Hindrance`) applies. ``other`` is the side that the objective
    is against; ``warships`` and ``submarines`` are the types of units that count as such."""
    power, whose, spaces, board = objective.power, objective.whose, objective.spaces, play.board
    units = list(play.position.units.values())
    here = [unit for space in spaces for unit in play.position.at(space)]
    at_sea = [unit for unit in here if play.is_sea(unit.at)]
    foes = [foe for foe in play.at_war_with(power) if foe in whose or not whose]
    partners = [unit for unit in units if unit.power != power and play.rules.sides.get(unit.power) is other.other]
    lands = [space for space in board.spaces if objective.economy in ("", space.economy)]
    wars = [play.position.wars.get((power, each), OLD_WAR) for each in objective.spared]
    applies = {
        Hindrance.ENEMY_WARSHIPS: lambda: any(
            unit.type in warships and play.at_enmity(power, unit.power) for unit in at_sea
        ),
        Hindrance.ANY_WARSHIPS: lambda: any(
            unit.type in (*warships, *submarines) and _is_of(play, unit.power, other) for unit in at_sea
        ),
        Hindrance.ALLIED_UNITS: lambda: any(
            play.holder(unit.at) == power != unit.power and play.allied(unit.power, power) for unit in units
        ),
        Hindrance.ALLIES_IN_ORIGINAL_LAND: lambda: any(board.space(unit.at).owner == power for unit in partners),
        Hindrance.PEACE: lambda: not foes,
        Hindrance.WAR: lambda: bool(foes),
        Hindrance.NO_LAND_UNIT: lambda: not any(unit.power == power and play.is_land_unit(unit) for unit in here),
        Hindrance.ENEMY_UNITS: lambda: any(_is_of(play, unit.power, other) for unit in here),
        Hindrance.TURNED_LAND: lambda: any(notes.LEANS.get(play.position, land) == other for land in objective.free),
        Hindrance.LOST_LAND: lambda: any(land.owner == power != play.holder(land.id) for land in lands),
        Hindrance.THEIR_LOST_LAND: lambda: any(
            land.owner in whose and play.holder(land.id) != land.owner for land in board.spaces
        ),
        Hindrance.SUBMARINES_ELSEWHERE: lambda: any(
            unit.power in (whose or play.enemies(power)) and unit.type in submarines and unit.at not in spaces
            for unit in units
        ),
        Hindrance.DECLARED_WAR: lambda: any(began != OLD_WAR for began in wars),
        Hindrance.ATTACKED: lambda: _attacked(play, objective),
    }
    return any(applies[each]() for each in objective.without)


@tells(objective_spoiled="{power} has lost an objective by attacking {territory}")
@happens("{power} has attacked land of its objectives.", "end of combat-move")
def attacks_spoil_objectives(play: Play, power: str) -> None:
    """A power that attacks certain land loses an objective for good[ ({spoiled})]."""
    for objective in play.board.objectives:
        if objective.power == power and Hindrance.ATTACKED in objective.without and not _attacked(play, objective):
            for space in [each for each in attacked_spaces(play, power) if each in objective.spaces]:
                play.emit("objective-spoiled", notes.SPOILED.edit(True, objective.id), power=power, territory=space)


@tells(objective_earned="{power} has met an objective with {territory}")
@happens("{by} has met an objective with {territory}.", "captured")
def first_captures_are_remembered(play: Play, territory: str, by: str) -> None:
    """Some objectives are met only once, when their power first takes or frees one of these lands[ ({first})]."""
    for objective in play.board.objectives:
        once = objective.pays is Pays.ONCE and objective.power == by != play.board.space(territory).owner
        if once and territory in objective.spaces and not notes.EARNED.is_set(play.position, objective.id):
            play.emit("objective-earned", notes.EARNED.edit(notes.UNPAID, objective.id), power=by, territory=territory)


@tells(objective_paid="{power} is paid for it")
@happens("{power} is paid for what it took first.", "collected")
def first_captures_pay_a_bonus(play: Play, power: str) -> None:
    """An objective for a first capture pays once, with the next income."""
    for objective in play.board.objectives:
        if objective.power == power and notes.EARNED.get(play.position, objective.id) == notes.UNPAID:
            play.emit("objective-paid", notes.EARNED.edit(notes.PAID, objective.id), power=power)
            pay_bonus(play, power, objective.ipc, objective.condition, objective.spaces, objective.economy)


def _lands(play: Play, objective: Objective) -> list[str]:
    """Return the territories that have to be held for an objective. These are the original ones of its ``first`` powers
    if it has any, else those that it names if it has a ``holder``, else none."""
    if objective.first:
        first = objective.first
        return [space.id for space in play.board.spaces if space.owner in first or space.neutral in first]
    return [space for space in objective.spaces if play.is_land(space)] if objective.holder else []


def _is_of(play: Play, power: str, whom: str) -> bool:
    """Return whether a power is ``whom`` or belongs to the side ``whom``."""
    return power == whom or play.rules.sides.get(power) == whom


def _attacked(play: Play, objective: Objective) -> bool:
    """Return whether an objective is spoiled for good by an attack of the power that it belongs to."""
    return notes.SPOILED.is_set(play.position, objective.id)
