"""What belongs to a ruling: its sections, amendments, other printings, ways of asking and relations."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import INTEGER, LIST, Column, Shown, Table

RULING_SECTIONS = Table(
    "ruling_sections",
    "Links of rulings and sections",
    "Which sections a ruling interprets or amends, with the evidence.",
    (
        common.RULING,
        common.SECTION,
        common.PLACE,
        common.ROLE,
        Column(
            "basis",
            "How we know: curated (chosen by a reader), page (the ruling cites it) or name (the ruling names it).",
        ),
        common.EVIDENCE,
    ),
    key=("ruling", "section"),
    shown=Shown(facets=("role", "basis")),
)
RULING_READINGS = Table(
    "ruling_readings",
    "Readings of rulings",
    "Which readings a ruling rests on, itself or through rules that its cases cite.",
    (
        common.RULING,
        common.READING,
        Column("rules", "The rules through which it rests on it; none if it does itself.", LIST, references="rules"),
    ),
    key=("ruling", "reading"),
)
AMENDMENTS = Table(
    "amendments",
    "Amendments",
    "What each erratum does to the printed words.",
    (
        Column("id", "A number.", INTEGER),
        Column("ruling", "The erratum.", references="rulings"),
        common.ACTION,
        common.WHERE,
        Column("old", "The words it takes out."),
        Column("new", "The words it puts in."),
    ),
    shown=Shown(facets=("action",), quotes=True),
)
PRINTINGS = Table(
    "printings",
    "Other printings",
    "Whether a ruling holds in another printing of its game.",
    (
        common.RULING,
        Column("printing", "The year of the other printing."),
        Column("holds", "Whether the ruling holds there: same, differs or unknown."),
        common.NOTE,
        Column(
            "basis",
            "Who tells: documents; play, where no document does; reading, where cases are played by rules that the printing "
            "is only taken to have; or none.",
        ),
        Column("cases", "The scenarios that come out otherwise when played.", LIST, references="scenarios"),
    ),
    key=("ruling", "printing"),
    shown=Shown(facets=("printing", "holds", "basis")),
)
CLAIMS = Table(
    "claims",
    "Claims",
    "Each part of a ruling's official words that says one thing, and what proves just that.",
    (
        common.RULING,
        Column("number", "The place among the claims of the ruling, from 1.", INTEGER),
        Column("field", "Whether it stands in the answer or in the question."),
        Column("start", "Where it begins, in characters of the plain words.", INTEGER),
        Column("end", "Where it ends, in characters of the plain words.", INTEGER),
        Column("words", "The official words, without their markup."),
        common.PROOF,
        Column("scenario", "The scenario that proves it.", references="scenarios"),
        Column("expectation", "What the scenario expects that carries the claim, by its name."),
        Column(
            "shown_by",
            "What has to be changed so that the expectation does not hold: rule, number (of a rule), limit (the rule that "
            "ends what the claim allows), figure (that the words give), dice (only another figure of a unit); "
            "empty where nothing is played.",
        ),
        Column("reason", "Why nothing proves it."),
    ),
    key=("ruling", "number"),
    shown=Shown(facets=("proof", "shown_by"), quotes=True),
)
PHRASINGS = Table(
    "phrasings",
    "Ways of asking",
    "How players would ask for each ruling, in our own words; the search compares with them.",
    (
        Column("id", "A number.", INTEGER),
        common.RULING,
        Column("text", "The question as a player would ask it."),
        Column("word", "The right answer to it: yes, no or depends; empty where it asks for neither."),
        Column("condition", "What must hold for that word, or what it depends on."),
    ),
    shown=Shown(label="text"),
)
RELATIONS = Table(
    "relations",
    "Relations",
    "Which rulings belong together, and how.",
    (
        common.RULING,
        common.OTHER,
        Column(
            "kind",
            "What the first is to the other: supersedes, corrects, extends, rests-on, restates, see-also or tension; in "
            "another game same-as or differs, where their answers are compared.",
        ),
        Column(
            "basis",
            "How we know: curated (chosen by a reader), computed (by likeness); of a comparison play (a case is played "
            "in both games), reading (it is, and readings of ours decide it) or said (only the documents' words tell).",
        ),
        common.NOTE,
    ),
    key=("ruling", "other", "kind"),
    shown=Shown(facets=("kind", "basis")),
)
EMPHASES = Table(
    "emphases",
    "Emphasised words",
    "Passages that a document emphasises, and what that means.",
    (
        Column("id", "A number.", INTEGER),
        common.RULING,
        Column("field", "Whether it stands in the question or in the answer."),
        Column("text", "The emphasised words."),
        Column("style", "How it is printed: emphasis or strong."),
        Column("means", "What that means: an addition to the document, or stress."),
    ),
    shown=Shown(facets=("means", "style"), quotes=True),
)
RETIRED = Table(
    "retired",
    "Withdrawn ids",
    "Ids that were given once and stand for no ruling any more; they are never given again.",
    (
        Column("id", "The withdrawn id."),
        Column("on", "The day."),
        Column("reason", "Why it was withdrawn."),
        Column("successor", "The ruling that took its place.", references="rulings", foreign_key=False),
    ),
    shown=Shown(),
)
