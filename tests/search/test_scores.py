"""The scores that a build computes are those of SQLite's FTS5."""

from __future__ import annotations

import random
import sqlite3

from kb.search.index import _scores
from kb.search.things import SCALE


def test_a_term_has_the_score_that_fts5_gives_it() -> None:
    chance = random.Random(3)
    words = [f"w{number}" for number in range(40)] + ["no_w1", "é", "7"]
    weights = (2.0, 1.0, 0.8)
    rows = {
        row: [[chance.choice(words[: chance.choice([3, 12, 43])]) for _ in range(chance.randrange(9))] for _ in weights]
        for row in range(1, 120)
    }
    rows[500] = [[], [], []]
    connection = sqlite3.connect(":memory:")
    connection.execute("""create virtual table own using fts5(a, b, c, tokenize="ascii tokenchars '_'")""")
    filled = [(row, *(" ".join(terms) for terms in fields)) for row, fields in rows.items()]
    connection.executemany("insert into own(rowid, a, b, c) values (?, ?, ?, ?)", filled)
    sql = f"select rowid, round(-{SCALE} * bm25(own, 2.0, 1.0, 0.8)) from own where own match ? order by rowid"
    expected = {
        word: {row: int(score) for row, score in connection.execute(sql, [f'"{word}"']) if score > 0} for word in words
    }
    assert _scores(rows, weights) == expected
    assert _scores({}, weights) == {}
    connection.close()
