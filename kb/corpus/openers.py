"""The table of openers: the marks at the front of a paragraph that open a question, an answer or another entry.

It also has the patterns of headings, dates and sentences on which openers rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Cue(StrEnum):
    """The kinds of entries that a paragraph opens; ``TEXT`` continues what the paragraph before opened."""

    QUESTION = "question"
    ANSWER = "answer"
    ENTRY = "entry"
    HEADING = "heading"
    TEXT = "text"


@dataclass(frozen=True)
class Opener:
    """A mark that opens something; ``pattern`` matches it at the front of a paragraph."""

    name: str
    cue: Cue
    pattern: re.Pattern[str]


_EMPHASIS = r"(?:\*{1,3}|_{1,3})?"
_QUESTIONS = "question|query|ques|quest|qq|q"
_ANSWERS = "official answer|official ruling|official reply|answer|ans|aa|a|reply|response|ruling"
#: words that open an answer only with a colon behind them
_COMMON = re.compile(r"\W*(?:query|reply|response|ruling)\b", re.I)


def _label(words: str) -> re.Pattern[str]:
    """Return the pattern of a label: ``Q:``, ``Q3)``, ``**Question 3:**``, ``[A]``, ``Answer -``, ``Ans.``, ``8. Q:``,
    ``Q Does it``."""
    number = r"(?:\s?(?:no\.?|nr\.?|#)?\s?(?P<number>\d{1,3}(?:[.]\d{1,2})?[a-z]?))?"
    front = r"(?:[•◦▪●*–-]\s+)?(?:\(?\d{1,3}(?:[.)]\s*|(?=[QA][\])])))?"
    mark = rf"(?:\s?[:.)\]}}>]+(?P<after>{_EMPHASIS})(?=\s|$|[\"“‘(*A-Z])|\s?[-–—](?P<dash>{_EMPHASIS})(?=\s|$))"
    bracket = rf"\[(?:{words})\][:.]?"
    return re.compile(
        rf"(?P<open>{_EMPHASIS})\s*{front}(?:(?P<label>{words}){number}(?P<mid>{_EMPHASIS})"
        rf"(?:{mark}|(?<=\d)\s+(?=[A-Z0-9\"“])|(?-i:(?<=\b[QA])\s+(?=[A-Z][a-z]*[ ’']))|\s*$)|{bracket}(?=\s|$))\s*",
        re.I,
    )


QUESTION = Opener("question label", Cue.QUESTION, _label(_QUESTIONS))
ANSWER = Opener("answer label", Cue.ANSWER, _label(_ANSWERS))
#: how every label begins: most places in a text are no label by this alone
MAY_LABEL = re.compile(r"[\s*_•◦▪●–-]*(?:\(?\d{1,3}[.)]?\s*)?\[?(?:q|a|official|reply|response|ruling)", re.I)
_BOOK = (
    r"(?:(?:the )?(?:[A-Z][\w’']+ ){0,3}(?:rule ?book|rules|reference|manual|guide|handbook|booklet|card|sheet),? )?"
)
_PAGES = r"(?:pages?|pgs?\.?|pp?\.?)\s?\d{1,3}\b(?:\s?(?:[-–—&,]|and|to)\s?\d{1,3}\b)*"
#: ``Page 6 - Title:``, ``Pgs. 12-13, Submarines:``, ``Rulebook, page 3.``
PAGE = Opener("page", Cue.ENTRY, re.compile(rf"{_EMPHASIS}{_BOOK}(?:on )?{_PAGES}", re.I))
#: how a page opens an entry within a line, behind the end of a sentence
PAGE_INSIDE = re.compile(rf"(?-i:{_BOOK}(?:Pages?|Pgs?\.|PAGES?) ?\d|(?:[A-Z]\w+ ){{0,2}}pp?\.? ?\d{{1,3}},)")
VERBS = (
    "ADD|IGNORE|REPLACE|CHANGE|DELETE|REMOVE|OMIT|INSERT|SUBSTITUTE|STRIKE|CORRECT|CORRECTION|CLARIFY|CLARIFICATION"
    "|AMEND|MODIFY|REVISE|DISREGARD"
)
_DATE_WORD = r"(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? '?\d{2,4}\. )?"
#: ``ADD: ...``, ``Replace the second sentence ...``, ``March 41. ADD: ...``
CHANGE = Opener(
    "change",
    Cue.ENTRY,
    re.compile(rf"{_EMPHASIS}(?:\(?\d{{1,3}}[.)]\s+)?{_DATE_WORD}(?:{VERBS}|{VERBS.title()})\b(?=[\s:*_])"),
)
#: words that say of an erratum by rule number how it changes the rule
KINDS = (
    r"(?:\((?:addition|add|correction|clarification|error|change|deletion|delete|revision|replacement)s?\)"
    r"|(?-i:ADDITION|CORRECTION|CLARIFICATION|CHANGE|DELETION)(?=[:.]))"
)
_RULE = (
    r"(?:[A-Z]{0,2}\d{1,3}(?:\.\d{1,4}){1,4}|[A-Z]\.\d{1,3}(?:\.\d{1,3}){0,3}|[A-Z]\d{1,2}\.[A-Z]{2,4})(?:-[A-Z]\d?)?[a-z]?"
    r"(?:\s?\([\w ]{1,4}\))?"
)
#: ``(4.2.1)``, ``Rule 12.3:``, ``§ 4.1``, ``2.4 & 6.7``, ``[16.3]``, ``B6.12``, ``(C1.33-A)``, ``ERRATA for 7.2``
RULE_NUMBER = Opener(
    "rule number",
    Cue.ENTRY,
    re.compile(
        rf"{_EMPHASIS}(?:errat(?:a|um) (?:for|to|on) )?[(\[]?(?:(?:rules?|section|sec\.?|case|para(?:graph)?\.?|§)\s*)?"
        rf"(?P<number>(?:{_RULE}|(?<=[a-z] )\d{{1,3}}(?=\s?[:(])|\[\d+(?:\.\d+)*\s?\([\w ]+\)\]))(?:\s?(?:&|and|,)\s?{_RULE})*(?:\s?\))?"
        rf"[)\]]?[.:)]?{_EMPHASIS}(?=\s|$)",
        re.I,
    ),
)
#: how a change or the number of a rule opens an entry within a line
CHANGE_INSIDE = re.compile(
    rf"{_DATE_WORD}(?:{VERBS})\b[:\s]"
    rf"|(?i:[(\[]\d{{1,2}}(?:\.\d{{1,3}})+[a-z]?[)\]]\s|\d{{1,2}}\.\d{{1,3}}\s[^.:?!]{{0,40}}{KINDS})"
)
#: ``A15``: a rule number without a point, in a document that has others with one
LETTERED_RULE = re.compile(r"[A-Z]\d{1,3}:?(?=\s)")
NUMBER = Opener(
    "number",
    Cue.QUESTION,
    re.compile(
        rf"{_EMPHASIS}[(\[#]?(?:no\.? ?)?(?P<number>\d{{1,3}})(?:[.)\]:]{{1,2}}|\s[-–—])\s*{_EMPHASIS}(?=\S)", re.I
    ),
)
#: how a number opens an entry within a line
NUMBER_INSIDE = re.compile(r"[(\[#]?\d{1,3}[.)\]:]{1,2}\s+[A-Z\"“]")
#: ``In section 8.07, ...``, ``On page 28, ...``: prose of errata that names its place
REFERENCE = Opener(
    "reference", Cue.ENTRY, re.compile(rf"(?:(?:In|On) (?:sections?|rules?|pages?) [A-Z]?\d|Sections? {_RULE} )")
)
#: ``Counters: ...``, ``Map -- Lake``: a named place, in errata
PLACE = Opener("place", Cue.ENTRY, re.compile(r"(?!)"))
#: how a place opens an entry within a line of errata
PLACE_INSIDE = re.compile(
    r"(?:The )?[A-Z][\w'’.-]*(?: [\w'’.-]+){0,4}(?: \((?:error|correction|addition|clarification)\) ?)?: ?\S"
)
ASKED = Opener("question", Cue.QUESTION, re.compile(r"(?!)"))
#: the openers of entries, in the order in which they are tried; labels come before all of them
ENTRIES = (PAGE, RULE_NUMBER, NUMBER, CHANGE, REFERENCE, PLACE, ASKED)

# -- sentences and questions -------------------------------------------------------------------

ENDS_SENTENCE = re.compile(r"[.!?:][\"”’')\]*_]*$")
#: a question mark right behind an opening quotation mark asks nothing
ASKS = re.compile(r"(?<![“(\s])(?<!\s\")\?[\"”’)\]*_!?]*\s*$")
#: a question, perhaps with a remark in brackets behind it
ASKS_LAST = re.compile(r"(?<![“(\s])(?<!\s\")\?[\"”’)\]*_!?]*(?:\s+\([^()?]*\))?\s*$")
#: a sentence ends behind a question mark, but for one in quotation marks before a small letter; else before a capital
SENTENCE = re.compile(
    r"(?<=[^“(\s]\?)(?<!\s\"\?)(?:[*_!?]*\s+(?=\S)|[\"”’)\]*_!?]+\s+(?=[^a-z\s]))"
    r"|(?<=[.!])(?<![A-Z]\.)(?<!\bvs\.)(?<!\bpg\.)(?<!\bSt\.)(?!(?<=\bNo\.)\s+\d)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bcf\.)"
    r"[\"”’)\]*_]*\s+(?=[\"“(*_\[]*[A-Z0-9])"
)
#: how an answer begins
ANSWERS = re.compile(
    r"[\"“(*_]*(?:yes|no|nope|yep|correct|right|wrong|neither|both|only|never|always|any|none|not|sure|it depends"
    r"|absolutely|exactly)\b",
    re.I,
)


def ends_sentence(text: str) -> bool:
    """Return whether the text ends where a sentence may end."""
    return bool(ENDS_SENTENCE.search(text.rstrip()))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    ends = [found.end() for found in SENTENCE.finditer(text)]
    parts = (text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True))
    return [part for part in parts if part]


def has_question(text: str) -> bool:
    """Return whether a sentence of the text asks."""
    return any(ASKS.search(each) for each in sentences(text))


def is_question(text: str, marked: bool) -> bool:
    """Return whether a paragraph opens an entry by its sentences: it ends or begins with a question; a ``marked`` one
    has a question anywhere, or behind one that ends it no more than a remark in brackets."""
    asks = [bool(ASKS.search(each)) for each in sentences(text)]
    return bool(asks) and (ASKS_LAST.search(text) is not None or asks[0] or (marked and any(asks)))


# -- headings, dates, errata -------------------------------------------------------------------

ERRATA = re.compile(r"\b(?:errat(?:a|um)|corrigend(?:a|um)|corrections?|misprints?)\b", re.I)
CLARIFIES = re.compile(r"\b(?:clarifications?|clarified|amendments)\b", re.I)
OPTIONAL = re.compile(r"\boptional rules?\b", re.I)
#: a title of a list of questions
FAQ = re.compile(r"\bfaqs?\b|frequently|questions? (?:and|&) answers?|\bq ?& ?a\b|\bversion\b|^v\d", re.I)
CHAPTER_INTRODUCTION = re.compile(
    r"(the (following|rules below|questions below)|these|below|this (chapter|section))\b", re.I
)
_MONTH = (
    "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
#: a date in words or digits, with its parts; digits are month, day and year, as in the United States
DATED = re.compile(
    rf"\b(?:(?P<m1>{_MONTH})\s+(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y1>\d{{4}})"
    rf"|(?P<y2>\d{{4}})-(?P<m2>\d\d)-(?P<d2>\d\d)"
    rf"|(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?\.?[ -](?P<m3>{_MONTH})[ -](?P<y3>'?\d{{2}}(?:\d\d)?)\b"
    r"|(?P<m4>\d{1,2})[/-](?P<d4>\d{1,2})[/-](?P<y4>\d{2}(?:\d\d)?)\b)"
)
LONGEST_HEADING = 90
SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
_NUMBERED_TITLE = re.compile(
    r"(?:(?:section|chapter|part|phase|step)\s+)?(?:\d{1,2}(?:-\d{1,2})?|[IVX]{1,5}|[A-Z])[.):]?\s+[-–—]?\s*", re.I
)


def without_marks(text: str) -> str:
    """Return a line without the marks around it: ``**The Crown**`` and ``## The Crown ##`` -> ``The Crown``."""
    return text.strip().strip("*_#").strip()


