"""The export for a search cluster: taken whole by a client nobody here wrote, and cut into words as ``kb`` does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from opensearchpy import Connection, OpenSearch, helpers
from opensearchpy.serializer import JSONSerializer

from kb.files.words import words_of
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT, Run, Sample
from tests.files.analyzing import Analyzer
from tests.files.conftest import Export

Plain = dict[str, Any]


def pairs(text: str) -> Iterator[tuple[Plain, Plain]]:
    """Each action with its source."""
    lines = text.splitlines()
    return zip(map(json.loads, lines[::2]), map(json.loads, lines[1::2]), strict=True)


class Sent(Connection):  # type: ignore[misc]
    """Keeps what a client sends to a cluster, and says that all of it was taken."""

    bodies: ClassVar[list[str]] = []

    def perform_request(self, method: str, url: str, params: Any, body: bytes, *_: Any, **__: Any) -> Any:
        assert (method, url) == ("POST", "/_bulk")
        lines = body.decode().split("\n")
        assert lines.pop() == "" and len(lines) % 2 == 0, "a line ends with a newline, and they come in pairs"
        self.bodies.append(body.decode())
        items = [{"index": {**json.loads(line)["index"], "status": 201}} for line in lines[::2]]
        return 200, {}, json.dumps({"errors": False, "items": items})


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
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "date":
        return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None
    return isinstance(value, str) and (kind == "text" or len(value.encode()) <= 32766)


def counted(base: KnowledgeBase, table: str) -> int:
    return int(base.connection.execute(f"select count(*) from {table}").fetchone()[0])


@pytest.fixture(scope="module")
def properties(export: Export) -> Plain:
    found: Plain = json.loads(export("opensearch-mapping"))["mappings"]["properties"]
    return found


def test_a_client_sends_all_of_it_and_none_is_refused(
    export: Export, base: KnowledgeBase, properties: Plain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sent, "bodies", [])
    client = OpenSearch(connection_class=Sent)
    actions = [{**action["index"], "_source": source} for action, source in pairs(export("opensearch"))]
    sent, errors = helpers.bulk(client, actions, chunk_size=500)
    stored = {action["index"]["_id"]: source for text in Sent.bodies for action, source in pairs(text)}
    assert [found for source in stored.values() if (found := unfit(source, properties))] == []
    tables = {"ruling": "rulings", "claim": "claims", "statement": "statements"}
    many = {kind: counted(base, table) for kind, table in tables.items()}
    assert errors == [] and sent == sum(many.values()) == len(stored) and len(Sent.bodies) >= 8
    for kind, count in many.items():
        assert sum(each["type"] == kind for each in stored.values()) == count > 0
    ids = [key for key, each in stored.items() if each["type"] == "ruling"]
    assert ids == base.ids() and all(each["id"] == key for key, each in stored.items())


def test_the_text_is_a_bulk_request_as_it_is(export: Export, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sent, "bodies", [])
    answer = OpenSearch(connection_class=Sent).bulk(body=export("opensearch", game="flames-and-steel"))
    index = json.loads(export("opensearch-mapping"))["mappings"]["_meta"]["index"]
    (body,) = Sent.bodies
    assert answer["errors"] is False
    assert {(action["index"]["_index"], source["game"]) for action, source in pairs(body)} == {
        (index, "flames-and-steel")
    }


def test_a_strict_mapping_refuses_what_it_does_not_have(properties: Plain) -> None:
    good = {
        "type": "ruling",
        "position": 1,
        "phrasings": [{"text": "may I"}],
        "authority_date": "2010-04-21",
    }
    assert unfit(good, properties) == []
    for bad in ({"colour": "red"}, {"position": "1"}, {"authority_date": ""}, {"phrasings": [{"asks": "may I"}]}):
        assert len(unfit({**good, **bad}, properties)) == 1


def test_every_source_is_the_same_after_the_serializer_of_the_client(export: Export) -> None:
    serializer = JSONSerializer()
    for _, source in pairs(export("opensearch")):
        assert serializer.loads(serializer.dumps(source)) == source


def test_every_field_of_the_mapping_is_used_and_tells_the_build(
    export: Export, properties: Plain, base: KnowledgeBase
) -> None:
    used = {name for _, source in pairs(export("opensearch")) for name in source}
    assert used == properties.keys()
    told = json.loads(export("opensearch-mapping"))["mappings"]
    assert told["dynamic"] == "strict" and told["_meta"]["build"] == base.build.digest
    assert told["_meta"]["index"] == f"kb-{base.build.digest[:12]}"


def test_a_ruling_has_what_a_list_of_results_shows(export: Export, base: KnowledgeBase) -> None:
    sources = {source["id"]: source for _, source in pairs(export("opensearch"))}
    scramble = sources["e40-scr-1"]
    assert scramble["printings"][0]["holds"] == "differs" and scramble["verdict_kind"] == "no"
    assert sources["rev-sub-2"]["differs_in"] == ["anniversary", "europe-1999", "europe-1940"]
    assert sources["rev-jpn-5"]["options"] and "combat-move" in sources["rev-trn-4"]["phases"]
    many = {source["id"]: len(source["phrasings"]) for source in sources.values() if source["type"] == "ruling"}
    assert sum(many.values()) == counted(base, "phrasings")


def test_a_cluster_cuts_the_same_words(export: Export, base: KnowledgeBase, sample: Sample) -> None:
    analysis = json.loads(export("opensearch-mapping"))["settings"]["analysis"]
    indexed, lexicon = Analyzer(analysis, "kb_index"), words_of(base).lexicon
    texts = [
        text
        for _, source in pairs(export("opensearch"))
        if source["type"] == "ruling"
        for text in (*(source[name] for name in ("question", "answer", "verdict", "place")), *_asked(source))
    ]
    texts += [row["says"] for row in base.connection.execute("select says from statements")]
    assert len(texts) > 10_000
    assert [text for text in sample(texts) if indexed(text) != lexicon.terms(text)] == []


def _asked(source: Plain) -> list[str]:
    return [each["text"] for each in source["phrasings"]]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("My U-boat can't hit U.S. planes in SZ5!", "my submarin can not hit usa plane in sea zone five"),
        ("subs’ B-29s, using ICs", "submarin superfortress use industri complex"),
        ("dont, won't", "do not will not"),
        ("is the AAG used", "is the antiaircraft gun use"),
    ],
)
def test_words_of_players_become_words_of_documents(export: Export, text: str, terms: str) -> None:
    analysis = json.loads(export("opensearch-mapping"))["settings"]["analysis"]
    assert " ".join(Analyzer(analysis, "kb_search")(text)) == terms


def test_without_our_words_a_cluster_would_not_find_them(export: Export) -> None:
    analysis = json.loads(export("opensearch-mapping"))["settings"]["analysis"]
    without = Analyzer(analysis, "kb_search", but=("kb_same",))
    assert without("my u-boat") == ["my", "u", "boat"]
    assert Analyzer(analysis, "kb_telling")("may my sub dive") == ["may", "submarin", "submerg"]
    assert Analyzer(analysis, "kb_looser")("a destroyer") == ["warship"]


def test_the_query_that_the_page_suggests_asks_for_fields_that_are_there(properties: Plain, export: Export) -> None:
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8").partition("**A search cluster.**")[2]
    query = json.loads(page.split("```json\n")[1].split("```")[0])
    analyzers = json.loads(export("opensearch-mapping"))["settings"]["analysis"]["analyzer"]
    fields, named = asked_of(query)
    assert fields and fields <= {*properties, "phrasings.text"}
    assert named and named <= analyzers.keys()


def asked_of(query: Any) -> tuple[set[str], set[str]]:
    """The fields and the analyzers that a query names."""
    fields: set[str] = set()
    named: set[str] = set()
    for key, value in query.items() if isinstance(query, dict) else enumerate(query) if isinstance(query, list) else ():
        if key == "fields":
            fields |= {each.partition("^")[0] for each in value}
        elif key in ("match", "term", "terms"):
            fields |= set(value)
            named |= {each["analyzer"] for each in value.values() if isinstance(each, dict) and "analyzer" in each}
        elif key == "analyzer":
            named.add(value)
        else:
            inner, other = asked_of(value)
            fields, named = fields | inner, named | other
    return fields, named


def test_other_words_than_those_of_the_build_are_refused(kb_command: Run, own_data: Any) -> None:
    with (own_data / "words.yaml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    done = kb_command("export", "-f", "opensearch-mapping", KB_DATA=str(own_data))
    assert done.returncode == 2 and done.stdout == ""
    assert "words.yaml" in done.stderr and "run 'kb build'" in done.stderr and "Traceback" not in done.stderr
