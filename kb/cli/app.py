"""The Typer application: the commands in three groups, and the command of a command line that names none."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import FunctionType
from typing import Annotated, Any

import typer
from typer.core import CompletionItem, TyperGroup, TyperOption  # type: ignore[attr-defined]

import kb
from kb.base.errors import BadInput, Finding, KBError
from kb.cli import keep, look_up, play
from kb.cli.default import default_command
from kb.cli.options import Command
from kb.store import lookup


def _choices(what: str, incomplete: str) -> list[tuple[str, str]]:
    """Return the values that begin with ``incomplete``, each with its meaning; ``what`` is a key of
    :data:`kb.store.lookup.CHOICES`. Return an empty list without a base."""
    try:
        with kb.open() as base:
            known = lookup.choices(base.connection, what)
    except KBError:
        return []
    return [each for each in known if each[0].startswith(incomplete)]


def _completion(what: str) -> Callable[[str], list[tuple[str, str]]]:
    """Return :func:`_choices` of ``what`` as a function, which Typer needs."""
    return lambda incomplete: _choices(what, incomplete)


class DefaultCommand(TyperGroup):
    """A group in which a command line without a command shows an id, compares a topic, or searches for words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # Typer keeps these types private
        """Return the command of a line and its arguments; a line without a command gets the default command."""
        if args[0] not in self.commands:
            args = [default_command(self._words(args), len(args) == 1), *args]
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[CompletionItem]:  # as above
        """Return the commands that begin with ``incomplete``, or else the ids of rulings that do."""
        found = super().shell_complete(ctx, incomplete)
        return found or [CompletionItem(id, help=verdict) for id, verdict in _choices("rulings", incomplete)]

    def _words(self, args: list[str]) -> list[str]:
        """Return the arguments without the options of ``search`` and ``show`` and their values."""
        options = [each for name in ("search", "show") for each in self.commands[name].params]
        valued = {flag for each in options if not getattr(each, "is_flag", False) for flag in each.opts}
        words, is_value = [], False
        for each in args:
            if not is_value and not each.startswith("-"):
                words.append(each)
            is_value = not is_value and each in valued
        return words


app = typer.Typer(
    name="kb",
    cls=DefaultCommand,
    help="Rulings for Axis & Allies games, in the words of their documents, with rule sections, errata and editions."
    "\n\nWithout a command, a question is searched for and a ruling's id is shown.",
    epilog='Examples: kb "can my fighter hit a lone sub", kb rev-sub-2, kb help search',
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "ignore_unknown_options": True},
)


def _add(name: str, command: Command) -> None:
    """Add a command to the application, with its options and arguments as parameters of Typer."""
    made: list[object] = []
    for own in command.parameters.values():
        completion = _completion(own.completes) if own.completes else None
        if own.flags is None:
            made.append(typer.Argument(own.default, help=own.help, autocompletion=completion))
        else:
            made.append(typer.Option(own.default, *own.flags, help=own.help, autocompletion=completion, **own.more))
    declared = command.function
    function = FunctionType(declared.__code__, declared.__globals__, declared.__name__, tuple(made))
    function.__doc__, function.__annotations__ = declared.__doc__, declared.__annotations__
    app.command(name, rich_help_panel=command.group, epilog=command.epilog)(function)


for module in (look_up, play, keep):
    for name, command in module.commands.items():
        _add(name, command)


_type_of = TyperOption.display_type_rich
# a flag has no value, so the help shows no type for it
TyperOption.display_type_rich = lambda self, ctx: None if self.is_flag else _type_of(self, ctx)  # type: ignore[method-assign]


def _version(wanted: bool) -> None:
    """Print the version and end the program, if it is wanted."""
    if wanted:
        typer.echo(f"kb {kb.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Parse the options before the command."""


def _with_values(arguments: list[str]) -> list[str]:
    """Return a command line in which ``--preview`` has a value: a page that follows it, or else the terminal."""
    follows = [*arguments[1:], ""]
    alone = (
        each == "--preview" and not next.endswith((".html", ".htm"))
        for each, next in zip(arguments, follows, strict=True)
    )
    return [f"{each}=-" if bare else each for each, bare in zip(arguments, alone, strict=True)]


def run(arguments: list[str]) -> int:
    """Run a command line; return the exit status. Raises :class:`BadInput` for one that cannot be understood."""
    command = typer.main.get_command(app)
    if "_KB_COMPLETE" in os.environ:
        command.main(arguments, prog_name="kb")
    try:
        with command.make_context("kb", _with_values(arguments)) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:
        raise _usage(error) from None


def _usage(error: typer.TyperException) -> BadInput:
    """Return an error of Typer about the command line as one of ours, in one line."""
    near = getattr(error, "possibilities", None)
    context = getattr(error, "ctx", None)
    see = f"see '{context.command_path} --help'" if context else "see 'kb --help'"
    message = str(error.message) if near else error.format_message()
    return BadInput(Finding(message.rstrip("."), hint=f"did you mean {' or '.join(near)}? {see}" if near else see))
