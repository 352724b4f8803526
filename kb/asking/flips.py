"""What would have to differ: the smallest changes that turn the verdict or the outcome, found by trying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from kb.asking.answer import Answer
from kb.asking.bearing import Proofs
from kb.asking.changes import changes
from kb.asking.whatif.again import Again, first, play_again
from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.looked import Looked
from kb.asking.whatif.results import Results, results
from kb.asking.whatif.scene import scene
from kb.asking.whatif.turned import Turned, What, turned
from kb.engine.core.rulebook import Rulebook

#: how many are told, and how long is searched for them, in seconds
MOST, BUDGET = 12, 0.3
_NO_PROOFS: Proofs = {}
#: what is added to the size of a change of which no ruling speaks, and for what it turns
_NO_RULING, _TURNS = 0.4, {What.VERDICT: 0.0, What.OUTCOME: 0.3, What.REASONS: 0.9}


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
    all of them. ``base`` is what they are compared with."""

    found: tuple[Flip, ...]
    base: Again
    tried: int
    all_tried: bool


def flips(
    answer: Answer,
    limit: int = MOST,
    budget: float = BUDGET,
    proofs: Proofs = _NO_PROOFS,
    others: Sequence[Rulebook] = (),
) -> Flips:
    """The smallest changes of what was asked after which the answer is another, at most ``limit``, those of which a
    ruling speaks first among equals; ``budget`` are seconds.

    ``proofs`` are the rulings whose cases rest on a rule, ``others`` the other printings of the rules.
    """
    until, looked = monotonic() + budget, Looked()
    base = first(answer.asked, answer.played.record, looked)
    before = results(base, base.known, base.known)
    groups: dict[tuple[object, ...], list[Flip]] = {}
    tried, all_tried = 0, True
    for change in changes(scene(answer.asked, base, looked), others):
        if monotonic() > until:
            all_tried = False
            break
        tried += 1
        flip = _tried(change, answer, base, before)
        if flip:
            groups.setdefault(_alike(flip), []).append(flip)
    found = sorted(map(_together, groups.values()), key=lambda flip: _rank(flip, answer.rules, proofs))
    return Flips(tuple(found[:limit]), base, tried, all_tried)


def _tried(change: Change, answer: Answer, base: Again, before: Results) -> Flip | None:
    """A change, if it turns something; one that makes no sense turns nothing."""
    try:
        again = play_again(change, answer.asked, base)
    except Exception:
        return None
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


def _rank(flip: Flip, rules: Rulebook, proofs: Proofs) -> tuple[float, int]:
    """How near a flip is: small, with a ruling that speaks of it, of the verdict rather than of less."""
    spoken = any(
        "/" not in cite for rule in flip.rules if rule in rules.lines for cite in rules.lines[rule].cites
    ) or any(proofs.get(rule) for rule in flip.rules)
    luck = flip.change.sort in (Sort.DIE, Sort.CHOICE)
    return flip.change.size + _TURNS[flip.turned.what] + (0 if spoken else _NO_RULING), luck
