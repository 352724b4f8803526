"""How many hits a volley makes: the strengths of its units are asked of the engine, the chances computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kb.engine import questions
from kb.engine.battle.fire import strengths
from kb.engine.core.play import Play
from kb.engine.core.position import Unit
from kb.engine.odds.chances import Chances, Hits, all_of, counted, of_dice
from kb.engine.odds.forces import Counts
from kb.engine.odds.stretches import Asker, Moment, Volley

#: for each group, and each ship outside: (highest roll that hits, dice, how many of 0, 1, 2 ... hits count) by number
Profile = tuple[tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...], ...]


class Fire:
    """The chances of the volleys of a battle, each asked for once."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self._profiles: dict[object, Profile] = {}
        self._against: dict[object, object] = {}
        self._independent: dict[object, bool] = {}
        self._hits: dict[Volley, dict[Counts, Hits]] = {}
        self._same: dict[object, Hits] = {}

    def hits(self, volley: Volley, own: Counts, other: Counts, moment: Moment) -> Hits:
        """The chances of the hits of each class of a volley of a side with these units.

        Of the ``other`` side it matters only which groups there are: 1 or more of each, or 0. They are the same
        whenever the same volley is fired: it was asked for with them.
        """
        known = self._hits.get(volley)
        if known is None:
            known = self._hits[volley] = {}
        found = known.get(own)
        if found is None:
            against = self._same_against(volley, own, other, moment)
            key = (volley.shooters, own, against)
            found = self._same.get(key)
            if found is None:
                found = self._same[key] = self._computed(volley, own, other, moment, against)
            known[own] = found
        return found

    def _computed(self, volley: Volley, own: Counts, other: Counts, moment: Moment, against: object) -> Hits:
        profile = self._profile(volley, own, other, moment, against)
        places = {place: number for number, place in enumerate((*volley.groups, *(-id for id in volley.outside)))}
        return Hits(
            tuple(
                all_of(_chances(profile[places[place]]) for place in (*groups, *(-ship for ship in ships)))
                for _, groups, ships in volley.classes
            )
        )

    def _same_against(self, volley: Volley, own: Counts, other: Counts, moment: Moment) -> object:
        """What a volley is known by: the same for two sets of enemies against which it has the same strengths.

        That is seen of one unit of each group, which fired when the volley was asked for. Where all units that there
        were of these groups have other strengths against nobody at all, it is asked of all of them.
        """
        shooting = (volley.attacking, volley.groups, volley.outside, moment, tuple(map(bool, own)))
        key = (shooting, other)
        found = self._against.get(key)
        if found is None:
            force = self.asker.forces[not volley.attacking]
            most = tuple(
                (first or count) if count else 0 for first, count in zip(force.states[force.first], own, strict=True)
            )
            if shooting not in self._independent:
                nobody = tuple(0 for _ in other)
                with_them, alone = (self._asked(volley, most, them, moment) for them in (other, nobody))
                self._independent[shooting] = with_them == alone
            if self._independent[shooting]:
                found = (shooting, volley.strengths)
            else:
                found = (shooting, self._asked(volley, most, other, moment))
            self._against[key] = found
        return found

    def _profile(self, volley: Volley, own: Counts, other: Counts, moment: Moment, against: object) -> Profile:
        key = (own, against)
        found = self._profiles.get(key)
        if found is None:
            found = self._profiles[key] = self._asked(volley, own, other, moment)
        return found

    def _asked(self, volley: Volley, own: Counts, other: Counts, moment: Moment) -> Profile:
        alive = (own, other) if volley.attacking else (other, own)
        play, units = self.asker.play(alive, alive, moment)
        ours = units[not volley.attacking]
        outside = play.units(volley.outside)
        as_engine = sorted(volley.groups, key=lambda group: self.asker.forces[not volley.attacking].groups[group].place)
        shooters = [unit for group in as_engine for unit in ours[group]] + outside
        values = strengths(play, shooters, volley.attacking)
        sorts: Sequence[Sequence[Unit]] = [*(ours[group] for group in volley.groups), *([ship] for ship in outside)]
        return tuple(self._rolls(play, some, values, volley.attacking) for some in sorts)

    @staticmethod
    def _rolls(
        play: Play, some: Sequence[Unit], values: dict[int, int], attacking: bool
    ) -> tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...]:
        """Of equal units how many roll how many dice with which strength."""
        armed = Counter(values[unit.id] for unit in some if values[unit.id] > 0)
        if not armed:
            return ()
        dice = play.ask(questions.combat.dice_rolled, unit=some[0], attacking=attacking)
        counts = (
            0,
            *(play.adjust(questions.combat.hits_that_count, hits, unit=some[0]) for hits in range(1, dice + 1)),
        )
        return tuple(((hits_on, dice, counts), number) for hits_on, number in sorted(armed.items()))


def _chances(rolls: tuple[tuple[tuple[int, int, tuple[int, ...]], int], ...]) -> Chances:
    """The chances of the hits of equal units."""
    found = []
    for (hits_on, dice, counts), number in rolls:
        if counts == tuple(range(dice + 1)):
            found.append(of_dice(((hits_on, dice * number),)))
        else:
            found += [counted(of_dice(((hits_on, dice),)), counts)] * number
    return all_of(found)
