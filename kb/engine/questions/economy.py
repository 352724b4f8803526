"""Questions about research, purchases, production and income."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question(False)
def all_pay_for_research(*, power: str) -> bool:
    """May each economy of a power pay for its research?"""


@adjustment("the dice that have been bought")
def research_dice(*, power: str) -> int:
    """How many dice does a power roll for research?"""


@question(0)
def research_price(*, power: str, technology: str) -> int:
    """What does a research die cost, in IPCs?"""


@question(False)
def research_succeeds(*, power: str, technology: str, faces: Sequence[int]) -> bool:
    """Is research successful with the faces that were rolled?"""


@question(0)
def price(*, unit: str, power: str) -> int:
    """What does a unit of a type cost a power, in IPCs?"""


@question(0)
def repair_price(*, power: str, markers: int) -> int:
    """What does it cost to remove so many damage markers, in IPCs?"""


@adjustment("the value of the territory")
def production(*, territory: str) -> int:
    """How many units can the complex of a territory make in a turn?"""


@question(True)
def production_is_limited(*, territory: str) -> bool:
    """Is there a limit to how many units the complex of a territory makes?"""


@adjustment("its own type")
def makes_as(*, complex: Unit) -> str:
    """As which type of complex does a complex make units?"""


@question(True)
def made_by_a_complex(*, unit: str, power: str) -> bool:
    """Does a complex have to make a unit of a type?"""


@question(False)
def usable_at_once(*, power: str, territory: str) -> bool:
    """May a power place units in a territory that it has captured this turn?"""


@question(True)
def changes_sides(*, space: str, power: str) -> bool:
    """Do the units of a friend in a space become units of a power?"""


@question(0)
def income(*, power: str, economy: str) -> int:
    """What income does an economy of a power collect, in IPCs?"""


@adjustment("the income of all that it pays for")
def income_paid(*, power: str) -> int:
    """How much of its income is paid to a power, in IPCs?"""


@adjustment("the value of the space")
def pays(*, space: str, power: str) -> int:
    """What does a space pay to the power that holds it, in IPCs?"""


@question(True)
def collects(*, power: str, economy: str) -> bool:
    """Does an economy of a power collect income?"""


@question(False)
def bonus_is_divided(*, power: str) -> bool:
    """May a power divide a bonus among its economies?"""
