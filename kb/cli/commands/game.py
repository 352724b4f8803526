"""``kb game new``: begins the board and the rules of a game that is here with its documents."""

from __future__ import annotations

from kb.base import paths
from kb.base.english import counted
from kb.cli.terminal import Screen, recover, say


def new(game: str, like: str = "") -> int:
    """Write the files of a board and a rule set, with every key explained. Raises :class:`BadInput` with what is in
    the way."""
    from kb.pipeline.authoring.game_files import begin
    from kb.text.drafts import not_played_line

    recover()
    written = begin(game, like, paths.data(), say)
    screen = Screen()
    screen.line(f"{counted(len(written), 'file')} written:")
    for each in written:
        screen.line(f"  data/{each.path}")
    screen.wrapped(not_played_line(game))
    screen.show()
    return 0
