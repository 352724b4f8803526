"""What the rows of a table are called, by id: their titles, for links and lists that would else show ids alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from kb.web.site import Site

#: what a row of a table is called, in SQL
_CALLED = {
    "games": "short",
    "rulings": "verdict",
    "editions": "id || iif(title = '', '', ': ' || title)",
    "rules": "replace(rule, '-', ' ')",
    **dict.fromkeys(("documents", "sections", "topics", "options", "phases", "readings", "scenarios"), "title"),
}
_read: WeakKeyDictionary[Site, dict[str, Mapping[str, str]]] = WeakKeyDictionary()


def labels_of(site: Site, table: str) -> Mapping[str, str]:
    """What each row of a table is called, by its id; empty for a table whose rows have no titles. Read once."""
    known = _read.setdefault(site, {})
    if table not in known:
        called = _CALLED.get(table)
        rows = site.base.connection.execute(f'select id, {called} from "{table}"') if called else ()
        known[table] = dict(tuple(row) for row in rows)
    return known[table]
