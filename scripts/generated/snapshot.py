"""kb/cli/snapshot.py: commands, options and help of the Typer application, for the front door."""

from __future__ import annotations

import pprint
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import typer

from kb.cli.app import app

HEAD = '''"""Made by scripts/generate.py from the Typer application in kb/cli/app.py. Do not edit."""

from __future__ import annotations

'''


def snapshot() -> str:
    """The text of the module."""
    group: Any = typer.main.get_command(app)
    helps = {"": _help(group, "kb")}
    options: dict[str, dict[str, tuple[str, str]]] = {}
    arguments: dict[str, tuple[str, int]] = {}
    groups = {name: each for name, each in group.commands.items() if hasattr(each, "commands")}
    for name, command in _every(group.commands):
        helps[name] = _help(command, f"kb {name}")
        if name in groups:
            continue
        options[name] = {
            flag: (param.name, _value(param))
            for param in command.params
            if param.param_type_name == "option"
            for flag in (*param.opts, *param.secondary_opts)
        }
        for param in command.params:
            if param.param_type_name == "argument":
                arguments[name] = (param.name, param.nargs)
    inside = {name: _summaries(each.commands) for name, each in groups.items()}
    parts = [
        f"COMMANDS: dict[str, str] = {pprint.pformat(_summaries(group.commands), width=120, sort_dicts=False)}",
        "#: command that is a group -> the commands in it; elsewhere they are called 'group command'",
        f"GROUPS: dict[str, dict[str, str]] = {pprint.pformat(inside, width=120, sort_dicts=False)}",
        "#: command -> its argument, and how many words it takes (-1: any number)",
        f"ARGUMENTS: dict[str, tuple[str, int]] = {pprint.pformat(arguments, width=120, sort_dicts=False)}",
        "#: command -> flag -> (parameter, the value it takes: none, text, texts if repeated, or a lowest and a highest number)",
        f"OPTIONS: dict[str, dict[str, tuple[str, str]]] = {pprint.pformat(options, width=120, sort_dicts=False)}",
        "HELP: dict[str, str] = {",
        *(f"    {name!r}: {_literal(text)}," for name, text in helps.items()),
        "}",
    ]
    text = HEAD + "\n".join(parts) + "\n"
    ruff = [sys.executable, "-m", "ruff", "format", "--quiet", "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


def _every(commands: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each command and group by its name, and the commands in a group as ``group command``."""
    for name, command in commands.items():
        yield name, command
        for inner, each in getattr(command, "commands", {}).items():
            yield f"{name} {inner}", each


def _summaries(commands: dict[str, Any]) -> dict[str, str]:
    return {name: command.get_short_help_str(120) for name, command in commands.items()}


def _value(param: Any) -> str:
    if param.is_flag:
        return ""
    if param.multiple:
        return "texts"
    return "text" if param.min is None else f"{param.min} {param.max}"


def _literal(text: str) -> str:
    return "(\n" + "\n".join(f"        {line!r}" for line in text.splitlines(keepends=True)) + "\n    )"


def _help(command: Any, name: str) -> str:
    context = command.make_context(name, [], resilient_parsing=True, terminal_width=80)
    return str(command.get_help(context)).rstrip("\n") + "\n"
