"""The columns that mean the same wherever they stand: in tables, views and the results of queries."""

from __future__ import annotations

from kb.store.tables.description import INTEGER, LINES, LIST, Column

ABOUT = Column("about", "What it is about, in our own words.")
ACTION = Column("action", "What is done to the printed words: replace, add or delete.")
AUTHORITY = Column(
    "authority", "Whose word it is: erratum, official-answer, rule-book or our-reading; the first of these wins."
)
AUTHORITY_DATE = Column("authority_date", "When the document was published; empty if it is undated.")
CHARACTERS = Column("characters", "How many characters.", INTEGER)
TAKEN_FOR = Column("taken_for", "What it was taken for: ruling, heading, preamble, noise or space.")
CONFIDENCE = Column(
    "confidence", "How sure it is: stated in a document, public (found in a named public source) or unverified."
)
DOCUMENT = Column("document", "The document it comes from.", references="documents")
EVIDENCE = Column("evidence", "The words by which we know.")
GAME = Column("game", "The game, an edition with its own rule set.", references="games")
HEADING = Column("heading", "The heading it stands under in the document.")
HOW_KNOWN = Column("how_known", "How we know it.")
NOTE = Column("note", "A remark of ours.")
OTHER = Column("other", "The other ruling.", references="rulings")
PAGES = Column("pages", "The pages of the rule book.")
PLACE = Column("place", "The order among its neighbours; the first comes first.", INTEGER)
PROOF = Column(
    "proof",
    "What proves it: play (the engine plays it out), reference (compared with the printed board and charts) or none.",
)
PROOF_REASON = Column("proof_reason", "Why nothing proves it.", export=("json",))
READING = Column("reading", "The reading it rests on, where the documents leave something open.", references="readings")
ROLE = Column("role", "What the ruling does to the section: interprets or amends.")
ROWID = Column("rowid", "The number of the row by which the full-text search finds it.", INTEGER)
RULE = Column("rule", "The rule of the engine, as its rule set uses it.", references="rules")
RULESET = Column("ruleset", "The rule set, one printing's choice of rules and numbers.")
RULING = Column("ruling", "The ruling.", references="rulings")
RULINGS = Column("rulings", "The rulings.", LIST, references="rulings")
SCENARIO = Column("scenario", "The scenario.", references="scenarios")
SCENARIO_COUNT = Column("scenario_count", "How many scenarios.", INTEGER)
SECTION = Column("section", "The section of the rule book.", references="sections")
SECTION_TITLE = Column("section_title", "The title of the section.")
SECTIONS = Column("sections", "The sections of the rule book.", LIST, references="sections")
STORY = Column("story", "What happens in it, sentence by sentence.", LINES)
TITLE = Column("title", "The title.")
TOPIC = Column("topic", "The topic, one question that several games answer.", references="topics")
VERDICT = Column("verdict", "The answer in one line, in our own words.")
VERDICT_KIND = Column(
    "verdict_kind", "What the answer amounts to: yes, no, value (a number, place, moment or text) or depends."
)
SUPERSEDES = Column("supersedes", "The rulings whose place it takes.", LIST, references="rulings")
WHERE = Column("where", "The place that is changed.")

#: all of them by name
COLUMNS = {column.name: column for column in tuple(globals().values()) if isinstance(column, Column)}
