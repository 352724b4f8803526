"""National advantages that a power uses."""

from __future__ import annotations

from kb.engine.advantages.invoke import Invoke
from kb.scenarios.acts.units import choose_units, says_which
from kb.scenarios.acts.verb import Context, Inverse, Said, Unplayable, verb
from kb.scenarios.language.kinds import ListOf, Word
from kb.scenarios.language.scenario import Act, Value
from kb.scenarios.language.shapes import SPACE, SPACES, UNITS
from kb.scenarios.language.words import GameWords
from kb.wording.english import listed


def _tell_invoke(words: GameWords, act: Act) -> str:
    units = f" with {words.option(act.given['units'], '')}" if "units" in act.given else ""
    origins = [words.space(space) for space in act.given.get("from", ())]
    start = f" from {'each of ' if len(origins) > 1 else ''}{listed(origins)}" if origins else ""
    spaces = [words.space(space) for space in act.given.get("spaces", ())]
    where = f" to {spaces[1]}" if start and len(spaces) == 2 else f" in {listed(spaces)}" if spaces else ""
    return f"uses {words.titled(act.what)}{units}{start}{where}"


def _said_of_invoke(action: Invoke, context: Context) -> Said:
    """Several spaces can be said where so many, of the same types, come from each."""
    given: dict[str, Value] = {"spaces": list(action.spaces)} if action.spaces else {}
    by_space: dict[str, list[int]] = {}
    for unit in action.units:
        by_space.setdefault(context.position.units[unit].at, []).append(unit)
    said = [says_which(context, action.power, ids, space) for space, ids in by_space.items()]
    if said:
        if any(each != said[0] for each in said):
            raise Unplayable(f"{action.advantage} takes units that differ by space", "use it with those of one space")
        given |= {"units": said[0], "from": list(by_space)}
    return action.advantage, given


@verb(
    "invoke",
    Word("advantage"),
    says="uses a national advantage",
    written="`invoke: enigma-decoded`",
    details="a national advantage: `units` with `from` (of several spaces: so many from each), `spaces`",
    optional={"units": UNITS, "from": ListOf(SPACE, 20, 1, single=True), "spaces": SPACES},
    tell=_tell_invoke,
    inverse=Inverse(Invoke, _said_of_invoke),
)
def _invoke(act: Act, context: Context, power: str) -> Invoke:
    wanted = act.given.get("units", {})
    if wanted and "from" not in act.given:
        raise Unplayable("'units' of 'invoke' need 'from'", "say which space they are in")
    origins = dict.fromkeys(act.given["from"]) if wanted else ()
    units = [unit for space in origins for unit in choose_units(act, context, power, wanted, space)]
    return Invoke(power, act.what, tuple(units), tuple(act.given.get("spaces", ())))
