"""What anybody may ask of a base: one function for each operation, given an open base, plain values out (what
``json.dumps`` takes); commands, pages, addresses for programs and assistants' tools give what these return.

``search``, ``ruling``, ``rulings`` (:mod:`kb.service.rulings`), ``compare`` (:mod:`kb.service.topics`), ``sections``,
``section``, ``games`` (:mod:`kb.service.books`), ``ask`` (``asking``), ``check`` (:mod:`kb.service.checking`). All
raise :class:`kb.base.errors.KBError` with every finding.

:mod:`kb.service.operations` is the list of them for those who serve programs: what each takes and gives, field by
field, stands in :mod:`kb.service.types`. Only that list needs msgspec; the functions, which commands call, do not.
"""
