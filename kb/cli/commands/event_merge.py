"""``kb event merge``: the logs of several judges in one SQLite file."""

from __future__ import annotations

import os

from kb.base.errors import UNSOUND, Collector
from kb.base.paths import shown
from kb.cli.terminal import say
from kb.event_log import record
from kb.event_log.merging import describe_conflict, merge

#: conflicts that are told one by one; all of them are in the file
MOST_TOLD = 50


def run(logs: list[str], out: str) -> int:
    """Merge logs into the file ``out``, and with what is there already; conflicts are told on standard error.

    Returns 0, or 3 with conflicts. Raises :class:`kb.base.errors.BadInput` with every finding; then ``out``
    stays as it was.
    """
    from kb.store import event_log

    collect = Collector()
    found = [collect(record.read, each) for each in dict.fromkeys(logs)]
    with event_log.writing(out, say):
        if os.path.lexists(out):
            found.append(collect(event_log.read, out))
        collect.close()
        read = [each for each in found if each is not None]
        together = merge(frozenset().union(*(each.revisions for each in read)))
        sources = frozenset().union(*(each.sources for each in read))
        event_log.write(out, together, sources)
        event_log.describe(out)
    conflicts = [describe_conflict(each) for each in together.conflicts]
    say(*conflicts[:MOST_TOLD])
    if len(conflicts) > MOST_TOLD:
        say(f"{len(conflicts) - MOST_TOLD} more conflicts: see the table conflicts")
    many = sum(len(each.revisions) for each in together.entries)
    told = f"{len(together.entries)} entries, {many} revisions, {len(conflicts)} conflicts"
    print(f"{shown(out)}: {told}, from {len({each.sha256 for each in sources})} logs")
    return UNSOUND if conflicts else 0
