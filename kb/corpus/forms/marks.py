"""The marks and sentences by which entries are recognised: labels, pages, rule numbers, what asks and what answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.base.model import Line
from kb.corpus import cues
from kb.corpus.cues import ends_sentence
from kb.corpus.forms import table
from kb.corpus.forms.table import Opener
from kb.corpus.passages import cut

#: a heading is not longer
LONGEST_HEADING = cues.LONGEST_HEADING
ASKS = re.compile(r"\?[\"”’)\]*_!?]*\s*$")
#: a sentence ends behind a question mark whatever follows, else before a capital
SENTENCE = re.compile(
    r"(?<=\?)[\"”’)\]*_!?]*\s+(?=\S)"
    r"|(?<=[.!])(?<![A-Z]\.)(?<!\bvs\.)(?<!\bpg\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bcf\.)"
    r"[\"”’)\]*_]*\s+(?=[\"“(*_\[]*[A-Z0-9])"
)
ANSWERS = re.compile(
    r"[\"“(*_]*(?:yes|no|nope|yep|correct|right|wrong|neither|both|only|never|always|any|none|not|sure|it depends|absolutely|exactly)\b",
    re.I,
)
_PAGE_REST = re.compile(r"(?P<where>[^:?!]{0,140}?)(?P<end>[*_]{0,3}:[*_]{0,3}(?:\s+|$))")
_PAGE_END = re.compile(r"[)\]]?[*_]{0,3}(?:\s*[-–—]\s+|\.\s+(?=[A-Z“\"])|\s*$)")
#: ``See fig. 3. Q. Can it?``: the number goes with the words before it
_ABBREVIATED = re.compile(r"\b(?:figs?|pp?|pgs?|no|nr|sec|ch|vol|ill|tab|resp|cf|art|para|par)\.\s*$", re.I)
_COMMON = re.compile(rf"\W*(?:{table.COMMON})\b", re.I)


def label_at(text: str, at: int, state: str, opens: bool, behind: bool) -> tuple[str, int]:
    """``Q`` or ``A`` and where the label at a place ends, or an empty string.

    ``state`` is the last label before it, ``opens`` tells that it stands at the front of a line, ``behind`` that a
    sentence ends before it.
    """
    for kind, opener in (("Q", table.QUESTION), ("A", table.ANSWER)):
        found = opener.pattern.match(text, at)
        if found is None or (not opens and found.start() != at):
            continue
        word = found["label"] or ""
        mark = found[0][found.end("label") - at :].strip("*_ ") if word else "]"
        letter, number = len(word) == 1, found["number"] or ""
        if not word and found[0].strip("*_ ")[:2] in ("(q", "(a", "<q", "<a", "{q", "{a"):
            continue
        if cues.INITIALS.match(text[at:]) and kind == "A" and state != "Q":
            continue
        if word and _COMMON.match(word) and not (":" in mark and word[:1].isupper()):
            continue
        if letter and mark.lstrip("0123456789 ")[:1] in (".", ")", "-", "–", "—", "") and not number:
            rest = text[found.end() :]
            if re.match(r"[A-Z]\.", rest) and not mark.endswith(":"):
                continue
            if kind == "A" and (state != "Q" or (word == "a" and not behind)):
                continue
            if not mark and rest.strip():
                continue
        if kind == "A" and letter and number and not re.search(r"[:.)\]–—-]", mark) and re.search(r"[Aa]\s", found[0]):
            continue
        if not opens and not _inside(kind, found, mark, state, behind):
            continue
        return kind, found.end()
    return "", 0


def _inside(kind: str, found: re.Match[str], mark: str, state: str, behind: bool) -> bool:
    """Whether a label within a line is one: its turn has come, and a sentence ends before it or its mark is plain."""
    word, front = found["label"] or "", found[0][: found.start("label") - found.start()] if found["label"] else ""
    if kind == state or (kind == "A" and state != "Q") or (re.search(r"\d", front) and not behind):
        return False
    if re.search(r"\d", front) and _ABBREVIATED.search(found.string[: found.start()]):
        return False
    dashed = word[:1].isupper() and mark[:1] in ("-", "–", "—")
    numbered = word in ("Q", "A") and found["number"]
    if not re.search(r"[:.)\]]", mark) and not (behind and (dashed or numbered)):
        return False
    if behind:
        return word[:1].isupper() or mark.endswith(":") or word == ""
    return word in ("Q", "A", "Question", "Answer") and (mark.endswith(":") or (kind == "Q" and mark.endswith(".")))


def opens_inside(opener: Opener, text: str, at: int) -> bool:
    """Whether an entry opens within a line, behind the end of a sentence: only by a mark that no sentence has."""
    if opener is table.PAGE:
        return bool(re.match(r"(?:Pages?|Pg\.|PAGE) \d", text[at:])) and page_place(text[at:])[1] > 0
    if opener is table.CHANGE:
        return bool(re.match(rf"(?:{table.VERBS})\b[:\s]", text[at:]))
    if opener is table.RULE_NUMBER:
        return bool(re.match(r"[(\[]\d{1,2}(?:\.\d{1,3})+[a-z]?[)\]]\s", text[at:]))
    if opener is table.NUMBER:
        return bool(re.match(r"[(\[#]?\d{1,3}[.)\]:]{1,2}\s+[A-Z\"“]", text[at:]))
    return False


def page_place(text: str) -> tuple[int, int]:
    """Where the place that an erratum names ends, and where its label does; 0 and 0 where it names none so."""
    found = table.PAGE.pattern.match(text)
    if found is None:
        return 0, 0
    titled = _PAGE_REST.match(text, found.end())
    if (
        titled
        and not re.search(rf"\b(?:{table.VERBS})\b", titled["where"], re.I)
        and not re.search(r"\.\s+[A-Z]", titled["where"])
        and titled["where"].count("“") == titled["where"].count("”")
        and titled["where"].count('"') % 2 == 0
    ):
        return titled.end("where"), titled.end()
    plain = _PAGE_END.match(text, found.end())
    if plain:
        return found.end(), plain.end()
    short = text[found.end() :].strip()
    if re.match(r"[-–—,(]", short) and len(text) < LONGEST_HEADING and not re.search(r"[.?!]", short):
        return len(text.rstrip()), len(text)
    return 0, 0


def number_of(label: str) -> str:
    """The number in a label, or nothing."""
    found = re.search(r"\d{1,3}", label)
    return found[0] if found else ""


def opened_emphasis(label: str) -> str:
    """The emphasis that a label opens and does not close."""
    marks = re.findall(r"\*{1,3}|_{1,3}", label)
    return marks[0] if len(marks) % 2 else ""


def has_label(text: str) -> bool:
    """Whether a label of an answer stands behind a sentence of the text."""
    return any(label_at(text, m.end(), "Q", False, True)[0] == "A" for m in re.finditer(r"[.?!]\s+", text))


def part(lines: Sequence[Line], start: int, end: int | None = None) -> list[Line]:
    """What of some lines stands from ``start`` to ``end``, counted in the lines joined by spaces."""
    out, at = [], 0
    for line in lines:
        first = max(0, start - at)
        last = len(line.text) if end is None else min(len(line.text), end - at)
        if first < last:
            out.append(cut(line, first, last))
        at += len(line.text) + 1
    return out


def title_before(text: str) -> int:
    """How many characters at the end of a text are a heading: a few words behind its last sentence."""
    found = re.search(r"[.!?:][\"”’)*_]*\s+(?P<title>[A-Z][^.!?:;,]{2,50}?)\s*$", text)
    return len(text) - found.start("title") if found and cues.looks_like_title(found["title"]) else 0


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    out, at = [], 0
    for found in SENTENCE.finditer(text):
        out.append(text[at : found.end()].strip())
        at = found.end()
    return [*out, text[at:].strip()] if text[at:].strip() else out


def joined(cut_sentences: Sequence[Sequence[Line]], start: int) -> str:
    """The words of one of some sentences, or nothing."""
    return " ".join(line.text.strip() for sentence in cut_sentences[start : start + 1] for line in sentence)


def has_question(text: str) -> bool:
    """Whether a sentence of the text asks: one that ends with a question mark outside quotation."""
    return any(ASKS.search(each) for each in sentences(text))


def has_statement(text: str) -> bool:
    """Whether a sentence of the text states something."""
    return any(re.search(r"[.!][\"”’)*_]*$", each) for each in sentences(text))


def behind_question(text: str) -> str:
    """What follows the last sentence of a text that asks."""
    own = sentences(text)
    last = max((i for i, each in enumerate(own) if ASKS.search(each)), default=-1)
    return " ".join(own[last + 1 :])


def is_question(text: str, marked: bool) -> bool:
    """Whether a paragraph opens an entry by what it asks: it ends or begins so; a ``marked`` one anywhere."""
    asks = [bool(ASKS.search(each)) for each in sentences(text)]
    return bool(asks) and (asks[-1] or asks[0] or (marked and any(asks)))


def is_capitals(text: str) -> bool:
    """Whether a text is written in capitals, three of them or more."""
    return sum(char.isupper() for char in text) > 2 and text == text.upper()


def is_title(text: str) -> bool:
    """Whether a text could be a heading by its length and its end."""
    return cues.is_short(text.rstrip(":")) and not ends_sentence(text.rstrip(":"))
