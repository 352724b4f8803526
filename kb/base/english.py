"""English: numbers in words, lists, plurals, sentences."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """Return a number in words up to twelve, else in digits; 0 is ``no``."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def listed(parts: Iterable[str]) -> str:
    """Join parts as in ``a, b and c``, without empty ones."""
    present = [part for part in parts if part]
    return f"{', '.join(present[:-1])} and {present[-1]}" if len(present) > 1 else "".join(present)


def sentence(text: str) -> str:
    """Return a text as a sentence: with a capital letter, a full stop unless it ends with ``.``, ``:`` or ``?``, and in
    agreement (:func:`agreeing`)."""
    text = agreeing(text.strip())
    return capital(text) + ("" if text.endswith((".", ":", "?")) else ".")


def plural(name: str, count: int) -> str:
    """Return the form of a noun for a count: ``submarines``, ``infantry``, ``technologies``."""
    if count == 1 or name.endswith(("try", "ery", "aircraft", "armor")):
        return name
    if name.endswith("gy"):
        return f"{name[:-1]}ies"
    return f"{name}{'es' if name.endswith(('x', 's', 'ch', 'sh')) else 's'}"


def counted(count: int, name: str) -> str:
    """Return a count with its noun: ``1 case``, ``2 cases``."""
    return f"{count} {plural(name, count)}"


def possessive(name: str) -> str:
    """Return the possessive of a name: ``Germany's``, ``the United States'``."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


_ONE = ("1", "one")
#: words after which a number is a name (*round 1*)
_NUMBERED = ("zone", "round", "chart", "convoy", "cycle", "line", "contrast")
#: words that follow numbers, each with its singular
_COUNTED = {
    "IPCs": "IPC",
    "spaces": "space",
    "units": "unit",
    "markers": "marker",
    "researchers": "researcher",
    "dice": "die",
    "planes": "plane",
    "ships": "ship",
    "shots": "shot",
    "territories": "territory",
    "complexes": "complex",
}


def _is_one(words: list[str], place: int) -> bool:
    """Return whether the word at index ``place`` counts one; the number in *sea zone 1* does not count."""
    return place >= 0 and words[place] in _ONE and (not place or words[place - 1].lower() not in _NUMBERED)


#: the plural forms of verbs, for the Allies
_OF_ALLIES = {"has": "have"} | {
    f"{verb}s": verb for verb in ("lose", "roll", "take", "hold", "get", "pay", "choose", "fight", "move", "win")
}


def _with_plural_allies(text: str) -> str:
    """Return a text with plural verbs after *the Allies* as a subject: ``the Allies lose one infantry``."""
    words = text.split(" ")
    for place, word in enumerate(words[:-1]):
        is_subject = word == "Allies" and (place < 2 or words[place - 2] not in ("of", "against"))
        if is_subject and words[place - 1].lower() == "the":
            words[place + 1] = _OF_ALLIES.get(words[place + 1], words[place + 1])
    return " ".join(words)


def agreeing(text: str) -> str:
    """Return a text with singular nouns after one, a plural verb after the Allies, and ``s'`` for ``s's``."""
    text = text.replace("s's", "s'")
    if "Allies" in text:
        text = _with_plural_allies(text)
    if not any(one in text for one in _ONE):
        return text
    words = text.split(" ")
    for place, word in enumerate(words):
        plain = word.rstrip(".,;:)")
        if plain in _COUNTED and (_is_one(words, place - 1) or _is_one(words, place - 2)):
            words[place] = word.replace(plain, _COUNTED[plain], 1)
    return " ".join(words)


def a(name: str) -> str:
    """Return a name with its article: ``a cruiser``, ``an artillery``.

    >>> a("artillery"), a("PU"), a("unit")
    ('an artillery', 'a PU', 'a unit')
    """
    return f"{'an' if name[0].lower() in 'aeiou' and not name.startswith('uni') else 'a'} {name}"


def spaced(name: str) -> str:
    """Return an id as words: ``aircraft carrier``."""
    return name.replace("-", " ").replace("_", " ")


def capital(text: str) -> str:
    """Return a text with its first character in uppercase."""
    return text[:1].upper() + text[1:]
