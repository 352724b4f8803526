"""Proposes a line that can be read in place of one that cannot: of the statements that can be read, and of the units,
powers and spaces in the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kb.asking.notation.cursor import ARTICLES, Cursor
from kb.asking.notation.forms import form_of
from kb.asking.notation.line_tokens import Token, same_verb, tokens
from kb.base.english import plural
from kb.cases.acts import VERBS
from kb.cases.language.vocabulary import Vocabulary
from kb.cases.language.words import GameWords
from kb.games.board_model import SpaceKind, UnitKind

#: the most statements of a line that are tried
_MOST = 12
#: the words before a space that is also a power
_BEFORE = ("from", "in", "at", "to", "into", "on", "through", "via", "over")
#: the words between a power and its units
_OF_POWER = ("has", "have", "with", "and", ",")
#: the verbs of other actions than moves and battles
_OTHER_VERBS = {
    word for verb in VERBS if verb not in ("move", "battle") for word in form_of(verb).words if word.isalpha()
}
#: a question
_ASKS = re.compile(r"\?|\b(?:may|can|what|legal)\b")
#: words about a holder, a war or empty land: a line without them may have another answer
_FACTS = (
    re.compile(r"\b(?:hold|holds|held|own|owns|owned|control|controls|controlled|captured|took|taken|lost)\b"),
    re.compile(r"\b(?:war|wars|neutral|peace)\b"),
    re.compile(r"\b(?:empty|nobody|no one|undefended|vacant)\b"),
)
#: words that deny, limit or change what a sentence names: a line of these names alone says something else
_CHANGES = re.compile(
    r"\b(?:no|not|nor|never|none|neither|without|unless|except|instead|only|nothing|had|left|after|before|since|until"
    r"|full|far|aside|apart|closed|gave|submerged?|damaged?|sunk|sank|lost|dead|destroyed|killed|removed|liberated|retreat(?:s|ed)?|knocked|maxed)\b|n't\b|\bcannot\b|^\s*(?:if|when)\b",
    re.IGNORECASE,
)
_ENTERED_BY = {SpaceKind.SEA_ZONE: UnitKind.SHIP, SpaceKind.TERRITORY: UnitKind.LAND}


class Proposal(NamedTuple):
    """A line that can be read, and the parts of another line that are not in it as they are written."""

    line: str = ""
    left: tuple[str, ...] = ()


class _Parts(NamedTuple):
    """The number of units of each type in a text by power, which is empty if none is named; its spaces, first the one
    after ``from``; and whether it has a verb other than those of a move and a battle."""

    units: dict[str, Counter[str]]
    spaces: list[str]
    acts: bool

    def named(self) -> set[str]:
        """Return the types of units and the spaces."""
        return {*self.spaces, *(unit for units in self.units.values() for unit in units)}


def proposed(text: str, rows: Sequence[Sequence[Token]], names: Vocabulary, reads: Callable[[str], int]) -> Proposal:
    """Return a line without its game that can be read, and the parts of the text that it does not have as written. The
    line has all types of units and all spaces of the text. If a part that it lacks asks about one of them, the line
    asks something; if a part tells of a holder, a war or empty land, so does the line. Without such a line, an empty
    one is returned, and also if a part that the line lacks denies, limits or changes what it names.

    ``rows`` are the tokens of the statements of ``text``. ``reads`` returns 0 if a line cannot be read, 1 if it can,
    and 2 if it also has an action or a question.
    """
    kept, left, whole, asks = list[str](), list[str](), _parts(text, names), False
    for row in rows[:_MOST]:
        said = text[row[0].start : row[-1].end]
        for piece in (said,) if reads("; ".join([*kept, said])) else re.split(r"[,?.](?=\s|$)", said):
            named, colon, _ = piece.partition(":")
            is_known = not colon or len(_parts(named, names).spaces) == 1  # not "france: 2 inf" with several Frances
            reworded = _statements(_parts(piece, names), names) if is_known else ()
            tries = (piece.strip(), *reworded) if piece.strip() else ()
            found = next((each for each in tries if reads("; ".join([*kept, each]))), "")
            kept += [found] if found else []
            if tries and found != tries[0]:
                left.append(piece.strip())
                asks |= bool(_ASKS.search(piece) and _parts(piece, names).named())
    if any(map(_CHANGES.search, left)):
        return Proposal()
    facts = [fact for fact in _FACTS if any(fact.search(piece) for piece in left)]
    lines = ("; ".join([*kept, *end]) for end in ((), *([each] for each in _statements(whole, names))))
    fitting = (
        line
        for line in lines
        if reads(line) == 2
        and whole.named() <= _parts(line, names).named()
        and (_ASKS.search(line) or not asks)
        and all(fact.search(line) for fact in facts)
    )
    return Proposal(next(fitting, ""), tuple(left))


def _statements(parts: _Parts, names: Vocabulary) -> Iterator[str]:
    """Yield a question about a move of the only power through the spaces, or the contents of the only space. Only
    aircraft move between land and sea, and no other verb is a move."""
    kinds = {names.rules.kinds[unit] for units in parts.units.values() for unit in units}
    entered = {_ENTERED_BY.get(names.rules.board.space(space).kind) for space in parts.spaces}
    places = [space.replace("-", " ") for space in parts.spaces]
    said = [
        " ".join([power, *(f"{number} {plural(unit, number)}" for unit, number in units.items())]).replace("-", " ")
        for power, units in parts.units.items()
    ]
    if said and not parts.acts and len(places) == 1:
        yield f"{places[0]}: {', '.join(map(str.strip, said))}"
    elif len(said) == 1 and not parts.acts and "" not in parts.units and (kinds == {UnitKind.AIR} or kinds == entered):
        yield f"may {said[0]} {' - '.join(places)}"


def _parts(text: str, names: Vocabulary) -> _Parts:
    """Return the parts of a text; each of its words belongs to one part at most."""
    row, at, power, number = tokens(text), 0, "", 1
    found = _Parts({}, [], any(same_verb(token.text, word) for token in row for word in _OTHER_VERBS))
    cursor = Cursor(text, row, names, GameWords(names.rules.board, names.rules.ruleset))
    while at < len(row):
        word, before = row[at], row[at - 1].text if at else ""
        (powers, after), (spaces, beyond), (units, last) = (
            cursor.look(kind, at) for kind in ("power", "space", "unit")
        )
        is_number = word.number is not None or (word.text in ARTICLES and cursor.word_at(at + 1).isdecimal())
        is_power = bool(powers) and (after == beyond and before not in _BEFORE)
        if len(spaces) == 1 and not (
            is_number or is_power or last > beyond or (powers and cursor.look("unit", after)[0])
        ):
            if spaces[0] not in found.spaces:
                found.spaces.insert(0 if before == "from" else len(found.spaces), spaces[0])
            power, at = "", beyond
        elif len(units) == 1 and not is_number:
            found.units.setdefault(power, Counter())[units[0]] += number
            number, at = 1, last
        elif len(powers) == 1 and not is_number:
            power, at = powers[0], after
        else:
            number, at = word.number or (number if word.text == "and" else 1), at + 1
            power = power if word.number or word.text in _OF_POWER else ""
    return found
