"""Re-issuing a document, inserting a question above, or fixing a typo never moves an id."""

from __future__ import annotations

import random
import string
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.base.errors import BadInput
from kb.corpus import documents, ids
from kb.corpus.ids import Assignment, Candidate, assign, likeness
from kb.corpus.reader import passages_of
from kb.model.corpus import Passage, RulingKind, Topic
from kb.pipeline import run, sources
from tests.conftest import edit

PREFIX = {"revised": "rev", "anniversary": "ann", "europe-1999": "e99", "europe-1940": "e40", "flames-and-steel": "fas"}


@pytest.fixture(scope="session")
def known(data: str) -> ids.Register:
    return ids.load_register(data)


@pytest.fixture(scope="session")
def candidates(data: str) -> list[Candidate]:
    out: list[Candidate] = []
    for document in documents.read_manifest(data):
        found = passages_of(documents.read(document, data))
        out += [Candidate.of(passage, document.id, PREFIX[document.game]) for passage in found.passages]
    return out


def changed(candidate: Candidate, question: str | None = None, answer: str | None = None) -> Candidate:
    passage = replace(
        candidate.passage, question=question or candidate.passage.question, answer=answer or candidate.passage.answer
    )
    return Candidate.of(passage, candidate.document, candidate.prefix)


def name(candidate: Candidate) -> str:
    """Return a name of a passage that no edit here changes: its document and words."""
    return f"{candidate.document} {candidate.question} {candidate.answer}"


def ids_of(candidates: list[Candidate], known: ids.Register) -> tuple[dict[str, str], Assignment]:
    """Return the id of each passage by its name."""
    result = assign(candidates, known)
    return dict(zip(map(name, candidates), result.ids, strict=True)), result


def test_the_register_knows_every_ruling_and_nothing_else(candidates: list[Candidate], known: ids.Register) -> None:
    result = assign(candidates, known)
    assert (result.fresh, result.changed, result.missing) == ((), (), ())
    assert len(set(result.ids)) == len(candidates)


def typo(text: str, where: int, letter: str) -> str:
    at = where % len(text)
    return text[:at] + letter + text[at + 1 :]


@given(st.data())
@settings(max_examples=4 * settings.default.max_examples)
def test_a_typo_moves_no_id(candidates: list[Candidate], known: ids.Register, choose: st.DataObject) -> None:
    at = choose.draw(st.integers(0, len(candidates) - 1))
    text = (
        candidates[at].passage.answer
        if candidates[at].passage.kind is not RulingKind.ANSWER
        else candidates[at].passage.question
    )
    mended = typo(text, choose.draw(st.integers(0, 2_000)), choose.draw(st.sampled_from(string.ascii_lowercase)))
    edited = list(candidates)
    edited[at] = (
        changed(candidates[at], mended)
        if candidates[at].passage.kind is RulingKind.ANSWER
        else changed(candidates[at], None, mended)
    )
    before = assign(candidates, known).ids
    after = assign(edited, known)
    assert after.ids == before and not after.fresh and not after.missing


@given(st.data(), st.integers(0, 1_000))
@settings(max_examples=4 * settings.default.max_examples)
def test_deleting_and_reordering_move_no_other_id(
    candidates: list[Candidate], known: ids.Register, choose: st.DataObject, seed: int
) -> None:
    gone = choose.draw(st.integers(0, len(candidates) - 1))
    if any(c.passage.parent >= 0 for c in (candidates[gone],)) or candidates[gone].passage.question.startswith(
        "Did any rules change"
    ):
        return
    names, _ = ids_of(candidates, known)
    kept = [c for i, c in enumerate(candidates) if i != gone]
    random.Random(seed).shuffle(kept)
    own = [c for c in kept if c.passage.parent < 0]
    after, result = ids_of(own, known)
    assert all(after[words] == names[words] for words in after)
    lost = names[name(candidates[gone])]
    assert lost in result.missing and not result.fresh


NEW = "May a transport carry the mayor of Reykjavik across the Denmark Strait during a festival?"


@given(st.data())
@settings(max_examples=3 * settings.default.max_examples)
def test_an_inserted_question_gets_a_new_id_and_moves_no_other(
    candidates: list[Candidate], known: ids.Register, choose: st.DataObject
) -> None:
    at = choose.draw(st.integers(0, len(candidates) - 1))
    near = candidates[at]
    if near.passage.parent >= 0 or near.passage.kind is not RulingKind.ANSWER:
        return
    passage = Passage(
        RulingKind.ANSWER, near.passage.heading, near.passage.topic, NEW, "No. The mayor stays at home.", 1, 2
    )
    own = [c for c in candidates if c.passage.parent < 0]
    names, _ = ids_of(own, known)
    after, result = ids_of([*own[:at], Candidate.of(passage, near.document, near.prefix), *own[at:]], known)
    assert all(after[words] == key for words, key in names.items())
    (fresh,) = result.fresh
    assert result.ids[fresh] not in known.ever
    assert result.ids[fresh].startswith(f"{near.prefix}-{near.passage.topic.slug}-")


def test_a_new_question_never_inherits_an_id_because_its_answer_is_like_another(known: ids.Register) -> None:
    passage = Passage(RulingKind.ANSWER, "Map", Topic("Map", "map"), "Is the lamp of a harbour a unit?", "Yes.", 1, 2)
    candidate = Candidate.of(passage, "revised-faq", "rev")
    assert "yes" in {event.answer for event in known.standing.values()}, "rulings have this answer"
    assert all(likeness(candidate, event) == 0 for event in known.standing.values() if event.kind == "answer")


