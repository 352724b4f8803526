"""From a document's text to its passages, with the ledger of every character."""

from __future__ import annotations

from dataclasses import dataclass

from kb.corpus.blocks import Blocks, split
from kb.corpus.grammar import Draft, Grammar
from kb.corpus.ledger import Ledger
from kb.corpus.prose import PageLayout, emphases
from kb.corpus.typography import unwrap
from kb.errors import Finding
from kb.model import Emphasis, Passage, RulingKind, SourceText, Span


@dataclass(frozen=True)
class Passages:
    """What one document holds: its passages, the claims on its characters, and the findings about it."""

    text: SourceText
    passages: tuple[Passage, ...]
    spans: tuple[Span, ...]
    findings: tuple[Finding, ...]


def blocks_of(text: SourceText) -> Blocks:
    """The document's lines with their Markdown blocks."""
    return split(text)


def passages_of(text: SourceText, blocks: Blocks | None = None) -> Passages:
    """Read one document. Findings are returned, not raised, so that all documents report at once."""
    blocks = blocks or blocks_of(text)
    ledger = Ledger(text)
    for span in blocks.noise:
        ledger.claim(range(span.start, span.end), span.taken_for, span.name)
    grammar = Grammar(text, blocks, ledger)
    grammar.read()
    spans, unclaimed = ledger.close()
    announces = "(in red)" in text.text
    passages = tuple(_passage(draft, grammar.drafts, grammar.page, announces) for draft in grammar.drafts)
    return Passages(text, passages, spans, tuple(grammar.findings + unclaimed))


def _passage(draft: Draft, drafts: list[Draft], page: PageLayout, announces: bool) -> Passage:
    parent = drafts[draft.parent] if draft.parent >= 0 else None
    question = unwrap([piece.text for piece in (parent.question if parent else draft.question)]) or draft.heading
    answer = page.markdown(draft.answer)
    if parent:
        answer = answer.partition(" ")[2] if draft.answer[0].item else answer
    numbers = [piece.number for piece in [*draft.labels, *draft.question, *draft.answer] if piece.text]
    return Passage(
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
    amends = draft.kind is RulingKind.ERRATUM
    return emphases("question", question, announces) + emphases("answer", answer, announces or amends)
