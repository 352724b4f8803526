"""What a line of free talk asks for that is a number or a name, and what it names for that: units on two sides, places,
powers, numbers. Words are ``wanted ...`` of ``asked`` in ``data/words.yaml``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from kb.asking.notation.called import Called
from kb.asking.notation.lex import Lexer
from kb.asking.notation.mentions import Mention, Mentions, Units
from kb.asking.notation.routes import is_sea
from kb.cases.language.vocabulary import Spoken
from kb.games.board_model import UnitKind

#: kinds of mentions that change nothing of what is asked for here
_LIGHT = frozenset(
    (
        *("filler", "and", "a", "there", "it", "me", "him", "with", "all", "alone", "turn", "turn-of"),
        *("ipc", "joint", "stop", "dash", "(", ")", ":", "question", "ask", "may", "then", "phase"),
        *("old", "now", "first", "to", "from", "in", "via", "beside", "where", "loaded", "versus", "value"),
        *(
            "hold",
            "outcome",
            "odds",
            "dice",
            "each",
            "units",
            "place",
            "power",
            "act",
            "number",
            "empty",
            "turn-of",
            "new",
        ),
    )
)
#: acts that lead from those who attack to those who are attacked
_ATTACKS = frozenset(("attack", "take", "raid"))
_LANDS = _ATTACKS | {"move", "bombard", "amphib", "offload", "land", "retreat", "mobilize"}
#: acts that leave what is asked for as it is, by what it is
_ACTS = {
    "holder": _LANDS,
    "loot": _LANDS,
    "income": {"collect"},
    "placed": {"take", "mobilize"},
    "bombarding": _LANDS,
    "guns": {"attack", "raid", "move", "fire"},
    "money": {"raid", "attack", "move"},
    "damage": {"raid", "attack", "move"},
    "round": {"attack", "fire", "move"},
    "odds": {"attack", "stay", "move", "take"},
    "needs": {"attack", "fire", "move"},
}
_FILLER, _SAME = "filler", "="
#: words for units of any type
_ANYBODY = ("ship", "ships", "plane", "planes", "unit", "units", "fleet", "navy")


class Unread(Exception):
    """What a line asks for as a number or a name cannot be told from what it says."""


@dataclass(slots=True)
class Wanted:
    """What is asked for: a ``kind`` with words of its own, and what the line names.

    ``attackers`` and ``defenders`` are units whose power may be empty; ``attacker`` and ``defender`` the powers of the
    sides, where they are said; ``lands`` and ``zones`` are the places, in order, without those that are passed;
    ``again`` are units that were named before.
    """

    kind: str
    called: Called
    mentions: Mentions
    attackers: list[Units] = field(default_factory=list)
    defenders: list[Units] = field(default_factory=list)
    attacker: str = ""
    defender: str = ""
    lands: list[str] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    again: list[Mention] = field(default_factory=list)

    def land(self) -> str:
        """The one land that is named."""
        return self.only(self.lands)

    def only(self, found: list[str]) -> str:
        """The one thing that is named. Raises :class:`Unread` where there are none, or several."""
        if len(set(found)) != 1:
            raise Unread
        return found[0]

    def has(self, kind: str) -> bool:
        """Whether a word of a role is there."""
        return bool(self.mentions.of(kind))

    def does(self, which: str) -> bool:
        """Whether a verb is there."""
        return any(each.which == which for each in self.mentions.of("act"))

    def number_at(self, *kinds: str) -> int | None:
        """The number right before a word of one of the roles, or behind it; it is used then."""
        rows = [each for each in self.mentions.all if each.kind != _FILLER]
        for at, each in enumerate(rows):
            beside = [*rows[max(0, at - 1) : at], *rows[at + 1 : at + 2]] if each.kind in kinds else []
            for one in beside:
                if one.kind == "number" and not one.used:
                    one.used = True
                    return one.item.number
        return None

    def says(self, *words: str) -> bool:
        """Whether something that is named, or done, begins with one of some words."""
        return any(each.text.startswith(words) for each in self.mentions.all)

    def numbers(self) -> list[int]:
        """The numbers that nothing was made of, which are used then."""
        left = [each for each in self.mentions.of("number") if not each.used]
        for each in left:
            each.used = True
        return [each.item.number or 0 for each in left]


def asked_for(spoken: Spoken, text: str) -> tuple[str, str]:
    """What a line asks for as a number or a name, empty where it asks for none; and the rest of it."""
    kind, rest = "", text.lower().replace("’", "'")
    for pattern, meant in _runs(spoken):
        if meant in _ACTS and not kind and (match := pattern.search(rest)):
            kind = meant
            for at in range(pattern.groups, 0, -1):
                rest = f"{rest[: match.start(at)]} {rest[match.end(at) :]}"
    for pattern, meant in _runs(spoken) if kind else ():
        if meant[0] == _SAME or meant in (_FILLER, f"{_FILLER} {kind}"):
            rest = pattern.sub(f" {meant[1:] if meant[0] == _SAME else ''} ", rest)
    return kind, rest


def wanted(called: Called, kind: str, rest: str) -> Wanted:
    """What the rest of a line names. Raises :class:`Unread` where it says what nothing is made of here."""
    mentions = Mentions(called.rules, Lexer(called).items(rest))
    if any(
        each.kind not in _LIGHT and not (_is_either(kind, each) or _is_nobody(mentions, each)) for each in mentions.all
    ):
        raise Unread
    made = Wanted(kind, called, mentions)
    _places(made)
    _sides(made)
    return made


@lru_cache(maxsize=2)
def _runs(spoken: Spoken) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Words of a line, the longest first, each with what is asked for by them, with the word that they are the same as,
    or filler, everywhere or where one thing is asked for. Anything may stand between the parts of ``how many +
    bombard``."""
    rows = ((means.partition(" "), words) for means, words in spoken.asked.items())
    found = [(run, kind) for (sort, _, kind), words in rows if sort == "wanted" for run in words]
    return tuple((_pattern(run), kind) for run, kind in sorted(found, key=lambda row: -len(row[0])))


