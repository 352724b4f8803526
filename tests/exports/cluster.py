"""A stand-in for a search cluster: it takes what the bulk interface is sent, strictly, counts it, and searches it."""

from __future__ import annotations

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from tests.exports.ranking import Index

Plain = dict[str, Any]


def unfit(source: Plain, properties: Plain, place: str = "") -> list[str]:
    """What of a document a strict mapping refuses: fields that it has not, and values of another type."""
    found = []
    for name, value in source.items():
        field = properties.get(name)
        if field is None:
            found.append(f"{place}{name} is not mapped")
            continue
        for each in value if isinstance(value, list) else [value]:
            if "properties" in field:
                found += unfit(each, field["properties"], f"{place}{name}.")
            elif not fits(each, field["type"]):
                found.append(f"{place}{name}: {each!r} is no {field['type']}")
    return found


def fits(value: object, kind: str) -> bool:
    """Whether a field of a type takes a value; keywords of more bytes than Lucene keeps are refused."""
    if kind == "integer":
        return isinstance(value, int)
    if kind == "date":
        return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None
    return isinstance(value, str) and (kind == "text" or len(value.encode()) <= 32766)


class Cluster:
    """Listens on ``port`` while it is open; ``stored`` has the documents by id, ``requests`` how many were sent."""

    def __init__(self) -> None:
        self.stored: dict[str, Plain] = {}
        self.indexes: dict[str, Plain] = {}
        self.aliases: list[Plain] = []
        self.requests, self.refused = 0, 0
        self._searched: dict[str, Index] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_PUT(self) -> None:
                outer.indexes[self.path.strip("/")] = self.body()
                self.tell({"acknowledged": True})

            def do_GET(self) -> None:
                self.tell({"count": len(outer.stored)})

            def do_POST(self) -> None:
                outer.requests += 1
                if self.path == "/_aliases":
                    outer.aliases += self.body()["actions"]
                    self.tell({"acknowledged": True})
                elif self.path.endswith("/_search"):
                    self.tell(outer.search(self.path.split("/")[1], self.body()))
                else:
                    self.tell(outer.bulk(self.read().decode()))

            def read(self) -> bytes:
                return self.rfile.read(int(self.headers["Content-Length"]))

            def body(self) -> Plain:
                found: Plain = json.loads(self.read())
                return found

            def tell(self, answer: Plain) -> None:
                text = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        Thread(target=self._server.serve_forever, daemon=True).start()

    def bulk(self, body: str) -> Plain:
        """Store the documents of a bulk request; one that the mapping of its index does not take is refused."""
        lines = body.split("\n")
        assert lines.pop() == "" and len(lines) % 2 == 0, "a line ends with a newline, and they come in pairs"
        items = []
        for action, source in zip(lines[::2], lines[1::2], strict=True):
            target, document = json.loads(action)["index"], json.loads(source)
            bad = unfit(document, self.indexes[target["_index"]]["mappings"]["properties"])
            self.refused += bool(bad)
            if not bad:
                assert target["_id"] not in self.stored, target
                self.stored[target["_id"]] = document
            items.append({"index": {**target, "status": 400 if bad else 201, **({"error": bad} if bad else {})}})
        return {"errors": any("error" in each["index"] for each in items), "items": items, "took": 1}

    def search(self, name: str, body: Plain) -> Plain:
        """What a search of an index finds, best first."""
        if name not in self._searched:
            self._searched[name] = Index(self.indexes[name], self.stored)
        found = self._searched[name].search(body)
        return {"hits": {"hits": [{"_id": key, "_source": self.stored[key]} for key in found]}}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
