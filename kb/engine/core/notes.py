"""What a position remembers beside units, holders and money: the notes of a turn and of a game.

A note is a tuple, its name and (mostly) what it is about, with a value: ``("captured", "norway"): True``. The lists
here say which notes there are; scenario files and their documentation are made from them.
"""

from __future__ import annotations

from dataclasses import dataclass

#: a kind of word (space, power ...), or the words themselves
Words = str | tuple[str, ...]
#: the value of a note that is there or not
YES = "yes"
#: the kind of a value that is a power, or nobody
HOLDER = "holder"
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Note:
    """One kind of note.

    ``means`` says what is remembered; ``key`` of which words the note is about, empty where it stands for itself;
    ``value`` which words or ``NUMBER`` its value is. ``in_files``: scenario files can write it; they cannot write those
    that name units by their ids. ``is_result``: it is a result that players see, as they see who holds a territory.
    """

    name: str
    means: str
    key: Words = ""
    value: Words = YES
    in_files: bool = True
    is_result: bool = False


TURN_NOTES = (
    Note("captured", "territory that was taken", "space"),
    Note("held", "who held it when the turn began", "space", HOLDER),
    Note("contested", "where there was a battle", "space"),
    Note("landing", "nothing but aircraft moves any more"),
    Note("jumped", "how many units jumped from its air base", "space", NUMBER),
    Note("rocket-struck", "territory that was struck by a rocket", "space"),
    Note("researched", "powers that have rolled for research", "power"),
    Note("upgraded", "what the complex was that was built up", "space", "unit"),
    Note("made", "how many units its complex has made", "space", NUMBER),
    Note("collected", "powers that have collected income", "power"),
    Note("bombards", "the ships that will bombard a territory", "space", in_files=False),
    Note("casualties", "the units that were lost in a space", "space", in_files=False),
    Note("intercepts", "the interceptors that will meet raiders", "space", in_files=False),
    Note("landings", "where a ship has put units ashore", "unit", in_files=False),
    Note("under-fire", "the aircraft that guns in a space have fired at", "space", in_files=False),
)
GAME_NOTES = (
    Note("victory-level", "what the players have agreed to play for", value="victory level"),
    Note("nearly-won", "sides that had what wins when the last round, or their own last turn, ended", "side"),
    Note("leans", "neutral land that has turned to a side", "space", "side", is_result=True),
    Note("raised", "neutral land whose army has been used up", "space"),
    Note("liberated", "territory that has been liberated for the first time", "space"),
    Note("earned", "objectives that pay one time, and whether they were paid", "objective", ("paid", "unpaid")),
    Note("spoiled", "objectives that an attack has lost", "objective"),
    Note("trespassed", "powers that have entered certain foreign land", "power"),
    Note("forfeited", "powers that neutral land will not join any more", "power"),
    Note("invoked", "national advantages that have been used", "advantage"),
    Note("treaty", "what has become of the treaty", ("broken", "over")),
    Note("resistance", "the resistance has risen"),
    Note("winter", "the power that has the winter on its side", value="power"),
    Note("joint-strike", "the power that will strike with its partner", value="power"),
    Note("kamikaze-roused", "kamikaze attacks may be made"),
    Note("kamikaze-tokens-used", "how many kamikaze tokens have been used", value=NUMBER),
    Note("won", "the side that has won", value="side", in_files=False),
)
