"""The rules of the engine, and what each is cited from."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import INTEGER, OBJECT, Column, Shown, Table, link_table

RULES = Table(
    "rules",
    "Rules of the engine",
    "Named, citable rules, as each rule set uses them.",
    (
        Column("id", "The rule set and the rule."),
        common.GAME,
        common.RULESET,
        Column("rule", "The name of the rule, the same in every rule set."),
        Column("form", "What it does: refuses an action, answers a question, or happens at a moment."),
        Column("asked", "What it is asked about."),
        Column("says", "What is said when it decides; names in braces are filled in."),
        common.ABOUT,
        common.CONFIDENCE,
        Column("given", "The numbers and names that the rule set gives it.", OBJECT),
        Column("advantage", "The national advantage it belongs to."),
        Column("option", "The option without which it does not hold.", references="options"),
        Column("cases", "In how many cases of scenarios of its rule set it has a say.", INTEGER),
        common.NOTE,
    ),
    shown=Shown(label="about", facets=("ruleset", "form", "confidence")),
)
RULE_RULINGS = link_table(
    "rule_rulings",
    "Rulings of rules",
    "The rulings that a rule of the engine is cited from.",
    common.RULE,
    common.RULING,
)
RULE_SECTIONS = link_table(
    "rule_sections",
    "Sections of rules",
    "The sections that a rule of the engine is cited from.",
    common.RULE,
    common.SECTION,
)
RULE_READINGS = link_table(
    "rule_readings",
    "Readings of rules",
    "The readings that a rule of the engine rests on.",
    common.RULE,
    common.READING,
)
STATEMENTS = Table(
    "statements",
    "What rules and printed values say",
    "The rules of each game's own rule set and the values printed on its boards, charts and cards, a sentence each.",
    (
        Column("id", "The game and the rule, or value: and the game, the table, the row and the column."),
        common.GAME,
        Column("subject", "The rule or value, the same in every game that has it."),
        Column("place", "The number of the subject, by which a search finds it.", INTEGER),
        Column("says", "What it says, in our own words."),
        common.CONFIDENCE,
        Column("played", "A scenario in which the rule decides; of a value none.", references="scenarios"),
    ),
    full_text=("says",),
    indexes=(("place",),),
    shown=Shown(label="says", facets=("game", "confidence")),
)
