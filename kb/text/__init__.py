"""Sentences and lines for readers. The terminal, the pages and JSON show the same ones; no other room makes them.

These modules need a base only and load fast: ``ruling`` has the sentences about a ruling, its source and its proof,
``claims`` about its claims, ``printings`` its verdict in each printing. ``comparison`` compares games, ``search``
describes a search, ``drafts`` a draft. ``captions`` labels a picture. ``markdown`` renders the words of the documents,
``forum`` a ruling as Markdown.

These need the engine: ``rules`` has the sentences of rules and of differences between rule books, ``traces`` of events
and reasons, ``stories`` of a case, ``cases`` of its result. ``answers`` and ``headline`` answer a question about a
position; ``asked`` has the words that these share with the pages.

Lists, plurals and articles are in :mod:`kb.base.english`, the names of a board's things in :mod:`kb.games.names`.
"""
