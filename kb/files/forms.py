"""The forms of ``kb export`` beside those for programs, by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kb.knowledge import KnowledgeBase

#: what ``--format`` may say for these
FORMS = ("opensearch", "opensearch-mapping")


def written(base: KnowledgeBase, form: str, game: str | None = None) -> Iterator[str]:
    """The text of an export, in pieces; ``form`` is one of :data:`FORMS`, ``game`` keeps to one game.

    Raises ``QueryError`` for a game that is not there, and :class:`kb.base.errors.KBError` where the words
    of the data are not those that the base was built from.
    """
    wanted = [base.game_named(game)] if game else base.games()
    if form == "opensearch":
        from kb.files.cluster import bulk

        yield from bulk(base, wanted)
    else:
        from kb.files.cluster import index

        yield index(base)
