"""Rewrites a line in the words of players as one in the notation: the game first, one word for each thing, names for
pronouns.

The wordings are data (``prose`` in ``data/words.yaml``), the forms of sentences are :data:`FORMS`. The rewritten line
is parsed as strictly as any other, so a word that is not known is never skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kb.asking.notation.cursor import Cursor
from kb.asking.notation.games import BOARDS, PRINTINGS
from kb.asking.notation.line_tokens import tokens
from kb.cases.language.vocabulary import Vocabulary, game_named, lexicon_of
from kb.cases.language.words import GameWords
from kb.games.board_model import SpaceKind
from kb.games.names import power_name
from kb.words.lexicon import Lexicon

#: the most tokens in the name of a game, and the words that may precede or follow it
_LONGEST_NAME = 9
_BEFORE_GAME = re.compile(r"\b(?:in|for|playing|(?:we|i)(?:'re| are|'m| am) playing)\s+$", re.IGNORECASE)
_AFTER_GAME = ("q", "question", "scenario", "edition", "board", "map", "game", "rules")
#: the name of a space, of a power, of a type of unit and of land in the patterns of :data:`NAMED_FORMS`, as
#: :func:`tagged` marks it; units with their numbers and powers; the end of a part of a sentence
_SPACE, _POWER, _TYPE, _LAND = (rf"<[spul]*{kind}[spul]*:[^<>]+>" for kind in "spul")
_UNIT = rf"(?:(?:\d+|an?|the|his|her|one|two|three|four|five|six|some) )*(?:{_POWER} )?{_TYPE}"
_UNITS = rf"{_UNIT}(?:(?:,| and|, and) {_UNIT})*"
_FACILITY = r"(?:\d+ |an? |the )?<u:[^<>]*(?:base|harbou?r|complex|factory|ic)>"
#: the damage of a unit: a number of points, or none
_DAMAGED = (
    r"(?:(?:has|with|took|takes) (\d+) (?:points? of )?damage(?: points?| markers?| chips?)?"
    r"|is damaged(?: by)?(?: (\d+)(?: points?)?)?)"
)
#: spaces, or only land, through which units go; one for which no destination is named before it
_WAY = r"(?:through|via|over|by way of)"
_PASSED, _PASSED_LAND = (rf"{_WAY} {each}(?:(?:,| and|, and) {each})*" for each in (_SPACE, _LAND))
_ON_THE_WAY = rf"(?:[^> ]|from {_SPACE}) {_PASSED}"
#: words of a flight
_FLIES = r"(?:\bfl(?:y|ies)\b|(?:fighters?|ftrs?|bombers?|bmbs?|tacs?|planes?)>)"
#: the verbs of an attack, and those with which units enter the land that they attack
_ATTACK = r"(?:attack|fight|hit|kill|sink|engage)s?"
_ENTER = rf"(?:{_ATTACK}|(?:take|capture|invade)s?)"
#: a question about income, before and after the power
_HOW_MUCH = r"how (?:much|many ipcs?) (?:money |income )?(?:does|do|will|would)(?: the)?"
_COLLECT = r"(?:collect|get|earn|make)s?(?: income)?"
_END = r"(?=\s*(?:[,;.?]|$))"
#: the forms of sentences that names distinguish, as :data:`FORMS` has those of others
NAMED_FORMS = (
    ("fires a rocket at london and rolls a 5", r",? and rolls (?:a |an )?(?=\d)", ", rolls "),
    ("combat move of round 2", r"\b(combat|noncombat)( move)? (?:of|in) round (\d+)", r"\1\2, round \3"),
    ("uk noncombat can 1 ftr", rf"^({_POWER} (?:[a-z-]+ ){{1,3}}?)(?=(?:can|may|what|how) )", r"\1; "),
    (  # a number of one or two digits after a name may be the value of land
        "into the baltic (113)",
        rf"\b(in|into|to|from|through|at) (?:the [a-z]+ \((?:sz ?)?|{_SPACE} \((?:sz ?|(?=\d{{3}}\))))(\d{{1,3}})\)",
        r"\1 sz\2",
    ),
    (
        "norway's air base has 3 damage",
        rf"(?:the )?<\w+:([^<>]+)'s?> ({_TYPE}) {_DAMAGED}",
        r"\1: 1 \2 (damaged \3\4)",
    ),
    (
        "the uk carrier in sz109 is damaged",
        rf"(?:the |an? )?((?:{_POWER} )?{_TYPE}) (?:in|on|at) ({_SPACE}) {_DAMAGED}",
        r"\2: 1 \1 (damaged \3\4)",
    ),
    (
        "uk has 15 ipcs. can it buy a battleship",
        rf"((?:^|[.;] )(?:the )?({_POWER}) (?:has|have|is|holds|took|captured|bought|declares?|lost)\b[^.;]*[.;] ?)(may|can) "
        r"(?:it|they) (?=(?:buy|purchase|build|place|mobilize|collect|declare|research)s?\b)",
        r"\1\3 \2 ",
    ),
    (
        "uk has an air base with 2 ftr in malta",
        rf"({_POWER} has {_FACILITY}) with (?={_UNITS} (?:in|on|at) {_SPACE})",
        r"\1 and ",
    ),
    (
        "malta has an air base with 2 ftr",
        rf"(({_SPACE}) has (?:{_UNIT}(?:,| and) )*{_FACILITY}) with (?={_UNIT})",
        r"\1; \2 has ",
    ),
    ("a transport that is in sz112", rf"({_UNITS}) (?:that|which) (?:is|are) (?=(?:in|at|on) {_SPACE})", r"\1 "),
    ("norway with 1 inf in it", rf"with ({_UNITS}) in it", r"with \1"),
    (
        "uk holds norway with an ic there",
        rf"({_POWER}) holds ({_SPACE}) with ({_UNITS}) there",
        r"\1 holds \2; \3 in \2",
    ),
    (
        "goes through suez from sz98 to sz112",
        rf"\bthrough ([a-z ]+?) from ({_SPACE}) to (?={_SPACE})",
        r"from \2 through \1 to ",
    ),
    ("nobody attacks russia", rf"nobody attacks ({_POWER})(?: yet)?", r"\1 is at peace"),
    (
        "flies from norway over sweden to hit finland",
        rf"(from {_SPACE}(?: (?:over|via|through) {_SPACE})?) to (?:attack|hit|fight) (?={_SPACE})",
        r"\1 to ",
    ),
    (
        "the uk took norway last turn",
        rf"(?:the )?({_POWER}) (?:took|captured|conquered|seized) ({_SPACE}) (?:in |on )?(?:the |its |his )?last (?:turn|round)",
        r"\2 held by \1",
    ),
    ("norway has been german", rf"({_SPACE}) has been ({_POWER})", r"\2 holds \1"),
    (
        "the uk is not at war yet",
        rf"({_POWER}) (?:is|are) not (?:yet )?at war(?: yet)?(?= *(?:[,;.?]|$))",
        r"\1 is at peace",
    ),
    (
        "can 4 uk ftr scramble",
        rf"\b(may|can) (?:the )?((?:\d+|one|two|three|four|an?) )?({_POWER}) ({_TYPE}) (scramble|intercept)",
        r"\1 \3 \5 \2\4",
    ),
    (
        "uk has 4 ftr. can all 4 ftr scramble",
        rf"^(.*({_POWER}) has (?:(?!{_POWER} has ).)*?{_TYPE}.*?)\b(may|can) (?:all )?(?:the )?((?:\d+|one|two|three|four|an?) )?({_TYPE}) scramble",
        r"\1\3 \2 scramble \4\5",
    ),
    (
        "may the ftr attack on the uk turn",
        r"^(.*?),? (?:on|in|during) (?:the )?<[sul]*p[sul]*:([^<>]+?)(?:'s?)?> turn(?! )",
        r"\2 turn; \1",
    ),
    (
        "germany holds norway and captured finland",
        rf"({_POWER}) (holds|has|took|captured) ({_SPACE}|{_UNITS} in {_SPACE}),? and (?:has |have )?"
        r"(?=(?:bought|captured|took|holds) )",
        r"\1 \2 \3; \1 ",
    ),
    ("norway, where the uk has 1 inf", rf",? where (?:the )?({_POWER}) has ({_UNITS})", r" (\1 \2)"),
    ("norway, which the uk holds", rf"({_SPACE}), which (?:the )?({_POWER}) (?:holds|controls)", r"\1 (\2)"),
    ("norway, which it holds", r", which (?:it|they|he) (?:hold|control)s?", ""),
    (
        "uk holds norway with 1 inf",
        rf"({_POWER}) holds ({_SPACE}) with ({_UNITS}){_END}",
        r"\1 holds \2; \1 \3 in \2",
    ),
    (
        "germany at war with italy, has 2 inf in norway",
        rf"({_POWER})( at war with (?:the )?{_POWER}), (?:and )?(?=(?:has|holds) )",
        r"\1\2; \1 ",
    ),
    ("norway have 2 inf", rf"({_SPACE}) have (?={_UNIT})", r"\1 has "),
    (
        "norway is german and empty",
        rf"({_SPACE}) is (?:({_POWER}) and empty|empty and ({_POWER}))",
        r"\1 held by \2\3",
    ),
    ("uk has held norway", rf"({_POWER}) has held ({_SPACE})", r"\1 holds \2"),
    (
        "can germany move to sweden from norway with 3 inf",
        rf"\b(may|can) (?:the )?({_POWER}) (?:move|walk|go|drive)s? (?:in)?to ({_SPACE}) from ({_SPACE}) with ({_UNITS})",
        r"\1 \2 \5 moves from \4 to \3",
    ),
    ("a transport in sz112 carries 1 tank", rf"({_UNIT} in {_SPACE}) carries ({_UNITS}){_END}", r"\1 with \2"),
    ("an empty carrier", rf"\bempty ({_TYPE})", r"\1"),
    (
        "a german sub and a uk trn is in sz112",
        rf"(?:an? |(\d+ ))({_POWER}) ({_TYPE}) and (?:an? |(\d+ ))({_POWER}) ({_TYPE}) is in ({_SPACE})",
        r"\7: \2 \1\3, \5 \4\6",
    ),
    ("germany has declared war on russia", rf"({_POWER}) has declared war on ({_POWER})", r"wars: \1 \2 unprovoked"),
    (
        "norway held by uk and it has an ic",
        rf"({_SPACE}) held by ({_POWER}),? (?:and )?(?:it|that|which) has ({_UNITS})",
        r"\1 held by \2; \3 in \1",
    ),
    ("in norway, a sub is there", rf"(in ({_SPACE}))[,;] ({_UNITS}) (?:is|are) there", r"\1; \3 in \2"),
    (
        "uk declared war on germany last turn",
        rf"({_POWER}) declared war on ({_POWER}) (?:in |on )?(?:(?:its|his|her|their|the) )?last (?:turn|round)",
        r"wars: \1 \2 unprovoked",
    ),
    ("goes to norway, sweden", rf"\bto ({_SPACE}) ?, (?:to )?(?={_SPACE}(?: in |{_END}))", r"to \1 - "),
    ("places a new ftr", rf"\b((?:place|put|build|buy|mobilize)s? (?:an?|\d+)) new (?={_TYPE})", r"\1 "),
    ("w 2 ftr", rf"\bw (?={_UNIT})", "with "),
    ("i am the uk and have 2 inf", rf"\bi am (?:the )?({_POWER}) and have ", r"i am \1; i have "),
    ("norway fell to the uk", rf"({_SPACE}) (?:has fallen|fell|falls) to (?:the )?({_POWER})", r"\1 held by \2"),
    (
        "norway is empty except for a gun",
        rf"({_SPACE}) (?:is )?empty (?:except|but|apart|save) (?:for|from) ({_UNITS})",
        r"\2 in \1",
    ),
    ("empty norway held by uk", rf"^(.*)\bempty ({_SPACE}) held by ({_POWER})", r"\2 held by \3; \1\2"),
    (
        "took norway from the uk (it had an ic)",
        rf"({_SPACE})( from (?:the )?{_POWER})? \((?:it|which) (?:had|has) ({_UNITS})\)",
        r"\1\2; \1 has \3",
    ),
    (
        "collects income if germany holds norway",
        rf"^(.*?),? if ({_POWER}) (?:holds|controls|owns|has) ({_SPACE})",
        r"\3 held by \2; \1",
    ),
    (
        "from sz109 to sz112 via sz110 to fight a sub",
        rf"\b(to {_SPACE}) ({_PASSED}) (?:and|to) {_ATTACK} ({_UNITS})(?: there)?{_END}",
        r"\2 \1 (\3)",
    ),
    (
        "sails through sz110 and attacks a sub in sz112",
        rf"({_ON_THE_WAY})(?: ?,| and| to) {_ATTACK} ({_UNITS}) in ({_SPACE})",
        r"\1 to \3 (\2)",
    ),
    (
        "flies over sz112 and attacks norway",
        rf"({_FLIES}(?:[^;.?]*?(?:[^> ]|from {_SPACE}))? {_PASSED}|[^> ] {_PASSED_LAND})"
        rf"(?: ?,| and| to) {_ENTER} (?={_SPACE})",
        r"\1 to ",
    ),
    (
        "sails through sz112 and attacks norway",
        rf"([^> ]|from {_SPACE}) {_WAY} ({_SPACE}) and (?={_ENTER} {_LAND}|lands? (?!at home))",
        r"\1 to \2 and ",
    ),
    (
        "to sz112 via sz110, which has a sub",
        rf"({_PASSED}),? (?:which has|with) ({_UNITS})(?:,(?= to ))?",
        r"\1 (\2)",
    ),
    ("goes to norway and then to finland", rf"\b(to {_SPACE}),? (?:and )?then (?:on )?to (?={_SPACE})", r"\1 - "),
    (
        "sails to sz5 to fight a sub",
        rf"({_SPACE}|\bsz ?\d+) (?:and|to) {_ATTACK} ({_UNITS})(?: there)?{_END}",
        r"\1 (\2)",
    ),
    (
        "moves 3 inf from norway to finland and two to karelia",
        rf"(moves?) ((?:\d+|an?) )({_TYPE}) (from {_SPACE}) (to {_SPACE}) and (\d+|one|two|three|four|five|six) (?=to {_SPACE})",
        r"\1 \2\3 \4 \5; \1 \6 \3 \4 ",
    ),
    (
        "germany holds norway since this turn",
        rf"({_POWER}) (?:holds|controls|has|owns) ({_SPACE}) since this turn",
        r"\1 took \2 this turn",
    ),
    (
        "norway is german since this turn",
        rf"({_SPACE}) (?:is|held by) ({_POWER}) since this turn",
        r"\2 took \1 this turn",
    ),
    (
        "a bomber carries an inf from germany to norway",
        rf"((?:(?:\d+|an?) )?(?:{_POWER} )?<u:[^<>]*bomber>) (?:carry|carries) ({_UNIT}) (from [^,;.?]*?){_END}",
        r"\1 and \2 \3 by air",
    ),
    (
        "lands on the us carrier in sz112 that has 1 ftr on it",
        rf"^(.*\bland[a-z]* )(?:on|in) (?:the |an? )?({_POWER} {_TYPE}) in ({_SPACE}) "
        rf"(?:that has|which has|with|carrying) ({_UNITS})(?: on it| on board| aboard)?",
        r"\3: 1 \2 (\4); \1in \3",
    ),
    (
        "a ftr is on a us carrier in sz112",
        rf"({_UNITS}) is on (?:the |an? )?({_POWER} {_TYPE}) in ({_SPACE})",
        r"\3: 1 \2 (\1)",
    ),
    (
        "how much does russia collect",
        rf"^(?!.*\bsetup\b)(.*?){_HOW_MUCH} ({_POWER}) {_COLLECT}",
        r"\1setup; \2 collects income",
    ),
    ("setup. how much does russia collect", rf"{_HOW_MUCH} ({_POWER}) {_COLLECT}", r"\1 collects income"),
    (
        "does italy collect income",
        rf"\bdoes (?:the )?({_POWER}) collect(?: any)?(?: income)?",
        r"may \1 collect income",
    ),
    (
        "over sweden from norway to finland",
        rf"\b(over|via|through) ({_SPACE}) from ({_SPACE}) to (?={_SPACE})",
        r"from \3 \1 \2 to ",
    ),
    (
        "in the combat move germany attacks",
        rf"^(?:in|during) (?:the )?((?:non)?combat(?: move)?),? (?:the )?({_POWER}) ",
        r"\2 \1; \2 ",
    ),
    (
        "russia bought 9 inf. can all 9 go in moscow",
        rf"({_POWER})( bought (\d+) {_TYPE}[.;,]? (?:can|may) )(?:they all|all(?: of them| \3)?) "
        rf"(?:go|be placed|be built) (?:in|on) (?={_SPACE})",
        r"\1\2\1 place everything in ",
    ),
    (
        "norway has a naval base and the uk has a cruiser in sz6",
        rf"({_SPACE}|{_TYPE}|\)),? and (?=(?:i|we|he|(?:the )?{_POWER}) (?:has|have) )",
        r"\1; ",
    ),
    (
        "germany rolls 1 6 and russia 2",
        rf"({_POWER} rolls (?:\d[\d, ]*)) and ({_POWER}) (?=\d)",
        r"\1; \2 rolls ",
    ),
    (
        "germany rolls 3. is the battleship sunk?",
        rf"[.;,] *(?:is|are|was|were) {_UNIT} (?:sunk|lost|dead|destroyed|hit|killed)\s*\?*\s*$",
        "",
    ),
    (
        "flies from norway to germany and bombs the factory",
        rf"flies from ({_SPACE}) to ({_SPACE}) and (?:bombs|raids) (?:the |its )?(?:{_TYPE}|factory)",
        r"bombs \2 from \1",
    ),
    (
        "norway is empty; blitz through to russia",
        rf"^(.*)({_SPACE})((?:(?!{_SPACE}).)*\b(?:blitz|drive|move|go|roll)) through to (?={_SPACE})",
        r"\1\2\3 through \2 to ",
    ),
    (
        "from norway through sweden and lands at home",
        rf"(from ({_SPACE}) through {_SPACE}) and lands at home",
        r"\1 to \2",
    ),
)
#: the forms of sentences, in the order of replacement: an example, its pattern, and the words that replace this
FORMS = (
    ("china's purchase phase", r"\b(purchase|buy|mobilize|placement|income|research|repair) phase\b", r"\1"),
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
    (
        "where can the ftr fly",
        r"\bwhere (may|can) ([^;,.?]+?) (?:go|move|fly|sail|land)(?: to)?(?=[;,.?]|$)",
        r"what \1 \2 do",
    ),
    ("does the bb get to bombard", r"\bdo(?:es)? ([^,;.?]+?) gets? to ", r"may \1 "),
    (  # the answer about an action is its result
        "attacks sz5. who lost what?",
        r"[.;,] *(?:how much (?:money |damage )?(?:do|does) [\w ]+ (?:lose|pay)|what (?:is|was) (?:sunk|lost|hit|left)|who (?:lost|loses) what|(?:what is )?the result|result"
        r"|what happens(?: now)?|what (?:does|do) \w+ (?:lose|pay)|what dies)\s*\?*\s*$",
        "",
    ),
    (
        "what happens if he attacks",
        r"(^|[;.?,]\s*)(?:what happens|what if)?\s*(?:if|when)\s+(?!(?:can|may|must|do|does|is|are|will)\b)",
        r"\1",
    ),
    ("can it sail if sz6 is empty", r"(^|[;.,?] )((?:can|may|is) [^;.?]*?),? (?:if|when) ([^;.?]+)", r"\1\3; \2"),
    (
        "sz2 where a dd is",
        r",? where (?:there (?:is|are) )?(?:only )?([^,.;?()]+?)(?: is)?(?= and | can |[,.;?]|$)",
        r" (\1)",
    ),
    (
        "flies to norway ok?",
        r"(?<=[^,;.? ])(?<! it)(?<! that)(?<! this)(?<! be)(?<! is) (?:ok|okay|legal|allowed|possible|poss)\s*\?+\s*$",
        ", ok?",
    ),
    ("declares war turn 1", r"^(.*?),? (?:on |in )?turn (\d+)(?=\s*\?*$)", r"round \2; \1"),
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
            named = text[token.start : row[end - 1].end].rstrip(marks)
            before, after = _BEFORE_GAME.sub("", text[: token.start]), text[row[end - 1].end :].lstrip(marks)
            while match := re.match(rf"({'|'.join((*PRINTINGS, *BOARDS, *_AFTER_GAME))})\b", after, re.IGNORECASE):
                named += "" if match[0].lower() in _AFTER_GAME else f" {match[0]}"
                after = after[match.end() :].lstrip(marks)
            joint = ";" if before.rstrip()[-1:] in f"{marks}(" else ""
            return f"{named}; {before.rstrip(f'{marks}(')}{joint} {after}"
    return text


def in_notation(text: str, names: Vocabulary) -> Prose:
    """Return a line without its game, rewritten in the words of the notation."""
    said = " ".join(text.lower().replace("’", "'").split())
    prose = (lexicon_of(names.ruleset.data) or Lexicon()).prose
    for is_kept in (False, True):  # first the words that are left out
        chosen = (each for each, words in prose.items() if bool(words) is is_kept or words == each)
        wordings = sorted(chosen, key=len, reverse=True)
        pattern = rf"(?<![\w'-])(?:{'|'.join(map(re.escape, wordings))})(?![\w'-])"
        said = " ".join(re.sub(pattern, lambda at: prose[at[0]], said).split()) if wordings else said
        said = re.sub(r"\s*(?:[,;]\s*)+([,;.?]|$)", r"\1", said)
    said = tagged(said, names)
    for _, form, words in NAMED_FORMS:
        said = re.sub(form, words, said)
    said = re.sub(r"<[spul]+:([^<>]+)>", r"\1", said)
    for _, form, words in FORMS:
        said = re.sub(form, words, said)
    return _without_pronouns(said, names)


def tagged(said: str, names: Vocabulary) -> str:
    """Return a text in which each name of a space, a power or a type of unit is marked by the letters of its kinds,
    ``l`` for land, and the article of a space is left out: ``<spl:germany> attacks <s:north sea>``."""
    row, at, end, out = tokens(said), 0, 0, ""
    cursor = Cursor(said, row, names, GameWords(names.rules.board, names.rules.ruleset))
    while at < len(row):
        found = {kind[0]: cursor.plain_name(at, kind) for kind in ("space", "power", "unit")}
        last = max(after for ids, after in found.values())
        kinds = "".join(kind for kind, (ids, after) in found.items() if len(ids) == 1 and after == last > at)
        kinds = "" if row[at].text.isdecimal() else kinds
        if "s" in kinds and names.rules.board.space(found["s"][0][0]).kind is not SpaceKind.SEA_ZONE:
            kinds += "l"
        last = last - (row[last - 1].text == ".") if kinds else at + 1
        whole = said[row[at].start : row[last - 1].end]
        out += said[end : row[at].start] + (f"<{kinds}:{whole}>" if kinds else whole)
        at, end = last, row[last - 1].end
    return re.sub(r"\bthe (?=<sl?:)", "", out + said[end:])


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
