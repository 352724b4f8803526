"""Guesses the line of marks of a document: the named marks that its paragraphs begin with most often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

from kb.corpus import marks as m
from kb.corpus.layout import PageLayout
from kb.corpus.marks import Cue
from kb.corpus.outline import Outline, asking_level, titles_of_columns
from kb.corpus.paragraphs import Paragraph
from kb.corpus.prose import ASKS, CLARIFIES, ERRATA, FAQ, has_question, is_question, is_short
from kb.model.corpus import Line
from kb.model.marks import Mark, Marks

#: a word and a colon; up to three words and a number, alone in a line; a letter and a sign, such as ``A°)``
_LABEL = re.compile(
    r"[*_\s]*(?:\d{1,3}[.)]\s*)?([^\W\d]\w{0,15}\.? ?:|(?:[^\W\d]\w{0,15} ){1,3}#?\d{1,3}:?(?=[*_\s]*$)|[A-Z](?:\W?\)|\.)(?=\s))"
)
#: ``White Out (F10)``: the name of a card with its code
_CODED = re.compile(r"[A-Z].* \((?P<page>p[a-z]{0,3}\.? )?[\w -]{0,20}\d{1,4}\)$")
#: a list that has this many items for each question is the list of entries
_SELDOM = 5


def guess(lines: Sequence[Line], page: PageLayout, rules: bool) -> Marks:
    """Return the marks of a document. ``rules`` is whether it is a page of rules: then each sentence is an entry."""
    if rules:
        return Marks((Mark.SENTENCE,))
    coded = [_CODED.match(line.text.strip("*")) for line in lines if is_short(line.text) and not line.item]
    names = [each for each in coded if each]
    if len(names) > 2 and 2 * sum(bool(each["page"]) for each in names) < len(names):
        return Marks((Mark.TITLE, Mark.PARAGRAPH))
    asks = _asking(lines, page)
    if Mark.LABELS not in asks and Outline(lines, page, Marks((Mark.PARAGRAPH,))).numbered:
        return Marks((Mark.PARAGRAPH,))
    if not asks and _headed(lines, page):
        return Marks((Mark.TITLE, Mark.PARAGRAPH))
    leads = sum(bool(re.match(r"\*\*[^*?]+\*\*[^\w*]*\s+\w", line.text)) for line in lines)
    if not asks and leads > 2 and leads * 2 > len(lines):
        return Marks((Mark.BOLD,))
    own = _own_labels(lines)
    if own[0] and (Mark.LABELS not in asks or m.label_at(own[1], 0, "Q", True, True)[0] != "A"):
        return Marks((), *own)
    errata = _errata(lines, page, bool(asks))
    parted = sum(line.parted for line in lines)
    marked = sum(bool(line.item) or any(m.starts(mark, line) for mark in m.ENTRIES if mark in errata) for line in lines)
    if not asks and parted > max(2, marked) and not any(line.level for line in lines[1:]):
        return Marks((Mark.SEPARATOR,))
    return Marks(tuple(dict.fromkeys((*asks, *errata))))


def _headed(lines: Sequence[Line], page: PageLayout) -> bool:
    """Return whether most blocks between blank lines begin with a title: a short line that no mark opens."""
    starts = [at for at, line in enumerate(lines[:-1]) if at == 0 or lines[at - 1].number + 1 < line.number]
    blocks = [(lines[at], lines[at + 1]) for at in starts if lines[at + 1].number == lines[at].number + 1]
    heads = [
        (head, below)
        for head, below in blocks
        if is_short(head.text.rstrip(":"))
        and (page.is_short(head) or below.indent > head.indent + 1)
        and re.match(r"[A-Z\"“(]", below.text)
        and not (head.item or re.match(r"[A-Z &]{4,}:?$", head.text))
    ]
    named = [head for head, _ in heads if not any(m.starts(mark, head) for mark in m.ENTRIES)]
    most_named, most_blocks = len(named) * 2 > len(heads), len(heads) * 2 > len(blocks)
    most_listed = sum(bool(below.item) for _, below in heads) * 2 >= len(heads)
    return len(named) > 2 and most_named and most_blocks and not most_listed


def _own_labels(lines: Sequence[Line]) -> tuple[str, str]:
    """Return two labels that alternate, the first before text that asks, such as ``Frage:`` and ``Antwort:``; else the
    label of most questions, such as ``Item:``, and an empty string; or two empty strings."""
    labelled = _labelled(lines)
    often = Counter(label for label, _ in labelled)
    found = [each for each in labelled if often[each[0]] > 1]
    pairs = [((one, two), asks) for (one, asks), (two, _) in pairwise(found) if one != two]
    pair, asked = next(iter(Counter(pair for pair, asks in pairs if asks).most_common(1)), (("", ""), 0))
    many = sum(each == pair for each, _ in pairs)
    if 2 * asked > many > 1 and 2 * many * 4 > len(found) * 3:
        return pair
    one, asked = next(iter(Counter(label for label, asks in found if asks).most_common(1)), ("", 0))
    many = sum(label == one for label, _ in found)
    questions = sum(bool(ASKS.search(line.text)) for line in lines)
    own = asked > 2 and max(many, questions) * 3 < asked * 4 and not m.label_at(one, 0, "Q", True, True)[0]
    return (one, "") if own else ("", "")


def _labelled(lines: Sequence[Line]) -> list[tuple[str, bool]]:
    """Return the label of each line with one, and whether its paragraph asks (the next one if the label is alone). A
    label with a number, or that is a letter with a bracket, is given as the pattern of all such labels."""
    starts = [(n, label[1]) for n, line in enumerate(lines) if (label := _LABEL.match(line.text))]
    starts = _alternating(lines) or starts
    usual = {one for _, one in starts if m.label_at(one, 0, "Q", True, True)[0] and not re.fullmatch(r"\D+:", one)}
    own = [(n, one) for n, one in starts if one not in usual]
    found = []
    for n, one in own:
        at = n + 1 if lines[n].text.strip(" *_") == one and n + 1 < len(lines) else n
        if one.endswith(")"):
            one = f"/^[A-Z]{re.escape(one[1:])}/"
        elif re.search(r"\d", one):
            one = f"/{re.sub('[0-9]+', '[0-9]+', one)}/"
        end = next((k for k in range(at, len(lines)) if lines[k].block != lines[at].block), len(lines))
        found.append((one, any("?" in line.text for line in lines[n:end])))
    return found


def _alternating(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Return the headings of the deepest level with their indexes if they are two texts that alternate; or nothing."""
    level = max((line.level for line in lines), default=0)
    heads = [(n, line.text) for n, line in enumerate(lines) if line.level == level > 0]
    alternate = len(heads) > 3 and heads[0][1] != heads[1][1]
    return heads if alternate and all(a[1] == b[1] for a, b in zip(heads, heads[2:], strict=False)) else []


