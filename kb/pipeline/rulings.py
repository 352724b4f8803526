"""The stages ``lines``, ``passages`` and ``rulings``: from the documents to the rulings with their data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.base.errors import Finding, raise_if, rules_not_played
from kb.base.shape import Names
from kb.cases.reading import library
from kb.corpus import curated, drafts, ids, links
from kb.corpus.entries import Passages
from kb.corpus.ids import Assignment, Candidate, assign
from kb.corpus.lines import Lines, read_lines
from kb.corpus.reader import RULES, passages_of
from kb.corpus.typography import plain
from kb.model.corpus import (
    Amendment,
    Authority,
    Catalogues,
    Corpus,
    Document,
    Game,
    Printing,
    Ruling,
    RulingKind,
    RulingReading,
    SectionLink,
    SourceText,
)
from kb.model.evidence import NOT_CUT
from kb.model.standing import OFFICIAL
from kb.pipeline import claims, proofs, rules, sources, statements
from kb.pipeline.scenarios import Played
from kb.pipeline.sources import Sources
from kb.store.proofs import NOT_OF_DRAFTS, NOT_YET
from kb.text.drafts import HEADING, draft_verdict, of_heading

#: the standings of documents that may change the printed rules, or be a part of them
_OF_THE_GAME = (OFFICIAL, "publisher", "author")


def _authority(kind: RulingKind, document: Document) -> Authority:
    """Return the authority of a ruling: *erratum* for errata and rule changes, *rule book* for statements of a page of
    rules, else *official answer*.

    In a document that is not official, the last is only an answer. So is everything in a document that is neither of
    the publisher nor of the author of the game.
    """
    found = Authority.OFFICIAL_ANSWER
    if kind in links.AMENDING:
        found = Authority.ERRATUM
    elif kind is RulingKind.STATEMENT and document.kind == RULES:
        found = Authority.RULE_BOOK
    of_game = found is not Authority.OFFICIAL_ANSWER and document.standing in _OF_THE_GAME
    return found if of_game or document.standing == OFFICIAL else Authority.ANSWER


@dataclass(frozen=True)
class Identified:
    """The passages of all documents with their ids, before anything is linked to them."""

    passages: tuple[Passages, ...]
    candidates: tuple[Candidate, ...]
    assignment: Assignment
    register: ids.Register

    @property
    def by_id(self) -> dict[str, Candidate]:
        """The passages by their ids, in reading order."""
        return dict(zip(self.assignment.ids, self.candidates, strict=True))

    @property
    def texts(self) -> dict[str, SourceText]:
        """The texts of the documents by their ids."""
        return {own.text.document.id: own.text for own in self.passages}

    def game(self, candidate: Candidate) -> str:
        """Return the game of a passage."""
        return self.texts[candidate.document].document.game


def lines(texts: Iterable[SourceText]) -> tuple[Lines, ...]:
    """Return the lines of each document with their Markdown blocks."""
    return tuple(map(read_lines, texts))


def read_passages(texts: Iterable[SourceText]) -> tuple[Passages, ...]:
    """Return the passages of each document, with the use of each character. Raises :class:`BadInput`."""
    out = tuple(map(passages_of, texts))
    raise_if(finding for each in out for finding in each.findings)
    return out


def identify(found: Sequence[Passages], games: Iterable[Game], known: ids.Register) -> Identified:
    """Assign the passages their permanent ids, by the register. A new id begins with the prefix of the game. If the
    document is not official and the game has an official one, the document's standing follows (``rev-club``)."""
    prefixes = {game.id: game.prefix for game in games}
    documents = [own.text.document for own in found]
    official = {document.game for document in documents if document.standing == OFFICIAL}
    candidates = []
    for own, document in zip(found, documents, strict=True):
        beside = document.game in official and document.standing != OFFICIAL
        prefix = f"{prefixes[document.game]}-{document.standing}" if beside else prefixes[document.game]
        candidates += [Candidate.of(passage, document.id, prefix) for passage in own.passages]
    return Identified(tuple(found), tuple(candidates), assign(candidates, known), known)


