"""The game, the printing and the options on the table, and their effect on rulings."""

from __future__ import annotations

from dataclasses import dataclass

from kb.base.english import capital
from kb.base.errors import Finding, KBError, QueryError
from kb.store import documents, lookup
from kb.text.ruling import STATES, option_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.knowledge import KnowledgeBase


@dataclass(frozen=True)
class Choices:
    """The game and printing, which may be empty; the options in force (``on``) and not in force (``off``)."""

    game: str = ""
    printing: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    def state(self, option: str) -> str:
        """Return the chosen state of an option, ``on`` or ``off``; empty if neither was chosen."""
        return next((state for state in STATES if option in getattr(self, state)), "")


def describe(base: KnowledgeBase, choices: Choices) -> str:
    """Return the options that were chosen in a line; empty if there are none."""
    titles = lookup.titles(base.connection, "options")
    named = {label: ", ".join(titles[each] for each in getattr(choices, state)) for state, label in STATES.items()}
    return capital("; ".join(f"{label}: {options}" for label, options in named.items() if options))


def choose(base: KnowledgeBase, game: str | None, printing: str | None, options: Iterable[str]) -> Choices:
    """Return the choices made by the flags of a command. An option is written ``technology`` or ``technology=off``. A
    printing that only one game has chooses that game; the game may have its printing, as in ``global 2012``.

    Raises :class:`QueryError` with every finding: an unknown game, printing or option, and a printing that the game
    does not have.
    """
    findings: list[Finding] = []
    known = ""
    try:
        known = base.game_named(game) if game else ""
    except KBError as error:
        known, own = _with_printing(base, game or "")
        printing = printing or own
        findings += () if known else error.findings
    findings += _wrong_printing(base, known, printing) if printing else ()
    if printing and not known and not findings:
        having = [each["id"] for each in documents.games(base.connection) if printing in each["printings"]]
        known = having[0] if len(having) == 1 else ""
    titles = lookup.titles(base.connection, "options")
    states = _states(options, titles, findings)
    if findings:
        raise QueryError(*dict.fromkeys(findings))
    on, off = (tuple(option for option in titles if states.get(option) == state) for state in STATES)
    return Choices(known, printing or "", on, off)


def _with_printing(base: KnowledgeBase, text: str) -> tuple[str, str]:
    """Return the game and the printing of a name such as ``global 2012``; the printing of ``aa50 1942``, which names a
    board, is empty. Both are empty if the text is not such a name."""
    from kb.asking.notation.games import BOARDS

    name, _, last = text.strip().lower().rpartition(" ")
    try:
        known = base.game_named(name) if name else ""
    except KBError:
        return "", ""
    if known and not _wrong_printing(base, known, last):
        return known, last
    return (known, "") if last in BOARDS else ("", "")


def _wrong_printing(base: KnowledgeBase, game: str, printing: str) -> list[Finding]:
    """Return a finding if a game lacks a printing, else an empty list. If ``game`` is empty, every game is tried."""
    printings = {each["id"]: each["printings"] for each in documents.games(base.connection)}
    there = printings[game] if game else sorted({each for some in printings.values() for each in some})
    if printing in there:
        return []
    of = f" of {lookup.short_titles(base.connection)[game]}" if game else ""
    hint = _near(printing, there) or (f"there are: {', '.join(there)}" if there else "the game has one printing only")
    return [Finding(f"there is no printing '{printing[:40]}'{of}", hint=hint)]


def _states(said: Iterable[str], known: Mapping[str, str], findings: list[Finding]) -> dict[str, str]:
    """Return the state (``on`` or ``off``) of each valid option in ``said`` (``technology=off``), and add ``findings``
    about the others. ``known`` has the titles of the options by id."""
    states: dict[str, str] = {}
    for each in said:
        name, equals, state = (part.strip().lower() for part in each.partition("="))
        option, state = "-".join(name.split()), state if equals else "on"
        if option not in known:
            hint = _near(option, known) or f"there are: {', '.join(known)}"
            findings.append(Finding(f"there is no optional rule '{name[:40]}'", hint=hint))
        elif state not in STATES:
            findings.append(
                Finding(
                    f"the optional rule '{option}' cannot be '{state[:40]}'", hint=f"write {option}=on or {option}=off"
                )
            )
        elif states.setdefault(option, state) != state:
            what = f"the optional rule '{option}' is given as on and as off"
            findings.append(Finding(what, hint=f"give {option}=on or {option}=off"))
    return states


def _near(word: str, among: Iterable[str]) -> str:
    """Return a hint with the only one of ``among`` that begins with ``word``, else with the one of the most similar
    spelling; empty if there is none."""
    import difflib

    known = list(among)
    begun = [each for each in known if each.startswith(word)] if len(word) > 2 else []
    near = begun if len(begun) == 1 else difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]}?" if near else ""


def missing_options(base: KnowledgeBase, rulings: Iterable[str], choices: Choices) -> dict[str, list[str]]:
    """Return a line on each option that is off, by ruling that depends on it; other rulings are left out."""
    titles, wanted = lookup.titles(base.connection, "options"), set(rulings)
    found: dict[str, list[str]] = {}
    for ruling, option in lookup.ruling_options(base.connection):
        if ruling in wanted and option in choices.off:
            found.setdefault(ruling, []).append(option_note(titles[option], "off"))
    return found