def _asking(lines: Sequence[Line], page: PageLayout) -> tuple[Mark, ...]:
    """Return the one or two marks of questions, those of the first kind that is found: labels, a mark of the structure,
    numbers, or the question itself; none without questions."""
    labels = [each for each in Outline(lines, page, Marks((Mark.LABELS,))).paragraphs if each.label]
    asked = sum(each.cue is Cue.QUESTION for each in labels)
    texts = Outline(lines, page, Marks((Mark.QUESTION,))).paragraphs
    plain = [each for each in texts if each.mark == Mark.QUESTION]
    if asked > 1 or (asked and len(labels) > (1 if len(plain) < 2 else asked + 2)):
        return (Mark.LABELS,)
    if named := _structure(lines):
        return (named, *[Mark.QUESTION] * (named == Mark.BOLD and len(plain) > 0))
    numbered = [each for each in texts if m.number_of(each.first) and not m.starts(Mark.RULE, each.first)]
    placed = [each for each in texts if any(m.starts(mark, each.first) for mark in (Mark.RULE, Mark.PAGE))]
    rest = [each for each in texts if each not in (*numbered, *placed)]
    asks = [each for each in rest if is_question(each.text)]
    if len(numbered) > 1 and sum(has_question(each.text) for each in numbered) * 2 >= len(numbered):
        numbers, half = [m.number_of(each.first) for each in numbered], len(numbered) // 2
        twice = numbers[:half] == numbers[half:] and not any(has_question(each.text) for each in numbered[half:])
        return (Mark.LISTS if twice else Mark.NUMBER,)
    listed = [each for each in texts if each.item]
    asking = [each for each in listed if has_question(each.text)]
    answered = sum(not each.asks for each in asking)
    if answered > 3 and answered * 4 > len(listed) * 3 and all(each in asking for each in asks):
        return (Mark.BULLET,)  # each item is a question and its answer
    seldom = 2 if all(each in asking for each in asks) else _SELDOM
    if len(asks) * seldom < len(listed) - len(asking):
        return ()  # a list with a question in it or beside it
    whole = sum(each.asks for each in asks)
    marks = [Mark.QUESTION] * (whole * 2 >= len(asks)) + [Mark.ASKED] * ((len(asks) - whole) * 3 >= len(asks))
    return tuple(marks) if asks else ()


