"""The fixed words of an answer about a position."""

from __future__ import annotations

#: the answer if the actions are legal
YES = "Yes."
#: the answer about an unloading that waits for a sea battle, and what follows it if no unit there can win the battle
IF_WON = "Yes, if the battle in {0} is won first."
UNARMED = "But no unit there has an attack value: warships or aircraft have to come."
#: the answer about a move into a friendly neutral that no unit can claim, and what follows the yes if one can
NO_CLAIM = "Yes, but {0} stays neutral: only a land unit with an attack value claims it."
JOINS = "{0} joins {1} with {2} when the phase ends."
#: the answer about a battle, or another action with dice, without a result
NO_LOSS, NO_RESULT = "Nothing is lost.", "Nothing comes of it."
#: the answer about a move of an aircraft, or of several, to a space in which they cannot land
NO_LANDING = "No. It may fly there, but it may not land there."
NOT_ALL_LAND = "No. They may fly there, but not all may land there."
#: what follows a possible flight to a space in which the aircraft cannot land
CANNOT_LAND = "Landing is not possible there."
#: why infantry does not move as far as tanks
ONE_FOR_EACH_TANK = "One infantry moves with each tank, and there are {0} and {1}."
#: why there is no battle in enemy land without units
UNDEFENDED = "{0} is undefended: it is taken at the end of {1}, without a battle."
#: why aircraft do not land at sea yet
NO_CARRIER_YET = "There is no carrier in {} yet: the aircraft wait in the air for one that comes or is placed there."
#: why two powers do not fight
AT_PEACE = "{0} and {1} are not at war; if they are, say: {0} at war with {1}"
#: why ships do not bombard from a zone in which a battle has to be fought
FIGHT_FIRST = "A battle has to be fought in {} before the landing, and ships that fight there do not bombard."
#: what defends neutral land that is attacked
ARMY = "{0} is neutral: its army of {1} defends it."
#: why ships pass a canal
CANAL_IS_OPEN = "passage through {} is open to {}"
#: income with its bonuses
IN_ALL = "{} gets {} IPCs in all"
#: the answer with an option that is not played, and without one that is
WITH_OPTION, WITHOUT_OPTION = "With {}: {}", "Without {}: {}"
#: the answer to a choice that no rule offers at that moment
NO_CHOICE, NO_SUCH_CHOICE = "The rules do not offer this choice here.", "This game has no rule with such a choice."
#: what follows missing dice if the line has some of them
GIVEN = "The line gives {}."
#: what follows missing dice or choices if other actions follow the one that needs them
WRITE_AFTER = "Write this after: {}"
#: the ends of the answer to how many units may act: all that are there, or all that were tried
NO_MORE, NO_LIMIT = "{}: there are no more.", "At least {}: no rule here sets a limit."
#: what precedes the results of earlier actions if something is missing
SO_FAR = "So far:"
#: why an action is allowed that no particular rule allows: sections permit it, or nothing forbids it, or nothing known
PERMITTED, UNFORBIDDEN = "The rules of this game allow it.", "No rule of this game forbids it."
NOT_KNOWN = "No known rule of this game forbids it."
#: the reasons for which an answer is missing: the question cannot be played, or needs something first
IMPOSSIBLE, DICE, CHOICE, DECISION, OUTCOME = (
    *("Not possible: {}.", "Needs dice: {}.", "Needs a choice: {}."),
    *("Needs a decision: {}.", "Needs the outcome of a battle: {}."),
)


#: what follows the yes to aircraft that fly to combat
LANDS, NEEDS_CARRIER = "Landing is possible, for example in {}.", "Landing is possible only on a carrier."
