"""Rewrites a line in the words of players as one in the notation: the game first, one word for each thing, names for
pronouns.

The wordings are data (``prose`` in ``data/words.yaml``). The rewritten line is parsed as strictly as any other, so a
word that is not known is never skipped. What a pronoun is taken to mean is an assumption.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kb.asking.notation.games import BOARDS, PRINTINGS
from kb.asking.notation.line_tokens import Token, tokens
from kb.cases.language.vocabulary import Vocabulary, game_named, lexicon_of
from kb.games.names import power_name
from kb.words.lexicon import Lexicon

#: the tokens of the longest name of a game, and the words that may precede or follow it
_LONGEST_NAME = 9
_BEFORE_GAME = r"(?:\b(?:in|for|playing|we(?:'re| are) playing|i(?:'m| am) playing|game is|this is)\s+)?"
_AFTER_GAME = ("q", "question", "scenario", "edition", "ed", "board", "map", "game", "version", "setup", "rules", "the")
#: short forms, and the words for which they stand
_SHORT = (
    (r"[’`]", "'"),
    (r"\b(can|could|do|does|did|is|are|was|were|has|have|wo|may)n'?t\b", r"\1 not"),
    (r"\b(i|we|you|they)'?ve\b(?! )", r"\1 have"),
    (r"\b(i|we|you|they)'ve\b", r"\1 have"),
    (r"\b(we|you|they)'re\b", r"\1 are"),
    (r"\bi'm\b", "i am"),
    (r"\b(i|we|you|he|she|they)'(?:d|ll)\b", r"\1"),
    (r"\.{2,}", ";"),
    (r"\b([a-z]+)'s got\b", r"\1 has"),
    (r"\bit(?:'s| is) (?=[\w' ]{2,20} turn\b)", "; "),
    (r"\b(it|he|she|there|that|who|what)'s\b", r"\1 is"),
    (r"\b(?:nobody|no one|nothing|noone)(?:'s| is) (?:in|at) ([^,.;?]+?)(?=[,.;?]|$| and )", r"\1 is empty"),
    (r" - (?=can\b|may\b)", "; "),
    (
        r"[,.;]?\s*\b(?:can|may) (?:i|he|she|we|they|it) (?:make it|do it|do that|do this|get there|reach it)\s*\?*$",
        "; legal?",
    ),
    (r"[,.;]?\s*\b(?:can|may) (?:i|he|she|we|they|it)\s*\?+", "; legal?"),
    (r"\b([a-z]+)'s (?=in\b|at\b|on\b|not\b|empty\b|there\b|still\b)", r"\1 is "),
)
#: the verb of a hit, after the words of its clause; dice have hits, too
_HITS = re.compile(
    r"([^,;.?]*?)\b(?:hits?|kills?|sinks?|takes? out) (?!\d|once|twice|one |two |three |on |with |for |by |at )(?=\w)"
)
#: forms of sentences: a pattern, and the words that replace it
_FORMS = (
    # "ussr turn - 3 inf in caucasus"
    (r" - (?=(?:\d+|an?|one|two|three|four|five|six|can|may|there is) [a-z])", "; "),
    # "sends 2 fighters from sz5 to attack sz6", "pearl (sz53)"
    (r"\b(?:send|move|use|take|bring|fl)(?:s|y|ies)? ([^,;.?]+?) to (?:attacks?|bombs?|raids?)\b", r"\1 attacks"),
    (r"\b(?:from|off) (?:an? |the |its )?transports? (?:in|at) ", "from "),
    (r"[,.;]? ?(?:\w+ )?(?:has|have|with) no (?:units|troops|ships|planes|defenders|one)(?: there)?(?=[,.;?]|$)", ""),
    # "flies a fighter onto a carrier", "german defenders are 3 inf", "captured by us"
    (
        r"\b(?:move|fl|bring|get)(?:s|y|ies)? ((?:(?!\band\b|\bto\b)[^,;.?])*?)(?:onto|on) (?=[^,;.?]*\b(?:carrier|cv)\b)",
        r"lands \1on ",
    ),
    (r"\b(\w+) (?:defenders|defending units|defence|defense) (?:are|is|has|have) ", r"defended by \1 "),
    (r"(\w+) \((sz ?\d+)\)", r"\2"),
    (r"\bputs? ([^,;.?]+?) (?:in|on|onto|aboard|to) ([^,;.?]*\b(?:transport|ship))\b", r"loads \1 onto \2"),
    # "what happens if he attacks", "if my sub is in sz5, can it ..."
    (r"(^|[;.?,]\s*)(?:if|when|once|assuming|say|suppose) ([^,;.?]+?),? (can|may) ", r"\1\2; \3 "),
    (r"(^|[;.?,]\s*)(?:what happens|what if|say|suppose|and|so)?\s*(?:if|when|that)\s+", r"\1"),
    # "can my sub pass if a destroyer is there?"
    (
        r"\bgets? to (?=(?:bombard|attack|move|fire|shoot|roll|land|retreat|submerge|scramble|place|use|load|unload)\b)",
        "may ",
    ),
    (r"\bgets? to\b", "moves to"),
    (r"\b(?:flies|fly) and (attacks?)\b", r"\1"),
    (r" and back(?= *[,.;?]|$| in )", " and lands at home"),
    (r"\b(turn)[,;] has ", r"\1; "),
    (r"\bturn: ", "turn; "),
    (r" with no (\w+(?: \w+)?) there\b", r", no \1 there"),
    (r"\b(?:goes|flies|moves|comes|go|fly) from ([^,;.?]+?),? (?:and |to )?(bombs?|raids?|attacks?) ", r"from \1 \2 "),
    (r", (?:allowed|legal|possible|ok|okay)\s*$", "; legal?"),
    (r"(^|[;.,?] )((?:can|may|is|are) [^;.?]*?),? (?:if|when|while|given that|assuming) ([^;.?]+)", r"\1\3; \2"),
    # "where a uk destroyer sits", "which has 2 inf", "that is empty"
    (
        r",? (?:where|in which) (?:there (?:is|are) |(?:he|she|they) (?:has|have) )?([^,.;?()]+?)(?: sits?| is| are| stands?)?(?: there)?(?=[,.;?)]|$| and | can | may )",
        r" (\1)",
    ),
    (r",? (?:which|that) (?:is|are) empty\b", " (empty)"),
    (r",? (?:which|that) (?:is|are) held by (\w+)", r" held by \1"),
    (r" (?:which|that) (?:contains?|holds?) ", " which has "),
    (r"\b(\w+) (?:is|are) (\w+) held with\b", r"\1 held by \2,"),
    (r"\b(\w+) (?:is|are) (\w+) held\b", r"\1 held by \2"),
    (r"\bdo(?:es)? (.+?) may (?=\w+)", r"may \1 "),
    (r"\b(there is|has|have) ([^,;.?]+?) is (in|at) ", r"\1 \2 \3 "),
    (r"\boff (?=(?:an?|the|its) carriers?\b)", "on "),
    (r"\boff (?=(?:an?|the|its) transports?\b)", "from "),
    (r"(\S+ \S+ \S+ \S+)[,;] noncombat(?: move)?(?= *[,.;?]|$)", r"\1 in noncombat"),
    (
        r"[,.;]?\s*(?:and )?(?:is|would) (?:that|this|it) (?:be )?(?:ok|okay|fine|legit|valid|possible|good|legal|allowed)\b(?: move| to do| to do this| to do that)?\s*\??(?=\s|$)(?! (?:to|for)\b)",
        "; legal?",
    ),
    (
        r"[,.;]?\s*(?<!; )\b(?:right|correct|yes|yeah|no|ok|okay|good|fine|possible|allowed|legal|true|valid|kosher|legit)(?: move| to do| to do this| to do that)?\s*\?+\s*$",
        "; legal?",
    ),
    (r"[,.;?]?\s*\b(?:can|may) (?:the )?(?:\w+ ){1,2}do (?:that|this|it)\s*\?*$", "; legal?"),
    (r"[,.;]?\s*enough (?:money|cash|ipcs?)\s*\?*\s*$", "; legal?"),
)
_FIRST, _OTHER = (
    ("i", "we", "me", "us both"),
    ("he", "she", "they", "him", "opponent", "the opponent", "my opponent", "the enemy"),
)


class Prose(NamedTuple):
    """A line as it is rewritten, and the assumptions about its pronouns."""

    line: str
    assumed: tuple[str, ...] = ()


def with_game_first(text: str, data: str) -> str:
    """Return a line with the name of the game, its board and its printing moved to the beginning, followed by ``;``; as
    it is if it names none, or only at its beginning with ``;`` after it."""
    text = re.sub(r"(?<=[a-z]{4})(?=(?:19|20)\d\d\b)", " ", text)
    row = tokens(text)
    for at, token in enumerate(row):
        for end in range(min(len(row), at + _LONGEST_NAME), at if token.is_plain else len(row), -1):
            if game_named(text[token.start : row[end - 1].end], data):
                start = end
                end, printing = _printing(row, end)
                named = " ".join((text[token.start : row[start - 1].end], *printing))
                before = re.sub(rf"{_BEFORE_GAME}$", "", text[: token.start], flags=re.IGNORECASE)
                after, marks = text[row[end - 1].end :], " ,;:.-)"
                joint = ";" if before.rstrip()[-1:] in marks or after.lstrip()[:1] in marks else ""
                return f"{named}; {before.rstrip(marks)}{joint} {after.lstrip(marks)}"
    return text


def _printing(row: tuple[Token, ...], end: int) -> tuple[int, list[str]]:
    """Return the index after the words of a board and a printing at an index, and these words without others."""
    found: list[str] = []
    while end < len(row):
        for many in (3, 2, 1):
            said = "".join(" " * (not token.glued) + token.text for token in row[end : end + many]).strip()
            if said in BOARDS or said in PRINTINGS or said in _AFTER_GAME:
                found += [] if said in _AFTER_GAME else [said]
                end += many
                break
        else:
            break
    return end, found


def in_notation(text: str, names: Vocabulary) -> Prose:
    """Return a line without its game, rewritten in the words of the notation."""
    said = " ".join(text.lower().split())
    for pattern, words in _SHORT:
        said = re.sub(pattern, words, said)
    said = re.sub(r"\b([a-z]+)'s(?= (\w+)(?:[,.;?]|$))", lambda at: _is(at, names), said)
    prose = (lexicon_of(names.ruleset.data) or Lexicon()).prose
    for is_kept in (False, True):
        said = _replaced(said, {each: words for each, words in prose.items() if bool(words) is is_kept})
        said = re.sub(r"\s*(?:[,;]\s*)+([,;.?]|$)", r"\1", " ".join(said.split()))
    said, assumed = _without_pronouns(said, names)
    said = _HITS.sub(_attack, said)
    said = re.sub(
        r"\b(?:takes?|captures?|conquers?)(?: over)? (?=((?:the )?[\w-]+(?: [\w-]+)?))",
        lambda at: _taken(at, names),
        said,
    )
    for pattern, words in _FORMS:
        said = re.sub(pattern, words, said)
    return Prose(" ".join(said.split()), assumed)


def _is(found: re.Match[str], names: Vocabulary) -> str:
    """Return ``X is`` for a space that is no power, as in ``burma's british``; any other possessive as it is."""
    is_land = names.ids("space", found[1]) and not names.ids("power", found[1]) and names.ids("power", found[2])
    return f"{found[1]} is" if is_land else found[0]


