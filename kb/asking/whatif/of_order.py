"""Changes of what is done: an action left out, in another order, another legal one, one more; and of luck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kb.asking.answer import status_of
from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.scene import Scene, words_of
from kb.asking.written import act_of, context_of
from kb.engine import legal
from kb.engine.core.position import Position
from kb.engine.core.values import replace
from kb.scenarios.acts.verb import Unplayable
from kb.scenarios.language.scenario import Act, Plain

#: of so many legal actions one is tried in the place of another or beside it
_MOST_LEGAL = 60


def left_out(scene: Scene) -> Iterator[Change]:
    """Without one of the actions, or two in the other order."""
    acts = scene.asked.acts
    for place, act in enumerate(acts if len(acts) > 1 else ()):
        rest = [each for each in range(len(acts)) if each != place]
        gone = {"act": act, "place": place}
        yield Change(Sort.LEFT_OUT, gone, do=_of(acts, tuple(rest)), places=tuple(rest))
        also = {each for each in rest if each > place and set(words_of(acts[each])) & _ends(act)} - {len(acts) - 1}
        if also:
            fewer = tuple(each for each in rest if each not in also)
            yield Change(Sort.LEFT_OUT, {**gone, "also": len(also)}, do=_of(acts, fewer), places=fewer, size=1.3)
    for place in range(len(acts) - 1):
        one, other = acts[place : place + 2]
        if one != other:
            places = (*range(place), place + 1, place, *range(place + 2, len(acts)))
            facts = {"act": other, "was": one, "place": place}
            yield Change(Sort.ORDER, facts, do=_of(acts, places), places=places, size=1.2)


def _ends(act: Act) -> set[str]:
    """Where units go by an action."""
    return {act.given["route"][-1]} if "route" in act.given else {act.given["to"]} if "to" in act.given else set()


def _of(acts: tuple[Act, ...], places: tuple[int, ...]) -> tuple[Act, ...]:
    return tuple(acts[place] for place in places)


def instead(scene: Scene) -> Iterator[Change]:
    """Where the last action that is refused is: each that is legal there, of units that are concerned."""
    acts = scene.asked.acts
    refused = [place for place, each in enumerate(scene.base.played.acts) if status_of(each) is False]
    for place in reversed(refused[-1:]):
        for act in _legal(scene, place):
            made = replace(act, refused=acts[place].refused, refused_by=acts[place].refused_by)
            if made != replace(acts[place], dice=(), choices=(), line=0):
                facts = {"act": made, "was": acts[place], "place": place}
                yield Change(Sort.ACT, facts, do=(*acts[:place], made, *acts[place + 1 :]), size=1.1)


def one_more(scene: Scene) -> Iterator[Change]:
    """An action more, before the last one or after it."""
    acts = scene.asked.acts
    last = len(acts) - 1
    ending = next((place for place, act in enumerate(acts) if act.kind == "end"), last)
    for place in dict.fromkeys((last, last + 1, ending)) if acts else ():
        done = scene.base.played.acts
        if place > last and (done[-1].act.must_be_refused or status_of(done[-1]) is not True):
            return
        for act in _legal(scene, place):
            if act.kind != "end" or place > last:
                places = (*range(place), -1, *range(place, last + 1))
                made = (*acts[:place], act, *acts[place:])
                yield Change(
                    Sort.ADDED, {"act": act, "place": place, "last": place > last}, do=made, places=places, size=1.4
                )


def _legal(scene: Scene, place: int) -> Iterator[Act]:
    """The actions that are legal before one is done, of those that have to do with the spaces concerned."""
    return islice(_all_legal(scene, _before(scene, place)), _MOST_LEGAL)


def _all_legal(scene: Scene, position: Position) -> Iterator[Act]:
    rules, concerned = scene.asked.rules, {*scene.spaces}
    for action in legal.actions(rules, position):
        try:
            act = act_of(context_of(rules, position), action)
        except Unplayable:
            continue
        if not scene.spaces or concerned & set(words_of(act)) or act.kind in ("end", "declare-war"):
            yield act


def _before(scene: Scene, place: int) -> Position:
    """The position in which an action is done or judged."""
    return scene.base.played.until(place).position


def luck(scene: Scene) -> Iterator[Change]:
    """Each die that hit misses and the other way round, each choice made otherwise."""
    base = scene.base
    for offered, key in zip(base.played.offered, base.played.record.taken, strict=False):
        for option in offered.choice.options:
            if option != offered.taken:
                facts = {"choice": offered.choice, "option": option}
                yield Change(Sort.CHOICE, facts, taken={key: option}, size=1.5)
    for die, hits_on in base.rolled.items():
        face = base.played.record.faces[die]
        for other in {hits_on + 1, 6} if 0 < face <= hits_on else {hits_on or face + 1, 1}:
            if 1 <= other <= 6 and other != face:
                unit = base.played.start.units.get(die[2])
                told: Plain = {"die": die, "face": other, "was": face, "unit": unit, "hits_on": hits_on}
                yield Change(Sort.DIE, told, faces={die: other}, size=2.0)
