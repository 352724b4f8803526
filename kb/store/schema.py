"""The tables of the knowledge base, filled from a corpus through sqlite-utils.

A base is built whole and never edited: no triggers, strict foreign keys, FTS5 over the rulings for
Datasette's own search.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from sqlite_utils import Database

from kb.model import Corpus
from kb.proof import Proof, ToldPrinting, ToldScenario, TraceLine
from kb.store.views import views


def fill(db: Database, corpus: Corpus) -> None:
    """Create and fill every table and view of ``corpus``."""
    _catalogues(db, corpus)
    _rulings(db, corpus)
    _connections(db, corpus)
    _rules(db, corpus)
    _scenarios(db, corpus)
    _cases(db, corpus)
    _scenario_printings(db, corpus)
    _ledger(db, corpus)
    for name, sql in views(corpus.games).items():
        db.create_view(name, sql)


def _insert(db: Database, table: str, rows: Iterable[dict[str, Any]], **how: Any) -> None:
    kept = list(rows)
    if kept:
        db[table].insert_all(kept, **how)  # type: ignore[union-attr]
    else:
        columns = how.pop("columns")
        db[table].create(columns, **{k: v for k, v in how.items() if k in ("pk", "foreign_keys", "strict")})  # type: ignore[union-attr]


def _catalogues(db: Database, corpus: Corpus) -> None:
    _insert(db, "games", (
        {"id": g.id, "title": g.title, "prefix": g.prefix, "year": g.year, "publisher": g.publisher, "currency": g.currency,
         "powers": json.dumps(g.powers), "printings": json.dumps(g.printings), "about": g.about} for g in corpus.games
    ), pk="id", strict=True)  # fmt: skip
    _insert(
        db, "inputs", ({"path": path, "sha256": sha256} for path, sha256 in corpus.inputs.items()), pk="path", strict=True,
        columns={"path": str, "sha256": str},
    )  # fmt: skip
    _insert(
        db, "options", ({"id": o.id, "title": o.title, "about": o.about} for o in corpus.options), pk="id", strict=True
    )
    _insert(db, "readings", (
        {"id": r.id, "title": r.title, "question": r.question, "taken": r.taken, "because": r.because} for r in corpus.readings
    ), pk="id", strict=True)  # fmt: skip
    _insert(db, "documents", (
        {"id": d.id, "number": d.number, "game": d.game, "title": d.title, "kind": d.kind, "published": d.published,
         "publisher": d.publisher, "approved_by": d.approved_by, "interprets": d.interprets, "sha256": d.sha256,
         "characters": len(t.text), "files": json.dumps(sorted({p.file for p in d.parts})), "note": d.note}
        for d, t in zip(corpus.documents, corpus.texts, strict=True)
    ), pk="id", foreign_keys=[("game", "games", "id")], strict=True)  # fmt: skip
    _insert(db, "sections", (
        {"id": s.id, "game": s.game, "title": s.title, "title_is": s.title_is, "pages": s.pages, "pages_are": s.pages_are,
         "confidence": s.confidence, "marks": json.dumps(s.marks), "parent": s.parent or None, "option": s.option or None,
         "names": json.dumps(s.names, ensure_ascii=False), "about": s.about} for s in corpus.sections
    ), pk="id", foreign_keys=[("game", "games", "id"), ("parent", "sections", "id"), ("option", "options", "id")], strict=True)  # fmt: skip


def _rulings(db: Database, corpus: Corpus) -> None:
    unknown = Proof()
    _insert(db, "rulings", (
        {"id": r.id, "game": r.game, "document": r.document, "kind": str(r.kind), "heading": r.heading, "position": r.position,
         "question": r.question, "verdict": r.verdict, "verdict_kind": r.verdict_kind, "answer": r.answer,
         "question_text": r.question_text, "answer_text": r.answer_text, "line_start": r.line_start, "line_end": r.line_end,
         "authority": str(r.authority), "authority_rank": r.authority.rank, "authority_date": r.authority_date,
         "parent": r.parent or None, "sections": json.dumps([s.section for s in r.sections]),
         "depends_on": json.dumps(r.depends_on), "proof": p.kind, "proof_reason": p.reason}
        for r, p in ((r, corpus.proofs.get(r.id, unknown)) for r in corpus.rulings)
    ), pk="id", strict=True,
       foreign_keys=[("game", "games", "id"), ("document", "documents", "id"), ("parent", "rulings", "id")])  # fmt: skip
    db["rulings"].create_index(["game", "position"])  # type: ignore[union-attr]
    db["rulings"].enable_fts(  # type: ignore[union-attr]
        ["question_text", "answer_text", "verdict", "heading"], tokenize="porter unicode61", create_triggers=False
    )


def _connections(db: Database, corpus: Corpus) -> None:
    own = ("ruling", "rulings", "id")
    _insert(db, "ruling_sections", (
        {"ruling": r.id, "section": s.section, "place": n, "role": s.role, "basis": s.basis, "evidence": s.evidence}
        for r in corpus.rulings for n, s in enumerate(r.sections)
    ), pk=("ruling", "section"), foreign_keys=[own, ("section", "sections", "id")], strict=True)  # fmt: skip
    _insert(db, "ruling_options", ({"ruling": r.id, "option": o} for r in corpus.rulings for o in r.depends_on),
            pk=("ruling", "option"), foreign_keys=[own, ("option", "options", "id")], strict=True,
            columns={"ruling": str, "option": str})  # fmt: skip
    _insert(db, "ruling_readings", ({"ruling": r.id, "reading": o} for r in corpus.rulings for o in r.readings),
            pk=("ruling", "reading"), foreign_keys=[own, ("reading", "readings", "id")], strict=True,
            columns={"ruling": str, "reading": str})  # fmt: skip
    _insert(db, "printings", (
        {"ruling": r.id, "printing": p.printing, "holds": p.holds, "note": p.note} for r in corpus.rulings for p in r.printings
    ), pk=("ruling", "printing"), foreign_keys=[own], strict=True,
       columns={"ruling": str, "printing": str, "holds": str, "note": str})  # fmt: skip
    _insert(db, "amendments", (
        {"id": n, "ruling": r.id, "action": a.action, "where": a.where, "old": a.old, "new": a.new}
        for n, (r, a) in enumerate(((r, a) for r in corpus.rulings for a in r.amendments), start=1)
    ), pk="id", foreign_keys=[own], strict=True,
       columns={"id": int, "ruling": str, "action": str, "where": str, "old": str, "new": str})  # fmt: skip
    _insert(db, "emphases", (
        {"id": n, "ruling": r.id, "field": e.field, "text": e.text, "style": e.style, "means": e.means}
        for n, (r, e) in enumerate(((r, e) for r in corpus.rulings for e in r.emphasis), start=1)
    ), pk="id", foreign_keys=[own], strict=True,
       columns={"id": int, "ruling": str, "field": str, "text": str, "style": str, "means": str})  # fmt: skip
    _insert(db, "phrasings", (
        {"id": n, "ruling": r.id, "text": p} for n, (r, p) in enumerate(((r, p) for r in corpus.rulings for p in r.phrasings), start=1)
    ), pk="id", foreign_keys=[own], strict=True, columns={"id": int, "ruling": str, "text": str})  # fmt: skip
    _insert(db, "relations", (
        {"ruling": r.ruling, "other": r.other, "kind": r.kind, "basis": r.basis, "note": r.note} for r in corpus.relations
    ), pk=("ruling", "other", "kind"), foreign_keys=[own, ("other", "rulings", "id")], strict=True,
       columns={"ruling": str, "other": str, "kind": str, "basis": str, "note": str})  # fmt: skip
    _phases(db, corpus)
    _comparisons(db, corpus)
    _insert(db, "retired", (
        {"id": r.id, "on": r.on, "reason": r.reason, "successor": r.successor or None} for r in corpus.retired
    ), pk="id", strict=True, columns={"id": str, "on": str, "reason": str, "successor": str})  # fmt: skip


def _phases(db: Database, corpus: Corpus) -> None:
    """The phases, and which ruling belongs to which by its sections or those above them."""
    parent = {section.id: section.parent for section in corpus.sections}
    own: dict[str, list[str]] = {}
    for phase in corpus.phases:
        for section in phase.sections:
            own.setdefault(section, []).append(phase.id)

    def of(section: str) -> Iterator[str]:
        while section:
            yield from own.get(section, ())
            section = parent[section]

    _insert(db, "phases", ({"id": p.id, "title": p.title} for p in corpus.phases), pk="id", strict=True,
            columns={"id": str, "title": str})  # fmt: skip
    found = {(r.id, phase) for r in corpus.rulings for link in r.sections for phase in of(link.section)}
    _insert(db, "ruling_phases", (
        {"ruling": r.id, "phase": p.id} for r in corpus.rulings for p in corpus.phases if (r.id, p.id) in found
    ), pk=("ruling", "phase"), foreign_keys=[("ruling", "rulings", "id"), ("phase", "phases", "id")], strict=True,
       columns={"ruling": str, "phase": str})  # fmt: skip


def _comparisons(db: Database, corpus: Corpus) -> None:
    _insert(db, "topics", (
        {"id": t.id, "title": t.title} for t in corpus.comparisons
    ), pk="id", strict=True, columns={"id": str, "title": str})  # fmt: skip
    _insert(db, "topic_games", (
        {"topic": t.id, "game": s.game, "says": s.says, "alike": t.group(s.game)} for t in corpus.comparisons for s in t.stances
    ), pk=("topic", "game"), foreign_keys=[("topic", "topics", "id"), ("game", "games", "id")], strict=True,
       columns={"topic": str, "game": str, "says": str, "alike": int})  # fmt: skip
    _insert(db, "topic_rulings", (
        {"topic": t.id, "ruling": r, "place": n} for t in corpus.comparisons for s in t.stances for n, r in enumerate(s.rulings)
    ), pk=("topic", "ruling"), foreign_keys=[("topic", "topics", "id"), ("ruling", "rulings", "id")], strict=True,
       columns={"topic": str, "ruling": str, "place": int})  # fmt: skip


def _rules(db: Database, corpus: Corpus) -> None:
    rulings = {ruling.id for ruling in corpus.rulings}
    own = ("rule", "rules", "id")
    _insert(db, "rules", (
        {"id": r.id, "game": r.game, "ruleset": r.ruleset, "rule": r.rule, "form": r.form, "asked": r.asked, "says": r.says,
         "about": r.about, "confidence": r.confidence, "given": json.dumps(r.given), "advantage": r.advantage,
         "option": r.option or None, "note": r.note}
        for r in corpus.rules
    ), pk="id", foreign_keys=[("game", "games", "id"), ("option", "options", "id")], strict=True,
       columns=dict.fromkeys(
           ("id", "game", "ruleset", "rule", "form", "asked", "says", "about", "confidence", "given", "advantage", "option",
            "note"), str))  # fmt: skip
    _insert(db, "rule_rulings", (
        {"rule": r.id, "ruling": cite} for r in corpus.rules for cite in r.cites if cite in rulings
    ), pk=("rule", "ruling"), foreign_keys=[own, ("ruling", "rulings", "id")], strict=True,
       columns={"rule": str, "ruling": str})  # fmt: skip
    _insert(db, "rule_sections", (
        {"rule": r.id, "section": cite} for r in corpus.rules for cite in r.cites if cite not in rulings
    ), pk=("rule", "section"), foreign_keys=[own, ("section", "sections", "id")], strict=True,
       columns={"rule": str, "section": str})  # fmt: skip
    _insert(db, "rule_readings", (
        {"rule": r.id, "reading": reading} for r in corpus.rules for reading in r.readings
    ), pk=("rule", "reading"), foreign_keys=[own, ("reading", "readings", "id")], strict=True,
       columns={"rule": str, "reading": str})  # fmt: skip


def _scenarios(db: Database, corpus: Corpus) -> None:
    own = ("scenario", "scenarios", "id")
    _insert(db, "scenarios", (
        {"id": s.id, "game": s.game, "ruleset": s.ruleset, "title": s.title, "proof": s.proof, "story": "\n".join(s.story), "passed": int(s.passed),
         "contrast_passed": int(s.contrast_passed), "suspect": int(s.suspect), "file": s.file, "line": s.line}
        for s in corpus.scenarios
    ), pk="id", foreign_keys=[("game", "games", "id")], strict=True,
       columns={"id": str, "game": str, "ruleset": str, "title": str, "proof": str, "story": str, "passed": int,
                "contrast_passed": int, "suspect": int, "file": str, "line": int})  # fmt: skip
    _insert(db, "scenario_rulings", (
        {"scenario": s.id, "ruling": ruling} for s in corpus.scenarios for ruling in s.rulings
    ), pk=("scenario", "ruling"), foreign_keys=[own, ("ruling", "rulings", "id")], strict=True,
       columns={"scenario": str, "ruling": str})  # fmt: skip
    _insert(db, "scenario_sections", (
        {"scenario": s.id, "section": section} for s in corpus.scenarios for section in s.sections
    ), pk=("scenario", "section"), foreign_keys=[own, ("section", "sections", "id")], strict=True,
       columns={"scenario": str, "section": str})  # fmt: skip
    _insert(db, "scenario_rules", (
        {"scenario": s.id, "rule": f"{s.ruleset}/{rule}"} for s in corpus.scenarios for rule in s.rules
    ), pk=("scenario", "rule"), foreign_keys=[own, ("rule", "rules", "id")], strict=True,
       columns={"scenario": str, "rule": str})  # fmt: skip


def _scenario_printings(db: Database, corpus: Corpus) -> None:
    """What becomes of a scenario in another printing or game, and which lines of data make the difference.

    A rule that the other one is without has its id in the scenario's own; what is no rule (the number of a unit, the
    steps of combat) is among the ``figures``.
    """
    known = {rule.id for rule in corpus.rules}

    def lines(scenario: ToldScenario, printing: ToldPrinting) -> dict[str, str]:
        rules, figures = [], []
        for line in printing.rules:
            ids = [told for each in (printing, scenario) if (told := f"{each.ruleset}/{line}") in known]
            if ids:
                rules.append(ids[0])
            else:
                figures.append(line)
        return {"rules": json.dumps(rules), "figures": json.dumps(figures)}

    _insert(db, "scenario_printings", (
        {"scenario": s.id, "ruleset": p.ruleset, "game": p.game, "printing": p.printing, "holds": p.holds, "why": p.why,
         **lines(s, p)} for s in corpus.scenarios for p in s.printings
    ), pk=("scenario", "ruleset"), foreign_keys=[("scenario", "scenarios", "id"), ("game", "games", "id")], strict=True,
       columns=dict.fromkeys(("scenario", "ruleset", "game", "printing", "holds", "why", "rules", "figures"), str))  # fmt: skip


def _cases(db: Database, corpus: Corpus) -> None:
    """What pages show of each scenario (number 0) and its contrasts: story, trace, position before and after."""

    def rows() -> Iterator[dict[str, Any]]:
        for scenario in corpus.scenarios:
            for number, case in enumerate(scenario.cases):
                yield {
                    "scenario": scenario.id, "number": number, "title": case.title, "change": "\n".join(case.change),
                    "story": "\n".join(case.story), "passed": int(case.passed), "trace": _json([_line(each) for each in case.trace]),
                    "before": _json(case.before), "after": _json(case.after),
                }  # fmt: skip

    kept = ("title", "change", "story")
    _insert(db, "scenario_cases", rows(), pk=("scenario", "number"), foreign_keys=[("scenario", "scenarios", "id")], strict=True,
            columns={"scenario": str, "number": int, **dict.fromkeys(kept, str), "passed": int, "trace": str, "before": str,
                     "after": str})  # fmt: skip


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _line(line: TraceLine) -> list[Any]:
    """``[depth, sentence]``, and where a rule fired ``[depth, sentence, rule, [what it rests on]]``."""
    return [line.depth, line.says, *([line.rule, list(line.cites)] if line.rule else [])]


def _ledger(db: Database, corpus: Corpus) -> None:
    def rows() -> Iterator[dict[str, Any]]:
        for text in corpus.texts:
            ids = corpus.unit_ids[text.document.id]
            for span in corpus.ledgers[text.document.id]:
                first = text.line_at(span.start)
                yield {
                    "document": text.document.id, "start": span.start, "end": span.end, "line": first,
                    "claim": str(span.claim), "name": span.name, "ruling": ids[span.unit] if span.unit >= 0 else None,
                    "text": text.text[span.start : span.end],
                }  # fmt: skip

    _insert(db, "ledger", rows(), pk=("document", "start"), strict=True,
            foreign_keys=[("document", "documents", "id"), ("ruling", "rulings", "id")])  # fmt: skip
