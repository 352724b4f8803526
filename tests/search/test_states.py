"""What the base knows of a question: the evidence, the model, and each state by clear questions."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.base.errors import BadInput
from kb.knowledge import KnowledgeBase
from kb.search.answer import AnswerJudge
from kb.search.evidence import NO_FIT, Question, information
from kb.search.state import (
    ANSWERED,
    MODEL,
    NEAREST,
    NONE,
    OTHER_GAME,
    RULE,
    STATES,
    StateModel,
    features,
    likeliest,
    load_model,
    softmax,
)
from kb.search.things import NOT_THERE, Thing, row_of

#: how much each term tells, and the heaviest there can be
WEIGHTS = {"": 5000, "sub": 1000, "dive": 2000, "unicorn": 5000, "fighter": 2000}


class Weighing:
    """Stands for the things of a base: says how much terms tell."""

    def weights(self, terms: list[str]) -> dict[str, int]:
        return {term: WEIGHTS[term] for term in ["", *terms]}


def fitted(telling: list[str], own: set[str], *asks: list[str]) -> Mapping[str, float]:
    """How a thing with these words of its own and these ways to ask fits a question of these terms."""
    entries = {
        term: (0 if term in own else NOT_THERE, [(way, 0) for way, ask in enumerate(asks) if term in ask])
        for term in own.union(*asks)
    }
    thing = Thing(" ".join(str(sum(WEIGHTS[term] for term in ask)) for ask in asks), row_of(entries))
    return Question(telling, Weighing()).fit(thing, 7.0, 0.25)  # type: ignore[arg-type]


def test_what_has_every_term_of_a_question_fits_it_wholly() -> None:
    found = fitted(["sub", "dive"], {"sub", "dive", "fighter"}, ["sub", "dive"])
    assert (found["had"], found["had_own"], found["had_ask"], found["of_ask"], found["missing"]) == (1, 1, 1, 1, 0)
    assert (found["score"], found["lead"]) == (math.log1p(7.0), 0.25)


def test_terms_count_by_how_much_they_tell_wherever_they_are() -> None:
    found = fitted(["sub", "dive", "unicorn"], {"sub"}, ["dive", "fighter"])
    assert found["had"] == 3 / 8, "sub and dive of sub, dive and unicorn"
    assert found["had_own"] == 1 / 8
    assert (found["had_ask"], found["of_ask"]) == (2 / 8, 2 / 4)
    assert found["missing"] == 1.0, "unicorn is as heavy as a word can be"


def test_of_the_ways_to_ask_the_one_that_fits_best_both_ways_counts() -> None:
    long, short = ["sub", "dive", "fighter", "unicorn"], ["dive"]
    assert fitted(["sub", "dive"], set(), long, short)["of_ask"] == 1.0
    assert fitted(["sub", "dive"], set(), long)["of_ask"] == 3 / 10
    assert fitted(["sub"], set(), ["dive"])["had_ask"] == 0.0


def test_a_question_without_telling_terms_fits_nothing() -> None:
    found = fitted([], {"sub"}, ["dive"])
    assert (found["had"], found["had_ask"], found["of_ask"], found["missing"]) == (0, 0, 0, 0)


def test_a_term_tells_the_more_the_fewer_things_have_it_and_always_something() -> None:
    told = [information(having, 100) for having in (0, 1, 10, 90, 100)]
    assert told == sorted(told, reverse=True) and len(set(told)) > 3
    assert told[-1] == 50 and information(1_000, 10) == 50


def test_every_fit_gives_the_same_features_and_scores_are_told_by_their_logarithm() -> None:
    question = {"game": 1.0}
    full = features([fitted(["sub"], {"sub"}, ["sub"])], [NO_FIT], [], question)
    empty = features([], [], [], question)
    assert full.keys() == empty.keys()
    assert full["own.score"] == full["own-other.score"] == math.log1p(7.0)
    assert (empty["own.had"], empty["own.missing"], empty["always"]) == (0.0, 1.0, 1.0)
    assert full["least.missing"] == 0.0 and empty["least.missing"] == 1.0
    unasked = features([fitted(["sub"], {"sub"}, ["sub"])], [NO_FIT], [], {"game": 0.0})
    assert unasked["own-other.score"] == 0.0, "where no game is asked there are no others"


def test_softmax_is_in_proportion_to_exponentials_and_bears_any_size() -> None:
    found = softmax({"a": 0.0, "b": math.log(3.0)})
    assert found["a"] == pytest.approx(0.25) and found["b"] == pytest.approx(0.75)
    huge = softmax({"a": 10_000.0, "b": 9_000.0, "c": -10_000.0})
    assert huge == {"a": 1.0, "b": 0.0, "c": 0.0}


def test_a_model_adds_up_weights_of_the_features_that_it_knows() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table state_model (feature text, state text, weight text)")
    rows = [("always", RULE, "1.5"), ("own.had", ANSWERED, "4.0")]
    connection.executemany("insert into state_model values (?, ?, ?)", rows)
    model = StateModel(connection)
    sums = {**dict.fromkeys(STATES, 0.0), RULE: 1.5, ANSWERED: 2.0}
    assert model.probabilities({"always": 1.0, "own.had": 0.5, "unheard of": 9.0}) == softmax(sums)


def test_the_words_of_a_question_speak_for_states_and_count_less_the_more_they_are() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table state_model (feature text, state text, weight text)")
    connection.execute("create table state_words (term text, weights text)")
    rows = [("", "0 0 0 0 1"), ("cruiser", "0 0 2 0 0"), ("cost", "0 0 4 0 0")]
    connection.executemany("insert into state_words values (?, ?)", rows)
    model = StateModel(connection)
    both, one, none = (model.of_words(terms) for terms in (["cruiser", "cost", "unheard"], ["cost"], []))
    assert both[RULE] - both[ANSWERED] == pytest.approx(6 / math.sqrt(2))
    assert one[RULE] - one[ANSWERED] == pytest.approx(4)
    assert none[NONE] - none[RULE] == pytest.approx(1)
    assert sum(map(math.exp, both.values())) == pytest.approx(1)


def test_the_most_probable_of_the_possible_states_is_taken() -> None:
    probable = dict(zip(STATES, (0.1, 0.4, 0.3, 0.15, 0.05), strict=True))
    assert likeliest(probable) == OTHER_GAME
    assert likeliest(probable, [ANSWERED, NEAREST, NONE]) == NEAREST


@pytest.mark.parametrize(
    ("own", "other", "subjects", "games", "foreign", "possible"),
    [
        ([(1, 2.0)], [(2, 1.0)], [(3, 1.0)], ["revised"], True, set(STATES)),
        ([], [(2, 1.0)], [], ["revised"], True, {OTHER_GAME, NEAREST, NONE}),
        ([(1, 2.0)], [(2, 1.0)], [], [], True, {ANSWERED, NEAREST, NONE}),
        ([], [], [(3, 1.0)], [], True, {RULE, NEAREST, NONE}),
        ([(1, 2.0)], [], [], [], False, {ANSWERED, NEAREST}),
        ([], [], [], [], True, {NEAREST, NONE}),
    ],
)
def test_a_state_needs_what_it_tells_of(
    own: list[tuple[int, float]],
    other: list[tuple[int, float]],
    subjects: list[tuple[int, float]],
    games: list[str],
    foreign: bool,
    possible: set[str],
) -> None:
    assert set(AnswerJudge._possible(own, other, subjects, games, foreign)) == possible


#: questions whose state is plain, with the game they are asked of
CLEAR = [
    ("wolf packs", None, ANSWERED),
    ("can my sub submerge before the fighter shoots", None, ANSWERED),
    ("does a kamikaze attack hit a submarine", "anniversary", OTHER_GAME),
    ("banzai attack bonus for infantry", "anniversary", OTHER_GAME),
    ("what does a cruiser cost", "anniversary", RULE),
    ("how many spaces does a bomber move", "revised", RULE),
    ("what is the capital of Italy", "anniversary", RULE),
    ("what is the best opening for Japan", None, NEAREST),
    ("chance that a bomber survives", None, NEAREST),
    ("best pizza in town", None, NONE),
    ("how do I reset my password", None, NONE),
    ("xyzzyplugh", None, NONE),
]


@pytest.mark.parametrize(("asked", "game", "state"), CLEAR)
def test_a_clear_question_has_its_state(base: KnowledgeBase, asked: str, game: str | None, state: str) -> None:
    found = base.search(asked, game)
    assert found.state == state
    assert bool(found) is (state != NONE)
    assert {hit.game for hit in found} <= {game} if game and state in (ANSWERED, RULE) else True
    assert found.why.endswith(".")
    if state == OTHER_GAME:
        assert game not in {hit.game for hit in found}
    if state == RULE:
        assert {rule.game for rule in found.rules} == {game} and found.rules[0].says in found.why
    if state == NONE:
        assert list(found.rules) == [], "what fits by chance is not told"


def test_each_state_has_a_clear_question() -> None:
    assert {state for *_, state in CLEAR} == set(STATES)


@pytest.mark.parametrize("asked", ["submarines", "hit", "when do planes land", "kind:erratum rockets", "chennault"])
def test_words_that_the_base_knows_are_never_taken_for_another_matter(base: KnowledgeBase, asked: str) -> None:
    found = base.search(asked)
    assert found.state != NONE and found


def test_where_the_games_asked_have_nothing_near_the_others_have(base: KnowledgeBase) -> None:
    filtered = base.search("game:anniversary lend lease")
    assert (list(filtered), filtered.why) == ([], "Nothing here answers it.")
    found = base.search("lend lease", "anniversary")
    assert found.state in (OTHER_GAME, NEAREST) and found
    assert "anniversary" not in {hit.game for hit in found}


def test_state_and_reason_do_not_depend_on_how_many_results_are_wanted(base: KnowledgeBase) -> None:
    for asked, game, state in CLEAR:
        found = [base.search(asked, game, limit) for limit in (0, 1, 30)]
        assert {each.state for each in found} == {state} and len({each.why for each in found}) == 1, asked


@pytest.mark.parametrize(
    "asked",
    ["game:revised", "kind:erratum", "section:rev/p4-s2-opening-fire", '"opening fire"', "torped*", "rev-sub-2"],
)
def test_an_id_filters_and_operators_that_find_something_are_answered(base: KnowledgeBase, asked: str) -> None:
    found = base.search(asked)
    assert found.state == ANSWERED and found[0].id in found.why


def test_operators_and_ids_of_other_games_are_told_as_of_other_games(base: KnowledgeBase) -> None:
    assert base.search('"wolf packs"', "anniversary").state == OTHER_GAME
    assert base.search("rev-sub-2", "anniversary").state == OTHER_GAME
    assert base.search('game:anniversary "banzai attack"').state == NEAREST


def test_every_weight_is_of_a_feature_that_there_is(base: KnowledgeBase, data: str) -> None:
    known = load_model(data).features.keys()
    for asked, game, _ in CLEAR:
        assert base.search(asked, game).answer.features.keys() >= known


def test_two_questions_alike_give_the_same_statements_in_each_game(base: KnowledgeBase) -> None:
    found = base.search("what does a bomber cost")
    costs = [rule for rule in found.rules if rule.id.endswith("/units/bomber.cost")]
    assert {rule.game: rule.says for rule in costs} == {
        "revised": "A bomber costs 15 IPCs.",
        "anniversary": "A bomber costs 12 IPCs.",
        "europe-1999": "A bomber costs 15 IPCs.",
    }
    assert [rule.game for rule in base.search("what does a bomber cost", "revised").rules[:1]] == ["revised"]


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"weights": {"always": {"answered": 1}}}', '{"weights": {}, "words": {"": 5}}']
)
def test_bad_weights_are_one_finding(own_data: Path, content: str) -> None:
    (own_data / MODEL).write_text(content)
    with pytest.raises(BadInput) as error:
        load_model(str(own_data))
    (finding,) = error.value.findings
    assert str(finding).startswith(f"data/{MODEL}: no weights of the answer states (")
    assert str(finding).endswith("fit it again: python scripts/fit_states.py")


def test_the_weights_of_the_base_are_those_of_the_file(base: KnowledgeBase, data: str) -> None:
    stored = base.connection.execute("select feature, state, weight from state_model").fetchall()
    model = load_model(data)
    weights = {(name, state): weight for name, row in model.features.items() for state, weight in row.items()}
    assert {(row["feature"], row["state"]): float(row["weight"]) for row in stored} == weights
    words = dict(base.connection.execute("select term, weights from state_words").fetchall())
    assert {term: list(map(float, row.split())) for term, row in words.items()} == {
        term: [row[state] for state in STATES] for term, row in model.words.items()
    }
    assert json.loads(Path(data, MODEL).read_text())["questions"] > 0


def test_a_value_whose_condition_the_question_names_comes_before_the_plain_one(base: KnowledgeBase) -> None:
    beside = base.search("tac bomber next to a tank attack value", "europe-1940").rules[0]
    alone = base.search("tac bomber attack value", "europe-1940").rules[0]
    assert beside.id == "europe-1940/pairs-attack-better"
    assert alone.id == "value:europe-1940/units/tactical-bomber.attack"
