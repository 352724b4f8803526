"""What is proved and what is not: findings about scenarios that do not hold and rulings without a proof or claims, and
how many rulings and claims of each game are proved."""

from __future__ import annotations

import sqlite3

from kb.base.errors import Finding
from kb.base.values import NOT_CUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kb.base.shape import Plain


#: the reason why nothing proves a ruling that has no scenario and no line in data/unproved.yaml
NOT_YET = "not yet played out"
#: the same of a draft, which nobody waits for
NOT_OF_DRAFTS = "a draft claims no proof"


def failed_proof(scenario: str, passed: bool, file: str, line: int) -> Finding:
    """The finding about a scenario that failed or, if it ``passed``, whose rulings have other words now."""
    what = "its rulings read otherwise than when it was written" if passed else "the engine disagrees with it"
    cure = f"read both, then 'python scripts/stamp_scenarios.py {scenario}'" if passed else f"see 'kb check {scenario}'"
    return Finding(f"the proof does not hold: {scenario}: {what}", file, line, cure)


def missing_proof(ruling: str) -> Finding:
    """The finding about a ruling that has no scenario, and no reason why it has none."""
    cure = "write a scenario that names it (docs/scenarios.md), or the reason why nothing can prove it (data/unproved.yaml)"
    return Finding(f"nothing proves {ruling} yet", hint=cure)


def missing_claims(ruling: str, game: str) -> Finding:
    """The finding about a ruling that is not cut into claims, of a game whose other rulings are."""
    cure = f"say in data/claims/{game}.yaml which words say what, and what proves each (docs/data.md)"
    return Finding(f"{ruling} is not cut into claims yet", hint=cure)


_UNCUT = """
    select c.ruling, r.game from claims c join rulings r on r.id = c.ruling where c.reason = :uncut and not r.draft and r.game in (
      select game from claims join rulings on rulings.id = claims.ruling where reason <> :uncut)
    order by r.position"""


def failed_proofs(connection: sqlite3.Connection) -> list[Finding]:
    """A finding for each scenario of a base that failed, or whose rulings have other words now; then for each ruling
    without a proof, and for each that is not cut into claims."""
    sql = "select id, passed and contrast_passed as came, file, line from scenarios where not came or suspect"
    unproved = connection.execute("select id from rulings where proof_reason = ? order by position", (NOT_YET,))
    return [
        *(failed_proof(*row) for row in connection.execute(sql)),
        *(missing_proof(row[0]) for row in unproved),
        *(missing_claims(*row) for row in connection.execute(_UNCUT, {"uncut": NOT_CUT})),
    ]


def by_game(connection: sqlite3.Connection) -> list[Plain]:
    """Every game: ``id``, ``title``, ``year``, how many ``rulings`` it has, and how many of them are ``proved``."""
    sql = """
        select g.id, g.title, g.year, count(r.id) as rulings, count(case when r.proof <> 'none' then 1 end) as proved
        from games g left join rulings r on r.game = g.id group by g.id order by g.rowid"""
    return [dict(each) for each in connection.execute(sql)]


def claims_by_game(connection: sqlite3.Connection) -> list[Plain]:
    """Every game: ``game``, ``title``, how many ``claims`` it has, how many of them are proved by ``play``, of these
    by ``dice`` only, by ``reference`` and by ``none``, and how many rulings are ``uncut``, not cut into claims yet."""
    sql = """
        select g.id as game, g.title, count(case when not c.uncut then 1 end) as claims,
          count(case when c.proof = 'play' then 1 end) as play,
          count(case when c.shown_by = 'dice' then 1 end) as dice,
          count(case when c.proof = 'reference' then 1 end) as reference,
          count(case when c.proof = 'none' and not c.uncut then 1 end) as none,
          count(case when c.uncut then 1 end) as uncut
        from games g left join (
          select r.game, c.proof, c.shown_by, c.reason = ? as uncut from claims c join rulings r on r.id = c.ruling) c on c.game = g.id
        group by g.id order by g.rowid"""
    return [dict(each) for each in connection.execute(sql, [NOT_CUT])]