def is_short(text: str) -> bool:
    """Return whether a line is short, begins with a capital or number, and does not end like a sentence."""
    stripped = without_marks(text)
    return (
        0 < len(stripped) <= LONGEST_HEADING
        and not re.search(r"[.!?:;,]$", stripped)
        and bool(re.match(r"[A-Z0-9]", stripped))
    )


def looks_like_title(text: str) -> bool:
    """Return whether a line could be a heading by its looks: short, no full stop, half of its words capital."""
    if not is_short(text):
        return False
    title_words = [w for w in re.findall(r"[A-Za-z][\w'’-]*", without_marks(text)) if w.lower() not in SMALL_WORDS]
    return bool(title_words) and sum(w[0].isupper() for w in title_words) * 2 >= len(title_words)


def is_numbered_title(text: str) -> bool:
    """Return whether a line begins with the number of a chapter."""
    return bool(_NUMBERED_TITLE.match(text))


def is_capitals(text: str) -> bool:
    """Return whether a text is written in capitals, three of them or more."""
    return sum(char.isupper() for char in text) > 2 and text == text.upper()


def title_before(text: str) -> int:
    """Return how many characters at the end of a text are a heading: a few words behind its last sentence."""
    found = re.search(r"[.!?][\"”’)*_]*\s+(?P<title>[A-Z][^.!?:;,]{2,50}?)\s*$", text)
    named = found and (looks_like_title(found["title"]) or ERRATA.fullmatch(found["title"]))
    return len(text) - found.start("title") if found and named else 0


