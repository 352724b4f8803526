"""The patterns of the marks that open the entries of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from kb.corpus.prose import EAST_ASIAN, ends_sentence, is_short, looks_like_title, sentences
from kb.corpus.typography import narrow
from kb.model.corpus import Line
from kb.model.marks import Mark, Marks, pattern_of


class Cue(StrEnum):
    """What a paragraph opens; ``TEXT`` continues the entry above it."""

    QUESTION = "question"
    ANSWER = "answer"
    ENTRY = "entry"
    HEADING = "heading"
    TEXT = "text"


# -- labels ------------------------------------------------------------------------------------

_EMPHASIS = r"(?:\*{1,3}|_{1,3})?"
_QUESTIONS = "question|query|ques|quest|qq|q"
_ANSWERS = "(?:official|my|our) answer|official ruling|official reply|answer|ans|aa|a|reply|response|ruling"


def _label(words: str) -> re.Pattern[str]:
    """Return the pattern of a label: ``Q:``, ``Q3)``, ``Q.3:``, ``**Question 3:**``, ``[A]``, ``8. Q:``."""
    number = r"(?:(?:\.|(?<=q)-)?\s?(?:no\.?|nr\.?|#)?\s?(?P<number>\d{1,3}(?:[.]\d{1,2})?[a-z]?))?(?:\s?(?:\[[^\]]{1,40}\]|\(p[a-z]{0,4}\.? ?\d{1,4}(?:[ –-]{1,3}\w{1,4}){0,3}\))(?=:)|\sby\s[^:?.]{2,40}(?=:))?"
    front = r"(?:[•◦▪●*–-]\s+)?(?:\(v[\d.]+\)\s*)?(?:\(?\d{1,3}(?:[.)]\s*|(?=[QA][\])])))?"
    mark = rf"(?:\s?[:.)\]}}>]+(?P<after>{_EMPHASIS})(?=\s|$|[\"“‘(*A-Z]|{EAST_ASIAN})|\s?[-–—](?P<dash>{_EMPHASIS})(?=\s|$))"
    bracket = rf"\[(?:{words})\][:.]?"
    return re.compile(
        rf"(?P<open>{_EMPHASIS})\s*{front}(?:(?P<label>{words}){number}(?P<mid>{_EMPHASIS})"
        rf"(?:{mark}|(?<=\d)\s+(?=[A-Z0-9\"“])|(?-i:(?<=\b[QA])\s+(?=[A-Z][a-z]*[ ’']))|\s*$)|{bracket}(?=\s|$|{EAST_ASIAN}))\s*",
        re.I,
    )


_LABEL = {"Q": _label(_QUESTIONS), "A": _label(_ANSWERS)}
#: the beginning of every label, at a word
_MAY_LABEL = re.compile(
    r"(?<!\S)(?=[\s*_•◦▪●–-]{0,12}(?:\(v[\d.]+\)\s*)?(?:\(?\d{1,3}[.)]?\s*)?\[?(?:qq?|question|query|ques|quest|aa?|ans|answer|(?:official|my|our) \w+|reply"
    r"|response|ruling)(?=\s?(?:[:.()\]}>*_\[#–—-]|no|nr|by\b|\d)|\s+(?-i:[A-Z\"“])|\s*$))",
    re.I,
)


def may_label(text: str) -> Iterator[int]:
    """Yield the offsets at which a label may begin; this is fast."""
    return (found.start() for found in _MAY_LABEL.finditer(text))


def label_at(text: str, at: int, state: str, opens: bool, after_sentence: bool) -> tuple[str, int]:
    """Return ``Q`` or ``A`` and the end of the label at an offset, or an empty string and 0.

    ``state`` is the last label before it, ``opens`` whether it starts a line, and ``after_sentence`` whether a sentence
    ends before it.
    """
    for kind, pattern in _LABEL.items():
        found = pattern.match(text, at)
        if found is None:
            continue
        word = found["label"] or ""
        mark = found[0][found.end("label") - at :].strip("*_ ") if word else "]"
        if len(word) == 1 and mark.lstrip("0123456789 ")[:1] in (".", ")", "-", "–", "—", "") and not found["number"]:
            rest = text[found.end() :]
            if re.match(r"[A-Z]\.", rest) and not mark.endswith(":"):
                continue
            if kind == "A" and (state != "Q" or (word == "a" and not after_sentence)):
                continue
        if opens or _inside(kind, found, mark, state, after_sentence):
            return kind, found.end()
    return "", 0


def _inside(kind: str, found: re.Match[str], mark: str, state: str, after_sentence: bool) -> bool:
    """Return whether a label within a line counts: its ``kind`` (``Q`` or ``A``) is expected after the last label,
    ``state``, and a sentence ends before it or it is explicit. ``mark`` is the sign at its end."""
    word, front = found["label"] or "", found[0][: found.start("label") - found.start()] if found["label"] else ""
    if kind == state or (kind == "A" and state != "Q"):
        return False
    if re.search(r"\d", front) and not after_sentence:
        return mark[:1] == "]"  # ``2Q]``
    if after_sentence:
        return word[:1].isupper() or mark.endswith(":") or word == ""
    return word in ("Q", "A", "Question", "Answer") and (mark.endswith(":") or (kind == "Q" and mark.endswith(".")))


def opened_emphasis(label: str) -> str:
    """Return the first emphasis marker of a label with an odd number of them; otherwise an empty string."""
    marks = re.findall(r"\*{1,3}|_{1,3}", label)
    return marks[0] if len(marks) % 2 else ""


# -- marks of other entries --------------------------------------------------------------------

#: the name of a book or card, or its initials: ``the Mill Handbook,``, ``PHB``
_BOOK = (
    r"(?:(?:the )?(?:[A-Z][\w’']+ ){0,3}(?:rule ?book|rules|reference|manual|guide|handbook|booklet|card|sheet),? "
    r"|(?-i:[A-Z]{2,4}\d?),?\s)?"
)
PAGES = r"(?:pages?|pgs?\.?|pp?\.?|seiten?|páginas?|pág\.|pag(?:ina|\.)|stron[ay]|str\.|s\.)\s?\d{1,3}\b(?:\s?(?:[-–—&,]|and|to)\s?\d{1,3}\b)*"
VERBS = (
    "ADD|IGNORE|REPLACE|CHANGE|DELETE|REMOVE|OMIT|INSERT|SUBSTITUTE|STRIKE|CORRECT|CORRECTION|CLARIFY|CLARIFICATION"
    "|AMEND|MODIFY|REVISE|DISREGARD|ERRATUM"
)
#: words of a title, each followed by a space
TITLE = rf"(?!(?:{VERBS.title()})\b)(?:[A-Z][\w’'!&/-]*,? (?:(?:and|at|by|for|from|in|of|on|or|the|to|with) )*){{1,14}}"
_DATE = r"(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? '?\d{2,4}\. )?"
#: words of an erratum by rule number
KINDS = (
    r"(?:\((?:addition|add|correction|clarification|error|change|deletion|delete|omission|revision|replacement)s?\)"
    r"|(?-i:ADDITION|CORRECTION|CLARIFICATION|CHANGE|DELETION)(?=[:.]))"
)
_RULE = (
    r"(?:[A-Z]{0,2}\d{1,3}(?:\.(?:\d{1,4}|[A-Z](?=\.\d))){1,4}(?:\.(?-i:[IVX]{1,4}[a-z]?\b))?|[A-Z]\.\d{1,3}(?:\.\d{1,3}){0,3}(?:\.[a-z]\b)?|[A-Z]\d{1,2}\.[A-Z]{2,4}"
    r"|(?-i:[IVX]{1,5})\.\d{1,3}(?:\.[a-z\d]{1,2}\b)?|(?-i:\d{1,2}\.[IVX]{2,5}(?:\.\d)?\b))(?:-[A-Z]\d?)?[a-z]?"
    r"(?:\s?\([\w ]{1,4}\)|\[\w{1,4}\])?"
)
PATTERNS = {
    # ``Page 6 - Title:``, ``Pgs. 12-13, Submarines:``, ``Rulebook, page 3.``
    Mark.PAGE: re.compile(
        rf"(?!(?-i:pages? \d+ [a-z])){_EMPHASIS}(?:(?:error|erratum|errata|typo|correction)[,:]? )?(?:{_BOOK}(?:on )?{PAGES}|(?-i:{TITLE})\({PAGES}\))",
        re.I,
    ),
    # ``(4.2.1)``, ``Rule 12.3:``, ``§ 4.1``, ``2.4 & 6.7``, ``[16.3]``, ``B6.12``, ``C1.33-A``, ``A15``, ``ERRATA 7.2``
    Mark.RULE: re.compile(
        rf"{_EMPHASIS}(?!v\.?\d)(?:errat(?:a|um) (?:for|to|on) )?[(\[]?(?:(?:rules?|section|sec\.?|case|para(?:graph)?\.?|§)\s*[(\[]?)?"
        rf"(?P<number>(?:{_RULE}|(?<=[a-z] )\d{{1,3}}(?=\s?[:(])|(?-i:[A-Z]\d{{1,3}}(?=:?\s))|\[\d+(?:\.\d+)*\s?\([\w ]+\)\]))(?:\s?(?:&|and|,)\s?{_RULE})*"
        rf"(?:\s?\))?[)\]]?[.:),]?{_EMPHASIS}(?=\s|$)",
        re.I,
    ),
    Mark.NUMBER: re.compile(
        rf"{_EMPHASIS}[(\[#]?(?:no\.? ?)?(?P<number>\d{{1,3}}|(?-i:[IVX]{{1,5}}))(?: ?[.)\]:]{{1,2}}|\s[-–—])(?:\s+|(?!\d)){_EMPHASIS}(?=\S)(?!\d+\.)",
        re.I,
    ),
    # ``ADD: ...``, ``Replace the second sentence ...``, ``March 41. ADD: ...``, ``(correction) In ...``
    Mark.CHANGE: re.compile(
        rf"{_EMPHASIS}(?:\(?(?:\d{{1,3}}|\d?[A-Za-z])[.)]\s+)?{_DATE}(?:(?:{VERBS}|{VERBS.title()})\b(?=[\s:*_])|(?i:{KINDS}))"
    ),
}
PATTERNS |= {Mark.LISTS: PATTERNS[Mark.NUMBER], Mark.DEFINITION: re.compile(r":\s+")}
#: marks of entries that begin a paragraph also within a block
ENTRIES = (Mark.PAGE, Mark.RULE, Mark.NUMBER, Mark.CHANGE)
#: marks within a line, after the end of a sentence
INSIDE = {
    Mark.PAGE: re.compile(
        rf"{_BOOK}(?:On p|P)ages? ?\d|{_BOOK}(?:Pgs?\.|PAGES?) ?\d|(?:[A-Z]\w+ ){{0,2}}[Pp]p?\.? ?\d{{1,3}}[.,] ?"
        rf"|{TITLE}\({PAGES}\)|pages? \d{{1,3}}(?=[:,]| [\"“])"
    ),
    Mark.RULE: re.compile(
        rf"(?:rule )?[(\[]\d{{1,3}}(?:\.\d{{1,3}})+[a-z]?[)\]]\s|\d{{1,2}}\.\d{{1,3}}\s[^.:?!]{{0,40}}{KINDS}"
        r"|(?-i:\d{1,2}\.\d{1,2}[a-z]?:? [A-Z\"“]|[(\[][A-Z]{1,3}\d{1,3}\.\d{1,4}[)\]] [A-Z])",
        re.I,
    ),
    Mark.NUMBER: re.compile(r"[(\[#]?\d{1,3}[.)\]:]{1,2}\s+[A-Z\d\"“]|\d{1,3}\)\s+[a-z]"),
    Mark.CHANGE: re.compile(rf"{_DATE}(?:{VERBS})\b[:\s]"),
    Mark.PLACE: re.compile(
        r"(?:\([A-Z]\)|(?:The )?[A-Z][\w'’.-]*(?:,? [\w'’.)-]+){0,5})(?: \((?i:error|correction|addition|clarification)\) ?)?: ?\S"
    ),
}
#: ``In section 8.07, ...``, ``On page 28, ...``, ``In the Oar entry, remove ...``: prose of errata that names its place
REFERENCE = re.compile(
    rf"(?:(?:In|On) (?:sections?|rules?|pages?) [A-Z]?\d|Sections? {_RULE} )|In (?:the )?[A-Z][^.:?!]{{2,60}}, (?:{VERBS.lower()})\b"
)
#: a part of the place that is named above it
PARTS = re.compile(r"(?:lines?|bullets?|para(?:graph)?s?|sentences?|columns?|rows?)\b", re.I)
#: a place in the rules, within a sentence
NAMED = re.compile(r"\b(?:rules?|pages?|sections?|cases?) [\[(]?\d")
_ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI"]
#: a number alone in a line
ALONE = re.compile(r"(?!V\d)[(\[]?[A-Z]{0,2}\d{1,3}(?:\.\d{1,3})*[.)\]]{0,2}\s*")
#: prose that says how something printed is wrong
INSTRUCTS = re.compile(
    r"\b(?:should (?:be|read|say|include|list|have)|wrong|ha(?:s|ve) been changed|is missing|are missing|wrongly|incorrect|incorrectly)\b"
)

# -- places of errata --------------------------------------------------------------------------

#: ``Page 13, Transports:`` or ``UK Reference Chart:`` before an erratum's instruction
_LOCATION = re.compile(rf"{_EMPHASIS}(?P<where>[^:\n]{{3,160}}?){_EMPHASIS} ?:{_EMPHASIS}(?:\s+|(?=[A-Z]))")
#: words that refer to the text above them
_REFERS = (
    r"(?:(?:notes?|examples?|exceptions?|steps? \d+|it|this|they|these|the following|for example|correct(?:ed)? "
    r"|the \w+ (?:sentence|paragraph|word|bullet))\b"
    r"|(?:was|now|(?:old|new|original|printed|revised|current)(?: (?:text|wording|version|rule|value))?)$)"
)
_NO_LOCATION = re.compile(
    rf"{_REFERS}|(?:{VERBS}) (?:to|with|by)$|.*\b(?:should|must|is|are|has|have|says|reads?|following)\b", re.I
)
_DASHED = re.compile(r"[A-Z][^.:?!]{2,40}? -{2,3} [^.:?!]{2,60}$")
_PAGE_REST = re.compile(r"(?P<where>[^:?!]{0,140}?)(?P<end>[*_]{0,3} ?:[*_]{0,3}(?:\s+|$))")
#: ``, Lake Docks.`` after a page
_PAGE_TITLE = re.compile(r",\s(?:[A-Z][\w’'-]+ ?){1,5}\.(?:\s+(?=[A-Z])|\s*$)")
#: ``**P. 28. Game terms.**``
_BOLD_PLACE = re.compile(r"\*\*[^*]{3,90}\*\*[.:]?(?:\s+|$)")
_PAGE_END = re.compile(r"[)\]]?[*_]{0,3}(?:\s*[-–—]\s+|\.[*_]{0,3}\s+(?=[A-Z“\"‘])|\s*$)")
#: the title after a rule's number
_TITLED = re.compile(r"\s*[-–—]?\s*(?P<title>[A-Z][^.:?!]{2,60}?)(?:[*_]*:[*_]*\s+|\s+[-–—]\s+|[*_]{2}[.:]?\s+|\s*$)")
_ASIDE = re.compile(r"(?P<where>\s?\([^()]{1,30}\))\s?:\s+|(?P<dash>\s?[-–—]\s+)")
#: the beginning of a text that says that it changes a rule
CHANGES = re.compile(rf"[*_]*errat|.{{0,60}}?{KINDS}", re.I)
_KIND = re.compile(rf"\s*[^.:?!]{{0,40}}?{KINDS} ?[:.]?\s*", re.I)


def amends(text: str) -> bool:
    """Return whether a paragraph begins with a sentence that says how a printed item, which it names, is wrong."""
    first = (sentences(text) or [""])[0]
    named = re.match(rf"(?!(?i:{_REFERS}))(?:The |[A-Z]\w+ [A-Z])", first)
    return named is not None and INSTRUCTS.search(first) is not None


def location(text: str, opens_block: bool) -> re.Match[str] | None:
    """Return the place that an erratum amends, at the start of ``text``, or None. Unless ``opens_block``, the text is
    inside a block: then the place must begin with a page or look like a title."""
    found = _LOCATION.match(text)
    if found is None or _NO_LOCATION.match(found["where"]) or re.search(r"[a-z)]\.\s+[A-Z]", found["where"]):
        return None
    return found if opens_block or PATTERNS[Mark.PAGE].match(text) or looks_like_title(found["where"]) else None


def dashed_place(text: str) -> bool:
    """Return whether a line names a place and nothing more: ``Map -- Lake``."""
    return bool(_DASHED.match(text.strip()))


def page_place(text: str) -> tuple[int, int]:
    """Return the end of the place at the start of a text that begins with a page, and the end of its label; 0 and 0 if
    it begins with no page, or no label ends there."""
    found = PATTERNS[Mark.PAGE].match(text)
    if found is None:
        return 0, 0
    if bold := _BOLD_PLACE.match(text):
        return len(bold[0].rstrip(" *:.")), bold.end()
    titled = _PAGE_REST.match(text, found.end())
    if (
        titled
        and not re.search(rf"\b(?:{VERBS})\b", titled["where"], re.I)
        and not re.search(r"[^\d]\.\s+[A-Z]", titled["where"])
    ):
        return titled.end("where"), titled.end()
    titled_page = _PAGE_TITLE.match(text, found.end())
    if plain := _PAGE_END.match(text, found.end()) or titled_page:
        return len(text[: plain.end()].rstrip(" .-–—*_")) if plain is titled_page else found.end(), plain.end()
    return 0, 0


def is_page_title(text: str) -> bool:
    """Return whether a text is a page, or a page and a title: ``p. 28. Game Terms``."""
    found = PATTERNS[Mark.PAGE].match(text)
    rest = text[found.end() :].strip(" .,*") if found else "-"
    return not rest or (looks_like_title(rest) and not re.match(rf"(?:{VERBS})\b|.*:", rest, re.I))


def rule_place(text: str) -> tuple[int, int]:
    """Return the end of a rule's number with its title, and the end of the label; 0 and 0 without a rule."""
    found = PATTERNS[Mark.RULE].match(text)
    if found is None:
        return 0, 0
    kind, titled = _KIND.match(text, found.end()), _TITLED.match(text, found.end())
    where, end = len(text[: found.end()].rstrip(": *_")), found.end()
    if titled and not (_NO_LOCATION.match(titled["title"]) or re.match(rf"(?:{VERBS})\b", titled["title"], re.I)):
        where, end = titled.end("title"), titled.end()
    elif aside := _ASIDE.match(text, found.end()):  # ``(page 6):`` or a dash
        where, end = max(where, aside.end("where")), aside.end()
    if kind and end <= kind.end():
        where, end = len(text[: kind.end()].rstrip(" :.")), kind.end()
    return where, end


