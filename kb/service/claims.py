"""Tries the claims of rulings, and finds those that no change of the rules breaks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kb.base.errors import Finding
from kb.cases.analysis.mutants import NoticedBy, Trial, trials
from kb.cases.expectations.key import names
from kb.cases.language.scenario import Scenario
from kb.cases.reading import library
from kb.knowledge import KnowledgeBase
from kb.model.evidence import NOT_CUT, Claim
from kb.pipeline.claims import claims_in, read_files, wrong_proofs


@dataclass
class TriedClaims:
    """The claims of some rulings, the errors in their files, and the trials of the claims proved by play.

    ``uncut`` are the rulings without claims.
    """

    claims: tuple[Claim, ...]
    uncut: list[str]
    findings: list[Finding]
    trials: list[Trial]

    @property
    def survivors(self) -> list[Trial]:
        """The trials whose expectation holds under every change of a rule, or does not hold at all."""
        return [each for each in self.trials if each.noticed in (NoticedBy.NOTHING, NoticedBy.BROKEN)]


def try_claims(
    base: KnowledgeBase,
    rules_of: library.RulesLoader,
    load: Callable[[str], Iterable[Scenario]],
    ids: Sequence[str] = (),
    game: str = "",
) -> TriedClaims:
    """Read and try the claims of the rulings named, or of a game, or of all.

    Official words are read from the built base, claims and scenarios (``load`` returns the scenarios of a game) from
    the data as they are now. Raises :class:`NotFound` for an unknown ruling.
    """
    rulings = [row for row in base.connection.execute("select * from rulings") if game in ("", row["game"])]
    wanted = {base.ruling(each)["id"] for each in ids} or {row["id"] for row in rulings}
    games = {row["game"] for row in rulings if row["id"] in wanted}
    texts = [
        (row["id"], row["game"], row["question_text"], row["answer_text"]) for row in rulings if row["game"] in games
    ]
    claims, findings = claims_in(read_files(rules_of.data), texts)
    own = [claim for claim in claims if claim.ruling in wanted]
    cut = tuple(claim for claim in own if claim.reason != NOT_CUT)
    known = os.listdir(os.path.join(rules_of.data, library.FOLDER))
    played = dict.fromkeys(claim.scenario.partition("/")[0] for claim in cut if claim.scenario)
    scenarios = {each.name: each for name in played if name in known for each in load(name)}
    wrong = wrong_proofs(cut, scenarios.values(), names)
    unsound = {(finding.file, finding.line) for finding in wrong}
    sound = [claim for claim in cut if (claim.file, claim.line) not in unsound]
    uncut = [claim.ruling for claim in own if claim.reason == NOT_CUT]
    return TriedClaims(cut, uncut, [*findings, *wrong], list(trials(sound, scenarios, rules_of.of)))


def claim_row(trial: Trial) -> dict[str, object]:
    """Return the trial of a claim as plain values: the claim, what ``noticed`` its failure, and the rules tried."""
    claim = trial.claim
    shown = {key: getattr(claim, key) for key in ("ruling", "number", "words", "scenario", "expectation")}
    return {**shown, "noticed": trial.noticed.name.lower(), "of": trial.of, "rules": list(trial.rules)}
