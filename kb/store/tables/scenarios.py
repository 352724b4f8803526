"""The scenarios: what they prove, what came of them, and what their pages show."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import COMPACT, FLAG, INTEGER, LINES, LIST, Column, Shown, Table, link_table

SCENARIOS = Table(
    "scenarios",
    "Scenarios",
    "Executable cases, each with what came of it when it was last played.",
    (
        Column("id", "The id of the scenario."),
        common.GAME,
        common.RULESET,
        common.TITLE,
        common.PROOF,
        common.STORY,
        Column("contrasts", "How many contrasts it has.", INTEGER),
        Column("passed", "1 if it came out as ruled.", FLAG),
        Column("contrast_passed", "1 if the contrast had the opposite result.", FLAG),
        Column("suspect", "1 if the words that it proves have changed since it was written.", FLAG),
        Column("file", "The file it is written in."),
        Column("line", "The line it begins on.", INTEGER),
    ),
    shown=Shown(label="title", facets=("game", "proof", "passed", "contrast_passed", "suspect")),
)
SCENARIO_RULINGS = link_table(
    "scenario_rulings", "Rulings of scenarios", "The rulings that a scenario proves.", common.SCENARIO, common.RULING
)
SCENARIO_SECTIONS = link_table(
    "scenario_sections",
    "Sections of scenarios",
    "The sections that a scenario checks.",
    common.SCENARIO,
    common.SECTION,
)
SCENARIO_RULES = link_table(
    "scenario_rules",
    "Rules of scenarios",
    "The rules of the engine that a scenario rests on.",
    common.SCENARIO,
    common.RULE,
)
SCENARIO_CASES = Table(
    "scenario_cases",
    "Scenarios and their contrasts, played",
    "What the page of a scenario shows of it and of each of its contrasts.",
    (
        common.SCENARIO,
        Column("number", "0 for the scenario itself, from 1 for its contrasts.", INTEGER),
        common.TITLE,
        Column("change", "What a contrast changes.", LINES),
        common.STORY,
        Column("passed", "1 if it came out as written.", FLAG),
        Column(
            "trace", "Lines of the trace: depth, sentence, and of a rule that fired its name and citations.", COMPACT
        ),
        Column("before", "The position before, to be drawn; empty where nothing is played.", COMPACT),
        Column("after", "The position after, to be drawn; empty where nothing is played.", COMPACT),
    ),
    key=("scenario", "number"),
)
SCENARIO_PRINTINGS = Table(
    "scenario_printings",
    "Scenarios in other printings and games",
    "What becomes of a scenario under the rules and on the board of another printing, or in another game.",
    (
        common.SCENARIO,
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
)
