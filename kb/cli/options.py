"""The commands with their parameters, declared once: they read usual command lines, and make the Typer application.

Nothing here loads Typer, which takes longer than a search. :mod:`kb.cli.app` makes its application of the same
commands. That reads what :meth:`Command.read` does not: help, completion, errors, and rare forms of options.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


class Parameter:
    """An option, or an argument if ``flags`` is None, as the default value of a function's parameter.

    ``default`` is its value if it is left out, ``...`` if it is required. ``completes`` is a key of
    :data:`kb.store.lookup.CHOICES`. ``more`` are further settings of Typer.
    """

    def __init__(self, default: object, help: str, flags: tuple[str, ...] | None, completes: str, **more: Any) -> None:
        self.default, self.help, self.flags, self.completes, self.more = default, help, flags, completes, more


def option(default: object, help: str, *flags: str, completes: str = "", **more: Any) -> Any:
    """Return an option as the default value of a parameter; without ``flags`` it is named after that parameter.

    Its type, like that of an argument, is that of the parameter. The other arguments are those of :class:`Parameter`.
    """
    return Parameter(default, help, flags, completes, **more)


def argument(default: object, help: str, completes: str = "") -> Any:
    """Return an argument as the default value of a parameter. It is required if ``default`` is ``...``.

    ``completes`` is a key of :data:`kb.store.lookup.CHOICES`, with which the shell completes it.
    """
    return Parameter(default, help, None, completes)


class Command:
    """A command: its function, whose default values are its parameters, its group in the help, and an example."""

    def __init__(self, function: Callable[..., int], group: str, epilog: str | None) -> None:
        self.function, self.group, self.epilog = function, group, epilog
        names = function.__code__.co_varnames
        self.parameters: dict[str, Parameter] = dict(zip(names, function.__defaults__ or (), strict=False))

    def read(self, words: Iterable[str]) -> dict[str, Any] | None:
        """Return the values of the parameters, by name; None for a command line that Typer has to read or to refuse.

        A value that begins with a hyphen is left to Typer, and so is a number out of its range.
        """
        values = {name: own.default for name, own in self.parameters.items()}
        flags = {flag: name for name, own in self.parameters.items() for flag in _flags(name, own)}
        argument = next((name for name, own in self.parameters.items() if own.flags is None), "")
        rest = iter(words)
        for word in rest:
            name = flags.get(word, "" if word.startswith("-") and word != "-" else argument)
            kind = self.function.__annotations__.get(name, "")
            if kind == "bool":
                values[name] = True
                continue
            value = word if name == argument else next(rest, "--")
            if not name or (value.startswith("-") and value != "-"):
                return None
            if kind.startswith("int"):
                more = self.parameters[name].more
                if not (value.isascii() and value.isdigit() and more["min"] <= int(value) <= more["max"]):
                    return None
                values[name] = int(value)
            elif kind.startswith("list"):
                before = values[name]
                values[name] = [*(before if isinstance(before, list) else ()), value]
            elif name == argument and values[name] not in (None, "", ...):
                return None
            else:
                values[name] = value
        from_outside = any(own.more.get("envvar", "") in os.environ for own in self.parameters.values())
        return None if from_outside or ... in values.values() else values


def _flags(name: str, own: Parameter) -> tuple[str, ...]:
    """Return the flags of a parameter that :meth:`Command.read` reads: none for an argument, by default ``--name``.
    ``own`` is its declaration."""
    if own.flags is None:
        return ()
    return own.flags or ("--" + name.replace("_", "-"),)


class Commands(dict[str, Command]):
    """The commands of a module by their names, in one group of the help."""

    def __init__(self, group: str) -> None:
        super().__init__()
        self.group = group

    def command(self, name: str = "", epilog: str | None = None) -> Callable[[Callable[..., int]], Callable[..., int]]:
        """Return a decorator that declares a command, by default of the function's name; ``epilog`` ends its help. The
        default value of each parameter is an option or an argument."""

        def declare(function: Callable[..., int]) -> Callable[..., int]:
            """Add the function as a command; return it unchanged."""
            self[name or function.__name__] = Command(function, self.group, epilog)
            return function

        return declare


# -- options that several commands have

GAME = option(None, "Only this game: its id, or a name players use.", "--game", "-g", completes="games")
PRINTING = option(None, "The printing on the table: 2012.", completes="printings")
OPTIONS = option(None, "An option in force, or not: technology, technology=off. May be repeated.", completes="options")
PUBLIC_URL = option("", "The address of the site, for links and previews.")
LINKED = option(
    "", "The address of the site, for links; or set KB_PUBLIC_URL.", envvar="KB_PUBLIC_URL", show_envvar=False
)
REPORT_URL = option(
    "", "The address for mistakes: {id} and {build} in it are filled in. Pages link to it.", "--report-url"
)
PHONE_ENGINE = option("", "The folder of the engine for phones, or off; see kb phone-engine.")
JSON = option(False, "Print JSON.", "--json")
TRACE = option(False, "Show what happened, rule by rule.", "--trace")
