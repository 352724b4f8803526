"""Takes from the clauses of a line what is so: whose turn it is, who stands where, who holds what, what was bought."""

from __future__ import annotations

from collections.abc import Sequence

from kb.asking.notation.clause import Clause, Mention
from kb.asking.notation.routes import is_sea, zone_between
from kb.asking.notation.scene import Scene, Standing
from kb.base.errors import Finding
from kb.games.board_model import UnitKind
from kb.games.names import power_name

#: verbs that name a phase where nothing is said to be done
PHASES = {
    "mobilize": "mobilize-units",
    "purchase": "purchase-units",
    "collect": "collect-income",
    "research": "develop-weapons",
    "amphib": "combat-move",
}
#: verbs that tell nothing about whose turn it is
_QUIET = ("have", "hold", "lose", "take", "hit", "submerge", "scramble", "intercept")


def set_the_clock(scene: Scene, clauses: Sequence[Clause]) -> None:
    """Find whose turn and which phase it is: by the words for it, else by who acts."""
    for clause in clauses:
        alone = not (clause.mentions or clause.path)
        phase = clause.phase or (PHASES.get(clause.verb, "") if alone and (clause.header or not clause.places) else "")
        if phase and not scene.phase:
            scene.phase = phase
            if clause.power and not scene.turn and (alone or clause.phase):
                scene.turn = clause.power
        if clause.turn and clause.power:
            scene.turn = clause.power
        if clause.round > 0:
            scene.round = clause.round
    for at, clause in enumerate(clauses):
        if clause.verb == "collect" and clause.phase and any(_is_done(each) for each in clauses[at + 1 :]):
            clause.verb = ""
    if not scene.turn:
        scene.turn = _who_acts(scene, clauses)
        scene.assume("turn", scene.turn)
    scene.turn = scene.turn or next(seat.id for seat in scene.rules.board.powers)


def _is_done(clause: Clause) -> bool:
    """Whether something is done in a clause."""
    return bool(clause.verb) and clause.verb not in (*_QUIET, "collect", "end", "bought")


def _who_acts(scene: Scene, clauses: Sequence[Clause]) -> str:
    """The power that does something; of a battle the one that attacks."""
    first = next((each.power for each in clauses if each.verb == "battle" and each.power and not each.mentions), "")
    if first:
        return first
    for clause in clauses:
        sides = _sides(clause)
        if clause.verb == "attacked" and sides[1]:
            return sides[1]
        if clause.verb == "defend":
            return sides[1] or _other(scene, sides[0], clauses)
        if clause.verb == "battle" and not sides[0]:
            if first:
                return first
            behind = next((each.power for each in clause.mentions if each.after and each.power), "")
            if behind and clause.mentions and not clause.mentions[0].after:
                return _other(scene, behind, clauses)
        acts = clause.verb and clause.verb not in _QUIET and not clause.asks
        if (acts or clause.versus) and sides[0]:
            return sides[0]
        first = first or sides[0]
    for clause in clauses:
        if clause.verb and clause.verb not in _QUIET and clause.power:
            return clause.power
    held = [scene.holder(space) for space in scene.named]
    seats = [seat.id for seat in scene.rules.board.powers]
    return first or next((power for power in held if power in seats), seats[0])


def _sides(clause: Clause) -> tuple[str, str]:
    """The powers before and behind *vs*."""
    acts = clause.verb == "battle" and any(not each.after for each in clause.mentions)
    before = [each for each in clause.mentions if not each.side and not (clause.verb == "battle" and each.after)]
    one = next((each.power or each.hint for each in before if each.power or each.hint), "")
    other = next((each.power or each.hint for each in clause.mentions if each.side and (each.power or each.hint)), "")
    return (one if acts else clause.power or one), other or next(iter(clause.objects), "")


