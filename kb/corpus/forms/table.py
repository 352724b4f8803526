"""The forms of documents: a row says how what opens an entry is recognised, and how an answer begins.

To add a form, add a row to ``FORMS``, perhaps with an opener, and two documents to ``tests/fixtures/forms``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.corpus.cues import Cue

_EMPHASIS = r"(?:\*{1,3}|_{1,3})?"
_QUESTION = "question|query|ques|quest|q|issue|problem|situation|asked|player|reader|caller|asker"
_ANSWER = "official answer|official ruling|official reply|answer|ans|a|reply|response|ruling|resolution|verdict|solution|answered|judge|referee|designer|publisher|editor"
#: words that open a question or an answer only with a mark behind them that no sentence has
COMMON = "issue|problem|situation|asked|reply|response|ruling|resolution|verdict|solution|answered|query|player|reader|caller|asker|judge|referee|designer|publisher|editor"


def _label(words: str) -> str:
    """The pattern of a label: ``Q:``, ``Q3)``, ``**Question 3:**``, ``[A]``, ``Answer -``, ``Ans.``."""
    number = r"(?:\s?(?:no\.?|nr\.?|#)?\s?(?P<number>\d{1,3}(?:[.]\d{1,2})?[a-z]?))?"
    front = r"(?:[•◦▪●*–-]\s+)?(?:\(?\d{1,3}[.)]\s*)?"
    mark = rf"(?:\s?[:.)\]}}>]+(?P<after>{_EMPHASIS})(?=\s|$|[\"“‘(*A-Z])|\s?[-–—](?P<dash>{_EMPHASIS})(?=\s|$))"
    bracket = rf"[\[({{<](?:{words}){number}[\])}}>][:.]?"
    return (
        rf"(?P<open>{_EMPHASIS})\s*{front}(?:(?P<label>{words}){number}(?P<mid>{_EMPHASIS})"
        rf"(?:{mark}|(?<=\d)\s+(?=[A-Z\"“])|\s*$)|{bracket.replace('(?P<number>', '(?P<inner>')}(?=\s|$))\s*"
    )


@dataclass(frozen=True)
class Opener:
    """What opens an entry: the words at the front of a paragraph that ``pattern`` matches are its label.

    ``asks``: only a paragraph that asks something. ``counts``: its numbers count on by one.
    """

    name: str
    cue: Cue
    pattern: re.Pattern[str]
    asks: bool = False
    counts: bool = False


QUESTION = Opener("question label", Cue.QUESTION, re.compile(_label(_QUESTION), re.I))
ANSWER = Opener("answer label", Cue.ANSWER, re.compile(_label(_ANSWER), re.I))
#: ``Page 6 - Title:``, ``p. 12, Submarines:``, ``Rulebook, page 3.``
PAGE = Opener(
    "page",
    Cue.ERRATUM,
    re.compile(
        rf"{_EMPHASIS}(?:(?:the )?(?:[A-Z][\w’']+ ){{0,3}}(?:rule ?book|rules|manual|guide|handbook|booklet|card|sheet),? )?"
        rf"(?:on )?(?:pages?|pgs?\.?|pp?\.?)\s?\d{{1,3}}\b(?:\s?(?:[-–—&,]|and|to)\s?\d{{1,3}}\b)*",
        re.I,
    ),
)
VERBS = "ADD|IGNORE|REPLACE|CHANGE|DELETE|REMOVE|OMIT|INSERT|SUBSTITUTE|STRIKE|CORRECT|CORRECTION|CLARIFY|AMEND|MODIFY|REVISE|DISREGARD"
#: ``ADD: ...``, ``Replace the second sentence ...``
CHANGE = Opener(
    "change",
    Cue.ERRATUM,
    re.compile(rf"{_EMPHASIS}(?:\(?\d{{1,3}}[.)]\s+)?(?:{VERBS}|{VERBS.title()})\b(?=[\s:*_])"),
)
#: ``(4.2.1)``, ``Rule 12.3:``, ``§ 4.1``
RULE_NUMBER = Opener(
    "rule number",
    Cue.TEXT,
    re.compile(
        rf"{_EMPHASIS}[(\[]?(?:(?:rules?|section|sec\.?|case|para(?:graph)?\.?|§)\s*)?(?P<number>\d{{1,2}}(?:\.\d{{1,3}}){{1,4}}[a-z]?)"
        rf"[)\]]?[.:)]?{_EMPHASIS}(?=\s|$)",
        re.I,
    ),
)
NUMBER = Opener(
    "number",
    Cue.QUESTION,
    re.compile(
        rf"{_EMPHASIS}[(\[#]?(?:no\.? ?)?(?P<number>\d{{1,3}})(?:[.)\]:]{{1,2}}|\s[-–—])\s*{_EMPHASIS}(?=\S)", re.I
    ),
    counts=True,
)
ASKED = Opener("question", Cue.QUESTION, re.compile(r""), asks=True)
POST = Opener("post", Cue.TEXT, re.compile(r""))
QUOTED = Opener("quotation", Cue.QUESTION, re.compile(r""))
#: ``| Can it? | No. |``: a row of a table; short cells beside them are a number, a date or a name
CELLS = Opener(
    "row",
    Cue.QUESTION,
    re.compile(
        r"(?:\|?[^|?]{0,12}\|)?\s*\"?(?P<asked>[^|]{4,}?\?[\"”*_]*?)\"?\s*\|\s*\"?(?P<answered>[^|]*[^|\s\"])\"?\s*(?:\|[^|]{0,20})*"
    ),
)
#: ``| 11 | four infantry | five infantry |``: a row of a table of errata
CORRECTED = Opener(
    "corrected row", Cue.ERRATUM, re.compile(r"\|?\s*(?:pages?|p[pg]?\.?)?\s*\d{1,3}\s*\|[^|?]+\|[^|?]+\|?\s*", re.I)
)
#: the openers of errata, which stand beside entries of most forms
ERRATA = (PAGE, CHANGE, CORRECTED)


@dataclass(frozen=True)
class Form:
    """A form: its name, what it is in a sentence, what opens its entries, tried in this order.

    ``labelled``: an answer begins with a label; else behind the sentence that asks. ``needs``: the opener without which
    no document has this form.
    """

    name: str
    says: str
    opens: tuple[Opener, ...]
    needs: Opener
    labelled: bool = False


THREAD = Form("thread", "posts of a forum: one author asks, and another, who answers there, answers", (POST,), POST)
#: the first of equally good ones is taken
FORMS = (
    Form(
        "labels",
        "questions open with a label such as Q:, answers with one such as A:",
        (QUESTION, ANSWER, *ERRATA),
        QUESTION,
        labelled=True,
    ),
    THREAD,
    Form("table", "a row of a table holds a question and its answer", (CELLS, *ERRATA), CELLS),
    Form("quotations", "a question is quoted with >, and its answer stands below it", (QUOTED, *ERRATA), QUOTED),
    Form(
        "rule-numbers",
        "an entry opens with the number of the rule that it is about",
        (RULE_NUMBER, *ERRATA),
        RULE_NUMBER,
    ),
    Form(
        "numbers",
        "an entry opens with its number in a list: a question with its answer, or a statement",
        (NUMBER, *ERRATA),
        NUMBER,
    ),
    Form(
        "questions",
        "a question is a paragraph or heading that ends with ?, its answer stands behind or below it",
        (ASKED, *ERRATA),
        ASKED,
    ),
    Form(
        "errata",
        "an entry names the page that it changes, or opens with a word such as ADD or REPLACE",
        ERRATA,
        PAGE,
    ),
    Form(
        "changes",
        "each entry opens with a word such as ADD, IGNORE, REPLACE or CHANGE",
        (CHANGE, PAGE, CORRECTED),
        CHANGE,
    ),
)
BY_NAME = {form.name: form for form in FORMS}
#: the form of the publishers' documents, and of a page of rules, in which each sentence is a statement
PUBLISHED = "published"
SAYS_PUBLISHED = (
    "as the publishers' documents: chapters with Q. and A. and errata, or a page of rules, a statement a sentence"
)
NAMES = (*BY_NAME, PUBLISHED)
