"""Questions about aircraft that come down, and the carriers that take them."""

from __future__ import annotations

from kb.engine.core.position import Unit
from kb.engine.core.questions import adjustment, question
from kb.engine.questions.answers import Deck


@question("Is a friendly territory closed to the landing of an aircraft?", False)
def closed_to_landing(*, unit: Unit, territory: str) -> bool: ...


@question("Which decks of carriers that are still to be placed may the aircraft of a power count on?", ())
def promised_decks(*, power: str) -> tuple[Deck, ...]: ...


@question("Does an aircraft stay in the air until the new carriers of its power are placed?", False)
def waits_for_a_deck(*, unit: Unit) -> bool: ...


@adjustment("How much room has the deck of a carrier?", "the room printed for carriers, in fighters")
def deck_room(*, carrier: Unit) -> int: ...


@adjustment(
    "Does a carrier take in aircraft of a power?", "whether the carrier's power is a friend that lets it use its decks"
)
def takes_in(*, carrier: Unit, power: str) -> bool: ...


@question("Can a carrier move from a sea zone to the next, to meet aircraft that are to land on it?", True)
def carrier_can_reach(*, carrier: Unit, start: str, end: str) -> bool: ...


@question("Is a space that was fought over this turn closed to defending fighters that have lost their carrier?", False)
def safe_landing_only(*, space: str) -> bool: ...


@question(
    "May a fighter that is on the board move onto a carrier as a power places it, the fighter being near it or not?",
    False,
)
def boards_new_carrier(*, unit: Unit, power: str, near: bool) -> bool: ...
