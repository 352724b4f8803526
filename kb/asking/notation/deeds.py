"""Makes of what a line says is done, or asked, the acts of a request: one function for each verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from kb.asking.notation.clause import Clause, Mention
from kb.asking.notation.facts import Facts
from kb.asking.notation.scene import Scene, Standing
from kb.base.errors import Finding
from kb.cases.language.scenario import Value
from kb.games.board_model import UnitKind

Act = dict[str, Value]


#: verbs of attacks, and of moves that enemies named beside them take no part in
_ATTACKS = ("battle", "capture")
_MOVES = ("move", "load", "offload", "bombard")
#: what a clause that tells dice does, whatever its verb is
DICE = "dice"
#: what does the acts of a verb, by the verb
DOES: dict[str, Callable[[Deeds, Clause], None]] = {}


def does(*verbs: str) -> Callable[[Callable[[Deeds, Clause], None]], Callable[[Deeds, Clause], None]]:
    """Declare a function that makes the acts of verbs."""

    def declare(make: Callable[[Deeds, Clause], None]) -> Callable[[Deeds, Clause], None]:
        DOES.update(dict.fromkeys(verbs, make))
        return make

    return declare


class Deeds:
    """The acts of a line, in order, and what is asked at its end."""

    def __init__(self, scene: Scene, facts: Facts) -> None:
        self.scene, self.facts = scene, facts
        self.acts: list[Act] = []
        self.asked: list[Act] = []
        #: the ends of phases among the acts that the line does not name
        self.supplied: list[Act] = []
        self.what: Act | None = None
        self.findings: list[Finding] = []
        #: attacks of which it is said later who makes them
        self.later: list[Clause] = []
        #: words that nothing could be made of
        self.lost: list[str] = []
        #: what was done last, and by whom; a clause that says only what, and not yet by which units
        self._last: Clause | None = None
        self.open: Clause | None = None
        #: the power that a clause says does something
        self.by = ""
        #: what can be done only when all is known
        self.at_the_end: list[Callable[[], None]] = []

    def take(self, clause: Clause) -> None:
        """What a clause says is done or asks."""
        if clause.question in ("what", "who"):
            self._what(clause)
            return
        verb = clause.verb
        if clause.header:
            self._last = None
        if clause.researches:
            verb = "research"
        if not verb or verb in ("have", "hold"):
            verb = self._goes_on(clause) or self._unsaid(clause)
        if verb == "land" and not self._lands(clause):
            verb = "amphib"
        if verb == "take" and (not clause.mentions or clause.place("after")):
            verb = "battle" if clause.place("after", "at", "to") else ""
        if verb in _ATTACKS and self._waits(clause):
            self.later.append(clause)
            return
        if verb:
            self._last, self.by = clause, clause.power
            if verb in _MOVES:
                self._stand_enemies(clause)
            DOES[verb](self, clause)
            self.facts.focus = clause.path[-1] if clause.path else clause.place("to", "after") or self.facts.focus
        elif clause.mentions:
            self._guns_of_the_raided(clause)
            self.facts.stand(clause, self.news(clause))
        elif clause.places.get("at"):
            self.facts.stand(clause, [])
        if clause.dice or clause.missed or clause.hits:
            DOES[DICE](self, clause)

    def _waits(self, clause: Clause) -> bool:
        """Whether nobody is known yet who could make an attack: the line tells later who is there."""
        own = any(not self.scene.hostile(each.power) for each in self.scene.everyone())
        return not (own or clause.mentions or clause.asks or self.facts.waiting) and clause not in self.later

    def _stand_enemies(self, clause: Clause) -> None:
        """Put the enemies there that a clause names beside those who move."""
        enemies = [each for each in clause.mentions if not each.side and self.scene.hostile(each.power)]
        if len(enemies) == len(clause.mentions):
            return
        where = clause.path[-1] if clause.path else clause.place("after", "to", "at")
        self.facts.stand(clause, [each if each.at else put(each, where) for each in enemies])
        clause.mentions = [each for each in clause.mentions if not any(each is enemy for enemy in enemies)]

    def _guns_of_the_raided(self, clause: Clause) -> None:
        """Antiaircraft guns that roll are the defender's, where nobody says whose."""
        place = self.acts[-1].get("at") or self.acts[-1].get("battle") if self.acts else ""
        kinds = next((fact.names for fact in self.scene.rules.ruleset.facts if fact.fact == "antiaircraft-guns"), ())
        for mention in clause.mentions:
            if place and mention.unit in kinds and not mention.power and clause.dice is not None:
                mention.power, mention.at = self.scene.holder(place), place

    def act(self, act: Act, asks: bool = False) -> None:
        """Add an act; one that is asked is judged, not done."""
        self.acts.append(act)
        if asks:
            self.asked = [act]

    def supplied_end(self, phase: str) -> Act:
        """The end of a phase that the line does not name, as an act to be done."""
        act: Act = {"end": phase}
        self.supplied.append(act)
        self.scene.assume("ended", phase)
        return act

    # -- what is meant without a verb

    def _goes_on(self, clause: Clause) -> str:
        """The verb of the clause before, where units alone follow it in the same sentence: *buys 2 inf, 1 tank*."""
        last = self._last
        if last is not None and last.verb == "research" and self._of_research(clause):
            clause.verb, clause.continues = "research", True
            return "research"
        if (
            last is None
            or clause.verb
            or not clause.mentions
            or last.sentence != clause.sentence
            or clause.places.get("at")
        ):
            return ""
        if (
            clause.there
            or clause.power not in ("", last.power)
            or clause.dice is not None
            or clause.path
            or clause.place("to")
        ):
            return ""
        if last.verb in ("battle", "raid", "move", "bombard", "amphib", "load", "offload"):
            started = any(each.start for each in clause.mentions) or self.open is last
            if not started or last.asks:
                return ""
            clause.places.setdefault("after", [last.path[-1] if last.path else last.place("to", "after", "at")])
        elif last.verb not in ("purchase", "mobilize", "lose"):
            return ""
        clause.verb, clause.continues = last.verb, True
        for mention in clause.mentions:
            mention.after = False
        self.open = None
        return last.verb

    def _of_research(self, clause: Clause) -> bool:
        """Whether a clause only says for which technology dice are bought, or how many."""
        power = clause.power or self.scene.turn
        for technology in clause.technologies:
            self.scene.technologies.get(power, [technology]).remove(technology)
        return not (clause.verb or clause.mentions) and bool(clause.technologies or clause.number)

    def _unsaid(self, clause: Clause) -> str:
        """The verb of a clause without one: a way is a move, a place to go to a move or a retreat."""
        if self._goes_farther(clause):
            return ""
        if clause.versus and not self.in_moves():
            return "battle" if self.arrives(clause) else ""
        if self.scene.phase == "mobilize-units" and not clause.held:
            new = bool(clause.mentions) and all(each.new for each in clause.mentions) and bool(clause.places)
            if new or (self.scene.bought and (clause.it or (clause.asks and not clause.mentions))):
                return "mobilize"
        if self.scene.phase == "purchase-units" and self._is_bought(clause):
            return "purchase"
        if len(clause.path) > 1:
            return "move"
        if clause.place("to") or (clause.it and clause.mentions):
            battle = any("battle" in each for each in self.acts)
            return "retreat" if battle and clause.asks else "move" if clause.place("to") else ""
        return ""

    def _is_bought(self, clause: Clause) -> bool:
        """Whether the units of a clause stand nowhere: in the phase for it they are bought."""
        placed = clause.places or clause.held or any(each.at or each.start or each.cargo for each in clause.mentions)
        own = not clause.verb and {clause.power, self.facts.speaker} <= {"", self.scene.turn}
        return bool(clause.mentions) and own and not placed and not self.facts.here

    def _goes_farther(self, clause: Clause) -> bool:
        """Whether a clause only adds a place to the way of the one before: *to norway, then karelia*."""
        last, places = self._last, clause.places.get("at", []) + clause.places.get("to", [])
        if (
            last is None
            or last.verb != "move"
            or last.sentence != clause.sentence
            or clause.mentions
            or len(places) != 1
        ):
            return False
        if clause.held or clause.empty or not self.acts or "move" not in self.acts[-1]:
            return False
        self.acts[-1]["route"].append(places[0])
        clause.places.clear()
        return True

    def in_moves(self) -> bool:
        """Whether the line says that it is a phase of moves."""
        return self.scene.phase in ("combat-move", "noncombat-move")

    def arrives(self, clause: Clause) -> bool:
        """Whether units of a clause come from elsewhere."""
        return any(each.start for each in clause.mentions) or bool(clause.path)

    def _lands(self, clause: Clause) -> bool:
        """Whether it is aircraft that land, and not troops."""
        kinds = [self.scene.kind(each.unit) for each in clause.mentions]
        return UnitKind.LAND not in kinds

    def news(self, clause: Clause) -> list[Mention]:
        """The units of a clause that were not spoken of before: of a question only those that are nowhere yet."""
        again = [each for each in clause.mentions if each.count is None and self._again(each)]
        fit = [each for each in clause.mentions if not any(each is other for other in again)]
        return [] if clause.asks and again and not fit else fit

    def _again(self, mention: Mention) -> bool:
        if mention.at or mention.start:
            return False
        bought = any(mention.unit in units for units in self.scene.bought.values())
        return bought or self.scene.find(mention) is not None

    # -- units

    def who(self, clause: Clause, mentions: Sequence[Mention], place: str = "") -> list[tuple[Standing, int]]:
        """The units that are meant, each with how many; new ones are put in their place."""
        meant: list[tuple[Standing, int]] = []
        for mention in mentions:
            power = mention.power or mention.hint or clause.power
            known = self.scene.find(mention, power) or self._taken(mention)
            if known is None and not power and not mention.start:
                known = self.scene.find(mention)
            if known is None and any(each.unit == mention.unit for each, _ in self.facts.waiting):
                self.facts.settle(mention.start or mention.at or place or clause.place("from", "at"))
                known = self.scene.find(mention, power)
            several = self.scene.gather(mention, power) if known is None else []
            if several:
                meant += several
                continue
            if known is None:
                known = self._new(clause, mention, place)
            if known is not None:
                number = mention.count or (known.count if mention.many else 1)
                meant.append((known, number))
        return meant

    def _taken(self, mention: Mention) -> Standing | None:
        """A facility or gun that was another's, in a place that is said: it may have been captured."""
        where = mention.start or mention.at
        guns = next((fact.names for fact in self.scene.rules.ruleset.facts if fact.fact == "antiaircraft-guns"), ())
        if not where or not (self.scene.kind(mention.unit) is UnitKind.FACILITY or mention.unit in guns):
            return None
        there = next((each for each in self.scene.at(where) if each.unit == mention.unit), None)
        return replace(there, power=mention.power or self.scene.turn) if there else None

    def _new(self, clause: Clause, mention: Mention, place: str) -> Standing | None:
        where = mention.start or mention.at or place or self.facts.here
        if not where:
            owner = self.facts.owner(mention)
            if mention.new:
                self.facts.buy(mention, owner)
            else:
                self.findings.append(Finding(f"where is the {mention.unit} of {owner}?", hint="say its place"))
            return None
        made = self.facts.stand(clause, [put(mention, where)])
        return made[-1] if made else None

    def subjects(self, clause: Clause) -> list[Mention]:
        """The units of a clause that act."""
        return [each for each in clause.mentions if not each.after and not each.side]

    def everybody(self, units: Sequence[tuple[Standing, int]]) -> Value:
        """Units as an act has them: by type, and by power where they are not all of the power on turn."""
        powers = by_power(units)
        return next(iter(powers.values())) if len(powers) == 1 else powers

    def owned(self, act: Act, units: Sequence[tuple[Standing, int]]) -> Act:
        """An act, with the power that does it where that is not the one on turn."""
        powers = {standing.power for standing, _ in units}
        if len(powers) == 1 and powers != {self.scene.turn}:
            owner, verb = powers.pop(), next(iter(act))
            if self.by == self.scene.turn and isinstance(act[verb], dict):
                act[verb] = {owner: act[verb]}
            else:
                act["power"] = owner
        return act

    # -- battles

    def fight(self, here: str) -> Act:
        """The battle of a space; one that was named and not fought on is meant."""
        known = next((each for each in self.acts[-1:] if each.get("battle") == here and "dice" not in each), None)
        if known is None:
            known = {"battle": here}
            self.act(known)
        return known

    # -- in and after a battle

    def last_rolled(self) -> Act:
        """The act that dice and choices belong to: the last one that rolls, else the battle that has to be fought."""
        rolled = {"battle", "raid", "rocket", "research", "end", *(("move",) if self.in_moves() else ())}
        if not self.acts or not rolled & self.acts[-1].keys():
            here = next(iter(self.scene.contested()), "") or self.facts.here
            known = next(
                (each for each in reversed(self.acts) if {"battle", "raid", "rocket", "research"} & each.keys()), None
            )
            if known is not None:
                return known
            if here:
                return self.fight(here)
        return self.acts[-1] if self.acts else {}

    def close(self) -> None:
        """Do what had to wait for units, and say what is missing of what was begun and never said whole."""
        for clause in self.later:
            if not any(act.get("battle") == clause.place("after", "to") for act in self.acts):
                self.take(clause)
        for finish in self.at_the_end:
            finish()
        self._win_before_landing()
        if self.open is not None:
            self.findings.append(Finding("what raids, and where?", hint="write: uk bomber raids germany"))

    def _win_before_landing(self) -> None:
        """Suppose that battles are won without loss of which no dice are told, where aircraft land after them."""
        for at, act in enumerate(self.acts):
            if "battle" not in act or act.keys() & {"dice", "outcome"}:
                continue
            here = [each for each in self.scene.units if each.now == act["battle"]]
            enemies = [each for each in here if self.scene.hostile(each.power)]
            if enemies and any("land" in later for later in self.acts[at:]):
                act["outcome"] = {"lost": by_power((each, each.count) for each in enemies)}
                self.scene.assume("won", act["battle"])

    def _what(self, clause: Clause) -> None:
        """What units, or a power, may do."""
        what: Act = {}
        units = self.who(clause, clause.mentions)
        power = clause.power or (units[0][0].power if units else "")
        if power:
            what["power"] = power
        place = clause.place("at", "after", "to") or (units[0][0].now if units else "")
        if place:
            what["at"] = place
        if units:
            what["units"] = self.everybody(units)
        self.what = what


def by_power(units: Iterable[tuple[Standing, int]]) -> dict[str, dict[str, int]]:
    """How many of each type, by power."""
    powers: dict[str, dict[str, int]] = {}
    for standing, number in units:
        kinds = powers.setdefault(standing.power, {})
        kinds[standing.unit] = kinds.get(standing.unit, 0) + number
    return powers


def put(mention: Mention, place: str) -> Mention:
    """A mention, in a place."""
    mention.at, mention.start = place, ""
    return mention
