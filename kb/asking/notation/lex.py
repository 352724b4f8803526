"""Cuts a line of free talk into items: names, numbers, marks, words with a role (``talk`` in ``data/words.yaml``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.asking.notation.called import DIRECTIONS, Called, wordings
from kb.asking.notation.tokens import Token, tokens
from kb.games.board_model import SpaceKind
from kb.search.frame import ANYWHERE, EDGE

#: no name or wording has more tokens
_LONGEST = 8
#: marks that may stand within a name
_INNER = ("-", "/", "&", "'", "’", ".")
#: words that a number belongs to, though a space is between
_COUNTED = ("sz", "z", "zone", "seazone", "convoy", "chart")
#: initials that stand for a space (``eus``) have at least so many letters
_SHORTEST = 3
#: the role of a sea zone that the board does not have
NO_ZONE = "no-zone"
#: a direction that ends with a full stop, before a word
_ABBREVIATED = re.compile(r"\b([nsew]{1,2})\.\s*(?=[a-z])", re.IGNORECASE)
#: dice that all miss, as they are told: ``all 6s``, ``all three dice are 6s``
_SIXES = re.compile(
    r"\b(?:all|everyone|everybody|everything|both)(?: (?:two|three|four|five|six|of them))?(?: dice| shots| rolls)?"
    r"(?: are| is| show| rolls?| come up)? (?:a )?(?:6s|6's|6|sixes|six)\b(?! [a-z]*(?:inf|tank|arm|ftr|sub|dd|bmr|tp))",
    re.IGNORECASE,
)
#: the hyphen of who holds a land, before it: ``jap-held kiangsu``
_HELD = re.compile(r"(?<=[a-z])-(?=(?:held|owned|controlled)\b)", re.IGNORECASE)
_ZONE = ("sz", "seazone")
_CHAIN = "-"
_MOST_ROUNDS = 40


@dataclass(slots=True, eq=False)
class Item:
    """A part of a line: what it may be. ``used`` is whether something was made of it.

    ``role`` and ``which`` are of a word with a role (``do`` and ``attack``); ``several`` is whether a unit stands in
    the plural.
    """

    text: str
    start: int
    number: int | None = None
    mark: str = ""
    role: str = ""
    which: str = ""
    powers: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    several: bool = False
    used: bool = False

    @property
    def power(self) -> str:
        """The power that it names, if it may be only one."""
        return self.powers[0] if len(self.powers) == 1 else ""

    @property
    def unit(self) -> str:
        """The unit type that it names."""
        return self.units[0] if self.units else ""

    @property
    def unknown(self) -> bool:
        """Whether it is nothing at all, or no zone of the board."""
        return not (self.number is not None or self.mark or self.role or self.names) or self.role == NO_ZONE

    @property
    def names(self) -> bool:
        """Whether it is a name of the game."""
        return bool(self.powers or self.units or self.spaces or self.phases or self.others)


#: what stands behind the last item
END = Item("", 0, mark=";")


class Lexer:
    """Finds items by the longest run of tokens that means something on a board."""

    def __init__(self, called: Called) -> None:
        self.called, self.spoken, self.board = called, called.spoken, called.rules.board
        self.numbered = any(space.id[2:].isdigit() for space in self.board.spaces)
        initials = [
            ("".join(word[0] for word in name.lower().split()), space.id)
            for space in self.board.spaces
            for name in space.names
        ]
        self._initials = {short: space for short, space in initials if len(short) >= _SHORTEST}
        self._canals = {
            called.spoken.terms(name): canal.id
            for canal in self.board.canals
            for name in (canal.name, canal.id.replace("-", " "), *_first_words(canal.id))
        }
        self._words = {
            word
            for kind in ("power", "unit", "space", "phase", "technology", "advantage", "option")
            for names in called.terms(kind).values()
            for name in names
            for word in name.split()
        } | DIRECTIONS.keys()

    def items(self, text: str) -> list[Item]:
        """The items of a line."""
        text = _SIXES.sub("all dice miss", text)
        text = _HELD.sub(" ", _ABBREVIATED.sub(r"\1 ", text.replace("’", "'")))
        found = tokens(text)
        made: list[Item] = []
        at = 0
        while at < len(found):
            item, at = self._item(text.lower(), found, at)
            made.append(item)
        self._number_zones(made)
        return made

    def _item(self, text: str, found: Sequence[Token], at: int) -> tuple[Item, int]:
        token = found[at]
        if at + 1 < len(found) and found[at + 1].is_number and found[at + 1].glued and token.is_word:
            if self.spoken.talk.get(token.text) == "round":
                which = found[at + 1].text
                return Item(f"{token.text}{which}", token.start, role="round", which=which), at + 2
            _, _, power = self.spoken.talk.get(f"turn {token.text}", "").partition(" ")
            powers = (power,) if power and self._has(power) else self.called.ids("power", token.text)
            if len(powers) == 1 and int(found[at + 1].text) < _MOST_ROUNDS:
                which = found[at + 1].text
                return Item(f"{token.text}{which}", token.start, role="turn-of", which=which, powers=powers), at + 2
        whole = text[token.start : found[at + 1].end] if at + 1 < len(found) and found[at + 1].glued else ""
        if whole and whole in self.spoken.talk and (token.is_number or found[at + 1].is_number):  # "1st", "b4"
            role, _, which = self.spoken.talk[whole].partition(" ")
            return Item(whole, token.start, role=role, which=which), at + 2
        if token.text in _ZONE and at + 1 < len(found) and found[at + 1].is_number:
            number = found[at + 1].text
            if not self.board.named(f"sz{number}"):
                return Item(f"{token.text}{number}", token.start, role=NO_ZONE), at + 2
        if token.text == "%":
            return Item("%", token.start, role="odds"), at + 1
        for end in self._ends(found, at) if token.is_word or token.is_number else ():
            run = text[token.start : found[end - 1].end]
            if end == at + 1 and token.number is not None:
                break
            if (item := self._meaning(run, token.start, end - at)) is not None:
                if item.role in ("with",) and end < len(found) and found[end].text == "/":
                    end += 1
                return item, end
        if token.number is not None:
            return Item(token.text, token.start, number=token.number), at + 1
        if token.is_word:
            return Item(token.text, token.start), at + 1
        return Item(token.text, token.start, mark=token.text), at + 1

    def _ends(self, found: Sequence[Token], at: int) -> Iterator[int]:
        """Where runs that begin at a token may end, the longest first."""
        end = at + 1
        while end < len(found) and end - at < _LONGEST:
            token = found[end]
            inner = token.text in _INNER and token.glued and end + 1 < len(found) and found[end + 1].glued
            if token.is_number and (
                found[end - 1].is_number or (not token.glued and found[end - 1].text not in _COUNTED)
            ):
                break
            if not (
                token.is_word
                or token.is_number
                or (inner and not (found[end - 1].is_number and found[end + 1].is_number))
            ):
                break
            end += 1
        for last in range(end, at, -1):
            if found[last - 1].is_word or (found[last - 1].is_number and last - at > 1):
                yield last

    def _meaning(self, run: str, start: int, length: int) -> Item | None:
        """What a run means: a word with a role before a name."""
        key = self.spoken.key(run)
        talk = self.spoken.talk
        role, _, which = (talk.get(f"={run}") or talk.get(key, "")).partition(" ")
        if role == "people":
            return Item(run, start, role=role, powers=(which,)) if self._has(which) else None
        which, _, unit = which.partition(" ") if role == "of" else (which, "", "")
        units = self.called.ids("unit", unit or run) if role == "of" else ()
        if units and self._has(which):  # a name for the units of one power
            return Item(run, start, powers=(which,), units=units, several=self.called.is_several("unit", run))
        if role:
            return Item(run, start, role=role, which=which)
        frame = self.spoken.frames.get(key, "")
        if frame and (frame in (ANYWHERE, EDGE)) and not run[0].isdigit() and key not in self._words:
            return Item(run, start, role="filler")
        own = run.removesuffix("'s").removesuffix("'")
        terms = self.spoken.terms(own).split()
        known = any({*self.spoken.terms(each).split()} <= self._words | {"sz"} for each in wordings(own))
        if (terms and known) or any(char.isdigit() for char in own):
            item = Item(run, start)
            item.powers = self.called.ids("power", own)
            item.units = self.called.ids("unit", own)
            item.several = bool(item.units) and self.called.is_several("unit", own)
            if not (item.units and length == 1):
                item.spaces = self.called.ids("space", own)
                item.phases = self.called.ids("phase", own)
            for kind in ("technology", "advantage", "option") if not item.names else ():
                names = self.called.terms(kind)  # whole names only: "war" is no war bonds
                item.others += tuple((kind, each) for each, known in names.items() if " ".join(terms) in known)
            item.units = item.units if len(item.units) == 1 else ()
            if item.names:
                return item
        if space := self._initials.get(run):
            return Item(run, start, spaces=(space,))
        if canal := self._canals.get(" ".join(terms)):
            return Item(run, start, role="canal", which=canal)
        if self.spoken.is_faint(run):
            return Item(run, start, role="filler")
        return None

    def _has(self, power: str) -> bool:
        return any(seat.id == power for seat in self.board.powers)

    def _number_zones(self, made: list[Item]) -> None:
        """Numbers that stand where a place must are sea zones, on boards that number them."""
        for at, item in enumerate(made if self.numbered else ()):
            if item.number is None or not item.text.isdigit():
                continue
            before, behind = made[at - 1] if at else END, made[at + 1] if at + 1 < len(made) else END
            after = made[at + 2] if at + 2 < len(made) else END
            leading = before.role in ("from", "to", "in", "via", "beside") or before.text.endswith((" to", " into"))
            led = leading and not (behind.units or behind.power or behind.role in ("damaged", "ipc"))
            chained = before.mark == _CHAIN and at >= 2 and bool(made[at - 2].spaces) and not behind.units
            leads = behind.mark == _CHAIN and after.number is not None and not after.spaces
            leads = leads or (behind.mark == _CHAIN and any(self._is_sea(each) for each in after.spaces))
            ends = not (
                behind.units or behind.power or behind.number is not None or behind.role in ("a", "ipc", "damaged")
            )
            lists = before.which == "move" and behind.mark == "," and after.number is not None
            spans = behind.role == "to" and (after.number is not None or any(map(self._is_sea, after.spaces)))
            joined = before.mark == "," or before.role == "and"
            listed = joined and ends and at >= 2 and any(self._is_sea(each) for each in made[at - 2].spaces)
            told = led or chained or leads or lists or listed or spans
            space = self.board.named(f"sz{item.number}") if told else None
            if space:
                item.spaces, item.number = (space.id,), None

    def _is_sea(self, space: str) -> bool:
        return self.board.space(space).kind is SpaceKind.SEA_ZONE


def _first_words(canal: str) -> Iterator[str]:
    """What a canal is called without the word for it: ``suez``."""
    yield canal.rpartition("-")[0].replace("-", " ") if canal.endswith(("canal", "passage")) else canal
