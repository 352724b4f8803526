"""Every table and view of the base, described once: see :mod:`kb.store.tables.all_tables` for all of them."""
