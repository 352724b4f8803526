"""A server of the Model Context Protocol: what an assistant gets of the knowledge base, and how it is told to use it.

``tools`` has what the assistant is told and, with ``resources``, answers its calls with what every program gets
(:mod:`kb.service`), in the lines of :mod:`kb.text.assistants`, ``server`` speaks the protocol. Only ``server`` needs
the package ``mcp``.
"""
