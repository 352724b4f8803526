"""Parses an action, its dice and its choices, by the typed form of its verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import cast

from kb.asking.notation.cursor import Expected
from kb.asking.notation.forms import CHOOSES, Form, Slot, form_of, takes_units
from kb.asking.notation.line_tokens import Token
from kb.asking.notation.values import ROUTE, ValueCursor
from kb.base.shape import ByShape, Record, ValueKind
from kb.cases.acts import VERBS
from kb.cases.acts.verb import usual as usual_value
from kb.cases.language import grammar
from kb.cases.language.scenario import Act, Given, OutcomeTable, ResearchTable
from kb.cases.language.units import Chosen, Units
from kb.cases.language.vocabulary import Vocabulary
from kb.cases.language.words import GameWords
from kb.engine.core.position import replace
from kb.games.board_model import UnitKind

_DICE = ("dice", "with dice", "rolls", "rolling")
#: words of results, and the message for a result or a roll of one power
_RESULTS, _PRONOUNS = ("hit", "hits", "miss", "misses"), ("it", "they", "them")
_ALL_DICE = "write the faces of all dice in the order of rolling: dice 2 5 1"
#: the words of a move that attacks, and those of cargo that moves between ships
_ATTACKS, _LOADS = ("attacks", "assaults", "invades"), ("loads", "transfers", "moves", "goes")
#: returns the only space in which units of a power are, or an empty string
Whence = Callable[[Given, str], str]


class ActionCursor(ValueCursor):
    """A cursor that parses actions. ``whence`` finds the space of units whose space is not given; ``verb`` is the last
    verb, and the index of the token after it."""

    def __init__(
        self,
        text: str,
        row: Sequence[Token],
        names: Vocabulary,
        words: GameWords,
        changes: bool,
        whence: Whence,
    ) -> None:
        super().__init__(text, row, names, words, changes)
        self.verb = ("", 0)
        self._whence = whence

    def action(self) -> Act:
        """Parse one action, with its dice and choices."""
        power = self.maybe(self.name, "power") or ""
        start = self.at
        lead = self.maybe(self.units)
        if lead and not power and lead[0].power and len({row.power for row in lead}) == 1:
            power, lead = lead[0].power, tuple(row._replace(power="") for row in lead)
        for way in (self._transfer, self._attack):
            if (act := self.maybe(way, power, lead or ())) is not None:
                return act
        verbs = {word: verb for verb in VERBS for word in form_of(verb).words}
        at_route = lead is not None and self.look("space")[0] and self.word_at(self.look("space")[1]) in ROUTE
        word = "" if at_route else self.take(*verbs)
        verb = verbs[word] if word else next(verb for verb in VERBS if form_of(verb).bare)
        if self.word in _PRONOUNS:
            self.fail("", says=f"write the units instead of '{self.word}'")
        if not word and lead is None:
            self.fail("a verb", ("power", "unit"), verbs)
        form, row = form_of(verb), VERBS[verb]
        if word:
            self.verb = (verb, self.at)
        values: dict[str, Given] = {}
        inner = row.main if isinstance(row.main, Record) else Record("")
        kinds = {"what": row.main, **row.required, **row.optional, **inner.required, **inner.optional}
        if lead is not None:
            if not takes_units(row.main):
                self.at = start
                self.fail(f"'{form.words[0]}'", words=form.words)
            values["what"] = lead
        elif form.bare and (units := self.maybe(self.units)) is not None:
            values["what"] = units
        if form.direct.key not in values:
            self._direct(form, kinds[form.direct.key], values, word, power)
        act = Act(verb, "", power=power)
        while not self.is_at_end:
            self.take(",")
            if verb == "move" and self.take("without aircraft"):
                values["without"] = "aircraft"
                continue
            more = self.every_act(act)
            if more is None:
                self._place(form, kinds, values)
            act = more or act
        if "what" not in values and inner.required:
            table = {key: values.pop(key) for key in (*inner.required, *inner.optional) if key in values}
            values["what"] = cast("ResearchTable", table)
        if "what" not in values:
            self.fail("units" if takes_units(row.main) else f"the object of '{word}'")
        what = values.pop("what")
        for key in row.required:
            if key == "from" and key not in values and (space := self._whence(what, power)):
                values[key] = space
            elif key not in values:
                self.fail(f"'{key}'", words=(key,))
        return replace(act, what=what, given={**values, **act.given})

    def _direct(self, form: Form, kind: ValueKind, values: dict[str, Given], word: str, power: str) -> None:
        """Parse the value that follows a verb; a missing one has its default, if there is one."""
        if form.bare:
            value: Given | None = self.maybe(self._route, kind, values.get("what", ()), power)
        else:
            value = cast("Given | None", self.maybe(self.value, kind, takes_units(kind)))
        usual = usual_value(kind) if value is None else ""
        if value is None and not usual and not (form.lead and "what" not in values):
            self.fail(f"the object of '{word}'" if word else "'-'")
        if usual and isinstance(kind, ByShape):
            self.assumed.append(f"'{word}' alone stands for {usual}")
        found = usual or value
        if found is not None:
            values[form.direct.key] = found

    def _route(self, kind: ValueKind, units: Given, power: str) -> list[str]:
        """Parse a route: ``egypt - libya``, ``from egypt to libya``; ``to libya`` or ``- libya`` if the units are in
        one space."""
        start, is_said = self.at, self.word in ("from", *ROUTE[1:])
        if way := self.take(*ROUTE):
            spaces = self.stops([self.name("space")], 1, way)
            origin = self.name("space") if self.take("from") else self._whence(units, power)
            route = [origin, *spaces] if origin else self.fail("'-' and another space")
        else:
            route = cast("list[str]", self.value(kind))
        if is_said:
            self._need_borders(route, start)
        return route

    def _need_borders(self, route: Sequence[str], start: int) -> None:
        """Fail if two spaces of a route in words do not touch; ``start`` is the index of its first token."""
        for one, other in zip(route, route[1:], strict=False):
            if other not in self.names.rules.board.around(one):
                names = " and ".join(map(self.words.space, (one, other)))
                says = f"{names} do not touch: write each space of the route with '-' between them"
                self.fail("", says=says, since=start)

    def _attack(self, power: str, units: Units) -> Act:
        """Parse an attack by named units, which is their move: ``attacks libya from egypt with 2 tanks``."""
        start, origin = self.at, self.name("space") if units and self.take("from") else ""
        if not self.take(*_ATTACKS):
            raise Expected
        target = self.name("space")
        while not self.is_at_end:
            self.take(",")
            if not units and self.take("with"):
                units = self.units()
            elif not origin and self.take("from"):
                origin = self.name("space")
            elif units and self.word in ("dice", "with", "rolls", "losing"):
                self.fail("", says="the units move first: write the battle after that, as in 'attacks SPACE, dice 2 6'")
            else:
                self.fail("'with'" if origin else "'from'", words=("with", "from"))
        if not units:
            self.fail("'with' and the units", words=("with",))
        route = [origin or self._whence(units, power) or self.fail("'from' and their space"), target]
        self._need_borders(route, start)
        return Act("move", units, {"route": route}, power=power)

    def _transfer(self, power: str, units: Units) -> Act:
        """Parse cargo that goes from ship to ship: ``loads infantry from transport onto transport in sz109``."""
        taken = self.take(*_LOADS)
        units = units or (self.units() if taken else ())
        if not units or not self.take("from"):
            raise Expected
        start = self._aboard_what()
        self.need("to", "onto", "into", "aboard")
        end = self._aboard_what()
        space = start or end or self._whence(units, power) or self.fail("'in' and their sea zone")
        return Act("load", units, {"from": start or space, "to": end or space}, power=power)

    def _aboard_what(self) -> str:
        """Consume a ship, and return its space if one is given: ``transport in sz109``, ``another transport``."""
        self.take("a", "an", "one", "1", "another", "the other", "its")
        if self.names.rules.kinds.get(self.name("unit")) is not UnitKind.SHIP:
            self.fail("a ship")
        return self.name("space") if self.take("in", "at") else ""

    def _place(self, form: Form, kinds: Mapping[str, ValueKind], values: dict[str, Given]) -> None:
        """Parse one more value, with the word before it."""
        open_slots = [slot for slot in form.slots if slot.key not in values]
        if "what" not in values and form.lead:
            open_slots.append(Slot("what", ("with",)))
        words = [word for slot in open_slots for word in slot.before]
        word = self.take(*words)
        if not word:
            first = " or ".join(f"'{each}'" for each in (*(slot.before[0] for slot in open_slots), "dice"))
            self.fail(first, words=(*words, "dice", "which"))
        slot = next(slot for slot in open_slots if word in slot.before)
        value = cast("Given", self.value(kinds[slot.key]))
        if slot.key == "outcome":
            outcome = cast("OutcomeTable", value)
            powers: Iterable[str] = accumulate((row.power for row in outcome["lost"]), lambda power, own: own or power)
            rows = zip(outcome["lost"], powers, strict=True)
            value = {**outcome, "lost": tuple(row._replace(power=power) for row, power in rows)}
        values[slot.key] = value

    def every_act(self, act: Act) -> Act | None:
        """Return an action with the dice, choice or names of units at the cursor; None if there are none."""
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        for key, words in (("dice", _DICE), ("which", ("which",))):
            if not getattr(act, key) and self.take(*words):
                self.take(":")
                return replace(act, **{key: tuple(cast("list[object]", self.value(grammar.EVERY_ACT[key])))})
        rolled = act.names("rolled")
        if bool(act.dice) == bool(rolled) and (roll := self.maybe(self._roll)) is not None:
            power, faces = roll
            given = {**act.given, "rolled": [*rolled, *[power] * len(faces)]}
            return replace(act, dice=(*act.dice, *faces), given=given)
        choice = self.maybe(self.choice)
        return None if choice is None else replace(act, choices=(*act.choices, choice))

    def _roll(self) -> tuple[str, tuple[int, ...]]:
        """Parse the dice of a power: ``germany rolls 2 5``."""
        power = self.name("power")
        if not self.take("rolls", "rolled"):
            raise Expected
        self.take(":")
        return power, tuple(cast("list[int]", self.value(grammar.EVERY_ACT["dice"])))

    def choice(self) -> tuple[str, Chosen]:
        """Parse the choice of a power: ``uk loses 1 dd``, ``uk scrambles 2 fighters``."""
        power = self.name("power", grammar.CHOOSER.also)
        if self.word in _RESULTS:
            self.fail("", says=_ALL_DICE)
        if not self.take(*CHOOSES):
            self.fail("'chooses'", words=CHOOSES)
        self.take("with")
        return power, cast("Chosen", self.value(grammar.OPTION, commas=True))
