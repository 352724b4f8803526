"""Renders the preview of a document that is added as a page: each line with its use, doubts beside their lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kb.corpus.entries import Passages
from kb.model.corpus import Document
from kb.pipeline.authoring import reading

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 75rem; padding: 0 1rem; color: #1b1b1b; background: #fff }
table { border-collapse: collapse; width: 100% }
td { padding: .1rem .5rem; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere }
td.n { color: #595959; text-align: right; width: 3rem } td.m { font-weight: bold; width: 1.5rem }
tr.start td { border-top: 1px solid #999 } tr.Q td.t { font-weight: 600 }
tr.H td.t { font-weight: bold; font-size: 1.1rem } tr.i td.t, tr.out td.t { color: #595959; font-style: italic }
code { background: #eee; padding: 0 .2rem } td.d { color: #8a3000; width: 20rem }
"""


def preview_page(document: Document, found: Passages, ids: Sequence[str]) -> str:
    """Return the HTML page of a preview of the passages ``found`` in a document; ``ids`` are the ids of the entries."""
    doubts: dict[int, list[str]] = {}
    for doubt in found.doubts:
        doubts.setdefault(doubt.line, []).append(f"{doubt.message}; {doubt.hint}" if doubt.hint else doubt.message)
    rows = []
    for piece in reading.preview(found, ids):
        names = " ".join(["start"] * bool(piece.starts) + ["out" if piece.margin == "-" else piece.margin or "space"])
        id = f"<code>{escape(piece.starts)}</code> " if piece.starts else ""
        beside = "<br>".join(escape(each) for each in doubts.pop(piece.line, ()))
        rows.append(
            f'<tr class="{names}"><td class="n">{piece.line or ""}</td><td class="m">{piece.margin}</td>'
            f'<td class="t">{id}{escape(piece.text)}</td><td class="d">{beside}</td></tr>'
        )
    key = "; ".join(f"<b>{letter}</b> {escape(what)}" for letter, what in reading.MARGIN.items())
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(document.title)}: preview</title>\n'
        f"<style>{_STYLE}</style>\n<h1>{escape(document.title)}</h1>\n<p>Read as: {escape(reading.read_as(found))}</p>\n"
        f"<p>{key}</p>\n<table>\n{chr(10).join(rows)}\n</table>\n</html>\n"
    )
