"""The rulings, and what ``kb export`` and ``kb show --json`` give of each.

The columns of the table are fields of an export, in this order, unless they say otherwise. :mod:`kb.store.record`
computes the other ``FIELDS``; a list of objects names the keys of one of them.
"""

from __future__ import annotations

from kb.store.tables import description
from kb.store.tables.description import FLAG, INTEGER, LIST, Column, Shown, Table

RULINGS = Table(
    "rulings",
    "Rulings",
    "One unit of authority a row: a question and its answer, an erratum, a statement of a rule, an optional rule. "
    "The id is for life.",
    (
        Column("id", "The id of the ruling, which never changes."),
        description.GAME,
        description.DOCUMENT,
        Column("kind", "What it is: answer, erratum, rule-change, statement or optional-rule."),
        description.HEADING,
        Column("position", "The place in reading order.", INTEGER, export=()),
        Column("question", "The question as the document has it, in Markdown."),
        Column("answer", "The words as the document has them, in Markdown."),
        description.VERDICT,
        description.VERDICT_KIND,
        Column("question_text", "The question without its markup.", export=()),
        Column("answer_text", "The words without their markup.", export=()),
        Column("line_start", "The first line in the document as it was received.", INTEGER),
        Column("line_end", "The last line in the document as it was received.", INTEGER),
        description.AUTHORITY,
        Column("authority_rank", "The rank of the authority: 1 wins.", INTEGER, export=()),
        description.AUTHORITY_DATE,
        description.STANDING,
        Column(
            "draft", "Whether its verdict or its section is made from the document, because nobody wrote it yet.", FLAG
        ),
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
        description.PROOF,
        description.PROOF_REASON,
    ),
    indexes=(("game", "position"),),
    full_text=("question_text", "answer_text", "verdict", "heading"),
    shown=Shown(
        label="verdict",
        sort="position",
        facets=("game", "kind", "verdict_kind", "proof", "standing", "draft", "sections"),
        quotes=True,
    ),
)


FIELDS = {
    "depends_on": "The options it depends on; it holds only where these are played.",
    "sections": "What it interprets or amends (`section`, `title`, `pages`, `pages_are`, `confidence`, "
    "`role`: interprets or amends, `basis`: curated, page, name or draft, `evidence`), the first before the others.",
    "printings": "Whether it holds in another printing (`printing`, `holds`: same, differs or unknown, `note`, "
    "`basis`: told by documents, by play, or by a reading of ours, or none, `cases` that come out otherwise when played).",
    "readings": "The readings it rests on (`id`, `title`, `taken`, `rules` of its cases through which it does; "
    "none if it does itself).",
    "amendments": "What it does to the printed words (`action`, `where`, `old`, `new`).",
    "new_words": "Words that the document marks as an addition (`field`, `text`).",
    "children": "The ids of the rulings inside its answer.",
    "supersedes": "The rulings whose place it takes (`id`, `basis`: curated or computed, `note`).",
    "superseded_by": "The rulings that take its place (as `supersedes`).",
    "corrects": "The rulings that it corrects (as `supersedes`).",
    "corrected_by": "The rulings that correct it (as `supersedes`).",
    "extends": "The rulings that hold and that it adds to (as `supersedes`).",
    "extended_by": "The rulings that add to it (as `supersedes`).",
    "rests_on": "The rulings that it rests on (as `supersedes`).",
    "basis_of": "The rulings that rest on it (as `supersedes`).",
    "restates": "The rulings that say the same (as `supersedes`).",
    "see_also": "Other rulings to read (as `supersedes`).",
    "tension": "The rulings that are hard to reconcile with it (as `supersedes`).",
    "elsewhere": "What other games say on its questions (`topic`, `title`, `game`, `says`, `rulings`, "
    "`comparison` with its own game: same or different, where the `scenario` is played in both, said, where only the "
    "documents' words tell, and `said` is what: same or different; or not comparable, and `why`; `basis`: told by play, by a "
    "reading of ours that decides what is played, with the ids of these `readings`, by documents, or none).",
    "scenarios": "What proves it (`id`, `title`, `proof`, `story`, `contrasts`: how many, `passed`, `contrast_passed`, `suspect`, "
    "`printings`: what becomes of it in another `printing`, or in another `game` of this `title`: `holds`, `why`, "
    "and what makes the difference, `rules` and `figures`, and in words `made_by`).",
    "claims": "Each part of the words that says one thing, in their order (`words`, `proof`: play, reference or "
    "none, `scenario` and its `expectation` that carries it, `shown_by` what has to be changed so that this does not hold: "
    "rule, number, limit, figure, or dice, where it is shown by dice only; `reason` why nothing proves it).",
    "rules": "The rules of the engine that rest on it (`id`, `rule`, `about`, `confidence`, `note`, `readings`).",
}
