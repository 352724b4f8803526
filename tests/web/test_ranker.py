"""Without network a browser finds what ``kb search`` finds: the same rulings, in order, with the same scores, and the
same answer state with its reason, the evidence for it, and what rules and printed values say.

Every query is asked in one go in a real browser; each test looks at its part of the answers.
"""

from __future__ import annotations

import gzip
import json
import random
import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.drafts import drafted, opened
from kb.base.errors import QueryError
from kb.knowledge import LEAST_FOUND, KnowledgeBase
from kb.pipeline import run
from kb.search.offline_index import search_index
from kb.search.state import STATES
from kb.search.stems import stem
from kb.web.assets import assets
from tests.conftest import ROOT
from tests.questions import ASKED, SEVERAL
from tests.read_once import DATA

JUDGED = [json.loads(line) for line in Path(ROOT, "benchmarks", "judged_queries.jsonl").read_text("utf-8").splitlines()]
#: queries by how the search in the browser treats them
QUERIES = json.loads(Path(ROOT, "tests", "fixtures", "offline_queries.json").read_text("utf-8"))
REFUSED = [*QUERIES["refused"], "sub " * 600, "é" * 2001]
PLAIN = [*QUERIES["plain"], "REV  sub 2", "a" * 1999, "submarien " * 150, "'" * 900 + "sub" + "'" * 900]
#: query -> its words, and the word that no result may have
EXCLUDED = {
    "rockets -neutral": ("rockets", "neutral"),
    "submarien -destroyer": ("submarine", "destroyer"),
    "tank sub -subs": ("tank sub", "submarine"),
    "sub" + " -carrier" * 40: ("sub", "carrier"),
    "sub -carrier-" + "-zqx" * 20: ("sub", "carrier"),
    "sub -carrier " + " ".join(f"-zq{letter}" for letter in string.ascii_lowercase): ("sub", "carrier"),
}
#: each goes beyond one bound of kb/search/query_limits.py
BOUNDED = [
    "submarine " + " ".join(f"zq{a}{b}{c}" for a in "abc" for b in "def" for c in "ghi"),
    " ".join(string.ascii_lowercase * 20),
    "sub " + "s" * 41,
    "s" * 40 + " sub",
    "a." * 1000,
    "漢字" * 600,
    "́e" * 900,
    "rev-sub-" + "9" * 1900,
    "sub " + " ".join(f"section:rev/x{number}" for number in range(30)) + " section:rev/p4-s2-opening-fire",
    f'section:"{" ".join(f"word{number}" for number in range(30))}" sub',
    'section:"fire fire opening" sub ' + "kind:answer " * 90,
]
#: typed where another edition is chosen
TYPED_FIRST = ["sub game:anniversary", "ann-sub-1", "rev-sub-2", "rev and aa50 submarines"]
FAR_TOO_LONG = ["x" * 1_000_000, '"' * 1_000_000, "\x00" * 1_000_000]


@dataclass(frozen=True)
class Case:
    """One query of a ``part`` of the tests."""

    part: str
    query: str
    game: str = ""
    limit: int = 10
    synonyms: bool = True
    allGames: bool = False
    namedFirst: bool = False


Answer = dict[str, Any]
#: what :meth:`kb.search.results.Results.plain` tells beside the results; the search in the browser has the same names
TOLD = (
    "state",
    "why",
    "game",
    "searched_for",
    "also",
    "unknown",
    "named",
    "absent",
    "only",
    "chosen",
    "notes",
    "rules",
)
NOTHING_TOLD = {"state": "", "why": "", "game": None, "searched_for": "", "chosen": False}


def misspelt(queries: Sequence[str]) -> list[str]:
    """Each query with one or two words that lack a letter, have it twice, or have two changed about."""
    chance = random.Random(7)

    def spoilt(word: str) -> str:
        at = chance.randrange(len(word) - 1)
        one, two = word[at], word[at + 1]
        return word[:at] + chance.choice([two, two + one, one + one + two]) + word[at + 2 :]

    out = []
    for query in queries:
        words = query.split()
        for _ in range(2):
            at = chance.randrange(len(words))
            words[at] = spoilt(words[at]) if len(words[at]) > 3 and words[at].isalpha() else words[at]
        out.append(" ".join(words))
    return out


