"""Addresses in the text of a file: each becomes relative to that file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files as package_files
from posixpath import dirname, relpath

from kb.web.phone.offer import ROOT

_INDEX = "index.html"


def marker(digest: str) -> str:
    """A base URL for a build that no text of it can hold.

    It changes with this room's code, too: names of files contain a hash of their text with the marker, and what is made
    of the text here is kept by browsers under that name.
    """
    own = sorted(package_files("kb.files.site").iterdir(), key=lambda each: each.name)
    code = b"".join(each.read_bytes() for each in own if each.name.endswith(".py"))
    return f"/site-{sha256(digest.encode() + code).hexdigest()}/"


class Links:
    """The addresses of a site with the file of each.

    ``missing`` collects those that some file leads to and that are not there, as pairs of file and address.
    """

    def __init__(self, marker: str, files: Mapping[str, str]) -> None:
        self._address = re.compile(re.escape(marker[:-1]) + r"(/[^\s\"'<>?#&\\]*)?")
        self._files = files
        # the service worker is told how addresses of the engine begin, also where there is none
        self._folders = {f"{folder}/" for file in files.values() for folder in _above(file)} | {"/", f"{ROOT}/"}
        self.missing: list[tuple[str, str]] = []

    def rewritten(self, text: str, file: str) -> str:
        """The text of a file, with each address relative to it."""
        return self._address.sub(lambda found: self._relative(found[1] or "/", file), text)

    def absolute(self, text: str, file: str, folder: str) -> str:
        """The same with addresses from the root of the host, for a site in ``folder`` there (``/rulings`` or empty)."""
        return self._address.sub(lambda found: f"{folder}/{self._place(found[1] or '/', file)}", text)

    def _relative(self, address: str, file: str) -> str:
        place = self._place(address, file)
        way = relpath(f"/{place}", f"/{dirname(file)}")
        return f"{way}/" if place.endswith("/") or not place else way

    def _place(self, address: str, file: str) -> str:
        """Where an address is, from the root of the site; a page, and what addresses only begin with, ends in ``/``."""
        target = self._files.get(address)
        if target is not None:
            return target.removesuffix(_INDEX)
        if address not in self._folders:
            self.missing.append((file, address))
        return address[1:]


def _above(file: str) -> list[str]:
    """The folders that a file is in, with a slash before: ``/r``, ``/r/rev-sub-2``."""
    parts = dirname(file).split("/")
    return ["/" + "/".join(parts[: number + 1]) for number in range(len(parts)) if parts[number]]
