"""Distinguishes the games that a query asks about from games that it only mentions.

Players compare: "In Revised the dice were lost. Do they stay in this one?" does not ask about Revised.
"""

from __future__ import annotations

from kb.words.tokens import names_among, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.search.known_words import Words

#: how a name is used, from least to most: compared with, mentioned beside the question, in the question
COMPARED, MENTIONED, ASKED = range(3)
#: a sentence of at most this many words ("Revised rules.") belongs to the question
_SHORT = 4
#: the number of words before a name among which a comparing word is looked for
_BEFORE = 3


def uses(raw: str, words: Words) -> dict[str, int]:
    """Return for each game that a query names, and for each title of a game that is not here, its highest use.

    A name is :data:`ASKED` if its sentence asks, is short, or states what is played; else it is :data:`MENTIONED`. The
    last sentence asks if none ends with a question mark. A name that follows a word such as ``unlike`` is always
    :data:`COMPARED`, the lowest use.
    """
    pieces = raw.split()
    questions = any(piece.endswith("?") for piece in pieces)
    found: dict[str, int] = {}
    sentence: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        sentence += tokens(piece)
        if piece[-1] in ".!?" or number == len(pieces):
            asks = piece.endswith("?") or (number == len(pieces) and not questions) or len(sentence) <= _SHORT
            for name, use in _uses(sentence, words, asks).items():
                found[name] = max(use, found.get(name, COMPARED))
            sentence = []
    return found


def _uses(sentence: list[str], words: Words, asks: bool) -> dict[str, int]:
    """Return the use of each name in one sentence; ``asks`` is whether the sentence asks."""
    known = words.stems(sentence)
    stems = [known.get(word, word) for word in sentence]
    names = words.of_kind(stems, "edition") | words.of_kind(stems, "absent")
    articles, comparing, playing = (words.of_kind(stems, kind) for kind in ("article", "comparing", "playing"))
    terms = names_among(stems, names)
    found: dict[str, int] = {}
    for at, (term, is_name) in enumerate(terms):
        if is_name:
            before = [each for each, _ in terms[max(0, at - _BEFORE) : at] if each not in articles]
            if any(" ".join(before[begin:]) in comparing for begin in range(len(before))):
                use = COMPARED
            else:
                use = ASKED if asks or playing else MENTIONED
            found[names[term]] = use
    return found
