"""``kb phone-engine``: gets the interpreter that runs the rules engine on phones."""

from __future__ import annotations

from kb.base.paths import shown
from kb.cli.terminal import say


def run(folder: str = "", package: str = "") -> int:
    """Put the files into a folder, by default the one beside the builds.

    Raises :class:`kb.base.errors.BadInput` where they cannot be had.
    """
    from kb.web.phone import runtime

    where = folder or runtime.default_folder()
    runtime.fetch(where, package)
    say(f"Pyodide {runtime.VERSION} is in {shown(where)}; kb serve offers it to phones")
    return 0
