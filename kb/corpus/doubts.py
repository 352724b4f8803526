"""Doubts about how a document was read: places whose structure suggests another reading, each with its remedy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, groupby, pairwise

from kb.base.errors import Finding
from kb.corpus import marks as m
from kb.corpus import prose
from kb.corpus.documents import lines_of
from kb.corpus.entries import Passages
from kb.corpus.layout import COLUMNS
from kb.corpus.outline import PLAIN
from kb.corpus.pieces import own_label
from kb.model.corpus import Noise, Passage, RulingKind, SourceText, SpanKind
from kb.model.marks import Mark

_AFTER = r"(?<=[.!?”\"’)] )"
#: patterns in an erratum or statement, how often each is there if the entry holds several, and the doubt
_SEVERAL = (
    (
        rf"{_AFTER}(?:(?:On p|P)(?:ages?|gs?\.) ?\d|[Pp]{{1,2}}\. ?\d|{m.TITLE}\({m.PAGES}\) )",
        1,
        "it names a second page",
    ),
    (
        r"\b(?:[Cc]hange\b[^.]{3,200}?\bto\b|[Rr]eplace\b[^.]{3,200}?\b(?:with|by)\b|should (?:be|read|say|include|have)\b)",
        2,
        "it changes two places",
    ),
)
#: a heading that only numbers its entry
_NUMBERED = re.compile(r"(?!version|section|chapter|part|phase|scenario|v\b)\w+ \d+\W*", re.I)
_LABEL = re.compile(rf"[*_]*(?!(?i:errat|clarif|{m.VERBS}))([A-Z]\w+:|[A-Z](?=\W{{0,2}}\)))")
#: an entry that is a title with a list of several items
_LIST_BELOW_TITLE = re.compile(r"[^\n]{3,80}(?<![.!?:;,])\n\n- .+(?:\n- .+)*\Z")
#: words of an introduction
_ABOUT = re.compile(r"(?i)\b(?:faq|errata|rules?|following|th(?:is|ese)|below|we|answers?|questions?|q&a|games?)\b")
_LONG, _MANY = 500, 5
#: the number of entries that cannot be compared, at most
_FEW = 3
_OPENS = "name what opens the entries with --opens or --marks"
BEGINS = "name the first line of the entries with --begins"


def doubt(text: SourceText, line: int, what: str, words: str, cure: str) -> Finding:
    """Return a doubt about a line. ``what`` is the mistake that it may be, ``words`` are those of its entry (only the
    first are shown), and ``cure`` is the hint."""
    shown = " ".join(prose.without_marks(words).split())
    return Finding(f"{what}: “{shown[:60]}{'…' if len(shown) > 60 else ''}”", *text.place(line), cure)


def doubts_of(found: Passages) -> Iterator[Finding]:
    """Yield the doubts that the passages of a document raise by their form."""
    for line, what, words, cure in (*_of_front(found), *_of_rest(found), *_of_whole(found), *_of_unmarked(found)):
        yield doubt(found.text, line, what, words, cure)
    lines = lines_of(found.text.text)
    for passage in found.passages:
        words = passage.answer if passage.question == passage.heading else passage.question or passage.answer
        for what, cure in _of_passage(passage, found) if passage.parent < 0 else ():
            yield doubt(found.text, passage.line_start, what, words, cure)
        within = lines[passage.line_start : passage.line_end]
        bullet = re.match(r"\s*[-*•●▪]\s", lines[passage.line_start - 1])
        if bullet and Mark.LABELS not in found.marks and any(each.startswith(bullet[0]) for each in within):
            yield doubt(found.text, passage.line_start, "an item of its own list is within it", words, _OPENS)
        gaps = (at for at in range(1, len(within) - 1) if not within[at - 1].strip() and within[at + 1][:1].isupper())
        titles = (
            title
            for at in gaps
            if not (within[at][:1].isdigit() or COLUMNS.search(within[at]))
            and prose.looks_like_title(title := within[at].strip())
            and not own_label(found.marks, title, 0)[0]
            and not m.matching(found.marks.continues, title)
        )
        if title := next(titles, ""):
            yield doubt(found.text, passage.line_start, "it may hold another entry", title, _OPENS)


def columns(text: str) -> int:
    """Return the line at which two columns begin that stand side by side, or 0.

    Three lines have at least three blanks that end in one column, with words on both sides.
    """
    seen: dict[int, list[int]] = {}
    for number, line in enumerate(lines_of(text), 1):
        gaps = list(re.finditer(r"(?<=\S) {3,}(?=\S)", line.rstrip()))
        for found in gaps if "|" not in line and len(gaps) < 3 else ():  # not a row of a table
            if len(line[: found.start()].strip()) > 9 and len(line[found.end() :].strip()) > 9:
                seen.setdefault(found.end(), []).append(number)
    return next((lines[0] for lines in seen.values() if len(lines) > 2 and lines[2] - lines[0] < 3 * _MANY), 0)


def _of_front(found: Passages) -> Iterator[tuple[int, str, str, str]]:
    """Yield doubts about the introduction: line, doubt, words and cure."""
    text = found.text.text
    first = next((span.start for span in found.spans if span.taken_for is SpanKind.RULING), len(text))
    front = [span for span in found.spans if span.taken_for is SpanKind.PREAMBLE]
    before = [text[span.start : span.end] for span in front if span.start < first]
    ended = sum(len(each) > 20 and prose.ends_sentence(each) for each in before)
    if before and (len("".join(before)) * 2 > len(text.strip()) or ended >= _MANY):
        yield 1, "most of the text is taken for an introduction", before[0], BEGINS
    for _, run in groupby(front, lambda span: text.count("\n\n", 0, span.start)):
        several = list(run)
        whole = text[several[0].start : several[-1].end].rstrip()
        entry = whole[-1] in ".!)" and len(whole.split()) > _MANY and not _ABOUT.search(whole)
        for span in several:
            own = text[span.start : span.end]
            asks = prose.has_question(own) and not (prose.FAQ.search(own) and len(own) < 90)
            wrong = m.INSTRUCTS.search(own) and prose.ends_sentence(own)
            marked = len(own) * 5 > _LONG and re.match(r"[*#•]|\d+[.)]", own)
            marked = marked or re.match(rf"\W*(?:{m.VERBS})\b", own) or m.PATTERNS[Mark.PAGE].match(own)
            if entry or asks or wrong or marked:
                yield found.text.line_at(span.start), "taken for an introduction, but it may be an entry", own, BEGINS


def _of_rest(found: Passages) -> Iterator[tuple[int, str, str, str]]:
    """Yield doubts about headings and noise that may be entries: line, doubt, words and cure."""
    text, marks = found.text.text, [m.PATTERNS[name] for name in m.ENTRIES if name in found.marks]
    used = [span for span in found.spans if span.taken_for is not SpanKind.SPACE]
    for span in used:
        own = text[span.start : span.end].strip("#*_| ")
        ended, many = prose.ends_sentence(own), len(own.split())
        heads = span.taken_for is SpanKind.HEADING and many > 4 and not prose.has_question(own)
        if heads and (not (prose.looks_like_title(own) or many < 6) or any(each.match(own) for each in marks)):
            yield found.text.line_at(span.start), "taken for a heading, but it may be an entry", own, _OPENS
        if span.name in (Noise.MARKUP, Noise.RUNNING_LINE, Noise.POST_HEADER) and ended and many > 5:
            yield found.text.line_at(span.start), "left out, but it may be an entry", own, _OPENS


def _of_whole(found: Passages) -> Iterator[tuple[int, str, str, str]]:
    """Yield doubts about how the whole document is divided: line, doubt, words and cure."""
    text, passages, marks = found.text.text, found.passages, found.marks
    if line := columns(text):
        cure = "save it without layout, so that one column follows the other"
        yield line, "two columns stand side by side", lines_of(text)[line - 1], cure
    if not passages:
        return
    first, line = passages[0], passages[0].line_start
    plain = not (marks.opens or marks.question) and set(marks.names) <= {Mark.PARAGRAPH, Mark.PLACE, Mark.LINE}
    if plain and sum(each.kind is not RulingKind.ANSWER for each in passages) > 1:
        yield line, "no mark recurs; each paragraph is an entry", first.answer, _OPENS
    if len(passages) == 1 and len(text) > _LONG:
        yield line, "the whole text is one entry", first.question or first.answer, _OPENS
    answers = [each.kind is RulingKind.ANSWER for each in passages]
    mute = [each for each in passages if each.kind is RulingKind.ANSWER and "?" not in each.question]
    if Mark.LABELS not in marks and not marks.question and len(mute) * 4 < sum(answers):
        for one in mute:
            cure = "name what it is with --heading, --continues or --opens"
            yield one.line_start, "it asks nothing, but most questions do", one.question, cure
    own = [each for each in passages if each.parent < 0]
    ended = [prose.ends_sentence(each.answer) for each in own]
    for one, end in zip(own, ended, strict=True):
        if one.kind is RulingKind.STATEMENT and sum(answers) * 2 >= len(answers):
            cure = "name its question with --opens, or add it to the entry above with --continues"
            yield one.line_start, "it is not a question, but most entries are", one.answer, cure
        if not end and sum(ended) * 10 > len(own) * 9:
            yield one.line_end, "it does not end with a sentence, but the others do", one.answer, _OPENS
    lists = [each for each in own if each.kind is not RulingKind.ANSWER and _LIST_BELOW_TITLE.match(each.answer)]
    for one in lists if len(lists) > 2 and len(lists) * 2 >= len(own) else ():
        title = one.answer.partition("\n")[0]
        yield (
            one.line_start,
            "the items of its list may be entries below a title",
            title,
            "name the title with --heading",
        )
    yield from _of_sizes(own)
    headings = [each.heading for each in own if each.kind is not RulingKind.ANSWER]
    alone = len(set(headings)) * 5 >= len(headings) * 4 and len(headings) > 3
    if alone and not any(map(prose.ends_sentence, headings)):
        cure = f"add '{Mark.TITLE}' to --marks to keep them together"
        yield line, "each heading has one entry; it may belong to it", headings[0], cure
    heads = {each.heading for each in own}
    numbered = sum(bool(_NUMBERED.fullmatch(each)) for each in heads)
    titles = [span for span in found.spans if span.taken_for is SpanKind.HEADING]
    often = Counter(text[span.start : span.end] for span in titles)
    only = len(heads) == 1 < len(own) - 1
    for span in titles:
        head = text[span.start : span.end]
        if often[head] > 2 or numbered > 1 or (only and head[0] not in "#*_|" and head[-1] != ":"):
            line = found.text.line_at(span.start)
            yield line, "a heading that may be a label or a title", head, "leave it out with --leave-out"
    named = [_LABEL.match(each.question or each.answer) for each in passages]
    labels = Counter(label[1] for label in named if label)
    if max(labels.values(), default=0) * 2 > len(passages) > 1 or sum(len(each) == 1 for each in labels) > 1:
        for one in compress(passages, named):
            cure = "name it with --marks 'question=\"...\"'"
            yield one.line_start, "it begins with a label, as most entries do", one.question or one.answer, cure


def _of_sizes(own: Sequence[Passage]) -> Iterator[tuple[int, str, str, str]]:
    """Yield a doubt about the entry that has the most paragraphs: line, doubt, words and cure. ``own`` are the entries
    of a document. There is no doubt about few entries, or if another entry has as many paragraphs."""
    sizes = [each.answer.count("\n\n") for each in own]
    most = max(sizes, default=0)
    if not most or len(own) <= _FEW or sizes.count(most) > 1:
        return
    one = own[sizes.index(most)]
    words = one.answer.rpartition("\n\n")[2]
    if one is own[-1] and sum(sizes) == most:
        cure = "leave it out with --leave-out"
        yield one.line_end, "the end of the last entry may be a closing remark", words, cure
    else:
        yield one.line_end, "it has more paragraphs than any other entry; it may hold another one", words, _OPENS


def _of_unmarked(found: Passages) -> Iterator[tuple[int, str, str, str]]:
    """Yield doubts about entries that no mark opens, and statements among errata: line, doubt, words and cure."""
    text, passages = found.text.text, found.passages
    around = [span for span in found.spans if span.taken_for in (SpanKind.HEADING, SpanKind.PREAMBLE)]
    outside = [text[span.start : span.end] for span in around]
    changes = any(each.kind is RulingKind.ERRATUM for each in passages) or any(map(prose.ERRATA.search, outside))
    errata = changes and not any(map(prose.STATES.search, outside))
    others = [n for n, each in enumerate(passages) if each.kind is not RulingKind.ANSWER and each.parent < 0]
    plain = [n for n in others if found.opened[n] in ("", *PLAIN)]
    for n in others:
        words, at = passages[n].answer, passages[n].line_start
        if n in plain and found.opened[n] and len(plain) * 2 < len(others):
            cure = "add it to the entry above with --continues, or leave it out with --leave-out"
            yield at, "no mark opens it, but one opens most others", words, cure
        elif errata and passages[n].kind is RulingKind.STATEMENT:
            cure = "name the heading of the errata with --heading"
            yield at, "it is a statement, but the document has errata", words, cure


def _of_passage(passage: Passage, found: Passages) -> Iterator[tuple[str, str]]:
    """Yield each doubt about one passage that its text raises, with its cure."""
    answer, paragraphs = passage.answer, passage.answer.split("\n\n")
    if passage.kind is RulingKind.ANSWER:
        firsts = (next(iter(prose.sentences(each)), "") for each in paragraphs)
        if any(map(prose.ASKS_LAST.search, paragraphs)) or any(map(prose.has_question, firsts)):
            yield "the answer asks something; it may hold another question", _OPENS
        pairs = pairwise(paragraphs[1:]) if Mark.LABELS not in found.marks else ()
        if any(
            len(one.split()) > 4 and len(prose.sentences(one)) == 1 < len(prose.sentences(two)) for one, two in pairs
        ):
            yield "a sentence stands alone within it; it may be another question", _OPENS
        titles = [each for each in paragraphs[1:] if prose.looks_like_title(each) and each[0] not in "-|"]
        titles = [each for each in titles if not m.matching(found.marks.continues, each)]
        for each in [each for each in titles if sum(each in other.answer for other in found.passages) < 3][:1]:
            yield f"“{each}” may be a heading", f'name it with --heading "{each[:40]}"'
    else:
        for pattern, many, what in _SEVERAL:
            if len(re.findall(pattern, answer)) >= many:
                yield f"{what}; it may hold several entries", _OPENS
        alone = passage.question in ("", passage.heading)
        begins = re.match(r"[a-z]", answer) and not m.PATTERNS[Mark.PAGE].match(answer)
        if alone and (begins or (len(answer.split()) < 4 and len(answer) < 30 and not prose.ends_sentence(answer))):
            yield "it is a part of a sentence", "add it to the entry above with --continues, or leave it out"
        if answer.rstrip().endswith(":"):
            yield "it announces something that is not in it", _OPENS
    if re.search(r"[-–—,;]$", passage.heading):
        yield "its heading is not complete", "leave the heading out, or add it to the entry above with --continues"
