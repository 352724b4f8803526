"""Sentences, questions, dates and titles in the text of a document."""

from __future__ import annotations

import re

#: a letter of Japanese, Chinese or Korean
EAST_ASIAN = "[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
#: a source in brackets may follow the end of a sentence
_ENDS_SENTENCE = re.compile(r"[.!?:。！？：][\"”’')\]*_]*(?:\s+[\[{(][^\[\]{}()]{1,60}[\]})])?$")
#: a question mark after an opening quotation mark does not ask
ASKS = re.compile(r"(?<![“(\s])(?<!\s\")\s?\?[\"”’)\]*_!?]*\s*$")
#: a question with an optional remark after it, in brackets or exclaimed
ASKS_LAST = re.compile(r"(?<![“(\s])(?<!\s\")\s?\?[\"”’)\]*_!?]*(?:\s+(?:\([^()?]*\)|[^.?!]{9,60}!))?\s*$")
#: a full stop after one of these does not end a sentence
_WORDS = ("vs", "pg", "St", "Sts", "Mr", "Dr", "Lt", "Gen", "Ft", "Mt", "approx", r"e\.g", r"i\.e", "etc", "cf")
_ABBREVIATED = "".join(rf"(?<!\b{each}\.)" for each in _WORDS)
#: the space between sentences
_SENTENCE = re.compile(
    r"(?<=[^“(\s]\?)(?<!\s\"\?)(?:[*_!?]{0,6}\s+(?=\S)|[\"”’)\]*_!?]{1,6}\s+(?=[^a-z\s]))"
    rf"|(?<=[.!])(?<!\b[A-Z]\.){_ABBREVIATED}(?!(?<=\bNo\.)\s+\d)[\"”’)\]*_]*\s+(?=[\"“(*_\[]*[A-Z0-9])"
    rf"|(?<={EAST_ASIAN}[.!?。！？])(?=[^\s.!?。！？”」』）)\]])"  # without a space
)
ERRATA = re.compile(
    r"\b(?:errat(?:a|um)|corrigend(?:a|um)|corrections?|misprints?|mistranslations?|druckfehler|korrekturen|correcciones|опечатки|исправления|교정|정오표)\b|エラッタ|勘误|勘誤|正誤",
    re.I,
)
CLARIFIES = re.compile(r"\b(?:clarifications?|clarified|amendments)\b", re.I)
#: the label of an erratum
ERRATUM = re.compile(r"[*_]*(?:errat(?:a|um)|correction)\b[^.?!]{0,20}:", re.I)
#: words that announce a list of errata
FAULTS = re.compile(r"\b(?:errors|mistakes|errata|corrections|changes|clarifications|misprints)\b", re.I)
#: the heading of statements that change nothing
STATES = re.compile(r"\brul(?:es?|ings)\b(?!.*\bchange).*\b(?:clarif|wrong)|\bklarstellung", re.I)
OPTIONAL = re.compile(r"\boptional rules?\b", re.I)
#: a title of a list of questions
FAQ = re.compile(
    r"\bfaqs?\b|frequently|questions? (?:and|&) answers?|\bq ?& ?a\b|\bversion\b(?=\W*(?:$|\d|(?-i:[IVX]+)\b))|^v\d",
    re.I,
)
FOREWORD = re.compile(
    r"\W*(?:foreword|preface|introduction|about|acknowledge?ments|credits|a note|(?:table of )?contents)\b", re.I
)
#: the heading of a foreword, and nothing else
IS_FOREWORD = re.compile(
    r"\W*(?:foreword|preface|introduction|acknowledge?ments|credits|(?:table of )?contents|about (?:this|the) \w+)\W*",
    re.I,
)
INTRODUCES = re.compile(
    r"(the (following|rules below|questions below)|these (?:rules|questions|answers|errata|changes)|below|this (chapter|section)|(this is|here (is|are)) (the|a|all)\b[^.]*(errata|corrections|questions))\b(?!.*\bshould\b)",
    re.I,
)
_NAMES = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?"
)
_MONTH = rf"(?:{_NAMES}|{_NAMES.upper()})\.?"
#: a date in words or digits, with its parts; digits are month, day and year, as in the United States
DATED = re.compile(
    rf"\b(?:(?P<m1>{_MONTH})\s+(?P<d1>\d{{1,2}})(?i:st|nd|rd|th)?(?:,\s*|\s+)(?P<y1>\d{{4}})"
    rf"|(?P<y2>\d{{4}})-(?P<m2>\d\d)-(?P<d2>\d\d)"
    rf"|(?P<d3>\d{{1,2}})(?i:st|nd|rd|th)?\.?[ -](?P<m3>{_MONTH})[ -](?P<y3>'?\d{{2}}(?:\d\d)?)\b"
    rf"|^\W*(?P<m5>{_MONTH}) (?P<y5>\d{{4}})\W*$"
    r"|(?P<m4>\d{1,2})[/-](?P<d4>\d{1,2})[/-](?P<y4>\d{2}(?:\d\d)?)\b)"
)
LONGEST_HEADING = 90
SMALL_WORDS = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with"}
_NUMBERED_TITLE = re.compile(
    r"(?:(?:section|chapter|part|phase|step)\s+)?(?:\d{1,2}(?:-\d{1,2})?|[IVX]{1,5}|[A-Z])[.):]?\s+[-–—]?\s*", re.I
)


