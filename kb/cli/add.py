"""``kb add``: adds a document to the data, and lists everything that is still open."""

from __future__ import annotations

from collections.abc import Sequence

from kb.base.english import counted
from kb.base.errors import Finding
from kb.base.files import write_whole
from kb.cli.terminal import Screen, print_json, say
from kb.files.preview import preview_page
from kb.pipeline.authoring import adding, reading, removing
from kb.pipeline.authoring.adding import Added, Row
from kb.pipeline.authoring.documents import Request
from kb.pipeline.authoring.todo import to_do
from kb.text import drafts


def run(request: Request, dry_run: bool, json: bool, preview: str = "") -> int:
    """Add the document of a request, or with ``dry_run`` only show the result.

    ``preview`` is the path of an HTML page to write, ``-`` to print the whole text, or empty for a summary.
    """
    added = adding.add(request, dry_run=dry_run, waiting=say)
    found = added.received.passages
    if preview not in ("", "-"):
        write_whole(preview, preview_page(added.received.document, found, added.ids))
        say(f"written: {preview}")
    if json:
        print_json(_row(added, dry_run))
    elif preview == "-":
        _show_preview(added)
    elif not preview:
        _show(added, dry_run)
    return 0


def _show_preview(added: Added) -> None:
    """Print the whole text of a document with line numbers and the use of each line, then the doubts that most likely
    show an error."""
    screen, found = Screen(), added.received.passages
    screen.wrapped(f"read as: {reading.read_as(found)}")
    screen.line("; ".join(f"{letter} {what}" for letter, what in reading.MARGIN.items()))
    wide = len(str(found.text.text.count("\n") + 1))
    doubted = {each.line for each in found.doubts}
    for piece in reading.preview(found, added.ids):
        mark = "?" if piece.line in doubted else " "
        lead = f"{piece.line or '':>{wide}}{mark}{piece.margin or ' '}  "
        text = f"[{piece.starts}] {piece.text.lstrip()}" if piece.starts else piece.text
        screen.wrapped(text, " " * len(lead), lead, *(["dim"] if piece.margin in ("i", "-") else []))
    screen.gap()
    if found.doubts:
        title = f"most likely wrong ({counted(len(found.doubts), 'doubt')} in all):"
        _show_list(screen, title, reading.worst(found.doubts))
    else:
        screen.line("no doubts")
    screen.show()


def remove(document: str, reason: str, dry_run: bool, json: bool) -> int:
    """Remove a document, or with ``dry_run`` only show what would be removed. ``reason`` is why its rulings are
    withdrawn."""
    removed = removing.remove(document, reason, dry_run=dry_run, waiting=say)
    files = [f"data/{each.path}" for each in removed.files]
    if json:
        to_do = list(map(str, removed.to_do))
        print_json(
            {
                **{"document": document, "withdrawn": removed.withdrawn, "game": removed.game, "files": files},
                **{"to_do": to_do, "written": not dry_run},
            }
        )
        return 0
    screen = Screen()
    done = "would be withdrawn; nothing is changed" if dry_run else "withdrawn"
    screen.wrapped(f"{document}: {counted(len(removed.withdrawn), 'ruling')} {done}")
    screen.wrapped(", ".join(removed.withdrawn), "  ", "  ")
    if removed.game:
        screen.line(f"the game {removed.game} has no other document and is removed too")
    for each in removed.files:
        screen.line(f"  data/{each.path}  {'removed' if each.after is None else 'changed'}")
    ends = "then one 'kb build'" if removed.to_do else "nothing is to do before 'kb build'"
    _show_list(screen, f"to do, {ends} ({len(removed.to_do)}):" if removed.to_do else ends, removed.to_do)
    screen.show()
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
            screen.wrapped(drafts.step(**each), "      ")
        near = f"; most like {row['near']['id']} ({row['near']['alike']} %)" if row["near"] else ""
        screen.wrapped(f"fingerprint {row['fingerprint']} for its cases{near}", "      ", None, "dim")
    screen.show()
    return 0