def unregistered(found: Identified) -> list[Finding]:
    """Return a finding for every difference between the documents and the register of ids."""
    hint = "run 'kb build --register' to record it"
    a = found.assignment
    differences = (
        (a.fresh, "a ruling that the register does not have (it would be {})"),
        (a.changed, "the words of {} are not those in the register"),
        (a.returned, "{} was withdrawn but is in a document again"),
    )
    findings = [
        Finding(what.format(a.ids[i]), *_place(found, i), hint) for indexes, what in differences for i in indexes
    ]
    missing = "{} is in the register but in no document"
    findings += [Finding(missing.format(key), f"data/{ids.REGISTER}", 0, hint) for key in a.missing]
    return findings


def _place(found: Identified, index: int) -> tuple[str, int]:
    """Return the file and line at which a passage begins; ``index`` is its number among the candidates."""
    candidate = found.candidates[index]
    return found.texts[candidate.document].place(candidate.passage.line_start)


def corpus(
    found: Identified, read: Sources, data: str, played: Played, by_words: bool = True
) -> tuple[Corpus, list[Finding]]:
    """Return the rulings with verdicts, sections, relations, claims and proofs, and the findings about the data files.

    Wrong entries are left out. References to scenarios are not checked if some scenarios could not be read. Without
    ``by_words`` the relations that only the words of rulings show are left out; no finding depends on them.
    """
    catalogues = read.catalogues
    named = (catalogues.sections, catalogues.options, catalogues.readings)
    section, option, reading = ({each.id for each in of} for of in named)
    names = Names(ruling=found.by_id, section=section, option=option, reading=reading)
    written = curated.load(data, catalogues.games, names)
    texts = {id: (plain(each.passage.question), plain(each.passage.answer)) for id, each in found.by_id.items()}
    cases = tuple(replace(each, suspect=bool(library.suspects([each], texts.get))) for each in played.scenarios)
    games = {id: found.game(each) for id, each in found.by_id.items()}
    cut, wrong_claims = claims.claims_in(read.claims, [(id, games[id], *texts[id]) for id in texts])
    cited = rules.cited(read.rulesets, read.boards)
    proved = claims.proved(cut, cases)
    shown = proofs.Shown(cases, proved, cited, written.verdicts)
    rulings = _rulings(found, read, written, shown)
    catalogues = _with_drafts(rulings, read)
    with_rules = {each.game for each in read.rulesets}
    unclaimed = {ruling.id for ruling in rulings if ruling.draft or ruling.game not in with_rules}
    findings = [*written.findings, *wrong_claims]
    findings += rules.wrong_rulesets(
        read.rulesets, read.boards, catalogues.sections, rulings, catalogues.readings, catalogues.options
    )
    stated = statements.load(data, read, catalogues, cited, findings)
    if not played.findings:
        findings += proofs.wrong_scenarios(cases, read.unproved, texts, read.catalogues.sections)
        findings += proofs.resting_on_drafts(rulings, written.relations, cited, cases)
        findings += proofs.wrong_comparisons(written.comparisons, cases)
        findings += statements.unplayed(stated, {each.id for each in cases})
        findings += claims.wrong_proofs(cut, cases, lambda each: each.expectations)
    compared = proofs.with_readings(written.comparisons, cases, cited)
    computed = (*links.restating(rulings), *links.amending(rulings)) if by_words else ()
    ids = iter(texts)
    made = Corpus(
        catalogues=catalogues,
        documents=read.documents,
        texts=read.texts,
        rulings=rulings,
        relations=links.merge_relations(written.relations, links.from_comparisons(compared), computed),
        comparisons=compared,
        retired=found.register.retired,
        ledgers={own.text.document.id: own.spans for own in found.passages},
        passage_ids={own.text.document.id: tuple(next(ids) for _ in own.passages) for own in found.passages},
        rules=cited,
        scenarios=cases,
        inputs=sources.checksums(data),
        claims=tuple(each for each in proved if each.reason != NOT_CUT or each.ruling not in unclaimed),
        statements=stated,
    )
    return made, findings