def ends_sentence(text: str) -> bool:
    """Return whether the text ends at a possible end of a sentence."""
    return bool(_ENDS_SENTENCE.search(text.rstrip()))


def spans(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each sentence of a text."""
    ends = [found.end() for found in _SENTENCE.finditer(text)]
    found = zip([0, *ends], [*ends, len(text)], strict=True)
    return [(start, end) for start, end in found if text[start:end].strip()]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[start:end].strip() for start, end in spans(text)]


def has_question(text: str) -> bool:
    """Return whether a sentence of the text asks."""
    return "?" in text and any(ASKS.search(each) for each in sentences(text))


def is_question(text: str, anywhere: bool = False) -> bool:
    """Return whether a paragraph ends or begins with a question, or has one ``anywhere``."""
    asks = [bool(ASKS.search(each)) for each in sentences(text)]
    return any(asks) and (ASKS_LAST.search(text) is not None or asks[0] or anywhere)


def question_end(text: str) -> int:
    """Return the offset at which the question of a text ends: the answer begins after the first sentences that ask. It
    is the length of a text that does not ask."""
    found = spans(text)
    asks = [bool(ASKS.search(text[start:end])) for start, end in found]
    if True not in asks:
        return len(text)
    last = next((at for at in range(asks.index(True), len(asks)) if not asks[at]), len(asks))
    aside = last + 1 == len(asks) and re.fullmatch(r"\(.*\)", text[slice(*found[last])].strip())  # of the question
    return found[last if aside else last - 1][1]


def without_marks(text: str) -> str:
    """Return a line without the marks around it: ``**The Crown**`` and ``## The Crown ##`` -> ``The Crown``."""
    return text.strip().strip("*_#").strip()


def is_short(text: str) -> bool:
    """Return whether a line is short, begins with a capital or digit, and does not end like a sentence."""
    stripped = without_marks(text)
    return (
        0 < len(stripped) <= LONGEST_HEADING
        and not re.search(r"[.!?:;,]$", stripped)
        and bool(re.match(r"[A-Z0-9]", stripped))
    )


def looks_like_title(text: str) -> bool:
    """Return whether a line looks like a heading: short, no full stop, half of its words capitalised."""
    if not is_short(text):
        return False
    words = [w for w in re.findall(r"[A-Za-z][\w'’-]*", without_marks(text)) if w.lower() not in SMALL_WORDS]
    return bool(words) and sum(w[0].isupper() for w in words) * 2 >= len(words)


def is_numbered_title(text: str) -> bool:
    """Return whether a line begins as a numbered chapter does: ``2. ``, ``Part IV: `` or ``A ``."""
    return bool(_NUMBERED_TITLE.match(text))


def is_capitals(text: str) -> bool:
    """Return whether a text is written in capitals, three or more."""
    return sum(char.isupper() for char in text) > 2 and text == text.upper()


def title_before(text: str) -> int:
    """Return the length of the heading at the end of a text: a few words after its last sentence; or 0."""
    found = re.search(r"[.!?][\"”’)*_]*\s+(?P<title>[A-Z][^.!?:;,]{2,50}?):?\s*$", text)
    named = found and (looks_like_title(found["title"]))
    return len(text) - found.start("title") if found and named else 0
