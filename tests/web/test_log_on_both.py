"""The phone and ``kb event merge`` agree: what a revision is, what is wrong with a value, what logs come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings

from kb.event_log.merging import merge
from kb.event_log.record import MARK, VERSION, Revision, mistakes_in, revision
from tests.event_log.logs import FIRST, any_texts, before, decided, logs, revised, text

Call = Callable[[str, str, Any], Any]


@pytest.fixture(scope="module")
def call(browser: Any, live: str) -> Iterator[Call]:
    """``call(module, code, given)``: what some JavaScript gives that uses ``log``, a module, and ``given``."""
    page = browser.new_page()
    page.goto(f"{live}/log")
    here = page.evaluate("document.querySelector('script[type=module]').src.replace(/[^/]+$/, '')")

    def run(module: str, code: str, given: Any) -> Any:
        program = f"async ([address, given]) => {{ const log = await import(address); return {code}; }}"
        return page.evaluate(program, [here + module, given])

    yield run
    page.close()


MERGED = """(() => {
  const { entries, conflicts } = log.merged(given);
  const ids = (some) => some.map((each) => each.revision + each.decision + each.entry);
  return [entries.map(({ latest, revisions }) => [ids([latest]), ids(revisions)]), conflicts.map(({ kind, revisions }) => [kind, ids(revisions)])];
})()"""


def ids(revisions: tuple[Revision, ...]) -> list[str]:
    return [each.revision + each.decision + each.entry for each in revisions]


@settings(max_examples=40)
@given(logs(), logs())
def test_both_merge_alike(call: Call, one: frozenset[Revision], other: frozenset[Revision]) -> None:
    together = merge([*one, *other])
    expected = [
        [[ids((latest,)), ids(own)] for latest, own in together.entries],
        [[kind, ids(some)] for kind, some in together.conflicts],
    ]
    told = [json.loads(each.text()) for each in [*other, *one]]
    assert call("log_merge.js", MERGED, told) == expected


@settings(max_examples=40)
@given(any_texts())
def test_both_write_a_revision_alike(call: Call, texts: dict[str, Any]) -> None:
    told = FIRST._replace(**texts)
    assert call("log_record.js", "log.textOf(given)", json.loads(told.text())) == told.text()
    assert call("log_record.js", "log.wrong(given)", json.loads(told.text())) == []


WRONG = [
    None,
    [],
    "x",
    {},
    {"entry": "E" * 32, "colour": 1, "struck": 0},
    {"after": ["a" * 32] * 2, "rulings": ["=x"], "written": "2026-02-30T24:00:00.000Z"},
    {"after": [FIRST.revision], "struck": True, "why": " \u3000 "},
    {"after": [f"{each:032x}" for each in range(51)], "rulings": "rev-sub-2", "ruled": None},
    {"decision": "x" * 2_001, "judge": "a\u202eb", "table": "\x7f", "round": "\U0001f3b2" * 20, "event": 4},
    {"state": "sure", "rules": ["rev-sub-2"], "house": ["house-01"], "near": ["house-1"]},
    {"state": ["rule"], "rules": ["value:x/y"] * 2, "house": [f"house-{each}" for each in range(1, 22)], "near": [1]},
    {"round": "\U0001f3b2" * 21, "writer": "\u2028", "why": "\x00"},
]


@pytest.mark.parametrize("values", WRONG, ids=range(len(WRONG)))
def test_both_find_the_same_wrong(call: Call, values: Any) -> None:
    plain = {**json.loads(FIRST.text()), **values} if isinstance(values, dict) and values else values
    found = mistakes_in(plain)
    assert found and call("log_record.js", "log.wrong(given)", plain) == found


def test_the_phone_refuses_a_line_that_has_a_key_twice(call: Call) -> None:
    read = "log.imported(new File([given], 'a.jsonl')).then(({ findings, revisions }) => [findings, revisions.length])"
    line = FIRST._replace(decision='"why": [{"a": 1}]').text()
    head = json.dumps({MARK: VERSION, "revisions": 1})
    assert call("log_files.js", read, f"{head}\n{line}\n") == [[], 1]
    twice = f'{line[:-1]}, "decision": "other"}}'
    assert call("log_files.js", read, f"{head}\n{twice}\n") == [
        ["a.jsonl:2: is not JSON, or too long, or has a key twice"],
        0,
    ]


def test_what_the_phone_writes_is_a_revision(call: Call) -> None:
    typed = {"question": "a\tb\n c\x00\u202e", "decision": "x" * 5_000, "rulings": ["rev-sub-2", "=x", "rev-sub-2"]}
    plain = call("log_record.js", "log.first(given)", {**typed, "position": "A" * 40_001})
    assert mistakes_in(plain) == []
    told = revision(plain)
    assert (told.question, len(told.decision), told.rulings, told.position) == ("a b c", 2_000, ("rev-sub-2",), "")
    later = call("log_record.js", "log.following([given], { table: '5', struck: true, why: 'x' })", plain)
    assert mistakes_in(later) == [] and later["after"] == [plain["revision"]] and later["ruled"] == plain["ruled"]
    assert later["revision"] != plain["revision"] and later["entry"] == plain["entry"]


def test_what_follows_two_revisions_of_one_id_can_be_read(call: Call) -> None:
    told = [json.loads(FIRST._replace(decision=each).text()) for each in ("one", "other")]
    following = call("log_record.js", "log.following(given, { decision: 'both' })", told)
    assert mistakes_in(following) == [] and following["after"] == [FIRST.revision]


IMPORTED = """(async () => {
  const { revisions, findings } = await log.imported(new File([given], "a.jsonl"));
  return { lines: log.exported(revisions).split('\\n').slice(1), findings };
})()"""


def test_the_phone_reads_a_log_of_before_as_python_does(call: Call) -> None:
    nearest = decided(
        7, decision="", rulings=(), state="nearest", near=("rev-sub-2", "value:revised/units/fighter.cost")
    )
    for content, read in ((before(1, [FIRST]), FIRST), (text([nearest]), nearest)):
        assert call("log_files.js", IMPORTED, content) == {"lines": [read.text(), ""], "findings": []}
    for old, new in ((1, VERSION), (VERSION, 1)):
        mixed = before(old, [nearest]).replace(f'"{MARK}": {old}', f'"{MARK}": {new}')
        expected = [f"a.jsonl:2: {each}" for each in mistakes_in(json.loads(mixed.split("\n")[1]), new)]
        assert expected and call("log_files.js", IMPORTED, mixed)["findings"] == expected
    newer = text([]).replace(str(VERSION), str(VERSION + 1), 1)
    assert call("log_files.js", IMPORTED, newer)["findings"] == [
        f"a.jsonl:1: is of version {VERSION + 1}, and this page reads 1 to {VERSION}"
    ]


def test_a_position_is_kept_with_the_engines_rules_unless_it_is_a_rulings_own_case(call: Call) -> None:
    reason = {"rule": "transports-cannot-attack", "says": "No.", "rulings": ["rev-trn-4"]}
    act = {"text": "Germany fights", "legal": False, "reasons": [reason], "leaned_on": []}
    code = "log.askedOf({ game: 'revised' }, given)"
    answer = {"actions": [act], "missing": [], "waiting": [], "legal": False, "answer": "No: No."}
    own = call("log_asked.js", code, {**answer, "decided": ["rev-sub-2"]})
    other = call("log_asked.js", code, {**answer, "decided": []})
    assert own["decision"] == other["decision"] == "No: No."
    assert (own["rulings"], own["rules"]) == (["rev-sub-2"], [])
    assert (other["rulings"], other["rules"]) == (["rev-trn-4"], ["revised/transports-cannot-attack"])
    assert mistakes_in(call("log_record.js", "log.first(given)", other)) == []


@pytest.mark.parametrize("day", ["02-29", "02-30", "04-31", "12-31", "00-10", "06-00"])
def test_both_know_which_days_there_are(call: Call, day: str) -> None:
    for year in ("2024", "2026", "2000"):
        plain = {**json.loads(FIRST.text()), "ruled": f"{year}-{day}T10:00:00.000Z"}
        try:
            there = bool(date.fromisoformat(f"{year}-{day}"))
        except ValueError:
            there = False
        assert (mistakes_in(plain) == []) == there and call("log_record.js", "log.wrong(given)", plain) == mistakes_in(
            plain
        )


def test_both_tell_of_a_circle(call: Call) -> None:
    log = [FIRST, revised(2, FIRST, revised(3)), revised(3, revised(2)), revised(4, revised(3))]
    ((kind, some),) = merge(log).conflicts
    assert kind == "circle" and len(some) == 2
    told = call("log_merge.js", MERGED, [json.loads(each.text()) for each in log])
    assert told[1] == [[kind, ids(some)]]


#: what the merge of ``given`` revisions of one entry takes from lists, counted
TAKEN = """(() => {
  const plain = given.first;
  const id = (number) => number.toString(16).padStart(32, "0");
  const chain = Array.from({ length: given.many }, (_, n) => ({ ...plain, revision: id(n), after: n ? [id(n - 1)] : [] }));
  const real = Array.prototype[Symbol.iterator];
  let taken = 0;
  Array.prototype[Symbol.iterator] = function () {
    taken += this.length;
    return real.call(this);
  };
  try { log.merged(chain); } finally { Array.prototype[Symbol.iterator] = real; }
  return taken;
})()"""


def test_the_phone_copies_no_list_for_each_revision(call: Call) -> None:
    few, many = (
        call("log_merge.js", TAKEN, {"first": json.loads(FIRST.text()), "many": many}) for many in (500, 2_000)
    )
    assert many < 6 * few, "four times the revisions, about four times the work"
