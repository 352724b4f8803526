"""An event: the game, printing and options that are played at its tables, chosen by flags and by a file.

Also the rulings of its own house: what its judges ruled there. They are never official, whatever they say.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.base.errors import Finding, KBError, NotFound, QueryError
from kb.base.shape import suggest
from kb.event_log.event import Event, HouseRuling
from kb.search.tokens import tokens
from kb.store import documents, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kb.knowledge import KnowledgeBase, Results

#: the environment variable that names the file in which an event is kept
VARIABLE = "KB_EVENT"
#: what may be said of an option: in force, or not
STATES = ("on", "off")
#: at most so many findings are told
MOST_FINDINGS = 100
#: what begins the id of each house ruling
PREFIX = "house-"


def is_id(text: str) -> bool:
    """Whether a text is an id of a house ruling: ``house-3``."""
    number = text.removeprefix(PREFIX)
    return number != text and number.isascii() and number.isdigit() and len(number) < 5 and number[0] != "0"


@dataclass(frozen=True)
class Said:
    """A choice as somebody wrote it, with the file and line; of a flag without."""

    text: str = ""
    file: str = ""
    line: int = 0

    def wrong(self, message: str, hint: str) -> Finding:
        """A finding about it."""
        return Finding(message, self.file, self.line, hint)


@dataclass
class EventChoices:
    """What somebody said of an event, not yet compared with what there is; ``findings`` are about how it is written."""

    name: Said = Said()
    game: Said = Said()
    printing: Said = Said()
    options: Sequence[Said] = ()
    dates: tuple[str, str] = ("", "")
    place: str = ""
    house: tuple[HouseRuling, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def flags(game: str | None, printing: str | None, options: Iterable[str]) -> EventChoices:
    """What the flags of a command say."""
    return EventChoices(game=Said(game or ""), printing=Said(printing or ""), options=[Said(each) for each in options])


def decide(said: EventChoices, kept: EventChoices, base: KnowledgeBase) -> Event:
    """The event: what is ``said`` by flags, and for the rest what is ``kept`` in the file.

    A printing or option that the file keeps is dropped where a flag says otherwise, and so are its house rulings where
    another game is played. Raises :class:`QueryError` with every finding: what
    is wrong with how the file is written, a game, printing or option that there is
    not, a printing that the game does not have, a house ruling on what there is not.
    """
    findings = list(kept.findings)
    games, options = lookup.short_titles(base.connection), lookup.titles(base.connection, "options")
    own = _game(kept.game, base, findings)
    game = _game(said.game, base, findings) or own
    printing = said.printing if said.printing.text or game != own else kept.printing
    printings = {each["id"]: each["printings"] for each in documents.games(base.connection)}
    there = printings[game] if game else sorted({each for some in printings.values() for each in some})
    if printing.text and printing.text not in there:
        of = f" of {games[game]}" if game else ""
        hint = _near(printing.text, there) or (
            f"there are: {', '.join(there)}" if there else "it has one printing only"
        )
        findings.append(printing.wrong(f"there is no printing '{printing.text[:40]}'{of}", hint))
    states = _options(kept.options, options, findings) | _options(said.options, options, findings)
    for ruling in kept.house:
        findings += _unknown(ruling, own, base, games)
    if findings:
        different = sorted(dict.fromkeys(findings), key=lambda each: each.line)
        more = len(different) - MOST_FINDINGS
        raise QueryError(*different[:MOST_FINDINGS], *[Finding(f"and {more} more", different[0].file)] * (more > 0))
    on, off = (tuple(option for option in options if states.get(option) == state) for state in STATES)
    house = kept.house if not own or game == own else ()
    return Event(kept.name.text, game, printing.text, on, off, kept.dates, kept.place, house)


def _unknown(ruling: HouseRuling, game: str, base: KnowledgeBase, games: Mapping[str, str]) -> Iterator[Finding]:
    """A finding for each id of a house ruling that is none, or one of another game than the event plays."""
    for key in ("interprets", "overrides"):
        for each in getattr(ruling, key):
            try:
                of = _game_of(base, each)
            except KBError as error:
                yield from (ruling.wrong(key, finding.message, finding.hint) for finding in error.findings)
                continue
            if game and of != game:
                what = f"{each} is of {games[of]}, but the event plays {games[game]}"
                yield ruling.wrong(key, what, "name a ruling of its game")


def _game(said: Said, base: KnowledgeBase, findings: list[Finding]) -> str:
    try:
        return base.game_named(said.text) if said.text else ""
    except KBError as error:
        findings += [said.wrong(each.message, each.hint) for each in error.findings]
        return ""


def _options(said: Iterable[Said], known: Mapping[str, str], findings: list[Finding]) -> dict[str, str]:
    """The state of each option that is named; the options of the file or of the flags, each said once."""
    states: dict[str, str] = {}
    for each in said:
        name, equals, state = (part.strip().lower() for part in each.text.partition("="))
        option, state = "-".join(name.split()), state if equals else "on"
        if option not in known:
            hint = _near(option, known) or f"there are: {', '.join(known)}"
            findings.append(each.wrong(f"there is no option '{name[:40]}'", hint))
        elif state not in STATES:
            findings.append(each.wrong(f"'{option}' is neither on nor off", f"write {option} or {option}=off"))
        elif states.setdefault(option, state) != state:
            findings.append(each.wrong(f"'{option}' cannot be in force and not in force", "say one of the two"))
    return states


def _near(word: str, among: Iterable[str]) -> str:
    import difflib

    known = list(among)
    begun = [each for each in known if each.startswith(word)] if len(word) > 2 else []
    near = begun if len(begun) == 1 else difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]}?" if near else ""


def _game_of(base: KnowledgeBase, name: str) -> str:
    """The game of a ruling, or of a section, whose id has a slash. Raises :class:`NotFound`."""
    if "/" not in name:
        ruling = base.by_id(name)
        if ruling is None:
            raise NotFound(base.missing(name))
        return str(ruling["game"])
    found = documents.sections(base.connection, name=name)
    if not found:
        near = suggest(name, documents.section_ids(base.connection))
        raise NotFound(Finding(f"there is no section '{name}'", hint=near or "see 'kb sections'"))
    return str(found[0]["game"])


def read_event(base: KnowledgeBase, path: str) -> Event:
    """The event of a file. Raises :class:`KBError` with every finding."""
    from kb.events.file import read

    return decide(EventChoices(), read(path), base)


# -- finds the house rulings of an event by their words. ``static/kb/house.js`` does the same without network


#: what asks for all house rulings
ALL = ("house", "house ruling", "house rulings")
#: at most so many are found by their words
MOST_FOUND = 3
#: so many words of a text are read at once, and no more texts than fit a question's bounds
_AT_ONCE = 20
#: a question with many terms has to share so many; with few, half of them
ENOUGH = 3
#: what a shared term counts in a house ruling's question, and in the rest of its words
COUNTS = (2, 1)


class HouseSearch:
    """The house rulings of an event, with the terms under which each is found.

    ``terms`` has for each house ruling those of its question, and those of its answer and its note; words that are the
    same by the lexicon have the same term, and words that count little have none.
    """

    def __init__(self, base: KnowledgeBase, event: Event) -> None:
        self.event = event
        self.terms = {
            each.id: (_terms(base, each.question), _terms(base, f"{each.answer} {each.note}")) for each in event.house
        }

    def found(self, text: str, results: Results | None) -> list[HouseRuling]:
        """The house rulings for a question: those that are :meth:`named`; else those that have its words, the best
        first, and those that override a ruling among the results."""
        if asked_id(text) or is_for_all(text):
            return self.named(text)
        if results is None:
            return []
        query = results.query
        by_words = self.by_words(term for term in query.terms if term not in query.faint)
        ids = {hit.id for hit in results}
        over = [each for each in self.event.house if ids.intersection(each.overrides) and each not in by_words]
        return by_words + over[:MOST_FOUND]

    def named(self, text: str) -> list[HouseRuling]:
        """The house ruling whose id a text is; all where it asks for all; else none."""
        name = asked_id(text)
        return [each for each in self.event.house if each.id == name or is_for_all(text)]

    def by_words(self, terms: Iterable[str]) -> list[HouseRuling]:
        """Those that share enough of the telling terms of a question, the best first."""
        asked = set(terms)
        needed = min(ENOUGH, (len(asked) + 1) // 2)
        scored = []
        for place, ruling in enumerate(self.event.house):
            question, rest = (asked.intersection(each) for each in self.terms[ruling.id])
            if asked and len(question | rest) >= needed:
                score = COUNTS[0] * len(question) + COUNTS[1] * len(rest - question)
                scored.append((-score, place, ruling))
        return [ruling for _, _, ruling in sorted(scored, key=lambda each: each[:2])[:MOST_FOUND]]


def asked_id(text: str) -> str:
    """The id of a house ruling that a text is, with hyphen or space, in any case; else empty."""
    name = "-".join(text.lower().split())
    return name if name.startswith(PREFIX) and is_id(name) else ""


def is_for_all(text: str) -> bool:
    """Whether a text asks for all house rulings: ``house rulings``."""
    return " ".join(text.lower().split()) in ALL


def _terms(base: KnowledgeBase, text: str) -> list[str]:
    """The telling terms of a text of any length, in order, each once."""
    found: dict[str, None] = {}
    for part in _parts(tokens(text)):
        try:
            found |= dict.fromkeys(base.telling_terms(part))
        except QueryError:  # nothing but names of games
            continue
    return list(found)


def _parts(words: list[str]) -> Iterator[str]:
    for start in range(0, len(words), _AT_ONCE):
        yield " ".join(words[start : start + _AT_ONCE])
