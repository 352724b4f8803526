"""The strict notation of docs/asking.md: a line that has exactly one reading, parsed as a plain request.

No word is skipped. What a statement may say is taken from the shapes of a position (:mod:`kb.cases.language.grammar`)
and the ``typed`` form of each verb (:mod:`kb.cases.acts`); names are those of :mod:`kb.asking.notation.called`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from kb.asking.notation.assumed import Assumed, told
from kb.asking.notation.called import NOBODY, Called
from kb.asking.notation.completing import phases_of
from kb.asking.notation.forms import CHOOSES, FACTS, Form, Slot, default, form_of, takes_units
from kb.asking.notation.games import HINT, named_game
from kb.asking.notation.tokens import Token, tokens
from kb.asking.notation.values import Cursor, together
from kb.base.errors import BadInput, Finding
from kb.base.shape import ByShape, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.language import grammar
from kb.cases.language.scenario import Plain, Value
from kb.cases.language.vocabulary import NONE, Spoken
from kb.cases.language.words import GameWords
from kb.cases.reading.files import RulesOf
from kb.engine.core.rulebook import Rulebook

T = TypeVar("T")
#: a line has at most so many letters, and a name so many tokens
LONGEST, _LONGEST_NAME = 4_000, 9
#: the verbs as they are said of one power
_DONE = frozenset(form_of(verb).words[0] for verb in VERBS)
#: words of what every action may have
_EVERY = ("dice", "which")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read: the plain ``request`` (docs/asking.md), and sentences of what was ``assumed``."""

    request: dict[str, Value]
    assumed: tuple[str, ...]


def read_strictly(text: str, rules_of: RulesOf, spoken: Spoken, game: str = "") -> Line:
    """A line as a plain request; ``game`` is meant where its first statement names none.

    Raises :class:`BadInput` with a finding for each statement that cannot be read: its column (the first letter is 1),
    what is expected there, a name that is spelled like it.
    """
    rows = _statements(text)
    named = named_game(text, rows[0], rules_of, spoken) if rows else None
    if named is None and not game:
        raise BadInput(Finding("which game is it?", hint=HINT))
    rules = named[0] if named else rules_of(game, "", "")
    parser = _Parser(text, Called(rules, spoken))
    for row in rows[1:] if named else rows:
        parser.statement(row)
    request = parser.whole({"game": rules.ruleset.game, **(named[1] if named else {})})
    words = GameWords(rules.board, rules.ruleset)
    return Line(request, tuple(dict.fromkeys(told(words, each) for each in parser.assumed)))


def read_change(text: str, rules: Rulebook, spoken: Spoken, position: Plain) -> dict[str, Value]:
    """The change of a position that statements about it describe, as a contrast writes it; 0 units take away.

    Raises :class:`BadInput` as :func:`read_strictly` does.
    """
    parser = _Parser(text, Called(rules, spoken), position)
    for row in _statements(text):
        parser.statement(row)
    return parser.change()


def _statements(text: str) -> list[list[Token]]:
    """The tokens of each statement. Raises :class:`BadInput` for a text that is too long."""
    if len(text) > LONGEST:
        raise BadInput(Finding(f"a line of {len(text)} letters", hint=f"at most {LONGEST}"))
    rows: list[list[Token]] = [[]]
    for token in tokens(text):
        if token.text in (";", "\n"):
            rows.append([])
        else:
            rows[-1].append(token)
    return [row for row in rows if row]


