"""The rule books of the data, read as quickly as the build allows."""

from __future__ import annotations

from kb import paths
from kb.games import packed
from kb.scenarios.reading import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase


def rule_books(base: KnowledgeBase | None) -> library.RulesLoader:
    """Gives the rule books of the data, from the packed file of the build where that is of the data as they are.

    Raises :class:`DamagedBuild` where the file is not what was built.
    """
    build = base.build if base else None
    if build is None or packed.NAME not in build.files:
        return library.RulesLoader(paths.data())
    return library.quickest(paths.data(), packed.held(build.path(packed.NAME), build.read(packed.NAME)))
