"""An event's profile: what is played at its tables. It is read strictly from an address and kept as a link.

``static/kb/profile.js`` does the same without network: :meth:`Profile.words`, :meth:`Profile.ordered` and
:meth:`Profile.applied_to` are tested against it. Names that both use are in :mod:`kb.web.shared`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from markupsafe import Markup, escape

from kb.errors import Finding, QueryError
from kb.web import facets, shared
from kb.web.choices import Choices
from kb.web.shared import LONGEST_REPEATED, OPTION_FIELD, PROFILE_IN_LINK, PROFILE_IN_WORDS, STATES, TEXTS


@dataclass(frozen=True)
class Profile:
    """The event's name, edition, printing, the values chosen of ``facets``, and the options in force (``on``) or not
    (``off``)."""

    event: str = ""
    game: str = ""
    printing: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    def single(self) -> dict[str, str]:
        """Each parameter that takes one value, with its value or an empty text, in the order of a link."""
        given = {"event": self.event, "game": self.game, "printing": self.printing, **self.facets}
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
        """The profile of the event alone, whatever the results are narrowed by."""
        return replace(self, facets={})

    def state(self, option: str) -> str:
        """``on``, ``off``, or ``unsaid``."""
        return next((state for state in STATES if option in getattr(self, state)), shared.UNSAID)

    def printing_of(self, game: str) -> str:
        """The printing of a game that is played; empty where the profile does not say which."""
        return self.printing if self.game == game and self.printing != shared.ANY_PRINTING else ""

    def is_at(self, choices: Choices) -> bool:
        """Whether a reader is at the event that the site is served for, and plays its game."""
        name, game = choices.event
        return bool(name) and self.event == name and (not self.game or self.game == (game or self.game))

    def named_event(self) -> str:
        """The event's name; empty where it is that of no event."""
        return "" if self.event == shared.NO_EVENT else self.event

    def words(self, choices: Choices) -> str:
        """The profile as a line for readers; empty if nothing is said."""
        parts = [self.named_event(), choices.games.get(self.game, "")]
        parts += [TEXTS["printing"].format(self.printing)] * bool(self.printing)
        parts += [choices.facets[name][value] for name, value in self.facets.items()]
        for state, label in STATES.items():
            options = [choices.options[option] for option in getattr(self, state)]
            parts += [f"{label}: {', '.join(options)}"] * bool(options)
        return TEXTS["between"].join(each for each in parts if each)

    def missing(self, ruling: str, choices: Choices) -> list[str]:
        """The options that a ruling depends on and that are not in force."""
        return [option for option in choices.rulings[ruling].options if option in self.off]

    def ordered(self, rulings: Iterable[str], choices: Choices) -> list[str]:
        """The rulings that have the chosen values of facets, those in force before those that are not."""
        chosen = self.facets.items()
        kept = [each for each in rulings if all(value in choices.rulings[each].facets[name] for name, value in chosen)]
        return sorted(kept, key=lambda each: bool(self.missing(each, choices)))

    def applied_to(self, html: str, choices: Choices, topic: str = "") -> Markup:
        """Rendered cards or a slip with the profile filled into links and texts, and the notes for it made visible,
        and those on the ``topic`` that was asked about."""
        html = str(html)
        notes = [shared.OPTION_NOTE.format(self.state(option), option) for option in choices.options]
        notes += [shared.PRINTING_NOTE.format(game, self.printing_of(game)) for game in choices.games]
        notes += [shared.HOUSE_NOTE] * self.is_at(choices)
        for note in [*notes, shared.TOPIC_NOTE.format(topic)]:
            html = html.replace(shared.HIDDEN_NOTE.format(note), shared.SHOWN_NOTE.format(note))
        query = self.query()
        html = html.replace(PROFILE_IN_LINK, f"?{escape(query)}" if query else "")
        return Markup(html.replace(PROFILE_IN_WORDS, escape(self.words(choices) or TEXTS["nothing_said"])))


