"""Stages 2 to 5: blocks and passages of the documents, rulings with their ids, and all that is linked to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.base.errors import Finding, raise_if
from kb.base.model import (
    Amendment,
    Authority,
    Catalogues,
    Corpus,
    Document,
    Game,
    Passage,
    Printing,
    Ruling,
    RulingKind,
    RulingReading,
    Section,
    SectionLink,
)
from kb.base.shape import Names
from kb.base.standing import OFFICIAL
from kb.base.values import NOT_CUT
from kb.corpus import curated, drafts, ids, links
from kb.corpus.curated import CuratedVerdict
from kb.corpus.grammar import RULES, Passages, passages_of
from kb.corpus.ids import Assignment, Candidate, assign
from kb.corpus.lines import Lines, read_lines
from kb.corpus.links import amendment
from kb.corpus.typography import plain
from kb.pipeline import claims, rules, statements
from kb.pipeline.sources import Sources, checksums
from kb.text.drafts import HEADING, draft_verdict, of_heading

_AUTHORITY = {
    RulingKind.ERRATUM: Authority.ERRATUM,
    RulingKind.RULE_CHANGE: Authority.ERRATUM,
    RulingKind.ANSWER: Authority.OFFICIAL_ANSWER,
    RulingKind.OPTIONAL_RULE: Authority.OFFICIAL_ANSWER,
    RulingKind.STATEMENT: Authority.RULE_BOOK,
}


#: whose word may change or be the printed rules
_OF_THE_GAME = (OFFICIAL, "publisher", "author")


def _authority(kind: RulingKind, document: Document) -> Authority:
    """Return which word wins: what an official document says in its own kind; of others an answer is an answer, and
    anything is where the document is not of those who made the game. Only a page of rules has the word of the rule
    book."""
    found = _AUTHORITY[kind]
    if found is Authority.RULE_BOOK and document.kind != RULES:
        found = Authority.OFFICIAL_ANSWER
    standing = document.standing
    official = standing == OFFICIAL or (found is not Authority.OFFICIAL_ANSWER and standing in _OF_THE_GAME)
    return found if official else Authority.ANSWER


@dataclass(frozen=True)
class IdentifiedRulings:
    """Rulings with their ids, before anything is linked to them."""

    sources: Sources
    rulings: tuple[Ruling, ...]
    passages: tuple[Passages, ...]
    candidates: tuple[Candidate, ...]
    assignment: Assignment
    register: ids.Register


def lines(sources: Sources) -> tuple[Lines, ...]:
    """Stage 2: the lines of each document with their Markdown blocks."""
    return tuple(read_lines(text) for text in sources.texts)


def read_passages(sources: Sources, found: Sequence[Lines]) -> tuple[Passages, ...]:
    """Stage 3: questions with answers, errata, statements, optional rules; the ledger of the rest."""
    out = tuple(passages_of(text, own) for text, own in zip(sources.texts, found, strict=True))
    raise_if(finding for each in out for finding in each.findings)
    return out


def _id_prefixes(sources: Sources) -> dict[str, str]:
    """Return the prefix of new ids for each document: that of its game.

    Beside an official document of the game, add the standing of a document that is not official (``rev-club``).
    """
    of_game = {game.id: game.prefix for game in sources.catalogues.games}
    official = {document.game for document in sources.documents if document.standing == OFFICIAL}
    return {
        each.id: f"{of_game[each.game]}-{each.standing}"
        if each.game in official and each.standing != OFFICIAL
        else of_game[each.game]
        for each in sources.documents
    }


def rulings(sources: Sources, found: Sequence[Passages], known: ids.Register) -> IdentifiedRulings:
    """Stage 4: passages become rulings with their ids for life, by the register."""
    prefix = _id_prefixes(sources)
    candidates = tuple(
        Candidate.of(passage, own.text.document.id, prefix[own.text.document.id])
        for own in found
        for passage in own.passages
    )
    assignment = assign(candidates, known)
    by_id = {d.id: d for d in sources.documents}
    made: list[Ruling] = []
    siblings: dict[str, list[str]] = {}
    for candidate, ruling_id in zip(candidates, assignment.ids, strict=True):
        siblings.setdefault(candidate.document, []).append(ruling_id)
    for position, (candidate, ruling_id) in enumerate(zip(candidates, assignment.ids, strict=True), start=1):
        own = siblings[candidate.document]
        made.append(_ruling(candidate.passage, ruling_id, by_id[candidate.document], position, own))
    return IdentifiedRulings(sources, tuple(made), tuple(found), candidates, assignment, known)


def read_rulings(sources: Sources, known: ids.Register) -> IdentifiedRulings:
    """Stages 2 to 4."""
    return rulings(sources, read_passages(sources, lines(sources)), known)


def _ruling(passage: Passage, ruling_id: str, document: Document, position: int, siblings: Sequence[str]) -> Ruling:
    amends = amendment(passage)
    if passage.kind is RulingKind.ERRATUM and amends is None:
        amends = Amendment("amend", passage.question, "", plain(passage.answer))
    return Ruling(
        id=ruling_id,
        game=document.game,
        document=document.id,
        kind=passage.kind,
        heading=passage.heading,
        position=position,
        question=passage.question,
        answer=passage.answer,
        question_text=plain(passage.question),
        answer_text=plain(passage.answer),
        line_start=passage.line_start,
        line_end=passage.line_end,
        authority=_authority(passage.kind, document),
        authority_date=document.published,
        standing=document.standing,
        parent=siblings[passage.parent] if passage.parent >= 0 else "",
        emphasis=passage.emphasis,
        amendments=(amends,) if amends else (),
        depends_on=passage.topic.options,
    )


def doubled(found: IdentifiedRulings) -> list[Finding]:
    """Return a finding for every ruling whose words stand twice in one document."""
    findings = []
    for one, other in found.assignment.doubles:
        file, line = _place(found, one)
        what = f"the same ruling stands twice, also at {file}:{line}"
        findings.append(Finding(what, *_place(found, other), "remove one of them"))
    return findings


def unregistered(found: IdentifiedRulings) -> list[Finding]:
    """Return a finding for every difference between the documents and the register of ids."""
    hint = "run 'kb build --register' to record it"
    a = found.assignment
    differences = (
        (a.fresh, "a ruling that the register does not have (it would be {})"),
        (a.changed, "the words of {} are not those in the register"),
        (a.returned, "{} was withdrawn and is here again"),
    )
    findings = [
        Finding(what.format(a.ids[i]), *_place(found, i), hint) for indexes, what in differences for i in indexes
    ]
    missing = "{} is in the register but in no document"
    findings += [Finding(missing.format(key), f"data/{ids.REGISTER}", 0, hint) for key in a.missing]
    return findings


def _place(found: IdentifiedRulings, index: int) -> tuple[str, int]:
    candidate = found.candidates[index]
    text = next(own.text for own in found.passages if own.text.document.id == candidate.document)
    return text.place(candidate.passage.line_start)


def link(found: IdentifiedRulings, data: str) -> tuple[Corpus, list[Finding]]:
    """Stage 5: verdicts, sections with their evidence, relations, what each ruling depends on; without what is wrong,
    and everything that is wrong in the files of verdicts, relations, claims and rule sets."""
    sources, known = found.sources, found.sources.catalogues
    written = curated.load(data, known.games, known_names((ruling.id for ruling in found.rulings), known))
    named: dict[str, list[links.NamedSection]] = {}
    for section in known.sections:
        named.setdefault(section.game, []).append(links.NamedSection.of(section))
    linked, known = _with_drafts(
        [_linked(ruling, written, named.get(ruling.game, ())) for ruling in found.rulings], sources.documents, known
    )
    cut, wrong_claims = claims.read(sources.claims, linked)
    with_rules = {each.game for each in sources.rulesets}
    unclaimed = {ruling.id for ruling in linked if ruling.draft or ruling.game not in with_rules}
    cut = tuple(claim for claim in cut if claim.reason != NOT_CUT or claim.ruling not in unclaimed)
    findings = [*written.findings, *wrong_claims]
    cited = rules.cited(sources.rulesets, sources.boards)
    findings += rules.wrong_rulesets(
        sources.rulesets, sources.boards, known.sections, linked, known.readings, known.options
    )
    told = statements.load(
        data, sources.boards, sources.rulesets, known.games, known.options, known.sections, cited, findings
    )
    ids = iter(found.assignment.ids)
    by_words = (*links.restating(linked), *links.amending(linked))
    corpus = Corpus(
        catalogues=known,
        documents=sources.documents,
        texts=sources.texts,
        rulings=linked,
        relations=links.merge_relations(written.relations, links.from_comparisons(written.comparisons), by_words),
        comparisons=written.comparisons,
        retired=found.register.retired,
        ledgers={own.text.document.id: own.spans for own in found.passages},
        passage_ids={own.text.document.id: tuple(next(ids) for _ in own.passages) for own in found.passages},
        rules=cited,
        inputs=checksums(data),
        claims=cut,
        statements=told,
    )
    return corpus, findings


def known_names(rulings: Iterable[str], known: Catalogues) -> Names:
    """Return what the files of verdicts and relations may name: some ids of rulings, and what the catalogues have."""
    section, option, reading = ({each.id for each in of} for of in (known.sections, known.options, known.readings))
    return Names(ruling=set(rulings), section=section, option=option, reading=reading)


def _linked(ruling: Ruling, written: curated.Curated, sections: Sequence[links.NamedSection]) -> Ruling:
    """Return a ruling with what is written of it in the files of verdicts and phrasings, and the sections it names."""
    verdict = written.verdicts.get(ruling.id, CuratedVerdict())
    amends = ruling.kind in (RulingKind.ERRATUM, RulingKind.RULE_CHANGE)
    pages = links.pages_of(ruling, sections)
    by_options = dict.fromkeys((*ruling.depends_on, *verdict.depends_on))
    return replace(
        ruling,
        verdict=verdict.verdict,
        verdict_kind=verdict.kind or drafts.kind_of(ruling),
        amendments=ruling.amendments + verdict.amends,
        sections=links.merge_sections(
            verdict.sections, links.computed_sections(ruling, sections, pages), pages, amends
        ),
        depends_on=tuple(by_options),
        printings=verdict.printings,
        readings=tuple(RulingReading(each) for each in verdict.readings),
        phrasings=written.phrasings.get(ruling.id, ()),
    )


def _with_drafts(
    linked: Iterable[Ruling], documents: Iterable[Document], known: Catalogues
) -> tuple[tuple[Ruling, ...], Catalogues]:
    """Return the rulings with what nobody has written of them made from their documents, and the catalogues with the
    sections that are made for that."""
    by_id, games = {each.id: each for each in documents}, {each.id: each for each in known.games}
    sections = {section.id: section for section in known.sections}
    out: list[Ruling] = []
    for ruling in linked:
        made: list[str] = []
        game = games[ruling.game]
        if not ruling.verdict:
            made.append(drafts.VERDICT)
            unknown = tuple(Printing(each, "unknown", "", "none") for each in game.printings[1:])
            said = draft_verdict(drafts.verdict_of(ruling))
            ruling = replace(ruling, verdict=said, printings=ruling.printings or unknown)
        if not ruling.sections:
            made.append(drafts.SECTIONS)
            section = drafts.section_of(ruling, by_id[ruling.document], game.prefix)
            sections.setdefault(section.id, replace(section, about=of_heading(by_id[ruling.document].title)))
            role = "amends" if ruling.amendments else "interprets"
            ruling = replace(ruling, sections=(SectionLink(section.id, role, drafts.DRAFT, HEADING),))
        out.append(replace(ruling, draft=tuple(made)))
    return tuple(out), replace(known, sections=_by_game(known.games, sections.values()))


def _by_game(games: Iterable[Game], sections: Iterable[Section]) -> tuple[Section, ...]:
    """Sections in the order of their games."""
    order = {game.id: place for place, game in enumerate(games)}
    return tuple(sorted(sections, key=lambda section: order[section.game]))
