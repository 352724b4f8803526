"""The sentences of an answer, made from the reasons as values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from kb.asking.answer import (
    MOST_UNITS,
    Awaited,
    Encounter,
    EngineAnswer,
    Judged,
    Missing,
    missing,
    once_done,
    waits_once_done,
)
from kb.asking.notation.render import to_line
from kb.asking.question import plain_act
from kb.asking.remarks import (
    at_peace,
    battle_before_landing,
    flies_to_a_carrier,
    fought_first,
    joining_neutral,
    lacks_attackers,
    landing_place,
    raised_army,
    riders_without_tanks,
    taken_unopposed,
    undefended,
    unlandable,
    waits_for_a_carrier,
    without_targets,
)
from kb.base.english import capital, listed, number, sentence
from kb.cases.acts import act_of
from kb.cases.acts.verb import Unplayable, context_of
from kb.cases.expectations.keys import open_decisions
from kb.cases.expectations.played import ActResult
from kb.cases.language.occasions import chosen_as, rolled_for
from kb.cases.language.scenario import Act
from kb.cases.language.units import MOST_OPTIONS, Chosen, option, resolve_options, told_apart, written
from kb.cases.language.vocabulary import NONE
from kb.cases.language.words import GameWords, counted
from kb.cases.play.outcome import DAMAGED, LOST, RESULTS, ROLLED, lost, results
from kb.engine.core import picks
from kb.engine.core.actions import Action, EndPhase, Move, Reason
from kb.engine.core.points import CONDUCT_COMBAT
from kb.engine.core.position import Mark, replace
from kb.engine.core.rules import RULES, Form
from kb.engine.core.table import Choice, Roll
from kb.games.board_model import Canal, SpaceKind, UnitKind
from kb.games.names import chooses, power_name
from kb.games.rulesets import Covers
from kb.text import asked
from kb.text.assumptions import assumptions
from kb.text.cases import happened, picture, spaces_that_matter
from kb.text.choices import option_in_words, options_in_words
from kb.text.rules import RuleText, only_with
from kb.text.stories import Teller, act_sentence
from kb.text.traces import because, event_text

if TYPE_CHECKING:
    from kb.asking.offers import Possible
    from kb.model import replies

Units = Mapping[str, Mapping[str, int]]
#: the most offers that a sentence lists
_OFFERS = 4
#: the events that the first line names before the losses: a new holder of a space, a winner
_OUTCOMES = ("captured", "taken", "won")
#: rules that refuse an action for now, or only in part: another reason comes first, and then the one with most rulings
_LESSER = frozenset({"noncombat-moves-stay-friendly", "combat-moves-need-a-reason", "attackers-retreat-together"})
#: rules that refuse an action because no other rule permits it
_GENERAL = frozenset({"hostile-land-stops", "hostile-zones-stop-ships", "landing-needs-a-place"})
#: the rules that offer choices at the end of the combat move: of own units or of others, and beside raiders on land
_OFFERING = {
    **dict.fromkeys(((False, False), (False, True)), "kamikaze-strikes"),
    (True, True): "defenders-name-their-interceptors",
    (True, False): "defenders-scramble",
}
#: rules with conditions that their reasons do not give: the answer also has the sentence of the rule
_TOLD_IN_FULL = frozenset({"some-powers-buy-few-units"})
#: the rule about the lands beside canals
_CANALS = "canals-need-their-banks"
#: the events of income, and of bonuses beside it
_PAYMENTS = ("collected", "bonus-paid")
#: verbs of actions for which dice are rolled
_ROLLING = frozenset({"battle", "raid", "rocket", "research"})


class Rendering:
    """An answer in the words of its game."""

    def __init__(self, answer: EngineAnswer) -> None:
        self.answer, self.rules = answer, answer.rules
        self.teller = Teller(answer.rules)
        self.words = self.teller.words

    def everything(self) -> replies.AnswerReply:
        """Return the whole answer, in which the first line and the missing facts are still empty."""
        answer, rules = self.answer, self.rules
        ruleset, board = rules.ruleset, rules.board
        return {
            "answer": "",
            "missing": [],
            "game": ruleset.game,
            "board": board.id,
            "ruleset": ruleset.id,
            "legal": False if answer.legal and unlandable(answer) else answer.legal,
            "told": list(self.teller.position(answer.request.case.position)),
            "rules": f"{ruleset.title}, {board.title}" if len(ruleset.boards) > 1 else ruleset.title,
            "read_as": to_line(answer.request),
            "assumed": [*answer.request.assumed, *assumptions(answer, self.words)],
            "actions": list(self._actions()),
            "unreached": [self.act(act) for act in answer.unreached],
            "outcome": self._outcome(),
            "waiting": [self._waiting(each) for each in answer.waiting],
            "battles": [
                {"space": each.space, "due": each.due, "attackers": each.attackers, "defenders": each.defenders}
                for each in answer.battles
            ],
            "owed": self._reasons((*answer.owed, *unlandable(answer))),
            "offers": [self._offer(each) for each in answer.offers],
            "rulings": [{"id": id, "rules": rules} for id, rules in answer.rulings.items()],
            "findings": [str(each) for each in answer.findings],
        }

    def _reasons(self, reasons: Iterable[Reason]) -> list[replies.Reason]:
        """Return the different reasons, each with its sentence and its citations."""
        rows: list[replies.Reason] = []
        for told in dict.fromkeys(because(self.rules, self.words, reason) for reason in reasons):
            line = self.rules.lines.get(told.rule)
            rows.append(
                {
                    "rule": told.rule,
                    "says": told.says,
                    "rulings": [cite for cite in told.cites if "/" not in cite],
                    "sections": [cite for cite in told.cites if "/" in cite],
                    "confidence": str(line.confidence) if line else "",
                    "readings": list(line.readings) if line else [],
                }
            )
        return rows

    # -- the first line

    def first_line(self, told: replies.AnswerReply) -> tuple[str, list[str]]:
        """Return the answer to the question, or what is missing to know it, and the missing facts as sentences.
        Both are empty if nothing is asked."""
        request = self.answer.request
        if not request.acts and request.what is None:
            return "", []
        refused = next((each for each in told["actions"] if each["legal"] is False), None)
        lacks = [*dict.fromkeys(self._missing(each, refused) for each in missing(self.answer))]
        so_far = [*self._came(told)] if lacks and not self.answer.findings else []
        return " ".join((*lacks, *([asked.SO_FAR, *so_far] if so_far else []))) or (
            self._says(told) if request.most is None else self._at_most(told, request.most)
        ), lacks

    def _at_most(self, told: replies.AnswerReply, most: int) -> str:
        """Return the answer to how many units may act: the largest number, and why one more may not."""
        if self.answer.legal and not unlandable(self.answer):
            return (asked.NO_LIMIT if most == MOST_UNITS else asked.NO_MORE).format(number(most).capitalize())
        why = re.sub(r"^No(?:, not this)?[.:] ", "", self._says(told))
        return f"At most {number(most)}: {why}" if most else f"None: {why}"

    def _says(self, told: replies.AnswerReply) -> str:
        """Return the answer if no fact is missing."""
        answer, request = self.answer, self.answer.request
        refused = next((each for each in told["actions"] if each["legal"] is False), None)
        if any(each.legal is False for each in answer.acts) and refused:
            why = _why(refused)
            if space := undefended(answer):
                why = f"{why} {asked.UNDEFENDED.format(self.words.space(space), self.words.titled(CONDUCT_COMBAT))}"
            broken = (reason.rule for act in answer.acts if act.legal is False for reason in act.reasons)
            if line := next((self.rules.lines[rule] for rule in broken if rule in _TOLD_IN_FULL), None):
                why = f"{why} {RuleText(self.rules.ruleset, [self.rules.board]).about(line)}"
            riders, tanks = riders_without_tanks(answer)
            if riders:
                numbers = counted(riders, "infantry", "infantry"), counted(tanks, "tank", "tanks")
                why = f"{asked.ONE_FOR_EACH_TANK.format(*numbers)} {why}"
            if zone := waits_for_a_carrier(answer):
                why = asked.NO_CARRIER_YET.format(self.words.space(zone))
            if zone := battle_before_landing(answer):
                why = asked.FIGHT_FIRST.format(self.words.space(zone))
            one, other = map(power_name, at_peace(answer))
            why = f"{sentence(asked.AT_PEACE.format(one, other))} {why}" if other else why
            is_last = not told["unreached"] and (request.judged or refused["wrong"])
            several = len(told["actions"]) + len(told["unreached"]) > 1 and not is_last
            return f"No, not this: {refused['text']} {why}" if several else f"No: {why}"
        if choices := [each for each in answer.waiting if isinstance(each.wants, Choice)]:
            return " ".join(sentence(self.waits(each).removeprefix("waits: ")) for each in choices)
        wants_offers = request.typed or not request.acts or (request.what or {}).keys() & {"at", "units"}
        if request.what is not None and not request.judged and wants_offers:
            may = [each["says"] for each in told["offers"] if each["legal"] and each["lands"]]
            more = [f"And {len(may) - _OFFERS} more."] if len(may) > _OFFERS else []
            nothing = () if may else ("Nothing.", *(sentence(self.waits(each)) for each in answer.waiting))
            return " ".join((*self._came(told), *may[:_OFFERS], *more, *nothing))
        done = [each.result for each in answer.acts]
        # the end of a phase does not hide the result of the action before it
        last = done[max((place for place, each in enumerate(done) if each.act.kind != "end"), default=-1) :]
        rolled = last[0].act.kind if last and last[0].act.kind in _ROLLING else ""
        traces = (trace for each in last for trace in each.traces)
        came = {node.event.name for trace in traces for node in trace.walk() if node.event}
        if not request.judged and (rolled or came & {LOST, *RESULTS}):
            found = (*(() if rolled else (asked.YES,)), *self._came(told))
            if not found and ROLLED not in came and answer.waiting:
                return " ".join(sentence(self.waits(each).removeprefix("waits: ")) for each in answer.waiting)
            empty = asked.NO_LOSS if rolled == "battle" else asked.NO_RESULT
            return " ".join((*(found or (empty,)), *self._losses_of_income(), *self._without_targets()))
        if barred := unlandable(answer):
            several = len(getattr(answer.acts[-1].result.action, "units", ())) > 1
            return " ".join(
                (
                    asked.NOT_ALL_LAND if several else asked.NO_LANDING,
                    *(because(self.rules, self.words, each).says for each in barred),
                )
            )
        space, army = joining_neutral(answer)
        if space and army is None:
            return asked.NO_CLAIM.format(self.words.space(space))
        if space and army:
            infantry = counted(army, "infantry", "infantry")
            power = power_name(self.answer.acts[-1].result.act.power or self.answer.position.clock.turn)
            return f"{asked.YES} {asked.JOINS.format(self.words.space(space), power, infantry)}"
        if spaces := fought_first(answer):
            won = asked.IF_WON.format(" and that in ".join(map(self.words.space, spaces)))
            return f"{won} {asked.UNARMED}" if lacks_attackers(answer) else won
        ends = bool(answer.acts) and isinstance(answer.acts[-1].result.action, EndPhase)
        then = once_done(answer) if ends else None
        events = (event for each in then.acts[-1].result.outcomes for event in each.events) if then else ()
        came_before = () if request.judged else self._came(told)
        says = [asked.YES, *came_before, *losses(self.words, lost(events))]
        if space := taken_unopposed(answer):
            says.append(asked.UNDEFENDED.format(self.words.space(space), self.words.titled(CONDUCT_COMBAT)))
        if zone := flies_to_a_carrier(answer):
            says.append(asked.NO_CARRIER_YET.format(self.words.space(zone)))
        if (land := landing_place(answer)) is not None:
            says.append(asked.LANDS.format(self.words.space(land)) if land else asked.NEEDS_CARRIER)
        return " ".join(says)

    def _losses_of_income(self) -> list[str]:
        """Return a sentence for each rule that decided about the last action and lowers an income."""
        decided = self.answer.acts[-1].decided_by
        lowers = [each for each in decided if "economy" in each.facts and each.facts.get("was", 0)]
        return [because(self.rules, self.words, each).says for each in lowers]

    def _without_targets(self) -> list[str]:
        """Return the different reasons why no unit of the last battle can hit another."""
        return [*dict.fromkeys(because(self.rules, self.words, each).says for each in without_targets(self.answer))]

    def _came(self, told: replies.AnswerReply) -> Iterable[str]:
        """Return the sentences of the results, each once: new holders of spaces, the losses, the IPCs with bonuses,
        everything else."""
        found = [*results(self.answer.events, self.answer.position)]
        events = [(each.name, event_text(self.words, each.name, each.facts)) for each in found]
        paid = Counter[str]()
        for each in found:
            paid[str(each.facts.get("power"))] += int(str(each.facts["ipcs"])) if each.name in _PAYMENTS else 0
        with_bonus = dict.fromkeys(str(each.facts["power"]) for each in found if each.name == _PAYMENTS[1])
        sums = [sentence(asked.IN_ALL.format(power_name(power), paid[power])) for power in with_bonus]
        outcome = [text for name, text in events if name in _OUTCOMES]
        others = [text for name, text in events if name not in _OUTCOMES]
        return dict.fromkeys((*outcome, *losses(self.words, told["outcome"]["lost"]), *sums, *others))

    def _missing(self, about: Missing, refused: replies.JudgedAction | None) -> str:
        """Return a missing fact as a sentence. ``refused`` is the illegal action after which no others were tried."""
        if isinstance(about, Awaited):
            wants = about.wants
            needs = asked.OUTCOME if isinstance(wants, str) else asked.DECISION
            needs = asked.DICE if isinstance(wants, Roll) else asked.CHOICE if isinstance(wants, Choice) else needs
            says = needs.format(self.waits(about).removeprefix("waits for ").removeprefix("waits: "))
            waits = self.answer.played.acts[-1] if self.answer.played.acts else None
            if waits and isinstance(wants, Roll):
                nodes = (node for trace in waits.traces for node in trace.walk() if node.event)
                rolled = sum(
                    len(node.event.facts["units"]) for node in nodes if node.event and node.event.name == ROLLED
                )
                left = len(waits.act.dice) - rolled
                says = f"{says} {asked.GIVEN.format(number(left))}" if left > 0 else says
            is_early = waits is not None and len(self.answer.played.acts) < len(self.answer.request.acts)
            return f"{says} {asked.WRITE_AFTER.format(self.act(waits.act))}" if waits and is_early else says
        if isinstance(about, Act):
            before = _why(refused).rstrip(".") if refused else "what comes before it is not allowed"
            why = f"{before}, so this was not tried: {self.act(about)}"
        else:
            why = " ".join((f"{about}.", *self._without_targets()))
        return asked.IMPOSSIBLE.format(why.rstrip("."))

    # -- actions

    def _actions(self) -> Iterator[replies.JudgedAction]:
        """Yield each action that was tried, with its judgement and reasons."""
        supplied = self.answer.request.supplied  # these are listed as assumed, unless they are not legal
        for judged in (each for at, each in enumerate(self.answer.acts) if at not in supplied or not each.legal):
            result, wrong = judged.result, str(judged.wrong) if judged.wrong else ""
            if result.instead is not None:
                ends = isinstance(result.action, EndPhase)  # a scramble or a kamikaze attack, which a rule limits
                limits = self._about_the_chosen(judged)[:1] if ends else []
                why = [because(self.rules, self.words, each).says for each in limits]
                why = why or (self._when_offered(result) if ends else [])
                wrong = " ".join((*why, f"The options are {options_in_words(self.words, result.instead)}."))
            elif result.unasked:
                units = lost(event for each in result.outcomes for event in each.events)
                ends = isinstance(result.action, EndPhase)  # the rules that decide then close the choice
                named = {row.unit for _, rows in result.act.choices if not isinstance(rows, str) for row in rows}
                about = (
                    each
                    for each in (self._about_the_chosen(judged) if ends else judged.decided_by)
                    if ends or any(getattr(fact, "type", "") in named for fact in each.facts.values())
                )
                closing = [because(self.rules, self.words, each).says for each in about]
                if not (ends and closing):
                    closing = [asked.NO_CHOICE, *(self._when_offered(result) if ends else closing)]
                wrong = " ".join((*closing, *losses(self.words, units)))
            yield {
                "text": self._wrong_choice(result)
                or self.act(result.act, result.action.power if result.action else ""),
                "legal": judged.legal,
                "done": judged.done,
                "reasons": self._reasons(judged.reasons),
                "decided_by": self._reasons(judged.decided_by),
                "permission": self._permission(result) if judged.legal else None,
                "wrong": wrong,
            }

    def _permission(self, result: ActResult) -> replies.CitedSentence:
        """Return why an action is allowed, in a sentence with the rulings and sections on which it rests."""
        cites = result.permission(self.rules)
        says = asked.PERMITTED if cites else asked.UNFORBIDDEN
        says = says if self.rules.ruleset.covers is Covers.EVERYTHING else asked.NOT_KNOWN
        if canals := self._canals(result):
            power = power_name(result.action.power) if result.action else ""
            says = " ".join((*(sentence(asked.CANAL_IS_OPEN.format(each.name, power)) for each in canals), says))
            cites = (*(cite for cite in self.rules.lines[_CANALS].cites if "/" in cite), *cites)
        return {
            "says": says,
            "rulings": [cite for cite in cites if "/" not in cite],
            "sections": [cite for cite in cites if "/" in cite],
        }

    def _canals(self, result: ActResult) -> list[Canal]:
        """Return the canals that ships pass in a move, if the rules have conditions for that."""
        move, units = result.action, self.answer.played.start.units
        if not isinstance(move, Move) or _CANALS not in self.rules.lines:
            return []
        kinds = {self.rules.kinds[units[each].type] for each in move.units if each in units}
        passed = [{*pair} for pair in pairwise(move.route)] if UnitKind.SHIP in kinds else []
        return [canal for canal in self.rules.board.canals if {canal.one, canal.other} in passed]

    def act(self, act: Act, turn: str = "") -> str:
        """Return an action as a sentence; ``turn``, by default the last power whose turn it is, acts by default."""
        act = replace(act, refused=False, refused_by=())
        return sentence(act_sentence(self.words, act, turn or self.answer.position.clock.turn))

    def _wrong_choice(self, result: ActResult) -> str:
        """Return, as a sentence, the first choice of an act that is not among the options; empty if there is none."""
        choice = result.instead
        for power, said in result.act.choices if choice else ():
            if choice and choice.is_of(power) and not resolve_options(choice, said, power):
                return sentence(
                    f"{chooses(power)} {self.words.chosen(option(said, power), power)} ({chosen_as(choice.what)})"
                )
        return ""

    def _about_the_chosen(self, judged: Judged) -> list[Reason]:
        """Return a reason of each rule that decides an act, if possible about the space of the units that the act
        chooses; of several spaces those that the question states count."""
        power, said = _first_named(judged.result.act)
        rows = option(said, power)
        chosen = set() if isinstance(rows, str) else {(row.power or power, row.unit) for row in rows}
        places = {unit.at for unit in self.answer.position.units.values() if (unit.power, unit.type) in chosen}
        places = places & {*self.answer.request.case.position.get("spaces", {})} or places
        decided = {each.rule for each in judged.decided_by}
        nodes = (node for trace in judged.result.traces for node in trace.walk() if node.says in decided)
        fired = [*judged.decided_by, *(Reason(node.says, node.facts) for node in nodes if node.rule)]
        found: dict[str, Reason] = {}
        for reason in sorted(fired, key=lambda each: places.isdisjoint(map(str, each.facts.values()))):
            found.setdefault(reason.rule, reason)
        return [*found.values()]

    def _when_offered(self, result: ActResult) -> list[str]:
        """Return the sentence of the rule that offers a choice such as the first one of an act, at the end of the
        combat move. If the game lacks that rule, return a sentence about its lack."""
        position = self.answer.position
        (power, said), turn = _first_named(result.act), position.clock.turn
        rows = option(said, power)
        own = [] if isinstance(rows, str) else [row for row in rows if row.power in ("", power)]
        over = {unit.at for unit in position.units.values() if unit.power == turn and unit.has(Mark.COMBAT_MOVED)}
        meets = any(unit.power == power and unit.at in over for unit in position.units.values())
        on_land = meets and any(self.rules.board.space(space).kind is SpaceKind.TERRITORY for space in over)
        line = self.rules.lines.get(_OFFERING[(bool(own), on_land)])
        if line and line.option and line.option not in position.options:
            return [only_with("option", capital(line.option.replace("-", " ")))]
        return [RuleText(self.rules.ruleset, [self.rules.board]).about(line) if line else asked.NO_SUCH_CHOICE]

    def _offer(self, offer: Possible) -> replies.Offer:
        """Return an offer: ``count`` is the maximum number of equal units that may do it, ``all`` the act for all."""
        turn = self.answer.position.clock.turn
        text = self.act(offer.act, turn)
        words = self.act(offer.with_most, turn).split() if offer.with_most else []
        pairs = enumerate(zip(text.split(), words, strict=False))
        place = next((at for at, (one, other) in pairs if one != other), 0)  # of the number of units
        says = " ".join((*words[:place], "up to", *words[place:])) if words else text
        return {
            "power": offer.action.power,
            "kind": offer.act.kind,
            "text": text,
            "says": says if offer.lands else f"{says} {asked.CANNOT_LAND}",
            "written": plain_act(offer.act),
            "legal": offer.legal,
            "lands": offer.lands,
            "reasons": self._reasons(offer.reasons),
            "count": offer.most,
            "all": plain_act(offer.with_most) if offer.with_most else None,
        }

    # -- the result

    def _outcome(self) -> replies.Outcome:
        """Return the result: sentences, the trace, losses, turn and phase, and the pictures before and after."""
        answer, board, spaces = self.answer, self.rules.board, spaces_that_matter(self.answer.played)
        lost_units = lost(answer.events)
        return {
            "told": list(self._results(lost_units)),
            "lines": [
                {"depth": line.depth, "says": line.says, "rule": line.rule, "cites": list(line.cites)}
                for line in happened(answer.played, self.teller, asked=True)
            ],
            "lost": lost_units,
            "turn": answer.position.clock.turn,
            "phase": answer.position.clock.phase,
            "before": picture(board, answer.played.start, spaces),
            "after": picture(board, answer.position, spaces),
        }

    def _results(self, units: Units) -> Iterator[str]:
        """Yield a sentence for each roll of units, each power that lost units or has damaged ones, each awaited choice
        and battle, and the reasons that keep the phase from ending."""
        for event in self.answer.events:
            if event.name == ROLLED and any(event.facts["needs"]):
                yield event_text(self.words, event.name, event.facts)
        yield from losses(self.words, units)
        for event in results(self.answer.events, self.answer.position):
            if event.name == DAMAGED:
                yield event_text(self.words, event.name, event.facts)
        for wait in self.answer.waiting:
            yield sentence(self.waits(wait))
        if self.answer.waiting:
            return
        for battle in self.answer.battles:
            yield sentence(self._battle(battle))
        if self.answer.owed:
            reasons = dict.fromkeys(because(self.rules, self.words, reason).says for reason in self.answer.owed)
            yield f"The phase may not end yet: {' '.join(reasons)}"
        space, army = raised_army(self.answer)
        if space:
            yield asked.ARMY.format(self.words.space(space), counted(army, "infantry", "infantry"))
        for wait in waits_once_done(self.answer):
            yield f"Once that is done, it {self.waits(wait)}."

    def _battle(self, battle: Encounter) -> str:
        """Return a clause about a battle to be fought: whether it must be, where, and the units of both sides."""
        sides = (
            listed(f"{self.words.units(units)} of {power_name(power)}" for power, units in side.items()) or "nobody"
            for side in (battle.attackers, battle.defenders)
        )
        is_fought = "has to be fought" if battle.due else "may be fought"
        return f"a battle {is_fought} in {self.words.space(battle.space)}: {' against '.join(sides)}"

    def waits(self, waiting: Awaited) -> str:
        """Return a clause that begins with ``waits``, about the next step of a power: dice to roll, a choice with its
        options, a decision, or the losses of a battle whose rules are not known."""
        wants, words = waiting.wants, self.words
        if isinstance(wants, Roll):
            units = ((self.answer.position.units.get(die.unit), die.hits_on) for die in dict.fromkeys(wants.dice))
            kinds = groupby((unit.type, hits_on) for unit, hits_on in units if unit and hits_on)
            rolling = [f"{words.units({kind: len([*some])})} ({hits_on} or less)" for (kind, hits_on), some in kinds]
            hits = f": {', '.join(rolling)}" if rolling else ""
            where = f" in {words.space(wants.space)}" if wants.space else ""
            dice = f"{counted(len(wants.dice), 'die', 'dice')} of {power_name(waiting.power)}"
            return f"waits for {dice} for {rolled_for(wants.what)}{where}{hits}"
        if isinstance(wants, Choice):
            listing = options_in_words(self.words, wants)
            # the power that chooses if the owners of the units do not agree
            owners = (
                {power for (power, _), _ in wants.options.groups} if isinstance(wants.options, picks.Picks) else set()
            )
            last = listed(chooses(power) for power in wants.others if power not in owners)
            disagreeing = f"; if they do not agree, {last}" if last else ""
            return f"waits: {chooses(waiting.power)} {chosen_as(wants.what)}: {listing}{disagreeing}"
        if isinstance(wants, str):
            where = words.space(wants)
            return f"waits: the combat rules of this game are not known; write the losses of the battle in {where}"
        return f"waits: {open_decisions(words, wants)}"

    def _waiting(self, waiting: Awaited) -> replies.Waiting:
        """Return the power that rolls, chooses or decides next, the kind of step (``what``), its options or dice."""
        wants, words = waiting.wants, self.words
        if isinstance(wants, str):
            return {"power": waiting.power, "what": "outcome", "space": wants, "options": [], "dice": 0}
        if isinstance(wants, tuple):
            options: list[replies.Option] = [
                {
                    "text": sentence(open_decisions(words, [offer])),
                    "what": offer.what,
                    "detail": offer.detail,
                    "written": self._written(offer.action),
                }
                for offer in wants
            ]
            return {"power": waiting.power, "what": "decision", "space": "", "options": options, "dice": 0}
        if isinstance(wants, Roll):
            units = [self.answer.position.units.get(die.unit) for die in wants.dice]
            return {
                "power": wants.power,
                "what": wants.what,
                "space": wants.space,
                "options": [],
                "dice": len(wants.dice),
                "needs": [die.hits_on for die in wants.dice],
                "units": [words.unit(unit.type) if unit else "" for unit in units],
            }
        options = [
            {"text": option_in_words(self.words, wants, each), "written": {wants.power: written(each, wants.power)}}
            for each in told_apart(wants)
        ]
        more = wants.total - MOST_OPTIONS if len(options) == MOST_OPTIONS else 0
        return {
            "power": wants.power,
            "what": wants.what,
            "space": wants.space,
            "options": options,
            "more": more,
            "dice": 0,
        }

    def _written(self, action: Action) -> dict[str, object] | None:
        """Return an action as it is written in a request; None if its units cannot be distinguished from others."""
        try:
            return plain_act(act_of(context_of(self.rules, self.answer.position), action))
        except Unplayable:
            return None


def _first_named(act: Act) -> tuple[str, Chosen]:
    """Return the first choice of an act that names something, or else its first one."""
    return next((each for each in act.choices if each[1] != NONE), act.choices[0])


def losses(words: GameWords, lost: Units) -> Iterator[str]:
    """Yield a sentence for each power that lost units."""
    for power, units in lost.items():
        yield sentence(f"{power_name(power)} loses {words.units(units)}")


def _why(refused: replies.JudgedAction) -> str:
    """Return the sentence against a refused action, from the reason with the most rulings. If that is only that the
    units cannot pass or land, it is the sentence of the rule because of which they cannot, such as a gun that stops a
    blitz."""
    if not refused["reasons"]:
        return refused["wrong"]
    lead = max(refused["reasons"], key=lambda reason: (reason["rule"] not in _LESSER, len(reason["rulings"])))
    because_of = (each for each in refused["decided_by"] if RULES[each["rule"]].form in (Form.FORBIDS, Form.CHANGES))
    return next(because_of, lead)["says"] if lead["rule"] in _GENERAL else lead["says"]
