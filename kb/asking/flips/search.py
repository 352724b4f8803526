"""Searches for what would have to differ: each change is played again, compared with the answer, and ranked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import log10
from operator import itemgetter
from time import process_time

from kb.asking.answer import EngineAnswer, Proofs, status_of
from kb.asking.flips.change import RequestChange, Sort
from kb.asking.flips.replay import Looked, Part, Replay, Results, play_again, play_first, results
from kb.asking.flips.scope import end_of, scope_of
from kb.asking.flips.sorts import OWN_CHOICES, changes, size_of
from kb.base.errors import KBError
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import Act, Value
from kb.engine.core.actions import Action, Reason
from kb.engine.core.position import replace
from kb.engine.core.registry import RULES
from kb.engine.core.rulebook import Rulebook

#: how many are told, how many changes are tried, which is what decides, and seconds of
#: processor time after which it is given up
MOST, TRIES, BUDGET = 12, 800, 2.0
_NO_PROOFS: Proofs = {}
#: what a fault of the engine raises; what says that the machine has no more to give is none
_FAULTS = (ArithmeticError, AssertionError, AttributeError, KBError, LookupError, TypeError, ValueError)
#: of a rule on which no case of a ruling rests
NOTHING: tuple[Sequence[str], int] = (), 0


class Effect(IntEnum):
    """What is turned, what says most first."""

    VERDICT = 0
    OUTCOME = 1
    REASONS = 2


#: how far off a change of a sort is: where it allows something, where it forbids it, where something else comes of it,
#: and where only the reasons are others; the numbers are those under which most contrasts of the data are among the
#: first (``benchmarks/whatif.py``)
_FAR: dict[Sort, tuple[float, float, float, float]] = {
    "more": (2.0, 2.5, 3.2, 5.5),
    "fewer": (1.0, 3.0, 3.5, 5.5),
    "without": (3.0, 5.0, 4.0, 6.0),
    "instead": (3.0, 4.5, 5.0, 6.0),
    "state": (1.5, 4.5, 4.0, 6.0),
    "cargo": (2.0, 3.5, 4.5, 6.0),
    "holder": (1.5, 4.0, 4.5, 6.0),
    "turn": (3.0, 4.5, 4.5, 6.0),
    "phase": (1.5, 3.5, 4.5, 5.0),
    "round": (1.5, 4.0, 4.0, 6.0),
    "option": (1.0, 3.0, 3.5, 6.0),
    "technology": (1.5, 1.0, 2.5, 6.0),
    "advantage": (1.5, 2.0, 3.0, 6.0),
    "war": (0.5, 1.5, 2.0, 6.0),
    "money": (1.5, 0.5, 3.5, 6.0),
    "bought": (2.5, 4.0, 4.5, 6.0),
    "note": (2.0, 5.0, 2.5, 6.0),
    "rules": (1.5, 1.5, 2.5, 6.0),
    "act": (1.8, 4.5, 4.5, 6.0),
    "left out": (2.0, 3.0, 1.8, 6.0),
    "order": (1.0, 2.0, 0.0, 6.0),
    "added": (2.5, 4.5, 3.5, 6.0),
    "choice": (1.0, 0.5, 2.5, 6.0),
    "die": (2.0, 1.0, 3.2, 6.0),
}
#: what is added to that: for the size of the change; where its rules cite no ruling, or no case of one rests on them
#: either; where no rule is another; where rules only decide in addition, and none no longer does; where it is not in
#: the spaces of the actions; where other units act, which have to stand there first; where an action before the last is
#: turned, which is not the one asked about; for each before it of its sort; and by the number of cases in which the
#: rarest of its rules has a say; and where units that act are gone. What is taken off: where another unit is lost;
#: where a rule that decided is concerned; where a unit more goes along; where an enemy more is there
_SIZE, _NOT_CITED, _NO_RULING, _NO_RULE, _ONLY_MORE, _ELSEWHERE = 0.7, 0.2, 0.4, 0.6, 0.8, 1.0
_OTHER_UNITS, _EARLIER, _SAME_SORT, _COMMON, _GONE = 2.0, 0.7, 0.4, 0.15, 2.0
_FATE, _DECIDED, _BESIDE, _AGAINST = 0.7, 0.5, 1.0, 0.5
#: the sorts of which it matters whether they are in the spaces of the actions
_PLACED: tuple[Sort, ...] = ("more", "instead", "cargo", "state")
#: those of luck, and of what is done
_DONE: tuple[Sort, ...] = ("die", "choice", "left out", "order")


@dataclass(frozen=True, slots=True)
class Turned:
    """What a change turns. ``act`` is the place of the action of which the verdict or the reasons are others, among
    those that are done then, ``legal`` whether that is legal now; ``parts`` are the results that are others, each as
    it was and as it is; ``gained`` are the reasons that decide now and did not, ``lost`` those that did and do not."""

    what: Effect
    act: int = -1
    legal: bool | None = None
    parts: tuple[tuple[Part, Value, Value], ...] = ()
    gained: tuple[Reason, ...] = ()
    lost: tuple[Reason, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that turn it."""
        return tuple(dict.fromkeys(reason.rule for reason in (*self.gained, *self.lost)))

    @property
    def marks(self) -> tuple[object, ...]:
        """What two changes have in common that do the same."""
        if self.what is Effect.OUTCOME:
            return self.what, self.parts
        return self.what, self.act, self.legal, *(reason.rule for reason in self.gained[:1])


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A change that turns something; ``also`` are others that turn the same, ``replay`` is what comes of it."""

    change: RequestChange
    turned: Turned
    replay: Replay
    also: tuple[RequestChange, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that turn it."""
        return self.turned.rules