def _pattern(run: str) -> re.Pattern[str]:
    parts = (rf"(?<![\w'-])({re.escape(part.strip())})(?![\w'-])" for part in run.split("+"))
    return re.compile("[^.;?!]*?".join(parts))


def _is_either(kind: str, mention: Mention) -> bool:
    """Whether a word stands between names of which one is the answer: ``us or uk?``."""
    return kind == "holder" and mention.text == "or"


def _is_nobody(mentions: Mentions, mention: Mention) -> bool:
    """Whether it says that no ships, planes or units of a power are there, which is so of what is built anyway."""
    rest = [each for each in mentions.all[mention.at + 1 :] if each.kind != "a"][:2]
    return mention.kind == "not" and [each.kind for each in rest] == ["power", _FILLER] and rest[1].text in _ANYBODY


def _places(made: Wanted) -> None:
    """The places of a line; those that are come from, and seas that are passed, are none that it is about."""
    rules = made.called.rules
    mentions = made.mentions
    for each in mentions.of("place", "power"):
        spaces = each.item.spaces
        if len(spaces) > 1 or (each.kind == "power" and not spaces):
            if each.kind == "place":
                raise Unread
            continue
        sea = is_sea(rules, spaces[0])
        left = each.role == "from" and not (sea and made.kind == "bombarding")
        if each.kind == "place" and not left and not (each.role == "via" and sea):
            (made.zones if sea else made.lands).append(spaces[0])


def _sides(made: Wanted) -> None:
    """Whose units are whose: by their powers, else by where they stand beside the verb."""
    rules = made.called.rules
    side, said = 0, ["", ""]
    before: Units | None = None
    list_open = False
    for each in made.mentions.all:
        if each.kind == "stop":
            side = 0 if not said[1] else side
        elif each.kind in ("versus", "to") or (each.kind == "act" and each.which in _ATTACKS):
            side, list_open = 1, False
        elif each.kind == "with" and side == 1:
            side = 0
        if each.kind in ("power", "turn-of"):
            side = _side_of(made, said, each.item.power, side)
            list_open = False
        units = each.units
        if units is not None and _is_again(made, units):
            made.again.append(each)
        elif units is not None and not units.absent:
            if units.damage or (units.new and belongs(made, units)) or (units.cargo and made.kind != "bombarding"):
                raise Unread
            if belongs(made, units):
                side = 1
            if units.power:
                side = _side_of(made, said, units.power, side)
            elif list_open and not belongs(made, units) and before is not None:
                side = 0 if before in made.attackers else 1
            (made.defenders if side else made.attackers).append(units)
            before, list_open = units, True
        elif each.kind not in ("joint", "and", "filler", "a", "number"):
            list_open = False
    made.attacker, made.defender = said
    if {each.which for each in made.mentions.of("act")} - _ACTS[made.kind]:
        raise Unread
    if made.attacker and made.defender and made.defender not in rules.enemies.get(made.attacker, ()):
        raise Unread


def _side_of(made: Wanted, said: list[str], power: str, side: int) -> int:
    """The side of a power that is named."""
    if power in said:
        return said.index(power)
    enemies = made.called.rules.enemies.get(power, frozenset())
    side = 1 if said[0] in enemies else 0 if said[1] in enemies else side
    if said[side] and made.kind not in ("holder", "loot"):
        raise Unread
    said[side] = said[side] or power
    return side


def _is_again(made: Wanted, units: Units) -> bool:
    """Whether units are some that were named before."""
    known = {each.unit for each in (*made.attackers, *made.defenders)}
    return units.unit in known and units.count is None and not (units.article or units.absent)


def belongs(made: Wanted, units: Units) -> bool:
    """Whether units are those of the holder of their land: a facility, or a gun."""
    rules = made.called.rules
    kind = rules.kinds[units.unit]
    return kind is UnitKind.FACILITY or (kind is UnitKind.LAND and not rules.board.unit(units.unit).attack)


def counts(units: list[Units]) -> dict[str, int]:
    """How many units of each type there are."""
    found: dict[str, int] = {}
    for each in units:
        if each.several and each.count is None:
            raise Unread
        found[each.unit] = found.get(each.unit, 0) + (each.count or 1)
    return found


def of_kind(made: Wanted, units: list[Units], kind: UnitKind) -> Iterator[Units]:
    """Those of some units that are of a kind."""
    return (each for each in units if made.called.rules.kinds[each.unit] is kind)


def unused(made: Wanted) -> list[Mention]:
    """The numbers of which nothing was made."""
    return [each for each in made.mentions.of("number") if not each.used]
