"""``kb add``: adds a document to the data, and lists everything that is still open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.base.english import counted
from kb.base.errors import Finding
from kb.cli.terminal import Screen, print_json, say
from kb.pipeline.authoring import adding
from kb.pipeline.authoring.adding import Added
from kb.pipeline.authoring.documents import Request
from kb.pipeline.authoring.todo import to_do
from kb.text import drafts


def run(request: Request, dry_run: bool, json: bool) -> int:
    """Add the document of a request, or with ``dry_run`` only show the result."""
    added = adding.add(request, dry_run=dry_run, waiting=say)
    if json:
        print_json(_row(added, dry_run))
    else:
        _show(added, dry_run)
    return 0


def show_to_do(json: bool) -> int:
    """List the missing texts of each ruling."""
    found = to_do()
    if json:
        print_json({"to_do": found})
        return 0
    screen = Screen()
    screen.line(drafts.todo_line(sum(row["draft"] for row in found), len(found)))
    for row in found:
        screen.wrapped(row["question"], "    ", f"  {screen.paint(row['id'], 'bold', 'cyan')}  ")
        for each in row["steps"]:
            screen.wrapped(drafts.step(each), "      ")
        near = f"; most like {row['near']['id']} ({row['near']['alike']} %)" if row["near"] else ""
        screen.wrapped(f"fingerprint {row['fingerprint']} for its cases{near}", "      ", None, "dim")
    screen.show()
    return 0


def _row(added: Added, dry_run: bool) -> dict[str, Any]:
    document = added.received.document
    files = [(f"data/{each.path}", *each.lines()) for each in added.files]
    return {
        "document": document.id,
        "game": document.game,
        "is_new": added.received.is_new,
        "shared": round(added.received.shared, 3),
        "kind": document.kind,
        "sha256": document.sha256,
        "topics": [{"heading": each.heading, "slug": each.slug} for each in added.received.topics],
        **{name: getattr(added, name) for name in ("unchanged", "appears", "changes", "vanishes")},
        "written": not dry_run,
        "files": [{"file": file, "added": plus, "removed": minus} for file, plus, minus in files],
        "drafts": added.drafts,
        "standing": document.standing,
        **{name: list(map(str, getattr(added, name))) for name in ("to_do", "proofs", "look")},
    }


def _show(added: Added, dry_run: bool) -> None:
    screen = Screen()
    document = added.received.document
    many = f"{added.unchanged} rulings as before, {len(added.appears)} new, {len(added.changes)} changed, {len(added.vanishes)} gone"
    if added.received.is_new:
        screen.wrapped(f"taken for a new document of {document.game}, {document.id} ({document.kind}): {many}")
    else:
        shared = f"{added.received.shared:.0%}"
        screen.wrapped(f"taken for {document.id}, with which it shares {shared} of all words: {many}")
    for topic in added.received.topics:
        heading, named = (f"“{topic.heading}”", f"{topic.heading}=") if topic.heading else ("no heading", "")
        screen.wrapped(f'{heading}: ids carry the word {topic.slug}; for another --topic "{named}WORD"', "    ")
    for sign, rulings in (("+", added.appears), ("~", added.changes), ("-", added.vanishes)):
        for one in rulings:
            line = "" if sign == "-" else f"line {one['line']}: "
            screen.wrapped(f"{line}{one['question']}", "    ", f"  {sign} {one['id']}  ")
            for was, now in one["words"] if sign == "~" else ():
                change = f"“{was}” -> “{now}”" if was and now else f"without “{was}”" if was else f"with “{now}”"
                screen.wrapped(change, "      ")
    written = f"{counted(len(added.files), 'file')} {'would be written; nothing is' if dry_run else 'written'}:"
    screen.line(written if added.files else "nothing to write: the data has it already")
    for each in added.files:
        plus, minus = each.lines()
        screen.line(f"  data/{each.path}  {'new, ' if each.before is None else ''}+{plus} -{minus}")
    ends = "then one 'kb build'" if added.to_do else "nothing is to do before 'kb build'"
    _show_list(screen, f"to do in the editor, {ends} ({len(added.to_do)}):" if added.to_do else ends, added.to_do)
    if added.drafts:
        screen.wrapped(drafts.drafts_line(added.drafts))
    unproved = f"not proved yet; it is built all the same, with exit status 3 ({len(added.proofs)}):"
    for title, findings in ((unproved, added.proofs), (f"worth a look ({len(added.look)}):", added.look)):
        if findings:
            _show_list(screen, title, findings)
    screen.show()


def _show_list(screen: Screen, title: str, findings: Sequence[Finding]) -> None:
    screen.wrapped(title)
    for finding in findings:
        screen.wrapped(str(finding), "    ", "  ")