def noise() -> list[str]:
    """Strings of words, operators and odd characters."""
    chance = random.Random(8)
    alphabet = [
        "sub",
        "fire",
        "game:",
        "rev",
        "-",
        *string.ascii_lowercase[:6],
        *' "*~-:()[]{}^?!+&|\\/',
        *"\x00\x1b\n\u202e\ud83dé漢🙂",
    ]
    return ["".join(chance.choices(alphabet, k=chance.randrange(40))) for _ in range(400)]


def cases(base: KnowledgeBase) -> list[Case]:
    asked = base.connection.execute("select ruling, text from phrasings").fetchall()
    seventh = set(base.ids()[::7])
    phrasings = [row["text"] for row in asked if row["ruling"] in seventh and '"' not in row["text"]]
    judged = [one["query"] for one in JUDGED]
    return [
        *(Case("judged", query) for query in judged),
        *(Case("judged", one["query"], one["game"]) for one in JUDGED if "game" in one),
        *(Case("judged", query, game, 30) for query in judged[::9] for game in base.games()),
        *(Case("judged", query, synonyms=False) for query in judged[::3]),
        *(Case("asked", one["query"], one.get("game", "")) for one in ASKED),
        *(Case("asked", one["query"], one.get("game", ""), limit) for one in ASKED[::5] for limit in (0, 1, 300)),
        *(Case("asked", one["query"], allGames=True) for one in ASKED[::3]),
        *(Case("phrasings", query) for query in phrasings),
        *(Case("several", query) for query in SEVERAL),
        *(Case("several", query, "revised") for query in SEVERAL),
        *(Case("misspelt", query) for query in misspelt(judged * 3)),
        *(Case("plain", query) for query in PLAIN),
        *(Case("plain", query, "anniversary") for query in PLAIN),
        *(Case("plain", "sub", name) for name in ("rev", "AAR", "aa50 ", "chess", "__proto__")),
        Case("plain", "sub game:anniversary", "revised"),
        *(Case("named", query) for query in QUERIES["named"]),
        *(Case("named", query, allGames=True) for query in QUERIES["named"]),
        *(Case("named", query, "revised", 300) for query in QUERIES["named"]),
        *(Case("named", query, "revised", namedFirst=True) for query in (*QUERIES["named"], *TYPED_FIRST)),
        *(Case("filtered", query, limit=300) for query in (*QUERIES["filtered"], *QUERIES["listed"])),
        Case("filtered", "", "revised", 300),
        *(Case("refused", query) for query in REFUSED),
        *(Case("bounded", query) for query in BOUNDED),
        *(Case("excluded", query, limit=300) for query in EXCLUDED),
        *(Case("marked", query) for query in QUERIES["marked"]),
        *(Case("hostile", query) for query in (*noise(), *FAR_TOO_LONG)),
        *(Case("hostile", "sub", query) for query in (*noise()[:50], *FAR_TOO_LONG)),
    ]


def online(base: KnowledgeBase, case: Case) -> Answer:
    try:
        found = base.search(case.query, case.game or None, case.limit, case.synonyms, case.allGames, case.namedFirst)
    except QueryError as error:
        return {"results": [], "parts": [], "problem": str(error), **{key: [] for key in TOLD}, **NOTHING_TOLD}
    results = [{name: getattr(hit, name) for name in ("id", "score", "word", "condition")} for hit in found]
    plain = found.plain()
    return {**plain, "results": results, "problem": "", "features": found.answer.features, "parts": of_parts(plain)}


