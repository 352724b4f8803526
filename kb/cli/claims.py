"""What ``kb check --claims`` finds: how claims are written wrongly, and which of them no change of the rules breaks."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from kb.base.errors import NotFound
from kb.base.values import NOT_CUT
from kb.cases.analysis.mutants import NoticedBy, Trial, Trials
from kb.cases.expectations.key import names
from kb.cases.reading import library
from kb.corpus.claims import read_files
from kb.pipeline.claims import claims_in, wrong_proofs
from kb.store import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from kb.base.errors import Finding
    from kb.base.values import Claim
    from kb.cases.language.scenario import Scenario
    from kb.knowledge import KnowledgeBase

_SURVIVES = (NoticedBy.NOTHING, NoticedBy.BROKEN)


@dataclass
class TriedClaims:
    """The claims of some rulings, what is wrong with how they are written, and what became of those that are played.

    ``uncut`` are the rulings that have no claims yet.
    """

    claims: tuple[Claim, ...] = ()
    uncut: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)

    @property
    def survivors(self) -> list[Trial]:
        """Those whose expectation holds whatever rule is changed, or does not hold at all."""
        return [each for each in self.trials if each.noticed in _SURVIVES]


def try_claims(
    base: KnowledgeBase,
    rules_of: library.RulesLoader,
    load: Callable[[str], Iterable[Scenario]],
    ids: Sequence[str] = (),
    game: str = "",
) -> TriedClaims:
    """Read and try the claims of the rulings named, or of a game, or of all.

    The official words are those of the built base; claims and scenarios (``load`` gives those of a game) are read from
    the data as they are now. Raises :class:`NotFound` for an unknown ruling.
    """
    rulings = [row for row in lookup.ruling_rows(base.connection) if game in ("", row["game"])]
    wanted = _wanted(base, ids) or {row["id"] for row in rulings}
    games = {row["game"] for row in rulings if row["id"] in wanted}
    texts = [
        (row["id"], row["game"], row["question_text"], row["answer_text"]) for row in rulings if row["game"] in games
    ]
    claims, findings = claims_in(read_files(rules_of.data), texts)
    own = [claim for claim in claims if claim.ruling in wanted]
    cut = tuple(claim for claim in own if claim.reason != NOT_CUT)
    scenarios = {each.name: each for each in _scenarios(cut, rules_of.data, load)}
    wrong = wrong_proofs(cut, scenarios.values(), names)
    tried = TriedClaims(cut, [claim.ruling for claim in own if claim.reason == NOT_CUT], [*findings, *wrong])
    unsound = {(finding.file, finding.line) for finding in wrong}
    sound = [claim for claim in cut if (claim.file, claim.line) not in unsound]
    tried.trials += Trials(rules_of.of).of(sound, scenarios)
    return tried


def _wanted(base: KnowledgeBase, ids: Iterable[str]) -> set[str]:
    found = set()
    for name in ids:
        row = base.by_id(name)
        if row is None:
            raise NotFound(base.missing(name))
        found.add(str(row["id"]))
    return found


def _scenarios(claims: Iterable[Claim], data: str, load: Callable[[str], Iterable[Scenario]]) -> Iterable[Scenario]:
    """The scenarios of the games whose cases some claims name."""
    known = os.listdir(os.path.join(data, library.FOLDER))
    games = dict.fromkeys(claim.scenario.partition("/")[0] for claim in claims if claim.scenario)
    return [each for game in games if game in known for each in load(game)]


def row(trial: Trial) -> dict[str, Any]:
    """A claim that was tried, for JSON."""
    claim = trial.claim
    shown = {key: getattr(claim, key) for key in ("ruling", "number", "words", "scenario", "expectation")}
    return {**shown, "noticed": trial.noticed.name.lower(), "of": trial.of, "rules": list(trial.rules)}