def _taken(found: re.Match[str], names: Vocabulary) -> str:
    """Return ``attacks`` for ``take`` before a space; any other verb as it is."""
    words = found[1].removeprefix("the ").split()
    lands = (" ".join(words[: many + 1]) for many in range(len(words)))
    return "attacks " if any(names.ids("space", each) for each in lands) else found[0]


def _attack(found: re.Match[str]) -> str:
    """Return a clause with ``attacks`` for the verb of a hit. ``Can fighters hit submarines`` does not ask about an
    attack, ``can a fighter from india hit the transport`` does."""
    asks = re.search(r"\b(?:can|may)\b", found[1]) and not re.search(r"\b(?:from|in)\b", found[1])
    asks = asks and not re.match(r"[^,;.?]* and (?:lands?|back)\b", found.string[found.end() :])
    return found[0] if asks else f"{found[1]}attacks "


@lru_cache(maxsize=4)
def _pattern(wordings: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of any of some wordings as whole words; the longest comes first."""
    longest_first = sorted(wordings, key=len, reverse=True)
    return re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'-])")


def _replaced(said: str, prose: Mapping[str, str]) -> str:
    """Return a text with each wording of a table replaced, the longest first."""
    return _pattern(frozenset(prose)).sub(lambda at: prose[at[0]], said) if prose else said


# -- pronouns


def _without_pronouns(said: str, names: Vocabulary) -> tuple[str, tuple[str, ...]]:
    """Return a text with names of powers for the players in it, and the assumptions."""
    named = [*_powers(said, names)]
    own = _own(said, named)
    enemies = names.rules.enemies.get(own, frozenset())
    speaks = re.search(r"\b(?:i|we|my|our)\b", said)
    others = [*dict.fromkeys(power for power, _ in named if power in enemies)] if speaks else [own]
    other = others[0] if len(others) == 1 else ""
    assumed = []
    if speaks and own and not others and re.search(r"\b(?:he|she|they|his|her|their|enemy|opponent)\b", said):
        wars = {power for pair in names.board.wars if own in pair for power in pair} or enemies
        other = next(each for each in names.rules.order if each in enemies & wars)
    said = re.sub(rf",? \bas (?:the )?{_any_name(named, own)}(?=[,;.? ]|$)", "", said)
    said = re.sub(
        r"\bby us\b", f"by {own.replace('-', ' ')}", re.sub(r"\bit has\b", f"{own.replace('-', ' ')} has", said)
    )
    for power, words in (
        (own, "i|we"),
        (other, "he|she|they(?= have| has| hold| own)|(?:the |my )?opponent|the enemy"),
    ):
        plain = power.replace("-", " ")
        if not power:
            continue
        before = said
        said = re.sub(rf"\b(?:{words}) (?:am|is|are) (?:the )?{_any_name(named, power)}\b", f"{plain} turn", said)
        said = re.sub(rf"\b(?:{words}) have\b", f"{plain} has", said)
        said = re.sub(rf"\b(?:{words})\b", plain, said)
        said = re.sub(
            rf"\b{plain} has ((?:[\w-]+ ){{0,2}}?){_any_name(named, power)} (?=[a-z])", rf"{plain} has \1", said
        )
        if before != said and power != next((each for each, _ in named), ""):
            assumed.append(f"'{words.partition('|')[0]}' is {power_name(power)}")
    own_name = _any_name(named, own)
    if own and re.search(rf"\b{own_name} (?:is|are|has|have|was) (?:not |now |already )?(?:at war|declared)", said):
        said = re.sub(r"\b(may|can) it\b", rf"\1 {own.replace('-', ' ')}", said)
    if other:
        said = re.sub(r"\b(?:his|her|their)\b", other.replace("-", " ") if speaks else "the", said)
    said = re.sub(r"\b(?:my|our)\b", "the", said)
    return said, tuple(assumed)


def _any_name(named: list[tuple[str, str]], power: str) -> str:
    """Return a pattern of the words by which a text names a power; it matches nothing if there are none."""
    return "(?:" + "|".join({re.escape(word) for each, word in named if each == power} or {"x^"}) + ")"


def _powers(said: str, names: Vocabulary) -> Iterator[tuple[str, str]]:
    """Yield each power that a text names, with the words for it."""
    row, at = tokens(said), 0
    while at < len(row):
        for end in (at + 1, at + 2, at + 3):
            words = said[row[at].start : row[min(end, len(row)) - 1].end]
            found = names.ids("power", words.removesuffix("'s")) if end <= len(row) else ()
            if len(found) == 1 and row[at].text not in ("i", "we"):
                yield found[0], words
                at = end - 1
                break
        at += 1


def _own(said: str, named: list[tuple[str, str]]) -> str:
    """Return the power of the player who writes; empty if none is named.

    ``said`` is the text, ``named`` has its powers, each with the words that name it. The writer's power is the one
    after ``i am``, ``as``, ``my`` or ``with``, in this order of precedence, or else the first.
    """
    for before in (
        r"\b(?:i|we) (?:am|are) (?:the )?",
        r"\bas (?:the )?",
        r"\b(?:my|our) (?:\w+ ){0,2}",
        r"\bwith (?:\w+ )?",
    ):
        for power, words in named:
            if re.search(rf"{before}{re.escape(words)}\b", said):
                return power
    return named[0][0] if named else ""