class _Parser(Cursor):
    """Parses statements one after another, and puts together what they say; ``changed`` is the position of which they
    are a change."""

    def __init__(self, text: str, called: Called, changed: Plain | None = None) -> None:
        super().__init__(text, called, changed is not None)
        self.changed = changed or {}
        self.board = called.rules.board
        self.position: dict[str, Any] = {"spaces": {}}
        self.acts: list[dict[str, Any]] = []
        self.wanted: dict[str, Value] = {}
        #: the phases that may be meant, and the column where they are said
        self.phases: tuple[str, ...] = ()
        self.clock_at = 0
        #: facilities whose owner is not said: space, unit, and the column
        self.ownerless: list[tuple[str, str, int]] = []
        self._said: set[str] = set()

    def statement(self, row: Sequence[Token]) -> None:
        """Parse one statement; what is wrong with it is a finding."""
        if row[-1].text in ("?", "."):
            row = row[:-1]
        self._row, self._at, self._far, self._expected, self._named = row, 0, 0, [], {}
        self._verb = (0, "")
        ways = (self._question, self._about, self._clock, self._more, self._act)
        for way in (self._about, self._clock) if self.is_change else ways:
            done = self._try(lambda way=way: self._whole(way))  # type: ignore[misc]
            if done is not None:
                done()
                return
        self._report()

    def _whole(self, way: Callable[[], Callable[[], None]]) -> Callable[[], None]:
        done = way()
        if self._at < len(self._row):
            self._fail("';'" if self._at else "a statement")
        return done

    # -- statements about the position

    def _about(self) -> Callable[[], None]:
        """``sz5: germany 1 submarine``, ``captured: norway``, ``norway held by germany``, ``setup``."""
        if self._take("setup"):
            return lambda: self._set(("from",), "setup")
        colon = next((at for at, token in enumerate(self._row) if token.text == ":"), 0)
        if not colon:
            at = self._row[0].start
            space = self._name("space")
            self._need("held by", "belongs to")
            holder = self._name("power", (NONE,))
            return lambda: self._stand(space, {"held_by": holder}, at)
        if fact := self._fact(self._slice(0, colon).lower()):
            self._at = colon + 1
            table, kind = FACTS[fact]
            value = self._value(kind, commas=True)
            return lambda: self._set((table, fact) if table else (fact,), value)
        at = self._row[0].start
        found = self._candidates("space")
        if len(found) != 1 or self._at != colon:
            head = self._slice(0, colon)
            says = f"'{head}' may be {' or '.join(found[:6])}" if len(found) > 1 else f"'{head}' is no space"
            self._far, self._expected = 0, [("", ("space",), tuple(FACTS), says)]
            self._report()
        self._at = colon + 1
        contents = self._contents(found[0] if found else "")
        return lambda: self._stand(found[0], contents, at) if found else None

    def _fact(self, word: str) -> str:
        """The fact that a word before a colon names: its own name, or one that authors of cases use."""
        plain = word.replace(" ", "-")
        if plain in FACTS or plain.replace("-", "_") in FACTS:
            return plain if plain in FACTS else plain.replace("-", "_")
        also = [each for each in self.called.spoken.keys_of(word) if each in FACTS]
        return also[0] if len(also) == 1 and not self.called.ids("space", word) else ""

    def _contents(self, space: str) -> dict[str, Any]:
        """What is in a space. An item that cannot be read is a finding, and the next one is read."""
        made: dict[str, Any] = {}
        power = ""
        if self._take("empty", *NOBODY):
            return made
        while True:
            at = self._row[min(self._at, len(self._row) - 1)].start
            found = self._try(partial(self._item, power, space))
            if found is None:
                self._report()
                while self._at < len(self._row) and self._peek() != ",":
                    self._at += 1
            else:
                power, inner = found
                if not power:
                    self.ownerless.append((space, next(iter(inner)), at))
                if not made.get(power) or power == "held_by":
                    made[power] = inner if power != "held_by" or "held_by" not in made else None
                else:
                    twice = [each for each in inner if isinstance(inner[each], int) and each in made[power]]
                    if twice:
                        self.wrong(f"{twice[0]} of {power} in {space} is said twice", at)
                    made[power] = together(made[power], inner)
            if not self._take(","):
                break
            self._far, self._expected = self._at, []
        return made

    def _item(self, power: str, space: str) -> tuple[str, Any]:
        """Who holds the space, or units of a power, those that follow of the last one named."""
        if self._take("held by"):
            found: tuple[str, Any] = "held_by", self._name("power", (NONE,))
        elif (own := self._try(lambda: self._name("power"))) is not None:
            found = own, self._units(stand=True, commas=False, whose=False)
        else:
            units = self._units(stand=True, commas=False, whose=False)
            if power in ("", "held_by"):
                types = map(self.board.unit, units)
                if any(unit.attack is not None or "attack" in unit.unknown for unit in types):
                    named = next(iter(units)).replace("-", " ")
                    self._fail("", says=f"whose is the {named}? the power must stand before it")
                power = ""
            found = power, units
        if self._at < len(self._row) and self._peek() != ",":
            self._fail("',' or ';'", ("unit",))
        return found

    def _set(self, path: tuple[str, ...], value: Value) -> None:
        table = self.position
        for key in path[:-1]:
            table = table.setdefault(key, {})
        if path[-1] in table:
            self.wrong(f"{path[-1]} is said twice", self._row[0].start, "say it once")
        table[path[-1]] = value
        self._not_late()

    def _stand(self, space: str, contents: dict[str, Any], at: int) -> None:
        there = self.position["spaces"].setdefault(space, {})
        apart = ("held_by" in there and len(there) == 1) or [*contents] == ["held_by"]
        if space in self._said and ({*there} & {*contents} or not apart):
            self.wrong(f"{space} is said twice", at, "say all that is there in one statement")
        self._said.add(space)
        there.update(contents)
        self._not_late()

    def _not_late(self) -> None:
        if self.acts:
            self.wrong("who stands where is said after what is done", self._row[0].start, "say it before")

    # -- whose turn, which phase

    def _clock(self) -> Callable[[], None]:
        """``germany combat move``, ``germany combat, round 3``, ``germany``."""
        power, at = self._name("power"), self._row[0].start
        self._take(",")
        phases: tuple[str, ...] = ()
        if self._peek() in _DONE:  # "collects income" is done, "collect income" is a phase
            self._fail("a phase", ("phase",))
        if self._at < len(self._row) and self._peek() != "round":
            phases = self._candidates("phase")
            if not phases:
                self._fail("a phase", ("phase",))
            self._take(",")
        number = self._number(grammar.ROUND) if self._take("round") else None

        def done() -> None:
            if "turn" in self.position:
                self.wrong("whose turn it is is said twice", at, "say it once; the end of a phase is 'end'")
            self.position |= {"turn": power, **({"round": number} if number else {})}
            self.phases, self.clock_at = phases, at
            self._not_late()

        return done

    # -- what is done

    def _act(self) -> Callable[[], None]:
        """One action, with its dice and choices."""
        at = self._row[0].start
        act = self._action()

        def done() -> None:
            if "may" in self.wanted:
                self.wrong("an action after the one that is asked about", at, "ask last")
            self.acts.append(act)

        return done

    def _action(self) -> dict[str, Any]:
        power = self._try(lambda: self._name("power")) or ""
        start = self._at
        lead = self._try(lambda: self._units(commas=True))
        verbs = {word: verb for verb in VERBS for word in form_of(verb).words}
        word = "" if lead is not None and self._at_route() else self._take(*verbs)
        verb = verbs[word] if word else next(verb for verb in VERBS if form_of(verb).bare)
        if not word and lead is None:
            self._fail("what is done", ("power", "unit"), verbs)
        form, row = form_of(verb), VERBS[verb]
        if word:
            self._verb = (self._at, verb)
        values: dict[str, Any] = {}
        kinds = {"what": row.main, **row.required, **row.optional}
        inner = row.main if isinstance(row.main, Record) else Record("")
        kinds |= {**inner.required, **inner.optional}
        if lead is not None:
            if not takes_units(row.main):
                self._at = start
                self._fail(f"'{form.words[0]}'", words=form.words)
            values["what"] = lead
        if form.direct.key not in values:
            usual = default(kinds[form.direct.key])
            value = self._try(partial(self._value, kinds[form.direct.key]))
            if value is None and not usual and not (form.lead and "what" not in values):
                self._fail(f"what is meant by '{word}'" if word else "'-'")
            if value is None and isinstance(row.main, ByShape):
                self.assumed.append(Assumed("word", (word, usual)))
            if value is not None or usual:
                values[form.direct.key] = value if value is not None else usual
        act: dict[str, Any] = {"power": power} if power else {}
        while self._at < len(self._row):
            self._take(",")
            if not self._every_act(act):
                self._place(form, kinds, values)
        if "what" not in values and inner.required:
            values["what"] = {key: values.pop(key) for key in (*inner.required, *inner.optional) if key in values}
        if "what" not in values:
            self._fail("units" if takes_units(row.main) else f"what is meant by '{word}'")
        whole: dict[str, Any] = {verb: values.pop("what"), **values, **act}
        self._complete(verb, whole)
        return whole

    def _at_route(self) -> bool:
        """Whether a route stands at the cursor: a space and a dash."""
        at = self._at
        found = self._candidates("space") and self._peek() == "-"
        self._at = at
        return bool(found)

    def _place(self, form: Form, kinds: Mapping[str, ValueKind], values: dict[str, Any]) -> None:
        """One more value, with the word before it."""
        open_slots = [slot for slot in form.slots if slot.key not in values]
        if "what" not in values and form.lead:
            open_slots.append(Slot("what", ("with",)))
        words = [word for slot in open_slots for word in slot.before]
        word = self._take(*words)
        if not word:
            self._fail(" or ".join(f"'{each}'" for each in (*words, *_EVERY)), words=(*words, *_EVERY))
        slot = next(slot for slot in open_slots if word in slot.before)
        values[slot.key] = self._value(kinds[slot.key])

    def _every_act(self, act: dict[str, Any]) -> bool:
        """Dice, choices, and the names of units, which every action may have."""
        if "dice" not in act and self._take("dice"):
            act["dice"] = self._value(grammar.EVERY_ACT["dice"])
            return True
        if "which" not in act and self._take("which"):
            act["which"] = self._value(grammar.EVERY_ACT["which"])
            return True
        choice = self._try(self._choice)
        if choice is not None:
            act.setdefault("choices", []).append(choice)
        return choice is not None

    def _choice(self) -> dict[str, Value]:
        power = self._name("power", grammar.CHOOSER.also)
        self._need(*CHOOSES)
        return {power: self._value(grammar.OPTION)}

    def _more(self) -> Callable[[], None]:
        """Dice or a choice that belong to the action before."""
        at, more = self._row[0].start, dict[str, Any]()
        while self._at < len(self._row):
            if not self._every_act(more):
                self._fail("dice or a choice", ("power",), ("dice",))
            self._take(",")

        def done() -> None:
            if not self.acts:
                self.wrong("there is no action before this", at, "say what is done first")
                return
            act = self.acts[-1]
            for key in {*more} & {"dice", "which"} & {*act}:
                self.wrong(f"{key} of one action twice", at, "say all in one")
            choices = [*act.get("choices", ()), *more.pop("choices", ())]
            act.update(more, **({"choices": choices} if choices else {}))

        return done

    def _complete(self, verb: str, act: dict[str, Any]) -> None:
        """What an action must say and does not: where its units leave from, where that can be one space only."""
        for key in VERBS[verb].required:
            if key not in act and key == "from" and (space := self._whence(act[verb], act.get("power", ""))):
                act[key] = space
                self.assumed.append(Assumed("from", (space,)))
            elif key not in act:
                self._fail(f"'{key}'", words=(key,))

    def _whence(self, units: Mapping[str, Any], power: str) -> str:
        """The one space in which some units of a power stand, themselves or aboard; empty where there are several."""
        kinds = [unit for unit in units if not isinstance(units[unit], dict)]
        own = power or self.position.get("turn", "")
        places = {
            space: carried
            for space, contents in self.position["spaces"].items()
            if (carried := _carrying(contents.get(own, {}), kinds)) is not None
        }
        for act in self.acts:
            route = act.get("route", ())
            if "load" in act and {*kinds} <= {*act["load"]}:
                places.pop(act["from"], None)
                places[act["to"]] = kinds
            if route and route[0] in places and {*act["move"]} & {*kinds, *places[route[0]]}:
                places[route[-1]] = places.pop(route[0])
        return next(iter(places)) if kinds and len(places) == 1 else ""

    # -- what is asked

    def _question(self) -> Callable[[], None]:
        """``may ...``, ``what may ...``."""
        at = self._row[0].start
        word = self._need("may", "what may", "what")
        wanted: Value = self._action() if word == "may" else self._what()
        key = word.partition(" ")[0]

        def done() -> None:
            if key in self.wanted:
                self.wrong(f"'{key}' is asked twice", at, "ask one thing at a time")
            self.wanted[key] = wanted

        return done

    def _what(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if power := self._try(lambda: self._name("power")):
            found["power"] = power
        if units := self._try(self._units):
            found["units"] = units
        if self._take("at", "in"):
            found["at"] = self._name("space")
        self._take("do")
        return found

    # -- the whole

    def whole(self, rules: dict[str, Value]) -> dict[str, Value]:
        """The request. Raises :class:`BadInput` with every finding."""
        self._settle_clock()
        self._settle_owners()
        if self.findings:
            raise BadInput(*self.findings)
        position = {key: each for key, each in self.position.items() if each or key != "spaces"}
        turn = position["turn"]
        for act in (*self.acts, self.wanted.get("may") or {}):
            if act.get("power") == turn:
                del act["power"]
        return {**rules, "position": position, **({"do": self.acts} if self.acts else {}), **self.wanted}

    def change(self) -> dict[str, Value]:
        """The change of a position. Raises :class:`BadInput` with every finding."""
        self._settle_owners()
        if len(self.phases) > 1 and not self.findings:
            self._ask_for_phase(self.phases)
        if self.findings:
            raise BadInput(*self.findings)
        phase = {"phase": self.phases[0]} if self.phases else {}
        return {key: each for key, each in (self.position | phase).items() if each or key != "spaces"}

    def _settle_clock(self) -> None:
        """The phase, where it is not said and the first action allows just one."""
        acts = [*self.acts, *([self.wanted["may"]] if "may" in self.wanted else [])]
        if "turn" not in self.position:
            if not self.findings:
                self.wrong("whose turn is it?", 0, "write for example: germany combat move")
            return
        phases = self.phases
        if len(phases) != 1:
            rules = self.called.rules
            allowed = next((each for act in acts if (each := phases_of(rules, next(iter(act))))), ())
            phases = tuple(each for each in allowed if not self.phases or each in self.phases)
            if len(phases) == 1:
                self.assumed.append(Assumed("phase", phases))
        if len(phases) == 1:
            self.position["phase"] = phases[0]
        elif not self.findings:
            self._ask_for_phase(phases or self.phases)

    def _ask_for_phase(self, phases: tuple[str, ...]) -> None:
        known = phases or tuple(each.id for each in self.called.rules.ruleset.phases)
        named = " or ".join(each.replace("-", " ") for each in known)
        self.wrong("which phase is it?", self.clock_at, f"write {named} after the power")

    def _settle_owners(self) -> None:
        """Facilities whose owner is not said belong to who holds the land."""
        for space, unit, column in self.ownerless:
            contents = self.position["spaces"].get(space, {})
            before = self.changed.get("spaces", {}).get(space, {}).get("held_by", self.board.space(space).held_by)
            holder = contents.get("held_by") or before
            if not holder or holder == NONE:
                self.wrong(f"whose is the {unit.replace('-', ' ')}?", column, "name the power before it")
                continue
            units = contents.pop("", {})
            contents[holder] = together(contents.get(holder, {}), units)
            self.assumed += [Assumed("owner", (each, holder)) for each in units]


def _carrying(units: Mapping[str, Any], kinds: Sequence[str]) -> list[str] | None:
    """The ships among some units that carry all of some kinds, or none where these stand there themselves; None where
    they are not there."""
    if all(kind in units for kind in kinds):
        return []
    ships = [
        ship
        for ship, rows in units.items()
        if isinstance(rows, list) and all(any(kind in row.get("cargo", {}) for row in rows) for kind in kinds)
    ]
    return ships or None