def _structure(text: Sequence[Line]) -> Mark | None:
    """Return the mark of questions by structure (rows, headings, bold lines and so on), or None."""
    if sum(bool(re.match(r":\s+\S", line.text)) for line in text) > 1:
        return Mark.DEFINITION
    rows = [line for line in text if line.table and re.search(r"\w", line.text)]
    asking = [line for line in text if has_question(line.text.replace("|", " "))]
    most_ask_in_tables = 1 < len(asking) < 2 * sum(line.table for line in asking)
    if len(rows) > 2 and (most_ask_in_tables or sum(line.table for line in text) * 2 > len(text)):
        return Mark.ROW
    if any(titles_of_columns(line) for line in rows):
        return Mark.ROW
    level = asking_level(text)
    heads = [line for line in text if line.level == level > 0 and not FAQ.search(line.text)]
    share = 3 if any(line.level and FAQ.search(line.text) for line in text) else 2
    if len(heads) > 1 and sum(has_question(line.text) for line in heads) * share >= len(heads):
        return Mark.HEADING
    if sum(bool(re.match(r"(?:\d+\.\s*)?(\*\*|__)(?:(?!\1).)*\?.*?\1", line.text)) for line in text) > 1:
        return Mark.BOLD
    quotes = [
        any("?" in line.text for line in run) for quoted, run in groupby(text, lambda line: line.quoted) if quoted
    ]
    if len(quotes) > 1 and sum(quotes) * 2 >= len(quotes):
        return Mark.QUOTE
    margin = min((line.indent for line in text), default=0)
    asked = [n for n, line in enumerate(text[:-1]) if ASKS.search(line.text) and line.indent <= margin]
    plain = [n for n in asked if not (text[n + 1].item or m.label_at(text[n + 1].text, 0, "Q", True, True)[0])]
    below = [n for n in plain if text[n + 1].indent > margin]
    return Mark.INDENT if len(below) > 1 and len(below) == len(asked) else None


def _is_above_list(each: Paragraph, below: Paragraph | None) -> bool:
    """Return whether a paragraph is a title with a list below it: ``2.1 Rafts:``."""
    return below is not None and bool(below.item) and not each.item and is_short(each.text.rstrip(":"))


def _errata(lines: Sequence[Line], page: PageLayout, asking: bool) -> tuple[Mark, ...]:
    """Return the kinds of marks with which the entries of the document begin, other than those of questions.

    ``asking`` is whether it has questions, too: then numbers, rules and places must be more frequent.
    """
    names = (Mark.PAGE, Mark.RULE, Mark.NUMBER, Mark.CHANGE, Mark.PLACE)
    texts = Outline(lines, page, Marks(names)).paragraphs
    count = Counter(each.mark for each in texts)
    whole = " ".join(each.text for each in texts)
    errata = bool(ERRATA.search(whole))
    changes = errata or bool(CLARIFIES.search(whole))
    places = 0 if asking else 2 - bool(count[Mark.PAGE])
    least = {Mark.NUMBER: 2, Mark.RULE: 1 + asking, Mark.PLACE: places}
    wanted = [name for name in names if changes or not asking or name not in (Mark.NUMBER, Mark.PLACE)]
    out = tuple(name for name in wanted if count[name] >= least.get(name, 1))
    bullets = [each for each in texts if each.item[:1] in ("-", "*", "+") and not each.first.depth]
    titles = {Mark.NUMBER, Mark.PLACE}
    entries = [
        each
        for each, below in pairwise([*texts, None])
        if each and each.mark in out and not _is_above_list(each, below)
    ]
    few = all(each.item or each.mark in titles for each in entries) and len(bullets) > 2 * len(entries)
    if few and not asking and len(bullets) > max(2, sum(not is_short(each.text) for each in texts) / 2):
        items = [each for each in texts if each.item]
        numbers = [int(each.item[:-1]) for each in items if each.item[:-1].isdigit()]
        within = items[0] not in bullets and len(numbers) > 3 and numbers == [*range(1, len(numbers) + 1)]
        return (Mark.NUMBER if within else Mark.BULLET,)  # some numbered items may have lists within them
    about = asking or changes or set(out) <= {Mark.PLACE}
    tables = errata and sum(line.table for line in lines) > 3  # with the titles of the columns and the line below them
    return (*[Mark.ROW] * tables, *out, *[Mark.PARAGRAPH] * bool(about))
