"""The rulings. The columns of this table are fields of ``kb export``, in this order, unless they say otherwise."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import INTEGER, LIST, Column, Shown, Table

RULINGS = Table(
    "rulings",
    "Rulings",
    "One unit of authority a row: a question and its answer, an erratum, a statement of a rule, an optional rule. "
    "The id is for life.",
    (
        Column("id", "The id of the ruling, which never changes."),
        common.GAME,
        common.DOCUMENT,
        Column("kind", "What it is: answer, erratum, rule-change, statement or optional-rule."),
        common.HEADING,
        Column("position", "The place in reading order.", INTEGER, export=()),
        Column("question", "The question as the document has it, in Markdown."),
        Column("answer", "The official words as the document has them, in Markdown."),
        common.VERDICT,
        common.VERDICT_KIND,
        Column("question_text", "The question without its markup.", export=()),
        Column("answer_text", "The official words without their markup.", export=()),
        Column("line_start", "The first line in the document as it was received.", INTEGER),
        Column("line_end", "The last line in the document as it was received.", INTEGER),
        common.AUTHORITY,
        Column("authority_rank", "The rank of the authority: 1 wins.", INTEGER, export=()),
        common.AUTHORITY_DATE,
        Column("parent", "The ruling inside whose answer it stands.", references="rulings", export=("json",)),
        Column(
            "sections",
            "The sections it interprets or amends, the first before the others.",
            LIST,
            references="sections",
            export=(),
        ),
        Column(
            "depends_on",
            "The options it depends on; it holds only where these are played.",
            LIST,
            references="options",
            export=(),
        ),
        common.PROOF,
        common.PROOF_REASON,
    ),
    indexes=(("game", "position"),),
    full_text=("question_text", "answer_text", "verdict", "heading"),
    shown=Shown(
        label="verdict",
        sort="position",
        facets=("game", "kind", "verdict_kind", "proof", "sections"),
        quotes=True,
    ),
)
