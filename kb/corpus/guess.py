"""Guesses the line of marks of a document: the named marks that its paragraphs begin with most often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kb.base.marks import Mark, Marks
from kb.base.model import Line
from kb.corpus import marks as m
from kb.corpus.layout import PageLayout
from kb.corpus.marks import Cue
from kb.corpus.outline import Outline, Paragraph
from kb.corpus.prose import ASKS, ASKS_LAST, CLARIFIES, ERRATA, has_question, is_question, is_short

#: signs that no prose begins with
_PREFIX = re.compile(r"([^\w\s*#_=>|\"“”‘’'()\[\]<•.~+&$–—-]{2,})(?=\w)")
#: a word and a colon
_LABEL = re.compile(r"[*_\s]*([^\W\d]\w{0,15} ?:)")
#: ``White Out (F10)``: the name of a card with its code
_CODED = re.compile(r"^[A-Z].* \([\w -]*\d+\)$")


def guess(lines: Sequence[Line], page: PageLayout, rules: bool) -> Marks:
    """Return the marks of a document; of a page of ``rules`` each sentence is an entry."""
    if rules:
        return Marks((Mark.SENTENCE,))
    prefixes = Counter(found[1] for line in lines if (found := _PREFIX.match(line.text)))
    prefix, many = next(iter(prefixes.most_common(1)), ("", 0))
    if many > 2:
        return Marks((Mark.PARAGRAPH,), opens=(prefix,))
    titles = [a for a, b in pairwise(lines) if b.number == a.number + 1 and _CODED.search(a.text) and is_short(a.text)]
    if len(titles) > 2:
        return Marks((Mark.TITLE, Mark.PARAGRAPH))
    named = _named(lines, page)
    question, answer = ("", "") if Mark.LABELS in named else _own_labels(lines)
    return Marks((), question, answer) if question else Marks(named)


def _own_labels(lines: Sequence[Line]) -> tuple[str, str]:
    """Return two labels that alternate, the first before text that asks, such as ``Frage:`` and ``Antwort:``."""
    found = [(label[1], "?" in line.text) for line in lines if (label := _LABEL.match(line.text))]
    pairs = Counter((one, two) for (one, asks), (two, _) in pairwise(found) if asks and one != two)
    pair, many = next(iter(pairs.most_common(1)), (("", ""), 0))
    return pair if many > 1 and 2 * many * 4 > len(found) * 3 else ("", "")


def _named(lines: Sequence[Line], page: PageLayout) -> tuple[Mark, ...]:
    labels = Outline(lines, page, Marks((Mark.LABELS,)))
    found = [each for each in labels.paragraphs if each.mark == Mark.LABELS]
    asked = sum(each.cue is Cue.QUESTION for each in found)
    if asked > 1:
        return (Mark.LABELS, *_errata(lines, page, True))
    bare = Outline(lines, page, Marks((Mark.QUESTION,)))
    plain = sum(each.cue is Cue.QUESTION and each.mark == Mark.QUESTION for each in bare.paragraphs)
    if asked and len(found) > asked and plain < 2:
        return (Mark.LABELS, *_errata(lines, page, True))
    if named := _structure(lines, page):
        beside = named == Mark.BOLD and any(each.mark == Mark.QUESTION and each.gap for each in bare.paragraphs)
        return (named, *[Mark.QUESTION] * beside, *_errata(lines, page, True))
    texts = bare.paragraphs
    ruled = [each for each in texts if m.starts(Mark.RULE, each.first)]
    numbered = [each for each in texts if m.number_of(each.first) and each not in ruled]
    rest = [each for each in texts if each not in ruled and each not in numbered and not each.first.table]
    asks = [each for each in rest if is_question(each.text)]
    if numbered and sum(has_question(each.text) for each in numbered) * 2 >= len(numbered) and len(numbered) > 1:
        return (_by_number(numbered), *_errata(lines, page, True))
    names: list[Mark] = []
    if sum(has_question(each.text) for each in ruled) > len(asks):
        return (Mark.RULE, *(each for each in _errata(lines, page, True) if each != Mark.RULE))
    if asks:
        whole = sum(each.asks and ASKS_LAST.search(each.text) is not None for each in asks)
        first = len(asks) - whole
        names += [Mark.QUESTION] * (whole * 2 >= len(asks)) + [Mark.ASKED] * (first * 3 >= len(asks))
        return (*names, *_errata(lines, page, len(asks) > 1 or whole == 0))
    return _errata(lines, page, False) or (Mark.PARAGRAPH,)


def _structure(lines: Sequence[Line], page: PageLayout) -> Mark | None:
    """Return the mark of questions by structure: definitions, rows, headings, bold or indented lines."""
    text = [line for line in lines if line.text.strip()]
    if sum(bool(re.match(r":\s+\S", line.text)) for line in text) > 1:
        return Mark.DEFINITION
    rows = [line for line in text if line.table and re.search(r"\w", line.text)]
    if len(rows) * 2 > len(text) and len(rows) > 2:
        return Mark.ROW
    deepest = max((line.level for line in text), default=0)
    heads = [line for line in text if line.level == deepest and deepest]
    if len(heads) > 1 and sum(has_question(line.text) for line in heads) * 2 >= len(heads):
        return Mark.HEADING
    bold = [line for line in text if re.match(r"(?:\d+\.\s*)?(\*\*|__).+?\?\s*\1", line.text)]
    if len(bold) > 1:
        return Mark.BOLD
    margin = min((line.indent for line in text), default=0)
    asking = [n for n, line in enumerate(text[:-1]) if ASKS.search(line.text) and line.indent <= margin]
    below = [n for n in asking if text[n + 1].indent > margin and not text[n + 1].item]
    return Mark.INDENT if len(below) > 1 and len(below) == len(asking) else None


def _by_number(numbered: Sequence[Paragraph]) -> Mark:
    """Return the mark of numbered questions: one list with answers, or a list of questions and one of answers."""
    numbers = [m.number_of(each.first) for each in numbered]
    half = len(numbers) // 2
    asks = [has_question(each.text) for each in numbered]
    return Mark.LISTS if numbers[:half] == numbers[half:] and not any(asks[half:]) else Mark.NUMBER


def _errata(lines: Sequence[Line], page: PageLayout, asking: bool) -> tuple[Mark, ...]:
    """Return the marks of entries that are not questions."""
    names = (Mark.PAGE, Mark.RULE, Mark.NUMBER, Mark.CHANGE, Mark.PLACE)
    outline = Outline(lines, page, Marks(names))
    texts = outline.paragraphs
    count = {name: sum(each.mark == name for each in texts) for name in names}
    whole = " ".join(each.text for each in texts)
    about = bool(ERRATA.search(whole) or CLARIFIES.search(whole))
    out = [name for name in (Mark.PAGE, Mark.RULE) if count[name]]
    if asking:
        if count[Mark.NUMBER] > 1 and ERRATA.search(whole):
            out.append(Mark.NUMBER)
        out += [Mark.CHANGE] * (count[Mark.CHANGE] > 0) + [Mark.PLACE] * bool(ERRATA.search(whole))
        return (*out, Mark.PARAGRAPH)
    out += [Mark.NUMBER] * (count[Mark.NUMBER] > 1) + [Mark.CHANGE] * (count[Mark.CHANGE] > 0)
    out += [Mark.PLACE] * (count[Mark.PLACE] > (Mark.PAGE not in out))
    bullets = [each for each in texts if each.item[:1] in ("-", "*", "+") and not each.first.depth]
    if len(bullets) > 2 and len(bullets) * 2 > sum(not is_short(each.text) for each in texts) and not out:
        return (Mark.BULLET,)
    return (*out, Mark.PARAGRAPH) if about or not out or out == [Mark.PLACE] else tuple(out)
