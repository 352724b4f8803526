"""docs/coverage.md: what proves the rulings, and which rules and sections no ruling is about, from the build."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

HEAD = """# Coverage

What proves the rulings of each game, and how far they cover its rules and its rule book. Made from the build by
`scripts/generate.py`; `/coverage` in the browser draws the sections in the order of the book.
"""
_PROOF = """
    select g.title, count(*) as rulings, sum(proof = 'play') as play, sum(proof = 'reference') as reference,
      sum(proof = 'none') as none,
      (select count(*) from scenarios s where s.game = g.id) as scenarios,
      (select count(*) from scenario_cases c join scenarios s on s.id = c.scenario
       where s.game = g.id and c.number > 0) as contrasts
    from rulings r join games g on g.id = r.game group by g.id order by g.rowid"""
_UNPROVED = "select id, proof_reason from rulings where proof = 'none' order by rowid"
_PAIRS = """
    select comparison, said, basis, count(*) as pairs, count(distinct topic) as topics from topic_pairs
    group by comparison, said, basis order by min(case comparison when 'same' then 1 when 'different' then 2
      when 'said' then 3 else 4 end), said desc, basis"""
_RULES = """
    select r.ruleset, r.rule, exists (select 1 from rule_rulings l where l.rule = r.id) as has from rules r
    join games g on g.id = r.game order by g.rowid, r.rowid"""
_SECTIONS = """
    select g.title, s.id, exists (select 1 from ruling_sections l where l.section = s.id) as has
    from sections s join games g on g.id = s.game order by g.rowid, s.rowid"""


def page(connection: sqlite3.Connection) -> str:
    """The text of the page."""
    return "\n".join([HEAD, *_proved(connection), *_claims(connection), *_compared(connection), *_without(connection)])


def _proved(connection: sqlite3.Connection) -> Iterator[str]:
    yield "## Rulings by game and by proof\n"
    yield "| game | rulings | play | reference | none | scenarios | contrasts |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    rows = [tuple(row) for row in connection.execute(_PROOF)]
    sums = ("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))
    for row in (*rows, sums):
        yield f"| {' | '.join(map(str, row))} |"
    yield "\nNot proved, and why:\n"
    for row in connection.execute(_UNPROVED):
        yield f"* `{row[0]}`: {row[1]}"
    yield ""


def _claims(connection: sqlite3.Connection) -> Iterator[str]:
    """The figures of the claims, those that nothing proves, and those that dice alone show."""
    from kb.store import proofs
    from kb.text.claims import WHAT_BY_DICE_MEANS, short

    yield "## Claims by game and by proof\n"
    yield "A claim is a part of a ruling's official words that says one thing, with what proves just that.\n"
    yield "| game | claims | played | of these by dice only | checked | none | rulings without claims |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    rows = [tuple(row.values())[1:] for row in proofs.claims_by_game(connection)]
    sums = ("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))
    for row in (*rows, sums):
        yield f"| {' | '.join(map(str, row))} |"
    without = proofs.claims_without_proof(connection)
    yield "\nNot proved, and why:\n" if without else ""
    for each in without:
        yield f"* `{each['ruling']}` “{short(each['words'])}”: {each['reason']}"
    yield "" if without else "\n"
    yield f"Shown by dice only ({WHAT_BY_DICE_MEANS}):\n"
    for each in proofs.claims_by_dice(connection):
        yield f"* `{each['ruling']}` “{short(each['words'])}”: `{each['scenario']}`"
    yield ""


def _compared(connection: sqlite3.Connection) -> Iterator[str]:
    """How many pairs of games compare how."""
    rows = connection.execute(_PAIRS).fetchall()
    all_pairs = sum(row["pairs"] for row in rows)
    played, read = (sum(row["pairs"] for row in rows if row["basis"] == basis) for basis in ("play", "reading"))
    yield "## Games compared\n"
    yield f"Of {all_pairs} pairs of games that answer one question {played} are played, one case in both; in {read} more only our reading decides the case.\n"
    yield "| comparison | pairs | topics |"
    yield "| --- | ---: | ---: |"
    for row in rows:
        said = f", {row['said']} by the documents' words" if row["said"] else ""
        read_so = ", by our reading" if row["basis"] == "reading" else ""
        yield f"| {row['comparison']}{said}{read_so} | {row['pairs']} | {row['topics']} |"
    yield ""


def _without(connection: sqlite3.Connection) -> Iterator[str]:
    for title, what, sql in (("Rules", "rule set", _RULES), ("Sections", "game", _SECTIONS)):
        yield f"## {title} without rulings\n"
        yield from _listed(connection.execute(sql).fetchall(), what)


def _listed(rows: list[sqlite3.Row], what: str) -> Iterator[str]:
    """For each game or rule set how many have no ruling, and which."""
    for one in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == one]
        bare = [f"`{row[1]}`" for row in own if not row["has"]]
        yield f"**{one}** ({what}): {len(bare)} of {len(own)}.\n\n{', '.join(bare) or 'none'}\n"