def place_in(mark: str, text: str, errata: bool) -> tuple[int, int, bool]:
    """Return the end of the place that an entry names, the end of its label, and whether the entry changes the rules.
    Both ends are 0 if it names none. ``errata`` is whether the entries around it change the rules."""
    errata = errata or bool(CHANGES.match(text) or re.search(r"\bshould read\b", text))
    if mark == Mark.PAGE:
        where, end = page_place(text)
        bare = None if end else re.match(r"[*_]*p{1,2}\.? ?\d{1,3} ", text)  # ``p 14 "Ships" should cost ...``
        return (bare.end() - 1, bare.end(), True) if bare else (where, end, True)
    if mark == Mark.RULE:
        return *rule_place(text), errata
    if mark == Mark.BOLD:
        bold = re.match(r"\*\*.+?\*\*[^\w“\"]*", text)
        return len(bold[0].rstrip(" *:.-–—\\,")) if bold else 0, bold.end() if bold else 0, errata
    titled = mark == Mark.SEPARATOR and is_short(text) and not ends_sentence(text)
    if mark == Mark.TITLE or titled or (mark == Mark.PLACE and dashed_place(text)):
        return len(text.rstrip()), len(text), errata
    named = mark == Mark.PLACE or (errata and mark in (Mark.BULLET, Mark.SEPARATOR, Mark.PARAGRAPH, Mark.LINE))
    if named:
        where, end = page_place(text)
        found = None if end else location(text + " ", True)
        return (found.end("where"), min(found.end(), len(text)), errata) if found else (where, end, errata)
    return 0, 0, errata or mark == Mark.CHANGE


