"""All tables, each with what is said of it, and all views, in the order in which readers are shown them."""

from __future__ import annotations

from kb.store.tables import description
from kb.store.tables.description import (
    FLAG,
    INTEGER,
    LINES,
    LIST,
    OBJECT,
    PACKED,
    Column,
    Shown,
    Table,
    View,
    link_table,
)
from kb.store.tables.facets import FACETS
from kb.store.tables.rulings import RULINGS
from kb.store.tables.views import BASIS, COMPARISON, SAID, VIEWS

BUILD = Table(
    "build",
    "The build",
    "One row about the whole base.",
    (
        Column("digest", "The SHA-256 of the content of all other tables."),
        Column("schema_version", "The version of the tables; a program reads only its own.", INTEGER),
    ),
    key=("digest",),
)

RECORDS = Table(
    "records",
    "Records",
    "Everything that is known of a ruling in one value, as `kb show --json` prints it.",
    (
        Column("id", "The ruling.", references="rulings"),
        Column("record", "Its fields, as JSON."),
    ),
)

TABLES = (
    RULINGS,
    RECORDS,
    Table(
        "documents",
        "Documents",
        "The published sources, with what each interprets and who approved it.",
        (
            Column("id", "The id of the document."),
            Column("number", "The order of the documents."),
            description.GAME,
            description.TITLE,
            Column("kind", "What it is: faq, errata or rules."),
            Column("published", "When it was published; empty if it is undated."),
            Column("publisher", "Who published it."),
            Column("approved_by", "Who approved it."),
            Column("interprets", "The rule book and printing it interprets."),
            description.STANDING,
            Column("sha256", "The checksum of the document as it was received."),
            description.CHARACTERS,
            Column("files", "The files that hold its words.", LIST),
            description.NOTE,
        ),
        shown=Shown(label="title", sort="number", quotes=True),
    ),
    Table(
        "games",
        "Games",
        "The editions, each with its own rule set.",
        (
            Column("id", "The id of the game."),
            description.TITLE,
            Column("short", "What it is called where its title is too long."),
            Column("prefix", "What the ids of its rulings begin with."),
            Column("year", "The year of the printing."),
            Column("publisher", "Who published it."),
            Column("currency", "What units are paid in."),
            Column("powers", "The powers, in the order of play.", LIST),
            Column("printings", "The printings there are.", LIST),
            description.ABOUT,
        ),
        shown=Shown(label="title", sort="year"),
    ),
    Table(
        "sections",
        "Sections of the rule books",
        "What rulings interpret, with pages and how sure we are of them.",
        (
            Column("id", "The id of the section."),
            description.GAME,
            description.TITLE,
            Column(
                "title_is", "Where the title comes from: attested (in a source) or functional (ours, for what it does)."
            ),
            description.PAGES,
            Column(
                "pages_are",
                "How the pages are known: printed, estimated, unknown, site for what has no printed page, "
                "or draft for a heading of a document that stands for a section until one is written.",
            ),
            description.CONFIDENCE,
            Column("marks", "The sources that tell of it, by their marks.", LIST),
            Column("parent", "The section it is a part of.", references="sections"),
            Column("option", "The option it belongs to.", references="options"),
            Column("names", "Other names of the section.", LIST),
            Column("about", "What the section is about, in our own words."),
        ),
        shown=Shown(label="title", facets=("game", "confidence", "pages_are", "option")),
    ),
    Table(
        "ruling_sections",
        "Links of rulings and sections",
        "Which sections a ruling interprets or amends, with the evidence.",
        (
            description.RULING,
            description.SECTION,
            description.PLACE,
            description.ROLE,
            Column(
                "basis",
                "How we know: curated (chosen by a reader), page (the ruling cites it) or name (the ruling names it).",
            ),
            description.EVIDENCE,
        ),
        key=("ruling", "section"),
        shown=Shown(facets=("role", "basis")),
    ),
    Table(
        "amendments",
        "Amendments",
        "What each erratum does to the printed words.",
        (
            Column("id", "A number.", INTEGER),
            Column("ruling", "The erratum.", references="rulings"),
            description.ACTION,
            description.WHERE,
            Column("old", "The words it takes out."),
            Column("new", "The words it puts in."),
        ),
        shown=Shown(facets=("action",), quotes=True),
    ),
    Table(
        "relations",
        "Relations",
        "Which rulings belong together, and how.",
        (
            description.RULING,
            description.OTHER,
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
            description.NOTE,
        ),
        key=("ruling", "other", "kind"),
        shown=Shown(facets=("kind", "basis")),
    ),
    Table(
        "topics",
        "Topics",
        "Questions that several games answer.",
        (
            Column("id", "The id of the topic."),
            description.TITLE,
        ),
        shown=Shown(label="title"),
    ),
    Table(
        "topic_games",
        "What each game says on a topic",
        "One game's answer to one topic a row, in our own words.",
        (
            description.TOPIC,
            description.GAME,
            Column("says", "What the game says."),
        ),
        key=("topic", "game"),
        shown=Shown(facets=("game",)),
    ),
    Table(
        "topic_pairs",
        "How two games compare on a topic",
        "Two games that answer one topic a row, each two of them once.",
        (
            description.TOPIC,
            Column("game", "The first of the two games.", references="games"),
            Column("other_game", "The second.", references="games"),
            Column("comparison", COMPARISON),
            Column("said", SAID),
            Column("scenario", "The scenario that is played in both.", references="scenarios"),
            Column("why", "Why nothing can be compared."),
            Column("basis", BASIS),
            Column("readings", "The readings that decide the scenario.", LIST, references="readings"),
        ),
        key=("topic", "game", "other_game"),
        shown=Shown(facets=("comparison", "said", "basis", "game", "other_game")),
    ),
    Table(
        "printings",
        "Other printings",
        "Whether a ruling holds in another printing of its game.",
        (
            description.RULING,
            Column("printing", "The year of the other printing."),
            Column("holds", "Whether the ruling holds there: same, differs or unknown."),
            description.NOTE,
            Column(
                "basis",
                "Who tells: documents; play, where no document does; reading, where cases are played by rules that the printing "
                "is only taken to have; or none.",
            ),
            Column("cases", "The scenarios that come out otherwise when played.", LIST, references="scenarios"),
        ),
        key=("ruling", "printing"),
        shown=Shown(facets=("printing", "holds", "basis")),
    ),
    Table(
        "claims",
        "Claims",
        "Each part of a ruling's words that says one thing, and what proves just that.",
        (
            description.RULING,
            Column("number", "The place among the claims of the ruling, from 1.", INTEGER),
            Column("field", "Whether it stands in the answer or in the question."),
            Column("start", "Where it begins, in characters of the plain words.", INTEGER),
            Column("end", "Where it ends, in characters of the plain words.", INTEGER),
            Column("words", "The words, without their markup."),
            description.PROOF,
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
    ),
    Table(
        "phrasings",
        "Ways of asking",
        "How players would ask for each ruling, in our own words; the search compares with them.",
        (
            Column("id", "A number.", INTEGER),
            description.RULING,
            Column("text", "The question as a player would ask it."),
        ),
        shown=Shown(label="text"),
    ),
    *(facet.values for facet in FACETS),
    Table(
        "readings",
        "Readings",
        "What the documents leave open, and what we take.",
        (
            Column("id", "The id of the reading."),
            description.TITLE,
            Column("question", "What is left open."),
            Column("taken", "What we take."),
            Column("because", "Why."),
        ),
        shown=Shown(label="title"),
    ),
    Table(
        "rules",
        "Rules of the engine",
        "Named, citable rules, as each rule set uses them.",
        (
            Column("id", "The rule set and the rule."),
            description.GAME,
            description.RULESET,
            Column("rule", "The name of the rule, the same in every rule set."),
            Column("form", "What it does: refuses an action, answers a question, or happens at a moment."),
            Column("asked", "What it is asked about."),
            Column("says", "What is said when it decides; names in braces are filled in."),
            description.ABOUT,
            description.CONFIDENCE,
            Column("given", "The numbers and names that the rule set gives it.", OBJECT),
            Column("advantage", "The national advantage it belongs to."),
            Column("option", "The option without which it does not hold.", references="options"),
            description.NOTE,
        ),
        shown=Shown(label="about", facets=("ruleset", "form", "confidence")),
    ),
    Table(
        "statements",
        "What rules and printed values say",
        "The rules of each game's own rule set, what no rule limits, and the values printed on its boards, charts and "
        "cards, a sentence each.",
        (
            Column("id", "The game and the subject, or value: and the game, the table, the row and the column."),
            description.GAME,
            Column("subject", "The rule, what is not limited, or the value, the same in every game that has it."),
            Column("place", "The number of the subject in the search; -1 where it is looked up by name.", INTEGER),
            Column("says", "What it says, in our own words."),
            description.CONFIDENCE,
            Column(
                "section",
                "The section it rests on, of a rule the first that it cites; empty for a value or our reading.",
            ),
            Column(
                "played",
                "A scenario in which the rule decides, or that plays what is not limited; of a value none.",
                references="scenarios",
            ),
        ),
        full_text=("says",),
        indexes=(("place",), ("subject",)),
        shown=Shown(label="says", facets=("game", "confidence")),
    ),
    Table(
        "scenarios",
        "Scenarios",
        "Executable cases, each with what came of it when it was last played.",
        (
            Column("id", "The id of the scenario."),
            description.GAME,
            description.RULESET,
            description.TITLE,
            description.PROOF,
            description.STORY,
            Column("contrasts", "How many contrasts it has.", INTEGER),
            Column("passed", "1 if it came out as ruled.", FLAG),
            Column("contrast_passed", "1 if the contrast had the opposite result.", FLAG),
            Column("suspect", "1 if the words that it proves have changed since it was written.", FLAG),
            Column("file", "The file it is written in."),
            Column("line", "The line it begins on.", INTEGER),
        ),
        shown=Shown(label="title", facets=("game", "proof", "passed", "contrast_passed", "suspect")),
    ),
    Table(
        "scenario_printings",
        "Scenarios in other printings and games",
        "What becomes of a scenario under the rules and on the board of another printing, or in another game.",
        (
            description.SCENARIO,
            Column("ruleset", "The rule set of the other printing or game."),
            Column("game", "The game it is played in.", references="games"),
            Column("printing", "The other printing; empty where it is another game."),
            Column("holds", "Whether it comes out the same there or differs."),
            Column("why", "What came out differently."),
            Column(
                "rules",
                "The rules that make the difference; of two printings those at work that they do not have alike.",
                LIST,
                references="rules",
            ),
            Column("figures", "What else makes it, numbers of units and the steps of combat.", LIST),
            Column("made_by", "What makes the difference, in words.", LINES),
        ),
        key=("scenario", "ruleset"),
        shown=Shown(facets=("game", "printing", "holds", "rules")),
    ),
    Table(
        "emphases",
        "Emphasised words",
        "Passages that a document emphasises, and what that means.",
        (
            Column("id", "A number.", INTEGER),
            description.RULING,
            Column("field", "Whether it stands in the question or in the answer."),
            Column("text", "The emphasised words."),
            Column("style", "How it is printed: emphasis or strong."),
            Column("means", "What that means: an addition to the document, or stress."),
        ),
        shown=Shown(facets=("means", "style"), quotes=True),
    ),
    Table(
        "ledger",
        "Ledger of the documents",
        "Every character of every document, once, with what it was taken for.",
        (
            description.DOCUMENT,
            Column("start", "Where it begins, in characters.", INTEGER),
            Column("end", "Where it ends, in characters.", INTEGER),
            Column("line", "The line it begins on.", INTEGER),
            description.TAKEN_FOR,
            Column("name", "Which kind of it."),
            Column("ruling", "The ruling it became a part of.", references="rulings"),
            Column("text", "The words."),
        ),
        key=("document", "start"),
        shown=Shown(facets=("document", "taken_for", "name"), quotes=True),
    ),
    Table(
        "inputs",
        "Files of the build",
        "Every file that this build was made from, so that its digest changes with any of them.",
        (
            Column("path", "The file, below the data directory."),
            Column("sha256", "The SHA-256 of its bytes."),
        ),
        key=("path",),
        shown=Shown(),
    ),
    Table(
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
    ),
    *(facet.links for facet in FACETS),
    Table(
        "ruling_readings",
        "Readings of rulings",
        "Which readings a ruling rests on, itself or through rules that its cases cite.",
        (
            description.RULING,
            description.READING,
            Column(
                "rules", "The rules through which it rests on it; none if it does itself.", LIST, references="rules"
            ),
        ),
        key=("ruling", "reading"),
    ),
    Table(
        "topic_rulings",
        "Rulings on topics",
        "The rulings with which a game answers a topic.",
        (
            description.TOPIC,
            description.RULING,
            description.PLACE,
        ),
        key=("topic", "ruling"),
    ),
    link_table(
        "Rulings of rules", "The rulings that a rule of the engine is cited from.", description.RULE, description.RULING
    ),
    link_table(
        "Sections of rules",
        "The sections that a rule of the engine is cited from.",
        description.RULE,
        description.SECTION,
    ),
    link_table(
        "Readings of rules", "The readings that a rule of the engine rests on.", description.RULE, description.READING
    ),
    link_table("Rulings of scenarios", "The rulings that a scenario proves.", description.SCENARIO, description.RULING),
    link_table(
        "Sections of scenarios", "The sections that a scenario checks.", description.SCENARIO, description.SECTION
    ),
    link_table(
        "Rules of scenarios",
        "The rules of the engine that a scenario rests on.",
        description.SCENARIO,
        description.RULE,
    ),
    Table(
        "scenario_cases",
        "Scenarios and their contrasts, played",
        "What the page of a scenario shows of it and of each of its contrasts.",
        (
            description.SCENARIO,
            Column("number", "0 for the scenario itself, from 1 for its contrasts.", INTEGER),
            description.TITLE,
            Column("change", "What a contrast changes.", LINES),
            Column("story", "The whole case, sentence by sentence.", PACKED),
            Column("passed", "1 if it came out as written.", FLAG),
            Column(
                "trace", "Lines of the trace: depth, sentence, and of a rule that fired its name and citations.", PACKED
            ),
            Column("before", "The position before, to be drawn; empty where nothing is played.", PACKED),
            Column("after", "The position after, to be drawn; empty where nothing is played.", PACKED),
        ),
        key=("scenario", "number"),
    ),
    BUILD,
)
BY_NAME: dict[str, Table | View] = {**{view.name: view for view in VIEWS}, **{table.name: table for table in TABLES}}


def column(relation: Table | View, name: str) -> Column | None:
    """Return what is said of a column of a table or view, or ``None``."""
    own = relation.columns.get(name)
    return own if isinstance(relation, Table) else own or description.COLUMNS.get(name)


def referenced_table(relation: str | None, name: str) -> str:
    """Return the table of whose rows a column has ids, or an empty text.

    ``relation`` is a table or view, or ``None`` for the results of a query: then columns of this name must all have ids
    of the same table.
    """
    if relation is None:
        if name in description.COLUMNS:
            return description.COLUMNS[name].references
        found = {each.columns[name].references for each in BY_NAME.values() if name in each.columns}
        return found.pop() if len(found) == 1 else ""
    found_column = column(BY_NAME[relation], name) if relation in BY_NAME else None
    return found_column.references if found_column else ""
