"""An event's profile: what is played at its tables. It is read strictly from a query and kept as a link.

``static/kb/profile.js`` does the same without network: :meth:`Profile.words`, :meth:`Profile.arranged` and
:meth:`Profile.dressed` are tested against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from urllib.parse import urlencode

from markupsafe import Markup, escape

from kb.errors import Finding, QueryError
from kb.web.choices import Choices

#: what a profile is written with; a form may write ``option.technology=on`` for ``on=technology``
NAMES = ("event", "game", "printing", "phase", "on", "off")
FORM = "option."
LONGEST_EVENT = 60
#: so much of a value that is wrong is shown
_SHOWN = 40
#: where a card has the profile in a link, and a slip has it in words
IN_A_LINK = "?@profile"
IN_WORDS = "@profile@"


@dataclass(frozen=True)
class Profile:
    """The event's name, edition, printing and phase, and the options that are in force (``on``) or not (``off``)."""

    event: str = ""
    game: str = ""
    printing: str = ""
    phase: str = ""
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    def query(self, **more: str) -> str:
        """The profile as the query of a link, behind ``more``; what is not said is left out."""
        pairs = [*more.items(), *((name, getattr(self, name)) for name in NAMES[:4])]
        pairs += [(name, option) for name in NAMES[4:] for option in getattr(self, name)]
        return urlencode([(name, value) for name, value in pairs if value])

    def without(self, *names: str) -> Profile:
        """The profile with some of it not said: ``without("phase")``."""
        return replace(self, **{name: type(getattr(self, name))() for name in names})

    def state(self, option: str) -> str:
        """``on``, ``off``, or ``unsaid``."""
        return "on" if option in self.on else "off" if option in self.off else "unsaid"

    def words(self, choices: Choices) -> str:
        """The profile as a line for readers; empty if nothing is said."""
        told = [self.event, choices.games.get(self.game, "")]
        told += [f"{self.printing} printing"] * bool(self.printing)
        told += [choices.phases.get(self.phase, "")]
        for head, options in (("in force", self.on), ("not in force", self.off)):
            told += [f"{head}: {', '.join(choices.options[option] for option in options)}"] * bool(options)
        return " · ".join(each for each in told if each)

    def missing(self, ruling: str, choices: Choices) -> list[str]:
        """The options that a ruling depends on and that are not in force."""
        return [option for option in choices.rulings[ruling].options if option in self.off]

    def arranged(self, rulings: Iterable[str], choices: Choices) -> list[str]:
        """Rulings as the profile wants them: only those of the phase, those in force before those that are not."""
        kept = [each for each in rulings if not self.phase or self.phase in choices.rulings[each].phases]
        return sorted(kept, key=lambda each: bool(self.missing(each, choices)))

    def dressed(self, html: str, choices: Choices) -> Markup:
        """Rendered cards or a slip with the profile put where it belongs, and the notes shown that it calls for."""
        html = str(html)
        notes = [f"{self.state(option)}:{option}" for option in choices.options]
        for note in [*notes, f"printing:{self.printing}"]:
            html = html.replace(f' hidden data-note="{note}"', f' data-note="{note}"')
        query = self.query()
        html = html.replace(IN_A_LINK, f"?{escape(query)}" if query else "")
        return Markup(html.replace(IN_WORDS, escape(self.words(choices) or "nothing said")))


def parse(asked: Mapping[str, Sequence[str]], choices: Choices, others: Iterable[str] = ()) -> Profile:
    """The profile of a query (each name with its values). ``others`` are the names that are not a profile's.

    Raises :class:`QueryError` for a name, a value or a combination that nobody can mean.
    """
    allowed = _names(choices, others)
    for name in asked:
        if name not in allowed:
            raise _wrong("nothing is called", name, allowed)
        if name not in ("on", "off") and len(asked[name]) > 1:
            raise QueryError(Finding(f"'{name}' is said twice", hint="say it once"))
    one = {name: values[0] for name, values in asked.items() if values}
    game = _known("edition", one.get("game", ""), choices.games)
    return Profile(
        _event(one.get("event", "")),
        game,
        _printing(one.get("printing", ""), game, choices),
        _known("phase", one.get("phase", ""), choices.phases),
        **_options(asked, choices),
    )


def parse_known(
    asked: Mapping[str, Sequence[str]], choices: Choices, others: Iterable[str] = ()
) -> tuple[Profile, list[str]]:
    """The same for a link that somebody keeps: names of others are passed over, and what is not known is left out.

    With a line for each choice that was left out: this site has never had it, or has it no more.
    Raises :class:`QueryError` as :func:`parse` does.
    """
    allowed = _names(choices, others)
    printings = choices.printings.get(next(iter(asked.get("game", ())), ""), ())
    known: dict[str, tuple[str, Iterable[str]]] = {
        "game": ("edition", choices.games), "printing": ("printing", printings), "phase": ("phase", choices.phases),
        "on": ("option", choices.options), "off": ("option", choices.options),
    }  # fmt: skip
    kept = {name: list(values) for name, values in asked.items() if name in allowed}
    lines = []
    for name, (what, there) in known.items():
        for value in [each for each in kept.get(name, ()) if each and each not in there]:
            kept[name].remove(value)
            lines.append(f"This link names the {what} '{_short(value)}', which is not known here. It is left out.")
    return parse(kept, choices, others), lines


def _names(choices: Choices, others: Iterable[str]) -> set[str]:
    return {*NAMES, *others, *(FORM + option for option in choices.options)}


def _options(asked: Mapping[str, Sequence[str]], choices: Choices) -> dict[str, tuple[str, ...]]:
    said = {state: {option for option in asked.get(state, ()) if option} for state in ("on", "off")}
    for option in choices.options:
        state = next(iter(asked.get(FORM + option, ())), "")
        if state:
            said[_known("state of an option", state, said)].add(option)
    for option in sorted(said["on"] | said["off"]):
        _known("option", option, choices.options)
    for option in sorted(said["on"] & said["off"]):
        raise QueryError(Finding(f"'{option}' cannot be in force and not in force", hint="say one of the two"))
    return {state: tuple(option for option in choices.options if option in said[state]) for state in said}


def _event(name: str) -> str:
    """An event's name as one line; what nobody can see, and what is too long, is left out."""
    return "".join(each for each in " ".join(name.split()) if each.isprintable())[:LONGEST_EVENT]


def _printing(printing: str, game: str, choices: Choices) -> str:
    if printing and not game:
        raise QueryError(Finding("a printing without an edition", hint="choose the edition, too"))
    return _known("printing", printing, choices.printings.get(game, ()))


def _known(what: str, value: str, known: Iterable[str]) -> str:
    if value and value not in known:
        raise _wrong(f"there is no {what}", value, known)
    return value


def _wrong(what: str, value: str, known: Iterable[str]) -> QueryError:
    near = get_close_matches(value[:_SHOWN], list(known), n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(known))}"
    return QueryError(Finding(f"{what} '{_short(value)}'", hint=hint))


def _short(value: str) -> str:
    return value[:_SHOWN]