def _row(added: Added, dry_run: bool) -> dict[str, object]:
    """Return the result of an addition as plain values, for ``--json``; after a ``dry_run`` nothing is written."""
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
        "read_as": reading.read_as(added.received.passages),
        "marks": added.received.passages.marks.line,
        "entries": reading.entries(added.received.passages, added.ids),
        "left_out": reading.left_out(added.received.passages),
        "doubts": [str(each) for each in added.received.passages.doubts],
        "drafts": added.drafts,
        "standing": document.standing,
        **{name: list(map(str, getattr(added, name))) for name in ("to_do", "proofs", "look")},
    }


def _show(added: Added, dry_run: bool) -> None:
    """Print the changes of rulings, the files that are, or would be, written, and the open points."""
    screen = Screen()
    document = added.received.document
    many = f"{added.unchanged} rulings as before, {len(added.appears)} new, {len(added.changes)} changed, {len(added.vanishes)} gone"
    if added.received.is_new:
        screen.wrapped(f"taken for a new document of {document.game}, {document.id} ({document.kind}): {many}")
    else:
        shared = f"{added.received.shared:.0%}"
        screen.wrapped(f"taken for {document.id}, with which it shares {shared} of all words: {many}")
    found = added.received.passages
    screen.wrapped(f"read as: {reading.read_as(found)}")
    out = counted(len(reading.left_out(found)), "part")
    screen.wrapped(f"{len(found.passages)} entries; {out} of the text left out; see both with --preview")
    for topic in added.received.topics:
        heading, named = (f"“{topic.heading}”", f"{topic.heading}=") if topic.heading else ("no heading", "")
        screen.wrapped(f'{heading}: ids carry the word {topic.slug}; for another --topic "{named}WORD"', "    ")
    for sign, rulings in (("+", added.appears), ("~", added.changes), ("-", added.vanishes)):
        for one in rulings:
            place = "" if sign == "-" else f"{_lines(one)}: "
            screen.wrapped(f"{place}{one['question']}", "    ", f"  {sign} {one['id']}  ")
            if sign == "+" and one["answer"]:
                screen.wrapped(f"{_shortened(one['answer'])}", "      ")
            for was, now in one["words"] if sign == "~" else ():
                change = f"“{was}” -> “{now}”" if was and now else f"without “{was}”" if was else f"with “{now}”"
                screen.wrapped(change, "      ")
    written = f"{counted(len(added.files), 'file')} {'would be written; nothing is' if dry_run else 'written'}:"
    screen.line(written if added.files else "nothing to write: the data has it already")
    for each in added.files:
        plus, minus = each.lines()
        screen.line(f"  data/{each.path}  {'new, ' if each.before is None else ''}+{plus} -{minus}")
    ends = "then one 'kb build'" if added.to_do else "nothing is to do before 'kb build'"
    _show_list(screen, f"to do, {ends} ({len(added.to_do)}):" if added.to_do else ends, added.to_do)
    if added.drafts:
        screen.wrapped(drafts.drafts_line(added.drafts))
    unproved = f"not proved yet; it is built all the same, with exit status 3 ({len(added.proofs)}):"
    look = [*added.look, *found.doubts]
    for title, findings in ((unproved, added.proofs), (f"worth a look ({len(look)}):", look)):
        if findings:
            _show_list(screen, title, findings)
    screen.show()


def _lines(row: Row) -> str:
    """Return the lines of a ruling in words."""
    first, last = row["line"], row["line_end"]
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _shortened(text: str) -> str:
    """Return a text in one line; a text of more than 160 characters is shortened to its beginning and its end."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 160 else f"{flat[:100]} … {flat[-50:]}"


def _show_list(screen: Screen, title: str, findings: Sequence[Finding]) -> None:
    """Show a title and below it each finding, indented."""
    screen.wrapped(title)
    for finding in findings:
        screen.wrapped(str(finding), "    ", "  ")
