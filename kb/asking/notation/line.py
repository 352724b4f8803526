"""Parses a line in the notation of docs/asking.md as a question, or reports every statement that cannot be parsed.

No word is skipped, and a line has one parse or none. The statements are those of the keys of a position
(:mod:`kb.cases.language.grammar`) and of the ``typed`` form of each verb (:mod:`kb.cases.acts`). A line may leave out a
fact if only one fits; the question lists the assumptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import cast

from kb.asking.notation.actions import ActionCursor
from kb.asking.notation.completing import complete, phases_of
from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import FACTS, form_of, written_form
from kb.asking.notation.games import HINT, named_game, rules_named
from kb.asking.notation.line_tokens import Token
from kb.asking.notation.standing import Standing
from kb.asking.notation.statements import ROUND, as_may, asks_about_the_last, divisions, statements, trimmed
from kb.asking.notation.values import STANDS
from kb.asking.question import Question
from kb.base.errors import BadInput, Finding
from kb.cases.acts import VERBS
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Case, Contents, PositionTable, SubjectTable, units_of
from kb.cases.language.units import Units
from kb.cases.language.vocabulary import NOBODY, NONE, Vocabulary, vocabulary
from kb.cases.language.words import GameWords
from kb.cases.reading.library import RulesLoader
from kb.cases.reading.scenario_files import wrong_units
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import OLD_WAR, replace
from kb.engine.core.rulebook import Rulebook
from kb.games.names import power_name

#: the third-person forms of the verbs
_DONE = frozenset(form_of(verb).words[0] for verb in VERBS)
#: the words of choices at the end of the combat move
_SCRAMBLES = {"scramble", "scrambles", "kamikaze", "kamikazes"}
#: what separates the contents of a space
_SEPARATORS = (",", "vs", "versus", "against")


def from_line(text: str, rules_of: RulesLoader, game: str = "") -> Question:
    """Return the question of a line; ``game`` is the default game, which may have a board and a printing.

    Raises :class:`BadInput` with a finding for each statement that cannot be parsed: its column (from 1), the expected
    words, and a similar name.
    """
    rows = statements(text)
    named, after = named_game(text, rows[0], rules_of) if rows else (None, 0)
    if named is None and not game:
        raise BadInput(Finding("which game is it?", hint=HINT))
    line = _Line(text, vocabulary(named or rules_named(game, rules_of)))
    line.read_all((rows[0][after:], *rows[1:]))
    return line.question()


def read_change(text: str, rules: Rulebook, position: PositionTable) -> PositionTable:
    """Return the change of a position that statements describe, as in a contrast; 0 removes units.

    Raises :class:`BadInput` as :func:`from_line` does.
    """
    line = _Line(text, vocabulary(rules), position)
    line.read_all(statements(text))
    return line.change()


class _Line:
    """A line, parsed statement by statement. ``changed`` is the position that the statements change, if they do."""

    def __init__(self, text: str, names: Vocabulary, changed: PositionTable | None = None) -> None:
        self.text, self.names, self.board = text, names, names.rules.board
        self.words = GameWords(self.board, names.rules.ruleset)
        self.changes, self.changed = changed is not None, changed or PositionTable()
        self.position: PositionTable = {"spaces": {}}
        self.acts: list[Act] = []
        self.standing = Standing(names.rules, self.position, self.acts, self._holder)
        self.judged = False
        self.what: SubjectTable | None = None
        self.assumed: list[str] = []
        self.findings: list[Finding] = []
        #: the possible phases, and their offset in the text
        self.phases: tuple[str, ...] = ()
        self.clock_at = 0
        #: facilities without an owner: space, unit, and the offset in the text
        self.ownerless: list[tuple[str, str, int]] = []
        self._spaces: set[str] = set()
        #: of the last statement: the number of findings before it, the index of its error, and the offset of that
        self._before = self._error = self._far = 0
        #: the owner of the units in the joined statement before, and the verb of the action in it
        self._owner_before, self._verb_before = "", cast("list[Token] | None", None)
        #: the space of the last statement about one, and the space that the last action attacks by a move
        self._space_before = self._attacked = ""

    def read_all(self, rows: Iterable[Sequence[Token]]) -> None:
        """Parse statements. One that cannot be parsed is parsed again after the others if no action follows it: it may
        need the position that they describe."""
        again: list[tuple[Sequence[Token], list[Act], list[Finding]]] = []
        for row in map(as_may, map(trimmed, rows)):
            before = len(self.findings)
            if self.read(row) is row and row:
                again.append((row, [*self.acts], self.findings[before:]))
        if len(again) == 1 and again[0][1] == self.acts and self.findings == again[0][2]:
            self.findings = []
            self.read(again[0][0])

    def read(self, row: Sequence[Token]) -> Sequence[Token]:
        """Parse one statement, or several that are joined; return the rest that cannot be parsed, with findings.

        The findings are about the attempt that came furthest.
        """
        problems: list[tuple[int, list[Finding]]] = []
        self._owner_before, self._verb_before, is_first = "", None, True
        while row:
            ready, rest = self._add_of(row, is_first), row[:0]
            if ready is None:
                problems.append((self._far, self.findings[self._before :]))
                for first, after in divisions(row, self._error):
                    if row[len(first)].text == ":" and self.t.fact(row[0].text.lower()):
                        continue  # "bought: germany" is not the turn of Germany
                    del self.findings[self._before :]
                    if (ready := self._add_of(first, is_first)) is not None:
                        rest = after
                        break
                else:
                    self.findings[self._before :] = max(problems, key=lambda each: each[0])[1]
                    return row
            if ready is not None:
                ready()
            row, is_first = as_may(rest), False
        return row

    def _add_of(self, row: Sequence[Token], is_more: bool) -> Callable[[], None] | None:
        """Return the function that adds a statement; None, with findings, if it cannot be parsed. With ``is_more`` it
        may be dice and choices alone."""
        self._before, self._error, ownerless = len(self.findings), 0, len(self.ownerless)
        self.t = self._cursor(row)
        start = row[0].start
        ways = (self._question, self._about, self._clock, *((self._more,) if is_more else ()), self._act)
        add = None
        found, end = self.t.look("power")
        if self._verb_before and (not found or end == len(row)):  # "unloads 1 tank in egypt and 1 infantry in libya"
            cursor, self.t = self.t, self._cursor([*self._verb_before, *row])
            if (add := self.t.maybe(self._whole, self._act)) is not None:
                return partial(self._take, add, start, self.t.assumed)
            self.t = cursor
        for way in (self._about, self._clock) if self.changes else ways:
            add = self.t.maybe(self._whole, way)
            if add is not None and len(self.findings) == self._before:
                return partial(self._take, add, start, self.t.assumed)
            if add is not None:
                break
        else:
            self._report()
            self._error = self.t.far
        # the items of a space that could be parsed are not parsed again
        self._far = row[self._error].start if self._error < len(row) else len(self.text)
        self._far = len(self.text) + 1 if add is not None else self._far
        del self.ownerless[ownerless:]
        return None

    def _cursor(self, row: Sequence[Token]) -> ActionCursor:
        return ActionCursor(self.text, row, self.names, self.words, self.changes, self.standing)

    def _take(self, add: Callable[[], None], start: int, assumed: Iterable[str]) -> None:
        self.start = start
        self.assumed += assumed
        add()

    def _whole(self, way: Callable[[], Callable[[], None]]) -> Callable[[], None]:
        """Return the function that adds a statement to the question. Fail unless the whole statement was parsed."""
        add = way()
        return add if self.t.is_at_end else self.t.fail("';'" if self.t.at else "a statement")

    # -- findings

    def wrong(self, message: str, at: int, hint: str = "") -> None:
        """Add a finding at an offset in the text."""
        line, start = self.text.count("\n", 0, at), self.text.rfind("\n", 0, at) + 1
        place = f"line {line + 1}, column" if "\n" in self.text.strip() else "column"
        self.findings.append(Finding(f"{place} {at - start + 1}: {message}", hint=hint))

    def _report(self) -> None:
        """Add a finding at the furthest error, with a similar name, the form of the verb, or an example."""
        message, at, hint = self.t.problem()
        verb, _, after = self.t.verb
        if not hint and verb and self.t.far >= after:
            hint = f"write: {written_form(verb)}"
        if not hint and self.t.lacks_colon():
            hint = f"write for example: {STANDS}"
        self.wrong(message, at, hint)

    # -- statements about the position

    def _about(self) -> Callable[[], None]:
        """Read ``sz5: germany 1 submarine``, ``captured: norway``, ``setup``."""
        t = self.t
        if t.take("setup"):
            return partial(self._set, ("from",), "setup")
        colon = next((at for at, token in enumerate(t.row) if token.text == ":"), 0)
        if not colon:
            return self._without_colon()
        if fact := self.t.fact(t.said(0, colon).lower()):
            t.at = colon + 1
            table, kind = FACTS[fact]
            if fact == "options" and t.take(NONE):
                return partial(self._set, (fact,), [])
            return partial(self._set, (table, fact) if table else (fact,), t.value(kind, commas=True))
        found, end = t.look("space", 0)
        if len(found) != 1 or end != colon:
            head, (powers, last) = t.said(0, colon), t.look("power", 0)
            t.restart()
            says = f"'{head}' may be {' or '.join(found[:6])}" if len(found) > 1 else f"'{head}' is not a space"
            t.fail("", ("space",), says=says, final=bool(powers) and last == colon)
        t.at = colon + 1
        return partial(self._stand, found[0], self._contents(found[0]))

    def _without_colon(self) -> Callable[[], None]:
        """Read ``usa has 20 ipcs``, ``round 3``, ``norway held by germany``, ``norway empty``, ``2 german subs in
        sz5``, ``germany at war with france``."""
        t = self.t
        if (there := t.maybe(self._units_in) or t.maybe(self._units_alone)) is not None:
            return partial(self._stand, *there)
        if (money := t.maybe(t.money)) is not None:
            return partial(self._set, ("treasuries", money[0]), money[1])
        if (war := t.maybe(t.war)) is not None:
            return partial(self._set, ("wars", *war), OLD_WAR)
        if t.take(*ROUND):
            return partial(self._set, ("round",), t.number(grammar.ROUND))
        words = [token.text for token in t.row]
        held = words.index("held") if "held" in words[1:] else 0
        if held and not t.look("space", 0)[0]:
            t.fail("", ("space",), says=f"'{t.said(0, held)}' is not a space")
        space = t.name("space")
        if t.take("empty", "is empty"):
            return partial(self._stand, space, Contents())
        if t.take("has", "contains", "holds"):
            return partial(self._stand, space, self._contents(space))
        if not t.take("is held by"):
            t.need("held by", "belongs to")
        holder: Contents = {"held_by": t.name("power", (NONE,))}
        return partial(self._stand, space, holder | (self._contents(space) if t.take(",", "with") else {}))

    def _units_in(self) -> tuple[str, Contents]:
        """Parse ``germany has 2 subs in sz5``, ``2 subs of germany vs 1 british destroyer in sz5``."""
        t, starts = self.t, [self.t.at]
        t.take("there is", "there are")
        sides = [t.units_of_one(may_have=True)]
        if not sides[0][0] and self._verb_before is not None:
            t.fail("", says="write the power of these units, or the verb again", since=starts[0], final=True)
        if not sides[0][0] and self._owner_before:
            sides = [(self._owner_before, sides[0][1])]
            named = " and ".join(self.words.unit(row.unit) for row in sides[0][1])
            t.assumed.append(f"the {named} in the same sentence is {power_name(self._owner_before)}'s")
        while t.take(*_SEPARATORS[1:]):
            starts.append(t.at)
            sides.append(t.units_of_one())
        t.take("is", "are", "stands")
        space, made = (self._attacked or self._space_before) if t.take("there") else "", Contents()
        if not space and not t.take("in", "at", "on"):
            raise Expected
        space = space or t.name("space")
        for start, (power, units) in zip(starts, sides, strict=True):
            owner = self._owner(power, units, space, start)
            if owner in made:
                t.fail("", says="the two sides have one owner: write a power before each", since=start)
            made[owner] = units
            if not owner:
                self.ownerless.append((space, units[0].unit, t.row[start].start))
        self._owner_before = sides[0][0] if len(sides) == 1 else ""
        return space, made

    def _units_alone(self) -> tuple[str, Contents]:
        """Parse units of a power right after a statement about a space, in which they are: ``sz5: uk 1 dd; germany 2
        subs``."""
        t, space = self.t, self._space_before
        power, units = t.units_of_one(may_have=True)
        while power and t.take(","):
            units = (*units, *t.units_of_one()[1])
        if not power or not t.is_at_end or self.acts or power in self.position["spaces"].get(space, {}):
            raise Expected
        if not space:
            t.fail("", says=f"where are these units? write their space, as in '{STANDS}'", since=0)
        named = self.words.rows(units)
        t.assumed.append(f"{power_name(power)} has {named} in {self.words.space(space)}")
        return space, {power: units}

    def _owner(self, power: str, units: Units, space: str, start: int) -> str:
        """Return the power of the units in a space; at sea by default the power whose turn it is. Fail if the line does
        not give the turn before."""
        if not power and self.board.space(space).kind == "sea-zone":
            power = self.position.get("turn", "")
            if not power:
                named = units[0].unit.replace("-", " ")
                self.t.fail("", says=f"whose is the {named}? write the power before it", since=start)
            self.t.assumed += [f"the {self.words.unit(row.unit)} is {power_name(power)}'s" for row in units]
        return power

    def _contents(self, space: str) -> Contents:
        """Parse the contents of a space. For an item that cannot be parsed, add a finding and continue with the next
        one."""
        t, made, power = self.t, Contents(), ""
        if t.is_at_end or t.take("empty", *NOBODY):
            return made
        while True:
            at = t.row[min(t.at, len(t.row) - 1)].start
            item, found = t.at, t.maybe(self._item, space, power)
            if found is None:
                self._report()
                self._error = self._error or item
                while not t.is_at_end and t.word not in _SEPARATORS:
                    t.at += 1
            elif isinstance(units := found[1], str):
                made["held_by"], power = units, ""
            else:
                power = found[0]
                if not power:
                    self.ownerless.append((space, units[0].unit, at))
                before = units_of(made).get(power, ())
                plain = {row.unit for row in before if not row.state}
                if twice := next((row.unit for row in units if not row.state and row.unit in plain), ""):
                    self.wrong(f"{twice} of {power} in {space} occurs twice", at)
                    self._error = self._error or item
                made[power] = (*before, *units)
            if not t.take(*_SEPARATORS):
                return made
            t.restart()

    def _item(self, space: str, power: str) -> tuple[str, Units | str]:
        """Parse the holder of a space, or a power and its units; the default is the last power.

        On land the power is empty if none was named before: the units belong to the holder.
        """
        t, start = self.t, self.t.at
        if t.take("held by"):
            found: tuple[str, Units | str] = "held_by", t.name("power", (NONE,))
        else:
            named, units = t.units_of_one()
            found = self._owner(named or power, units, space, start), units
        return found if t.is_at_end or t.word in _SEPARATORS else t.fail("',' or ';'", ("unit",))

    def _set(self, path: tuple[str, ...], value: object) -> None:
        self._space_before = ""
        table = cast("dict[str, object]", self.position)
        for key in path[:-1]:
            table = cast("dict[str, object]", table.setdefault(key, {}))
        if path[-1] in table:
            self.wrong(f"{path[-1]} occurs twice", self.start, "write it once")
        table[path[-1]] = value
        if path != ("round",):
            self._assume_order()

    def _stand(self, space: str, contents: Contents) -> None:
        there = self.position["spaces"].setdefault(space, {})
        apart = ("held_by" in there and len(there) == 1) or [*contents] == ["held_by"]
        apart = apart or bool(there and contents and "held_by" not in contents)
        if space in self._spaces and ({*there} & {*contents} or not apart):
            self.wrong(f"{space} occurs twice", self.start, "write all its contents in one statement")
        self._spaces.add(space)
        self._space_before = space
        there.update(contents)
        self._assume_order()

    def _assume_order(self) -> None:
        if self.acts:
            self.assumed.append("the whole position is the one before the first action")

    # -- whose turn, which phase

    def _clock(self) -> Callable[[], None]:
        """Read ``germany combat move``, ``germany combat, round 3``, ``germany``, ``germany turn``; ``combat move``."""
        t = self.t
        power = t.maybe(t.name, "power") or ("" if t.is_phase(0) else self._no_power())
        number = None
        if power and t.word_at(t.at + 1).isdecimal() and t.take(*ROUND):
            number = t.number(grammar.ROUND)
        elif power:
            t.take("turn")
        t.take(",")
        phases: tuple[str, ...] = ()
        if not t.is_at_end and t.word not in ROUND:
            # "collects income" is an action, "collect income" is a phase
            phases = () if t.word in _DONE else t.candidates("phase")
            if not power and phases and phases == self.phases:
                t.fail("", says="the turn is given twice: write it once; the end of a phase is 'end'", since=0)
            if not phases:
                t.fail("a phase", ("phase",))
            t.take(",")
        if power and not phases and power == self.position.get("turn") and t.is_at_end and len(t.row) == 1:
            raise Expected  # "germany" alone is not said twice: it belongs to what follows
        number = t.number(grammar.ROUND) if t.take(*ROUND) else number
        return partial(self._turn, power, phases, number)

    def _no_power(self) -> str:
        """Report that a power was expected; no other reading is tried if one word and a phase follow."""
        t = self.t
        if t.is_phase(1):
            t.restart()
            t.fail("", ("power",), says=f"'{t.word}' is not a power of this game", final=True)
        return t.name("power")

    def _turn(self, power: str, phases: tuple[str, ...], number: int | None) -> None:
        if (power and self.position.get("turn", power) != power) or (phases and self.phases):
            self.wrong("the turn is given twice", self.start, "write it once; the end of a phase is 'end'")
        if power:
            self.position["turn"] = power
        if number:
            self.position["round"] = number
        if phases or not self.phases:
            self.phases, self.clock_at = phases, self.start
        self._assume_order()

    # -- actions and questions

    def _act(self, asked: str = "") -> Callable[[], None]:
        """Read ``germany attacks sz5, dice 2 6``, and keep the verb for the next joined statement."""
        act, (_, first, after) = self.t.action(), self.t.verb
        self._verb_before = [*self.t.row[first:after]]
        return partial(self._add, act, asked, self.t)

    def _question(self) -> Callable[[], None]:
        """Read ``may ...``, ``can ...``, ``what may ...``."""
        t = self.t
        if asks_about_the_last(t.row):
            t.at = len(t.row)
            return self._judge_last
        key = t.need("may", "can", "what may", "what can", "what").partition(" ")[0]
        if key != "what":
            choice = t.maybe(t.choice)
            if choice and _SCRAMBLES & {token.text for token in t.row}:
                return partial(self._add_more, Act("", "", choices=(choice,)))
            return self._act(key)
        what: SubjectTable = {"power": t.maybe(t.name, "power") or "", "units": t.maybe(t.units) or ()}
        what["at"] = t.name("space") if t.take("at", "in") else ""
        if t.take("do") and t.take("with"):
            what |= {"units": t.units(), "at": t.name("space") if t.take("at", "in") else ""}
        given = {name: value for name, value in what.items() if value}
        return partial(self._ask, cast("SubjectTable", given))

    def _judge_last(self) -> None:
        if not self.acts:
            self.wrong("this asks about an action, but none precedes it", self.start, "write the action first")
        self.judged = True

    def _add(self, act: Act, asked: str, t: ActionCursor) -> None:
        """Add an action. With the word ``asked`` of a question it is only judged, and must be the last."""
        if self.judged:
            message = f"'{asked}' is asked twice" if asked else "an action follows the one in question"
            self.wrong(message, self.start, "ask one question at a time" if asked else "ask last")
        if t.phases and self.phases and not {*t.phases} & {*self.phases}:
            self.wrong("the phase is given twice", self.start, "write it once; the end of a phase is 'end'")
        self.phases = tuple(each for each in t.phases or self.phases if not self.phases or each in self.phases)
        if t.found:
            self.standing.put(*t.found)
        if t.money_held:
            self._set(("treasuries", t.money_held[0]), t.money_held[1])
        self.acts += (*t.before, act)
        self._attacked = t.attacked
        self.judged = self.judged or bool(asked)

    def _ask(self, what: SubjectTable) -> None:
        if self.what is not None:
            self.wrong("'what' is asked twice", self.start, "ask one question at a time")
        self.what = what

    def _more(self) -> Callable[[], None]:
        """Parse dice, choices or names that belong to the previous action."""
        more = Act("", "")
        while not self.t.is_at_end:
            more = self.t.every_act(more) or self.t.fail("dice or a choice", ("power",), ("dice",))
            self.t.take(",")
        return partial(self._add_more, more)

    def _add_more(self, more: Act) -> None:
        last = self.acts[-1].kind if self.acts else ""
        if last != "end" and _SCRAMBLES & {token.text for token in self.t.row}:
            if self.phases == (CONDUCT_COMBAT,):
                hint = "write combat move as the phase, then the moves, then this choice"
                return self.wrong("this is chosen at the end of the combat move", self.start, hint)
            self.acts.append(Act("end", COMBAT_MOVE))
            self.assumed.append("the combat move has ended")
        if not self.acts and (space := self.standing.only_battle()):
            self.assumed.append(f"the battle in {self.words.space(space)} is fought")
            self.acts.append(Act("battle", space))
        elif self._attacked and more.dice and not self.acts[-1].dice:
            self.acts.append(Act("battle", self._attacked, power=self.acts[-1].power))
        if not self.acts:
            return self.wrong("this belongs to an action, but none precedes it", self.start, "write the action first")
        act = self.acts[-1]
        if act.which and more.which:
            self.wrong("which of one action occurs twice", self.start, "write all in one statement")
        given = act.given
        if rolled := [*act.names("rolled"), *more.names("rolled")]:
            given = {**given, "rolled": rolled}
        dice, which, choices = (*act.dice, *more.dice), act.which or more.which, (*act.choices, *more.choices)
        self.acts[-1] = replace(act, dice=dice, which=which, choices=choices, given=given)
        return None

    # -- the whole

    def question(self) -> Question:
        """Return the question. Raises :class:`BadInput` with all findings."""
        rules = self.names.rules
        self._settle_clock()
        self._settle_owners()
        if self.findings:
            raise BadInput(*self.findings)
        turn = self.position["turn"]
        rollers = tuple(tuple(act.names("rolled")) for act in self.acts if act.dice)
        acts = [
            replace(
                act,
                power="" if act.power == turn else act.power,
                given={key: each for key, each in act.given.items() if key != "rolled"},
            )
            for act in self.acts
        ]
        acts, supplied, assumed = complete(rules, self.words, self.position, acts, self.judged)
        self.assumed += assumed
        position = self._stated()
        if self.judged:
            acts[-1] = replace(acts[-1], refused=True)
        case = Case(position, tuple(acts), (), own=True)
        if wrong := [Finding(message, hint=hint) for message, _, hint in wrong_units(case)]:
            raise BadInput(*wrong)
        return Question(
            rules, case, self.judged, self.what, (*dict.fromkeys(self.assumed),), tuple(supplied), True, rollers
        )

    def _stated(self) -> PositionTable:
        """Return the position, without an empty mapping of spaces."""
        stated = {key: each for key, each in self.position.items() if each or key != "spaces"}
        return cast("PositionTable", stated)

    def change(self) -> PositionTable:
        """Return the change of a position. Raises :class:`BadInput` with all findings."""
        self._settle_owners()
        if len(self.phases) > 1 and not self.findings:
            self._ask_for_phase(self.phases)
        if self.findings:
            raise BadInput(*self.findings)
        if self.phases:
            self.position["phase"] = self.phases[0]
        return self._stated()

    def _settle_clock(self) -> None:
        """Complete the turn and the phase if the actions allow only one."""
        allowed = next((each for act in self.acts if (each := phases_of(self.names.rules, act))), ())
        power = self.acts[0].power if self.acts else ""
        if "turn" not in self.position and power and allowed:
            self.position["turn"] = power
            self.assumed.append(f"it is {power_name(power)}'s turn")
        if "turn" not in self.position:
            if not self.findings:
                self.wrong("whose turn is it?", 0, "write for example: germany combat move")
            return
        phases = self.phases
        if len(phases) != 1:
            phases = tuple(each for each in allowed if not self.phases or each in self.phases)
            if COMBAT_MOVE in phases and (self._attacked or NONCOMBAT_MOVE not in phases):
                phases = (COMBAT_MOVE,)
            if len(phases) == 1:
                self.assumed.append(f"the phase is {self.words.titled(phases[0])}")
        if len(phases) == 1:
            self.position["phase"] = phases[0]
        elif not self.findings:
            self._ask_for_phase(phases or self.phases)

    def _ask_for_phase(self, phases: tuple[str, ...]) -> None:
        known = phases or tuple(each.id for each in self.names.rules.ruleset.phases)
        named = " or ".join(each.replace("-", " ") for each in known)
        self.wrong("which phase is it?", self.clock_at, f"write {named} after the power")

    def _holder(self, space: str) -> str:
        """Return the holder of a space: in the line, else in the changed position, else the printed one."""
        before = self.changed.get("spaces", {}).get(space, {}).get("held_by", self.board.space(space).held_by)
        return str(self.position["spaces"].get(space, {}).get("held_by") or before or "")

    def _settle_owners(self) -> None:
        """Assign facilities without an owner to the holder of the land."""
        for space, unit, at in self.ownerless:
            contents = self.position["spaces"].get(space, {})
            holder = self._holder(space)
            units, place = units_of(contents).get("", ()), self.board.space(space)
            is_army = bool(place.neutral) and [row.number for row in units if not row.state] == [place.army]
            if (not holder or holder == NONE) and not is_army:
                self.wrong(f"whose is the {unit.replace('-', ' ')}?", at, "name the power before it")
                continue
            contents.pop("", None)
            if is_army:
                self.assumed.append(
                    f"the army of {self.words.space(space)} is raised when it is attacked or joins a side"
                )
                continue
            contents[holder] = (*units_of(contents).get(holder, ()), *units)
            self.assumed += [f"the {self.words.unit(row.unit)} is {power_name(holder)}'s" for row in units]