#: prose that says how something printed is wrong or reads
INSTRUCTS = re.compile(r"\b(?:should (?:be|read|say)|is wrong|are wrong|is missing|are missing)\b")

# -- places of errata --------------------------------------------------------------------------

#: ``Page 13, Transports:`` or ``UK Reference Chart:`` before an erratum's instruction
_LOCATION = re.compile(rf"{_EMPHASIS}(?P<where>[^:\n]{{3,160}}?){_EMPHASIS} ?:{_EMPHASIS}\s+")
_NO_LOCATION = re.compile(
    r"(notes?|examples?|exceptions?|steps? \d+|it|this|they|these|the following|for example|correct(ed)? "
    r"|the \w+ (sentence|paragraph|word|bullet))\b|.*\b(?:should|must|is|are|says|reads?|following)\b",
    re.I,
)
_DASHED = re.compile(r"[A-Z][^.:?!]{2,40}? -{2,3} [^.:?!]{2,60}$")
_PAGE_REST = re.compile(r"(?P<where>[^:?!]{0,140}?)(?P<end>[*_]{0,3} ?:[*_]{0,3}(?:\s+|$))")
#: ``, Lake Docks.`` behind a page
_PAGE_TITLE = re.compile(r",\s(?:[A-Z][\w’'-]+ ?){1,5}\.(?:\s+(?=[A-Z])|\s*$)")
_PAGE_END = re.compile(r"[)\]]?[*_]{0,3}(?:\s*[-–—]\s+|\.\s+(?=[A-Z“\"])|\s*$)")


