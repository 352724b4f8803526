"""Reads what a scenario and its contrasts have in common: position, actions, expectations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kb.engine.core.values import replace
from kb.scenarios.acts.verbs import VERBS
from kb.scenarios.expectations.keys import PLAYED
from kb.scenarios.expectations.printed import PRINTED
from kb.scenarios.language import grammar
from kb.scenarios.language.grammar import MOST_DICE, NAMED
from kb.scenarios.language.overlay import lines_of_leaves, overlaid
from kb.scenarios.language.scenario import Act, Case, Expectation, Value
from kb.shape import LONGEST, SEE, FileReader, TableOf, Text, ValueKind, line_of, quoted, suggest, what_is


class CaseReader:
    """Reads the cases of one scenario: ``played`` by the engine, or looked up in the printed facts; of the base, or of
    a file of one's ``own``, which need not say what it expects."""

    def __init__(self, reader: FileReader, played: bool, own: bool = False) -> None:
        self.reader, self.played, self.own = reader, played, own

    def main(self, row: Value, line: int) -> tuple[Case, dict[str, int]]:
        """The case of a scenario itself, with the line of each leaf of its position."""
        position, lines = self._position(row, line)
        do = self._do(row, line)
        expect = self._expect(row)
        case = Case(position, do, expect, line=line, own=self.own)
        if case.asks and not (self.own and self.played):
            self.reader.add_finding("a scenario needs 'expect'", line, "say what comes of it")
        self._names(case, line)
        return case, lines

    def unexpecting(self, row: Value, line: int) -> Case:
        """A position and what is done in it, if anything; what is expected, if anything, is left aside."""
        position, _ = self._position(row, line)
        case = Case(position, self._do(row, line) if row.get("do") else (), (), line=line, own=True)
        self._names(case, line)
        return case

    def contrast(self, row: Value, first: Case, line: int) -> Case | None:
        """A contrast: what it says, over the case it is the contrast of."""
        before = len(self.reader.findings)
        title = Text().read(self.reader, row["title"], row.lines["title"]) if "title" in row else ""
        change = self._change(row)
        do = self._do(row, line) if "do" in row else self._short(row, first.do, line)
        expect = self._expect(row)
        if len(self.reader.findings) > before:
            return None
        position = overlaid(first.position, change)
        case = Case(position, do, expect, title, change, line, self.own)
        self._decisive(row, first, case, line)
        self._names(case, line)
        return case

    # -- positions

    def _position(self, row: Value, line: int) -> tuple[dict[str, Value], dict[str, int]]:
        if not self.played:
            for key in ("position", "do"):
                if key in row:
                    self.reader.add_finding(
                        f"a reference proof has no '{key}'", row.lines[key], "it looks up what is printed"
                    )
            return {}, {}
        if "position" not in row:
            self.reader.add_finding(
                "a scenario needs 'position'", line, "say whose turn and which phase it is, and who stands where"
            )
            return {}, {}
        written = row["position"]
        position = grammar.POSITION.read(self.reader, written, row.lines["position"]) or {}
        lines = lines_of_leaves(written, self.reader.words) if isinstance(written, dict) else {}
        self._scenery(position, written, lines)
        return position, lines

    def _scenery(self, position: dict[str, Value], written: Value, lines: dict[str, int]) -> None:
        """Scenery names lines that are there."""
        named = []
        for path in position.get("scenery") or ():
            head, _, rest = (path or "").partition(".")
            space, _, inner = rest.partition(".")
            found = self.reader.words.find("space", space) if head == "spaces" else None
            full = ".".join(part for part in (head, found or space, inner) if part)
            named.append(full)
            if not any(leaf == full or leaf.startswith(f"{full}.") for leaf in lines):
                hint = suggest(full[:LONGEST], lines) or "name a line of the position, as spaces.norway"
                self.reader.add_finding(
                    f"scenery {quoted(full)} is not in the position", written.lines["scenery"], hint
                )
        if named:
            position["scenery"] = named

    def _change(self, row: Value) -> dict[str, Value]:
        if "change" not in row:
            return {}
        self.reader.change = True
        try:
            return grammar.POSITION.read(self.reader, row["change"], row.lines["change"]) or {}
        finally:
            self.reader.change = False

    # -- actions

    def _do(self, row: Value, line: int) -> tuple[Act, ...]:
        if not self.played:
            return ()
        rows = row.get("do")
        at = line_of(row, "do", line) if "do" in row else line
        if not isinstance(rows, list) or not rows:
            return self.reader.add_finding("a scenario needs 'do'", at, "a list of actions: - {battle: sz5}") or ()
        if len(rows) > grammar.MOST_ACTS:
            return self.reader.add_finding(f"{len(rows)} actions", at, f"at most {grammar.MOST_ACTS}") or ()
        acts = tuple(each for n, item in enumerate(rows) if (each := self.act(item, line_of(rows, n, at))))
        dice = sum(len(act.dice) for act in acts)
        if dice > MOST_DICE:
            self.reader.add_finding(f"{dice} dice", at, f"at most {MOST_DICE}")
        return acts

    def act(self, row: Value, line: int) -> Act | None:
        """One action; nothing where there are findings about it."""
        add_finding = self.reader.add_finding
        if not isinstance(row, dict):
            add_finding(f"{what_is(row)} where an action must stand", line, "write {battle: sz5}")
            return None
        kinds = [key for key in row if key in VERBS]
        if len(kinds) != 1:
            message = f"'{kinds[0]}' and '{kinds[1]}' in one action" if kinds else f"no action among {_listed(row)}"
            near = "" if kinds else next(filter(None, (self.reader.words.nearest(key, VERBS) for key in row)), "")
            add_finding(message, line, near or f"one of {', '.join(VERBS)}")
            return None
        kind = kinds[0]
        verb = VERBS[kind]
        read = {kind: verb.main.read(self.reader, row[kind], line_of(row, kind, line))}
        for key, value in row.items():
            if key == grammar.THEN:
                read[key] = self._expect(row, key)
            elif key != kind:
                given = self._key(verb.keys, key, value, line_of(row, key, line), f"'{kind}'")
                read |= {key: given} if key in verb.keys else {}
        for key in verb.required:
            if key not in row:
                add_finding(f"'{kind}' needs '{key}'", line, "add it")
        made = _made(kind, read, line)
        if made.must_be_refused and made.then:
            add_finding("'then' after an action that is refused", line, "nothing has happened: leave it out")
        if made.refused and not made.refused_by and not self.own:
            add_finding("a case of the base says why an action is refused", line, "write refused_by: [rule]")
        return made

    def _key(self, known: dict[str, ValueKind], key: str, value: Value, line: int, what: str) -> Value:
        if key not in known:
            hint = self.reader.words.nearest(key, known) or f"it may have {', '.join(known)}"
            return self.reader.add_finding(f"unknown key {quoted(key)} in {what}", line, hint)
        return known[key].read(self.reader, value, line)

    def _short(self, row: Value, acts: tuple[Act, ...], line: int) -> tuple[Act, ...]:
        """The actions with the dice, choices or refusal that a contrast gives instead of one action's."""
        made = list(acts)
        for key in ("dice", "choices", "refused", "refused_by"):
            if key not in row or not acts:
                continue
            at = line_of(row, key, line)
            having = [n for n, act in enumerate(made) if _has(act, key)] or [len(made) - 1]
            if len(having) > 1:
                self.reader.add_finding(f"{len(having)} actions have {key}", at, "write out 'do'")
                continue
            read = [] if row[key] == [] else self._key(grammar.EVERY_ACT, key, row[key], at, "a contrast")
            made[having[0]] = replace(made[having[0]], **_replaced(key, read))
        return tuple(made)

    # -- expectations

    def _expect(self, row: Value, at: str = "expect") -> tuple[Expectation, ...]:
        if at not in row:
            return ()
        rows, line = row[at], row.lines[at]
        if not isinstance(rows, list) or not 1 <= len(rows) <= grammar.MOST_EXPECTED:
            hint = f"of 1 to {grammar.MOST_EXPECTED} tables: - lost: {{...}}"
            return self.reader.add_finding(f"'{at}' must be a list", line, hint) or ()
        items = tuple(each for n, item in enumerate(rows) if (each := self._item(item, line_of(rows, n, line))))
        self._item_names(items)
        return items

    def _item_names(self, items: tuple[Expectation, ...]) -> None:
        """A name is of one item of a case, and no other expectation's."""
        times = Counter(item.name for item in items)
        for item in items:
            kind, _, number = item.name.rpartition("-")
            numbered = number.isdigit() and kind in (*self._expected(), "act")
            if item.name and (times[item.name] > 1 or numbered or item.name in self._expected() or "/" in item.name):
                message = f"the name '{item.name}' is another expectation's"
                self.reader.add_finding(message, item.line, "give the item a name of its own, without a slash")

    def _item(self, row: Value, line: int) -> Expectation | None:
        if not isinstance(row, dict):
            self.reader.add_finding(f"{what_is(row)} where an expectation must stand", line, SEE)
            return None
        keys = self._expected()
        known = {**keys, **grammar.ITEM_NAME, **(grammar.ABOUT if self.played else {})}
        read = {
            key: self._key(known, key, value, line_of(row, key, line), "an expectation") for key, value in row.items()
        }
        step, cycle = (read.pop("in", "") or "", read.pop("round", 0) or 0) if self.played else ("", 0)
        name = read.pop("name", "") or ""
        if not read:
            self.reader.add_finding("nothing is expected here", line, f"one of {', '.join(keys)}")
            return None
        of_part = [key for key, each in PLAYED.items() if each.of_part]
        if (step or cycle) and not read.keys() & {*of_part}:
            message = f"'in' and 'round' go with {', '.join(of_part[:-1])} or {of_part[-1]}"
            self.reader.add_finding(message, line, "leave them out")
        return Expectation(read, step, cycle, line, name)

    def _expected(self) -> dict[str, ValueKind]:
        """The keys of what may be expected, each with the kind of its value."""
        if self.played:
            return {key: each.kind for key, each in PLAYED.items()}
        return {key: each.kind for key, each in PRINTED.items()}

    # -- what goes together

    def _names(self, case: Case, line: int) -> None:
        """Names of units are given once in a position, and acts and expectations use those that are given."""
        given = list(_named(case.position.get("spaces") or {}))
        for name in dict.fromkeys(name for name in given if given.count(name) > 1):
            self.reader.add_finding(f"two units are named {quoted(name)}", line, "name each its own way")
        for act in case.do:
            if act.which and not VERBS[act.kind].takes_units(act):
                hint = "leave it out; what powers choose is said in choices: {fighter: [{name: A}]}"
                self.reader.add_finding(f"'which' in an act that names no units: '{act.kind}'", act.line, hint)
        used = [(name, act.line) for act in case.do for name in VERBS[act.kind].names(act)]
        for item in case.expected if self.played else ():
            kinds = ((PLAYED[key].kind, wanted) for key, wanted in item.checks.items() if key in PLAYED)
            named = (wanted or () for kind, wanted in kinds if isinstance(kind, TableOf) and kind.key is NAMED)
            used += [(name, item.line) for names in named for name in names]
        for name, at in used:
            if name not in given:
                hint = suggest(name, given) or "name it in the position"
                self.reader.add_finding(f"no unit is named {quoted(name)}", at, hint)

    def _decisive(self, row: Value, first: Case, case: Case, line: int) -> None:
        """A contrast changes the one decisive fact, and says what comes of it."""
        if not self.played:
            if not case.expect:
                self.reader.add_finding(
                    "a contrast needs 'expect'", line, "a neighbouring fact that comes out the other way"
                )
            return
        if case.position == first.position and _without_lines(case.do) == _without_lines(first.do):
            self.reader.add_finding("a contrast says the same as the case", line, "change the decisive fact")
        elif not row.keys() & {"change", "do", "title"}:
            hint = "'change' a fact of the position, or say in 'title' what the other dice or choices show"
            self.reader.add_finding("a contrast that is mere luck", line, hint)
        if case.asks and not any(act.must_be_refused for act in first.do) and not (self.own and first.asks):
            self.reader.add_finding("a contrast needs 'expect'", line, "say what comes of it")


