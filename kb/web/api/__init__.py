"""The addresses for programs, ``/api/v1``: see docs/serving.md."""
