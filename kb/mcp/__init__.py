"""A server of the Model Context Protocol: the operations of :mod:`kb.service` as tools and resources for assistants."""
