"""The locations of the data and of the built knowledge base.

A checkout has both at its top level (``data/``, ``built/``); an installed wheel has them inside the package.
``KB_DATA`` and ``KB_BUILT`` name other locations.
"""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CHECKOUT = os.path.dirname(PACKAGE)


def _is_checkout() -> bool:
    """Return whether the program runs from a checkout, which has ``data/documents.yaml``."""
    return os.path.isfile(os.path.join(CHECKOUT, "data", "documents.yaml"))


def data() -> str:
    """Return the directory of the documents and of everything curated beside them."""
    named = os.environ.get("KB_DATA")
    if named:
        return os.path.abspath(named)
    return os.path.join(CHECKOUT, "data") if _is_checkout() else os.path.join(PACKAGE, "_data")


def docs() -> str:
    """Return the directory of the pages of documentation that the program reads."""
    return os.path.join(CHECKOUT, "docs") if _is_checkout() else os.path.join(PACKAGE, "_docs")


def built() -> str:
    """Return the directory of the built knowledge base."""
    named = os.environ.get("KB_BUILT")
    if named:
        return os.path.abspath(named)
    return os.path.join(CHECKOUT, "built") if _is_checkout() else os.path.join(PACKAGE, "_built")


def shown(path: str) -> str:
    """Return ``path`` relative to the current folder if it is inside it; else return it unchanged."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative
