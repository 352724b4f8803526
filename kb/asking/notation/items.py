"""Finds what the words of a line stand for: names of the game, words of the notation, numbers, marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.asking.notation.grammar import Word, words
from kb.asking.notation.names import Meanings, Names
from kb.asking.notation.tokens import Token

#: no name has more words
_LONGEST = 7
#: marks that may stand within a name, where no space is around them
_INNER = ("-", "/", "&", "'", ".")
#: words that a number belongs to, though a space is between
_COUNTED = ("sz", "z", "zone", "seazone", "convoy", "phase")
#: how a turn is told in short: the power's letter and the round
_LETTERS = {
    "g": "germany",
    "j": "japan",
    "r": "soviet-union",
    "uk": "united-kingdom",
    "us": "united-states",
    "i": "italy",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a line: its ``text``, and what that may be. One that is nothing of these is not understood."""

    text: str
    number: int | None = None
    mark: str = ""
    word: Word | None = None
    names: Meanings = field(default_factory=dict)
    glued: bool = False

    @property
    def role(self) -> str:
        """The role of a word of the notation; empty for all else."""
        return self.word.role if self.word else ""

    @property
    def unknown(self) -> bool:
        """Whether it was not understood."""
        return self.number is None and not self.mark and not self.word and not self.names

    def one(self, kind: str) -> str:
        """The id of a kind that it names, where it is one."""
        ids = self.names.get(kind, ())
        return ids[0] if len(ids) == 1 else ""


#: what stands behind the last item
END = Item(";", mark=";")


def items(text: str, found: Sequence[Token], names: Names) -> list[Item]:
    """The items of a line whose tokens these are; the longest run of words that means something is one."""
    made: list[Item] = []
    at = 0
    while at < len(found):
        item, at = _item(text, found, at, names)
        made.append(item)
    return made


def _item(text: str, found: Sequence[Token], at: int, names: Names) -> tuple[Item, int]:
    token = found[at]
    short = turn_in_short(token, found[at + 1]) if at + 1 < len(found) and found[at].is_word else None
    if short and short[0] in names.powers:
        turn = Word("turn", short[0])
        return Item(f"{token.text}{short[1]}", number=None, word=turn, names={"round": (str(short[1]),)}), at + 2
    grammar = words(names.spoken)
    if token.is_word or token.is_number:
        for end in range(_run_end(found, at), at, -1):
            if end == at + 1 and token.is_number:
                break
            if not (found[end - 1].is_word or found[end - 1].is_number):
                continue
            run = text[token.start : found[end - 1].end].lower()
            item = _meaning(run, grammar, names, token.glued)
            if item:
                return item, end
    if token.number is not None:
        return Item(token.text, number=token.number, glued=token.glued), at + 1
    if token.is_word:
        power = names.power_beginning(token.text)
        return Item(token.text, names={"power": (power,)} if power else {}, glued=token.glued), at + 1
    return Item(token.text, mark=token.text, glued=token.glued), at + 1


def _meaning(run: str, grammar: Mapping[str, Word], names: Names, glued: bool) -> Item | None:
    """What a run of words means: a word as it is typed, a name, a word that means the same."""
    found = names.find(run)
    typed = grammar.get(f"={names.spoken.key(run)}")
    if typed and not (found and typed.role == "filler"):
        return Item(run, word=typed, names=found if typed.role == "verb" else {}, glued=glued)
    if found:
        return Item(run, names=found, glued=glued)
    same = grammar.get(names.spoken.terms(run))
    return Item(run, word=same, glued=glued) if same else None


def _run_end(found: Sequence[Token], at: int) -> int:
    """Where the longest run of words that begins at a token ends: before a mark that stands between words."""
    end, last = at + 1, at + 1
    while end < len(found) and end - at < 2 * _LONGEST:
        token = found[end]
        if token.is_word or (token.is_number and (token.glued or found[end - 1].text in _COUNTED)):
            end += 1
            last = end
        elif _joins(found, end):
            end += 1
        else:
            break
    return last


def _joins(found: Sequence[Token], at: int) -> bool:
    """Whether a mark stands within a name: letters or digits on both sides, not two numbers."""
    if found[at].text not in _INNER or not found[at].glued or at + 1 == len(found) or not found[at + 1].glued:
        return False
    return found[at - 1].is_word or found[at + 1].is_word


def turn_in_short(one: Token, other: Token) -> tuple[str, int] | None:
    """The power and the round that ``G1`` or ``uk 2`` tells."""
    if one.text in _LETTERS and other.is_number and other.glued and int(other.text) < 40:
        return _LETTERS[one.text], int(other.text)
    return None