def location(text: str, opens_block: bool) -> re.Match[str] | None:
    """Return the place that an erratum amends, at the front of ``text``. Inside a block it must look like a title."""
    found = _LOCATION.match(text)
    if found is None or _NO_LOCATION.match(found["where"]) or re.search(r"[a-z)]\.\s+[A-Z]", found["where"]):
        return None
    return found if opens_block or PAGE.pattern.match(text) or looks_like_title(found["where"]) else None


def is_title_of_rule(text: str) -> bool:
    """Return whether words behind a rule's number are its title, and no sentence that says how the rule changes."""
    return not (_NO_LOCATION.match(text) or re.match(rf"(?:{VERBS})\b", text, re.I))


def dashed_place(text: str) -> bool:
    """Return whether a line names a place and nothing more: ``Map -- Lake``."""
    return bool(_DASHED.match(text.strip()))


def page_place(text: str) -> tuple[int, int]:
    """Return where the place that names a page ends, and where its label does; 0 and 0 where the text names none so."""
    found = PAGE.pattern.match(text)
    if found is None:
        return 0, 0
    titled = _PAGE_REST.match(text, found.end())
    if (
        titled
        and not re.search(rf"\b(?:{VERBS})\b", titled["where"], re.I)
        and not re.search(r"[^\d]\.\s+[A-Z]", titled["where"])
        and titled["where"].count("“") == titled["where"].count("”")
        and titled["where"].count('"') % 2 == 0
    ):
        return titled.end("where"), titled.end()
    titled_page = _PAGE_TITLE.match(text, found.end())
    if plain := _PAGE_END.match(text, found.end()) or titled_page:
        return len(text[: plain.end()].rstrip(" .-–—*_")) if plain is titled_page else found.end(), plain.end()
    return 0, 0


