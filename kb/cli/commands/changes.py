"""``kb changes``: what changed since an edition or against another installation; ``--record`` records an edition."""

from __future__ import annotations

import kb
from kb.base.errors import Finding, KBError
from kb.cli.changes import show_groups, show_history
from kb.cli.terminal import Screen, print_json, say
from kb.service import changes as reads
from kb.store import lookup
from kb.text import changes as wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Plain = dict[str, Any]

_SOME, _NONE = 0, 1


def run(
    since: str | None = None,
    ruling: str | None = None,
    game: str | None = None,
    against: str | None = None,
    record: bool = False,
    title: str = "",
    on: str = "",
    json: bool = False,
    no_pager: bool = False,
) -> int:
    """List what changed, or with ``record`` append an edition. Returns 0 if there is something, else 1."""
    if record:
        if since or ruling or game or against:
            raise KBError(Finding("--record records everything", hint="leave out what narrows the list"))
        return _record(title, on, json)
    if title or on:
        raise KBError(Finding("--title and --on go with --record", hint="add --record"))
    with kb.open() as base:
        alone = bool(ruling) and not (since or against or game)
        found = (
            reads.of_ruling(base, ruling or "")
            if alone
            else reads.changes(base, since or "", game or "", against=against, ruling=ruling)
        )
        if json:
            print_json(found)
        else:
            screen = Screen(not no_pager)
            if "history" in found:
                screen.line(screen.paint(found["ruling"], "bold", "cyan"))
                show_history(screen, found["history"])
            elif not _head(screen, found):
                show_groups(screen, found["things"], lookup.short_titles(base.connection))
            screen.show()
    return _SOME if found["history" if alone else "things"] else _NONE


def _head(screen: Screen, found: Plain) -> bool:
    """Show what the changes are against; whether that is all there is to say."""
    edition, many = found.get("edition"), wording.summary(found["things"])
    if "against" in found:
        screen.wrapped(f"Here, against {found['against']}: {many}")
    elif "since" in found:
        screen.wrapped(f"Since {wording.edition(found['since'])}: {many}")
    elif edition is None:
        screen.line("No edition is recorded, and there is nothing.")
    else:
        screen.wrapped(f"{wording.edition(edition)} ({many})")
        if edition["on"]:
            screen.line("Nothing has changed since.")
        if edition["place"] == 1:
            screen.wrapped(wording.began(found["things"]))
            return True
    return False


def _record(title: str, on: str, json: bool) -> int:
    """Append an edition with the state of the data, unless it is that of the last edition."""
    import datetime

    from kb.base import journal, paths
    from kb.base.history import editions
    from kb.base.history.state import by_thing
    from kb.pipeline import proofs
    from kb.pipeline import run as pipeline

    day = on or datetime.date.today().isoformat()
    data = paths.data()
    with journal.writing(data, say):
        found, _ = pipeline.corpus(data)
        recorded = editions.load(data)
        edition = editions.next_edition(recorded, proofs.state_of_corpus(found), day, title or f"The state of {day}")
        if edition is not None:
            editions.append(data, edition)
    if edition is None:
        told = f"nothing changed since {recorded[-1].id}; nothing is recorded" if recorded else "there is nothing"
        print_json({"edition": None}) if json else say(told)
        return _NONE
    changed = len(by_thing(edition.changes))
    if json:
        print_json({"edition": {"id": edition.id, "on": edition.on, "title": edition.title, "changed": changed}})
    else:
        say(f"recorded edition {edition.id}: {changed} changed", "run 'kb build', then commit data/history.jsonl")
    return _SOME
