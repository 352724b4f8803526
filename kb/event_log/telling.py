"""Tells conflicts in sentences, for the terminal and for the table of conflicts."""

from __future__ import annotations

from kb.event_log.merging import CIRCLE, CORRECTED, DECIDED, MISSING, RETOLD, Conflict
from kb.event_log.record import Revision

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


def sentence(conflict: Conflict) -> str:
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
