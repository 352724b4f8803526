"""An event: the game, printing and options that are played at its tables, chosen by flags and by a file."""

from __future__ import annotations

from kb.errors import Finding, KBError, QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

#: the environment variable that names the file in which an event is kept
VARIABLE = "KB_EVENT"
#: what may be said of an option: in force, or not
STATES = ("on", "off")


class Event:
    """The event's name, game and printing, each perhaps empty; the options in force (``on``) and not in force."""

    __slots__ = ("game", "name", "off", "on", "printing")

    def __init__(
        self, name: str = "", game: str = "", printing: str = "", on: Iterable[str] = (), off: Iterable[str] = ()
    ) -> None:
        self.name, self.game, self.printing = name, game, printing
        self.on, self.off = tuple(on), tuple(off)

    def __bool__(self) -> bool:
        return bool(self.name or self.game or self.printing or self.on or self.off)

    def plain(self) -> dict[str, Any]:
        """The same as plain values."""
        return {name: getattr(self, name) for name in ("name", "game", "printing", "on", "off")}

    def state(self, option: str) -> str:
        """Whether an option is ``on`` or ``off``; empty if nobody said."""
        return "on" if option in self.on else "off" if option in self.off else ""


class Known:
    """What can be chosen: ``games`` and ``options`` (titles by id), the ``printings`` of each game, and the id of the
    game that a person names (``game_named``, raises :class:`QueryError`)."""

    __slots__ = ("game_named", "games", "options", "printings")

    def __init__(
        self,
        games: Mapping[str, str],
        printings: Mapping[str, list[str]],
        options: Mapping[str, str],
        game_named: Callable[[str], str],
    ) -> None:
        self.games, self.printings, self.options, self.game_named = games, printings, options, game_named


class Said:
    """A choice as somebody wrote it, with the file and line; of a flag without."""

    __slots__ = ("file", "line", "text")

    def __init__(self, text: str = "", file: str = "", line: int = 0) -> None:
        self.text, self.file, self.line = text, file, line

    def wrong(self, message: str, hint: str) -> Finding:
        """A finding about it."""
        return Finding(message, self.file, self.line, hint)


class Choices:
    """What somebody said of an event, not yet compared with what there is."""

    __slots__ = ("game", "name", "options", "printing")

    def __init__(self) -> None:
        self.name, self.game, self.printing = Said(), Said(), Said()
        self.options: list[Said] = []


def flags(game: str | None, printing: str | None, options: Iterable[str]) -> Choices:
    """What the flags of a command say."""
    said = Choices()
    said.game, said.printing, said.options = Said(game or ""), Said(printing or ""), [Said(each) for each in options]
    return said


def decide(said: Choices, kept: Choices, known: Known) -> Event:
    """The event: what is ``said`` by flags, and for the rest what is ``kept`` in the file.

    A printing or option that the file keeps is dropped where a flag says otherwise. Raises :class:`QueryError` with
    every finding: a game, printing or option that there is not, a printing that the game does not have.
    """
    findings: list[Finding] = []
    own = _game(kept.game, known, findings)
    game = _game(said.game, known, findings) or own
    chosen = said.printing if said.printing.text or game != own else kept.printing
    printing = _printing(chosen, game, known, findings)
    states = _options(kept.options, known, findings) | _options(said.options, known, findings)
    event = Event(
        _one_line(kept.name.text),
        game,
        printing,
        *([option for option in known.options if states.get(option) == state] for state in STATES),
    )
    if findings:
        raise QueryError(*findings)
    return event


def _one_line(name: str) -> str:
    return "".join(char for char in name if char.isprintable())


def _game(said: Said, known: Known, findings: list[Finding]) -> str:
    if not said.text:
        return ""
    try:
        return known.game_named(said.text)
    except KBError as error:
        findings += [said.wrong(each.message, each.hint) for each in error.findings]
        return ""


def _printing(said: Said, game: str, known: Known, findings: list[Finding]) -> str:
    there = known.printings[game] if game else sorted({each for some in known.printings.values() for each in some})
    if said.text and said.text not in there:
        of = f" of {known.games[game]}" if game else ""
        hint = _near(said.text, there) or (f"there are: {', '.join(there)}" if there else "it has one printing only")
        findings.append(said.wrong(f"there is no printing '{said.text[:40]}'{of}", hint))
    return said.text


def _options(said: Iterable[Said], known: Known, findings: list[Finding]) -> dict[str, str]:
    """The state of each option that is named; the options of the file or of the flags, each said once."""
    states: dict[str, str] = {}
    for each in said:
        name, equals, state = (part.strip().lower() for part in each.text.partition("="))
        option, state = "-".join(name.split()), state if equals else "on"
        if option not in known.options:
            hint = _near(option, known.options) or f"there are: {', '.join(known.options)}"
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
