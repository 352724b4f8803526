"""``kb add``: takes a document over into the data, and tells what is still open, all at once."""

from __future__ import annotations

from kb.base.english import counted
from kb.base.errors import Finding, KBError
from kb.cli.terminal import Screen, print_json, recover, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kb.pipeline.authoring.adding import Added
    from kb.pipeline.authoring.documents import Request


def run(request: Request, report: bool = False, dry_run: bool = False, todo: bool = False, json: bool = False) -> int:
    """Take over the document of a request, or with ``dry_run`` only tell what would be done, with ``report`` what its
    text is taken for, or with ``todo`` what would lift the drafts there are. Returns 0; of a report 1 where no form of
    documents fits."""
    if todo or not request.file:
        return _to_do(todo, request.file, json)
    if report:
        from kb.cli.commands import taken_for

        return taken_for.run(request, json)
    from kb.pipeline.authoring.adding import add

    if not dry_run:
        recover()
    added = add(request, dry_run=dry_run, waiting=say)
    if json:
        print_json(_row(added, dry_run))
    else:
        _show(added, dry_run)
    return 0


def _to_do(todo: bool, file: str, json: bool) -> int:
    """Tell what is not written yet of each ruling."""
    if bool(file) == todo:
        hint = "leave one of them out" if todo else "name the document, or list what is to write with --todo"
        raise KBError(Finding("a document and --todo at once" if todo else "no document", hint=hint))
    from kb.pipeline.authoring.todo import to_do
    from kb.text.drafts import step, todo_line

    found = to_do()
    if json:
        print_json({"to_do": found})
        return 0
    screen = Screen()
    screen.line(todo_line(sum(row["draft"] for row in found), len(found)))
    for row in found:
        screen.wrapped(row["question"], "    ", f"  {screen.paint(row['id'], 'bold', 'cyan')}  ")
        for each in row["steps"]:
            screen.wrapped(step(each), "      ")
        near = f"; most like {row['near']['id']} ({row['near']['alike']} %)" if row["near"] else ""
        screen.wrapped(f"fingerprint {row['fingerprint']} for its cases{near}", "      ", None, "dim")
    screen.show()
    return 0


def _row(added: Added, dry_run: bool) -> dict[str, Any]:
    from kb.pipeline.authoring.sheet import counts

    document = added.reading.document
    return {
        "document": document.id,
        "game": document.game,
        "is_new": added.received.is_new,
        "shared": round(added.received.shared, 3),
        "kind": document.kind,
        "sha256": document.sha256,
        "topics": [{"heading": each.heading, "slug": each.slug} for each in added.reading.topics],
        "unchanged": added.unchanged,
        "appears": added.appears,
        "changes": added.changes,
        "vanishes": added.vanishes,
        "written": not dry_run,
        "files": [
            {"file": f"data/{each.path}", "added": plus, "removed": minus}
            for each in added.files
            for plus, minus in (counts(each),)
        ],
        "drafts": added.drafts,
        "standing": document.standing,
        "to_do": list(map(str, added.to_do)),
        "proofs": list(map(str, added.proofs)),
        "look": list(map(str, added.look)),
    }


def _show(added: Added, dry_run: bool) -> None:
    screen = Screen()
    screen.wrapped(_taken_for(added))
    for topic in added.reading.topics:
        heading, named = (f"“{topic.heading}”", f"{topic.heading}=") if topic.heading else ("no heading", "")
        screen.wrapped(f'{heading}: ids carry the word {topic.slug}; for another --topic "{named}WORD"', "    ")
    _show_rulings(screen, added)
    _show_files(screen, added, dry_run)
    ends = "then one 'kb build'" if added.to_do else "nothing is to do before 'kb build'"
    _show_list(screen, f"to do in the editor, {ends} ({len(added.to_do)}):" if added.to_do else ends, added.to_do)
    if added.drafts:
        from kb.text.drafts import drafts_line

        screen.wrapped(drafts_line(added.drafts))
    if added.proofs:
        _show_list(
            screen, f"not proved yet; it is built all the same, with exit status 3 ({len(added.proofs)}):", added.proofs
        )
    if added.look:
        _show_list(screen, f"worth a look ({len(added.look)}):", added.look)
    screen.show()


def _show_rulings(screen: Screen, added: Added) -> None:
    """The rulings that are new, changed and gone."""
    for one in added.appears:
        screen.wrapped(f"line {one['line']}: {one['question']}", "    ", f"  + {one['id']}  ")
    for one in added.changes:
        screen.wrapped(f"line {one['line']}: {one['question']}", "    ", f"  ~ {one['id']}  ")
        for was, now in one["words"]:
            screen.wrapped(_change(was, now), "      ")
    for one in added.vanishes:
        screen.wrapped(one["question"], "    ", f"  - {one['id']}  ")


def _change(was: str, now: str) -> str:
    """A change of words in a few words."""
    if was and now:
        return f"“{was}” -> “{now}”"
    return f"without “{was}”" if was else f"with “{now}”"


def _taken_for(added: Added) -> str:
    """What the file is taken for, and how many rulings it has."""
    document = added.reading.document
    many = f"{added.unchanged} rulings as before, {len(added.appears)} new, {len(added.changes)} changed, {len(added.vanishes)} gone"
    if added.received.is_new:
        return f"taken for a new document of {document.game}, {document.id} ({document.kind}): {many}"
    return f"taken for {document.id}, with which it shares {added.received.shared:.0%} of all words: {many}"


def _show_files(screen: Screen, added: Added, dry_run: bool) -> None:
    from kb.pipeline.authoring.sheet import counts

    if not added.files:
        screen.line("nothing to write: the data has it already")
        return
    screen.line(
        f"{counted(len(added.files), 'file')} would be written; nothing is:"
        if dry_run
        else f"{counted(len(added.files), 'file')} written:"
    )
    for each in added.files:
        plus, minus = counts(each)
        screen.line(f"  data/{each.path}  {'new, ' if each.before is None else ''}+{plus} -{minus}")


def _show_list(screen: Screen, title: str, findings: Sequence[Finding]) -> None:
    screen.wrapped(title)
    for finding in findings:
        screen.wrapped(str(finding), "    ", "  ")