def number_of(line: Line) -> int:
    """Return the number with which a line of a list begins, or 0."""
    found = None if line.item else PATTERNS[Mark.NUMBER].match(line.text)
    number = found["number"] if found else line.item[:-1]
    if number in _ROMAN:
        return _ROMAN.index(number) + 1
    return int(number) if number.isdigit() and not line.depth else 0


def narrowed(marks: Marks) -> Marks:
    """Return a line of marks with the characters that the lines of a document have in place of wide ones. In a pattern
    they are escaped, because a wide bracket or question mark has no special meaning there."""

    def narrowed_text(text: str) -> str:
        """Return one text or pattern with narrow characters."""
        if not re.fullmatch(r"/.+/", text):
            return narrow(text)
        return "".join(char if narrow(char) == char else re.escape(narrow(char)) for char in text)

    return marks.with_texts(narrowed_text)


def matching(texts: Iterable[str], line: str) -> re.Match[str] | None:
    """Match texts of a line of marks at the start of a line. Return the first match, or None."""
    return next((found for text in texts if (found := pattern_of(text).match(line))), None)


def starts(name: Mark, line: Line) -> bool:
    """Return whether a line starts with a named mark of an entry."""
    if name == Mark.NUMBER:
        return number_of(line) > 0
    if name == Mark.BULLET:
        return line.item[:1] in ("-", "*", "+") and not line.depth
    return bool(PATTERNS[name].match(line.text)) and not (name == Mark.RULE and line.table)
