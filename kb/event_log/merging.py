"""Puts revisions together: what is the latest of each entry, and what contradicts, in sentences.

A log is a set of revisions, so putting logs together is the union of sets: in any order, any number of times.
``static/kb/log_merge.js`` does the same on the phone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kb.event_log.record import Revision

#: the kinds of conflicts: people who did not know of each other corrected an entry differently; two judges decided the
#: same question at the same table in the same round differently; one revision says two things; a revision follows one
#: that no log has; revisions follow each other in a circle, so none of them is the latest
CORRECTED, DECIDED, RETOLD, MISSING, CIRCLE = "corrected", "decided", "retold", "missing", "circle"


class Decision(NamedTuple):
    """A decision: its latest revision, and all of them, the oldest first."""

    latest: Revision
    revisions: tuple[Revision, ...]


class Conflict(NamedTuple):
    """What somebody has to decide: its kind and the revisions it is between."""

    kind: str
    revisions: tuple[Revision, ...]


class Merged(NamedTuple):
    """The entries by the time of their decisions, and the conflicts."""

    entries: tuple[Decision, ...]
    conflicts: tuple[Conflict, ...]


def merge(revisions: Iterable[Revision]) -> Merged:
    """What some revisions come to, whatever their order and however often they are said."""
    every = sorted(set(revisions), key=_order)
    by_entry: dict[str, list[Revision]] = defaultdict(list)
    for each in every:
        by_entry[each.entry].append(each)
    entries = [Decision(_heads(some)[-1], tuple(some)) for some in by_entry.values()]
    entries.sort(key=lambda each: (each.latest.ruled, each.latest.entry))
    found = [*_retold(every), *_in_entries(by_entry), *_decided(entries)]
    found.sort(key=lambda each: (each.kind, [revision.text() for revision in each.revisions]))
    return Merged(tuple(entries), tuple(found))


def _order(revision: Revision) -> tuple[str, str, str]:
    """By the time it was written; what was written at the same time by id, and by its words."""
    return revision.written, revision.revision, revision.text()


def _heads(some: list[Revision]) -> list[Revision]:
    """The revisions of an entry that no other follows; all of them where they follow each other in a circle."""
    followed = {each for revision in some for each in revision.after}
    return [each for each in some if each.revision not in followed] or some


def _in_entries(by_entry: dict[str, list[Revision]]) -> Iterator[Conflict]:
    for some in by_entry.values():
        heads = _heads(some)
        if len({each.decided() for each in heads}) > 1:
            yield Conflict(CORRECTED, tuple(heads))
        known = {each.revision for each in some}
        for each in some:
            if not known.issuperset(each.after):
                yield Conflict(MISSING, (each,))
        followed = [(each.revision, earlier) for each in some for earlier in each.after if earlier in known]
        in_circle = _waiting([(earlier, later) for later, earlier in _waiting(followed)])
        if in_circle:
            ids = {each for pair in in_circle for each in pair}
            yield Conflict(CIRCLE, tuple(each for each in some if each.revision in ids))


def _waiting(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of pairs, in each of which the first waits for the second, those that wait for ever, as in a circle."""
    left = list(dict.fromkeys(pairs))
    waits = Counter(one for one, _ in left)
    waiting: dict[str, list[str]] = defaultdict(list)
    for one, other in left:
        waiting[other].append(one)
    free = [each for each in waiting if not waits[each]]
    for each in free:  # it grows
        for one in waiting[each]:
            waits[one] -= 1
            if not waits[one]:
                free.append(one)
    return [(one, other) for one, other in left if waits[one] and waits[other]]


def _retold(every: list[Revision]) -> Iterator[Conflict]:
    by_id: dict[str, list[Revision]] = defaultdict(list)
    for each in every:
        by_id[each.revision].append(each)
    return (Conflict(RETOLD, tuple(some)) for some in by_id.values() if len(some) > 1)


def _decided(entries: list[Decision]) -> Iterator[Conflict]:
    """What two judges decided differently. A table that nobody named is not the same table."""
    alike: dict[tuple[str, ...], list[Revision]] = defaultdict(list)
    for latest, _ in entries:
        key = tuple(_plain(each) for each in (latest.table, latest.question, latest.round, latest.event))
        if not latest.struck and key[0] and key[1] and latest.decision:
            alike[key].append(latest)
    for some in alike.values():
        if len({_plain(each.judge) for each in some}) > 1 and len({_plain(each.decision) for each in some}) > 1:
            yield Conflict(DECIDED, tuple(sorted(some, key=_order)))


def _plain(text: str) -> str:
    """A text as it is compared: small letters, single spaces."""
    return " ".join(text.lower().split())


#: so many revisions of a conflict are told
MOST_TOLD = 4
#: each kind of conflict in a sentence; ``{}`` is what each revision says, or whose it is
SENTENCES = {
    CORRECTED: "was corrected differently, by people who did not know of each other: {}",
    DECIDED: "was decided differently: {}",
    RETOLD: "one revision says two things, so a log was changed by hand: {}",
    MISSING: "follows an earlier revision that no log has: {}",
    CIRCLE: "revisions follow each other in a circle, so a log was changed by hand: {}",
}


def describe_conflict(conflict: Conflict) -> str:
    """A conflict as a line: where it is, what it is, and who says what."""
    where = conflict.revisions[0]
    at = f"table {where.table or '?'}, round {where.round or '?'}, “{where.question}”"
    told = [_told(each) for each in conflict.revisions[:MOST_TOLD]]
    left = len(conflict.revisions) - MOST_TOLD
    told += [f"and {left} more"] if left > 0 else []
    return f"{at}: {SENTENCES[conflict.kind].format('; '.join(told))}"


def _told(revision: Revision) -> str:
    what = f"struck ({revision.why})" if revision.struck else f"“{revision.decision}”"
    return f"{revision.writer or revision.judge or 'somebody'} at {revision.written}: {what}"