def _rulings(found: Identified, read: Sources, written: curated.Curated, shown: proofs.Shown) -> tuple[Ruling, ...]:
    """Return the rulings with their curated texts, the sections in their words, and the results of their scenarios."""
    named: dict[str, list[links.NamedSection]] = {}
    for section in read.catalogues.sections:
        named.setdefault(section.game, []).append(links.NamedSection.of(section))
    games = {game.id: game for game in read.catalogues.games}
    with_rules = {each.game for each in read.rulesets}
    texts = found.texts
    siblings: dict[str, list[str]] = {}
    for id, candidate in found.by_id.items():
        siblings.setdefault(candidate.document, []).append(id)
    out = []
    for position, (id, candidate) in enumerate(found.by_id.items(), start=1):
        passage, document = candidate.passage, texts[candidate.document].document
        question, answer = plain(passage.question), plain(passage.answer)
        verdict = written.verdicts.get(id) or curated.Verdict(id)
        amendments = (
            *links.amendments(passage),
            *(Amendment(each.action, each.section, each.old, each.new) for each in verdict.amends),
        )
        amended = {each.section for each in verdict.amends}
        roles = ("amends" if each.section in amended else "interprets" for each in verdict.sections)
        own = [(each.section, role, each.why) for each, role in zip(verdict.sections, roles, strict=True)]
        sections = links.links_of(passage, own, named.get(document.game, ()))
        draft = tuple(what for what, has in ((drafts.VERDICT, verdict.verdict), (drafts.SECTIONS, sections)) if not has)
        if drafts.SECTIONS in draft:
            section = drafts.section_of(passage.heading, document, games[document.game].prefix)
            role = "amends" if amendments else "interprets"
            sections = (SectionLink(section.id, role, drafts.DRAFT, HEADING),)
        made = drafts.verdict_of(passage.kind, passage.heading, question, answer)
        unknown = () if verdict.verdict else games[document.game].printings[1:]
        printings = verdict.printings or tuple(Printing(each, "unknown") for each in unknown)
        unproved = read.unproved.get(id)
        reason = unproved.reason if unproved else ""
        if not reason and document.game not in with_rules:
            reason = rules_not_played(games[document.game].short)
        out.append(
            Ruling(
                id=id,
                game=document.game,
                document=document.id,
                kind=passage.kind,
                heading=passage.heading,
                position=position,
                question=passage.question,
                answer=passage.answer,
                question_text=question,
                answer_text=answer,
                line_start=passage.line_start,
                line_end=passage.line_end,
                authority=_authority(passage.kind, document),
                authority_date=document.published,
                standing=document.standing,
                draft=draft,
                verdict=verdict.verdict or draft_verdict(made),
                verdict_kind=verdict.kind or drafts.kind_of(answer),
                asks=verdict.asks,
                parent=siblings[document.id][passage.parent] if passage.parent >= 0 else "",
                emphasis=passage.emphasis,
                amendments=amendments,
                sections=sections,
                depends_on=tuple(dict.fromkeys((*passage.topic.options, *verdict.depends_on))),
                printings=tuple(shown.printing(id, each) for each in printings),
                readings=shown.readings(id, tuple(map(RulingReading, verdict.readings))),
                phrasings=written.phrasings.get(id, ()),
                proof=shown.proof(id, reason or (NOT_OF_DRAFTS if draft else NOT_YET)),
            )
        )
    return tuple(out)


def _with_drafts(rulings: Iterable[Ruling], read: Sources) -> Catalogues:
    """Return the catalogues with the sections that are made for drafts, each among those of its game."""
    known, documents = read.catalogues, {each.id: each for each in read.documents}
    prefixes = {game.id: game.prefix for game in known.games}
    sections = {section.id: section for section in known.sections}
    for ruling in rulings:
        if drafts.SECTIONS in ruling.draft:
            document = documents[ruling.document]
            about = of_heading(document.title)
            section = drafts.section_of(ruling.heading, document, prefixes[ruling.game], about)
            sections.setdefault(section.id, section)
    order = list(prefixes)
    return replace(known, sections=tuple(sorted(sections.values(), key=lambda each: order.index(each.game))))
