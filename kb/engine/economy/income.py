"""Income: what the territories pay at the end of a turn, to which economy, and what is lost with a capital."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.engine.core import notes
from kb.engine.core.actions import Action
from kb.engine.core.play import ONLY, Play
from kb.engine.core.position import Edit, account
from kb.engine.core.rules import (
    Breaches,
    Number,
    Powers,
    Spaces,
    Technologies,
    candidates,
    changes,
    effect_of,
    happens,
    holds,
    refuses,
)
from kb.engine.core.table import Die


@dataclass(frozen=True, slots=True)
class CollectIncome(Action):
    """Collect income."""

    name = "collect_income"


@changes("The territories of {power} pay {now} IPCs.", "income")
def territories_pay_their_value(play: Play, answer: int, power: str, economy: str) -> int:
    """A power collects the income value of all territories that it holds; each economy, that of its own land."""
    lands = (play.board.space(land) for land in lands_of(play, power, economy))
    return answer + sum(play.ask("pays", each.value or 0, space=each.id, power=power) for each in lands)


@changes("{space} pays nobody any income.", "pays")
def some_land_pays_nobody(play: Play, answer: int, space: str) -> int:
    """Some land, which is marked on the board, pays no income to anyone."""
    dry = {mark.id for mark in play.board.marks if not mark.income}
    return answer if dry.isdisjoint(play.board.space(space).marks) else 0


@changes("{space} pays {power} nothing by itself.", "pays")
def some_income_needs_other_land(play: Play, answer: int, space: str, power: str) -> int:
    """Some spaces pay income only to a power that also holds certain other spaces."""
    return answer if all(play.holder(each) == power for each in play.board.space(space).needs) else 0


def lands_of(play: Play, power: str, economy: str = ONLY) -> list[str]:
    """The territories that a power holds, or those of one of its economies."""
    held = [space for space, holder in play.position.holders.items() if holder == power]
    return [space for space in held if not economy or play.economy_of(power, space) == economy]


def collecting(play: Play, power: str) -> list[str]:
    """The economies of a power that collect income."""
    return [
        each
        for each in play.economies(power)
        if not play.holds("economies-collect-with-their-capital", power=power, economy=each)
    ]


@holds("The economy {economy} of {power} has lost its capital.")
def economies_collect_with_their_capital(play: Play, power: str, economy: str) -> bool:
    """An economy whose capital is in enemy hands collects nothing, and no other economy collects for it."""
    return bool(economy and play.capital_lost(power, economy))


@refuses("{power} collects nothing while enemies hold {capitals}.", CollectIncome)
def no_income_without_capital(play: Play, action: CollectIncome) -> Breaches:
    """A power whose capital is in enemy hands collects no income."""
    if lost := play.capital_lost(action.power):
        yield {"power": action.power, "capitals": lost}


@refuses("{power} has collected its income this turn.", CollectIncome)
def income_once_a_turn(play: Play, action: CollectIncome) -> Breaches:
    """Income is collected once in a turn."""
    if notes.COLLECTED.is_set(play.position, action.power):
        yield {"power": action.power}


@effect_of(CollectIncome)
def collect_income(play: Play, action: CollectIncome) -> None:
    """Add the income to the treasury."""
    power = action.power
    for economy in collecting(play, power):
        ipcs, payee = play.ask("income", 0, power=power, economy=economy), account(power, economy)
        total = play.position.treasuries.get(payee, 0) + ipcs
        play.emit("collected", ("treasuries", payee, total), notes.COLLECTED.edit(True, power), power=payee, ipcs=ipcs)
    play.announce("collected", power=power)


def pay_bonus(play: Play, power: str, ipcs: int, why: str, spaces: tuple[str, ...] = (), economy: str = ONLY) -> None:
    """Add to the treasury what comes to the income, for a reason that is about some spaces.

    Of several economies the one named gets it, or the first; one that collects no income gets nothing.
    """
    own = play.economies(power)
    economy = economy if economy in own else own[0]
    if economy in collecting(play, power):
        payee = account(power, economy)
        total = play.position.treasuries.get(payee, 0) + ipcs
        play.emit("bonus-paid", ("treasuries", payee, total), power=payee, ipcs=ipcs, why=why, spaces=spaces)


@happens("{power} has war bonds.", "collected")
def war_bonds_pay_dice(play: Play, power: str, *, technologies: Technologies, dice: Number) -> None:
    """{technologies}: a power that collects income also rolls {dice:die} and receives that many IPCs."""
    if play.has_technology(power, technologies):
        faces = play.roll(power, "bonds", "", [Die(0)] * dice)
        _share_out(play, power, sum(faces), "war bonds")


def _share_out(play: Play, power: str, ipcs: int, why: str) -> None:
    """Pay a bonus; of several economies that collect the power chooses how much the first gets, the next the rest."""
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


@refuses("{power} has no treasury.", CollectIncome)
def income_needs_a_treasury(play: Play, action: CollectIncome) -> Breaches:
    """A power that has no treasury on the board collects no income."""
    seat = next((each for each in play.board.powers if each.id == action.power), None)
    if seat and all(each.ipc is None for each in seat.treasuries):
        yield {"power": action.power}


@happens("{power} has its enemies pay for land that it took.", "end of turn")
def enemies_pay_for_land_they_lost(play: Play, power: str, *, powers: Powers, spaces: Spaces) -> None:
    """When the turn of {powers} ends, its enemies pay it the value of each of these lands that it holds: {spaces}.
    They agree who pays."""
    if power not in powers:
        return
    taken = [land for land in spaces if play.holder(land) == power]
    due = sum(play.board.space(land).value or 0 for land in taken)
    payers = [each for each in play.rules.order if play.at_enmity(power, each)]
    for number, payer in enumerate(payers):
        others = sum(play.position.treasuries.get(each, 0) for each in payers[number + 1 :])
        due -= _pay(play, payer, power, due, others)


def _pay(play: Play, payer: str, power: str, due: int, others: int) -> int:
    """Let an enemy pay as much of what is due as it likes, but for what the others have; how many IPCs it is."""
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
    """To collect it."""
    yield CollectIncome(power)


# -- several economies of a power


@changes("{power} has the economies {now}.")
def economies_are_kept_apart(play: Play, answer: tuple[str, ...], power: str) -> tuple[str, ...]:
    """Each economy of a power collects and spends its own money."""
    seat = next((each for each in play.board.powers if each.id == power), None)
    own = tuple(each.economy for each in seat.treasuries if each.economy) if seat else ()
    return own or answer


@changes("{territory} is of the economy {now} of {power}.")
def land_is_of_an_economy(play: Play, answer: str, power: str, territory: str) -> str:
    """Land belongs to the economy that the board names for it, otherwise to the economy whose capital is on the same
    map."""
    space = play.board.space(territory)
    if space.economy:
        return space.economy
    seat = next(each for each in play.board.powers if each.id == power)
    homes = [play.board.space(capital) for capital in seat.capitals]
    return next((home.economy for home in homes if home.map == space.map), answer)


@changes("The economy {economy} of {power} has the capital {now}.")
def each_economy_has_its_capital(play: Play, answer: tuple[str, ...], economy: str) -> tuple[str, ...]:
    """Each economy depends on its own capital only."""
    if not economy:
        return answer
    return tuple(capital for capital in answer if play.board.space(capital).economy == economy)


# -- capitals that are lost


@happens("{by} takes the treasury of {was} with {territory}.", "captured")
def captor_takes_treasury(play: Play, territory: str, by: str, was: str) -> None:
    """A power that captures a capital takes all the IPCs of the power, or of the economy, whose capital it is."""
    treasuries = play.position.treasuries
    if territory not in play.capitals(was):
        return
    loser, captor = play.account_of(was, territory), play.account_of(by, territory)
    spoils = treasuries.get(loser, 0)
    if spoils > 0:
        edits = (("treasuries", loser, 0), ("treasuries", captor, treasuries.get(captor, 0) + spoils))
        play.emit("treasury-taken", *edits, power=by, victim=was, territory=territory, ipcs=spoils)


@happens("{was} loses what waits in its mobilization zone.", "captured")
def unplaced_units_go_with_the_capital(play: Play, territory: str, was: str) -> None:
    """A power that loses its capital loses the units it has bought and not placed yet."""
    if territory in play.capitals(was):
        forfeit(play, play.account_of(was, territory))


@happens("{was} discards its researchers.", "captured")
def researchers_go_with_the_capital(play: Play, territory: str, was: str) -> None:
    """A power that loses its capital loses its researchers."""
    if territory in play.capitals(was):
        dismiss(play, was)


def forfeit(play: Play, account: str) -> None:
    """Take away what waits in the mobilization zone of a power, or of one of its economies."""
    left = {unit: number for (owner, unit), number in play.position.bought.items() if owner == account}
    if left:
        edits: list[Edit] = [("bought", (account, unit), None) for unit in left]
        play.emit("forfeited", *edits, power=account, units=left)


def dismiss(play: Play, power: str) -> None:
    """Discard the researchers of a power."""
    if play.position.researchers.get(power):
        play.emit("researchers-discarded", ("researchers", power, None), power=power)
