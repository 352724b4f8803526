"""Sentences and lines for readers, the same on a terminal, on a page and in JSON; no other room makes them.

Of what a base holds, and light: ``ruling`` has the sentences about a ruling, its source and its proof, ``claims`` those
about its claims, ``printings`` what it says in each printing; ``comparison`` how games compare; ``search`` how a search
was understood; ``drafts`` what is not written yet; ``captions`` what a picture shows; ``markdown`` reads the words of
the documents, ``forum`` writes a ruling for others to read.

Of what the engine decides: ``rules`` has the sentence of a rule and what differs between rule books; ``traces`` what
happened and why; ``stories`` a case, ``cases`` what became of it; ``answers`` an answer about a position, ``headline``
its first line, ``asked`` words that these and the pages have.

Lists, plurals and articles are in :mod:`kb.base.english`, the names of a board's things in :mod:`kb.games.names`.
"""
