"""What would have to differ: the smallest changes that turn the verdict or the outcome, found by trying."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from operator import itemgetter
from time import process_time

from kb.asking.answer import Answer
from kb.asking.bearing import Proofs
from kb.asking.changes import changes
from kb.asking.whatif.again import Again, first, play_again
from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.looked import Looked
from kb.asking.whatif.results import Results, results
from kb.asking.whatif.scene import scene
from kb.asking.whatif.turned import OWN, Turned, What, turned
from kb.engine.core.actions import Action
from kb.engine.core.registry import RULES
from kb.engine.core.rulebook import Rulebook
from kb.errors import KBError

#: how many are told, how many changes are tried, which is what decides, and seconds of
#: processor time after which it is given up
MOST, TRIES, BUDGET = 12, 800, 2.0
_NO_PROOFS: Proofs = {}
#: what a fault of the engine raises; what says that the machine has no more to give is none
_FAULTS = (ArithmeticError, AssertionError, AttributeError, KBError, LookupError, TypeError, ValueError)
#: of a rule on which no case of a ruling rests
NOTHING: tuple[Sequence[str], int] = (), 0
#: what is added to the size of a change: for what it turns; where its rules cite no ruling, or no case of one rests on
#: them either; where no rule is another; where the rule that refuses is about all actions alike; where what was
#: allowed is not, by one's own choice or otherwise; for each before it of its sort; and by the number of cases in which
#: the rarest of its rules has a say; where an action before the last is turned, which is not the one asked about
_TURNS = {What.VERDICT: 0.0, What.OUTCOME: 0.3, What.REASONS: 1.2}
_NOT_CITED, _NO_RULING, _NO_RULE, _OF_EVERYTHING = 0.2, 0.4, 0.3, 1.0
_FORBIDS, _WORSE_CHOICE, _SAME_SORT, _COMMON, _EARLIER = 0.3, 0.7, 0.15, 0.15, 0.8


@dataclass(frozen=True, slots=True)
class Flip:
    """A change that turns something; ``also`` are others that turn the same, ``played`` is what comes of it."""

    change: Change
    turned: Turned
    played: Again
    also: tuple[Change, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that turn it."""
        return self.turned.rules


@dataclass(frozen=True, slots=True)
class Flips:
    """What was found, best first; ``tried`` is how many changes were, and ``all_tried`` whether time was enough for
    all of them; ``faults`` is how many could not be played, for a fault of the engine. ``base`` is what they are
    compared with."""

    found: tuple[Flip, ...]
    base: Again
    tried: int
    all_tried: bool
    faults: int = 0


def flips(
    answer: Answer,
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
    base = first(answer.asked, answer.played.record, looked)
    before = results(base, base.known, base.known)
    groups: dict[tuple[object, ...], list[Flip]] = {}
    tried, faults, all_tried = 0, 0, True
    for change in changes(scene(answer.asked, base, looked), others):
        if tried == tries or process_time() > until:
            all_tried = False
            break
        tried += 1
        try:
            flip = _tried(change, answer, base, before)
        except _FAULTS:
            if os.environ.get("KB_TRACEBACK"):
                raise
            faults += 1
            continue
        if flip:
            groups.setdefault(_alike(flip), []).append(flip)
    found = _ranked(map(_together, groups.values()), answer.rules, proofs)
    return Flips(tuple(found[:limit]), base, tried, all_tried, faults)


def _tried(change: Change, answer: Answer, base: Again, before: Results) -> Flip | None:
    """A change, if it turns something."""
    again = play_again(change, answer.asked, base)
    found = turned(change, base, again, before)
    return Flip(change, found, again) if found else None


def _alike(flip: Flip) -> tuple[object, ...]:
    """What changes have in common that do the same: the kind, where, and what they turn."""
    change = flip.change
    return change.sort, change.facts.get("space"), change.facts.get("place"), flip.turned.marks


def _together(alike: list[Flip]) -> Flip:
    """Several that do the same as one: the smallest, and the others beside it."""
    best = min(alike, key=lambda flip: flip.change.size)
    also = tuple(flip.change for flip in alike if flip is not best)
    return Flip(best.change, best.turned, best.played, also)


def _ranked(found: Iterable[Flip], rules: Rulebook, proofs: Proofs) -> list[Flip]:
    """Flips, best first: the small ones, those of which a ruling speaks, and not too many of one sort."""
    rows = sorted(((_size(flip, rules, proofs), flip) for flip in found), key=itemgetter(0))
    before = Counter[Sort]()
    sizes = []
    for size, flip in rows:
        sizes.append((size + _SAME_SORT * before[flip.change.sort], flip))
        before[flip.change.sort] += 1
    return [flip for _, flip in sorted(sizes, key=itemgetter(0))]


def _size(flip: Flip, rules: Rulebook, proofs: Proofs) -> float:
    """How far off a flip is: the size of the change, and what is added for what says less."""
    turned, size = flip.turned, flip.change.size
    lines = [rules.lines[rule] for rule in flip.rules if rule in rules.lines]
    if not any("/" not in cite for line in lines for cite in line.cites):
        size += _NOT_CITED if any(proofs.get(rule, NOTHING)[0] for rule in flip.rules) else _NO_RULING
    if turned.what is What.OUTCOME and not turned.rules:
        size += _NO_RULE
    if turned.act >= 0 and not turned.legal:
        about = [RULES[reason.rule].actions for reason in turned.gained[:1] if reason.rule in RULES]
        size += _OF_EVERYTHING if about and Action in about[0] else 0
        size += _WORSE_CHOICE if flip.change.sort in OWN else _FORBIDS
    if 0 <= turned.act < len(flip.played.played.acts) - 1:
        size += _EARLIER
    cases = min((proofs.get(rule, NOTHING)[1] for rule in flip.rules), default=0)
    return size + _TURNS[turned.what] + log10(1 + cases) * _COMMON
