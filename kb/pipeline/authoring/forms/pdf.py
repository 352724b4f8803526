"""Converts a PDF to Markdown with pypdfium2: its text in reading order, with bold, headings, lists and paragraphs.

Columns are read one after the other. What recurs in the margin of the pages, and the table of contents, is left out.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from kb.pipeline.authoring.forms.child import Refused
from kb.pipeline.authoring.forms.html import bold, run_in

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

#: a character: text, bold, left, right, baseline, height
Char = tuple[str, bool, float, float, float, float]
VERSION = "pdf 1"
_SOFT = "\u00ad"
#: the share of the runs of a page that may be titles across its columns
_TITLES = 0.03
#: signs of items; those of fonts of signs are in a private area
_ITEMS = "•●▪■◆\uf0a7\uf0b7\uf0d8\uf0fc"
_BEGINS = re.compile(rf"\**(?:[{_ITEMS}–-] |\d{{1,3}}[.)] |[QA]\d*[.:] |(?:Question|Answer):|Pages? \d|[(\[]\d+\.\d+)")


@dataclass
class Run:
    """A run of text on one baseline; ``bold`` is the part of it that is bold, 0 to 1. Lengths are in points."""

    x0: float
    x1: float
    y: float
    size: float
    bold: float
    text: str
    page: int


def convert(content: bytes) -> tuple[str, str, list[str]]:
    """Return the Markdown of a PDF, the converter, and the parts that are left out. Raises :class:`Refused`."""
    try:
        import pypdfium2
    except ImportError:
        remedy = 'pip install "axis-allies-rulings[pdf]", or open it, select all, and save the copied text as a file'
        raise Refused("a PDF needs the package pypdfium2, which is not installed", remedy) from None
    try:
        pdf = pypdfium2.PdfDocument(content)
        pages = [_runs(pdf[n], n) for n in range(len(pdf))]
        heights = [pdf[n].get_height() for n in range(len(pdf))]
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise Refused("the PDF asks for a password", "save a copy without one") from None
        raise Refused(f"the PDF is damaged ({error})", "open it and print it to a new PDF") from None
    if not any(pages):
        raise Refused("the PDF has only images of pages and no text", "use the text of an OCR program")
    empty = [str(n) for n, page in enumerate(pages, 1) if not page]
    left_out = [f"page {', '.join(empty)}: no text"] if empty else []
    recurring = _recurring(pages, heights)
    left_out += [f"on {many} pages: {text!r}" for text, many in recurring.items()]
    kept = [
        [run for run in page if _masked(run, height) not in recurring]
        for page, height in zip(pages, heights, strict=True)
    ]
    sizes = Counter[float]()
    for run in (run for page in kept for run in page):
        sizes[round(run.size, 1)] += len(run.text)
    usual = sizes.most_common(1)[0][0] if sizes else 10.0
    blocks, contents = _without_contents(_paragraphs([run for page in kept for run in _in_order(page)], usual))
    left_out += [f"{contents} lines of a table of contents"] if contents else []
    by = f"pypdfium2 {pypdfium2.version.PYPDFIUM_INFO}, {VERSION}"
    return "\n\n".join(run_in(blocks)) + "\n", by, left_out


def _runs(page: PdfPage, number: int) -> list[Run]:
    """Return the runs of a page, divided at changes of the baseline and at wide blanks (columns)."""
    from pypdfium2 import raw

    text = page.get_textpage()
    x, y = ctypes.c_double(), ctypes.c_double()
    flags, name, box = ctypes.c_int(), ctypes.create_string_buffer(128), raw.FS_RECTF()
    out: list[Run] = []
    chars: list[Char] = []
    outside, (width, height) = "", page.get_size()

    def close() -> None:
        """End the run of the characters that wait, unless they are only space."""
        if seen := [each for each in chars if not each[0].isspace()]:
            out.append(_run(chars, seen, number))
        chars.clear()

    for i in range(text.count_chars()):
        char = chr(raw.FPDFText_GetUnicode(text, i) or 32)
        if char in "\r\n":
            close()
            continue
        char = _SOFT if char in "\x02\ufffe" else char  # a hyphen at the end of a line
        if char.isspace():
            if chars:
                chars.append((" ", *chars[-1][1:]))
            continue
        raw.FPDFText_GetLooseCharBox(text, i, box)
        raw.FPDFText_GetFontInfo(text, i, name, 128, flags)
        raw.FPDFText_GetCharOrigin(text, i, ctypes.byref(x), ctypes.byref(y))
        heavy = re.search(rb"bold|black|heavy|semib|demi|-bd|cmbx|bx\d", name.value.lower())
        strong = bool(heavy) or raw.FPDFText_GetFontWeight(text, i) >= 600
        if not (
            0 <= box.left <= width and 0 <= box.bottom <= height
        ):  # the place of a ligature of a Type 3 font is wrong
            outside += char
            continue
        char, outside = outside + char, ""
        if chars:
            _, _, _, right, base, high = chars[-1]
            wide = box.left - right > 1.6 * high and len("".join(each[0] for each in chars).strip()) > 4
            if abs(base - y.value) > 0.7 * high or wide or box.left < right - 3 * high:
                close()
        chars.append((char, strong, box.left, box.right, y.value, box.top - box.bottom))
    close()
    return out


def _run(chars: list[Char], seen: list[Char], number: int) -> Run:
    """Return the run of some characters on the page ``number``; ``seen`` are the characters that are not space."""
    written, strong = "", False
    for char, is_bold, *_ in chars:
        written += ("**" if is_bold != strong else "") + char
        strong = is_bold
    written += "**" * strong
    # two halves of a character beyond U+FFFF
    written = written.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    size = Counter(round(each[5], 1) for each in seen).most_common(1)[0][0]
    base = Counter(round(each[4], 1) for each in seen).most_common(1)[0][0]
    share = sum(each[1] for each in seen) / len(seen)
    return Run(min(each[2] for each in seen), max(each[3] for each in seen), base, size, share, bold(written), number)


def _masked(run: Run, height: float) -> str:
    """Return a line in a margin of a page of some ``height`` with its digits masked (``#``); empty for other lines."""
    bare = re.sub(r"\d+", "#", run.text.replace("*", "")).strip()
    number = re.fullmatch(r"(page )?[-–— ]*#[-–— ]*((of|/) ?#)?", bare, re.I)
    if number and not 0.14 * height < run.y < 0.86 * height:
        return "#"
    return "" if 0.14 * height < run.y < 0.86 * height else bare


def _recurring(pages: list[list[Run]], heights: list[float]) -> dict[str, int]:
    """Return the texts that recur in the margins, masked, with their numbers of pages: on a third of all and at least
    three (of two pages both). At the very edge, and for page numbers, one page is enough."""
    edges = {
        text
        for page, height in zip(pages, heights, strict=True)
        for run in page
        if not 0.04 * height < run.y < 0.96 * height and (text := _masked(run, height))
    }
    both = zip(pages, heights, strict=True)
    found = Counter(text for page, height in both for text in {_masked(run, height) for run in page} if text)
    least = max(2, min(3, len(pages)), len(pages) / 3)
    return {text: many for text, many in found.items() if many >= least or text == "#" or text in edges}


def _in_order(runs: list[Run]) -> list[Run]:
    """Return runs in reading order: a run across the gutter divides the columns beside it into bands."""
    gutter = _gutter(runs)
    if gutter is None:
        rows: list[Run] = []
        for run in sorted(runs, key=lambda each: (-each.y, each.x0)):
            last = rows[-1] if rows else None
            if last and abs(last.y - run.y) < 0.4 * last.size and run.x0 >= last.x1 - 1:
                last.text, last.x1 = bold(f"{last.text} {run.text}"), run.x1
            else:
                rows.append(run)
        return rows
    across = sorted((run for run in runs if run.x0 < gutter - 1 < gutter + 1 < run.x1), key=lambda each: -each.y)
    rest, done = [run for run in runs if run not in across], list[Run]()
    for stop in [*across, None]:
        band = [run for run in rest if stop is None or run.y > stop.y]
        rest = [run for run in rest if run not in band]
        done += _in_order([run for run in band if run.x0 < gutter - 1])
        done += _in_order([run for run in band if run.x0 >= gutter - 1])
        done += [stop] if stop else []
    return done


def _gutter(runs: list[Run]) -> float | None:
    """Return the position that divides a page into columns: few runs cross it, many are side by side. Or None."""
    if len(runs) < 8:
        return None
    left, right = min(run.x0 for run in runs), max(run.x1 for run in runs)
    width = right - left
    best: tuple[float, float] | None = None
    for x in {round(run.x0) - 2.0 for run in runs if left + 0.25 * width < run.x0 < left + 0.75 * width}:
        before, after = [run for run in runs if run.x1 < x + 1], [run for run in runs if run.x0 >= x - 1]
        pairs = [(a, b) for a in before for b in after if abs(a.y - b.y) < 0.9 * a.size]
        one, two = {id(a): a for a, _ in pairs}, {id(b): b for _, b in pairs}
        crossing = len(runs) - len(before) - len(after)
        aligned = sum(abs(run.x0 - x - 2) < 4 for run in after) >= 0.3 * len(after)
        wide = all(sum(run.x1 - run.x0 for run in side.values()) > 0.22 * width * len(side) for side in (one, two))
        if min(len(one), len(two)) >= 4 and aligned and wide:
            best = max(best or (-1e9, 0.0), (min(len(one), len(two)) - 0.2 * crossing, x))
        elif crossing <= _TITLES * len(runs) and min(len(before), len(after)) >= 6:  # a blank from top to bottom
            tops, ends = ([pick(run.y for run in side) for side in (before, after)] for pick in (max, min))
            overlap = min(tops) - max(ends) > 0.3 * (max(tops) - min(ends))
            wide = all(sum(run.x1 - run.x0 for run in side) > 0.18 * width * len(side) for side in (before, after))
            if overlap and wide:
                best = max(best or (-1e9, 0.0), (float(min(len(before), len(after))), x))
    return best[1] if best else None


def _ends_early(run: Run, last: Run, near: list[Run]) -> bool:
    """Return whether the first word of ``run`` would fit at the end of ``last``, the line above, so that the break is
    intended. The width of the column is taken from the runs ``near`` both."""
    column = [each for each in near if each.page == last.page and abs(each.x0 - last.x0) < 6 * last.size]
    usual = median(each.x1 - each.x0 for each in column)
    right = max(each.x1 for each in column if each.x1 - each.x0 <= 1.4 * usual)
    bare = run.text.replace("*", "")
    word = len(bare.split(" ")[0]) / max(1, len(bare)) * (run.x1 - run.x0)
    return right - last.x1 > 1.35 * word + run.size and not last.text.endswith(_SOFT)


def _paragraphs(runs: list[Run], usual: float) -> list[str]:
    """Return the paragraphs of runs in order: headings, larger than the ``usual`` size, with a mark (``#``), and words
    that are divided at the end of a line joined."""
    steps = Counter(round(a.y - b.y) for a, b in pairwise(runs) if 0 < a.y - b.y < 3 * usual)
    step = steps.most_common(1)[0][0] if steps else 1.2 * usual
    done: list[str] = []
    last: Run | None = None
    for at, run in enumerate(runs):
        large = run.size > 1.12 * usual and len(run.text) < 120
        begins = last is None or bool(_BEGINS.match(run.text)) or large != (last.size > 1.12 * usual)
        if last is not None and not begins:
            gap, ended = last.y - run.y, re.search(r"[.?!:”\")]\**$", last.text)
            turned = gap < 0 or run.page != last.page
            strong = run.text.startswith("**") and not last.text.endswith("**")
            begins = (
                (gap > 1.3 * max(step, 1.2 * run.size if large else 0) + 1 if not turned else bool(ended))
                or (last.bold > 0.9 and not run.text.startswith("**"))
                or (strong and (bool(ended) or (run.bold > 0.9 and turned)))
                or (large and abs(run.size - last.size) > 1)
                or (not large and _ends_early(run, last, runs[max(0, at - 4) : at + 3]))
            )
        text = run.text.replace("**", "") if large else run.text
        if begins:
            mark = "" if not large else "## " if run.size < 1.5 * usual else "# "
            done.append(mark + text)
        else:
            glue = "" if re.search(rf"{_SOFT}\**$", done[-1]) else " "
            done[-1] = re.sub(r"\*\*( ?)\*\*", r"\1", done[-1] + glue + text)
        last = run
    return [re.sub(rf"^(\**)[{_ITEMS}]\s*", r"- \1", each.replace(_SOFT, "")) for each in done]


def _without_contents(blocks: list[str]) -> tuple[list[str], int]:
    """Return the blocks without a table of contents (leaders to a page, titles that recur), and how many it had."""
    bare = [re.sub(r"[#*_\->\s]+", " ", each).strip().lower() for each in blocks]
    rest, known = Counter(bare), set(bare)
    kept = []
    for block, own in zip(blocks, bare, strict=True):
        rest[own] -= 1
        entry = re.sub(r"[ .·…]+\d+$", "", own)
        if not (
            re.search(r"(\. ?){5}", block) or (entry != own and entry in known) or (rest[own] > 0 and own[-1:] == "?")
        ):
            kept.append(block)
    return kept, len(blocks) - len(kept)
