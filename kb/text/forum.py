"""A ruling as Markdown for a forum: our summary and, apart from it, the official words as a quotation."""

from __future__ import annotations

from kb.base.english import capital
from kb.text import drafts
from kb.text import ruling as wording
from kb.text.markdown import escaped, official, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kb.model.replies import Ruling
    from kb.model.stored import DocumentRow, GameRow


#: the mark of our own words, which are not official
_OURS = "In short (our words)"
#: the same of a verdict that is made from the document
_DRAFT = "Draft, from the document’s words"


def whole(ruling: Ruling, game: GameRow, document: DocumentRow, options: Mapping[str, str], link: str = "") -> str:
    """Return all that is known of a ruling as Markdown, for a forum.

    ``ruling`` is the whole record, ``game`` and ``document`` are its rows, ``options`` the titles of options
    by id, ``link`` the address of its page, if it has a public one.
    """
    facts = (*wording.facts(ruling, game["year"]), ("Proof", wording.proof(ruling)))
    superseded = wording.SHORT_RELATIONS["superseded_by"]  # the warning says it
    parts = [
        f"### {ruling['id']} · {escaped(game['title'])} · {escaped(ruling['heading'])}",
        *_warnings(ruling),
        *_summary(ruling, game["year"], options),
        *_quotation(ruling),
        f"Source: {escaped(wording.source(ruling, document))}.",
        "\n".join(f"- {name}: {escaped(text)}" for name, text in facts if text and name != superseded),
        link,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _warnings(ruling: Ruling) -> Iterator[str]:
    """Yield the warnings above everything else: the rulings that supersede this one."""
    for other in ruling["superseded_by"]:
        note = f": {escaped(other['note'])}" if other["note"] else ""
        yield f"**Superseded by {other['id']}**{note}"


def _summary(ruling: Ruling, year: str, options: Mapping[str, str]) -> Iterator[str]:
    """Yield the verdict in Markdown, for each printing if they differ, and a note on each option on which it depends.
    ``year`` is the ruling's own printing, ``options`` has the titles of options by id."""
    for printing, word, text in wording.by_printing(ruling, year):
        where = f", {printing} printing" if printing else ""
        ours = _DRAFT if ruling["draft"] and text.startswith(drafts.MARK) else _OURS
        yield f"**{ours}{where}:** {escaped(f'{word}. ' * bool(word) + text.removeprefix(drafts.MARK))}"
    for option in ruling["depends_on"]:
        yield escaped(wording.option_note(options[option]))


def _quotation(ruling: Ruling) -> Iterator[str]:
    """Yield the document's question, if it has one of its own, and its answer."""
    if ruling["question"] != ruling["heading"]:
        asked = "Question" if ruling["kind"] == "answer" else "On"
        yield f"{asked}:\n{quoted(official(ruling['question']))}"
    yield f"{capital(wording.whose(ruling))}:\n{quoted(official(ruling['answer']))}"
