"""Texts about a search: how the query was read, how well it is matched, and whose word each result is."""

from __future__ import annotations

from kb.base.english import listed, spaced
from kb.search.postings import RULINGS, STATEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from kb.model.replies import PrintingNote, SectionName
    from kb.model.stored import Pages
    from kb.search.query import Query
    from kb.search.results import Result, Results

#: the line that names rulings of other games
ELSEWHERE = "Other editions: {}"
#: the remark above results of a weak match; if a query is not about these games; if none of its results are of the game
#: asked; if it has no results
WEAK, NOTHING, NO_RULINGS, OTHER_GAMES, NO_RESULTS = (
    "No close match; the nearest are:",
    "Nothing here is about that.",
    "Nothing here is about {}.",
    "Nothing of the game that is asked matches.",
    "Nothing matches.",
)
#: the advice if nothing is found
TRY_OTHERWISE = "try fewer or plainer words, without quotes, or look at 'kb sections' and 'kb games'"
#: the line about a reading of ours on which a ruling rests
READING = "Our reading: {}"
#: the note on corrected words
READ_AS = "Read as: {}"
#: the note on a chosen game that the query outvotes by naming another one
PASSED_OVER = "Not {}, which was chosen"
#: the note on a game that the query names and that is not here
NO_RULINGS_OF = "There are no rulings of {} here"
#: the authority of a statement with a section of a rule book, without one, and of a printed value; that of a rule that
#: rests on a ruling alone
RULE_BOOK, OUR_READING, CHARTS, BY_RULING = "rule book", "our reading", "board and charts", "rests on {}"
#: what an official or other document calls its words, by the kind of the ruling; any other is a ruling
_WORDS = {"erratum": "erratum", "rule-change": "rule change", "optional-rule": "optional rule", "statement": "rule"}
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
        READ_AS: listed(f"{meant} ({typed})" for typed, meant in query.corrected.items()),
        "Only {}: the query names it": "" if query.chosen else only,
        PASSED_OVER: titles.get(query.passed_over, ""),
        "Not searched: {}, which the query only mentions": listed(titles.get(name, name) for name in query.mentioned),
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
    if found.results:
        return "" if found.match == "close" else WEAK
    if found.match != "none":
        return OTHER_GAMES if found.elsewhere else NO_RESULTS
    return NO_RULINGS.format(listed(found.query.absent)) if found.query.absent else NOTHING


def remarks(found: Results) -> list[str]:
    """Return the notes and the headline, without a note that says the same as the headline."""
    absent = "" if found.results else NO_RULINGS_OF.format(listed(found.query.absent))
    return [each for each in (*found.notes, headline(found)) if each and each != absent]


def in_nearest(text: str, title: str) -> str:
    """Return a query about a game that is not here as one about the nearest game, which has a ``title``."""
    return f"{title}: {text}"


def elsewhere(ids: Iterable[str], games: Mapping[str, str]) -> str:
    """Return the line that names rulings of other games; ``games`` has the short title of each one's game by its id."""
    return ELSEWHERE.format(", ".join(f"{each} ({games[each]})" for each in ids))


def page(section: Pages) -> str:
    """Return the page of a section as it follows the title, ``, page 17``; empty if it is not known."""
    pages = section["pages"] or ""
    if section["pages_are"] == "site":
        return f", on the page “{spaced(pages)}”"
    estimated = " (estimated)" if section["pages_are"] == "estimated" else ""
    return f", page{'s' if '-' in pages else ''} {pages}{estimated}" if pages else ""


def authority(result: Result) -> str:
    """Return whose word a result is: ``official ruling``, ``a club’s ruling``, ``rule book, page 15``."""
    if result.kind == RULINGS:
        return ruling_authority(result.standing, result.ruling_kind)
    return resting(result.id, result.section, result.ruling)


def ruling_authority(standing: str, kind: str) -> str:
    """Return whose word a ruling of a ``kind`` is, from the standing of its document."""
    from kb.model.standing import OFFICIAL, STANDINGS

    whose = OFFICIAL if standing == OFFICIAL else STANDINGS[standing]
    return f"{whose} {_WORDS.get(kind, 'ruling')}"


def resting(statement: str, section: Pages | None, ruling: str | None) -> str:
    """Return the ground of a ``statement`` (its id): the page of its section; else the first ``ruling`` that it cites;
    else the charts for a printed value, or our own reading."""
    if section:
        return f"{RULE_BOOK}{page(section)}"
    return BY_RULING.format(ruling) if ruling else CHARTS if statement.startswith("value:") else OUR_READING


def label(statement: str, section: SectionName | None, ruling: str | None) -> str:
    """Return the ground of a statement: title and page of its section, or else a ruling, the charts, our reading."""
    return f"{section['title']}{page(section)}" if section else resting(statement, None, ruling)


def groups(result: Result, also: Iterable[Result]) -> list[list[Result]]:
    """Return a result and those folded into it (``also``), in groups. Equal statements on one subject in several games
    are one group; each other result is a group of its own."""
    alike: dict[tuple[str, str], list[Result]] = {}
    for each in (result, *also):
        key = (each.subject, each.says) if each.kind == STATEMENTS else (each.id, "")
        alike.setdefault(key, []).append(each)
    return [*alike.values()]


def any_of(result: Result, ids: Container[str]) -> bool:
    """Return whether a result, or one that is folded into it, has an id in ``ids``."""
    return any(each.id in ids for each in (result, *result.also))


def folded(groups: Sequence[Sequence[Result]], titles: Mapping[str, str]) -> str:
    """Return a line about the groups after the first: the editions in which the first statement reads otherwise, and
    the ids of other results; empty without such groups. ``titles`` are the titles of games, by id."""
    subject = getattr(groups[0][0], "subject", None)
    others = [group for group in groups[1:] if getattr(group[0], "subject", "") == subject]
    differs = listed(titles[each.game] for group in others for each in group)
    ids = ", ".join(group[0].id for group in groups[1:] if group not in others)
    return "; ".join(filter(None, (differs and f"different in {differs}", ids and f"with {ids}")))


def editions(group: Iterable[Result], titles: Mapping[str, str]) -> str:
    """Return the short titles of the games of a group."""
    return listed(titles[each.game] for each in group)


def authorities(group: Sequence[Result], titles: Mapping[str, str]) -> str:
    """Return the authority of the equal statements of a group; if it differs, each authority after its games."""
    games: dict[str, list[str]] = {}
    for each in group:
        games.setdefault(each.authority, []).append(titles[each.game])
    return "; ".join(games if len(games) == 1 else (f"{listed(names)}: {whose}" for whose, names in games.items()))


def printing_note(printing: PrintingNote | None) -> tuple[str, str]:
    """Return the verdict of a ruling in the printing that is asked, and a remark on it; both may be empty."""
    if printing is None:
        return "", ""
    if printing["holds"] == "differs":
        return f"{printing['printing']} printing: {printing['note']}", ""
    return "", printing_mark(printing)


def printing_mark(printing: PrintingNote) -> str:
    """Return a remark on whether a ruling holds in another printing: ``different in the 2012 printing``. ``printing``
    has its name (``printing``) and ``holds``."""
    how = {"same": "the same in", "differs": "different in", "unknown": "not confirmed for"}[printing["holds"]]
    return f"{how} the {printing['printing']} printing"
