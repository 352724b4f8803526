"""The questions that several games answer."""

from __future__ import annotations

from kb.store.tables import common
from kb.store.tables.description import INTEGER, Column, Shown, Table

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
        Column("alike", "Games with the same number here say the same on the topic.", INTEGER),
    ),
    key=("topic", "game"),
    shown=Shown(facets=("game",)),
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
