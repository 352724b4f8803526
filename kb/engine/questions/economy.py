"""Questions about research, purchases, production and income."""

from __future__ import annotations

from collections.abc import Sequence

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question


@question("May each economy of a power pay for its research?", False)
def all_pay_for_research(*, power: str) -> bool: ...


@adjustment("How many dice does a power roll for research?", "the dice that have been bought")
def research_dice(*, power: str) -> int: ...


@question("What does a research die cost, in IPCs?", 0)
def research_price(*, power: str, technology: str) -> int: ...


@question("Is research successful with the faces that were rolled?", False)
def research_succeeds(*, power: str, technology: str, faces: Sequence[int]) -> bool: ...


@question("What does a unit of a type cost a power, in IPCs?", 0)
def price(*, unit: str, power: str) -> int: ...


@question("What does it cost to remove so many damage markers, in IPCs?", 0)
def repair_price(*, power: str, markers: int) -> int: ...


@adjustment("How many units can the complex of a territory make in a turn?", "the value of the territory")
def production(*, territory: str) -> int: ...


@question("Is there a limit to how many units the complex of a territory makes?", True)
def production_is_limited(*, territory: str) -> bool: ...


@adjustment("As which type of complex does a complex make units?", "its own type")
def makes_as(*, complex: Unit) -> str: ...


@question("Does a complex have to make a unit of a type?", True)
def made_by_a_complex(*, unit: str, power: str) -> bool: ...


@question("May a power place units in a territory that it has captured this turn?", False)
def usable_at_once(*, power: str, territory: str) -> bool: ...


@question("Do the units of a friend in a space become units of a power?", True)
def changes_sides(*, space: str, power: str) -> bool: ...


@question("What income does an economy of a power collect, in IPCs?", 0)
def income(*, power: str, economy: str) -> int: ...


@adjustment("How much of its income is paid to a power, in IPCs?", "the income of all that it pays for")
def income_paid(*, power: str) -> int: ...


@adjustment("What does a space pay to the power that holds it, in IPCs?", "the value of the space")
def pays(*, space: str, power: str) -> int: ...


@question("Does an economy of a power collect income?", True)
def collects(*, power: str, economy: str) -> bool: ...


@question("May a power divide a bonus among its economies?", False)
def bonus_is_divided(*, power: str) -> bool: ...
