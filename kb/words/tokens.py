"""Splits text into words, in the build and in a query. It imports nothing.

Every word counts: ``may``, ``not``, ``can``, ``before`` carry meaning in a rule, so none is dropped.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping


class _CharacterMap(dict[int, str]):
    """Maps every character that is neither letter nor digit to a space; does not store further characters."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return char if char.isalnum() else " "


CHARACTERS = _CharacterMap({code: chr(code) if chr(code).isalnum() else " " for code in range(128)})
CHARACTERS.update({0x2019: "'", 0x2018: "'", 0x27: "'", 0x60: "'", 0xB4: "'", 0x2E: ".", 0xAD: "", 0x200B: ""})
CONTRACTIONS = {"can't": "can not", "cannot": "can not", "cant": "can not", "won't": "will not", "dont": "do not"}
#: the most words of an entry of the lexicon that are looked for as one run
LONGEST_RUN = 6
#: the most letters of a word; the longest word of the documents has 15
LONGEST_WORD = 40
#: the place from which a wording around a question is removed: anywhere, both ends, or only the beginning; number words
#: are not wordings by themselves, but match any number in others
ANYWHERE, EDGE, BEGIN, A_NUMBER = PLACES = ("anywhere", "edge", "begin", "number")


def tokens(text: str) -> list[str]:
    """Return the words of ``text`` in order, lower case.

    ``can't`` is two words (``can``, ``not``), ``U.S.`` one (``us``), ``sz5`` two (``sz``, ``5``);
    a hyphen separates. Japanese, Chinese and Korean, which do not separate words, give each pair of characters.

    >>> tokens("My sub can't hit U.S. planes in sz5!")
    ['my', 'sub', 'can', 'not', 'hit', 'us', 'planes', 'in', 'sz', '5']
    """
    out: list[str] = []
    for chunk in text.lower().translate(CHARACTERS).split():
        if chunk.isalnum() and chunk not in CONTRACTIONS and not chunk.startswith("sz"):
            out += [chunk] if chunk.isascii() else _pairs(chunk)  # most words: there is nothing to take apart
            continue
        word = chunk.strip("'")
        if "'" in word and word not in CONTRACTIONS:
            word = word[:-3] + " not" if word.endswith("n't") else word.removesuffix("'s").replace("'", "")
        if "." in word:
            letters = word.replace(".", "")
            if len(word) < 2 * len(letters) - 1 or not letters.isalpha():
                out.extend(part for dotted in word.split(".") for part in _split(dotted))
                continue
            word = letters
        out.extend(part for plain in word.split() for part in _split(plain))
    return out


def _pairs(word: str) -> list[str]:
    """Return the pairs of neighboring characters in the East Asian part of a word, and the parts before and after it.

    >>> _pairs("戦車の3d6")
    ['戦車', '車の', '3d6']
    """
    out, run = list[str](), ""
    for char, after in zip(word, [*word[1:], ""], strict=True):
        run += char
        if after == "" or _is_east_asian(char) != _is_east_asian(after):
            pairs = [run[at : at + 2] for at in range(len(run) - 1)]
            out += pairs if len(run) > 1 and _is_east_asian(char) else [run]
            run = ""
    return out


def _is_east_asian(char: str) -> bool:
    """Return whether a character is one of Japanese, Chinese or Korean."""
    return "\u3005" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"


def _split(word: str) -> list[str]:
    """Return the words of a contraction, of ``sz`` with a number, or the word itself; none for an empty word."""
    if word in CONTRACTIONS:
        return CONTRACTIONS[word].split()
    if word.startswith("sz") and word[2:].isdigit():
        return ["sz", word[2:]]
    return [word] if word else []


def ngrams(words: list[str]) -> list[str]:
    """Return every run of at most :data:`LONGEST_RUN` words, joined by spaces."""
    return [" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, min(i + LONGEST_RUN, len(words)) + 1)]


def longest_runs(words: list[str], known: Container[str]) -> list[str]:
    """Return the known runs of words that are not part of a longer known run, in order, each once."""
    out: dict[str, None] = {}
    end = 0
    for i in range(len(words)):
        for j in range(min(i + LONGEST_RUN, len(words)), i, -1):
            run = " ".join(words[i:j])
            if run in known:
                if j > end:
                    out[run] = None
                    end = j
                break
    return list(out)


def replace_runs(stems: list[str], same: dict[str, str], lengths: Mapping[str, int] | None = None) -> list[str]:
    """Replace runs of stems by the terms they are the same as, the longest run first, in one pass.

    ``same`` maps a run (stems joined by spaces) to its terms (likewise joined). ``lengths`` are the lengths of the
    longest runs by their first stem, if they are known.
    """
    out: list[str] = []
    i = 0
    while i < len(stems):
        longest = LONGEST_RUN if lengths is None else lengths.get(stems[i], 0)
        for j in range(min(longest, len(stems) - i), 0, -1):
            term = same.get(" ".join(stems[i : i + j]))
            if term is not None:
                out += term.split(" ")
                i += j
                break
        else:
            out.append(stems[i])
            i += 1
    return out


def names_among(stems: list[str], names: Iterable[str]) -> list[tuple[str, bool]]:
    """Return the stems in order, with the stems of a name joined to one text; each text is with whether it is a name.
    The longest of overlapping names counts."""
    marked = replace_runs(stems, {name: "\0" + name.replace(" ", "\0") for name in names})
    return [(term.lstrip("\0").replace("\0", " "), term[:1] == "\0") for term in marked]


def without_articles(terms: list[str], articles: Container[str]) -> list[str]:
    """Return the terms without articles, if that leaves at least two: ``hit the beach`` -> ``hit beach``."""
    kept = [term for term in terms if term not in articles]
    return kept if len(kept) > 1 else terms
