"""What an address of the judge's page or of a ruling asks for: the words, and the game, printing and options played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kb.base.errors import Finding, QueryError
from kb.knowledge import DEFAULT_LIMIT
from kb.search.results import Results
from kb.service.choices import Choices, missing_options
from kb.text.ruling import STATES
from kb.web.texts import SHOWN, TEXTS

if TYPE_CHECKING:
    from kb.web.site import Site

#: a form writes ``option.technology=on`` for ``on=technology``
OPTION_FIELD = "option."
#: nothing is said of the game, the printing and the options
NOTHING = Choices()
#: rulings that are found at most
MOST = 100
#: characters of a wrong value that a message repeats
_LONGEST_REPEATED = 40


@dataclass(frozen=True)
class Asked:
    """The words, how many rulings are wanted, what is played, and the ``phase`` that rulings are kept to.

    ``all_games``: a game that the words name is not kept to. ``left_out`` has a line for each value that is not known
    here.
    """

    text: str = ""
    limit: int = SHOWN
    played: Choices = NOTHING
    phase: str = ""
    all_games: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether anything is looked for: words, a game or a phase."""
        return bool(self.text.strip() or self.played.game or self.phase)

    def query(self, **more: str) -> str:
        """Return the query string of a link to the same, with ``more``; empty parameters are left out."""
        everywhere = {"all": "1"} if self.all_games else {}
        return query_of(self.played, {"q": self.text, **more, **everywhere}, self.phase)


def query_of(played: Choices, before: Mapping[str, str] = {}, phase: str = "") -> str:
    """Return the query string of a link that carries what is played, after other parameters."""
    pairs = [*before.items(), ("game", played.game), ("printing", played.printing), ("phase", phase)]
    pairs += [(state, option) for state in STATES for option in getattr(played, state)]
    return urlencode([(name, value) for name, value in pairs if value])


def printing_of(played: Choices, game: str) -> str:
    """Return the printing of a game that is played; empty where nobody said which."""
    return played.printing if played.game in ("", game) else ""


def words(site: Site, played: Choices, phase: str = "") -> str:
    """Return what is played and kept to as a line for readers; empty if nothing is said."""
    parts = [site.games.get(played.game, ""), f"{played.printing} printing" if played.printing else ""]
    parts.append(site.phases.get(phase, ""))
    for state, label in STATES.items():
        titles = ", ".join(site.options[option] for option in getattr(played, state))
        parts.append(f"{label}: {titles}" if titles else "")
    return TEXTS["between"].join(filter(None, parts))


def read(site: Site, parameters: Mapping[str, Sequence[str]]) -> Asked:
    """Read the parameters of an address. One that is unknown is ignored, an unknown value is left out.

    Raises :class:`QueryError` for a number of rulings that is none.
    """
    one = {name: values[0] for name, values in parameters.items()}
    left_out: list[str] = []

    def known(what: str, values: Iterable[str], among: Iterable[str]) -> list[str]:
        there = set(among)
        for value in values:
            if value and value not in there:
                left_out.append(TEXTS["not_known"].format(what, value[:_LONGEST_REPEATED]))
        return [value for value in values if value in there]

    game = "".join(known("edition", [one.get("game", "")], site.games))
    printings = site.printings.get(game, ()) if game else {each for some in site.printings.values() for each in some}
    printing = "".join(known("printing", [one.get("printing", "")], printings))
    states: dict[str, set[str]] = {}
    for state in STATES:
        fields = [name.removeprefix(OPTION_FIELD) for name, value in one.items() if value == state]
        said = {*parameters.get(state, ()), *(each for each in fields if OPTION_FIELD + each in one)}
        states[state] = {*known("option", sorted(said), site.options)}
    on, off = (tuple(option for option in site.options if option in states[state]) for state in STATES)
    played = Choices(game, printing, on, tuple(option for option in off if option not in on))
    phase = "".join(known("phase", [one.get("phase", "")], site.phases))
    limit = one.get("n", "") or str(SHOWN)
    if not (limit.isascii() and limit.isdigit() and len(limit) < 4 and 0 < int(limit) <= MOST):
        raise QueryError(Finding("'n' is how many rulings you want", hint=f"a number from 1 to {MOST}"))
    return Asked(one.get("q", ""), int(limit), played, phase, one.get("all") == "1", tuple(left_out))


def find(site: Site, asked: Asked) -> Results | None:
    """Search for what is asked; nothing if nothing is. A game or a phase alone asks for all rulings that it has.

    Raises :class:`QueryError` for words that cannot be understood.
    """
    played, text = asked.played, asked.text
    if not asked.asks:
        return None
    if not text.strip():
        text = " ".join(f"game:{game}" for game in ([played.game] if played.game else site.games))
    narrowed = bool(asked.phase or played.off)
    found = site.base.search(
        text,
        played.game or None,
        len(site.game_of) if narrowed else asked.limit,
        all_games=asked.all_games,
        printing=printing_of(played, played.game),
    )
    if narrowed:
        kept = [hit for hit in found.rulings if not asked.phase or asked.phase in site.phases_of.get(hit.id, ())]
        missing = missing_options(site.base, [hit.id for hit in kept], played)
        kept.sort(key=lambda hit: hit.id in missing)  # those that need an option that is off come last
        found.rulings = kept[: asked.limit]
    return found


def turns(site: Site, asked: Asked, found: Results) -> list[tuple[str, Asked]]:
    """Return the same question of other games, where the words name some; each with the text of its link."""
    query = found.query
    everywhere = replace(asked, played=replace(asked.played, game="", printing=""), all_games=True)
    as_named = (TEXTS["as_the_question"], replace(everywhere, all_games=False))
    if not query.games:
        return []
    if not query.only or (query.chosen and {*query.games} - {*query.only}):
        return [as_named]
    return [] if query.chosen else [(TEXTS["all_editions"], everywhere)]


def wider(site: Site, asked: Asked, found: Results) -> list[tuple[str, Asked]]:
    """Links out of an empty result: in all phases, and in all games where it was kept to one."""
    ways = [(TEXTS["widen_phase"], replace(asked, phase=""))] if asked.phase else []
    if asked.played.game or found.query.only:
        played = replace(asked.played, game="", printing="")
        ways.append((TEXTS["widen_game"], replace(asked, played=played, all_games=True)))
    return ways


def more(asked: Asked, found: Results) -> int:
    """Return how many rulings are shown next; 0 if there are no more."""
    if not asked.limit == len(found.rulings) < MOST:
        return 0
    return DEFAULT_LIMIT if asked.limit < DEFAULT_LIMIT else min(MOST, 2 * asked.limit)
