"""A server of the Model Context Protocol: what an assistant gets of the knowledge base, and how it is told to use it.

``words`` has what the assistant is told, ``arguments`` what its calls say, ``tools`` and ``resources`` answer them with
the reads that every program gets (:mod:`kb.service`), ``texts`` puts an answer into a few lines, ``server`` speaks the
protocol. Only ``server`` needs the package ``mcp``.
"""
