"""The export for a search cluster: a public client accepts all of it, and the mapping fits every document."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from opensearchpy import Connection, OpenSearch

from kb.files import cluster
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT, Run

Plain = dict[str, Any]


def unfit(source: Plain, properties: Plain, place: str = "") -> list[str]:
    """List the fields of a document that a strict mapping refuses: unknown ones, and values of another type."""
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
    """Return whether a field of a type takes a value; keywords of more bytes than Lucene keeps are refused."""
    if kind in ("integer", "boolean"):
        return isinstance(value, int) and isinstance(value, bool) == (kind == "boolean")
    if kind == "date":
        return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None
    return isinstance(value, str) and (kind == "text" or len(value.encode()) <= 32766)


@pytest.fixture(scope="module")
def index(base: KnowledgeBase, data: str) -> Plain:
    return cluster.index(base)


@pytest.fixture(scope="module")
def sources(base: KnowledgeBase) -> list[Plain]:
    return list(cluster.documents(base, base.games()))


def test_every_document_fits_the_mapping_and_every_field_is_used(sources: list[Plain], index: Plain) -> None:
    properties = index["mappings"]["properties"]
    assert index["mappings"]["dynamic"] == "strict"
    assert [found for source in sources if (found := unfit(source, properties))] == []
    assert {name for source in sources for name in source} == properties.keys()
    for bad in ({"colour": "red"}, {"position": "1"}, {"authority_date": ""}, {"phrasings": [{"asks": "may I"}]}):
        assert len(unfit({"type": "ruling", **bad}, properties)) == 1


def test_rulings_claims_and_statements_are_all_there(sources: list[Plain], base: KnowledgeBase) -> None:
    for kind, table in {"ruling": "rulings", "claim": "claims", "statement": "statements"}.items():
        (count,) = base.connection.execute(f"select count(*) from {table}").fetchone()
        assert sum(each["type"] == kind for each in sources) == count > 0
    by_id = {each["id"]: each for each in sources}
    assert len(by_id) == len(sources) and [each for each in by_id if by_id[each]["type"] == "ruling"] == base.ids()
    assert by_id["rev-sub-2"]["differs_in"] == ["anniversary", "europe-1999", "europe-1940"]
    statement = by_id["revised/landing-comes-last"]
    assert statement["fold"] == "rev-mov-4" and {"text": "when do planes land"} in statement["phrasings"]
    assert by_id["e40-scr-1"]["printings"][0]["holds"] == "differs" and "combat-move" in by_id["rev-trn-4"]["phases"]


def test_the_output_is_the_body_of_a_bulk_request(
    kb_command: Run, base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def perform(_: Any, method: str, url: str, params: Any, body: bytes, **__: Any) -> Any:
        assert (method, url) == ("POST", "/_bulk")
        sent.append(body.decode())
        return 200, {}, json.dumps({"errors": False, "items": []})

    monkeypatch.setattr(Connection, "perform_request", perform, raising=False)
    done = kb_command("export", "-f", "opensearch", "--game", "flames-and-steel")
    assert OpenSearch(connection_class=Connection).bulk(body=done.stdout)["errors"] is False
    lines = [json.loads(line) for line in sent[0].splitlines()]
    assert sent[0].endswith("\n") and lines[1::2] == list(cluster.documents(base, ["flames-and-steel"]))
    index = json.loads(kb_command("export", "-f", "opensearch-mapping").stdout)["mappings"]["_meta"]["index"]
    assert index == f"kb-{base.build.digest[:12]}"
    assert [line["index"] for line in lines[::2]] == [{"_index": index, "_id": each["id"]} for each in lines[1::2]]


def test_the_query_that_the_page_suggests_names_fields_and_analyzers_that_are_there(index: Plain) -> None:
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8").partition("**A search cluster.**")[2]
    asked = json.loads(page.split("```json\n")[1].split("```")[0])
    query = json.dumps(asked)
    properties, analyzers = index["mappings"]["properties"], index["settings"]["analysis"]["analyzer"]
    named = set(re.findall(r'"analyzer": "(\w+)"', query))
    fields = {asked["collapse"]["field"], *re.findall(r'"(\w+)(?:\^[\d.]+|\.text)"', query)}
    assert named and named <= analyzers.keys() and len(fields) > 3 and fields <= properties.keys()


def test_other_words_than_those_of_the_build_are_refused(kb_command: Run, own_data: Any) -> None:
    with (own_data / "words.yaml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    done = kb_command("export", "-f", "opensearch-mapping", KB_DATA=str(own_data))
    assert done.returncode == 2 and done.stdout == ""
    assert "words.yaml" in done.stderr and "run 'kb build'" in done.stderr and "Traceback" not in done.stderr
