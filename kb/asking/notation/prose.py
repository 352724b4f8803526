"""Rewrites a line in the words of players as one in the notation: the game first, one word for each thing, names for
pronouns.

The wordings are data (``prose`` in ``data/words.yaml``), the forms of sentences are :data:`FORMS`. The rewritten line
is parsed as strictly as any other, so a word that is not known is never skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.asking.notation.games import BOARDS, PRINTINGS
from kb.asking.notation.line_tokens import tokens
from kb.cases.language.vocabulary import Vocabulary, game_named, lexicon_of
from kb.games.names import power_name
from kb.words.lexicon import Lexicon

#: the most tokens in the name of a game, and the words that may precede or follow it
_LONGEST_NAME = 9
_BEFORE_GAME = re.compile(r"\b(?:in|for|playing|(?:we|i)(?:'re| are|'m| am) playing)\s+$", re.IGNORECASE)
_AFTER_GAME = ("q", "question", "scenario", "edition", "board", "map", "game", "rules")
#: the forms of sentences, in the order of replacement: an example, its pattern, and the words that replace this
FORMS = (
    (
        "technologies usa radar",
        r"((?:^|;) ?)(advantages|bought|captured|held|options|researchers|technologies|treasuries|wars) (?=\w)",
        r"\1\2: ",
    ),
    ("uk turn - 2 inf in egypt", r" - (?=(?:\d+|an?|can|may|(?:buy|place|attack|land|raid|load|unload)s?) \w)", "; "),
    ("40 ipcs; buys 2 inf", r"((?:^|[;,]) ?)(\d+) ipcs?[;,] ?(buys? [^;,?]*)", r"\1\3 with \2"),
    (  # "can a fighter hit a sub" asks about dice
        "a ftr from norway hits the dd",
        r"(^|[;.,?] ?)((?:(?!\b(?:can|may)\b)[^,;.?])*?|[^,;.?]*?\b(?:from|in)\b[^,;.?]*?)\b(?:hit|kill|sink)s? "
        r"(?!\d|once|twice|one|two|three|on|with|for|by|at)(?=\w)",
        r"\1\2attack ",
    ),
    (
        "flies 2 ftr to attack sz6",
        r"\b(?:send|move|use|take|fl)(?:s|y|ies)? ([^,;.?]+?) to (?=attack|bomb|raid)",
        r"\1 ",
    ),
    ("may i take egypt", r"\b(may|can) ([^;,.?]*?)\btake (?!\d|an?\b|one|two|three|off|the|all|back)", r"\1 \2attack "),
    (
        "where can the ftr fly",
        r"\bwhere (may|can) ([^;,.?]+?) (?:go|move|fly|sail|land)(?: to)?(?=[;,.?]|$)",
        r"what \1 \2 do",
    ),
    ("does the bb get to bombard", r"\bdo(?:es)? ([^,;.?]+?) gets? to ", r"may \1 "),
    ("what happens if he attacks", r"(^|[;.?,]\s*)(?:what happens|what if)?\s*(?:if|when)\s+", r"\1"),
    ("can it sail if sz6 is empty", r"(^|[;.,?] )((?:can|may|is) [^;.?]*?),? (?:if|when) ([^;.?]+)", r"\1\3; \2"),
    ("sz2 where a dd is", r",? where (?:there (?:is|are) )?([^,.;?()]+?)(?: is)?(?= and | can |[,.;?]|$)", r" (\1)"),
    (
        "sz6, can it?",
        r"[,.;]? (?:can|may) (?:i|he|she|we|they|it)(?: (?:do|make) (?:it|that|this))?\s*(?:\?+|$)",
        "; legal?",
    ),
)


class Prose(NamedTuple):
    """A line as it is rewritten, and the assumptions about its pronouns."""

    line: str
    assumed: tuple[str, ...] = ()


def with_game_first(text: str, data: str) -> str:
    """Return a line with the name of the game, its board and its printing moved to the beginning, followed by ``;``; as
    it is if it names none."""
    row, marks = tokens(text), " ,;:.-)"
    for at, token in enumerate(row):
        for end in range(min(len(row), at + _LONGEST_NAME), at if token.is_plain else len(row), -1):
            if not game_named(text[token.start : row[end - 1].end], data):
                continue
            named = text[token.start : row[end - 1].end]
            before, after = _BEFORE_GAME.sub("", text[: token.start]), text[row[end - 1].end :].lstrip(marks)
            while match := re.match(rf"({'|'.join((*PRINTINGS, *BOARDS, *_AFTER_GAME))})\b", after, re.IGNORECASE):
                named += "" if match[0].lower() in _AFTER_GAME else f" {match[0]}"
                after = after[match.end() :].lstrip(marks)
            joint = ";" if before.rstrip()[-1:] in marks else ""
            return f"{named}; {before.rstrip(marks)}{joint} {after}"
    return text


def in_notation(text: str, names: Vocabulary) -> Prose:
    """Return a line without its game, rewritten in the words of the notation."""
    said = " ".join(text.lower().replace("’", "'").split())
    prose = (lexicon_of(names.ruleset.data) or Lexicon()).prose
    for is_kept in (False, True):  # first the words that are left out
        wordings = sorted((each for each, words in prose.items() if bool(words) is is_kept), key=len, reverse=True)
        pattern = rf"(?<![\w'-])(?:{'|'.join(map(re.escape, wordings))})(?![\w'-])"
        said = " ".join(re.sub(pattern, lambda at: prose[at[0]], said).split()) if wordings else said
        said = re.sub(r"\s*(?:[,;]\s*)+([,;.?]|$)", r"\1", said)
    for _, form, words in FORMS:
        said = re.sub(form, words, said)
    return _without_pronouns(said, names)


def _without_pronouns(said: str, names: Vocabulary) -> Prose:
    """Return a text with names of powers for the players in it. ``I`` is the power after ``i am``, ``as`` or ``my``,
    else the first that is named; ``he`` its only enemy or, without ``I``, the first power."""
    named = dict(_powers(said, names))  # each word for a power
    befores = (r"\b(?:i am|we are|as) (?:the )?", r"\b(?:my|our) (?:\w+ ){0,2}", "")
    own = next(
        (power for each in befores for word, power in named.items() if re.search(rf"{each}{re.escape(word)}\b", said)),
        "",
    )
    speaks = re.search(r"\b(?:i|we|my|our)\b", said)
    others = {power for power in named.values() if power in names.rules.enemies.get(own, ())} if speaks else {own}
    assumed = []
    for pronoun, power, words in (
        ("i", own, "i|we"),
        (
            "he",
            next(iter(others)) if len(others) == 1 else "",
            "he|she|they(?= have| has| hold)|(?:the |my )?opponent|the enemy",
        ),
    ):
        if not power:
            continue
        plain, before = power.replace("-", " "), said
        names_of = "|".join(re.escape(word) for word, each in named.items() if each == power)
        said = re.sub(rf"\b(?:{words}) (?:am|is|are) (?:the )?(?:{names_of})\b", f"{plain} turn", said)
        said = re.sub(rf"\b(?:{words})\b", plain, re.sub(rf"\b(?:{words}) have\b", f"{plain} has", said))
        said = re.sub(rf"\b{plain} has ((?:\w+ ){{0,2}}?)(?:{names_of}) (?=\w)", rf"{plain} has \1", said)
        if before != said and power != next(iter(named.values())):
            assumed.append(f"'{pronoun}' is {power_name(power)}")
        if pronoun == "he":
            said = re.sub(r"\b(?:his|her|their)\b", plain if speaks else "the", said)
    return Prose(said, tuple(assumed))


def _powers(said: str, names: Vocabulary) -> Iterator[tuple[str, str]]:
    """Yield the words for each power that a text names, and its id, in the order of the text."""
    row, at = tokens(said), 0
    while at < len(row):
        for end in (at + 1, at + 2, at + 3):
            words = said[row[at].start : row[min(end, len(row)) - 1].end].removesuffix("'s")
            found = names.ids("power", words) if end <= len(row) else ()
            if len(found) == 1 and row[at].text not in ("i", "we"):
                yield words, found[0]
                at = end - 1
                break
        at += 1
