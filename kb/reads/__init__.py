"""What a program gets: one function for each read, given an open base, plain values out (what ``json.dumps`` takes).

``search``, ``ruling``, ``rulings`` (:mod:`kb.reads.rulings`), ``compare`` (:mod:`kb.reads.topics`), ``sections``,
``section`` (:mod:`kb.reads.sections`), ``games`` (:mod:`kb.reads.games`), ``ask`` (:mod:`kb.reads.asking`) and
``check`` (:mod:`kb.reads.checking`), ``changes``, ``editions`` and ``of_ruling`` (:mod:`kb.reads.changes`).
The commands' ``--json``, the pages' JSON and the addresses for programs give what these return. What each field means
stands in :mod:`kb.reads.shapes`. All raise :class:`kb.errors.KBError` with every
finding.
"""
