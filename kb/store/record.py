"""The record of a ruling: everything known about it as plain values, which commands and pages return unchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import asdict

from kb.model.corpus import Corpus, Game, Relation, Ruling
from kb.model.evidence import Comparison, StoredPrinting, StoredScenario
from kb.store.tables import RULINGS

Row = dict[str, object]
#: the fields of a kind of relation: that of the first ruling and, if it differs, that of the other ruling
_RELATIONS = {
    "supersedes": ("supersedes", "superseded_by"),
    "corrects": ("corrects", "corrected_by"),
    "extends": ("extends", "extended_by"),
    "rests-on": ("rests_on", "basis_of"),
    "restates": ("restates",),
    "see-also": ("see_also",),
    "tension": ("tension",),
}


def records(corpus: Corpus) -> Iterator[tuple[str, Row]]:
    """Yield the id of each ruling with its record: its exported columns, then the fields that ``tables.yaml`` lists."""
    sections = {each.id: each for each in corpus.catalogues.sections}
    readings = {each.id: each for each in corpus.catalogues.readings}
    related = _related(corpus.relations)
    scenarios, rules = _of_rulings(corpus)
    for ruling in corpus.rulings:
        made = {
            "proof": ruling.proof.kind,
            "proof_reason": ruling.proof.reason,
            "draft": bool(ruling.draft),
            "parent": ruling.parent or None,
        }
        columns = {key: made[key] if key in made else getattr(ruling, key) for key in RULINGS.exported()}
        record = {
            **columns,
            "depends_on": ruling.depends_on,
            "sections": [
                {
                    "section": link.section,
                    **_some(sections[link.section], "title pages pages_are confidence"),
                    **_some(link, "role basis evidence"),
                }
                for link in ruling.sections
            ],
            "printings": [asdict(each) for each in ruling.printings],
            "readings": [
                {**_some(readings[each.reading], "id title taken"), "rules": each.rules}
                for each in sorted(ruling.readings, key=lambda each: each.reading)
            ],
            "amendments": [asdict(each) for each in ruling.amendments],
            "claims": [
                _some(claim, "words proof scenario expectation shown_by reason")
                for claim in corpus.claims
                if claim.ruling == ruling.id
            ],
            "new_words": [_some(each, "field text") for each in ruling.emphasis if each.means == "addition"],
            "children": [each.id for each in corpus.rulings if each.parent == ruling.id],
            **{key: related.get((ruling.id, key), []) for keys in _RELATIONS.values() for key in keys},
            "elsewhere": list(_elsewhere(ruling, corpus.comparisons, corpus.catalogues.games)),
            "scenarios": scenarios.get(ruling.id, []),
            "rules": rules.get(ruling.id, []),
        }
        yield ruling.id, record


def _some(of: object, names: str) -> Row:
    """Return some attributes of a value, by name; ``names`` are their names, separated by spaces."""
    return {name: getattr(of, name) for name in names.split()}


def _related(relations: Iterable[Relation]) -> dict[tuple[str, str], list[Row]]:
    """Return the related rulings by the id of a ruling and the field of its record."""
    found: dict[tuple[str, str], list[Row]] = {}
    for each in relations:
        if keys := _RELATIONS.get(each.kind):
            told = _some(each, "basis note")
            found.setdefault((each.ruling, keys[0]), []).append({**told, "id": each.other})
            found.setdefault((each.other, keys[-1]), []).append({**told, "id": each.ruling})
    return found


def _elsewhere(ruling: Ruling, comparisons: Iterable[Comparison], games: Iterable[Game]) -> Iterator[Row]:
    """Yield, in the order of ``games``, the answers of other games to the questions that a ruling answers, with the
    comparison."""
    for topic in sorted(comparisons, key=lambda each: each.id):
        if not any(ruling.id in stance.rulings for stance in topic.stances):
            continue
        pairs = {frozenset(pair.games): pair for pair in topic.pairs}
        stances = {stance.game: stance for stance in topic.stances}
        for game in games:
            if game.id in stances and game.id != ruling.game:
                stance, pair = stances[game.id], pairs[frozenset((game.id, ruling.game))]
                yield {
                    "topic": topic.id,
                    "title": topic.title,
                    **_some(stance, "game says"),
                    "comparison": pair.comparison,
                    "said": pair.says,
                    "scenario": pair.case,
                    **_some(pair, "why basis readings"),
                    "rulings": stance.rulings,
                }


def _of_rulings(corpus: Corpus) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
    """Return the scenarios and the engine rules of each ruling, both by its id; a rule that is equal in several
    printings is listed once."""
    titles = {game.id: game.title for game in corpus.catalogues.games}
    known = {rule.id for rule in corpus.rules}
    scenarios: dict[str, list[Row]] = {}
    for scenario in corpus.scenarios:
        told = _scenario(scenario, known, titles) if scenario.rulings else {}
        for name in scenario.rulings:
            scenarios.setdefault(name, []).append(told)
    rules: dict[str, dict[tuple[object, ...], Row]] = {}
    for rule in corpus.rules:
        told = {**_some(rule, "id rule about confidence note"), "readings": ", ".join(sorted(rule.readings)) or None}
        for cite in rule.cites:
            rules.setdefault(cite, {}).setdefault(tuple(told.values())[1:], told)
    return scenarios, {cite: list(each.values()) for cite, each in rules.items()}


def _scenario(scenario: StoredScenario, rules: Set[str], titles: Mapping[str, str]) -> Row:
    """Return a scenario in a record, with its results in other printings, then in other games. ``rules`` are the ids of
    all rules, ``titles`` the titles of the games by id."""
    games = list(titles)
    printings = sorted(scenario.printings, key=lambda each: (not each.printing, games.index(each.game), each.ruleset))
    return {
        **_some(scenario, "id title proof story contrasts passed contrast_passed suspect"),
        "printings": [
            {
                "game": each.game,
                "title": titles[each.game],
                **_some(each, "printing holds why made_by"),
                **dict(zip(("rules", "figures"), differences(scenario, each, rules), strict=True)),
            }
            for each in printings
        ],
    }


def differences(scenario: StoredScenario, printing: StoredPrinting, known: Set[str]) -> tuple[list[str], list[str]]:
    """Return the rules and the figures that cause another result of a scenario in a printing. A rule that the printing
    lacks has its id in the scenario's rule set. Lines without a rule among the ``known`` ids are figures: the number of
    a unit, the steps of combat."""
    rules, figures = [], []
    for line in printing.rules:
        ids = [rule for each in (printing, scenario) if (rule := f"{each.ruleset}/{line}") in known]
        if ids:
            rules.append(ids[0])
        else:
            figures.append(line)
    return rules, figures