def _other(scene: Scene, power: str, clauses: Sequence[Clause]) -> str:
    """The first enemy of a power that the line names."""
    enemies = scene.rules.enemies.get(power, frozenset())
    said = [each for clause in clauses for each in (clause.power, *clause.objects, *(m.power for m in clause.mentions))]
    return next((each for each in said if each in enemies), next(iter(sorted(enemies)), ""))


class Facts:
    """Puts what clauses say into the scene, one clause after another."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        #: the place and power that a sentence speaks of, and units whose place is still to come
        self.here = self.power = ""
        #: whom a line speaks of that begins with a power and a colon
        self.speaker = ""
        #: the land that is called as the power that a sentence begins with: its units without a place are there
        self.land = ""
        #: the place that was spoken of last
        self.focus = ""
        self.sentence = -1
        #: whether the clause before was only a place and a colon
        self.headed = False
        self.waiting: list[tuple[Mention, str]] = []
        self.last: list[Standing] = []

    def take(self, clause: Clause) -> None:
        """What a clause says is so, apart from its units."""
        scene = self.scene
        if clause.sentence != self.sentence:
            self.settle(self.land)
            self.settle(self.focus, told=True)
            self.land = ""
            self.here, self.power, self.sentence = "", "", clause.sentence
            scene.sentence = clause.sentence
        if clause.header and clause.power and not (clause.mentions or clause.war):
            self.speaker, self.land = clause.power, clause.land
        scene.peace = scene.peace or clause.peace
        for space, power in clause.held:
            self._hold(space, power)
        self._held_here(clause)
        self.headed = clause.header and bool(clause.place("at")) and not (clause.mentions or clause.verb)
        if clause.war and (clause.verb or clause.mentions or not (clause.asks or clause.question)):
            self._war(clause)
        owner = clause.power or scene.turn
        for technology in clause.technologies if not clause.researches else ():
            _note(scene.technologies, owner, technology)
        for advantage in clause.advantages if clause.verb != "invoke" else ():
            _note(scene.advantages, owner, advantage)
        scene.options += [each for each in clause.options if each not in scene.options]
        if clause.money is not None:
            scene.money[owner] = clause.money

    def _held_here(self, clause: Clause) -> None:
        """Who holds the place that a sentence speaks of: the power that stands alone behind it, or took it."""
        place = clause.place("at", "after") or self.here or (self.focus if clause.captured else "")
        told = clause.holder or (clause.power if self.headed and _is_power_alone(clause) else "")
        if told and self.here and not is_sea(self.scene.rules, self.here):
            self._hold(self.here, told)
        if clause.captured and place and not is_sea(self.scene.rules, place):
            theirs = next((each.power for each in clause.mentions if each.power), "")
            there = next((each.power for each in self.scene.at(place)), "")
            self._capture(place, clause.power or theirs or there or self.scene.turn, clause.captured == "now")

    def _capture(self, space: str, power: str, now: bool) -> None:
        """A power has captured a space, in this turn or before it."""
        self._hold(space, power)
        notes, enemies = self.scene.notes, self.scene.enemies(power)
        if now and space not in notes.setdefault("captured", []):
            before = self.scene.rules.board.space(space).held_by
            notes["captured"].append(space)
            if before not in enemies:
                before = next((seat.id for seat in self.scene.rules.board.powers if seat.id in enemies), "")
                self.scene.assume("held-before", space, before)
            notes.setdefault("held", {})[space] = before

    def _hold(self, space: str, power: str) -> None:
        """A power holds a space; one that two powers are said to hold is a finding."""
        known = self.scene.held.setdefault(space, power)
        if known != power:
            name = self.scene.rules.board.space(space).name
            both = f"{power_name(known)} and by {power_name(power)}"
            self.scene.findings.append(Finding(f"{name} is said to be held by {both}", hint="leave one out"))

    def _war(self, clause: Clause) -> None:
        one, others = clause.power or self.scene.turn, clause.objects
        if one in others:
            one = self.scene.turn
        for other in others:
            self.scene.wars.setdefault(one, {})[other] = "old"

    # -- units

    def owner(self, mention: Mention) -> str:
        """Whose units these are; taken where it is not said."""
        if mention.power:
            self.power = mention.power
            return mention.power
        scene = self.scene
        taken = scene.enemy() if mention.side else (self.power or self.speaker or scene.turn)
        if mention.hint:
            taken = mention.hint
        if mention.side or mention.hint:
            scene.assume("owner", mention.unit, taken)
        return taken

    def place_of(self, mention: Mention, clause: Clause) -> str:
        """Where units are by the clause or the sentence; empty where neither says."""
        there = self.focus if clause.there else ""
        return mention.start or mention.at or there or self.here or clause.place("at")

    def stand(self, clause: Clause, mentions: Sequence[Mention]) -> list[Standing]:
        """Put the units there that a clause names; those without a place wait for it."""
        made: list[Standing] = []
        if clause.places.get("at") and (clause.header or not all(each.at for each in mentions) or clause.versus):
            self.here = clause.place("at")
        for mention in mentions:
            power, place = self.owner(mention), self.place_of(mention, clause)
            if mention.new:
                self.buy(mention, power)
            elif place:
                made.append(self._stand(mention, power, place))
            else:
                self.waiting.append((mention, power))
        place = self.here or (made[-1].place if made else clause.place("at"))
        if place and self.waiting and (made or clause.places):
            made += [self._stand(mention, power, place) for mention, power in self.waiting]
            self.waiting = []
        if clause.places.get("at"):
            self.here = self.here or clause.place("at")
        self.last = made or self.last
        self.focus = made[-1].place if made else clause.place("at") or self.focus
        return made

    def settle(self, place: str, told: bool = False) -> list[Standing]:
        """Put those that wait for a place in one, and say so where it is only taken."""
        if told and place:
            for mention, _ in self.waiting:
                self.scene.assume("stands", mention.unit, place)
        made = [self._stand(mention, power, place) for mention, power in self.waiting] if place else []
        self.waiting = [] if place else self.waiting
        return made

    def _stand(self, mention: Mention, power: str, place: str) -> Standing:
        scene = self.scene
        if scene.kind(mention.unit) is UnitKind.SHIP and not is_sea(scene.rules, place):
            place = zone_between(scene.rules, place, scene.named) or place
            scene.assume("zone", place)
        known = scene.find(mention, power, place)
        if known and known.power == power and (mention.count is None or mention.asked):
            return known
        if mention.aboard or (scene.kind(mention.unit) is UnitKind.LAND and is_sea(scene.rules, place)):
            ship = self._ship(mention, power, place)
            if ship:
                ship.cargo.append(Standing(mention.unit, power, mention.count or 1, place, place))
                return ship.cargo[-1]
        return scene.add(mention, power, place)

    def _ship(self, mention: Mention, power: str, place: str) -> Standing | None:
        """The ship in a place that has room for a unit: one of its power first."""
        room = "carrier_room" if self.scene.kind(mention.unit) is UnitKind.AIR else "transport_room"
        ships = [each for each in self.scene.at(place) if self.scene.rules.board.unit(each.unit).has(room)]
        friends = [each for each in ships if self.scene.hostile(each.power) == self.scene.hostile(power)]
        return next(iter(sorted(friends, key=lambda each: each.power != power)), None)

    def buy(self, mention: Mention, power: str) -> None:
        """Units that a power has bought."""
        units = self.scene.bought.setdefault(power, {})
        units[mention.unit] = units.get(mention.unit, 0) + (mention.count or 1)


def _note(table: dict[str, list[str]], power: str, what: str) -> None:
    known = table.setdefault(power, [])
    if what not in known:
        known.append(what)


def _is_power_alone(clause: Clause) -> bool:
    """Whether a clause says no more than a power."""
    said = (clause.mentions, clause.places, clause.path, clause.verb, clause.phase, clause.question, clause.header)
    return bool(clause.power) and not any((*said, clause.turn, clause.war, clause.asks, clause.objects, clause.round))
