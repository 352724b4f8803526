"""Changes a request that is refused as it is written, but that a player would play in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, permutations, takewhile

from kb.asking.defenders_choices import with_choices_of_defenders
from kb.asking.question import Question
from kb.asking.remarks import is_open_land
from kb.cases.acts.combat import sides_of
from kb.cases.acts.verb import Context
from kb.cases.expectations.played import ActStatus, PlayedCase
from kb.cases.language.scenario import Act, OutcomeTable
from kb.cases.language.units import Row
from kb.cases.play.playing import play
from kb.engine.core.actions import Fight
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT
from kb.engine.core.position import replace
from kb.engine.game import asking, battles
from kb.engine.mobilize import Mobilize, capacity, producers_on_the_coast, units_made_before
from kb.games.names import Wording

#: the most orders of complexes that are played: all orders of four
_MOST_ORDERS = 24


def as_played(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play with the changes of this module that apply. Each adds an assumption to the
    request."""
    changes = (
        _without_open_land,
        _ended_over_open_land,
        with_choices_of_defenders,
        _made_together,
        _made_by_several,
        _with_battles_won,
        _in_next_cycle,
    )
    for change in changes:
        request, played = change(request, played)
    return request, played


def _without_open_land(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play without refused attacks on undefended land, because such land is taken without a
    battle. An attack that is the last action is kept."""
    at, space = len(played.acts) - 1, _open_land(request, played)
    if not space or at + 1 == len(request.acts):
        return request, played
    case = replace(request.case, do=(*request.acts[:at], *request.acts[at + 1 :]))
    left = [names for place, names in enumerate(request.rollers_by_act) if place != at and request.acts[place].dice]
    supplied = tuple(each - (each > at) for each in request.supplied if each != at)
    assumed = (*request.assumed, f"{space} is undefended: it is taken without a battle")
    changed = replace(request, case=case, rollers=tuple(left), supplied=supplied, assumed=assumed)
    return _without_open_land(changed, play(request.rules, case, asked=True))


def _ended_over_open_land(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play. A last action that attacks undefended land, and whose legality is not asked,
    becomes the end of Conduct Combat, in which that land is taken, if the phase can end."""
    acts, space = request.acts, _open_land(request, played)
    if not space or len(played.acts) < len(acts) or request.judged:
        return request, played
    case = replace(request.case, do=(*acts[:-1], Act("end", CONDUCT_COMBAT, dice=acts[-1].dice)))
    then = play(request.rules, case, asked=True)
    if then.acts[-1].status is ActStatus.REFUSED:
        return request, played
    assumed = (*request.assumed, f"{space} is undefended: it is taken without a battle")
    return replace(request, case=case, assumed=assumed), then


def _open_land(request: Question, played: PlayedCase) -> str:
    """Return the name of the undefended land that the last action that was played attacks, which is refused; else an
    empty string."""
    last = played.acts[-1] if played.acts else None
    fight = last.action if last and last.status is ActStatus.REFUSED else None
    is_open = isinstance(fight, Fight) and is_open_land(asking(request.rules, played.position), fight)
    return Wording(request.rules.board).space(fight.space) if isinstance(fight, Fight) and is_open else ""


def _made_together(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play with a refused combat move after those that follow it, if it is legal there: a
    power makes all its combat moves together."""
    acts, at, last = request.acts, len(played.acts) - 1, played.acts[-1] if played.acts else None
    if last and last.status is ActStatus.REFUSED and last.phase == COMBAT_MOVE and not last.act.must_be_refused:
        others = takewhile(lambda act: act.kind != "end" and not act.must_be_refused and not act.dice, acts[at + 1 :])
        for place, _ in enumerate(others, at + 1):
            order = (*acts[:at], *acts[at + 1 : place + 1], acts[at], *acts[place + 1 :])
            case = replace(request.case, do=order)
            then = play(request.rules, case, asked=True)
            if len(then.acts) > place and then.acts[place].status is ActStatus.DONE:
                assumed = (*request.assumed, "a combat move is made after those that it needs")
                return _made_together(replace(request, case=case, assumed=assumed), then)
        if request.judged and at == len(acts) - 2:  # the action in question may be what it needs
            asked = acts[-1]
            order = (*acts[:at], replace(asked, refused=False), acts[at])
            then = play(request.rules, replace(request.case, do=order), asked=True)
            if len(then.acts) == len(acts) and then.acts[-1].status is ActStatus.DONE:
                case = replace(request.case, do=(*acts[:at], asked))
                assumed = (*request.assumed, "a combat move is made after those that it needs")
                return replace(request, case=case, assumed=assumed), play(request.rules, case, asked=True)
    return request, played


def _made_by_several(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play. Units that are placed in a sea zone, and are too many for each complex on its
    coast, are made by several complexes: each makes as many as it can, and the last one the others."""
    at, last = len(played.acts) - 1, played.acts[-1] if played.acts else None
    action = last.action if last and last.status is ActStatus.REFUSED else None
    if not last or not isinstance(action, Mobilize) or {*last.act.given} != {"at"}:
        return request, played
    view, words = asking(request.rules, played.position), Wording(request.rules.board)
    left = [unit for unit, number in action.units for _ in range(number)]
    ones = {
        land: replace(action, units=((left[0], 1),), producer=land) for land in producers_on_the_coast(view, action)
    }
    rooms = {land: capacity(view, land) - units_made_before(view, land) for land in ones if view.permits(ones[land])}
    lands = sorted(rooms, key=rooms.__getitem__, reverse=True)
    if not lands or len(left) <= rooms[lands[0]]:
        return request, played

    def shared(order: Sequence[str]) -> tuple[Question, PlayedCase]:
        """Return the request and its play if the complexes make the units in an order."""
        acts, assumed, rest = list[Act](), [*request.assumed], left
        for land in order:
            many = len(rest) if land == order[-1] else rooms[land]
            made, rest = Counter(rest[:many]), rest[many:]
            if made:
                rows = tuple(Row("", unit, number) for unit, number in made.items())
                acts.append(replace(last.act, what=rows, given={**last.act.given, "producer": land}, refused=False))
                assumed.append(
                    f"{words.units(made)} {'is' if made.total() == 1 else 'are'} made in {words.space(land)}"
                )
        acts[-1] = replace(acts[-1], refused=last.act.refused)
        case = replace(request.case, do=(*request.acts[:at], *acts, *request.acts[at + 1 :]))
        supplied = tuple(each + (len(acts) - 1) * (each > at) for each in request.supplied)
        changed = replace(request, case=case, assumed=tuple(assumed), supplied=supplied)
        return changed, play(request.rules, case, asked=True)

    return max(map(shared, islice(permutations(lands), _MOST_ORDERS)), key=lambda each: _is_played_to_its_end(*each))


def _is_played_to_its_end(request: Question, played: PlayedCase) -> bool:
    """Return whether all actions of a request were tried, and none was refused."""
    return len(played.acts) == len(request.acts) and all(each.status is ActStatus.DONE for each in played.acts)


def _with_battles_won(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play. If the judged action belongs to a later phase and only battles keep Conduct
    Combat from its end, they are supposed to be won without losses."""
    acts, at, last = request.acts, len(played.acts) - 1, played.acts[-1] if played.acts else None
    unfinished = last and last.status is ActStatus.REFUSED and last.phase == CONDUCT_COMBAT
    if not last or not unfinished or at not in request.supplied or not request.judged or played.position.battle:
        return request, played
    context, turn = Context(request.rules, played.position, played.names), played.position.clock.turn
    fights = []
    for space in battles(request.rules, played.position):
        defenders = (played.position.units[unit] for unit in sides_of(context, space, turn)[1])
        lost = Counter((unit.power, unit.type) for unit in defenders if not unit.aboard)
        rows = tuple(Row(power, unit, number) for (power, unit), number in lost.items())
        fights.append(Act("battle", space, {"outcome": OutcomeTable(lost=rows, supposed=True)}, power=turn))
    case = replace(request.case, do=(*acts[:at], *fights, *acts[at:]))
    then = play(request.rules, case, asked=True)
    if len(then.acts) <= at + len(fights) or any(each.status is not ActStatus.DONE for each in then.acts[:-1]):
        return request, played
    words = Wording(request.rules.board)
    won = tuple(f"the battle in {words.space(each.named())} is won without losses" for each in fights)
    later = (place + len(fights) * (place >= at) for place in request.supplied)
    supplied = (*later, *range(at, at + len(fights)))
    return replace(request, case=case, assumed=(*request.assumed, *won), supplied=supplied), then


def _in_next_cycle(request: Question, played: PlayedCase) -> tuple[Question, PlayedCase]:
    """Return the request and its play. If the judged action, to submerge, is refused now but legal in the next cycle,
    the battle first goes on up to its next decision."""
    acts, last, battle = request.acts, played.acts[-1] if played.acts else None, played.position.battle
    refused = battle and last and last.status is ActStatus.REFUSED and last.act.kind == "submerge"
    if not battle or not refused or not request.judged or len(played.acts) < len(acts):
        return request, played
    press = Act("battle", battle.space, {"cycles": 0}, power=played.position.clock.turn)
    case = replace(request.case, do=(*acts[:-1], press, acts[-1]))
    then = play(request.rules, case, asked=True)
    if len(then.acts) < len(case.do) or then.acts[-1].status is not ActStatus.DONE:
        return request, played
    assumed = (*request.assumed, "the battle goes on: this is done in the next cycle")
    return replace(request, case=case, assumed=assumed, supplied=(*request.supplied, len(acts) - 1)), then
