"""From a document's text to its units of authority, with the ledger of every character."""

from __future__ import annotations

from dataclasses import dataclass

from kb.corpus.blocks import Blocks, split
from kb.corpus.grammar import Draft, Grammar
from kb.corpus.ledger import Ledger
from kb.corpus.prose import Page, emphases
from kb.corpus.typography import unwrap
from kb.errors import Finding
from kb.model import Emphasis, Kind, Span, Text, Unit


@dataclass(frozen=True)
class Units:
    """What one document holds: its units, the claims on its characters, and what is wrong."""

    text: Text
    units: tuple[Unit, ...]
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...]


def blocks_of(text: Text) -> Blocks:
    """The document's lines with their Markdown blocks."""
    return split(text)


def units_of(text: Text, blocks: Blocks | None = None) -> Units:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    blocks = blocks or blocks_of(text)
    ledger = Ledger(text)
    for span in blocks.noise:
        ledger.claim(range(span.start, span.end), span.claim, span.name)
    grammar = Grammar(text, blocks, ledger)
    grammar.read()
    spans, unclaimed = ledger.close()
    announces = "(in red)" in text.text
    units = tuple(_unit(draft, grammar.drafts, grammar.page, announces) for draft in grammar.drafts)
    return Units(text, units, spans, tuple(grammar.findings + unclaimed))


def _unit(draft: Draft, drafts: list[Draft], page: Page, announces: bool) -> Unit:
    parent = drafts[draft.parent] if draft.parent >= 0 else None
    question = unwrap([piece.text for piece in (parent.question if parent else draft.question)]) or draft.heading
    answer = page.markdown(draft.answer)
    if parent:
        answer = answer.partition(" ")[2] if draft.answer[0].item else answer
    numbers = [piece.number for piece in [*draft.labels, *draft.question, *draft.answer] if piece.text]
    return Unit(
        kind=draft.kind,
        heading=draft.heading,
        topic=draft.topic,
        question=question,
        answer=answer,
        line_start=min(numbers),
        line_end=max(numbers),
        emphasis=_emphasis(draft, question, answer, announces),
        parent=draft.parent,
    )


def _emphasis(draft: Draft, question: str, answer: str, announces: bool) -> tuple[Emphasis, ...]:
    amends = draft.kind is Kind.ERRATUM
    return emphases("question", question, announces) + emphases("answer", answer, announces or amends)
