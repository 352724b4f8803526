"""A profile: what is played at a table; and what can be chosen for one. It is read strictly from an address
and kept as a link.

``static/kb/profile.js`` does the same without network: :meth:`Profile.words`, :meth:`Profile.ordered` and
:meth:`Profile.applied_to` are tested against it. Names that both use are in :mod:`kb.web.shared`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

from kb.base.errors import Finding, QueryError
from kb.knowledge import KnowledgeBase
from kb.service.choices import Choices
from kb.store import lookup, pages
from kb.store.tables.facets import FACETS
from kb.text.choices import STATES
from kb.web import shared
from kb.web.shared import LONGEST_REPEATED, OPTION_FIELD, PROFILE_IN_LINK, TEXTS


@dataclass(frozen=True)
class RulingChoices:
    """What decides whether a profile shows a ruling: its game, the options it needs, its values in each facet."""

    game: str
    options: tuple[str, ...]
    facets: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ProfileChoices:
    """Titles by id: ``games``, ``options``, the values of each of the ``facets``; each game's ``printings``; the
    ``rulings`` in reading order."""

    games: dict[str, str]
    printings: dict[str, tuple[str, ...]]
    options: dict[str, str]
    facets: dict[str, dict[str, str]]
    rulings: dict[str, RulingChoices]

    def printings_of(self, game: str) -> tuple[str, ...]:
        """The printings of a game to choose from, and :data:`kb.web.shared.ANY_PRINTING`; none where it has one."""
        printings = self.printings.get(game, ())
        return (*printings, shared.ANY_PRINTING) if len(printings) > 1 else ()

    def known_printings(self, game: str) -> tuple[str, ...]:
        """The printings of a game that a link may name."""
        return self.printings_of(game) or self.printings.get(game, ())

    def games_with(self, option: str) -> list[str]:
        """The games that have a ruling which depends on an option."""
        found = {bearing.game for bearing in self.rulings.values() if option in bearing.options}
        return [game for game in self.games if game in found]

    def plain(self) -> dict[str, Any]:
        """The same as values for JSON."""
        bearings = {key: [each.game, each.options, each.facets] for key, each in self.rulings.items()}
        printings = {game: self.known_printings(game) for game in self.games}
        chosen = {"games": self.games, "printings": printings, "options": self.options, "facets": self.facets}
        return {**chosen, "rulings": bearings}


def read_choices(base: KnowledgeBase) -> ProfileChoices:
    """The choices that a base has."""
    connection = base.connection
    games = lookup.titles(connection, "games")
    options = pages.values_of_rulings(connection, next(facet for facet in FACETS if facet.name == "option"))
    values = {facet.name: pages.values_of_rulings(connection, facet) for facet in shared.FACETS}
    return ProfileChoices(
        games=games,
        printings={game: pages.printings(connection, game) for game in games},
        options=lookup.titles(connection, "options"),
        facets={facet.name: pages.buttons(connection, facet) for facet in shared.FACETS},
        rulings={
            key: RulingChoices(game, options.get(key, ()), {name: of.get(key, ()) for name, of in values.items()})
            for key, game in pages.games_of_rulings(connection).items()
        },
    )


@dataclass(frozen=True)
class Profile(Choices):
    """The choices that are played, and the values chosen of ``facets``."""

    facets: Mapping[str, str] = field(default_factory=dict)

    def single(self) -> dict[str, str]:
        """Each parameter that takes one value, with its value or an empty text, in the order of a link."""
        given = {"game": self.game, "printing": self.printing, **self.facets}
        return {name: given.get(name, "") for name in shared.single_names()}

    def query(self, **more: str) -> str:
        """The profile as the query string of a link, after ``more``; empty parameters are left out."""
        pairs = [*more.items(), *self.single().items()]
        pairs += [(state, option) for state in STATES for option in getattr(self, state)]
        return urlencode([(name, value) for name, value in pairs if value])

    def without(self, *names: str) -> Profile:
        """The profile without some of its parameters: ``without("phase")``."""
        own = {name: type(getattr(self, name))() for name in names if name not in self.facets and hasattr(self, name)}
        return replace(self, facets={k: v for k, v in self.facets.items() if k not in names}, **own)

    def without_facets(self) -> Profile:
        """The profile of what is played alone, whatever the results are narrowed by."""
        return replace(self, facets={})

    def state(self, option: str) -> str:
        """``on``, ``off``, or ``unsaid``."""
        return super().state(option) or shared.UNSAID

    def printing_of(self, game: str) -> str:
        """The printing of a game that is played; empty where the profile does not say which."""
        return self.printing if self.game == game and self.printing != shared.ANY_PRINTING else ""

    def words(self, choices: ProfileChoices) -> str:
        """The profile as a line for readers; empty if nothing is said."""
        parts = [choices.games.get(self.game, "")]
        parts += [TEXTS["printing"].format(self.printing)] * bool(self.printing)
        parts += [choices.facets[name][value] for name, value in self.facets.items()]
        for state, label in STATES.items():
            options = [choices.options[option] for option in getattr(self, state)]
            parts += [f"{label}: {', '.join(options)}"] * bool(options)
        return TEXTS["between"].join(each for each in parts if each)

    def missing(self, ruling: str, choices: ProfileChoices) -> list[str]:
        """The options that a ruling depends on and that are not in force."""
        return [option for option in choices.rulings[ruling].options if option in self.off]

    def ordered(self, rulings: Iterable[str], choices: ProfileChoices) -> list[str]:
        """The rulings that have the chosen values of facets, those in force before those that are not."""
        chosen = self.facets.items()
        kept = [each for each in rulings if all(value in choices.rulings[each].facets[name] for name, value in chosen)]
        return sorted(kept, key=lambda each: bool(self.missing(each, choices)))

    def applied_to(self, html: str, choices: ProfileChoices) -> Markup:
        """Rendered cards with the profile filled into links, and the notes for it made visible."""
        html = str(html)
        notes = [shared.OPTION_NOTE.format(self.state(option), option) for option in choices.options]
        notes += [shared.PRINTING_NOTE.format(game, self.printing_of(game)) for game in choices.games]
        for note in notes:
            html = html.replace(shared.HIDDEN_NOTE.format(note), shared.SHOWN_NOTE.format(note))
        query = self.query()
        return Markup(html.replace(PROFILE_IN_LINK, f"?{escape(query)}" if query else ""))


def parse(asked: Mapping[str, Sequence[str]], choices: ProfileChoices, others: Iterable[str] = ()) -> Profile:
    """The profile of a query (each name with its values). ``others`` are the names that are not a profile's.

    Raises :class:`QueryError` for a name, a value or a combination that nobody can mean.
    """
    allowed = _names(choices, others)
    for name in asked:
        if name not in allowed:
            raise _wrong("nothing is called", name, allowed)
        if name not in STATES and len(asked[name]) > 1:
            raise QueryError(Finding(f"'{name}' is said twice", hint="say it once"))
    one = dict.fromkeys(shared.single_names(), "") | {name: values[0] for name, values in asked.items() if values}
    for name, (what, known) in _known_values(choices, one["game"]).items():
        if name == "printing" and one["printing"] and not one["game"]:
            raise QueryError(Finding("a printing without an edition", hint="choose the edition, too"))
        if name not in STATES:
            _check(what, one[name], known)
    facets = {facet.name: one[facet.name] for facet in shared.FACETS if one[facet.name]}
    stated = {state: {option for option in asked.get(state, ()) if option} for state in STATES}
    for option in choices.options:
        state = next(iter(asked.get(OPTION_FIELD + option, ())), "")
        if state:
            _check("state of an option", state, stated)
            stated[state].add(option)
    for option in sorted(stated["on"] | stated["off"]):
        _check("option", option, choices.options)
    for option in sorted(stated["on"] & stated["off"]):
        raise QueryError(Finding(f"'{option}' cannot be in force and not in force", hint="say one of the two"))
    return Profile(
        one["game"],
        one["printing"],
        facets=facets,
        **{state: tuple(option for option in choices.options if option in stated[state]) for state in stated},
    )


def parse_known(
    asked: Mapping[str, Sequence[str]], choices: ProfileChoices, others: Iterable[str] = ()
) -> tuple[Profile, list[str]]:
    """The same for a link that somebody keeps: unknown parameters are ignored, and unknown values are left out.

    With a line for each value that was left out: this site has never had it, or has it no more.
    Raises :class:`QueryError` as :func:`parse` does.
    """
    allowed = _names(choices, others)
    kept = {name: list(values) for name, values in asked.items() if name in allowed}
    lines = []
    for name, (what, known) in _known_values(choices, next(iter(asked.get("game", ())), "")).items():
        for value in [each for each in kept.get(name, ()) if each and each not in known]:
            kept[name].remove(value)
            lines.append(TEXTS["not_known"].format(what, value[:LONGEST_REPEATED]))
    return parse(kept, choices, others), lines


def _names(choices: ProfileChoices, others: Iterable[str]) -> set[str]:
    return {*shared.names(), *others, *(OPTION_FIELD + option for option in choices.options)}


def _known_values(choices: ProfileChoices, game: str) -> dict[str, tuple[str, Iterable[str]]]:
    """Of each parameter what its value is called, and the values that there are; ``game`` has the printings."""
    return {
        "game": ("edition", choices.games),
        "printing": ("printing", choices.known_printings(game)),
        **{name: (name, values) for name, values in choices.facets.items()},
        **dict.fromkeys(STATES, ("option", choices.options)),
    }


def _check(what: str, value: str, known: Iterable[str]) -> None:
    if value and value not in known:
        raise _wrong(f"there is no {what}", value, known)


def _wrong(what: str, value: str, known: Iterable[str]) -> QueryError:
    near = get_close_matches(value[:LONGEST_REPEATED], list(known), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(known))}"
    return QueryError(Finding(f"{what} '{value[:LONGEST_REPEATED]}'", hint=hint))
