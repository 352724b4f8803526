"""A server of the Model Context Protocol: what an assistant gets of the knowledge base, and how it is told to use it.

``tools`` has what the assistant is told and, with ``resources``, answers its calls with what every program gets
(:mod:`kb.service`), ``texts`` puts an answer into a few lines, ``server`` speaks the protocol. Only ``server`` needs
the package ``mcp``.
"""
