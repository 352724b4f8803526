"""Reads a thread of posts: what somebody asks, and the answer of who answers there.

Of a post that asks, the sentences that ask are the question; of a post that answers, each quotation says which question
is answered. All else is talk, quotations and signatures: named noise, and a doubt where it may have been a part.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kb.base.model import Line, Noise, RulingKind, SourceText, SpanKind
from kb.corpus import cues
from kb.corpus.cues import ends_sentence
from kb.corpus.forms import table
from kb.corpus.forms.marks import ASKS, SENTENCE, has_question
from kb.corpus.forms.posts import Post, answerers, posts
from kb.corpus.forms.prepared import QUOTED, Prepared
from kb.corpus.passages import Draft, Ledger, Reading, cut, cut_sentences

_BUTTONS = r"(?:top|likes?|reply|quote|share|report|thanks|up|down|edit|permalink|save|follow|back to top)"
#: what a forum sets below a post
_FURNITURE = re.compile(
    rf"\W*{_BUTTONS}(?:[\s|·•()\d]+{_BUTTONS})*[\s\d()]*|\d+ (?:people|users|members|person|others?) likes? .*"
    r"|(?:last )?edited (?:by|on)\b.*|liked by\b.*|page \d+ of \d+.*",
    re.I,
)
#: as :data:`SENTENCE`; in a post a sentence may begin with a small letter
_SENTENCE = re.compile(rf"{SENTENCE.pattern}|(?<=[a-z]{{3}}[.!])(?<!\betc\.)\s+(?=[a-z])")
#: a question that begins so means what the sentence before it says
_POINTS_BACK = re.compile(
    r"(?:\w+ )?(?:it|its|they|he|she|them|this|those|these)\b|(?:\w+ )that(?= \w+(?: \w+)?\?)|(?:and|but|or|if so)\b|when is it\b",
    re.I,
)
#: a line ends a paragraph where it is shorter than this part of the page
_SHORT = 0.6
#: so few words, set aside, leave no doubt
_GREETING = 3
_NUMBER = re.compile(r"[(\[#]?(\d{1,2})[.)\]:]+\s+")


@dataclass
class _Asked:
    """A question that waits for its answer: its lines, its number in its post, and the post."""

    lines: list[Line]
    number: str
    post: int
    labels: list[Line] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(line.text.strip() for line in self.lines)


class ThreadReader(Reading):
    """Reads one thread."""

    def __init__(self, text: SourceText, prepared: Prepared, ledger: Ledger) -> None:
        super().__init__(text, prepared.lines, ledger)
        self.posts = posts(text.text)
        self.quoted = {line.number for line, seen in zip(prepared.lines, prepared.seen, strict=True) if seen == QUOTED}
        self.waiting: list[_Asked] = []

    def read(self) -> None:
        """Walk the posts."""
        if not self.posts:
            return
        front = min(self.posts[0].head)
        for place, line in enumerate(line for line in self.lines if line.number < front):
            self.ledger.claim(line.offsets, SpanKind.PREAMBLE, "introduction" if place else "title")
        bodies = [self._body(post) for post in self.posts]
        own = [[line for line in body if line.number not in self.quoted] for body in bodies]
        asks = [any(ASKS.search(line.text) or has_question(line.text) for line in lines) for lines in own]
        official = answerers(self.posts, asks)
        answering = [post.author in official for post in self.posts]
        for index, body in enumerate(bodies):
            if answering[index]:
                self._answer(index, body)
            elif asks[index]:
                self._ask(index, body)
            elif own[index] and not self.waiting and index + 1 < len(self.posts) and answering[index + 1]:
                self._doubt(own[index][0], "taken for a question, for an answer follows it", _text(own[index]))
                self.waiting.append(_Asked(own[index], "", index))
            else:
                self._set_aside(own[index], Noise.TALK)
                self._set_aside((line for line in body if line.number in self.quoted), Noise.QUOTATION)
        for asked in self.waiting:
            self._set_aside([*asked.labels, *asked.lines], Noise.UNANSWERED)
            self._doubt(asked.lines[0], "a question without an answer; set aside", asked.text)
        self.drafts.sort(key=lambda draft: draft.answer[0].number)
        self._claim_all()

    def used(self) -> Iterator[str]:
        """The opener of a post, once for each."""
        return (table.POST.name for _ in self.posts)

    def _set_aside(self, lines: Iterable[Line], name: Noise) -> None:
        for line in lines:
            self.ledger.claim(line.offsets, SpanKind.NOISE, name)

    def _body(self, post: Post) -> list[Line]:
        """The words of a post, quotations among them, without its head, what a forum adds, and its signature."""
        lines = [line for line in self.lines if line.number in post.head]
        self._set_aside(lines, Noise.POST_HEADER)
        again = Counter(line.text.strip() for line in self.lines if line.number not in self.quoted)
        body = []
        for line in self.lines:
            if not post.first <= line.number <= post.last:
                continue
            if _FURNITURE.fullmatch(line.text.strip()):
                self._set_aside([line], Noise.NAVIGATION)
            elif again[line.text.strip()] > 1 and line.number not in self.quoted and not ASKS.search(line.text):
                self._set_aside([line], Noise.SIGNATURE)
            else:
                body.append(line)
        return body

    # -- questions -----------------------------------------------------------------------------

    def _ask(self, index: int, body: Sequence[Line]) -> None:
        """The questions of a post: each sentence that asks, or several that follow each other in a paragraph."""
        self._set_aside((line for line in body if line.number in self.quoted), Noise.QUOTATION)
        for group in self._groups([line for line in body if line.number not in self.quoted]):
            label, number, rest = self._numbered(group)
            before: list[Line] = []
            for sentence in cut_sentences(rest, _SENTENCE):
                text = "".join(piece.text for piece in sentence)
                if not ASKS.search(text):
                    self._talk(before)
                    before = sentence
                    continue
                if len(_text(before).split()) > _GREETING and _POINTS_BACK.match(cues.without_marks(text)):
                    self._doubt(before[0], "taken for a part of the question behind it", _text(before))
                    sentence = [*before, *sentence]
                else:
                    self._talk(before)
                before = []
                self.waiting.append(_Asked([each for each in sentence if each.text.strip()], number, index, label))
                label, number = [], ""
            self._talk([*label, *before])

    def _groups(self, lines: Sequence[Line]) -> list[list[Line]]:
        """The paragraphs of a post: a line that is much shorter than the page ends one."""
        groups: list[list[Line]] = []
        for line in lines:
            last = groups[-1][-1] if groups else None
            if last is None or self.page.breaks(last, line) or len(last.text) < _SHORT * self.page.width:
                groups.append([line])
            else:
                groups[-1].append(line)
        return groups

    def _talk(self, sentence: Sequence[Line]) -> None:
        """A sentence that does not ask, in a post that does."""
        self._set_aside(sentence, Noise.TALK)
        if len(_text(sentence).split()) > _GREETING:
            self._doubt(sentence[0], "set aside as talk; it may belong to the question beside it", _text(sentence))

    def _numbered(self, group: Sequence[Line]) -> tuple[list[Line], str, list[Line]]:
        """The label of a paragraph that has a number, the number, and the lines behind it."""
        first = group[0]
        if first.item[:-1].isdigit():
            return [], first.item[:-1], [replace(first, item=""), *group[1:]]
        found = _NUMBER.match(first.text)
        if found is None:
            return [], "", list(group)
        return [cut(first, 0, found.end())], found[1], [cut(first, found.end()), *group[1:]]

    # -- answers -------------------------------------------------------------------------------

    def _answer(self, index: int, body: Sequence[Line]) -> None:
        """The answers of a post: what stands below each quotation, or all of it."""
        quote: list[Line] = []
        own: list[Line] = []
        for line in [*self._without_end(body)]:
            if line.number in self.quoted:
                if own:
                    self._take(quote, own)
                    quote, own = [], []
                quote.append(line)
            else:
                own.append(line)
        if own:
            self._take(quote, own)
        else:
            self._set_aside(quote, Noise.QUOTATION)

    def _without_end(self, body: Sequence[Line]) -> list[Line]:
        """The words of an answer without a last paragraph that is no sentence: how its author signs."""
        groups = self._apart(body)
        while len(groups) > 1 and not ends_sentence(groups[-1][-1].text) and groups[-1][0].number not in self.quoted:
            end = groups.pop()
            self._set_aside(end, Noise.SIGNATURE)
            self._doubt(end[0], "taken for a signature; it may belong to the answer above", _text(end))
        return [line for group in groups for line in group]

    @staticmethod
    def _apart(body: Sequence[Line]) -> list[list[Line]]:
        """Lines by the space between them."""
        groups: list[list[Line]] = []
        for line in body:
            if groups and line.number == groups[-1][-1].number + 1:
                groups[-1].append(line)
            else:
                groups.append([line])
        return groups

    def _take(self, quote: list[Line], own: list[Line]) -> None:
        """Give what stands below a quotation to the questions that it answers."""
        groups = self._groups(own)
        numbered = [self._numbered(group) for group in groups]
        last = [each for each in self.waiting if each.post == max(other.post for other in self.waiting)]
        quoted = self._quoted(quote) if quote else None
        if quoted is not None:
            last = [each for each in self.waiting if each.post == quoted.post]
        numbers = {each.number for each in last if each.number}
        if len([number for _, number, _ in numbered if number in numbers]) > 1:
            self._set_aside(quote, Noise.QUOTATION)
            answers: dict[str, _Asked] = {each.number: each for each in last if each.number}
            draft: Draft | None = None
            for label, number, lines in numbered:
                if number in answers:
                    draft = self._entry([answers.pop(number)], lines, label)
                elif draft is not None:
                    draft.answer += [*label, *lines]
                else:
                    self._talk([*label, *lines])
        elif quoted is not None:
            self._set_aside(quote, Noise.QUOTATION)
            self._entry([quoted], own)
        elif quote and has_question(_text(quote)):
            self._entry([_Asked(quote, "", -1)], own)
        elif last and not quote and len(last) == len(groups) > 1:
            for asked, group in zip(last, groups, strict=True):
                self._doubt(group[0], "taken for the answer to one of several questions, by their order", _text(group))
                self._entry([asked], group)
        elif last:
            self._set_aside(quote, Noise.QUOTATION)
            if len(last) > 1:
                self._doubt(own[0], "several questions have this answer together", _text(own))
            self._entry(last, own)
        else:
            self._set_aside([*quote, *own], Noise.TALK)
            self._doubt(own[0], "an answer, but no question waits for it; set aside", _text(own))

    def _quoted(self, quote: Sequence[Line]) -> _Asked | None:
        """The question that a quotation has words of; what stands before them in its sentence is talk."""
        _label, _number, lines = self._numbered(quote)
        words = _letters(_text(lines))
        for asked in self.waiting:
            at = _letters(asked.text).find(words[:40])
            if at < 0 and _letters(asked.text) not in words:
                continue
            if at > 0 and len(asked.lines) == 1:
                line = asked.lines[0]
                letters = [place for place, char in enumerate(line.text) if char.isalnum()]
                self._set_aside([cut(line, 0, letters[at])], Noise.TALK)
                asked.lines = [cut(line, letters[at])]
            return asked
        return None

    def _entry(self, asked: Sequence[_Asked], answer: Sequence[Line], label: Sequence[Line] = ()) -> Draft:
        """An entry of one or several questions, and their answer."""
        draft = Draft(RulingKind.ANSWER, self.topic, self.heading)
        for each in asked:
            draft.question += [replace(line, item="") for line in each.lines]
            draft.labels += each.labels
        draft.labels += label
        draft.answer = [replace(answer[0], item=""), *answer[1:]]
        taken = {id(each) for each in asked}
        self.waiting = [each for each in self.waiting if id(each) not in taken]
        self.drafts.append(draft)
        if has_question(_text(answer)):
            self._doubt(answer[0], "the answer asks something; it may hold another question", _text(answer))
        return draft


def _text(lines: Iterable[Line]) -> str:
    return " ".join(line.text.strip() for line in lines)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum()).casefold()