def of_parts(told: Answer) -> list[Any]:
    """What is compared of the parts of a question of several."""
    parts = told.get("parts", ())
    return [
        [each["query"], each["state"], each["why"], [hit["id"] for hit in each["results"]], each["rules"]]
        for each in parts
    ]


def alike(one: Answer, other: Answer) -> bool:
    """Whether two answers are equal, their scores to three decimals (one of them is rounded)."""
    pairs = list(zip(one["results"], other["results"], strict=False))
    return (
        len(one["results"]) == len(other["results"])
        and all(a["id"] == b["id"] and abs(a["score"] - b["score"]) <= 0.0005 + 1e-9 for a, b in pairs)
        and all(one[key] == other[key] for key in ("problem", *TOLD))
        and one["parts"] == of_parts(other)
    )


ASK_ALL = """async (asked) => {
    const {Ranker} = await import("/ranker.js");
    const ranker = new Ranker(await (await fetch("/index.json")).json());
    const {cases, words} = JSON.parse(asked);
    const answers = cases.map(({query, ...how}) => {
        try { return ranker.search(query, how); } catch (error) { return {thrown: `${error}`}; }
    });
    return JSON.stringify({answers, stems: words.map((word) => ranker.stemmer.stem(word))});
}"""


@pytest.fixture(scope="module")
def words(base: KnowledgeBase) -> list[str]:
    """Every word and form that the base knows, and each word with endings that a stemmer takes off."""
    endings = ("ational", "izer", "ness", "fully", "iveness", "ements", "ion", "sion", "ying", "ies", "eed", "lled")
    forms = [row[0] for row in base.connection.execute("select form from forms")]
    return forms + [row[0] + end for row in base.connection.execute("select word from words") for end in endings]


