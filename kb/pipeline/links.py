"""Stage 5: adds verdicts, sections and relations to the rulings, and puts the whole corpus together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.corpus import curated, links, relations, todo
from kb.errors import Collector, Finding, raise_if
from kb.history import editions
from kb.model import Catalogues, Corpus, Relation, Ruling, RulingKind, RulingReading
from kb.pipeline import claims, inputs, rules, statements
from kb.pipeline.rulings import Rulings
from kb.pipeline.sources import Sources


def link(found: Rulings, data: str) -> Corpus:
    """Stage 5: verdicts, sections with their evidence, relations, what each ruling depends on.

    Raises :class:`BadInput` with everything that is wrong in the files of verdicts, relations, claims and rule sets.
    """
    corpus, findings = try_to_link(found, data)
    raise_if(findings)
    return corpus


def try_to_link(found: Rulings, data: str) -> tuple[Corpus, list[Finding]]:
    """What :func:`link` makes, without what is wrong, and everything that is wrong."""
    sources = found.sources
    written = curated.load(
        data, sources.catalogues.games, names((ruling.id for ruling in found.rulings), sources.catalogues)
    )
    linked = tuple(_linked(ruling, written, sources) for ruling in found.rulings)
    cut, wrong_claims = claims.read(data, linked)
    findings = [*todo.marks(data), *written.findings, *wrong_claims, *_without_section(linked, written)]
    known = sources.catalogues
    cited = rules.cited(sources.rulesets, sources.boards)
    findings += rules.find_errors(
        sources.rulesets, sources.boards, known.sections, linked, known.readings, known.options
    )
    collect = Collector()
    told = collect(statements.load, data, sources.boards, sources.rulesets, known.games, known.options, cited)
    recorded = collect(editions.load, data)
    findings += collect.findings
    ids = iter(found.assignment.ids)
    corpus = Corpus(
        catalogues=sources.catalogues,
        documents=sources.documents,
        texts=sources.texts,
        rulings=linked,
        relations=_relations(linked, written),
        comparisons=written.comparisons,
        retired=found.register.retired,
        ledgers={own.text.document.id: own.spans for own in found.passages},
        passage_ids={own.text.document.id: tuple(next(ids) for _ in own.passages) for own in found.passages},
        rules=cited,
        inputs=inputs.checksums(data),
        claims=cut,
        statements=told or (),
        editions=recorded or (),
    )
    return corpus, findings


def names(rulings: Iterable[str], known: Catalogues) -> curated.KnownNames:
    """What the files of verdicts and relations may name: some ids of rulings, and what the catalogues have."""
    return curated.KnownNames(
        set(rulings), *({each.id for each in of} for of in (known.sections, known.options, known.readings))
    )


def _without_section(linked: Iterable[Ruling], written: curated.Curated) -> list[Finding]:
    """A finding for each ruling that has a verdict but interprets no section."""
    what, hint = "ruling '{}' is linked to no section", "name the section it interprets"
    return [
        Finding(what.format(ruling.id), f"data/verdicts/{ruling.game}.yaml", 0, hint)
        for ruling in linked
        if not ruling.sections and ruling.id in written.verdicts
    ]


def _relations(linked: Sequence[Ruling], written: curated.Curated) -> tuple[Relation, ...]:
    """The relations that are written down, and those that follow from the rulings' words."""
    return relations.merged(
        written.relations,
        relations.from_comparisons(written.comparisons),
        (*relations.restating(linked), *relations.amending(linked)),
    )


def _linked(ruling: Ruling, written: curated.Curated, sources: Sources) -> Ruling:
    """A ruling with what is written of it in the files of verdicts and phrasings, and the sections it names."""
    verdict = written.verdicts.get(ruling.id)
    if verdict is None:
        return ruling
    amends = ruling.kind in (RulingKind.ERRATUM, RulingKind.RULE_CHANGE)
    own = [section for section in sources.catalogues.sections if section.game == ruling.game]
    by_options = dict.fromkeys((*ruling.depends_on, *verdict.depends_on))
    return replace(
        ruling,
        verdict=verdict.verdict,
        verdict_kind=verdict.kind,
        amendments=ruling.amendments + verdict.amends,
        sections=links.merged(verdict.sections, links.computed(ruling, own), links.pages_of(ruling, own), amends),
        depends_on=tuple(by_options),
        printings=verdict.printings,
        readings=tuple(RulingReading(each) for each in verdict.readings),
        phrasings=written.phrasings.get(ruling.id, ()),
    )