def _without_lines(do: tuple[Act, ...]) -> tuple[Act, ...]:
    return tuple(replace(act, line=0) for act in do)


def _listed(row: Value) -> str:
    return ", ".join(quoted(key) for key in list(row)[:5]) or "no keys"


def _has(act: Act, key: str) -> bool:
    """Whether an act says something under a key that a contrast replaces; of a refusal under either of its keys."""
    return act.must_be_refused if key.startswith("refused") else bool(getattr(act, key))


def _replaced(key: str, read: Value) -> dict[str, Value]:
    """What a contrast puts in the place of a key of an act. What is refused has no dice and no choices; it may be
    refused otherwise, or not at all."""
    made = {key: _tuples(key, read)}
    if key.startswith("refused"):
        made = {"refused": False, "refused_by": (), **made}
        made |= {"dice": (), "choices": (), "then": ()} if made[key] else {}
    return made


def _tuples(key: str, value: Value) -> Value:
    if key == "refused":
        return value == "yes"
    if key == "choices":
        return tuple((power, option) for each in value or () for power, option in (each or {}).items())
    return tuple(value or ())


def _made(kind: str, read: dict[str, Value], line: int) -> Act:
    what, power = read.pop(kind), read.pop("power", "") or ""
    several = ("dice", "choices", "refused", "refused_by", "which", "then")
    tuples = {key: _tuples(key, read.pop(key, ())) for key in several}
    return Act(kind, what, read, power, line=line, **tuples)


def _named(spaces: Value) -> Iterator[str]:
    """The names given to units, in their order."""
    for contents in spaces.values():
        for units in (contents or {}).values():
            yield from _names_in(units) if isinstance(units, dict) else ()


def _names_in(units: dict[str, Value]) -> Iterator[str]:
    for some in units.values():
        for entry in some if isinstance(some, list) else ():
            if entry and entry.get("name"):
                yield entry["name"]
            for cargo in ((entry or {}).get("cargo") or {}).values():
                yield from _names_in(cargo or {})
