"""docs/rules.md: every rule of the engine, from the rule sets and the engine's registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.base.values import CitedRule
    from kb.engine.core.given import Parameter
    from kb.engine.core.registry import Rule
    from kb.games.board_model import Board
    from kb.games.rulesets import RuleSet

_HEAD = """# The rules of the engine

Every rule is one named thing that can be switched off. It **refuses** actions, **answers** a question that the engine
asks, or makes something **happen** at a moment that the engine announces. This page lists the rules by these. It is written
by `scripts/generate.py` from the rule sets in `data/games/*/rules/` and the engine; do not edit it. `docs/rulesets.md`
tells how the two go together. A rule is **stated** in an official document, **public** in a named source, or **unverified**.

Each rule links to its file and tells, for each rule set that has it, its sentence with that game's numbers and what it
rests on (sections and rulings); then what each parameter under `given` means. A key in angle brackets stands for any names
of that kind.

- [Rule sets](#rule-sets)
- [Actions and the rules that refuse them](#actions-and-the-rules-that-refuse-them)
- [Questions and the rules that answer them](#questions-and-the-rules-that-answer-them)
- [Moments and what happens then](#moments-and-what-happens-then)
- [Facts that several rules share](#facts-that-several-rules-share)
- [All rules by name](#all-rules-by-name)
"""


def page(rulesets: Sequence[RuleSet], boards: Sequence[Board]) -> str:
    """The whole page."""
    from kb.engine.core.registry import RULES, Form
    from kb.pipeline.rules import cited

    lines: dict[str, list[CitedRule]] = {}
    for each in cited(rulesets, boards):
        lines.setdefault(each.rule, []).append(each)
    by_form = {form: [rule for rule in RULES.values() if rule.form is form] for form in Form}
    parts = [
        _HEAD,
        *_rulesets(rulesets),
        "\n## Actions and the rules that refuse them\n",
        *_by_point(by_form[Form.REFUSES], lines, {}),
        "\n## Questions and the rules that answer them\n",
        *_by_point(by_form[Form.ANSWERS], lines, _questions()),
        "\n## Moments and what happens then\n",
        *_by_point(by_form[Form.HAPPENS], lines, _moments()),
        "\n## Facts that several rules share\n",
        *_facts(rulesets),
        "\n## All rules by name\n",
        *(f"- [{name}](#{name})" for name in sorted(RULES)),
    ]
    return "\n".join(parts) + "\n"


def _rulesets(rulesets: Iterable[RuleSet]) -> Iterator[str]:
    yield "\n## Rule sets\n"
    for each in rulesets:
        cycle = ", ".join(each.steps) or "not known; how a battle comes out is given"
        phases = ", ".join(phase.title for phase in each.phases)
        yield f"- `{each.id}`: {each.title}. Phases: {phases}. A cycle of combat: {cycle}."


def _questions() -> dict[str, str]:
    """What each question asks, what rules are told, and the answer without rules."""
    from kb.engine.core.questions import QUESTIONS, Question

    found = {}
    for name, each in QUESTIONS.items():
        first = f"`{each.default!r}`" if isinstance(each, Question) else each.start
        found[name] = f"{each.sentence}{_told(each.facts)} Answer: `{each.answer}`; without rules: {first}."
    return found


def _moments() -> dict[str, str]:
    """When each moment comes, and what rules are told."""
    from kb.engine.core.questions import MOMENTS

    return {name: f"{each.sentence}{_told(each.facts)}" for name, each in MOMENTS.items()}


def _told(facts: Mapping[str, str]) -> str:
    listed = ", ".join(f"`{name}: {kind}`" for name, kind in facts.items())
    return f" Rules are told {listed}." if listed else ""


def _by_point(rules: Iterable[Rule], lines: Mapping[str, list[CitedRule]], says: Mapping[str, str]) -> Iterator[str]:
    """The rules under the action, question or moment that they take part in; of several actions under the first."""
    groups: dict[str, list[Rule]] = {point: [] for point in says}
    for rule in rules:
        groups.setdefault(rule.points[0], []).append(rule)
    for point, own in groups.items():
        yield f"\n### {point}\n"
        if point in says:
            yield f"{says[point]}\n"
        for rule in own:
            yield from _rule(rule, lines.get(rule.name, ()))


def _rule(rule: Rule, lines: Sequence[CitedRule]) -> Iterator[str]:
    path = rule.function.__module__.replace(".", "/") + ".py"
    yield f"\n#### {rule.name}\n"
    more = f" Also refuses {', '.join(rule.points[1:])}." if len(rule.points) > 1 else ""
    same = len({each.about for each in lines}) == 1
    sentence = f"{lines[0].about} " if same else ""
    yield f"{sentence}In [{path.removeprefix('kb/engine/')}](../{path}).{more}\n"
    for each in lines:
        yield f"- `{each.ruleset}`: {'' if same else f'{each.about} '}{_sources(each)}"
    for key, parameter in rule.given.items():
        yield f"- given `{key}` ({_kind(parameter)}): {parameter.means}"


def _sources(rule: CitedRule) -> str:
    """What a rule rests on in a rule set, how well that is known, and when it holds."""
    parts = [
        f"Rests on {', '.join(rule.cites)}; {rule.confidence}.",
        f"Reading: {', '.join(rule.readings)}." if rule.readings else "",
        f"Only with the advantage {rule.advantage}." if rule.advantage else "",
        f"Only where the table plays {rule.option}." if rule.option else "",
        f"Note: {rule.note}." if rule.note else "",
    ]
    return " ".join(part for part in parts if part)


def _kind(parameter: Parameter) -> str:
    """What a rule set writes for a parameter."""
    kind = "number" if parameter.kind == "number" else f"list: {parameter.kind}"
    if parameter.fact:
        return f"{kind}, the fact {parameter.fact}"
    return kind if parameter.required else f"{kind}, may be left out"


def _facts(rulesets: Iterable[RuleSet]) -> Iterator[str]:
    """Each fact with what it is, and what it holds in each rule set."""
    from kb.engine.core.facts import FACTS

    for name, fact in FACTS.items():
        yield f"\n### {name}\n\nIt is {fact.means}.\n"
        for rules in rulesets:
            for each in rules.facts:
                if each.fact == name:
                    entries = [f"{key}: {', '.join(names)}" for key, names in each.table.items()]
                    text = "; ".join(entries) or ", ".join(each.names)
                    yield f"- `{rules.id}`: {text}. Rests on {', '.join(each.cites)}; {each.confidence}."
