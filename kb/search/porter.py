"""The Porter stemmer, in the form that Whoosh has it: stems here are those of the Whoosh index.

It is here once more because it is needed where Whoosh is not. Its patterns are data: ``words.js`` has them, too.
All are matched at the beginning of a word, so that, other than in Porter's paper, ``at_bl_iz`` fits three words only.
"""

from __future__ import annotations

import re

STEP_2 = {
    **{"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al"},
    **{"entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al"},
    **{"iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble"},
    "logi": "log",
}
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_STEP_4 = "al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize"
_C, _V = "[^aeiouy]+", "[aeiou]+"
#: by name the patterns, matched at the beginning of a word: whether a stem has one or more (``mgr0``), exactly
#: one (``meq1``) or several (``mgr1``) runs of vowels and then consonants, a vowel at all (``s_v``), or is short
#: (``c_v``); and the endings that the steps take off
PATTERNS = {
    "mgr0": f"^({_C})?{_V}{_C}",
    "meq1": f"^({_C})?{_V}{_C}({_V})?$",
    "mgr1": f"^({_C})?{_V}{_C}{_V}{_C}",
    "s_v": f"^({_C})?[aeiouy]",
    "c_v": f"^{_C}[aeiouy][^aeiouwxy]$",
    "ed_ing": "^(.*)(ed|ing)$",
    "at_bl_iz": "(at|bl|iz)$",
    "step1b": r"([^aeiouylsz])\1$",
    "step2": f"^(.+?)({'|'.join(STEP_2)})$",
    "step3": f"^(.+?)({'|'.join(STEP_3)})$",
    "step4_1": f"^(.+?)({_STEP_4})$",
    "step4_2": "^(.+?)(s|t)(ion)$",
    "step5": "^(.+?)e$",
}
_MATCH = {name: re.compile(pattern).match for name, pattern in PATTERNS.items()}
_measured, _long, _has_vowel, _short = (_MATCH[name] for name in ("mgr0", "mgr1", "s_v", "c_v"))


def porter(word: str) -> str:
    """The stem of an English word in small letters.

    >>> porter("fundamentally"), porter("hopping"), porter("skies")
    ('fundament', 'hop', 'ski')
    """
    if len(word) < 3:
        return word
    first, word = word[0], f"Y{word[1:]}" if word[0] == "y" else word
    word = _without_past(_without_plural(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = f"{word[:-1]}i"
    for step, endings in (("step2", STEP_2), ("step3", STEP_3)):
        found = _MATCH[step](word)
        if found and _measured(found[1]):
            word = found[1] + endings[found[2]]
    word = _without_e(_without_suffix(word))
    if word.endswith("ll") and _long(word):
        word = word[:-1]
    return first + word[1:] if first == "y" else word


def _without_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and word[-2] != "s" else word


def _without_past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measured(word[:-3]) else word
    found = _MATCH["ed_ing"](word)
    if not found or not _has_vowel(found[1]):
        return word
    word = found[1]
    if _MATCH["at_bl_iz"](word):
        return f"{word}e"
    if _MATCH["step1b"](word):
        return word[:-1]
    return f"{word}e" if _short(word) else word


def _without_suffix(word: str) -> str:
    found = _MATCH["step4_1"](word)
    if found:
        return found[1] if _long(found[1]) else word
    found = _MATCH["step4_2"](word)
    return found[1] + found[2] if found and _long(found[1] + found[2]) else word


def _without_e(word: str) -> str:
    found = _MATCH["step5"](word)
    if not found:
        return word
    stem = found[1]
    return stem if _long(stem) or (_MATCH["meq1"](stem) and not _short(stem)) else word
