"""Texts about a search: how the query was read, how well it is matched, and its statements."""

from __future__ import annotations

from kb.base.english import listed, spaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from kb.search.query import Query
    from kb.search.results import Results, Rule

#: the headings of the two lists, and the line that names rulings of other games
RULINGS, RULES, ELSEWHERE = "Rulings", "Rule book", "Other editions: {}"
#: the remark above results of a weak match; where a query is not about these games; where none of its results are of
#: the game asked; where it has no results
WEAK, NOTHING, NO_RULINGS, OTHER_GAMES, NO_RESULTS = (
    "No close match; the nearest are:",
    "Nothing here is about that.",
    "Nothing here is about {}.",
    "Nothing of the game that is asked matches.",
    "Nothing matches.",
)
#: the advice where nothing is found
TRY_OTHERWISE = "try fewer or plainer words, without quotes, or look at 'kb sections' and 'kb games'"
#: the note on a game that the query names and that is not here
NO_RULINGS_OF = "There are no rulings of {} here"
#: the label of a statement without a section of a rule book
OUR_READING, CHARTS = "our reading", "board and charts"
#: the confidence of a statement in words
CONFIDENCE = {
    "stated": "stated in a rule book, an FAQ or errata",
    "public": "taken from public sources",
    "unverified": "not verified",
}


def notes(query: Query, titles: Mapping[str, str]) -> list[str]:
    """Return how a query was read, a sentence each; ``titles`` are the games' short titles by id."""
    only, named = (listed(titles[game] for game in dict.fromkeys(games)) for games in (query.only, query.games))
    unknown = [word for word in query.unknown if word not in query.corrected]
    found = {
        "Read as: {}": listed(f"{meant} ({typed})" for typed, meant in query.corrected.items()),
        "Only {}: the query names it": "" if query.chosen else only,
        "Only {}, which was chosen; the query names {}": query.chosen and named and only != named and (only, named),
        "All games, although the query names {}": "" if only else named,
        "Printing: {}": query.printing,
        NO_RULINGS_OF: listed(query.absent),
        "Unknown words: {}": ", ".join(unknown),
        "No ruling has the quoted words together; they were searched without quotes": query.unquoted,
        "A part of this long query was left out": query.shortened,
    }
    return [text.format(*(value if isinstance(value, tuple) else [value])) for text, value in found.items() if value]


def headline(found: Results) -> str:
    """Return the remark above the results; empty for a close match."""
    if found:
        return "" if found.match == "close" else WEAK
    if found.match != "none":
        return OTHER_GAMES if found.elsewhere else NO_RESULTS
    return NO_RULINGS.format(listed(found.query.absent)) if found.query.absent else NOTHING


def remarks(found: Results) -> list[str]:
    """Return the notes and the headline, without a note that says the same as the headline."""
    absent = "" if found else NO_RULINGS_OF.format(listed(found.query.absent))
    return [each for each in (*found.notes, headline(found)) if each and each != absent]


def elsewhere(ids: Iterable[str], games: Mapping[str, str]) -> str:
    """Return the line that names rulings of other games; ``games`` has the short title of each one's game by its id."""
    return ELSEWHERE.format(", ".join(f"{each} ({games[each]})" for each in ids))


def page(section: Mapping[str, Any]) -> str:
    """Return the page of a section behind its title: ``, page 17``; of ``pages`` and ``pages_are``. Empty where it is
    not known."""
    pages = section["pages"]
    if section["pages_are"] == "site":
        return f", on the page “{spaced(pages)}”"
    estimated = " (estimated)" if section["pages_are"] == "estimated" else ""
    return f", page{'s' if '-' in pages else ''} {pages}{estimated}" if pages else ""


def label(rule: str, section: Mapping[str, Any] | None) -> str:
    """Return the label of a statement by its id and section: the page of the rule book, or that it is our reading."""
    if section:
        return f"{section['title']}{page(section)}"
    return CHARTS if rule.startswith("value:") else OUR_READING


def source(rule: Rule) -> str:
    """Return the label of a statement that was found."""
    return label(rule.id, rule.section)


def sources(rules: Sequence[Rule], titles: Mapping[str, str]) -> str:
    """Return the labels of equal statements; labels that differ are preceded by their games."""
    games: dict[str, list[str]] = {}
    for rule in rules:
        games.setdefault(source(rule), []).append(titles[rule.game])
    return "; ".join(games if len(games) == 1 else (f"{listed(names)}: {each}" for each, names in games.items()))


def grouped(rules: Iterable[Rule], titles: Mapping[str, str], most: int) -> list[tuple[str, list[Rule]]]:
    """Return the first ``most`` different sentences of statements with the statements that say it; each sentence is
    preceded by the games."""
    alike: dict[tuple[str, str], list[Rule]] = {}
    for rule in rules:
        alike.setdefault((rule.subject, rule.says), []).append(rule)
    return [
        (f"{listed(titles[rule.game] for rule in same)}: {says}", same) for (_, says), same in [*alike.items()][:most]
    ]


def printing_note(printing: Mapping[str, Any] | None) -> tuple[str, str]:
    """Return the verdict of a ruling in the printing that is asked, and a remark on it; both may be empty."""
    if printing is None:
        return "", ""
    if printing["holds"] == "differs":
        return f"{printing['printing']} printing: {printing['note']}", ""
    return "", printing_mark(printing)


def printing_mark(printing: Mapping[str, Any]) -> str:
    """Return a remark on whether a ruling holds in another printing, of ``printing`` and ``holds``."""
    how = {"same": "the same in", "differs": "different in", "unknown": "not confirmed for"}[printing["holds"]]
    return f"{how} the {printing['printing']} printing"