def in_browser(browser: Any, base: KnowledgeBase, asked: Sequence[Case], words: Sequence[str]) -> dict[str, Any]:
    """The browser's answers to every case, in order, and the stems it makes of the words."""
    index = json.dumps(search_index(base.connection, LEAST_FOUND))

    def serve(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        if name.endswith(".js"):
            route.fulfill(body=assets()[name].content, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(body=index if name == "index.json" else "", content_type="application/json")

    page = browser.new_page()
    page.route("http://offline.test/**", serve)
    page.goto("http://offline.test/")
    told = json.loads(page.evaluate(ASK_ALL, json.dumps({"cases": [vars(case) for case in asked], "words": words})))
    page.close()
    return dict(told)


@pytest.fixture(scope="module")
def offline(base: KnowledgeBase, browser: Any, words: list[str]) -> dict[str, Any]:
    """The browser's answers to every case, by case, and the stems it makes of the words."""
    asked = cases(base)
    told = in_browser(browser, base, asked, words)
    return {"answers": dict(zip(asked, told["answers"], strict=True)), "stems": told["stems"]}


Part = Callable[[str], dict[Case, Answer]]


@pytest.fixture
def part(offline: dict[str, Any]) -> Part:
    return lambda name: {case: answer for case, answer in offline["answers"].items() if case.part == name}


@pytest.mark.parametrize(
    "name", ["judged", "asked", "phrasings", "several", "misspelt", "plain", "named", "filtered", "refused", "bounded"]
)
def test_the_answers_are_those_of_the_search(base: KnowledgeBase, part: Part, name: str) -> None:
    answers = part(name)
    assert [case for case, answer in answers.items() if not alike(online(base, case), answer)] == []


def test_questions_of_several_parts_are_compared(part: Part) -> None:
    assert sum(bool(answer["parts"]) for answer in part("several").values()) > len(SEVERAL) // 2


def test_words_that_answer_are_compared(part: Part) -> None:
    words = Counter(hit["word"] for answer in part("phrasings").values() for hit in answer["results"][:1])
    assert words["yes"] > 5 and words["no"] > 5, words


def test_questions_of_every_answer_state_are_compared(part: Part) -> None:
    states = Counter(answer["state"] for name in ("judged", "asked") for answer in part(name).values())
    assert states.keys() == set(STATES)


@pytest.mark.parametrize("name", ["judged", "asked"])
def test_the_evidence_is_that_of_the_search(base: KnowledgeBase, part: Part, name: str) -> None:
    compared = 0
    for case, answer in part(name).items():
        features = online(base, case)["features"]
        assert (answer.get("features") or {}) == pytest.approx(features, abs=1e-9), case
        compared += bool(features)
    assert compared > 50


def test_rulings_without_ways_to_ask_are_judged_as_by_the_search(browser: Any) -> None:
    corpus, sources = run.corpus(DATA)
    own = [each.question_text.replace('"', "") for each in corpus.rulings if each.game == "revised"][:20]
    asked = [*(Case("draft", one["query"], "revised") for one in JUDGED[:20]), *(Case("draft", one) for one in own)]
    with opened(drafted(corpus, "revised", 0), sources) as base:
        expected = [online(base, case) for case in asked]
        found = in_browser(browser, base, asked, [])["answers"]
    assert all("unasked.always" in answer["features"] for answer in expected[:20])
    assert [case for case, *both in zip(asked, expected, found, strict=True) if not alike(*both)] == []
    for one, other in zip(expected, found, strict=True):
        assert other["features"] == pytest.approx(one["features"], abs=1e-9)


def test_the_misspelt_words_are_corrected(part: Part) -> None:
    answers = part("misspelt").values()
    assert sum(bool(answer["searched_for"]) for answer in answers) > len(answers) / 2


def test_what_is_left_out_is_what_the_search_leaves_out(base: KnowledgeBase, part: Part) -> None:
    for case, answer in part("excluded").items():
        words, without = EXCLUDED[case.query]
        left_out = {hit.id for hit in base.search(f'"{without}"', limit=300)}
        kept = [hit.id for hit in base.search(words, limit=300) if hit.id not in left_out]
        assert [hit["id"] for hit in answer["results"]] == kept != []
        told = online(base, case)
        for name in ("state", "searched_for", "notes", "rules"):
            assert answer[name] == told[name], (case, name)


def test_marks_that_need_the_network_are_told_and_their_words_searched(base: KnowledgeBase, part: Part) -> None:
    for case, answer in part("marked").items():
        assert "need the network" in answer["problem"]
        plainly = base.search(case.query.replace("~5", "").translate(str.maketrans('"*~', "   ")))
        assert [hit["id"] for hit in answer["results"]] == [hit.id for hit in plainly]
        assert (answer["state"], answer["why"]) == (plainly.state, plainly.why)


def test_no_input_throws(part: Part) -> None:
    answers = part("hostile")
    assert [(case, answer) for case, answer in answers.items() if "thrown" in answer] == []
    assert all(len(answer["problem"]) < 10_000 for answer in answers.values())
    assert all("longer than" in answers[Case("hostile", query)]["problem"] for query in FAR_TOO_LONG)


def test_words_have_the_same_stems(offline: dict[str, Any], words: list[str]) -> None:
    stems = zip(words, offline["stems"], strict=True)
    assert [(word, told, stem(word)) for word, told in stems if told != stem(word)] == []


@pytest.mark.slow
def test_the_index_is_small_and_always_the_same(base: KnowledgeBase) -> None:
    first = json.dumps(search_index(base.connection, LEAST_FOUND))
    base.search("ünknown “words” — 漢字")
    assert json.dumps(search_index(base.connection, LEAST_FOUND)) == first
    assert len(gzip.compress(first.encode())) < 700_000


def test_the_words_are_those_that_a_misspelling_is_corrected_with(base: KnowledgeBase) -> None:
    reader = base.open_whoosh()._searcher.reader()
    known = {word.decode(): int(reader.frequency("words", word)) for word in reader.lexicon("words")}
    words = search_index(base.connection, LEAST_FOUND)["words"]
    assert {word: words[word] for word in known} == known
    assert {"anniversary", "flames"} <= words.keys() - known.keys(), "and the names of games"
