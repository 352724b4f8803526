"""The questions that several games answer."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import LIST, Column, Shown, Table

COMPARISON = (
    "same or different (one scenario, played in both games, comes out so), said (only the documents' words tell), or "
    "not comparable (the answers are to different questions)."
)
SAID = "What the documents' words say where only they tell: same or different."
BASIS = (
    "Who tells: play (a scenario is played in both games), reading (one is, and in one of them only readings of ours or "
    "unverified rules decide it), documents or none."
)
TOPICS = Table(
    "topics",
    "Topics",
    "Questions that several games answer.",
    (
        Column("id", "The id of the topic."),
        common.TITLE,
    ),
    shown=Shown(label="title"),
)
TOPIC_GAMES = Table(
    "topic_games",
    "What each game says on a topic",
    "One game's answer to one topic a row, in our own words.",
    (
        common.TOPIC,
        common.GAME,
        Column("says", "What the game says."),
    ),
    key=("topic", "game"),
    shown=Shown(facets=("game",)),
)
TOPIC_PAIRS = Table(
    "topic_pairs",
    "How two games compare on a topic",
    "Two games that answer one topic a row, each two of them once.",
    (
        common.TOPIC,
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
)
TOPIC_RULINGS = Table(
    "topic_rulings",
    "Rulings on topics",
    "The rulings with which a game answers a topic.",
    (
        common.TOPIC,
        common.RULING,
        common.PLACE,
    ),
    key=("topic", "ruling"),
)