@dataclass(frozen=True, slots=True)
class Flips:
    """What was found, best first; ``tried`` is how many changes were, and ``all_tried`` whether time was enough for
    all of them; ``faults`` is how many could not be played, for a fault of the engine. ``base`` is what they are
    compared with."""

    found: tuple[Counterfactual, ...]
    base: Replay
    tried: int
    all_tried: bool
    faults: int = 0


def flips(
    answer: EngineAnswer,
    limit: int = MOST,
    budget: float = BUDGET,
    proofs: Proofs = _NO_PROOFS,
    others: Sequence[Rulebook] = (),
    tries: int = TRIES,
) -> Flips:
    """The smallest changes of what was asked after which the answer is another, at most ``limit``, those of which a
    ruling speaks first among equals. At most so many ``tries`` are made, for at most ``budget`` seconds of processor
    time, which a case seldom takes: so what is found does not depend on the machine.

    A change that the engine cannot play is counted as a fault, which ``KB_TRACEBACK`` shows.
    ``proofs`` are the rulings whose cases rest on a rule, ``others`` the other printings of the rules.
    """
    until, looked = process_time() + budget, Looked()
    base = play_first(answer.request, answer.played.record, looked)
    before = results(base)
    groups: dict[tuple[object, ...], list[Counterfactual]] = {}
    tried, faults, all_tried = 0, 0, True
    scope = scope_of(answer.request, base, looked)
    for change in changes(scope, others):
        if tried == tries or process_time() > until:
            all_tried = False
            break
        tried += 1
        try:
            replay = play_again(change, answer.request, base)
            found = _effect_of(change, base, replay, before, scope.acted)
        except _FAULTS:
            if os.environ.get("KB_TRACEBACK"):
                raise
            faults += 1
            continue
        if found and not _is_general(
            found
        ):  # those that do the same are of one kind, about one place, and turn the same
            way = _way_of(change)
            marks = found.marks if way != _ELSEWHERE_INSTEAD else (found.what, found.legal)
            alike = change.sort, change.facts.get("space"), change.facts.get("place"), way, marks
            groups.setdefault(alike, []).append(Counterfactual(change, found, replay))
    ranked = _ranked(map(_together, groups.values()), base, scope.acted, proofs)
    return Flips(tuple(ranked[:limit]), base, tried, all_tried, faults)


def _together(alike: list[Counterfactual]) -> Counterfactual:
    """Several that do the same as one: the smallest, and the others beside it."""
    best = min(alike, key=lambda flip: size_of(flip.change))
    return replace(best, also=tuple(flip.change for flip in alike if flip is not best))


#: of another action that it goes elsewhere: what comes of that there is not compared
_ELSEWHERE_INSTEAD = "elsewhere"


def _way_of(change: RequestChange) -> str:
    """In what another action is another: with a unit more, by other units, elsewhere, or otherwise."""
    act, was = change.facts.get("act"), change.facts.get("was")
    if change.sort != "act" or not isinstance(act, Act) or not isinstance(was, Act):
        return ""
    if change.facts.keys() & {"along", "ashore"}:
        return "more"
    return "units" if act.what != was.what else "way" if end_of(act) == end_of(was) else _ELSEWHERE_INSTEAD


def _is_general(turned: Turned) -> bool:
    """Whether an action is only refused by a rule about all actions alike: that it is another's turn, or another phase;
    that is said by the question already."""
    return turned.act >= 0 and not turned.legal and bool(turned.gained) and _is_of_everything(turned.gained[0])


def _is_of_everything(reason: Reason) -> bool:
    return reason.rule in RULES and Action in RULES[reason.rule].actions


# -- what a change turns


