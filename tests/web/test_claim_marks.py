"""On a ruling's page each claim is marked by what proves it and leads to its case; the words stay what they are."""

from __future__ import annotations

from typing import Any

import pytest

from kb.knowledge import KnowledgeBase
from kb.web.markdown import official, official_line
from kb.wording import claims as wording
from tests.conftest import Sample
from tests.web.apart import Get
from tests.web.reading import Page


def claim(words: str, proof: str = "play", scenario: str = "g/a", reason: str = "", by: str = "rule") -> dict[str, Any]:
    shown_by = by if proof == "play" else ""
    own = {"words": words, "proof": proof, "scenario": scenario, "expectation": "lost"}
    return {**own, "shown_by": shown_by, "reason": reason}


def case(scenario: str) -> str:
    return f"/scenario/{scenario}"


def test_words_lead_to_their_case_or_say_why_there_is_none() -> None:
    html = official_line("Yes. It *may*. Sorry.", (), [claim("Yes."), claim("Sorry.", "none", "", "a <b>")], case)
    assert html == (
        '<a class="claim play" title="played: g/a" href="/scenario/g/a">Yes.</a> It <em>may</em>. '
        '<span class="claim none" title="not proved: a &lt;b&gt;">Sorry.</span>'
    )


def test_words_with_emphasis_and_over_lists_are_marked_piece_by_piece() -> None:
    text = "No, *two\nsubs*:\n\n1. one\n2. other, and no more"
    page = Page(f"<main>{official(text, ('two subs',), [claim('two subs: one other', 'reference')], case)}</main>")
    assert page.texts("a", "reference") == ["two subs", ":", "one", "other"]
    assert page.texts("main") == ["No, two subs: one other, and no more"]


def test_words_are_found_as_whole_words_only() -> None:
    assert [place[:2] for place in wording.places("not now, no", [claim("no")])] == [(9, 11)]
    assert list(wording.places("not now", [claim("no")])) == []


def test_a_claim_of_the_question_is_not_looked_for_in_it_if_the_answer_has_it() -> None:
    ruling = {"question": "May it fire?", "answer": "It may.", "claims": [claim("may"), claim("fire?")]}
    assert [each["words"] for each in wording.of_field(ruling, "answer")] == ["may"]
    assert [each["words"] for each in wording.of_field(ruling, "question")] == ["fire?"]


def test_long_words_are_told_by_both_ends() -> None:
    words = "If the enemy has a destroyer, then hits caused by your subs aren't removed until step 6."
    assert wording.told(claim(words)) == "“If the enemy has a destroyer, then hits … until step 6.” played: g/a"
    assert wording.told(claim("Yes.", "none", "g/a", "it fails")) == "“Yes.” not proved: it fails"


def test_what_dice_alone_show_is_told() -> None:
    dice, other = claim("Yes.", by="dice"), claim("No.", "none", "", "why")
    assert wording.told(dice) == "“Yes.” played, by dice only: g/a"
    assert wording.line([dice, claim("It may."), other]) == "2 played (1 by dice only), 1 not proved"
    assert wording.line([other]) == "1 not proved"
    assert 'title="played, by dice only: g/a"' in official_line("Yes.", (), [dice], case)


@pytest.mark.slow
def test_every_claim_of_the_base_is_marked_on_its_page(base: KnowledgeBase, get: Get, sample: Sample) -> None:
    for record in sample(base.rulings()):
        found = [claim for field in ("question", "answer") for claim in wording.of_field(record, field)]
        assert sorted(map(str, found)) == sorted(map(str, record["claims"])), record["id"]
        page = Page(get(f"/r/{record['id']}").text)
        marked = [each for each in page.elements if "claim" in each.classes and "details" not in each.around]
        for each in record["claims"]:
            own = [part for part in marked if each["proof"] in part.classes and part.text in each["words"]]
            assert own, (record["id"], each["words"])
            if each["scenario"]:
                assert any(part.attributes["href"] == case(each["scenario"]) for part in own), record["id"]
        by_dice = [each for each in record["claims"] if each["shown_by"] == "dice"]
        assert [wording.told(each) for each in by_dice] == [
            told for told in page.texts("li") if told in map(wording.told, by_dice)
        ]
        assert (wording.WHAT_BY_DICE_MEANS in page.texts("div", "claims")[0]) is bool(by_dice)
        counts = wording.counts(record["claims"])
        assert page.texts("div", "claims")[0].startswith(
            " ".join(f"{many} {wording.PROOF[proof]}" for proof, many in counts.items())
        )


@pytest.mark.parametrize("proof", wording.PROOF)
def test_a_mark_is_more_than_a_colour(get: Get, proof: str) -> None:
    styles = get(next(link for link in _styles(get) if "ruling" in link)).text
    rule = ".claim" if proof == "play" else f".claim.{proof}"
    line, mark = (
        next(row for row in styles.splitlines() if row.startswith(each)) for each in (f"{rule} ", f"{rule}::after")
    )
    assert "text-decoration: underline" in line and 'content: "' in mark


def _styles(get: Get) -> list[str]:
    return [each.attributes["href"] for each in Page(get("/r/rev-sub-2").text).all("link") if "href" in each.attributes]
