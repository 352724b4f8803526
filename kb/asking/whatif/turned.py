"""What a change turns: the verdict on an action, its reasons, or what comes of it; and the rules by which it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from kb.asking.answer import status_of
from kb.asking.whatif.again import Again
from kb.asking.whatif.change import Change, Sort
from kb.asking.whatif.results import Part, Results, results
from kb.engine.core.verdict import Reason
from kb.scenarios.expectations.played import ActResult, PlayedCase
from kb.scenarios.language.scenario import Value

#: changes of one's own choice or of luck: that something else comes of them says nothing by itself
OWN = (Sort.ACT, Sort.ORDER, Sort.LEFT_OUT, Sort.ADDED)


class What(IntEnum):
    """What is turned, what says most first."""

    VERDICT = 0
    OUTCOME = 1
    REASONS = 2


@dataclass(frozen=True, slots=True)
class Turned:
    """What a change turns. ``act`` is the place of the action of which the verdict or the reasons are others, among
    those that are done then, ``legal`` whether that is legal now; ``parts`` are the results that are others, each as
    it was and as it is; ``rules`` are those that decide now and did not, or did and do not now."""

    what: What
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
        if self.what is What.OUTCOME:
            return self.what, self.parts
        return self.what, self.act, self.legal, *(reason.rule for reason in self.gained[:1])


def turned(change: Change, base: Again, again: Again, before: Results) -> Turned | None:
    """What a change turns, if anything; ``before`` are the results without it."""
    reasons = verdict = None
    own = change.sort in (Sort.LEFT_OUT, Sort.ORDER)
    places = change.places or range(len(base.played.acts))
    for place, old in enumerate(places):
        if old < 0:
            continue
        was, now = base.played.acts[old], again.played.acts[place]
        legal, legal_now = status_of(was), status_of(now)
        if legal_now is None and legal is not None:
            if own:
                continue
            return verdict
        if legal_now != legal:
            gained, lost = _reasons(now), _reasons(was)
            if legal_now:
                lost, gained = (was.reasons, ()) if was.reasons else (lost, gained)
            verdict = Turned(What.VERDICT, place, legal_now, (), tuple(now.reasons) or tuple(gained), tuple(lost))
            if not own:
                return verdict
        if {reason.rule for reason in was.reasons} != {reason.rule for reason in now.reasons} and reasons is None:
            gained, lost = _only(now.reasons, was.reasons), _only(was.reasons, now.reasons)
            reasons = Turned(What.REASONS, place, legal_now, (), gained, lost)
    return verdict or _outcome(change, base, again, before) or reasons


def _reasons(result: ActResult) -> tuple[Reason, ...]:
    return tuple(result.reasons or result.leaned_on)


def _only(these: tuple[Reason, ...], those: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons of rules that others have not."""
    rules = {reason.rule for reason in those}
    return tuple(reason for reason in these if reason.rule not in rules)


def _outcome(change: Change, base: Again, again: Again, before: Results) -> Turned | None:
    after = results(again, again.known, again.known)
    put = set(change.position.get("spaces", ()))
    parts = tuple(
        (part, before.get(part), after.get(part))
        for part in dict.fromkeys((*before, *after))
        if before.get(part) != after.get(part) and _counts(part, again, put)
    )
    if not parts:
        return None
    then, now = _fired(base.played), _fired(again.played)
    gained = tuple(reason for rule, reason in now.items() if rule not in then)
    lost = tuple(reason for rule, reason in then.items() if rule not in now)
    if change.sort in OWN and not gained and not lost:
        return None
    return Turned(What.OUTCOME, -1, None, parts, gained, lost)


def _counts(part: Part, again: Again, put: set[str]) -> bool:
    """Whether a part can be compared: not of a unit that only one has, nor that enemies are where some were put."""
    kind, about = part[0], part[1]
    if kind in ("fate", "fire"):
        return about in again.known
    return not (kind == "battle" and about in put)


def _fired(played: PlayedCase) -> dict[str, Reason]:
    """The rules that decided something, each with the facts of the first time."""
    found: dict[str, Reason] = {}
    for reason in _deciding(played):
        found.setdefault(reason.rule, reason)
    return found


def _deciding(played: PlayedCase) -> Iterator[Reason]:
    for act in played.acts:
        yield from (*act.reasons, *act.leaned_on)
        for trace in act.traces:
            yield from (Reason(node.says, node.facts) for node in trace.walk() if node.rule)
