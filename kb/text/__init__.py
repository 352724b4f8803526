"""Sentences and lines for readers, the same on the terminal, on pages and in JSON. No other room writes sentences.

These modules need a base only and load fast: ``ruling`` has the facts about a ruling in words, with its proof, its
printings and other games. ``search`` describes a search, ``drafts`` a draft. ``captions`` labels a picture.
``markdown`` renders the words of the documents, ``forum`` a ruling as Markdown.

These need the engine: ``rules`` has the sentences of rules and of differences between rule books, ``traces`` of events
and reasons, ``stories`` of a case, ``cases`` of its result. ``answers`` answers a question about a position; ``asked``
has the words that it shares with the pages.

Lists, plurals and articles are in :mod:`kb.base.english`, the names of a board's spaces, powers and units in
:mod:`kb.games.names`.
"""
