"""The addresses for programs."""

from __future__ import annotations

from kb.web.api.endpoint import ROUTES

__all__ = ["ROUTES"]
