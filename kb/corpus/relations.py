"""Relations between rulings: the curated ones, and those that can be computed, marked as such."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from rapidfuzz import fuzz

from kb.comparison import Comparison
from kb.corpus.typography import words
from kb.model import Relation, Ruling, RulingKind

COMPUTED = "computed"
#: how a relation that follows from a comparison is known, by the basis of that
_BASIS = {"play": "play", "reading": "reading", "documents": "said"}
#: the kinds of relation that follow from comparisons
KIND_OF = {"same": "same-as", "different": "differs"}
#: two rulings whose words are this alike (0 to 100) restate each other
SAME_WORDS = 88.0


def from_comparisons(comparisons: Iterable[Comparison]) -> list[Relation]:
    """``same-as`` or ``differs`` for the first rulings of each two games that compare, by play or by what is said.

    Where two rulings meet in several topics, the first of them that is played counts, then the first that a reading of
    ours decides, or else the first.
    """
    pairs = [(topic, pair) for topic in comparisons for pair in topic.pairs if pair.verdict]
    made: dict[tuple[str, str, str], Relation] = {}
    for topic, pair in sorted(pairs, key=lambda each: [*_BASIS].index(each[1].basis)):
        first = {stance.game: stance.rulings[0] for stance in topic.stances}
        one, other = (first[game] for game in pair.games)
        kind = KIND_OF[pair.verdict]
        made.setdefault((one, other, kind), Relation(one, other, kind, _BASIS[pair.basis], topic.title))
    return list(made.values())


def with_comparisons(known: Iterable[Relation], comparisons: Iterable[Comparison]) -> tuple[Relation, ...]:
    """The relations with those that follow from ``comparisons`` instead of such as followed from them before."""
    kept = (each for each in known if each.kind not in KIND_OF.values())
    return tuple(sorted([*kept, *from_comparisons(comparisons)], key=_in_order))


def _in_order(relation: Relation) -> tuple[str, str, str]:
    return relation.ruling, relation.other, relation.kind


def restating(rulings: Sequence[Ruling]) -> list[Relation]:
    """Pairs of rulings whose words are nearly the same."""
    texts = [(r, words(f"{r.question} {r.answer}" if r.kind is RulingKind.ANSWER else r.answer)) for r in rulings]
    relations = []
    for (one, one_text), (other, other_text) in combinations(texts, 2):
        if other.parent == one.id or min(len(one_text), len(other_text)) * 1.3 < max(len(one_text), len(other_text)):
            continue
        score = fuzz.ratio(one_text, other_text, score_cutoff=SAME_WORDS)
        if score:
            relations.append(Relation(one.id, other.id, "restates", COMPUTED, f"{score:.0f} % of their letters agree"))
    return relations


def amending(rulings: Sequence[Ruling]) -> list[Relation]:
    """``see-also`` from each erratum to the answers on the section it amends."""
    relations = []
    for erratum in rulings:
        amended = {link.section for link in erratum.sections if link.role == "amends"}
        for other in rulings:
            if (
                other.id == erratum.id
                or other.game != erratum.game
                or other.parent == erratum.id
                or erratum.parent == other.id
            ):
                continue
            shared = [link.section for link in other.sections if link.section in amended and link.basis != "name"]
            if shared:
                relations.append(Relation(erratum.id, other.id, "see-also", COMPUTED, f"amends {shared[0]}"))
    return relations


def merged(
    curated: Iterable[Relation], compared: Iterable[Relation], computed: Iterable[Relation]
) -> tuple[Relation, ...]:
    """Every curated relation once, those that follow from comparisons, and a computed one only where nothing is
    curated of the pair."""
    written = {(frozenset((r.ruling, r.other)), r.kind): r for r in reversed(list(curated))}
    known = {pair for pair, _ in written}
    found = {frozenset((r.ruling, r.other)): r for r in reversed(list(computed))}
    kept = [*written.values(), *compared, *(r for pair, r in found.items() if pair not in known)]
    return tuple(sorted(kept, key=_in_order))
