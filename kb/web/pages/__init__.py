"""One module a page. ``ROUTES`` lists (pattern of the path, ``async page(site, request) -> Response``).

A page raises ``KBError`` for what a reader got wrong (400) and :class:`kb.base.errors.NotFound` for what is
not there (404); everything it shows comes from ``site.base``.
"""