@pytest.mark.parametrize("seed", range(5))
def test_injuries_of_other_collections_turn_the_build_red(
    candidates: list[Candidate], known: ids.Register, seed: int
) -> None:
    """First letters lost, neighbours' answers swapped, symbols gone, a tenth missing, all answers one off."""
    rng = random.Random(seed)
    own = [c for c in candidates if c.passage.parent < 0]
    answers = [c.passage.answer if c.passage.kind is RulingKind.ANSWER else "" for c in own]
    at = rng.choice([i for i in range(len(own) - 1) if answers[i] and answers[i + 1] and answers[i] != answers[i + 1]])
    swapped = {at: own[at + 1].passage.answer, at + 1: own[at].passage.answer}
    injuries = [
        [changed(c, None, c.passage.answer[1:]) if len(c.passage.answer) > 1 else c for c in own],
        [changed(c, None, swapped[i]) if i in swapped else c for i, c in enumerate(own)],
        [changed(c, None, c.passage.answer.replace(",", "").replace("’", "")) for c in own],
        [c for c in own if rng.random() > 0.1],
        [changed(c, None, own[i - 1].passage.answer) for i, c in enumerate(own)],
    ]
    for injured in injuries:
        result = assign(injured, known)
        assert result.fresh or result.changed or set(result.missing) - {"e99-ed2-1a", "e99-ed2-1b"}


def test_registering_appends_and_never_rewrites(own_data: Path) -> None:
    before = (own_data / "ids.jsonl").read_text()
    edit(own_data / "faq" / "revised.txt", "Q. Is Gibraltar a Neutral Country", "Q. Is Gibraltar a neutral country")
    edit(
        own_data / "faq" / "revised.txt",
        "Q. Can you sail south of Australia?\n\nA. Yes. Sea zone 40 is one space that connects to sea zone 39 on its left and 41 on its right.\n",
        "",
    )
    reseal(own_data, "revised-faq")
    with pytest.raises(BadInput) as error:
        run.corpus(str(own_data))
    told = [str(f).split(";")[0] for f in error.value.findings]
    assert told[-2:] == [
        "data/faq/revised.txt:14: the words of rev-map-2 are not those in the register",
        "data/ids.jsonl: rev-map-3 is in the register but in no document",
    ]
    for file in ("verdicts/revised", "phrasings/revised", "games/revised/rules/revised"):
        told_before = (each for each in told[:-2] if each.startswith(f"data/{file}.yaml:"))
        assert any("'rev-map-3'" in each for each in told_before), file
    assert (own_data / "ids.jsonl").read_text() == before, "nothing is written until it is asked for"
    made = run.identified(sources.read(str(own_data)), str(own_data))
    ids.append_events(str(own_data), ids.events_of(made.candidates, made.assignment, "2031-05-04", "the sea fell dry"))
    assert (own_data / "ids.jsonl").read_text().startswith(before)
    after = ids.load_register(str(own_data))
    assert [(r.id, r.on, r.reason) for r in after.retired] == [("rev-map-3", "2031-05-04", "the sea fell dry")]
    assert after.standing["rev-map-2"].event == "reworded"


def reseal(data: Path, document: str) -> None:
    """Put the digest of edited files into the manifest, as one does who re-issues a document."""
    import hashlib

    entry = next(d for d in documents.read_manifest(str(data)) if d.id == document)
    text = documents.read(entry, str(data), verify=False).text
    edit(data / "documents.yaml", entry.sha256, hashlib.sha256(text.encode()).hexdigest())


def test_a_withdrawn_id_is_never_given_again(candidates: list[Candidate], known: ids.Register) -> None:
    last = max(
        (c for c in candidates if c.passage.topic.slug == "map" and c.prefix == "rev"),
        key=lambda c: c.passage.line_start,
    )
    gone = ids.RegisterEntry("rev-map-6", "withdrawn", "2031-05-04", reason="test")
    passage = replace(last.passage, question=NEW, answer="No. The mayor stays at home.")
    result = assign([Candidate.of(passage, last.document, "rev")], ids.Register((*known.events, gone)))
    assert result.ids == ("rev-map-7",)


def test_a_ruling_that_returns_word_for_word_has_its_old_id(candidates: list[Candidate], known: ids.Register) -> None:
    gone = ids.RegisterEntry("rev-map-3", "withdrawn", "2031-05-04", reason="test")
    back = assign(candidates, ids.Register((*known.events, gone)))
    assert [back.ids[i] for i in back.returned] == ["rev-map-3"]
    assert (back.fresh, back.changed, back.missing) == ((), (), ())
    restored = ids.events_of(candidates, back, "2031-06-01")
    assert [(e.id, e.event) for e in restored] == [("rev-map-3", "restored")]
    after = ids.Register((*known.events, gone, *restored))
    assert after.retired == () and assign(candidates, after).returned == ()


def test_no_id_is_withdrawn_without_a_reason_and_no_reason_is_given_for_nothing(own_data: Path, out: str) -> None:
    before = (own_data / "ids.jsonl").read_text()
    with pytest.raises(BadInput, match="no ruling is withdrawn; leave out --reason"):
        run.build(str(own_data), out, record=run.Recording("it said nothing new"))
    edit(own_data / "faq" / "revised.txt", "Q. When can airplanes fly over neutral territories?\n\nA. Never.\n\n", "")
    reseal(own_data, "revised-faq")
    with pytest.raises(BadInput, match="rev-mov-9 would be withdrawn without a reason; give the reason with --reason"):
        run.build(str(own_data), out, record=run.Recording())
    with pytest.raises(BadInput, match="unknown ruling 'rev-mov-9'"):
        run.build(str(own_data), out, record=run.Recording("it said nothing new", "rev-map-6"))
    assert (own_data / "ids.jsonl").read_text() == before
