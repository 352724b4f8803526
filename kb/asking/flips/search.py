"""Searches for what would have to differ: each change is played again, compared with the answer, and ranked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from time import process_time

from kb.asking.answer import EngineAnswer, Proofs, status_of
from kb.asking.flips.change import RequestChange
from kb.asking.flips.order import Order, way_of
from kb.asking.flips.replay import Looked, Part, Replay, Results, play_again, play_first, results
from kb.asking.flips.scope import scope_of
from kb.asking.flips.sorts import OF_UNITS, OWN_CHOICES, changes, size_of
from kb.base.errors import KBError
from kb.cases.expectations.played import PlayedCase
from kb.cases.language.scenario import Value
from kb.engine.core.actions import Action, Reason
from kb.engine.core.position import replace
from kb.engine.core.registry import RULES
from kb.engine.core.rulebook import Rulebook

#: how many are told, how many changes are tried, which is what decides, and seconds of
#: processor time after which it is given up
MOST, TRIES, BUDGET = 12, 800, 2.0
#: so many others of its kind are told with a change
ALSO = 5
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


#: how far off a flip is in addition of whose rules no ruling speaks, and no case of one rests on them either
_NO_RULING = 0.2


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
    def about(self) -> tuple[object, ...]:
        """What two changes have in common that turn the same action, or the outcome."""
        return self.what, self.act, self.legal

    @property
    def marks(self) -> tuple[object, ...]:
        """What two changes have in common that do the same."""
        why = () if self.legal else tuple(reason.rule for reason in self.gained[:1])
        return *self.about, self.parts if self.what is Effect.OUTCOME else why


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """A change that turns something; ``also`` are others of its kind that turn the same action, or the outcome, nearest
    first, not always in the same way; ``replay`` is what comes of it."""

    change: RequestChange
    turned: Turned
    replay: Replay
    also: tuple[Counterfactual, ...] = ()

    @property
    def kind(self) -> tuple[object, ...]:
        """What it has in common with those that are told beside it: of one's own actions which it is, and how another
        one is another; of units and choices whose they are."""
        facts, sort = self.change.facts, self.change.sort
        if sort == "choice":
            return sort, facts["choice"].power, facts["choice"].what, *self.turned.about
        if sort in ("left out", "order"):
            return "when", facts["place"], *self.turned.about
        return sort, way_of(self.change), facts.get("power") if sort in OF_UNITS else "", *self.turned.about

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that turn it."""
        return self.turned.rules


@dataclass(frozen=True, slots=True)
class Flips:
    """What was found, best first, which the ``order`` says; ``tried`` is how many changes were, and ``all_tried``
    whether time was enough for all of them; ``faults`` is how many could not be played, for a fault of the engine.
    ``base`` is what they are compared with."""

    found: tuple[Counterfactual, ...]
    base: Replay
    order: Order
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
    turning: list[Counterfactual] = []
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
        if found and not _is_general(found):
            turning.append(Counterfactual(change, found, replay))
    order = Order(scope)
    ranked = sorted(
        _together(turning, order),
        key=lambda flip: order.distance(flip) + (0 if is_proven(flip, proofs) else _NO_RULING),
    )
    return Flips(tuple(ranked[:limit]), base, order, tried, all_tried, faults)


def _together(turning: Iterable[Counterfactual], order: Order) -> Iterator[Counterfactual]:
    """Those of a kind as one: the nearest, of equally near ones the smallest, and the others beside it."""
    groups: dict[tuple[object, ...], list[Counterfactual]] = {}
    for flip in sorted(turning, key=lambda each: (order.distance(each), size_of(each.change))):
        groups.setdefault(flip.kind, []).append(flip)
    for best, *others in groups.values():
        yield replace(best, also=tuple(others))


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


# -- what rulings speak of


def is_proven(flip: Counterfactual, proofs: Proofs) -> bool:
    """Whether a ruling speaks of a rule that turns it, or a case of one rests on it."""
    lines = flip.replay.played.rules.lines
    cites = (cite for rule in flip.rules if rule in lines for cite in lines[rule].cites)
    return any("/" not in cite for cite in cites) or any(proofs.get(rule, NOTHING)[0] for rule in flip.rules)
