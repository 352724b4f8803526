"""The posts of a thread, copied from a forum or a mailing list: who wrote each, and which lines are its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kb.corpus.forms.leftovers import WHEN, Row, text_rows

_SPOKE = r"(?:\s+(?:wrote|said|posted|replied|asked|answered|writes))?"
#: ``by Salty » Sat Oct 11, 2008 3:12 pm``, ``Salty, 2008-10-11 15:12``: a name and a date in a line
_NAMED = re.compile(
    rf"\W*(?:(?:posted |written |sent )?by:?\s+|(?:from|author):\s+)?(?P<author>[^\W_][^|>»?!]{{0,60}}?){_SPOKE}"
    rf"\s*(?:[,|»>·–—:([-]|\bon\b|\bat\b|\s{{2,}})+\s*(?:on:? |at |posted:? )*(?:{WHEN})\W*",
    re.I,
)
#: ``On 4 March 2013, Salty wrote:``
_DATED = re.compile(rf"\W*on (?:{WHEN}),? (?P<author>.{{2,60}}?) (?:wrote|said|writes|posted)\W*", re.I)
#: a date alone, below a name
_ALONE = re.compile(rf"\W*(?:(?:posted|sent|date|(?:reply|post|message) #\d+)(?: on)?:?\s*)*(?:{WHEN})\W*", re.I)
_FROM = re.compile(r"\W*(?:from|author|by):\s+(?P<author>.{2,60})", re.I)
_SAID = re.compile(r"\b(?:wrote|said|writes)\b", re.I)
_NO_HEAD = re.compile(r"\W*(?:(?:last )?edited|quot(?:e|ing|ed)|originally|topic|joined|registered)\b", re.I)
#: lines of a head beside its name and date
_SUBJECT = re.compile(
    r"\W*(?:(?:re|subject|topic|title|to|quote from|posts|karma|location|rank|likes|joined|registered|member since)\s*:.*"
    r"|(?:(?:senior|junior|global|new|site|forum|official) )*(?:moderator|member|admin(?:istrator)?|newbie|user)\b.{0,40}"
    r"|.{0,20}\bposts: [\d,.]+.{0,20}|(?:reply|post) #\d+.{0,40}|.{0,40} (?:wrote|said):)",
    re.I,
)
#: a head has at most so many lines above its date
_ABOVE = 3
#: a thread has at least so many posts
FEWEST = 3


@dataclass(frozen=True)
class Post:
    """A post: the lines of its head, and the first and the last line (from 1) of its words."""

    author: str
    head: frozenset[int]
    first: int
    last: int


def posts(text: str) -> list[Post]:
    """The posts of a text in order; none where fewer than :data:`FEWEST` stand in it, or one author alone."""
    rows = text_rows(text)
    heads: list[tuple[str, list[int]]] = []
    for place, row in enumerate(rows):
        quotes = row.text.lstrip().startswith(">") or (row.after.lstrip().startswith(">") and _SAID.search(row.text))
        alone = _ALONE.fullmatch(row.text)
        named = (
            None
            if alone or quotes or _NO_HEAD.match(row.text)
            else _DATED.fullmatch(row.text) or _NAMED.fullmatch(row.text)
        )
        if named:
            heads.append((_name(named["author"]), _head(rows, place, place)))
        elif alone and (sender := _FROM.fullmatch(row.after)):
            heads.append((_name(sender["author"]), _head(rows, place, place + 1)))
        elif alone and row.close:
            first = place
            while first and place - first < _ABOVE and rows[first].close:
                first -= 1
            if all(len(each.text) < 60 and not each.text.rstrip().endswith("?") for each in rows[first:place]):
                heads.append((_name(rows[first].text), _head(rows, first, place)))
    if len(heads) < FEWEST or len({author for author, _ in heads}) < 2:
        return []
    end = rows[-1].index + 1
    nexts = [*(head[0] for _, head in heads[1:]), end + 1]
    return [
        Post(author, frozenset(head), head[-1] + 1, after - 1)
        for (author, head), after in zip(heads, nexts, strict=True)
    ]


def _name(author: str) -> str:
    return re.sub(r"^\W*(?:from|author|by):\s+|\s*\(.*\)|\W+$", "", author.strip().strip("*_# "), flags=re.I)


def _head(rows: Sequence[Row], first: int, last: int) -> list[int]:
    """The lines (from 1) of a head that has its name and date between two rows."""
    while first and rows[first].close and _SUBJECT.fullmatch(rows[first - 1].text):
        first -= 1
    while last + 1 < len(rows) and _SUBJECT.fullmatch(rows[last + 1].text):
        last += 1
    return list(range(rows[first].index + 1, rows[last].index + 2))


def answerers(found: Sequence[Post], asks: Sequence[bool]) -> set[str]:
    """Who answers in a thread: who asks in few of their posts, and follows most that ask."""
    wrote = Counter(post.author for post in found)
    asked = Counter(post.author for post, ask in zip(found, asks, strict=True) if ask)
    followed = Counter(
        post.author for before, post, ask in zip(asks, found[1:], asks[1:], strict=False) if before and not ask
    )
    if not followed:
        return set()
    most = max(followed.values())
    return {name for name, many in followed.items() if many * 3 >= most and asked[name] * 4 <= wrote[name]}