# -- labels ------------------------------------------------------------------------------------


def label_at(text: str, at: int, state: str, opens: bool, behind: bool) -> tuple[str, int]:
    """Return ``Q`` or ``A`` and where the label at a place ends, or an empty string.

    ``state`` is the last label before it. ``opens``: it is at the front of a line. ``behind``: a sentence ends before
    it.
    """
    for kind, opener in (("Q", QUESTION), ("A", ANSWER)):
        found = opener.pattern.match(text, at)
        if found is None:
            continue
        word = found["label"] or ""
        mark = found[0][found.end("label") - at :].strip("*_ ") if word else "]"
        letter, number = len(word) == 1, found["number"] or ""
        if word and _COMMON.match(word) and not (":" in mark and word[:1].isupper()):
            continue
        if letter and mark.lstrip("0123456789 ")[:1] in (".", ")", "-", "–", "—", "") and not number:
            rest = text[found.end() :]
            if re.match(r"[A-Z]\.", rest) and not mark.endswith(":"):
                continue
            if kind == "A" and (state != "Q" or (word == "a" and not behind)):
                continue
            if not mark and rest.strip() and not (opens and word.isupper() and found["open"] == ""):
                continue
        if not opens and not _inside(kind, found, mark, state, behind):
            continue
        return kind, found.end()
    return "", 0


def _inside(kind: str, found: re.Match[str], mark: str, state: str, behind: bool) -> bool:
    """Return whether a label within a line is one: its turn has come, and a sentence ends before it or its mark is
    plain."""
    word, front = found["label"] or "", found[0][: found.start("label") - found.start()] if found["label"] else ""
    if kind == state or (kind == "A" and state != "Q"):
        return False
    if re.search(r"\d", front) and not behind:
        return mark[:1] == "]"  # ``2Q]``
    if behind:
        return word[:1].isupper() or mark.endswith(":") or word == ""
    return word in ("Q", "A", "Question", "Answer") and (mark.endswith(":") or (kind == "Q" and mark.endswith(".")))


def number_of(label: str) -> str:
    """Return the number in a label, or nothing."""
    found = re.search(r"\d{1,3}", label)
    return found[0] if found else ""


def opened_emphasis(label: str) -> str:
    """Return the emphasis that a label opens and does not close."""
    marks = re.findall(r"\*{1,3}|_{1,3}", label)
    return marks[0] if len(marks) % 2 else ""
