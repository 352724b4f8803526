"""Every table and view of the base, described once: see :mod:`kb.store.tables.every` for all of them."""