def parse(asked: Mapping[str, Sequence[str]], choices: Choices, others: Iterable[str] = ()) -> Profile:
    """The profile of a query (each name with its values). ``others`` are the names that are not a profile's.

    Raises :class:`QueryError` for a name, a value or a combination that nobody can mean.
    """
    allowed = _names(choices, others)
    for name in asked:
        if name not in allowed:
            raise _wrong("nothing is called", name, allowed)
        if name not in STATES and len(asked[name]) > 1:
            raise QueryError(Finding(f"'{name}' is said twice", hint="say it once"))
    one = {name: values[0] for name, values in asked.items() if values}
    game = _known("edition", one.get("game", ""), choices.games)
    return Profile(
        one_line(one.get("event", "")),
        game,
        _printing(one.get("printing", ""), game, choices),
        _facets(one, choices),
        **_options(asked, choices),
    )


def parse_known(
    asked: Mapping[str, Sequence[str]], choices: Choices, others: Iterable[str] = ()
) -> tuple[Profile, list[str]]:
    """The same for a link that somebody keeps: unknown parameters are ignored, and unknown values are left out.

    With a line for each value that was left out: this site has never had it, or has it no more.
    Raises :class:`QueryError` as :func:`parse` does.
    """
    allowed = _names(choices, others)
    printings = choices.known_printings(next(iter(asked.get("game", ())), ""))
    known: dict[str, tuple[str, Iterable[str]]] = {
        "game": ("edition", choices.games),
        "printing": ("printing", printings),
        **{name: (name, values_known) for name, values_known in choices.facets.items()},
        **dict.fromkeys(STATES, ("option", choices.options)),
    }
    kept = {name: list(values) for name, values in asked.items() if name in allowed}
    lines = []
    for name, (what, values_known) in known.items():
        for value in [each for each in kept.get(name, ()) if each and each not in values_known]:
            kept[name].remove(value)
            lines.append(TEXTS["not_known"].format(what, _short(value)))
    return parse(kept, choices, others), lines


def _names(choices: Choices, others: Iterable[str]) -> set[str]:
    return {*shared.names(), *others, *(OPTION_FIELD + option for option in choices.options)}


def _facets(one: Mapping[str, str], choices: Choices) -> dict[str, str]:
    asked = {
        facet.name: _known(facet.name, one.get(facet.name, ""), choices.facets[facet.name]) for facet in facets.FACETS
    }
    return {name: value for name, value in asked.items() if value}


def _options(asked: Mapping[str, Sequence[str]], choices: Choices) -> dict[str, tuple[str, ...]]:
    stated = {state: {option for option in asked.get(state, ()) if option} for state in STATES}
    for option in choices.options:
        state = next(iter(asked.get(OPTION_FIELD + option, ())), "")
        if state:
            stated[_known("state of an option", state, stated)].add(option)
    for option in sorted(stated["on"] | stated["off"]):
        _known("option", option, choices.options)
    for option in sorted(stated["on"] & stated["off"]):
        raise QueryError(Finding(f"'{option}' cannot be in force and not in force", hint="say one of the two"))
    return {state: tuple(option for option in choices.options if option in stated[state]) for state in stated}


def one_line(name: str) -> str:
    """An event's name as one line, without unprintable characters, cut to :data:`kb.web.shared.LONGEST_EVENT`."""
    return "".join(each for each in " ".join(name.split()) if each.isprintable())[: shared.LONGEST_EVENT]


def _printing(printing: str, game: str, choices: Choices) -> str:
    if printing and not game:
        raise QueryError(Finding("a printing without an edition", hint="choose the edition, too"))
    return _known("printing", printing, choices.known_printings(game))


def _known(what: str, value: str, known: Iterable[str]) -> str:
    if value and value not in known:
        raise _wrong(f"there is no {what}", value, known)
    return value


def _wrong(what: str, value: str, known: Iterable[str]) -> QueryError:
    near = get_close_matches(value[:LONGEST_REPEATED], list(known), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(known))}"
    return QueryError(Finding(f"{what} '{_short(value)}'", hint=hint))


def _short(value: str) -> str:
    return value[:LONGEST_REPEATED]
