"""Writes docs/rules.md from the rule sets and the engine's registry; the tests compare it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.engine.core.given import Parameter
    from kb.games.board_model import Board
    from kb.games.rulesets import RuleSet
    from kb.proof import CitedRule

ROOT = Path(__file__).resolve().parent.parent

_ASKED = {"refuses": "forbids", "answers": "decides", "happens": "makes happen"}
_HEAD = """# The rules of the engine

Every rule is one named thing that can be switched off. This page is written by `scripts/rules_page.py`
from the rule sets in `data/games/*/rules/` and the engine; do not edit it. `docs/rulesets.md` tells how
the two go together. A rule is **stated** in an official document, **public** in a named source, or **unverified**.
What is given to each rule is explained [at the end](#what-rules-are-given).
"""
_GIVEN = """
## What rules are given

Each rule that takes numbers or names from a rule set, with the keys under `given`. Lists are of names of one kind;
a key in angle brackets stands for any names of that kind.
"""


def page(rulesets: Iterable[RuleSet], boards: Sequence[Board]) -> str:
    """The whole page."""
    from kb.build.rules import cited

    parts = [_HEAD]
    for each in rulesets:
        parts.append(f"\n## {each.title} (`{each.id}`)\n")
        parts.append(
            f"Phases: {', '.join(phase.title for phase in each.phases)}.  \nA cycle of combat: {', '.join(each.steps) or 'not known; how a battle comes out is given'}.\n"
        )
        parts += [_row(rule) for rule in cited([each], boards)]
    return "\n".join([*parts, _GIVEN, *_parameters()]) + "\n"


def _parameters() -> Iterator[str]:
    """A line for each rule that is given anything."""
    from kb.engine.core.registry import RULES

    for _, rule in sorted(RULES.items()):
        if rule.given:
            keys = (f"`{key}` ({_kind(each)}): {each.means}" for key, each in rule.given.items())
            yield f"- **{rule.name}**: {'; '.join(keys)}."


def _kind(parameter: Parameter) -> str:
    """What a rule set writes for a parameter."""
    kind = "number" if parameter.kind == "number" else f"list: {parameter.kind}"
    return kind if parameter.required else f"{kind}, may be left out"


def _row(rule: CitedRule) -> str:
    given = "; ".join(
        f"{key}: {value if isinstance(value, int) else ', '.join(value)}" for key, value in rule.given.items()
    )
    told = [
        f"- **{rule.rule}** ({_ASKED[rule.form]} at: {rule.asked.replace(' ', ', ') if rule.form == 'refuses' else rule.asked}) {rule.about}",
        f"given {given}." if given else "",
        f"Rests on {', '.join(rule.cites)}; {rule.confidence}.",
        f"Reading: {', '.join(rule.readings)}." if rule.readings else "",
        f"Only with the advantage {rule.advantage}." if rule.advantage else "",
        f"Only where the table plays {rule.option}." if rule.option else "",
        f"Note: {rule.note}." if rule.note else "",
    ]
    return " ".join(part for part in told if part)


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(ROOT))
    from kb.games.boards import load_boards
    from kb.games.rulesets import load_rulesets

    data = str(ROOT / "data")
    (ROOT / "docs" / "rules.md").write_text(page(load_rulesets(data), load_boards(data)), encoding="utf-8")


if __name__ == "__main__":
    main()
