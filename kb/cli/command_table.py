"""What the front door knows of the commands without Typer: a table made of :mod:`kb.cli.app`, their one definition.

A wheel has it, as ``commands.table`` beside this file. In a checkout the first start makes it, and keeps it in the
user's cache folder for as long as ``app.py`` and Typer stay as they are; where nothing can be written, each start
makes it.

* ``COMMANDS``: command -> what it does, in a line
* ``ARGUMENTS``: command -> its argument, and how many words it takes (-1: any number)
* ``OPTIONS``: command -> flag -> (parameter, the value that it takes: none, ``text``, ``texts`` if it may be repeated,
  or a lowest and a highest number)
* ``HELP``: command -> its help
"""

from __future__ import annotations

import marshal
import os

from kb.base.paths import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    #: of these four
    Table = tuple[
        dict[str, str],
        dict[str, tuple[str, int]],
        dict[str, dict[str, tuple[str, str]]],
        dict[str, str],
    ]
    #: path, time of the last change and size of each file that a table was made of; a wheel's, which stay, are not told
    Sources = tuple[tuple[str, int, int], ...]

_HERE = os.path.join(PACKAGE, "cli")
_APP = os.path.join(_HERE, "app.py")
#: the form of the file, the same for every Python
_FORM = 2


def _read(path: str) -> Table | None:
    """The table in a file; ``None`` where there is none, or it was made of other files than there are now."""
    try:
        with open(path, "rb") as file:
            sources, table = marshal.load(file)
        if sources and sources[0][0] != _APP:
            return None
        for source, *made_of in sources:
            now = os.stat(source)
            if made_of != [now.st_mtime_ns, now.st_size]:
                return None
        return table  # type: ignore[no-any-return]
    except (OSError, ValueError, EOFError, TypeError):
        return None


def write(path: str, table: Table, sources: Sources = ()) -> None:
    """Write the file of a table, whole or not at all. Raises :class:`OSError`."""
    aside = f"{path}.{os.getpid()}"
    with open(aside, "wb") as file:
        file.write(marshal.dumps((sources, table), _FORM))
    os.replace(aside, path)


def _kept() -> str:
    """Where the table of this checkout is kept: in the user's folder for what can be made again."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or ""
    folder = named if os.path.isabs(named) else os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(folder, "axis-allies-rulings", f"commands{_HERE[-150:].replace(os.sep, '-')}")


def _made() -> Table:
    """The table, made now and kept."""
    import typer

    from kb.cli.app import table

    made = table()
    path, stats = _kept(), [(each, os.stat(each)) for each in (_APP, typer.__file__)]
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path, made, tuple((each, stat.st_mtime_ns, stat.st_size) for each, stat in stats))
    except OSError:
        pass  # there is no place for it: the next start makes it again
    return made


COMMANDS, ARGUMENTS, OPTIONS, HELP = _read(os.path.join(_HERE, "commands.table")) or _read(_kept()) or _made()
