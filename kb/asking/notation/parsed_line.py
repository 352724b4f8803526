"""A line in the notation, parsed statement by statement: its turn, position, actions and question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import cast

from kb.asking.notation.actions import ActionCursor
from kb.asking.notation.completing.line import complete
from kb.asking.notation.completing.phases import phases_of
from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import CHOOSES, form_of
from kb.asking.notation.line_tokens import Token, same_verb
from kb.asking.notation.meant import Said
from kb.asking.notation.position_statements import PositionStatements
from kb.asking.notation.statements import (
    ROUND,
    as_may,
    asks_about_the_last,
    divisions,
    trimmed,
)
from kb.asking.question import Question
from kb.base.english import possessive
from kb.base.errors import BadInput, Finding
from kb.cases.acts import VERBS
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Case, PositionTable, SubjectTable, units_of
from kb.cases.language.units import Row
from kb.cases.language.vocabulary import Vocabulary
from kb.cases.reading.scenario_files import wrong_units
from kb.engine.core.points import COMBAT_MOVE, CONDUCT_COMBAT, NONCOMBAT_MOVE
from kb.engine.core.position import UNPROVOKED, replace
from kb.engine.neutrals import PRINTED_SIDES
from kb.games.names import power_name

#: the third-person forms of the verbs
_DONE = frozenset(form_of(verb).words[0] for verb in VERBS)
#: the actions that dice alone do not follow: they belong to the battle
_BEFORE_A_BATTLE = ("move", "offload", "bombard", "end")
#: the message for attackers whose space is not known
_WHENCE = ("from where do these units come?", "write 'from' and their space")
#: the words of choices at the end of the combat move; strikes roll dice there
_STRIKES, _INTERCEPTS = {"kamikaze", "kamikazes"}, {"intercept", "intercepts"}
_SCRAMBLES = {"scramble", "scrambles", *_STRIKES}
#: the words of a choice of units of others that are taken over, and of casualties in a question
_TAKES = {"take", "takes"}
_LOSES = {"lose", "choose"}


class Line(PositionStatements):
    """A line, parsed statement by statement."""

    #: the assumption about a choice at the end of the combat move; its end may be the next statement
    _ended = "the combat move has ended"
    #: whether a move of the line attacks a space
    _attacks = False
    #: whether the question is about a choice
    _chooses = False
    #: whether the choices at the end of the combat move need no more dice
    _needs_no_dice = False
    #: whether the statement is joined to one before it: "may russia declare war on germany and attack poland?"
    _is_joined = False
    #: the word or mark that joins it, and the word after that
    _joint = ""
    #: whether "and" joins the statement to units without a verb: "uk 1 dd in sz5 and france 1 dd attack sz5"
    _is_led = False

    def __init__(
        self, text: str, names: Vocabulary, changed: PositionTable | None = None, is_typed: bool = True
    ) -> None:
        super().__init__(text, names, changed, is_typed)
        #: the battles of units that the line has not stated: their power, the space, and the offset in the text
        self._battles: list[tuple[str, str, int]] = []
        #: the raids that follow the choice in question: only their facilities matter
        self._raids: list[Act] = []
        #: the interceptors of raids, as choices: the space of the raid, and the power with its units
        self._interceptors: list[tuple[str, tuple[str, Sequence[object]]]] = []

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
        self._owner_before, self._verb_before, is_first, joint = "", None, True, ""
        while row:
            self._is_joined, self._joint, acts, joint = not is_first, joint, len(self.acts), ""
            ready, rest = self._add_of(row, is_first), row[:0]
            if ready is None:
                problems.append((self._far, self.findings[self._before :]))
                for first, after in divisions(row, self._error):
                    if row[len(first)].text == ":" and self.t.fact(row[0].text.lower()):
                        continue  # "bought: germany" is not the turn of Germany
                    del self.findings[self._before :]
                    if (ready := self._add_of(first, is_first)) is not None:
                        rest, joint = after, " ".join(each.text for each in row[len(first) : len(first) + 2])
                        break
                else:
                    self.findings[self._before :] = max(problems, key=lambda each: each[0])[1]
                    return row
            if ready is not None:
                ready()
            self._is_led = joint.startswith("and ") and self._is_bare and len(self.acts) == acts
            row, is_first = as_may(rest), False
        return row

    def _add_of(self, row: Sequence[Token], is_more: bool) -> Callable[[], None] | None:
        """Return the function that adds a statement; None, with findings, if it cannot be parsed. With ``is_more`` it
        may be dice and choices alone."""
        self._before, self._error, ownerless, self._is_bare = len(self.findings), 0, len(self.ownerless), False
        self.t = self._cursor(row)
        start = row[0].start
        ways = (self._question, self._about, self._clock, *((self._more,) if is_more else ()), self._act)
        add = None
        (found, end), far = self.t.look("power"), 0
        if self._verb_before and (not found or end == len(row)):  # "unloads 1 tank in egypt and 1 infantry in libya"
            cursor, self.t = self.t, self._cursor([*self._verb_before, *row])
            if (add := self.t.maybe(self._whole, self._act)) is not None:
                return partial(self._take, add, start, self.t)
            self.t, far = cursor, self.t.far - len(self._verb_before)
        for way in (self._about, self._clock) if self.changes else ways:
            add = self.t.maybe(self._whole, way)
            if add is not None and len(self.findings) == self._before:
                return partial(self._take, add, start, self.t)
            if add is not None:
                break
        else:
            self._report()
            self._error = max(self.t.far, far)
        # the items of a space that could be parsed are not parsed again
        self._far = row[self._error].start if self._error < len(row) else len(self.text)
        self._far = len(self.text) + 1 if add is not None else self._far
        del self.ownerless[ownerless:]
        return None

    def _cursor(self, row: Sequence[Token]) -> ActionCursor:
        """Return a cursor at the beginning of a statement."""
        return ActionCursor(self.text, row, self.names, self.words, self.changes, self.standing)

    def _take(self, add: Callable[[], None], start: int, t: ActionCursor) -> None:
        """Add the assumptions of a statement and the contents that it gives spaces, then call ``add``, which adds the
        statement. ``start`` is its offset, ``t`` its cursor."""
        self.start = start
        self.assumed += t.assumed
        for told in t.told:
            self._tell(*told)
        add()

    def _whole(self, parse: Callable[[], Callable[[], None]]) -> Callable[[], None]:
        """Return what ``parse`` returns: a function that adds a statement. Fail unless all of it is parsed."""
        add = parse()
        return add if self.t.is_at_end else self.t.fail("';'" if self.t.at else "a statement")

    # -- whose turn, which phase

    def _clock(self) -> Callable[[], None]:
        """Parse ``germany combat move``, ``germany combat, round 3``, ``germany turn`` or ``combat move``, and return
        the function that adds it to the position."""
        t = self.t
        is_said = t.take("it is")
        power = t.maybe(t.name, "power") or ("" if t.is_phase(0) or is_said else self._no_power())
        number = None
        if power and t.word_at(t.at + 1).isdecimal() and t.take(*ROUND):
            number = t.number(grammar.ROUND)
        elif power:
            t.take("turn")
        t.take(",")
        phases: tuple[str, ...] = ()
        if not t.is_at_end and t.word not in ROUND:
            # "collects income" is an action, "collect income" is a phase
            phases = () if t.word in _DONE else t.candidates("phase") or t.maybe(self._phase_of_verb) or ()
            if not power and phases and phases == self.phases:
                t.fail("", says="the turn is given twice: write it once; to end a phase write 'end'", since=0)
            if not phases:
                t.fail("a phase", ("phase",))
            t.take(",")
        if power and not phases and power == self.position.get("turn") and t.is_at_end and len(t.row) == 1:
            raise Expected  # "germany" alone is not said twice: it belongs to what follows
        number = t.number(grammar.ROUND) if t.take(*ROUND) else number
        return partial(self._turn, power, phases, number)

    def _phase_of_verb(self) -> tuple[str, ...]:
        """Parse the verb of a phase in place of its name: ``place``, ``place units``."""
        verb = self.t.take(*(word for verb in VERBS for word in form_of(verb).words))
        phases = next((phases_of(self.names.rules, Act(each, "")) for each in VERBS if verb in form_of(each).words), ())
        self.t.take("units", "new units")
        return phases if verb and len(phases) == 1 and self.t.is_at_end else self.t.fail("")

    def _no_power(self) -> str:
        """Fail because a power is missing; if one word and a phase follow, no other error replaces this one."""
        t = self.t
        if t.is_phase(1):
            t.restart()
            t.fail("", ("power",), says=f"'{t.word}' is not a power of this game", final=True)
        return t.name("power")

    def _turn(self, power: str, phases: tuple[str, ...], number: int | None) -> None:
        """Add to the position the power whose turn it is, the phase and the round ``number``, as far as they are given.
        Several possible ``phases`` are kept until the actions decide."""
        if (power and self.position.get("turn", power) != power) or (phases and self.phases):
            self.wrong("the turn is given twice", self.start, "write it once; to end a phase write 'end'")
        if power:
            self.position["turn"] = power
        if number:
            self.position["round"] = number
        if phases or not self.phases:
            self.phases, self.clock_at = phases, self.start
        if len(self.phases) == 1:
            self.position["phase"] = self.phases[0]
        self._assume_order()

    # -- actions and questions

    def _act(self, asked: str = "") -> Callable[[], None]:
        """Parse ``germany attacks sz5, dice 2 6``, and return the function that adds the action; ``asked`` is the word
        of a question. Keep the verb for the next joined statement."""
        said, (_, first, after) = self.t.action(), self.t.verb
        self._verb_before = [*self.t.row[first:after]]
        return partial(self._add, said, asked)

    def _question(self) -> Callable[[], None]:
        """Parse ``may ...``, ``can ...`` or ``what may ...``, and return the function that adds the question."""
        t = self.t
        if asks_about_the_last(t.row):
            t.at = len(t.row)
            return self._judge_last
        key = t.need("may", "can", "what may", "what can", "what").partition(" ")[0]
        if key != "what":
            at, chosen = t.at, t.maybe(t.choices) or ()
            said = {token.text for token in t.row}
            of_others = [
                each
                for power, rows in chosen
                for each in rows
                if isinstance(each, Row) and each.power not in ("", power)
            ]
            if chosen and ((_SCRAMBLES | _INTERCEPTS | _LOSES) & said or (_TAKES & said and of_others)):
                return partial(self._ask_for, Act("", "", choices=chosen))
            t.at = at
            return self._act(key)
        what: SubjectTable = {"power": t.maybe(t.name, "power") or "", "units": t.maybe(t.units) or ()}
        what["at"] = t.name("space") if t.take("at", "in") else ""
        t.take("do")
        given = {name: value for name, value in what.items() if value}
        return partial(self._ask, cast("SubjectTable", given))

    def _ask_for(self, choice: Act) -> None:
        """Add a choice that is asked about. Remove a raid without dice that follows the end of the combat move: its
        interceptors are chosen before it."""
        if [act.kind for act in self.acts if not act.dice] == ["raid"] and self.phases != (CONDUCT_COMBAT,):
            self.acts.insert(0, Act("end", COMBAT_MOVE, power=self.acts[0].power))
            self.assumed.append(self._ended)
        self._add_more(choice)
        self._chooses = True
        if [act.kind for act in self.acts[-2:]] == ["end", "raid"] and not self.acts[-1].dice:
            self._raids.append(self.acts.pop())
            self._interceptors += [(self._raids[-1].named("at"), each) for each in choice.choices]

    def _judge_last(self) -> None:
        """Let the last action be only judged, not performed. Without an action before, add a finding."""
        if not self.acts:
            self.wrong("this asks about an action, but none precedes it", self.start, "write the action first")
        self.judged = True

    def _add(self, said: Said, asked: str) -> None:
        """Add an action. With the word ``asked`` of a question it is only judged, and must be the last."""
        if not said.acts:  # "flies to sz5, attacks the sub"
            self._attacked, self._attacks = said.attacked, True
            return None
        if self._is_led and self.t.are_units(0):
            message, hint = "do the units before 'and' act, too?", "write ';' between them, or one power for both"
            return self.wrong(message, self.start, hint)
        lands = self.t.verb[0] == "land" and self.acts[-1:] != [] and self.acts[-1].kind == "move"
        self.judged = self.judged and (bool(asked) or lands or not self._is_joined)  # "may it fly to a and bomb b"
        if self.judged and (asked or not lands):  # "may it fly to sz5 and land there" asks about the landing
            message = f"'{asked}' is asked twice" if asked else "an action follows the one in question"
            self.wrong(message, self.start, "ask one question at a time" if asked else "ask about the last one")
        if said.acts[0].kind == "end" and said.acts[0].what in ("phase", COMBAT_MOVE):
            if self._ended in self.assumed:
                return self.assumed.remove(self._ended)  # it is the end that the choice before it needed
            if [act.kind for act in self.acts[-2:]] == ["move", "raid"] and not self.acts[-1].dice:
                return self.acts.insert(-1, said.acts[0])  # "raids germany with 1 bomber; end": of the combat move
        if said.goes_on and not said.phases and (whole := self._joined(said.acts[0])) is not None:
            self.acts.pop()
            said = said._replace(acts=(whole, *said.acts[1:]))
        is_later = (
            {*self.phases}.isdisjoint(said.phases) if self.phases else any(act.kind != "end" for act in self.acts)
        )
        if said.phases and is_later:
            said = self._in_later_phase(said)
        else:
            self.phases = tuple(each for each in said.phases or self.phases if not self.phases or each in self.phases)
        if said.found:
            if self.phases == (COMBAT_MOVE,) and not said.found[2][0].state:
                self.wrong(_WHENCE[0], self.start, _WHENCE[1])
            elif said.acts[-1].kind == "battle":
                self._battles.append((*said.found[:2], self.start))
            self.standing.put(*said.found)
        if said.money:
            self._set(("treasuries", said.money[0]), said.money[1])
        mover = next((act.power for act in reversed(self.acts) if act.power), "")
        joins = self._joint.startswith("and ") and self._joint != "and then"
        if joins and said.acts[0].kind == "declare-war" and said.acts[0].power in ("", mover):
            place = next((at for at in range(len(self.acts), 0, -1) if self.acts[at - 1].kind != "move"), 0)
            self.acts[place:place] = [replace(said.acts[0], power=mover)]  # "attacks poland and declares war on russia"
            return None
        self.acts += said.acts
        if (last := said.acts[-1]).kind in ("bombard", "offload") and last.dice:  # the dice of the battle
            own = {key: each for key, each in last.given.items() if key != "rolled"}
            self.acts[-1] = replace(last, dice=(), choices=(), given=own)
            rolled = {key: each for key, each in last.given.items() if key == "rolled"}
            self._add_more(Act("", "", dice=last.dice, choices=last.choices, given=rolled))
        if said.acts[-1].kind != "end":
            self._attacked, self._attacks = said.attacked, self._attacks or bool(said.attacked)
        ends = {
            *last.names("route")[-1:],
            last.named("to"),
            last.named("at"),
            last.what if isinstance(last.what, str) else "",
        }
        self._goal = next((each.id for each in self.board.spaces if each.id in ends and each.kind != "sea-zone"), "")
        self.judged = self.judged or bool(asked)
        return self._name_interceptors()

    def _joined(self, move: Act) -> Act | None:
        """Return the last action and a move by its units as one move; None if they are not one: the last action is not
        a move to the start of this one, or it attacks, or the line states units where it ends."""
        last = self.acts[-1]
        route, more = last.names("route"), move.names("route")
        is_one = last.kind == move.kind == "move" and route[-1:] == more[:1] and not last.dice
        if not is_one or self._attacked == route[-1] or self.standing.units_in(route[-1]):
            return None
        return replace(move, what=last.what, given={**last.given, **move.given, "route": [*route, *more[1:]]})

    def _in_later_phase(self, said: Said) -> Said:
        """Return the actions, the last one with the later phase that it names: ``fly to egypt in noncombat``."""
        order, phase = [each.id for each in self.names.rules.ruleset.phases], said.phases[0]
        if self.phases and order.index(self.phases[0]) > order.index(phase):
            self.wrong("the phase is given twice", self.start, "write it once; to end a phase write 'end'")
        self.phases = self.phases[:1]
        *before, last = said.acts
        return said._replace(acts=(*before, replace(last, given={**last.given, "phase": phase})))

    def _ask(self, what: SubjectTable) -> None:
        """Set the subject whose possible actions are wanted. Add a finding if one was set before."""
        if self.what is not None:
            self.wrong("'what' is asked twice", self.start, "ask one question at a time")
        self.what = what

    def _more(self) -> Callable[[], None]:
        """Parse dice, choices or names of units, and return the function that adds them to the previous action."""
        more = Act("", "")
        while not self.t.is_at_end:
            more = self.t.every_act(more) or self.t.fail("dice or a choice", ("power",), ("dice",))
            self.t.take(",")
        return partial(self._add_more, more)

    def _add_more(self, more: Act) -> None:
        """Add dice, choices or names to the last action, or first add the action that they need: a battle, the end of a
        phase."""
        last, said = self.acts[-1].kind if self.acts else "", {token.text for token in self.t.row}
        if _SCRAMBLES & said or (last == "move" and _INTERCEPTS & said):
            if self.phases and COMBAT_MOVE not in self.phases:
                hint = "write combat move as the phase, then the moves, then this choice"
                return self.wrong(
                    "scrambles, interceptors and kamikaze attacks are chosen at the end of the combat move",
                    self.start,
                    hint,
                )
            is_attack = last == "battle" and not self.acts[-1].dice  # by units that are there
            power = self.acts.pop().power if is_attack else ""
            self.phases = self.phases or ((COMBAT_MOVE,) if is_attack else ())
            if last != "end":
                self.acts.append(Act("end", COMBAT_MOVE, power=power))
                self.assumed.append(self._ended)
            last, self._needs_no_dice = "end", _STRIKES.isdisjoint(said)
            if self._needs_no_dice and more.dice and more.choices:  # "uk scrambles 2 fighters, dice 3 4"
                self.acts[-1] = replace(self.acts[-1], choices=(*self.acts[-1].choices, more.choices[0]))
                more = replace(more, choices=more.choices[1:])
        if _TAKES & said and self.phases == (NONCOMBAT_MOVE,) and last != "end":  # "may ussr take over 1 uk fighter"
            self.acts.append(Act("end", NONCOMBAT_MOVE))
            self.assumed.append("the noncombat move has ended")
            last, self._needs_no_dice = "end", True
        chosen = last == "end" and bool(self.acts[-1].choices or more.choices)
        is_done = self._needs_no_dice if chosen else bool(self.acts) and not self.acts[-1].dice
        is_open = not self.acts or (more.dice and last in _BEFORE_A_BATTLE and is_done)
        if is_open and _INTERCEPTS & said:
            return self.wrong("interceptors need a raid", self.start, "write the raid before them")
        if is_open and (space := self._attacked or self.standing.only_battle()):
            self.assumed.append(f"the battle in {self.words.space(space)} is fought")
            self.acts.append(Act("battle", space))
        if not self.acts:
            return self.wrong("dice or a choice without an action before it", self.start, "write the action first")
        act = self.acts[-1]
        if act.which and more.which:
            self.wrong("'which' is given twice for one action", self.start, "write all names after one 'which'")
        given = act.given
        if rolled := [*act.names("rolled"), *more.names("rolled")]:
            given = {**given, "rolled": rolled}
        dice, which, choices = (*act.dice, *more.dice), act.which or more.which, (*act.choices, *more.choices)
        self.acts[-1] = replace(act, dice=dice, which=which, choices=choices, given=given)
        self._needs_no_dice = self._needs_no_dice or bool(dice)
        return self._name_interceptors()

    def _name_interceptors(self) -> None:
        """Move the interceptors of a raid to the end of the combat move before it."""
        *before, raid = self.acts
        if raid.kind != "raid" or not raid.choices or _INTERCEPTS.isdisjoint(each.text for each in self.t.row):
            return
        said = [each.text in _INTERCEPTS for each in self.t.row if any(same_verb(each.text, word) for word in CHOOSES)]
        at = len(raid.choices) - len(said) + said.index(True)  # "germany intercepts with 1 ftr, uk loses 1 bomber"
        self._interceptors.append((raid.named("at"), raid.choices[at]))
        if not before or self.phases == (CONDUCT_COMBAT,):
            return  # the raid begins the line, in the phase of combat
        if before[-1].kind != "end":
            before.append(Act("end", COMBAT_MOVE))
            self.assumed.append(self._ended)
        before[-1] = replace(before[-1], choices=(*before[-1].choices, raid.choices[at]))
        self.acts[:] = [*before, replace(raid, choices=(*raid.choices[:at], *raid.choices[at + 1 :]))]

    # -- the whole

    def question(self) -> Question:
        """Return the question. Raises :class:`BadInput` with all findings."""
        rules = self.names.rules
        self._settle_declarations()
        self._settle_clock()
        self._settle_owners()
        self._settle_absent()
        for power, space, at in self._battles:  # "chinese infantry attack burma"
            if not {*units_of(self.position["spaces"][space])} - rules.friends.get(power, {power}) - {power}:
                self.wrong(_WHENCE[0], at, _WHENCE[1])
        if self.judged and not self.findings and not self._has_fighters(self.acts[-1]):
            self.wrong(_WHENCE[0], self.start, _WHENCE[1])
        if self.findings:
            raise BadInput(*self.findings)
        for space, (power, chosen) in () if "from" in self.position else self._interceptors:
            rows = tuple(Row("", row.unit, row.number) for row in chosen if isinstance(row, Row))
            if rows and not self.standing.owns(rows, power):
                self.standing.put(power, space, rows)
                named = f"{self.words.rows(rows)} in {self.words.space(space)}"
                self.assumed.append(f"{power_name(power)} has {named}")
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
        absent = {(each.unit, each.space) for each in self.absent}
        acts, supplied, assumed = complete(rules, self.words, self.position, acts, absent, self.peace, self._raids)
        self.assumed += assumed
        for each in self.absent:
            self._deny(each, "the actions need it: leave this out, or write where it is")
        if self.findings:
            raise BadInput(*self.findings)
        position = self._stated()
        if self.judged:
            acts[-1] = replace(acts[-1], refused=True)
        case = Case(position, tuple(acts), (), own=True)
        if wrong := [Finding(message, hint=hint) for message, _, hint in wrong_units(case)]:
            raise BadInput(*wrong)
        told = (*dict.fromkeys(self.assumed),)
        return Question(rules, case, self.judged, self.what, told, tuple(supplied), True, rollers, self._chooses)

    def _has_fighters(self, act: Act) -> bool:
        """Return whether the line has units in the space of a battle; true for any other action."""
        if act.kind != "battle" or "from" in self.position:
            return True
        reached = {end for each in self.acts for end in (*each.names("route")[-1:], each.named("to"))}
        return act.named() in reached or bool(self.standing.units_in(act.named()))

    def _stated(self) -> PositionTable:
        """Return the position, without an empty mapping of spaces."""
        stated = {key: each for key, each in self.position.items() if each or key != "spaces"}
        return cast("PositionTable", stated)

    def change(self) -> PositionTable:
        """Return the keys of the position that the line changes. Raises :class:`BadInput` with all findings."""
        self._settle_owners()
        if len(self.phases) > 1 and not self.findings:
            self._ask_for_phase(self.phases)
        if self.findings:
            raise BadInput(*self.findings)
        if self.phases:
            self.position["phase"] = self.phases[0]
        return self._stated()

    def _settle_declarations(self) -> None:
        """Take declarations of war before the question whether another power may declare war as made before its turn:
        ``japan declares war on uk. may usa declare war on japan``."""
        *before, asked = self.acts or [Act("", "")]
        kinds = {act.kind for act in self.acts}
        others = {act.power for act in before} - {"", asked.power}
        if not self.judged or "turn" in self.position or kinds != {"declare-war"} or not (others and asked.power):
            return
        for act in before:
            self._set(("wars", act.power, act.named()), UNPROVOKED)
            both = f"{power_name(act.power)} declared war on {power_name(act.named())}"
            self.assumed.append(f"{both} before the turn of {power_name(asked.power)}")
        self.acts[:] = [asked]

    def _settle_clock(self) -> None:
        """Complete the turn and the phase if the actions allow only one."""
        allowed = next((each for act in self.acts if (each := phases_of(self.names.rules, act))), ())
        if not self.phases and self.acts[:1] and (named := self.acts[0].named("phase")):  # aircraft that land
            allowed = (named,)
        if not allowed and self.acts and self.acts[0].what == COMBAT_MOVE:  # its end; the raid after it is left out
            allowed = (COMBAT_MOVE,)
        power = self.acts[0].power if self.acts else ""
        power = power or next(iter(self.position.get("treasuries", {})), "").partition("/")[0]
        if "turn" not in self.position and power and allowed:
            self.position["turn"] = power
            self.assumed.append(f"it is {possessive(power_name(power))} turn")
        if "turn" not in self.position:
            if not self.findings:
                self.wrong("whose turn is it?", 0, "write for example: germany combat move")
            return
        phases = self.phases
        if len(phases) != 1:
            phases = tuple(each for each in allowed if not self.phases or each in self.phases)
            fights = any(CONDUCT_COMBAT in phases_of(self.names.rules, act) for act in self.acts)
            fights = fights or self._attacks or any(map(self._is_hostile, self.acts))
            ends_first = bool(self.acts) and self.acts[0].kind == "end" and COMBAT_MOVE in self.phases
            if ends_first or (COMBAT_MOVE in phases and (fights or NONCOMBAT_MOVE not in phases)):
                phases = (COMBAT_MOVE,)
            if {*phases} == {COMBAT_MOVE, NONCOMBAT_MOVE}:
                phases = (NONCOMBAT_MOVE,)
            if len(phases) == 1:
                self.assumed.append(f"the phase is {self.words.titled(phases[0])}")
        if len(phases) == 1:
            self.position["phase"] = phases[0]
        elif not self.findings:
            self._ask_for_phase(phases or self.phases)

    def _is_hostile(self, act: Act) -> bool:
        """Return whether an action leads to or through a space in which an enemy has units, that an enemy holds, that
        is closed, or that is neutral and not friendly."""
        spaces = act.names("route") if act.kind == "move" else [act.named("to")] if act.kind == "offload" else []
        enemies = self.names.rules.enemies.get(act.power or self.position["turn"], frozenset())
        there = {power for space in spaces for power in units_of(self.position["spaces"].get(space, {}))}
        there |= {self._holder(space) for space in spaces[1:] or spaces}
        side = self.names.rules.sides.get(act.power or self.position["turn"])
        free = [self.board.space(space) for space in spaces if not self._holder(space)]
        unfriendly = any(space.neutral and PRINTED_SIDES.get(space.neutral) is not side for space in free)
        return bool(enemies & there) or unfriendly or any(self.board.space(space).closed for space in spaces)

    def _ask_for_phase(self, phases: tuple[str, ...]) -> None:
        """Add a finding that the phase is missing. Its hint names the possible ``phases`` or, if there are none, all
        phases."""
        known = phases or tuple(each.id for each in self.names.rules.ruleset.phases)
        named = " or ".join(each.replace("-", " ") for each in known)
        self.wrong("which phase is it?", self.clock_at, f"write {named} after the power")
