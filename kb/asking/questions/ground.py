"""Ground on a board for a position that nobody has drawn: powers that are at war, and chains of spaces that have
nothing to do with what is asked, or have just what is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from kb.engine.board.powers import at_enmity
from kb.engine.core.position import Clock, Position
from kb.engine.core.rulebook import Rulebook
from kb.engine.legal import asking
from kb.engine.setup import holders, wars
from kb.games.board_model import Space, SpaceKind

#: so many pairs of powers are tried where a question names none
_PAIRS = 2


class Ground:
    """What of one rule book's board is of use."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules, self.board = rules, rules.board
        self.phases = [phase.id for phase in rules.ruleset.phases]
        self._canals = {frozenset((canal.one, canal.other)) for canal in self.board.canals}
        self._banks = {land for canal in self.board.canals for land in canal.lands}

    @cached_property
    def _view(self) -> object:
        clock = Clock(1, self.board.powers[0].id, self.phases[0])
        position = Position(clock=clock, units={}, holders=holders(self.board), wars=wars(self.board))
        return asking(self.rules, position)

    def at_war(self, one: str, other: str) -> bool:
        """Whether two powers are at war from the beginning."""
        return at_enmity(self._view, one, other)  # type: ignore[arg-type]

    def pairs(self, mine: str = "", enemys: str = "") -> list[tuple[str, str]]:
        """Powers at war, who acts and whom that is against; those with a fleet, unless they are named."""
        fleets = {row.power for row in self.board.setup if self.rules.kinds[row.unit] == "ship"}
        seats = [seat.id for seat in self.board.powers]
        fleets = fleets or {*seats}
        found = [
            (one, other)
            for one in ([mine] if mine else [each for each in seats if each in fleets or each == enemys])
            for other in ([enemys] if enemys else [each for each in seats if each in fleets])
            if one in seats and other in seats and self.at_war(one, other)
        ]
        firsts: dict[str, tuple[str, str]] = {}
        for pair in found:
            firsts.setdefault(pair[0], pair)
        some = list(firsts.values())
        return (some if len(some) > 1 else found)[:_PAIRS]

    def friend(self, power: str, enemy: str) -> str:
        """Another power of the same side that is at war with the same enemy; empty where there is none."""
        side = self.rules.sides[power]
        found = (seat.id for seat in self.board.powers if seat.side is side and seat.id != power)
        return next((each for each in found if self.at_war(each, enemy)), "")

    def around(self, space: str, kind: SpaceKind) -> list[str]:
        """The spaces of a kind beside one."""
        return sorted(each for each in self.board.around(space) if self.board.space(each).kind is kind)

    def plain_around(self, space: str, kind: SpaceKind) -> list[str]:
        """Those of them that are plain."""
        return [each for each in self.around(space, kind) if self.is_plain(self.board.space(each))]

    def is_plain(self, space: Space) -> bool:
        """Whether a space is like most others: no bank of a canal, nothing neutral or closed."""
        if space.kind is SpaceKind.SEA_ZONE:
            return not space.marks and not space.owner
        return (
            bool(space.owner)
            and not space.neutral
            and not space.marks
            and space.id not in self._banks
            and (not space.city or space.value is None)
        )

    def chains(self, length: int, kind: SpaceKind, through: Callable[[int, Space], bool]) -> Iterator[tuple[str, ...]]:
        """Chains of so many spaces of a kind that border each other, without short cuts; ``through`` says which space
        may stand at which place."""

        def longer(chain: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            if len(chain) == length:
                yield chain
                return
            for each in self.around(chain[-1], kind):
                if frozenset((chain[-1], each)) in self._canals:
                    continue
                new = each not in chain and not any(self.board.bordering(each, before) for before in chain[:-1])
                if new and through(len(chain), self.board.space(each)):
                    yield from longer((*chain, each))

        for space in self.board.spaces:
            if space.kind is kind and through(0, space):
                yield from longer((space.id,))

    def coasts(self) -> Iterator[tuple[str, str]]:
        """Plain land with a plain sea zone at it."""
        for space in self.board.spaces:
            if space.kind is SpaceKind.TERRITORY and self.is_plain(space):
                yield from ((space.id, zone) for zone in self.plain_around(space.id, SpaceKind.SEA_ZONE))


@lru_cache(maxsize=16)
def ground_of(rules: Rulebook) -> Ground:
    """The ground of a rule book."""
    return Ground(rules)
