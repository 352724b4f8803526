"""Texts about how games compare on a topic."""

from __future__ import annotations

from itertools import chain

from kb.base.english import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Plain = Mapping[str, Any]

_PLAYED = {"same": "the same", "different": "DIFFERENT"}
_SAID = {"same": "said to be the same, not played", "different": "said to be different, not played"}
BY_READING = "by our reading"
_IN = "ifferent in "
_DIFFERENT_IN = {
    "play": "Different in",
    "reading": "By our reading different in",
    "documents": "Said to be different in",
}
#: characters in two lines of the judge's page on a phone, and those that an answer there has at least
_TWO_LINES, _LEAST = 84, 20


def compared(pair: Plain) -> str:
    """How two games compare, of ``comparison``, ``said`` and ``basis``: ``DIFFERENT``, ``the same by our reading``,
    ``said to be the same, not played``."""
    played = _PLAYED.get(pair["comparison"])
    if played is None:
        return _SAID.get(pair["said"]) or str(pair["comparison"])
    return f"{played} {BY_READING}" if pair["basis"] == "reading" else played


def differences(rows: Iterable[Plain], titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What other games answer otherwise: ``Different in Anniversary and Europe 1940``, and what they say, together
    where they say the same. ``rows`` each have ``game``, ``says``, ``comparison`` and ``basis``."""
    alike: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if "different" in (row["comparison"], row["said"]):
            alike.setdefault((_DIFFERENT_IN[row["basis"]], row["says"]), []).append(titles[row["game"]])
    for (how, says), games in alike.items():
        yield f"{how} {listed(games)}", says


def in_two_lines(rows: Iterable[Plain], titles: Mapping[str, str]) -> str:
    """The same in two lines of a phone: ``Different in Anniversary: Yes: subs may dive before any dice are rolled``.

    Where there is no room the answers are told by their first clauses, and of more than two games that differ otherwise
    the others by name. Empty where none differs.
    """
    found = list(differences(rows, titles))
    heads = [how for how, _ in found]
    for place, how in enumerate(heads[1:], start=1):
        lead, _, games = how.partition(_IN)
        heads[place] = f"; in {games}" if heads[0].startswith(f"{lead}{_IN}") else f"; {how[:1].lower()}{how[1:]}"
    room = (_TWO_LINES - sum(map(len, heads))) // min(2, len(found) or 1)
    begun = [f": {_begun(says.rstrip('.'), room)}" for _, says in found[:2]] + [""] * len(found[2:])
    return "".join(chain.from_iterable(zip(heads, begun, strict=True)))


def _begun(says: str, room: int) -> str:
    """As many clauses of a sentence as have room, or words, where that is not even the first of more than a word."""
    if len(says) <= room:
        return says
    marks = (at for at, mark in enumerate(says) if mark in ",;:" and says[at + 1 : at + 2] == " ")
    ends = (at for at in marks if " " in says[:at])
    end = max((each for each in ends if each <= room), default=0) or says.rfind(" ", 0, max(room, _LEAST))
    return f"{says[:end].rstrip(',;:')} …"


def grounds(pair: Plain) -> str:
    """What shows that, of ``scenario``, ``basis``, ``readings`` and ``why``: ``played: revised/a-case``; or why nothing
    can be compared."""
    return f"{lead(pair)}{pair['scenario']}{readings(pair)}" if pair["scenario"] else str(pair["why"])


def lead(pair: Plain) -> str:
    """What stands before the scenario of a pair: where readings of ours decide it, that it is played proves nothing."""
    return "case: " if pair["basis"] == "reading" else "played: "


def readings(pair: Plain) -> str:
    """What stands behind it: the readings that decide it."""
    if pair["basis"] != "reading":
        return ""
    ids = pair["readings"]
    return f"; reading: {', '.join(ids)}" if ids else "; its rules are not verified"


def summary(pairs: Iterable[Plain]) -> str:
    """How many pairs of games compare how: ``2 DIFFERENT, 1 the same``."""
    words = [compared(pair) for pair in pairs]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))


def with_game(topic: Plain, game: str) -> list[Plain]:
    """How each other game compares with one on a topic."""
    return [
        {**pair, "game": other}
        for pair in topic["pairs"]
        if game in pair["games"]
        for other in pair["games"]
        if other != game
    ]