def _effect_of(
    change: RequestChange, base: Replay, replay: Replay, before: Results, acted: Sequence[str]
) -> Turned | None:
    """What a change turns, if anything; ``before`` are the results without it, ``acted`` the spaces of the actions."""
    reasons = verdict = None
    reordered = change.sort in ("left out", "order")
    for place, old in enumerate(change.places or range(len(base.played.acts))):
        if old < 0:
            continue
        was, now = base.played.acts[old], replay.played.acts[place]
        legal, legal_now = status_of(was), status_of(now)
        if legal_now is None and legal is not None:
            if reordered:
                continue
            return verdict
        if legal_now != legal:
            gained, lost = now.reasons or now.leaned_on, was.reasons or was.leaned_on
            if legal_now and was.reasons:
                gained = now.reasons
            verdict = Turned(Effect.VERDICT, place, legal_now, (), tuple(gained), tuple(lost))
            if not reordered:
                return verdict
        rules, rules_now = ({reason.rule for reason in each.reasons} for each in (was, now))
        if rules != rules_now and reasons is None:
            gained = tuple(reason for reason in now.reasons if reason.rule not in rules)
            lost = tuple(reason for reason in was.reasons if reason.rule not in rules_now)
            reasons = Turned(Effect.REASONS, place, legal_now, (), gained, lost)
    return verdict or _outcome(change, base, replay, before, acted) or reasons


def _outcome(
    change: RequestChange, base: Replay, replay: Replay, before: Results, acted: Sequence[str]
) -> Turned | None:
    after = results(replay)
    put = set(change.position.get("spaces", ()))
    parts = tuple(
        (part, before.get(part), after.get(part))
        for part in dict.fromkeys((*before, *after))
        if before.get(part) != after.get(part) and _can_be_compared(part, replay, put, acted)
    )
    if not parts:
        return None
    then, now = _decided(base.played), _decided(replay.played)
    gained = tuple(reason for rule, reason in now.items() if rule not in then)
    lost = tuple(reason for rule, reason in then.items() if rule not in now)
    if change.sort in OWN_CHOICES and not gained and not lost:
        return None
    return Turned(Effect.OUTCOME, -1, None, parts, gained, lost)


def _can_be_compared(part: Part, replay: Replay, put: set[str], acted: Sequence[str]) -> bool:
    """Not what becomes of a unit that only one play has, nor that enemies are where some were put, or elsewhere."""
    kind, about = part[0], part[1]
    if kind in ("fate", "fire"):
        return about in replay.known
    return not (kind == "battle" and (about in put or (bool(acted) and about not in acted)))


def _decided(played: PlayedCase) -> dict[str, Reason]:
    """The rules that decided something, each with the facts of the first time."""
    found: dict[str, Reason] = {}
    for act in played.acts:
        fired = (Reason(node.says, node.facts) for trace in act.traces for node in trace.walk() if node.rule)
        for reason in (*act.reasons, *act.leaned_on, *fired):
            found.setdefault(reason.rule, reason)
    return found


# -- which are told first


def _ranked(
    found: Iterable[Counterfactual], base: Replay, acted: Sequence[str], proofs: Proofs
) -> list[Counterfactual]:
    """The nearest first, and not too many of one sort."""
    rows = sorted(((_distance(flip, base, acted, proofs), flip) for flip in found), key=itemgetter(0))
    before = Counter[Sort]()
    sizes = []
    for size, flip in rows:
        sizes.append((size + _SAME_SORT * before[flip.change.sort], flip))
        before[flip.change.sort] += 1
    return [flip for _, flip in sorted(sizes, key=itemgetter(0))]


def _distance(flip: Counterfactual, base: Replay, acted: Sequence[str], proofs: Proofs) -> float:
    """How far off a flip is: by its sort and what it turns, and by what else :data:`_FAR` names; ``acted`` are the
    spaces of the actions."""
    turned, change, rules = flip.turned, flip.change, base.played.rules
    turns = turned.what + 1 if turned.what is not Effect.VERDICT else 0 if turned.legal else 1
    far = _FAR[change.sort][turns] + _SIZE * (size_of(change) - 1)
    lines = [rules.lines[rule] for rule in flip.rules if rule in rules.lines]
    if not any("/" not in cite for line in lines for cite in line.cites):
        far += _NOT_CITED if any(proofs.get(rule, NOTHING)[0] for rule in flip.rules) else _NO_RULING
    own = change.facts.get("power") == base.played.start.clock.turn
    against = change.sort == "more" and not own and change.facts.get("space") in acted
    if turned.what is Effect.OUTCOME:
        far += _NO_RULE if not turned.rules else 0
        far += _ONLY_MORE if not turned.lost and change.sort not in _DONE and not against else 0
        far -= _FATE if any(part[0] == "fate" for part, _, _ in turned.parts) else 0
    far += _ELSEWHERE if change.sort in _PLACED and change.facts.get("space") not in acted else 0
    far += _OTHER_UNITS if change.sort == "act" and "new" in change.facts else 0
    far -= _BESIDE if change.facts.keys() & {"along", "ashore"} and turned.legal else 0
    far -= _AGAINST if against and turned.rules else 0
    far += _GONE if change.sort in ("fewer", "without", "instead") and own and turned.legal is False else 0
    far += _EARLIER if 0 <= turned.act < len(flip.replay.played.acts) - 1 else 0
    decided = {reason.rule for act in base.played.acts for reason in (*act.reasons, *act.leaned_on)}
    far -= _DECIDED if decided & {*flip.rules} else 0
    cases = min((proofs.get(rule, NOTHING)[1] for rule in flip.rules), default=0)
    return far + log10(1 + cases) * _COMMON
