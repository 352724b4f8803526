"""The addresses for programs, ``/api/v1``: each is described once (:mod:`kb.service.operations`), and from that come
how its parameters are read, the OpenAPI description, and the routes. See docs/serving.md."""
